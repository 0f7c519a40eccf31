// Chooses the form of a message for a number: "1 file", "2 files". The rules are those of CLDR 47
// for the languages of `LanguageTable`. They read the digits as printed, because 1 and 1.0 may need
// different forms.

/// The plural category of a printed number.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
  case zero, one, two, few, many, other

  /// The category of a number in a language; languages without rules here use the English rules.
  init(_ printed: PrintedDigits, in language: LanguageData) {
    self = Self.category(of: PluralOperands(printed), rule: language.tag)
  }

  private static func category(of number: PluralOperands, rule tag: String) -> PluralCategory {
    // A region or a script has the rules of its language; only Portuguese differs by region.
    let rule = tag == "pt-PT" ? tag : String(tag.prefix { $0 != "-" })
    let (i, v, f) = (number.i, number.v, number.f)
    let isOne = i == 1 && v == 0
    let isMillions = i != 0 && i % 1_000_000 == 0 && v == 0
    switch rule {
    case "ja", "zh", "ko", "vi", "th", "id":
      return .other
    case "it", "pt-PT":
      return isOne ? .one : isMillions ? .many : .other
    case "es":
      return number.isWhole(1) ? .one : isMillions ? .many : .other
    case "fr", "pt":
      return i <= 1 ? .one : isMillions ? .many : .other
    case "bg", "el", "hu", "nb", "tr", "af":
      return number.isWhole(1) ? .one : .other
    case "hi", "bn", "fa", "am", "zu":
      return i == 0 || number.isWhole(1) ? .one : .other
    case "da":
      return number.isWhole(1) || (!number.isWhole && i <= 1) ? .one : .other
    case "he":
      if isOne || (i == 0 && v != 0) { return .one }
      return i == 2 && v == 0 ? .two : .other
    case "cs", "sk":
      if v != 0 { return .many }
      return i == 1 ? .one : (2...4).contains(i) ? .few : .other
    case "pl":
      if v != 0 { return .other }
      return i == 1 ? .one : isFew(i) ? .few : .many
    case "ru", "uk":
      if v != 0 { return .other }
      return endsWithOne(i) ? .one : isFew(i) ? .few : .many
    case "hr", "sr", "bs":
      if (v == 0 && endsWithOne(i)) || endsWithOne(f) { return .one }
      return (v == 0 && isFew(i)) || isFew(f) ? .few : .other
    case "sl":
      if v != 0 { return .few }
      return switch i % 100 {
      case 1: .one
      case 2: .two
      case 3, 4: .few
      default: .other
      }
    case "lt":
      if f != 0 { return .many }
      if (11...19).contains(i % 100) { return .other }
      return i % 10 == 1 ? .one : i % 10 >= 2 ? .few : .other
    case "lv":
      return latvian(number)
    case "ro":
      if isOne { return .one }
      return v != 0 || i == 0 || (1...19).contains(i % 100) ? .few : .other
    case "ar", "cy", "ga", "mt":
      return number.isWhole ? byWhole(i, rule: rule) : .other
    default:
      return isOne ? .one : .other
    }
  }

  /// Whether a number ends with 1 but not with 11.
  private static func endsWithOne(_ number: UInt64) -> Bool {
    number % 10 == 1 && number % 100 != 11
  }

  /// Whether a number ends with 2, 3 or 4 but not with 12, 13 or 14.
  private static func isFew(_ number: UInt64) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }

  private static func latvian(_ number: PluralOperands) -> PluralCategory {
    let (i, v, f) = (number.i, number.v, number.f)
    if number.isWhole && (i % 10 == 0 || (11...19).contains(i % 100)) { return .zero }
    if v == 2 && (11...19).contains(f % 100) { return .zero }
    if number.isWhole && endsWithOne(i) { return .one }
    return (v == 2 && endsWithOne(f)) || (v != 2 && f % 10 == 1) ? .one : .other
  }

  /// The category in languages whose rules for whole numbers ignore printed zeros after the point.
  private static func byWhole(_ n: UInt64, rule: String) -> PluralCategory {
    switch (rule, n) {
    case ("ar", 0), ("cy", 0): .zero
    case (_, 1): .one
    case (_, 2): .two
    case ("ar", _) where (3...10).contains(n % 100): .few
    case ("ar", _) where n % 100 >= 11: .many
    case ("cy", 3), ("ga", 3...6): .few
    case ("cy", 6), ("ga", 7...10): .many
    case ("mt", _) where n == 0 || (3...10).contains(n % 100): .few
    case ("mt", _) where (11...19).contains(n % 100): .many
    default: .other
    }
  }
}

/// The properties of a number that the plural rules of CLDR read.
///
/// The names are those of CLDR. The sign does not matter.
private struct PluralOperands {
  /// The whole part.
  ///
  /// A longer number is shortened to its last 18 digits with a 1 before them. That is enough,
  /// because rules read the last six digits and compare the number with values below 11.
  let i: UInt64
  /// The number of printed digits of the fraction.
  let v: Int
  /// The printed fraction as an integer, shortened like `i`.
  let f: UInt64

  init(_ printed: PrintedDigits) {
    i = Self.number(printed.whole)
    v = printed.fraction.count
    f = Self.number(printed.fraction)
  }

  /// Whether the fraction is zero or absent.
  var isWhole: Bool { f == 0 }

  func isWhole(_ number: UInt64) -> Bool { isWhole && i == number }

  private static func number(_ digits: [UInt8]) -> UInt64 {
    let digits = digits.drop { $0 == 0 }
    let isLong = digits.count > 18
    return digits.suffix(18).reduce(isLong ? 1 : 0) { $0 * 10 + UInt64($1) }
  }
}
