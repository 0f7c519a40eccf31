// The node at each rank, in four bytes a rank.

/// Nodes by rank.
///
/// Some ranks have no node any more.
struct RankTable: Sendable {
  /// By rank: the node, or -1.
  private var nodes = Pages<Int32>()
  /// The number of ranks that have a node.
  private(set) var nodeCount = 0

  init() {}

  init(_ nodes: [NodeID]) {
    self.nodes = Pages(nodes.lazy.map(\.rawValue))
    nodeCount = nodes.count
  }

  var count: Int { nodes.count }
  var indices: Range<Int> { nodes.indices }
  var isEmpty: Bool { nodes.isEmpty }

  subscript(rank: Int) -> NodeID? {
    @inline(__always) get {
      let node = nodes[rank]
      return node < 0 ? nil : NodeID(Int(node))
    }
    set {
      nodeCount += (newValue == nil ? 0 : 1) - (nodes[rank] < 0 ? 0 : 1)
      nodes[rank] = newValue?.rawValue ?? -1
    }
  }

  /// The number of pages that differ from the pages of another table; see ``Pages``.
  func pagesNotShared(with other: RankTable) -> Int { nodes.pagesNotShared(with: other.nodes) }
}
