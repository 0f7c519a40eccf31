// The options of a row that come from a table or a list. They are made on demand: a table of a
// hundred thousand rows is stored once, and an option exists only while somebody looks at it. What
// a list offers is a fact of the graph, by column, and is read here as a table:
//
//   fact { "id": ["a", "b"], "name": ["Ann", nil] }  →  a table with the columns id and name

package import Predicate

/// The rows of a table, or the items of a list, as the options of a row.
struct TableChoices: Sendable, Hashable {
  let table: FormTable
  /// The column with the values.
  let value: Int
  /// The column with the titles; nil: the values.
  let title: Int?
  /// Whether the table was made of a list.
  ///
  /// Its columns have no indexes: they would be made again each time the list is read. Its values
  /// are options, each once.
  var isOfList = false

  /// The options that a definition names; nil if there is no such table or column.
  init?(_ options: TableOptions, in tables: FormTables) {
    guard let id = tables.id(of: options.table), case let table = tables[id],
      let value = table.column(named: options.value)
    else { return nil }
    self.table = table
    self.value = value
    title = options.title.flatMap(table.column)
  }

  /// The options that a list offers, from the fact about it.
  ///
  /// - Complexity: O(columns).
  init?(_ options: ListOptions, offered columns: Value) {
    guard case .dictionary(let columns) = columns else { return nil }
    table = FormTable(
      checked: columns.keys.map { TableColumn($0) },
      columns.values.map { if case .array(let values) = $0 { values } else { [] } })
    guard let value = table.column(named: options.value) else { return nil }
    self.value = value
    title = options.title.flatMap(table.column)
    isOfList = true
  }

  /// The values of the options, in the order of the table or list.
  var values: [Value] {
    isOfList ? table.contents.values[value] : table.contents.choices(in: value)
  }

  /// What the dates of the options are; nil if the options are no dates, or come from a list.
  var dateKind: DateKind? { table.columns[value].type.valueKind.dateKind }

  /// The row of the option with a value; nil if there is no such option.
  ///
  /// - Complexity: O(1) in a table, O(n) in a list.
  func row(of value: Value) -> Int? {
    guard !value.isEmpty else { return nil }
    return isOfList
      ? values.firstIndex { $0.equals(value) }
      : table.contents.firstRow(where: self.value, equals: value)
  }

  /// The positions of the options, for about `count` look-ups.
  func places(seeking count: Int) -> OptionPlaces {
    isOfList ? OptionPlaces(values, seeking: count) : OptionPlaces(self)
  }

  /// The title in a row; nil if the row has none.
  ///
  /// People can empty the title of an item, which then counts as missing.
  func title(of row: Int) -> String? {
    guard let title, case .string(let text) = table[row, title], !isOfList || !text.isEmpty else {
      return nil
    }
    return text
  }

  /// The column whose value is a key of an option; nil if options have no such key.
  func column(ofOptionKey key: String) -> Int? {
    table.column(named: key).flatMap { $0 == value || $0 == title ? nil : $0 }
  }

  /// The option in a row, with the other columns as its keys.
  func option(_ row: Int) -> OptionDefinition {
    let others = table.columns.indices.filter { $0 != value && $0 != title }
    return OptionDefinition(
      table[row, value], title: title(of: row).map { FormText($0) },
      members: ValueDictionary(others.map { (table.columns[$0].name, table[row, $0]) }))
  }

  /// The column that a filter reads under a key; nil if there is none.
  func column(of key: String) -> Int? {
    table.column(named: key) ?? (key == OptionDefinition.valueKey ? value : nil)
  }
}

/// A row of a table or an item of a list, as a filter reads one after another: by its columns.
///
/// A class, so that a filter makes one object and not one for each row.
final class TableRow: KeyReadable {
  private let choices: TableChoices
  var row: Int

  init(_ row: Int = 0, of choices: TableChoices) {
    self.choices = choices
    self.row = row
  }

  func value(forKey key: String) -> Value? {
    choices.column(of: key).map { choices.table[row, $0] }
  }

  var readableKeys: [String] { choices.table.columns.map(\.name) }
}

/// An option of a row as a filter reads it: by its keys; a missing key is nil.
///
/// `value` is the value however the option is written. Where no option is more than its value, the
/// keys of the values can be read too, such as `length`.
package final class OptionObject: KeyReadable {
  private let arePlain: Bool
  package var option: OptionDefinition

  /// Makes an object for one option after another.
  ///
  /// - Complexity: O(n) in the number of options.
  package init(_ option: OptionDefinition, of options: [OptionDefinition]) {
    self.option = option
    arePlain = !options.contains(where: \.isObject)
  }

  package func value(forKey key: String) -> Value? {
    if key == OptionDefinition.valueKey { return option.value }
    if arePlain { return option.value.keyNames?.contains(key) ?? true ? nil : .null }
    if key == "title" { return option.title?.json ?? .null }
    return option.members[key] ?? .null
  }
}
