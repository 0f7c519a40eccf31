// What every node reads, as edges. They are made when everything has its node, and taken away and
// made again where a node comes to read something else.

import Predicate

extension GraphBuilder {
  /// What a node is evaluated again for.
  enum Source: Hashable {
    case value(RowID)
    case input(InputID)
    case node(NodeID)
    /// Which items a section has, and their order.
    case items(SectionID)
  }

  mutating func connect(_ reader: NodeID) {
    let node = topology.nodes[reader.index]
    for source in sources(of: node) { connect(reader, to: source) }
    if readsClock(node) { topology.clockReaders.insert(reader) }
  }

  mutating func disconnect(_ reader: NodeID) {
    let node = topology.nodes[reader.index]
    for source in sources(of: node) { disconnect(reader, from: source) }
    topology.clockReaders.remove(reader)
  }

  private mutating func disconnect(_ reader: NodeID, from source: Source) {
    switch source {
    case .value(let row): topology.valueReaders[row.index].remove(reader)
    case .input(let input): topology.inputReaders[input.index].remove(reader)
    case .node(let other): topology.nodeReaders[other.index].remove(reader)
    case .items(let section): topology.itemReaders[section.index].remove(reader)
    }
  }

  private mutating func connect(_ reader: NodeID, to source: Source) {
    switch source {
    case .value(let row): topology.valueReaders[row.index].insert(reader)
    case .input(let input): topology.inputReaders[input.index].insert(reader)
    case .node(let other): topology.nodeReaders[other.index].insert(reader)
    case .items(let section): topology.itemReaders[section.index].insert(reader)
    }
  }

  private func readsClock(_ node: Node) -> Bool {
    if case .program(let program)? = node.run?.code {
      return topology.programs[program.index].readsClock
    }
    return false
  }

  /// Everything a node reads.
  func sources(of node: Node) -> [Source] {
    switch node {
    case .condition(let run), .calculation(_, let run), .defaultValue(_, let run):
      return sources(of: run)
    case .rule(let row, _, let run):
      // Whether the rule runs at all depends on whether there is a value.
      return sources(of: run) + [stored(row)]
    case .verdict(let row):
      let record = topology.row(row)
      let nodes = record.ruleNodes.compactMap { $0 } + [record.required.node].compactMap { $0 }
      return [stored(row)] + (nodes + [record.options].compactMap { $0 }).map(Source.node)
    case .clearing(let row):
      let record = topology.row(row)
      let hiding = record.hiddenValues == .clear ? hiding(row) : []
      let options = record.clearsOptions ? [record.options].compactMap { $0 } : []
      return [.value(row)] + (hiding + options).map(Source.node)
    case .options(let row, let run):
      return topology.row(row).optionDecisions.compactMap(\.node).map(Source.node)
        + (run.map(sources) ?? [])
    case .fact(.visibleValue(let row)): return [stored(row)] + hiding(row).map(Source.node)
    case .fact(.attribute(let attribute, let member)):
      return deciders(of: attribute, member).map(Source.node)
    case .fact(.items(let section, let view)):
      return [.items(section)]
        + view.columns.flatMap { column in rows(of: section, column).map(cell) }
    }
  }

  private func sources(of run: Run) -> [Source] {
    run.slots.map { slot in
      switch slot {
      case .value(let row): stored(row)
      case .input(let input): .input(input)
      case .fact(let node): .node(node)
      }
    }
  }

  /// The stored value of a row; where hiding clears it, after it may have been cleared.
  private func stored(_ row: RowID) -> Source {
    topology.rows[row.index].clearing.map(Source.node) ?? .value(row)
  }

  /// What reading a column reads of one item.
  private func cell(_ row: RowID) -> Source {
    fact(.visibleValue(row)).map(Source.node) ?? stored(row)
  }

  /// The rows of one column: the prototype's, which stands for all in the order of evaluation, and
  /// those of the items there are.
  private func rows(of section: SectionID, _ column: Int) -> [RowID] {
    let prototype = topology.section(section).prototype.map { [$0] } ?? []
    return (prototype + outline.items(of: section, in: topology)).map {
      topology.item($0).row(column)
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
      return validityRows(of: id).flatMap { row in
        [topology.row(row).verdict].compactMap { $0 } + hiding(row)
      } + [topology.section(id).hidden.node].compactMap { $0 }
    }
  }

  private func validityRows(of section: SectionID) -> [RowID] {
    let prototype = topology.section(section).prototype.map { topology.rows(of: $0) } ?? []
    return prototype + outline.rows(of: section, in: topology)
  }

  // MARK: - Rows that come to a section with readers

  /// Connects a new row with what is already read of its section as a whole.
  mutating func joinSection(_ row: RowID) {
    let section = topology.row(row).section
    if let fact = fact(.attribute(.valid, .section(section))) { suspend(fact) }
    for reader in columnReaders(of: row) { connect(reader, to: cell(row)) }
  }

  /// Takes away the edges into what is read of a section as a whole from a row that goes.
  mutating func leaveSection(_ row: RowID) {
    for reader in columnReaders(of: row) { disconnect(reader, from: cell(row)) }
  }

  /// Takes away the edges into whether a section is valid, also those from a row that does not stand
  /// in it any more.
  mutating func suspendValidity(ofSectionWithout row: RowID) {
    guard let fact = fact(.attribute(.valid, .section(topology.row(row).section))) else { return }
    suspend(fact)
    for node in deciders(of: .valid, .row(row)) { disconnect(fact, from: .node(node)) }
  }

  /// What reads the column of an item's row and has its edges.
  private func columnReaders(of row: RowID) -> [NodeID] {
    guard let column = topology.column(of: row) else { return [] }
    return topology.itemReaders[topology.row(row).section.index].filter { reader in
      guard case .fact(.items(_, let view)) = topology.nodes[reader.index] else { return false }
      return view.columns.contains(column) && !pending.contains(reader)
    }
  }

  // MARK: - Attributes that are decided otherwise

  /// Takes away the edges into everything that reads an attribute, since it will be decided by
  /// something else.
  mutating func suspendReaders(of target: Target) {
    switch target {
    case .row(let row, .hidden):
      suspendHiding(of: row)
      suspend(.attribute(.valid, .section(topology.row(row).section)))
    case .row(let row, .disabled): suspend(.attribute(.disabled, .row(row)))
    case .row(let row, _):
      suspend(.attribute(.required, .row(row)))
      if let verdict = topology.row(row).verdict { suspend(verdict) }
    case .section(let section, .hidden):
      suspend(.attribute(.hidden, .section(section)))
      suspend(.attribute(.valid, .section(section)))
      for row in validityRows(of: section) { suspendHiding(of: row) }
    case .section(let section, _):
      suspend(.attribute(.disabled, .section(section)))
      for row in validityRows(of: section) { suspend(.attribute(.disabled, .row(row))) }
    case .readOnly:
      for fact in topology.disabledFacts { suspend(fact) }
    case .option(let row, _):
      if let options = topology.row(row).options { suspend(options) }
    }
  }

  mutating func suspend(_ fact: Fact) {
    if let node = self.fact(fact) { suspend(node) }
  }

  private mutating func suspendHiding(of row: RowID) {
    suspend(.attribute(.hidden, .row(row)))
    suspend(.attribute(.valid, .row(row)))
    suspend(.visibleValue(row))
    if let clearing = topology.row(row).clearing { suspend(clearing) }
  }
}
