// A row as somebody wrote it, with its options. Plain values; what they mean together is the
// compiler's to say.

public import Predicate

/// A row before it is compiled.
///
/// A row is one reference to what it says. Copies share it until one of them is changed, and a
/// compiled form shares it with the definition it was given.
public struct RowDefinition: Sendable, Hashable {
  private var shared: ContentObject

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
    next: String? = nil, allowsOther: Bool = false, unit: String? = nil
  ) {
    var content = Content(type: type)
    content.tag = tag
    content.texts = texts
    content.value = value
    content.hidden = hidden
    content.validates = validates
    content.whenOptionHidden = whenOptionHidden
    content.whenHidden = whenHidden
    content.submits = submits
    content.keepsEmpty = keepsEmpty
    content.allowsOther = allowsOther
    var rare = content.rare?.value ?? Rare()
    rare.name = name
    rare.defaultFormula = defaultFormula
    rare.calculated = calculated
    rare.disabled = disabled
    rare.required = required
    rare.rules = rules
    rare.options = options
    if options != nil { rare.grouping = groupedBy.map { Shared(OptionGrouping(key: $0)) } }
    rare.optionsFilter = optionsFilter
    rare.bounds = bounds.isEmpty ? nil : Shared(bounds)
    rare.next = next
    rare.unit = unit
    rare.extra = extra
    content.set(rare)
    self.init(content)
  }

  /// Makes a row of what it says.
  init(_ content: consuming Content) { shared = ContentObject(content) }

  /// Changes what the row says, and only this copy of it.
  private mutating func change(_ change: (inout Content) -> Void) {
    var content = shared.value
    change(&content)
    shared = ContentObject(content)
  }

  private mutating func changeRare(_ change: (inout Rare) -> Void) {
    self.change { content in
      var rare = content.rare?.value ?? Rare()
      change(&rare)
      content.set(rare)
    }
  }

  private var rare: RareObject? { shared.value.rare }
}

// MARK: - What a row says

extension RowDefinition {
  /// The name conditions know the row by.
  public var tag: String? {
    get { shared.value.tag }
    set { change { $0.tag = newValue } }
  }

  /// What kind of row it is.
  public var type: RowType {
    get { shared.value.type }
    set { change { $0.type = newValue } }
  }

  /// When errors are shown; nil: as the type has it.
  public var validates: ValidationTriggers? {
    get { shared.value.validates }
    set { change { $0.validates = newValue } }
  }

  /// What becomes of a chosen option that is no longer there.
  public var whenOptionHidden: OptionPolicy {
    get { shared.value.whenOptionHidden }
    set { change { $0.whenOptionHidden = newValue } }
  }

  /// What becomes of the value while hidden; nil: as the section or the form has it.
  public var whenHidden: HiddenValues? {
    get { shared.value.whenHidden }
    set { change { $0.whenHidden = newValue } }
  }

  /// Whether a button hands the form in: it is disabled while the form cannot be submitted.
  public var submits: Bool {
    get { shared.value.submits }
    set { change { $0.submits = newValue } }
  }

  /// Whether a user can tap the row while it is disabled; a button cannot be tapped then.
  public var tapsWhenDisabled: Bool {
    get { shared.value.tapsWhenDisabled }
    set { change { $0.tapsWhenDisabled = newValue } }
  }

  /// Whether a row of text keeps empty text that a user gives it.
  ///
  /// Otherwise the row then holds nil: a user who erases what was typed has given no answer. What
  /// the host sets is kept as it is.
  public var keepsEmpty: Bool {
    get { shared.value.keepsEmpty }
    set { change { $0.keepsEmpty = newValue } }
  }

  /// Whether a choice may also be text that is not one of the options.
  ///
  /// The values of the options are then text. The other text is stored as it is; blank text counts
  /// as no choice.
  public var allowsOther: Bool {
    get { shared.value.allowsOther }
    set { change { $0.allowsOther = newValue } }
  }

  /// The row's own texts.
  public var texts: Texts {
    get { shared.value.texts }
    set { change { $0.texts = newValue } }
  }

  /// The value at the start: nil where none is given, `.null` where nil is given.
  public var value: Value? {
    get { shared.value.value }
    set { change { $0.value = newValue } }
  }

  /// When the row is hidden.
  public var hidden: ConditionDefinition? {
    get { shared.value.hidden }
    set { change { $0.hidden = newValue } }
  }
}

// MARK: - What few rows say

extension RowDefinition {
  /// The key of its value in the form's values; nil: the tag.
  public var name: String? {
    get { rare?.value.name }
    set { changeRare { $0.name = newValue } }
  }

  /// A formula that yields the value at the start and at reset.
  public var defaultFormula: String? {
    get { rare?.value.defaultFormula }
    set { changeRare { $0.defaultFormula = newValue } }
  }

  /// A formula that yields the value always.
  public var calculated: String? {
    get { rare?.value.calculated }
    set { changeRare { $0.calculated = newValue } }
  }

  /// Whether a formula yields the value always.
  var isCalculated: Bool { rare?.value.calculated != nil }

  /// When the row takes no edits by the user.
  public var disabled: ConditionDefinition? {
    get { rare?.value.disabled }
    set { changeRare { $0.disabled = newValue } }
  }

  /// When the row must have a value.
  public var required: ConditionDefinition? {
    get { rare?.value.required }
    set { changeRare { $0.required = newValue } }
  }

  /// What its value must meet, in order.
  public var rules: [RuleDefinition] {
    get { rare?.value.rules ?? [] }
    set { changeRare { $0.rules = newValue } }
  }

  /// What can be chosen; nil where nothing is said.
  public var options: [OptionDefinition]? {
    get { rare?.value.options }
    set {
      changeRare { rare in
        rare.options = newValue
        if newValue == nil { rare.grouping = nil }
      }
    }
  }

  /// How options are grouped; nil if the row has no options, or does not group them.
  var grouping: OptionGrouping? {
    get { rare?.value.grouping?.value }
    set { changeRare { if $0.options != nil { $0.grouping = newValue.map { Shared($0) } } } }
  }

  /// The key of options by whose values they are grouped for people; nil where they are not, and
  /// where there are no options.
  public var groupedBy: String? {
    get { grouping?.key }
    set {
      grouping = newValue.map { key in
        OptionGrouping(key: key, titles: groupTitles, footers: groupFooters)
      }
    }
  }

  /// The titles of groups, by the text of what the options of a group have under `groupedBy`.
  ///
  /// A group without a title is called by that text. Without `groupedBy` there are none.
  public var groupTitles: [String: String] {
    get { grouping?.titles ?? [:] }
    set { grouping?.titles = newValue }
  }

  /// The texts below groups, by the same.
  public var groupFooters: [String: String] {
    get { grouping?.footers ?? [:] }
    set { grouping?.footers = newValue }
  }

  /// A predicate that says which options there are; SELF is the option.
  public var optionsFilter: String? {
    get { rare?.value.optionsFilter }
    set { changeRare { $0.optionsFilter = newValue } }
  }

  /// The least and the greatest value, and the steps between.
  public var bounds: RowBounds {
    get { rare?.value.bounds?.value ?? RowBounds() }
    set { changeRare { $0.bounds = newValue.isEmpty ? nil : Shared(newValue) } }
  }

  /// Whether it has any bounds.
  var hasBounds: Bool { rare?.value.bounds != nil }

  /// The unit of a number, such as `kg`; nil: none.
  public var unit: String? {
    get { rare?.value.unit }
    set { changeRare { $0.unit = newValue } }
  }

  /// The row that the user goes to from here, in the place of the one that follows; nil: that one.
  public var next: String? {
    get { rare?.value.next }
    set { changeRare { $0.next = newValue } }
  }

  /// Anything the host wants to keep with the row; handed back untouched.
  public var extra: Value? {
    get { rare?.value.extra }
    set { changeRare { $0.extra = newValue } }
  }
}

// MARK: - Options

/// Something that can be chosen.
public struct OptionDefinition: Sendable, Hashable, Identifiable {
  /// The value that choosing it gives.
  public var value: Value
  /// The value: options of one row are told apart by their values.
  public var id: Value { value }
  /// What people see; nil: the value.
  public var title: String?
  private var others: Others

  /// What options seldom have.
  private indirect enum Others: Sendable, Hashable {
    case none
    case these(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, isExclusive: Bool,
      members: ValueDictionary)

    init(
      hidden: ConditionDefinition?, disabled: ConditionDefinition?, isExclusive: Bool,
      members: ValueDictionary
    ) {
      self =
        hidden == nil && disabled == nil && !isExclusive && members.count == 0
        ? .none
        : .these(hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: members)
    }
  }

  /// Makes an option.
  public init(
    _ value: Value, title: String? = nil, hidden: ConditionDefinition? = nil,
    disabled: ConditionDefinition? = nil, isExclusive: Bool = false,
    members: ValueDictionary = ValueDictionary()
  ) {
    self.value = value
    self.title = title
    others = Others(
      hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: members)
  }

  /// When it is not there to be chosen; a filter on the row can rule it out as well.
  public var hidden: ConditionDefinition? {
    get { if case .these(let hidden, _, _, _) = others { hidden } else { nil } }
    set {
      others = Others(
        hidden: newValue, disabled: disabled, isExclusive: isExclusive, members: members)
    }
  }

  /// When it is there and a user can neither choose it nor give it up.
  public var disabled: ConditionDefinition? {
    get { if case .these(_, let disabled, _, _) = others { disabled } else { nil } }
    set {
      others = Others(
        hidden: hidden, disabled: newValue, isExclusive: isExclusive, members: members)
    }
  }

  /// Whether the option is chosen alone, such as "none of these": tapping it deselects the other
  /// options, and tapping another option deselects it.
  public var isExclusive: Bool {
    get { if case .these(_, _, let isExclusive, _) = others { isExclusive } else { false } }
    set {
      others = Others(hidden: hidden, disabled: disabled, isExclusive: newValue, members: members)
    }
  }

  /// Every other key it was given.
  public var members: ValueDictionary {
    get { if case .these(_, _, _, let members) = others { members } else { ValueDictionary() } }
    set {
      others = Others(
        hidden: hidden, disabled: disabled, isExclusive: isExclusive, members: newValue)
    }
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
