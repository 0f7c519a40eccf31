// Cycles, shown to people: the path of names, and at each step the text that makes it.

import Predicate

extension FormCompiler {
  /// Reports one shortest cycle of every knot of nodes that depend on one another.
  mutating func reportCycles(among predecessors: [[NodeID]]) {
    for knot in Knots.find(in: predecessors) {
      report(shortestCycle(in: Set(knot), through: knot.min() ?? knot[0], predecessors))
    }
  }

  /// The shortest way from a node of a knot back to itself along what it reads.
  private func shortestCycle(
    in knot: Set<NodeID>, through start: NodeID, _ predecessors: [[NodeID]]
  ) -> [NodeID] {
    var cameFrom: [NodeID: NodeID] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for read in predecessors[node.index] where knot.contains(read) {
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
    return [start]
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
      stop(at: Array(cycle[index...] + cycle[..<index]))
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

  /// What a cycle has to tell of its first node; nil of nodes that only connect others.
  private func stop(at cycle: [NodeID]) -> Stop? {
    switch topology.nodes[cycle[0].index] {
    case .calculation(let row, let run):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) is calculated: \(text(run))",
        path: path(of: row).appending("calculated"), textRange: range(of: cycle, behind: 0, in: run)
      )
    case .defaultValue(let row, let run):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) starts with: \(text(run))",
        path: path(of: row).appending("default"), textRange: range(of: cycle, behind: 0, in: run))
    case .fact(.visibleValue(let row)):
      let name = title(of: .row(row))
      let policy = topology.row(row).hiddenValues.rawValue
      return stop(
        named: name, at: cycle, deciders: hidingSites(row),
        prefix: "\(name) counts as nil while it is hidden (hiddenValues: \(policy)); ")
    case .fact(.attribute(let attribute, let member)):
      let name = "\(title(of: member)).\(attribute.variableName)"
      return stop(named: name, at: cycle, deciders: sites(of: attribute, member), prefix: "")
    case .condition, .rule, .verdict: return nil
    }
  }

  /// A stop at a fact: the text that connects it is the next one on the cycle, wherever it stands.
  private func stop(
    named name: String, at cycle: [NodeID], deciders: [Site], prefix: String
  ) -> Stop {
    for (index, node) in cycle.enumerated().dropFirst() {
      guard let run = topology.nodes[node.index].run else { continue }
      guard let site = deciders.first(where: { $0.node == node }) else { break }
      return Stop(
        name: name, explanation: "\(prefix)\(name) depends on \(site.subject): \(text(run))",
        path: site.path, textRange: range(of: cycle, behind: index, in: run))
    }
    return Stop(name: name, explanation: "\(prefix)\(name) depends on the next", path: JSONPath())
  }

  // MARK: - Sites

  /// Where a node decides something: whose text it is, and what it says.
  private struct Site {
    let node: NodeID?
    let path: JSONPath
    let subject: String
  }

  private func hidingSites(_ row: RowID) -> [Site] {
    let record = topology.row(row)
    let section = Member.section(record.section)
    return [
      Site(
        node: record.hidden.node, path: path(of: row).appending("hidden"),
        subject: "whether \(title(of: .row(row))) is hidden"),
      Site(
        node: topology.section(record.section).hidden.node,
        path: Self.path(of: record.section).appending("hidden"),
        subject: "whether \(title(of: section)) is hidden"),
    ]
  }

  /// Everything that decides an effective attribute.
  private func sites(of attribute: Attribute, _ member: Member) -> [Site] {
    let name = title(of: member)
    switch (attribute, member) {
    case (.hidden, .row(let row)): return hidingSites(row)
    case (.hidden, .section(let id)):
      return [
        Site(
          node: topology.section(id).hidden.node, path: Self.path(of: id).appending("hidden"),
          subject: "whether \(name) is hidden")
      ]
    case (.disabled, _):
      let readOnly = Site(
        node: topology.readOnly.node, path: JSONPath().appending("readOnly"),
        subject: "whether the form is read-only")
      return disablingSites(member) + [readOnly]
    case (.required, .row(let row)): return [requiringSite(row)]
    case (.required, .section): return []
    case (.valid, .row(let row)): return validitySites(row)
    case (.valid, .section(let id)): return topology.section(id).rows.flatMap(validitySites)
    }
  }

  private func disablingSites(_ member: Member) -> [Site] {
    switch member {
    case .row(let row):
      let record = topology.row(row)
      let own = Site(
        node: record.disabled.node, path: path(of: row).appending("disabled"),
        subject: "whether \(title(of: member)) is disabled")
      return [own] + disablingSites(.section(record.section))
    case .section(let id):
      return [
        Site(
          node: topology.section(id).disabled.node, path: Self.path(of: id).appending("disabled"),
          subject: "whether \(title(of: member)) is disabled")
      ]
    }
  }

  private func requiringSite(_ row: RowID) -> Site {
    Site(
      node: topology.row(row).required.node, path: path(of: row).appending("required"),
      subject: "whether \(title(of: .row(row))) is required")
  }

  private func validitySites(_ row: RowID) -> [Site] {
    let rules = topology.row(row).ruleNodes.enumerated().map { index, node in
      Site(
        node: node, path: path(of: row).appending("rules").appending(index),
        subject: "a rule of \(title(of: .row(row)))")
    }
    return [requiringSite(row)] + rules + hidingSites(row)
  }

  // MARK: - Words

  private func title(of member: Member) -> String {
    topology.tag(of: member) ?? (member.isRow ? "a row without tag" : "a section without tag")
  }

  private func text(_ run: Run) -> String { topology.texts[run.text.index].text }

  /// Where the run at a position of a cycle reads what comes next on it.
  private func range(of cycle: [NodeID], behind index: Int, in run: Run) -> Range<Int>? {
    let node = cycle[(index + 1) % cycle.count]
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

extension Member {
  fileprivate var isRow: Bool {
    if case .row = self { return true }
    return false
  }
}

extension JSONPath {
  /// Whether this path's place was declared before another's, as far as indices tell.
  fileprivate func isBefore(_ other: JSONPath) -> Bool {
    indices.lexicographicallyPrecedes(other.indices)
  }
}
