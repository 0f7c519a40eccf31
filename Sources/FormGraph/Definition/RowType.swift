// The kinds of row and what each of them can hold: the one table from which reading, setting and
// validating take their answers. What a row looks like is nobody's business here.

import Foundation
public import Predicate

/// What a row is called in a form file.
public enum RowType: String, Sendable, Hashable, CaseIterable {
  /// A row of text.
  case text, textArea, name, email, phone, password, account, twitter, zipCode, url
  /// A row of a number.
  case int, decimal, stepper, slider
  /// A row that is on or off.
  case `switch`, check
  /// A row of a point in time.
  case date, time, dateTime, countDown
  /// A row of one of its options.
  case segmented, push, alert, actionSheet, picker
  /// A row of any number of its options.
  case multipleSelector
  /// A row of a file, by the text by which the host knows it.
  case file
  /// A row of something that only the host understands: any value, objects and lists too. Through
  /// JSON dates and data in it come back as text, and sets as lists.
  case custom
  /// A row without a value.
  case label, button

  /// What a row of this type holds.
  public var valueKind: ValueKind {
    switch self {
    case .text, .textArea, .name, .email, .phone, .password, .account, .twitter, .zipCode, .url,
      .file:
      .text
    case .int: .int
    case .decimal, .stepper, .slider: .decimal
    case .switch, .check: .bool
    case .date, .time, .dateTime, .countDown: .date
    case .segmented, .push, .alert, .actionSheet, .picker: .choice
    case .multipleSelector: .choices
    case .custom: .any
    case .label, .button: .none
    }
  }

  /// Whether a user can be inside a row of this type, so that leaving it is an event.
  public var canTakeFocus: Bool {
    switch self {
    case .int, .decimal, .stepper, .slider: true
    case .file: false
    default: valueKind == .text
    }
  }
}

/// What a row can hold; nil is a value of every kind.
public enum ValueKind: Sendable, Hashable, CaseIterable {
  /// Text.
  case text
  /// A 64-bit integer.
  case int
  /// A double.
  case decimal
  /// True or false.
  case bool
  /// A point in time.
  case date
  /// The value of one option: any single value.
  case choice
  /// The values of any number of options: a list of single values.
  case choices
  /// Whatever the host puts there.
  case any
  /// Nothing.
  case none

  /// What messages call a value of this kind.
  public var description: String {
    switch self {
    case .text: "text"
    case .int: "a whole number"
    case .decimal: "a number"
    case .bool: "true or false"
    case .date: "a date"
    case .choice: "one option's value"
    case .choices: "a list of options' values"
    case .any: "any value"
    case .none: "no value"
    }
  }

  /// What stands where nobody gave a value.
  var valueAtStart: Value { self == .bool ? false : .null }

  /// The value as a row of this kind stores it; nil where it is of another kind.
  ///
  /// An integer row takes 3.0 as 3, a decimal row 3 as 3.0; nothing else is converted. No row
  /// stores what JSON cannot say, a number that is infinite or none, or a date outside
  /// `DateText.years`, and none what has more than `maximumMembers` or `maximumBytes`, or is deeper
  /// than `maximumDepth`.
  public func converted(_ value: Value) -> Value? { converted(value, within: Self.maximumBytes) }

  /// The same in a form whose values may have so many bytes.
  func converted(_ value: Value, within byteLimit: Int) -> Value? {
    switch (self, value) {
    // Nothing can keep these out.
    case (_, .null), (.bool, .bool), (.int, .int): return value
    default: guard value.obstacle(within: byteLimit) == nil else { return nil }
    }
    return switch (self, value) {
    case (.any, _), (.text, .string), (.decimal, .double), (.date, .date): value
    // The least integer as a double may have been any of a thousand below it.
    case (.int, .double(let double)) where double > Double(Int64.min):
      Int64(exactly: double).map(Value.int)
    case (.decimal, .int(let int)): .double(Double(int))
    case (.choice, _) where Self.isSingle(value): value
    case (.choices, .array(let members)) where members.allSatisfy(Self.isSingle): value
    default: nil
    }
  }

  /// The same for a value that came as JSON, which has no dates: they are ISO 8601 text, or as
  /// Foundation describes a date, `2016-04-25 15:35:03 +0000`.
  public func convertedFromJSON(_ value: Value) -> Value? {
    guard self == .date, case .string(let text) = value else { return converted(value) }
    return Self.date(from: text).map(Value.date)
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
