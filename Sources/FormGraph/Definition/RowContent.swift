// What a row says apart from when it is hidden, in 32 bytes and one block of what rows seldom say:
// what definitions and compiled forms both keep of a row, sharing the block.

import Predicate

/// What a row says, but for its condition `hidden`.
struct RowContent: Sendable, Hashable {
  var tag: String?
  var details: RowDetails
  var type: RowType
  /// The bits of `validates`, none where nothing is said.
  private var rawTriggers: UInt8
  private var flags: Flags

  /// What is said in a few bits, in ways of being said so that equal rows have equal bits.
  private struct Flags: OptionSet, Hashable {
    let rawValue: UInt8

    static let hasTriggers = Flags(rawValue: 1)
    static let clearsOptions = Flags(rawValue: 2)
    /// What becomes of the hidden value; neither: nothing is said.
    static let keepsHidden = Flags(rawValue: 4)
    static let clearsHidden = Flags(rawValue: 8)
    static let nilWhileHidden = Flags(rawValue: 16)
    static let submits = Flags(rawValue: 32)
    static let tapsWhenDisabled = Flags(rawValue: 128)
    static let keepsEmpty = Flags(rawValue: 64)
    static let hiddenPolicies: Flags = [.keepsHidden, .clearsHidden, .nilWhileHidden]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ policy: OptionPolicy) {
      self = policy == .clear ? .clearsOptions : []
    }

    init(_ policy: HiddenValues?) {
      switch policy {
      case .keep?: self = .keepsHidden
      case .clear?: self = .clearsHidden
      case .nil?: self = .nilWhileHidden
      case nil: self = []
      }
    }
  }

  @inline(__always)
  init(
    tag: String?, type: RowType, validates: ValidationTriggers?, whenOptionHidden: OptionPolicy,
    whenHidden: HiddenValues?, submits: Bool, keepsEmpty: Bool, details: RowDetails
  ) {
    self.tag = tag
    self.type = type
    self.details = details
    rawTriggers = validates?.rawValue ?? 0
    flags = [
      validates == nil ? [] : .hasTriggers, Flags(whenOptionHidden), Flags(whenHidden),
      submits ? .submits : [], keepsEmpty ? .keepsEmpty : [],
    ]
  }
}

// MARK: - In the content itself

extension RowContent {
  var validates: ValidationTriggers? {
    get { flags.contains(.hasTriggers) ? ValidationTriggers(rawValue: rawTriggers) : nil }
    set {
      rawTriggers = newValue?.rawValue ?? 0
      if newValue == nil { flags.remove(.hasTriggers) } else { flags.insert(.hasTriggers) }
    }
  }

  var whenOptionHidden: OptionPolicy {
    @inline(__always) get { flags.contains(.clearsOptions) ? .clear : .keep }
    set { flags = flags.subtracting(.clearsOptions).union(Flags(newValue)) }
  }

  /// Whether the row hands the form in, and so is disabled while the form cannot be.
  var submits: Bool {
    get { flags.contains(.submits) }
    set { if newValue { flags.insert(.submits) } else { flags.remove(.submits) } }
  }

  /// Whether a user can tap the row while it is disabled.
  var tapsWhenDisabled: Bool {
    get { flags.contains(.tapsWhenDisabled) }
    set {
      if newValue {
        flags.insert(.tapsWhenDisabled)
      } else {
        flags.remove(.tapsWhenDisabled)
      }
    }
  }

  /// Whether a row of text keeps empty text that a user gives it; otherwise that is nil.
  var keepsEmpty: Bool {
    get { flags.contains(.keepsEmpty) }
    set { if newValue { flags.insert(.keepsEmpty) } else { flags.remove(.keepsEmpty) } }
  }

  var whenHidden: HiddenValues? {
    @inline(__always) get {
      guard !flags.isDisjoint(with: .hiddenPolicies) else { return nil }
      if flags.contains(.keepsHidden) { return .keep }
      return flags.contains(.clearsHidden) ? .clear : .nil
    }
    set { flags = flags.subtracting(.hiddenPolicies).union(Flags(newValue)) }
  }
}

// MARK: - In the block

extension RowContent {
  var texts: Texts {
    get { details.texts }
    set {
      details[text: .title] = newValue.title
      details[text: .subtitle] = newValue.subtitle
      details[text: .footer] = newValue.footer
      details[text: .placeholder] = newValue.placeholder
      details[text: .help] = newValue.help
    }
  }

  var value: Value? {
    get { details[value: .value] }
    set { details[value: .value] = newValue }
  }

  var name: String? { details[text: .name] }

  var defaultFormula: String? { details[text: .defaultFormula] }

  var calculated: String? { details[text: .calculated] }

  var disabled: ConditionDefinition? { details[condition: .disabled] }

  var required: ConditionDefinition? { details[condition: .required] }

  @inline(__always)
  var rules: [RuleDefinition] {
    guard says(.rules), case .rules(let rules)? = details[.rules] else { return [] }
    return rules
  }

  var options: [OptionDefinition]? {
    guard says(.options) else { return nil }
    return switch details[.options] {
    case .options(let options)?, .groupedOptions(let options, _)?: options
    default: nil
    }
  }

  /// How options are grouped; nil where they are not, and where there are no options.
  var grouping: OptionGrouping? {
    get {
      guard says(.options), case .groupedOptions(_, let grouping)? = details[.options] else {
        return nil
      }
      return grouping
    }
    set { details[.options] = options.map { .options($0, grouped: newValue) } }
  }

  var optionsFilter: String? { details[text: .optionsFilter] }

  /// Whether the row says such a thing.
  @inline(__always)
  func says(_ kind: RowDetails.Kind) -> Bool { details.contains(kind) }
}
