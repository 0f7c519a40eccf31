// A habit of another language that does not parse here: what is recognised, and what is proposed.
// `Habit+Rows.swift` has the table of them, and `HabitPattern` says how patterns are written.

/// A construct of another language, with what to write in its place.
struct Habit: Sendable {
  private let pattern: HabitPattern
  private let written: String?
  private let note: String?
  private let allowsQuantifier: Bool
  /// Whether it is a habit among the arguments of a call too.
  private let allowsCall: Bool
  /// Whether the construct says what the text is wherever it stands.
  let isShape: Bool
  /// The functions that a text must be allowed to call; nil for any.
  let functions: FunctionSet?
  private let mistake: String?

  /// Makes a row.
  ///
  /// In `written`, `#1` stands for the first part in angle brackets. `note` follows the text in the
  /// hint, or is the whole hint if nothing is to be written.
  init(
    _ pattern: String, _ written: String?, _ note: String? = nil, message: String? = nil,
    allowsQuantifier: Bool = true, allowsCall: Bool = true, isShape: Bool = false,
    functions: FunctionSet? = nil
  ) {
    self.pattern = HabitPattern(pattern, words: Self.words)
    self.written = written
    self.note = note
    mistake = message
    self.allowsQuantifier = allowsQuantifier
    self.allowsCall = allowsCall
    self.isShape = isShape
    self.functions = functions
  }

  /// Whether a word alone is an operator of another language, such as NOTEMPTY.
  static func isOperator(_ word: String) -> Bool {
    ["<is-nil>", "<not-word>"].contains { words[$0]?.contains { $0.words == [word] } ?? false }
  }

  /// Whether a function with hyphens in its name is one of XPath.
  static func isXPath(_ name: String) -> Bool {
    let name = name.uppercased()
    return words["<xpath>"]?.contains { $0.words.joined() == name } ?? false
  }

  /// The hint for a text in XPath.
  static let xpath: Hint = "this looks like XPath: see \(page)"

  func find(in site: TokenSite, _ spellings: Set<String>) -> HabitPattern.Match? {
    guard !pattern.isHopeless(in: spellings),
      let match = pattern.match(
        in: site, allowsQuantifier: allowsQuantifier, isAnywhere: isShape),
      allowsCall || !site.isInCall(match.tokens.lowerBound)
    else {
      return nil
    }
    // A text is tried in its place. Words alone need the error itself.
    let isThere = match.tokens.upperBound > site.error || site.error >= site.tokens.count
    return written != nil || isShape || isThere ? match : nil
  }

  /// The text to put in the place of what was found; nil if the hint is words alone.
  func text(_ parts: [String]) -> String? { written.map { Self.filled($0, parts) } }

  /// What the hint says beside the text.
  func hint(_ parts: [String]) -> String? { note.map { Self.filled($0, parts) } }

  /// What is wrong; nil to leave the message as it is.
  func message(_ parts: [String]) -> String? { mistake.map { Self.filled($0, parts) } }

  private static func filled(_ template: String, _ parts: [String]) -> String {
    var pieces = template.split(separator: "#", omittingEmptySubsequences: false)[...]
    var text = String(pieces.removeFirst())
    for piece in pieces {
      let number = piece.first?.hexDigitValue ?? 0
      text += (parts.indices.contains(number - 1) ? parts[number - 1] : "") + piece.dropFirst()
    }
    return text
  }
}
