// The aspects that nodes give and that differ from before a transaction. The logs name owners whose
// aspects may differ. Each such aspect is read from both moments and compared as a whole: the
// titles of all options are one aspect.

import Predicate

extension TouchedMembers {
  /// What differs of each owner, in the order of the aspects.
  ///
  /// `logged` are the owners whose aspects may differ.
  ///
  /// - Complexity: O(k) in the number of nodes that gave something else, and in the number of
  ///   aspects of their owners. O(n) in the number of rows if the language or the time zone is
  ///   another one.
  static func differences(
    _ set: ChangeSet, _ logged: [PropertyOwner: Aspect.Logs]
  ) -> [PropertyOwner: [Difference]] {
    guard !logged.isEmpty else { return [:] }
    let (before, now) = (set.momentBefore, set.momentNow)
    var differences: [PropertyOwner: [Difference]] = [:]
    var comparisons = ListComparisons()
    for (owner, logs) in logged {
      guard let subject = set.subject(of: owner) else { continue }
      var found: [Difference] = []
      for aspect in Aspect.ofNodes where logs.contains(aspect.log) {
        let isOther = isOther(aspect.property, of: owner, before, now, &comparisons)
        guard isOther != false else { continue }
        let (old, new) = (before.read(aspect, of: owner), now.read(aspect, of: owner))
        guard isOther ?? !comparisons.areEqual(old, new) else { continue }
        found.append(
          Difference(subject: subject, property: aspect.property, old: old, new: new))
      }
      if !found.isEmpty { differences[owner] = found }
    }
    // A matrix shows the options of its first row above all of its rows.
    for (owner, found) in differences {
      guard let row = owner.row, let titles = found.first(where: { $0.property == .optionTitles }),
        case let matrix = set.topology.rows[row.index].section, set.heading(of: matrix) == row
      else { continue }
      differences[.section(matrix), default: []].append(
        Difference(
          subject: .section(matrix), property: .optionTitles, old: titles.old, new: titles.new))
    }
    return differences
  }

  /// Whether an aspect differs; nil if it does where it reads differently.
  private static func isOther(
    _ property: Change.Property, of owner: PropertyOwner, _ before: Before, _ now: Now,
    _ comparisons: inout ListComparisons
  ) -> Bool? {
    switch (property, owner) {
    // The same words may be those of another rule.
    case (.verdict, .section(let list)): before.verdict(of: list) != now.verdict(of: list)
    // The texts of a group are aspects of their own.
    case (.optionGroups, .row(let row)):
      !comparisons.areEqual(
        before.groupedValues(of: before.topology.row(row)),
        now.groupedValues(of: now.topology.row(row)))
    // Other options of a table or a list are a change of their own.
    case (.optionTitles, .row(let row)):
      now.choices(of: now.topology.row(row)) != nil
        && !comparisons.areEqual(
          before.choosable(of: before.topology.row(row)),
          now.choosable(of: now.topology.row(row)))
        ? false : nil
    // The change of a value has its display, unless a formula gives it.
    case (.display, .row(let row)):
      now.topology.rows[row.index].properties[.display] == nil
        && now.state.values.change(at: row.index, since: before.log.values) != nil ? false : nil
    default: nil
    }
  }

  // MARK: - Logs

  /// The owners whose aspects may differ, as the logs say.
  ///
  /// `sections` are those whose own attributes changed, and `rechosen` the rows with other options
  /// of a table or a list.
  static func logged(
    _ set: ChangeSet, _ sections: [SectionID], _ rechosen: [RowID]
  ) -> [PropertyOwner: Aspect.Logs] {
    let (shape, oldShape) = (set.shape, set.oldShape)
    var logged: [PropertyOwner: Aspect.Logs] = [:]
    func log(_ rows: some Sequence<RowID>, _ logs: Aspect.Logs) {
      for row in rows { logged[.row(row), default: []].formUnion(logs) }
    }
    // A node that was added or removed is in only one of the two shapes. If a member has a
    // different node now, neither node needs to have a changed result.
    let facts = set.state.facts.changedIndices(since: set.journal.state.facts).map { NodeID($0) }
    let rewired = set.journal.reshaped.rewired
    for id in facts + rewired.flatMap({ shape.outline.nodes(of: $0, in: shape.topology) }) {
      for shape in [shape, oldShape] {
        // Asked first: most facts belong to neither, and what they read is not needed.
        guard let origin = shape.topology.origin(of: id) else { continue }
        switch shape.topology.graph.nodes.packed(origin.node).kind {
        case .options, .property: break
        default: continue
        }
        switch shape.topology.node(id) {
        case .options(let row, _): log([row], .options)
        case .property(let property):
          logged[property.owner, default: []].formUnion(.property)
          if property.name.isReadByDisplay, let row = property.owner.row { log([row], .display) }
          if case .section = property.owner { logged[property.owner]?.insert(.items) }
        default: break
        }
      }
    }
    log(rowsWithOther(.disabled, set), .options)
    log(rowsWithOther(.actionDisabled, set), .property)
    log(set.journal.reshaped.options, [.options, .display])
    // A table may have the same options in other groups.
    log(
      rechosen.filter { row in
        let content = shape.topology.row(row).content
        return content.options?.table != nil && content.grouping != nil
      }, .options)
    log(rechosen, [.property, .display])
    if set.hasOtherLocale { log(set.rowsWithValues, .display) }
    for list in lists(set, sections) { logged[.section(list), default: []].insert(.items) }
    return logged
  }

  /// The rows in which an option or an action may have been disabled or enabled, because the result
  /// of a condition changed or another condition decides.
  private static func rowsWithOther(_ word: OptionWord, _ set: ChangeSet) -> [RowID] {
    let topology = set.topology
    let rows =
      word == .disabled
      ? topology.directory.rowsWithDisabledOptions : topology.directory.rowsWithDisabledActions
    guard !rows.isEmpty else { return [] }
    var targets = set.journal.reshaped.decided
    for change in set.state.results.changes(since: set.journal.state.results) {
      targets += set.outline.targetsBesideRows(of: NodeID(change.index), in: topology)
    }
    return targets.compactMap { if case .option(let row, _, word) = $0 { row } else { nil } }
  }

  /// The rows whose options come from a table that was replaced.
  static func rowsOfReplacedTables(_ set: ChangeSet) -> [RowID] {
    guard let old = set.journal.state.tables else { return [] }
    let topology = set.shape.topology
    return (0..<topology.graph.tables.count).flatMap { index -> [RowID] in
      let id = TableID(index)
      guard old[id].contents !== set.state.tables[id].contents else { return [] }
      let readers = topology.readers(of: .table(id))
      return readers.flatMap { set.outline.nodes(of: $0, in: topology) }.compactMap { node in
        if case .options(let row, _)? = topology.node(node) { row } else { nil }
      }
    }
  }

  /// The rows whose options come from a list that offers something else now.
  static func rowsOfChangedLists(_ set: ChangeSet) -> [RowID] {
    let topology = set.shape.topology
    guard !topology.directory.templateSections.isEmpty else { return [] }
    return set.state.facts.changedIndices(since: set.journal.state.facts).flatMap { index in
      let id = NodeID(index)
      guard let origin = topology.origin(of: id),
        case .fact(.items(_, .options)) = topology.graph.nodes[origin.node]
      else { return [RowID]() }
      return set.outline.readers(of: id, in: topology).compactMap { reader in
        if case .options(let row, _)? = topology.node(reader) { row } else { nil }
      }
    }
  }

  /// The lists whose items or attributes changed, or whose messages may be in another language.
  private static func lists(_ set: ChangeSet, _ sections: [SectionID]) -> [SectionID] {
    let topology = set.shape.topology
    guard !topology.directory.templateSections.isEmpty else { return [] }
    var lists = set.journal.reshaped.itemSections
    lists.formUnion(sections)
    // In a read-only form nobody can change the number of items.
    if set.hasOtherLocale || set.hasOtherReadOnly {
      lists.formUnion(set.outline.sectionsInOrder)
    }
    return lists.filter {
      topology.sections.indices.contains($0.index) && topology.section($0).templates != nil
    }
  }
}

extension ChangeSet {
  /// Whether people have another language or time zone than before.
  var hasOtherLocale: Bool {
    // Both are inputs.
    guard !journal.state.inputs.isEmpty, let before = journal.state.single?.locale else {
      return false
    }
    return before != state.locale
  }

  /// Whether the form became read-only or stopped being read-only.
  var hasOtherReadOnly: Bool {
    journal.state.attributes.isReadOnly.map { $0 != state.attributes.isReadOnly } ?? false
  }

  /// The rows whose default gives something else now, which a new item may have started with.
  var rowsWithOtherDefaults: [RowID] {
    state.facts.changedIndices(since: journal.state.facts).compactMap { index in
      let id = NodeID(index)
      guard let origin = topology.origin(of: id),
        topology.graph.nodes.packed(origin.node).kind == .defaultValue
      else { return nil }
      return topology.node(id)?.row
    }
  }

  /// The rows that have a value.
  fileprivate var rowsWithValues: [RowID] {
    outline.sectionsInOrder.flatMap { outline.rows(of: $0, in: topology) }
      .filter { !state.values[$0.index].isNull }
  }

  /// The row whose options a matrix shows above all of its rows: the first that was in the form
  /// before; nil for other sections.
  func heading(of section: SectionID) -> RowID? {
    guard topology.sections[section.index].matrix != nil else { return nil }
    return outline.rows(of: section, in: topology).first(where: oldOutline.rows.contains)
  }

  /// The owner as the subject of differences; nil if it was not in the form before, or is not now.
  ///
  /// The texts of pages are listed with the pages.
  fileprivate func subject(of owner: PropertyOwner) -> Difference.Subject? {
    switch owner {
    case .page: nil
    case .form: .form
    case .section(let section):
      outline.sections.contains(section) && oldOutline.sections.contains(section)
        ? .section(section) : nil
    case .row(let row):
      outline.rows.contains(row) && oldOutline.rows.contains(row) ? .row(row) : nil
    }
  }
}
