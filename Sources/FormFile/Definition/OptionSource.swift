// Where options come from: they are written out, or are the rows of a table or the items of a list
// of the form. Options of a table or a list come and go with the rows and items, and have no
// conditions of their own.

/// Options that come from the items of a list of the form.
///
/// An item whose value is nil, empty text or a list is not an option. Of items with equal values,
/// the first is the option.
public struct ListOptions: Sendable, Hashable {
  /// The tag of the list.
  ///
  /// In an item, the lists of the item come first, then those of the item around, then those of the
  /// form.
  public var list: String
  /// The tag of the template row with the values of the options.
  public var value: String
  /// The tag of the template row with the titles of the options; nil: the values.
  public var title: String?

  /// Makes options from a list.
  public init(_ list: String, value: String, title: String? = nil) {
    self.list = list
    self.value = value
    self.title = title
  }
}

/// Where the options of a row come from: `["a", "b"]`, `.table(…)` or `.list(…)`.
public enum OptionSource: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// Options that the form writes out.
  case written([OptionDefinition])
  /// The rows of a table.
  indirect case table(TableOptions)
  /// The items of a list of the form.
  indirect case list(ListOptions)

  /// Makes options that the form writes out.
  public init(arrayLiteral options: OptionDefinition...) { self = .written(options) }

  /// The options that are written out; nil if they come from a table or a list.
  public var written: [OptionDefinition]? {
    if case .written(let options) = self { options } else { nil }
  }

  /// The table that the options come from; nil if they do not come from a table.
  public var table: TableOptions? { if case .table(let options) = self { options } else { nil } }

  /// The list that the options come from; nil if they do not come from a list.
  public var list: ListOptions? { if case .list(let options) = self { options } else { nil } }

  /// The column of the table, or the row of the list's items, with the values.
  package var valueName: String? { table?.value ?? list?.value }

  /// The column of the table, or the row of the list's items, with the titles; nil: the values.
  package var titleName: String? { table?.title ?? list?.title }

  /// Whether the options could not be read from the definition, which has been reported.
  package var isUnreadable: Bool {
    switch self {
    case .written: false
    case .table(let options): options.table.isEmpty
    case .list(let options): options.list.isEmpty
    }
  }
}
