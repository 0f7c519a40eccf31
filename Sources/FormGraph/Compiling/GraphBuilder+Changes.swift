// Removing, moving and redefining members of a graph. What a host changes is compiled again after
// all edits. An item that goes takes its own nodes with it.

import Predicate

extension GraphBuilder {
  // MARK: - Removal

  mutating func removeRow(_ row: RowID) {
    isRedefined = true
    outline.rows.remove(row)
    if let tag = topology.tag(of: .row(row)) { removeName(tag, .member(.row(row))) }
    leaveUncompiled(.row(row))
  }

  /// Removes a section whose only sections inside are the sections of its items.
  mutating func removeSection(_ section: SectionID) {
    isRedefined = true
    let record = topology.section(section)
    for item in Array(outline.items(of: section, in: topology)) { removeMembers(of: item) }
    for row in Array(outline.rows(of: section, in: topology)) { removeRow(row) }
    outline.sections.remove(section)
    if let parent = record.parent {
      topology.sections[parent.index].children.removeAll { $0 == section }
    }
    if let tag = topology.tag(of: .section(section)) { removeName(tag, .member(.section(section))) }
    leaveUncompiled(.section(section))
  }

  private mutating func removeName(_ name: String, _ meaning: Topology.Name) {
    if topology.meaning(of: name) == meaning { topology.removeName(name, meaning) }
  }

  mutating func removeItem(_ item: ItemID) {
    let section = topology.item(item).section
    if !isRedefined { leaveGraph(item) }
    removeMembers(of: item)
    itemsChanged(in: section)
  }

  /// Takes an item with everything in it out of the outline.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func removeMembers(of item: ItemID) {
    for list in topology.lists(of: item).reversed() {
      for inner in Array(outline.items(of: list, in: topology)) { removeMembers(of: inner) }
    }
    for row in topology.rows(of: item) {
      outline.rows.remove(row)
      leaveUncompiled(.row(row))
    }
    for part in topology.sections(of: item).reversed() {
      outline.sections.remove(part)
      leaveUncompiled(.section(part))
    }
    outline.items.remove(item)
  }

  // MARK: - Nodes of items

  /// Takes the nodes of an item, which is still in its list, and of everything in it out of the
  /// graph.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func leaveGraph(_ item: ItemID) {
    let section = topology.item(item).section
    leavePrevious(item)
    // While the rows that the facts read can still be found.
    for part in topology.sections(of: item) { suspend(.attribute(.valid, .section(part))) }
    for list in topology.lists(of: item).reversed() {
      for inner in outline.items(of: list, in: topology) { leaveGraph(inner) }
      leaveColumn(list)
    }
    // After the items of inner lists, so that what decided them decides only this item now.
    leaveValidity(item)
    for row in topology.rows(of: item) {
      leaveSection(row)
      detach(row)
    }
    for part in topology.sections(of: item).reversed() { detach(part) }
    for view in [ItemsView.index(item), .templateName(item)] {
      if let fact = fact(.items(section, view)) { retire(fact) }
    }
  }

  private mutating func detach(_ section: SectionID) {
    for fact in topology.itemReaders[section.index] { abandon(fact) }
    for attribute in Attribute.allCases {
      if let fact = fact(.attribute(attribute, .section(section))) { abandon(fact) }
    }
    for bit in SectionRecord.decided { undecide(.section(section, bit)) }
    retireProperties(topology.section(section).properties)
  }

  private mutating func detach(_ row: RowID) {
    retireProperties(topology.row(row).properties)
    for fact in facts(about: row) { abandon(fact) }
    for node in topology.row(row).ownNodes { retire(node) }
    for target in topology.targets(of: .row(row)) { undecide(target) }
  }

  /// Removes the edges into a fact about a member that goes.
  ///
  /// This happens at once, while the sources of the fact can still be found: later edits of the
  /// transaction may change which nodes decide it.
  private mutating func abandon(_ fact: NodeID) {
    suspend(fact)
    unused.append(fact)
  }

  private mutating func undecide(_ target: Target) {
    guard case .condition(let node, _, let isInverted) = topology.decision(of: target) else {
      return
    }
    topology.nodes.removeEffect(
      target, isInverted: isInverted, of: node)
    unused.append(node)
  }

  private func facts(about row: RowID) -> [NodeID] {
    Attribute.allCases.compactMap { fact(.attribute($0, .row(row))) }
      + [fact(.visibleValue(row)), fact(.display(row))].compactMap { $0 }
  }

  // MARK: - Changes

  /// Assigns a row to another section.
  ///
  /// The outline already has the row there.
  mutating func moveRow(_ row: RowID, to section: SectionID) {
    isRedefined = true
    topology.rows[row.index].section = section
  }

  mutating func redefine(_ row: RowID, _ definition: RowDefinition) {
    isRedefined = true
    topology.rows[row.index].content = definition
    let section = topology.rows[row.index].section
    guard topology.section(section).choice == row else { return }
    redefine(section) { section in
      guard case .selectable(var selection) = section.kind else { return }
      selection.choice = definition
      selection.choice.tag = nil
      section.kind = .selectable(selection)
    }
  }

  mutating func redefine(_ section: SectionID, _ change: (inout SectionDefinition) -> Void) {
    isRedefined = true
    var definition = topology.section(section).definition.value
    change(&definition)
    topology.sections[section.index].definition = Shared(definition)
  }

  mutating func redefine(readOnly condition: ConditionDefinition?) {
    isRedefined = true
    topology.readOnlyDefinition = condition
  }
}
