// Reports cycles to people: the names on the cycle, and for each name the text that makes the
// connection.

import Predicate

extension GraphBuilder {
  /// Reports one shortest cycle for each strongly connected component of nodes.
  ///
  /// - Parameters:
  ///   - knots: The components, as positions.
  ///   - nodes: Nodes with cycles among them.
  ///   - predecessors: By position: the positions of the nodes that each node reads.
  mutating func reportCycles(
    _ knots: [[Int]], among nodes: [NodeID], _ predecessors: [[Int]]
  ) {
    for knot in knots {
      guard !list.isFull(of: .error) else { break }
      let start = knot.min { nodes[$0] < nodes[$1] } ?? knot[0]
      let cycle = shortestCycle(in: Set(knot), through: start, predecessors)
      report(Cycle(nodes: cycle.map { nodes[$0] }))
    }
  }

  /// The shortest path from a node back to itself along what the nodes read, within a strongly
  /// connected component.
  private func shortestCycle(
    in knot: Set<Int>, through start: Int, _ predecessors: [[Int]]
  ) -> [Int] {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for read in predecessors[node] where knot.contains(read) {
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

  /// A named step of a cycle, with the text that connects it to the next step.
  private struct Stop {
    var name: String
    var explanation: String
    var path: JSONPath
    var textRange: Range<Int>?
  }

  /// A cycle, starting at one of its nodes.
  ///
  /// Each node reads the next, and the last reads the first.
  private struct Cycle {
    let nodes: [NodeID]
    private(set) var start = 0

    var count: Int { nodes.count }

    subscript(index: Int) -> NodeID { nodes[(start + index) % nodes.count] }

    func from(_ start: Int) -> Cycle { Cycle(nodes: nodes, start: start) }
  }

  /// The largest number of steps that a message lists.
  private static let maximumStops = 20
  /// The largest number of steps among which the first declared one is searched for.
  private static let maximumOrdered = 1000
  /// The largest number of characters of a text that a message quotes.
  private static let maximumText = 400

  private mutating func report(_ cycle: Cycle) {
    var starts = cycle.nodes.indices.filter { isStop(cycle.from($0)) }
    // The message starts at the name that is declared first, independent of the order of the
    // search.
    if starts.count <= Self.maximumOrdered {
      let paths = starts.map { stop(at: cycle.from($0))?.path ?? JSONPath() }
      if let first = starts.indices.min(by: { paths[$0].isBefore(paths[$1]) }) {
        starts = Array(starts[first...] + starts[..<first])
      }
    }
    let stops = starts.prefix(Self.maximumStops).compactMap { stop(at: cycle.from($0)) }
    let more = starts.count - stops.count
    let names =
      stops.map(\.name) + (more > 0 ? ["(\(more) more)"] : []) + stops.prefix(1).map(\.name)
    let remedy = keptRow(on: cycle).map {
      "write \"whenHidden\": \"keep\" in the row \(title(of: .row($0))), so that its value is "
        + "read while it is hidden; or change one of the conditions"
    }
    report(
      .cycle, "these depend on one another: \(names.joined(separator: " → "))",
      at: stops.first?.path ?? JSONPath(), textRange: stops.first?.textRange,
      hint: remedy ?? "change one of the conditions so that it does not read the next",
      related: stops.map { Problem.Related($0.explanation, path: $0.path) })
  }

  /// The first row on a cycle that is part of it only because of its policy for hidden values.
  private func keptRow(on cycle: Cycle) -> RowIndex? {
    for index in 0..<cycle.count {
      let next = cycle[(index + 1) % cycle.count]
      switch topology.graph.nodes[cycle[index]] {
      case .fact(.visibleValue(let row)) where !gives(next, valueOf: row): return row
      case .clearing(let row)
      where topology.row(row).hiddenValues == .clear && !gives(next, valueOf: row):
        return row
      case .filling(let row, let run) where !reads(next, in: run): return row
      default: continue
      }
    }
    return nil
  }

  /// Whether the first node of a cycle has a name to report.
  ///
  /// Other nodes only connect such nodes.
  private func isStop(_ cycle: Cycle) -> Bool {
    switch topology.graph.nodes[cycle[0]] {
    case .condition, .rule, .trigger, .verdict, .fact(.items): false
    // If the fact follows the node that gives the row its value, that node is reported instead.
    case .fact(.visibleValue(let row)), .clearing(let row): !gives(cycle[1], valueOf: row)
    case .calculation, .filling, .options, .fact, .property: true
    }
  }

  /// Whether a node writes the value of a row.
  private func gives(_ node: NodeID, valueOf row: RowIndex) -> Bool {
    let record = topology.row(row)
    return [record.calculation, record.filling, record.clearing].contains(node)
  }

  /// The report about the first node of a cycle; nil if the node only connects others.
  private func stop(at cycle: Cycle) -> Stop? {
    switch topology.graph.nodes[cycle[0]] {
    case .calculation(let row, let run):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) is calculated: \(text(run))",
        path: path(of: Site(.row(row), .key("calculated"))),
        textRange: range(of: cycle, behind: 0, in: run)
      )
    case .filling(let row, let run) where cycle.count > 1 && !reads(cycle[1], in: run):
      return stopOfClearing(row, at: cycle)
    case .filling(let row, let run):
      guard let filling = topology.row(row).content.filling else { return nil }
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) \(filling.words): \(text(run))",
        path: path(of: Site(.row(row), filling.path)),
        textRange: range(of: cycle, behind: 0, in: run))
    case .property(let property):
      guard let run = property.runs.first(where: { range(of: cycle, behind: 0, in: $0) != nil })
      else { return nil }
      let name = property.owner.member.map { title(of: $0) } ?? "the form"
      return Stop(
        name: "\(name).\(property.name.key)",
        explanation: "\(words(for: property)) reads: \(text(run))",
        path: path(of: Site(property.owner.member, .key(property.name.key))), textRange: nil)
    case .fact(.display(let row)):
      let name = title(of: .row(row))
      return Stop(
        name: name, explanation: "\(name) is shown as its display says",
        path: path(of: Site(.row(row))))
    case .fact(.visibleValue(let row)):
      let name = title(of: .row(row))
      return stop(
        named: name, at: cycle, deciders: sites(of: .hidden, .row(row)),
        prefix: "\(name) counts as nil while it is hidden (\(policy(of: row))); ")
    case .clearing(let row) where topology.row(row).hiddenValues != .clear:
      let name = title(of: .row(row))
      return Stop(
        name: name,
        explanation: "\(name) holds no option that is hidden (whenOptionHidden: clear)",
        path: path(of: Site(.row(row), .key("whenOptionHidden"))))
    case .clearing(let row): return stopOfClearing(row, at: cycle)
    case .fact(.attribute(.disabled, .row(let row)))
    where topology.directory.submitRows.contains(row) && cycle.count > 1 && isValidity(cycle[1]):
      return Stop(
        name: "\(title(of: .row(row))).isDisabled",
        explanation: "\(title(of: .row(row))) submits the form, and is disabled while it cannot be",
        path: path(of: Site(.row(row), .key("submits"))))
    case .fact(.attribute(.valid, .section(let section))) where isAskedBySubmit(cycle):
      return stop(
        named: "canSubmit", at: cycle, deciders: sites(of: .valid, .section(section)), prefix: "")
    case .fact(.attribute(let attribute, let member)):
      let name = "\(title(of: member)).\(attribute.variableName)"
      return stop(named: name, at: cycle, deciders: sites(of: attribute, member), prefix: "")
    case .options(let row, let run):
      let name = title(of: .row(row))
      let site = Site(.row(row), .key("optionsFilter"))
      guard let run, let range = range(of: cycle, behind: 0, in: run) else {
        if let list = topology.row(row).content.options?.list?.list {
          return Stop(
            name: "the options of \(name)",
            explanation: "the options of \(name) come from the items of '\(list)'",
            path: path(of: Site(.row(row), .key("options"))))
        }
        return Stop(
          name: "the options of \(name)",
          explanation: "the options of \(name) are hidden by conditions",
          path: path(of: Site(.row(row), .key("options"))))
      }
      return Stop(
        name: "the options of \(name)",
        explanation: "the options of \(name) are filtered: \(text(run))", path: path(of: site),
        textRange: range)
    case .condition, .rule, .trigger, .verdict, .fact(.items): return nil
    }
  }

  /// The report about a row that hiding clears.
  private func stopOfClearing(_ row: RowIndex, at cycle: Cycle) -> Stop {
    let name = title(of: .row(row))
    return stop(
      named: name, at: cycle, deciders: sites(of: .hidden, .row(row)),
      prefix: "\(name) holds no value while it is hidden (\(policy(of: row))); ")
  }

  /// Whether a run reads what a node gives, and not only the conditions that hide its row.
  private func reads(_ node: NodeID, in run: Run) -> Bool {
    run.slots.contains { slot in
      switch slot {
      case .fact(let fact): fact == node
      case .value(let row): gives(node, valueOf: row)
      case .input: false
      }
    }
  }

  /// The report about a fact.
  ///
  /// The connecting text belongs to the next node on the cycle that has a run.
  private func stop(
    named name: String, at cycle: Cycle, deciders: [Decider], prefix: String
  ) -> Stop {
    for index in 1..<max(1, cycle.count) {
      let node = cycle[index]
      guard let run = topology.graph.nodes[node].run else { continue }
      guard let site = deciders.first(where: { $0.node == node }) else { break }
      return Stop(
        name: name, explanation: "\(prefix)\(name) depends on \(site.subject): \(text(run))",
        path: site.path, textRange: range(of: cycle, behind: index, in: run))
    }
    // A verdict reads the bounds of the row, and what its messages may print.
    for node in cycle.nodes.indices.dropFirst().map({ cycle[$0] }) {
      guard case .property(let property) = topology.graph.nodes[node] else { continue }
      return Stop(
        name: name,
        explanation: "\(prefix)\(name) depends on \(words(for: property))"
          + (property.name.isBound || property.name.isMessage ? "" : ", which a message may print"),
        path: path(of: Site(property.owner.member, .key(property.name.key))))
    }
    // A verdict also reads the list that the options come from.
    if let row = topology.graph.nodes[cycle[0]].row, let fact = topology.row(row).optionList,
      let list = topology.row(row).content.options?.list?.list,
      cycle.nodes.contains(fact)
    {
      return Stop(
        name: name, explanation: "\(prefix)\(name) depends on the items of '\(list)'",
        path: path(of: Site(.row(row), .key("options"))))
    }
    return Stop(name: name, explanation: "\(prefix)\(name) depends on the next", path: JSONPath())
  }

  /// A property in words: `the display of a`.
  private func words(for property: Property) -> String {
    let name = property.owner.member.map { title(of: $0) } ?? "the form"
    if property.name.isMessage { return "a message of \(name)" }
    return "the \(property.name.key) of \(name)"
  }

  /// Whether a submit button reads the first node of the cycle, because the button depends on
  /// whether the whole form is valid.
  private func isAskedBySubmit(_ cycle: Cycle) -> Bool {
    let last = cycle[cycle.count - 1]
    guard case .fact(.attribute(.disabled, .row(let row))) = topology.graph.nodes[last] else {
      return false
    }
    return topology.directory.submitRows.contains(row)
  }

  private func isValidity(_ node: NodeID) -> Bool {
    if case .fact(.attribute(.valid, .section)) = topology.graph.nodes[node] { true } else { false }
  }

  // MARK: - Deciders

  /// A node that decides something, with the path of its text and a description.
  private struct Decider {
    let node: NodeID?
    let path: JSONPath
    let subject: String
  }

  /// Everything that decides an effective attribute by a condition.
  private func sites(of attribute: Attribute, _ member: Member) -> [Decider] {
    switch (attribute, member) {
    case (.hidden, _), (.disabled, _), (.required, _):
      return topology.deciders(of: attribute, member).compactMap { target in
        topology.decision(of: target).node.map {
          Decider(
            node: $0, path: path(of: site(of: target)), subject: words(for: target, attribute))
        }
      }
    case (.valid, .row(let row)): return validitySites(row)
    case (.valid, .section(let id)):
      return validitySections(of: id).flatMap { id -> [Decider] in
        validityRows(of: id).flatMap { validitySites($0) }
          + (topology.section(id).hasBounds ? sites(of: .disabled, .section(id)) : [])
      }
    }
  }

  /// What a target decides, in words: `whether a is hidden`.
  private func words(for target: Target, _ attribute: Attribute) -> String {
    guard let member = target.member else { return "whether the form is read-only" }
    let page = if case .section(_, .pageHidden) = target { "the page of " } else { "" }
    return "whether \(page)\(title(of: member)) is \(attribute.rawValue)"
  }

  private func validitySites(_ row: RowIndex) -> [Decider] {
    let leaves = topology.row(row).content.rules.leaves
    let rules = zip(leaves, topology.row(row).ruleNodes).map { leaf, node in
      Decider(
        node: node, path: path(of: Site(.row(row), leaf.steps)),
        subject: "a rule of \(title(of: .row(row)))")
    }
    let member = Member.row(row)
    return sites(of: .required, member) + rules + sites(of: .hidden, member)
      + (topology.row(row).canBeRequired ? sites(of: .disabled, member) : [])
  }

  // MARK: - Words

  private func title(of member: Member) -> String {
    guard let tag = topology.tag(of: member) else {
      return member.isRow ? "a row without tag" : "a section without tag"
    }
    guard let item = topology.item(of: member) else { return tag }
    return "\(title(of: .section(topology.item(item).section))).\(tag)"
  }

  /// The policy for a row's hidden value, with the key that sets it.
  private func policy(of row: RowIndex) -> String {
    let record = topology.row(row)
    if let policy = record.content.whenHidden { return "whenHidden: \(policy.rawValue)" }
    guard let above = topology.policy(around: record.section) else {
      return "whenHidden: \(topology.graph.hiddenValues.rawValue)"
    }
    return "whenHidden of \(title(of: .section(above.section))): \(above.policy.rawValue)"
  }

  private func text(_ run: Run) -> String {
    let text = topology.text(of: run).text
    let shown = text.prefix(Self.maximumText)
    return shown.endIndex == text.endIndex ? text : shown + "…"
  }

  /// The range in the text, at a position of a cycle, that reads the next node of the cycle.
  private func range(of cycle: Cycle, behind index: Int, in run: Run) -> Range<Int>? {
    let node = cycle[(index + 1) % cycle.count]
    let operand = run.binding.firstIndex { slot in
      switch slot {
      case .fact(let fact): fact == node
      case .value(let row): gives(node, valueOf: row)
      case .input: false
      }
    }
    return operand.flatMap {
      topology.text(of: run).reading(within: topology.graph.limits.texts)?.resolution
        .operands[$0].range
    }
  }
}

extension Member {
  fileprivate var isRow: Bool {
    if case .row = self { return true }
    return false
  }
}

extension JSONPath {
  /// Whether this path's place comes before another's in declaration order, judged by the indices
  /// of both paths.
  fileprivate func isBefore(_ other: JSONPath) -> Bool {
    indices.lexicographicallyPrecedes(other.indices)
  }
}
