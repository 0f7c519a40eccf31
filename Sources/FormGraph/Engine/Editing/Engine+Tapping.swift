// What a tap comes to: an action where the row is shown and enabled, or says that it can be tapped
// all the same; of a button that submits a form which cannot be submitted a refusal, which shows
// what is wrong.

extension Engine {
  /// Why a user cannot tap a row; nil where one can, and where a tap is refused because the form
  /// cannot be submitted.
  func untappable(_ row: RowID) -> Reason? {
    guard outline.rows.contains(row) else { return nil }
    let isHidden = state.attributes.isHidden(row, in: topology)
    guard
      isHidden
        || state.attributes.isDisabledBySaying(row, in: topology)
          && !topology.row(row).content.tapsWhenDisabled
    else { return nil }
    let tag = name(of: row)
    return Reason(
      kind: .notEditable, tag: tag,
      message: "'\(tag)' is \(isHidden ? "hidden" : "disabled") and cannot be tapped", hint: nil)
  }

  /// What stands against a tap on a button that submits; nil where nothing does.
  func refusal(of row: RowID) -> RefusedSubmit? {
    guard topology.submitRows.contains(row), !state.canSubmit,
      let first = state.firstInvalid(outline, in: topology)
    else { return nil }
    return RefusedSubmit(
      row: row, tag: outline.name(of: row, in: topology), firstInvalid: first.row,
      firstInvalidTag: outline.name(of: first, in: topology))
  }

  /// The event that a tap is.
  func action(of row: RowID) -> FormAction {
    FormAction(
      kind: topology.submitRows.contains(row) ? .submit : .tap, row: row,
      tag: outline.name(of: row, in: topology), option: nil)
  }
}
