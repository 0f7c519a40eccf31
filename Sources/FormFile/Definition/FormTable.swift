// A table of values that a form reads, such as a price list. The values are stored by column, 16
// bytes each, and copies share them. A column is indexed when a value is first looked up in it.
//
// A table is always valid: making it from wrong rows fails. So no later stage checks it again.

public import Predicate

/// A column of a table: its name, and the type of a row that could hold its values.
public struct TableColumn: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the column.
  public let name: String
  /// The type of a row that could hold its values.
  public let type: RowType

  /// Makes a column.
  public init(_ name: String, type: RowType = .text) {
    self.name = name
    self.type = type
  }

  /// Makes a column of text.
  public init(stringLiteral name: String) { self.init(name) }

  /// Whether a column can have a type: text, a number, true or false, or a date.
  static func canHave(_ type: RowType) -> Bool {
    switch type.valueKind {
    case .text, .int, .decimal, .bool, .day, .time, .date: true
    case .choice, .choices, .any, .none: false
    }
  }

  /// The types that a hint suggests.
  static let suggestedTypes = "text, int, decimal, switch, date, time or dateTime"

  /// Whether two columns have the same name and hold the same kind of value.
  package func isLike(_ other: TableColumn) -> Bool {
    ExactText(name) == ExactText(other.name) && type.valueKind == other.type.valueKind
  }
}

/// A table of values.
///
/// ```swift
/// let prices = try FormTable(
///   columns: ["code", TableColumn("price", type: .decimal)],
///   rows: [["tea", 2.5], ["milk", 1.2]])
/// ```
public struct FormTable: Sendable, Hashable {
  /// The columns, in order.
  public let columns: [TableColumn]
  /// The number of rows.
  public let rowCount: Int
  /// The values and their indexes, shared by copies.
  package let contents: TableContents

  /// Makes a table from its rows.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - rows: The rows, each with a value for every column; `.null` for nil.
  /// - Throws: The first mistake: no column, an empty name, a name that occurs twice, a type that
  ///   no column can have, a row with too few or too many values, or a value of another kind.
  /// - Complexity: O(n) in the number of values.
  public init(columns: [TableColumn], rows: [[Value]]) throws(TableError) {
    if let error = Self.mistake(in: columns) { throw error }
    var values = columns.map { _ in [Value]() }
    for column in values.indices { values[column].reserveCapacity(rows.count) }
    for (index, row) in rows.enumerated() {
      guard row.count == columns.count else {
        throw TableError(
          "row \(index) has \(counted(row.count, "value")), but the table has "
            + counted(columns.count, "column"))
      }
      for (position, column) in columns.enumerated() {
        guard let value = column.type.valueKind.converted(row[position]) else {
          throw TableError(
            "row \(index): column \(Problem.quoted(column.name)) "
              + column.mistake(of: row[position]))
        }
        values[position].append(value)
      }
    }
    self.init(checked: columns, values)
  }

  /// Makes a table from the values of each column, which have been checked.
  package init(checked columns: [TableColumn], _ values: [[Value]], _ origin: TableOrigin? = nil) {
    self.columns = columns
    rowCount = values.first?.count ?? 0
    contents = TableContents(values, origin)
  }

  /// The first mistake in some columns; nil if a table can have them.
  static func mistake(in columns: [TableColumn]) -> TableError? {
    guard !columns.isEmpty else { return TableError("a table needs columns") }
    var seen: Set<ExactText> = []
    for column in columns {
      let name = Problem.quoted(column.name)
      if column.name.isEmpty { return TableError("a column needs a name") }
      if !seen.insert(ExactText(column.name)).inserted {
        return TableError("the column \(name) is given twice")
      }
      if !TableColumn.canHave(column.type) {
        return TableError(
          "the column \(name) cannot be of type '\(column.type.rawValue)'",
          hint: "write \(TableColumn.suggestedTypes)")
      }
    }
    return nil
  }

  /// The value in a row and a column; both must exist.
  public subscript(row: Int, column: Int) -> Value { contents.values[column][row] }

  /// A row as an object of its columns.
  package func object(_ row: Int) -> Value {
    .dictionary(ValueDictionary(columns.indices.map { (columns[$0].name, self[row, $0]) }))
  }

  /// All rows as objects.
  ///
  /// - Complexity: O(n) in the number of values the first time, then O(1).
  package var objects: [Value] { contents.objects { (0..<rowCount).map(object) } }

  /// The position of a column; nil if the table does not have it.
  public func column(named name: String) -> Int? {
    let name = ExactText(name)
    return columns.firstIndex { ExactText($0.name) == name }
  }

  /// Whether both tables have the same columns and identical values.
  public static func == (left: FormTable, right: FormTable) -> Bool {
    left.columns == right.columns
      && (left.contents === right.contents || left.contents.values == right.contents.values)
  }

  /// Hashes the columns and the number of rows, so that hashing a long table stays cheap.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(rowCount)
  }
}

extension TableColumn {
  /// What is wrong with a value that the column cannot hold, for a message that names the column.
  func mistake(of value: Value) -> String {
    let kind = type.valueKind
    if let obstacle = kind.obstacle(to: value, within: ValueKind.maximumBytes) {
      return "holds \(obstacle.stored)"
    }
    return "holds \(kind.description), not \(Problem.kindName(of: value))"
  }
}

/// What is wrong with a table.
public struct TableError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence that says what is wrong, without a full stop.
  public let message: String
  /// What the author of the table can do about it.
  public let hint: String?
  /// The line and the column in a CSV file, from 1; nil for a table of another origin.
  ///
  /// The column counts Unicode scalars.
  public let place: Place?

  /// A place in a file.
  public struct Place: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
  }

  init(_ message: String, hint: String? = nil, place: Place? = nil) {
    self.message = message
    self.hint = hint
    self.place = place
  }

  /// The sentence, with its place before it and the hint behind it.
  public var description: String {
    let start = place.map { "line \($0.line), column \($0.column): " } ?? ""
    return start + message + (hint.map { "; \($0)" } ?? "")
  }
}
