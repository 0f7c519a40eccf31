// A value of the predicate language: conditions read values, formulas return them. A value is plain
// data with value semantics. Nothing in it can call back into the app that supplied it.
//
// A value has two equalities. Swift's `==` is identity: same kind and same content. `equals(_:)` is
// the equality of the language.

public import Foundation

/// A value of the predicate language.
public enum Value: Sendable {
  /// No value; written `nil` or `NULL`.
  case null
  /// A truth value; in comparisons and arithmetic it is the number 1 or 0, as in NSNumber.
  case bool(Bool)
  /// A 64-bit integer.
  case int(Int64)
  /// An IEEE 754 double.
  case double(Double)
  /// Text, compared by Unicode scalars.
  ///
  /// Two normal forms of the same text are different values.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// An ordered collection.
  case array([Value])
  /// A collection without duplicates.
  case set(ValueSet)
  /// A dictionary from text keys to values.
  case dictionary(ValueDictionary)
}

extension Value {
  /// Whether the value is nil.
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The name of the kind in messages, with its article: `a number`, `a date`.
  public var kindName: String {
    switch self {
    case .null: "nil"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .string: "text"
    case .date: "a date"
    case .data: "data"
    case .array: "a list"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }

  /// The members of a list or a set, or the values of a dictionary; nil for every other kind.
  package var members: [Value]? {
    switch self {
    case .array(let elements): elements
    case .set(let set): set.elements
    case .dictionary(let dictionary): dictionary.values
    default: nil
    }
  }
}

// MARK: - Identity

extension Value: Hashable {
  /// Whether both values are identical: same kind and same content.
  ///
  /// `1`, `1.0` and `true` differ. All NaNs are identical. Text is compared byte by byte.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)):
      a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): isExactly(a, b)
    case (.date(let a), .date(let b)):
      a == b || (a.timeIntervalSinceReferenceDate.isNaN && b.timeIntervalSinceReferenceDate.isNaN)
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.set(let a), .set(let b)): a.elements == b.elements
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  ///
  /// The kind is hashed first. Otherwise the author of a value could choose bytes that hash like
  /// several other values in sequence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kindIndex)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value):
      hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
    case .string(let value): ExactText(value).hash(into: &hasher)
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      hasher.combine(seconds.isNaN ? .nan : seconds)
    case .data(let value):
      // All bytes and their number are hashed. Foundation hashes only a prefix of data, and an
      // attacker could supply many values with the same prefix.
      hasher.combine(value.count)
      value.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .array(let value): hasher.combine(value)
    case .set(let value): hasher.combine(value.elements)
    case .dictionary(let value): value.hash(into: &hasher)
    }
  }

  /// A number for each kind of value.
  var kindIndex: UInt8 {
    switch self {
    case .null: 0
    case .bool: 1
    case .int: 2
    case .double: 3
    case .string: 4
    case .date: 5
    case .data: 6
    case .array: 7
    case .set: 8
    case .dictionary: 9
    }
  }
}

// MARK: - Literals

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes nil.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Makes a double.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// Makes a dictionary.
  ///
  /// If a key is given twice, its last value counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .dictionary(ValueDictionary(elements))
  }
}
