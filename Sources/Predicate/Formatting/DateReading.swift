// Reads days and times as people write them in a language: the other direction of printing. A text
// is read by the pattern that prints, so `1.5.2024` is a day in German. It is none in English,
// where one person means the first of May and another the fifth of January.

package import Foundation

/// Reads a date that somebody has typed.
private struct DateReading {
  private let language: LanguageData
  private var rest: Substring.UnicodeScalarView
  private var numbers: [Character: Int] = [:]

  init(_ text: String, _ language: LanguageData) {
    self.language = language
    rest = Self.comparable(text)[...].unicodeScalars
  }

  /// Takes what a pattern prints; nil if the text is something else.
  ///
  /// The result has the numbers by the letter of their field: the hour as `H`, on a clock of 24.
  mutating func numbers(by pattern: DatePattern) -> [Character: Int]? {
    for (index, part) in pattern.parts.enumerated() {
      switch part {
      case .text(let text):
        // What only ends a date, as the letter for "year" does, may be left out.
        if index == pattern.parts.count - 1, isAtEnd { break }
        guard take(Self.comparable(text)) || Self.isComma(text) else { return nil }
      case .field(let field): guard take(field) else { return nil }
      }
    }
    guard isAtEnd else { return nil }
    guard let half = numbers["h"] else { return numbers }
    guard let afternoon = numbers["a"], (1...12).contains(half) else { return nil }
    numbers["H"] = half % 12 + 12 * afternoon
    return numbers
  }

  private mutating func take(_ field: DatePattern.Field) -> Bool {
    let number: Int? =
      switch field {
      // A year of two digits may be one of several.
      case .y, .yyyy: digits(4...4)
      case .M, .MM, .d, .dd, .H, .HH, .h, .hh: digits(1...2)
      case .m, .mm, .s, .ss: digits(2...2)
      case .MMM, .MMMM, .LLL, .LLLL: month()
      case .a: take(Self.comparable(language.am)) ? 0 : take(Self.comparable(language.pm)) ? 1 : nil
      case .yy, .EEE, .EEEE: nil
      }
    guard let number, let letter = field.rawValue.first else { return false }
    numbers[letter == "L" ? "M" : letter] = number
    return true
  }

  /// Takes the name of a month, long or short; returns its number.
  private mutating func month() -> Int? {
    let names = [
      language.months, language.monthsAlone, language.abbreviatedMonths,
      language.abbreviatedMonthsAlone,
    ]
    let numbered = names.flatMap { names in
      names.enumerated().map { number, name in
        // The dot of an abbreviation may be left out.
        (number: number + 1, name: Self.comparable(name.hasSuffix(".") ? name.dropLast() : name))
      }
    }
    // The name of one month may begin with that of another.
    for (number, name) in numbered.sorted(by: { $0.name.utf8.count > $1.name.utf8.count })
    where !name.isEmpty && take(name) {
      _ = take(".")
      return number
    }
    return nil
  }

  /// Takes a number of so many digits.
  private mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
    skipBlanks()
    var (number, count) = (0, 0)
    while let first = rest.first, let digit = first.digit {
      count += 1
      guard count <= counts.upperBound else { return nil }
      number = 10 * number + digit
      rest.removeFirst()
    }
    return count < counts.lowerBound ? nil : number
  }

  /// Takes a text, whatever blanks stand in it and around it; false if another one stands there.
  private mutating func take(_ text: String) -> Bool {
    let start = rest
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      skipBlanks()
      guard rest.first == scalar else {
        rest = start
        return false
      }
      rest.removeFirst()
    }
    return true
  }

  private var isAtEnd: Bool {
    rest.allSatisfy { $0.properties.isWhitespace }
  }

  private mutating func skipBlanks() {
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
  }

  /// Whether a text is a comma and blanks: in front of a year or a time people leave it out.
  private static func isComma(_ text: String) -> Bool {
    let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.isDirectionMark }
    return signs.count == 1 && signs.allSatisfy { $0 == "," || $0 == "\u{60C}" }
  }

  /// A text without capitals and marks of direction, with its accents behind their letters.
  private static func comparable(_ text: some StringProtocol) -> String {
    let scalars = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { !$0.isDirectionMark }))
  }
}

extension Formatting {
  /// The date that a text stands for in a language.
  ///
  /// - Parameters:
  ///   - text: What is typed: what `text(of:as:in:zone:)` prints, in letters of any case, with any
  ///     blanks, with or without commas and zeros in front, with long or short names of months.
  ///   - kind: What the date stands for.
  ///   - language: The language.
  ///   - zone: The time zone of points in time.
  /// - Returns: The date; nil if the text is none in this language.
  /// - Complexity: O(n) in the length of the text.
  package static func value(
    ofDate text: String, as kind: DateKind, in language: LanguageData, zone: TimeZone
  ) -> Date? {
    var reading = DateReading(text, language)
    let pattern =
      switch kind {
      case .day: language.date
      case .time: language.time
      case .instant: language.dateAndTime
      }
    guard let numbers = reading.numbers(by: pattern) else { return nil }
    var seconds = 0.0
    if pattern.needsDay {
      guard let year = numbers["y"], let month = numbers["M"], let number = numbers["d"],
        let day = CivilDate(year: year, month: month, day: number)
      else { return nil }
      seconds = Double(day.dayNumber) * 86_400
    }
    if pattern.needsTime {
      guard let hour = numbers["H"], let minute = numbers["m"], hour < 24, minute < 60 else {
        return nil
      }
      seconds += Double(hour * 3600 + minute * 60)
    }
    switch kind {
    case .day: return Date(timeIntervalSinceReferenceDate: seconds)
    case .time: return Date(timeOfDay: seconds)
    case .instant:
      let instant = LocalClock(zone).instant(of: seconds)
      return DateText.isInRange(instant) ? instant : nil
    }
  }
}
