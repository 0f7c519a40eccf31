// What is known of the value of one part of a text before anything runs: which kinds it may have,
// of a list also which kinds its elements may have, and the row or list that it is read from.

import FormGraph
import Predicate

/// A set of kinds of values.
struct Kinds: OptionSet, Hashable {
  let rawValue: UInt16

  static let null = Kinds(rawValue: 1)
  static let bool = Kinds(rawValue: 2)
  static let int = Kinds(rawValue: 4)
  static let double = Kinds(rawValue: 8)
  static let text = Kinds(rawValue: 16)
  static let date = Kinds(rawValue: 32)
  static let data = Kinds(rawValue: 64)
  static let list = Kinds(rawValue: 128)
  static let set = Kinds(rawValue: 256)
  static let object = Kinds(rawValue: 512)
  /// Nothing is known.
  static let any = Kinds(rawValue: 1023)

  static let number: Kinds = [.int, .double, .bool]
  static let collection: Kinds = [.list, .set, .object]

  /// The kinds without nil.
  var present: Kinds { subtracting(.null) }

  /// Whether nothing is known.
  var isOpen: Bool { self == .any }

  /// The kind of a value.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .text
    case .date: self = .date
    case .data: self = .data
    case .array: self = .list
    case .set: self = .set
    case .dictionary: self = .object
    }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The kinds that `==` can find equal to one of these: all numbers are one scale.
  var comparable: Kinds {
    isDisjoint(with: .number) ? present : present.union(.number)
  }

  /// The kinds in words, such as "text" or "a number".
  var words: String {
    let present = present
    if present.isEmpty { return "nil" }
    if present == .bool { return "true or false" }
    if present == .int { return "a whole number" }
    if present.isSubset(of: .number) { return "a number" }
    return switch present {
    case .text: "text"
    case .date: "a date"
    case .data: "data"
    case .list: "a list"
    case .set: "a set"
    case .object: "an object"
    default: "a value of another kind"
    }
  }
}

/// What is known of the value of one part of a text.
struct Known {
  var kinds: Kinds
  /// The kinds of the elements of a list.
  var elements = Kinds.any
  /// The row whose value is read, or whose values a column holds.
  var row: RowDefinition?
  /// The scope of the items: of a list that is read, or of one item.
  var items: Scope?
  /// Whether the value is one column of a list of items.
  var isColumn = false
  /// The constant, if the part is one.
  var constant: Value?

  static var unknown: Known { Known(kinds: .any) }

  /// What is known of a constant.
  init(constant: Value) {
    kinds = Kinds(constant)
    self.constant = constant
    elements = Self.elements(of: constant)
  }

  init(
    kinds: Kinds, elements: Kinds = .any, row: RowDefinition? = nil, items: Scope? = nil,
    isColumn: Bool = false
  ) {
    self.kinds = kinds
    self.elements = elements
    self.row = row
    self.items = items
    self.isColumn = isColumn
  }

  /// What is known of the value of a row.
  init(_ row: RowDefinition, isNeverNil: Bool = false) {
    self.row = row
    (kinds, elements) = Self.kinds(of: row)
    if !isNeverNil, !kinds.isOpen { kinds.insert(.null) }
  }

  /// The elements of a list, one at a time.
  var element: Known {
    if let items, kinds == .list { return Known(kinds: .object, items: items) }
    guard kinds.present == .list else { return .unknown }
    return Known(kinds: elements, row: row)
  }

  private static func kinds(of row: RowDefinition) -> (Kinds, Kinds) {
    switch row.type.valueKind {
    case .text: (.text, .any)
    case .int: (.int, .any)
    case .decimal: (.double, .any)
    case .bool: (.bool, .any)
    case .day, .time, .date: (.date, .any)
    case .any: (.any, .any)
    case .none: (.null, .any)
    case .choice: (optionKinds(of: row) ?? .any, .any)
    case .choices: (.list, optionKinds(of: row) ?? .any)
    }
  }

  /// The kinds of the options; nil if they are not all in the form.
  private static func optionKinds(of row: RowDefinition) -> Kinds? {
    guard let options = row.options, !options.isEmpty else { return nil }
    let kinds = options.reduce(into: Kinds()) { $0.formUnion(Kinds($1.value)) }
    return row.allowsOther ? kinds.union(.text) : kinds
  }

  private static func elements(of value: Value) -> Kinds {
    guard case .array(let members) = value else { return .any }
    return members.reduce(into: Kinds()) { $0.formUnion(Kinds($1)) }
  }

  /// Either of two values.
  func joined(_ other: Known) -> Known {
    Known(kinds: kinds.union(other.kinds), elements: elements.union(other.elements))
  }
}
