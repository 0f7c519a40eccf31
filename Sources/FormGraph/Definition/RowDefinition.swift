// A row as somebody wrote it, with its options. Plain values; what they mean together is the
// compiler's to say.

public import Predicate

/// A row before it is compiled.
///
/// A form may have a million rows, and most say little: what rows seldom say is kept in one block
/// that only rows have which say such a thing.
public struct RowDefinition: Sendable, Hashable {
  /// What it says apart from when it is hidden, which a compiled form keeps in another way.
  var content: RowContent
  /// When the row is hidden.
  public var hidden: ConditionDefinition?

  /// Makes a row.
  public init(
    tag: String? = nil, type: RowType, texts: Texts = Texts(), name: String? = nil,
    value: Value? = nil, defaultFormula: String? = nil, calculated: String? = nil,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    required: ConditionDefinition? = nil, rules: [RuleDefinition] = [],
    validates: ValidationTriggers? = nil, options: [OptionDefinition]? = nil,
    groupedBy: String? = nil, optionsFilter: String? = nil,
    whenOptionHidden: OptionPolicy = .keep,
    whenHidden: HiddenValues? = nil, submits: Bool = false, keepsEmpty: Bool = false,
    extra: Value? = nil, bounds: RowBounds = RowBounds(),
    next: String? = nil
  ) {
    let isGiven = [
      texts.title != nil, texts.subtitle != nil, texts.footer != nil, texts.placeholder != nil,
      texts.help != nil, name != nil, RowDetails.needsRoom(value), defaultFormula != nil,
      calculated != nil, disabled != nil, required != nil, !rules.isEmpty, options != nil,
      optionsFilter != nil, extra != nil,
      !bounds.isEmpty || next != nil,
    ]
    var details = RowDetails(capacity: isGiven.count { $0 })
    details.append(.title, texts.title)
    details.append(.subtitle, texts.subtitle)
    details.append(.footer, texts.footer)
    details.append(.placeholder, texts.placeholder)
    details.append(.help, texts.help)
    details.append(.name, name)
    details.append(.value, value)
    details.append(.defaultFormula, defaultFormula)
    details.append(.calculated, calculated)
    details.append(.disabled, disabled)
    details.append(.required, required)
    details.append(.rules, rules.isEmpty ? nil : .rules(rules))
    details.append(
      .options, options.map { .options($0, grouped: groupedBy.map { OptionGrouping(key: $0) }) })
    details.append(.optionsFilter, optionsFilter)
    details.append(.extra, extra)
    let rest = RowRest(bounds: bounds, next: next)
    details.append(.rest, rest.isEmpty ? nil : .rest(rest))
    content = RowContent(
      tag: tag, type: type, validates: validates, whenOptionHidden: whenOptionHidden,
      whenHidden: whenHidden, submits: submits, keepsEmpty: keepsEmpty, details: details)
    self.hidden = hidden
  }

  /// Makes a row of what it says.
  @inline(__always)
  init(_ content: RowContent, hidden: ConditionDefinition?) {
    self.content = content
    self.hidden = hidden
  }
}

// MARK: - What a row says

extension RowDefinition {
  /// The name conditions know the row by.
  public var tag: String? {
    get { content.tag }
    set { content.tag = newValue }
  }

  /// What kind of row it is.
  public var type: RowType {
    get { content.type }
    set { content.type = newValue }
  }

  /// When errors are shown; nil: as the type has it.
  public var validates: ValidationTriggers? {
    get { content.validates }
    set { content.validates = newValue }
  }

  /// What becomes of a chosen option that is no longer there.
  public var whenOptionHidden: OptionPolicy {
    get { content.whenOptionHidden }
    set { content.whenOptionHidden = newValue }
  }

  /// What becomes of the value while hidden; nil: as the section or the form has it.
  public var whenHidden: HiddenValues? {
    get { content.whenHidden }
    set { content.whenHidden = newValue }
  }

  /// Whether a button hands the form in: it is disabled while the form cannot be submitted.
  public var submits: Bool {
    get { content.submits }
    set { content.submits = newValue }
  }

  /// Whether a user can tap the row while it is disabled; a button cannot be tapped then.
  public var tapsWhenDisabled: Bool {
    get { content.tapsWhenDisabled }
    set { content.tapsWhenDisabled = newValue }
  }

  /// Whether a row of text keeps empty text that a user gives it.
  ///
  /// Otherwise the row then holds nil: a user who erases what was typed has given no answer. What
  /// the host sets is kept as it is.
  public var keepsEmpty: Bool {
    get { content.keepsEmpty }
    set { content.keepsEmpty = newValue }
  }

  /// The row's own texts.
  public var texts: Texts {
    get { content.texts }
    set { content.texts = newValue }
  }

  /// The key of its value in the form's values; nil: the tag.
  public var name: String? {
    get { content.name }
    set { content.details[text: .name] = newValue }
  }

  /// The value at the start: nil where none is given, `.null` where nil is given.
  public var value: Value? {
    get { content.value }
    set { content.value = newValue }
  }

  /// A formula that yields the value at the start and at reset.
  public var defaultFormula: String? {
    get { content.defaultFormula }
    set { content.details[text: .defaultFormula] = newValue }
  }

  /// A formula that yields the value always.
  public var calculated: String? {
    get { content.calculated }
    set { content.details[text: .calculated] = newValue }
  }

  /// When the row takes no edits by the user.
  public var disabled: ConditionDefinition? {
    get { content.disabled }
    set { content.details[condition: .disabled] = newValue }
  }

  /// When the row must have a value.
  public var required: ConditionDefinition? {
    get { content.required }
    set { content.details[condition: .required] = newValue }
  }

  /// What its value must meet, in order.
  public var rules: [RuleDefinition] {
    get { content.rules }
    set { content.details[.rules] = newValue.isEmpty ? nil : .rules(newValue) }
  }

  /// What can be chosen; nil where nothing is said.
  public var options: [OptionDefinition]? {
    get { content.options }
    set { content.details[.options] = newValue.map { .options($0, grouped: content.grouping) } }
  }

  /// The key of options by whose values they are grouped for people; nil where they are not, and
  /// where there are no options.
  public var groupedBy: String? {
    get { content.grouping?.key }
    set {
      content.grouping = newValue.map { key in
        OptionGrouping(key: key, titles: groupTitles, footers: groupFooters)
      }
    }
  }

  /// The titles of groups, by the text of what the options of a group have under `groupedBy`.
  ///
  /// A group without a title is called by that text. Without `groupedBy` there are none.
  public var groupTitles: [String: String] {
    get { content.grouping?.titles ?? [:] }
    set { content.grouping?.titles = newValue }
  }

  /// The texts below groups, by the same.
  public var groupFooters: [String: String] {
    get { content.grouping?.footers ?? [:] }
    set { content.grouping?.footers = newValue }
  }

  /// A predicate that says which options there are; SELF is the option.
  public var optionsFilter: String? {
    get { content.optionsFilter }
    set { content.details[text: .optionsFilter] = newValue }
  }

  /// The row that the user goes to from here, in the place of the one that follows; nil: that one.
  public var next: String? {
    get { content.next }
    set { content.next = newValue }
  }

  /// Anything the host wants to keep with the row; handed back untouched.
  public var extra: Value? {
    get { content.details[value: .extra] }
    set { content.details[value: .extra] = newValue }
  }

  /// Whether the row says such a thing, which costs less than to ask what it says.
  @inline(__always)
  func says(_ kind: RowDetails.Kind) -> Bool { content.says(kind) }
}

// MARK: - Options

/// Something that can be chosen.
public struct OptionDefinition: Sendable, Hashable {
  /// The value that choosing it gives.
  public var value: Value
  /// What people see; nil: the value.
  public var title: String?
  private var others: Others

  /// What options seldom have.
  private indirect enum Others: Sendable, Hashable {
    case none
    case these(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, members: ValueDictionary)

    init(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, members: ValueDictionary
    ) {
      self =
        hidden == nil && disabled == nil && members.count == 0
        ? .none : .these(hidden: hidden, disabled: disabled, members: members)
    }
  }

  /// Makes an option.
  public init(
    _ value: Value, title: String? = nil, hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil, members: ValueDictionary = ValueDictionary()
  ) {
    self.value = value
    self.title = title
    others = Others(hidden: hidden, disabled: disabled, members: members)
  }

  /// When it is not there to be chosen; a filter on the row can rule it out as well.
  public var hidden: ConditionDefinition? {
    get { if case .these(let hidden, _, _) = others { hidden } else { nil } }
    set { others = Others(hidden: newValue, disabled: disabled, members: members) }
  }

  /// When it is there and a user can neither choose it nor give it up.
  public var disabled: ConditionDefinition? {
    get { if case .these(_, let disabled, _) = others { disabled } else { nil } }
    set { others = Others(hidden: hidden, disabled: newValue, members: members) }
  }

  /// Every other key it was given.
  public var members: ValueDictionary {
    get { if case .these(_, _, let members) = others { members } else { ValueDictionary() } }
    set { others = Others(hidden: hidden, disabled: disabled, members: newValue) }
  }

  /// Whether it has anything beside its value and its title.
  var hasMore: Bool { others != .none }

  /// The option as its row's filter sees it: an object, or the value where it is nothing else.
  var object: Value {
    guard title != nil || members.count > 0 else { return value }
    var object = ValueDictionary([("value", value)])
    if let title { object["title"] = .string(title) }
    for (key, member) in zip(members.keys, members.values) { object[key] = member }
    return .dictionary(object)
  }
}

/// How options stand in groups.
struct OptionGrouping: Sendable, Hashable {
  /// The key of options by whose values they are grouped.
  var key: String
  /// What stands above and below a group, by the text of the value.
  var titles: [String: String] = [:]
  var footers: [String: String] = [:]

  /// What titles and footers know the group of a value by.
  static func text(of value: Value) -> String { value.ruleText ?? value.description }
}

/// What becomes of a chosen option that is hidden.
public enum OptionPolicy: String, Sendable, Hashable, CaseIterable {
  /// It stays chosen, and the row is invalid.
  case keep
  /// It is no longer chosen; of several chosen options the others stay.
  case clear
}

/// When the errors of a row are shown.
public struct ValidationTriggers: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of triggers from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whenever the value changes.
  public static let onChange = ValidationTriggers(rawValue: 1)
  /// When the row is left.
  public static let onBlur = ValidationTriggers(rawValue: 2)
  /// Whenever the value changes once the row has been left.
  public static let onChangeAfterBlurred = ValidationTriggers(rawValue: 4)
  /// Only when asked for.
  public static let onDemand = ValidationTriggers(rawValue: 8)
  /// Whenever the value changes and when the row is left.
  public static let always: ValidationTriggers = [.onChange, .onBlur]

  /// What the triggers are called in a form file.
  static let names: KeyValuePairs<String, ValidationTriggers> = [
    "onChange": .onChange, "onBlur": .onBlur, "onChangeAfterBlurred": .onChangeAfterBlurred,
    "onDemand": .onDemand, "always": .always,
  ]
}
