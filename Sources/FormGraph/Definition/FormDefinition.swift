// A form as somebody wrote it, in a file or in Swift: plain values that can be copied, compared and
// changed. Nothing is checked here and no predicate is read; the compiler does both.

public import Predicate

/// A form before it is compiled.
public struct FormDefinition: Sendable, Hashable {
  /// The form's own texts.
  public var texts: Texts
  /// What the form is told from outside.
  public var inputs: [InputDefinition]
  /// The sections, in order.
  public var sections: [SectionDefinition]
  /// The pages on which the sections are shown, in order; none in a form that is shown whole.
  public var pages: [PageDefinition]
  /// What becomes of hidden values where neither row nor section says so.
  public var hiddenValues: HiddenValues
  /// When every row is disabled.
  public var readOnly: ConditionDefinition?
  /// How a user goes from row to row.
  public var navigation: Navigation
  /// Anything the host wants to keep with the form; handed back untouched.
  public var extra: Value?

  /// Makes a form.
  public init(
    texts: Texts = Texts(), inputs: [InputDefinition] = [], sections: [SectionDefinition] = [],
    pages: [PageDefinition] = [], hiddenValues: HiddenValues = .keep,
    readOnly: ConditionDefinition? = nil, navigation: Navigation = .standard, extra: Value? = nil
  ) {
    self.texts = texts
    self.inputs = inputs
    self.sections = sections
    self.pages = pages
    self.hiddenValues = hiddenValues
    self.readOnly = readOnly
    self.navigation = navigation
    self.extra = extra
  }
}

/// What a form, a section or a row says to people.
public struct Texts: Sendable, Hashable {
  /// The name people know it by.
  public var title: String?
  /// What stands below the title.
  public var subtitle: String?
  /// What stands at its end.
  public var footer: String?
  /// What stands where a value is missing.
  public var placeholder: String?
  /// What is said on demand.
  public var help: String?

  /// Makes texts.
  public init(
    title: String? = nil, subtitle: String? = nil, footer: String? = nil,
    placeholder: String? = nil, help: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.footer = footer
    self.placeholder = placeholder
    self.help = help
  }
}

/// What becomes of a value whose row is hidden.
///
/// A hidden list keeps its items, and what becomes of the values in them is said of their rows.
public enum HiddenValues: String, Sendable, Hashable, CaseIterable {
  /// Conditions go on reading it.
  case keep
  /// Conditions read nil; shown again, the value is back.
  case `nil`
  /// The value is gone, and conditions read nil; shown again, the row is empty.
  ///
  /// A calculated row has no stored value that could go: under a form or a section that says
  /// `clear` it counts as `keep`, and to say `clear` on the row itself is an error.
  case clear
}

/// A variable that is set from outside the form.
public struct InputDefinition: Sendable, Hashable {
  /// The name conditions know it by; it shares one namespace with the tags.
  public var name: String
  /// The type of row that would hold the value.
  public var type: RowType
  /// The value until the host says otherwise.
  public var value: Value

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - name: The name conditions know it by.
  ///   - type: The type of row that would hold the value.
  ///   - value: The value until the host says otherwise, `.null` for nil; where none is given, what
  ///     a row of the type starts with: a switch is off, everything else is nil.
  public init(name: String, type: RowType, value: Value? = nil) {
    self.name = name
    self.type = type
    self.value = value ?? type.valueKind.valueAtStart
  }
}

/// Rows that stand together.
public struct SectionDefinition: Sendable, Hashable {
  /// The name conditions know the section by.
  public var tag: String?
  /// Whether it holds rows, items or options to choose from.
  public var kind: Kind
  /// The section's own texts.
  public var texts: Texts
  /// When the section and all its rows are hidden.
  public var hidden: ConditionDefinition?
  /// When all its rows are disabled.
  public var disabled: ConditionDefinition?
  /// What becomes of hidden values where a row does not say so; nil: as the form has it.
  public var whenHidden: HiddenValues?
  /// Whether only the header is shown.
  public var isCollapsed: Bool
  /// The rows, in order; none in a section with items or options.
  public var rows: [RowDefinition]
  /// Anything the host wants to keep with the section; handed back untouched.
  public var extra: Value?

  /// Makes a section.
  public init(
    tag: String? = nil, kind: Kind = .plain, texts: Texts = Texts(),
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    whenHidden: HiddenValues? = nil, isCollapsed: Bool = false, rows: [RowDefinition] = [],
    extra: Value? = nil
  ) {
    self.tag = tag
    self.kind = kind
    self.texts = texts
    self.hidden = hidden
    self.disabled = disabled
    self.whenHidden = whenHidden
    self.isCollapsed = isCollapsed
    self.rows = rows
    self.extra = extra
  }
}

/// When something holds: always, never, or where a predicate or a function of the host's is true.
public struct ConditionDefinition: Sendable, Hashable {
  /// What decides.
  public enum Source: Sendable, Hashable {
    /// Always or never.
    case constant(Bool)
    /// The text of a predicate.
    case predicate(String)
    /// A function that the host supplies under this name when the form is compiled.
    ///
    /// It sees what it depends on and nothing else: tags, names of inputs, and attributes spelled
    /// as in a predicate, `tag.isHidden`.
    indirect case function(String, dependsOn: [String])
  }

  /// What decides.
  public var source: Source
  /// Whether the opposite was written: `visible` in `hidden`, `enabled` in `disabled`.
  public var isInverted: Bool

  /// Makes a condition.
  public init(_ source: Source, isInverted: Bool = false) {
    self.source = source
    self.isInverted = isInverted
  }

  /// The keys of a form file that have an opposite, and the opposite.
  static let opposites = ["hidden": "visible", "disabled": "enabled"]
}

extension ConditionDefinition: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
  /// Makes a condition that always or never holds.
  public init(booleanLiteral value: Bool) { self.init(.constant(value)) }
  /// Makes a condition from the text of a predicate.
  public init(stringLiteral value: String) { self.init(.predicate(value)) }
}
