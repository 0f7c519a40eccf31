// The order in which nodes can be evaluated. New nodes, and everything that comes after them, take
// the ranks at the end in a topological order of their own (Kahn, "Topological sorting of large
// networks", 1962); all others keep theirs. A form that is compiled is the case where every node is
// new. Nodes of items have no rank: they are evaluated with their prototype's.

extension GraphBuilder {
  /// Ranks nodes behind everything they read; where some depend on themselves, reports the cycles.
  ///
  /// - Complexity: O(the nodes, what comes after them, and the edges between these).
  mutating func rank(_ nodes: [NodeID]) {
    let cone = cone(of: nodes)
    let positions = Positions(cone, of: topology.nodes.count)
    /// By position in the cone: the positions that come before it.
    let predecessors = cone.map { node in
      self.predecessors(of: node).compactMap { positions[$0] }
    }
    var waiting = predecessors.map(\.count)
    var successors = [[Int]](repeating: [], count: cone.count)
    for (position, before) in predecessors.enumerated() {
      for other in before { successors[other].append(position) }
    }
    var order = waiting.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      for successor in successors[order[next]] {
        waiting[successor] -= 1
        if waiting[successor] == 0 { order.append(successor) }
      }
      next += 1
    }
    guard order.count == cone.count else {
      reportCycles(among: cone, predecessors)
      return
    }
    for position in order { giveLastRank(to: cone[position]) }
    squeezeRanks()
  }

  private mutating func giveLastRank(to node: NodeID) {
    let old = topology.rank(of: node)
    if old >= 0 { topology.nodeAtRank[old] = nil }
    topology.nodes.setRank(topology.nodeAtRank.count, of: node)
    topology.nodeAtRank.append(node)
  }

  /// Takes out the ranks that nodes have left, when they are most of all.
  ///
  /// - Complexity: O(n), after as many nodes have been ranked.
  private mutating func squeezeRanks() {
    let all = topology.nodeAtRank
    guard all.count > 1024 else { return }
    let nodes = all.compactMap { $0 }
    guard nodes.count * 2 < all.count else { return }
    topology.nodeAtRank = Pages(nodes.map(Optional.init))
    for (rank, node) in nodes.enumerated() {
      topology.nodes.setRank(rank, of: node)
    }
  }

  /// Some nodes and all that come after them in the order of evaluation, by id.
  private func cone(of nodes: [NodeID]) -> [NodeID] {
    // Where everything is new there is nothing else to find.
    guard !topology.nodeAtRank.isEmpty else { return nodes }
    var seen = Set(nodes)
    var cone = nodes
    var next = 0
    while next < cone.count {
      for node in followers(of: cone[next]) where seen.insert(node).inserted { cone.append(node) }
      next += 1
    }
    return cone.sorted()
  }

  /// The ranked nodes that must come after a node.
  private func followers(of node: NodeID) -> [NodeID] {
    var readers = Array(topology.nodeReaders[node.index])
    if let row = topology.nodes[node.index].writtenRow {
      readers += topology.valueReaders[row.index]
    }
    return readers.filter { !topology.isOfItem($0) && $0 != node }
  }

  /// The ranked nodes that must come before a node.
  private func predecessors(of id: NodeID) -> [NodeID] {
    sources(of: topology.nodes[id.index]).flatMap { source -> [NodeID] in
      switch source {
      case .node(let node): [node]
      case .value(let row):
        [topology.row(row).calculation, topology.row(row).defaultValue].compactMap { $0 }
      case .input, .items: []
      }
    }.filter { !topology.isOfItem($0) }
  }

  /// Where each node of a cone stands in it.
  private struct Positions {
    private var dense: [Int32] = []
    private var sparse: [NodeID: Int] = [:]

    init(_ cone: [NodeID], of count: Int) {
      guard cone.count > count / 8 else {
        for (position, node) in cone.enumerated() { sparse[node] = position }
        return
      }
      dense = [Int32](repeating: -1, count: count)
      for (position, node) in cone.enumerated() {
        dense[node.index] = Int32(truncatingIfNeeded: position)
      }
    }

    subscript(node: NodeID) -> Int? {
      guard !dense.isEmpty else { return sparse[node] }
      let position = Int(dense[node.index])
      return position < 0 ? nil : position
    }
  }
}
