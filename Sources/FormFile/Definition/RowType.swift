// The types of rows and the kinds of values they hold. Reading, setting and validating all use this
// table. It says nothing about the appearance of rows.

import Foundation
public import Predicate

/// The type of a row, with its name in a form file.
public enum RowType: String, Sendable, Hashable, CaseIterable {
  /// A row that holds text.
  case text, textArea, name, email, phone, password, account, twitter, zipCode, url
  /// A row that holds a number.
  case int, decimal, stepper, slider
  /// A switch that is on or off.
  case `switch`, check
  /// A row that holds a day, a time of day or a point in time.
  case date, time, dateTime, countDown
  /// A row that holds one of its options.
  case segmented, push, alert, actionSheet, picker
  /// A row that holds any number of its options.
  case multipleSelector
  /// A row that holds a file, as a text by which the host identifies it.
  case file
  /// A row that only the host understands. It holds any value, including objects and lists.
  ///
  /// JSON turns dates and data in such a value into text, and sets into lists.
  case custom
  /// A row without a value.
  case label, button

  /// The kind of value that a row of this type holds.
  public var valueKind: ValueKind {
    switch self {
    case .text, .textArea, .name, .email, .phone, .password, .account, .twitter, .zipCode, .url,
      .file:
      .text
    case .int: .int
    case .decimal, .stepper, .slider: .decimal
    case .switch, .check: .bool
    case .date: .day
    case .time: .time
    case .dateTime, .countDown: .date
    case .segmented, .push, .alert, .actionSheet, .picker: .choice
    case .multipleSelector: .choices
    case .custom: .any
    case .label, .button: .none
    }
  }

  /// Whether a row of this type can have the focus, so that the user can leave it.
  public var canTakeFocus: Bool {
    switch self {
    case .int, .decimal, .stepper, .slider: true
    case .file: false
    default: valueKind == .text
    }
  }

  /// When errors are shown if the row does not say it.
  package var standardTriggers: ValidationTriggers { canTakeFocus ? .onBlur : .onChange }
}

/// The kind of value that a row can hold.
///
/// Every kind also allows nil.
public enum ValueKind: Sendable, Hashable, CaseIterable {
  /// Text.
  case text
  /// A 64-bit integer.
  case int
  /// A double.
  case decimal
  /// True or false.
  case bool
  /// A day: its first moment in UTC.
  case day
  /// A time of day: that time on 1970-01-01 in UTC.
  case time
  /// A point in time.
  case date
  /// The value of one option: any single value, or an object.
  case choice
  /// The values of any number of options: a list of such values.
  case choices
  /// Any value.
  case any
  /// No value.
  case none

  /// The description of such a value in messages.
  public var description: String {
    switch self {
    case .text: "text"
    case .int: "a whole number"
    case .decimal: "a number"
    case .bool: "true or false"
    case .day, .date: "a date"
    case .time: "a time of day"
    case .choice: "one option's value"
    case .choices: "a list of options' values"
    case .any: "any value"
    case .none: "no value"
    }
  }

  /// The first value if none is given.
  package var valueAtStart: Value { self == .bool ? false : .null }

  /// The value as a row of this kind stores it; nil if the row cannot hold it.
  ///
  /// An integer row stores 3.0 as 3, and a decimal row stores 3 as 3.0. Of a date a row of days
  /// stores the day in UTC, and a row of times the time of day in UTC. No other values are
  /// converted. Every row refuses a value that
  ///
  /// - JSON cannot represent, such as an infinite number or a NaN,
  /// - contains a date outside `DateText.years`,
  /// - has more than `maximumMembers` members or `maximumBytes` bytes, or is nested deeper than
  ///   `maximumDepth`.
  public func converted(_ value: Value) -> Value? { converted(value, within: Self.maximumBytes) }

  /// The same with another limit for the size of a value.
  package func converted(_ value: Value, within byteLimit: Int) -> Value? {
    switch (self, value) {
    // These values can always be stored.
    case (_, .null), (.bool, .bool), (.int, .int): return value
    default: guard value.obstacle(within: byteLimit) == nil else { return nil }
    }
    return switch (self, value) {
    case (.any, _), (.text, .string), (.decimal, .double), (.date, .date): value
    case (.day, .date(let date)): .date(date.startOfDay)
    case (.time, .date(let date)): .date(Date(timeOfDay: date.timeIntervalSinceReferenceDate))
    // The smallest integer is excluded: as a double it may stand for about a thousand smaller
    // numbers.
    case (.int, .double(let double)) where double > Double(Int64.min):
      Int64(exactly: double).map(Value.int)
    case (.decimal, .int(let int)): .double(Double(int))
    case (.choice, _) where Self.isSingle(value): value
    case (.choices, .array(let members)) where members.allSatisfy(Self.isSingle): value
    default: nil
    }
  }

  /// The same for a value that came from JSON, which has no dates.
  ///
  /// Dates are ISO 8601 text, or text as Foundation prints a date, such as `2016-04-25 15:35:03
  /// +0000`. A time of day is also `14:30` or `14:30:00`. The written day of a row of days and the
  /// written time of a row of times count, whatever the distance from UTC is.
  public func convertedFromJSON(_ value: Value) -> Value? {
    guard holdsDates, case .string(let text) = value else { return converted(value) }
    let iso = Self.iso(text)
    let date =
      switch self {
      case .time: DateText.time(from: iso)
      case .day:
        DateText.date(from: iso).flatMap { _ in DateText.date(from: String(iso.prefix(10))) }
      default: DateText.date(from: iso)
      }
    return date.map(Value.date)
  }

  /// A value of this kind as JSON shows it: a day, also one that is an option, as text such as
  /// `2024-05-01`, and a time of day as text such as `14:30`, so that no reader moves them to
  /// another time zone.
  ///
  /// This is the only place that decides how a value of a kind is written. `convertedFromJSON`
  /// reads it back. A date with a time of day, which the rule of a row of days may have, keeps its
  /// time. Of a list or an object, such as the bounds of a row, each member is shown so. The
  /// recursion is bounded by `RuleDefinition.maximumDepth`.
  package func shownInJSON(_ value: Value) -> Value {
    if self == .choice || self == .choices { return value.withDaysAsText }
    guard isDayOrTime else { return value }
    switch value {
    case .date(let date) where self == .time: return .string(DateText.timeText(of: date))
    case .date(let date): return .string(DateText.dayText(of: date))
    case .array(let members): return .array(members.map(shownInJSON))
    case .dictionary(let members):
      return .dictionary(
        ValueDictionary(zip(members.keys, members.values).map { ($0, shownInJSON($1)) }))
    default: return value
    }
  }

  /// A value or a list of values from JSON: each one is converted if it is one of this kind.
  ///
  /// For a choice among days or times of day, whose values `shownInJSON` has written.
  package func eachConvertedFromJSON(_ value: Value) -> Value {
    guard holdsDates else { return value }
    guard case .array(let members) = value else { return convertedFromJSON(value) ?? value }
    return .array(members.map { convertedFromJSON($0) ?? $0 })
  }

  /// Whether the kind holds days, times of day or points in time.
  package var holdsDates: Bool { self == .day || self == .time || self == .date }

  /// What dates of this kind are in a formula; nil for what is not a date, or may be another thing.
  package var dateKind: DateKind? {
    switch self {
    case .day: .day
    case .time: .time
    case .date: .instant
    default: nil
    }
  }

  /// Whether the kind holds days or times of day.
  package var isDayOrTime: Bool { self == .day || self == .time }

  /// How values of this kind are written, for a hint.
  var dateHint: String {
    self == .time
      ? "times are written like 14:30 or 14:30:00"
      : "dates are written like 2024-05-01 or 2024-05-01T10:30:00Z"
  }

  /// What a row of this kind leaves out of a date that it stores; nil if it stores the whole date.
  package var dropped: (held: String, part: String)? {
    switch self {
    case .day: ("a day", "the time of day")
    case .time: ("a time of day", "the day")
    default: nil
    }
  }

  /// Whether a value from JSON is a point in time without a time zone, which is read in UTC.
  package func readsInUTC(_ value: Value) -> Bool {
    guard self == .date, case .string(let text) = value else { return false }
    return DateText.isDay(text) || DateText.date(from: text + "Z") != nil
  }

  /// The same as `convertedFromJSON`, but with the part of a date that the row leaves out.
  ///
  /// For edits: the form notes what is left out when it stores the value.
  package func givenFromJSON(_ value: Value) -> Value? {
    guard case .string(let text) = value, dropsPart(of: text) else {
      return convertedFromJSON(value)
    }
    let iso = Self.iso(text)
    let dayCount = "1970-01-01T".count
    let time = iso.dropFirst(dayCount).prefix { !"Zz+-".contains($0) }
    return DateText.date(from: "\(iso.prefix(dayCount))\(time)").map(Value.date)
  }

  /// Whether a row of this kind leaves out a part of a date that a text gives.
  func dropsPart(of text: String) -> Bool {
    guard dropped != nil, let stored = convertedFromJSON(.string(text)) else { return false }
    guard let date = DateText.date(from: Self.iso(text)) else { return false }
    return .date(date) != stored
  }

  /// A text as Foundation prints a date, as ISO 8601 text; any other text unchanged.
  private static func iso(_ text: String) -> String {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].first == "+" || parts[2].first == "-" else { return text }
    return "\(parts[0])T\(parts[1])\(parts[2])"
  }

  private static func isSingle(_ value: Value) -> Bool {
    switch value {
    case .bool, .int, .double, .string, .date, .data, .dictionary: true
    case .null, .array, .set: false
    }
  }
}

extension Date {
  /// The first moment of the day in UTC.
  var startOfDay: Date {
    DateText.isInRange(self) ? Date(dayNumber: dayNumberInUTC) : self
  }
}
