// Which options of a row a user can choose now, and what of a value is among them.

import Predicate

extension FormState {
  /// What of a value can be chosen: options that are there and, where the row allows it, other
  /// text; all of it in a row without options.
  func chosen(of value: Value, in row: RowRecord) -> Value {
    guard !value.isNull, let options = choosable(of: row) else { return value }
    guard case .array(let members) = value else {
      let isChosen =
        OptionPlaces(options, seeking: 1).contains(value)
        || row.content.allowsOther && row.content.isOther(value)
      return isChosen ? value : .null
    }
    let places = OptionPlaces(options, seeking: members.count)
    guard row.content.allowsOther else { return .array(members.filter(places.contains)) }
    let known = OptionPlaces((row.content.options ?? []).map(\.value), seeking: members.count)
    return .array(
      members.filter { places.contains($0) || $0.isOtherText && !known.contains($0) })
  }

  /// Whether an exclusive option is chosen together with something else.
  func breaksExclusion(_ value: Value, in row: RowRecord) -> Bool {
    guard case .array(let members) = value, members.count > 1,
      let options = row.content.options
    else { return false }
    let exclusive = options.filter(\.isExclusive)
    guard !exclusive.isEmpty else { return false }
    let places = OptionPlaces(members, seeking: exclusive.count)
    return exclusive.contains { places.contains($0.value) }
  }

  /// What of a value is left once hidden options are taken out: what can be chosen, and what never
  /// was an option of the row.
  func left(of value: Value, in row: RowRecord) -> Value {
    guard !value.isNull, let options = row.content.options, let choosable = choosable(of: row)
    else { return value }
    let members = if case .array(let members) = value { members } else { [value] }
    let known = OptionPlaces(options.map(\.value), seeking: members.count)
    let open = OptionPlaces(choosable, seeking: members.count)
    let left = members.filter { open.contains($0) || !known.contains($0) }
    guard case .array = value else { return left.first ?? .null }
    return .array(left)
  }
}
