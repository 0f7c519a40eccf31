// Equality and order of values as the language defines them. Numbers compare as NSNumber compares
// them, and no kind is converted to another. The evaluators, sets and membership tests all use
// `equals` and `order`.

import Foundation

extension Value {
  /// Whether the language considers both values equal.
  ///
  /// `1`, `1.0` and `true` are equal; `"1"` and `1` are not.
  ///
  /// Values of kinds that cannot be compared are unequal; that is not an error. Text is compared by
  /// scalars. The order of sets and dictionaries does not matter. A set never equals a list, and
  /// NaN equals nothing.
  public func equals(_ other: Value) -> Bool {
    if case .int(let left) = self, case .int(let right) = other { return left == right }
    // Nested values are compared in a loop, not by recursion: they may be too deep for the stack of
    // a thread.
    var pending: [(Value, Value)] = []
    guard isEqualScalar(other, &pending) else { return false }
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let a), .array(let b)):
        guard a.count == b.count else { return false }
        for (a, b) in zip(a, b) where !a.isEqualScalar(b, &pending) { return false }
      case (.dictionary(let a), .dictionary(let b)):
        guard a.count == b.count else { return false }
        for (key, value) in zip(a.keys, a.values) {
          guard let other = b[key], value.isEqualScalar(other, &pending) else { return false }
        }
      case (.set(let a), .set(let b)):
        let others = EqualValues(b.elements)
        guard a.elements.count == b.elements.count, a.elements.allSatisfy(others.contains)
        else { return false }
      default: if !left.isEqualScalar(right, &pending) { return false }
      }
    }
    return true
  }

  /// Whether two values are equal.
  ///
  /// Two collections of the same kind are appended to `pending` and count as equal for now.
  private func isEqualScalar(_ other: Value, _ pending: inout [(Value, Value)]) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.string(let a), .string(let b)): return isExactly(a, b)
    case (.date(let a), .date(let b)): return a == b
    case (.data(let a), .data(let b)): return a == b
    case (.array, .array), (.set, .set), (.dictionary, .dictionary):
      pending.append((self, other))
      return true
    default:
      guard let a = Number(self), let b = Number(other) else { return false }
      return a.order(to: b) == .same
    }
  }

  /// Whether this value is less than another; false if the language does not order their kinds.
  public func precedes(_ other: Value) -> Bool { order(to: other) == .before }

  /// The order of this value and another; nil if the language does not order their kinds.
  package func order(to other: Value) -> Order? {
    switch (self, other) {
    case (.string(let a), .string(let b)):
      isExactly(a, b) ? .same : precedesExactly(a, b) ? .before : .after
    case (.date(let a), .date(let b)): a == b ? .same : a < b ? .before : .after
    default: Number(self).flatMap { a in Number(other).map { a.order(to: $0) } }
    }
  }
}

/// The order of two values.
package enum Order {
  case before, same, after
  /// One of the values is NaN, so every comparison is false.
  case unordered
}

/// A number in computations; a truth value counts as the integer 1 or 0.
package enum Number {
  case int(Int64)
  case double(Double)

  /// The value as a number; nil for any other kind.
  package init?(_ value: Value) {
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

  package var asDouble: Double {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    }
  }

  /// The number as an integer, if it is integral and in range; also for a double.
  package var asExactInt: Int64? {
    switch self {
    case .int(let int): int
    case .double(let double): Int64(exactly: double)
    }
  }

  /// Compares two numbers exactly.
  ///
  /// An integer is not rounded to a double.
  package func order(to other: Number) -> Order {
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
    // 2^63 and -2^63 are exact doubles. Every double from -2^63 to below 2^63 truncates to an
    // Int64.
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

/// A value that hashes and compares by the equality of the language.
package struct EqualValue: Hashable {
  let value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (left: EqualValue, right: EqualValue) -> Bool {
    left.value.equals(right.value)
  }

  package func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher, depth: 0) }

  /// The depth to which a value is hashed; below that, only equality tells values apart.
  ///
  /// This is deeper than JSON may nest. So a file cannot contain a set of many values that all
  /// collide.
  private static let hashedDepth = 160

  private static func hash(_ value: Value, into hasher: inout Hasher, depth: Int) {
    func hash(of value: Value) -> Int {
      var hasher = Hasher()
      Self.hash(value, into: &hasher, depth: depth + 1)
      return hasher.finalize()
    }
    guard depth < hashedDepth else { return }
    // The kind is hashed first. Otherwise the bytes of a number could be those of a text or a list,
    // and many different lists could collide.
    switch value {
    case .bool, .int, .double:
      // Equal numbers must have equal hashes, so an integral double is hashed as an integer.
      guard let number = Number(value) else { return }
      if let int = number.asExactInt {
        hasher.combine(Value.int(int))
      } else {
        hasher.combine(Value.double(number.asDouble))
      }
    case .array(let elements):
      hasher.combine(value.kindIndex)
      hasher.combine(elements.count)
      for element in elements { Self.hash(element, into: &hasher, depth: depth + 1) }
    // The order of members does not matter.
    case .set(let set):
      hasher.combine(value.kindIndex)
      hasher.combine(set.elements.reduce(0) { $0 &+ hash(of: $1) })
    case .dictionary(let dictionary):
      hasher.combine(value.kindIndex)
      dictionary.hash(into: &hasher, hash(of:))
    default: hasher.combine(value)
    }
  }
}

/// A set of values under the equality of the language.
///
/// A value that does not equal itself (NaN, or a collection that contains NaN) is never found and
/// is not stored. All NaNs have the same hash, so storing thousands of them would make each
/// insertion slow.
package struct EqualValues {
  private var members: Set<EqualValue> = []

  package init(_ values: some Sequence<Value> = EmptyCollection()) {
    for value in values { insert(value) }
  }

  /// Inserts a value.
  ///
  /// - Returns: Whether the set contained no equal value.
  @discardableResult
  package mutating func insert(_ value: Value) -> Bool {
    value.equalsItself ? members.insert(EqualValue(value)).inserted : true
  }

  package func contains(_ value: Value) -> Bool { members.contains(EqualValue(value)) }
}

extension Value {
  /// Whether the language considers the value equal to itself: whether it contains no NaN.
  ///
  /// A scan is faster than comparing the value with itself, because comparing sets would ask this
  /// question for each member.
  ///
  /// - Complexity: O(n) in the number of nested values.
  package var equalsItself: Bool {
    var pending: [Value] = []
    var next: Value? = self
    while let value = next {
      switch value {
      case .double(let double): if double.isNaN { return false }
      case .date(let date): if date.timeIntervalSinceReferenceDate.isNaN { return false }
      case .array(let elements): pending += elements
      case .set(let set): pending += set.elements
      case .dictionary(let dictionary): pending += dictionary.values
      case .null, .bool, .int, .string, .data: break
      }
      next = pending.popLast()
    }
    return true
  }
}
