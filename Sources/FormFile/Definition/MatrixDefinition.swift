// A section whose rows are choices among the same options, such as a table of questions with one
// column for each answer. Only the definition knows that the options are shared: a form gets plain
// rows, each with these options.

import Predicate

/// What the rows of a matrix share.
public struct MatrixDefinition: Sendable, Hashable {
  /// What can be chosen in each row.
  public var options: OptionSource
  /// How many options can be chosen in a row that says no type.
  public var selection: SelectionDefinition.Selection

  /// Makes what the rows of a matrix share.
  ///
  /// - Parameters:
  ///   - options: What can be chosen in each row.
  ///   - selection: How many options can be chosen in a row that says no type.
  public init(
    options: OptionSource, selection: SelectionDefinition.Selection = .single
  ) {
    self.options = options
    self.selection = selection
  }

  /// The type of a row that says none.
  public var rowType: RowType { selection == .multiple ? .multipleSelector : .segmented }

  /// A row with the options of the matrix; a row with options of its own is a mistake and keeps
  /// them.
  func filled(_ row: RowDefinition) -> RowDefinition {
    guard !row.hasOptions else { return row }
    var row = row
    row.options = options
    return row
  }
}
