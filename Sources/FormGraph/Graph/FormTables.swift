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
  /// By table: its columns and rows, as people read them in their language.
  private let tables: [FormTable]
  /// By table: as it is without a language.
  private let given: [FormTable]
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
    given = tables.map(\.table)
    self.tables = given
    self.unreadable = unreadable
    ids = Dictionary(
      tables.enumerated().map { (ExactText($1.name), TableID($0)) },
      uniquingKeysWith: { old, _ in old })
  }

  private init(_ other: FormTables, _ tables: [FormTable]) {
    names = other.names
    given = other.given
    self.tables = tables
    unreadable = other.unreadable
    ids = other.ids
  }

  /// Whether any column of any table stands for another one in each language.
  var areInLanguages: Bool { given.contains { !$0.columnsInLanguages.isEmpty } }

  /// The tables as people read them in a language.
  ///
  /// - Parameters:
  ///   - language: The language that people read.
  ///   - fallback: The first language of the form.
  /// - Returns: The tables in that language.
  /// - Complexity: O(columns); the tables of a language and their indexes are made once.
  func read(in language: LanguageTag?, fallback: LanguageTag?) -> FormTables {
    guard areInLanguages else { return self }
    return FormTables(self, given.map { $0.read(in: language, fallback: fallback) })
  }

  /// Whether two forms or states have the same table, be it in another language.
  func hasSame(_ id: TableID, as other: FormTables) -> Bool {
    given[id.index].contents === other.given[id.index].contents
  }

  /// A table as it is without a language.
  func given(_ id: TableID) -> FormTable { given[id.index] }

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

  /// The same tables with one replaced, without a language.
  func replacing(_ id: TableID, by table: FormTable) -> FormTables {
    var all = zip(names, given).map { (name: $0, table: $1) }
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
