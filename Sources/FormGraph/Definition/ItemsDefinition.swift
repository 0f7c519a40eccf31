// A section whose content is a list the user edits: what one item is, which edits are allowed, how
// many items there may be, and which are there at the start. Plain values like the rest of a
// definition; nothing is checked here.

public import Predicate

extension SectionDefinition {
  /// What a section holds.
  public enum Kind: Sendable, Hashable {
    /// The rows it was given.
    case plain
    /// Items made from a template; the section's value, under its tag, is their list.
    case multivalued(ItemsDefinition)
    /// Options that are chosen by tapping them; the section's value, under its tag, is what is
    /// chosen: the value of one option, or a list of them, each once and in the order of the
    /// options, however they were given.
    case selectable(SelectionDefinition)
    /// Rows that are choices among the same options, which the section gives.
    case matrix(MatrixDefinition)
  }
}

/// The items of a section.
public struct ItemsDefinition: Sendable, Hashable {
  /// What one item is made of.
  ///
  /// There is one level of items: a template holds rows and no sections.
  public enum Template: Sendable, Hashable {
    /// One row, and the item is its value; the row has no tag, the section's tag names the items.
    indirect case item(RowDefinition)
    /// Several rows, and the item is an object of their values, keyed by their tags.
    case rows([RowDefinition])
  }

  /// What one item is made of; the values of its rows are what a new item starts with.
  public var template: Template
  /// What the user may do to the list.
  public var allows: ItemEdits
  /// How many items there must be; nil: any number.
  ///
  /// No edit makes them fewer. A list that has fewer from the start stands against submitting the
  /// form, for as long as it is shown and enabled.
  public var minimum: Int?
  /// How many items there may be; nil: any number.
  public var maximum: Int?
  /// The items at the start.
  ///
  /// An object needs no member for every row: a row without one starts as in a new item.
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

/// What a user may do to the items of a section.
public struct ItemEdits: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of edits from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Items can be added.
  public static let insert = ItemEdits(rawValue: 1)
  /// Items can be taken away.
  public static let delete = ItemEdits(rawValue: 2)
  /// Items can be moved.
  public static let reorder = ItemEdits(rawValue: 4)
  /// What is allowed where nothing is said: items can be added and taken away.
  public static let standard: ItemEdits = [.insert, .delete]

  /// What the edits are called in a form file.
  static let names: KeyValuePairs<String, ItemEdits> = [
    "insert": .insert, "delete": .delete, "reorder": .reorder,
  ]
}

extension ItemsDefinition {
  /// What is said where a section with items has rows, or a list for them.
  static let refusalOfRows = (
    message: "a section with items has no rows of its own",
    hint: #"write the rows of one item in "template": {"rows": […]}"#
  )
}
