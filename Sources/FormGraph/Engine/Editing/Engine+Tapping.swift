// The outcome of a tap. A tap on a visible, enabled row is an action; so is a tap on a disabled row
// with `tapsWhenDisabled`. A tap on the submit button of a form that cannot be submitted shows the
// errors instead.

extension Engine {
  /// The reason why a user cannot tap a row; nil if the user can.
  ///
  /// A submit button can be tapped even if the form cannot be submitted.
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

  /// The answer to a tap on a submit button whose form cannot be submitted; nil for all other taps.
  func refusal(of row: RowID) -> RefusedSubmit? {
    guard topology.submitRows.contains(row), !state.canSubmit,
      let first = state.firstInvalid(outline, in: topology)
    else { return nil }
    return RefusedSubmit(
      row: row, tag: outline.name(of: row, in: topology), firstInvalid: first.row,
      firstInvalidTag: outline.name(of: first, in: topology))
  }

  func action(of row: RowID) -> FormAction {
    FormAction(
      kind: topology.submitRows.contains(row) ? .submit : .tap, row: row,
      tag: outline.name(of: row, in: topology), option: nil)
  }
}
