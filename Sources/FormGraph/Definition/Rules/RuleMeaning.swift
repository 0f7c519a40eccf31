// What each rule asks of a value, what it says where the value does not meet it, and which values
// it does not look at: the one table of all kinds. Predicates, patterns and functions are run by
// the engine as nodes; everything else is answered here.

import Predicate

extension RuleDefinition {
  /// Whether an empty value is not looked at.
  var skipsEmpty: Bool {
    if case .equals = kind { return allowsEmpty ?? false }
    return allowsEmpty ?? true
  }

  /// Whether the value does not meet the rule, whatever the rule would give: nothing has no shape.
  func refuses(_ value: Value) -> Bool {
    switch kind {
    case .regex, .text, .notBlank: !skipsEmpty && value.isEmpty
    default: false
    }
  }

  /// The value as a shape or a pattern sees it: text, or a number as its text.
  func subject(of value: Value) -> Value {
    guard let text = value.ruleText else { return value }
    return .string(trims ? text.trimmed : text)
  }

  /// What SELF is where the rule runs on a value.
  func object(for value: Value) -> Value {
    if case .regex = kind { return subject(of: value) }
    return value
  }

  /// Whether a value meets a rule that needs nothing else; the others are nodes of their own.
  func isMet(by value: Value) -> Bool {
    switch kind {
    case .required, .equals, .predicate, .regex, .function, .allOf, .anyOf: return true
    case .notBlank:
      if case .string(let text) = value { return !text.trimmed.isEmpty }
      return !value.isEmpty
    case .minLength(let count): return value.length >= count
    case .maxLength(let count): return value.length <= count
    case .exactLength(let count): return value.length == count
    case .text(let shape):
      guard case .string(let text) = subject(of: value) else { return false }
      return shape.fits(text)
    case .comparison(let comparison, let bound): return comparison.holds(value, bound)
    }
  }
}

extension RuleDefinition.TextShape {
  /// Whether a text has the shape.
  fileprivate func fits(_ text: String) -> Bool {
    switch self {
    case .email: EmailAddress.isValid(text)
    case .url: WebAddress.isValid(text)
    case .phone: TelephoneNumber.isValid(text)
    case .postcode: Postcode.isValid(text)
    case .password: Self.passwordLengths.contains(text.count)
    case .containsNumber: text.unicodeScalars.contains { $0.properties.numericType == .decimal }
    case .containsCapital: text.unicodeScalars.contains(where: \.properties.isUppercase)
    case .containsLowercase: text.unicodeScalars.contains(where: \.properties.isLowercase)
    }
  }

  /// How many characters a password has.
  fileprivate static let passwordLengths = 8...30

  fileprivate var text: String {
    switch self {
    case .email: "Must be a valid e-mail address."
    case .url: "Must be a valid URL."
    case .phone: "Must be a valid telephone number."
    case .postcode: "Must be a valid UK postcode."
    case .password:
      "Must have \(Self.passwordLengths.lowerBound) to \(Self.passwordLengths.upperBound) characters."
    case .containsNumber: "Must contain a digit."
    case .containsCapital: "Must contain a capital letter."
    case .containsLowercase: "Must contain a lower-case letter."
    }
  }
}

extension RuleDefinition.Comparison {
  /// Whether a value stands so to a bound; kinds that have no order stand in none.
  fileprivate func holds(_ value: Value, _ bound: Value) -> Bool {
    switch self {
    case .greaterThan: bound.precedes(value)
    case .greaterOrEqualThan: bound.precedes(value) || value.equals(bound)
    case .smallerThan: value.precedes(bound)
    case .smallerOrEqualThan: value.precedes(bound) || value.equals(bound)
    }
  }

  fileprivate func text(_ bound: Value) -> String {
    let shown = bound.ruleText ?? ""
    guard case .date(let date) = bound else {
      return switch self {
      case .greaterThan: "Must be greater than \(shown)."
      case .greaterOrEqualThan: "Must be \(shown) or greater."
      case .smallerThan: "Must be less than \(shown)."
      case .smallerOrEqualThan: "Must be \(shown) or less."
      }
    }
    // A day alone is meant where a bound has no time.
    let whole = DateText.text(of: date)
    let day = whole.hasSuffix("T00:00:00Z") ? String(whole.dropLast(10)) : whole
    return switch self {
    case .greaterThan: "Must be after \(day)."
    case .greaterOrEqualThan: "Must be \(day) or later."
    case .smallerThan: "Must be before \(day)."
    case .smallerOrEqualThan: "Must be \(day) or earlier."
    }
  }
}

// MARK: - What is said

extension RuleDefinition {
  /// What the engine says where the rule is not met and has no message.
  var standardText: String {
    switch kind {
    case .required: "This field is required."
    case .notBlank: "Must not be blank."
    case .minLength(let count): "Must have at least \(Self.characters(count))."
    case .maxLength(let count): "Must have at most \(Self.characters(count))."
    case .exactLength(let count): "Must have exactly \(Self.characters(count))."
    case .text(let shape): shape.text
    case .regex: "This value does not have the expected form."
    case .comparison(let comparison, let bound): comparison.text(bound)
    case .equals: "The fields do not match."
    case .predicate, .function, .allOf, .anyOf: "This value is not accepted."
    }
  }

  private static func characters(_ count: Int) -> String {
    count == 1 ? "1 character" : "\(count) characters"
  }
}

// MARK: - Values

extension Value {
  /// Whether rules take the value for missing: nil, "" or an empty collection, not white space.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .set(let set): set.elements.isEmpty
    case .dictionary(let dictionary): dictionary.count == 0
    case .bool, .int, .double, .date, .data: false
    }
  }

  /// The length of text as a reader counts it, in characters.
  fileprivate var length: Int {
    if case .string(let text) = self { return text.count }
    return 0
  }

  /// The value as the text of which patterns speak; nil of what is neither text nor a number.
  var ruleText: String? {
    switch self {
    case .string(let text): text
    case .int(let int): String(int)
    // A whole number has no fraction to be told: 3, not 3.0.
    case .double(let double): Int64(exactly: double).map(String.init) ?? "\(double)"
    default: nil
    }
  }
}

extension String {
  /// The text without the white space at its ends.
  fileprivate var trimmed: String {
    let start = unicodeScalars.firstIndex { !$0.properties.isWhitespace }
    let end = unicodeScalars.lastIndex { !$0.properties.isWhitespace }
    guard let start, let end else { return "" }
    return String(unicodeScalars[start...end])
  }
}
