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
    var seen = EqualValues()
    self.elements = elements.filter { seen.insert($0) }
  }

  /// Makes a set of values of which no two are equal.
  init(distinct elements: [Value]) { self.elements = elements }

  /// Whether an equal value is a member.
  ///
  /// - Complexity: O(n).
  public func contains(_ value: Value) -> Bool {
    elements.contains { $0.equals(value) }
  }
}

/// Values under text keys, in the order given; keys are compared scalar by scalar.
public struct ValueDictionary: Sendable {
  /// A key, made ready to be looked up any number of times.
  struct Key: Hashable, Sendable {
    let text: String
    /// Tells short keys apart by two words.
    let cell: Cell

    init(_ text: String) {
      self.text = text
      cell = Cell(text)
    }

    static func == (left: Key, right: Key) -> Bool {
      left.cell == right.cell && (left.cell.isInline || isExactly(left.text, right.text))
    }

    /// Hashes all of a long key: whoever wrote it may have chosen what its cell tells of it.
    func hash(into hasher: inout Hasher) {
      if cell.isInline { cell.hash(into: &hasher) } else { ExactText(text).hash(into: &hasher) }
    }
  }

  private var entries: [(key: Key, value: Value)] = []
  /// Where each key stands; empty while a linear search is the faster one.
  private var positions: [Key: Int] = [:]

  private static let linearLimit = 16

  /// Makes a dictionary; a key given twice keeps its first position and its last value.
  public init(_ pairs: some Sequence<(String, Value)> = EmptyCollection()) {
    entries.reserveCapacity(pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }

  /// Makes a dictionary of what a literal says; a key given twice keeps its first position and its
  /// last value.
  public init(_ literal: KeyValuePairs<String, Value>) {
    self.init(literal.map { ($0.key, $0.value) })
  }

  /// The keys, in the order given.
  ///
  /// - Complexity: O(n).
  public var keys: [String] { entries.map(\.key.text) }

  /// The values, each at the position of its key.
  ///
  /// - Complexity: O(n).
  public var values: [Value] { entries.map(\.value) }

  /// The keys with their values, each made when it is asked for.
  var pairs: LazyMapSequence<[(key: Key, value: Value)], (String, Value)> {
    entries.lazy.map { ($0.key.text, $0.value) }
  }

  /// The number of keys.
  public var count: Int { entries.count }

  /// The value under a key; nil where there is none.
  ///
  /// Assigning nil leaves the dictionary as it is.
  ///
  /// - Complexity: O(1) on average.
  public subscript(key: String) -> Value? {
    get { position(of: Key(key)).map { entries[$0].value } }
    set {
      guard let newValue else { return }
      let key = Key(key)
      if let position = position(of: key) {
        entries[position].value = newValue
        return
      }
      entries.append((key, newValue))
      if !positions.isEmpty {
        positions[key] = entries.count - 1
      } else if entries.count > Self.linearLimit {
        for (position, entry) in entries.enumerated() { positions[entry.key] = position }
      }
    }
  }

  /// The value under a key.
  subscript(key: Key) -> Value? { position(of: key).map { entries[$0].value } }

  /// The cell of the value under a key, that of nil where there is none.
  func cell(under key: Key) -> Cell {
    position(of: key).map { Cell(entries[$0].value) } ?? .null
  }

  private func position(of key: Key) -> Int? {
    guard positions.isEmpty else { return positions[key] }
    // By index, for an entry that is taken out is copied.
    for position in entries.indices where entries[position].key.cell == key.cell {
      if key.cell.isInline || entries[position].key == key { return position }
    }
    return nil
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
    for (key, value) in entries {
      var pair = Hasher()
      pair.combine(key)
      pair.combine(view(value))
      sum &+= pair.finalize()
    }
    hasher.combine(sum)
  }

  func isEqual(to other: ValueDictionary, by areEqual: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    return entries.allSatisfy { key, value in
      other[key].map { areEqual(value, $0) } ?? false
    }
  }
}
