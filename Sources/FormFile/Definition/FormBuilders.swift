// Result builders for writing forms in Swift: sections in a form and rows in a section, with `if`
// and loops. The result is an ordinary definition.

public import Predicate

/// Builds the rows of a section or of a template.
@resultBuilder
public enum RowsBuilder {
  /// A row.
  public static func buildExpression(_ row: RowDefinition) -> [RowDefinition] { [row] }
  /// A list of rows.
  public static func buildExpression(_ rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// The parts, one after another.
  public static func buildBlock(_ parts: [RowDefinition]...) -> [RowDefinition] {
    parts.flatMap { $0 }
  }
  /// The rows of an `if` without `else`.
  public static func buildOptional(_ rows: [RowDefinition]?) -> [RowDefinition] { rows ?? [] }
  /// The rows of the first branch of an `if` or `switch`.
  public static func buildEither(first rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// The rows of the second branch of an `if` or `switch`.
  public static func buildEither(second rows: [RowDefinition]) -> [RowDefinition] { rows }
  /// The rows of all passes of a loop.
  public static func buildArray(_ parts: [[RowDefinition]]) -> [RowDefinition] {
    parts.flatMap { $0 }
  }
  /// The rows of an `if #available`.
  public static func buildLimitedAvailability(_ rows: [RowDefinition]) -> [RowDefinition] { rows }
}

/// Builds the sections of a form.
@resultBuilder
public enum SectionsBuilder {
  /// A section.
  public static func buildExpression(_ section: SectionDefinition) -> [SectionDefinition] {
    [section]
  }
  /// A list of sections.
  public static func buildExpression(_ sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// The parts, one after another.
  public static func buildBlock(_ parts: [SectionDefinition]...) -> [SectionDefinition] {
    parts.flatMap { $0 }
  }
  /// The sections of an `if` without `else`.
  public static func buildOptional(_ sections: [SectionDefinition]?) -> [SectionDefinition] {
    sections ?? []
  }
  /// The sections of the first branch of an `if` or `switch`.
  public static func buildEither(first sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// The sections of the second branch of an `if` or `switch`.
  public static func buildEither(second sections: [SectionDefinition]) -> [SectionDefinition] {
    sections
  }
  /// The sections of all passes of a loop.
  public static func buildArray(_ parts: [[SectionDefinition]]) -> [SectionDefinition] {
    parts.flatMap { $0 }
  }
  /// The sections of an `if #available`.
  public static func buildLimitedAvailability(
    _ sections: [SectionDefinition]
  ) -> [SectionDefinition] { sections }
}

// MARK: - Members

extension FormDefinition {
  /// Makes a form from the sections in a closure.
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
  ///   - languages: The languages that the form speaks, by tag; the first one is the fallback.
  ///   - messages: Standard messages in these languages.
  ///   - inputs: What the form is told from outside.
  ///   - pages: The pages on which the sections are shown.
  ///   - whenHidden: What happens to hidden values if neither the row nor a section says so.
  ///   - readOnly: When every row is disabled.
  ///   - navigation: How a user goes from row to row.
  ///   - extra: Anything the host wants to keep with the form.
  ///   - tables: The tables that formulas and options read.
  ///   - answers: Whether sections are objects in the answers.
  ///   - sections: The sections, in order.
  public init(
    _ title: FormText? = nil, languages: [String] = [],
    messages: MessageCatalogue = MessageCatalogue(), inputs: [InputDefinition] = [],
    pages: [PageDefinition] = [], whenHidden: HiddenValues = .keep,
    readOnly: ConditionDefinition? = nil, navigation: Navigation = .standard, extra: Value? = nil,
    tables: [TableDefinition] = [], answers: AnswerShape = .flat,
    @SectionsBuilder sections: () -> [SectionDefinition]
  ) {
    self.init(
      texts: Texts(title: title), languages: languages, messages: messages, inputs: inputs,
      sections: sections(), pages: pages, whenHidden: whenHidden, readOnly: readOnly,
      navigation: navigation, extra: extra, tables: tables, answers: answers)
  }
}

extension SectionDefinition {
  /// Makes a section from the rows in a closure.
  ///
  /// - Parameters:
  ///   - title: The title that people see.
  ///   - tag: The name of the section in conditions.
  ///   - name: The key of its object in nested answers, if that is not the tag.
  ///   - footer: The text below the section.
  ///   - hidden: The condition under which the section and all its rows are hidden.
  ///   - disabled: The condition under which all its rows are disabled.
  ///   - whenHidden: What happens to hidden values if the row does not say so.
  ///   - isCollapsed: Whether only the header is shown.
  ///   - extra: Any data that the host wants to keep with the section.
  ///   - rows: The rows, in order.
  ///   - sections: The sections inside, which are shown after the rows.
  public init(
    _ title: FormText? = nil, tag: String? = nil, name: String? = nil, footer: FormText? = nil,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    whenHidden: HiddenValues? = nil, isCollapsed: Bool = false, extra: Value? = nil,
    @RowsBuilder rows: () -> [RowDefinition],
    @SectionsBuilder sections: () -> [SectionDefinition] = { [] }
  ) {
    self.init(
      tag: tag, texts: Texts(title: title, footer: footer), hidden: hidden, disabled: disabled,
      whenHidden: whenHidden, isCollapsed: isCollapsed, rows: rows(), sections: sections(),
      extra: extra, name: name)
  }

  /// Makes a section of items.
  ///
  /// Each item has the rows in a closure.
  ///
  /// - Parameters:
  ///   - title: The title that people see.
  ///   - tag: The name of the list of items in conditions.
  ///   - name: The key of the list in nested answers, if that is not the tag.
  ///   - allows: How the user may change the list.
  ///   - countFormula: The formula of the number of items, which the list then always has.
  ///   - minimum: The smallest number of items; nil for no limit.
  ///   - maximum: The largest number of items; nil for no limit.
  ///   - value: The first items.
  ///   - hidden: The condition under which the section and all its rows are hidden.
  ///   - disabled: The condition under which all its rows are disabled.
  ///   - template: The rows of one item, in order.
  ///   - sections: The sections of one item, which are shown after its rows; they may be lists.
  /// - Returns: The section.
  public static func multivalued(
    _ title: FormText? = nil, tag: String, name: String? = nil, allows: ItemEdits = .standard,
    countFormula: String? = nil, minimum: Bound<Int>? = nil, maximum: Bound<Int>? = nil,
    value: [Value] = [], hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    @RowsBuilder template: () -> [RowDefinition],
    @SectionsBuilder sections: () -> [SectionDefinition] = { [] }
  ) -> SectionDefinition {
    let items = ItemsDefinition(
      template: .rows(template(), sections: sections()), allows: allows,
      countFormula: countFormula, minimum: minimum, maximum: maximum, value: value)
    return SectionDefinition(
      tag: tag, kind: .multivalued(items), texts: Texts(title: title), hidden: hidden,
      disabled: disabled, name: name)
  }

  /// Makes a section of items, each of which has one of several templates.
  ///
  /// - Parameters:
  ///   - title: The title that people see.
  ///   - tag: The name of the list of items in conditions.
  ///   - name: The key of the list in nested answers, if that is not the tag.
  ///   - templates: The templates, by name; an item that names none has the first.
  ///   - allows: How the user may change the list.
  ///   - countFormula: The formula of the number of items, which the list then always has.
  ///   - minimum: The smallest number of items; nil for no limit.
  ///   - maximum: The largest number of items; nil for no limit.
  ///   - value: The first items; each names its template under the key `template`.
  ///   - hidden: The condition under which the section and all its rows are hidden.
  ///   - disabled: The condition under which all its rows are disabled.
  /// - Returns: The section.
  public static func multivalued(
    _ title: FormText? = nil, tag: String, name: String? = nil,
    templates: [ItemsDefinition.NamedTemplate], allows: ItemEdits = .standard,
    countFormula: String? = nil, minimum: Bound<Int>? = nil,
    maximum: Bound<Int>? = nil, value: [Value] = [], hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil
  ) -> SectionDefinition {
    let items = ItemsDefinition(
      templates: templates, allows: allows, countFormula: countFormula, minimum: minimum,
      maximum: maximum, value: value)
    return SectionDefinition(
      tag: tag, kind: .multivalued(items), texts: Texts(title: title), hidden: hidden,
      disabled: disabled, name: name)
  }

  /// Makes a section of items that are plain values.
  ///
  /// - Parameters:
  ///   - title: The title that people see.
  ///   - tag: The name of the list of items in conditions.
  ///   - name: The key of the list in nested answers, if that is not the tag.
  ///   - item: The row of one item. It has no tag.
  ///   - allows: How the user may change the list.
  ///   - countFormula: The formula of the number of items, which the list then always has.
  ///   - minimum: The smallest number of items; nil for no limit.
  ///   - maximum: The largest number of items; nil for no limit.
  ///   - value: The first items.
  ///   - hidden: The condition under which the section and all its rows are hidden.
  ///   - disabled: The condition under which all its rows are disabled.
  /// - Returns: The section.
  public static func multivalued(
    _ title: FormText? = nil, tag: String, name: String? = nil, item: RowDefinition,
    allows: ItemEdits = .standard, countFormula: String? = nil, minimum: Bound<Int>? = nil,
    maximum: Bound<Int>? = nil,
    value: [Value] = [], hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil
  ) -> SectionDefinition {
    let items = ItemsDefinition(
      template: .item(item), allows: allows, countFormula: countFormula, minimum: minimum,
      maximum: maximum, value: value)
    return SectionDefinition(
      tag: tag, kind: .multivalued(items), texts: Texts(title: title), hidden: hidden,
      disabled: disabled, name: name)
  }

  /// Makes a section of options that the user taps.
  ///
  /// - Parameters:
  ///   - title: The title that people see.
  ///   - tag: The name of the choice in conditions.
  ///   - selection: How many options can be chosen at a time.
  ///   - options: The options.
  ///   - value: The first choice: the value of an option or a list of such values.
  ///   - allowsDeselection: Whether tapping the only chosen option again deselects it.
  ///   - hidden: The condition under which the section is hidden.
  ///   - disabled: The condition under which no option can be tapped.
  ///   - configure: Sets other properties of the choice, such as rules, bounds and groups.
  /// - Returns: The section.
  public static func selectable(
    _ title: FormText? = nil, tag: String, _ selection: SelectionDefinition.Selection = .single,
    options: OptionSource, value: Value? = nil, allowsDeselection: Bool = true,
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

  /// Makes a section whose rows are choices among the same options.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name conditions know the section by.
  ///   - name: The key of its object in nested answers, if that is not the tag.
  ///   - options: What can be chosen in each row.
  ///   - selection: How many options can be chosen in a row that a file writes without a type.
  ///   - hidden: When the section is hidden.
  ///   - disabled: When nothing in it can be chosen.
  ///   - rows: The rows, in order: choices without options of their own.
  /// - Returns: The section.
  public static func matrix(
    _ title: FormText? = nil, tag: String? = nil, name: String? = nil, options: OptionSource,
    selection: SelectionDefinition.Selection = .single, hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil, @RowsBuilder rows: () -> [RowDefinition]
  ) -> SectionDefinition {
    SectionDefinition(
      tag: tag, kind: .matrix(MatrixDefinition(options: options, selection: selection)),
      texts: Texts(title: title), hidden: hidden, disabled: disabled, rows: rows(), name: name)
  }
}

extension RowDefinition {
  /// Makes a row and configures it with a closure.
  ///
  /// - Parameters:
  ///   - type: The type of the row.
  ///   - tag: The name of the row in conditions.
  ///   - title: The title that people see.
  ///   - value: The first value; `.null` for nil.
  ///   - options: The options.
  ///   - configure: Sets all other properties.
  public init(
    _ type: RowType, _ tag: String? = nil, title: FormText? = nil, value: Value? = nil,
    options: OptionSource? = nil, _ configure: (inout RowDefinition) -> Void = { _ in }
  ) {
    self.init(
      tag: tag, type: type, texts: Texts(title: title), value: value, options: options)
    configure(&self)
  }

  /// Adds an action after the existing actions.
  public mutating func add(_ action: ActionDefinition) { actions.append(action) }

  /// Adds a rule after the existing rules.
  public mutating func add(_ rule: RuleDefinition) { rules.append(rule) }
}

// MARK: - Parts

extension ConditionDefinition {
  /// A condition from a predicate text that is not a literal.
  public static func predicate(_ text: String) -> ConditionDefinition {
    ConditionDefinition(.predicate(text))
  }

  /// A condition that a function of the host decides.
  ///
  /// The host supplies the function when the form is compiled.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - names: What the function reads: tags, names of inputs, and attributes such as
  ///     `tag.isHidden`.
  /// - Returns: The condition.
  public static func function(
    _ name: String, dependsOn names: [String]
  ) -> ConditionDefinition {
    ConditionDefinition(.function(name, dependsOn: names))
  }

  /// The opposite condition, as it is written under the opposite key.
  var inverted: ConditionDefinition {
    ConditionDefinition(source, isInverted: !isInverted)
  }
}

extension RowDefinition {
  /// The condition under which the row is visible.
  ///
  /// It reads and sets `hidden` as the opposite.
  public var visible: ConditionDefinition? {
    get { hidden?.inverted }
    set { hidden = newValue?.inverted }
  }

  /// The condition under which the user can edit the row.
  ///
  /// It reads and sets `disabled` as the opposite.
  public var enabled: ConditionDefinition? {
    get { disabled?.inverted }
    set { disabled = newValue?.inverted }
  }
}

extension SectionDefinition {
  /// The condition under which the section is visible.
  ///
  /// It reads and sets `hidden` as the opposite.
  public var visible: ConditionDefinition? {
    get { hidden?.inverted }
    set { hidden = newValue?.inverted }
  }

  /// The condition under which the user can edit the rows.
  ///
  /// It reads and sets `disabled` as the opposite.
  public var enabled: ConditionDefinition? {
    get { disabled?.inverted }
    set { disabled = newValue?.inverted }
  }
}

extension OptionDefinition: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Makes an option whose value is a text.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an option whose value is a number.
  public init(integerLiteral value: Int64) { self.init(.int(value)) }
}

extension ItemsDefinition.NamedTemplate {
  /// Makes one of several templates of a list.
  ///
  /// - Parameters:
  ///   - name: The name by which an item chooses the template.
  ///   - rows: The rows of one item, in order.
  ///   - sections: The sections of one item, which are shown after its rows; they may be lists.
  /// - Returns: The template.
  public static func named(
    _ name: String, @RowsBuilder rows: () -> [RowDefinition],
    @SectionsBuilder sections: () -> [SectionDefinition] = { [] }
  ) -> Self {
    Self(name: name, .rows(rows(), sections: sections()))
  }
}
