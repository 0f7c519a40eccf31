// Options that many rows have: those of a table, of a list and of a matrix. A state lists them
// once, as a source, and rows name it. Which source a row has follows from its definition, so it
// keeps it until a host gives it other options.
//
//   { "optionSources": { "t0.0.1": [{ "value": "de", "title": "Germany" }] } }
//   { "tag": "country", "optionSource": "t0.0.1" }

import Predicate

/// Where the options of many rows come from.
enum SharedOptions: Hashable, Sendable {
  /// The rows of a table, with the columns of the values and the titles.
  case table(TableID, value: Int, title: Int?)
  /// The items of a list, with the column of the titles, and all columns: that of the values first.
  case list(SectionIndex, title: Int?, [Int])
  /// The options of a matrix, which each of its rows has.
  case matrix(SectionIndex)

  /// The list or the matrix; nil of a table.
  var section: SectionIndex? {
    switch self {
    case .table: nil
    case .list(let section, _, _), .matrix(let section): section
    }
  }
}

extension Topology {
  /// The text by which clients know a source, and which no other one has.
  ///
  /// The numbers are those of the table and its columns, or of the columns of the list.
  func id(of source: SharedOptions) -> String {
    func id(_ first: String, _ value: Int, _ title: Int?, _ others: [Int] = []) -> String {
      var parts = [first, String(value)]
      if title != nil || !others.isEmpty { parts.append(title.map(String.init) ?? "") }
      return (parts + others.map(String.init)).joined(separator: ".")
    }
    switch source {
    case .table(let table, let value, let title): return id("t\(table.index)", value, title)
    case .list(let list, let title, let columns):
      let others = columns.dropFirst().filter { $0 != title }
      return id(self.id(of: .section(list)), columns.first ?? 0, title, others)
    case .matrix(let section): return self.id(of: .section(section))
    }
  }
}

extension Moment {
  /// Where the options of a row come from; nil if it has none, or has them alone.
  ///
  /// - Complexity: O(1); O(columns) in a row that chooses from a table, O(options) in a matrix.
  func source(of row: RowRecord) -> SharedOptions? {
    switch row.content.options {
    case nil: return nil
    case .table(let options)?:
      guard let id = tables.id(of: options.table), case let table = tables[id],
        let value = table.column(named: options.value)
      else { return nil }
      return .table(id, value: value, title: options.title.flatMap(table.column))
    case .list(let options)?:
      guard let node = row.optionList,
        case .fact(.items(let list, .options(let columns)))? = topology.node(node)
      else { return nil }
      let templates = topology.section(list).templates?.value
      return .list(
        list, title: options.title.flatMap { templates?.column(ExactText($0)) }, columns)
    case .written?:
      let section = topology.section(row.section).definition.value
      return section.optionsOfRows == nil ? nil : .matrix(row.section)
    }
  }

  /// Whether any row has a source.
  ///
  /// `list` is one in whose items such a row would stand.
  ///
  /// - Complexity: O(1) if the list or the matrix of the source is not in the form, or if an item
  ///   of `list` has it; otherwise O(n) in the number of rows before the first that has it.
  func has(_ source: SharedOptions, inItemsOf list: SectionIndex?) -> Bool {
    func hasIt(_ row: RowIndex) -> Bool { self.source(of: topology.row(row)) == source }
    if let section = source.section, !outline.sections.contains(section) { return false }
    // Mostly another item of the same list has it.
    if let list, outline.sections.contains(list),
      let first = outline.items(of: list, in: topology).first(where: { _ in true }),
      topology.rows(of: first).contains(where: hasIt)
    {
      return true
    }
    return outline.rowsInOrder(in: topology).contains(where: hasIt)
  }

  /// The sources of some rows, each with what it gives, in the order of the rows.
  func json(ofSources rows: some Sequence<RowIndex>) -> [(String, Value)] {
    // Made when it is needed: the first use of a new kind of set takes a search.
    var known: Set<SharedOptions>?
    return rows.compactMap { row in
      guard let source = source(of: topology.row(row)), known?.contains(source) != true
      else { return nil }
      if known?.insert(source) == nil { known = [source] }
      return (topology.id(of: source), SeenRow(self, row).options)
    }
  }
}
