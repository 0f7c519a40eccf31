// Which kinds of values a part of a text may have, as far as that is known before it runs.

/// A set of kinds of values.
package struct Kinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package static let null = Kinds(rawValue: 1)
  package static let bool = Kinds(rawValue: 2)
  package static let int = Kinds(rawValue: 4)
  package static let double = Kinds(rawValue: 8)
  package static let text = Kinds(rawValue: 16)
  package static let date = Kinds(rawValue: 32)
  package static let data = Kinds(rawValue: 64)
  package static let list = Kinds(rawValue: 128)
  package static let set = Kinds(rawValue: 256)
  package static let object = Kinds(rawValue: 512)
  /// Nothing is known.
  package static let any = Kinds(rawValue: 1023)

  package static let number: Kinds = [.int, .double, .bool]
  package static let collection: Kinds = [.list, .set, .object]
  /// What has an order.
  package static let ordered: Kinds = [.int, .double, .bool, .text, .date]

  /// The kinds without nil.
  package var present: Kinds { subtracting(.null) }

  /// Whether nothing is known.
  package var isOpen: Bool { self == .any }

  /// The kind of a value.
  package init(_ value: Value) {
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

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The kinds that `==` can find equal to one of these: all numbers are one scale.
  package var comparable: Kinds {
    isDisjoint(with: .number) ? present : present.union(.number)
  }

  /// Whether a value of these kinds may be one of others, as far as is known; nil always may.
  package func mayFit(_ others: Kinds) -> Bool {
    isOpen || present.isEmpty || !isDisjoint(with: others)
  }

  /// The kind of a number that is computed from such numbers.
  package var computed: Kinds {
    if isOpen { return [.int, .double, .null] }
    return (contains(.double) ? Kinds.double : Kinds.int).union(intersection(.null))
  }

  /// The kinds in words, such as "text" or "a number".
  package var words: String {
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
