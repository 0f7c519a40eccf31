// Inserting, removing, moving and swapping sections, with their rows and items.

import Predicate

extension Engine {
  mutating func insert(_ sections: [SectionDefinition], at first: Int) throws(Reason) {
    try check(sections)
    for (offset, definition) in sections.enumerated() {
      let section = graph.addSection(definition, at: first + offset)
      grow()
      forget(section)
      journal.reshaped.insertedSections.insert(section)
      // Conditions that decide rows of all items also write the rows of the prototype.
      if let prototype = topology.section(section).prototype {
        for row in topology.rows(of: prototype) { forgetAll(of: row) }
      }
      for (position, row) in definition.formRows.enumerated() {
        noteInserted(graph.addRow(row, to: section, at: position))
      }
      guard case .multivalued(let items) = definition.kind else { continue }
      for (position, value) in items.value.enumerated() {
        insertItem(value, to: section, at: position, isStart: true)
      }
      countItems(of: section)
    }
  }

  mutating func remove(_ section: SectionID) {
    for row in Array(outline.rows(of: section, in: topology)) {
      if isCountedInvalid(row) { addInvalid(-1, in: section) }
      noteRemoved(row)
    }
    setBit(.short, false, of: section)
    graph.removeSection(section)
    journal.reshaped.movedSections.remove(section)
    if !journal.reshaped.insertedSections.remove(section) {
      journal.reshaped.removedSections.insert(section)
    }
  }

  mutating func move(_ name: SectionName, to position: SectionPosition) throws(Reason) {
    let section = try self.section(name)
    switch position {
    // The same section may be named by its tag in one place and by its id in the other.
    case .before(let other), .after(let other):
      if try self.section(other) == section { throw besideItself(section) }
    case .at, .end: break
    }
    let home = outline.sections.position(of: section)?.position ?? 0
    graph.outline.sections.remove(section)
    do throws(Reason) {
      let target = try place(position)
      insert(section, at: target)
      if target != home { noteMoved(section) }
    } catch {
      insert(section, at: home)
      throw error
    }
  }

  private func besideItself(_ section: SectionID) -> Reason {
    let tag = topology.tag(of: .section(section)) ?? "the section"
    return Reason(
      kind: .outOfRange, tag: tag, message: "'\(tag)' cannot stand next to itself", hint: nil)
  }

  mutating func insert(_ section: SectionID, at position: Int) {
    graph.outline.sections.insert(
      section, at: position, in: outline.sectionList,
      isVisible: !state.attributes.isHidden(section))
  }

  private mutating func noteMoved(_ section: SectionID) {
    if !journal.reshaped.insertedSections.contains(section) {
      journal.reshaped.movedSections.insert(section)
    }
  }

  mutating func swap(_ section: SectionID, _ other: SectionID) {
    guard section != other, let place = outline.sections.position(of: section)?.position,
      let otherPlace = outline.sections.position(of: other)?.position
    else { return }
    graph.outline.sections.remove(section)
    graph.outline.sections.remove(other)
    let pairs = [(section, otherPlace), (other, place)].sorted { $0.1 < $1.1 }
    for (section, place) in pairs {
      insert(section, at: place)
      noteMoved(section)
    }
  }
}
