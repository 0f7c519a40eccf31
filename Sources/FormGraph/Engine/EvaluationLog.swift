// Which nodes ran, in order. Neighbours that run one behind the other are one entry: of a form in
// which everything runs there are a few, and of any other no more than nodes.

/// The nodes that a transaction has evaluated.
struct EvaluationLog: Sendable {
  private var entries = Log<Entry>()
  /// How many have run.
  private(set) var count = 0
  /// How many of them ran with others at once, gathered or in chains.
  var countTogether = 0

  private struct Entry {
    let first: Int32
    var count: Int32
  }

  @inline(__always)
  mutating func append(_ node: NodeID) { append(from: node, count: 1) }

  /// Appends some nodes in the order of their ids.
  @inline(__always)
  mutating func append(from first: NodeID, count added: Int) {
    count &+= added
    let last = entries.count &- 1
    if last >= 0, entries[last].first &+ entries[last].count == first.rawValue {
      entries[last].count &+= Int32(truncatingIfNeeded: added)
    } else {
      entries.append(Entry(first: first.rawValue, count: Int32(truncatingIfNeeded: added)))
    }
  }

  /// The nodes that have run, in order.
  var nodes: [NodeID] {
    entries.elements.flatMap { entry in
      (Int(entry.first)..<Int(entry.first) + Int(entry.count)).map { NodeID($0) }
    }
  }
}
