// Which names of a text stand for days. A `date` row holds a day: its first moment in UTC. All
// other dates are points in time. A comparison of a day with a point in time is one of days.
//
// A calculated `date` row whose formula gives a point in time keeps it, with a warning: it holds
// points in time then.

import Predicate

extension GraphBuilder {
  /// Whether something that a text reads is a day, or a list of days.
  func isDay(_ source: DateSource, at site: Site) -> Bool {
    guard topology.hasDays else { return false }
    switch source {
    case .object:
      return !site.isOfOptions && site.selfRow.map { topology.rows[$0.index].kind == .day } ?? false
    case .keyOfObject(let name): return optionsTable(at: site).map { isDay(name, in: $0) } ?? false
    case .column(let name, let table):
      return topology.tables.id(of: table).map { isDay(name, in: topology.tables[$0]) } ?? false
    case .variable(let name): return isDay(meaning(of: name, for: site.owner))
    case .key("value", let name): return isDay(meaning(of: name, for: site.owner))
    case .key(let key, let name):
      guard case .member(.section(let section))? = meaning(of: name, for: site.owner),
        let template = topology.section(section).template?.value,
        let column = template.columns[ExactText(key)]
      else { return false }
      return template.rows[column].type.valueKind == .day
    }
  }

  private func isDay(_ column: String, in table: FormTable) -> Bool {
    table.column(named: column).map { table.columns[$0].type.valueKind == .day } ?? false
  }

  /// The table whose rows SELF is at a site; nil if SELF is something else there.
  func optionsTable(at site: Site) -> FormTable? {
    guard site.isOfOptions, let row = site.owner?.row,
      let options = topology.rows[row.index].content.tableOptions,
      let id = topology.tables.id(of: options.table)
    else { return nil }
    return topology.tables[id]
  }

  private func isDay(_ name: Topology.Name?) -> Bool {
    switch name {
    case .input(let input): topology.inputs[input.index].type.valueKind == .day
    case .member(.row(let row)): topology.rows[row.index].kind == .day
    case .member(.section(let section)):
      topology.section(section).template?.value.plainKind == .day
    case nil: false
    }
  }

  /// How often the formulas of calculated rows are looked at.
  ///
  /// A formula may read a row that comes later. What is not known after the last round counts as a
  /// day.
  private static let maximumRounds = 4

  /// Finds the new `date` rows whose formula gives a point in time.
  mutating func findInstants() {
    var rows = uncompiled.compactMap(\.row).filter { row in
      topology.rows[row.index].kind == .day && topology.rows[row.index].content.isCalculated
    }
    for _ in 0..<Self.maximumRounds where !rows.isEmpty {
      let found = rows.filter(givesInstant)
      guard !found.isEmpty else { return }
      for row in found {
        topology.rows[row.index].holdInstants()
        guard !isOfItem(row) else { continue }
        warn(
          "the formula gives a point in time, and a row of type 'date' holds a day",
          at: Site(.row(row), .key("calculated")),
          hint: "write today(), or dayOf(x) for the day of a point in time")
      }
      rows.removeAll { topology.rows[$0.index].kind != .day }
    }
  }

  private func givesInstant(_ row: RowID) -> Bool {
    guard let text = topology.rows[row.index].content.calculated else { return false }
    let site = Site(.row(row), .key("calculated"))
    return TextReading.dateKind(ofFormula: text, within: topology.limits.texts) {
      isDay($0, at: site)
    } == .instant
  }
}
