// Finds keys that a value or an option does not have, and folds of elements that have no sum or no
// order.

import FormGraph
import Predicate

extension OperandCheck {
  /// `$age.name`, where numbers have no such key.
  mutating func member(_ node: NodeIndex, _ key: String, of base: NodeIndex) {
    if case .collectionOperator(let name) = text.structure.kind(of: base) {
      let list = known[text.structure.child(0, of: base)]
      guard let value = value(key, of: list) else { return }
      return folded(node, text.structure.name(name), Known.column(value))
    }
    // The compiler knows the keys of the values of rows.
    if case .variable = text.structure.kind(of: base) { return }
    guard !known.isPosition(key, of: base) else { return }
    let value = known[base]
    // Of other lists, the parser says that `count` is not their number.
    if key == "count", value.kinds.present == .list, !value.isColumn { return }
    guard value.items == nil, value.table == nil, !value.isNested else { return }
    let kinds = value.kinds.present == .list ? value.elements : value.kinds
    guard !kinds.isOpen, !kinds.present.isEmpty,
      kinds.isSubset(of: Kinds.ordered.union(.null)), !Self.hasKey(key, kinds)
    else { return }
    let source = text.source(of: base).shortened
    let isFold = ["sum", "avg", "min", "max", "count"].contains(key) || key == "average"
    let folding = key == "average" ? "avg" : key
    add(
      .keyUnknown, node,
      value.kinds.present == .list
        ? "the elements of \(source) are \(Self.plural(value)), which have no key '\(key)'"
        : "\(words(base)), which has no key '\(key)'",
      hint: isFold && value.kinds.present == .list ? "write \(source).@\(folding)" : nil)
  }

  /// Whether values of one of these kinds have a key.
  private static func hasKey(_ key: String, _ kinds: Kinds) -> Bool {
    let samples: [(Kinds, Value)] = [(.text, ""), (.number, 0)]
    return samples.contains { kind, value in
      !kinds.isDisjoint(with: kind) && value.keyNames?.contains(key) ?? true
    }
  }

  /// What is known of a key of the items or rows of a list.
  private func value(_ key: String, of list: Known) -> Known? {
    if case .row(let row)? = list.items?.own(key) { return Known(row) }
    return list.table?.cell(key)
  }

  /// `SELF.kind` in a filter, where no option has the key.
  mutating func keyOfOption(_ node: NodeIndex, _ key: String) {
    guard case .filter(let row) = text.role else { return }
    if key == OptionDefinition.valueKey { return valueColumn(node, row) }
    guard let options = row.options?.written, !options.isEmpty,
      !options.contains(where: { $0.members[key] != nil || key == "title" && $0.title != nil })
    else { return }
    let isOfValue = options.contains { $0.value.keyNames?.contains(key) ?? true }
    // Where no option is more than its value, keys are those of the values too.
    if isOfValue, !row.hasObjectOptions { return }
    let keys = options.flatMap(\.members.keys) + [OptionDefinition.valueKey, "title"]
    add(
      .keyUnknown, node, "no option of '\(row.tag ?? "the row")' has a key '\(key)'",
      severity: .warning,
      hint: isOfValue
        ? "write SELF.value.\(key)"
        : Spelling.nearest(to: key, among: keys).map { "did you mean SELF.\($0)?" })
  }

  /// `SELF.value`, where a column of a table or a row of an item has the name `value`.
  private mutating func valueColumn(_ node: NodeIndex, _ row: RowDefinition) {
    let key = OptionDefinition.valueKey
    guard let name = row.options?.valueName, name != key else { return }
    var isColumn = false
    if let options = row.options?.table {
      isColumn = text.scope.table(options.table)?.cell(key) != nil
    } else if let options = row.options?.list,
      case .list(_, let items)? = text.scope.meaning(of: options.list)
    {
      isColumn = items.own(key) != nil
    }
    guard isColumn else { return }
    let noun = row.options?.table == nil ? "row 'value' of the item" : "column 'value'"
    add(
      .optionsValueColumn, node, "SELF.value is the \(noun), not the value of the option",
      severity: .warning, hint: "write SELF.\(name) for the value of the option")
  }

  // MARK: - Folds

  /// `$lines.@sum.what`, or `$phones.@sum`, of values that are not numbers.
  mutating func fold(_ node: NodeIndex, _ name: String, _ list: NodeIndex) {
    let value = known[list]
    guard value.items == nil, value.table == nil, !value.isNested else {
      // The key that follows says what is folded.
      if !bases.contains(node.index), !value.isNested { objects(node, name, list, value) }
      return
    }
    // Of options that are objects, the key that follows says what is folded.
    guard !bases.contains(node.index) || !value.elements.contains(.object) else { return }
    folded(node, name, value)
  }

  /// `$lines.@sum`, where the items are objects.
  private mutating func objects(
    _ node: NodeIndex, _ name: String, _ list: NodeIndex, _ value: Known
  ) {
    guard let symbol = CollectionOperator(rawValue: name),
      [.sum, .avg, .min, .max].contains(symbol), value.kinds.present == .list
    else { return }
    let source = text.source(of: list).shortened
    let tag = value.items?.firstNumber
    add(
      .operandKind, node,
      "@\(name) needs \(symbol == .sum || symbol == .avg ? "numbers" : "values with an order"), and "
        + "the elements of \(source) are objects",
      hint: "name what is meant: \(source).@\(name).\(tag ?? "key")")
  }

  private mutating func folded(_ node: NodeIndex, _ name: String, _ column: Known) {
    let allowed: Kinds
    switch CollectionOperator(rawValue: name) {
    case .sum, .avg: allowed = .number
    case .min, .max: allowed = .ordered
    default: return
    }
    guard column.kinds.present == .list, !column.elements.mayFit(allowed) else { return }
    add(
      .operandKind, node,
      "@\(name) needs \(allowed == .number ? "numbers" : "values with an order"), and these are "
        + Self.plural(column))
  }
}
