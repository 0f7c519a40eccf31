// Rows: their values and rules, and everything that cannot stand together on one row.
// Predicates and formulas count here by being given, not by what they say. A row of a template is
// checked like any other; what differs is who may know it by its tag.

import Predicate

extension DefinitionChecker {
  mutating func check(_ row: RowDefinition, _ member: Member) {
    if case .row = member {
      if let tag = row.tag { checkTag(tag, of: member) }
      checkName(of: row, member)
    }
    checkFunction(row.hidden, of: member, "hidden")
    checkFunction(row.disabled, of: member, "disabled")
    checkFunction(row.required, of: member, "required")
    checkStart(of: row, member)
    if row.type.valueKind == .none {
      checkHoldsNothing(row, member)
    } else {
      if row.says(.value), let value = row.value {
        checkValue(value, of: row.type, member, [.key("value")])
      }
      checkOptionsFit(row, member)
    }
    if row.says(.options) { checkOptions(of: row, member) }
    checkRules(of: row, member)
    checkRequired(of: row, member)
    checkTriggers(of: row, member)
    checkNothingToClear(row, member)
  }

  // MARK: - What cannot stand together

  /// A row starts with its value, or with a formula, or is calculated.
  private mutating func checkStart(of row: RowDefinition, _ member: Member) {
    if row.says(.calculated) {
      let given: KeyValuePairs = [
        "value": row.says(.value), "default": row.says(.defaultFormula),
      ]
      for (key, isGiven) in given where isGiven {
        reportConflict(
          "a calculated row cannot have '\(key)'", of: member, key, with: "calculated")
      }
    } else if row.says(.defaultFormula), row.says(.value) {
      reportConflict(
        "'default' and 'value' both say what the row starts with", of: member, "default",
        with: "value")
    }
  }

  /// To clear must be said of the row itself: the policy of its section means the other rows.
  private mutating func checkNothingToClear(_ row: RowDefinition, _ member: Member) {
    guard row.says(.calculated) else { return }
    let given: KeyValuePairs = [
      "whenHidden": row.whenHidden == .clear, "whenOptionHidden": row.whenOptionHidden == .clear,
    ]
    for (key, isGiven) in given where isGiven {
      reportConflict(
        "a calculated row has no stored value to clear", of: member, key, with: "calculated")
    }
  }

  private mutating func checkHoldsNothing(_ row: RowDefinition, _ member: Member) {
    let given: KeyValuePairs = [
      "value": row.says(.value), "default": row.says(.defaultFormula),
      "calculated": row.says(.calculated), "required": row.says(.required),
      "rules": row.says(.rules), "options": row.says(.options),
      "optionsFilter": row.says(.optionsFilter), "whenOptionHidden": row.whenOptionHidden != .keep,
    ]
    for (key, isGiven) in given where isGiven {
      report(
        "a \(row.type.rawValue) holds no value and cannot have '\(key)'", of: member, [.key(key)],
        focus: .key)
    }
  }

  // MARK: - Rules

  private mutating func checkRules(of row: RowDefinition, _ member: Member) {
    guard row.says(.rules) else { return }
    let kind = row.type.valueKind
    for (index, rule) in row.rules.enumerated() {
      if rule.kind == .required, row.says(.required) {
        report(
          "the rule 'required' and the attribute 'required' are the same thing", of: member,
          [.key("rules"), .index(index)],
          hint: "keep one of them",
          related: [note("the attribute is given here", member, [.key("required")], focus: .key)])
      }
      guard let name = rule.kind.nameOfTextRule else { continue }
      if !kind.canBeText {
        report(
          "the rule '\(name)' is about text, but a row of type '\(row.type.rawValue)' holds "
            + kind.description, of: member, [.key("rules"), .index(index), .key("type")])
      }
      if let length = rule.kind.length, length < 0 {
        report(
          "'value' must be a number of characters, from 0", of: member,
          [.key("rules"), .index(index), .key("value")])
      }
    }
  }

  /// A switch is on or off and never empty.
  private mutating func checkRequired(of row: RowDefinition, _ member: Member) {
    guard row.type.valueKind == .bool else { return }
    let rule = row.rules.firstIndex { $0.kind == .required }
    let isAttribute = row.required.map { $0.source != .constant(false) } ?? false
    guard isAttribute || rule != nil else { return }
    let steps: [JSONPath.Step] = rule.map { [.key("rules"), .index($0)] } ?? [.key("required")]
    report(
      "a \(row.type.rawValue) always has a value, so 'required' is always met", of: member, steps,
      severity: .warning, hint: "to ask for on, write the rule { \"predicate\": \"SELF == YES\" }")
  }

  private mutating func checkTriggers(of row: RowDefinition, _ member: Member) {
    guard let triggers = row.validates else { return }
    let known = ValidationTriggers.names.reduce(into: ValidationTriggers()) {
      $0.formUnion($1.value)
    }
    guard triggers.isDisjoint(with: known) else { return }
    report(
      "'validates' names no trigger", of: member, [.key("validates")],
      hint: "write onDemand for none")
  }
}

extension ValueKind {
  /// Whether what a row of this kind holds may be text, or nothing is said of rules at all.
  fileprivate var canBeText: Bool {
    switch self {
    case .text, .choice, .any, .none: true
    case .int, .decimal, .bool, .date, .choices: false
    }
  }
}

extension RuleDefinition.Kind {
  /// What a rule is called in a form file, if it makes sense for text only.
  fileprivate var nameOfTextRule: String? {
    switch self {
    case .email: "email"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .exactLength: "exactLength"
    case .required, .equals, .predicate: nil
    }
  }

  /// The number of characters it speaks of.
  fileprivate var length: Int? {
    switch self {
    case .minLength(let length), .maxLength(let length), .exactLength(let length): length
    case .required, .email, .equals, .predicate: nil
    }
  }
}
