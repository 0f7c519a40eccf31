// Which options of a row a user can choose now, and what of a value is among them.

import Predicate

extension FormState {
  /// What of a value can be chosen; all of it in a row without options.
  func chosen(of value: Value, in row: RowRecord) -> Value {
    guard !value.isNull, let options = choosable(of: row) else { return value }
    guard case .array(let members) = value else {
      return OptionPlaces(options, seeking: 1).contains(value) ? value : .null
    }
    let places = OptionPlaces(options, seeking: members.count)
    return .array(members.filter(places.contains))
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
