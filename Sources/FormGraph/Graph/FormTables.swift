// The tables of a form by id and by name. A topology has the tables that the form was compiled
// with; a state has the tables that the form has now, which the host may have replaced.

import Predicate

/// A table of a form.
typealias TableID = ID<FormTables>

/// The tables of a form.
///
/// Immutable: a replaced table makes another object, so that comparing references tells whether any
/// table was replaced.
final class FormTables: Sendable {
  /// By table: its name.
  let names: [String]
  /// By table: its columns and rows.
  private let tables: [FormTable]
  private let ids: [ExactText: TableID]
  /// The tables that could not be read, which has been reported.
  private let unreadable: Set<TableID>

  static let none = FormTables([], unreadable: [])

  /// Makes the tables of a form; of two tables with one name the first counts.
  ///
  /// - Parameters:
  ///   - tables: The tables, each with its name.
  ///   - unreadable: The tables that could not be read.
  init(_ tables: [(name: String, table: FormTable)], unreadable: Set<TableID>) {
    names = tables.map(\.name)
    self.tables = tables.map(\.table)
    self.unreadable = unreadable
    ids = Dictionary(
      tables.enumerated().map { (ExactText($1.name), TableID($0)) },
      uniquingKeysWith: { old, _ in old })
  }

  var count: Int { tables.count }
  var isEmpty: Bool { tables.isEmpty }

  subscript(id: TableID) -> FormTable { tables[id.index] }

  /// The table with a name.
  func id(of name: String) -> TableID? { ids.isEmpty ? nil : ids[ExactText(name)] }

  /// Whether nothing is known of the columns of a table, because it could not be read.
  func isUnreadable(_ id: TableID) -> Bool { unreadable.contains(id) }

  /// Whether any column of any table holds days.
  var haveDaysOrTimes: Bool {
    tables.contains { $0.columns.contains { $0.type.valueKind.isDayOrTime } }
  }

  /// The same tables with one replaced.
  func replacing(_ id: TableID, by table: FormTable) -> FormTables {
    var all = zip(names, tables).map { (name: $0, table: $1) }
    all[id.index].table = table
    return FormTables(all, unreadable: unreadable)
  }

  /// What `lookup` gives: the value of a column in the first row whose key equals a value, nil if
  /// no row does.
  ///
  /// - Returns: Without a value if the form has no such table or column.
  /// - Complexity: O(1); O(rows) for the first value that is looked up in a column.
  func lookUp(_ name: String, _ key: String, _ value: Value, _ column: String) -> Value? {
    guard let id = id(of: name), case let table = self[id],
      let key = table.column(named: key), let column = table.column(named: column)
    else { return nil }
    return table.contents.firstRow(where: key, equals: value).map { table[$0, column] } ?? .null
  }

  /// What `table` gives: the rows as objects, in order; all of them, or those whose key equals a
  /// value.
  ///
  /// - Returns: Nil if the form has no such table or column.
  /// - Complexity: O(matches); O(rows) for all rows, and for the first value of a column.
  func rows(of name: String, where equality: (key: String, value: Value)?) -> [Value]? {
    guard let id = id(of: name), case let table = self[id] else { return nil }
    guard let equality else { return table.objects }
    guard let key = table.column(named: equality.key) else { return nil }
    return table.contents.rows(where: key, equals: equality.value).map { table.object($0) }
  }
}
