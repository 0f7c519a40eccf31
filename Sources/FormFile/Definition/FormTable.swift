// A table of values that a form reads, such as a price list. The values are stored by column, 16
// bytes each, and copies share them. A column is indexed when a value is first looked up in it.
//
// A table is always valid: making it from wrong rows fails. So no later stage checks it again.

public import Predicate

/// A column of a table: its name, and the type of a row that could hold its values.
///
/// A column in languages has no values of its own: it stands for another column of the table in
/// each language.
///
/// ```swift
/// TableColumn("title", languages: ["en": "name_en", "fr": "name_fr"])
/// ```
public struct TableColumn: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the column.
  public let name: String
  /// The type of a row that could hold its values; `text` of a column in languages.
  public let type: RowType
  /// What the column stands for, by language; empty for a column with values of its own.
  ///
  /// A language that is not among them reads a wider one, as `fr` for `fr-CA`, or else the form's
  /// first language, or else the first one here.
  public let languages: [Translation]

  /// The column that is read in a language.
  public struct Translation: Sendable, Hashable {
    /// The tag of the language, such as `de` or `pt-BR`.
    public let language: String
    /// The name of a column of text.
    public let column: String

    /// Names the column of a language.
    public init(language: String, column: String) {
      self.language = language
      self.column = column
    }
  }

  /// Makes a column.
  public init(_ name: String, type: RowType = .text) {
    self.name = name
    self.type = type
    languages = []
  }

  /// Makes a column that stands for another one in each language.
  public init(_ name: String, languages: KeyValuePairs<String, String>) {
    self.init(
      name, translations: languages.map { Translation(language: $0.key, column: $0.value) })
  }

  /// Makes a column that stands for another one in each language.
  package init(_ name: String, translations: [Translation]) {
    self.name = name
    type = .text
    languages = translations
  }

  /// Whether the column stands for another one in each language.
  package var isInLanguages: Bool { !languages.isEmpty }

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
  /// The columns: those with values of their own, in order, and then those in languages.
  public let columns: [TableColumn]
  /// The number of rows.
  public let rowCount: Int
  /// The values and their indexes, shared by copies.
  package let contents: TableContents

  /// Makes a table from its rows.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - rows: The rows, each with a value for every column that is not in languages; `.null` for
  ///     nil.
  /// - Throws: The first mistake: no column, an empty name, a name that occurs twice, a type that
  ///   no column can have, a column of a language that the table does not have, a row with too few
  ///   or too many values, or a value of another kind.
  /// - Complexity: O(n) in the number of values.
  public init(columns: [TableColumn], rows: [[Value]]) throws(TableError) {
    if let error = Self.mistake(in: columns) { throw error }
    let all = columns
    let columns = all.filter { !$0.isInLanguages }
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
    self.init(checked: all, values)
  }

  /// Makes a table from the values of each column that is not in languages.
  ///
  /// Columns and values have been checked. A column in languages is read in its first language.
  package init(checked columns: [TableColumn], _ values: [[Value]], _ origin: TableOrigin? = nil) {
    rowCount = values.first?.count ?? 0
    // Each row that chooses from a list makes a table of it.
    guard columns.contains(where: \.isInLanguages) else {
      self.columns = columns
      contents = TableContents(values, origin)
      return
    }
    let own = columns.filter { !$0.isInLanguages }
    let inLanguages = columns.filter(\.isInLanguages)
    self.columns = own + inLanguages
    let places = Self.places(of: own)
    let read = inLanguages.map { column in
      places[ExactText(column.languages[0].column)]
        .flatMap { values.indices.contains($0) ? values[$0] : nil } ?? []
    }
    contents = TableContents(values + read, origin)
  }

  private init(_ columns: [TableColumn], _ rowCount: Int, _ contents: TableContents) {
    self.columns = columns
    self.rowCount = rowCount
    self.contents = contents
  }

  /// The first mistake in some columns; nil if a table can have them.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - areAll: Whether the table has no other columns.
  /// - Returns: The first mistake.
  static func mistake(in columns: [TableColumn], areAll: Bool = true) -> TableError? {
    guard columns.contains(where: { !$0.isInLanguages }) || !areAll && !columns.isEmpty else {
      return TableError("a table needs columns")
    }
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
    return mistake(inLanguagesOf: columns, areAll: areAll)?.error
  }

  /// The first mistake in the columns in languages, and the position of its column; nil if there is
  /// none.
  ///
  /// - Complexity: O(n) in the number of columns and their languages.
  static func mistake(
    inLanguagesOf columns: [TableColumn], areAll: Bool
  ) -> (error: TableError, column: Int)? {
    guard columns.contains(where: \.isInLanguages) else { return nil }
    let places = places(of: columns)
    for (index, column) in columns.enumerated() {
      let mistake = column.mistake(areAll: areAll, among: columns) { name in
        places[name].map { columns[$0] }
      }
      if let mistake { return (mistake, index) }
    }
    return nil
  }

  /// The position of each column by its name; of equal names the first counts.
  package static func places(of columns: [TableColumn]) -> [ExactText: Int] {
    Dictionary(
      columns.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { old, _ in old })
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

  /// The columns that have values of their own, which come first.
  package var ownColumns: ArraySlice<TableColumn> { columns.prefix { !$0.isInLanguages } }

  /// The columns that stand for others.
  package var columnsInLanguages: ArraySlice<TableColumn> {
    columns.dropFirst(ownColumns.count)
  }

  /// The table as people read it in a language.
  ///
  /// All tables in one language share their indexes.
  ///
  /// - Parameters:
  ///   - language: The language that people read; nil: the fallback.
  ///   - fallback: The first language of the form.
  /// - Returns: The table in that language.
  /// - Complexity: O(columns).
  package func read(in language: LanguageTag?, fallback: LanguageTag?) -> FormTable {
    let columns = columnsInLanguages
    guard !columns.isEmpty else { return self }
    let places = Self.places(of: self.columns)
    let read = columns.map { column in
      places[ExactText(column.name(in: language, fallback: fallback))] ?? 0
    }
    return FormTable(self.columns, rowCount, contents.read(read, after: ownColumns.count))
  }

  /// The table with further columns in languages, in place of those of the same names.
  package func adding(_ columns: ArraySlice<TableColumn>) -> FormTable {
    guard !columns.isEmpty else { return self }
    let names = Set(columns.map { ExactText($0.name) })
    let kept = columnsInLanguages.filter { !names.contains(ExactText($0.name)) }
    return FormTable(
      checked: ownColumns + kept + columns, Array(contents.values.prefix(ownColumns.count)),
      contents.origin)
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
  /// What is wrong with the columns that a column in languages stands for; nil if nothing is.
  ///
  /// - Parameters:
  ///   - areAll: Whether the table has no other columns; the others hold text.
  ///   - columns: The columns of the table.
  ///   - named: Finds a column by its name.
  /// - Returns: The first mistake.
  fileprivate func mistake(
    areAll: Bool, among columns: [TableColumn], named: (ExactText) -> TableColumn?
  ) -> TableError? {
    for translation in languages {
      let name = Problem.quoted(translation.column)
      let found = named(ExactText(translation.column))
      let start = "the column \(Problem.quoted(self.name)) in \(translation.language) reads"
      if found == nil, areAll {
        let own = columns.filter { !$0.isInLanguages && $0.type.valueKind == .text }.map(\.name)
        return TableError(
          "\(start) the column \(name), which the table does not have",
          hint: Spelling.nearest(to: translation.column, among: own).map { "did you mean \($0)?" }
            ?? own.first.map { "name a column of text, such as \($0)" })
      }
      if let found, found.isInLanguages || found.type.valueKind != .text {
        return TableError(
          "\(start) the column \(name), which "
            + (found.isInLanguages
              ? "is in languages itself" : "holds \(found.type.valueKind.description), not text"),
          hint: "name a column of text")
      }
    }
    return nil
  }

  /// The name of the column that is read in a language.
  fileprivate func name(in language: LanguageTag?, fallback: LanguageTag?) -> String {
    let tags = languages.map { try? LanguageTag($0.language) }
    let known = tags.compactMap { $0 }
    let found = language?.lookup(among: known) ?? fallback?.lookup(among: known)
    return languages[tags.firstIndex { $0 != nil && $0 == found } ?? 0].column
  }

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
