// The order of evaluation: all nodes in topological order. It is found when a form is compiled.
// The nodes of all items of a template are evaluated at the ranks of the prototype's.

extension GraphBuilder {
  /// Ranks all nodes after everything they read.
  ///
  /// If there are cycles, reports them instead.
  ///
  /// - Complexity: O(n + e) in the number of nodes and edges.
  /// - Returns: Whether there is an order.
  mutating func rank(_ edges: Edges) -> Bool {
    let nodes = edges.readers
    let predecessors = predecessors(edges)
    var rounds: [NodeID: [NodeID]] = [:]
    guard let order = predecessors.order ?? orderByItems(nodes, predecessors, &rounds) else {
      return false
    }
    topology.graph.rounds = rounds
    topology.graph.nodes.rank(order.map { nodes[$0] })
    return true
  }

  /// The order of nodes with cycles, if each cycle goes through the item before.
  ///
  /// Other cycles are reported. Everything that a node of such a cycle reads from outside comes
  /// before all nodes of the cycle, and everything that reads one of them after all of them. For
  /// that, two more positions stand for the beginning and the end of each set of nodes.
  private mutating func orderByItems(
    _ nodes: [NodeID], _ predecessors: Adjacency, _ rounds: inout [NodeID: [NodeID]]
  ) -> [Int]? {
    let lists = predecessors.indices.map { predecessors[$0].map(Int.init) }
    let knots = Knots.find(in: lists)
    let refused = knots.flatMap { refusedKnots(in: $0, nodes, lists) }
    guard refused.isEmpty else {
      reportCycles(refused, among: nodes, lists)
      return nil
    }
    var knotOf: [Int: Int] = [:]
    for (index, knot) in knots.enumerated() { for position in knot { knotOf[position] = index } }
    func start(_ knot: Int) -> Int { nodes.count + 2 * knot }
    func outside(_ position: Int) -> Int { knotOf[position].map { start($0) + 1 } ?? position }
    var order = Adjacency(capacity: nodes.count + 2 * knots.count)
    for position in nodes.indices {
      if let knot = knotOf[position] {
        order.add(start(knot))
        guard !topology.isPrevious(nodes[position]) else {
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
      let round = knot.map { nodes[$0] }.sorted()
      for node in round { rounds[node] = round }
    }
    return order.order?.filter { $0 < nodes.count }
  }

  /// By position among the readers of edges: the positions of those that must come before.
  private func predecessors(_ edges: Edges) -> Adjacency {
    var positions = [Int32](repeating: -1, count: topology.directory.nodeCount)
    for (position, node) in edges.readers.enumerated() {
      positions[node.index] = Int32(truncatingIfNeeded: position)
    }
    var lists = Adjacency(capacity: edges.readers.count)
    func add(_ node: NodeID?) {
      if let node, positions[node.index] >= 0 { lists.add(Int(positions[node.index])) }
    }
    for (position, node) in edges.readers.enumerated() {
      for source in edges.sources(at: position) {
        switch source {
        case .node(let node): add(node)
        case .value(let row):
          guard topology.rows[row.index].hasOthers else { break }
          add(topology.rows[row.index].calculation)
          add(topology.rows[row.index].filling)
        case .input, .items, .place, .time, .day, .table: break
        }
      }
      if topology.graph.hasCounts { for count in counts(around: node) { add(count) } }
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
}
