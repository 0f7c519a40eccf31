// Equality and order as the language has them (NSNumber's view of numbers, no coercion between
// kinds). The evaluator and everything that asks for membership stand on these two functions.

import Foundation

extension Value {
  /// Whether the language calls both equal: `1`, `1.0` and `true` are, `"1"` and `1` are not.
  ///
  /// Kinds that cannot be compared are unequal, never an error. Text is compared scalar by scalar;
  /// sets and dictionaries in any order; a set never equals a list; NaN equals nothing.
  public func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.string(let a), .string(let b)): isExactly(a, b)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
    case (.set(let a), .set(let b)):
      a.elements.count == b.elements.count
        && Set(a.elements.map(EqualValue.init)) == Set(b.elements.map(EqualValue.init))
    case (.dictionary(let a), .dictionary(let b)): a.isEqual(to: b) { $0.equals($1) }
    default: Number(self).flatMap { a in Number(other).map { a.order(to: $0) == .same } } ?? false
    }
  }

  /// How this value stands to another; nil where the language has no order between their kinds.
  func order(to other: Value) -> Order? {
    switch (self, other) {
    case (.string(let a), .string(let b)):
      isExactly(a, b) ? .same : precedesExactly(a, b) ? .before : .after
    case (.date(let a), .date(let b)): a == b ? .same : a < b ? .before : .after
    default: Number(self).flatMap { a in Number(other).map { a.order(to: $0) } }
    }
  }
}

/// How one value stands to another.
enum Order {
  case before, same, after
  /// A NaN is involved: every ordering is false.
  case unordered
}

/// A number as the language computes with it: a boolean is the integer 1 or 0.
enum Number {
  case int(Int64)
  case double(Double)

  /// The value as a number; nil for any other kind.
  init?(_ value: Value) {
    switch value {
    case .bool(let flag): self = .int(flag ? 1 : 0)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    default: return nil
    }
  }

  var value: Value {
    switch self {
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    }
  }

  var asDouble: Double {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    }
  }

  /// The number as an integer where it is one, however it is stored.
  var asExactInt: Int64? {
    switch self {
    case .int(let int): int
    case .double(let double): Int64(exactly: double)
    }
  }

  /// Compares exactly: an integer is not rounded to a double first.
  func order(to other: Number) -> Order {
    switch (self, other) {
    case (.int(let a), .int(let b)): a < b ? .before : a == b ? .same : .after
    case (.double(let a), .double(let b)):
      a < b ? .before : a == b ? .same : a > b ? .after : .unordered
    case (.int(let a), .double(let b)): Self.order(a, b)
    case (.double(let a), .int(let b)): Self.order(b, a).reversed
    }
  }

  private static func order(_ int: Int64, _ double: Double) -> Order {
    if double.isNaN { return .unordered }
    // 2^63 and -2^63 are doubles exactly; every double between them truncates to an Int64.
    if double >= 0x1p63 { return .before }
    if double < -0x1p63 { return .after }
    let whole = Int64(double)
    if int != whole { return int < whole ? .before : .after }
    let fraction = double - double.rounded(.towardZero)
    return fraction > 0 ? .before : fraction < 0 ? .after : .same
  }
}

extension Order {
  var reversed: Order {
    switch self {
    case .before: .after
    case .after: .before
    case .same, .unordered: self
    }
  }
}

/// A value under the language's equality, so that hashed collections can hold it.
struct EqualValue: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: EqualValue, right: EqualValue) -> Bool { left.value.equals(right.value) }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .bool, .int, .double:
      // Equal numbers must hash alike: every integral one hashes as its integer.
      guard let number = Number(value) else { return }
      if let int = number.asExactInt {
        hasher.combine(int)
      } else {
        hasher.combine(number.asDouble)
      }
    case .array(let elements): for element in elements { EqualValue(element).hash(into: &hasher) }
    case .set(let set):
      hasher.combine(set.elements.reduce(0) { $0 &+ EqualValue($1).hashValue })
    case .dictionary(let dictionary): dictionary.hash(into: &hasher, EqualValue.init)
    default: hasher.combine(value)
    }
  }
}
