// The meaning of each kind of rule: what it requires, and which values it skips. The engine runs
// predicates, patterns and functions as nodes, and the host answers asynchronous rules; all other
// kinds are evaluated here.

package import Predicate

extension RuleDefinition {
  /// Whether the rule is not applied to an empty value.
  package var skipsEmpty: Bool {
    if case .equals = kind { return allowsEmpty ?? false }
    return allowsEmpty ?? true
  }

  /// Whether the value fails the rule without running it: an empty value has no shape and matches
  /// no pattern.
  func refuses(_ value: Value) -> Bool {
    switch kind {
    case .regex, .text, .notBlank: !skipsEmpty && value.isEmpty
    default: false
    }
  }

  /// The value that a shape or a pattern is applied to: text, or the text of a number.
  package func subject(of value: Value) -> Value {
    guard let text = value.ruleText else { return value }
    return .string(trims ? text.trimmed : text)
  }

  /// The value of SELF when the rule runs.
  func object(for value: Value) -> Value {
    if case .regex = kind { return subject(of: value) }
    return value
  }

  /// Whether a value meets a rule that reads only the value.
  ///
  /// True for the kinds that are nodes or are combined.
  package func isMet(by value: Value) -> Bool {
    switch kind {
    case .required, .equals, .predicate, .regex, .function, .asyncFunction, .allOf, .anyOf:
      return true
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

  /// The allowed number of characters of a password.
  fileprivate static let passwordLengths = 8...30
}

extension RuleDefinition.Comparison {
  /// Whether the comparison between a value and a bound holds.
  ///
  /// False for values without an order.
  fileprivate func holds(_ value: Value, _ bound: Value) -> Bool {
    switch self {
    case .greaterThan: bound.precedes(value)
    case .greaterOrEqualThan: bound.precedes(value) || value.equals(bound)
    case .smallerThan: value.precedes(bound)
    case .smallerOrEqualThan: value.precedes(bound) || value.equals(bound)
    }
  }
}

// MARK: - Values

extension Value {
  /// Whether rules treat the value as missing: nil, "" or an empty collection.
  ///
  /// White space is not empty.
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

  /// The length of a text in characters, as a reader counts them; 0 for other values.
  fileprivate var length: Int {
    if case .string(let text) = self { return text.count }
    return 0
  }

  /// The text that patterns are applied to; nil if the value is neither text nor a number.
  var ruleText: String? {
    switch self {
    case .string(let text): text
    case .int(let int): String(int)
    // A whole number is written without a fraction: 3, not 3.0.
    case .double(let double): Int64(exactly: double).map(String.init) ?? "\(double)"
    default: nil
    }
  }
}

extension String {
  /// The text without white space at its start and end.
  fileprivate var trimmed: String {
    let start = unicodeScalars.firstIndex { !$0.properties.isWhitespace }
    let end = unicodeScalars.lastIndex { !$0.properties.isWhitespace }
    guard let start, let end else { return "" }
    return String(unicodeScalars[start...end])
  }
}
