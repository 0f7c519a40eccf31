// The members that a transaction touched, found in one pass over its log. The list of changes, the
// counts, the list update and the notification of observers all start here. Each of them compares
// only what it needs.

import Predicate

/// The members that may differ from before a transaction.
///
/// Members that were inserted, removed or moved are not included; the journal's `Reshaped` has
/// them.
struct TouchedMembers {
  /// The bits that are part of a row's visible state.
  private static let toldBits: RowWord = [.hidden, .disabled, .required, .invalid, .blurred]

  /// The rows whose `RowState` may differ.
  let rows: IDSet<RowIndex>
  /// The sections whose own attributes changed, sorted by id.
  let sections: [SectionIndex]
  /// Whether the form became read-only or stopped being read-only.
  ///
  /// Every row may then differ.
  let isWholeForm: Bool
  /// What differs of the aspects that nodes give, by owner and in the order of the aspects.
  let differences: [PropertyOwner: [Difference]]
  /// The lists whose number of items, bounds or attributes may differ.
  let lists: [SectionIndex]
  /// The rows whose options come from a table that was replaced, or from a list that offers
  /// something else now, and those whose options the host has defined anew.
  let rechosen: [RowIndex]
  /// The submit buttons, if it changed whether the form can be submitted; otherwise empty.
  let submitRows: IDSet<RowIndex>

  /// Finds the members that a transaction touched.
  ///
  /// - Complexity: O(k) in the number of elements that the transaction overwrote.
  init(_ set: ChangeSet) {
    // Read through the set: a copy of the log would count a reference for each column.
    submitRows =
      set.canSubmit.old == set.canSubmit.new ? IDSet() : set.topology.directory.submitRows
    sections = set.state.attributes.sections.changes(since: set.journal.state.attributes.sections)
      .map { SectionIndex($0.index) }
    // A filter may read another table than the one that the options come from. A row that the host
    // has given options and then removed is not in the form.
    var known = IDSet<RowIndex>()
    rechosen =
      (Self.rowsOfReplacedTables(set) + Self.rowsOfChangedLists(set)
      + Array(set.journal.reshaped.options))
      .filter { set.outline.rows.contains($0) && known.insert($0) }
    let logged = Self.logged(set, sections, rechosen)
    lists = logged.compactMap { owner, logs in
      if case .section(let list) = owner, logs.contains(.items) { list } else { nil }
    }
    differences = Self.differences(set, logged)
    isWholeForm = set.hasOtherReadOnly
    // The bits come first: there may be very many of these rows, and a set is made from them at
    // once.
    var rows = IDSet(
      set.state.attributes.changedRows(Self.toldBits, since: set.journal.state.attributes))
    for index in set.state.values.changedIndices(since: set.journal.state.values) {
      rows.insert(RowIndex(index))
    }
    for change in set.state.verdicts.changes(since: set.journal.state.verdicts) {
      rows.insert(RowIndex(change.index))
    }
    for change in set.state.errors.changes(since: set.journal.state.errors) {
      rows.insert(RowIndex(change.index))
    }
    for change in set.state.answers.changes(since: set.journal.state.answers) {
      if let row = set.topology.node(NodeID(change.index))?.row { rows.insert(row) }
    }
    rows.formUnion(differences.keys.compactMap(\.row))
    for case (.section(let section), let found) in differences
    where found.contains(where: { $0.name == .people(.title) }) {
      rows.formUnion(set.outline.rows(titledBy: section, in: set.topology))
    }
    // A table may have the same options with other values in its other columns.
    rows.formUnion(rechosen)
    rows.formUnion(submitRows)
    self.rows = rows
  }
}

extension Outline {
  /// The rows that have the title of a section if they have none of their own: the choice of a
  /// section to choose from, and the items that are plain values.
  fileprivate func rows(titledBy section: SectionIndex, in topology: Topology) -> [RowIndex] {
    let record = topology.section(section)
    if let choice = record.choice { return [choice] }
    return record.templates?.value.isPlain == true ? Array(rows(of: section, in: topology)) : []
  }
}

/// A section with touched rows, or touched itself.
struct TouchedSection {
  let id: SectionIndex
  /// Whether the section itself was touched.
  ///
  /// Every row may then have a changed effective attribute.
  let isWhole: Bool
  /// The touched rows in declaration order.
  var rows: [RowIndex]
}

extension TouchedMembers {
  /// The touched, inserted and moved rows and the touched sections that are still in the form, in
  /// declaration order.
  ///
  /// - Complexity: O(n) in the size of the touched sections, plus O(k log n) in the number of other
  ///   touched rows.
  func inOrder(_ set: ChangeSet) -> [TouchedSection] {
    let whole = isWholeForm ? IDSet(set.outline.sectionsInOrder) : IDSet(sections)
    var listed = rows
    listed.formUnion(set.journal.reshaped.inserted)
    listed.formUnion(set.journal.reshaped.moved)
    // Rows with consecutive ids are mostly in the same section.
    var runs: [(section: SectionIndex, rows: [RowIndex])] = []
    listed.forEach { row in
      guard set.outline.rows.contains(row) else { return }
      let section = set.topology.rows[row.index].section
      if runs.last?.section != section { runs.append((section, [])) }
      runs[runs.count - 1].rows.append(row)
    }
    for section in whole { runs.append((section, [])) }
    for case .section(let section) in differences.keys { runs.append((section, [])) }
    let placed = runs.compactMap { section, rows in
      set.outline.sections.position(of: section).map { (position: $0.position, section, rows) }
    }
    var touched: [TouchedSection] = []
    for (_, section, rows) in placed.sorted(by: { $0.position < $1.position }) {
      if touched.last?.id != section {
        touched.append(TouchedSection(id: section, isWhole: whole.contains(section), rows: []))
      }
      touched[touched.count - 1].rows += rows
    }
    for index in touched.indices {
      let section = touched[index]
      guard section.isWhole || section.rows.count > 1 else { continue }
      let list = set.topology.sections[section.id.index].rowList
      touched[index].rows =
        if section.isWhole {
          Array(set.outline.rows.members(of: list))
        } else if section.rows.count < set.outline.rows.count(of: list) / 16 {
          Self.sorted(section.rows, set.outline)
        } else {
          // Passing over a row is much cheaper than finding the position of a row.
          set.outline.rows.members(of: list).filter(listed.contains)
        }
    }
    return touched
  }

  /// Sorts rows of one section in declaration order.
  private static func sorted(_ rows: [RowIndex], _ outline: Outline) -> [RowIndex] {
    rows.compactMap { row in
      outline.rows.position(of: row).map { (row: row, position: $0.position) }
    }
    .sorted { $0.position < $1.position }.map(\.row)
  }
}
