// A pattern for numbers, such as `#,##0.00`, as UTS #35 defines patterns: 0 # , . ; % and text
// around them. A pattern cannot ask for exponents, significant digits, padding, currencies or
// rounding to steps. Rounding is half away from zero; ICU rounds half to even.

/// How a number is printed.
package struct NumberPattern: Sendable, Hashable {
  /// What stands before or behind the digits.
  enum Affix: Sendable, Hashable {
    case text(String)
    case minus, plus, percent
  }

  /// The digits of a pattern: `#,##0.00`.
  struct Digits: Sendable, Hashable {
    var minimumWhole = 0
    var minimumFraction = 0
    var maximumFraction = 0
    /// The size of the last group, and of those before it; nil if digits are not grouped.
    var groups: DigitGroups?
  }

  /// The pattern as it was written.
  package let text: String
  let prefix: [Affix]
  let digits: Digits
  let suffix: [Affix]
  /// What stands around a negative number; nil if a minus stands before the prefix.
  let negative: Around?
  let isPercent: Bool

  /// What stands around a number.
  struct Around: Sendable, Hashable {
    var prefix: [Affix] = []
    var suffix: [Affix] = []

    var hasPercent: Bool { prefix.contains(.percent) || suffix.contains(.percent) }
  }

  /// Reads a pattern.
  ///
  /// - Throws: What is wrong with the text, and where.
  /// - Complexity: O(n); a text of more than 200 bytes is an error.
  package init(_ text: String) throws(FormatError) {
    var reader = NumberPatternReader(text: text, characters: try PatternText.characters(of: text))
    let (around, digits) = try reader.part()
    var negative: Around?
    if reader.takeSemicolon() {
      // Only what stands around the digits counts; the digits must be right all the same.
      let (other, _) = try reader.part()
      guard other.hasPercent == around.hasPercent else {
        throw FormatError(
          "'%' stands on one side of ';' only", at: 0..<text.utf8.count, in: text,
          hint: "write '%' in both parts")
      }
      negative = other
    }
    try reader.expectEnd()
    self.text = text
    (prefix, suffix) = (around.prefix, around.suffix)
    self.digits = digits
    self.negative = negative
    isPercent = around.hasPercent
  }

  /// The digits that a number shows.
  func printed(_ number: DecimalDigits) -> PrintedDigits {
    let rounded = number.shifted(by: isPercent ? 2 : 0).rounded(toPlaces: digits.maximumFraction)
    var printed = PrintedDigits(
      rounded, minimumWhole: digits.minimumWhole, minimumFraction: digits.minimumFraction)
    // `#` prints no zero, unless there would be no digit at all.
    if printed.whole.isEmpty && printed.fraction.isEmpty { printed.whole = [0] }
    return printed
  }

  /// Puts what stands around a number around its digits.
  func wrapped(_ digits: String, isNegative: Bool, in language: LanguageData) -> String {
    func print(_ affixes: [Affix]) -> String {
      affixes.map { affix in
        switch affix {
        case .text(let text): text
        case .minus: language.minus
        case .plus: language.plus
        case .percent: language.percent
        }
      }
      .joined()
    }
    guard isNegative else { return print(prefix) + digits + print(suffix) }
    guard let negative else { return language.minus + print(prefix) + digits + print(suffix) }
    return print(negative.prefix) + digits + print(negative.suffix)
  }
}

/// How many digits stand in a group.
struct DigitGroups: Sendable, Hashable {
  /// The group before the decimal point.
  var last = 3
  /// Every group before that.
  var others = 3
}

/// Reads the parts of a pattern for numbers.
private struct NumberPatternReader {
  let text: String
  let characters: [PatternCharacter]
  private var position = 0

  init(text: String, characters: [PatternCharacter]) {
    self.text = text
    self.characters = characters
  }

  private var next: PatternCharacter? {
    position < characters.count ? characters[position] : nil
  }

  mutating func takeSemicolon() -> Bool {
    guard let next, next.isSign(";") else { return false }
    position += 1
    return true
  }

  func expectEnd() throws(FormatError) {
    guard let next else { return }
    throw FormatError(
      "a pattern has two parts at most: for positive and for negative numbers", at: next.range,
      in: text, hint: "to print a semicolon, write ';' in quotes")
  }

  /// A part before or behind `;`: text, digits, text.
  mutating func part() throws(FormatError) -> (NumberPattern.Around, NumberPattern.Digits) {
    let prefix = try affixes()
    let digits = try digits()
    let suffix = try affixes()
    if let next, !next.isSign(";") {
      throw FormatError(
        "the digits of a pattern stand in one place", at: next.range, in: text,
        hint: "to print '\(next.scalar)', write it in quotes")
    }
    let around = NumberPattern.Around(prefix: prefix, suffix: suffix)
    let signs = (prefix + suffix).count { $0 == .percent }
    guard signs <= 1 else { throw wrong("'%' may stand once in a part") }
    return (around, digits)
  }

  private func wrong(_ message: String, hint: String? = nil) -> FormatError {
    FormatError(message, at: 0..<text.utf8.count, in: text, hint: hint)
  }

  private static func isOfDigits(_ character: PatternCharacter) -> Bool {
    ["0", "#", ",", "."].contains { character.isSign($0) }
  }

  /// What stands before or behind the digits, up to the digits, a semicolon or the end.
  private mutating func affixes() throws(FormatError) -> [NumberPattern.Affix] {
    var affixes: [NumberPattern.Affix] = []
    var literal = ""
    func finished() -> [NumberPattern.Affix] {
      literal.isEmpty ? affixes : affixes + [.text(literal)]
    }
    while let next, !next.isSign(";"), !Self.isOfDigits(next) {
      position += 1
      let sign: NumberPattern.Affix
      switch next.scalar {
      case "-" where !next.isQuoted: sign = .minus
      case "+" where !next.isQuoted: sign = .plus
      case "%" where !next.isQuoted: sign = .percent
      default:
        try check(next)
        literal.unicodeScalars.append(next.scalar)
        continue
      }
      affixes = finished() + [sign]
      literal = ""
    }
    return finished()
  }

  /// Refuses what other implementations give a meaning that this one does not have.
  private func check(_ character: PatternCharacter) throws(FormatError) {
    guard !character.isQuoted else { return }
    let meaning: String
    switch character.scalar {
    case "E": meaning = "exponents"
    case "@": meaning = "significant digits"
    case "*": meaning = "padding"
    case "¤": meaning = "the currency of a region"
    case "‰": meaning = "per mille"
    case "1"..."9": meaning = "rounding to steps"
    default: return
    }
    let hint =
      character.scalar == "¤"
      ? "write the currency itself: #,##0.00 €"
      : "to print '\(character.scalar)', write it in quotes"
    throw FormatError(
      "a pattern cannot ask for \(meaning) ('\(character.scalar)')", at: character.range, in: text,
      hint: hint)
  }

  /// `#,##0.00`: any `#`, then any `0`, with commas between them; a fraction the other way round.
  private mutating func digits() throws(FormatError) -> NumberPattern.Digits {
    var digits = NumberPattern.Digits()
    let start = position
    // How many digits stand behind each comma, and before the next.
    var groups: [Int] = []
    var count = 0
    var isFraction = false
    var hasOptional = false
    func refused(_ character: PatternCharacter, _ message: String, _ hint: String) -> FormatError {
      FormatError(message, at: character.range, in: text, hint: hint)
    }
    while let next, Self.isOfDigits(next) {
      position += 1
      switch next.scalar {
      case "#" where isFraction:
        hasOptional = true
        digits.maximumFraction += 1
      case "#":
        guard digits.minimumWhole == 0 else {
          throw refused(next, "'#' stands before '0'", "write #,##0 or 0.0#")
        }
        count += 1
      case "0" where isFraction:
        guard !hasOptional else {
          throw refused(next, "'0' stands before '#' in a fraction", "write 0.0#")
        }
        digits.minimumFraction += 1
        digits.maximumFraction += 1
      case "0":
        digits.minimumWhole += 1
        count += 1
      case ",":
        guard !isFraction, count > 0 else {
          throw refused(next, "',' stands between digits before the '.'", "write #,##0.00")
        }
        groups.append(count)
        count = 0
      default:
        guard !isFraction else { throw refused(next, "a pattern has one '.'", "write #,##0.00") }
        isFraction = true
      }
    }
    let range = Self.range(of: characters[start..<position], at: next, in: text)
    if position == start {
      throw FormatError(
        "a pattern needs a digit", at: range, in: text, hint: "write 0 where the number stands")
    }
    // The digits before the first comma are no group.
    if !groups.isEmpty {
      guard count > 0 else {
        throw FormatError(
          "no digit stands behind the ','", at: range, in: text, hint: "write #,##0")
      }
      digits.groups = DigitGroups(
        last: count, others: groups.count > 1 ? groups.last ?? count : count)
    }
    if isFraction && digits.maximumFraction == 0 {
      throw FormatError(
        "no digit stands behind the '.'", at: range, in: text,
        hint: "write 0.0, or '.' in quotes to print it")
    }
    return digits
  }

  private static func range(
    of characters: ArraySlice<PatternCharacter>, at next: PatternCharacter?, in text: String
  ) -> Range<Int> {
    guard let first = characters.first, let last = characters.last else {
      let end = next?.range.lowerBound ?? text.utf8.count
      return end..<end
    }
    return first.range.lowerBound..<last.range.upperBound
  }
}
