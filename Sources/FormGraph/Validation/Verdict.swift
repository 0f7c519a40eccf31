// What the rules say of a value. The verdict is a function of values, inputs and the time alone;
// what of it is shown, and when, is Triggers' business.

import Predicate

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
      let rule = rules.lazy.compactMap(\.requiring).first ?? RuleDefinition(.required)
      errors.append(RowError(rule.text, severity: rule.severity, id: rule.id))
    }
    var next = 0
    for rule in rules {
      append(failuresOf: rule, value, row.ruleNodes, &next, to: &errors) { node in
        problems[node.index].flatMap {
          ProblemSource(topology: topology, outline: outline).describe($0, of: node)?.message
        }
      }
    }
    if row.content.says(.rest) {
      errors += row.content.bounds.failures(of: value).map { RowError($0) }
    }
    if !value.isEmpty, chosen(of: value, in: row) != value {
      errors.append(RowError("This is not one of the options."))
    }
    return errors
  }
}

// MARK: - Rules

extension FormState {
  /// Adds what a rule says of a value: nothing where the value meets it.
  ///
  /// `next` is the index of the rule, or of its first part, among the leaves, whose nodes are
  /// given; `problem` tells what is wrong with one that could not be evaluated. Recursion is
  /// bounded by `RuleDefinition.maximumDepth`: deeper rules are refused.
  private func append(
    failuresOf rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ next: inout Int,
    to errors: inout [RowError], problem: (NodeID) -> String?
  ) {
    guard rule.isMadeOfOthers, let (_, parts) = rule.parts else {
      if let text = failure(of: rule, value, nodes, next, problem) {
        errors.append(RowError(text, severity: rule.severity, id: rule.id))
      }
      next += 1
      return
    }
    var failures: [RowError] = []
    var isAnyMet = parts.isEmpty
    // Every part is asked, so that the next rule finds its node.
    for part in parts {
      let count = failures.count
      append(failuresOf: rule.part(part), value, nodes, &next, to: &failures, problem: problem)
      if failures.count == count { isAnyMet = true }
    }
    if case .allOf = rule.kind, rule.message == nil {
      errors += failures.map { failure in
        RowError(
          failure.message, severity: rule.severity == .warning ? .warning : failure.severity,
          id: failure.id ?? rule.id)
      }
      return
    }
    let isMet = if case .allOf = rule.kind { failures.isEmpty } else { isAnyMet }
    guard !isMet else { return }
    // Where only warnings would have been said, one is.
    let isWarning = rule.severity == .warning || failures.allSatisfy { $0.severity == .warning }
    errors.append(RowError(rule.text, severity: isWarning ? .warning : .error, id: rule.id))
  }

  /// What is said of a value by a rule that is one thing; nil where the value meets it.
  private func failure(
    of rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ index: Int,
    _ problem: (NodeID) -> String?
  ) -> String? {
    // That there is a value is asked before all rules.
    if rule.kind == .required || rule.skipsEmpty && value.isEmpty { return nil }
    guard nodes.indices.contains(index), let node = nodes[index] else {
      return rule.refuses(value) || !rule.isMet(by: value) ? rule.text : nil
    }
    switch results[node.index] {
    case .failed: return problem(node) ?? rule.text
    case .no:
      // A function may say itself what is wrong.
      if case .function = rule.kind, case .string(let text) = facts[node.index] { return text }
      return rule.text
    case .yes, .notRun, .unevaluated: return nil
    }
  }
}
