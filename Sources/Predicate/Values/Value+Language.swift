// Equality and order as the language has them (NSNumber's view of numbers, no coercion between
// kinds). The evaluator and everything that asks for membership stand on these two functions.

import Foundation

extension Value {
  /// Whether the language calls both equal: `1`, `1.0` and `true` are, `"1"` and `1` are not.
  ///
  /// Kinds that cannot be compared are unequal, never an error. Text is compared scalar by scalar;
  /// sets and dictionaries in any order; a set never equals a list; NaN equals nothing.
  public func equals(_ other: Value) -> Bool {
    // Lists in lists wait on a stack of their own: values may nest deeper than a thread's stack.
    var pending = [(self, other)]
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

  /// Whether two scalars are equal; two collections of one kind are put off.
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

  /// Whether the language calls this value less than another; kinds it does not order are not.
  public func precedes(_ other: Value) -> Bool { order(to: other) == .before }

  /// How this value stands to another; nil where the language has no order between their kinds.
  package func order(to other: Value) -> Order? {
    switch (self, other) {
    case (.string(let a), .string(let b)):
      isExactly(a, b) ? .same : precedesExactly(a, b) ? .before : .after
    case (.date(let a), .date(let b)): a == b ? .same : a < b ? .before : .after
    default: Number(self).flatMap { a in Number(other).map { a.order(to: $0) } }
    }
  }
}

/// How one value stands to another.
package enum Order {
  case before, same, after
  /// A NaN is involved: every ordering is false.
  case unordered
}

/// A number as the language computes with it: a boolean is the integer 1 or 0.
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

  /// The number as an integer where it is one, however it is stored.
  package var asExactInt: Int64? {
    switch self {
    case .int(let int): int
    case .double(let double): Int64(exactly: double)
    }
  }

  /// Compares exactly: an integer is not rounded to a double first.
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
package struct EqualValue: Hashable {
  let value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (left: EqualValue, right: EqualValue) -> Bool {
    left.value.equals(right.value)
  }

  package func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher, depth: 0) }

  /// How deep a value is hashed; what lies deeper is told apart by equality alone.
  ///
  /// Deeper than what JSON nests, so that no file makes a set of values that all hash alike.
  private static let hashedDepth = 160

  private static func hash(_ value: Value, into hasher: inout Hasher, depth: Int) {
    func hash(of value: Value) -> Int {
      var hasher = Hasher()
      Self.hash(value, into: &hasher, depth: depth + 1)
      return hasher.finalize()
    }
    guard depth < hashedDepth else { return }
    // What each is comes first: else the bytes of a number might read as a text or a list, and many
    // different lists as one.
    switch value {
    case .bool, .int, .double:
      // Equal numbers must hash alike: every integral one hashes as its integer.
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
    // Order does not count.
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

/// Values by the language's equality.
///
/// What does not equal itself, a NaN or a list with one in it, equals nothing and is never found
/// again. All NaNs hash alike, so that none is kept: a thousand would be told apart one by one.
package struct EqualValues {
  private var members: Set<EqualValue> = []

  package init(_ values: some Sequence<Value> = EmptyCollection()) {
    for value in values { insert(value) }
  }

  /// - Returns: Whether no equal value was there.
  @discardableResult
  package mutating func insert(_ value: Value) -> Bool {
    value.equalsItself ? members.insert(EqualValue(value)).inserted : true
  }

  package func contains(_ value: Value) -> Bool { members.contains(EqualValue(value)) }
}

extension Value {
  /// Whether the language calls the value equal to itself: not where there is a NaN in it.
  ///
  /// Looked for by going through the value once: to compare a set is to ask this of its members.
  ///
  /// - Complexity: O(n) in the number of values in it.
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
