// Patterns for numbers, such as `#,##0.00`, as UTS #35 defines them: `0 # , . ; %` and text around
// the digits. Exponents, significant digits, padding, currencies and rounding to steps are not
// supported. A half is rounded away from zero, while ICU rounds it to even.

/// A pattern that prints a number.
package struct NumberPattern: Sendable, Hashable {
  /// A part of the text before or after the digits.
  enum Affix: Sendable, Hashable {
    case text(String)
    case minus, plus, percent
  }

  /// The digits of a pattern, such as `#,##0.00`.
  struct Digits: Sendable, Hashable {
    var minimumWhole = 0
    var minimumFraction = 0
    var maximumFraction = 0
    /// The sizes of the groups; nil if digits are not grouped.
    var groups: DigitGroups?
  }

  /// The pattern as it was written.
  package let text: String
  let prefix: [Affix]
  let digits: Digits
  let suffix: [Affix]
  /// The text around a negative number; nil if a negative number only gets a minus before the
  /// prefix.
  let negative: Around?
  let isPercent: Bool

  /// The text before and after a number.
  struct Around: Sendable, Hashable {
    var prefix: [Affix] = []
    var suffix: [Affix] = []

    var hasPercent: Bool { prefix.contains(.percent) || suffix.contains(.percent) }
  }

  /// Parses a pattern.
  ///
  /// - Throws: `FormatError` with the place of the mistake.
  /// - Complexity: O(n). A pattern of more than 200 bytes is an error.
  package init(_ text: String) throws(FormatError) {
    var reader = NumberPatternReader(text: text, characters: try PatternText.characters(of: text))
    let (around, digits) = try reader.part()
    var negative: Around?
    if reader.takeSemicolon() {
      // UTS #35 ignores the digits of the negative part. They must still be valid.
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

  /// Rounds a number and pads it with zeros as the pattern says.
  func printed(_ number: DecimalDigits) -> PrintedDigits {
    let rounded = number.shifted(by: isPercent ? 2 : 0).rounded(toPlaces: digits.maximumFraction)
    var printed = PrintedDigits(
      rounded, minimumWhole: digits.minimumWhole, minimumFraction: digits.minimumFraction)
    // `#` prints no zero, but a number must have at least one digit.
    if printed.whole.isEmpty && printed.fraction.isEmpty { printed.whole = [0] }
    return printed
  }

  /// Adds the text before and after the digits.
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

/// The sizes of the groups of digits.
struct DigitGroups: Sendable, Hashable {
  /// The size of the group before the decimal point.
  var last = 3
  /// The size of all other groups.
  var others = 3
}

/// Parses a pattern for numbers.
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

  /// Parses one part, before or after `;`: text, digits, text.
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

  /// Parses text up to the digits, a semicolon or the end.
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

  /// Rejects a character that has a meaning in other implementations but not here.
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
      : quotedPattern(around: character.range).map { "write \($0)" }
        ?? "to print '\(character.scalar)', write it in quotes"
    throw FormatError(
      "a pattern cannot ask for \(meaning) ('\(character.scalar)')", at: character.range, in: text,
      hint: hint)
  }

  /// The whole pattern, in double quotes, with the letters around a place in quotes of their own.
  private func quotedPattern(around range: Range<Int>) -> String? {
    let bytes = Array(text.utf8)
    func isLetter(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (bytes[index] >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index] | 0x20
          || bytes[index] == UInt8(ascii: ".") && index > range.upperBound)
    }
    guard !bytes.contains(UInt8(ascii: "'")), !bytes.contains(UInt8(ascii: "\"")),
      bytes.count <= 60, isLetter(range.lowerBound)
    else { return nil }
    var (start, end) = (range.lowerBound, range.upperBound)
    while isLetter(start - 1) { start -= 1 }
    while isLetter(end) { end += 1 }
    guard end - start > range.count else { return nil }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    return "\"\(String(decoding: bytes[..<start], as: UTF8.self))'\(word)'"
      + "\(String(decoding: bytes[end...], as: UTF8.self))\""
  }

  /// Parses the digits, such as `#,##0.00`.
  ///
  /// Before the decimal point, `#` comes before `0`, with commas between them. After it, `0` comes
  /// before `#`.
  private mutating func digits() throws(FormatError) -> NumberPattern.Digits {
    var digits = NumberPattern.Digits()
    let start = position
    // The number of digits before the first comma, and after each comma but the last. `count` has
    // those after the last comma.
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
    // The digits before the first comma do not form a group.
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
