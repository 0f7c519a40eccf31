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
  /// A row that holds a point in time.
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
    case .time, .dateTime, .countDown: .date
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
  /// A point in time.
  case date
  /// The value of one option: any single value.
  case choice
  /// The values of any number of options: a list of single values.
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
    case .choice: "one option's value"
    case .choices: "a list of options' values"
    case .any: "any value"
    case .none: "no value"
    }
  }

  /// The first value if none is given.
  var valueAtStart: Value { self == .bool ? false : .null }

  /// The value as a row of this kind stores it; nil if the row cannot hold it.
  ///
  /// An integer row stores 3.0 as 3, and a decimal row stores 3 as 3.0. No other values are
  /// converted. Every row refuses a value that
  ///
  /// - JSON cannot represent, such as an infinite number or a NaN,
  /// - contains a date outside `DateText.years`,
  /// - has more than `maximumMembers` members or `maximumBytes` bytes, or is nested deeper than
  ///   `maximumDepth`.
  public func converted(_ value: Value) -> Value? { converted(value, within: Self.maximumBytes) }

  /// The same with another limit for the size of a value.
  func converted(_ value: Value, within byteLimit: Int) -> Value? {
    switch (self, value) {
    // These values can always be stored.
    case (_, .null), (.bool, .bool), (.int, .int): return value
    default: guard value.obstacle(within: byteLimit) == nil else { return nil }
    }
    return switch (self, value) {
    case (.any, _), (.text, .string), (.decimal, .double), (.date, .date): value
    case (.day, .date(let date)): .date(date.startOfDay)
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
  /// +0000`.
  public func convertedFromJSON(_ value: Value) -> Value? {
    guard holdsDates, case .string(let text) = value else { return converted(value) }
    guard let date = Self.date(from: text) else { return nil }
    // The written day counts, whatever the distance from UTC is.
    let day = self == .day ? DateText.date(from: String(text.prefix(10))) : nil
    return .date(day ?? date)
  }

  /// Whether the kind holds days or points in time.
  var holdsDates: Bool { self == .day || self == .date }

  /// Whether text gives a time of day, which a day does not have.
  func dropsTime(of text: String) -> Bool {
    guard self == .day, let date = Self.date(from: text) else { return false }
    return .date(date) != convertedFromJSON(.string(text))
  }

  private static func date(from text: String) -> Date? {
    if let date = DateText.date(from: text) { return date }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].first == "+" || parts[2].first == "-" else { return nil }
    return DateText.date(from: "\(parts[0])T\(parts[1])\(parts[2])")
  }

  private static func isSingle(_ value: Value) -> Bool {
    switch value {
    case .bool, .int, .double, .string, .date, .data: true
    case .null, .array, .set, .dictionary: false
    }
  }
}

extension Date {
  /// The first moment of the day in UTC.
  var startOfDay: Date {
    DateText.isInRange(self) ? Date(dayNumber: dayNumberInUTC) : self
  }
}
