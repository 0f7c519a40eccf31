// Running totals: columns of a list that read one another through the item before settle item by
// item, from the first to the last. In an item, they settle in rank order. A changed result marks
// nodes of the same item with larger ranks, or of the next item, so each node runs once.

import Predicate

extension Engine {
  /// Evaluates the stale nodes of such columns, given their nodes in the prototype.
  mutating func settleByItem(_ columns: [NodeID]) {
    byItem = ItemQueue(columns)
    for column in columns {
      for node in queue.takeItems(at: topology.rank(of: column)) { markByItem(node) }
    }
    while let node = byItem.popFirst() {
      evaluate(node, graph.topology.nodes.packed(node))
      settleCounts()
    }
    byItem = ItemQueue()
  }

  /// Marks a node of such a column as stale.
  mutating func markByItem(_ node: NodeID) {
    let position = topology.item(ofNode: node).flatMap { outline.position(of: $0) } ?? 0
    byItem.insert(
      node, at: position, rank: topology.rank(of: topology.ranked(node)))
  }
}

/// Nodes of items, taken by the position of the item in its list and then by rank.
///
/// A binary heap: inserting a node and taking the first one take O(log n).
struct ItemQueue: Sendable {
  private struct Entry: Sendable {
    let position: Int32
    let rank: Int32
    let node: NodeID

    func isBefore(_ other: Entry) -> Bool {
      (position, rank, node.rawValue) < (other.position, other.rank, other.node.rawValue)
    }
  }

  /// The nodes of the prototype whose nodes in items the queue takes.
  private let columns: Set<NodeID>
  private var entries: [Entry] = []
  private var waiting = IDSet<NodeID>()

  init(_ columns: [NodeID] = []) { self.columns = Set(columns) }

  /// Whether nodes of items that are ranked like a node wait here.
  func takes(_ node: NodeID) -> Bool { !columns.isEmpty && columns.contains(node) }

  /// Adds a node, unless it waits already.
  mutating func insert(_ node: NodeID, at position: Int, rank: Int) {
    guard waiting.insert(node) else { return }
    let entry = Entry(
      position: Int32(truncatingIfNeeded: position), rank: Int32(truncatingIfNeeded: rank),
      node: node)
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entry.isBefore(entries[(index - 1) / 2]) {
      entries[index] = entries[(index - 1) / 2]
      index = (index - 1) / 2
    }
    entries[index] = entry
  }

  mutating func popFirst() -> NodeID? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    waiting.remove(first.node)
    guard !entries.isEmpty else { return first.node }
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
    return first.node
  }
}
