// The cost of a regular expression in steps. ICU reports progress each time it has saved 10 000
// backtracking states, and the number of reports is always the same for the same pattern and text.
// The work before the first report and between two reports is estimated here by its maximum, so no
// expensive pattern escapes the limit.

extension Pattern {
  /// The steps for one progress report: ten for each state.
  static let stepsPerReport = 100_000
  /// The steps for any match, however short: passing a text to ICU costs about this much.
  static let stepsPerMatch = 1_000
  /// The steps of a match for each byte of the pattern.
  ///
  /// One state may compare the whole pattern.
  static let stepsPerPatternByte = 16
  /// The steps for each byte that every state may read again before the next report.
  static let stepsPerByteReadAgain = 128
  /// The steps for compiling a pattern that is not constant, for each byte of it.
  static let stepsPerByteCompiled = 1_000

  /// Whether a pattern can read much of the text again while it saves few states.
  ///
  /// This is possible with look-around, atomic groups, possessive quantifiers and back references.
  /// The answer may be true for a pattern that cannot, such as one with such a sign in a class.
  /// That pattern then only costs more steps.
  static func canReadAgain(_ pattern: String) -> Bool {
    let bytes = Array(pattern.utf8)
    for index in bytes.indices.dropLast() {
      let next = bytes[index + 1]
      switch bytes[index] {
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "}"):
        if next == UInt8(ascii: "+") { return true }
      case UInt8(ascii: "\\"):
        if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(next) || "kX".utf8.contains(next) {
          return true
        }
      case UInt8(ascii: "("):
        if next == UInt8(ascii: "?"), groupCanReadAgain(bytes[(index + 2)...]) { return true }
      default: break
      }
    }
    return false
  }

  /// Whether the text after `(?` starts a group that can read the text again.
  ///
  /// This is true for look-around and atomic groups, for the flag `x`, which allows blanks between
  /// the signs, and for the flag `w`, which finds word boundaries by reading backwards.
  private static func groupCanReadAgain(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return false }
    if "=!>".utf8.contains(first) { return true }
    if first == UInt8(ascii: "<"), let second = rest.dropFirst().first {
      return "=!".utf8.contains(second)
    }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return rest.prefix { letters.contains($0) || $0 == UInt8(ascii: "-") }
      .contains { "xw".utf8.contains($0) }
  }
}

/// The patterns of one evaluation.
///
/// A constant pattern was compiled with its text. Any other pattern is compiled when it is first
/// used, and kept until another one is used.
struct PatternCache {
  /// The pattern of the current comparison, if it is constant.
  var constant: Pattern?
  private var last: (source: String, options: ComparisonOptions, pattern: Pattern)?

  /// The pattern of a MATCHES.
  mutating func pattern(
    _ source: String, _ options: ComparisonOptions, _ steps: inout Steps
  ) throws(Trouble) -> Pattern {
    if let constant { return constant }
    if let last, last.options == options, isExactly(last.source, source) { return last.pattern }
    try steps.take(
      min(source.utf8.count, Pattern.maximumLength) * Pattern.stepsPerByteCompiled)
    let pattern = try Pattern(source, options)
    last = (source, options, pattern)
    return pattern
  }
}
