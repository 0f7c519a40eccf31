// What a regular expression counts as. ICU reports each 10 000 states that it has kept to come back
// to, the same number of times for the same pattern and text; what it does between two reports and
// before the first is counted here by what it may come to, so that no pattern is dear and unseen.

extension Pattern {
  /// The steps that a progress report counts as: ten for each state.
  static let stepsPerReport = 100_000
  /// The steps of a match, however short: to hand a text over costs that much.
  static let stepsPerMatch = 1_000
  /// The steps of a match for each byte of the pattern, which one state may compare as a whole.
  static let stepsPerPatternByte = 16
  /// The steps for each byte that may be read again at every state until the next report.
  static let stepsPerByteReadAgain = 128
  /// The steps of compiling a pattern that is no constant, for each of its bytes.
  static let stepsPerByteCompiled = 1_000

  /// Whether a pattern can read much of the text again while few states are kept: it looks around,
  /// gives up states as a whole, or compares with what a group has matched.
  ///
  /// Says yes of some that cannot, as of a sign in a class: they only count for more.
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

  /// Whether what follows `(?` looks around or is atomic, allows blanks within all other signs, or
  /// looks for the ends of words as Unicode has them, which are found by reading back.
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

/// The patterns of one evaluation: a constant one was compiled with its text; any other is when it
/// is first met, and kept until another one is.
struct PatternCache {
  /// The pattern of the comparison that asks, where it is a constant.
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
