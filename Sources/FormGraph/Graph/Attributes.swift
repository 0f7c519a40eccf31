// The attributes of all members at one moment, own and effective. Only what is a member's own is
// stored: hiding a section of a million rows changes one word.

/// What is so of every member at one moment.
struct Attributes: Sendable {
  /// By row.
  var rows: [RowWord]
  /// By section.
  var sections: [SectionWord]
  var isReadOnly = false
}

/// Where words are found: in the present, or with what a transaction overwrote put back.
///
/// What an own word and those above it make together is said here once.
protocol AttributeSource {
  func word(of row: RowID) -> RowWord
  func word(of section: SectionID) -> SectionWord
  var isReadOnly: Bool { get }
}

extension AttributeSource {
  func isHidden(_ section: SectionID) -> Bool { word(of: section).contains(.hidden) }

  func isDisabled(_ section: SectionID) -> Bool {
    isReadOnly || word(of: section).contains(.disabled)
  }

  func isHidden(_ row: RowID, in topology: Topology) -> Bool {
    word(of: row).contains(.hidden) || isHidden(topology.rows[row.index].section)
  }

  func isDisabled(_ row: RowID, in topology: Topology) -> Bool {
    word(of: row).contains(.disabled) || isDisabled(topology.rows[row.index].section)
  }

  /// Whether a row counts as valid: a hidden one does.
  func isValid(_ row: RowID, in topology: Topology) -> Bool {
    !word(of: row).contains(.invalid) || isHidden(row, in: topology)
  }

  /// An effective attribute.
  func value(_ attribute: Attribute, of row: RowID, in topology: Topology) -> Bool {
    switch attribute {
    case .hidden: isHidden(row, in: topology)
    case .disabled: isDisabled(row, in: topology)
    case .required: word(of: row).contains(.required)
    case .valid: isValid(row, in: topology)
    }
  }
}

extension Attributes: AttributeSource {
  func word(of row: RowID) -> RowWord { rows[row.index] }
  func word(of section: SectionID) -> SectionWord { sections[section.index] }
}

/// The attributes before a transaction: those after it, and the words it overwrote.
struct PastAttributes: AttributeSource, Sendable {
  let present: Attributes
  let rows: [RowID: RowWord]
  let sections: [SectionID: SectionWord]
  let isReadOnly: Bool

  init(before journal: Journal, _ present: Attributes) {
    self.present = present
    rows = Dictionary(uniqueKeysWithValues: journal.rowWords.entries.map { ($0.key, $0.old) })
    sections = Dictionary(
      uniqueKeysWithValues: journal.sectionWords.entries.map { ($0.key, $0.old) })
    isReadOnly = journal.isReadOnly ?? present.isReadOnly
  }

  func word(of row: RowID) -> RowWord { rows[row] ?? present.word(of: row) }
  func word(of section: SectionID) -> SectionWord {
    sections[section] ?? present.word(of: section)
  }
}
