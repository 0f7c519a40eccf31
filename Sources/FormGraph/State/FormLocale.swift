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
    Formatting.text(of: value, isDay: isDay, in: data, zone: zone)
  }

  /// The value of a row as its type shows it.
  func text(of value: Value, in row: RowDefinition) -> String {
    guard case .date(let date) = value else {
      let text = text(of: value)
      guard let unit = row.unit else { return text }
      return "\(text)\u{A0}\(unit)"
    }
    return switch row.type {
    case .date: text(of: .date(date.startOfDay), isDay: true)
    // The time of day stands in UTC, whatever the time zone is.
    case .time, .countDown:
      Formatting.time(TimeParts(LocalClock(.gmt).reading(at: date)), in: data) ?? ""
    default: text(of: value)
    }
  }
}
