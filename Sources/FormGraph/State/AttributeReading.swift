// What is so of a member, by what is its own and what is so of its section and the form: the rules
// of effective attributes, for the moment that is and for the one before a transaction.

/// The attributes of all members at one moment, to be read.
protocol AttributeReading: ~Copyable {
  /// Whether one bit of a row is set.
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool
  /// What is so of a section by itself.
  func word(of section: SectionID) -> SectionWord
  var isReadOnly: Bool { get }
}

extension AttributeReading where Self: ~Copyable {
  @inline(__always)
  func isHidden(_ section: SectionID) -> Bool { word(of: section).isHidden }

  @inline(__always)
  func isDisabled(_ section: SectionID) -> Bool {
    isReadOnly || word(of: section).contains(.disabled)
  }

  /// Whether a section that is shown and enabled has fewer items than it must have.
  func isShort(_ section: SectionID) -> Bool { !isReadOnly && word(of: section).isShort }

  /// An effective attribute of a row.
  ///
  /// - Parameters:
  ///   - attribute: Which one.
  ///   - row: The row.
  ///   - section: Its section.
  ///   - isBlocked: Whether it is a button that submits, of a form that cannot be submitted.
  /// - Returns: What is so of the row.
  @inline(__always)
  func value(
    _ attribute: Attribute, of row: RowID, in section: SectionID,
    isBlocked: @autoclosure () -> Bool = false
  ) -> Bool {
    switch attribute {
    case .hidden: isHidden(row, in: section)
    case .disabled: isSet(.disabled, row) || isDisabled(section) || isBlocked()
    case .required: isSet(.required, row)
    // A hidden row counts as valid.
    case .valid: !isSet(.invalid, row) || isHidden(row, in: section)
    }
  }

  // Apart from the others: a function that calls itself is put in the place of no call, and what is
  // called is given a copy of the attributes.
  @inline(__always)
  private func isHidden(_ row: RowID, in section: SectionID) -> Bool {
    isSet(.hidden, row) || isHidden(section)
  }
}

// Put in the place of their calls: what is called is given a copy of the topology.
extension AttributeReading where Self: ~Copyable {
  @inline(__always)
  func isHidden(_ row: RowID, in topology: Topology) -> Bool {
    isHidden(row, in: topology.rows[row.index].section)
  }

  /// Whether a row is disabled because something says so of it, its section or the form.
  @inline(__always)
  func isDisabledBySaying(_ row: RowID, in topology: Topology) -> Bool {
    value(.disabled, of: row, in: topology.rows[row.index].section)
  }

  /// Whether a row counts as valid: a hidden one does.
  @inline(__always)
  func isValid(_ row: RowID, in topology: Topology) -> Bool {
    value(.valid, of: row, in: topology.rows[row.index].section)
  }
}
