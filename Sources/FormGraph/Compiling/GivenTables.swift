// The tables of a form when it is compiled: those of the definition, those that the host hands in,
// and those whose files the host reads. This file decides which counts, and whether it fits.

import Predicate

/// What a host gives for the tables of a form.
struct GivenTables {
  /// Tables by name, in place of those of the definition or beside them.
  var tables: [String: FormTable] = [:]
  /// Reads a file that a table names; nil if the host reads no files.
  var readFile: ((String) throws -> [UInt8])?

  /// The tables of a form, in the order of its definition, then those of the host alone by name.
  ///
  /// - Parameters:
  ///   - definition: The form.
  ///   - limits: The limits of the form.
  /// - Returns: The tables, and a problem for each table that is missing or does not fit.
  func resolved(
    for definition: FormDefinition, within limits: FormLimits
  ) -> (tables: FormTables, problems: [Problem]) {
    var resolved: [(name: String, table: FormTable)] = []
    var unreadable: Set<TableID> = []
    var problems: [Problem] = []
    var cells = 0
    var names: Set<ExactText> = []
    for table in definition.tables where names.insert(ExactText(table.name)).inserted {
      var found: FormTable?
      do throws(Problem) { found = try self.table(table, within: limits) } catch {
        problems.append(error)
      }
      if found == nil { unreadable.insert(TableID(resolved.count)) }
      resolved.append((table.name, found ?? FormTable(checked: [], [])))
    }
    for (name, table) in tables.sorted(by: { $0.key < $1.key })
    where names.insert(ExactText(name)).inserted {
      resolved.append((name, table))
    }
    for (name, table) in resolved {
      // Neither factor can be large enough to overflow: both count something in memory.
      cells += table.rowCount * table.ownColumns.count
      guard cells > limits.tableCells else { continue }
      problems.append(
        Problem(
          .limit, "the tables have more than \(limits.tableCells) cells",
          path: JSONPath([.key("tables"), .key(name)])))
      break
    }
    return (FormTables(resolved, unreadable: unreadable), problems)
  }

  /// The rows of a table of the definition; nil if its mistake has been reported.
  private func table(
    _ definition: TableDefinition, within limits: FormLimits
  ) throws(Problem) -> FormTable? {
    let path = JSONPath([.key("tables"), .key(definition.name)])
    switch definition.source {
    case .rows(let table):
      guard let given = tables[definition.name] else { return table }
      try check(given, for: table.columns, path)
      return given.adding(table.columnsInLanguages)
    case .file(let file):
      guard !file.isUnreadable, TableFile.refusal(of: file.path) == nil else { return nil }
      if let given = tables[definition.name] {
        try check(given, for: file.columns, path)
        return given.adding(file.columnsInLanguages)
      }
      let name = Problem.quoted(file.path)
      guard let readFile else {
        throw Problem(
          .table, "the rows of the table are in the file \(name), which was not handed in",
          path: path.appending("file"), hint: "compile the form with this table")
      }
      let bytes: [UInt8]
      do { bytes = try readFile(file.path) } catch {
        throw Problem(.table, "\(error)", path: path.appending("file"))
      }
      guard bytes.count <= limits.fileBytes else {
        throw Problem(
          .limit, "the file \(name) is longer than \(limits.fileBytes) bytes",
          path: path.appending("file"))
      }
      return file.isJSON
        ? try json(bytes, file, path, within: limits) : try csv(bytes, file, path, within: limits)
    }
  }

  private func check(
    _ given: FormTable, for columns: [TableColumn], _ path: JSONPath
  ) throws(Problem) {
    guard let misfit = given.misfit(for: columns) else { return }
    throw Problem(.table, "the table that was handed in \(misfit)", path: path)
  }

  // MARK: - Files

  private func csv(
    _ bytes: [UInt8], _ file: TableFile, _ path: JSONPath, within limits: FormLimits
  ) throws(Problem) -> FormTable {
    do throws(TableError) {
      return try CSVReader.read(
        bytes, from: file.path, file.columns, file.hasHeader, file.separator, limits.tableCells)
    } catch {
      let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
      throw Problem(
        .table, "\(file.path)\(place): \(error.message)", path: path.appending("file"),
        hint: error.hint)
    }
  }

  private func json(
    _ bytes: [UInt8], _ file: TableFile, _ path: JSONPath, within limits: FormLimits
  ) throws(Problem) -> FormTable {
    let table: FormTable
    do throws(Problem) {
      let root = try JSONReader.read(bytes, maximumBytes: limits.fileBytes)
      do throws(DefinitionReader.TableMistakes) {
        table = try DefinitionReader.readTable(root, within: limits).get()
      } catch {
        throw error.problems.first { $0.severity == .error }
          ?? Problem(.table, "the file is not a table")
      }
    } catch {
      let (line, column) = Self.place(of: error.range?.lowerBound ?? 0, in: bytes)
      throw Problem(
        .table, "\(file.path):\(line):\(column): \(error.message)", path: path.appending("file"),
        hint: error.hint)
    }
    try check(table, for: file.columns, path)
    return FormTable(
      checked: Array(table.columns),
      Array(table.contents.values.prefix(table.ownColumns.count)), TableOrigin(file: file.path)
    ).adding(file.columnsInLanguages)
  }

  /// The line and the column of an offset, from 1.
  private static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
  }
}

extension FormTable {
  /// Why the table cannot stand for one with these columns: the end of a sentence about it; nil if
  /// it can.
  ///
  /// The order of the columns does not matter, and there may be more.
  func misfit(for columns: [TableColumn]) -> String? {
    for column in columns where column.isInLanguages {
      if ownColumns.contains(where: { ExactText($0.name) == ExactText(column.name) }) {
        return "has values in the column \(Problem.quoted(column.name)), which is in languages"
      }
    }
    let inLanguages = columns.flatMap { $0.languages.map { TableColumn($0.column) } }
    for column in columns.filter({ !$0.isInLanguages }) + inLanguages {
      guard let position = self.column(named: column.name) else {
        return "has no column \(Problem.quoted(column.name))"
      }
      let own = self.columns[position]
      if !own.isLike(column) {
        return
          "has \(own.type.valueKind.description) in the column \(Problem.quoted(column.name)), "
          + "not \(column.type.valueKind.description)"
      }
    }
    return nil
  }
}
