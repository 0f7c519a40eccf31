// What every node reads, as edges; the order in which nodes can be evaluated, as ranks; and the
// cycles that leave some without one.

import Predicate

extension FormCompiler {
  /// What a node is evaluated again for.
  enum Source: Hashable {
    case value(RowID)
    case input(InputID)
    case node(NodeID)
  }

  /// Connects all nodes and ranks them.
  mutating func connect() {
    var valueReaders = [[NodeID]](repeating: [], count: topology.rows.count)
    var inputReaders = [[NodeID]](repeating: [], count: topology.inputs.count)
    var nodeReaders = [[NodeID]](repeating: [], count: topology.nodes.count)
    /// By node: the nodes that must be evaluated before it.
    var predecessors = [[NodeID]](repeating: [], count: topology.nodes.count)
    for index in topology.nodes.indices {
      let reader = NodeID(index)
      let node = topology.nodes[index]
      // A default is evaluated when the form opens and never for a change.
      let isReader = if case .defaultValue = node { false } else { true }
      for source in sources(of: node) {
        switch source {
        case .value(let row):
          if isReader { valueReaders[row.index].append(reader) }
          predecessors[index] += producers(of: row)
        case .input(let input):
          if isReader { inputReaders[input.index].append(reader) }
        case .node(let other):
          if isReader { nodeReaders[other.index].append(reader) }
          predecessors[index].append(other)
        }
      }
      if let run = node.run {
        topology.conditionCount += 1
        if isReader, topology.programs[run.program.index].readsClock {
          topology.clockReaders.append(reader)
        }
      }
    }
    topology.valueReaders = Adjacency(valueReaders)
    topology.inputReaders = Adjacency(inputReaders)
    topology.nodeReaders = Adjacency(nodeReaders)
    topology.effects = Adjacency(effects)
    topology.requiredRows = Adjacency(
      effects.map { effects in
        effects.compactMap { effect in
          if case .row(let row, .required) = effect.target { row } else { nil }
        }
      })
    rank(predecessors)
  }

  /// The nodes that give a row its value.
  private func producers(of row: RowID) -> [NodeID] {
    [topology.row(row).calculation, defaults[row]].compactMap { $0 }
  }

  private func sources(of node: Node) -> [Source] {
    switch node {
    case .condition(let run), .calculation(_, let run), .defaultValue(_, let run):
      return sources(of: run)
    case .rule(let row, _, let run):
      // Whether the rule runs at all depends on whether there is a value.
      return sources(of: run) + [.value(row)]
    case .verdict(let row):
      let record = topology.row(row)
      let nodes = record.ruleNodes.compactMap { $0 } + [record.required.node].compactMap { $0 }
      return [.value(row)] + nodes.map(Source.node)
    case .fact(.visibleValue(let row)): return [.value(row)] + hiding(row).map(Source.node)
    case .fact(.attribute(let attribute, let member)):
      return deciders(of: attribute, member).map(Source.node)
    }
  }

  private func sources(of run: Run) -> [Source] {
    run.slots.map { slot in
      switch slot {
      case .value(let row): .value(row)
      case .input(let input): .input(input)
      case .fact(let node): .node(node)
      }
    }
  }

  private func hiding(_ row: RowID) -> [NodeID] {
    let record = topology.row(row)
    return [record.hidden.node, topology.section(record.section).hidden.node].compactMap { $0 }
  }

  /// The nodes that decide an effective attribute.
  private func deciders(of attribute: Attribute, _ member: Member) -> [NodeID] {
    switch (attribute, member) {
    case (.hidden, .row(let row)): return hiding(row)
    case (.hidden, .section(let id)): return [topology.section(id).hidden.node].compactMap { $0 }
    case (.disabled, .row(let row)):
      let record = topology.row(row)
      let section = topology.section(record.section)
      return [record.disabled.node, section.disabled.node, topology.readOnly.node].compactMap { $0 }
    case (.disabled, .section(let id)):
      return [topology.section(id).disabled.node, topology.readOnly.node].compactMap { $0 }
    case (.required, .row(let row)): return [topology.row(row).required.node].compactMap { $0 }
    case (.required, .section): return []
    case (.valid, .row(let row)):
      return [topology.row(row).verdict].compactMap { $0 } + hiding(row)
    case (.valid, .section(let id)):
      return topology.section(id).rows.flatMap { row in
        [topology.row(row).verdict].compactMap { $0 } + hiding(row)
      }
    }
  }

  // MARK: - Ranks

  /// Ranks every node behind its predecessors (Kahn, "Topological sorting of large networks",
  /// 1962); among equals the one declared first.
  private mutating func rank(_ predecessors: [[NodeID]]) {
    var waiting = predecessors.map(\.count)
    var successors = [[NodeID]](repeating: [], count: predecessors.count)
    for (index, nodes) in predecessors.enumerated() {
      for node in nodes { successors[node.index].append(NodeID(index)) }
    }
    var order = waiting.indices.filter { waiting[$0] == 0 }.map(NodeID.init)
    var next = 0
    while next < order.count {
      for successor in successors[order[next].index] {
        waiting[successor.index] -= 1
        if waiting[successor.index] == 0 { order.append(successor) }
      }
      next += 1
    }
    guard order.count == predecessors.count else {
      reportCycles(among: predecessors)
      return
    }
    topology.nodeAtRank = order
    topology.ranks = [Int32](repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() {
      topology.ranks[node.index] = Int32(truncatingIfNeeded: rank)
    }
  }
}
