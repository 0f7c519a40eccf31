// Changes of a form's shape: inserting, removing, moving and redefining members. The order changes
// at once, so that later edits of the transaction find every member at its place. Texts are parsed
// and nodes connected after all edits have been applied.

import Predicate

extension Engine {
  /// Applies one edit of the shape.
  ///
  /// - Returns: The section whose items were inserted, removed or moved; nil for every other edit.
  @discardableResult
  mutating func apply(_ edit: ShapeEdit, as editor: Editor) throws(Reason) -> SectionIndex? {
    guard editor == .host || edit.isForUsers else {
      throw Reason(
        kind: .notEditable, tag: "", message: "a user edits values and items, not the form itself",
        hint: nil)
    }
    // What is collapsed is a part of the state, so the shape stays.
    if case .setCollapsed(let name, let isCollapsed) = edit {
      let section = try section(name)
      if state.attributes.word(of: section).contains(.collapsed) != isCollapsed {
        hasCollapsed = true
        setBit(.collapsed, isCollapsed, of: section)
      }
      return nil
    }
    beginShape()
    switch edit {
    case .insertRows(let rows, let position):
      let (section, first) = try place(position)
      try insert(rows, in: section, at: first)
    case .removeRows(let names):
      var rows: [RowIndex] = []
      for name in names { rows.append(try plainRow(name)) }
      for row in rows where outline.rows.contains(row) { remove(row) }
    case .moveRow(let name, let position): try move(name, to: position)
    case .swapRows(let name, let other): try swap(try plainRow(name), try plainRow(other))
    case .replaceRows(let range, let section, let members, let rows):
      try replace(range, of: try rowSection(section), members, with: rows)
    case .insertSections(let sections, let position):
      try insert(sections, at: try place(position))
    case .removeSections(let names):
      var sections: [SectionIndex] = []
      for name in names { sections.append(try definedSection(name)) }
      for section in sections where outline.sections.contains(section) { remove(section) }
    case .moveSection(let name, let position): try move(name, to: position)
    case .swapSections(let name, let other):
      try swap(try definedSection(name), try definedSection(other))
    case .insertItem(let name, let position, let value, let template):
      let section = try self.section(name)
      try insertItem(value, template, in: section, at: position, as: editor)
      return section
    case .removeItem(let name, let position):
      let section = try self.section(name)
      try removeItem(at: position, of: section, as: editor)
      return section
    case .moveItem(let name, let position, let other):
      let section = try self.section(name)
      try moveItem(of: section, from: position, to: other)
      return section
    case .setCondition(let attribute, let name, let condition):
      try setCondition(attribute, of: name, to: condition)
    case .setSectionCondition(let attribute, let name, let condition):
      try setCondition(attribute, ofSection: name, to: condition)
    case .setCollapsed: break
    case .setReadOnly(let condition): setReadOnly(condition)
    case .setRules(let name, let rules):
      try assignRules(of: definedRow(name)) { $0.rules = rules }
    case .addRules(let name, let rules):
      try assignRules(of: definedRow(name)) { $0.add(RuleSet(rules)) }
    case .removeRule(let name, let id): try removeRule(id: id, of: definedRow(name))
    case .setBounds(let name, let bounds):
      try assignRules(of: definedRow(name)) { $0.bounds = bounds }
    case .setOptions(let name, let options): try setOptions(of: definedRow(name), to: options)
    case .setFormula(let name, let formula): try setFormula(of: definedRow(name), to: formula)
    }
    return nil
  }

  /// Saves the old shape in the journal.
  ///
  /// Called before the first change of the shape.
  mutating func beginShape() {
    if journal.topology == nil { journal.topology = shape }
    if journal.outline == nil { journal.outline = shape }
    if unfinishedShape == nil { unfinishedShape = topology.directory.nodeCount }
  }

  /// Compiles the form again if its host has changed it, and marks what edits of the shape change.
  ///
  /// - Returns: The reasons against the edits. If there are any, the form has to be put back.
  mutating func finishShape() -> [Reason] {
    guard let firstNew = unfinishedShape else { return [] }
    unfinishedShape = nil
    hasEditedShape = true
    if topology.graph.answers == .nested,
      builder.isRedefined || !journal.reshaped.moved.isEmpty
    {
      let reasons = reasonsAgainstNames()
      guard reasons.isEmpty else { return reasons }
    }
    let reasons = finishGraph(from: firstNew)
    guard reasons.isEmpty else { return reasons }
    if journal.reshaped.isEmpty {
      giveBackIDs()
      adoptTopology()
      journal.topology = nil
      journal.outline = nil
    }
    return []
  }

  /// The same, also while the form settles; the ids of nodes from `firstNew` on are new.
  mutating func finishGraph(from firstNew: Int) -> [Reason] {
    if builder.isRedefined, let old = journal.topology {
      builder.recompile(after: old.topology)
      journal.reshaped.isRecompiled = true
    }
    takeSeed()
    grow()
    guard builder.errorCount == 0 else {
      return builder.list.problems.filter { $0.severity == .error }.map { reason($0) }
    }
    for node in firstNew..<topology.directory.nodeCount { forget(NodeID(node)) }
    forgetMovesToNowhere()
    for node in builder.retired {
      setProblem(nil, of: node)
      forget(node)
    }
    for node in builder.settledFillings { settleNewFilling(node) }
    for row in builder.keptAnew where isInForm(.row(row, .hidden)) { fillKept(row) }
    // What came may have gone since.
    let undecided = self.undecided.filter { isInForm($0) }
    self.undecided = []
    applyDecisions(builder.decided + undecided)
    for node in builder.fresh + builder.again { mark(node) }
    journal.reshaped.rewired.formUnion(builder.fresh)
    journal.reshaped.rewired.formUnion(builder.retired)
    journal.reshaped.decided += builder.decided
    finishItems()
    builder.reset()
    return []
  }

  /// Marks the nodes of items that came, and what reads the items of lists.
  private mutating func finishItems() {
    for item in builder.arrived where outline.items.contains(item) { markNodes(of: item) }
    for item in builder.behindOthers where outline.items.contains(item) { markPrevious(of: item) }
    for (list, position) in builder.reordered where outline.sections.contains(list) {
      markReaders(ofItemsOf: list, from: position)
    }
  }

  var tooManyRows: Reason {
    Reason(
      kind: .notAllowed, tag: "",
      message: "the form would have had more than \(topology.graph.limits.rows) rows",
      hint: "save what it holds and open it again: rows that have gone count too")
  }

  /// Restores the values of row ids that were used only within this transaction.
  ///
  /// Redo may bring back a row with the same id, and the value belongs to that row.
  private mutating func giveBackIDs() {
    guard let known = journal.topology?.topology.rows.count else { return }
    for row in known..<topology.rows.count {
      _ = state.values.replace(state.values.old(at: row), at: row)
    }
  }

  /// Forgets moves that ended where they began.
  ///
  /// Only if no member was inserted or removed: then members that were not moved keep their
  /// relative order. So every member is in its old place if every moved member is.
  private mutating func forgetMovesToNowhere() {
    let shape = journal.reshaped
    guard !shape.moved.isEmpty || !shape.movedSections.isEmpty,
      shape.inserted.isEmpty, shape.removed.isEmpty, shape.insertedSections.isEmpty,
      shape.removedSections.isEmpty, let old = journal.topology?.topology,
      let order = journal.outline?.outline
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
    journal.reshaped.movedItems = IDSet()
  }

  /// Writes the current results of decisions.
  ///
  /// A decision whose condition has not run yet is written later, when the condition runs.
  mutating func applyDecisions(_ targets: [Target]) {
    for target in targets {
      decide(target, state.holds(topology.decision(of: target)))
    }
  }

  func reason(_ problem: Problem) -> Reason {
    var message = problem.path.steps.isEmpty ? "" : "\(problem.path): "
    message += problem.message
    for related in problem.related { message += "; \(related.message)" }
    return Reason(
      kind: .definition, tag: problem.path.description, message: message,
      hint: problem.hint)
  }
}
