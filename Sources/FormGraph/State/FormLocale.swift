// The language and the time zone of the people who use a form. Values are printed here, and nowhere
// else, so that every text, display and message agrees.

import Foundation
import Predicate

/// What the inputs `language` and `timeZone` say.
struct FormLocale: Hashable, Sendable {
  /// The tag of the language, as the input has it; nil if nothing says so.
  private(set) var language: String?
  /// The name of the time zone, as the input has it; nil for UTC.
  private(set) var zoneName: String?
  /// The time zone.
  private(set) var zone = TimeZone.gmt

  static let standard = FormLocale()

  private init() {}

  /// - Parameters:
  ///   - language: The value of the input `language`, else the first language of the form.
  ///   - timeZone: The value of the input `timeZone`; an unknown zone counts as UTC.
  init(language: String?, timeZone: String?) {
    self.language = language
    zoneName = timeZone
    zone = timeZone.flatMap { TimeZone(named: $0) } ?? .gmt
  }

  /// The numbers, months and signs of the language; English if the language is not known.
  private var data: LanguageData {
    language.flatMap { try? LanguageTag($0) }.map(LanguageData.of) ?? .english
  }

  /// A value as a text prints it, where `isDay` says whether a date is a day; nil prints nothing.
  func text(of value: Value, isDay: Bool = false) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let isOn): isOn ? "yes" : "no"
    case .int, .double: Formatting.number(value, in: data) ?? ""
    case .date(let date):
      isDay ? day(date) : Formatting.instant(parts(of: date), time(of: date), in: data)
    case .array(let members): members.map { text(of: $0, isDay: isDay) }.joined(separator: ", ")
    case .set(let set): set.elements.map { text(of: $0, isDay: isDay) }.joined(separator: ", ")
    case .data, .dictionary: value.description
    }
  }

  /// The value of a row as its type shows it.
  func text(of value: Value, in row: RowDefinition) -> String {
    guard case .date(let date) = value else {
      let text = text(of: value)
      guard let unit = row.unit else { return text }
      return "\(text)\u{A0}\(unit)"
    }
    return switch row.type {
    case .date: day(date)
    case .time, .countDown: Formatting.time(time(of: date, in: .gmt), in: data) ?? ""
    default: text(of: value)
    }
  }

  private func day(_ date: Date) -> String {
    let day = CivilDate(dayNumber: date.startOfDay.dayNumberInUTC)
    return Formatting.day(DayParts(day), in: data) ?? ""
  }

  private func parts(of instant: Date) -> DayParts {
    DayParts(CivilDate(dayNumber: LocalClock(zone).dayNumber(at: instant)))
  }

  private func time(of instant: Date, in zone: TimeZone? = nil) -> TimeParts {
    TimeParts(LocalClock(zone ?? self.zone).reading(at: instant))
  }
}
