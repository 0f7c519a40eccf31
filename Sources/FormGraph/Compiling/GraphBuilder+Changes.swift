// Removing, moving and redefining members of a graph. What a host changes is compiled again after
// all edits.

import Predicate

extension GraphBuilder {
  // MARK: - Removal

  mutating func removeRow(_ row: RowIndex) {
    isRedefined = true
    outline.rows.remove(row)
    if let tag = topology.tag(of: .row(row)) { removeName(tag, .member(.row(row))) }
  }

  /// Removes a section whose only sections inside are the sections of its items.
  mutating func removeSection(_ section: SectionIndex) {
    isRedefined = true
    let record = topology.section(section)
    for item in Array(outline.items(of: section, in: topology)) { removeMembers(of: item) }
    for row in Array(outline.rows(of: section, in: topology)) { removeRow(row) }
    outline.sections.remove(section)
    if let parent = record.parent {
      topology.sections[parent.index].children.removeAll { $0 == section }
    }
    if let tag = topology.tag(of: .section(section)) { removeName(tag, .member(.section(section))) }
  }

  private mutating func removeName(_ name: String, _ meaning: Topology.Name) {
    if topology.meaning(of: name) == meaning { topology.removeName(name, meaning) }
  }

  // MARK: - Changes

  /// Assigns a row to another section.
  ///
  /// The outline already has the row there.
  mutating func moveRow(_ row: RowIndex, to section: SectionIndex) {
    isRedefined = true
    topology.rows[row.index].section = section
  }

  mutating func redefine(_ row: RowIndex, _ definition: RowDefinition) {
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

  mutating func redefine(_ section: SectionIndex, _ change: (inout SectionDefinition) -> Void) {
    isRedefined = true
    var definition = topology.section(section).definition.value
    change(&definition)
    topology.sections[section.index].definition = Shared(definition)
  }

  mutating func redefine(readOnly condition: ConditionDefinition?) {
    isRedefined = true
    topology.graph.readOnlyDefinition = condition
  }
}
