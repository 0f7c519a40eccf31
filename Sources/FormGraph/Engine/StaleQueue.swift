// The nodes that wait to be evaluated, taken in rank order. A bit for each rank, and a bit for each
// word of bits that has any: inserting twice is inserting once, so a node runs once by construction.

/// A set of ranks from which the smallest is taken.
struct StaleQueue: Sendable {
  private var bits: [UInt64] = []
  private var summary: [UInt64] = []
  /// No word of the summary before this one has a bit.
  private var lowest = 0
  private(set) var count = 0

  /// By rank of a prototype's node: the nodes of items that are evaluated at that rank.
  private var itemNodes: [Int: IDSet<NodeID>] = [:]

  /// Makes room for ranks.
  mutating func grow(to capacity: Int) {
    while bits.count * 64 < capacity { bits.append(0) }
    while summary.count * 64 < bits.count { summary.append(0) }
  }

  /// Forgets everything.
  mutating func clear() {
    while popFirst() != nil {}
    itemNodes.removeAll()
  }

  /// Adds a rank; one that is there stays once.
  mutating func insert(_ rank: Int) {
    let word = rank / 64
    let bit: UInt64 = 1 << UInt64(rank % 64)
    guard bits[word] & bit == 0 else { return }
    bits[word] |= bit
    summary[word / 64] |= 1 << UInt64(word % 64)
    lowest = min(lowest, word / 64)
    count += 1
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

  /// Takes the smallest rank.
  ///
  /// - Complexity: O(1) where ranks come close together, O(n / 4096) at worst.
  mutating func popFirst() -> Int? {
    guard count > 0 else { return nil }
    while summary[lowest] == 0 { lowest += 1 }
    let word = lowest * 64 + summary[lowest].trailingZeroBitCount
    let bit = bits[word].trailingZeroBitCount
    bits[word] &= bits[word] - 1
    if bits[word] == 0 { summary[lowest] &= summary[lowest] - 1 }
    count -= 1
    return word * 64 + bit
  }
}
