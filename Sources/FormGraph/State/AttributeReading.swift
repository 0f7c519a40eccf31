// The rules of effective attributes. They combine what a member has of its own with the attributes
// of its section and of the form. The same rules serve the current state and the state before a
// transaction.

/// Read access to the attributes of all members at one moment.
protocol AttributeReading: ~Copyable {
  func isSet(_ bit: RowWord, _ row: RowIndex) -> Bool
  /// The attributes that a section has of its own.
  func word(of section: SectionIndex) -> SectionWord
  var isReadOnly: Bool { get }
}

extension AttributeReading where Self: ~Copyable {
  @inline(__always)
  func isHidden(_ section: SectionIndex) -> Bool { word(of: section).isHidden }

  @inline(__always)
  func isDisabled(_ section: SectionIndex) -> Bool {
    isReadOnly || word(of: section).isDisabled
  }

  /// Whether a visible, enabled section has fewer items than its minimum or more than its maximum.
  func isOutOfBounds(_ section: SectionIndex) -> Bool {
    !isReadOnly && word(of: section).isOutOfBounds
  }

  /// An effective attribute of a row.
  ///
  /// - Parameters:
  ///   - attribute: The attribute to read.
  ///   - row: The row.
  ///   - section: Its section.
  ///   - isBlocked: Whether the row is a submit button of a form that cannot be submitted.
  /// - Returns: Whether the row has the attribute.
  @inline(__always)
  func value(
    _ attribute: Attribute, of row: RowIndex, in section: SectionIndex,
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

  @inline(__always)
  private func isHidden(_ row: RowIndex, in section: SectionIndex) -> Bool {
    isSet(.hidden, row) || isHidden(section)
  }
}

extension AttributeReading where Self: ~Copyable {
  @inline(__always)
  func isHidden(_ row: RowIndex, in topology: Topology) -> Bool {
    isHidden(row, in: topology.rows[row.index].section)
  }

  /// Whether a condition of the row, its section or the form disables the row.
  ///
  /// Ignores whether a submit button is blocked.
  @inline(__always)
  func isDisabledBySaying(_ row: RowIndex, in topology: Topology) -> Bool {
    value(.disabled, of: row, in: topology.rows[row.index].section)
  }

  /// Whether an item is disabled by conditions of its own: each of its rows that hold a value is
  /// disabled, or stands in a disabled group of the item.
  ///
  /// The list does not count, nor does anything around it. An item without rows that hold a value
  /// is not disabled.
  func isDisabledByItself(_ item: ItemIndex, in topology: Topology) -> Bool {
    let list = topology.item(item).section
    let rows = topology.rows(of: item).filter { topology.rows[$0.index].kind != .none }
    return !rows.isEmpty
      && rows.allSatisfy { row in
        if isSet(.disabled, row) { return true }
        var group: SectionIndex? = topology.rows[row.index].section
        while let section = group, section != list {
          if word(of: section).contains(.disabled) { return true }
          group = topology.section(section).parent
        }
        return false
      }
  }

  /// Whether a row counts as valid.
  ///
  /// A hidden row does.
  @inline(__always)
  func isValid(_ row: RowIndex, in topology: Topology) -> Bool {
    value(.valid, of: row, in: topology.rows[row.index].section)
  }

  /// Whether a section is hidden, or everything in it is valid.
  ///
  /// `invalidRows` says how many rows of a section have the invalid bit and are not hidden by
  /// themselves. The recursion is bounded by `SectionDefinition.maximumDepth`.
  func isValid(
    _ section: SectionIndex, _ topology: Topology, _ outline: Outline,
    invalidRows: (SectionIndex) -> Int32
  ) -> Bool {
    if isHidden(section) { return true }
    guard invalidRows(section) == 0, !isOutOfBounds(section) else { return false }
    for child in outline.children(of: section, in: topology) {
      guard isValid(child, topology, outline, invalidRows: invalidRows) else { return false }
    }
    return true
  }
}

// MARK: - Told

/// The attributes of a row or a section as a form tells them.
struct ToldAttributes: OptionSet, Sendable {
  let rawValue: UInt8

  static let hidden = ToldAttributes(rawValue: 1)
  static let disabled = ToldAttributes(rawValue: 2)
  static let required = ToldAttributes(rawValue: 4)
  /// Of a section: its number of items is within its bounds.
  static let valid = ToldAttributes(rawValue: 8)
  /// Hidden or disabled, and not by itself.
  static let hiddenAround = ToldAttributes(rawValue: 16)
  static let disabledAround = ToldAttributes(rawValue: 32)
  /// Of a section: only its header is shown.
  static let collapsed = ToldAttributes(rawValue: 64)

  fileprivate init(
    hidden: (whole: Bool, own: Bool), disabled: (whole: Bool, own: Bool), required: Bool,
    valid: Bool
  ) {
    var told: ToldAttributes = []
    if hidden.whole { told.formUnion(hidden.own ? .hidden : [.hidden, .hiddenAround]) }
    if disabled.whole { told.formUnion(disabled.own ? .disabled : [.disabled, .disabledAround]) }
    if required { told.insert(.required) }
    if valid { told.insert(.valid) }
    self = told
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension AttributeReading where Self: ~Copyable {
  /// All attributes of a row; `isBlocked` as for one of them.
  @inline(__always)
  func told(_ row: RowIndex, in section: SectionIndex, isBlocked: Bool) -> ToldAttributes {
    ToldAttributes(
      hidden: (value(.hidden, of: row, in: section), isSet(.hidden, row)),
      disabled: (
        value(.disabled, of: row, in: section, isBlocked: isBlocked), isSet(.disabled, row)
      ),
      required: value(.required, of: row, in: section), valid: value(.valid, of: row, in: section))
  }

  /// All attributes of a section.
  func told(_ section: SectionIndex) -> ToldAttributes {
    let word = word(of: section)
    var told = ToldAttributes(
      hidden: (isHidden(section), word.contains(.hidden)),
      disabled: (isDisabled(section), word.contains(.disabled)), required: false,
      valid: !isOutOfBounds(section))
    if word.contains(.collapsed) { told.insert(.collapsed) }
    return told
  }
}
