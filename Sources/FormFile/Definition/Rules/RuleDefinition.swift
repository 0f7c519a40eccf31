// A rule as its author wrote it: what a value must meet, and the message if it does not. Plain
// values. `RuleKinds.swift` has the kinds of rules. The checker decides whether a rule fits its
// row.

import Predicate

/// A rule that a value must meet.
public struct RuleDefinition: Sendable, Hashable {
  /// What the rule requires.
  public var kind: Kind
  /// The message if the value does not meet the rule; nil for a standard text.
  ///
  /// `{title}`, `{value}`, `{minimum}` and the like are parameters. `{title}` is the title of the
  /// row, or its tag if it has none.
  public var message: FormText?
  /// The name of the rule.
  public var id: String?
  /// The severity.
  ///
  /// Only an error makes the row invalid.
  public var severity: Severity
  /// Whether an empty value meets the rule without a check.
  ///
  /// Nil means what the combined rule around it says, or else the default of the kind.
  public var allowsEmpty: Bool?
  /// Whether white space at both ends of a text is ignored by a shape or a pattern.
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

  /// The largest depth of rules inside rules.
  public static let maximumDepth = 8
}

// MARK: - Rules of a row

/// Rules that rows share.
///
/// A set is a value, so each row gets a copy.
public struct RuleSet: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The rules, in order.
  public var rules: [RuleDefinition]

  /// Makes a set of rules.
  public init(_ rules: [RuleDefinition]) { self.rules = rules }

  /// Makes a set of rules.
  public init(arrayLiteral rules: RuleDefinition...) { self.rules = rules }
}

extension RowDefinition {
  /// The rule that the row does not meet while it is required and has no value: a rule `required`,
  /// or else what the keys `required` and `requiredMessage` say.
  package var requirement: RuleDefinition {
    rules.lazy.compactMap(\.requiring).first ?? RuleDefinition(.required, message: requiredMessage)
  }

  /// Adds rules after the existing rules.
  public mutating func add(_ set: RuleSet) { rules += set.rules }

  /// Removes the first rule with a name.
  ///
  /// - Returns: Whether there was such a rule.
  @discardableResult
  public mutating func removeRule(id: String) -> Bool {
    guard let index = rules.firstIndex(where: { $0.id == id }) else { return false }
    rules.remove(at: index)
    return true
  }
}

// MARK: - Parts

extension RuleDefinition {
  /// The parts of a combined rule; nil for other rules.
  package var parts: (key: String, rules: [RuleDefinition])? {
    guard case .rules(let rules) = kind.parameter else { return nil }
    return (kind.word, rules)
  }

  /// Whether the language or answers may change the message of the rule, or of a part.
  ///
  /// Recursion is bounded by `maximumDepth`: deeper rules are refused.
  var hasChangingMessage: Bool { hasChangingMessage(below: 0) }

  private func hasChangingMessage(below depth: Int) -> Bool {
    if message?.isChanging ?? false { return true }
    guard depth <= Self.maximumDepth, let (_, rules) = parts else { return false }
    return rules.contains { $0.hasChangingMessage(below: depth + 1) }
  }

  /// Whether the host answers later.
  package var isAsync: Bool { kind.isAsync }

  /// Whether the rule is a combined rule.
  package var isMadeOfOthers: Bool { parts != nil }

  /// A part of the rule as it is evaluated.
  ///
  /// If the part does not say whether empty values are allowed, the combined rule decides.
  package func part(_ rule: RuleDefinition) -> RuleDefinition {
    guard let allowsEmpty, rule.allowsEmpty == nil else { return rule }
    var part = rule
    part.allowsEmpty = allowsEmpty
    return part
  }

  /// The rule `required`: this rule, or the first such part if the rule is an `allOf`.
  ///
  /// The recursion is bounded by `maximumDepth`.
  package var requiring: RuleDefinition? { requiring(below: 0) }

  // Not inlined: the compiler would inline several levels of the recursion into each caller.
  @inline(never)
  private func requiring(below depth: Int) -> RuleDefinition? {
    if case .required = kind { return self }
    guard case .allOf(let rules) = kind, depth < Self.maximumDepth else { return nil }
    for rule in rules {
      if let required = rule.requiring(below: depth + 1) { return required }
    }
    return nil
  }
}

extension [RuleDefinition] {
  /// The number of rules that are not combined, including the parts of combined rules.
  ///
  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  package var leafCount: Int { leafCount(below: 0) }

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
package struct RuleLeaf {
  package let rule: RuleDefinition
  package let steps: [JSONPath.Step]
}

extension [RuleDefinition] {
  /// All rules in order, each before its parts.
  ///
  /// A rule that has a message of its own is known by its index here.
  package var allInOrder: [RuleLeaf] {
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

  /// The rules that are not combined, in order, including the parts of combined rules.
  ///
  /// A rule with a node is identified by its index in this list.
  ///
  /// Parts deeper than `RuleDefinition.maximumDepth` are left out, because such rules are refused.
  package var leaves: [RuleLeaf] {
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
