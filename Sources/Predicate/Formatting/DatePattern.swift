// Patterns for days and times, such as `d MMMM yyyy` or `HH:mm`, as UTS #35 defines them. A letter
// from A to Z must belong to a field; all other characters are printed unchanged. Two common
// mistakes get a hint: `YYYY` (the year of a week) and `D` (the day of the year).

/// A day of the calendar, ready to print.
///
/// The caller has checked that the day exists.
package struct DayParts: Sendable, Hashable {
  package var year: Int
  /// From 1 to 12.
  package var month: Int
  package var day: Int
  /// From 1 (Monday) to 7 (Sunday).
  package var weekday: Int

  package init(year: Int, month: Int, day: Int, weekday: Int) {
    (self.year, self.month, self.day, self.weekday) = (year, month, day, weekday)
  }
}

/// A time of day, ready to print.
package struct TimeParts: Sendable, Hashable {
  /// From 0 to 23.
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(hour: Int, minute: Int, second: Int = 0) {
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }
}

extension DayParts {
  /// Makes the parts of a day.
  package init(_ day: CivilDate) {
    self.init(year: day.year, month: day.month, day: day.day, weekday: day.weekday)
  }
}

extension TimeParts {
  /// Makes the time of day from what a clock shows, in seconds since some midnight.
  package init(_ reading: Double) {
    let second = CivilDate.floorDivide(Int(reading.rounded(.down)), 86_400).remainder
    self.init(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
  }
}

/// A pattern that prints a day, a time of day or both.
package struct DatePattern: Sendable, Hashable {
  /// The fields: each is a letter, repeated as often as its width says.
  enum Field: String, Sendable, CaseIterable {
    case y, yy, yyyy
    case M, MM, MMM, MMMM, LLL, LLLL
    case d, dd, EEE, EEEE
    case H, HH, h, hh, m, mm, s, ss, a

    /// Whether the field belongs to a time of day.
    var isOfTime: Bool {
      switch self {
      case .H, .HH, .h, .hh, .m, .mm, .s, .ss, .a: true
      default: false
      }
    }
  }

  enum Part: Sendable, Hashable {
    case text(String)
    case field(Field)
  }

  /// The pattern as it was written.
  package let text: String
  let parts: [Part]
  /// Whether the pattern has a field of a time of day.
  package let needsTime: Bool
  /// Whether the pattern has a field of a day.
  package let needsDay: Bool

  /// Parses a pattern.
  ///
  /// - Throws: `FormatError` with the place of the mistake.
  /// - Complexity: O(n). A pattern of more than 200 bytes is an error.
  package init(_ text: String) throws(FormatError) {
    let characters = try PatternText.characters(of: text)
    var parts: [Part] = []
    var literal = ""
    var index = 0
    while index < characters.count {
      let start = index
      let character = characters[index]
      index += 1
      guard character.isLetter else {
        if character.isSign("%"), index < characters.count, characters[index].isLetter {
          throw DatePatternMistakes.percent(in: text, at: character.range.lowerBound)
        }
        literal.unicodeScalars.append(character.scalar)
        continue
      }
      while index < characters.count, characters[index].isSign(character.scalar) { index += 1 }
      let name = String(repeating: Character(character.scalar), count: index - start)
      guard let field = Field(rawValue: name) else {
        let range = character.range.lowerBound..<characters[index - 1].range.upperBound
        let word =
          characters[..<start].reversed().prefix { $0.isLetter }.reversed()
          + characters[start...].prefix { $0.isLetter }
        throw DatePatternMistakes.unknown(
          name, of: String(String.UnicodeScalarView(word.map(\.scalar))), in: text, at: range)
      }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(.field(field))
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.init(text: text, parts: parts)
    guard needsDay || needsTime else {
      throw FormatError(
        "a pattern needs a field", at: 0..<text.utf8.count, in: text,
        hint: "write a pattern such as d MMM y or HH:mm")
    }
  }

  private init(text: String, parts: [Part]) {
    self.text = text
    self.parts = parts
    let fields = parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    needsTime = fields.contains { $0.isOfTime }
    needsDay = fields.contains { !$0.isOfTime }
  }

  /// Year, month and day: the substitute for a pattern of the language table that is invalid.
  static let plain = DatePattern(
    text: "",
    parts: [.field(.y), .text("-"), .field(.MM), .text("-"), .field(.dd)])

  /// Prints a day, a time or both; nil if the pattern needs one that is not given.
  func print(_ day: DayParts?, _ time: TimeParts?, in language: LanguageData) -> String? {
    guard day != nil || !needsDay, time != nil || !needsTime else { return nil }
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field):
        day.flatMap { Self.print(field, of: $0, in: language) }
          ?? time.flatMap { Self.print(field, of: $0, in: language) } ?? ""
      }
    }
    .joined()
  }

  private static func print(
    _ field: Field, of day: DayParts, in language: LanguageData
  ) -> String? {
    switch field {
    case .y: language.digits(day.year, width: 1)
    case .yy: language.digits(day.year % 100, width: 2)
    case .yyyy: language.digits(day.year, width: 4)
    case .M: language.digits(day.month, width: 1)
    case .MM: language.digits(day.month, width: 2)
    case .MMM: language.name(day.month, of: \.abbreviatedMonths)
    case .MMMM: language.name(day.month, of: \.months)
    case .LLL: language.name(day.month, of: \.abbreviatedMonthsAlone)
    case .LLLL: language.name(day.month, of: \.monthsAlone)
    case .d: language.digits(day.day, width: 1)
    case .dd: language.digits(day.day, width: 2)
    case .EEE: language.name(day.weekday, of: \.abbreviatedWeekdays)
    case .EEEE: language.name(day.weekday, of: \.weekdays)
    default: nil
    }
  }

  private static func print(
    _ field: Field, of time: TimeParts, in language: LanguageData
  ) -> String? {
    // On a 12-hour clock, midnight and noon are 12.
    let half = time.hour % 12 == 0 ? 12 : time.hour % 12
    return switch field {
    case .H: language.digits(time.hour, width: 1)
    case .HH: language.digits(time.hour, width: 2)
    case .h: language.digits(half, width: 1)
    case .hh: language.digits(half, width: 2)
    case .m: language.digits(time.minute, width: 1)
    case .mm: language.digits(time.minute, width: 2)
    case .s: language.digits(time.second, width: 1)
    case .ss: language.digits(time.second, width: 2)
    case .a: time.hour < 12 ? language.am : language.pm
    default: nil
    }
  }
}
