// What a row, a section and an item look like at one moment.

public import Predicate

/// Texts above and below groups of options.
struct GroupTexts: Hashable, Sendable {
  var titles: [String: String] = [:]
  var footers: [String: String] = [:]

  /// The texts above and below the group of a key.
  func texts(ofGroup key: Value) -> (title: String?, footer: String?) {
    guard !key.isNull else { return (nil, nil) }
    let text = OptionGrouping.text(of: key)
    return (titles[text] ?? text, footers[text])
  }
}

/// The options of a row at one moment.
enum ShownOptions: Hashable, Sendable {
  case none
  /// All options, and those that can be chosen.
  case listed([OptionDefinition], choosable: [OptionDefinition])
  /// The rows of a table or the items of a list, and the values of those that can be chosen.
  case table(TableChoices, choosable: [Value])

  var all: [OptionDefinition] {
    switch self {
    case .none: []
    case .listed(let all, _): all
    case .table(let choices, _): Self.options(choices.values, of: choices)
    }
  }

  var choosable: [OptionDefinition]? {
    switch self {
    case .none: nil
    case .listed(_, let choosable): choosable
    case .table(let choices, let choosable): Self.options(choosable, of: choices)
    }
  }

  /// The options that can be chosen, if some cannot.
  var filtered: [OptionDefinition]? {
    switch self {
    case .none: nil
    case .listed(let all, let choosable): choosable.count == all.count ? nil : choosable
    case .table(let choices, let values): values.count == choices.values.count ? nil : choosable
    }
  }

  private static func options(_ values: [Value], of choices: TableChoices) -> [OptionDefinition] {
    let places = choices.places(seeking: values.count)
    return values.compactMap { places.place(of: $0).map(choices.option) }
  }
}

/// A row of a live form at one moment.
public struct RowState: Hashable, Sendable, Identifiable {
  /// The row's name for its life, with or without a tag.
  public let id: RowID
  /// What the row is called: its tag or, in an item, its address, `phones[2].number`.
  public let name: String?
  /// What messages call the row: its title, else its tag.
  ///
  /// A section to choose from and a section of plain values lend their title, else their tag.
  public let title: String
  /// The item it is part of, in a section with items.
  public let item: ItemID?
  /// The row as it was defined: texts, type, options.
  public let definition: RowDefinition
  /// By which kinds the value and the options are written as JSON.
  package let jsonKinds: JSONKinds
  /// The texts as people read them now.
  public let texts: ShownTexts
  /// All options, with titles as people read them now; none of a row without options.
  ///
  /// Options from a table have its other columns as their `members`, options from a list the rows
  /// of the item that the filter and the groups read.
  ///
  /// - Complexity: O(1); O(n) in the rows of the table or the items of the list.
  public var allOptions: [OptionDefinition] { shownOptions.all }
  /// The options, or the table that they are made of when somebody asks.
  let shownOptions: ShownOptions
  /// The texts above and below the groups of options, by the text of the group's key.
  let groupTexts: GroupTexts
  /// The least and the greatest value and the steps between, as they stand now.
  public let bounds: RowBounds<Value>
  /// The stored value.
  public let value: Value
  /// Whether the row follows its suggestion; nil of a row without one.
  public let follows: Bool?
  /// The value as people see it; nil if there is none.
  ///
  /// Choices are told by their titles, passwords not at all, everything else as the row's `display`
  /// and its type say, in the language and the time zone of the form.
  public let displayText: String?
  /// What can be chosen now, with titles as people read them; nil where there are no options.
  ///
  /// - Complexity: Like `allOptions`, for the options that can be chosen.
  public var options: [OptionDefinition]? { shownOptions.choosable }
  /// The values of the options that a user can neither choose nor give up now.
  public let disabledOptions: [Value]
  /// What a user can do with the row beside tapping it, with titles as people read them.
  public let actions: [ActionState]
  /// Whether the row or its section is hidden.
  public let isHidden: Bool
  /// Whether the row is hidden by itself, whatever its section says.
  public let isHiddenItself: Bool
  /// Whether the row, its section or the form is disabled.
  public let isDisabled: Bool
  /// Whether the row is disabled by itself.
  public let isDisabledItself: Bool
  /// Whether there must be a value.
  public let isRequired: Bool
  /// Whether the user has left the row at least once.
  public let wasBlurred: Bool
  /// Whether the value meets the rules, or the row is hidden.
  ///
  /// False while a rule waits for the host, unless the rule is a warning.
  public let isValid: Bool
  /// Whether a rule waits for the answer of the host.
  public let isPending: Bool
  /// What the rules say of the value, shown or not; nothing of a hidden row.
  public let verdict: [RowError]
  /// The errors that are shown; none while the row is hidden.
  public let errors: [RowError]

  /// The row's tag.
  public var tag: String? { definition.tag }

  /// The option with a value, whether it can be chosen now or not; nil if there is none.
  ///
  /// - Complexity: O(1) for options from a table, O(n) for other options.
  public func option(for value: Value) -> OptionDefinition? {
    switch shownOptions {
    case .none: nil
    case .listed(let all, _): definition.place(ofOption: value).map { all[$0] }
    case .table(let choices, _): choices.row(of: value).map(choices.option)
    }
  }
}

/// A section of a live form at one moment.
public struct SectionState: Hashable, Sendable, Identifiable {
  /// The section's name for its life, with or without a tag.
  public let id: SectionID
  /// What the section is called: its tag or, in an item, its address, `visits[1].drugs`.
  ///
  /// The section of an item's own rows has the address of the item.
  public let name: String?
  /// The item that the section is part of; nil outside of items.
  public let item: ItemID?
  /// The section as it was defined, without its rows; `isCollapsed` says whether it is collapsed
  /// now.
  public let definition: SectionDefinition
  /// The texts as people read them now.
  public let texts: ShownTexts
  /// The smallest number of items as it stands now; nil for no limit.
  public let minimum: Int?
  /// The largest number of items as it stands now; nil for no limit.
  public let maximum: Int?
  /// The section around this one; nil at the root of the form.
  public let parent: SectionID?
  /// The number of sections around this one.
  public let depth: Int
  /// Whether the section, its page or a section around it is hidden.
  public let isHidden: Bool
  /// Whether the section is hidden by itself.
  public let isHiddenItself: Bool
  /// Whether the section, a section around it or the form is disabled.
  public let isDisabled: Bool
  /// Whether the section is disabled by itself.
  public let isDisabledItself: Bool
  /// Whether the section is shown by a list: neither hidden nor inside a collapsed section.
  public let isShown: Bool
  /// Whether all visible rows are valid, and there are as many items as there must be, also in the
  /// sections inside.
  public let isValid: Bool
  /// What is wrong with the section itself: that it has too few or too many items, while it is
  /// shown and enabled.
  public let verdict: [RowError]
  /// All rows, hidden ones too, in declaration order, without those of the sections inside; of a
  /// section with items, those of all items.
  public let rows: [RowState]
  /// The items, in order; nil for a section that has none to have.
  public let items: [ItemState]?
  /// Whether a user can add an item: the section is shown and enabled, allows it, and is not full.
  public let canInsert: Bool

  /// The section's tag.
  public var tag: String? { definition.tag }

  /// The rows a list would show, in order: none of a hidden or collapsed section, or of a section
  /// inside a collapsed one.
  public var visibleRows: [RowState] {
    !isShown || definition.isCollapsed ? [] : rows.filter { !$0.isHidden }
  }
}

/// An item of a section at one moment.
public struct ItemState: Hashable, Sendable, Identifiable {
  /// The item's name for its life.
  public let id: ItemID
  /// The name of its template; nil if its list has one template without a name.
  public let template: String?
  /// Its sections, each before those inside it, the one of its own rows first; none if its rows
  /// stand in the list.
  ///
  /// `Form.sections` has their states, after that of the list.
  public let sections: [SectionID]
  /// Its rows, in the order of the template, with those in its groups.
  public let rows: [RowState]
  /// The item as conditions see it: an object by the template's tags, or the value itself.
  public let value: Value
  /// Whether a user can take the item away: its section is shown and enabled, allows it and has
  /// more items than it must have, and not every row of the item is disabled.
  public let canDelete: Bool
  /// Whether a user can move the item: its section is shown and enabled, allows it, and has
  /// another.
  public let canMove: Bool
}
