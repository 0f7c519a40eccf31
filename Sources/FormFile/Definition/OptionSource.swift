// Where options come from that a row does not list itself: the rows of a table, or the items of a
// list of the form. Such options come and go with the rows and items, and have no conditions of
// their own.

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

/// What the options come from that are not listed.
package enum OptionSource: Sendable, Hashable {
  case table(TableOptions)
  case list(ListOptions)

  /// The column with the values.
  var value: String {
    switch self {
    case .table(let options): options.value
    case .list(let options): options.value
    }
  }

  /// The column with the titles; nil: the values.
  var title: String? {
    switch self {
    case .table(let options): options.title
    case .list(let options): options.title
    }
  }

  var table: TableOptions? { if case .table(let options) = self { options } else { nil } }
  var list: ListOptions? { if case .list(let options) = self { options } else { nil } }

  /// Whether the options could not be read from the definition, which has been reported.
  package var isUnreadable: Bool {
    switch self {
    case .table(let options): options.table.isEmpty
    case .list(let options): options.list.isEmpty
    }
  }
}
