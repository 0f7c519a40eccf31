// Which names of a text stand for days and times of day. A `date` row holds a day: its first moment
// in UTC. A `time` row holds a time of day: that time on 1970-01-01 in UTC. All other dates are
// points in time. A comparison of a day or a time with a point in time is one of days or times.
//
// A formula that gives the value or a bound of a `date` row gives a day: a point in time becomes
// its day in the time zone of the form. The same holds for a `time` row. A stored point in time,
// and a day in the place of a time of day, are warned of. One exception: a calculated `date` row
// keeps the point in time that functions such as `now()` give, with the same warning.

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
      if let list = optionsList(at: site) { return dateKind(ofRow: name, inItemsOf: list) }
      return optionsTable(at: site).flatMap { dateKind(ofColumn: name, in: $0) }
    case .column(let name, let table):
      return topology.tables.id(of: table).flatMap {
        dateKind(ofColumn: name, in: topology.tables[$0])
      }
    case .variable(let name): return dateKind(meaning(of: name, for: site.owner))
    case .key("value", let name): return dateKind(meaning(of: name, for: site.owner))
    case .path(TextReading.previousName, let key, Self.itemName):
      guard meaning(of: Self.itemName, for: site.owner) == nil, let item = item(of: site.owner),
        let templates = topology.section(topology.item(item).section).templates?.value
      else { return nil }
      return templates.row(tagged: ExactText(key))?.type.valueKind.dateKind
    case .path: return nil
    case .key(let key, let name):
      guard case .member(.section(let section))? = meaning(of: name, for: site.owner),
        let templates = topology.section(section).templates?.value
      else { return nil }
      return templates.row(tagged: ExactText(key))?.type.valueKind.dateKind
    }
  }

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
      topology.section(section).templates?.value.plainKind?.dateKind
    case nil: nil
    }
  }

  /// What a formula at a site should give; nil where any date will do.
  ///
  /// A row of days stores and compares days, and a row of times of day stores and compares these.
  func wantedKind(at site: Site) -> DateKind? {
    guard topology.hasDaysOrTimes, case .row(let row)? = site.owner, site.steps.count == 1,
      case .key(let name)? = site.steps.first,
      (Self.storing + Self.bounding).contains(where: { $0.text == name })
    else { return nil }
    let kind = topology.rows[row.index].kind
    return kind.isDayOrTime ? kind.dateKind : nil
  }

  /// The keys of a row whose formulas give its value.
  private static let storing: [FormKey] = [.calculated, .default]
  /// The keys of a row whose formulas give something that its value is compared with.
  private static let bounding: [FormKey] = [.minimum, .maximum]

  /// How often the formulas of calculated rows are looked at.
  ///
  /// A formula may read a row that comes later. What is not known after the last round counts as a
  /// day.
  private static let maximumRounds = 4

  /// Finds the new calculated `date` rows that keep points in time.
  ///
  /// Points in time that their formulas read are not known here: of these the rows store the days.
  mutating func findInstants() {
    var rows = uncompiled.compactMap(\.row).filter { row in
      topology.rows[row.index].kind == .day && topology.rows[row.index].content.isCalculated
    }
    for _ in 0..<Self.maximumRounds where !rows.isEmpty {
      let found = rows.filter { row in
        guard let text = topology.rows[row.index].content.calculated else { return false }
        let site = Site(.row(row), .key("calculated"))
        return TextReading.dateKind(ofFormula: text, within: topology.limits.texts) { source in
          dateKind(source, at: site).flatMap { $0 == .instant ? nil : $0 }
        } == .instant
      }
      guard !found.isEmpty else { return }
      for row in found { topology.rows[row.index].holdInstants() }
      rows.removeAll { topology.rows[$0.index].kind != .day }
    }
  }

  /// Warns of formulas of rows that give another kind of date than the row holds.
  ///
  /// A bound is a comparison, in which a point in time may stand for its day or its time of day.
  mutating func warnOfOtherDates() {
    for row in uncompiled.compactMap(\.row) {
      let record = topology.rows[row.index]
      guard record.content.type.valueKind.isDayOrTime,
        !record.isOfItem || topology.isPrototype(.row(row))
      else {
        continue
      }
      for key in Self.storing + Self.bounding {
        guard let text = record.content.formula(under: key) else { continue }
        warnOfDates(in: text, key, of: row, isStored: Self.storing.contains(key))
      }
    }
  }

  private mutating func warnOfDates(
    in formula: String, _ key: FormKey, of row: RowID, isStored: Bool
  ) {
    let site = Site(.row(row), .key(key.text))
    let given = TextReading.dateKind(ofFormula: formula, within: topology.limits.texts) {
      dateKind($0, at: site)
    }
    let record = topology.rows[row.index]
    let held = record.content.type.valueKind
    guard let given, given != held.dateKind, isStored || given != .instant else { return }
    let isDay = held == .day
    let found =
      switch given {
      case .instant: "a point in time"
      case .day: "a day"
      case .time: "a time of day"
      }
    let hint =
      given != .instant
      ? nil
      : isDay
        ? "write today(), or dayOf(x) for the day of a point in time"
        : "write timeOf(x) for the time of day of a point in time"
    warn(
      .text(.mixedDates),
      "the formula gives \(found), and a row of type '\(record.content.type.rawValue)' holds "
        + (isDay ? "a day" : "a time of day"),
      at: site, hint: hint)
  }
}

extension RowDefinition {
  /// The formula that the row has under a key of the form file.
  fileprivate func formula(under key: FormKey) -> String? {
    switch key {
    case .calculated: calculated
    case .default: defaultFormula
    case .minimum: hasBounds ? bounds.formulas.minimum : nil
    case .maximum: hasBounds ? bounds.formulas.maximum : nil
    default: nil
    }
  }
}
