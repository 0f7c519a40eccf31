// A row as its author wrote it. Plain values; the compiler checks what they mean
// together.

public import Predicate

/// A row before it is compiled.
///
/// A row is one reference to its properties. Copies share the properties until one of them is
/// changed. A compiled form shares them with the definition it was compiled from.
public struct RowDefinition: Sendable, Hashable {
  package private(set) var shared: ContentObject

  /// Makes a row.
  public init(
    tag: String? = nil, type: RowType, texts: Texts = Texts(), name: String? = nil,
    value: Value? = nil, defaultFormula: String? = nil, calculated: String? = nil,
    suggested: SuggestedFormula? = nil, once: String? = nil,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    required: ConditionDefinition? = nil, requiredMessage: FormText? = nil,
    rules: [RuleDefinition] = [],
    validates: ValidationTriggers? = nil, options: OptionSource? = nil,
    groupedBy: String? = nil, optionsFilter: String? = nil,
    whenOptionHidden: OptionPolicy = .keep,
    whenHidden: HiddenValues? = nil, submits: Bool = false, keepsEmpty: Bool = false,
    extra: Value? = nil, bounds: RowBounds<Bound<Value>> = RowBounds(),
    display: DisplayDefinition? = nil, next: String? = nil, allowsOther: Bool = false,
    isOrdered: Bool = false,
    unit: FormText? = nil, actions: [ActionDefinition] = [],
    whenChanged: [TriggerAction] = []
  ) {
    var content = Content(type: type)
    content.tag = tag
    content.texts = texts
    if let unit { content.texts.unit = unit }
    content.value = value
    content.hidden = hidden
    content.validates = validates
    content.whenOptionHidden = whenOptionHidden
    content.whenHidden = whenHidden
    content.submits = submits
    content.keepsEmpty = keepsEmpty
    content.allowsOther = allowsOther
    content.isOrdered = isOrdered
    var rare = content.rare?.value ?? Rare()
    rare.name = name
    rare.defaultFormula = defaultFormula
    rare.calculated = calculated
    rare.suggested = suggested
    rare.once = once
    rare.disabled = disabled
    rare.required = required
    rare.requiredMessage = requiredMessage
    rare.rules = rules
    rare.options = options
    rare.grouping = groupedBy.map { Shared(OptionGrouping(key: $0)) }
    rare.optionsFilter = optionsFilter
    rare.bounds = bounds.isEmpty ? nil : Shared(bounds)
    rare.next = next
    rare.display = display
    rare.actions = actions
    rare.whenChanged = whenChanged
    rare.extra = extra
    content.set(rare)
    self.init(content)
  }

  init(_ content: consuming Content) { shared = ContentObject(content) }

  /// Changes the properties of this copy of the row.
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

  package var rare: RareObject? { shared.value.rare }

  /// Whether a text, a bound or the display follows answers or the language.
  package var hasProperties: Bool {
    shared.value.title?.isChanging ?? false || shared.value.rare?.hasProperties ?? false
  }
}

// MARK: - Keys of a row

extension RowDefinition {
  /// The name of the row in conditions.
  public var tag: String? {
    get { shared.value.tag }
    set { change { $0.tag = newValue } }
  }

  /// The type of the row.
  public var type: RowType {
    get { shared.value.type }
    set { change { $0.type = newValue } }
  }

  /// When errors are shown; nil means the default of the type.
  public var validates: ValidationTriggers? {
    get { shared.value.validates }
    set { change { $0.validates = newValue } }
  }

  /// What happens to a chosen option that is hidden.
  public var whenOptionHidden: OptionPolicy {
    get { shared.value.whenOptionHidden }
    set { change { $0.whenOptionHidden = newValue } }
  }

  /// What happens to the value while the row is hidden; nil means what the section or the form
  /// says.
  public var whenHidden: HiddenValues? {
    get { shared.value.whenHidden }
    set { change { $0.whenHidden = newValue } }
  }

  /// Whether the row is a submit button.
  ///
  /// It is disabled while the form cannot be submitted.
  public var submits: Bool {
    get { shared.value.submits }
    set { change { $0.submits = newValue } }
  }

  /// Whether a user can tap the row while it is disabled.
  ///
  /// A button must not say so.
  public var tapsWhenDisabled: Bool {
    get { shared.value.tapsWhenDisabled }
    set { change { $0.tapsWhenDisabled = newValue } }
  }

  /// Whether a text row keeps empty text from a user.
  ///
  /// Otherwise the row then holds nil, because a user who erases the text has given no answer.
  /// Empty text from the host is always kept.
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

  /// Whether a row of several choices keeps them in the order in which they were chosen.
  ///
  /// Otherwise they are stored in the order of the options. Options from a table or a list always
  /// stay in the order of choosing.
  public var isOrdered: Bool {
    get { shared.value.isOrdered }
    set { change { $0.isOrdered = newValue } }
  }

  /// The row's own texts.
  public var texts: Texts {
    get { shared.value.texts }
    set { change { $0.texts = newValue } }
  }

  /// The first value; nil if none is given, and `.null` if the given value is nil.
  public var value: Value? {
    get { shared.value.value }
    set { change { $0.value = newValue } }
  }

  /// The condition under which the row is hidden.
  public var hidden: ConditionDefinition? {
    get { shared.value.hidden }
    set { change { $0.hidden = newValue } }
  }
}

// MARK: - Rare keys of a row

extension RowDefinition {
  /// The key of its value among the form's values; nil means the tag.
  public var name: String? {
    get { rare?.value.name }
    set { changeRare { $0.name = newValue } }
  }

  /// A formula for the first value and for resets.
  public var defaultFormula: String? {
    get { rare?.value.defaultFormula }
    set { changeRare { $0.defaultFormula = newValue } }
  }

  /// A formula that always gives the value.
  public var calculated: String? {
    get { rare?.value.calculated }
    set { changeRare { $0.calculated = newValue } }
  }

  /// A formula for the value that the row holds until somebody edits it.
  ///
  /// The row takes each new result. An edit ends this, unless it gives what the formula gives.
  /// ``SuggestedFormula/whenEdited`` says when the row follows again.
  public var suggested: SuggestedFormula? {
    get { rare?.value.suggested }
    set { changeRare { $0.suggested = newValue } }
  }

  /// A formula that fills the row while it is empty: when the form opens, and whenever something
  /// that the formula reads changes.
  ///
  /// The time fills no row. A row that is erased stays empty until something else changes.
  public var once: String? {
    get { rare?.value.once }
    set { changeRare { $0.once = newValue } }
  }

  /// Whether a formula always gives the value.
  package var isCalculated: Bool { rare?.value.calculated != nil }

  /// The condition under which the user cannot edit the row.
  public var disabled: ConditionDefinition? {
    get { rare?.value.disabled }
    set { changeRare { $0.disabled = newValue } }
  }

  /// The condition under which the row must have a value.
  ///
  /// An inverted condition is kept as the condition that means the same and is not inverted.
  public var required: ConditionDefinition? {
    get { rare?.value.required }
    set { changeRare { $0.required = newValue } }
  }

  /// The message while the row is required and has no value; nil for a standard text.
  ///
  /// It may have formulas and parameters, as the message of a rule has. A row without `required`
  /// cannot have it.
  public var requiredMessage: FormText? {
    get { rare?.value.requiredMessage }
    set { changeRare { $0.requiredMessage = newValue } }
  }

  /// The rules of the value, in order.
  public var rules: [RuleDefinition] {
    get { rare?.value.rules ?? [] }
    set { changeRare { $0.rules = newValue } }
  }

  /// What can be chosen; nil if the row has no options.
  ///
  /// Without options, nothing is grouped: setting nil sets `groupedBy` to nil too.
  public var options: OptionSource? {
    get { rare?.value.options }
    set {
      changeRare { rare in
        rare.options = newValue
        if newValue == nil { rare.grouping = nil }
      }
    }
  }

  /// Finds one of many options that the row lists by its value; nil if there are few.
  var optionIndex: OptionIndex? { rare?.value.optionIndex }

  /// Whether the row has options, written out or from a table or list.
  package var hasOptions: Bool { rare?.value.options != nil }

  /// Whether the options come from a table or a list.
  public var takesOptions: Bool {
    switch rare?.value.options {
    case .table?, .list?: true
    case .written?, nil: false
    }
  }

  /// Whether the row lists an option that is a day.
  package var hasDayOptions: Bool { rare?.hasDayOptions ?? false }

  /// Whether the options say how a value of the row is stored.
  package var readsOptions: Bool { allowsOther || hasDayOptions }

  /// The value that JSON stands for in the row, as far as its options say.
  package func meaning(of value: Value) -> Value {
    hasDayOptions ? (options?.written ?? []).meaning(of: value) : value
  }

  /// How options are grouped; nil if the row does not group them.
  package var grouping: OptionGrouping? {
    get { rare?.value.grouping?.value }
    set { changeRare { $0.grouping = newValue.map { Shared($0) } } }
  }

  /// The key of options by whose values the options are grouped.
  ///
  /// Nil if the row does not group them. A row without options cannot have it.
  public var groupedBy: String? {
    get { grouping?.key }
    set {
      grouping = newValue.map { key in
        OptionGrouping(key: key, titles: groupTitles, footers: groupFooters)
      }
    }
  }

  /// The titles of groups, by the text of the value that the group's options have for `groupedBy`.
  ///
  /// A group without a title is called by that text. Without `groupedBy` there are none.
  public var groupTitles: [String: FormText] {
    get { grouping?.titles ?? [:] }
    set { grouping?.titles = newValue }
  }

  /// The texts below groups, by the same key as `groupTitles`.
  public var groupFooters: [String: FormText] {
    get { grouping?.footers ?? [:] }
    set { grouping?.footers = newValue }
  }

  /// A predicate that options must meet to be shown.
  ///
  /// SELF is the option.
  public var optionsFilter: String? {
    get { rare?.value.optionsFilter }
    set { changeRare { $0.optionsFilter = newValue } }
  }

  /// The minimum, the maximum and the step of the value.
  public var bounds: RowBounds<Bound<Value>> {
    get { rare?.value.bounds?.value ?? RowBounds() }
    set { changeRare { $0.bounds = newValue.isEmpty ? nil : Shared(newValue) } }
  }

  package var hasBounds: Bool { rare?.value.bounds != nil }

  /// Whether the row has neither rules nor bounds.
  package var isPlainlyJudged: Bool {
    guard let rare else { return true }
    return rare.value.rules.isEmpty && rare.value.bounds == nil
  }

  /// The unit of a number, such as `kg`; nil: none.
  public var unit: FormText? {
    get { texts.unit }
    set { texts.unit = newValue }
  }

  /// The tag of the row that the focus goes to after this row; nil means the row that follows.
  public var next: String? {
    get { rare?.value.next }
    set { changeRare { $0.next = newValue } }
  }

  /// What people see in the place of the value; nil: as the type shows it.
  public var display: DisplayDefinition? {
    get { rare?.value.display }
    set { changeRare { $0.display = newValue } }
  }

  /// What a user can do with the row beside tapping it, in order.
  public var actions: [ActionDefinition] {
    get { rare?.value.actions ?? [] }
    set { changeRare { $0.actions = newValue } }
  }

  /// What runs when an edit has given the row another value, in order.
  public var whenChanged: [TriggerAction] {
    get { rare?.value.whenChanged ?? [] }
    set { changeRare { $0.whenChanged = newValue } }
  }

  /// Whether an edit of the row sets something off.
  package var hasTriggers: Bool { rare?.value.whenChanged.isEmpty == false }

  /// The findings of a check that are accepted in the row.
  public var suppress: [Suppression] {
    get { rare?.value.suppress ?? [] }
    set { changeRare { $0.suppress = newValue } }
  }

  /// Any data that the host wants to keep with the row.
  ///
  /// The engine returns it unchanged.
  public var extra: Value? {
    get { rare?.value.extra }
    set { changeRare { $0.extra = newValue } }
  }
}
