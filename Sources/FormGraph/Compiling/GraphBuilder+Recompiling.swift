// A form is compiled again after a host has changed what it consists of. Members keep their ids. So
// does each node that computes the same from the same: it keeps its result and does not run again.
//
//   before   0 $a > 3 | 1 $b == nil   | 2 fact: $c is hidden
//   after    0 $a > 3 | 1 not in use  | 2 fact: $c is hidden | 3 $b == 1

import Predicate

extension GraphBuilder {
  /// Compiles the form as the edits have left it.
  ///
  /// - Parameter old: The topology before the edits.
  /// - Complexity: O(n) in the size of the form.
  mutating func recompile(after old: Topology) {
    let (arrived, behindOthers, reordered) = (arrived, behindOthers, reordered)
    var emptied = topology
    emptied.forgetNodes()
    self = GraphBuilder(emptied, outline, after: old)
    // Items of this edit get their nodes when the form is compiled.
    isRedefined = true
    let members = members
    for member in members { forgetNodes(of: member) }
    compileAll()
    (self.arrived, self.behindOthers, self.reordered) = (arrived, behindOthers, reordered)
    compare(members, with: old)
  }

  /// Finds how the graph differs from the one before.
  private mutating func compare(_ members: [Member], with old: Topology) {
    for node in topology.graph.nodes.inUse {
      if !old.graph.nodes.isInUse(node) {
        fresh.append(node)
      } else if topology.isDecidedByOthers(node) {
        again.append(node)
      }
    }
    for node in old.graph.nodes.inUse where !topology.graph.nodes.isInUse(node) {
      retired += instances(of: node, in: old)
    }
    decided = old.graph.readOnly == topology.graph.readOnly ? [] : [.readOnly]
    for member in members where old.has(member) {
      for target in topology.targets(of: member)
      where old.decision(ifAny: target) != topology.decision(of: target) {
        decided += outline.targets(of: target, from: nil, in: topology)
        if case .option(let row, _, .hidden) = target, let node = topology.rows[row.index].options {
          again.append(node)
        }
      }
      guard case .row(let row) = member else { continue }
      let (before, now) = (old.rows[row.index], topology.rows[row.index])
      if before.hiddenValues == .clear, now.hiddenValues != .clear {
        keptAnew += outline.rows(of: IDSet(only: row), from: nil, in: topology)
      }
      // The row that a new formula fills was here before, so it has a value.
      if let node = now.filling, !old.graph.nodes.isInUse(node) {
        settledFillings += instances(of: node, in: topology, before: old)
      }
    }
  }

  /// The nodes of the form for a node of a table; without those of new items.
  private func instances(
    of node: NodeID, in table: Topology, before old: Topology? = nil
  ) -> [NodeID] {
    guard let prototype = table.item(ofNode: node) else { return [node] }
    return outline.instances(of: prototype, in: topology)
      .filter { $0.index < (old ?? table).items.count }.map { table.node(node, in: $0) }
  }

  /// All members of the form and of its prototypes, in the order in which they are compiled.
  var members: [Member] {
    var members: [Member] = []
    for section in outline.sectionsInOrder where topology.sections[section.index].item == nil {
      members.append(.section(section))
      let record = topology.sections[section.index]
      for prototype in record.prototypes { add(prototype, to: &members) }
      if record.templates == nil {
        members += outline.rows(of: section, in: topology).map { .row($0) }
      }
    }
    return members
  }

  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func add(_ item: ItemIndex, to members: inout [Member]) {
    members += topology.sections(of: item).map { .section($0) }
    members += topology.rows(of: item).map { .row($0) }
    for list in topology.lists(of: item) {
      for inner in topology.section(list).prototypes { add(inner, to: &members) }
    }
  }

  private mutating func forgetNodes(of member: Member) {
    switch member {
    case .section(let section):
      for bit in SectionRecord.decided { topology.sections[section.index][bit] = .constant(false) }
      topology.sections[section.index].properties = [:]
    case .row(let row):
      let old = topology.rows[row.index]
      var record = RowRecord(old.content, section: old.section, item: old.item)
      record.hiddenValues = policy(of: old.content, in: old.section)
      topology.rows[row.index] = record
    }
  }

  // MARK: - The same nodes

  /// The id that the node had in the topology before; nil if that did not have it.
  func placeBefore(of node: Node) -> NodeID? {
    guard let topologyBefore, let id = topologyBefore.node(like: node),
      topologyBefore.graph.nodes.isInUse(id), topologyBefore.graph.nodes[id] == node
    else { return nil }
    guard let row = node.row else { return id }
    let before = topologyBefore.rows[row.index].content
    let now = topology.rows[row.index].content
    let isSame =
      switch node {
      // The kind of a rule decides what its result is.
      case .rule: before.rules == now.rules
      // What a formula gives is stored in the order of the options.
      case .options, .calculation: before.options == now.options
      default: true
      }
    return isSame ? id : nil
  }

  /// Whether the value of a row could have errors in the topology before.
  func hadVerdict(_ row: RowIndex) -> Bool {
    guard let topologyBefore, topologyBefore.has(.row(row)) else { return false }
    return topologyBefore.rows[row.index].verdict != nil
  }

  /// The place of the node that decided an attribute before by a function of the host.
  ///
  /// Each use of a function has a node of its own.
  func placeBefore(ofFunction run: Run, _ target: Target) -> NodeID? {
    guard case .function = run.code, let topologyBefore,
      let id = topologyBefore.decision(ifAny: target)?.node,
      topologyBefore.graph.nodes[id].run == run
    else { return nil }
    return id
  }
}

extension Topology {
  /// Whether a node runs nothing, or runs only if its row starts anew: what it gives follows from
  /// decisions that are not among the operands of a text.
  func isDecidedByOthers(_ node: NodeID) -> Bool {
    let packed = graph.nodes.packed(node)
    switch packed.kind {
    case .verdict, .clearing: return true
    // A suggestion follows what it reads, and starts anew when its row shows.
    case .filling:
      let row = rows[Int(packed.row)]
      return row.content.suggested == nil || row.hiddenValues == .clear
    case .fact:
      // What a list offers follows from its items alone.
      if case .items(_, .options) = graph.nodes.fact(of: packed) { return false }
      return true
    case .condition, .calculation, .rule, .options, .property, .trigger: return false
    }
  }

  /// Whether there is, or has been, such a member.
  func has(_ member: Member) -> Bool {
    switch member {
    case .row(let row): row.index < rows.count
    case .section(let section): section.index < sections.count
    }
  }

  /// The decision about an attribute; nil if its member or option does not exist.
  fileprivate func decision(ifAny target: Target) -> Decision? {
    if let member = target.member, !has(member) { return nil }
    if case .option(let row, let index, let word) = target,
      !rows[row.index][word].indices.contains(index)
    {
      return nil
    }
    return decision(of: target)
  }

  /// The node that is of the same kind as another, of the same owner.
  fileprivate func node(like node: Node) -> NodeID? {
    if let row = node.row, !has(.row(row)) { return nil }
    if case .property(let property) = node, let member = property.owner.member, !has(member) {
      return nil
    }
    return switch node {
    case .condition(let run): condition(run)
    case .fact(let fact): self.node(inTableOf: fact)
    case .calculation(let row, _): rows[row.index].calculation
    case .filling(let row, _): rows[row.index].filling
    case .rule(let row, let index, _): rows[row.index].ruleNode(index)
    case .trigger(let row, let index, _): rows[row.index].triggerNode(index)
    case .verdict(let row): rows[row.index].verdict
    case .clearing(let row): rows[row.index].clearing
    case .options(let row, _): rows[row.index].options
    case .property(let property): properties(of: property.owner)[property.name]
    }
  }

  /// Forgets all nodes and their edges; their ids are not used for others.
  fileprivate mutating func forgetNodes() {
    graph.nodes = NodeTable()
    for kind in graph.templates.indices {
      graph.templates[kind].previousFacts = []
      graph.templates[kind].conditionCount = 0
      graph.templates[kind].partCount = 0
      graph.templates[kind].listedBytes = 0
    }
    graph.rounds = [:]
    directory.conditionCount = 0
    directory.partCount = 0
    directory.listedBytes = 0
    directory.listedTables = []
    graph.hasProperties = false
    graph.rowsWithTriggers = IDSet()
    directory.rowsWithDisabledOptions = IDSet()
    directory.rowsWithListOptions = IDSet()
    directory.rowsWithDisabledActions = IDSet()
    graph.readOnly = .constant(false)
    graph.properties = [:]
    graph.pageProperties = [:]
    graph.conditionIndex = HashIndex()
    graph.factIndex = HashIndex()
  }
}
