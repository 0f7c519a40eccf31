// What values and the results of nodes decide for members. The same rules read the current state
// and the state before a transaction.

import Predicate

/// Read access to values and to the results of all nodes at one moment.
protocol StateReading: ~Copyable {
  func result(of node: NodeID) -> NodeResult
  /// The last value of a fact about values.
  func fact(of node: NodeID) -> Value
  func value(of row: RowIndex) -> Value
  /// The language and the time zone of the people who use the form.
  var locale: FormLocale { get }
  /// The tables of the form.
  var tables: FormTables { get }
}

extension StateReading where Self: ~Copyable {
  /// Whether a row follows its suggestion; nil of a row without one.
  func follows(_ row: RowRecord) -> Bool? {
    guard row.content.suggested != nil, let node = row.filling else { return nil }
    return result(of: node) != .no
  }
}

extension StateReading where Self: ~Copyable {
  /// Whether a decision is "yes".
  @inline(__always)
  func holds(_ decision: Decision) -> Bool {
    switch decision {
    case .constant(let holds): holds
    case .condition(let node, _, let isInverted):
      result(of: node).decides(isInverted: isInverted)
    }
  }

  /// The values of the options of a row that can be chosen, in their order; nil if the row has no
  /// options.
  func choosable(of row: RowRecord) -> [Value]? {
    if let node = row.options, case .array(let options) = fact(of: node) { return options }
    return row.content.options?.written?.map(\.value)
  }

  /// The table or list that the options of a row come from, as it is at this moment; nil for other
  /// rows.
  func choices(of row: RowRecord) -> TableChoices? {
    if row.hasOthers, let list = row.optionList {
      return row.content.options?.list.flatMap { TableChoices($0, offered: fact(of: list)) }
    }
    return tables.isEmpty
      ? nil : row.content.options?.table.flatMap { TableChoices($0, in: tables) }
  }

  /// The positions of all options of a row, for about `count` look-ups.
  func places(of row: RowRecord, seeking count: Int) -> OptionPlaces {
    choices(of: row)?.places(seeking: count) ?? OptionPlaces(of: row.content)
  }

  /// The positions of the options of a row that can be chosen; nil if the row has no options.
  ///
  /// Without a filter, all rows of a table can be chosen, and its index finds them. With one, the
  /// index finds a value among all of them, and so among those that are left.
  func choosablePlaces(of row: RowRecord, seeking count: Int) -> OptionPlaces? {
    let choices = choices(of: row)
    if row.content.optionsFilter == nil, let choices, !choices.isOfList {
      return OptionPlaces(choices)
    }
    if row.options == nil, row.content.options?.written != nil {
      return OptionPlaces(of: row.content)
    }
    return choosable(of: row).map {
      OptionPlaces($0, leftOf: choices, row.content, seeking: count)
    }
  }

  /// The actions of a row, with their titles as people read them.
  func actions(of row: RowRecord) -> [ActionState] {
    let actions = row.content.actions
    guard !actions.isEmpty else { return [] }
    let disablings = row.actionDisablings
    return actions.enumerated().map { index, action in
      ActionState(
        name: action.name, title: text(.actionTitle(index), of: row, action.title),
        isDisabled: disablings.indices.contains(index) && holds(disablings[index]),
        extra: action.extra)
    }
  }

  /// The values of the disabled options of a row.
  func disabledOptions(of row: RowRecord) -> [Value] {
    let decisions = row.optionDisablings
    guard !decisions.isEmpty else { return [] }
    return zip(row.content.options?.written ?? [], decisions).filter { holds($0.1) }.map(\.0.value)
  }
}
