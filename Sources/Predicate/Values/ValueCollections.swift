// The two collections of the language that Swift's own do not serve: both keep the order they
// were given, neither lets order count in an equality of the language.

/// A set of values: the order given, without later duplicates.
///
/// Two members are duplicates when the language calls them equal, so `1` and `1.0` are one.
public struct ValueSet: Sendable {
  /// The members, in the order given.
  public let elements: [Value]

  /// Makes a set of the elements; of equal ones the first stays.
  ///
  /// - Complexity: O(n) on average.
  public init(_ elements: some Sequence<Value>) {
    var seen = Set<EqualValue>()
    self.elements = elements.filter { seen.insert(EqualValue($0)).inserted }
  }

  /// Whether an equal value is a member.
  ///
  /// - Complexity: O(n).
  public func contains(_ value: Value) -> Bool {
    elements.contains { $0.equals(value) }
  }
}

/// Values under text keys, in the order given; keys are compared scalar by scalar.
public struct ValueDictionary: Sendable {
  /// The keys, in the order given.
  public private(set) var keys: [String] = []
  /// The values, each at the position of its key.
  public private(set) var values: [Value] = []
  /// Where each key stands; empty while a linear search is the faster one.
  private var positions: [ExactText: Int] = [:]

  private static let linearLimit = 8

  /// Makes a dictionary; a key given twice keeps its first position and its last value.
  public init(_ pairs: some Sequence<(String, Value)> = EmptyCollection()) {
    for (key, value) in pairs { self[key] = value }
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// The value under a key; nil where there is none.
  ///
  /// Assigning nil leaves the dictionary as it is.
  ///
  /// - Complexity: O(1) on average.
  public subscript(key: String) -> Value? {
    get { position(of: key).map { values[$0] } }
    set {
      guard let newValue else { return }
      if let position = position(of: key) {
        values[position] = newValue
        return
      }
      keys.append(key)
      values.append(newValue)
      if !positions.isEmpty {
        positions[ExactText(key)] = keys.count - 1
      } else if keys.count > Self.linearLimit {
        for (position, key) in keys.enumerated() { positions[ExactText(key)] = position }
      }
    }
  }

  private func position(of key: String) -> Int? {
    positions.isEmpty
      ? keys.firstIndex { isExactly($0, key) } : positions[ExactText(key)]
  }
}

extension ValueDictionary: Hashable {
  /// Whether both hold the same values under the same keys, in any order.
  public static func == (left: ValueDictionary, right: ValueDictionary) -> Bool {
    left.isEqual(to: right) { $0 == $1 }
  }

  /// Hashes keys and values; order does not count.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher) { $0 } }

  /// Hashes the pairs with the values as `view` sees them.
  ///
  /// Dictionaries of one shape are common, so the keys alone would not tell them apart.
  func hash(into hasher: inout Hasher, _ view: (Value) -> some Hashable) {
    var sum = 0
    for (key, value) in zip(keys, values) {
      var pair = Hasher()
      pair.combine(ExactText(key))
      pair.combine(view(value))
      sum &+= pair.finalize()
    }
    hasher.combine(sum)
  }

  func isEqual(to other: ValueDictionary, by areEqual: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    return zip(keys, values).allSatisfy { key, value in
      other[key].map { areEqual(value, $0) } ?? false
    }
  }
}
