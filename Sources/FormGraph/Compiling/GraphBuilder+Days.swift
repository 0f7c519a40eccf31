// Which names of a text stand for days and times of day. A `date` row holds a day: its first moment
// in UTC. A `time` row holds a time of day: that time on 1970-01-01 in UTC. All other dates are
// points in time. A comparison of a day or a time with a point in time is one of days or times.
//
// A calculated `date` row whose formula gives a point in time keeps it, with a warning: it holds
// points in time then. A `time` row stores the time in UTC of a point in time, with a warning.

import Predicate

extension GraphBuilder {
  /// What the dates are that a text reads, or the elements of a list; nil if it reads points in
  /// time, or no dates.
  func dateKind(_ source: DateSource, at site: Site) -> DateKind? {
    guard topology.hasDaysOrTimes else { return nil }
    switch source {
    case .object:
      guard !site.isOfOptions, let row = site.selfRow else { return nil }
      return topology.rows[row.index].kind.dateKind
    case .keyOfObject(let name):
      return optionsTable(at: site).flatMap { dateKind(ofColumn: name, in: $0) }
    case .column(let name, let table):
      return topology.tables.id(of: table).flatMap {
        dateKind(ofColumn: name, in: topology.tables[$0])
      }
    case .variable(let name): return dateKind(meaning(of: name, for: site.owner))
    case .key("value", let name): return dateKind(meaning(of: name, for: site.owner))
    case .key(let key, Self.itemName) where key.hasPrefix(Self.previousPrefix):
      guard meaning(of: Self.itemName, for: site.owner) == nil, let item = item(of: site.owner),
        let template = topology.section(topology.item(item).section).template?.value,
        let column = template.columns[ExactText(String(key.dropFirst(Self.previousPrefix.count)))]
      else { return nil }
      return topology.rows[topology.item(item).row(column).index].kind.dateKind
    case .key(let key, let name):
      guard case .member(.section(let section))? = meaning(of: name, for: site.owner),
        let template = topology.section(section).template?.value,
        let column = template.columns[ExactText(key)]
      else { return nil }
      return template.rows[column].type.valueKind.dateKind
    }
  }

  private static let previousPrefix = TextReading.previousName + "."

  private func dateKind(ofColumn column: String, in table: FormTable) -> DateKind? {
    table.column(named: column).flatMap { table.columns[$0].type.valueKind.dateKind }
  }

  /// The table whose rows SELF is at a site; nil if SELF is something else there.
  func optionsTable(at site: Site) -> FormTable? {
    guard site.isOfOptions, let row = site.owner?.row,
      let options = topology.rows[row.index].content.tableOptions,
      let id = topology.tables.id(of: options.table)
    else { return nil }
    return topology.tables[id]
  }

  private func dateKind(_ name: Topology.Name?) -> DateKind? {
    switch name {
    case .input(let input): topology.inputs[input.index].type.valueKind.dateKind
    case .member(.row(let row)): topology.rows[row.index].kind.dateKind
    case .member(.section(let section)):
      topology.section(section).template?.value.plainKind?.dateKind
    case nil: nil
    }
  }

  /// How often the formulas of calculated rows are looked at.
  ///
  /// A formula may read a row that comes later. What is not known after the last round counts as a
  /// day.
  private static let maximumRounds = 4

  /// Finds the new `date` rows whose formula gives a point in time, and warns of `time` rows whose
  /// formula does.
  mutating func findInstants() {
    var rows = uncompiled.compactMap(\.row).filter { row in
      topology.rows[row.index].kind == .day && topology.rows[row.index].content.isCalculated
    }
    for _ in 0..<Self.maximumRounds where !rows.isEmpty {
      let found = rows.filter { givesInstant($0, .calculated) }
      guard !found.isEmpty else { break }
      for row in found {
        topology.rows[row.index].holdInstants()
        guard !topology.isOfItem(.row(row)) else { continue }
        warn(
          "the formula gives a point in time, and a row of type 'date' holds a day",
          at: Site(.row(row), .key("calculated")),
          hint: "write today(), or dayOf(x) for the day of a point in time")
      }
      rows.removeAll { topology.rows[$0.index].kind != .day }
    }
    for row in uncompiled.compactMap(\.row) where topology.rows[row.index].kind == .time {
      warnOfInstant(in: row)
    }
  }

  /// Warns if a formula of a row of times gives a point in time.
  private mutating func warnOfInstant(in row: RowID) {
    guard !topology.isOfItem(.row(row)),
      let key = [.calculated, .default].first(where: { givesInstant(row, $0) })
    else { return }
    warn(
      "the formula gives a point in time, and a row of type 'time' holds its time of day in UTC",
      at: Site(.row(row), .key(key.text)),
      hint: "write timeOf(x) for the time of day in the time zone of the form")
  }

  private func givesInstant(_ row: RowID, _ key: FormKey) -> Bool {
    let content = topology.rows[row.index].content
    guard let text = key == .calculated ? content.calculated : content.defaultFormula else {
      return false
    }
    let site = Site(.row(row), .key(key.text))
    return TextReading.dateKind(ofFormula: text, within: topology.limits.texts) {
      dateKind($0, at: site)
    } == .instant
  }
}
