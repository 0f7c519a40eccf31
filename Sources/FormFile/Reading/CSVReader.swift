// Reads a table from the bytes of a CSV file, as RFC 4180 describes the format: commas between
// fields, fields in double quotes where they hold a comma, a quote or a line break. Blanks belong
// to a field. Lines end with CRLF, LF or CR. The text is UTF-8.
//
// The reader guesses nothing: unless it is told another separator, a file with semicolons has one
// column. It opens no files.

import Foundation
import Predicate

/// Reads tables from CSV.
public struct CSVReader {
  private let text: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private var position = 0
  /// The line that is being read, from 1, and where it begins.
  private var line = 1
  private var lineStart = 0

  /// Reads a table.
  ///
  /// A cell of a column of text is text, also if the cell is empty. In every other column an empty
  /// cell is nil. Numbers are written as in JSON, truth values as `true` and `false`, dates as ISO
  /// 8601. An empty line is skipped, unless there is only one column.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - columns: With a header, the columns that are not text: a column that is not listed is
  ///     text. Without a header, all columns in order.
  ///   - hasHeader: Whether the first line names the columns.
  ///   - separator: What stands between fields.
  ///   - maximumCells: The largest number of cells.
  /// - Throws: The first mistake, with its line and column.
  /// - Returns: The table.
  /// - Complexity: O(n) in the length of the file.
  public static func read(
    _ bytes: [UInt8], columns: [TableColumn] = [], hasHeader: Bool = true,
    separator: CSVSeparator = .comma, maximumCells: Int = FormLimits.standard.tableCells
  ) throws(TableError) -> FormTable {
    try read(bytes, from: nil, columns, hasHeader, separator, maximumCells)
  }

  /// Reads a table, which remembers the lines of its rows if the file has a name.
  package static func read(
    _ bytes: [UInt8], from file: String?, _ columns: [TableColumn], _ hasHeader: Bool,
    _ separator: CSVSeparator, _ maximumCells: Int
  ) throws(TableError) -> FormTable {
    try bytes.withUnsafeBufferPointer { text -> Result<FormTable, TableError> in
      do throws(TableError) {
        var reader = CSVReader(text: text, separator)
        return .success(try reader.table(columns, hasHeader, maximumCells, file))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Reads the fields of one line, which may go on over several lines in quotes.
  ///
  /// - Parameters:
  ///   - line: The line, with or without its end. A byte order mark before it is skipped.
  ///   - separator: What stands between fields.
  /// - Throws: The first mistake, with its place in the line.
  /// - Returns: The fields, without their quotes.
  package static func fields(
    of line: [UInt8], separator: CSVSeparator = .comma
  ) throws(TableError) -> [String] {
    try line.withUnsafeBufferPointer { text -> Result<[String], TableError> in
      do throws(TableError) {
        var reader = CSVReader(text: text, separator)
        return .success(try reader.lineAlone())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private init(text: UnsafeBufferPointer<UInt8>, _ separator: CSVSeparator) {
    self.text = text
    self.separator = separator.byte
  }

  private mutating func lineAlone() throws(TableError) -> [String] {
    try skipByteOrderMark()
    var fields: [String] = []
    repeat { fields.append(try field()) } while skipSeparator()
    endLine()
    guard position == text.count else {
      throw error(
        "the line ends with CR alone", at: here, hint: "end lines with LF or CRLF")
    }
    return fields
  }

  // MARK: - Table

  private mutating func table(
    _ declared: [TableColumn], _ hasHeader: Bool, _ maximumCells: Int, _ file: String?
  ) throws(TableError) -> FormTable {
    try skipByteOrderMark()
    guard position < text.count else { throw error("the file is empty", at: here) }
    let all = hasHeader ? try header(declared) : declared
    if let mistake = FormTable.mistake(in: all) { throw mistake }
    let columns = all.filter { !$0.isInLanguages }
    var values = columns.map { _ in [Value]() }
    var lines: [Int32] = []
    var count = 0
    while position < text.count {
      if columns.count > 1, isAtLineEnd {
        endLine()
        continue
      }
      let start = here
      var field = 0
      repeat {
        let place = here
        let cell = try self.field()
        if field < columns.count {
          values[field].append(try value(cell, columns[field], at: place))
        }
        field += 1
      } while skipSeparator()
      guard field == columns.count else {
        throw error(
          "the line has \(counted(field, "field")), but the table has "
            + counted(columns.count, "column"), at: start)
      }
      count += columns.count
      guard count <= maximumCells else {
        throw error("the table has more than \(maximumCells) cells", at: start)
      }
      if file != nil { lines.append(Int32(clamping: start.line)) }
      endLine()
    }
    return FormTable(checked: all, values, file.map { TableOrigin(file: $0, lines: lines) })
  }

  /// The columns that the first line names.
  private mutating func header(_ declared: [TableColumn]) throws(TableError) -> [TableColumn] {
    let own = declared.filter { !$0.isInLanguages }
    var columns: [TableColumn] = []
    var names: Set<ExactText> = []
    let start = here
    repeat {
      let place = here
      let name = try field()
      guard !name.isEmpty else {
        throw error("a column has no name", at: place, hint: "the first line names the columns")
      }
      guard names.insert(ExactText(name)).inserted else {
        throw error("the column \(Problem.quoted(name)) is given twice", at: place)
      }
      columns.append(own.first { ExactText($0.name) == ExactText(name) } ?? TableColumn(name))
    } while skipSeparator()
    if let missing = own.first(where: { !names.contains(ExactText($0.name)) }) {
      let nearest = Spelling.nearest(to: missing.name, among: columns.map(\.name))
      throw error(
        "the first line has no column \(Problem.quoted(missing.name))", at: start,
        hint: nearest.map { "did you mean \($0)?" }
          ?? (columns.count == 1 && columns[0].name.contains(";")
            ? "write \"separator\": \";\" beside the file"
            : "in a file without a line of names, write \"header\": false"))
    }
    endLine()
    return columns + declared.filter(\.isInLanguages)
  }

  private func value(
    _ cell: String, _ column: TableColumn, at place: Place
  ) throws(TableError) -> Value {
    let kind = column.type.valueKind
    if kind == .text { return .string(cell) }
    if cell.isEmpty { return .null }
    let value: Value? =
      switch kind {
      case .int: Int64(cell).map(Value.int)
      case .decimal: Self.decimal(cell)
      case .bool: cell == "true" ? true : cell == "false" ? false : nil
      default: kind.convertedFromJSON(.string(cell))
      }
    if let value { return value }
    throw error(
      "column \(Problem.quoted(column.name)) holds \(kind.description), not "
        + Problem.quoted(cell), at: place)
  }

  /// A finite number as JSON writes it; Swift also reads `nan` and `0x1`.
  private static func decimal(_ cell: String) -> Value? {
    guard cell.utf8.allSatisfy({ JSONReader.isDigit($0) || "+-.eE".utf8.contains($0) }),
      let double = Double(cell), double.isFinite
    else { return nil }
    return .double(double)
  }

  // MARK: - Fields

  private mutating func field() throws(TableError) -> String {
    if position < text.count, text[position] == UInt8(ascii: "\"") { return try quotedField() }
    let start = position
    while position < text.count, !isAtLineEnd, text[position] != separator {
      guard text[position] != UInt8(ascii: "\"") else {
        throw error(
          "a quote inside a field without quotes", at: here,
          hint: "put the whole field in quotes, and write \"\" for one quote")
      }
      try skipCharacter()
    }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private mutating func quotedField() throws(TableError) -> String {
    let opening = error("the quoted field does not end", at: here)
    position += 1
    var content: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        guard position < text.count, text[position] == UInt8(ascii: "\"") else {
          guard position == text.count || isAtLineEnd || text[position] == separator else {
            throw error(
              "text behind the closing quote of a field", at: here,
              hint: "write \"\" for a quote inside the field")
          }
          return String(decoding: content, as: UTF8.self)
        }
        position += 1
        content.append(byte)
      } else if isAtLineEnd {
        let start = position
        endLine()
        content += text[start..<position]
      } else {
        let start = position
        try skipCharacter()
        content += text[start..<position]
      }
    }
    throw opening
  }

  /// Moves past a separator; false if there is none.
  private mutating func skipSeparator() -> Bool {
    guard position < text.count, text[position] == separator else { return false }
    position += 1
    return true
  }

  /// Moves past one character, which must be UTF-8 and not NUL.
  private mutating func skipCharacter() throws(TableError) {
    guard text[position] != 0 else { throw error("a NUL character", at: here) }
    let length = text[position] < 0x80 ? 1 : JSONReader.sequenceLength(at: position, in: text)
    guard length > 0 else {
      let byte = String(text[position], radix: 16, uppercase: true)
      throw error("the byte 0x\(byte) is not UTF-8", at: here, hint: "save the file as UTF-8")
    }
    position += length
  }

  // MARK: - Lines

  private var isAtLineEnd: Bool {
    position < text.count
      && (text[position] == UInt8(ascii: "\n") || text[position] == UInt8(ascii: "\r"))
  }

  /// Moves past the end of a line, if one stands here.
  private mutating func endLine() {
    guard isAtLineEnd else { return }
    let isPair = text[position] == UInt8(ascii: "\r") && position + 1 < text.count
    position += isPair && text[position + 1] == UInt8(ascii: "\n") ? 2 : 1
    line += 1
    lineStart = position
  }

  private mutating func skipByteOrderMark() throws(TableError) {
    if text.starts(with: JSONReader.byteOrderMark) {
      position = JSONReader.byteOrderMark.count
      lineStart = position
    } else if text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
      throw error("the file is UTF-16", at: here, hint: "save the file as UTF-8")
    }
  }

  /// A place in the file, kept because a quoted field may go on over several lines.
  private struct Place {
    let offset: Int
    let line: Int
    let lineStart: Int
  }

  private var here: Place { Place(offset: position, line: line, lineStart: lineStart) }

  private func error(_ message: String, at place: Place, hint: String? = nil) -> TableError {
    // Counts characters, by the bytes that begin one.
    let before = text[place.lineStart..<place.offset].count { $0 & 0xC0 != 0x80 }
    return TableError(message, hint: hint, place: .init(line: place.line, column: before + 1))
  }
}
