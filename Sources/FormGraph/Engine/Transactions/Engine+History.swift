// Undo and redo of a step. If nothing else that conditions read has changed since, everything is
// restored exactly. Otherwise the edited values are restored and the form settles.

import Predicate

extension Engine {
  /// Restores what a journal logged, as a transaction of a form.
  mutating func revert(
    _ old: Journal, in form: FormNumber, isExact: Bool, cause: Change.Cause, isStrict: Bool
  ) throws(EditError) -> ChangeSet {
    self.form = form
    begin()
    isReverting = true
    if isExact {
      restore(old)
      guard state.answers.isWritten || waitingSubmit != nil else {
        end()
        return changes(cause: cause)
      }
      // Which answers stand now depends on what has been answered since.
      hasMendedAnswers = true
      markAnswers()
      settle()
      fireChangeTriggers()
      return try finished(isStrict: false, cause: cause)
    }
    if old.topology != nil { restoreShapeAnew(old) }
    for (section, word) in old.state.attributes.words where isInForm(.section(section, .hidden)) {
      setBit(.collapsed, word.contains(.collapsed), of: section)
    }
    let values = old.sources.map { state.values.old(at: $0.row.index, old.state.values) }
    let parked = topology.graph.hasCounts ? parkedRows : []
    let wereCleared = clearedRows(before: old)
    let followed = followingRows(before: old)
    for ((source, value), wasCleared) in zip(zip(old.sources, values), wereCleared)
    where isInForm(.row(source.row, .hidden)) || parked.contains(source.row) {
      if topology.row(source.row).calculation == nil {
        putBack(
          value, of: source.row, wasCleared: wasCleared, followed: followed.contains(source.row),
          cause: cause)
      } else {
        // A formula is about to overwrite the row's own value, so the row does not start anew.
        keep(source.row, cause: cause)
        setBit(.cleared, false, of: source.row)
      }
    }
    putBackAnswers(old.state.answers)
    return try settled(isStrict: isStrict)
  }

  /// Which of the rows that a step wrote held nothing before it.
  private func clearedRows(before old: Journal) -> [Bool] {
    let past = PastAttributes(old.state.attributes, held)
    return old.sources.map { past.isSet(.cleared, $0.row) }
  }

  /// Which of the rows that a step wrote followed their suggestions before it.
  private func followingRows(before old: Journal) -> IDSet<RowIndex> {
    var rows = IDSet<RowIndex>()
    guard topology.graph.hasSuggestions else { return rows }
    for source in old.sources where source.row.index < topology.rows.count {
      let record = topology.row(source.row)
      guard record.content.suggested != nil, let node = record.filling,
        state.results.old(at: node.index, old.state.results) != .no
      else { continue }
      rows.insert(source.row)
    }
    return rows
  }

  /// Restores a shape whose conditions may give other results by now.
  private mutating func restoreShapeAnew(_ old: Journal) {
    restoreShape(old)
    if topology.graph.hasCounts { noteCounted() }
    for row in journal.reshaped.inserted { forget(row) }
    applyDecisions((old.reshaped.decided + targetsOfInserted()).filter { isInForm($0) })
    countAll()
    if old.reshaped.isRecompiled { markRecompiled(old) }
    let left = journal.topology?.topology ?? topology
    let come = items(journal.reshaped.inserted, journal.reshaped.insertedSections, in: topology)
    for item in come where outline.items.contains(item) {
      for row in topology.rows(of: item) {
        if let node = topology.row(row).filling { settleFilling(node) }
      }
      markNodes(of: item)
    }
    let parked = topology.graph.hasCounts ? parkedItems : []
    for item in items(journal.reshaped.removed, journal.reshaped.removedSections, in: left) {
      for node in left.nodes(of: item) {
        setProblem(nil, of: node)
        // An answer about a parked item stands for its arguments.
        if !parked.contains(item) || state.answers[node.index]?.isPending == true {
          setAnswer(nil, of: node)
        }
      }
    }
    if topology.graph.hasCounts {
      // The formulas may count otherwise by now.
      for section in Array(outline.sectionsInOrder) {
        if let count = topology.section(section).properties[.count] { markAny(count) }
      }
    }
    for section in old.reshaped.itemSections where isInForm(.section(section, .hidden)) {
      markReaders(ofItemsOf: section)
      for item in Array(outline.items(of: section, in: topology)) { markPrevious(of: item) }
    }
  }

  /// Records which items have come and gone: formulas that count items may have taken some away,
  /// and brought some, since the step that is taken back.
  ///
  /// - Complexity: O(n) in the number of items.
  private mutating func noteCounted() {
    guard let before = journal.topology?.topology, let order = journal.outline?.outline else {
      return
    }
    for list in topology.directory.templateSections where outline.sections.contains(list) {
      for item in Array(outline.items(of: list, in: topology)) where !order.items.contains(item) {
        journal.reshaped.movedItems.remove(item)
        for row in topology.rows(of: item) {
          journal.reshaped.moved.remove(row)
          journal.reshaped.inserted.insert(row)
        }
        for section in topology.sections(of: item) {
          journal.reshaped.movedSections.remove(section)
          journal.reshaped.insertedSections.insert(section)
        }
      }
    }
    for list in before.directory.templateSections where order.sections.contains(list) {
      for item in order.items(of: list, in: before) where !outline.items.contains(item) {
        journal.reshaped.removed.formUnion(before.rows(of: item))
        journal.reshaped.removedSections.formUnion(before.sections(of: item))
      }
    }
  }

  /// The items that some rows and sections are part of.
  private func items(
    _ rows: IDSet<RowIndex>, _ sections: IDSet<SectionIndex>, in topology: Topology
  ) -> Set<ItemIndex> {
    Set(
      rows.compactMap { topology.row($0).item } + sections.compactMap { topology.section($0).item })
  }

  /// Marks what a step has changed in which the form was compiled again.
  private mutating func markRecompiled(_ old: Journal) {
    let left = journal.topology ?? shape
    for node in old.reshaped.rewired {
      guard let origin = topology.origin(of: node) else {
        // A prototype's node stands for that of each item.
        for node in left.outline.nodes(of: node, in: left.topology) {
          setProblem(nil, of: node)
          setAnswer(nil, of: node)
          // A step of several transactions may have nodes that were added and removed within it.
          if case .verdict(let row)? = left.topology.node(node) { forgetVerdict(of: row) }
        }
        continue
      }
      for node in origin.item == nil ? outline.nodes(of: node, in: topology) : [node] {
        guard case .filling(let row, _)? = topology.node(node) else { continue }
        if journal.reshaped.inserted.contains(row) {
          // A row that comes back follows its suggestion if it did.
          _ = setResult(state.results.old(at: node.index, old.state.results), of: node)
        }
        settleFilling(node)
      }
      markAny(node)
    }
    for node in topology.graph.nodes.inUse where topology.isDecidedByOthers(node) { mark(node) }
    for case .option(let row, _, .hidden) in old.reshaped.decided {
      guard isInForm(.row(row, .hidden)), let node = topology.row(row).options else { continue }
      markAny(node)
    }
    // Hiding may have cleared a row since that it does not clear before the step.
    for row in Array(outline.rowsInOrder(in: topology)) { fillKept(row) }
  }

  /// Clears the verdict of a row that had rules only during the step.
  private mutating func forgetVerdict(of row: RowIndex) {
    guard isInForm(.row(row, .hidden)), topology.row(row).verdict == nil else { return }
    forget(row)
    setBit(.invalid, false, of: row)
  }

  /// The attributes to decide again for members that were added or restored.
  ///
  /// Their conditions may have results already, computed for other members. Their ids may have
  /// belonged to members with other attributes.
  private func targetsOfInserted() -> [Target] {
    journal.reshaped.inserted.flatMap { row in RowRecord.decided.map { .row(row, $0) } }
      + journal.reshaped.insertedSections.flatMap { section in
        SectionRecord.decided.map { .section(section, $0) }
      }
  }

  func isInForm(_ target: Target) -> Bool {
    switch target {
    case .row(let row, _): topology.rows.indices.contains(row.index) && outline.rows.contains(row)
    case .section(let section, _):
      topology.sections.indices.contains(section.index) && outline.sections.contains(section)
    case .readOnly: true
    case .option: false
    }
  }

  /// Recounts the invalid rows, and what sections have from those around them.
  ///
  /// - Complexity: O(n) in the number of members.
  private mutating func countAll() {
    if topology.graph.hasGroups {
      for section in Array(outline.sectionsInOrder) {
        if let parent = topology.section(section).parent { inherit(section, from: parent) }
      }
    }
    for section in Array(outline.sectionsInOrder) {
      let count = outline.rows(of: section, in: topology).count { isCountedInvalid($0) }
      let counted = Int(state.invalidRows[section.index])
      if count != counted { addInvalid(count - counted, in: section) }
    }
    recountInvalidVisible()
    recountBounds()
  }
}
