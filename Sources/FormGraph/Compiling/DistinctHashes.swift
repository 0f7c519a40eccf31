// Hashes that have been seen, without the things that were hashed.

/// A set of hashes in a table of one size.
struct DistinctHashes {
  /// None, or hashes of which none is 0; at least half of the places are free.
  private var places: [Int]
  private let shift: UInt64

  /// Makes room for so many hashes and no more.
  init(capacity: Int) {
    var bits = 4
    while 1 << bits < 2 * capacity { bits += 1 }
    places = [Int](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// Adds a hash; false where it, or one that looks like it, is there.
  mutating func insert(_ hash: Int) -> Bool {
    let hash = hash == 0 ? 1 : hash
    let mixed = UInt64(bitPattern: Int64(hash)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: mixed >> shift)
    // Ends, for some places are always free.
    while places[place] != 0 {
      guard places[place] != hash else { return false }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = hash
    return true
  }
}
