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
    func error(of rule: RuleDefinition, at index: Int?, told: String? = nil) -> RowError {
      self.error(of: rule, at: index, told: told, value, of: row, in: topology)
    }
    var errors: [RowError] = []
    if attributes.isSet(.required, id), value.isEmpty {
      let rule = rules.lazy.compactMap(\.requiring).first ?? RuleDefinition(.required)
      errors.append(error(of: rule, at: rule.message == nil ? nil : rules.requiringIndex))
    }
    var next = RulePlace()
    var failures: [RuleFailure] = []
    for rule in rules {
      append(
        failuresOf: rule, value, row.ruleNodes, &next, to: &failures, error: error(of:at:told:)
      ) { node in
        problems[node.index].flatMap {
          ProblemSource(topology: topology, outline: outline).describe($0, of: node)?.message
        }
      }
    }
    errors += failures.map(\.error)
    if row.content.hasBounds {
      for failure in bounds(of: row).failures(of: value) {
        errors.append(self.error(failure, value, of: row, in: topology))
      }
    }
    if !value.isEmpty, chosen(of: value, in: row) != value {
      errors.append(self.error(StandardMessage(.option), value, of: row, in: topology))
    }
    if breaksExclusion(value, in: row) {
      let standard = StandardMessage(.exclusive)
      errors.append(
        self.error(standard, id: standard.id.rawValue, value, of: row, in: topology))
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
  /// `next` is the place of the rule; `nodes` are those of the leaves; `error` tells what a rule
  /// says, and `problem` what is wrong with one that could not be evaluated. Recursion is bounded
  /// by `RuleDefinition.maximumDepth`: deeper rules are refused.
  private func append(
    failuresOf rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ next: inout RulePlace,
    to failures: inout [RuleFailure], error: (RuleDefinition, Int?, String?) -> RowError,
    problem: (NodeID) -> String?
  ) {
    let index = next.rule
    next.rule += 1
    guard rule.isMadeOfOthers, let (_, parts) = rule.parts else {
      let failure = failure(
        of: rule, value, nodes, next.leaf, { error(rule, index, $0) }, problem)
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
        failuresOf: rule.part(part), value, nodes, &next, to: &ofParts, error: error,
        problem: problem)
      if ofParts.count == count { isAnyMet = true }
    }
    let isOfAll = if case .allOf = rule.kind { true } else { false }
    if isOfAll, rule.message == nil {
      failures += ofParts.map { failure in
        var error = failure.error
        if rule.severity == .warning { error.severity = .warning }
        error.id = error.id ?? rule.id
        return RuleFailure(error: error, isUntold: failure.isUntold)
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
    var combined = error(rule, index, isUntold ? untold?.error.message : nil)
    combined.severity = isWarning ? .warning : .error
    failures.append(RuleFailure(error: combined, isUntold: isUntold))
  }

  /// The error of a rule that is not combined; nil if the value meets the rule.
  private func failure(
    of rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ index: Int,
    _ error: (String?) -> RowError, _ problem: (NodeID) -> String?
  ) -> RuleFailure? {
    func failure(_ told: String? = nil, isUntold: Bool = false) -> RuleFailure {
      RuleFailure(error: error(told), isUntold: isUntold)
    }
    // `required` is checked before all rules.
    if rule.kind == .required || rule.skipsEmpty && value.isEmpty { return nil }
    guard nodes.indices.contains(index), let node = nodes[index] else {
      return rule.refuses(value) || !rule.isMet(by: value) ? failure() : nil
    }
    switch results[node.index] {
    case .failed: return failure(problem(node), isUntold: true)
    case .no:
      // A function may give its own message.
      if case .function = rule.kind, case .string(let text) = facts[node.index] {
        return failure(text)
      }
      return failure()
    case .yes, .notRun, .unevaluated: return nil
    }
  }
}
