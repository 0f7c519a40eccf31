// Which names of a text stand for days and times of day, and which for choices of several. A `date`
// row holds a day: its first moment in UTC. A `time` row holds a time of day: that time on
// 1970-01-01 in UTC. All other dates are points in time. A comparison of a day or a time with a
// point in time is one of days or times.
//
// A formula that gives the value or a bound of a `date` row gives a day: a point in time becomes
// its day in the time zone of the form. The same holds for a `time` row. A stored point in time,
// and a day in the place of a time of day, are warned of. So is a day or a time of day that becomes
// the value of a `dateTime` row: the row would hold midnight in UTC, which people west of Greenwich
// read as the day before.

import Predicate

extension GraphBuilder {
  /// What the dates are that a text reads, or the elements of a list; nil if it reads points in
  /// time, or no dates.
  func dateKind(_ source: DateSource, at site: Site) -> DateKind? {
    guard topology.graph.hasDaysOrTimes else { return nil }
    switch source {
    case .object:
      if site.isOfOptions { return kindOfOptions(at: site) }
      guard let row = site.selfRow else { return nil }
      return topology.rows[row.index].kind.dateKind
    case .keyOfObject(let name):
      if name == OptionDefinition.valueKey, let kind = kindOfOptions(at: site) { return kind }
      if let list = optionsList(at: site) {
        return dateKind(ofRow: valueRow(of: name, at: site, list) ?? name, inItemsOf: list)
      }
      return optionsTable(at: site).flatMap { table in
        dateKind(ofColumn: valueColumn(of: name, at: site, table) ?? name, in: table)
      }
    case .column(let name, let table):
      return topology.graph.tables.id(of: table).flatMap {
        dateKind(ofColumn: name, in: topology.graph.tables[$0])
      }
    case .variable(let name): return dateKind(meaning(of: name, for: site.owner))
    case .key("value", let name): return dateKind(meaning(of: name, for: site.owner))
    case .path(let keys, ItemsDefinition.itemName) where keys.first == TextReading.previousName:
      guard meaning(of: ItemsDefinition.itemName, for: site.owner) == nil,
        let item = item(of: site.owner)
      else { return nil }
      return dateKind(of: keys.dropFirst(), inItemsOf: topology.item(item).section)
    case .path(let keys, let name):
      return list(named: name, for: site.owner).flatMap { dateKind(of: keys[...], inItemsOf: $0) }
    case .key(let key, let name):
      return list(named: name, for: site.owner).flatMap { dateKind(of: [key], inItemsOf: $0) }
    }
  }

  /// The list that a name means; nil if it means something else, or nothing.
  private func list(named name: String, for owner: Member?) -> SectionIndex? {
    guard case .member(.section(let section))? = meaning(of: name, for: owner),
      topology.section(section).templates != nil
    else { return nil }
    return section
  }

  /// Whether a name, SELF or a key that a text asks for a list holds a choice of several.
  ///
  /// Such a choice holds nil if nothing is chosen, and the text then reads the empty list.
  func isSeveral(_ source: DateSource, at site: Site) -> Bool {
    switch source {
    case .object:
      !site.isOfOptions && site.selfRow.map { topology.rows[$0.index].kind == .choices } ?? false
    case .variable(let name), .key("value", let name):
      switch meaning(of: name, for: site.owner) {
      case .member(.row(let row)): topology.rows[row.index].kind == .choices
      case .member(.section(let section)):
        topology.section(section).choice.map { topology.rows[$0.index].kind == .choices } ?? false
      case .input, nil: false
      }
    case .path(let keys, ItemsDefinition.itemName) where keys.first == TextReading.previousName:
      item(of: site.owner).map {
        valueKind(of: keys.dropFirst(), inItemsOf: topology.item($0).section) == .choices
      } ?? false
    case .path(let keys, let name):
      list(named: name, for: site.owner).map { valueKind(of: keys[...], inItemsOf: $0) } == .choices
    case .key(let key, let name):
      list(named: name, for: site.owner).map { valueKind(of: [key], inItemsOf: $0) } == .choices
    case .keyOfObject, .column: false
    }
  }

  private func dateKind(of keys: ArraySlice<String>, inItemsOf list: SectionIndex) -> DateKind? {
    valueKind(of: keys, inItemsOf: list)?.dateKind
  }

  /// What keys read of the items of a list: a row, or the items of a list of plain values.
  ///
  /// Each key before the last one is a list in the items.
  private func valueKind(of keys: ArraySlice<String>, inItemsOf list: SectionIndex) -> ValueKind? {
    var list = topology.prototype(of: list)
    for (index, key) in zip(keys.indices, keys) {
      guard let templates = topology.section(list).templates?.value,
        let column = templates.column(ExactText(key))
      else { return nil }
      let isLast = index == keys.indices.last
      guard templates.isList(column) else {
        return isLast ? templates.row(column)?.type.valueKind : nil
      }
      let inner = topology.section(list).prototypes.compactMap { topology.list(of: $0, column) }
      guard let first = inner.first else { return nil }
      list = first
    }
    return topology.section(list).templates?.value.plainKind
  }

  /// What the options are that a filter is about, if the form writes them out and one is a day.
  private func kindOfOptions(at site: Site) -> DateKind? {
    guard site.isOfOptions, let row = site.owner?.row,
      topology.rows[row.index].content.hasDayOptions
    else { return nil }
    return .day
  }

  private func dateKind(ofColumn column: String, in table: FormTable) -> DateKind? {
    table.column(named: column).flatMap { table.columns[$0].type.valueKind.dateKind }
  }

  /// The table whose rows SELF is at a site; nil if SELF is something else there.
  func optionsTable(at site: Site) -> FormTable? {
    guard site.isOfOptions, let row = site.owner?.row,
      let options = topology.rows[row.index].content.options?.table,
      let id = topology.graph.tables.id(of: options.table)
    else { return nil }
    return topology.graph.tables[id]
  }

  private func dateKind(_ name: Topology.Name?) -> DateKind? {
    switch name {
    case .input(let input): topology.graph.inputs[input.index].type.valueKind.dateKind
    case .member(.row(let row)): dateKind(of: row)
    case .member(.section(let section)):
      topology.section(section).choice.flatMap { dateKind(of: $0) }
        ?? topology.section(section).templates?.value.plainKind?.dateKind
    case nil: nil
    }
  }

  /// What the dates are that a row holds; a choice among days holds days.
  private func dateKind(of row: RowIndex) -> DateKind? {
    let record = topology.rows[row.index]
    return record.kind.dateKind ?? (record.content.hasDayOptions ? .day : nil)
  }

  /// What a formula at a site should give; nil where any date will do.
  ///
  /// A row of days stores and compares days, and a row of times of day stores and compares these.
  func wantedKind(at site: Site) -> DateKind? {
    guard topology.graph.hasDaysOrTimes, case .row(let row)? = site.owner,
      case .key(let name)? = site.steps.first,
      (Self.storing + Self.bounding).contains(where: { $0.text == name })
    else { return nil }
    let kind = topology.rows[row.index].kind
    return kind.isDayOrTime ? kind.dateKind : nil
  }

  /// The keys of a row whose formulas give its value.
  static let storing: [FormKey] = [.calculated, .default, .suggested, .once]
  /// The keys of a row whose formulas give something that its value is compared with.
  private static let bounding: [FormKey] = [.minimum, .maximum]

  /// Warns of formulas of rows that give another kind of date than the row holds.
  ///
  /// A bound is a comparison, in which a point in time may stand for its day or its time of day.
  mutating func warnOfOtherDates() {
    for row in members.compactMap(\.row) {
      let record = topology.rows[row.index]
      guard record.kind.holdsDates else { continue }
      for key in record.kind == .date ? Self.storing : Self.storing + Self.bounding {
        guard let text = record.content.formula(under: key) else { continue }
        warnOfDates(in: text, key, of: row, isStored: Self.storing.contains(key))
      }
    }
  }

  private mutating func warnOfDates(
    in formula: String, _ key: FormKey, of row: RowIndex, isStored: Bool
  ) {
    let site = Site(.row(row), .key(key.text))
    let given = TextReading.dateKind(ofFormula: formula, within: topology.graph.limits.texts) {
      dateKind($0, at: site)
    }
    let record = topology.rows[row.index]
    let type = record.content.type
    guard let given, let held = record.kind.dateKind, given != held, isStored || given != .instant,
      // A countdown is shown as a time of day.
      type != .countDown || given != .time
    else { return }
    let hint: String? =
      switch (given, held) {
      case (.instant, .day): "write today(), or dayOf(x) for the day of a point in time"
      case (.instant, .time): "write timeOf(x) for the time of day of a point in time"
      case (.day, .instant):
        type == .dateTime
          ? "give the row the type 'date', or compute a point in time, such as now()" : nil
      default: nil
      }
    warn(
      .text(.mixedDates),
      "the formula gives \(given.described), and a row of type '\(type.rawValue)' holds "
        + held.described,
      at: site, hint: hint)
  }
}

extension DateKind {
  /// A date of this kind, in words.
  fileprivate var described: String {
    switch self {
    case .instant: "a point in time"
    case .day: "a day"
    case .time: "a time of day"
    }
  }
}

extension RowDefinition {
  /// The formula that the row has under a key of the form file.
  fileprivate func formula(under key: FormKey) -> String? {
    switch key {
    case .calculated: calculated
    case .default: defaultFormula
    case .suggested: suggested?.formula
    case .once: once
    case .minimum: bounds.minimum?.formula
    case .maximum: bounds.maximum?.formula
    default: nil
    }
  }
}
