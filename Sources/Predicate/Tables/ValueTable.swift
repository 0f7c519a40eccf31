// Stores values by row and column, for apps with many records. A condition can then be evaluated
// for all rows in one pass. Each value takes a cell of 16 bytes. The few values that do not fit in
// a cell are stored in a dictionary.

/// A table of values.
///
/// ```swift
/// var people = ValueTable(columns: 2, rows: 2)
/// people[0, 0] = "Ana"
/// people[0, 1] = 20
/// let grown = try Condition("$age >= 18").bound(to: ["name": 0, "age": 1])
/// try grown.count(in: people)  // 1
/// ```
public struct ValueTable: Sendable {
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// All cells, row by row.
  @usableFromInline private(set) var cells: [Cell]
  /// The values that do not fit in a cell, by the index of their cell.
  private var others: [Int: Value] = [:]

  /// Makes a table whose values are all nil.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  /// - Complexity: O(columns × rows). Each value takes 16 bytes.
  public init(columns: Int, rows: Int) {
    precondition(columns >= 0 && rows >= 0, "a table has no negative size")
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: .null, count: columns * rows)
  }

  /// The value in a row and a column.
  ///
  /// Both indices must be in range.
  ///
  /// - Complexity: O(n) for text, O(1) for every other value.
  public subscript(row: Int, column: Int) -> Value {
    get {
      let position = position(row, column)
      return cells[position].value ?? others[position] ?? .null
    }
    set {
      let position = position(row, column)
      let cell = Cell(newValue)
      if !cells[position].isInline || !cell.isInline {
        others[position] = cell.isInline ? Value?.none : newValue
      }
      cells[position] = cell
    }
  }

  private func position(_ row: Int, _ column: Int) -> Int {
    precondition(
      row >= 0 && row < rows && column >= 0 && column < columns, "the table has no such place")
    return row * columns + column
  }
}
