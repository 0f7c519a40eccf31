// The outcome of a tap. A tap on a visible, enabled row is an action; so is a tap on a disabled row
// with `tapsWhenDisabled`. A tap on the submit button of a form that cannot be submitted shows the
// errors instead. A tap on an action of a row is always an action, and never submits.

import Predicate

extension Engine {
  /// The reason why a user cannot tap a row; nil if the user can.
  ///
  /// A submit button can be tapped even if the form cannot be submitted.
  func untappable(_ row: RowIndex, action: String?) -> Reason? {
    guard outline.rows.contains(row) else { return nil }
    if let action, let reason = untappable(action, of: row) { return reason }
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

  /// The first row of an item, which has the actions of the template; nil if the name is not that
  /// of an item of several rows.
  func firstRow(ofItem name: RowName) -> RowIndex? {
    guard case .tag(let text) = name, let address = ItemAddress(text), address.tag == nil,
      let section = try? section(.tag(address.section)),
      let item = try? item(at: address.position, of: section)
    else { return nil }
    return topology.rows(of: item).first
  }

  /// The reason why a user cannot tap an action of a row, whatever the row says; nil if the user
  /// can.
  private func untappable(_ action: String, of row: RowIndex) -> Reason? {
    let tag = name(of: row)
    let actions = state.actions(of: topology.row(row))
    guard let known = actions.first(where: { isExactly($0.name, action) }) else {
      let names = actions.map(\.name)
      let nearest = Spelling.nearest(to: action, among: names)
      return Reason(
        kind: .unknown, tag: tag, message: "'\(tag)' has no action \(Problem.quoted(action))",
        hint: nearest.map { "did you mean \($0)?" }
          ?? (names.isEmpty ? nil : "its actions are \(names.joined(separator: ", "))"))
    }
    guard known.isDisabled else { return nil }
    return Reason(
      kind: .notEditable, tag: tag,
      message: "the action '\(known.name)' of '\(tag)' is disabled and cannot be tapped", hint: nil)
  }

  /// The answer to a tap on a submit button whose form cannot be submitted; nil for all other taps.
  func refusal(of row: RowIndex) -> RefusedSubmit? {
    guard topology.directory.submitRows.contains(row), !state.canSubmit,
      let first = state.firstInvalid(outline, in: topology)
    else { return nil }
    return RefusedSubmit(
      row: row.id(in: form), tag: outline.name(of: row, in: topology),
      firstInvalid: first.row?.id(in: form),
      firstInvalidTag: outline.name(of: first, in: topology), invalid: first)
  }

  func action(of row: RowIndex, named name: String? = nil) -> FormAction {
    FormAction(
      kind: topology.directory.submitRows.contains(row) && name == nil ? .submit : .tap,
      row: row.id(in: form), tag: outline.name(of: row, in: topology), name: name, option: nil)
  }
}
