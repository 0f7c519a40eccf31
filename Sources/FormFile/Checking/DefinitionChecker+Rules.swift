// Checks rules: each must fit what its row holds, be complete, have an effect, and have a valid
// pattern.

import Predicate

extension DefinitionChecker {
  mutating func checkRules(of row: RowDefinition, _ member: Member) {
    if row.requiredMessage != nil, row.required == nil {
      report(
        .place, "'requiredMessage' has no 'required' beside it", of: member,
        [.key("requiredMessage")], focus: .key,
        hint: row.rules.contains { $0.requiring != nil }
          ? "write the text as the 'message' of the rule 'required'"
          : "write \"required\": true, or a condition")
    }
    for (index, rule) in row.rules.enumerated() {
      if row.required != nil, rule.requiring != nil {
        report(
          .place, "the rule 'required' and the attribute 'required' are the same thing", of: member,
          [.key("rules"), .index(index)],
          hint: "keep one of them",
          related: [note("the attribute is given here", member, [.key("required")], focus: .key)])
      }
      // The path is made only if there is a problem, because nearly all rules are correct.
      guard rule.isMadeOfOthers else {
        checkLeaf(rule, of: row, member, [.key("rules"), .index(index)])
        continue
      }
      check(rule, of: row, member, [.key("rules"), .index(index)], depth: 0)
    }
  }

  /// Checks a combined rule.
  ///
  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  private mutating func check(
    _ rule: RuleDefinition, of row: RowDefinition, _ member: Member, _ steps: [JSONPath.Step],
    depth: Int
  ) {
    guard let (key, parts) = rule.parts else { return checkLeaf(rule, of: row, member, steps) }
    checkTrims(rule, member, steps)
    guard depth < RuleDefinition.maximumDepth else {
      return report(
        .limit, "rules stand inside one another more than \(RuleDefinition.maximumDepth) deep",
        of: member,
        steps)
    }
    if parts.isEmpty {
      report(.missing, "'\(key)' is empty", of: member, steps + [.key(key)])
    }
    for (index, part) in parts.enumerated() {
      let steps = steps + [.key(key), .index(index)]
      if key == "anyOf", part.requiring != nil {
        report(
          .place,
          "'required' cannot be a part of 'anyOf': the other parts do not look at an empty value",
          of: member, steps, hint: "make it a rule of its own")
      }
      check(part, of: row, member, steps, depth: depth + 1)
    }
  }

  private mutating func checkLeaf(
    _ rule: RuleDefinition, of row: RowDefinition, _ member: Member,
    _ steps: @autoclosure () -> [JSONPath.Step]
  ) {
    checkTrims(rule, member, steps())
    if rule.kind == .required, rule.allowsEmpty != nil {
      report(
        .noEffect, "'allowsEmpty' has no effect on 'required', which is about empty values",
        of: member,
        steps() + [.key("allowsEmpty")], focus: .key)
    }
    switch rule.kind.parameter {
    case .length(let length):
      if length.count < 0 {
        report(
          .value, "'value' must be a number of characters, from 0", of: member,
          steps() + [.key("value")])
      }
    case .pattern(let pattern): check(pattern, member, steps())
    case .bound(let bound): check(bound, of: rule, row, member, steps())
    case .function(let name, let reads):
      checkFunction(
        ConditionDefinition(.function(name, dependsOn: reads)), of: member, steps(),
        key: rule.kind.word)
    case .nothing, .tag, .predicate, .rules: break
    }
    guard !rule.kind.fits(row.type.valueKind) else { return }
    report(
      .place,
      "the rule '\(rule.kind.word)' is about text, but a row of type '\(row.type.rawValue)' holds "
        + row.type.valueKind.description, of: member, steps() + [.key("type")])
  }

  private mutating func checkTrims(
    _ rule: RuleDefinition, _ member: Member, _ steps: @autoclosure () -> [JSONPath.Step]
  ) {
    guard rule.trims, !rule.kind.traits.contains(.trims) else { return }
    report(
      .noEffect, "'trims' has an effect on patterns and shapes of text only", of: member,
      steps() + [.key("trims")], focus: .key)
  }

  private mutating func check(_ pattern: String, _ member: Member, _ steps: [JSONPath.Step]) {
    let steps = steps + [.key("pattern")]
    guard !pattern.isEmpty else {
      return report(.missing, "the pattern is empty and matches nothing", of: member, steps)
    }
    guard let mistake = mistake(inPattern: pattern) else { return }
    report(
      .pattern, mistake.message, of: member, steps, textRange: mistake.range, hint: mistake.hint)
  }

  /// Checks that values of the row can be compared with a bound.
  private mutating func check(
    _ bound: Value, of rule: RuleDefinition, _ row: RowDefinition, _ member: Member,
    _ steps: [JSONPath.Step]
  ) {
    if let obstacle = bound.obstacle(within: valueByteLimit) {
      return report(.value, "'value' holds \(obstacle.stored)", of: member, steps + [.key("value")])
    }
    let fits =
      switch (row.type.valueKind, bound) {
      case (.int, .int), (.int, .double), (.decimal, .int), (.decimal, .double), (.date, .date),
        (.day, .date), (.text, .string):
        true
      case (.time, .date(let date)): date.isTimeOfDay
      case (.choice, .int), (.choice, .double), (.choice, .string), (.choice, .date): true
      case (.any, .int), (.any, .double), (.any, .string), (.any, .date), (.none, _): true
      default: false
      }
    guard !fits else { return }
    guard let wanted = row.type.valueKind.nameOfBound else {
      return report(
        .place,
        "the rule '\(rule.kind.word)' is about numbers, dates and text, but a row of type "
          + "'\(row.type.rawValue)' holds \(row.type.valueKind.description)", of: member,
        steps + [.key("type")])
    }
    report(
      .value, "'value' must be \(wanted), but is \(Problem.kindName(of: bound))", of: member,
      steps + [.key("value")],
      hint: row.type.valueKind.holdsDates ? row.type.valueKind.dateHint : nil)
  }

  /// Warns if a required switch starts with a value, because the user then never has to answer.
  ///
  /// A switch whose first value is null or comes from a formula gets no warning.
  mutating func checkRequired(of row: RowDefinition, _ member: Member) {
    guard row.type.valueKind == .bool, row.value != .null, !row.isCalculated, !row.isFilled
    else { return }
    let rule = row.rules.firstIndex { $0.requiring != nil }
    let isAttribute = row.required.map { $0.source != .constant(false) } ?? false
    guard isAttribute || rule != nil else { return }
    let steps: [JSONPath.Step] = rule.map { [.key("rules"), .index($0)] } ?? [.key("required")]
    report(
      .requiredMet,
      "this \(row.type.rawValue) starts as \(row.value == true), so 'required' is met from the start",
      of: member, steps, severity: .warning,
      hint: "start with null to ask for an answer, "
        + "or write the rule { \"predicate\": \"SELF == YES\" } to ask for on")
  }
}

extension ValueKind {
  /// Whether values of this kind can be text.
  ///
  /// For `none`, rules are reported elsewhere.
  fileprivate var canBeText: Bool {
    switch self {
    case .text, .choice, .any, .none: true
    case .int, .decimal, .bool, .date, .day, .time, .choices: false
    }
  }

  /// How messages describe the bounds of such values; nil if they cannot have bounds.
  fileprivate var nameOfBound: String? {
    switch self {
    case .int, .decimal: "a number"
    case .day, .date, .time: description
    case .text: "text"
    case .choice, .any: "a number, a date or text"
    case .bool, .choices, .none: nil
    }
  }
}

extension RuleDefinition.Kind {
  /// Whether the rule applies to such values, unless it is about text and they are not.
  fileprivate func fits(_ kind: ValueKind) -> Bool {
    !traits.contains(.text) || kind.canBeText
      || traits.contains(.numbers) && (kind == .int || kind == .decimal)
  }
}
