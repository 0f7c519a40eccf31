// When errors are shown: `errors` is refreshed from the verdict when a trigger of the row fires.
// Shown errors are presentation; nothing in the graph reads them.

extension Engine {
  /// Refreshes the rows that this transaction changed, where their triggers say so.
  mutating func fireChangeTriggers() {
    if !touchedRows.isEmpty { fireTriggersOfTouchedRows() }
  }

  @inline(never)
  private mutating func fireTriggersOfTouchedRows() {
    for row in touchedRows {
      // What a rule reads counts as a change of the row itself.
      setBit(.changed, true, of: row)
      let triggers = topology.row(row).triggers
      // A row that shows errors is looked at again on every change, unless it only listens to
      // demand.
      let isShowing = !state.errors[row.index].isEmpty && triggers != .onDemand
      let isDue =
        triggers.contains(.onChange)
        || (triggers.contains(.onChangeAfterBlurred) && state.attributes.isSet(.blurred, row))
      if isShowing || isDue { showErrors(of: row) }
    }
  }

  /// The user has left a row.
  mutating func blur(_ row: RowID) {
    let triggers = topology.row(row).triggers
    let wasChanged = state.attributes.isSet(.changed, row)
    setBit(.blurred, true, of: row)
    if state.single.focused == row { state.single.focused = nil }
    if triggers.contains(.onBlur) || (triggers.contains(.onChangeAfterBlurred) && wasChanged) {
      showErrors(of: row)
    }
  }

  /// The user has entered a row, and so left the one entered before.
  mutating func focus(_ row: RowID) {
    if let old = state.single.focused, old != row, outline.rows.contains(old) { blur(old) }
    state.single.focused = row
  }

  /// A row that is hidden, disabled or removed while the user is in it has lost the focus, also
  /// when it comes back.
  mutating func dropFocusOutOfReach() {
    guard let row = state.single.focused else { return }
    if !outline.rows.contains(row) || unseenState(row) != nil { state.single.focused = nil }
  }

  /// Shows the errors of rows.
  mutating func validate(_ rows: [RowID]) {
    for row in rows { showErrors(of: row) }
  }

  /// Shows no errors any more, of hidden rows neither.
  mutating func clearErrors() {
    for row in outline.rowsInOrder(in: topology) { setErrors([], of: row) }
  }

  /// A hidden row's errors are kept up like any other's; they are seen when the row is.
  private mutating func showErrors(of row: RowID) {
    setErrors(state.verdicts[row.index], of: row)
  }
}
