// Which options of a row a user can choose now, and what of a value is among them.

package import Predicate

extension FormState {
  /// What of a value can be chosen: options that are there and, where the row allows it, other
  /// text; all of it in a row without options.
  func chosen(of value: Value, in row: RowRecord) -> Value {
    guard !value.isNull else { return value }
    guard case .array(let members) = value else {
      if row.hasOnlyOpenOptions, row.content.listsOption(of: value) { return value }
      guard let open = choosablePlaces(of: row, seeking: 1) else { return value }
      let isChosen =
        open.contains(value)
        || row.content.allowsOther && value.isOther(than: places(of: row, seeking: 1))
      return isChosen ? value : .null
    }
    guard let open = choosablePlaces(of: row, seeking: members.count) else { return value }
    guard row.content.allowsOther else { return .array(members.filter(open.contains)) }
    let known = places(of: row, seeking: members.count)
    return .array(members.filter { open.contains($0) || $0.isOther(than: known) })
  }

  /// A value with each choice as the table spells it that the options come from.
  func spelledAsOptions(_ value: Value, in row: RowRecord) -> Value {
    guard let choices = choices(of: row) else { return value }
    func spelled(_ choice: Value) -> Value {
      guard !choice.isSpelledOneWay, let place = choices.row(of: choice) else { return choice }
      return choices.table[place, choices.value]
    }
    guard case .array(let members) = value else { return spelled(value) }
    return .array(members.map(spelled))
  }

  /// Whether an exclusive option is chosen together with something else.
  func breaksExclusion(_ value: Value, in row: RowRecord) -> Bool {
    guard case .array(let members) = value, members.count > 1,
      let options = row.content.options?.written
    else { return false }
    let exclusive = options.filter(\.isExclusive)
    guard !exclusive.isEmpty else { return false }
    let places = OptionPlaces(members, seeking: exclusive.count)
    return exclusive.contains { places.contains($0.value) }
  }

  /// What is left of a value in a row from which options that cannot be chosen are cleared; nil if
  /// nothing is.
  ///
  /// A value that is not an option is cleared too: it may have been one in the table, the list or
  /// the version of the form in which it was chosen.
  func left(of value: Value, in row: RowRecord) -> Value {
    let left = chosen(of: value, in: row)
    return left == .array([]) ? .null : left
  }
}

extension RowDefinition {
  /// Whether the row itself lists an option of this value.
  func listsOption(of value: Value) -> Bool { place(ofOption: value) != nil }
}

extension Value {
  /// What is chosen in a row that holds this value: one choice, several, or none.
  package var choices: [Value] {
    if case .array(let members) = self { members } else { isNull ? [] : [self] }
  }

  /// Whether the value is text that is chosen beside the options at these places.
  fileprivate func isOther(than known: OptionPlaces) -> Bool {
    isOtherText && !known.contains(self)
  }
}
