// Edits that change what a form consists of and its order: inserting, removing, moving and
// redefining rows and sections, and inserting, removing and moving items.

public import Predicate

/// One change of a form's shape.
enum ShapeEdit: Sendable {
  case insertRows([RowDefinition], RowPosition)
  case removeRows([RowName])
  case moveRow(RowName, RowPosition)
  case swapRows(RowName, RowName)
  case replaceRows(Range<Int>, SectionName, Membership, [RowDefinition])
  case insertSections([SectionDefinition], SectionPosition)
  case removeSections([SectionName])
  case moveSection(SectionName, SectionPosition)
  case swapSections(SectionName, SectionName)
  case insertItem(SectionName, Int, Value, template: String? = nil)
  case removeItem(SectionName, Int)
  case moveItem(SectionName, Int, Int)
  case setCondition(Attribute, RowName, ConditionDefinition?)
  case setSectionCondition(Attribute, SectionName, ConditionDefinition?)
  case setCollapsed(SectionName, Bool)
  case setReadOnly(ConditionDefinition?)
  case setRules(RowName, [RuleDefinition])
  case addRules(RowName, [RuleDefinition])
  case removeRule(RowName, id: String)
  case setBounds(RowName, RowBounds<Bound<Value>>)
  case setOptions(RowName, [OptionDefinition]?)
  case setFormula(RowName, String?)
}

/// Which members a position counts.
public enum Membership: Hashable, Sendable {
  /// All members.
  case all
  /// The members that are not hidden.
  case visible
}

extension ShapeEdit {
  /// Whether a user may make this edit.
  ///
  /// Only the host may make all other edits.
  var isForUsers: Bool {
    switch self {
    case .insertItem, .removeItem, .moveItem, .setCollapsed: true
    default: false
    }
  }
}

/// The place of a row.
public enum RowPosition: Hashable, Sendable {
  /// At a position in a section.
  ///
  /// Among visible rows, the row comes right after the visible row before the position, or first.
  /// The position is found before the form settles. So rows inserted by the same transaction count
  /// as visible, and rows that it is about to hide are still visible.
  case at(Int, in: SectionName, among: Membership)
  /// After all rows of a section.
  case end(of: SectionName)
  /// Right before a row.
  case before(RowName)
  /// Right after a row.
  case after(RowName)
}

/// The place of a section.
public enum SectionPosition: Hashable, Sendable {
  /// At a position among the sections at the root of the form.
  ///
  /// Among visible sections, the section comes right after the visible section before the position,
  /// or first.
  case at(Int, among: Membership)
  /// After all sections inside a section; nil for the form itself.
  case end(of: SectionName?)
  /// Right before a section, at the same place.
  case before(SectionName)
  /// Right after a section and everything in it, at the same place.
  case after(SectionName)

  /// After all sections of the form.
  public static let end = SectionPosition.end(of: nil)
}

// MARK: - Rows

extension Draft {
  /// Inserts rows, one after another.
  public mutating func insertRows(_ rows: [RowDefinition], at position: RowPosition) {
    change(.insertRows(rows, position))
  }

  /// Removes rows.
  ///
  /// A row that is named twice is removed once.
  public mutating func removeRows(_ rows: [RowName]) { change(.removeRows(rows)) }

  /// Moves a row.
  ///
  /// The row keeps its id, its value and its state.
  public mutating func moveRow(_ row: RowName, to position: RowPosition) {
    change(.moveRow(row, position))
  }

  /// Swaps two rows.
  public mutating func swapRows(_ row: RowName, _ other: RowName) { change(.swapRows(row, other)) }

  /// Replaces the rows in a range by other rows.
  ///
  /// If positions count visible rows, hidden rows in the range stay.
  public mutating func replaceRows(
    _ range: Range<Int>, in section: SectionName, among members: Membership = .all,
    with rows: [RowDefinition]
  ) {
    change(.replaceRows(range, section, members, rows))
  }
}

// MARK: - Sections

extension Draft {
  /// Inserts sections with their rows, one after another.
  public mutating func insertSections(_ sections: [SectionDefinition], at position: SectionPosition)
  {
    change(.insertSections(sections, position))
  }

  /// Removes sections with everything in them.
  ///
  /// A section that is named twice is removed once.
  public mutating func removeSections(_ sections: [SectionName]) {
    change(.removeSections(sections))
  }

  /// Moves a section with everything in it, among the sections beside it.
  public mutating func moveSection(_ section: SectionName, to position: SectionPosition) {
    change(.moveSection(section, position))
  }

  /// Swaps two sections that stand inside the same section, or both at the root.
  public mutating func swapSections(_ section: SectionName, _ other: SectionName) {
    change(.swapSections(section, other))
  }
}

// MARK: - Items

extension Draft {
  /// Inserts an item into a section that has items.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - position: The position of the new item, from 0.
  ///   - value: The first values. For items of rows, a dictionary by the template's tags, in which
  ///     any tag may be missing. For plain items, the value. Nil means what the template says.
  ///   - template: The name of the item's template, in a list with several. Nil means the one that
  ///     the value names under the key `template`, or else the first.
  public mutating func insertItem(
    in section: SectionName, at position: Int, value: Value = .null, template: String? = nil
  ) {
    change(.insertItem(section, position, value, template: template))
  }

  /// Removes an item.
  public mutating func removeItem(in section: SectionName, at position: Int) {
    change(.removeItem(section, position))
  }

  /// Moves an item.
  ///
  /// `other` is its position after the move.
  public mutating func moveItem(in section: SectionName, from position: Int, to other: Int) {
    change(.moveItem(section, position, other))
  }
}

// MARK: - Definitions of members

extension Draft {
  /// Replaces a row's condition for an attribute; nil removes it.
  public mutating func setCondition(
    _ attribute: Attribute, of row: RowName, to condition: ConditionDefinition?
  ) {
    change(.setCondition(attribute, row, condition))
  }

  /// Replaces a section's condition for an attribute; nil removes it.
  public mutating func setCondition(
    _ attribute: Attribute, ofSection section: SectionName, to condition: ConditionDefinition?
  ) {
    change(.setSectionCondition(attribute, section, condition))
  }

  /// Collapses a section, so that only its header is shown, or expands it.
  ///
  /// The rows of a collapsed section leave the visible structure. Their values, conditions and
  /// errors stay.
  public mutating func setCollapsed(_ isCollapsed: Bool, _ section: SectionName) {
    change(.setCollapsed(section, isCollapsed))
  }

  /// Replaces the form's read-only condition; nil removes it.
  public mutating func setReadOnly(_ condition: ConditionDefinition?) {
    change(.setReadOnly(condition))
  }

  /// Replaces the rules of a row.
  public mutating func setRules(of row: RowName, to rules: [RuleDefinition]) {
    change(.setRules(row, rules))
  }

  /// Adds rules to a row, after its other rules.
  public mutating func addRules(_ set: RuleSet, to row: RowName) {
    change(.addRules(row, set.rules))
  }

  /// Removes the first rule with a name from a row.
  public mutating func removeRule(id: String, of row: RowName) {
    change(.removeRule(row, id: id))
  }

  /// Replaces the bounds of a row.
  public mutating func setBounds(of row: RowName, to bounds: RowBounds<Bound<Value>>) {
    change(.setBounds(row, bounds))
  }

  /// Replaces the options of a row; nil removes them.
  public mutating func setOptions(of row: RowName, to options: [OptionDefinition]?) {
    change(.setOptions(row, options))
  }

  /// Replaces the formula that always gives a row its value.
  ///
  /// Nil removes the formula: the row keeps its value and can be edited.
  public mutating func setFormula(of row: RowName, to formula: String?) {
    change(.setFormula(row, formula))
  }
}
