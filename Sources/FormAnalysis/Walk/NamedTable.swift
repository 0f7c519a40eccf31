// A table of the form as its texts read it: what its columns hold.

import FormGraph
import Predicate

/// A table of the form.
final class NamedTable {
  /// A column of a table.
  struct Column {
    let kind: ValueKind
    /// The column in words.
    let words: String
    /// A choice among the values of the column; nil if they are not known before the form runs, or
    /// are others in each language.
    let values: RowDefinition?
  }

  private let name: String
  private let table: FormTable
  /// Whether the rows stand in the form, and do not come from a file or the host.
  private let isInForm: Bool
  private var columns: [String: Column] = [:]

  /// The largest number of rows whose values are listed.
  static let maximumRows = 500

  init(_ name: String, _ table: FormTable, isInForm: Bool) {
    self.name = name
    self.table = table
    self.isInForm = isInForm
  }

  /// A column; nil if the table does not have it.
  ///
  /// - Complexity: O(n) in the number of rows the first time, then O(1).
  func column(_ name: String) -> Column? {
    if let known = columns[name] { return known }
    guard let index = table.column(named: name) else { return nil }
    let kind = table.columns[index].type.valueKind
    let words = "column '\(name)' of '\(self.name)'"
    var values: RowDefinition?
    if isInForm, !table.columns[index].isInLanguages, table.rowCount <= Self.maximumRows,
      ![.day, .time, .date].contains(kind)
    {
      var seen = EqualValues()
      let cells = (0..<table.rowCount).map { table[$0, index] }
        .filter { $0 != .null && seen.insert($0) }
      values = RowDefinition(
        tag: words, type: .push, options: .written(cells.map { OptionDefinition($0) }))
    }
    let column = Column(kind: kind, words: words, values: values)
    columns[name] = column
    return column
  }
}
