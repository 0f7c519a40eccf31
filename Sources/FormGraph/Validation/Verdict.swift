// What the rules say of a value. The verdict is a function of values, inputs and the time alone;
// what of it is shown, and when, is Triggers' business.

import Predicate

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
}

extension RuleDefinition {
  /// Whether an empty value is not looked at.
  var skipsEmpty: Bool {
    if case .equals = kind { return allowsEmpty ?? false }
    return allowsEmpty ?? true
  }

  /// What is said where the rule is not met: its message, or a text of the engine's.
  public var text: String {
    if let message { return message }
    return switch kind {
    case .required: "This field is required."
    case .minLength(let count): "Must have at least \(Self.characters(count))."
    case .maxLength(let count): "Must have at most \(Self.characters(count))."
    case .exactLength(let count): "Must have exactly \(Self.characters(count))."
    case .email: "Must be a valid e-mail address."
    case .equals: "The fields do not match."
    case .predicate: "This value is not accepted."
    }
  }

  private static func characters(_ count: Int) -> String {
    count == 1 ? "1 character" : "\(count) characters"
  }

  /// Whether a value meets a rule that needs nothing else; predicates are nodes of their own.
  fileprivate func isMet(by value: Value) -> Bool {
    switch kind {
    case .required, .equals, .predicate: true
    case .minLength(let count): value.length >= count
    case .maxLength(let count): value.length <= count
    case .exactLength(let count): value.length == count
    case .email:
      if case .string(let text) = value { EmailAddress.isValid(text) } else { false }
    }
  }
}

extension Value {
  /// The length of text as a reader counts it, in characters.
  fileprivate var length: Int {
    if case .string(let text) = self { return text.count }
    return 0
  }
}

extension FormState {
  /// What the rules of a row say of its value, in the order they stand; the row's own visibility
  /// does not count here.
  func verdict(of id: RowID, in topology: Topology, _ outline: Outline) -> [RowError] {
    let row = topology.row(id)
    let value = values[id.index]
    let rules = row.content.rules
    var errors: [RowError] = []
    // A switch is on or off, and nil is off.
    let isMissing = value.isEmpty && row.kind != .bool
    if attributes.isSet(.required, id), isMissing {
      let rule = rules.first { $0.kind == .required } ?? RuleDefinition(.required)
      errors.append(RowError(rule.text, severity: rule.severity, id: rule.id))
    }
    for (index, rule) in rules.enumerated() where rule.kind != .required {
      if rule.skipsEmpty, value.isEmpty { continue }
      if let node = row.ruleNode(index) {
        switch results[node.index] {
        case .failed:
          let problem = problems[node.index].flatMap {
            ProblemSource(topology: topology, outline: outline).describe($0, of: node)
          }
          errors.append(
            RowError(problem?.message ?? rule.text, severity: rule.severity, id: rule.id))
        case .no: errors.append(RowError(rule.text, severity: rule.severity, id: rule.id))
        case .yes, .notRun, .unevaluated: break
        }
      } else if !rule.isMet(by: value) {
        errors.append(RowError(rule.text, severity: rule.severity, id: rule.id))
      }
    }
    if !isAmongOptions(value, row) { errors.append(RowError("This is not one of the options.")) }
    return errors
  }

  private func isAmongOptions(_ value: Value, _ row: RowRecord) -> Bool {
    guard let given = row.content.options, !value.isEmpty else { return true }
    var options = given.map(\.value)
    if let node = row.options, case .array(let available) = facts[node.index] {
      options = available
    }
    switch (row.kind, value) {
    case (.choice, _): return options.contains { $0.equals(value) }
    case (.choices, .array(let members)):
      return members.allSatisfy { member in options.contains { $0.equals(member) } }
    default: return true
    }
  }
}
