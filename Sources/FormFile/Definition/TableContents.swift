// The values of a table by column, and what is found out about a column when it is first needed: an
// index of its values, the values that can be options, their titles and their groups. All copies of
// a table share one object.
//
//   column   a | b | a | nil | a
//   next     2 | - | 4 |  -  | -     the next row with an equal value

import Foundation
package import Predicate

/// The values of a table and their indexes.
package final class TableContents: @unchecked Sendable {
  // Sendable: all variables are only read and written while the lock is held.

  /// By column: the value in each row.
  package let values: [[Value]]
  /// The file that the rows were read from; nil for rows from elsewhere.
  package let origin: TableOrigin?
  private let lock = NSLock()
  private var indexes: [Int: ColumnIndex] = [:]
  private var lists: [ListOfOptions: [Value]] = [:]
  private var objects: [Value]?
  /// By the columns that the columns in languages stand for: the same table in that language.
  private var inLanguages: [[Int]: TableContents] = [:]

  init(_ values: [[Value]], _ origin: TableOrigin? = nil) {
    self.values = values
    self.origin = origin
  }

  /// The same table in another language.
  ///
  /// Columns share their values, and every language has indexes of its own. There are as many of
  /// these tables as the columns name languages.
  ///
  /// - Parameters:
  ///   - read: The columns that are read in the place of the columns in languages.
  ///   - ownCount: The number of columns with values of their own.
  /// - Returns: The table in that language.
  func read(_ read: [Int], after ownCount: Int) -> TableContents {
    lock.withLock {
      if let known = inLanguages[read] { return known }
      let made = TableContents(values.prefix(ownCount) + read.map { values[$0] }, origin)
      inLanguages[read] = made
      return made
    }
  }

  /// The index of a column.
  ///
  /// - Complexity: O(rows) the first time, then O(1). An index takes about 50 bytes a row.
  package func index(of column: Int) -> ColumnIndex {
    if let index = lock.withLock({ indexes[column] }) { return index }
    // Built outside the lock. Two threads may both build the index, but neither waits.
    let index = ColumnIndex(values[column])
    lock.withLock { indexes[column] = index }
    return index
  }

  /// A list about the options that a column gives, which all rows of a form share.
  private enum ListOfOptions: Hashable {
    case values(Int)
    case titles(Int?, of: Int)
    case groups(Int?, of: Int)
  }

  /// A list, which `make` makes the first time.
  private func list(_ list: ListOfOptions, _ make: () -> [Value]) -> [Value] {
    if let known = lock.withLock({ lists[list] }) { return known }
    let made = make()
    Effort.count(made.count)
    return lock.withLock {
      // Another thread may have made the list meanwhile. Lists that are shared compare in no time.
      if let known = lists[list] { return known }
      lists[list] = made
      return made
    }
  }

  /// The rows whose value in a column is an option: the first row of each value, without nil and
  /// empty text.
  private func rowsOfChoices(in column: Int) -> [Int] {
    let index = index(of: column)
    return values[column].indices.filter { !values[column][$0].isEmpty && index.isFirst($0) }
  }

  /// The values of a column that can be options: each once, without nil and empty text.
  ///
  /// - Complexity: O(rows) the first time, then O(1): all rows of a form share the list.
  package func choices(in column: Int) -> [Value] {
    list(.values(column)) { rowsOfChoices(in: column).map { values[column][$0] } }
  }

  /// The titles of the options of a column, which are texts in another column; nil for an option
  /// without a title.
  ///
  /// - Complexity: Like `choices(in:)`.
  package func titles(in titles: Int?, ofChoicesIn column: Int) -> [Value] {
    list(.titles(titles, of: column)) {
      rowsOfChoices(in: column).map { row in
        guard let titles, case .string = values[titles][row] else { return .null }
        return values[titles][row]
      }
    }
  }

  /// The options of a column in groups by the values of another column, as `make` puts them into
  /// groups the first time.
  ///
  /// - Complexity: Like `choices(in:)`.
  package func groups(
    by key: Int?, ofChoicesIn column: Int, _ make: () -> [Value]
  ) -> [Value] { list(.groups(key, of: column), make) }

  /// The rows as objects, which `make` makes the first time.
  func objects(_ make: () -> [Value]) -> [Value] {
    if let objects = lock.withLock({ objects }) { return objects }
    let made = make()
    lock.withLock { objects = made }
    return made
  }

  /// The rows in which a column equals a value, in ascending order.
  package func rows(where column: Int, equals value: Value) -> RowsOfValue {
    let index = index(of: column)
    return RowsOfValue(index: index, row: index.first(value).map(Int32.init) ?? -1)
  }

  /// The first row in which a column equals a value; nil if there is none.
  package func firstRow(where column: Int, equals value: Value) -> Int? {
    index(of: column).first(value)
  }
}

/// The rows of a column by their values, which are equal as in the language: 1, 1.0 and true
/// are one value.
package struct ColumnIndex: Sendable {
  /// The first row of each value.
  private var firsts: [EqualValue: Int32] = [:]
  /// By row: the next row with an equal value; -1 if there is none.
  fileprivate private(set) var next: [Int32]
  /// By row: whether an earlier row has an equal value.
  private var isRepeated: [Bool]
  /// The first row that repeats a value, and the row that has the value first.
  ///
  /// Nil if every value occurs once. Rows with nil do not count.
  package private(set) var duplicate: (row: Int, first: Int)?

  fileprivate init(_ values: [Value]) {
    next = Array(repeating: -1, count: values.count)
    isRepeated = Array(repeating: false, count: values.count)
    firsts.reserveCapacity(values.count)
    /// By the first row of a value: its last row so far.
    var lasts = [Int32](repeating: -1, count: values.count)
    for (row, cell) in values.enumerated() {
      let value = EqualValue(cell)
      let number = Int32(truncatingIfNeeded: row)
      if let first = firsts[value] {
        next[Int(lasts[Int(first)])] = number
        lasts[Int(first)] = number
        isRepeated[row] = true
        if duplicate == nil, !cell.isNull { duplicate = (row, Int(first)) }
      } else {
        // NaN equals nothing, so it is never found, and all NaNs collide.
        if cell.equalsItself { firsts[value] = number }
        lasts[row] = number
      }
    }
  }

  /// Whether no earlier row has an equal value.
  package func isFirst(_ row: Int) -> Bool { !isRepeated[row] }

  /// The first row with a value.
  fileprivate func first(_ value: Value) -> Int? { firsts[EqualValue(value)].map(Int.init) }
}

/// The rows with one value, in ascending order.
package struct RowsOfValue: Sequence, IteratorProtocol {
  fileprivate let index: ColumnIndex
  fileprivate var row: Int32

  package mutating func next() -> Int? {
    guard row >= 0 else { return nil }
    defer { row = index.next[Int(row)] }
    return Int(row)
  }
}

/// Where the rows of a table stand in a file.
package struct TableOrigin: Sendable {
  /// The path of the file, as the form names it.
  package let file: String
  /// The line of each row, from 1; nil if the file has no lines, as JSON.
  var lines: [Int32]?

  package init(file: String, lines: [Int32]? = nil) {
    self.file = file
    self.lines = lines
  }

  /// The place of a row for people: `prices.csv:4`.
  package func place(of row: Int) -> String {
    guard let lines, lines.indices.contains(row) else { return file }
    return "\(file):\(lines[row])"
  }
}
