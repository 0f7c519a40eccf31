// The names of what a transaction wrote. If observers react to each other without end, the error
// names the members that they wrote. Used only for transactions of observers; everything is read
// from the change set.

import Predicate

extension ChangeSet {
  /// The names of everything that was edited: first rows, in the order in which they were set, and
  /// inputs.
  ///
  /// Then members that were inserted, removed, moved or redefined.
  var writtenTags: [String] {
    var seen: Set<RowIndex> = []
    let rows = journal.sources.compactMap { source in
      switch source.cause {
      case .observer, .undo, .redo:
        seen.insert(source.row).inserted && outline.rows.contains(source.row)
          ? outline.name(of: source.row, in: topology) : nil
      default: nil
      }
    }
    let inputs = state.inputs.changes(since: journal.state.inputs)
      .map { topology.graph.inputs[$0.index].name }
    return rows + inputs + reshapedTags
  }

  private var reshapedTags: [String] {
    let shape = journal.reshaped
    var members: [Member] = []
    for row in [shape.inserted, shape.removed, shape.moved].joined() where !isOfItem(row) {
      members.append(.row(row))
    }
    for sections in [
      shape.insertedSections, shape.removedSections, shape.movedSections, shape.itemSections,
    ] {
      members += sections.map(Member.section)
    }
    for target in shape.decided {
      switch target {
      case .row(let row, _), .option(let row, _, _): if !isOfItem(row) { members.append(.row(row)) }
      case .section(let section, _): members.append(.section(section))
      case .readOnly: break
      }
    }
    // Members that were added and removed again within a step of several transactions have no name.
    return members.compactMap { member in
      if outline.contains(member) { return outline.name(of: member, in: topology) }
      return oldOutline.contains(member) ? oldOutline.name(of: member, in: oldTopology) : nil
    }
  }

  /// Whether a row belongs to an item.
  ///
  /// The section of the item is then named instead.
  private func isOfItem(_ row: RowIndex) -> Bool {
    if outline.rows.contains(row) { return topology.row(row).item != nil }
    return oldOutline.rows.contains(row) && oldTopology.row(row).item != nil
  }
}

extension Outline {
  fileprivate func contains(_ member: Member) -> Bool {
    switch member {
    case .row(let row): rows.contains(row)
    case .section(let section): sections.contains(section)
    }
  }
}
