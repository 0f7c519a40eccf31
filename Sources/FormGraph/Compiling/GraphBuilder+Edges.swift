// The edges of the graph: what each node reads. Edges are made after all nodes exist. Those of a
// template are made once, among the form and the prototypes.

import Predicate

extension GraphBuilder {
  typealias Source = Topology.Source

  /// Ranks all nodes and makes the edges into them, without the facts that turn out to be read by
  /// none.
  mutating func rankAndConnect() {
    var edges = edges
    if !unused.isEmpty {
      for case .node(let node) in edges.sources { unused.remove(node) }
      for case .node(let node) in readByActions(edges.readers) { unused.remove(node) }
      for node in unused { retire(node) }
      if !unused.isEmpty { edges = self.edges }
    }
    if rank(edges) { connect(edges) }
  }

  /// What each of some nodes reads, in one list.
  struct Edges {
    let readers: [NodeID]
    fileprivate(set) var sources: [Source] = []
    /// By reader: where its sources end.
    fileprivate(set) var ends: [Int] = []

    /// What the reader at a position reads.
    func sources(at position: Int) -> ArraySlice<Source> {
      sources[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }
  }

  /// What all nodes read.
  private var edges: Edges {
    var edges = Edges(readers: topology.graph.nodes.inUse)
    edges.sources.reserveCapacity(edges.readers.count * 2)
    edges.ends.reserveCapacity(edges.readers.count)
    for node in edges.readers {
      addSources(of: node, to: &edges.sources)
      edges.ends.append(edges.sources.count)
    }
    return edges
  }

  /// What actions of rows read, which have no edges.
  private func readByActions(_ nodes: [NodeID]) -> [Source] {
    var sources: [Source] = []
    for id in nodes {
      let node = topology.graph.nodes.packed(id)
      if node.kind == .trigger { addSlots(of: node, to: &sources) }
    }
    return sources
  }

  /// Makes the edges into all nodes, which are ranked.
  private mutating func connect(_ edges: Edges) {
    typealias Pairs = [(position: Int32, reader: Reader)]
    var (values, inputs, items, places): (Pairs, Pairs, Pairs, Pairs) = ([], [], [], [])
    var (nodes, tables): (Pairs, Pairs) = ([], [])
    topology.graph.clockReaders = []
    topology.graph.dayReaders = []
    for (position, id) in edges.readers.enumerated() {
      guard let rank = topology.graph.nodes.rank(of: id) else { continue }
      let reader = topology.graph.nodes.reader(atRank: rank)
      for source in edges.sources(at: position) {
        switch source {
        case .value(let row): values.append((row.rawValue, reader))
        case .input(let input): inputs.append((input.rawValue, reader))
        case .node(let other):
          let rank = topology.graph.nodes.rank(of: other) ?? 0
          nodes.append((Int32(truncatingIfNeeded: rank), reader))
        case .items(let section): items.append((section.rawValue, reader))
        case .place(let section): places.append((section.rawValue, reader))
        case .time: topology.graph.clockReaders.append(reader)
        case .day: topology.graph.dayReaders.append(reader)
        case .table(let table): tables.append((table.rawValue, reader))
        }
      }
    }
    topology.graph.valueReaders = Readers(values, count: topology.rows.count)
    topology.graph.inputReaders = Readers(inputs, count: topology.graph.inputs.count)
    topology.graph.itemReaders = Readers(items, count: topology.sections.count)
    topology.graph.placeReaders = Readers(places, count: topology.sections.count)
    topology.graph.nodeReaders = Readers(nodes, count: topology.graph.nodes.count)
    topology.graph.tableReaders = Readers(tables, count: topology.graph.tables.count)
  }

  /// Everything that a node reads.
  func sources(of node: NodeID) -> [Source] {
    var sources: [Source] = []
    addSources(of: node, to: &sources)
    return sources
  }

  /// Appends everything that a node of the form reads to a list: in place of what is of prototypes
  /// that of items.
  func addSourcesInForm(of node: NodeID, to list: inout [Source]) {
    guard let origin = topology.origin(of: node) else { return }
    // Only lists have prototypes.
    if topology.directory.templateSections.isEmpty {
      return addSources(of: origin.node, to: &list)
    }
    let isPrevious = topology.isPrevious(origin.node)
    /// The items from which the node reads something of a prototype, or of an item.
    func items(_ prototype: ItemIndex) -> [ItemIndex] {
      guard isPrevious, let item = origin.item else {
        return outline.items(of: prototype, from: origin.item, in: topology)
      }
      guard let before = outline.item(before: item), topology.prototype(of: before) == prototype
      else { return [] }
      return [before]
    }
    list += sources(of: origin.node).flatMap { source -> [Source] in
      switch source {
      case .value(let row):
        guard let prototype = topology.rows[row.index].item else { return [source] }
        return items(prototype).map { .value(topology.row(row, in: $0)) }
      case .node(let node):
        guard let prototype = topology.item(ofNode: node) else { return [source] }
        return items(prototype).map { .node(topology.node(node, in: $0)) }
      case .items(let section), .place(let section):
        guard let prototype = topology.sections[section.index].item else { return [source] }
        return items(prototype).map { .items(topology.section(section, in: $0)) }
      case .input, .time, .day, .table: return [source]
      }
    }
  }

  /// Appends everything that a node reads to a list.
  func addSources(of id: NodeID, to list: inout [Source]) {
    let node = topology.graph.nodes.packed(id)
    let row = RowIndex(Int(node.row))
    switch node.kind {
    case .condition, .calculation: addSlots(of: node, to: &list)
    case .filling:
      addSlots(of: node, to: &list)
      // A row that hiding clears starts anew when it shows.
      if topology.rows[row.index].hiddenValues == .clear { list += hiding(row).map(Source.node) }
    case .rule:
      addSlots(of: node, to: &list)
      // SELF is the stored value. Also, an empty value may mean that the rule is not run.
      list.append(stored(row))
    // Its action says when it runs.
    case .trigger: break
    case .verdict:
      // After the last rule was removed, the verdict reads nothing.
      guard topology.rows[row.index].isJudged else { break }
      list.append(stored(row))
      // Messages print numbers and dates.
      addLocale(to: &list)
      let record = topology.rows[row.index]
      // Messages print the titles of options.
      addTable(of: record, to: &list)
      if topology.graph.hasProperties { list += lentTexts(to: record).map(Source.node) }
      // `required` counts as met while the row is disabled.
      if record.canBeRequired {
        list += topology.conditions(deciding: .disabled, of: .row(row)).map(Source.node)
      }
      guard record.hasOthers else { break }
      for case .some(let rule) in record.ruleNodes { list.append(.node(rule)) }
      if let condition = record.required.node { list.append(.node(condition)) }
      if let options = record.options { list.append(.node(options)) }
      // The host is not asked about a hidden row.
      if record.isAsking { list += hiding(row).map(Source.node) }
      if topology.graph.hasProperties {
        list += record.properties.filter { topology.isReadByVerdict($0.key, of: record) }.values
          .sorted().map(Source.node)
      }
    case .clearing:
      let record = topology.rows[row.index]
      list.append(.value(row))
      if record.hiddenValues == .clear { list += hiding(row).map(Source.node) }
      if record.clearsOptions, let options = record.options {
        list.append(.node(options))
        // A value that was other text may be a hidden option of another table.
        addTable(of: record, to: &list)
      }
    case .options:
      list += topology.rows[row.index].optionDecisions.compactMap(\.node).map(Source.node)
      addTable(of: topology.rows[row.index], to: &list)
      addSlots(of: node, to: &list)
    case .fact: addSources(of: topology.graph.nodes.fact(of: node), to: &list)
    case .property: addSources(of: topology.graph.nodes.property(of: node), to: &list)
    }
  }

  private func addSources(of property: Property, to list: inout [Source]) {
    let runs = property.runs
    list += runs.flatMap(\.slots).map { source(of: $0) }
    for case .program(let program) in runs.map(\.code) { addSurroundings(of: program, to: &list) }
    // Numbers and dates are printed in the language of the reader.
    if property.variants.count > 1 || !property.name.isBound && !runs.isEmpty {
      addLocale(to: &list)
    }
  }

  /// Adds the table or the list that the options of a row come from.
  private func addTable(of row: RowRecord, to list: inout [Source]) {
    if let offered = row.optionList { list.append(.node(offered)) }
    guard !topology.graph.tables.isEmpty, let options = row.content.options?.table,
      let table = topology.graph.tables.id(of: options.table)
    else { return }
    add(table, to: &list)
  }

  /// Adds a table, and the language if the table has columns in languages.
  private func add(_ table: TableID, to list: inout [Source]) {
    list.append(.table(table))
    if !topology.graph.tables[table].columnsInLanguages.isEmpty,
      let language = topology.graph.languageInput
    {
      list.append(.input(language))
    }
  }

  /// Adds what a program reads beside its operands: the time, the day, tables, and the inputs that
  /// say the time zone and the language.
  @inline(__always)
  private func addSurroundings(of program: ProgramID, to list: inout [Source]) {
    let read = topology.graph.programs.surroundings(of: program)
    guard !read.isEmpty else { return }
    if read.contains(.time) { list.append(.time) }
    if read.contains(.day) { list.append(.day) }
    if read.contains(.timeZone), let zone = topology.graph.timeZoneInput {
      list.append(.input(zone))
    }
    if read.contains(.language), let language = topology.graph.languageInput {
      list.append(.input(language))
    }
    if read.contains(.tables) {
      for name in topology.graph.programs.tables(of: program) {
        if let table = topology.graph.tables.id(of: name) { add(table, to: &list) }
      }
    }
  }

  /// Adds what the print of a value depends on beside the value.
  private func addLocale(to list: inout [Source]) {
    if let language = topology.graph.languageInput { list.append(.input(language)) }
    if let zone = topology.graph.timeZoneInput { list.append(.input(zone)) }
  }

  private func addSources(of fact: Fact, to list: inout [Source]) {
    switch fact {
    case .visibleValue(let row):
      list.append(stored(row))
      list += hiding(row).map(Source.node)
    case .attribute(let attribute, let member):
      list += deciders(of: attribute, member).map(Source.node)
    case .display(let row):
      list.append(stored(row))
      let record = topology.rows[row.index]
      if record.hiddenValues == .nil { list += hiding(row).map(Source.node) }
      addTable(of: record, to: &list)
      list += record.properties.filter { $0.key.isReadByDisplay }.values.sorted().map(Source.node)
      addLocale(to: &list)
    case .items(let section, .index):
      list.append(.place(section))
      list += counting(section)
    case .items(_, .templateName): break
    case .items(let section, .previous(_, let columns)):
      // An item of any template may come before one of any other.
      for before in topology.section(section).prototypes {
        list += columns.compactMap { cell(of: before, $0) }
      }
    case .items(let section, let view):
      list.append(.items(section))
      list += counting(section)
      list += view.columns.flatMap { column in
        topology.section(section).prototypes.compactMap { cell(of: $0, column) }
      }
    }
  }

  private func addSlots(of node: PackedNode, to list: inout [Source]) {
    for index in 0..<node.operandCount {
      list.append(source(of: topology.graph.nodes.operand(index, of: node).slot))
    }
    if let program = node.program { addSurroundings(of: program, to: &list) }
  }

  private func source(of slot: Slot) -> Source {
    switch slot {
    case .value(let row): stored(row)
    case .input(let input): .input(input)
    case .fact(let node): .node(node)
    }
  }

  /// The stored value of a row.
  ///
  /// If hiding may clear the value, readers come after the clearing node.
  func stored(_ row: RowIndex) -> Source {
    topology.rows[row.index].clearing.map(Source.node) ?? .value(row)
  }

  private func hiding(_ row: RowIndex) -> [NodeID] {
    topology.conditions(deciding: .hidden, of: .row(row))
  }

  /// The nodes that decide an effective attribute.
  func deciders(of attribute: Attribute, _ member: Member) -> [NodeID] {
    switch (attribute, member) {
    case (.hidden, _), (.required, _), (.disabled, .section):
      return topology.conditions(deciding: attribute, of: member)
    case (.disabled, .row(let row)):
      return topology.conditions(deciding: .disabled, of: member)
        + (topology.directory.submitRows.contains(row) ? validities : [])
    case (.valid, .row(let row)):
      return [topology.row(row).verdict].compactMap { $0 } + hiding(row)
    case (.valid, .section(let id)):
      return validitySections(of: id).flatMap { id in
        validityRows(of: id).flatMap { validityDeciders(of: .row($0)) }
          + validityDeciders(of: .section(id))
      }
    }
  }
}
