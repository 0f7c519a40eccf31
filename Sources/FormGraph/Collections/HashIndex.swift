// Which ids have a hash, without the things that were hashed: whoever asks compares the candidates
// himself. A table of 8 bytes an entry in pages, probed one entry after the other, so that copies
// are O(1) and a write copies one page. Ids that have left are marked, and go when the table is
// rebuilt. Hashes decide how fast it is and never what it answers; what many things share is
// searched slowly.

/// Ids by a hash of what they stand for.
struct HashIndex: Sendable {
  /// None, or so many that at least a quarter are free.
  private var entries = Pages<Entry>()
  /// Entries that are not free: the ids, and those that have left.
  private var used = 0
  private(set) var count = 0

  private struct Entry: Sendable {
    var hash: UInt32
    var id: Int32

    static let free = Entry(hash: 0, id: -1)
    static let left = Entry(hash: 0, id: -2)

    var isFree: Bool { id == -1 }
    var isID: Bool { id >= 0 }
  }

  private static let smallestCapacity = 8

  init() {}

  var isEmpty: Bool { count == 0 }

  /// - Parameters:
  ///   - hash: Of what is sought.
  ///   - matches: Whether an id with this hash, or one that looks like it, stands for what is
  ///     sought.
  /// - Returns: An id that matches; where several do, any of them.
  /// - Complexity: O(1) for hashes that differ.
  func first(hash: Int, where matches: (Int32) throws -> Bool) rethrows -> Int32? {
    var search = Search(hash)
    while let id = next(&search) {
      if try matches(id) { return id }
    }
    return nil
  }

  /// A search for ids with one hash, as far as it has come.
  struct Search {
    fileprivate let hash: UInt32
    fileprivate var place: Int?

    /// - Parameter hash: Of what is sought.
    init(_ hash: Int) { self.hash = HashIndex.mixed(hash) }
  }

  /// The next id with the hash that is sought, or one that looks like it; nil after the last.
  ///
  /// For who can hand over no closure, since that would copy what it sees.
  func next(_ search: inout Search) -> Int32? {
    guard count > 0 else { return nil }
    var place = search.place ?? home(of: search.hash)
    // Ends, for some entries are always free.
    while true {
      let entry = entries[place]
      if entry.isFree { return nil }
      place = after(place)
      if entry.isID, entry.hash == search.hash {
        search.place = place
        return entry.id
      }
    }
  }

  /// - Parameters:
  ///   - id: Not negative, and not there with this hash.
  ///   - hash: Of what it stands for.
  /// - Complexity: O(1), but for the rebuilding of a table that has become full.
  mutating func insert(_ id: Int32, hash: Int) {
    precondition(id >= 0)
    if (used + 1) * 4 > entries.count * 3 { rebuild(for: (count + 1) * 3 / 2) }
    place(Entry(hash: Self.mixed(hash), id: id))
    count += 1
  }

  /// Makes room for so many ids or more.
  mutating func reserve(_ count: Int) {
    if count * 4 > entries.count * 3 { rebuild(for: count) }
  }

  /// - Parameters:
  ///   - id: What leaves.
  ///   - hash: The one it was inserted with.
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func remove(_ id: Int32, hash: Int) -> Bool {
    guard count > 0, id >= 0 else { return false }
    let hash = Self.mixed(hash)
    var place = home(of: hash)
    while entries[place].id != id || entries[place].hash != hash {
      if entries[place].isFree { return false }
      place = after(place)
    }
    // Nothing is sought past an entry whose next is free: it need not be remembered.
    let isLast = entries[after(place)].isFree
    entries[place] = isLast ? .free : .left
    if isLast { used -= 1 }
    count -= 1
    return true
  }

  /// How many pages are not those of another index, as ``Pages`` counts them.
  func pagesNotShared(with other: HashIndex) -> Int { entries.pagesNotShared(with: other.entries) }

  /// Writes an entry to the first place from its home that no id has.
  private mutating func place(_ entry: Entry) {
    var place = home(of: entry.hash)
    while entries[place].isID { place = after(place) }
    if entries[place].isFree { used += 1 }
    entries[place] = entry
  }

  /// Makes room for so many ids, and forgets those that have left.
  private mutating func rebuild(for count: Int) {
    let capacity = Swift.max(Self.smallestCapacity, count * 4 / 3 + 1)
    let old = entries
    entries = Pages(repeating: .free, count: capacity)
    used = 0
    for entry in old where entry.isID { place(entry) }
  }

  /// The highest bits of a hash choose its home: a hash is a part of all there can be, and its home
  /// the same part of the capacity.
  private func home(of hash: UInt32) -> Int { (Int(hash) * entries.count) >> 32 }

  private func after(_ place: Int) -> Int { place + 1 == entries.count ? 0 : place + 1 }

  /// Spreads a hash over 32 bits, the highest of which depend on all of it: hashes may be numbers
  /// in a row, or differ in their upper half only.
  fileprivate static func mixed(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
