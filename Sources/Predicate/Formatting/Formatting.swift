// Prints numbers, days, times and other values as people write them in a language. The rest of
// Predicate prints through these functions; the caller parses patterns and looks up the language
// once. Nothing here reads a clock, a time zone or the settings of the machine.

package import Foundation

/// Prints values in a language, by a pattern or in the style of the language.
package enum Formatting {
  /// Prints a number.
  ///
  /// Without a pattern, all digits of the number are printed, in groups if `isGrouped` says so. A
  /// year, a postcode or the number of an order must not be grouped, so numbers in texts are not.
  ///
  /// - Returns: The text; nil if the value is not a number.
  package static func number(
    _ value: Value, pattern: NumberPattern? = nil, isGrouped: Bool = false,
    in language: LanguageData
  ) -> String? {
    if pattern == nil, !isGrouped, let text = plain(value, language) { return text }
    guard let digits = digits(of: value) else { return notFinite(value, pattern, language) }
    let printed = pattern?.printed(digits) ?? PrintedDigits(digits)
    let groups = pattern.map(\.digits.groups) ?? (isGrouped ? language.groups : nil)
    let text = text(of: printed, groups, in: language)
    return wrapped(text, isNegative: printed.isNegative, pattern, language)
  }

  /// The plural category of a number as `number(_:pattern:isGrouped:in:)` prints it.
  ///
  /// - Returns: The category; `other` for NaN and infinity; nil if the value is not a number.
  package static func plural(
    of value: Value, pattern: NumberPattern? = nil, in language: LanguageData
  ) -> PluralCategory? {
    guard let digits = digits(of: value) else {
      if case .double = value { return .other }
      return nil
    }
    return PluralCategory(pattern?.printed(digits) ?? PrintedDigits(digits), in: language)
  }

  /// Prints a day.
  ///
  /// Without a pattern, it is printed in the medium style of the language: `May 1, 2024`.
  ///
  /// - Returns: The text; nil if the pattern needs a time of day.
  package static func day(
    _ day: DayParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String? {
    (pattern ?? language.date).print(day, nil, in: language)
  }

  /// Prints a time of day.
  ///
  /// Without a pattern, it is printed in the short style of the language: `15:04`.
  ///
  /// - Returns: The text; nil if the pattern needs a day.
  package static func time(
    _ time: TimeParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String? {
    (pattern ?? language.time).print(nil, time, in: language)
  }

  /// Prints an instant, given as the day and the time that a clock shows.
  ///
  /// Without a pattern, the day and the time are printed in their default styles and joined as the
  /// language joins them.
  package static func instant(
    _ day: DayParts, _ time: TimeParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String {
    (pattern ?? language.dateAndTime).print(day, time, in: language) ?? ""
  }
}

// MARK: - Any value

/// The words for true and false.
///
/// The data of languages has none, so the embedder gives them.
package final class TruthWords: Sendable {
  package let yes: String
  package let no: String

  package static let english = TruthWords(yes: "yes", no: "no")

  package init(yes: String, no: String) {
    self.yes = yes
    self.no = no
  }
}

extension Formatting {
  /// Prints any value for people; nil becomes an empty text.
  ///
  /// - Parameters:
  ///   - value: The value. The members of a list or a set are printed one after another.
  ///   - kind: Whether dates stand for points in time, whole days or times of day.
  ///   - isGrouped: Whether the digits of numbers are printed in groups.
  ///   - language: The language to print in.
  ///   - zone: The time zone for points in time.
  ///   - truth: The words for true and false.
  /// - Returns: The text.
  package static func text(
    of value: Value, as kind: DateKind = .instant, isGrouped: Bool = false,
    in language: LanguageData, zone: TimeZone, truth: TruthWords = .english
  ) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let isOn): isOn ? truth.yes : truth.no
    case .int, .double: number(value, isGrouped: isGrouped, in: language) ?? ""
    case .date(let date) where !DateText.isInRange(date): value.description
    case .date(let date):
      switch kind {
      case .day: day(DayParts(CivilDate(dayNumber: date.dayNumberInUTC)), in: language) ?? ""
      case .time: time(TimeParts(date.timeIntervalSinceReferenceDate), in: language) ?? ""
      case .instant:
        instant(
          DayParts(CivilDate(dayNumber: LocalClock(zone).dayNumber(at: date))),
          TimeParts(LocalClock(zone).reading(at: date)), in: language)
      }
    case .array, .set:
      // Nested lists are not meant for people. They are printed as in messages.
      (value.members ?? []).map { member in
        member.members != nil
          ? member.description
          : text(
            of: member, as: kind, isGrouped: isGrouped, in: language, zone: zone, truth: truth)
      }.joined(separator: ", ")
    case .data, .dictionary: value.description
    }
  }
}

extension Formatting {
  private static func digits(of value: Value) -> DecimalDigits? {
    switch value {
    case .int(let number): DecimalDigits(number)
    case .double(let number): DecimalDigits(number)
    default: nil
    }
  }

  /// A number without a pattern and without groups, straight from the text that Swift gives it.
  ///
  /// It saves four arrays of digits for each number, and so most of the time to print a list of
  /// thousands of numbers.
  ///
  /// - Returns: The text; nil if its digits need more than that.
  private static func plain(_ value: Value, _ language: LanguageData) -> String? {
    guard language.hasASCIIDigits else { return nil }
    switch value {
    case .int(let number):
      let digits = String(number.magnitude)
      return number < 0 ? language.minus + digits : digits
    case .double(let number):
      // Beyond 2⁵³, the shortest digits that identify a double are not those of its exact value.
      if number.magnitude <= 0x1p53, let whole = Int64(exactly: number) {
        return plain(.int(whole), language)
      }
      let text = number.magnitude.description
      guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")),
        !text.utf8.contains(UInt8(ascii: "e"))
      else { return nil }
      let fraction = text[text.utf8.index(after: point)...]
      return fraction == "0"
        ? nil : (number < 0 ? language.minus : "") + text[..<point] + language.decimal + fraction
    default: return nil
    }
  }

  private static func notFinite(
    _ value: Value, _ pattern: NumberPattern?, _ language: LanguageData
  ) -> String? {
    guard case .double(let number) = value else { return nil }
    if number.isNaN { return "NaN" }
    return wrapped("∞", isNegative: number < 0, pattern, language)
  }

  private static func wrapped(
    _ text: String, isNegative: Bool, _ pattern: NumberPattern?, _ language: LanguageData
  ) -> String {
    pattern?.wrapped(text, isNegative: isNegative, in: language)
      ?? (isNegative ? language.minus : "") + text
  }

  /// The digits in groups, with the digits and separators of the language.
  private static func text(
    of printed: PrintedDigits, _ groups: DigitGroups?, in language: LanguageData
  ) -> String {
    var text = ""
    let count = printed.whole.count
    let groups = groups.flatMap { count >= $0.last + language.minimumGrouping ? $0 : nil }
    for (index, digit) in printed.whole.enumerated() {
      // The number of digits from this one up to the last group.
      let before = count - index - (groups?.last ?? count)
      if let groups, index > 0, before >= 0, before % groups.others == 0 { text += language.group }
      text.unicodeScalars.append(language.digit(digit))
    }
    if !printed.fraction.isEmpty {
      text += language.decimal
      text.unicodeScalars += printed.fraction.lazy.map(language.digit)
    }
    return text
  }
}
