// Verdicts: the errors of values. A verdict depends only on values, inputs and the time.
// `Engine+Triggers` decides when errors are shown.

import Predicate

extension FormState {
  /// The errors of a row's value, in the order of the rules.
  ///
  /// It does not matter whether the row is visible.
  func verdict(of id: RowID, in topology: Topology, _ outline: Outline) -> [RowError] {
    let row = topology.row(id)
    let value = values[id.index]
    let rules = row.content.rules
    func text(of rule: RuleDefinition, at index: Int?) -> String {
      message(of: rule, at: index, value, of: row, in: topology)
    }
    var errors: [RowError] = []
    if attributes.isSet(.required, id), value.isEmpty {
      let rule = rules.lazy.compactMap(\.requiring).first ?? RuleDefinition(.required)
      let text = text(of: rule, at: rule.message == nil ? nil : rules.requiringIndex)
      errors.append(RowError(text, severity: rule.severity, id: rule.id))
    }
    var next = RulePlace()
    var failures: [RuleFailure] = []
    for rule in rules {
      append(failuresOf: rule, value, row.ruleNodes, &next, to: &failures, text: text(of:at:)) {
        node in
        problems[node.index].flatMap {
          ProblemSource(topology: topology, outline: outline).describe($0, of: node)?.message
        }
      }
    }
    errors += failures.map(\.error)
    if row.content.hasBounds {
      errors += bounds(of: row).failures(of: value).map { RowError($0) }
    }
    if !value.isEmpty, chosen(of: value, in: row) != value {
      errors.append(RowError("This is not one of the options."))
    }
    if breaksExclusion(value, in: row) {
      errors.append(
        RowError("One of the chosen options excludes the others.", id: "exclusive"))
    }
    return errors
  }
}

// MARK: - Rules

/// Where a rule stands in its row.
private struct RulePlace {
  /// Among all rules, by which messages are known.
  var rule = 0
  /// Among the rules that are one thing, by which nodes are known.
  var leaf = 0
}

extension [RuleDefinition] {
  /// The index of the rule `required` among all rules, if all of its surroundings are asked.
  fileprivate var requiringIndex: Int? {
    allInOrder.firstIndex { place in
      place.rule.kind == .required && !place.steps.contains(.key("anyOf"))
    }
  }
}

/// A rule that a value does not meet.
private struct RuleFailure {
  let error: RowError
  /// Whether the rule could not be evaluated.
  ///
  /// The error then says why.
  let isUntold: Bool
}

extension FormState {
  /// Adds the errors of a rule; adds none if the value meets the rule.
  ///
  /// `next` is the place of the rule; `nodes` are those of the leaves; `text` tells what a rule
  /// says, and `problem` what is wrong with one that could not be evaluated. Recursion is bounded
  /// by `RuleDefinition.maximumDepth`: deeper rules are refused.
  private func append(
    failuresOf rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ next: inout RulePlace,
    to failures: inout [RuleFailure], text: (RuleDefinition, Int?) -> String,
    problem: (NodeID) -> String?
  ) {
    let index = next.rule
    next.rule += 1
    guard rule.isMadeOfOthers, let (_, parts) = rule.parts else {
      let failure = failure(of: rule, value, nodes, next.leaf, { text($0, index) }, problem)
      if let failure { failures.append(failure) }
      next.leaf += 1
      return
    }
    var ofParts: [RuleFailure] = []
    var isAnyMet = parts.isEmpty
    // Every part is evaluated, so that `next` ends at the rule after this one.
    for part in parts {
      let count = ofParts.count
      append(
        failuresOf: rule.part(part), value, nodes, &next, to: &ofParts, text: text,
        problem: problem)
      if ofParts.count == count { isAnyMet = true }
    }
    let isOfAll = if case .allOf = rule.kind { true } else { false }
    if isOfAll, rule.message == nil {
      failures += ofParts.map { failure in
        let error = failure.error
        return RuleFailure(
          error: RowError(
            error.message, severity: rule.severity == .warning ? .warning : error.severity,
            id: error.id ?? rule.id),
          isUntold: failure.isUntold)
      }
      return
    }
    guard isOfAll ? !ofParts.isEmpty : !isAnyMet else { return }
    // An `anyOf` rule is not decided if one of its parts could not be evaluated, because this part
    // might be met. An `allOf` rule is decided as soon as one part is known not to be met.
    let untold = ofParts.first(where: \.isUntold)
    let isUntold = isOfAll ? ofParts.allSatisfy(\.isUntold) : untold != nil
    // If all parts give only warnings, the combined rule gives a warning.
    let isWarning =
      rule.severity == .warning || ofParts.allSatisfy { $0.error.severity == .warning }
    let message = (isUntold ? untold?.error.message : nil) ?? text(rule, index)
    failures.append(
      RuleFailure(
        error: RowError(message, severity: isWarning ? .warning : .error, id: rule.id),
        isUntold: isUntold))
  }

  /// The error of a rule that is not combined; nil if the value meets the rule.
  private func failure(
    of rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ index: Int,
    _ text: (RuleDefinition) -> String, _ problem: (NodeID) -> String?
  ) -> RuleFailure? {
    func failure(_ message: String, isUntold: Bool = false) -> RuleFailure {
      RuleFailure(
        error: RowError(message, severity: rule.severity, id: rule.id), isUntold: isUntold)
    }
    // `required` is checked before all rules.
    if rule.kind == .required || rule.skipsEmpty && value.isEmpty { return nil }
    guard nodes.indices.contains(index), let node = nodes[index] else {
      return rule.refuses(value) || !rule.isMet(by: value) ? failure(text(rule)) : nil
    }
    switch results[node.index] {
    case .failed: return failure(problem(node) ?? text(rule), isUntold: true)
    case .no:
      // A function may give its own message.
      if case .function = rule.kind, case .string(let text) = facts[node.index] {
        return failure(text)
      }
      return failure(text(rule))
    case .yes, .notRun, .unevaluated: return nil
    }
  }
}
