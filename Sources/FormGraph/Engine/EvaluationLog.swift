// Which nodes ran, in order. Neighbours that run one behind the other are one entry: of a form in
// which everything runs there are a few, and of any other no more than nodes.

/// The nodes that a transaction has evaluated.
struct EvaluationLog: Sendable {
  /// The last entry, where anything has run; in the value itself, since most transactions have one.
  private var last = Entry(first: 0, count: 0)
  /// Those before it.
  private var earlier = Log<Entry>()
  /// How many have run.
  private(set) var count = 0
  /// How many nodes were marked stale, of those that share a rank as one.
  var markCount = 0
  /// How many of them ran with others at once, gathered or in chains.
  var countTogether = 0
  /// How often a node was computed with others at once and nothing came of it.
  ///
  /// One before it was found to take more, or to change what was read: it runs in its turn.
  var vainCount = 0

  /// Whether nothing has run and nothing was marked.
  var isEmpty: Bool { count == 0 && markCount == 0 }

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
    if last.first &+ last.count == first.rawValue {
      last.count &+= Int32(truncatingIfNeeded: added)
    } else {
      if last.count > 0 { earlier.append(last) }
      last = Entry(first: first.rawValue, count: Int32(truncatingIfNeeded: added))
    }
  }

  /// The nodes that have run, in order.
  var nodes: [NodeID] {
    (earlier.elements + [last]).flatMap { entry in
      (Int(entry.first)..<Int(entry.first) + Int(entry.count)).map { NodeID($0) }
    }
  }
}
