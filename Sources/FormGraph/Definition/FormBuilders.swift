// Forms written down in Swift as they stand: sections in a form, rows in a section, with `if` and
// loops where what there is depends on something. What comes of it is a definition like any other.

public import Predicate

/// Puts together the rows of a section, or of a template.
@resultBuilder
public enum RowsBuilder {
  /// A row.
  public static func buildExpression(_ row: RowDefinition) -> [RowDefinition] { [row] }
  /// Rows that are there already.
  public static func buildExpression(_ rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// One part after another.
  public static func buildBlock(_ parts: [RowDefinition]...) -> [RowDefinition] {
    parts.flatMap { $0 }
  }
  /// What is there only if something is so.
  public static func buildOptional(_ rows: [RowDefinition]?) -> [RowDefinition] { rows ?? [] }
  /// What is there if something is so.
  public static func buildEither(first rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// What is there otherwise.
  public static func buildEither(second rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// What is there once for each of several things.
  public static func buildArray(_ parts: [[RowDefinition]]) -> [RowDefinition] {
    parts.flatMap { $0 }
  }
  /// What is there only where the system has something.
  public static func buildLimitedAvailability(_ rows: [RowDefinition]) -> [RowDefinition] { rows }
}

/// Puts together the sections of a form.
@resultBuilder
public enum SectionsBuilder {
  /// A section.
  public static func buildExpression(_ section: SectionDefinition) -> [SectionDefinition] {
    [section]
  }
  /// Sections that are there already.
  public static func buildExpression(_ sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// One part after another.
  public static func buildBlock(_ parts: [SectionDefinition]...) -> [SectionDefinition] {
    parts.flatMap { $0 }
  }
  /// What is there only if something is so.
  public static func buildOptional(_ sections: [SectionDefinition]?) -> [SectionDefinition] {
    sections ?? []
  }
  /// What is there if something is so.
  public static func buildEither(first sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// What is there otherwise.
  public static func buildEither(second sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// What is there once for each of several things.
  public static func buildArray(_ parts: [[SectionDefinition]]) -> [SectionDefinition] {
    parts.flatMap { $0 }
  }
  /// What is there only where the system has something.
  public static func buildLimitedAvailability(
    _ sections: [SectionDefinition]
  ) -> [SectionDefinition] { sections }
}

// MARK: - Members

extension FormDefinition {
  /// Makes a form of the sections that a closure lists.
  ///
  /// ```swift
  /// FormDefinition("Profile") {
  ///   SectionDefinition("Account", hidden: "$kind == 'guest'") {
  ///     RowDefinition(.email, "email", title: "E-mail")
  ///     if asksForAge { RowDefinition(.int, "age", title: "Age") }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - inputs: What the form is told from outside.
  ///   - pages: The pages on which the sections are shown.
  ///   - hiddenValues: What becomes of hidden values where neither row nor section says so.
  ///   - readOnly: When every row is disabled.
  ///   - navigation: How a user goes from row to row.
  ///   - extra: Anything the host wants to keep with the form.
  ///   - sections: The sections, in order.
  public init(
    _ title: String? = nil, inputs: [InputDefinition] = [], pages: [PageDefinition] = [],
    hiddenValues: HiddenValues = .keep, readOnly: ConditionDefinition? = nil,
    navigation: Navigation = .standard, extra: Value? = nil,
    @SectionsBuilder sections: () -> [SectionDefinition]
  ) {
    self.init(
      texts: Texts(title: title), inputs: inputs, sections: sections(), pages: pages,
      hiddenValues: hiddenValues, readOnly: readOnly, navigation: navigation, extra: extra)
  }
}

extension SectionDefinition {
  /// Makes a section of the rows that a closure lists.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name conditions know it by.
  ///   - footer: What stands at its end.
  ///   - hidden: When the section and all its rows are hidden.
  ///   - disabled: When all its rows are disabled.
  ///   - whenHidden: What becomes of hidden values where a row does not say so.
  ///   - isCollapsed: Whether only the header is shown.
  ///   - extra: Anything the host wants to keep with the section.
  ///   - rows: The rows, in order.
  public init(
    _ title: String? = nil, tag: String? = nil, footer: String? = nil,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    whenHidden: HiddenValues? = nil, isCollapsed: Bool = false, extra: Value? = nil,
    @RowsBuilder rows: () -> [RowDefinition]
  ) {
    self.init(
      tag: tag, texts: Texts(title: title, footer: footer), hidden: hidden, disabled: disabled,
      whenHidden: whenHidden, isCollapsed: isCollapsed, rows: rows(), extra: extra)
  }

  /// Makes a section of items, each of which has the rows that a closure lists.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name conditions know the items by.
  ///   - allows: What the user may do to the list.
  ///   - minimum: How many items there must be; nil: any number.
  ///   - maximum: How many items there may be; nil: any number.
  ///   - value: The items at the start.
  ///   - hidden: When the section and all its rows are hidden.
  ///   - disabled: When all its rows are disabled.
  ///   - template: The rows of one item, in order.
  /// - Returns: The section.
  public static func multivalued(
    _ title: String? = nil, tag: String, allows: ItemEdits = .standard, minimum: Int? = nil,
    maximum: Int? = nil, value: [Value] = [], hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil, @RowsBuilder template: () -> [RowDefinition]
  ) -> SectionDefinition {
    let items = ItemsDefinition(
      template: .rows(template()), allows: allows, minimum: minimum, maximum: maximum,
      value: value)
    return SectionDefinition(
      tag: tag, kind: .multivalued(items), texts: Texts(title: title), hidden: hidden,
      disabled: disabled)
  }

  /// Makes a section of items that are plain values.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name conditions know the items by.
  ///   - item: The row of one item, which has no tag.
  ///   - allows: What the user may do to the list.
  ///   - minimum: How many items there must be; nil: any number.
  ///   - maximum: How many items there may be; nil: any number.
  ///   - value: The items at the start.
  ///   - hidden: When the section and all its rows are hidden.
  ///   - disabled: When all its rows are disabled.
  /// - Returns: The section.
  public static func multivalued(
    _ title: String? = nil, tag: String, item: RowDefinition, allows: ItemEdits = .standard,
    minimum: Int? = nil, maximum: Int? = nil, value: [Value] = [],
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil
  ) -> SectionDefinition {
    let items = ItemsDefinition(
      template: .item(item), allows: allows, minimum: minimum, maximum: maximum, value: value)
    return SectionDefinition(
      tag: tag, kind: .multivalued(items), texts: Texts(title: title), hidden: hidden,
      disabled: disabled)
  }

  /// Makes a section of options that the user taps.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name conditions know what is chosen by.
  ///   - selection: How many options can be chosen at a time.
  ///   - options: What can be chosen.
  ///   - value: What is chosen at the start: the value of an option or a list of them.
  ///   - allowsDeselection: Whether the one chosen option is given up when it is tapped again.
  ///   - hidden: When the section is hidden.
  ///   - disabled: When nothing in it can be tapped.
  ///   - configure: Says everything else of what is chosen: rules, bounds, groups.
  /// - Returns: The section.
  public static func selectable(
    _ title: String? = nil, tag: String, _ selection: SelectionDefinition.Selection = .single,
    options: [OptionDefinition], value: Value? = nil, allowsDeselection: Bool = true,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    _ configure: (inout RowDefinition) -> Void = { _ in }
  ) -> SectionDefinition {
    var selection = SelectionDefinition(
      selection, options: options, value: value, allowsDeselection: allowsDeselection)
    configure(&selection.choice)
    return SectionDefinition(
      tag: tag, kind: .selectable(selection), texts: Texts(title: title), hidden: hidden,
      disabled: disabled)
  }
}

extension RowDefinition {
  /// Makes a row and says of it what a closure says.
  ///
  /// - Parameters:
  ///   - type: What kind of row it is.
  ///   - tag: The name conditions know it by.
  ///   - title: The name people know it by.
  ///   - value: The value at the start, `.null` for nil.
  ///   - options: What can be chosen.
  ///   - configure: Says everything else.
  public init(
    _ type: RowType, _ tag: String? = nil, title: String? = nil, value: Value? = nil,
    options: [OptionDefinition]? = nil, _ configure: (inout RowDefinition) -> Void = { _ in }
  ) {
    self.init(
      tag: tag, type: type, texts: Texts(title: title), value: value, options: options)
    configure(&self)
  }

  /// Adds a rule after those that are there.
  public mutating func add(_ rule: RuleDefinition) { rules.append(rule) }
}

// MARK: - Parts

extension ConditionDefinition {
  /// A condition from the text of a predicate that is no literal.
  public static func predicate(_ text: String) -> ConditionDefinition {
    ConditionDefinition(.predicate(text))
  }

  /// A condition that a function of the host's decides, which is handed in where the form is
  /// compiled.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - names: What it reads: tags, names of inputs, and attributes such as `tag.isHidden`.
  /// - Returns: The condition.
  public static func function(
    _ name: String, dependsOn names: [String]
  ) -> ConditionDefinition {
    ConditionDefinition(.function(name, dependsOn: names))
  }

  /// The opposite, as it is written under the opposite key.
  var inverted: ConditionDefinition {
    ConditionDefinition(source, isInverted: !isInverted)
  }
}

extension RowDefinition {
  /// When the row is visible: the opposite of `hidden`, which it sets.
  public var visible: ConditionDefinition? {
    get { hidden?.inverted }
    set { hidden = newValue?.inverted }
  }

  /// When the row takes edits by the user: the opposite of `disabled`, which it sets.
  public var enabled: ConditionDefinition? {
    get { disabled?.inverted }
    set { disabled = newValue?.inverted }
  }
}

extension SectionDefinition {
  /// When the section is visible: the opposite of `hidden`, which it sets.
  public var visible: ConditionDefinition? {
    get { hidden?.inverted }
    set { hidden = newValue?.inverted }
  }

  /// When its rows take edits by the user: the opposite of `disabled`, which it sets.
  public var enabled: ConditionDefinition? {
    get { disabled?.inverted }
    set { disabled = newValue?.inverted }
  }
}

extension OptionDefinition: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Makes an option that is its text.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an option that is its number.
  public init(integerLiteral value: Int64) { self.init(.int(value)) }
}
