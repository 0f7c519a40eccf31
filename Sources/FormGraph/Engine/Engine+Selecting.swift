// What becomes of a choice when a user taps an option: of one at a time it takes the place of the one
// before, of several it is chosen or given up. What cannot be tapped is a reason: the option, or the
// row, is hidden or disabled both before the transaction and once the form has settled.

import Predicate

extension Engine {
  /// The row that a tap on an option names, and the option's own value.
  func option(
    _ option: Value, of name: RowName
  ) throws(Reason) -> (row: RowID, option: Value) {
    let row = try self.row(name)
    let tag = self.name(of: row)
    let record = topology.row(row)
    guard let options = record.content.options, record.kind == .choice || record.kind == .choices
    else {
      throw Reason(
        kind: .noEdits, tag: tag, message: "'\(tag)' has no options to choose from", hint: nil)
    }
    try checkTakesEdits(row, tag)
    guard let known = options.first(where: { $0.value.equals(option) })?.value else {
      throw noOption(option, of: tag, among: options)
    }
    return (row, known)
  }

  /// Chooses an option, or gives it up.
  mutating func select(_ option: Value, of row: RowID, cause: Change.Cause) {
    let value = state.values[row.index].tapping(
      option, of: topology.row(row), isFree: givesUp(row))
    give(value, to: row, cause: cause)
  }

  /// Whether the one chosen option of a row can be given up.
  private func givesUp(_ row: RowID) -> Bool {
    let section = topology.section(topology.row(row).section)
    guard section.choice == row, case .selectable(let selection) = section.definition.value.kind
    else { return false }
    return selection.allowsDeselection
  }

  private func noOption(
    _ option: Value, of tag: String, among options: [OptionDefinition]
  ) -> Reason {
    var hint: String?
    if case .string(let text) = option {
      let known = options.compactMap { if case .string(let text) = $0.value { text } else { nil } }
      hint = Spelling.nearest(to: text, among: known).map { "did you mean \($0)?" }
    }
    return Reason(
      kind: .noOption, tag: tag,
      message: "'\(tag)' has no option \(option.isNull ? "nil" : Self.shown(option))", hint: hint)
  }

  /// Why a user cannot tap an option; nil where one can.
  func unselectable(_ option: Value, of row: RowID) -> Reason? {
    guard outline.rows.contains(row) else { return nil }
    let tag = name(of: row)
    if let unseen = unseenState(row) {
      return Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)' is \(unseen)", hint: nil)
    }
    let record = topology.row(row)
    if state.chosen(of: option, in: record).isNull {
      return Reason(
        kind: .noOption, tag: tag,
        message: "the option \(Self.shown(option)) of '\(tag)' is hidden", hint: nil)
    }
    if state.disabledOptions(of: record).contains(option) {
      return Reason(
        kind: .noOption, tag: tag,
        message: "the option \(Self.shown(option)) of '\(tag)' is disabled", hint: nil)
    }
    return nil
  }
}

extension Value {
  /// What is chosen once an option has been tapped.
  fileprivate func tapping(_ option: Value, of row: RowRecord, isFree: Bool) -> Value {
    guard row.kind == .choices else {
      return equals(option) ? isFree ? .null : self : option
    }
    var chosen: [Value] = if case .array(let members) = self { members } else { [] }
    let count = chosen.count
    chosen.removeAll { $0.equals(option) }
    if chosen.count == count { chosen.append(option) }
    return row.content.stored(.array(chosen)) ?? self
  }
}
