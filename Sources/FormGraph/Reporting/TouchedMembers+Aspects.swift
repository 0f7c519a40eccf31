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
    _ set: ChangeSet, _ logged: [PropertyOwner: AspectLogs]
  ) -> [PropertyOwner: [Difference]] {
    guard !logged.isEmpty else { return [:] }
    let (before, now) = (set.momentBefore, set.momentNow)
    var differences: [PropertyOwner: [Difference]] = [:]
    var comparisons = ListComparisons()
    for (owner, logs) in logged {
      guard let subject = set.subject(of: owner) else { continue }
      func compare<Seen>(_ table: AspectTable<Seen>, _ old: Seen, _ new: Seen) -> [Difference] {
        table.ofLogs.compactMap { aspect in
          guard !logs.isDisjoint(with: aspect.logs) else { return nil }
          let isOther = aspect.isOther?(old, new, &comparisons)
          guard isOther != false else { return nil }
          let (old, new) = (aspect.told(old), aspect.told(new))
          guard isOther ?? !comparisons.areEqual(old, new) else { return nil }
          return Difference(subject: subject, name: aspect.name, old: old, new: new)
        }
      }
      let found =
        switch owner {
        case .row(let row): compare(Aspects.ofRows, SeenRow(before, row), SeenRow(now, row))
        case .section(let id):
          compare(Aspects.ofSections, SeenSection(before, id), SeenSection(now, id))
        case .form: compare(Aspects.ofForm, before, now)
        // The texts of pages are listed with the pages.
        case .page: [Difference]()
        }
      if !found.isEmpty { differences[owner] = found }
    }
    // A matrix shows the options of its first row above all of its rows.
    for (owner, found) in differences {
      guard let row = owner.row,
        let titles = found.first(where: { $0.name == .people(.optionTitles) }),
        case let matrix = set.topology.rows[row.index].section, set.heading(of: matrix) == row
      else { continue }
      differences[.section(matrix), default: []].append(
        Difference(
          subject: .section(matrix), name: titles.name, old: titles.old, new: titles.new))
    }
    return differences
  }

  // MARK: - Logs

  /// The owners whose aspects may differ, as the logs say.
  ///
  /// `sections` are those whose own attributes changed, and `rechosen` the rows with other options
  /// of a table or a list.
  static func logged(
    _ set: ChangeSet, _ sections: [SectionIndex], _ rechosen: [RowIndex]
  ) -> [PropertyOwner: AspectLogs] {
    let (shape, oldShape) = (set.shape, set.oldShape)
    var logged: [PropertyOwner: AspectLogs] = [:]
    func log(_ rows: some Sequence<RowIndex>, _ logs: AspectLogs) {
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
    if set.topology.graph.hasSuggestions { log(rowsOfOtherFollowing(set), .following) }
    log(rowsWithOther(.disabled, set), .options)
    log(rowsWithOther(.actionDisabled, set), .property)
    log(set.journal.reshaped.options, [.options, .display])
    log(set.journal.reshaped.redefined, .property)
    // The same options may be in other groups.
    log(rechosen.filter { shape.topology.row($0).content.grouping != nil }, .options)
    log(rechosen, [.titles, .display])
    if set.hasOtherLocale { log(set.rowsWithValues, .display) }
    for list in lists(set, sections) { logged[.section(list), default: []].insert(.items) }
    return logged
  }

  /// The rows that may follow their suggestions and did not, or the other way round.
  private static func rowsOfOtherFollowing(_ set: ChangeSet) -> [RowIndex] {
    let topology = set.topology
    return set.state.results.changes(since: set.journal.state.results).compactMap { change in
      let id = NodeID(change.index)
      guard let origin = topology.origin(of: id),
        topology.graph.nodes.packed(origin.node).kind == .filling
      else { return nil }
      return topology.node(id)?.row
    }
  }

  /// The rows in which an option or an action may have been disabled or enabled, because the result
  /// of a condition changed or another condition decides.
  private static func rowsWithOther(_ word: OptionWord, _ set: ChangeSet) -> [RowIndex] {
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
  static func rowsOfReplacedTables(_ set: ChangeSet) -> [RowIndex] {
    let topology = set.shape.topology
    return set.replacedTables.flatMap { table in
      let readers = topology.readers(of: .table(table))
      return readers.flatMap { set.outline.nodes(of: $0, in: topology) }.compactMap { node in
        if case .options(let row, _)? = topology.node(node) { row } else { nil }
      }
    }
  }

  /// The rows whose options come from a list that offers something else now.
  static func rowsOfChangedLists(_ set: ChangeSet) -> [RowIndex] {
    let topology = set.shape.topology
    guard !topology.directory.templateSections.isEmpty else { return [] }
    return set.state.facts.changedIndices(since: set.journal.state.facts).flatMap { index in
      let id = NodeID(index)
      guard let origin = topology.origin(of: id),
        case .fact(.items(_, .options)) = topology.graph.nodes[origin.node]
      else { return [RowIndex]() }
      return set.outline.readers(of: id, in: topology).compactMap { reader in
        if case .options(let row, _)? = topology.node(reader) { row } else { nil }
      }
    }
  }

  /// The lists whose items or attributes changed, or whose messages may be in another language.
  private static func lists(_ set: ChangeSet, _ sections: [SectionIndex]) -> [SectionIndex] {
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

  /// The tables that people read otherwise than before: the transaction has replaced them, or has
  /// changed the language.
  var replacedTables: [TableID] {
    guard let old = journal.state.tables else { return [] }
    return (0..<topology.graph.tables.count).map { TableID($0) }
      .filter { old[$0].contents !== state.tables[$0].contents }
  }

  /// Whether the form became read-only or stopped being read-only.
  var hasOtherReadOnly: Bool {
    journal.state.attributes.isReadOnly.map { $0 != state.attributes.isReadOnly } ?? false
  }

  /// The rows whose default gives something else now, which a new item may have started with.
  var rowsWithOtherDefaults: [RowIndex] {
    state.facts.changedIndices(since: journal.state.facts).compactMap { index in
      let id = NodeID(index)
      guard let origin = topology.origin(of: id),
        topology.graph.nodes.packed(origin.node).kind == .filling
      else { return nil }
      return topology.node(id)?.row
    }
  }

  /// The rows that have a value.
  fileprivate var rowsWithValues: [RowIndex] {
    outline.sectionsInOrder.flatMap { outline.rows(of: $0, in: topology) }
      .filter { !state.values[$0.index].isNull }
  }

  /// The row whose options a matrix shows above all of its rows: the first that was in the form
  /// before; nil for other sections.
  func heading(of section: SectionIndex) -> RowIndex? {
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
