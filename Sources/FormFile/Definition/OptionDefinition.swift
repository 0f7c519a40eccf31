// What can be chosen in a row, and how options are grouped. Plain values, like the row itself.

public import Predicate

/// An option: something that can be chosen.
public struct OptionDefinition: Sendable, Hashable, Identifiable {
  /// The value of the row if the option is chosen: text, a number, a truth value, a day or an
  /// object, which is compared as a whole.
  public var value: Value
  /// The value, which no other option of the row has.
  public var id: Value { value }
  /// What people see; nil: the value.
  public var title: FormText?
  private var others: Others

  /// Properties that options seldom have.
  private indirect enum Others: Sendable, Hashable {
    case none
    case these(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, isExclusive: Bool,
      members: ValueDictionary)

    init(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, isExclusive: Bool,
      members: ValueDictionary
    ) {
      self =
        hidden == nil && disabled == nil && !isExclusive && members.count == 0
        ? .none
        : .these(hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: members)
    }
  }

  /// The key of the value.
  ///
  /// A filter reads the value of every option under this key, except where a column of a table or a
  /// row of an item has the name.
  package static let valueKey = "value"

  /// Makes an option.
  public init(
    _ value: Value, title: FormText? = nil, hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil, isExclusive: Bool = false,
    members: ValueDictionary = ValueDictionary()
  ) {
    self.value = value
    self.title = title
    others = Others(
      hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: members)
  }

  /// The condition under which the option is hidden.
  ///
  /// The row's filter can also hide it.
  public var hidden: ConditionDefinition? {
    get { if case .these(let hidden, _, _, _) = others { hidden } else { nil } }
    set {
      others = Others(
        hidden: newValue, disabled: disabled, isExclusive: isExclusive, members: members)
    }
  }

  /// The condition under which the option is shown, but a user can neither select nor deselect it.
  public var disabled: ConditionDefinition? {
    get { if case .these(_, let disabled, _, _) = others { disabled } else { nil } }
    set {
      others = Others(
        hidden: hidden, disabled: newValue, isExclusive: isExclusive, members: members)
    }
  }

  /// Whether the option is chosen alone, such as "none of these": tapping it deselects the other
  /// options, and tapping another option deselects it.
  public var isExclusive: Bool {
    get { if case .these(_, _, let isExclusive, _) = others { isExclusive } else { false } }
    set {
      others = Others(hidden: hidden, disabled: disabled, isExclusive: newValue, members: members)
    }
  }

  /// All other keys of the option, with their values.
  public var members: ValueDictionary {
    get { if case .these(_, _, _, let members) = others { members } else { ValueDictionary() } }
    set {
      others = Others(
        hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: newValue)
    }
  }

  /// Whether the option has anything besides its value and its title.
  var hasMore: Bool { others != .none }

  /// Whether the option is an object with more than a value.
  package var isObject: Bool { title != nil || members.count > 0 }

  /// What SELF is in the filter of the row: an object, or the value where it is nothing else.
  ///
  /// A title is what its author wrote: a filter is not run again when a title changes.
  package var object: Value {
    guard isObject else { return value }
    var object = ValueDictionary([(Self.valueKey, value)])
    if let title { object["title"] = title.json }
    for (key, member) in zip(members.keys, members.values) { object[key] = member }
    return .dictionary(object)
  }
}

/// How options are grouped.
package struct OptionGrouping: Sendable, Hashable {
  /// The key by whose values options are grouped.
  package var key: String
  /// What stands above and below a group, by the text of the value.
  package var titles: [String: FormText] = [:]
  package var footers: [String: FormText] = [:]

  /// The text of a value, which titles and footers use as their key.
  package static func text(of value: Value) -> String { value.ruleText ?? value.description }
}

/// What happens to a chosen option that is hidden.
public enum OptionPolicy: String, Sendable, Hashable, CaseIterable {
  /// The option stays chosen, and the row is invalid.
  case keep
  /// The option is deselected. Other chosen options stay.
  case clear
}

extension Value {
  /// The key of an option's value that is a day: `{"$date": "2024-05-01"}`.
  static let dayKey = "$date"

  /// Whether `{"$date": …}` stands anywhere in the value.
  var containsDay: Bool {
    var open = [self]
    while let value = open.popLast() {
      switch value {
      case .dictionary(let members):
        if members[Self.dayKey] != nil { return true }
        open += members.values
      case .array(let members): open += members
      default: break
      }
    }
    return false
  }

  /// Whether the value is a day: its first moment in UTC.
  package var isDay: Bool {
    if case .date(let date) = self { date.startOfDay == date } else { false }
  }

  /// The same value with a day, or each day of a list, as text such as `2024-05-01`.
  var withDaysAsText: Value {
    switch self {
    case .date(let date) where isDay: .string(DateText.dayText(of: date))
    case .array(let members): .array(members.map { $0.isDay ? $0.withDaysAsText : $0 })
    default: self
    }
  }
}

extension [OptionDefinition] {
  /// The value that JSON stands for in a row with these options: where an option is a day, text
  /// such as `2024-05-01` is this day.
  ///
  /// - Complexity: O(n) in the number of options, and O(1) more for each text of a list.
  func meaning(of value: Value) -> Value {
    switch value {
    case .string(let text):
      return Self.day(text) { value in contains { $0.value == value } } ?? value
    case .array(let members):
      let known = Set(map(\.value))
      return .array(
        members.map { member in
          if case .string(let text) = member {
            Self.day(text, isOption: known.contains) ?? member
          } else {
            member
          }
        })
    default: return value
    }
  }

  /// The option that is the day that a text gives; nil if there is none, or if the text itself is
  /// an option.
  private static func day(_ text: String, isOption: (Value) -> Bool) -> Value? {
    guard let date = DateText.date(from: text), !isOption(.string(text)), isOption(.date(date))
    else { return nil }
    return .date(date)
  }
}
