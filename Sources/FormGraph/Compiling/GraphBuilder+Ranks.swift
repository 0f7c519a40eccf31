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
    let predecessors = predecessors(in: cone)
    var waiting = predecessors.indices.map { predecessors[$0].count }
    let successors = predecessors.turned
    var order = waiting.indices.filter { waiting[$0] == 0 }
    order.reserveCapacity(cone.count)
    // First come, first served: nodes of one depth stand next to each other.
    var next = 0
    while next < order.count {
      for successor in successors[order[next]] {
        let successor = Int(successor)
        waiting[successor] -= 1
        if waiting[successor] == 0 { order.append(successor) }
      }
      next += 1
    }
    guard order.count == cone.count else {
      reportCycles(among: cone, predecessors.indices.map { predecessors[$0].map(Int.init) })
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
    guard topology.nodeAtRank.count > 1024 else { return }
    let nodes = topology.nodeAtRank.all
    guard nodes.count * 2 < topology.nodeAtRank.count else { return }
    topology.nodeAtRank = RankTable(nodes)
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

  /// By position in a cone: the positions of the nodes that must come before.
  private func predecessors(in cone: [NodeID]) -> Adjacency {
    let positions = Positions(cone, of: topology.nodes.count)
    var lists = Adjacency(capacity: cone.count)
    var sources: [Source] = []
    func add(_ node: NodeID?) {
      if let node, !topology.isOfItem(node), let position = positions[node] { lists.add(position) }
    }
    for node in cone {
      sources.removeAll(keepingCapacity: true)
      addSources(of: node, to: &sources)
      for source in sources {
        switch source {
        case .node(let node): add(node)
        case .value(let row):
          let record = topology.rows[row.index]
          add(record.calculation)
          add(record.defaultValue)
        case .input, .items: break
        }
      }
      lists.endList()
    }
    return lists
  }

  /// Lists of positions, one behind the other.
  private struct Adjacency {
    private var positions: [Int32] = []
    private var ends: [Int32] = []

    init(capacity: Int) { ends.reserveCapacity(capacity) }

    var indices: Range<Int> { ends.indices }

    subscript(index: Int) -> ArraySlice<Int32> {
      positions[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// Adds to the list that has not ended.
    mutating func add(_ position: Int) { positions.append(Int32(truncatingIfNeeded: position)) }

    mutating func endList() { ends.append(Int32(truncatingIfNeeded: positions.count)) }

    /// The same the other way round: which lists each position is in, in ascending order.
    var turned: Adjacency {
      var other = Adjacency(capacity: 0)
      var starts = [Int32](repeating: 0, count: ends.count + 1)
      for position in positions { starts[Int(position) + 1] += 1 }
      for index in ends.indices { starts[index + 1] += starts[index] }
      other.ends = Array(starts.dropFirst())
      other.positions = [Int32](repeating: 0, count: positions.count)
      for index in indices {
        for position in self[index] {
          let place = Int(starts[Int(position)])
          other.positions[place] = Int32(truncatingIfNeeded: index)
          starts[Int(position)] += 1
        }
      }
      return other
    }
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
