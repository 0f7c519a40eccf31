// The sets and dictionaries of the language. Unlike Swift's own, they keep the order in which
// members were given. The equality of the language ignores this order.

/// A set of values, in the order given.
///
/// Two members are duplicates if the language considers them equal, such as `1` and `1.0`.
public struct ValueSet: Sendable {
  /// The members, in the order given.
  public let elements: [Value]

  /// Makes a set; the first of several equal elements stays.
  ///
  /// - Complexity: O(n) on average.
  public init(_ elements: some Sequence<Value>) {
    var seen = EqualValues()
    self.elements = elements.filter { seen.insert($0) }
  }

  /// Makes a set from values that are known to be distinct.
  init(distinct elements: [Value]) { self.elements = elements }

  /// Whether the set contains an equal value.
  ///
  /// - Complexity: O(n).
  public func contains(_ value: Value) -> Bool {
    elements.contains { $0.equals(value) }
  }
}

/// A dictionary from text keys to values: a sequence of pairs, in the order given.
///
/// Keys are compared by Unicode scalars.
public struct ValueDictionary: Sendable {
  /// A key that is prepared for repeated lookups.
  struct Key: Hashable, Sendable {
    let text: String
    /// The key as a cell; short keys are compared by it alone.
    let cell: Cell

    init(_ text: String) { self.init(text, Cell(text)) }

    fileprivate init(_ text: String, _ cell: Cell) {
      self.text = text
      self.cell = cell
    }

    static func == (left: Key, right: Key) -> Bool {
      left.cell == right.cell && (left.cell.isInline || isExactly(left.text, right.text))
    }

    /// Hashes every byte of a long key, because an attacker could choose keys with equal cells.
    func hash(into hasher: inout Hasher) {
      if cell.isInline { cell.hash(into: &hasher) } else { ExactText(text).hash(into: &hasher) }
    }
  }

  /// The contents in one object, so that a copy of a dictionary costs one reference count.
  private var storage: Storage

  /// Makes a dictionary.
  ///
  /// If a key is given twice, its first position and its last value count.
  public init(_ pairs: some Sequence<(String, Value)> = EmptyCollection()) {
    self.init(Array(pairs))
  }

  /// Makes a dictionary.
  ///
  /// If a key is given twice, its first position and its last value count.
  public init(_ pairs: [(String, Value)]) {
    storage = Storage(capacity: pairs.count)
    for (key, value) in pairs { storage.set(value, for: Key(key)) }
  }

  /// Makes a dictionary from a literal.
  ///
  /// If a key is given twice, its first position and its last value count.
  public init(_ literal: KeyValuePairs<String, Value>) {
    self.init(literal.map { ($0.key, $0.value) })
  }

  /// The keys, in the order given.
  ///
  /// - Complexity: O(n).
  public var keys: [String] { entries.map(\.key) }

  /// The values, in the order of their keys.
  ///
  /// - Complexity: O(n).
  public var values: [Value] { entries.map(\.value) }

  /// The keys and values, computed lazily.
  var pairs: LazyMapSequence<[(key: String, value: Value)], (String, Value)> {
    entries.lazy.map { ($0.key, $0.value) }
  }

  /// The number of keys.
  public var count: Int { entries.count }

  /// The key and the value at a position in the order given.
  package func pair(at position: Int) -> (key: String, value: Value) {
    entries[position]
  }

  /// The value for a key; nil if the key is unknown.
  ///
  /// Assigning nil has no effect.
  ///
  /// - Complexity: O(1) on average.
  public subscript(key: String) -> Value? {
    get { position(of: Key(key)).map { entries[$0].value } }
    set {
      if let newValue { set(newValue, for: Key(key)) }
    }
  }

  private mutating func set(_ value: Value, for key: Key) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    storage.set(value, for: key)
  }

  /// The value for a prepared key.
  subscript(key: Key) -> Value? { position(of: key).map { entries[$0].value } }

  /// The cell of the value for a key; the cell of nil if the key is unknown.
  func cell(under key: Key) -> Cell {
    storage.position(of: key).map { storage.cells[$0].value } ?? .null
  }

  /// Calls `body` with the cells of all keys and their values.
  ///
  /// There are none if the dictionary has so many keys that a linear search would be slow.
  @inline(__always)
  func withFewCells<Result>(_ body: (UnsafeBufferPointer<CellPair>) -> Result) -> Result {
    guard storage.positions.isEmpty else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return storage.cells.withUnsafeBufferPointer(body)
  }

  private var entries: [(key: String, value: Value)] { storage.entries }

  private func position(of key: Key) -> Int? { storage.position(of: key) }

  private func key(at position: Int) -> Key { storage.key(at: position) }

  /// The cells of a key and its value.
  typealias CellPair = (key: Cell, value: Cell)

  // Sendable: only a dictionary that shares its storage with no other one writes to it. So accesses
  // cannot overlap either, and checking that at run time would take longer than a search.
  private final class Storage: @unchecked Sendable {
    @exclusivity(unchecked)
    private(set) var entries: [(key: String, value: Value)] = []
    /// The cells of the entries.
    ///
    /// A search for a key, or a load of its value as a cell, touches no reference counts.
    @exclusivity(unchecked)
    private(set) var cells: [CellPair] = []
    /// The index of each entry by its key; empty for few entries, which a linear search finds
    /// faster.
    @exclusivity(unchecked)
    private(set) var positions: [Key: Int] = [:]

    private static let linearLimit = 16

    init(capacity: Int) {
      entries.reserveCapacity(capacity)
      cells.reserveCapacity(capacity)
    }

    init(copying other: Storage) {
      (entries, cells, positions) = (other.entries, other.cells, other.positions)
    }

    func set(_ value: Value, for key: Key) {
      if let position = position(of: key) {
        entries[position].value = value
        cells[position].value = Cell(value)
        return
      }
      entries.append((key.text, value))
      cells.append((key.cell, Cell(value)))
      if !positions.isEmpty {
        positions[key] = entries.count - 1
      } else if entries.count > Self.linearLimit {
        for position in entries.indices { positions[self.key(at: position)] = position }
      }
    }

    func position(of key: Key) -> Int? {
      guard positions.isEmpty else { return positions[key] }
      return cells.withUnsafeBufferPointer { cells in
        for position in cells.indices where cells[position].key == key.cell {
          if key.cell.isInline || isExactly(entries[position].key, key.text) { return position }
        }
        return nil
      }
    }

    func key(at position: Int) -> Key { Key(entries[position].key, cells[position].key) }
  }
}

extension ValueDictionary: Sequence {
  /// The pairs of keys and values, in the order given.
  public func makeIterator() -> IndexingIterator<[(key: String, value: Value)]> {
    entries.makeIterator()
  }

  /// The number of pairs.
  public var underestimatedCount: Int { count }
}

extension ValueDictionary: CustomStringConvertible {
  /// The pairs as a value prints them.
  public var description: String { Value.dictionary(self).description }
}

extension ValueDictionary: Hashable {
  /// Whether both dictionaries have the same keys with identical values, in any order.
  public static func == (left: ValueDictionary, right: ValueDictionary) -> Bool {
    left.isEqual(to: right) { $0 == $1 }
  }

  /// Hashes the keys and the values, independent of their order.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher) { $0 } }

  /// Hashes the pairs, each value as `view` maps it, independent of their order.
  ///
  /// The values are hashed too, because many dictionaries have the same keys.
  func hash(into hasher: inout Hasher, _ view: (Value) -> some Hashable) {
    var sum = 0
    for position in entries.indices {
      var pair = Hasher()
      pair.combine(key(at: position))
      pair.combine(view(entries[position].value))
      sum &+= pair.finalize()
    }
    hasher.combine(sum)
  }

  func isEqual(to other: ValueDictionary, by areEqual: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    return entries.indices.allSatisfy { position in
      other[key(at: position)].map { areEqual(entries[position].value, $0) } ?? false
    }
  }
}
