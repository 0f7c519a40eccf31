// The value of a choice after a user taps an option. In a row that holds one choice, the option
// replaces the old choice. In a row that holds several, the option is selected or deselected.
//
// A tap is refused if the option or the row is hidden or disabled both before the transaction and
// after settling. It is also refused if the list of choices would be too long.

import Predicate

extension Engine {
  /// The row whose option is tapped, and the option's value as the definition has it.
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

  /// Selects or deselects an option.
  mutating func select(_ option: Value, of row: RowID, cause: Change.Cause) throws(Reason) {
    let value = state.values[row.index].tapping(
      option, isOneOfMany: topology.row(row).kind == .choices, isFree: givesUp(row))
    give(try stored(value, in: row, name(of: row)), to: row, cause: cause)
  }

  /// Whether tapping the only chosen option of a row deselects it.
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
      message: "'\(tag)' has no option \(option.short)", hint: hint)
  }

  /// The given options that a user cannot tap, with the reasons.
  func unselectable(
    _ options: [Value], of row: RowID
  ) -> [(option: Value, reason: Reason)] {
    guard !options.isEmpty, outline.rows.contains(row) else { return [] }
    let tag = name(of: row)
    if let unseen = unseenState(row) {
      let reason = Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)' is \(unseen)", hint: nil)
      return options.map { ($0, reason) }
    }
    let record = topology.row(row)
    let choosable = OptionPlaces(state.choosable(of: record) ?? [], seeking: options.count)
    let disabled = OptionPlaces(state.disabledOptions(of: record), seeking: options.count)
    return options.compactMap { option in
      let isHidden = !choosable.contains(option)
      guard isHidden || disabled.contains(option) else { return nil }
      let reason = Reason(
        kind: .noOption, tag: tag,
        message: "the option \(option.short) of '\(tag)' is "
          + (isHidden ? "hidden" : "disabled"), hint: nil)
      return (option, reason)
    }
  }

  /// The options that the edits of this transaction have selected, and those deselected without a
  /// replacement.
  ///
  /// Deselecting a hidden option is always allowed, because a user does not see it and cannot tap
  /// it. So hidden options that were deselected are left out.
  func changedOptions(of row: RowID) -> [Value] {
    let record = topology.row(row)
    guard let options = record.content.options, !record.content.isCalculated,
      outline.rows.contains(row)
    else { return [] }
    func members(_ value: Value) -> [Value] {
      if case .array(let members) = value { members } else { value.isNull ? [] : [value] }
    }
    let isNew = journal.reshaped.inserted.contains(row)
    let old = members(isNew ? record.initialValue : state.values.old(at: row.index))
    let new = members(state.values[row.index])
    guard old != new else { return [] }
    let (oldPlaces, newPlaces) = (
      OptionPlaces(old, seeking: new.count), OptionPlaces(new, seeking: old.count)
    )
    let isReplaced = record.kind == .choice && !new.isEmpty
    let lost = Value.array(isReplaced ? [] : old.filter { !newPlaces.contains($0) })
    let changed =
      members(state.chosen(of: lost, in: record)) + new.filter { !oldPlaces.contains($0) }
    let places = OptionPlaces(options.map(\.value), seeking: changed.count)
    return changed.compactMap { places.place(of: $0).map { options[$0].value } }
  }
}

extension Value {
  /// The value after an option has been tapped.
  fileprivate func tapping(_ option: Value, isOneOfMany: Bool, isFree: Bool) -> Value {
    guard isOneOfMany else { return equals(option) ? isFree ? .null : self : option }
    var chosen: [Value] = if case .array(let members) = self { members } else { [] }
    let count = chosen.count
    chosen.removeAll { $0.equals(option) }
    if chosen.count == count { chosen.append(option) }
    return .array(chosen)
  }
}
