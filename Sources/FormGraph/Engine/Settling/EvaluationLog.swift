// Records which nodes ran, in order. Nodes with consecutive ids that run in a row share one entry.
// If every node runs, there are only a few entries, and there are never more entries than nodes.

/// The nodes that a transaction has evaluated.
struct EvaluationLog: Sendable {
  /// The last entry; empty if nothing has run.
  ///
  /// Stored inline, because most transactions have only one entry.
  private var last = Entry(first: 0, count: 0)
  /// The entries before the last.
  private var earlier = Log<Entry>()
  /// How many nodes have run.
  private(set) var count = 0
  /// How many marks the queue has taken.
  ///
  /// Item nodes that share a rank count as one.
  var markCount = 0

  /// How many rows of tables the filters of options have looked at.
  var examinedRows = 0

  /// Whether no node has run and none was marked.
  var isEmpty: Bool { count == 0 && markCount == 0 }

  private struct Entry {
    let first: Int32
    var count: Int32
  }

  @inline(__always)
  mutating func append(_ node: NodeID) {
    count &+= 1
    if last.first &+ last.count == node.rawValue {
      last.count &+= 1
    } else {
      if last.count > 0 { earlier.append(last) }
      last = Entry(first: node.rawValue, count: 1)
    }
  }

  /// The nodes that have run, in order.
  var nodes: [NodeID] {
    (earlier.elements + [last]).flatMap { entry in
      (Int(entry.first)..<Int(entry.first) + Int(entry.count)).map { NodeID($0) }
    }
  }
}
