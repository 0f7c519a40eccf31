// A row as somebody wrote it, with its options and rules. Plain values; what they mean together is
// the compiler's to say.

public import Predicate

/// A row before it is compiled.
public struct RowDefinition: Sendable, Hashable {
  /// The name conditions know the row by.
  public var tag: String?
  /// What kind of row it is.
  public var type: RowType
  /// The row's own texts.
  public var texts: Texts
  /// The key of its value in the form's values; nil: the tag.
  public var name: String?
  /// The value at the start: nil where none is given, `.null` where nil is given.
  public var value: Value?
  /// A formula that yields the value at the start and at reset.
  public var defaultFormula: String?
  /// A formula that yields the value always.
  public var calculated: String?
  /// When the row is hidden.
  public var hidden: ConditionDefinition?
  /// When the row takes no edits by the user.
  public var disabled: ConditionDefinition?
  /// When the row must have a value.
  public var required: ConditionDefinition?
  /// What its value must meet, in order.
  public var rules: [RuleDefinition]
  /// When errors are shown; nil: as the type has it.
  public var validates: ValidationTriggers?
  /// What can be chosen; nil where nothing is said.
  public var options: [OptionDefinition]?
  /// A predicate that says which options there are; SELF is the option.
  public var optionsFilter: String?
  /// What becomes of a chosen option that is no longer there.
  public var whenOptionHidden: OptionPolicy
  /// What becomes of the value while hidden; nil: as the section or the form has it.
  public var whenHidden: HiddenValues?
  /// Anything the host wants to keep with the row; handed back untouched.
  public var extra: Value?

  /// Makes a row.
  public init(
    tag: String? = nil, type: RowType, texts: Texts = Texts(), name: String? = nil,
    value: Value? = nil, defaultFormula: String? = nil, calculated: String? = nil,
    hidden: ConditionDefinition? = nil, disabled: ConditionDefinition? = nil,
    required: ConditionDefinition? = nil, rules: [RuleDefinition] = [],
    validates: ValidationTriggers? = nil, options: [OptionDefinition]? = nil,
    optionsFilter: String? = nil, whenOptionHidden: OptionPolicy = .keep,
    whenHidden: HiddenValues? = nil, extra: Value? = nil
  ) {
    self.tag = tag
    self.type = type
    self.texts = texts
    self.name = name
    self.value = value
    self.defaultFormula = defaultFormula
    self.calculated = calculated
    self.hidden = hidden
    self.disabled = disabled
    self.required = required
    self.rules = rules
    self.validates = validates
    self.options = options
    self.optionsFilter = optionsFilter
    self.whenOptionHidden = whenOptionHidden
    self.whenHidden = whenHidden
    self.extra = extra
  }
}

/// Something that can be chosen.
public struct OptionDefinition: Sendable, Hashable {
  /// The value that choosing it gives.
  public var value: Value
  /// What people see; nil: the value.
  public var title: String?
  /// When it cannot be chosen; a filter on the row can rule it out as well.
  public var hidden: ConditionDefinition?
  /// Every other key it was given.
  public var members: ValueDictionary

  /// Makes an option.
  public init(
    _ value: Value, title: String? = nil, hidden: ConditionDefinition? = nil,
    members: ValueDictionary = ValueDictionary()
  ) {
    self.value = value
    self.title = title
    self.hidden = hidden
    self.members = members
  }

  /// The option as its row's filter sees it: an object, or the value where it is nothing else.
  var object: Value {
    guard title != nil || members.count > 0 else { return value }
    var object = ValueDictionary([("value", value)])
    if let title { object["title"] = .string(title) }
    for (key, member) in zip(members.keys, members.values) { object[key] = member }
    return .dictionary(object)
  }
}

/// What becomes of a chosen option that is hidden.
public enum OptionPolicy: String, Sendable, Hashable, CaseIterable {
  /// It stays chosen, and the row is invalid.
  case keep
  /// It is no longer chosen; of several chosen options the others stay.
  case clear
}

/// Something a value must meet.
public struct RuleDefinition: Sendable, Hashable {
  /// What is asked of the value.
  public enum Kind: Sendable, Hashable {
    /// There is one.
    case required
    /// It has so many characters or more.
    case minLength(Int)
    /// It has so many characters or fewer.
    case maxLength(Int)
    /// It has exactly so many characters.
    case exactLength(Int)
    /// It is an e-mail address.
    case email
    /// It equals the value of the row with this tag.
    case equals(String)
    /// The predicate is true; SELF is the value.
    case predicate(String)
  }

  /// What is asked of the value.
  public var kind: Kind
  /// What is said where the value does not meet it; nil: a text of the engine's.
  public var message: String?
  /// A name for the rule.
  public var id: String?
  /// Whether failing makes the row invalid.
  public var severity: Severity
  /// Whether an empty value meets it without being looked at; nil: as the kind has it.
  public var allowsEmpty: Bool?

  /// Makes a rule.
  public init(
    _ kind: Kind, message: String? = nil, id: String? = nil, severity: Severity = .error,
    allowsEmpty: Bool? = nil
  ) {
    self.kind = kind
    self.message = message
    self.id = id
    self.severity = severity
    self.allowsEmpty = allowsEmpty
  }
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
