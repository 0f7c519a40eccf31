// What a client knows of the form as a whole: which rows are dirty, what prevents submitting,
// whether there are steps to undo. Whoever answers a client keeps it beside the form, so that each
// answer tells what has become different since the last one.

import Predicate

/// What a client has been told of a form as a whole.
package struct ToldState: Sendable, Equatable {
  /// The rows and lists that hold something else than when the form opened.
  private var dirtyRows: Set<RowIndex>
  private var dirtyLists: Set<SectionIndex>
  private var whole: WholeForm

  /// What `Form.json` says.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(_ form: Form) {
    dirtyRows = form.dirtyIDs
    dirtyLists = Set(form.outline.sectionsInOrder.filter(form.hasOtherItems))
    whole = WholeForm(form, isDirty: !dirtyRows.isEmpty || !dirtyLists.isEmpty)
  }

  /// What has become different of the form since the client was told last.
  ///
  /// - Complexity: O(k) in the number of rows that a transaction touched, and of the items of lists
  ///   around them. O(n) in the number of rows up to the first that is invalid.
  mutating func update(
    _ form: Form, after set: ChangeSet, _ touched: TouchedMembers
  ) -> ToldChanges {
    let rows = updateRows(form, set, touched)
    let old = whole
    whole = WholeForm(form, isDirty: !dirtyRows.isEmpty || !dirtyLists.isEmpty)
    return ToldChanges(rows: rows, old: old, new: whole)
  }

  private mutating func updateRows(
    _ form: Form, _ set: ChangeSet, _ touched: TouchedMembers
  ) -> [(row: RowIndex, isDirty: Bool)] {
    var rows = touched.rows
    // Hiding may clear a row that held nothing; such a row is not dirty.
    let bits: RowWord = [.cleared, .restarted]
    rows.formUnion(
      set.state.attributes.changedRows(bits, since: set.journal.state.attributes))
    rows.formUnion(set.rowsWithOtherDefaults)
    let reshaped = set.journal.reshaped
    rows.formUnion(reshaped.inserted)
    rows.formUnion(reshaped.removed)
    var lists = reshaped.itemSections
    lists.formUnion(reshaped.insertedSections)
    lists.formUnion(reshaped.removedSections)
    if reshaped.isRecompiled {
      // A row may start with another value by now.
      rows.formUnion(IDSet(dirtyRows))
      lists.formUnion(IDSet(dirtyLists))
    }
    var changes: [(row: RowIndex, isDirty: Bool)] = []
    for row in rows {
      guard form.outline.rows.contains(row) else {
        dirtyRows.remove(row)
        continue
      }
      if let item = form.topology.rows[row.index].item {
        lists.insert(form.topology.item(item).section)
      }
      let (wasDirty, isDirty) = (dirtyRows.contains(row), form.isDirty(row))
      guard wasDirty != isDirty else { continue }
      if isDirty { dirtyRows.insert(row) } else { dirtyRows.remove(row) }
      changes.append((row, isDirty))
    }
    // Lists are compared with all that is in their items.
    lists.formUnion(form.lists(around: lists))
    for list in lists {
      if form.outline.sections.contains(list), form.hasOtherItems(list) {
        dirtyLists.insert(list)
      } else {
        dirtyLists.remove(list)
      }
    }
    return changes
  }
}

extension WholeForm {
  init(_ form: Form, isDirty: Bool) {
    self.isDirty = isDirty
    firstInvalid = form.firstInvalidMember
    firstInvalidName = firstInvalid.flatMap { form.outline.name(of: $0, in: form.topology) }
    canUndo = form.undoCount > 0
    canRedo = form.redoCount > 0
  }
}

extension ChangeSet {
  /// Writes the members of the object that says what the transaction did, with what has become
  /// different of the form as a whole since `told` was updated.
  ///
  /// - Parameters:
  ///   - form: The form after the transaction.
  ///   - told: What the client knows; updated.
  ///   - json: Where the same members as in `ChangeSet.json`, and more, are written.
  /// - Complexity: O(n) in the size of the form, because of the positions in `structure`.
  package func write(_ form: Form, telling told: inout ToldState, to json: inout JSONText) {
    let touched = TouchedMembers(self)
    write(touched, told.update(form, after: self, touched), to: &json)
  }
}
