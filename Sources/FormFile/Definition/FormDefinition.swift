// A form as its author wrote it, in a file or in Swift. Plain values that can be copied, compared
// and changed. Nothing is checked or parsed here; the compiler does both.

public import Predicate

/// A form before it is compiled.
public struct FormDefinition: Sendable, Hashable {
  /// The form's own texts.
  public var texts: Texts
  /// The languages that the form speaks, by tag; the first one is the fallback.
  public var languages: [String]
  /// Standard messages in the form's languages.
  public var messages: MessageCatalogue
  /// The variables that the host sets.
  public var inputs: [InputDefinition]
  /// The tables that formulas and options read.
  public var tables: [TableDefinition]
  /// The sections, in order.
  public var sections: [SectionDefinition]
  /// The pages on which the sections are shown, in order; none in a form that is shown whole.
  public var pages: [PageDefinition]
  /// What happens to hidden values if neither the row nor a section around it says so.
  public var whenHidden: HiddenValues
  /// The condition under which every row is disabled.
  ///
  /// An inverted condition is kept as the condition that means the same and is not inverted.
  public var readOnly: ConditionDefinition? {
    didSet { if readOnly?.isInverted == true { readOnly = readOnly?.upright } }
  }
  /// How the focus moves from row to row.
  public var navigation: Navigation
  /// Whether the values of a section stand in an object of their own in the answers.
  public var answers: AnswerShape
  /// The findings of a check that are accepted anywhere in the form.
  public var suppress: [Suppression] = []
  /// Any data that the host wants to keep with the form.
  ///
  /// The engine returns it unchanged.
  public var extra: Value?

  /// Makes a form.
  public init(
    texts: Texts = Texts(), languages: [String] = [],
    messages: MessageCatalogue = MessageCatalogue(), inputs: [InputDefinition] = [],
    sections: [SectionDefinition] = [], pages: [PageDefinition] = [],
    whenHidden: HiddenValues = .keep, readOnly: ConditionDefinition? = nil,
    navigation: Navigation = .standard, extra: Value? = nil, tables: [TableDefinition] = [],
    answers: AnswerShape = .flat
  ) {
    self.texts = texts
    self.languages = languages
    self.messages = messages
    self.inputs = inputs
    self.sections = sections
    self.pages = pages
    self.whenHidden = whenHidden
    self.readOnly = readOnly?.upright
    self.navigation = navigation
    self.extra = extra
    self.tables = tables
    self.answers = answers
  }
}

/// The texts of a form, a page, a section or a row.
public typealias Texts = MemberTexts<FormText>

/// Texts of a member as people read them at one moment.
public typealias ShownTexts = MemberTexts<String>

/// The texts of a form, a page, a section or a row for people: as they are defined, or as they are
/// shown.
public struct MemberTexts<Text> {
  /// The name people know it by.
  public var title: Text?
  /// What stands below the title.
  public var subtitle: Text?
  /// What stands at its end.
  public var footer: Text?
  /// What stands where a value is missing.
  public var placeholder: Text?
  /// The title of the list in which the user chooses an option.
  ///
  /// Only a row has one.
  public var selectorTitle: Text?
  /// What is said on demand.
  public var help: Text?
  /// What a number counts, such as `kg`.
  ///
  /// Only a row of a number has one.
  public var unit: Text?

  /// Makes texts.
  public init(
    title: Text? = nil, subtitle: Text? = nil, footer: Text? = nil, placeholder: Text? = nil,
    help: Text? = nil, selectorTitle: Text? = nil, unit: Text? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.footer = footer
    self.placeholder = placeholder
    self.help = help
    self.selectorTitle = selectorTitle
    self.unit = unit
  }
}

extension MemberTexts: Sendable where Text: Sendable {}
extension MemberTexts: Equatable where Text: Equatable {}
extension MemberTexts: Hashable where Text: Hashable {}

/// The key of a text for people.
package enum TextKey: String, Sendable, CaseIterable {
  case title, subtitle, footer, placeholder, selectorTitle, help, unit

  /// The texts that forms, pages and sections have too.
  package static let ofAll = allCases.filter { !ofRows.contains($0) }
  /// The texts that only rows have.
  package static let ofRows: [TextKey] = [.selectorTitle, .unit]
}

extension MemberTexts {
  /// The text under a key.
  package subscript(key: TextKey) -> Text? {
    get {
      switch key {
      case .title: title
      case .subtitle: subtitle
      case .footer: footer
      case .placeholder: placeholder
      case .selectorTitle: selectorTitle
      case .help: help
      case .unit: unit
      }
    }
    set {
      switch key {
      case .title: title = newValue
      case .subtitle: subtitle = newValue
      case .footer: footer = newValue
      case .placeholder: placeholder = newValue
      case .selectorTitle: selectorTitle = newValue
      case .help: help = newValue
      case .unit: unit = newValue
      }
    }
  }

  /// The texts that there are, with their keys.
  package var given: [(key: TextKey, text: Text)] {
    TextKey.allCases.compactMap { key in self[key].map { (key, $0) } }
  }
}

extension Texts {
  /// Whether the language or answers change any of the texts.
  package var isChanging: Bool { TextKey.allCases.contains { self[$0]?.isChanging ?? false } }
}

/// What happens to a value whose row is hidden.
///
/// A hidden list keeps its items. The rows of the items say what happens to their values.
public enum HiddenValues: String, Sendable, Hashable, CaseIterable {
  /// Conditions still read the value.
  case keep
  /// Conditions read nil. When the row is shown again, it has its value.
  case `nil`
  /// The value is cleared, and conditions read nil. When the row shows, it has what a reset of the
  /// row gives: its value, or its default, which is computed then.
  ///
  /// A calculated row has no stored value to clear. If its form or section says `clear`, conditions
  /// read nil while the row is hidden, and the value comes back. `clear` on the row itself is an
  /// error.
  case clear
}

/// A variable that the host sets.
public struct InputDefinition: Sendable, Hashable {
  /// The name of the input in conditions.
  ///
  /// Inputs and tags share one namespace.
  public var name: String
  /// The type of a row that could hold the value.
  public var type: RowType
  /// The value until the host sets another.
  public var value: Value

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - name: The name of the input in conditions.
  ///   - type: The type of a row that could hold the value.
  ///   - value: The value until the host sets another; `.null` for nil. The default is the first
  ///     value of a row of the type: false for a switch, otherwise nil.
  public init(name: String, type: RowType, value: Value? = nil) {
    self.name = name
    self.type = type
    self.value = value ?? type.valueKind.valueAtStart
  }
}

/// A section: rows that are shown together, and after them sections inside it.
///
/// A section that holds sections is also called a group. What hides or disables it hides or
/// disables everything in it.
public struct SectionDefinition: Sendable, Hashable {
  /// The name of the section in conditions.
  public var tag: String?
  /// The key of the section's object, or of its list, in nested answers; nil means the tag.
  ///
  /// A section to choose from has none: the name of its value is that of its choice.
  public var name: String?
  /// Whether the section holds rows, items or options to choose from.
  public var kind: Kind {
    didSet { cut() }
  }
  /// The section's own texts.
  public var texts: Texts
  /// The condition under which the section and all its rows are hidden.
  public var hidden: ConditionDefinition?
  /// The condition under which all its rows are disabled.
  public var disabled: ConditionDefinition?
  /// What happens to hidden values if the row does not say so; nil means what the section around
  /// this one says, or else the form.
  public var whenHidden: HiddenValues?
  /// Whether only the header is shown.
  public var isCollapsed: Bool
  /// The rows, in order; empty in a section with items or options.
  public var rows: [RowDefinition]
  /// The sections inside, which are shown after the rows.
  ///
  /// Only a plain section has any. Sections stand inside one another at most `maximumDepth` deep,
  /// those of items included; the compiler refuses more.
  public var sections: [SectionDefinition] {
    didSet { cut() }
  }
  /// The number of levels, counted from this section down to the deepest section inside.
  package private(set) var height = 1
  /// Whether sections inside were dropped because they were too deep.
  private(set) var isCut = false
  /// The findings of a check that are accepted anywhere in the section.
  public var suppress: [Suppression] = []
  /// Any data that the host wants to keep with the section.
  ///
  /// The engine returns it unchanged.
  public var extra: Value?

  /// Makes a section.
  public init(
    tag: String? = nil, kind: Kind = .plain, texts: Texts = Texts(),
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    whenHidden: HiddenValues? = nil, isCollapsed: Bool = false, rows: [RowDefinition] = [],
    sections: [SectionDefinition] = [], extra: Value? = nil, name: String? = nil
  ) {
    self.tag = tag
    self.name = name
    self.kind = kind
    self.texts = texts
    self.hidden = hidden
    self.disabled = disabled
    self.whenHidden = whenHidden
    self.isCollapsed = isCollapsed
    self.rows = rows
    self.sections = sections
    self.extra = extra
    cut()
  }

  /// The message if a section of another kind than plain holds sections.
  static let refusalOfSections = (
    message: "only a plain section holds sections",
    hint: "put this section and those into a plain section"
  )

  /// The largest number of levels of sections inside one another.
  public static let maximumDepth = 32

  /// Measures the height, and drops what is much too deep.
  ///
  /// So everything that walks sections may recurse, and so does the release of memory, however deep
  /// a program nests them. One level more than allowed is kept, for the compiler to point at.
  private mutating func cut() {
    // Every change begins this again, but what has been cut is not too deep any more.
    for index in sections.indices where sections[index].height > Self.maximumDepth {
      sections[index].drop()
    }
    let inItem = inItems.lazy.map(\.height).max() ?? 0
    if inItem >= Self.maximumDepth, case .multivalued(var items) = kind {
      for index in items.templates.indices {
        guard case .rows(let rows, let sections) = items.templates[index].template else { continue }
        items.templates[index].template = .rows(
          rows,
          sections: sections.map { section in
            var section = section
            if section.height >= Self.maximumDepth { section.drop() }
            return section
          })
      }
      kind = .multivalued(items)
    }
    // An item is a level of its own.
    height = max(
      1 + (sections.lazy.map(\.height).max() ?? 0),
      inItems.isEmpty ? 1 : 2 + (inItems.lazy.map(\.height).max() ?? 0))
  }

  /// The sections of each item of a list.
  private var inItems: [SectionDefinition] {
    if case .multivalued(let items) = kind { items.templateSections } else { [] }
  }

  private mutating func drop() {
    isCut = true
    sections = []
    if case .multivalued(var items) = kind {
      for index in items.templates.indices {
        items.templates[index].template = items.templates[index].template.cut
      }
      kind = .multivalued(items)
    }
  }
}

/// A condition: constant, a predicate, or a function of the host.
public struct ConditionDefinition: Sendable, Hashable {
  /// What decides a condition.
  public enum Source: Sendable, Hashable {
    /// True or false.
    case constant(Bool)
    /// The text of a predicate.
    case predicate(String)
    /// A function that the host supplies under this name when the form is compiled.
    ///
    /// The function can read only what it depends on: tags, names of inputs, and attributes written
    /// as in a predicate, such as `tag.isHidden`.
    indirect case function(String, dependsOn: [String])
  }

  /// What decides the condition.
  public var source: Source
  /// Whether the source states the opposite: `visible` for `hidden`, or `enabled` for `disabled`.
  ///
  /// `required` and `readOnly` have no opposite key. They turn an inverted condition into one that
  /// is not: a predicate becomes `NOT (…)`.
  public var isInverted: Bool

  /// Makes a condition.
  public init(_ source: Source, isInverted: Bool = false) {
    self.source = source
    self.isInverted = isInverted
  }

  /// The condition that means the same and is not inverted, for keys without an opposite.
  ///
  /// What fails to evaluate decides "no" either way. So does what a function gives that is neither
  /// true nor false.
  package var upright: ConditionDefinition {
    guard isInverted else { return self }
    return switch source {
    case .constant(let holds): ConditionDefinition(.constant(!holds))
    case .predicate(let text): ConditionDefinition(.predicate("NOT (\(text))"))
    case .function(let name, let names):
      ConditionDefinition(.predicate("\(Self.call(name, names)) == NO"))
    }
  }

  /// The call of a function with what it reads, as a formula writes it.
  static func call(_ name: String, _ names: [String]) -> String {
    "\(name)(\(names.map { "$\($0)" }.joined(separator: ", ")))"
  }

  /// The keys of a form file that have an opposite key.
  package static let opposites = ["hidden": "visible", "disabled": "enabled"]
}

extension ConditionDefinition: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
  /// Makes a condition that is always true or always false.
  public init(booleanLiteral value: Bool) { self.init(.constant(value)) }
  /// Makes a condition from the text of a predicate.
  public init(stringLiteral value: String) { self.init(.predicate(value)) }
}
