// Which node is evaluated when: four bytes a rank.

/// Nodes by rank; some ranks have lost theirs.
struct RankTable: Sendable {
  /// -1 where there is no node.
  private var nodes = Pages<Int32>()
  /// How many ranks have a node.
  private(set) var nodeCount = 0

  init() {}

  init(_ nodes: [NodeID]) {
    self.nodes = Pages(nodes.lazy.map(\.rawValue))
    nodeCount = nodes.count
  }

  /// How many ranks there are.
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

  mutating func append(_ node: NodeID) {
    nodes.append(node.rawValue)
    nodeCount += 1
  }

  /// All nodes, in the order of their ranks.
  var all: [NodeID] { nodes.compactMap { $0 < 0 ? nil : NodeID(Int($0)) } }

  /// How many pages are not those of another table, as ``Pages`` counts them.
  func pagesNotShared(with other: RankTable) -> Int { nodes.pagesNotShared(with: other.nodes) }
}
