// When errors are shown: a trigger of a row copies the row's verdict to `errors`. Shown errors are
// only for display; no node of the graph reads them.

extension Engine {
  /// Shows the errors of the rows that this transaction changed, if their triggers say so.
  mutating func fireChangeTriggers() {
    if !touchedRows.isEmpty { fireTriggersOfTouchedRows() }
  }

  @inline(never)
  private mutating func fireTriggersOfTouchedRows() {
    for row in touchedRows {
      // A change of what a rule reads counts as a change of the row itself. The value with which a
      // row shows does not, as with a form that opens.
      let isChanged = !restartedRows.contains(row)
      if isChanged { setBit(.changed, true, of: row) }
      let triggers = topology.row(row).triggers
      // A row that shows errors is updated on every change, unless its only trigger is `onDemand`.
      let isShowing = !state.errors[row.index].isEmpty && triggers != .onDemand
      let isDue =
        isChanged
        && (triggers.contains(.onChange)
          || (triggers.contains(.onChangeAfterBlurred) && state.attributes.isSet(.blurred, row)))
      let isAwaited = topology.row(row).isAsking && hasAwaitedErrors(of: row)
      if isShowing || isDue || isAwaited { showErrors(of: row) }
    }
  }

  /// Records that the user has left a row.
  mutating func blur(_ row: RowIndex) {
    let triggers = topology.row(row).triggers
    let wasChanged = state.attributes.isSet(.changed, row)
    setBit(.blurred, true, of: row)
    if state.single.focused == row { state.single.focused = nil }
    if triggers.contains(.onBlur) || (triggers.contains(.onChangeAfterBlurred) && wasChanged) {
      showErrors(of: row)
    }
  }

  /// Records that the user has entered a row, and has left the row entered before.
  mutating func focus(_ row: RowIndex) {
    if let old = state.single.focused, old != row, outline.rows.contains(old) { blur(old) }
    state.single.focused = row
  }

  /// Removes the focus from a row that is hidden, disabled or removed.
  ///
  /// The row does not get the focus back when it reappears.
  mutating func dropFocusOutOfReach() {
    guard let row = state.single.focused else { return }
    if !outline.rows.contains(row) || unseenState(row) != nil { state.single.focused = nil }
  }

  mutating func validate(_ rows: [RowIndex]) {
    for row in rows { showErrors(of: row) }
  }

  /// Hides all errors, including errors of hidden rows.
  mutating func clearErrors() {
    for row in outline.rowsInOrder(in: topology) {
      setErrors([], of: row)
      if topology.row(row).isAsking { awaitErrors(of: row, false) }
    }
  }

  /// Shows the errors of a row.
  ///
  /// Errors of a hidden row are updated, too; they become visible with the row.
  private mutating func showErrors(of row: RowIndex) {
    setErrors(state.verdicts[row.index], of: row)
    if topology.row(row).isAsking { awaitErrors(of: row, true) }
  }
}
