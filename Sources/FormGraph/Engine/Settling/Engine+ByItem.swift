// Running totals: columns of a list that read one another through the item before settle item by
// item, from the first to the last. In an item, they settle in rank order. A changed result marks
// nodes of the same item with larger ranks, or of the next item, so each node runs once.

import Predicate

extension Engine {
  /// Evaluates the stale nodes of such columns, given their nodes in the prototype.
  mutating func settleByItem(_ columns: [NodeID]) {
    let ranks = columns.compactMap { topology.graph.nodes.rank(of: $0) }
    byItem = ItemQueue(ranks)
    for rank in ranks {
      for item in queue.takeItems(at: rank) { markByItem(rank, in: item) }
    }
    while let (rank, item) = byItem.popFirst() {
      guard outline.items.contains(item) else { continue }
      let node = topology.packed(topology.graph.nodes.atRank(rank).id, in: item)
      evaluate(node)
      settleCounts()
    }
    byItem = ItemQueue()
  }

  /// Marks a node of such a column as stale.
  mutating func markByItem(_ rank: Int, in item: ItemIndex) {
    byItem.insert(rank, in: item, at: outline.position(of: item) ?? 0)
  }
}

/// Nodes of items, taken by the position of the item in its list and then by rank.
///
/// A binary heap: inserting a node and taking the first one take O(log n).
struct ItemQueue: Sendable {
  private struct Entry: Sendable {
    let position: Int32
    let waiting: Waiting

    func isBefore(_ other: Entry) -> Bool {
      (position, waiting.rank, waiting.item) < (
        other.position, other.waiting.rank, other.waiting.item
      )
    }
  }

  /// The item in which a node waits, and its rank.
  private struct Waiting: Hashable {
    let rank: Int32
    let item: ItemIndex
  }

  /// The ranks of the nodes that the queue takes.
  private let ranks: Set<Int>
  private var entries: [Entry] = []
  private var waiting: Set<Waiting> = []

  init(_ ranks: [Int] = []) { self.ranks = Set(ranks) }

  /// Whether the nodes of items at a rank wait here.
  func takes(_ rank: Int) -> Bool { !ranks.isEmpty && ranks.contains(rank) }

  /// Adds a node of an item, unless it waits already.
  mutating func insert(_ rank: Int, in item: ItemIndex, at position: Int) {
    let new = Waiting(rank: Int32(truncatingIfNeeded: rank), item: item)
    guard waiting.insert(new).inserted else { return }
    let entry = Entry(position: Int32(truncatingIfNeeded: position), waiting: new)
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entry.isBefore(entries[(index - 1) / 2]) {
      entries[index] = entries[(index - 1) / 2]
      index = (index - 1) / 2
    }
    entries[index] = entry
  }

  mutating func popFirst() -> (rank: Int, item: ItemIndex)? {
    guard let first = entries.first?.waiting, let last = entries.popLast() else { return nil }
    waiting.remove(first)
    guard !entries.isEmpty else { return (Int(first.rank), first.item) }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      guard entries[child].isBefore(last) else { break }
      entries[index] = entries[child]
      index = child
    }
    entries[index] = last
    return (Int(first.rank), first.item)
  }
}
