// By which kinds the values of a row and of its options are written as JSON. A row that chooses
// among the days of a table's column, or of a list, holds days, though its own kind is that of a
// choice.

import Predicate

/// How the values of a row and of its options are written as JSON.
package struct JSONKinds: Sendable, Hashable {
  /// The kind of the value, also of an option or of a member of a list of options.
  package let value: ValueKind
  /// The kinds of the other keys of options that hold dates, by name.
  let keys: [String: ValueKind]

  init(_ value: ValueKind, keys: [String: ValueKind] = [:]) {
    self.value = value
    self.keys = keys
  }
}

extension Topology {
  /// The kinds by which a row is written as JSON.
  ///
  /// - Complexity: O(1), and O(columns) for a row whose options come from a table or a list.
  func jsonKinds(of row: RowIndex) -> JSONKinds {
    let kind = rows[row.index].kind
    guard graph.hasDaysOrTimes, kind == .choice || kind == .choices else { return JSONKinds(kind) }
    let record = rows[row.index]
    func kinds(_ name: String, _ columns: [(name: String?, kind: ValueKind)]) -> JSONKinds {
      let dated = columns.filter(\.kind.holdsDates)
      let own = dated.first { $0.name.map(ExactText.init) == ExactText(name) }
      let keys = dated.compactMap { column in column.name.map { ($0, column.kind) } }
      return JSONKinds(own?.kind ?? kind, keys: Dictionary(keys) { first, _ in first })
    }
    if let options = record.content.options?.table, let id = graph.tables.id(of: options.table) {
      return kinds(options.value, graph.tables[id].columns.map { ($0.name, $0.type.valueKind) })
    }
    guard let options = record.content.options?.list,
      case .section(let list)? = record.item.flatMap({ member(named: options.list, in: $0) })
        ?? member(named: options.list),
      let templates = section(list).templates?.value
    else { return JSONKinds(kind) }
    return kinds(options.value, templates.items.allRows.map { ($0.tag, $0.type.valueKind) })
  }

  /// The kind by which the values of a row are written as JSON.
  func jsonKind(of row: RowIndex) -> ValueKind {
    let record = rows[row.index]
    return record.content.takesOptions ? jsonKinds(of: row).value : record.kind
  }

  /// How a named value is written as JSON in a text of this row.
  ///
  /// `any` if the name is neither a row nor an input.
  func jsonKind(named name: String, beside row: RowIndex) -> ValueKind {
    let item = rows[row.index].item
    switch item.flatMap({ member(named: name, in: $0) }) ?? member(named: name) {
    case .row(let row): return jsonKind(of: row)
    case .section(let section): return self.section(section).choice.map(jsonKind) ?? .any
    case nil: return input(named: name).map { graph.inputs[$0.index].type.valueKind } ?? .any
    }
  }
}
