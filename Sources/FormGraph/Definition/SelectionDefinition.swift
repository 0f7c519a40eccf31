// A section whose content is a choice among options that a user taps: what can be chosen, how much
// of it, and what must be so of it. Plain values like the rest of a definition; nothing is checked
// here.

public import Predicate

/// What is chosen in a section.
public struct SelectionDefinition: Sendable, Hashable {
  /// How many options can be chosen at a time.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// One; choosing another gives it up.
    case single
    /// Any number, within the bounds.
    case multiple
  }

  /// What a row would say of its options, its value and its rules; it has no tag, since the
  /// section's tag names what is chosen, and its type follows from `selection`.
  public var choice: RowDefinition {
    didSet { choice.type = Self.type(of: choice) }
  }
  /// Whether the one chosen option is given up when it is tapped again.
  public var allowsDeselection: Bool

  /// Makes what is chosen in a section.
  ///
  /// - Parameters:
  ///   - choice: A row of one of its options or of any number of them.
  ///   - allowsDeselection: Whether the one chosen option is given up when it is tapped again.
  public init(choice: RowDefinition, allowsDeselection: Bool = true) {
    self.choice = choice
    self.allowsDeselection = allowsDeselection
    self.choice.type = Self.type(of: choice)
  }

  /// Makes what is chosen in a section.
  ///
  /// - Parameters:
  ///   - selection: How many options can be chosen at a time.
  ///   - options: What can be chosen.
  ///   - value: What is chosen at the start: the value of an option or a list of them.
  ///   - allowsDeselection: Whether the one chosen option is given up when it is tapped again.
  public init(
    _ selection: Selection, options: [OptionDefinition], value: Value? = nil,
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

  /// The type of row that holds what is chosen.
  static func type(of selection: Selection) -> RowType {
    selection == .multiple ? .multipleSelector : .push
  }

  private static func type(of choice: RowDefinition) -> RowType {
    choice.type.valueKind == .choices ? .multipleSelector : .push
  }
}

extension SectionDefinition {
  /// The rows it brings to a form, items apart: its rows, in a matrix with the options of the
  /// matrix; or, of a section to choose from, the row that holds what is chosen, under the
  /// section's tag.
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
  /// What is said where a section to choose from has rows, or a list for them.
  static let refusalOfRows = (
    message: "a section to choose from has no rows of its own",
    hint: #"write what can be chosen in "options": […]"#
  )
}
