// The order of evaluation. New nodes, and all nodes after them, get ranks at the end in topological
// order. All other nodes keep their ranks. When a form is compiled, every node is new. Nodes of
// items have no rank of their own: they share the rank of the prototype's node.
//
//   before                    a | b | c | d
//   b now reads a new node n  a | – | – | d | n | b | c
//
// In this example c reads b. Unused ranks are removed later.

extension GraphBuilder {
  /// Ranks nodes after everything they read.
  ///
  /// If there are cycles, reports them instead.
  ///
  /// - Complexity: O(n + e): n is the number of these nodes and all nodes after them, and e the
  ///   number of edges between them.
  mutating func rank(_ nodes: [NodeID]) {
    let cone = cone(of: nodes)
    let predecessors = predecessors(in: cone)
    var rounds = topology.rounds
    if !rounds.isEmpty { for node in cone { rounds[node] = nil } }
    let order = predecessors.order ?? orderByItems(cone, predecessors, &rounds)
    // Written once, because each write copies what the form itself has.
    if !rounds.isEmpty || !topology.rounds.isEmpty { topology.rounds = rounds }
    guard let order else { return }
    for position in order { giveLastRank(to: cone[position]) }
    squeezeRanks()
  }

  /// The order of nodes with cycles, if each cycle goes through the item before.
  ///
  /// Other cycles are reported. Everything that a node of such a cycle reads from outside comes
  /// before all nodes of the cycle, and everything that reads one of them after all of them. For
  /// that, two more positions stand for the beginning and the end of each set of nodes.
  private mutating func orderByItems(
    _ cone: [NodeID], _ predecessors: Adjacency, _ rounds: inout [NodeID: [NodeID]]
  ) -> [Int]? {
    let lists = predecessors.indices.map { predecessors[$0].map(Int.init) }
    let knots = Knots.find(in: lists)
    let refused = knots.flatMap { refusedKnots(in: $0, cone, lists) }
    guard refused.isEmpty else {
      reportCycles(refused, among: cone, lists)
      return nil
    }
    var knotOf: [Int: Int] = [:]
    for (index, knot) in knots.enumerated() { for position in knot { knotOf[position] = index } }
    func start(_ knot: Int) -> Int { cone.count + 2 * knot }
    func outside(_ position: Int) -> Int { knotOf[position].map { start($0) + 1 } ?? position }
    var order = Adjacency(capacity: cone.count + 2 * knots.count)
    for position in cone.indices {
      if let knot = knotOf[position] {
        order.add(start(knot))
        guard !isPrevious(cone[position]) else {
          order.endList()
          continue
        }
        for read in lists[position] where knotOf[read] == knot { order.add(read) }
      } else {
        for read in lists[position] { order.add(outside(read)) }
      }
      order.endList()
    }
    for (index, knot) in knots.enumerated() {
      for position in knot {
        for read in lists[position] where knotOf[read] != index { order.add(outside(read)) }
      }
      order.endList()
      for position in knot { order.add(position) }
      order.endList()
      let nodes = knot.map { cone[$0] }.sorted()
      for node in nodes { rounds[node] = nodes }
    }
    return order.order?.filter { $0 < cone.count }
  }

  private mutating func giveLastRank(to node: NodeID) {
    let old = topology.rank(of: node)
    if old >= 0 { topology.nodeAtRank[old] = nil }
    topology.nodes.setRank(topology.nodeAtRank.count, of: node)
    topology.nodeAtRank.append(node)
  }

  /// Removes unused ranks if they are more than half of all ranks.
  ///
  /// - Complexity: O(n), amortized over the ranks given since the last time.
  private mutating func squeezeRanks() {
    let ranks = topology.nodeAtRank
    guard ranks.count > 1024, ranks.nodeCount * 2 < ranks.count else { return }
    let nodes = ranks.all
    topology.nodeAtRank = RankTable(nodes)
    for (rank, node) in nodes.enumerated() {
      topology.nodes.setRank(rank, of: node)
    }
  }

  /// Some nodes and all nodes that come after them in the order of evaluation, sorted by id.
  private func cone(of nodes: [NodeID]) -> [NodeID] {
    // If every node is new, there is nothing else to find.
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

  /// By position in a cone: the positions of the nodes that must come before it.
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
        case .input, .items, .place, .time, .day, .table: break
        }
      }
      lists.endList()
    }
    return lists
  }

  /// Lists of positions, stored one after another in one array.
  private struct Adjacency {
    private var positions: [Int32] = []
    private var ends: [Int32] = []

    init(capacity: Int) { ends.reserveCapacity(capacity) }

    var indices: Range<Int> { ends.indices }

    subscript(index: Int) -> ArraySlice<Int32> {
      positions[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// Appends to the last list, which has not ended yet.
    mutating func add(_ position: Int) { positions.append(Int32(truncatingIfNeeded: position)) }

    mutating func endList() { ends.append(Int32(truncatingIfNeeded: positions.count)) }

    /// All positions in topological order, each after the positions in its list; nil if there is a
    /// cycle.
    ///
    /// Apart from that, positions ascend where possible. Rows mostly read earlier rows, so
    /// neighbouring nodes are evaluated one after another.
    ///
    /// An iterative depth-first search, after Tarjan, "Edge-disjoint spanning trees and depth-first
    /// search", 1976.
    var order: [Int]? {
      var order: [Int] = []
      order.reserveCapacity(ends.count)
      // By position: how many entries of its list have been visited; -1 once the position is in the
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

  /// The position of each node of a cone.
  ///
  /// Stored densely if the cone has more than an eighth of all nodes.
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
