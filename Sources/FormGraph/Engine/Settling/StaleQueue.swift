// The nodes that wait to be evaluated, taken in rank order. A bit for each rank, and a bit for each
// word of bits that has any: inserting twice is inserting once, so a node runs once by
// construction.

/// A set of ranks from which the smallest is taken.
///
/// Empty between transactions; whoever starts one calls `own()` first, for copies share their
/// memory.
struct StaleQueue: @unchecked Sendable {
  // Sendable: the memory is written only by a queue that alone holds it, from `own()` on.
  private var memory: Memory
  private var bits: UnsafeMutablePointer<UInt64>
  private var summary: UnsafeMutablePointer<UInt64>
  /// How many ranks there is room for.
  private var capacity: Int
  /// No word of the summary before this one has a bit.
  private var lowest = 0
  /// None behind this one.
  private var highest = -1
  /// How many ranks have come to wait that did not, since somebody set this to nothing.
  var additions = 0

  /// By rank of a prototype's node: the nodes of items that are evaluated at that rank.
  private var itemNodes: [Int: IDSet<NodeID>] = [:]

  /// Words of bits and, behind them, a bit for each word.
  private final class Memory {
    let words: UnsafeMutablePointer<UInt64>

    init(count: Int) {
      words = .allocate(capacity: count)
      words.initialize(repeating: 0, count: count)
    }

    deinit { words.deallocate() }
  }

  /// An empty queue with room for ranks.
  init(capacity: Int = 0) {
    let summaryCount = (capacity + 4095) / 4096
    memory = Memory(count: summaryCount * 65)
    bits = memory.words
    summary = memory.words + summaryCount * 64
    self.capacity = summaryCount * 4096
  }

  /// Makes room for ranks; the queue must be empty: nothing is marked before the shape is finished.
  mutating func grow(to count: Int) {
    guard count > capacity else { return }
    precondition(isEmpty)
    self = StaleQueue(capacity: max(count, capacity * 2))
  }

  /// Makes sure that no copy shares the memory; the queue must be empty.
  mutating func own() {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    self = StaleQueue(capacity: capacity)
  }

  /// Adds a rank; one that is there stays once.
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

  /// Adds a node of an item at the rank of its prototype's.
  mutating func insert(_ rank: Int, itemNode: NodeID) {
    insert(rank)
    itemNodes[rank, default: IDSet()].insert(itemNode)
  }

  /// Takes the nodes of items that wait at a rank.
  mutating func takeItems(at rank: Int) -> IDSet<NodeID> {
    itemNodes.removeValue(forKey: rank) ?? IDSet()
  }

  /// Takes the smallest rank; nil if none waits.
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
