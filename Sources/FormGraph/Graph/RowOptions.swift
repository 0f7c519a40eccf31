// The options of a row that come from a table. They are made on demand: a table of a hundred
// thousand rows is stored once, and an option exists only while somebody looks at it.

import Predicate

/// The rows of a table as the options of a row.
struct TableChoices: Sendable, Hashable {
  let table: FormTable
  /// The column with the values.
  let value: Int
  /// The column with the titles; nil: the values.
  let title: Int?

  /// The options that a definition names; nil if there is no such table or column.
  init?(_ options: TableOptions, in tables: FormTables) {
    guard let id = tables.id(of: options.table), case let table = tables[id],
      let value = table.column(named: options.value)
    else { return nil }
    self.table = table
    self.value = value
    title = options.title.flatMap(table.column)
  }

  /// The values of the options, in the order of the table.
  var values: [Value] { table.contents.choices(in: value) }

  /// The row of the option with a value; nil if there is no such option.
  func row(of value: Value) -> Int? {
    value.isEmpty ? nil : table.contents.firstRow(where: self.value, equals: value)
  }

  /// The title in a row; nil if the row has none.
  func title(of row: Int) -> String? {
    guard let title, case .string(let text) = table[row, title] else { return nil }
    return text
  }

  /// The option in a row, with the other columns as its keys.
  func option(_ row: Int) -> OptionDefinition {
    let others = table.columns.indices.filter { $0 != value && $0 != title }
    return OptionDefinition(
      table[row, value], title: title(of: row).map { FormText($0) },
      members: ValueDictionary(others.map { (table.columns[$0].name, table[row, $0]) }))
  }

  /// The row as the filter sees it: an object with a key for each column.
  func object(of row: Int) -> Value {
    .dictionary(
      ValueDictionary(table.columns.indices.map { (table.columns[$0].name, table[row, $0]) }))
  }
}

/// A row of a table whose columns a filter reads, one after another.
///
/// A class, so that a filter makes one object and not one for each row.
final class TableRow: KeyReadable {
  private let table: FormTable
  var row = 0

  init(of table: FormTable) { self.table = table }

  func value(forKey key: String) -> Value? {
    table.column(named: key).map { table[row, $0] }
  }

  var readableKeys: [String] { table.columns.map(\.name) }
}
