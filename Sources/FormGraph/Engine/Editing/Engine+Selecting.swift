// The value of a choice after a user taps an option. In a row that holds one choice, the option
// replaces the old choice. In a row that holds several, the option is selected or deselected. An
// exclusive option replaces all others, and each of the others replaces it.
//
// A tap is refused if the option or the row is hidden or disabled both before the transaction and
// after settling. It is also refused if the list of choices would be too long, or if the tap would
// deselect a disabled option.

import Predicate

extension Engine {
  /// The row whose option is tapped, and the option's value as the definition has it.
  func option(
    _ option: Value, of name: RowName
  ) throws(Reason) -> (row: RowIndex, option: Value) {
    let row = try self.row(name)
    let tag = self.name(of: row)
    let record = topology.row(row)
    guard record.content.hasOptions, record.kind == .choice || record.kind == .choices else {
      throw Reason(
        kind: .noEdits, tag: tag, message: "'\(tag)' has no options to choose from", hint: nil)
    }
    try checkTakesEdits(row, tag)
    if let known = known(option, in: record) { return (row, known) }
    // The edits before a tap may have brought the item, so a list is asked after settling.
    guard record.content.allowsOther && option.isOtherText || record.content.options?.list != nil
    else {
      throw noOption(option, of: tag, in: record)
    }
    return (row, option)
  }

  /// Whether a value is an option of a list, hidden or not, or can be chosen as other text; nil if
  /// the options of the row come from elsewhere.
  func isOffered(_ option: Value, in row: RowIndex) -> Bool? {
    let record = topology.row(row)
    guard record.content.options?.list != nil else { return nil }
    return known(option, in: record) != nil || record.content.allowsOther && option.isOtherText
  }

  /// The value of an option as the definition, the table or the list has it; nil if there is no
  /// such option.
  private func known(_ option: Value, in row: RowRecord) -> Value? {
    if let choices = state.choices(of: row) {
      return choices.row(of: option).map { choices.table[$0, choices.value] }
    }
    let option = row.content.meaning(of: option)
    return row.content.place(ofOption: option).flatMap { row.content.options?.written?[$0].value }
  }

  /// What a tap on an option chooses or gives up: the option, and the disabled options that it
  /// would give up with it.
  func touchedOptions(byTapping option: Value, of row: RowIndex) -> [Value] {
    let record = topology.row(row)
    guard record.kind == .choices, case .array(let members) = state.values[row.index] else {
      return [option]
    }
    let lost = record.content.excluded(from: members, by: option)
    guard !lost.isEmpty else { return [option] }
    // What is hidden can always be given up.
    let choosable = state.choosablePlaces(of: record, seeking: lost.count)
    return [option] + lost.filter { choosable?.contains($0) ?? false }
  }

  /// Selects or deselects an option.
  mutating func select(_ option: Value, of row: RowIndex, cause: Change.Cause) throws(Reason) {
    let content = topology.row(row).content
    let value = state.values[row.index].tapping(option, in: content, isFree: givesUp(row))
    give(try stored(value, in: row, name(of: row)), to: row, cause: cause)
  }

  /// Whether tapping the only chosen option of a row deselects it.
  private func givesUp(_ row: RowIndex) -> Bool {
    let section = topology.section(topology.row(row).section)
    guard section.choice == row, case .selectable(let selection) = section.definition.value.kind
    else { return false }
    return selection.allowsDeselection
  }

  /// How many options a misspelled one is compared with.
  private static var maximumCompared: Int { 10_000 }

  /// What to choose in place of a value or a text that is not an option.
  func optionHint(for given: Value, of row: RowRecord) -> String? {
    guard let choices = state.choices(of: row) else {
      return OptionHint.text(
        for: given, among: state.titledOptions(of: row) ?? [], atMost: Self.maximumCompared)
    }
    let places = choices.places(seeking: choices.values.count)
    let options = choices.values.lazy.map { value in
      OptionDefinition(
        value, title: places.place(of: value).flatMap(choices.title).map { FormText($0) })
    }
    return OptionHint.text(for: given, among: options, atMost: Self.maximumCompared)
  }

  func noOption(
    _ option: Value, of tag: String, in row: RowRecord
  ) -> Reason {
    Reason(
      kind: .noOption, tag: tag,
      message: "'\(tag)' has no option \(option.short)",
      hint: optionHint(for: option, of: row)
    ).shown(state.message(.option, option, of: row, in: topology))
  }

  /// The given options that a user cannot tap, with the reasons, and whether the option is hidden.
  func unselectable(
    _ options: [Value], of row: RowIndex
  ) -> [(option: Value, reason: Reason, isHidden: Bool)] {
    let found = outOfReach(options, of: row)
    guard !found.isEmpty else { return [] }
    let tag = name(of: row)
    if let unseen = unseenState(row) {
      let reason = Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)' is \(unseen)", hint: nil)
      return found.map { ($0.option, reason, $0.isHidden) }
    }
    let record = topology.row(row)
    return found.map { option, isHidden in
      let reason = Reason(
        kind: .noOption, tag: tag,
        message: "the option \(option.short) of '\(tag)' is "
          + (isHidden ? "hidden" : "disabled"), hint: nil
      ).shown(state.message(.option, option, of: record, in: topology))
      return (option, reason, isHidden)
    }
  }

  /// The given options that a user cannot tap, and whether it is the option that is hidden.
  ///
  /// Answers name many rows that become visible with them, and no message is made of those.
  func outOfReach(
    _ options: [Value], of row: RowIndex
  ) -> [(option: Value, isHidden: Bool)] {
    guard !options.isEmpty, outline.rows.contains(row) else { return [] }
    if unseenState(row) != nil { return options.map { ($0, false) } }
    let record = topology.row(row)
    let choosable = state.choosablePlaces(of: record, seeking: options.count)
    let disabled = OptionPlaces(state.disabledOptions(of: record), seeking: options.count)
    // Other text is neither hidden nor disabled.
    let known =
      record.content.allowsOther ? state.places(of: record, seeking: options.count) : nil
    return options.compactMap { option in
      let isHidden = !(choosable?.contains(option) ?? false)
      if isHidden, let known, option.isOtherText, !known.contains(option) { return nil }
      return isHidden || disabled.contains(option) ? (option, isHidden) : nil
    }
  }

  /// The options that the edits of this transaction have selected, and those deselected without a
  /// replacement.
  ///
  /// Deselecting a hidden option is always allowed, because a user does not see it and cannot tap
  /// it. So hidden options that were deselected are left out.
  func changedOptions(of row: RowIndex) -> [Value] {
    let record = topology.row(row)
    guard record.content.hasOptions, !record.content.isCalculated, outline.rows.contains(row)
    else { return [] }
    let isNew = journal.reshaped.inserted.contains(row)
    let old = (isNew ? topology.valueAtStart(of: row) : state.values.old(at: row.index)).choices
    let new = state.values[row.index].choices
    guard old != new else { return [] }
    var changed = new
    if !old.isEmpty {
      let (oldPlaces, newPlaces) = (
        OptionPlaces(old, seeking: new.count), OptionPlaces(new, seeking: old.count)
      )
      let isReplaced = record.kind == .choice && !new.isEmpty
      let lost = Value.array(isReplaced ? [] : old.filter { !newPlaces.contains($0) })
      changed = state.chosen(of: lost, in: record).choices + new.filter { !oldPlaces.contains($0) }
    }
    // The items of a list may have come with these edits, so a list is asked after settling.
    return record.content.options?.list != nil
      ? changed : changed.compactMap { known($0, in: record) }
  }
}

extension Value {
  /// What is chosen in a row once an option has been tapped.
  fileprivate func tapping(_ option: Value, in row: RowDefinition, isFree: Bool) -> Value {
    guard row.type.valueKind == .choices else {
      return equals(option) ? isFree ? .null : self : option
    }
    var chosen: [Value] = if case .array(let members) = self { members } else { [] }
    let lost = row.excluded(from: chosen, by: option)
    let count = chosen.count
    chosen.removeAll { $0.equals(option) }
    guard chosen.count == count else { return .array(chosen) }
    if !lost.isEmpty {
      let places = OptionPlaces(lost, seeking: chosen.count)
      chosen.removeAll(where: places.contains)
    }
    return .array(chosen + [option])
  }
}

extension RowDefinition {
  /// What is given up when an option is tapped that is not chosen: everything if the option is
  /// exclusive, otherwise the exclusive options.
  ///
  /// A tap that gives up the option itself gives up nothing else.
  fileprivate func excluded(from chosen: [Value], by option: Value) -> [Value] {
    let exclusive = (options?.written ?? []).filter(\.isExclusive).map(\.value)
    guard !exclusive.isEmpty, !chosen.contains(where: { $0.equals(option) }) else { return [] }
    if exclusive.contains(where: { $0.equals(option) }) { return chosen }
    let places = OptionPlaces(exclusive, seeking: chosen.count)
    return chosen.filter(places.contains)
  }
}
