// The definition of a section with items: what an item consists of, how the user may change the
// list, how many items there may be, and the first items. Plain values; nothing is checked here.

public import Predicate

extension SectionDefinition {
  /// The kinds of sections.
  public enum Kind: Sendable, Hashable {
    /// The section holds the given rows.
    case plain
    /// The section holds items made from a template. The value under the section's tag is the list
    /// of items.
    case multivalued(ItemsDefinition)
    /// The section holds options that the user taps. The value under the section's tag is the
    /// choice.
    ///
    /// The choice is the value of one option, or a list of such values. In a list, each value
    /// occurs once and in the order of the options, however it was given.
    case selectable(SelectionDefinition)
    /// Rows that are choices among the same options, which the section gives.
    case matrix(MatrixDefinition)
  }
}

/// The items of a section.
public struct ItemsDefinition: Sendable, Hashable {
  /// What one item consists of.
  ///
  /// Items cannot contain sections or other items.
  public enum Template: Sendable, Hashable {
    /// One row; the item is the value of that row. The row has no tag, because the section's tag
    /// names the items.
    indirect case item(RowDefinition)
    /// Several rows; the item is an object of their values by tag.
    case rows([RowDefinition])
  }

  /// What one item consists of.
  ///
  /// The values of its rows are the first values of a new item.
  public var template: Template
  /// How the user may change the list.
  public var allows: ItemEdits
  /// The smallest number of items; nil for no limit.
  ///
  /// An edit that goes below the minimum is refused. A list that starts with fewer items prevents
  /// submitting the form while the list is visible and enabled.
  public var minimum: Int?
  /// The largest number of items; nil for no limit.
  public var maximum: Int?
  /// The first items.
  ///
  /// An object does not need a value for every row. A row without a value starts as in a new item.
  public var value: [Value]

  /// Makes the items of a section.
  public init(
    template: Template, allows: ItemEdits = .standard, minimum: Int? = nil, maximum: Int? = nil,
    value: [Value] = []
  ) {
    self.template = template
    self.allows = allows
    self.minimum = minimum
    self.maximum = maximum
    self.value = value
  }
}

/// How a user may change the items of a section.
public struct ItemEdits: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of edits from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Items can be added.
  public static let insert = ItemEdits(rawValue: 1)
  /// Items can be deleted.
  public static let delete = ItemEdits(rawValue: 2)
  /// Items can be moved.
  public static let reorder = ItemEdits(rawValue: 4)
  /// The default: items can be added and deleted.
  public static let standard: ItemEdits = [.insert, .delete]

  /// The names of the edits in a form file.
  static let names: KeyValuePairs<String, ItemEdits> = [
    "insert": .insert, "delete": .delete, "reorder": .reorder,
  ]
}

extension ItemsDefinition {
  /// The message if a section with items has rows.
  static let refusalOfRows = (
    message: "a section with items has no rows of its own",
    hint: #"write the rows of one item in "template": {"rows": […]}"#
  )
}
