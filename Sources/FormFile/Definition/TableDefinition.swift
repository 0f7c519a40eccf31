// The tables of a form as its author wrote them, and the options that come from a table. Plain
// values.

import Predicate

/// A table of a form.
public struct TableDefinition: Sendable, Hashable {
  /// The name of the table in formulas and options.
  ///
  /// Tables have names of their own: a row may have the same tag.
  public var name: String
  /// The rows, or the file that has them.
  public var source: Source

  /// Where the rows of a table come from.
  public enum Source: Sendable, Hashable {
    /// The table itself.
    case rows(FormTable)
    /// A file beside the form, which the host reads.
    case file(TableFile)
  }

  /// The columns, as far as the definition names them.
  package var columns: [TableColumn] {
    switch source {
    case .rows(let table): table.columns
    case .file(let file): file.columns
    }
  }

  /// Makes a table.
  public init(_ name: String, _ table: FormTable) {
    self.name = name
    source = .rows(table)
  }

  /// Makes a table whose rows are in a file.
  public init(_ name: String, file: TableFile) {
    self.name = name
    source = .file(file)
  }
}

/// A file with the rows of a table, beside the file of the form.
///
/// The engine opens no files: the host reads the file and hands in the bytes or the table.
public struct TableFile: Sendable, Hashable {
  /// The path of the file from the folder of the form: `wards.csv`, `data/wards.csv`.
  public var path: String
  /// The columns with a type other than text or, without a header, all columns in order.
  public var columns: [TableColumn]
  /// Whether the first line of a CSV file names the columns.
  public var hasHeader: Bool
  /// What stands between the fields of a CSV file.
  public var separator: CSVSeparator
  /// Whether the definition of the table could not be read, which has been reported.
  package private(set) var isUnreadable = false

  /// Names a file.
  public init(
    _ path: String, columns: [TableColumn] = [], hasHeader: Bool = true,
    separator: CSVSeparator = .comma
  ) {
    self.path = path
    self.columns = columns
    self.hasHeader = hasHeader
    self.separator = separator
  }

  /// Stands for a table that could not be read from the definition.
  static let unreadable = {
    var file = TableFile("")
    file.isUnreadable = true
    return file
  }()

  /// The columns that stand for others, which the file does not have.
  package var columnsInLanguages: ArraySlice<TableColumn> {
    columns.filter(\.isInLanguages)[...]
  }

  /// Whether the file is JSON; every other file is CSV.
  package var isJSON: Bool { path.lowercased().hasSuffix(".json") }

  /// Why a path cannot be followed; nil for a path that stays in the folder of the form.
  ///
  /// The path is judged as it is spelled. A link may still lead outside: who opens the file must
  /// look.
  package static func refusal(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.contains { !$0.isEmpty && $0 != "." }
    if !isName || path.hasSuffix("/") { return "is not the name of a file" }
    if path.utf8.contains(0) { return "contains a NUL character" }
    if path.hasPrefix("/") || path.contains("\\") || path.contains(":") {
      return "is not a path from the folder of the form"
    }
    if parts.contains("..") { return "leaves the folder of the form" }
    return nil
  }

  /// What a path must look like, for hints.
  static let example =
    "write the name of a file beside the form, such as wards.csv or data/wards.csv"
}

/// What stands between the fields of a CSV file.
public enum CSVSeparator: String, Sendable, Hashable, CaseIterable {
  /// A comma, as RFC 4180 has it.
  case comma = ","
  /// A semicolon, as spreadsheets write it where a comma is the decimal sign.
  case semicolon = ";"
  /// A tab.
  case tab = "\t"

  /// The byte of the separator.
  package var byte: UInt8 {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    }
  }
}

/// Options that come from the rows of a table.
///
/// A row of the table whose value is nil or empty text is not an option. Of rows with equal values,
/// the first is the option.
public struct TableOptions: Sendable, Hashable {
  /// The name of the table.
  public var table: String
  /// The column with the values of the options.
  public var value: String
  /// The column with the titles of the options; nil: the values.
  public var title: String?

  /// Makes options from a table.
  public init(_ table: String, value: String, title: String? = nil) {
    self.table = table
    self.value = value
    self.title = title
  }
}
