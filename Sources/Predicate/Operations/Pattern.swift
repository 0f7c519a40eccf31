// MATCHES: regular expressions of ICU over the whole text, with a limit on steps. This is the only
// file that uses NSRegularExpression. If the steps do not suffice, the result is an error and never
// "no match".

import Foundation

/// A compiled regular expression that matches whole texts.
struct Pattern: Sendable {
  /// Nil for the empty pattern, which matches nothing.
  private let expression: WholeTextExpression?
  /// Matches short ASCII texts with the same result as the expression; nil if the pattern is not
  /// plain.
  private let automaton: PatternAutomaton?
  private let foldsMarks: Bool
  /// The length of the pattern in bytes.
  let length: Int
  private let canReadAgain: Bool

  /// The longest pattern, in bytes of UTF-8.
  static let maximumLength = 10_000

  /// The longest text, in bytes, that the stored expression matches.
  ///
  /// A compiled expression keeps the memory of its largest match, some hundred bytes for each byte
  /// of text. A longer text is matched by a temporary expression, which is freed after the match.
  private static let keptTextLength = 512

  /// The longest pattern that is compiled again for a long text.
  ///
  /// On Linux, Foundation never frees the memory that it keeps for longer patterns.
  private static let recompiledLength = 200

  /// Checks a pattern.
  ///
  /// ICU takes 10 to 300 µs to compile a pattern, so it compiles only what it must check. The
  /// expression itself is compiled when a text first needs it.
  ///
  /// - Throws: Trouble if the pattern is malformed or too long.
  init(_ pattern: String, _ options: ComparisonOptions) throws(Trouble) {
    length = pattern.utf8.count
    guard length <= Self.maximumLength else {
      throw Trouble("the pattern is longer than \(Self.maximumLength) bytes")
    }
    canReadAgain = Self.canReadAgain(pattern)
    let isPlain = options.contains(.normalized)
    foldsMarks = !isPlain && options.contains(.diacriticInsensitive)
    guard !pattern.isEmpty else {
      expression = nil
      automaton = nil
      return
    }
    let source = foldsMarks ? PatternFolding.folded(pattern) : pattern
    let flags: NSRegularExpression.Options =
      !isPlain && options.contains(.caseInsensitive) ? .caseInsensitive : []
    automaton = PatternAutomaton(pattern, ignoresCase: flags == .caseInsensitive)
    let expression = WholeTextExpression(source, flags)
    self.expression = expression
    // ICU accepts every pattern that the automaton accepts.
    guard automaton == nil else { return }
    // The pattern must be valid by itself: `a)(b` would be valid only between the parentheses.
    guard (try? NSRegularExpression(pattern: source, options: flags)) != nil else {
      let shown = Value.string(pattern).short
      guard let mistake = PatternMistake(in: pattern) else {
        throw Trouble(
          "\(shown) is not a regular expression",
          hint: source == pattern ? nil : "[d] reads it as \(Value.string(source).short)")
      }
      throw Trouble(
        "the pattern \(shown) \(mistake.sentence)",
        hint: "a character that stands for itself needs \\\\ before it",
        part: mistake.range)
    }
    // A valid pattern stays valid in parentheses unless it leaves a comment or a quotation open.
    if pattern.utf8.contains(where: { "#Q".utf8.contains($0) }) { _ = try expression.compiled() }
  }

  /// Whether the whole text matches.
  func matches(_ text: String, _ steps: inout Steps) throws(Trouble) -> Bool {
    guard let expression else { return false }
    let length = text.utf8.count
    try steps.take(length + Self.stepsPerMatch + self.length * Self.stepsPerPatternByte)
    let readAgain = self.length + (canReadAgain ? length : 0)
    if canReadAgain { try Self.take(Self.stepsPerByteReadAgain, readAgain, &steps) }
    // Longer texts stay with ICU, so that expensive patterns fail as they always did.
    if length <= Self.keptTextLength, let isMatch = automaton?.matches(text) { return isMatch }
    let subject = foldsMarks ? text.folded(.diacriticInsensitive) : text
    let isKept = length <= Self.keptTextLength || self.length > Self.recompiledLength
    let kept = try expression.compiled()
    let compiled =
      isKept
      ? kept : (try? NSRegularExpression(pattern: kept.pattern, options: kept.options)) ?? kept
    var isMatch = false
    var trouble: Trouble?
    var counted = steps
    compiled.enumerateMatches(
      in: subject, options: [.reportProgress, .reportCompletion],
      range: NSRange(subject.startIndex..., in: subject)
    ) { result, flags, stop in
      if flags.contains(.internalError) {
        trouble = Trouble("the regular expression needs more memory than it may use")
      } else if result != nil {
        isMatch = true
        stop.pointee = true
      } else if flags.contains(.progress) {
        do throws(Trouble) {
          try counted.take(Self.stepsPerReport)
          try Self.take(Self.stepsPerByteReadAgain, readAgain, &counted)
        } catch {
          trouble = Self.takesTooLong
          stop.pointee = true
        }
      }
    }
    steps = counted
    if let trouble { throw trouble }
    return isMatch
  }

  private static var takesTooLong: Trouble {
    Trouble(
      "the regular expression takes too long on this text",
      hint: "avoid a repetition inside a repetition")
  }

  /// Counts the steps for bytes that may be read again.
  private static func take(
    _ each: Int, _ count: Int, _ steps: inout Steps
  ) throws(Trouble) {
    let (sum, overflow) = count.multipliedReportingOverflow(by: each)
    do throws(Trouble) {
      try steps.take(overflow ? .max : sum)
    } catch {
      throw takesTooLong
    }
  }
}

/// An expression that matches whole texts, compiled when it is first needed.
private final class WholeTextExpression: @unchecked Sendable {
  // Sendable: `known` is only read and written while the lock is held.

  private let source: String
  private let flags: NSRegularExpression.Options
  private let lock = NSLock()
  private var known: NSRegularExpression?

  init(_ source: String, _ flags: NSRegularExpression.Options) {
    self.source = source
    self.flags = flags
  }

  /// The compiled expression.
  ///
  /// - Throws: Trouble if ICU refuses the pattern in parentheses.
  func compiled() throws(Trouble) -> NSRegularExpression {
    if let known = lock.withLock({ known }) { return known }
    // If the pattern leaves a comment open, the line break of the second form closes the comment.
    // If the pattern leaves a quotation open, the `\E` of the third form closes the quotation.
    let wrapped = ["\\A(?:\(source))\\z", "\\A(?:\(source)\n)\\z", "\\A(?:\(source)\\E)\\z"]
    let first = wrapped.lazy.compactMap { [flags] in
      try? NSRegularExpression(pattern: $0, options: flags)
    }.first
    guard let first else {
      throw Trouble("\(Value.string(source).short) cannot be matched against a whole text")
    }
    // Compiled outside the lock. Two threads may both compile it, but neither waits.
    lock.withLock { known = first }
    return first
  }
}
