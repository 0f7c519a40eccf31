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

  /// Whether nothing has run and nothing was marked.
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
