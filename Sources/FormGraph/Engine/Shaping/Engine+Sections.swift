// Inserting, removing, moving and swapping sections, with their rows and items.

import Predicate

extension Engine {
  /// Inserts sections with everything in them.
  mutating func insert(
    _ sections: [SectionDefinition], at place: (parent: SectionIndex?, position: Int)
  ) throws(Reason) {
    try check(sections, inside: place.parent)
    var ids: [SectionIndex] = []
    let count = outline.sections.count(of: outline.sectionList)
    for placed in sections.placed {
      let definition = placed.definition
      // After everything that has come so far, also after the sections of items.
      let added = outline.sections.count(of: outline.sectionList) - count
      let section = builder.addSection(
        definition, at: place.position + added,
        inside: placed.parent.map { ids[$0] } ?? place.parent)
      ids.append(section)
      grow()
      noteInserted([section])
      collapse(section)
      for (position, row) in definition.formRows.enumerated() {
        noteInserted(builder.addRow(row, to: section, at: position))
      }
      guard case .multivalued(let items) = definition.kind else { continue }
      for (position, value) in items.value.enumerated() {
        insertItem(value, to: section, at: position, isStart: true)
      }
      countItems(of: section)
    }
  }

  /// Removes a section with everything in it.
  mutating func remove(_ section: SectionIndex) {
    let inside = outline.subtree(of: section, in: topology).reversed()
    for section in inside where topology.section(section).item == nil { removeAlone(section) }
  }

  private mutating func removeAlone(_ section: SectionIndex) {
    let isOfItems = topology.section(section).templates != nil
    if isOfItems {
      for item in Array(outline.items(of: section, in: topology)) { noteRemoved(item) }
    } else {
      for row in Array(outline.rows(of: section, in: topology)) {
        if isCountedInvalid(row) { addInvalid(-1, in: section) }
        noteRemoved(row)
      }
    }
    noteRemoved(section)
    builder.removeSection(section)
  }

  /// Records that sections come, and clears the state of their ids.
  ///
  /// All counts are cleared first: a section passes its bits on to the sections inside, and the ids
  /// of these may have counts of sections that undo has taken away.
  mutating func noteInserted(_ sections: [SectionIndex]) {
    for section in sections { clearCount(of: section) }
    for section in sections {
      forget(section)
      noteCome(section)
    }
  }

  /// Records that a section comes.
  private mutating func noteCome(_ section: SectionIndex) {
    undecided += SectionRecord.decided.map { .section(section, $0) }
    if !journal.reshaped.removedSections.remove(section) {
      journal.reshaped.insertedSections.insert(section)
    }
  }

  /// Records that a section goes.
  mutating func noteRemoved(_ section: SectionIndex) {
    setBit(.outOfBounds, false, of: section)
    journal.reshaped.movedSections.remove(section)
    if !journal.reshaped.insertedSections.remove(section) {
      journal.reshaped.removedSections.insert(section)
    }
  }

  mutating func move(_ name: SectionName, to position: SectionPosition) throws(Reason) {
    let section = try definedSection(name)
    switch position.place {
    // The same section may be named by its tag in one place and by its id in the other.
    case .before(let other), .after(let other):
      if try self.section(other) == section { throw besideItself(section) }
    case .at, .end: break
    }
    let home = outline.sections.position(of: section)?.position ?? 0
    let moved = outline.subtree(of: section, in: topology)
    takeOut(moved)
    do throws(Reason) {
      let target = try place(position)
      guard target.parent == topology.section(section).parent else {
        throw outsideItsGroup(section)
      }
      put(moved, at: target.position)
      guard target.position != home else { return }
      for section in moved { noteMoved(section) }
      orderChildren(around: section)
    } catch {
      put(moved, at: home)
      throw error
    }
  }

  private func besideItself(_ section: SectionIndex) -> Reason {
    let tag = self.name(of: section)
    return Reason(
      kind: .outOfRange, tag: tag, message: "'\(tag)' cannot stand next to itself", hint: nil)
  }

  private func outsideItsGroup(_ section: SectionIndex) -> Reason {
    let tag = self.name(of: section)
    return Reason(
      kind: .misplaced, tag: tag,
      message: "'\(tag)' moves only among the sections beside it",
      hint: "remove it, and insert it at the other place")
  }

  mutating func takeOut(_ sections: [SectionIndex]) {
    for section in sections { builder.outline.sections.remove(section) }
  }

  mutating func put(_ sections: [SectionIndex], at first: Int) {
    for (offset, section) in sections.enumerated() {
      builder.outline.sections.insert(section, at: first + offset, in: outline.sectionList)
    }
  }

  private mutating func orderChildren(around section: SectionIndex) {
    if let parent = topology.section(section).parent { builder.orderChildren(of: parent) }
  }

  mutating func noteMoved(_ section: SectionIndex) {
    if !journal.reshaped.insertedSections.contains(section) {
      journal.reshaped.movedSections.insert(section)
    }
  }

  /// Swaps two sections that stand beside each other.
  mutating func swap(_ section: SectionIndex, _ other: SectionIndex) throws(Reason) {
    guard section != other else { return }
    guard topology.section(section).parent == topology.section(other).parent else {
      throw outsideItsGroup(section)
    }
    guard let place = outline.sections.position(of: section)?.position,
      let otherPlace = outline.sections.position(of: other)?.position
    else { return }
    let (first, second) = place < otherPlace ? (section, other) : (other, section)
    let (firstPlace, secondPlace) = (min(place, otherPlace), max(place, otherPlace))
    let (firstTree, secondTree) = (
      outline.subtree(of: first, in: topology), outline.subtree(of: second, in: topology)
    )
    takeOut(firstTree + secondTree)
    put(secondTree, at: firstPlace)
    put(firstTree, at: secondPlace + secondTree.count - firstTree.count)
    for section in firstTree + secondTree { noteMoved(section) }
    orderChildren(around: section)
  }
}
