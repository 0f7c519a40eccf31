// Which members a transaction touched, found in one pass over what it overwrote. The list of
// changes, the counts, the update of a list on a screen and what observers are told all start from
// here, and each compares only what it needs.

import Predicate

/// The members that may differ from before a transaction.
///
/// What came, went or moved is not among them: that stands in the journal's `Reshaped`.
struct TouchedMembers {
  /// The bits that a row's state tells.
  private static let toldBits: RowWord = [.hidden, .disabled, .required, .invalid]

  /// The rows with another value, verdict, error or option, or another attribute of their own, and
  /// `submitRows`.
  let rows: IDSet<RowID>
  /// The sections with another attribute of their own, by id.
  let sections: [SectionID]
  /// Whether the form became read-only, or stopped being so: then every row may differ.
  let isWholeForm: Bool
  /// The rows whose options are other ones or otherwise disabled.
  let options: [RowID: OptionsChange]
  /// The texts, bounds and displays that are other ones, by owner.
  let properties: [PropertyOwner: [PropertyChange]]
  /// The buttons that were disabled because the form could not be submitted and are not now, or the
  /// other way round.
  let submitRows: IDSet<RowID>

  /// - Complexity: O(k) in the number of elements that the transaction overwrote.
  init(_ set: ChangeSet) {
    let log = set.journal.state
    options = Self.options(set)
    properties = Self.properties(set)
    submitRows = set.canSubmit.old == set.canSubmit.new ? IDSet() : set.topology.submitRows
    sections = set.state.attributes.sections.changes(since: log.attributes.sections)
      .map { SectionID($0.index) }
    isWholeForm =
      (log.attributes.isReadOnly ?? set.state.attributes.isReadOnly)
      != set.state.attributes.isReadOnly
    // The bits come first: they may be of very many rows, and a set is made of those at once.
    var rows = IDSet(set.state.attributes.changedRows(Self.toldBits, since: log.attributes))
    for index in set.state.values.changedIndices(since: log.values) { rows.insert(RowID(index)) }
    for change in set.state.verdicts.changes(since: log.verdicts) {
      rows.insert(RowID(change.index))
    }
    for change in set.state.errors.changes(since: log.errors) { rows.insert(RowID(change.index)) }
    rows.formUnion(options.keys)
    rows.formUnion(properties.keys.compactMap(\.row))
    rows.formUnion(submitRows)
    self.rows = rows
  }
}

/// A section of which something was touched.
struct TouchedSection {
  let id: SectionID
  /// Whether the section itself was touched, and with it every row: each may have another effective
  /// attribute.
  let isWhole: Bool
  /// The touched rows in declaration order.
  var rows: [RowID]
}

extension TouchedMembers {
  /// What was touched, came or moved and is still in the form, in declaration order.
  ///
  /// - Complexity: O(n) in the size of the sections that were touched themselves, O(k log n) in the
  ///   number of rows otherwise.
  func inOrder(_ set: ChangeSet) -> [TouchedSection] {
    let outline = set.outline
    let topology = set.topology
    let whole = isWholeForm ? IDSet(outline.sectionsInOrder) : IDSet(sections)
    var listed = rows
    listed.formUnion(set.journal.reshaped.inserted)
    listed.formUnion(set.journal.reshaped.moved)
    // Rows that follow one another are mostly of one section.
    var runs: [(section: SectionID, rows: [RowID])] = []
    listed.forEach { row in
      guard outline.rows.contains(row) else { return }
      let section = topology.rows[row.index].section
      if runs.last?.section != section { runs.append((section, [])) }
      runs[runs.count - 1].rows.append(row)
    }
    for section in whole { runs.append((section, [])) }
    for case .section(let section) in properties.keys { runs.append((section, [])) }
    let placed = runs.compactMap { section, rows in
      outline.sections.position(of: section).map { (position: $0.position, section, rows) }
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
      let list = topology.sections[section.id.index].rowList
      touched[index].rows =
        if section.isWhole {
          Array(outline.rows.members(of: list))
        } else if section.rows.count < outline.rows.count(of: list) / 16 {
          Self.sorted(section.rows, outline)
        } else {
          // To pass a row costs a fraction of what it costs to find out where one stands.
          outline.rows.members(of: list).filter(listed.contains)
        }
    }
    return touched
  }

  /// Rows of one section in declaration order.
  private static func sorted(_ rows: [RowID], _ outline: Outline) -> [RowID] {
    rows.compactMap { row in
      outline.rows.position(of: row).map { (row: row, position: $0.position) }
    }
    .sorted { $0.position < $1.position }.map(\.row)
  }
}
