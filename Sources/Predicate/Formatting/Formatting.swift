// Values as people read them in a language: numbers, days, times. The only door of this folder for
// values; patterns and languages are read once by whoever asks. Nothing here reads a clock, a time
// zone or the settings of the machine.

package import Foundation

/// Prints values in a language, by a pattern or as the language does.
package enum Formatting {
  /// Prints a number; without a pattern all of its digits, in groups.
  ///
  /// - Returns: Nil if the value is not a number.
  package static func number(
    _ value: Value, pattern: NumberPattern? = nil, in language: LanguageData
  ) -> String? {
    guard let digits = digits(of: value) else { return notFinite(value, pattern, language) }
    let printed = pattern?.printed(digits) ?? PrintedDigits(digits)
    let groups = pattern.map(\.digits.groups) ?? language.groups
    let text = text(of: printed, groups, in: language)
    return wrapped(text, isNegative: printed.isNegative, pattern, language)
  }

  /// The plural category of a number as the function above prints it.
  ///
  /// - Returns: Nil if the value is not a number; `other` for NaN and infinity.
  package static func plural(
    of value: Value, pattern: NumberPattern? = nil, in language: LanguageData
  ) -> PluralCategory? {
    guard let digits = digits(of: value) else {
      if case .double = value { return .other }
      return nil
    }
    return PluralCategory(pattern?.printed(digits) ?? PrintedDigits(digits), in: language)
  }

  /// Prints a day; without a pattern in the medium style of the language: `May 1, 2024`.
  ///
  /// - Returns: Nil if the pattern needs a time of day.
  package static func day(
    _ day: DayParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String? {
    (pattern ?? language.date).print(day, nil, in: language)
  }

  /// Prints a time of day; without a pattern in the short style of the language: `15:04`.
  ///
  /// - Returns: Nil if the pattern needs a day.
  package static func time(
    _ time: TimeParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String? {
    (pattern ?? language.time).print(nil, time, in: language)
  }

  /// Prints an instant, given as the day and the time that a clock shows then; without a pattern
  /// both in their styles, joined as the language joins them.
  package static func instant(
    _ day: DayParts, _ time: TimeParts, pattern: DatePattern? = nil, in language: LanguageData
  ) -> String {
    (pattern ?? language.dateAndTime).print(day, time, in: language) ?? ""
  }
}

// MARK: - Any value

extension Formatting {
  /// Prints a value as people see it; nil prints nothing.
  ///
  /// - Parameters:
  ///   - value: The value; of a list each member is printed.
  ///   - kind: What dates are: points in time, days or times of day.
  ///   - language: The language.
  ///   - zone: The time zone of points in time.
  /// - Returns: The text.
  package static func text(
    of value: Value, as kind: DateKind = .instant, in language: LanguageData, zone: TimeZone
  ) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let isOn): isOn ? "yes" : "no"
    case .int, .double: number(value, in: language) ?? ""
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
      // A list in a list is not for people, and may be as deep as values can be.
      (value.members ?? []).map { member in
        member.members != nil
          ? member.description : text(of: member, as: kind, in: language, zone: zone)
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

  /// Digits in groups, with the signs of a language.
  private static func text(
    of printed: PrintedDigits, _ groups: DigitGroups?, in language: LanguageData
  ) -> String {
    var text = ""
    let count = printed.whole.count
    let groups = groups.flatMap { count >= $0.last + language.minimumGrouping ? $0 : nil }
    for (index, digit) in printed.whole.enumerated() {
      // How many digits stand before the last group, this one included.
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
