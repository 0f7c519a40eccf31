// The definition of a section to choose from: the options, how many can be chosen, and the rules
// for the choice. Plain values; nothing is checked here.

public import Predicate

/// The choice in a section to choose from.
public struct SelectionDefinition: Sendable, Hashable {
  /// How many options can be chosen at a time.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// One option. Choosing another option replaces it.
    case single
    /// Any number, within the bounds.
    case multiple
  }

  /// The choice as a row: its options, its value and its rules.
  ///
  /// It has no tag, because the section's tag names the choice. Its type follows from `selection`.
  public var choice: RowDefinition {
    didSet { choice.type = Self.type(of: choice) }
  }
  /// Whether tapping the only chosen option again deselects it.
  public var allowsDeselection: Bool

  /// Makes the choice of a section from a row.
  ///
  /// - Parameters:
  ///   - choice: A row that holds one of its options or any number of them.
  ///   - allowsDeselection: Whether tapping the only chosen option again deselects it.
  public init(choice: RowDefinition, allowsDeselection: Bool = true) {
    self.choice = choice
    self.allowsDeselection = allowsDeselection
    self.choice.type = Self.type(of: choice)
  }

  /// Makes the choice of a section from options.
  ///
  /// - Parameters:
  ///   - selection: How many options can be chosen at a time.
  ///   - options: The options.
  ///   - value: The first choice: the value of an option or a list of such values.
  ///   - allowsDeselection: Whether tapping the only chosen option again deselects it.
  public init(
    _ selection: Selection, options: OptionSource, value: Value? = nil,
    allowsDeselection: Bool = true
  ) {
    self.init(
      choice: RowDefinition(type: Self.type(of: selection), value: value, options: options),
      allowsDeselection: allowsDeselection)
  }

  /// How many options can be chosen at a time.
  public var selection: Selection {
    get { choice.type == .multipleSelector ? .multiple : .single }
    set { choice.type = Self.type(of: newValue) }
  }

  /// The type of the row that holds the choice.
  static func type(of selection: Selection) -> RowType {
    selection == .multiple ? .multipleSelector : .push
  }

  private static func type(of choice: RowDefinition) -> RowType {
    choice.type.valueKind == .choices ? .multipleSelector : .push
  }
}

extension SectionDefinition {
  /// The rows that the section adds to a form, without items.
  ///
  /// These are its rows, in a matrix with the options of the matrix. For a section to choose from,
  /// it is the row that holds the choice. That row has the section's tag.
  public var formRows: [RowDefinition] {
    switch kind {
    case .plain, .multivalued: return rows
    case .matrix(let matrix): return rows.map(matrix.filled)
    case .selectable(let selection):
      var row = selection.choice
      row.tag = tag
      return [row]
    }
  }
}

extension SelectionDefinition {
  /// The message if a section to choose from has rows.
  static let refusalOfRows = (
    message: "a section to choose from has no rows of its own",
    hint: #"write what can be chosen in "options": […]"#
  )
}
