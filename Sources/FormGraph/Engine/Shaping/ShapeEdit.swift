// Edits that change what a form consists of, and in which order: rows and sections come, go, move
// and change what they say; items come, go and move.

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
  case insertItem(SectionName, Int, Value)
  case removeItem(SectionName, Int)
  case moveItem(SectionName, Int, Int)
  case setCondition(Attribute, RowName, ConditionDefinition?)
  case setSectionCondition(Attribute, SectionName, ConditionDefinition?)
  case setCollapsed(SectionName, Bool)
  case setReadOnly(ConditionDefinition?)
  case setRules(RowName, [RuleDefinition])
  case addRules(RowName, [RuleDefinition])
  case removeRule(RowName, id: String)
  case setBounds(RowName, RowBounds)
  case setOptions(RowName, [OptionDefinition]?)
  case setFormula(RowName, String?)
}

/// Which members a position counts.
public enum Membership: Hashable, Sendable {
  /// All of them.
  case all
  /// Those that are not hidden.
  case visible
}

extension ShapeEdit {
  /// Whether a user may make this edit; all others are the host's.
  var isForUsers: Bool {
    switch self {
    case .insertItem, .removeItem, .moveItem, .setCollapsed: true
    default: false
    }
  }
}

/// Where a row is put.
public enum RowPosition: Hashable, Sendable {
  /// At a position in a section.
  ///
  /// Among visible rows, the row is put right after the visible row before it, or first of all.
  /// Edits are applied before the form settles: rows that come in the same edit count as visible,
  /// and what it hides is visible still.
  case at(Int, in: SectionName, among: Membership)
  /// After all rows of a section.
  case end(of: SectionName)
  /// Right before a row.
  case before(RowName)
  /// Right after a row.
  case after(RowName)
}

/// Where a section is put.
public enum SectionPosition: Hashable, Sendable {
  /// At a position in the form.
  ///
  /// Among visible sections, the section is put right after the visible one before it, or first of
  /// all.
  case at(Int, among: Membership)
  /// After all sections.
  case end
  /// Right before a section.
  case before(SectionName)
  /// Right after a section.
  case after(SectionName)
}

// MARK: - Rows

extension Draft {
  /// Inserts rows, one after another.
  public mutating func insertRows(_ rows: [RowDefinition], at position: RowPosition) {
    change(.insertRows(rows, position))
  }

  /// Removes rows; one that is named twice is removed once.
  public mutating func removeRows(_ rows: [RowName]) { change(.removeRows(rows)) }

  /// Moves a row, which keeps its id, its value and all else.
  public mutating func moveRow(_ row: RowName, to position: RowPosition) {
    change(.moveRow(row, position))
  }

  /// Lets two rows change places.
  public mutating func swapRows(_ row: RowName, _ other: RowName) { change(.swapRows(row, other)) }

  /// Puts rows in the place of those in a range.
  ///
  /// Among visible rows, hidden ones in the range stay.
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

  /// Removes sections with everything in them; one that is named twice is removed once.
  public mutating func removeSections(_ sections: [SectionName]) {
    change(.removeSections(sections))
  }

  /// Moves a section with everything in it.
  public mutating func moveSection(_ section: SectionName, to position: SectionPosition) {
    change(.moveSection(section, position))
  }

  /// Lets two sections change places.
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
  ///   - position: Where it will stand, from 0.
  ///   - value: An object of values by the template's tags, of which any may be missing; of plain
  ///     items the value; nil for what the template says.
  public mutating func insertItem(
    in section: SectionName, at position: Int, value: Value = .null
  ) {
    change(.insertItem(section, position, value))
  }

  /// Removes an item.
  public mutating func removeItem(in section: SectionName, at position: Int) {
    change(.removeItem(section, position))
  }

  /// Moves an item to the position it will then have.
  public mutating func moveItem(in section: SectionName, from position: Int, to other: Int) {
    change(.moveItem(section, position, other))
  }
}

// MARK: - What members say

extension Draft {
  /// Gives a row another condition for an attribute; nil for none.
  public mutating func setCondition(
    _ attribute: Attribute, of row: RowName, to condition: ConditionDefinition?
  ) {
    change(.setCondition(attribute, row, condition))
  }

  /// Gives a section another condition for an attribute; nil for none.
  public mutating func setCondition(
    _ attribute: Attribute, ofSection section: SectionName, to condition: ConditionDefinition?
  ) {
    change(.setSectionCondition(attribute, section, condition))
  }

  /// Collapses a section, so that only its header is shown, or unfolds it.
  ///
  /// Its rows leave the visible structure and nothing else: their values, conditions and errors
  /// stay.
  public mutating func setCollapsed(_ isCollapsed: Bool, _ section: SectionName) {
    change(.setCollapsed(section, isCollapsed))
  }

  /// Gives the form another condition for being read-only; nil for none.
  public mutating func setReadOnly(_ condition: ConditionDefinition?) {
    change(.setReadOnly(condition))
  }

  /// Gives a row other rules.
  public mutating func setRules(of row: RowName, to rules: [RuleDefinition]) {
    change(.setRules(row, rules))
  }

  /// Adds rules to a row, after those that are there.
  public mutating func addRules(_ set: RuleSet, to row: RowName) {
    change(.addRules(row, set.rules))
  }

  /// Removes the first rule of a name from a row.
  public mutating func removeRule(id: String, of row: RowName) {
    change(.removeRule(row, id: id))
  }

  /// Gives a row other bounds.
  public mutating func setBounds(of row: RowName, to bounds: RowBounds) {
    change(.setBounds(row, bounds))
  }

  /// Gives a row other options; nil for none.
  public mutating func setOptions(of row: RowName, to options: [OptionDefinition]?) {
    change(.setOptions(row, options))
  }

  /// Gives a row another formula that yields its value always; nil lets it keep the value it has
  /// and take edits.
  public mutating func setFormula(of row: RowName, to formula: String?) {
    change(.setFormula(row, formula))
  }
}
