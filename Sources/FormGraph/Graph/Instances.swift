// What an item has of its template. The rows, the sections and the nodes of a template are in the
// graph once, those of its prototype. An item has ids of its own in their places, and nothing else:
//
//   prototype  rows 3 4     nodes 7 9 12     $amount is row 3, total node 9
//   item       rows 20 21   nodes 31 32 33   $amount is row 20, total node 32
//
// What a node of an item reads may be of the same item, of an item around it, or of the form.

import Predicate

// MARK: - From prototypes to items

extension Topology {
  /// The item of a template among an item and those around it; nil if none is of the template.
  ///
  /// - Complexity: O(d), where d is how deep the item stands; at most
  ///   `SectionDefinition.maximumDepth`.
  @inline(__always)
  func instance(of kind: TemplateID, around item: ItemIndex) -> ItemIndex? {
    var next: ItemIndex? = item
    while let id = next {
      if items[id.index].kind == kind { return id }
      next = items[id.index].parent
    }
    return nil
  }

  /// The row that stands for a prototype's row in an item or around it; a row of the form itself.
  func row(_ row: RowIndex, in item: ItemIndex) -> RowIndex {
    var next: ItemIndex? = item
    while let id = next {
      let template = graph.templates[items[id.index].kind.index]
      let place = row.index - template.firstRow.index
      if 0..<template.rowCount ~= place { return items[id.index].row(place) }
      next = items[id.index].parent
    }
    return row
  }

  /// The same of a section.
  func section(_ section: SectionIndex, in item: ItemIndex) -> SectionIndex {
    var next: ItemIndex? = item
    while let id = next {
      let template = graph.templates[items[id.index].kind.index]
      if let first = template.firstSection, case let place = section.index - first.index,
        0..<template.sectionCount ~= place
      {
        return items[id.index].section(place) ?? section
      }
      next = items[id.index].parent
    }
    return section
  }

  /// The same of a node.
  func node(_ node: NodeID, in item: ItemIndex) -> NodeID {
    let (prototype, local) = graph.nodes.place(of: node)
    guard prototype >= 0, case let kind = items[Int(prototype)].kind,
      let instance = instance(of: kind, around: item)
    else { return node }
    return items[instance.index].node(local) ?? node
  }

  private func item(_ prototype: ItemIndex, in item: ItemIndex) -> ItemIndex {
    instance(of: items[prototype.index].kind, around: item) ?? prototype
  }

  private func member(_ member: Member, in item: ItemIndex) -> Member {
    switch member {
    case .row(let row): .row(self.row(row, in: item))
    case .section(let section): .section(self.section(section, in: item))
    }
  }

  @inline(__always)
  func slot(_ slot: Slot, in item: ItemIndex) -> Slot {
    switch slot {
    case .value(let row): .value(self.row(row, in: item))
    case .input: slot
    case .fact(let node): .fact(self.node(node, in: item))
    }
  }

  private func run(_ run: Run, in item: ItemIndex) -> Run {
    Run(
      code: run.code, binding: run.binding.map { slot($0, in: item) },
      object: run.object.map { slot($0, in: item) }, text: run.text)
  }

  private func view(_ view: ItemsView, in item: ItemIndex) -> ItemsView {
    switch view {
    case .index(let own): .index(self.item(own, in: item))
    case .templateName(let own): .templateName(self.item(own, in: item))
    case .previous(let own, let columns): .previous(self.item(own, in: item), columns)
    case .count, .column, .fold, .objects, .options: view
    }
  }

  private func fact(_ fact: Fact, in item: ItemIndex) -> Fact {
    switch fact {
    case .attribute(let attribute, let member): .attribute(attribute, self.member(member, in: item))
    case .visibleValue(let row): .visibleValue(self.row(row, in: item))
    case .display(let row): .display(self.row(row, in: item))
    case .items(let section, let view):
      .items(self.section(section, in: item), self.view(view, in: item))
    }
  }

  private func property(_ property: Property, in item: ItemIndex) -> Property {
    let owner: PropertyOwner =
      switch property.owner {
      case .form, .page: property.owner
      case .section(let section): .section(self.section(section, in: item))
      case .row(let row): .row(self.row(row, in: item))
      }
    return Property(
      owner: owner, name: property.name,
      variants: property.variants.map { variant in
        Property.Variant(
          language: variant.language,
          parts: variant.parts.map { part in
            if case .formula(let run) = part { .formula(self.run(run, in: item)) } else { part }
          })
      })
  }

  func target(_ target: Target, in item: ItemIndex) -> Target {
    switch target {
    case .row(let row, let bit): .row(self.row(row, in: item), bit)
    case .section(let section, let bit): .section(self.section(section, in: item), bit)
    case .readOnly: .readOnly
    case .option(let row, let index, let word): .option(self.row(row, in: item), index, word)
    }
  }
}

extension ItemRecord {
  /// The node of the item at a place among the nodes of its template; nil if it has none there.
  @inline(__always)
  fileprivate func node(_ local: Int32) -> NodeID? {
    for range in nodes where local - range.local < range.count && local >= range.local {
      return NodeID(range.first.index + Int(local - range.local))
    }
    return nil
  }
}

extension NodeTable {
  /// The prototype that a node belongs to, -1 for a node of the form, and the place among the nodes
  /// of its template.
  @inline(__always)
  fileprivate func place(of node: NodeID) -> (item: Int32, local: Int32) {
    // Nodes of items are not in the table.
    guard let rank = rank(of: node), case let node = atRank(rank) else { return (-1, -1) }
    return (node.item, rest(of: node).local)
  }
}

// MARK: - Nodes of items

extension Topology {
  /// A node, and what it is in the table: a node of the form, or of a prototype for which a node of
  /// an item stands.
  struct Origin {
    let node: NodeID
    /// The item, for a node of an item that is not a prototype.
    let item: ItemIndex?
  }

  /// What a node is in the table; nil if the id is unknown.
  ///
  /// - Complexity: O(log n) in the number of items for a node of an item, otherwise O(1).
  func origin(of node: NodeID) -> Origin? {
    if graph.nodes.isInUse(node) { return Origin(node: node, item: nil) }
    // The last range that does not begin behind the node.
    var (low, high) = (0, directory.nodeRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if directory.nodeRanges[middle].first <= node { low = middle + 1 } else { high = middle }
    }
    guard low > 0, case let range = directory.nodeRanges[low - 1],
      case let place = node.rawValue - range.first.rawValue, place < range.count
    else { return nil }
    let origin = graph.templates[items[range.item.index].kind.index].nodes[Int(range.local + place)]
    return graph.nodes.isInUse(origin) ? Origin(node: origin, item: range.item) : nil
  }

  /// Whether an id is that of a node in use.
  func has(_ node: NodeID) -> Bool { origin(of: node) != nil }

  /// A node; nil if the id is unknown.
  ///
  /// - Complexity: That of ``origin(of:)``, and O(n) in what the node reads.
  func node(_ id: NodeID) -> Node? {
    guard let origin = origin(of: id) else { return nil }
    let node = graph.nodes[origin.node]
    guard let item = origin.item else { return node }
    let row = node.row.map { self.row($0, in: item) }
    return switch (node, row) {
    case (.calculation(_, let run), let row?): .calculation(row, self.run(run, in: item))
    case (.filling(_, let run), let row?): .filling(row, self.run(run, in: item))
    case (.rule(_, let index, let run), let row?): .rule(row, index, self.run(run, in: item))
    case (.trigger(_, let index, let run), let row?):
      .trigger(row, index, self.run(run, in: item))
    case (.verdict, let row?): .verdict(row)
    case (.clearing, let row?): .clearing(row)
    case (.options(_, let run), let row?): .options(row, run.map { self.run($0, in: item) })
    case (.fact(let fact), _): .fact(self.fact(fact, in: item))
    case (.property(let property), _): .property(self.property(property, in: item))
    case (.condition(let run), _): .condition(self.run(run, in: item))
    case (_, nil): node
    }
  }

  /// The node of an item for a node of its prototype, with what the settling of a node reads.
  func packed(_ node: NodeID, in item: ItemIndex) -> PackedNode {
    var packed = graph.nodes.packed(node)
    packed.id = self.node(node, in: item)
    packed.item = item.rawValue
    if packed.row >= 0, packed.kind != .condition || packed.outcome.isOne {
      packed.row = row(RowIndex(Int(packed.row)), in: item).rawValue
    }
    func moved(_ code: Int32) -> Int32 {
      PackedSlot(slot(PackedSlot(code: code).slot, in: item)).code
    }
    if packed.few == 1 || packed.few == 2 { packed.first = moved(packed.first) }
    if packed.few == 2 { packed.second = moved(packed.second) }
    return packed
  }

  /// A node as it settles; nil if the id is unknown.
  func packed(_ id: NodeID) -> PackedNode? {
    guard let origin = origin(of: id) else { return nil }
    return origin.item.map { packed(origin.node, in: $0) } ?? graph.nodes.packed(origin.node)
  }

  /// An operand of a node that settles.
  @inline(__always)
  func operand(_ index: Int, of node: PackedNode) -> PackedSlot {
    let operand = graph.nodes.operand(index, of: node)
    guard node.item >= 0, node.few > 2 else { return operand }
    return PackedSlot(slot(operand.slot, in: ItemIndex(Int(node.item))))
  }

  /// The operands of a node that settles.
  func operands(of node: PackedNode) -> Operands {
    Operands(
      count: node.operandCount, pair: node.pair,
      many: node.few > 2 ? (0..<node.operandCount).map { operand($0, of: node) } : [])
  }

  /// The operands of a node.
  struct Operands {
    let count: Int
    fileprivate let pair: (PackedSlot, PackedSlot)
    /// Empty for at most two operands.
    fileprivate let many: [PackedSlot]

    @inline(__always)
    subscript(index: Int) -> PackedSlot {
      many.isEmpty ? (index == 0 ? pair.0 : pair.1) : many[index]
    }
  }

  /// The slot that SELF reads of a node that settles.
  func object(of node: PackedNode) -> Slot? {
    let object = graph.nodes.object(of: node)
    return node.item < 0 ? object : object.map { slot($0, in: ItemIndex(Int(node.item))) }
  }

  func fact(of node: PackedNode) -> Fact {
    let fact = graph.nodes.fact(of: node)
    return node.item < 0 ? fact : self.fact(fact, in: ItemIndex(Int(node.item)))
  }

  func property(of node: PackedNode) -> Property {
    let property = graph.nodes.property(of: node)
    return node.item < 0 ? property : self.property(property, in: ItemIndex(Int(node.item)))
  }

  func run(of node: PackedNode) -> Run {
    // Two operands are those of the item already, and stay when moved again.
    let run = graph.nodes.run(of: node)
    return node.item < 0 ? run : self.run(run, in: ItemIndex(Int(node.item)))
  }

  /// Calls a function with each slot that a node reads: of a text, a bound or a display those of
  /// all its formulas.
  func forEachSlot(readBy node: NodeID, _ body: (Slot) -> Void) {
    guard let origin = origin(of: node) else { return }
    let packed = graph.nodes.packed(origin.node)
    if packed.kind == .property {
      if case .property(let property)? = self.node(node) {
        for run in property.runs { run.slots.forEach(body) }
      }
      return
    }
    guard packed.hasRun else { return }
    func read(_ slot: Slot) { body(origin.item.map { self.slot(slot, in: $0) } ?? slot) }
    for index in 0..<packed.operandCount { read(graph.nodes.operand(index, of: packed).slot) }
    if let object = graph.nodes.object(of: packed) { read(object) }
  }

  /// The ids of all nodes of an item.
  func nodes(of item: ItemIndex) -> [NodeID] {
    items[item.index].nodes.flatMap { range in
      (0..<Int(range.count)).map { NodeID(range.first.index + $0) }
    }
  }

  /// The nodes of the prototype of an item that are in use.
  func template(nodesOf item: ItemIndex) -> [NodeID] {
    graph.templates[items[item.index].kind.index].nodes.filter(graph.nodes.isInUse)
  }
}

// MARK: - From items to prototypes

extension Topology {
  /// The prototype of an item; of a prototype the item itself.
  func prototype(of item: ItemIndex) -> ItemIndex {
    graph.templates[items[item.index].kind.index].prototype
  }

  /// The row of the prototype for which a row of an item stands; any other row itself.
  @inline(__always)
  func prototype(of row: RowIndex) -> RowIndex {
    guard let item = rows[row.index].item, case let record = items[item.index] else { return row }
    let first = graph.templates[record.kind.index].firstRow
    return RowIndex(first.index + row.index - record.firstRow.index)
  }

  /// The same of a section.
  func prototype(of section: SectionIndex) -> SectionIndex {
    let record = sections[section.index]
    guard let item = record.item,
      let first = graph.templates[items[item.index].kind.index].firstSection
    else { return section }
    return SectionIndex(first.index + record.place)
  }

  /// The same of a member.
  func prototype(of member: Member) -> Member {
    switch member {
    case .row(let row): .row(prototype(of: row))
    case .section(let section): .section(prototype(of: section))
    }
  }

  private func prototype(of fact: Fact) -> Fact {
    switch fact {
    case .attribute(let attribute, let member): .attribute(attribute, prototype(of: member))
    case .visibleValue(let row): .visibleValue(prototype(of: row))
    case .display(let row): .display(prototype(of: row))
    case .items(let section, .index(let item)):
      .items(prototype(of: section), .index(prototype(of: item)))
    case .items(let section, .templateName(let item)):
      .items(prototype(of: section), .templateName(prototype(of: item)))
    case .items(let section, .previous(let item, let columns)):
      .items(prototype(of: section), .previous(prototype(of: item), columns))
    case .items(let section, let view): .items(prototype(of: section), view)
    }
  }

  /// The node of a fact; nil if nothing reads the fact.
  func node(of fact: Fact) -> NodeID? {
    guard !graph.factIndex.isEmpty else { return nil }
    guard let item = item(of: fact) else { return node(inTableOf: fact) }
    return node(inTableOf: prototype(of: fact)).map { node($0, in: item) }
  }

  /// The node of a fact about the form or a prototype.
  func node(inTableOf fact: Fact) -> NodeID? {
    guard !graph.factIndex.isEmpty else { return nil }
    return graph.factIndex.first(hash: fact.hashValue) { code in
      if case .fact(let other) = graph.nodes[NodeID(Int(code))] { other == fact } else { false }
    }.map { NodeID(Int($0)) }
  }

  /// The innermost item that a fact belongs to.
  func item(of fact: Fact) -> ItemIndex? {
    switch fact {
    case .items(let section, let view): view.item ?? sections[section.index].item
    case .attribute(_, let member): item(of: member)
    case .visibleValue(let row), .display(let row): rows[row.index].item
    }
  }

  /// The innermost item that something read belongs to.
  func item(of slot: Slot) -> ItemIndex? {
    switch slot {
    case .value(let row): rows[row.index].item
    case .fact(let node): item(ofNode: node)
    case .input: nil
    }
  }

  /// The prototype that a node of the table belongs to; nil for any other node.
  func item(ofNode node: NodeID) -> ItemIndex? {
    let item = graph.nodes.place(of: node).item
    return item < 0 ? nil : ItemIndex(Int(item))
  }
}
