// The tables of a form file, and options that come from a table. Whether the tables and columns
// that a row names exist is for the compiler to say: a host may hand in tables too.

import Predicate

extension DefinitionReader {
  mutating func tables(in object: ObjectPlace) -> [TableDefinition] {
    guard let place = place(.tables, in: object) else { return [] }
    guard kind(of: place) == .object else {
      reportKind(
        of: place, "'tables'", mustBe: "an object of names and tables", hint: hint(for: place))
      return []
    }
    var seen = Set<ExactText>()
    var tables: [TableDefinition] = []
    for index in document.keys(of: place.index) {
      let name = document.text(at: index)
      guard seen.insert(ExactText(name)).inserted else { continue }
      tables.append(apart { $0.table(name, Place(index: index + 1)) })
    }
    return tables
  }

  private mutating func table(_ name: String, _ place: Place) -> TableDefinition {
    guard let object = object(place, called: "a table") else {
      return TableDefinition(name, file: .unreadable)
    }
    checkKeys(of: object, known: .table, in: "a table")
    guard has(.file, in: object) else {
      for key in [FormKey.header, .separator] {
        guard let place = self.place(key, in: object) else { continue }
        report(
          .table, "'\(key.text)' needs 'file': it is about a CSV file", place, focus: .key)
      }
      let table = table(object)
      return table.map { TableDefinition(name, $0) } ?? TableDefinition(name, file: .unreadable)
    }
    if has(.rows, in: object) {
      reportConflict("the rows of a table are here or in a file", .rows, .file, object)
    }
    guard let path = text(.file, in: object) else {
      return TableDefinition(name, file: .unreadable)
    }
    let columns = has(.columns, in: object) ? columns(in: object) : []
    guard let columns else { return TableDefinition(name, file: .unreadable) }
    return TableDefinition(
      name,
      file: TableFile(
        path, columns: columns, hasHeader: flag(.header, in: object) ?? true,
        separator: separator(in: object)))
  }

  /// What stands between the fields of a CSV file.
  private mutating func separator(in object: ObjectPlace) -> CSVSeparator {
    guard let text = text(.separator, in: object) else { return .comma }
    if let separator = CSVSeparator(rawValue: text) { return separator }
    if let place = place(.separator, in: object) {
      report(
        .word, "unknown separator \(Problem.quoted(text))", place,
        hint: #"write "," or ";", or "\t" for a tab"#)
    }
    return .comma
  }

  /// Reads the JSON file of a table, an object with columns and rows.
  ///
  /// - Returns: The table, or the mistakes in the file.
  package static func readTable(
    _ root: JSONElement, within limits: FormLimits
  ) -> Result<FormTable, TableMistakes> {
    root.document.read { view in
      var reader = DefinitionReader(view, JSONPlaces(below: root), limits)
      if root.document.hasDuplicateKeys { reader.checkDuplicateKeys(in: root.index) }
      guard let object = reader.object(Place(index: root.index), called: "a table") else {
        return .failure(TableMistakes(problems: reader.list.problems))
      }
      reader.checkKeys(of: object, known: .tableFile, in: "a table")
      let table = reader.table(object)
      let problems = reader.list.problems
      guard let table, problems.allSatisfy({ $0.severity == .warning }) else {
        return .failure(TableMistakes(problems: problems))
      }
      return .success(table)
    }
  }

  /// Reads a table given in JSON, an object with columns and rows.
  ///
  /// - Throws: The first mistake.
  package static func table(
    _ json: JSONElement, within limits: FormLimits
  ) throws(Problem) -> FormTable {
    switch readTable(json, within: limits) {
    case .success(let table): return table
    case .failure(let mistakes):
      throw mistakes.problems.first { $0.severity == .error }
        ?? Problem(.table, "the table cannot be read", path: JSONPath())
    }
  }

  /// The mistakes in a file with a table.
  package struct TableMistakes: Error {
    package let problems: [Problem]
  }

  /// The table with the columns and rows of an object; nil if its columns cannot be read.
  ///
  /// Mistakes are reported. Wrong rows are left out.
  private mutating func table(_ object: ObjectPlace) -> FormTable? {
    let all = columns(in: object)
    guard let place = place(.rows, in: object) else {
      report(
        .table, "a table needs 'rows' or a 'file'", object.place, focus: .start,
        hint: #"write "rows": [["a", "b"], …], or "file": "table.csv""#)
      return nil
    }
    guard kind(of: place) == .array else {
      reportKind(of: place, "'rows' of a table", mustBe: "a list of lists")
      return nil
    }
    guard let all else { return nil }
    let columns = all.filter { !$0.isInLanguages }
    let rows = document.elements(of: place.index)
    let (cells, overflow) = rows.underestimatedCount.multipliedReportingOverflow(by: columns.count)
    guard !overflow, cells <= tableCellsLeft else {
      let limit = tableCellsLimit
      report(.limit, "the tables have more than \(limit) cells", place, focus: .key)
      return nil
    }
    tableCellsLeft -= cells
    var values = columns.map { _ in [Value]() }
    for column in values.indices { values[column].reserveCapacity(rows.underestimatedCount) }
    for index in rows { readRow(Place(index: index), columns, to: &values) }
    return FormTable(checked: all, values)
  }

  /// Appends the values of a row, if there are as many as there are columns.
  private mutating func readRow(
    _ place: Place, _ columns: [TableColumn], to values: inout [[Value]]
  ) {
    guard kind(of: place) == .array else {
      return reportKind(of: place, "a row of a table", mustBe: "a list of values")
    }
    let cells = document.elements(of: place.index)
    guard cells.underestimatedCount == columns.count else {
      return report(
        .table,
        "the row has \(counted(cells.underestimatedCount, "value")), but the table has "
          + counted(columns.count, "column"), place)
    }
    for (position, index) in cells.enumerated() {
      values[position].append(cell(Place(index: index), columns[position]))
    }
  }

  private mutating func cell(_ place: Place, _ column: TableColumn) -> Value {
    let given = document.value(at: place.index)
    if let value = column.type.valueKind.convertedFromJSON(given) { return value }
    var hint: String?
    switch (column.type.valueKind, given) {
    case (.text, .int), (.text, .double):
      let name = JSONWriter.text(of: .string(column.name))
      hint = #"quote it, or declare the column: {"name": \#(name), "type": "decimal"}"#
    default: break
    }
    report(
      .table, "column \(Problem.quoted(column.name)) " + column.mistake(of: given), place,
      hint: hint)
    return .null
  }

  // MARK: - Columns

  /// The columns of a table; nil if any of them cannot be read, which has been reported.
  private mutating func columns(in object: ObjectPlace) -> [TableColumn]? {
    guard let place = place(.columns, in: object) else {
      report(
        .missing, "a table needs 'columns'", object.place, focus: .start,
        hint: #"write "columns": ["code", {"name": "price", "type": "decimal"}]"#)
      return nil
    }
    guard kind(of: place) == .array else {
      reportKind(of: place, "'columns'", mustBe: "a list of names")
      return nil
    }
    var columns: [TableColumn] = []
    var firsts: [ExactText: Place] = [:]
    var areFine = true
    for index in document.elements(of: place.index) {
      let place = Place(index: index)
      guard let column = apart({ $0.column(place) }) else {
        areFine = false
        continue
      }
      if let first = firsts[ExactText(column.name)] {
        let note = Problem.Related(
          "it is given here first", path: places.path(to: first.index),
          range: document.range(of: first.index))
        report(
          .duplicate, "the column \(Problem.quoted(column.name)) is given twice", place,
          related: [note])
        areFine = false
      }
      firsts[ExactText(column.name)] = place
      columns.append(column)
    }
    guard areFine, !has(.file, in: object) else { return areFine ? columns : nil }
    if !columns.contains(where: { !$0.isInLanguages }) {
      report(.missing, "a table needs columns", place)
      return nil
    }
    if let (mistake, column) = FormTable.mistake(inLanguagesOf: columns, areAll: true) {
      report(
        .table, mistake.message, firsts[ExactText(columns[column].name)] ?? place,
        hint: mistake.hint)
      return nil
    }
    return columns
  }

  /// A column: its name, or an object with its name and its type.
  private mutating func column(_ place: Place) -> TableColumn? {
    if let name = text(at: place) { return named(name, .text, place) }
    guard kind(of: place) == .object, let object = object(place, called: "a column") else {
      reportKind(of: place, "a column", mustBe: "text, or an object with a 'name' and a 'type'")
      return nil
    }
    checkKeys(of: object, known: .column, in: "a column")
    guard let namePlace = self.place(.name, in: object) else {
      report(.missing, "a column needs a 'name'", object.place, focus: .start)
      return nil
    }
    if let languages = self.place(.languages, in: object) {
      return column(inLanguages: languages, in: object)
    }
    let type = has(.type, in: object) ? rowType(in: object, of: "a column") : .text
    guard let name = text(.name, in: object, isRequired: true), let type else { return nil }
    guard TableColumn.canHave(type) else {
      report(
        .place, "a column cannot be of type '\(type.rawValue)'",
        self.place(.type, in: object) ?? place,
        hint: "write \(TableColumn.suggestedTypes)")
      return nil
    }
    return named(name, type, namePlace)
  }

  /// A column that stands for another one in each language.
  private mutating func column(inLanguages place: Place, in object: ObjectPlace) -> TableColumn? {
    if let type = self.place(.type, in: object) {
      report(
        .place, "a column in languages has no 'type': it stands for columns of text", type,
        focus: .key)
    }
    guard let name = text(.name, in: object, isRequired: true) else { return nil }
    guard !name.isEmpty else { return named(name, .text, object.place) }
    let example = #"write the name of a column for each language: {"en": "name_en"}"#
    guard kind(of: place) == .object else {
      reportKind(of: place, "'languages' of a column", mustBe: "an object", hint: example)
      return nil
    }
    var languages: [TableColumn.Translation] = []
    for index in document.keys(of: place.index) {
      guard let column = text(at: Place(index: index + 1)) else {
        reportKind(
          of: Place(index: index + 1), "the column of a language",
          mustBe: "text, the name of a column")
        return nil
      }
      languages.append(
        TableColumn.Translation(language: document.text(at: index), column: column))
    }
    guard !languages.isEmpty else {
      report(.missing, "the column names no language", place, hint: example)
      return nil
    }
    return TableColumn(name, translations: languages)
  }

  private mutating func named(_ name: String, _ type: RowType, _ place: Place) -> TableColumn? {
    guard name.isEmpty else { return TableColumn(name, type: type) }
    report(.missing, "a column needs a name", place)
    return nil
  }

  // MARK: - Options

  /// The table or the list that options come from; nil if the options are written out.
  mutating func optionSource(at place: Place) -> OptionSource? {
    guard kind(of: place) == .object else { return nil }
    let options = members(ofObject: place)
    let isList = has(.list, in: options)
    guard isList || has(.table, in: options) else { return nil }
    let (key, keys, name): (FormKey, FormKeys, String) =
      isList
      ? (.list, .listOptions, "options from a list")
      : (.table, .tableOptions, "options from a table")
    if isList, let table = self.place(.table, in: options) {
      report(
        .place, "options come from a table or from a list, not from both", table, focus: .key,
        hint: "leave 'table' or 'list' out")
    } else {
      checkKeys(of: options, known: keys, in: name)
    }
    let title = text(.title, in: options)
    if !has(.value, in: options) {
      report(
        .missing, "\(name) need a 'value'", place, focus: .start,
        hint: isList
          ? "name the row of an item that has the value of its option; options that two rows share "
            + "come from a table"
          : "name the column with the values of the options")
    }
    // Empty names say that the options could not be read.
    var (source, value) = ("", "")
    if let givenSource = text(key, in: options, isRequired: true),
      let givenValue = text(.value, in: options, isRequired: true)
    {
      (source, value) = (givenSource, givenValue)
      if source.isEmpty, let place = self.place(key, in: options) {
        report(.missing, "'\(key.text)' is empty, and should be the name of a \(key.text)", place)
      }
    }
    return isList
      ? .list(ListOptions(source, value: value, title: title))
      : .table(TableOptions(source, value: value, title: title))
  }
}
