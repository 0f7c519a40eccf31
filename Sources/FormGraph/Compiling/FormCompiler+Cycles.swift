// Cycles, shown to people: the path of names, and at each step the text that makes it.

import Predicate

extension FormCompiler {
  /// Reports one shortest cycle of every knot of nodes that wait for one another.
  mutating func reportCycles(
    among predecessors: [[NodeID]], where isWaiting: (NodeID) -> Bool
  ) {
    let waiting = predecessors.indices.map(NodeID.init).filter(isWaiting)
    var isReported: Set<NodeID> = []
    for start in waiting where !isReported.contains(start) {
      let cycle = shortestCycle(through: start, predecessors, isWaiting)
      guard !cycle.isEmpty, isReported.isDisjoint(with: cycle) else { continue }
      isReported.formUnion(cycle)
      report(cycle)
    }
  }

  /// The shortest way from a node back to itself along what it reads; none where it only waits for
  /// a cycle elsewhere.
  private func shortestCycle(
    through start: NodeID, _ predecessors: [[NodeID]], _ isWaiting: (NodeID) -> Bool
  ) -> [NodeID] {
    var cameFrom: [NodeID: NodeID] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for read in predecessors[node.index] where isWaiting(read) {
        if read == start {
          var cycle = [node]
          while let last = cycle.last, last != start, let before = cameFrom[last] {
            cycle.append(before)
          }
          return cycle.reversed()
        }
        guard cameFrom[read] == nil else { continue }
        cameFrom[read] = node
        queue.append(read)
      }
    }
    return []
  }

  /// A thing on a cycle that has a name, and the text that connects it with the next one.
  private struct Stop {
    var name: String
    var explanation: String
    var path: JSONPath
    var textRange: Range<Int>?
  }

  private mutating func report(_ cycle: [NodeID]) {
    var stops = cycle.indices.compactMap { index in
      stop(
        at: cycle[index], reading: cycle[(index + 1) % cycle.count],
        then: cycle[(index + 2) % cycle.count])
    }
    // Whatever was found first, the cycle is told from the name that is declared first.
    if let first = stops.indices.min(by: { stops[$0].path.isBefore(stops[$1].path) }) {
      stops = Array(stops[first...] + stops[..<first])
    }
    let names = stops.map(\.name) + stops.prefix(1).map(\.name)
    report(
      "these depend on one another: \(names.joined(separator: " → "))",
      at: stops.first?.path ?? JSONPath(), textRange: stops.first?.textRange,
      hint: "change one of the conditions so that it does not read the next",
      related: stops.map { Problem.Related($0.explanation, path: $0.path) })
  }

  private func stop(at node: NodeID, reading next: NodeID, then after: NodeID) -> Stop? {
    switch topology.nodes[node.index] {
    case .calculation(let row, let run):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) is calculated: \(text(run))",
        path: path(of: row).appending("calculated"), textRange: range(of: next, in: run))
    case .defaultValue(let row, let run):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) starts with: \(text(run))",
        path: path(of: row).appending("default"), textRange: range(of: next, in: run))
    case .fact(.visibleValue(let row)):
      let name = title(of: .row(row))
      let policy = topology.row(row).hiddenValues.rawValue
      return decided(
        by: next, .hidden, .row(row), then: after, name: name,
        explanation: "\(name) counts as nil while it is hidden (hiddenValues: \(policy))")
    case .fact(.attribute(let attribute, let member)):
      let name = "\(title(of: member)).\(attribute.variableName)"
      return decided(by: next, attribute, member, then: after, name: name, explanation: nil)
    case .condition, .rule, .verdict: return nil
    }
  }

  /// A stop at an attribute: its text is that of the condition that decides it.
  private func decided(
    by node: NodeID, _ attribute: Attribute, _ member: Member, then after: NodeID, name: String,
    explanation: String?
  ) -> Stop {
    let memberPath =
      switch member {
      case .row(let row): path(of: row)
      case .section(let section): Self.path(of: section)
      }
    let ownPath = memberPath.appending(attribute == .valid ? "rules" : attribute.rawValue)
    guard case .condition(let run) = topology.nodes[node.index] else {
      return Stop(
        name: name, explanation: explanation ?? "\(name) follows from its rules", path: memberPath)
    }
    let path =
      if topology.readOnly.node == node {
        JSONPath().appending("readOnly")
      } else if case .row(let row) = member, let inherited = inheritedPath(attribute, row, node) {
        inherited
      } else {
        ownPath
      }
    let decided = "\(name) is decided by: \(text(run))"
    return Stop(
      name: name, explanation: explanation.map { "\($0); \(decided)" } ?? decided, path: path,
      textRange: range(of: after, in: run))
  }

  /// Where a row's attribute is decided, if its section decides it.
  private func inheritedPath(_ attribute: Attribute, _ row: RowID, _ node: NodeID) -> JSONPath? {
    let record = topology.row(row)
    let section = topology.section(record.section)
    let own = attribute == .disabled ? record.disabled : record.hidden
    let inherited = attribute == .disabled ? section.disabled : section.hidden
    guard own.node != node, inherited.node == node else { return nil }
    let key: Attribute = attribute == .disabled ? .disabled : .hidden
    return Self.path(of: record.section).appending(key.rawValue)
  }

  private func title(of member: Member) -> String { topology.tag(of: member) ?? "a row" }

  private func text(_ run: Run) -> String { topology.texts[run.text.index].text }

  /// Where a run reads what a node gives.
  private func range(of node: NodeID, in run: Run) -> Range<Int>? {
    let operand = run.binding.firstIndex { slot in
      switch slot {
      case .fact(let fact): fact == node
      case .value(let row): topology.row(row).calculation == node || defaults[row] == node
      case .input: false
      }
    }
    return operand.map { topology.texts[run.text.index].operands[$0].range }
  }
}

extension JSONPath {
  /// Whether this path's place was declared before another's, as far as indices tell.
  fileprivate func isBefore(_ other: JSONPath) -> Bool {
    indices.lexicographicallyPrecedes(other.indices)
  }
}
