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
public struct RowPosition: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case at(Int, in: SectionName, among: Membership)
    case end(of: SectionName)
    case before(RowName)
    case after(RowName)
  }

  let place: Place

  /// At a position in a section.
  ///
  /// Among visible rows, the row comes right after the visible row before the position, or first.
  /// The position is found before the form settles. So rows inserted by the same transaction count
  /// as visible, and rows that it is about to hide are still visible.
  public static func at(
    _ position: Int, in section: some SectionNaming, among members: Membership
  ) -> RowPosition {
    RowPosition(place: .at(position, in: section.sectionName, among: members))
  }

  /// After all rows of a section.
  public static func end(of section: some SectionNaming) -> RowPosition {
    RowPosition(place: .end(of: section.sectionName))
  }

  /// Right before a row.
  public static func before(_ row: some RowNaming) -> RowPosition {
    RowPosition(place: .before(row.rowName))
  }

  /// Right after a row.
  public static func after(_ row: some RowNaming) -> RowPosition {
    RowPosition(place: .after(row.rowName))
  }
}

/// The place of a section.
public struct SectionPosition: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case at(Int, among: Membership)
    case end(of: SectionName?)
    case before(SectionName)
    case after(SectionName)
  }

  let place: Place

  /// At a position among the sections at the root of the form.
  ///
  /// Among visible sections, the section comes right after the visible section before the position,
  /// or first.
  public static func at(_ position: Int, among members: Membership) -> SectionPosition {
    SectionPosition(place: .at(position, among: members))
  }

  /// After all sections of the form.
  public static let end = SectionPosition(place: .end(of: nil))

  /// After all sections inside a section.
  public static func end(of section: some SectionNaming) -> SectionPosition {
    SectionPosition(place: .end(of: section.sectionName))
  }

  /// Right before a section, at the same place.
  public static func before(_ section: some SectionNaming) -> SectionPosition {
    SectionPosition(place: .before(section.sectionName))
  }

  /// Right after a section and everything in it, at the same place.
  public static func after(_ section: some SectionNaming) -> SectionPosition {
    SectionPosition(place: .after(section.sectionName))
  }
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
  public mutating func removeRows(_ rows: [some RowNaming]) {
    change(.removeRows(rows.map(\.rowName)))
  }

  /// Moves a row.
  ///
  /// The row keeps its id, its value and its state.
  public mutating func moveRow(_ row: some RowNaming, to position: RowPosition) {
    change(.moveRow(row.rowName, position))
  }

  /// Swaps two rows.
  public mutating func swapRows(_ row: some RowNaming, _ other: some RowNaming) {
    change(.swapRows(row.rowName, other.rowName))
  }

  /// Replaces the rows in a range by other rows.
  ///
  /// If positions count visible rows, hidden rows in the range stay.
  public mutating func replaceRows(
    _ range: Range<Int>, in section: some SectionNaming, among members: Membership = .all,
    with rows: [RowDefinition]
  ) {
    change(.replaceRows(range, section.sectionName, members, rows))
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
  public mutating func removeSections(_ sections: [some SectionNaming]) {
    change(.removeSections(sections.map(\.sectionName)))
  }

  /// Moves a section with everything in it, among the sections beside it.
  public mutating func moveSection(_ section: some SectionNaming, to position: SectionPosition) {
    change(.moveSection(section.sectionName, position))
  }

  /// Swaps two sections that stand inside the same section, or both at the root.
  public mutating func swapSections(_ section: some SectionNaming, _ other: some SectionNaming) {
    change(.swapSections(section.sectionName, other.sectionName))
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
    in section: some SectionNaming, at position: Int, value: Value = .null, template: String? = nil
  ) {
    change(.insertItem(section.sectionName, position, value, template: template))
  }

  /// Removes an item.
  public mutating func removeItem(in section: some SectionNaming, at position: Int) {
    change(.removeItem(section.sectionName, position))
  }

  /// Moves an item.
  ///
  /// `other` is its position after the move.
  public mutating func moveItem(in section: some SectionNaming, from position: Int, to other: Int) {
    change(.moveItem(section.sectionName, position, other))
  }
}

// MARK: - Definitions of members

extension Draft {
  /// Replaces a row's condition for an attribute; nil removes it.
  public mutating func setCondition(
    _ attribute: Attribute, of row: some RowNaming, to condition: ConditionDefinition?
  ) {
    change(.setCondition(attribute, row.rowName, condition))
  }

  /// Replaces a section's condition for an attribute; nil removes it.
  public mutating func setCondition(
    _ attribute: Attribute, ofSection section: some SectionNaming,
    to condition: ConditionDefinition?
  ) {
    change(.setSectionCondition(attribute, section.sectionName, condition))
  }

  /// Collapses a section, so that only its header is shown, or expands it.
  ///
  /// The rows of a collapsed section leave the visible structure. Their values, conditions and
  /// errors stay.
  public mutating func setCollapsed(_ isCollapsed: Bool, _ section: some SectionNaming) {
    change(.setCollapsed(section.sectionName, isCollapsed))
  }

  /// Replaces the form's read-only condition; nil removes it.
  public mutating func setReadOnly(_ condition: ConditionDefinition?) {
    change(.setReadOnly(condition))
  }

  /// Replaces the rules of a row.
  public mutating func setRules(of row: some RowNaming, to rules: [RuleDefinition]) {
    change(.setRules(row.rowName, rules))
  }

  /// Adds rules to a row, after its other rules.
  public mutating func addRules(_ set: RuleSet, to row: some RowNaming) {
    change(.addRules(row.rowName, set.rules))
  }

  /// Removes the first rule with a name from a row.
  public mutating func removeRule(id: String, of row: some RowNaming) {
    change(.removeRule(row.rowName, id: id))
  }

  /// Replaces the bounds of a row.
  public mutating func setBounds(of row: some RowNaming, to bounds: RowBounds<Bound<Value>>) {
    change(.setBounds(row.rowName, bounds))
  }

  /// Replaces the options of a row; nil removes them.
  public mutating func setOptions(of row: some RowNaming, to options: [OptionDefinition]?) {
    change(.setOptions(row.rowName, options))
  }

  /// Replaces the formula that always gives a row its value.
  ///
  /// Nil removes the formula: the row keeps its value and can be edited.
  public mutating func setFormula(of row: some RowNaming, to formula: String?) {
    change(.setFormula(row.rowName, formula))
  }
}
