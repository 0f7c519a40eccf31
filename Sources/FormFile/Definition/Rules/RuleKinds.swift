// The kinds of rules. Everything but the messages stands here: the case of a kind, how a form file
// has it, and what it means. The engine runs predicates, patterns and functions as nodes, and the
// host answers asynchronous rules; all other kinds are evaluated here.

public import Predicate

extension RuleDefinition {
  /// What a rule requires.
  public enum Kind: Sendable, Hashable {
    /// There is a value.
    case required
    /// The value is not only white space.
    case notBlank
    /// The value has at least this number of characters.
    case minLength(Int)
    /// The value has at most this number of characters.
    case maxLength(Int)
    /// The value has exactly this number of characters.
    case exactLength(Int)
    /// The value is a text of this shape.
    case text(TextShape)
    /// The whole value matches this regular expression, as with MATCHES. A number is matched as
    /// text.
    case regex(String)
    /// The comparison of the value with this number, date or text holds.
    case comparison(Comparison, Value)
    /// The value equals the value of the row with this tag.
    case equals(String)
    /// The predicate is true. SELF is the value.
    case predicate(String)
    /// The function that the host supplies under this name accepts the value.
    ///
    /// The function gets the value as `SELF`, and then what it depends on, spelled as in a
    /// condition. It returns true or nil to accept the value. To reject the value, it returns false
    /// or a message.
    indirect case function(String, dependsOn: [String])
    /// The host accepts the value later: the answer takes time.
    ///
    /// The form lists the question in `Form.pendingValidations`, with the name, and the host
    /// answers with `Draft.resolve(_:with:)`. Until then the row is not valid. The question carries
    /// the value as `SELF`, and then what the rule depends on, spelled as in a condition.
    indirect case asyncFunction(String, dependsOn: [String])
    /// The value meets all of these rules. Each unmet rule gives its own message.
    case allOf([RuleDefinition])
    /// The value meets at least one of these rules.
    case anyOf([RuleDefinition])
  }

  /// The shapes of text that have a name.
  public enum TextShape: String, Sendable, Hashable, CaseIterable {
    /// An e-mail address.
    case email
    /// A web address with `http` or `https`.
    case url
    /// A telephone number.
    case phone
    /// A postcode of the United Kingdom.
    case postcode
    /// A text of 8 to 30 characters.
    case password
    /// A text with a digit.
    case containsNumber
    /// A text with a capital letter.
    case containsCapital
    /// A text with a lower-case letter.
    case containsLowercase
  }

  /// The comparisons of a value with a bound.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// The value is greater or later than the bound.
    case greaterThan
    /// The value is equal to, greater than or later than the bound.
    case greaterOrEqualThan
    /// The value is smaller or earlier than the bound.
    case smallerThan
    /// The value is equal to, smaller than or earlier than the bound.
    case smallerOrEqualThan
  }
}

extension RuleDefinition.Kind {
  /// The value is an e-mail address.
  public static let email = Self.text(.email)

  /// What a rule says besides its name.
  package enum Parameter {
    case nothing
    case length(RuleLength)
    case bound(Value)
    case pattern(String)
    /// The tag of another row.
    case tag(String)
    case predicate(String)
    case function(String, reads: [String])
    case rules([RuleDefinition])
  }

  /// The standard message of the rule, and what the rule says besides its name.
  var written: (message: MessageID, parameter: Parameter) {
    switch self {
    case .required: (.required, .nothing)
    case .notBlank: (.notBlank, .nothing)
    case .minLength(let count): (.minLength, .length(RuleLength(.least, count)))
    case .maxLength(let count): (.maxLength, .length(RuleLength(.most, count)))
    case .exactLength(let count): (.exactLength, .length(RuleLength(.exact, count)))
    case .text(let shape): (shape.facts.message, .nothing)
    case .regex(let pattern): (.regex, .pattern(pattern))
    case .comparison(let comparison, let bound): (comparison.message, .bound(bound))
    case .equals(let tag): (.equals, .tag(tag))
    case .predicate(let text): (.predicate, .predicate(text))
    case .function(let name, let reads), .asyncFunction(let name, let reads):
      (.function, .function(name, reads: reads))
    case .allOf(let rules): (.allOf, .rules(rules))
    case .anyOf(let rules): (.anyOf, .rules(rules))
    }
  }

  /// The name of the rule in a form file: that of its standard message, except for one rule.
  package var word: String { isAsync ? "asyncFunction" : written.message.rawValue }

  /// Whether the host answers later.
  var isAsync: Bool { if case .asyncFunction = self { true } else { false } }

  /// What the rule says besides its name.
  package var parameter: Parameter { written.parameter }

  /// The key that makes an object the rule, which is its name; nil if a `type` names the rule.
  var key: FormKey? {
    switch parameter {
    case .predicate, .function, .rules: FormKey(stringValue: word)
    case .nothing, .length, .bound, .pattern, .tag: nil
    }
  }

  /// The same kind with another parameter; the kind itself if it has no such parameter.
  package func replacing(_ parameter: Parameter) -> Self {
    switch (self, parameter) {
    case (.minLength, .length(let length)): .minLength(length.count)
    case (.maxLength, .length(let length)): .maxLength(length.count)
    case (.exactLength, .length(let length)): .exactLength(length.count)
    case (.regex, .pattern(let pattern)): .regex(pattern)
    case (.comparison(let comparison, _), .bound(let bound)): .comparison(comparison, bound)
    case (.equals, .tag(let tag)): .equals(tag)
    case (.predicate, .predicate(let text)): .predicate(text)
    case (.function, .function(let name, let reads)): .function(name, dependsOn: reads)
    case (.asyncFunction, .function(let name, let reads)): .asyncFunction(name, dependsOn: reads)
    case (.allOf, .rules(let rules)): .allOf(rules)
    case (.anyOf, .rules(let rules)): .anyOf(rules)
    case (.required, _), (.notBlank, _), (.minLength, _), (.maxLength, _), (.exactLength, _),
      (.text, _), (.regex, _), (.comparison, _), (.equals, _), (.predicate, _), (.function, _),
      (.asyncFunction, _), (.allOf, _), (.anyOf, _):
      self
    }
  }

  /// What a rule is about, and how it treats an empty value.
  package struct Traits: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only text can meet the rule.
    static let text = Traits(rawValue: 1)
    /// A number can meet it too, as text.
    static let numbers = Traits(rawValue: 2)
    /// White space at both ends of a text can be ignored.
    package static let trims = Traits(rawValue: 4)
    /// An empty value never meets the rule: it has no shape and matches no pattern.
    static let refusesEmpty = Traits(rawValue: 8)
    /// An empty value is checked unless the rule says otherwise.
    static let judgesEmpty = Traits(rawValue: 16)
  }

  package var traits: Traits {
    switch self {
    case .required, .comparison, .predicate, .function, .asyncFunction, .allOf, .anyOf: []
    case .notBlank: [.text, .refusesEmpty]
    case .minLength, .maxLength, .exactLength: .text
    case .text: [.text, .trims, .refusesEmpty]
    case .regex: [.text, .numbers, .trims, .refusesEmpty]
    case .equals: .judgesEmpty
    }
  }
}

/// The lengths that a rule allows.
package struct RuleLength {
  package enum Limit {
    case least, most, exact
  }

  package let limit: Limit
  package var count: Int

  init(_ limit: Limit, _ count: Int) {
    self.limit = limit
    self.count = count
  }

  package var minimum: Int? { limit == .most ? nil : count }
  package var maximum: Int? { limit == .least ? nil : count }

  /// Whether a text of some length meets the rule.
  package func allows(_ length: Int) -> Bool {
    length >= minimum ?? .min && length <= maximum ?? .max
  }

  /// The limit as a part of a sentence, such as `at least 8`.
  package var words: String {
    switch limit {
    case .least: "at least \(count)"
    case .most: "at most \(count)"
    case .exact: "exactly \(count)"
    }
  }
}

// MARK: - Entries

/// How a form file has a kind of rule.
struct RuleEntry: Sendable {
  /// An example of the rule, which hints show and the reader makes rules from.
  let sample: RuleDefinition
  /// What other formats call the rule, normalized.
  let elsewhere: String

  /// The key that makes an object the rule; nil if a `type` names the rule.
  let key: FormKey?
  /// The keys of the rule, besides the keys of every rule.
  let keys: [FormKey]

  private init(
    _ kind: RuleDefinition.Kind, message: FormText? = nil, elsewhere: String = ""
  ) {
    sample = RuleDefinition(kind, message: message)
    self.elsewhere = elsewhere
    key = kind.key
    let own: [FormKey] =
      switch kind.parameter {
      case .nothing, .rules, .predicate: []
      case .length, .bound: [.value]
      case .pattern: [.pattern]
      case .tag: [.tag, .value]
      case .function: [.dependsOn]
      }
    keys = (key.map { [$0] } ?? []) + own + (kind.traits.contains(.trims) ? [.trims] : [])
  }

  /// The name under `type`; nil if a key of its own makes the rule.
  ///
  /// A predicate may have both.
  var type: String? { key == nil || key == .predicate ? sample.kind.word : nil }

  /// All kinds of rules, in the order in which they are suggested.
  static let all = [
    RuleEntry(.required, elsewhere: "notempty nonempty notnull mandatory"),
    RuleEntry(.notBlank),
    RuleEntry(.text(.email), elsewhere: "emailaddress"),
    RuleEntry(.text(.url), elsewhere: "uri"),
    RuleEntry(.text(.phone), elsewhere: "telephone phonenumber"),
    RuleEntry(.text(.postcode)),
    RuleEntry(.text(.password)),
    RuleEntry(.text(.containsNumber)),
    RuleEntry(.text(.containsCapital)),
    RuleEntry(.text(.containsLowercase)),
    RuleEntry(.minLength(8), elsewhere: "minimumlength minlen mincharacters"),
    RuleEntry(.maxLength(8), elsewhere: "maximumlength maxlen maxcharacters"),
    RuleEntry(.exactLength(8), elsewhere: "length"),
    RuleEntry(.comparison(.greaterThan, 18), elsewhere: "exclusiveminimum after"),
    RuleEntry(
      .comparison(.greaterOrEqualThan, 18), elsewhere: "min minimum minvalue greaterthanorequal"),
    RuleEntry(.comparison(.smallerThan, 18), elsewhere: "exclusivemaximum lessthan before"),
    RuleEntry(
      .comparison(.smallerOrEqualThan, 18),
      elsewhere: "max maximum maxvalue smallerthanorequal lessthanorequal"),
    RuleEntry(.regex("[A-Z]{2}[0-9]+"), elsewhere: "regexp regularexpression pattern"),
    RuleEntry(.equals("password"), elsewhere: "equalstorow equalto sameas matches confirmed"),
    RuleEntry(
      .predicate("SELF > 0"), message: "…", elsewhere: "expression condition custom constraint"),
    RuleEntry(.function("isStrong", dependsOn: [])),
    RuleEntry(.asyncFunction("isFree", dependsOn: [])),
    RuleEntry(.allOf([])),
    RuleEntry(.anyOf([])),
  ]

  /// The rules that a `type` can name.
  static let typed = all.filter { $0.type != nil }
  /// The rules that a key of their own makes.
  static let keyed = all.filter { $0.key != nil }
}

// MARK: - Meaning

extension RuleDefinition {
  /// Whether the rule is not applied to an empty value.
  package var skipsEmpty: Bool { allowsEmpty ?? !kind.traits.contains(.judgesEmpty) }

  /// Whether the value fails the rule without running it: an empty value has no shape and matches
  /// no pattern.
  package func refuses(_ value: Value) -> Bool {
    kind.traits.contains(.refusesEmpty) && !skipsEmpty && value.isEmpty
  }

  /// The value that a shape or a pattern is applied to: text, or the text of a number.
  package func subject(of value: Value) -> Value {
    guard let text = value.ruleText else { return value }
    return .string(trims ? text.trimmed : text)
  }

  /// The value of SELF when the rule runs.
  package func object(for value: Value) -> Value {
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
      return shape.facts.fits(text)
    case .comparison(let comparison, let bound): return comparison.holds(value, bound)
    }
  }
}

extension RuleDefinition.TextShape {
  /// The standard message of the shape, and whether a text has the shape.
  fileprivate var facts: (message: MessageID, fits: @Sendable (String) -> Bool) {
    switch self {
    case .email: (.email, EmailAddress.isValid)
    case .url: (.url, WebAddress.isValid)
    case .phone: (.phone, TelephoneNumber.isValid)
    case .postcode: (.postcode, Postcode.isValid)
    case .password: (.password, { (8...30).contains($0.count) })
    case .containsNumber:
      (.containsNumber, { $0.unicodeScalars.contains { $0.properties.numericType == .decimal } })
    case .containsCapital:
      (.containsCapital, { $0.unicodeScalars.contains(where: \.properties.isUppercase) })
    case .containsLowercase:
      (.containsLowercase, { $0.unicodeScalars.contains(where: \.properties.isLowercase) })
    }
  }
}

extension RuleDefinition.Comparison {
  fileprivate var message: MessageID {
    switch self {
    case .greaterThan: .greaterThan
    case .greaterOrEqualThan: .greaterOrEqualThan
    case .smallerThan: .smallerThan
    case .smallerOrEqualThan: .smallerOrEqualThan
    }
  }

  /// Whether the bound is the least value, and not the greatest.
  package var isMinimum: Bool {
    switch self {
    case .greaterThan, .greaterOrEqualThan: true
    case .smallerThan, .smallerOrEqualThan: false
    }
  }

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
