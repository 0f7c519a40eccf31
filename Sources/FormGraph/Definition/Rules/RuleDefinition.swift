// A rule as somebody wrote it: what is asked of a value, and what is said where the value does not
// meet it. Plain values; whether a rule fits its row is the checker's to say, and what it asks
// exactly stands in `Validation/`.

public import Predicate

/// Something a value must meet.
public struct RuleDefinition: Sendable, Hashable {
  /// What is asked of the value.
  public enum Kind: Sendable, Hashable {
    /// There is one.
    case required
    /// It is more than white space.
    case notBlank
    /// It has so many characters or more.
    case minLength(Int)
    /// It has so many characters or fewer.
    case maxLength(Int)
    /// It has exactly so many characters.
    case exactLength(Int)
    /// It is text of this shape.
    case text(TextShape)
    /// The whole of it matches this regular expression, as MATCHES has it; a number is matched as
    /// its text.
    case regex(String)
    /// It stands so to this number, date or text.
    case comparison(Comparison, Value)
    /// It equals the value of the row with this tag.
    case equals(String)
    /// The predicate is true; SELF is the value.
    case predicate(String)
    /// The function that the host supplies under this name accepts it.
    ///
    /// The function sees the value as `SELF`, then what it depends on, spelled as in a condition.
    /// It gives true or nil where the value is accepted; where it is not, false, or the text of
    /// what is wrong.
    indirect case function(String, dependsOn: [String])
    /// It meets all of these; of each that it does not meet it is said.
    case allOf([RuleDefinition])
    /// It meets one of these or more.
    case anyOf([RuleDefinition])
  }

  /// Shapes of text that are known by name.
  public enum TextShape: String, Sendable, Hashable, CaseIterable {
    /// An e-mail address.
    case email
    /// An address in the web, with `http` or `https`.
    case url
    /// A telephone number.
    case phone
    /// A postcode of the United Kingdom.
    case postcode
    /// Of 8 to 30 characters.
    case password
    /// A digit is in it.
    case containsNumber
    /// A capital letter is in it.
    case containsCapital
    /// A lower-case letter is in it.
    case containsLowercase
  }

  /// How a value can stand to a bound.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// It is greater, or later.
    case greaterThan
    /// It is greater, later or the same.
    case greaterOrEqualThan
    /// It is smaller, or earlier.
    case smallerThan
    /// It is smaller, earlier or the same.
    case smallerOrEqualThan
  }

  /// What is asked of the value.
  public var kind: Kind
  /// What is said where the value does not meet it; nil: a text of the engine's.
  ///
  /// `{title}`, `{value}`, `{minimum}` and the like are parameters. `{title}` is the title of the
  /// row, or its tag if it has none.
  public var message: FormText?
  /// A name for the rule.
  public var id: String?
  /// Whether failing makes the row invalid.
  public var severity: Severity
  /// Whether an empty value meets it without being looked at; nil: as the rule it is part of has
  /// it, or else the kind.
  public var allowsEmpty: Bool?
  /// Whether a shape or a pattern is asked of the text without the white space at its ends.
  public var trims: Bool

  /// Makes a rule.
  public init(
    _ kind: Kind, message: FormText? = nil, id: String? = nil, severity: Severity = .error,
    allowsEmpty: Bool? = nil, trims: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.id = id
    self.severity = severity
    self.allowsEmpty = allowsEmpty
    self.trims = trims
  }

  /// How deep rules may stand inside one another.
  public static let maximumDepth = 8
}

extension RuleDefinition.Kind {
  /// It is an e-mail address.
  public static let email = Self.text(.email)

  /// Whether it can be asked of text without the white space at its ends.
  var canTrim: Bool {
    switch self {
    case .text, .regex: true
    default: false
    }
  }
}

// MARK: - Rules of a row

/// Rules that rows share: a value, of which each row gets a copy.
public struct RuleSet: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The rules, in order.
  public var rules: [RuleDefinition]

  /// Makes a set of rules.
  public init(_ rules: [RuleDefinition]) { self.rules = rules }

  /// Makes a set of rules.
  public init(arrayLiteral rules: RuleDefinition...) { self.rules = rules }
}

extension RowDefinition {
  /// Adds rules after those that are there.
  public mutating func add(_ set: RuleSet) { rules += set.rules }

  /// Removes the first rule of a name.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func removeRule(id: String) -> Bool {
    guard let index = rules.firstIndex(where: { $0.id == id }) else { return false }
    rules.remove(at: index)
    return true
  }
}

// MARK: - Parts

extension RuleDefinition {
  /// What the rule is made of; nil where it is one thing.
  var parts: (key: String, rules: [RuleDefinition])? {
    switch kind {
    case .allOf(let rules), .anyOf(let rules): (kind.name.text, rules)
    default: nil
    }
  }

  /// Whether the rule is made of others.
  var isMadeOfOthers: Bool {
    switch kind {
    case .allOf, .anyOf: true
    default: false
    }
  }

  /// A part of the rule as it is looked at: what the whole says of empty values counts where the
  /// part says nothing.
  func part(_ rule: RuleDefinition) -> RuleDefinition {
    guard let allowsEmpty, rule.allowsEmpty == nil else { return rule }
    var part = rule
    part.allowsEmpty = allowsEmpty
    return part
  }

  /// The rule `required`, if this is it or asks for it among all that it asks for.
  ///
  /// Recursion is bounded by `maximumDepth`.
  var requiring: RuleDefinition? { requiring(below: 0) }

  private func requiring(below depth: Int) -> RuleDefinition? {
    switch kind {
    case .required: return self
    case .allOf(let rules) where depth < Self.maximumDepth:
      return rules.lazy.compactMap { $0.requiring(below: depth + 1) }.first
    default: return nil
    }
  }
}

extension [RuleDefinition] {
  /// How many rules there are that are one thing, those that others are made of among them.
  ///
  /// Recursion is bounded by `RuleDefinition.maximumDepth`.
  var leafCount: Int { leafCount(below: 0) }

  private func leafCount(below depth: Int) -> Int {
    reduce(0) { count, rule in
      guard let (_, parts) = rule.parts, depth < RuleDefinition.maximumDepth else {
        return count + 1
      }
      return count + parts.leafCount(below: depth + 1)
    }
  }
}

/// A rule, and its way from the row.
struct RuleLeaf {
  let rule: RuleDefinition
  let steps: [JSONPath.Step]
}

extension [RuleDefinition] {
  /// All rules in order, each before its parts.
  ///
  /// A rule that has a message of its own is known by its index here.
  var allInOrder: [RuleLeaf] {
    var all: [RuleLeaf] = []
    func add(_ rule: RuleDefinition, _ steps: [JSONPath.Step], depth: Int) {
      all.append(RuleLeaf(rule: rule, steps: steps))
      guard let (key, parts) = rule.parts, depth < RuleDefinition.maximumDepth else { return }
      for (index, part) in parts.enumerated() {
        add(part, steps + [.key(key), .index(index)], depth: depth + 1)
      }
    }
    for (index, rule) in enumerated() { add(rule, [.key("rules"), .index(index)], depth: 0) }
    return all
  }

  /// The rules that are one thing, in order, those that others are made of among them.
  ///
  /// A rule that has a node is known by its index here.
  ///
  /// Deeper than `RuleDefinition.maximumDepth` there are none: such rules are refused.
  var leaves: [RuleLeaf] {
    var leaves: [RuleLeaf] = []
    func add(_ rule: RuleDefinition, _ steps: [JSONPath.Step], depth: Int) {
      guard let (key, parts) = rule.parts else {
        leaves.append(RuleLeaf(rule: rule, steps: steps))
        return
      }
      guard depth < RuleDefinition.maximumDepth else { return }
      for (index, part) in parts.enumerated() {
        add(rule.part(part), steps + [.key(key), .index(index)], depth: depth + 1)
      }
    }
    for (index, rule) in enumerated() { add(rule, [.key("rules"), .index(index)], depth: 0) }
    return leaves
  }
}
