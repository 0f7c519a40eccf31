// The attributes of all members at one moment, own and effective. Only what is a member's own is
// stored: hiding a section of a million rows changes one word.

/// What is so of every member at one moment.
struct Attributes: Sendable {
  /// By row.
  var rows: [RowWord]
  /// By section.
  var sections: [SectionWord]
  var isReadOnly = false

  func isHidden(_ row: RowID, in topology: Topology) -> Bool {
    rows[row.index].contains(.hidden)
      || sections[topology.rows[row.index].section.index].contains(.hidden)
  }

  func isDisabled(_ row: RowID, in topology: Topology) -> Bool {
    isReadOnly || rows[row.index].contains(.disabled)
      || sections[topology.rows[row.index].section.index].contains(.disabled)
  }

  func isHidden(_ section: SectionID) -> Bool { sections[section.index].contains(.hidden) }

  func isDisabled(_ section: SectionID) -> Bool {
    isReadOnly || sections[section.index].contains(.disabled)
  }

  /// Whether a row counts as valid: a hidden one does.
  func isValid(_ row: RowID, in topology: Topology) -> Bool {
    !rows[row.index].contains(.invalid) || isHidden(row, in: topology)
  }

  /// An effective attribute.
  func value(_ attribute: Attribute, of row: RowID, in topology: Topology) -> Bool {
    switch attribute {
    case .hidden: isHidden(row, in: topology)
    case .disabled: isDisabled(row, in: topology)
    case .required: rows[row.index].contains(.required)
    case .valid: isValid(row, in: topology)
    }
  }
}
