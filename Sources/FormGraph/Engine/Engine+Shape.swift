// Changes of a form's shape: members come, go, move and say something else. The order changes at
// once, so that later edits of the transaction find everything in its place; texts are read, and
// nodes connected, when all edits have been applied.

import Predicate

extension Engine {
  mutating func apply(_ edit: ShapeEdit, as editor: Editor) throws(Reason) {
    let isUsers =
      switch edit {
      case .insertItem, .removeItem, .moveItem, .setCollapsed: true
      default: false
      }
    guard editor == .host || isUsers else {
      throw Reason(
        kind: .notEditable, tag: "", message: "a user edits values and items, not the form itself",
        hint: nil)
    }
    beginShape()
    switch edit {
    case .insertRows(let rows, let position):
      let (section, first) = try place(position)
      try insert(rows, in: section, at: first)
    case .removeRows(let names):
      var rows: [RowID] = []
      for name in names { rows.append(try plainRow(name)) }
      for row in rows where outline.rows.contains(row) { remove(row) }
    case .moveRow(let name, let position): try move(name, to: position)
    case .swapRows(let name, let other): swap(try plainRow(name), try plainRow(other))
    case .replaceRows(let range, let section, let members, let rows):
      try replace(range, of: try rowSection(section), members, with: rows)
    case .insertSections(let sections, let position):
      try insert(sections, at: try place(position))
    case .removeSections(let names):
      var sections: [SectionID] = []
      for name in names { sections.append(try section(name)) }
      for section in sections where outline.sections.contains(section) { remove(section) }
    case .moveSection(let name, let position): try move(name, to: position)
    case .swapSections(let name, let other):
      swap(try self.section(name), try self.section(other))
    case .insertItem(let section, let position, let value):
      try insertItem(value, in: try self.section(section), at: position, as: editor)
    case .removeItem(let section, let position):
      try removeItem(at: position, of: try self.section(section), as: editor)
    case .moveItem(let section, let position, let other):
      try moveItem(of: try self.section(section), from: position, to: other, as: editor)
    default: try assign(edit)
    }
  }

  /// Keeps the shape as it is, before anything of it is changed.
  mutating func beginShape() {
    if journal.topology == nil { journal.topology = shape.topology }
    if journal.outline == nil { journal.outline = shape.outline }
    refreshVisibility()
  }

  /// Reads the texts of what is new, connects and ranks; what is wrong is a reason.
  ///
  /// - Parameter restarted: The sections that have been given the items they start with.
  /// - Returns: The reasons; where there is any, nothing has been read.
  mutating func finishShape(_ restarted: IDSet<SectionID> = IDSet()) -> [Reason] {
    guard journal.topology != nil else { return [] }
    if topology.rows.count > topology.rowLimit {
      let message = "the form would have had more than \(topology.rowLimit) rows"
      return [
        Reason(
          kind: .notAllowed, tag: "", message: message,
          hint: "save what it holds and open it again: rows that have gone count too")
      ]
    }
    let counts = countReasons(restarted)
    guard counts.isEmpty else { return counts }
    graph.finish()
    guard graph.errorCount == 0 else {
      return graph.list.problems.filter { $0.severity == .error }.map(reason)
    }
    grow()
    let known = journal.topology?.value.nodes.count ?? 0
    for node in known..<topology.nodes.count { forget(NodeID(node)) }
    forgetMovesToNowhere()
    for node in graph.retired { setProblem(nil, of: node) }
    for node in graph.settledDefaults { settleDefault(node) }
    applyDecisions(graph.decided)
    for node in graph.fresh { mark(node) }
    journal.reshaped.rewired = graph.fresh
    for node in graph.stale {
      mark(node)
      // What is read of items goes with their sections.
      if case .fact(.items) = topology.nodes[node.index] { continue }
      journal.reshaped.rewired.insert(node)
    }
    for node in graph.retired { journal.reshaped.rewired.insert(node) }
    journal.reshaped.decided = graph.decided
    graph.reset()
    if journal.reshaped.isEmpty {
      journal.topology = nil
      if !hasToldUntold { journal.outline = nil }
    }
    return []
  }

  /// Members that have gone and come back have not moved.
  ///
  /// Where nothing else came or went, those that were never touched stand as they stood to one
  /// another, so that all do if those that were touched do.
  private mutating func forgetMovesToNowhere() {
    let shape = journal.reshaped
    guard shape.inserted.isEmpty, shape.removed.isEmpty, shape.insertedSections.isEmpty,
      shape.removedSections.isEmpty, let old = journal.topology?.value,
      let order = journal.outline?.value
    else { return }
    let isBack =
      shape.moved.allSatisfy { row in
        topology.row(row).section == old.row(row).section
          && outline.rows.position(of: row)?.position == order.rows.position(of: row)?.position
      }
      && shape.movedSections.allSatisfy { section in
        outline.sections.position(of: section)?.position
          == order.sections.position(of: section)?.position
      }
    guard isBack else { return }
    journal.reshaped.moved = IDSet()
    journal.reshaped.movedSections = IDSet()
  }

  /// Writes what decisions come to now; those whose condition has yet to be evaluated wait for it.
  mutating func applyDecisions(_ targets: [Target]) {
    for target in targets {
      decide(target, state.holds(graph.decision(of: target)))
    }
  }

  private func reason(_ problem: Problem) -> Reason {
    var message = problem.path.steps.isEmpty ? "" : "\(problem.path): "
    message += problem.message
    for related in problem.related { message += "; \(related.message)" }
    return Reason(
      kind: .definition, tag: problem.path.description, message: message,
      hint: problem.hint)
  }

  // MARK: - Rows

  /// What is wrong with definitions in themselves, and with their names in this form.
  private func check(_ sections: [SectionDefinition]) throws(Reason) {
    let problems = DefinitionChecker.problems(in: FormDefinition(sections: sections))
    if let problem = problems.first(where: { $0.severity == .error }) { throw reason(problem) }
    try checkNameOfItems(sections)
    for section in sections {
      for tag in section.tags where topology.meaning(of: tag) != nil || graph.isTemplateTag(tag) {
        throw Reason(
          kind: .definition, tag: tag, message: "the tag '\(tag)' is taken",
          hint: "remove the other one first, or choose another tag")
      }
      for name in section.valueNames where graph.isValueName(name) {
        throw Reason(
          kind: .definition, tag: name, message: "another value has the name '\(name)'", hint: nil)
      }
      for tag in section.templateTags where topology.meaning(of: tag) != nil {
        throw Reason(
          kind: .definition, tag: tag,
          message: "the template's tag '\(tag)' is one of the form already", hint: nil)
      }
    }
  }

  /// Where there are items, their name for themselves is no member's.
  private func checkNameOfItems(_ sections: [SectionDefinition]) throws(Reason) {
    let name = GraphBuilder.itemName
    let isTaken =
      sections.contains { $0.hasItems }
      ? topology.meaning(of: name) != nil
      : graph.hasItems && sections.contains { $0.tags.contains(name) }
    guard isTaken else { return }
    throw Reason(
      kind: .definition, tag: name,
      message: "the name '\(name)' is taken in a form with items: "
        + "$\(name).index is the position of an item",
      hint: nil)
  }

  private mutating func insert(
    _ rows: [RowDefinition], in section: SectionID, at first: Int
  ) throws(Reason) {
    try check([SectionDefinition(rows: rows)])
    for (offset, row) in rows.enumerated() {
      noteInserted(graph.addRow(row, to: section, at: first + offset))
    }
  }

  mutating func noteInserted(_ row: RowID) {
    grow()
    reset(row)
    start(row)
    journal.reshaped.inserted.insert(row)
  }

  /// An id may have been given before, to a row that was never kept.
  private mutating func reset(_ row: RowID) {
    write(.null, of: row, cause: .structure)
    for bit in [RowWord.hidden, .disabled, .required, .invalid, .blurred, .changed] {
      clearBit(bit, of: row)
    }
    forget(row)
  }

  private mutating func remove(_ row: RowID) {
    if isCountedInvalid(row) { addInvalid(-1, in: topology.row(row).section) }
    graph.removeRow(row)
    noteRemoved(row)
  }

  mutating func noteRemoved(_ row: RowID) {
    journal.reshaped.moved.remove(row)
    if !journal.reshaped.inserted.remove(row) { journal.reshaped.removed.insert(row) }
  }

  private mutating func move(_ name: RowName, to position: RowPosition) throws(Reason) {
    let row = try plainRow(name)
    let home = (section: topology.row(row).section, position: outline.rows.position(of: row))
    graph.outline.rows.remove(row)
    let target: (section: SectionID, position: Int)
    do throws(Reason) {
      target = try place(position, isPlaced: row)
    } catch {
      insert(row, in: home.section, at: home.position?.position ?? 0)
      throw error
    }
    insert(row, in: target.section, at: target.position)
    // Taken out and put back where it was, it has not moved.
    guard target.section != home.section || target.position != home.position?.position else {
      return
    }
    noteMoved(row, from: home.section, to: target.section)
  }

  /// A place for a row that has been taken out of the order; itself is no place to go by.
  private func place(
    _ position: RowPosition, isPlaced row: RowID
  ) throws(Reason) -> (section: SectionID, position: Int) {
    switch position {
    case .before(let name), .after(let name):
      if plainOrMissing(name) == row {
        throw Reason(
          kind: .outOfRange, tag: self.name(of: row),
          message: "'\(self.name(of: row))' cannot stand next to itself", hint: nil)
      }
    case .at, .end: break
    }
    return try place(position)
  }

  private func plainOrMissing(_ name: RowName) -> RowID? {
    switch name {
    case .id(let row): row
    case .tag(let tag): topology.row(named: tag)
    }
  }

  mutating func insert(_ row: RowID, in section: SectionID, at position: Int) {
    let isVisible = !state.attributes.isSet(.hidden, row)
    graph.outline.rows.insert(
      row, at: position, in: topology.section(section).rowList, isVisible: isVisible)
  }

  /// A row in another section is decided by other conditions, and counts there.
  private mutating func noteMoved(_ row: RowID, from old: SectionID, to new: SectionID) {
    if !journal.reshaped.inserted.contains(row) { journal.reshaped.moved.insert(row) }
    guard new != old else { return }
    let isCounted = isCountedInvalid(row)
    if isCounted { addInvalid(-1, in: old) }
    graph.moveRow(row, to: new)
    if isCounted { addInvalid(1, in: new) }
  }

  private mutating func swap(_ row: RowID, _ other: RowID) {
    guard row != other, let place = outline.rows.position(of: row)?.position,
      let otherPlace = outline.rows.position(of: other)?.position
    else { return }
    let section = topology.row(row).section
    let otherSection = topology.row(other).section
    graph.outline.rows.remove(row)
    graph.outline.rows.remove(other)
    // In one section the earlier place must be filled first.
    if place < otherPlace {
      insert(other, in: section, at: place)
      insert(row, in: otherSection, at: otherPlace)
    } else {
      insert(row, in: otherSection, at: otherPlace)
      insert(other, in: section, at: place)
    }
    noteMoved(row, from: section, to: otherSection)
    noteMoved(other, from: otherSection, to: section)
  }

  private mutating func replace(
    _ range: Range<Int>, of section: SectionID, _ members: Membership, with rows: [RowDefinition]
  ) throws(Reason) {
    let list = topology.section(section).rowList
    let lists = outline.rows
    let count = members == .all ? lists.count(of: list) : lists.visibleCount(of: list)
    guard range.lowerBound >= 0, range.upperBound <= count else {
      let tag = topology.tag(of: .section(section)) ?? "the section"
      throw outOfRange(
        tag, range.lowerBound < 0 ? range.lowerBound : range.upperBound,
        members == .all ? "row" : "visible row", count)
    }
    let (_, first) = try place(
      .at(range.lowerBound, in: .id(section), among: members))
    let old = range.compactMap {
      members == .all ? lists.member(at: $0, in: list) : lists.visibleMember(at: $0, in: list)
    }
    for row in old { remove(row) }
    try insert(rows, in: section, at: first)
  }

  // MARK: - Sections

  private mutating func insert(_ sections: [SectionDefinition], at first: Int) throws(Reason) {
    try check(sections)
    for (offset, definition) in sections.enumerated() {
      let section = graph.addSection(definition, at: first + offset)
      grow()
      forget(section)
      journal.reshaped.insertedSections.insert(section)
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

  private mutating func remove(_ section: SectionID) {
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

  private mutating func move(_ name: SectionName, to position: SectionPosition) throws(Reason) {
    let section = try self.section(name)
    switch position {
    // It may be called by its tag here and by its id there.
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

  private mutating func insert(_ section: SectionID, at position: Int) {
    graph.outline.sections.insert(
      section, at: position, in: outline.sectionList,
      isVisible: !state.attributes.isHidden(section))
  }

  private mutating func noteMoved(_ section: SectionID) {
    if !journal.reshaped.insertedSections.contains(section) {
      journal.reshaped.movedSections.insert(section)
    }
  }

  private mutating func swap(_ section: SectionID, _ other: SectionID) {
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

extension SectionDefinition {
  /// The names it brings into the form.
  fileprivate var tags: [String] { ([tag] + rows.map(\.tag)).compactMap { $0 } }

  fileprivate var hasItems: Bool {
    if case .multivalued = kind { return true }
    return false
  }

  /// What its values are called: those of its rows, or the list of its items.
  fileprivate var valueNames: [String] {
    hasItems ? [tag].compactMap { $0 } : formRows.compactMap { $0.name ?? $0.tag }
  }

  /// The names that only its template knows.
  fileprivate var templateTags: [String] {
    guard case .multivalued(let items) = kind, case .rows(let rows) = items.template else {
      return []
    }
    return rows.compactMap(\.tag)
  }
}
