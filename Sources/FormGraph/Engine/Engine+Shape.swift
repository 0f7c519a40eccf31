// Changes of a form's shape: members come, go, move and say something else. The order changes at
// once, so that later edits of the transaction find everything in its place; texts are read, and
// nodes connected, when all edits have been applied.

import Predicate

extension Engine {
  mutating func apply(_ edit: ShapeEdit, as editor: Editor) throws(Reason) {
    let isOfItems =
      switch edit {
      case .insertItem, .removeItem, .moveItem: true
      default: false
      }
    guard editor == .host || isOfItems else {
      throw Reason(
        kind: .notEditable, tag: "", message: "a user edits values and items, not the form itself",
        hint: nil)
    }
    if journal.topology == nil { journal.topology = topology }
    if journal.outline == nil { journal.outline = outline }
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

  /// Reads the texts of what is new, connects and ranks; what is wrong is a reason.
  mutating func finishShape() -> [Reason] {
    guard journal.topology != nil else { return [] }
    let counts = countReasons()
    guard counts.isEmpty else { return counts }
    graph.finish()
    guard graph.errorCount == 0 else {
      return graph.list.problems.filter { $0.severity == .error }.map(reason)
    }
    grow()
    let known = journal.topology?.nodes.count ?? 0
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
      journal.outline = nil
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
      shape.removedSections.isEmpty, let old = journal.topology, let order = journal.outline
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

  private mutating func noteInserted(_ row: RowID) {
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

  private mutating func noteRemoved(_ row: RowID) {
    journal.reshaped.moved.remove(row)
    if !journal.reshaped.inserted.remove(row) { journal.reshaped.removed.insert(row) }
  }

  private mutating func move(_ name: RowName, to position: RowPosition) throws(Reason) {
    let row = try plainRow(name)
    let home = (section: topology.row(row).section, position: outline.rows.position(of: row))
    graph.outline.rows.remove(row)
    let target: (section: SectionID, position: Int)
    do throws(Reason) {
      target = try place(position, isPlaced: row, at: home.section)
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
    _ position: RowPosition, isPlaced row: RowID, at section: SectionID
  ) throws(Reason) -> (section: SectionID, position: Int) {
    switch position {
    case .before(let name), .after(let name):
      if try plainOrMissing(name) == row {
        throw Reason(
          kind: .outOfRange, tag: self.name(of: row),
          message: "'\(self.name(of: row))' cannot stand next to itself", hint: nil)
      }
    case .at, .end: break
    }
    return try place(position)
  }

  private func plainOrMissing(_ name: RowName) throws(Reason) -> RowID? {
    switch name {
    case .id(let row): row
    case .tag(let tag): topology.row(named: tag)
    }
  }

  private mutating func insert(_ row: RowID, in section: SectionID, at position: Int) {
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
      for (position, row) in definition.rows.enumerated() {
        noteInserted(graph.addRow(row, to: section, at: position))
      }
      guard case .multivalued(let items) = definition.kind else { continue }
      for (position, value) in items.value.enumerated() {
        insertItem(value, to: section, at: position)
      }
    }
  }

  private mutating func remove(_ section: SectionID) {
    for row in Array(outline.rows(of: section, in: topology)) {
      if isCountedInvalid(row) { addInvalid(-1, in: section) }
      noteRemoved(row)
    }
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

  // MARK: - Items

  private mutating func insertItem(
    _ value: Value, in section: SectionID, at position: Int, as editor: Editor
  ) throws(Reason) {
    let (tag, template) = try items(of: section, allowing: .insert, as: editor)
    let count = outline.items.count(of: topology.section(section).itemList)
    guard (0...count).contains(position) else { throw outOfRange(tag, position, "item", count) }
    try check(value, of: template, tag, position)
    insertItem(value.isNull ? Value?.none : value, to: section, at: position)
  }

  /// Inserts an item; where no value is given, it has what the template says.
  private mutating func insertItem(_ value: Value?, to section: SectionID, at position: Int) {
    guard let item = graph.addItem(to: section, at: position) else { return }
    for row in topology.rows(of: item) { noteInserted(row) }
    if let value { fill(item, with: value) }
    journal.reshaped.itemSections.insert(section)
  }

  private mutating func removeItem(
    at position: Int, of section: SectionID, as editor: Editor
  ) throws(Reason) {
    _ = try items(of: section, allowing: .delete, as: editor)
    let item = try item(at: position, of: section)
    for row in topology.rows(of: item) {
      if isCountedInvalid(row) { addInvalid(-1, in: section) }
      noteRemoved(row)
    }
    graph.removeItem(item)
    journal.reshaped.itemSections.insert(section)
  }

  private mutating func moveItem(
    of section: SectionID, from position: Int, to other: Int, as editor: Editor
  ) throws(Reason) {
    let (tag, template) = try items(of: section, allowing: .reorder, as: editor)
    let record = topology.section(section)
    let item = try item(at: position, of: section)
    let count = outline.items.count(of: record.itemList)
    guard (0..<count).contains(other) else { throw outOfRange(tag, other, "item", count) }
    guard position != other else { return }
    let rows = topology.rows(of: item)
    for row in rows { graph.outline.rows.remove(row) }
    graph.outline.items.remove(item)
    graph.outline.items.insert(item, at: other, in: record.itemList, isVisible: true)
    for (column, row) in rows.enumerated() {
      insert(row, in: section, at: other * template.rows.count + column)
      if !journal.reshaped.inserted.contains(row) { journal.reshaped.moved.insert(row) }
    }
    graph.itemsChanged(in: section)
    journal.reshaped.itemSections.insert(section)
  }

  private func items(
    of section: SectionID, allowing edit: ItemEdits, as editor: Editor
  ) throws(Reason) -> (tag: String, template: ItemTemplate) {
    let tag = topology.tag(of: .section(section)) ?? "the section"
    guard let template = topology.section(section).template?.value else {
      throw Reason(kind: .noItems, tag: tag, message: "'\(tag)' has no items", hint: nil)
    }
    guard template.items.allows.contains(edit) else {
      let word = edit == .insert ? "inserted" : edit == .delete ? "deleted" : "moved"
      throw Reason(
        kind: .notAllowed, tag: tag, message: "items of '\(tag)' cannot be \(word)",
        hint: "the form says so with 'allows'")
    }
    guard editor == .user else { return (tag, template) }
    let isHidden = state.attributes.isHidden(section)
    if isHidden || state.attributes.isDisabled(section) {
      throw Reason(
        kind: .notEditable, tag: tag,
        message: "'\(tag)' is \(isHidden ? "hidden" : "disabled")", hint: nil)
    }
    return (tag, template)
  }

  /// The value a new item is given must fit its template.
  private func check(
    _ value: Value, of template: ItemTemplate, _ tag: String, _ position: Int
  ) throws(Reason) {
    guard !value.isNull else { return }
    if template.isPlain, let row = template.rows.first?.value {
      _ = try Self.converted(value, to: row.type.valueKind, "\(tag)[\(position)]")
      return
    }
    guard case .dictionary(let members) = value else {
      throw Reason(
        kind: .wrongType, tag: tag,
        message: "an item of '\(tag)' is an object, not \(value.kindName)", hint: nil)
    }
    for (key, value) in zip(members.keys, members.values) {
      let name = "\(tag)[\(position)].\(key)"
      guard let column = template.columns[ExactText(key)] else {
        let tags = template.rows.compactMap { $0.value.tag }
        throw Reason(
          kind: .unknown, tag: name, message: "the items of '\(tag)' have no '\(key)'",
          hint: Spelling.nearest(to: key, among: tags).map { "did you mean \($0)?" })
      }
      let row = template.rows[column].value
      if let formula = row.calculated {
        throw Reason(
          kind: .noEdits, tag: name, message: "'\(name)' is calculated: \(formula)",
          hint: "set what the formula reads")
      }
      _ = try Self.converted(value, to: row.type.valueKind, name)
    }
  }

  /// How many items there may be is asked once, after all edits.
  private func countReasons() -> [Reason] {
    journal.reshaped.itemSections.compactMap { section in
      guard outline.sections.contains(section),
        let items = topology.section(section).template?.value.items
      else { return nil }
      let list = topology.section(section).itemList
      let tag = topology.tag(of: .section(section)) ?? "the section"
      let count = outline.items.count(of: list)
      // A section that is out of bounds already may come nearer to them.
      let before = isNew(section) ? count : journal.outline?.items.count(of: list) ?? count
      if let maximum = items.maximum, count > maximum, count > before || isNew(section) {
        return Reason(
          kind: .notAllowed, tag: tag,
          message: "'\(tag)' takes at most \(counted(maximum, "item"))",
          hint: nil)
      }
      if let minimum = items.minimum, count < minimum, count < before {
        return Reason(
          kind: .notAllowed, tag: tag,
          message: "'\(tag)' needs at least \(counted(minimum, "item"))",
          hint: nil)
      }
      return nil
    }
  }

  private func isNew(_ section: SectionID) -> Bool {
    journal.reshaped.insertedSections.contains(section)
  }

  // MARK: - What members say

  private mutating func assign(_ edit: ShapeEdit) throws(Reason) {
    switch edit {
    case .setCondition(let attribute, let name, let condition):
      let row = try plainRow(name)
      guard let bit = RowWord(attribute) else { throw notDecided(attribute, self.name(of: row)) }
      let isOther = try redefine(row) { definition in
        switch bit {
        case .hidden: definition.hidden = condition
        case .disabled: definition.disabled = condition
        default: definition.required = condition
        }
      }
      guard isOther else { return }
      graph.reassign(.decision(.row(row, bit)))
    case .setSectionCondition(let attribute, let name, let condition):
      let section = try self.section(name)
      guard let bit = SectionWord(attribute) else {
        throw notDecided(attribute, topology.tag(of: .section(section)) ?? "the section")
      }
      let old = topology.section(section).definition.value
      guard (bit == .hidden ? old.hidden : old.disabled) != condition else { return }
      graph.redefine(section) { definition in
        if bit == .hidden { definition.hidden = condition } else { definition.disabled = condition }
      }
      graph.reassign(.decision(.section(section, bit)))
    case .setReadOnly(let condition):
      guard topology.readOnlyDefinition != condition else { return }
      graph.topology.readOnlyDefinition = condition
      graph.reassign(.decision(.readOnly))
    case .setRules(let name, let rules):
      let row = try plainRow(name)
      guard try redefine(row, { $0.rules = rules }) else { return }
      graph.reassign(.rules(row))
    case .setOptions(let name, let options):
      let row = try plainRow(name)
      guard try redefine(row, { $0.options = options }) else { return }
      journal.reshaped.options.insert(row)
      graph.reassign(.options(row))
    case .setFormula(let name, let formula):
      let row = try plainRow(name)
      let isOther = try redefine(row) { definition in
        definition.calculated = formula
        if formula != nil {
          definition.value = nil
          definition.defaultFormula = nil
        }
      }
      guard isOther else { return }
      // What the row holds is its own before or after, and a formula writes over it meanwhile.
      keep(row)
      graph.reassign(.formula(row))
    default: break
    }
  }

  private func notDecided(_ attribute: Attribute, _ tag: String) -> Reason {
    Reason(
      kind: .definition, tag: tag,
      message: "whether '\(tag)' is \(attribute.rawValue) is not decided by a condition of its own",
      hint: attribute == .valid ? "give it rules" : nil)
  }

  /// Changes what a row says; gives whether that is something else.
  private mutating func redefine(
    _ row: RowID, _ change: (inout RowDefinition) -> Void
  ) throws(Reason) -> Bool {
    let old = topology.row(row).definition.value
    var definition = old
    change(&definition)
    guard definition != old else { return false }
    let section = SectionDefinition(rows: [definition])
    let problems = DefinitionChecker.problems(in: FormDefinition(sections: [section]))
    if let problem = problems.first(where: { $0.severity == .error }) {
      throw Reason(
        kind: .definition, tag: name(of: row), message: "\(name(of: row)): \(problem.message)",
        hint: problem.hint)
    }
    graph.topology.rows[row.index].definition = Shared(definition)
    return true
  }
}

extension RowWord {
  /// The bit of an attribute that a condition can decide.
  fileprivate init?(_ attribute: Attribute) {
    switch attribute {
    case .hidden: self = .hidden
    case .disabled: self = .disabled
    case .required: self = .required
    case .valid: return nil
    }
  }
}

extension SectionWord {
  fileprivate init?(_ attribute: Attribute) {
    switch attribute {
    case .hidden: self = .hidden
    case .disabled: self = .disabled
    case .required, .valid: return nil
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
    hasItems ? [tag].compactMap { $0 } : rows.compactMap { $0.name ?? $0.tag }
  }

  /// The names that only its template knows.
  fileprivate var templateTags: [String] {
    guard case .multivalued(let items) = kind, case .rows(let rows) = items.template else {
      return []
    }
    return rows.compactMap(\.tag)
  }
}
