// What texts and options read of tables. Names of tables and columns are known when the form is
// compiled, so a wrong name is an error with a place and not a lookup that finds nothing.

import Predicate

extension GraphBuilder {
  /// Checks the tables and columns that a text names.
  mutating func checkTables(_ reading: TextReading, _ site: Site) {
    for lookup in reading.lookups { check(lookup, site) }
    for rows in reading.tableRows { check(rows, site) }
    if let list = optionsList(at: site) { checkUsesOfSelf(reading, ofItemsOf: list, site) }
    guard !reading.usesOfSelf.isEmpty, let table = optionsTable(at: site),
      let options = site.owner?.row.flatMap({ topology.rows[$0.index].content.options?.table }),
      let id = topology.graph.tables.id(of: options.table), !topology.graph.tables.isUnreadable(id)
    else { return }
    for (key, range) in reading.usesOfSelf {
      guard let key else {
        let hasValueKey = valueColumn(of: OptionDefinition.valueKey, at: site, table) != nil
        report(
          .use, "SELF is a row of the table '\(options.table)'", at: site, textRange: range,
          hint: (hasValueKey ? "write SELF.value, or " : "")
            + "name a column: SELF.\(options.value)")
        continue
      }
      if valueColumn(of: key, at: site, table) != nil { continue }
      // A key without SELF has been reported.
      guard !reading.bareKeys.contains(where: { $0.range == range }) else { continue }
      checkColumn(key, of: table, named: options.table, sign: "SELF.", at: site, range)
    }
  }

  /// The column that `SELF.value` means in a filter; nil of another key, and where the table has a
  /// column of this name.
  func valueColumn(of key: String, at site: Site, _ table: FormTable) -> String? {
    guard key == OptionDefinition.valueKey, table.column(named: key) == nil else { return nil }
    return site.owner?.row.flatMap { topology.rows[$0.index].content.options?.table?.value }
  }

  private mutating func check(_ lookup: Lookup, _ site: Site) {
    if let range = lookup.firstFormula {
      report(
        .use, "lookup names its table and columns as text in quotes, not by a formula", at: site,
        textRange: range, hint: "write lookup('table', 'key column', value, 'column')")
    }
    guard let name = lookup.table else { return }
    guard let table = table(name.name, at: site, name.range) else { return }
    if let key = lookup.key {
      checkColumn(key.name, of: table, named: name.name, sign: "", at: site, key.range)
      warnOfDuplicates(in: key.name, of: name.name)
    }
    if let column = lookup.column {
      checkColumn(column.name, of: table, named: name.name, sign: "", at: site, column.range)
    }
  }

  private mutating func check(_ rows: TableRows, _ site: Site) {
    guard let name = rows.table else {
      return report(
        .use, "table names its table as text in quotes, not by a formula", at: site,
        textRange: rows.range, hint: "write table('table')")
    }
    guard let table = table(name.name, at: site, name.range) else { return }
    for key in rows.keys {
      checkColumn(key.name, of: table, named: name.name, sign: "", at: site, key.range)
    }
  }

  /// The table with a name; nil if it is unknown, which is reported, or could not be read.
  private mutating func table(
    _ name: String, at site: Site, _ range: Range<Int>? = nil
  ) -> FormTable? {
    guard let id = topology.graph.tables.id(of: name) else {
      let nearest = Spelling.nearest(to: name, among: topology.graph.tables.names)
      let hint =
        nearest.map { "did you mean \($0)?" }
        ?? (topology.graph.tables.isEmpty ? "the form has no tables" : nil)
      report(
        .unknownName, "unknown table \(Problem.quoted(name))", at: site, textRange: range,
        hint: hint)
      return nil
    }
    return topology.graph.tables.isUnreadable(id) ? nil : topology.graph.tables[id]
  }

  /// Whether a table has a column; if not, that is reported.
  @discardableResult
  private mutating func checkColumn(
    _ column: String, of table: FormTable, named name: String, sign: String, at site: Site,
    _ range: Range<Int>? = nil
  ) -> Bool {
    guard table.column(named: column) == nil else { return true }
    let nearest = Spelling.nearest(to: column, among: table.columns.map(\.name))
    report(
      .unknownName, "the table '\(name)' has no column \(Problem.quoted(column))", at: site,
      textRange: range,
      hint: nearest.map { "did you mean \(sign)\($0)?" } ?? table.separatorHint,
      hintsAtFile: nearest == nil)
    return false
  }

  /// Checks the table and the columns that the options of a row come from.
  mutating func checkTable(of content: RowDefinition, _ row: RowIndex) {
    guard let options = content.options?.table, content.options?.isUnreadable == false,
      let table = table(options.table, at: Site(.row(row), .key("options"), .key("table")))
    else { return }
    func site(_ key: String) -> Site { Site(.row(row), .key("options"), .key(key)) }
    let isValue = checkColumn(
      options.value, of: table, named: options.table, sign: "", at: site("value"))
    if isValue, let column = table.column(named: options.value),
      table.columns[column].isInLanguages
    {
      report(
        .place,
        "the values of options are the same in every language, and "
          + "\(Problem.quoted(options.value)) is not", at: site("value"),
        hint: table.ownColumns.first.map {
          "name a column with values of its own, such as \($0.name)"
        })
    }
    if let title = options.title,
      checkColumn(title, of: table, named: options.table, sign: "", at: site("title")),
      let column = table.column(named: title), table.columns[column].type.valueKind != .text
    {
      report(
        .use, "the titles of options are text, and \(Problem.quoted(title)) is not",
        at: site("title"))
    }
    if isValue, content.allowsOther, let column = table.column(named: options.value),
      table.columns[column].type.valueKind != .text
    {
      report(
        .place, "'other' needs options that are text, and \(Problem.quoted(options.value)) is not",
        at: Site(.row(row), .key("other")))
    }
    if let key = content.groupedBy {
      checkColumn(
        key, of: table, named: options.table, sign: "", at: Site(.row(row), .key("groupedBy")))
    }
  }

  /// Checks the languages of the columns of all tables.
  mutating func checkColumnsInLanguages(of definition: FormDefinition) {
    guard topology.graph.tables.areInLanguages else { return }
    for index in 0..<topology.graph.tables.count {
      let id = TableID(index)
      let name = topology.graph.tables.names[index]
      let written = definition.tables.first { ExactText($0.name) == ExactText(name) }?.columns ?? []
      let places = FormTable.places(of: written)
      for column in topology.graph.tables[id].columnsInLanguages {
        let place = places[ExactText(column.name)]
        let steps: [JSONPath.Step] = place.map { [.key("columns"), .index($0)] } ?? [.key("file")]
        check(column, at: [.key("tables"), .key(name)] + steps, isWritten: place != nil)
      }
    }
  }

  private mutating func check(_ column: TableColumn, at steps: [JSONPath.Step], isWritten: Bool) {
    for language in column.languages.map(\.language)
    where topology.language(spelled: language) == nil {
      let place: [JSONPath.Step] = isWritten ? [.key("languages"), .key(language)] : []
      reportUndeclared(language, at: Site(nil, steps + place))
    }
    guard let missing = languagesMissing(in: column.languages.map(\.language)) else { return }
    warn(
      .untranslated, "the column \(Problem.quoted(column.name)) has nothing for \(missing)",
      at: Site(nil, steps + (isWritten ? [.key("languages")] : [])))
  }

  /// Warns once of a column in which a value is looked up that several rows have.
  private mutating func warnOfDuplicates(in key: String, of name: String) {
    guard let id = topology.graph.tables.id(of: name), case let table = topology.graph.tables[id],
      let column = table.column(named: key),
      checkedKeys.insert(CheckedKey(table: id, column: column)).inserted,
      let (row, first) = table.contents.index(of: column).duplicate
    else { return }
    let message =
      "two rows of the table '\(name)' have \(table[row, column].short) in "
      + "\(Problem.quoted(key)), and lookup finds the first"
    if let origin = table.contents.origin {
      return warn(
        .table, "\(origin.place(of: row)): \(message), \(origin.place(of: first))",
        at: JSONPath([.key("tables"), .key(name), .key("file")]), related: [])
    }
    warn(
      .table, message,
      at: JSONPath([.key("tables"), .key(name), .key("rows"), .index(row)]),
      related: [
        Problem.Related(
          "the first one",
          path: JSONPath([.key("tables"), .key(name), .key("rows"), .index(first)])
        )
      ])
  }

  /// A column in which values are looked up.
  struct CheckedKey: Hashable {
    let table: TableID
    let column: Int
  }
}

extension FormTable {
  /// A hint if the only column of a file seems to be several, with another sign between them.
  fileprivate var separatorHint: String? {
    guard let origin = contents.origin, columns.count == 1, let name = columns.first?.name,
      let sign = [";", "\t", "|"].first(where: { name.contains($0) })
    else { return nil }
    let word = sign == "\t" ? "tabs" : "'\(sign)'"
    let separator = [";": ";", "\t": "tab"][sign]
    let remedy = separator.map { #"write "separator": "\#($0)" beside "file""# }
    return "\(origin.file) has \(word) between its fields: \(remedy ?? "save it with commas")"
  }
}
