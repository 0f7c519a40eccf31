// Rows: their values, options and rules, and everything that cannot stand together on one row.
// Predicates and formulas count here by being given, not by what they say.

import Predicate

extension DefinitionChecker {
  mutating func check(_ row: RowDefinition, _ member: Member) {
    if let tag = row.tag { checkTag(tag, of: member) }
    checkName(of: row, member)
    checkStart(of: row, member)
    if row.type.valueKind == .none {
      checkHoldsNothing(row, member)
    } else {
      if let value = row.value { checkValue(value, of: row.type, member) }
      checkOptionsFit(row, member)
    }
    checkOptions(of: row, member)
    checkRules(of: row, member)
    checkRequired(of: row, member)
    checkTriggers(of: row, member)
    if row.calculated != nil, row.whenHidden == .clear {
      reportConflict(
        "a calculated row has no stored value to clear", of: member, "whenHidden",
        with: "calculated")
    }
  }

  // MARK: - What cannot stand together

  /// A row starts with its value, or with a formula, or is calculated.
  private mutating func checkStart(of row: RowDefinition, _ member: Member) {
    if row.calculated != nil {
      let given: KeyValuePairs = [
        "value": row.value != nil, "default": row.defaultFormula != nil,
      ]
      for (key, isGiven) in given where isGiven {
        reportConflict(
          "a calculated row cannot have '\(key)'", of: member, key, with: "calculated")
      }
    } else if row.defaultFormula != nil, row.value != nil {
      reportConflict(
        "'default' and 'value' both say what the row starts with", of: member, "default",
        with: "value")
    }
  }

  private mutating func checkHoldsNothing(_ row: RowDefinition, _ member: Member) {
    let given: KeyValuePairs = [
      "value": row.value != nil, "default": row.defaultFormula != nil,
      "calculated": row.calculated != nil, "required": row.required != nil,
      "rules": !row.rules.isEmpty, "options": row.options != nil,
    ]
    for (key, isGiven) in given where isGiven {
      report(
        "a \(row.type.rawValue) holds no value and cannot have '\(key)'", of: member, [.key(key)],
        focus: .key)
    }
  }

  // MARK: - Options

  private mutating func checkOptionsFit(_ row: RowDefinition, _ member: Member) {
    let isChosen = row.type.valueKind == .choice || row.type.valueKind == .choices
    switch (isChosen, row.options != nil) {
    case (true, false):
      report(
        "a row of type '\(row.type.rawValue)' has no 'options' to choose from", of: member, [],
        focus: .start, severity: .warning)
    case (false, true):
      report(
        "a row of type '\(row.type.rawValue)' has nothing to choose and cannot have 'options'",
        of: member, [.key("options")], focus: .key)
    default: break
    }
  }

  private mutating func checkOptions(of row: RowDefinition, _ member: Member) {
    var firsts: [Value: Int] = [:]
    for (index, option) in (row.options ?? []).enumerated() {
      let steps: [JSONPath.Step] = [.key("options"), .index(index)]
      checkConditions(of: option, member, steps)
      guard !option.value.isNull, ValueKind.choice.converted(option.value) != nil else {
        report(
          "the value of an option must be text, a number, true or false, but is "
            + Problem.kindName(of: option.value), of: member, steps + [.key("value")])
        continue
      }
      guard let first = firsts[option.value] else {
        firsts[option.value] = index
        continue
      }
      report(
        "two options have the same value", of: member, steps, severity: .warning,
        related: [note("the first one", member, [.key("options"), .index(first)])])
    }
  }

  /// An option keeps every key it does not know; a condition among them would decide nothing.
  private mutating func checkConditions(
    of option: OptionDefinition, _ member: Member, _ steps: [JSONPath.Step]
  ) {
    guard option.members.count > 0 else { return }
    for key in Keys.conditions where option.members[key] != nil {
      report(
        "'\(key)' on an option is not supported by this version", of: member,
        steps + [.key(key)], focus: .key)
    }
  }

  // MARK: - Rules

  private mutating func checkRules(of row: RowDefinition, _ member: Member) {
    for (index, rule) in row.rules.enumerated() {
      let steps: [JSONPath.Step] = [.key("rules"), .index(index)]
      if rule.kind == .required, row.required != nil {
        report(
          "the rule 'required' and the attribute 'required' are the same thing", of: member, steps,
          hint: "keep one of them",
          related: [note("the attribute is given here", member, [.key("required")], focus: .key)])
      }
      guard let name = rule.kind.nameOfTextRule else { continue }
      let kind = row.type.valueKind
      if ![.text, .choice, .any, .none].contains(kind) {
        report(
          "the rule '\(name)' is about text, but a row of type '\(row.type.rawValue)' holds "
            + kind.description, of: member, steps + [.key("type")])
      }
      if let length = rule.kind.length, length < 0 {
        report(
          "'value' must be a number of characters, from 0", of: member, steps + [.key("value")])
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
    let known = ValidationTriggers.names.reduce(into: ValidationTriggers()) {
      $0.formUnion($1.value)
    }
    guard let triggers = row.validates, triggers.isDisjoint(with: known) else { return }
    report(
      "'validates' names no trigger", of: member, [.key("validates")],
      hint: "write onDemand for none")
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
