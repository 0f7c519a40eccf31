// Which items of a form a node of a template, a member of it or what it decides stands for. A node
// of the graph is read in one of four ways:
//
//   same   the reader is of the same item               total reads $amount
//   up     it is of an item around, or of the form      $lines.@sum.total
//   down   it is of items inside                        a switch of the form hides rows of items
//   next   it is of the item after                      $item.previous.total

extension Outline {
  /// The items of a template, in order; of a list in items, those inside an item, or all.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Complexity: O(n) in the number of these items, and of the items of their lists.
  func instances(
    of prototype: ItemIndex, inside item: ItemIndex? = nil, in topology: Topology
  ) -> [ItemIndex] {
    let record = topology.items[prototype.index]
    let list = topology.sections[record.section.index]
    guard let outer = list.item else { return items(of: record.section, record.kind, in: topology) }
    let around =
      if let item, topology.prototype(of: item) == outer {
        // One that came and went in a transaction left results, and has no lists.
        items.contains(item) ? [item] : []
      } else {
        instances(of: outer, inside: item, in: topology)
      }
    return around.flatMap { item -> [ItemIndex] in
      topology.items[item.index].section(list.place)
        .map { items(of: $0, record.kind, in: topology) } ?? []
    }
  }

  private func items(
    of section: SectionIndex, _ kind: TemplateID, in topology: Topology
  ) -> [ItemIndex] {
    let all = items(of: section, in: topology)
    // Mostly a list has one template.
    if topology.sections[section.index].prototypes.count == 1 { return Array(all) }
    return all.filter { topology.items[$0.index].kind == kind }
  }

  /// The items of a template that something of an item, or of the form, reaches: the same item, the
  /// one around it, or all inside.
  func items(of prototype: ItemIndex, from item: ItemIndex?, in topology: Topology) -> [ItemIndex] {
    guard let item else { return instances(of: prototype, in: topology) }
    let kind = topology.items[prototype.index].kind
    if let own = topology.instance(of: kind, around: item) { return [own] }
    return instances(of: prototype, inside: item, in: topology)
  }

  /// The items in which a reader of a template reads something of an item, or of the form.
  func items(reading reader: NodeID, from item: ItemIndex?, in topology: Topology) -> [ItemIndex] {
    guard let prototype = topology.item(ofNode: reader) else { return [] }
    guard let item, topology.isPrevious(reader) else {
      return items(of: prototype, from: item, in: topology)
    }
    return self.item(after: item).flatMap { next in
      topology.prototype(of: next) == prototype ? [next] : nil
    } ?? []
  }

  /// The item that stands behind an item in its list.
  func item(after item: ItemIndex) -> ItemIndex? {
    items.position(of: item).flatMap { items.member(at: $0.position + 1, in: $0.list) }
  }

  /// The item that stands before an item in its list.
  func item(before item: ItemIndex) -> ItemIndex? {
    items.position(of: item).flatMap { items.member(at: $0.position - 1, in: $0.list) }
  }

  /// The nodes of the form for a node of the table: the node itself, or that of each item.
  func nodes(of node: NodeID, in topology: Topology) -> [NodeID] {
    guard let prototype = topology.item(ofNode: node) else { return [node] }
    return instances(of: prototype, in: topology).map { topology.node(node, in: $0) }
  }

  /// The nodes that read the result of a node.
  func readers(of node: NodeID, in topology: Topology) -> [NodeID] {
    guard let origin = topology.origin(of: node) else { return [] }
    return topology.readers(of: .node(origin.node)).flatMap { reader -> [NodeID] in
      guard topology.item(ofNode: reader) != nil else { return [reader] }
      return items(reading: reader, from: origin.item, in: topology).map {
        topology.node(reader, in: $0)
      }
    }
  }

  /// Every attribute that a node decides.
  func targets(of node: NodeID, in topology: Topology) -> [Target] {
    guard let origin = topology.origin(of: node) else { return [] }
    return topology.graph.nodes.effects(of: origin.node).targets.flatMap {
      targets(of: $0, from: origin.item, in: topology)
    }
  }

  /// The same without the attributes of rows.
  func targetsBesideRows(of node: NodeID, in topology: Topology) -> [Target] {
    guard let origin = topology.origin(of: node) else { return [] }
    return topology.graph.nodes.effects(of: origin.node).others.flatMap {
      targets(of: $0.target, from: origin.item, in: topology)
    }
  }

  /// The targets of the form for a target of the table that something of an item decides, or of the
  /// form.
  func targets(of target: Target, from item: ItemIndex?, in topology: Topology) -> [Target] {
    guard let prototype = target.member.flatMap({ topology.item(of: $0) }) else { return [target] }
    return items(of: prototype, from: item, in: topology).map { topology.target(target, in: $0) }
  }

  /// The same of rows.
  ///
  /// - Complexity: O(n) in the number of rows of the form.
  func rows(of rows: IDSet<RowIndex>, from item: ItemIndex?, in topology: Topology) -> IDSet<
    RowIndex
  > {
    var found: [RowIndex] = []
    for row in rows {
      guard let prototype = topology.rows[row.index].item else {
        found.append(row)
        continue
      }
      found += items(of: prototype, from: item, in: topology).map { topology.row(row, in: $0) }
    }
    return IDSet(found.sorted())
  }
}

extension Topology {
  /// Whether a node of the table reads the item before its own.
  @inline(__always)
  func isPrevious(_ node: NodeID) -> Bool {
    let node = graph.nodes.packed(node)
    return node.kind == .fact && node.outcome == .readsItemBefore
  }
}
