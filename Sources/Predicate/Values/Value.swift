// A value of the predicate language: what conditions read and formulas yield. Plain data with
// value semantics; nothing in it can call back into the program that supplied it.
//
// Two equalities: Swift's `==` is identity (kind and content), `equals(_:)` is the language's.

public import Foundation

/// A value of the predicate language.
public enum Value: Sendable {
  /// No value, written `nil` or `NULL`.
  case null
  /// A truth value; in comparisons and arithmetic it is the number 1 or 0, as NSNumber has it.
  case bool(Bool)
  /// A 64-bit integer.
  case int(Int64)
  /// An IEEE 754 double.
  case double(Double)
  /// Text, compared scalar by scalar: two normal forms of one text are different values.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes, compared whole.
  case data(Data)
  /// An ordered collection.
  case array([Value])
  /// A collection without duplicates.
  case set(ValueSet)
  /// Values under text keys.
  case dictionary(ValueDictionary)
}

extension Value {
  /// Whether this is nil.
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// What messages call this kind of value, with its article: `a number`, `a date`.
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

  /// The members of a list or a set, the values of a dictionary, nil for everything else.
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
  /// Whether both are of one kind with the same content: `1`, `1.0` and `true` differ, every NaN
  /// is one value, text is compared byte by byte.
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

  /// Hashes what `==` compares, its kind first: whoever wrote the values could otherwise choose
  /// bytes that are many values in a row at once.
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
      // All of it, and how long it is: what Foundation hashes of data is a prefix, which whoever
      // wrote it may repeat.
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
  /// Makes a dictionary; a key given twice keeps its last value.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .dictionary(ValueDictionary(elements))
  }
}
