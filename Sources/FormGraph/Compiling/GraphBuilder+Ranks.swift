// The order in which nodes can be evaluated. New nodes, and everything that comes after them, take
// the ranks at the end in a topological order of their own; all others keep theirs. A form that is
// compiled is the case where every node is new. Nodes of items have no rank: they are evaluated
// with their prototype's.

extension GraphBuilder {
  /// Ranks nodes behind everything they read; where some depend on themselves, reports the cycles.
  ///
  /// - Complexity: O(the nodes, what comes after them, and the edges between these).
  mutating func rank(_ nodes: [NodeID]) {
    let cone = cone(of: nodes)
    let predecessors = predecessors(in: cone)
    guard let order = predecessors.order else {
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
    let ranks = topology.nodeAtRank
    guard ranks.count > 1024, ranks.nodeCount * 2 < ranks.count else { return }
    let nodes = ranks.all
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
          guard topology.rows[row.index].hasOthers else { break }
          add(topology.rows[row.index].calculation)
          add(topology.rows[row.index].defaultValue)
        case .input, .items, .place: break
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

    /// All positions, each behind those in its list; nil where a position comes before itself.
    ///
    /// Otherwise they ascend as far as that goes: rows mostly read rows before them, and what
    /// stands side by side is then evaluated so.
    ///
    /// Tarjan, "Edge-disjoint spanning trees and depth-first search", 1976, without recursion.
    var order: [Int]? {
      var order: [Int] = []
      order.reserveCapacity(ends.count)
      // By position: how much of its list has been looked at; -1 once the position stands in the
      // order.
      var seen = [Int32](repeating: 0, count: ends.count)
      var isOpen = [Bool](repeating: false, count: ends.count)
      var open: [Int] = []
      for first in indices where seen[first] >= 0 {
        open.append(first)
        isOpen[first] = true
        while let position = open.last {
          let list = self[position]
          let place = list.startIndex + Int(seen[position])
          guard place < list.endIndex else {
            seen[position] = -1
            isOpen[position] = false
            order.append(position)
            open.removeLast()
            continue
          }
          seen[position] += 1
          let before = Int(list[place])
          guard seen[before] >= 0 else { continue }
          guard !isOpen[before] else { return nil }
          isOpen[before] = true
          open.append(before)
        }
      }
      return order
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
