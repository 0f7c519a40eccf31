// A hash table of ids that does not store what was hashed: the caller compares the candidates. The
// table takes 8 bytes an entry, in pages, so copies are O(1) and a write copies one page.
// Collisions are resolved by linear probing. Removed ids leave tombstones until the table is
// rebuilt. The quality of the hashes affects the speed but never the answer.
//
//   entries  free | (hash, id) | (hash, id) | left | free | …     left = tombstone

/// Ids by a hash of the things they stand for.
struct HashIndex: Sendable {
  /// The hash table.
  ///
  /// It is empty, or at least a quarter of it is free.
  private var entries = Pages<Entry>()
  /// The number of entries that are not free: ids and tombstones.
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

  /// Finds an id by a hash.
  ///
  /// - Parameters:
  ///   - hash: The hash of the thing to find.
  ///   - matches: Whether an id stands for the thing to find. It is also called for ids with a
  ///     colliding hash.
  /// - Returns: An id that matches; if several match, any of them.
  /// - Complexity: O(1) if hashes rarely collide.
  func first(hash: Int, where matches: (Int32) throws -> Bool) rethrows -> Int32? {
    guard count > 0 else { return nil }
    let hash = Self.mixed(hash)
    var place = home(of: hash)
    // The loop ends, because some entries are always free.
    while true {
      let entry = entries[place]
      if entry.isFree { return nil }
      if entry.isID, entry.hash == hash, try matches(entry.id) { return entry.id }
      place = after(place)
    }
  }

  /// Inserts an id.
  ///
  /// - Parameters:
  ///   - id: The id. It must not be negative, and must not be in the table with this hash.
  ///   - hash: The hash of the thing that the id stands for.
  /// - Complexity: O(1), amortized over rebuilding the table.
  mutating func insert(_ id: Int32, hash: Int) {
    precondition(id >= 0)
    if (used + 1) * 4 > entries.count * 3 { rebuild(for: (count + 1) * 3 / 2) }
    place(Entry(hash: Self.mixed(hash), id: id))
    count += 1
  }

  /// Makes room for at least `count` ids.
  mutating func reserve(_ count: Int) {
    if count * 4 > entries.count * 3 { rebuild(for: count) }
  }

  /// Removes an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - hash: The hash with which the id was inserted.
  /// - Returns: Whether the id was in the table.
  @discardableResult
  mutating func remove(_ id: Int32, hash: Int) -> Bool {
    guard count > 0, id >= 0 else { return false }
    let hash = Self.mixed(hash)
    var place = home(of: hash)
    while entries[place].id != id || entries[place].hash != hash {
      if entries[place].isFree { return false }
      place = after(place)
    }
    // If the next entry is free, no search goes past this entry, so it needs no tombstone.
    let isLast = entries[after(place)].isFree
    entries[place] = isLast ? .free : .left
    if isLast { used -= 1 }
    count -= 1
    return true
  }

  /// The number of pages that differ from the pages of another index; see ``Pages``.
  func pagesNotShared(with other: HashIndex) -> Int { entries.pagesNotShared(with: other.entries) }

  /// Writes an entry to the first entry without an id, from its home on.
  private mutating func place(_ entry: Entry) {
    var place = home(of: entry.hash)
    while entries[place].isID { place = after(place) }
    if entries[place].isFree { used += 1 }
    entries[place] = entry
  }

  /// Rebuilds the table with room for `count` ids and without tombstones.
  private mutating func rebuild(for count: Int) {
    let capacity = Swift.max(Self.smallestCapacity, count * 4 / 3 + 1)
    let old = entries
    entries = Pages(repeating: .free, count: capacity)
    used = 0
    for entry in old where entry.isID { place(entry) }
  }

  /// The entry at which a search begins.
  ///
  /// The home scales the 32-bit hash to the capacity, so the highest bits of the hash choose it.
  private func home(of hash: UInt32) -> Int { (Int(hash) * entries.count) >> 32 }

  private func after(_ place: Int) -> Int { place + 1 == entries.count ? 0 : place + 1 }

  /// Spreads a hash over 32 bits, so that the highest bits depend on all bits.
  ///
  /// The hashes may be consecutive numbers, or differ only in their upper half.
  private static func mixed(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
