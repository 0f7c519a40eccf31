// The nodes that wait to be evaluated, taken in rank order. There is one bit for each rank, and one
// summary bit for each word of 64 ranks. Inserting a rank twice sets the same bit, so a node runs
// at most once.
//
//   words    bits[0] | bits[1] | … | summary[0] | …
//
//   rank 70  bit 6 of bits[1], and bit 1 of summary[0]

/// A set of ranks from which the smallest rank is taken.
///
/// The queue is empty between transactions.
struct StaleQueue: ~Copyable, @unchecked Sendable {
  // Sendable: a queue cannot be copied, so only it refers to its memory.

  /// One bit for each rank; the summary words follow in the same memory.
  private var bits: UnsafeMutablePointer<UInt64>
  private var summary: UnsafeMutablePointer<UInt64>
  /// The number of ranks that fit.
  private var capacity: Int
  /// Every summary word before this one is zero.
  private var lowest = 0
  /// Every summary word after this one is zero.
  private var highest = -1
  /// The number of insertions of a rank that was not waiting yet.
  ///
  /// The engine resets it.
  var additions = 0

  /// By rank of a prototype's node: the items in which it waits.
  private var items: [Int: IDSet<ItemIndex>] = [:]

  /// Makes an empty queue with room for `capacity` ranks.
  init(capacity: Int = 0) {
    let summaryCount = (capacity + 4095) / 4096
    bits = .allocate(capacity: summaryCount * 65)
    bits.initialize(repeating: 0, count: summaryCount * 65)
    summary = bits + summaryCount * 64
    self.capacity = summaryCount * 4096
  }

  deinit { bits.deallocate() }

  /// Makes room for more ranks.
  ///
  /// The queue must be empty; no node is marked before the shape is finished.
  mutating func grow(to count: Int) {
    guard count > capacity else { return }
    precondition(isEmpty)
    let additions = additions
    self = StaleQueue(capacity: max(count, capacity * 2))
    self.additions = additions
  }

  /// Adds a rank.
  ///
  /// A rank that is waiting already stays once.
  @inline(__always)
  mutating func insert(_ rank: Int) {
    precondition(UInt(bitPattern: rank) < UInt(bitPattern: capacity))
    let word = rank >> 6
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rank & 63)
    let old = bits[word]
    guard old & bit == 0 else { return }
    bits[word] = old | bit
    additions &+= 1
    guard old == 0 else { return }
    let place = word >> 6
    summary[place] |= 1 &<< UInt64(truncatingIfNeeded: word & 63)
    lowest = min(lowest, place)
    highest = max(highest, place)
  }

  /// Adds an item, at the rank of its prototype's node.
  mutating func insert(_ rank: Int, in item: ItemIndex) {
    insert(rank)
    items[rank, default: IDSet()].insert(item)
  }

  /// Takes all items that wait at a rank.
  mutating func takeItems(at rank: Int) -> IDSet<ItemIndex> {
    items.removeValue(forKey: rank) ?? IDSet()
  }

  /// Takes the smallest rank; nil if the queue is empty.
  @inline(__always)
  mutating func popFirst() -> Int? {
    while lowest <= highest {
      guard summary[lowest] != 0 else {
        lowest &+= 1
        continue
      }
      let word = lowest << 6 &+ summary[lowest].trailingZeroBitCount
      let ranks = bits[word]
      bits[word] = ranks & (ranks &- 1)
      if bits[word] == 0 { summary[lowest] &= summary[lowest] &- 1 }
      return word << 6 &+ ranks.trailingZeroBitCount
    }
    highest = -1
    return nil
  }

  var isEmpty: Bool { (0..<capacity / 4096).allSatisfy { summary[$0] == 0 } }
}
