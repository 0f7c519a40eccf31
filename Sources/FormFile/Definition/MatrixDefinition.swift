// A section whose rows are choices among the same options, such as a table of questions with one
// column for each answer. Only the definition knows that the options are shared: a form gets plain
// rows, each with these options.

import Predicate

/// What the rows of a matrix share.
public struct MatrixDefinition: Sendable, Hashable {
  /// What can be chosen in each row; empty if the options come from a table or a list.
  ///
  /// Options replace a table or a list.
  public var options: [OptionDefinition] { didSet { optionSource = nil } }
  /// The table or list that the options come from; nil if they are written out.
  var optionSource: OptionSource?
  /// How many options can be chosen in a row that says no type.
  public var selection: SelectionDefinition.Selection

  /// Makes what the rows of a matrix share.
  ///
  /// - Parameters:
  ///   - options: What can be chosen in each row.
  ///   - selection: How many options can be chosen in a row that says no type.
  public init(
    options: [OptionDefinition], selection: SelectionDefinition.Selection = .single
  ) {
    self.options = options
    self.selection = selection
  }

  /// Makes what the rows of a matrix share, with options from a table.
  public init(
    options: TableOptions, selection: SelectionDefinition.Selection = .single
  ) {
    self.init(options: [], selection: selection)
    optionSource = .table(options)
  }

  /// Makes what the rows of a matrix share, with options from a list of the form.
  public init(
    options: ListOptions, selection: SelectionDefinition.Selection = .single
  ) {
    self.init(options: [], selection: selection)
    optionSource = .list(options)
  }

  /// The table that the options come from; nil if they do not come from a table.
  public var tableOptions: TableOptions? { optionSource?.table }

  /// The list of the form that the options come from; nil if they do not come from a list.
  public var listOptions: ListOptions? { optionSource?.list }

  /// The type of a row that says none.
  public var rowType: RowType { selection == .multiple ? .multipleSelector : .segmented }

  /// A row with the options of the matrix; a row with options of its own is a mistake and keeps
  /// them.
  func filled(_ row: RowDefinition) -> RowDefinition {
    guard !row.hasOptions else { return row }
    var row = row
    if let optionSource { row.optionSource = optionSource } else { row.options = options }
    return row
  }
}
