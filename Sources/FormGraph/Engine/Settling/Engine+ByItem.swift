// Running totals: columns of a list that read one another through the item before settle item by
// item, from the first to the last. In an item, they settle in rank order. A changed result marks
// nodes of the same item with larger ranks, or of the next item, so each node runs once.

import Predicate

extension Engine {
  /// Evaluates the stale nodes of such columns, given their nodes in the prototype.
  mutating func settleByItem(_ columns: [NodeID]) {
    byItem = ItemQueue(columns)
    for column in columns {
      for item in queue.takeItems(at: topology.rank(of: column)) { markByItem(column, in: item) }
    }
    while let (column, item) = byItem.popFirst() {
      guard outline.items.contains(item) else { continue }
      let topology = graph.topology
      evaluate(topology.node(column, in: item), topology.packed(column, in: item))
      settleCounts()
    }
    byItem = ItemQueue()
  }

  /// Marks a node of such a column as stale.
  mutating func markByItem(_ node: NodeID, in item: ItemID) {
    byItem.insert(
      node, in: item, at: outline.position(of: item) ?? 0, rank: topology.rank(of: node))
  }
}

/// Nodes of items, taken by the position of the item in its list and then by rank.
///
/// A binary heap: inserting a node and taking the first one take O(log n).
struct ItemQueue: Sendable {
  private struct Entry: Sendable {
    let position: Int32
    let rank: Int32
    let waiting: Waiting

    func isBefore(_ other: Entry) -> Bool {
      (position, rank, waiting.item) < (other.position, other.rank, other.waiting.item)
    }
  }

  /// A node of the prototype, and the item in which it waits.
  private struct Waiting: Hashable {
    let node: NodeID
    let item: ItemID
  }

  /// The nodes of the prototype whose nodes in items the queue takes.
  private let columns: Set<NodeID>
  private var entries: [Entry] = []
  private var waiting: Set<Waiting> = []

  init(_ columns: [NodeID] = []) { self.columns = Set(columns) }

  /// Whether the nodes of items for a node of the prototype wait here.
  func takes(_ node: NodeID) -> Bool { !columns.isEmpty && columns.contains(node) }

  /// Adds a node of an item, unless it waits already.
  mutating func insert(_ node: NodeID, in item: ItemID, at position: Int, rank: Int) {
    let new = Waiting(node: node, item: item)
    guard waiting.insert(new).inserted else { return }
    let entry = Entry(
      position: Int32(truncatingIfNeeded: position), rank: Int32(truncatingIfNeeded: rank),
      waiting: new)
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entry.isBefore(entries[(index - 1) / 2]) {
      entries[index] = entries[(index - 1) / 2]
      index = (index - 1) / 2
    }
    entries[index] = entry
  }

  mutating func popFirst() -> (node: NodeID, item: ItemID)? {
    guard let first = entries.first?.waiting, let last = entries.popLast() else { return nil }
    waiting.remove(first)
    guard !entries.isEmpty else { return (first.node, first.item) }
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
    return (first.node, first.item)
  }
}
