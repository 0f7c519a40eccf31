// The language and the time zone of the people who use a form. Values are printed here, and nowhere
// else, so that every text, display and message agrees.

import Foundation
import Predicate

/// What the inputs `language` and `timeZone` say.
///
/// A reference, because every state has one and most have the standard one.
final class FormLocale: Equatable, Sendable {
  /// The language that people read: what the input says if the form speaks it, else the form's
  /// first; nil if nothing says which.
  ///
  /// A form that declares no languages speaks any.
  let language: LanguageTag?
  /// The first language of the form; nil of a form that declares none.
  private let fallback: LanguageTag?
  /// The direction of the texts: that of the form's language which `language` finds, or else of
  /// `language`.
  let direction: LanguageTag.Direction
  /// The name of the time zone, as the input has it; nil for UTC.
  let zoneName: String?
  /// The time zone.
  let zone: TimeZone
  /// The numbers, months and signs of the language; English if the language is not known.
  let data: LanguageData
  /// What people read for true and false.
  let truth: TruthWords

  static let standard = FormLocale(language: nil, among: [], timeZone: nil)

  /// - Parameters:
  ///   - language: The value of the input `language`.
  ///   - languages: The languages of the form.
  ///   - timeZone: The value of the input `timeZone`; nil means UTC.
  ///   - texts: The standard texts, which have the words for true and false.
  init(
    language: String?, among languages: [LanguageTag], timeZone: String?,
    texts: StandardTexts = .builtIn
  ) {
    let wanted = language.flatMap { try? LanguageTag($0) }
    let found = wanted?.lookup(among: languages)
    self.language = languages.isEmpty || found != nil ? wanted : languages.first
    fallback = languages.first
    // English, where nothing says which language people read, is written from left to right.
    direction = (found ?? self.language)?.direction ?? .ltr
    zoneName = timeZone
    zone = timeZone.flatMap { TimeZone(named: $0) } ?? .gmt
    data = self.language.map(LanguageData.of) ?? .english
    truth = texts.truth(in: self.language)
  }

  /// Two are equal if their inputs are: the rest follows from these.
  static func == (left: FormLocale, right: FormLocale) -> Bool {
    left === right || left.language == right.language && left.zoneName == right.zoneName
  }

  /// Tables as people read them.
  func tables(_ tables: FormTables) -> FormTables {
    tables.read(in: language, fallback: fallback)
  }

  /// A value as a text prints it; nil prints nothing.
  ///
  /// `kind` says what dates are; nil for points in time. Digits are in groups only in the result of
  /// a row's own `display`, so that a year reads as a year.
  func text(of value: Value, as kind: DateKind? = nil, isGrouped: Bool = false) -> String {
    Formatting.text(
      of: value, as: kind ?? .instant, isGrouped: isGrouped, in: data, zone: zone, truth: truth)
  }

  /// What of a point in time is compared with a day or a time of day.
  func part(of instant: Date, _ kind: DateKind) -> Date {
    switch kind {
    case .day: Date(dayNumber: LocalClock(zone).dayNumber(at: instant))
    case .time: Date(timeOfDay: LocalClock(zone).reading(at: instant))
    case .instant: instant
    }
  }

  /// The value of a row as its type shows it; `unit` is the unit of a number as people read it.
  func text(of value: Value, in row: RowDefinition, unit: String? = nil) -> String {
    guard case .date = value else {
      let text = text(of: value)
      guard let unit else { return text }
      return "\(text)\u{A0}\(unit)"
    }
    // A countdown is a point in time; people see its time of day in UTC.
    let kind =
      row.type == .countDown
      ? .time : row.type.valueKind.dateKind ?? (row.hasDayOptions && value.isDay ? .day : nil)
    return text(of: value, as: kind)
  }
}
