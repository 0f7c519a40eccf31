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
    func text(of rule: RuleDefinition) -> String { rule.text(titled: topology.title(of: row)) }
    var errors: [RowError] = []
    if attributes.isSet(.required, id), value.isEmpty {
      let rule = rules.lazy.compactMap(\.requiring).first ?? RuleDefinition(.required)
      errors.append(RowError(text(of: rule), severity: rule.severity, id: rule.id))
    }
    var next = 0
    var failures: [RuleFailure] = []
    for rule in rules {
      append(failuresOf: rule, value, row.ruleNodes, &next, to: &failures, text: text(of:)) {
        node in
        problems[node.index].flatMap {
          ProblemSource(topology: topology, outline: outline).describe($0, of: node)?.message
        }
      }
    }
    errors += failures.map(\.error)
    if row.content.hasBounds {
      errors += row.content.bounds.failures(of: value).map { RowError($0) }
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

extension Topology {
  /// How many Unicode scalars of a title a message shows: a character may have any number of them.
  static let maximumTitleLength = 200

  /// What messages call a row: its title, else its tag, cut if it is long.
  ///
  /// A section to choose from and a section of plain values lend their title, else their tag.
  func title(of row: RowRecord) -> String {
    let title = wholeTitle(of: row)
    let scalars = title.unicodeScalars
    guard title.utf8.count > Self.maximumTitleLength,
      let end = scalars.index(
        scalars.startIndex, offsetBy: Self.maximumTitleLength, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return title }
    return String(scalars[..<end]) + "…"
  }

  private func wholeTitle(of row: RowRecord) -> String {
    if let title = row.content.texts.title { return title }
    let section = section(row.section).definition.value
    let own = row.content.tag
    switch section.kind {
    case .plain, .matrix: return own ?? "This field"
    case .multivalued, .selectable: break
    }
    if let own, own != section.tag { return own }
    return section.texts.title ?? section.tag ?? "This field"
  }
}

// MARK: - Rules

/// What is said of a value by a rule that does not accept it.
private struct RuleFailure {
  let error: RowError
  /// Whether it cannot be told if the value meets the rule, and the error says why.
  let isUntold: Bool
}

extension FormState {
  /// Adds what a rule says of a value: nothing where the value meets it.
  ///
  /// `next` is the index of the rule, or of its first part, among the leaves, whose nodes are
  /// given; `text` tells what a rule says, and `problem` what is wrong with one that could not be
  /// evaluated. Recursion is bounded by `RuleDefinition.maximumDepth`: deeper rules are refused.
  private func append(
    failuresOf rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ next: inout Int,
    to failures: inout [RuleFailure], text: (RuleDefinition) -> String,
    problem: (NodeID) -> String?
  ) {
    guard rule.isMadeOfOthers, let (_, parts) = rule.parts else {
      if let failure = failure(of: rule, value, nodes, next, text, problem) {
        failures.append(failure)
      }
      next += 1
      return
    }
    var ofParts: [RuleFailure] = []
    var isAnyMet = parts.isEmpty
    // Every part is asked, so that the next rule finds its node.
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
    // One part that could not be asked might have met the rule; of all, one that is not met is
    // enough to know.
    let untold = ofParts.first(where: \.isUntold)
    let isUntold = isOfAll ? ofParts.allSatisfy(\.isUntold) : untold != nil
    // Where only warnings would have been said, one is.
    let isWarning =
      rule.severity == .warning || ofParts.allSatisfy { $0.error.severity == .warning }
    let message = (isUntold ? untold?.error.message : nil) ?? text(rule)
    failures.append(
      RuleFailure(
        error: RowError(message, severity: isWarning ? .warning : .error, id: rule.id),
        isUntold: isUntold))
  }

  /// What is said of a value by a rule that is one thing; nil where the value meets it.
  private func failure(
    of rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ index: Int,
    _ text: (RuleDefinition) -> String, _ problem: (NodeID) -> String?
  ) -> RuleFailure? {
    func failure(_ message: String, isUntold: Bool = false) -> RuleFailure {
      RuleFailure(
        error: RowError(message, severity: rule.severity, id: rule.id), isUntold: isUntold)
    }
    // That there is a value is asked before all rules.
    if rule.kind == .required || rule.skipsEmpty && value.isEmpty { return nil }
    guard nodes.indices.contains(index), let node = nodes[index] else {
      return rule.refuses(value) || !rule.isMet(by: value) ? failure(text(rule)) : nil
    }
    switch results[node.index] {
    case .failed: return failure(problem(node) ?? text(rule), isUntold: true)
    case .no:
      // A function may say itself what is wrong.
      if case .function = rule.kind, case .string(let text) = facts[node.index] {
        return failure(text)
      }
      return failure(text(rule))
    case .yes, .notRun, .unevaluated: return nil
    }
  }
}
