// A step of history taken back or made again: put back exactly as it was, where nothing else that
// conditions read has changed since; otherwise what was edited is put back and the form settles.

import Predicate

extension Engine {
  /// Puts back what a journal has kept, as a transaction of its own.
  mutating func revert(
    _ old: Journal, isExact: Bool, cause: Change.Cause, isStrict: Bool
  ) throws(EditError) -> ChangeSet {
    begin()
    if isExact {
      restore(old)
      return ChangeSet(of: self, cause: cause)
    }
    if let shape = old.topology { restore(shape, old) }
    for (row, value) in old.values.entries
    where outline.rows.contains(row) && topology.row(row).calculation == nil {
      write(value, of: row, cause: cause)
    }
    markEdits()
    settle()
    fireChangeTriggers()
    return try finished(isStrict: isStrict)
  }

  /// Puts back a shape whose conditions may come to something else by now.
  private mutating func restore(_ shape: Topology, _ old: Journal) {
    journal.topology = topology
    journal.outline = outline
    journal.reshaped = old.reshaped.reversed
    graph.topology = shape
    if let order = old.outline { graph.outline = order }
    for row in journal.reshaped.inserted {
      forget(row)
      applyDecisions(RowRecord.decided.map { .row(row, $0) })
    }
    for section in journal.reshaped.insertedSections {
      applyDecisions(SectionRecord.decided.map { .section(section, $0) })
    }
    applyDecisions(old.reshaped.decided.filter(isInForm))
    countAll()
    if let left = journal.topology { markReturned(since: left) }
    // What came with the shape that is taken back is not in this one.
    for node in old.reshaped.rewired where topology.nodes.indices.contains(node.index) {
      mark(node)
    }
    for section in old.reshaped.itemSections where outline.sections.contains(section) {
      mark(topology.itemReaders[section.index])
    }
  }

  /// Marks the nodes that are in the graph again: what they read may have changed while they were
  /// not.
  ///
  /// - Complexity: O(n).
  private mutating func markReturned(since left: Topology) {
    for node in topology.placements.indices
    where !left.placements.indices.contains(node) || left.placements[node] == .none {
      mark(NodeID(node))
    }
  }

  private func isInForm(_ target: Target) -> Bool {
    switch target {
    case .row(let row, _): topology.rows.indices.contains(row.index) && outline.rows.contains(row)
    case .section(let section, _): outline.sections.contains(section)
    case .readOnly: true
    case .option: false
    }
  }

  /// Counts anew what is visible and what is invalid.
  ///
  /// - Complexity: O(n).
  private mutating func countAll() {
    let attributes = state.attributes
    editOutline { outline in
      outline.sections.setVisible(of: outline.sectionList) { !attributes.isHidden($0) }
    }
    for section in Array(outline.sectionsInOrder) {
      let list = topology.section(section).rowList
      editOutline { $0.rows.setVisible(of: list) { !attributes.isSet(.hidden, $0) } }
      let count = outline.rows(of: section, in: topology).count(where: isCountedInvalid)
      let counted = Int(state.invalidRows[section.index])
      if count != counted { addInvalid(count - counted, in: section) }
    }
    recountInvalidVisible()
  }
}
