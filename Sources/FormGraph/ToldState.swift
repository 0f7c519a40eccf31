// What a client knows of the form as a whole: which rows are dirty, what prevents submitting,
// whether there are steps to undo. Whoever answers a client keeps it beside the form, so that each
// answer tells what has become different since the last one.

package import Predicate

/// What a client has been told of a form as a whole.
package struct ToldState: Sendable {
  /// The rows and lists that hold something else than when the form opened.
  private var dirtyRows: Set<RowID>
  private var dirtyLists: Set<SectionID>
  /// The rows of items that a reset made again: each is compared with what was at its place, so it
  /// may become dirty when another item comes, goes or moves.
  private var rowsMadeAgain: IDSet<RowID>
  private var whole: Whole

  /// What is told of the form itself.
  private struct Whole: Sendable {
    let isDirty: Bool
    let firstInvalid: Member?
    let firstInvalidName: String?
    let canUndo: Bool
    let canRedo: Bool

    init(_ form: Form, isDirty: Bool) {
      self.isDirty = isDirty
      firstInvalid = form.firstInvalidMember
      firstInvalidName = firstInvalid.flatMap { form.outline.name(of: $0, in: form.topology) }
      canUndo = form.undoCount > 0
      canRedo = form.redoCount > 0
    }
  }

  /// What `Form.json` says.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(_ form: Form) {
    dirtyRows = form.dirtyIDs
    dirtyLists = Set(form.outline.sectionsInOrder.filter(form.hasOtherItems))
    rowsMadeAgain = IDSet(form.outline.rowsInOrder(in: form.topology).filter(form.isMadeAgain))
    whole = Whole(form, isDirty: !dirtyRows.isEmpty || !dirtyLists.isEmpty)
  }

  /// What has become different of the form since the client was told last.
  ///
  /// - Complexity: O(k) in the number of rows that a transaction touched; if it changed the shape,
  ///   also of those that are dirty. O(n) in the number of rows up to the first that is invalid.
  mutating func update(
    _ form: Form, after set: ChangeSet, _ touched: TouchedMembers
  ) -> (changes: [Value], pairs: [(String, Value)]) {
    let changes = updateRows(form, set, touched)
    let new = Whole(form, isDirty: !dirtyRows.isEmpty || !dirtyLists.isEmpty)
    var pairs: [(String, Value)] = []
    func tell(_ key: String, _ old: Bool, _ new: Bool) {
      if old != new { pairs.append((key, ["old": .bool(old), "new": .bool(new)])) }
    }
    tell("dirty", whole.isDirty, new.isDirty)
    if whole.firstInvalid != new.firstInvalid || whole.firstInvalidName != new.firstInvalidName {
      pairs.append(
        (
          "firstInvalid",
          [
            "old": optional(whole.firstInvalidName), "new": optional(new.firstInvalidName),
            "oldId": optional(whole.firstInvalid.map(form.topology.id)),
            "newId": optional(new.firstInvalid.map(form.topology.id)),
          ]
        ))
    }
    tell("canUndo", whole.canUndo, new.canUndo)
    tell("canRedo", whole.canRedo, new.canRedo)
    whole = new
    return (changes, pairs)
  }

  private mutating func updateRows(
    _ form: Form, _ set: ChangeSet, _ touched: TouchedMembers
  ) -> [Value] {
    let (topology, outline) = (form.topology, form.outline)
    var rows = touched.rows
    // Hiding may clear a row that held nothing; such a row is not dirty.
    let bits: RowWord = [.cleared, .restarted]
    rows.formUnion(
      set.state.attributes.changedRows(bits, since: set.journal.state.attributes))
    if set.journal.topology != nil || set.journal.outline != nil {
      let inserted = set.journal.reshaped.inserted
      rowsMadeAgain.formUnion(inserted.filter(form.isMadeAgain))
      rows.formUnion(inserted)
      rows.formUnion(rowsMadeAgain)
      rows.formUnion(IDSet(dirtyRows))
    }
    var lists = set.journal.reshaped.itemSections
    lists.formUnion(IDSet(dirtyLists))
    var changes: [Value] = []
    for row in rows {
      guard outline.rows.contains(row) else {
        dirtyRows.remove(row)
        rowsMadeAgain.remove(row)
        continue
      }
      if let item = topology.rows[row.index].item {
        lists.insert(topology.item(item).section)
      }
      let (wasDirty, isDirty) = (dirtyRows.contains(row), form.isDirty(row))
      guard wasDirty != isDirty else { continue }
      if isDirty { dirtyRows.insert(row) } else { dirtyRows.remove(row) }
      changes.append(
        set.stateChange(
          set.names(of: .row(row)), .dirty, .bool(wasDirty), .bool(isDirty), cause: .set))
    }
    for list in lists {
      if outline.sections.contains(list), form.hasOtherItems(list) {
        dirtyLists.insert(list)
      } else {
        dirtyLists.remove(list)
      }
    }
    return changes
  }
}

extension ChangeSet {
  /// What the transaction did, with what has become different of the form as a whole since `told`
  /// was updated.
  ///
  /// - Parameters:
  ///   - form: The form after the transaction.
  ///   - told: What the client knows; updated.
  /// - Returns: The same as `json`, and more keys.
  /// - Complexity: O(n) in the size of the form, because of the positions in `structure`.
  package func json(of form: Form, telling told: inout ToldState) -> Value {
    let touched = TouchedMembers(self)
    let (changes, pairs) = told.update(form, after: self, touched)
    return json(touched, further: changes, pairs)
  }
}
