// Verdicts: the errors of values, and the questions to the host that are part of them. A verdict
// depends only on values, inputs, the time and answers of the host. `Engine+Triggers` decides when
// errors are shown.

import Predicate

/// What is said of the value of a row.
struct Verdict {
  /// The errors, in the order of the rules.
  var errors: [RowError] = []
  /// What the host is asked because all else that comes before is met.
  var questions: [Question] = []

  /// A question of an asynchronous rule.
  struct Question {
    let node: NodeID
    /// Nil if the question is new.
    let answer: Answer?
    var severity: Severity

    var isPending: Bool { answer?.isPending ?? true }
  }

  /// Whether the row is not valid: it has errors, or waits for an answer that can be one.
  var isInvalid: Bool {
    errors.contains { $0.severity == .error }
      || questions.contains { $0.isPending && $0.severity == .error }
  }
}

extension FormState {
  /// Whether nothing can be wrong with the value of a row, and nothing is asked.
  ///
  /// True for a row without rules and bounds whose value is nil or an option that is always there.
  ///
  /// Most rows are like this, so most verdicts are cheap.
  @inline(__always)
  func isPlainlyValid(_ id: RowIndex, in topology: Topology) -> Bool {
    guard topology.rows[id.index].isPlainlyJudged else { return false }
    let value = values[id.index]
    return value.isEmpty
      ? !mustHaveValue(id, in: topology) : topology.rows[id.index].isOpen(value)
  }

  /// Whether a row without a value is invalid.
  ///
  /// A user cannot give a value to a disabled row, so there `required` counts as met.
  @inline(__always)
  private func mustHaveValue(_ id: RowIndex, in topology: Topology) -> Bool {
    attributes.isSet(.required, id) && !attributes.isDisabledBySaying(id, in: topology)
  }

  /// The errors of a row's value, and the questions to the host.
  ///
  /// For errors it does not matter whether the row is visible. The host is asked about visible rows
  /// alone, and only if nothing else is wrong with the value before the rule.
  func verdict(of id: RowIndex, in topology: Topology, _ outline: Outline) -> Verdict {
    let row = topology.row(id)
    let value = values[id.index]
    let rules = row.content.rules
    func error(of rule: RuleDefinition, at index: Int?, told: String? = nil) -> RowError {
      self.error(of: rule, at: index, told: told, value, of: row, in: topology)
    }
    var errors: [RowError] = []
    if value.isEmpty, mustHaveValue(id, in: topology) {
      let rule = row.content.requirement
      errors.append(error(of: rule, at: rule.message == nil ? nil : rules.requiringIndex))
    }
    let others = othersErrors(of: value, in: row, topology)
    var next = RulePlace()
    var failures: [RuleFailure] = []
    let isAsked =
      row.isAsking && errors.isEmpty && others.isEmpty && !attributes.isHidden(id, in: topology)
    for rule in rules {
      append(
        failuresOf: rule, value, row.ruleNodes, &next, to: &failures,
        isAsked: isAsked && !failures.contains(where: \.keepsFromAsking), error: error(of:at:told:)
      ) { node in
        problems[node.index].flatMap {
          ProblemSource(topology: topology, outline: outline).describe($0, of: node)?.message
        }
      }
    }
    errors += failures.map(\.error)
    errors += others
    return Verdict(errors: errors, questions: next.questions)
  }

  /// The errors of a value that no rule says: of bounds and options.
  private func othersErrors(
    of value: Value, in row: RowRecord, _ topology: Topology
  ) -> [RowError] {
    var errors: [RowError] = []
    if row.content.hasBounds {
      let failures = bounds(of: row).failures(
        of: value, kinds: kinds(ofBoundsOf: row, topology),
        isInZone: row.content.type == .dateTime
      ) {
        guard case .date(let date) = $0 else { return $0 }
        return .date(locale.part(of: date, $1))
      }
      for failure in failures {
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

extension RowRecord {
  /// Whether nothing is wrong with a value apart from rules and bounds: the row has no options, or
  /// the value is one that can be chosen at any time.
  @inline(__always)
  fileprivate func isOpen(_ value: Value) -> Bool {
    guard options != nil || content.hasOptions else { return true }
    guard hasOnlyOpenOptions else { return false }
    if case .array = value { return false }
    return content.listsOption(of: value)
  }
}

extension FormState {
  /// Which bounds of a row of points in time are days or times of day, by their formulas.
  private func kinds(
    ofBoundsOf row: RowRecord, _ topology: Topology
  ) -> (minimum: DateKind?, maximum: DateKind?) {
    guard row.kind == .date, row.hasOthers else { return (nil, nil) }
    func kind(_ name: PropertyName) -> DateKind? {
      guard let node = row.properties[name],
        case .property(let property)? = topology.node(node), let run = property.runs.first,
        let kind = topology.text(of: run).dateKind, kind != .instant
      else { return nil }
      return kind
    }
    return (kind(.minimum), kind(.maximum))
  }
}

// MARK: - Rules

/// Where a rule stands in its row, and what the rules before it ask the host.
private struct RulePlace {
  /// Among all rules, by which messages are known.
  var rule = 0
  /// Among the rules that are one thing, by which nodes are known.
  var leaf = 0
  var questions: [Verdict.Question] = []

  var pendingCount: Int { questions.count(where: \.isPending) }
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
  /// Whether the host has refused the value.
  var isOfHost = false

  var isError: Bool { error.severity == .error }
  /// Whether the host is not asked about later rules.
  ///
  /// The host answers several questions in any order, so an answer ends no other question.
  var keepsFromAsking: Bool { isError && !isOfHost }
}

extension FormState {
  /// Adds the errors of a rule; adds none if the value meets the rule.
  ///
  /// `next` is the place of the rule; `nodes` are those of the leaves; `isAsked` says whether the
  /// host is asked; `error` tells what a rule says, and `problem` what is wrong with one that could
  /// not be evaluated. A rule that is pending adds no error, only its question. Recursion is
  /// bounded by `RuleDefinition.maximumDepth`: deeper rules are refused.
  private func append(
    failuresOf rule: RuleDefinition, _ value: Value, _ nodes: [NodeID?], _ next: inout RulePlace,
    to failures: inout [RuleFailure], isAsked: Bool,
    error: (RuleDefinition, Int?, String?) -> RowError, problem: (NodeID) -> String?
  ) {
    let index = next.rule
    next.rule += 1
    guard rule.isMadeOfOthers, let (_, parts) = rule.parts else {
      let failure =
        rule.isAsync
        ? failure(ofAsync: rule, nodes, &next, isAsked: isAsked) { error(rule, index, $0) }
        : failure(of: rule, value, nodes, next.leaf, { error(rule, index, $0) }, problem)
      if let failure { failures.append(failure) }
      next.leaf += 1
      return
    }
    let isOfAll = if case .allOf = rule.kind { true } else { false }
    let asked = next.questions.count
    var ofParts: [RuleFailure] = []
    var isAnyMet = parts.isEmpty
    // Every part is evaluated, so that `next` ends at the rule after this one.
    for part in parts {
      let (count, pending) = (ofParts.count, next.pendingCount)
      append(
        failuresOf: rule.part(part), value, nodes, &next, to: &ofParts,
        isAsked: isAsked && !(isOfAll && ofParts.contains(where: \.keepsFromAsking)), error: error,
        problem: problem)
      if ofParts.count == count, next.pendingCount == pending { isAnyMet = true }
    }
    if !isOfAll, isAnyMet {
      // Nothing more is asked, but answers that are known stay known.
      next.questions.removeAll(from: asked) { $0.isPending }
      return
    }
    let isPending = next.questions[asked...].contains(where: \.isPending)
    next.questions.setSeverity(
      from: asked, isOfAll: isOfAll, isWarning: rule.severity == .warning,
      areFailuresWarnings: !ofParts.contains(where: \.isError))
    if isOfAll, rule.message == nil {
      failures += ofParts.map { failure in
        var error = failure.error
        if rule.severity == .warning { error.severity = .warning }
        error.id = error.id ?? rule.id
        return RuleFailure(
          error: error, isUntold: failure.isUntold, isOfHost: failure.isOfHost)
      }
      return
    }
    // An `anyOf` rule is not decided either while one of its parts is pending.
    guard isOfAll ? !ofParts.isEmpty : !isPending else { return }
    // An `anyOf` rule is not decided if one of its parts could not be evaluated, because this part
    // might be met. An `allOf` rule is decided as soon as one part is known not to be met.
    let untold = ofParts.first(where: \.isUntold)
    let isUntold = isOfAll ? ofParts.allSatisfy(\.isUntold) : untold != nil
    // If all parts give only warnings, the combined rule gives a warning.
    let isWarning =
      rule.severity == .warning || ofParts.allSatisfy { $0.error.severity == .warning }
    var combined = error(rule, index, isUntold ? untold?.error.message : nil)
    combined.severity = isWarning ? .warning : .error
    failures.append(
      RuleFailure(
        error: combined, isUntold: isUntold, isOfHost: ofParts.contains(where: \.isOfHost)))
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

  /// The error of an asynchronous rule whose answer refuses the value.
  ///
  /// Adds the question to those of the row, if the host is asked.
  private func failure(
    ofAsync rule: RuleDefinition, _ nodes: [NodeID?], _ next: inout RulePlace, isAsked: Bool,
    _ error: (String?) -> RowError
  ) -> RuleFailure? {
    guard isAsked, nodes.indices.contains(next.leaf), let node = nodes[next.leaf],
      results[node.index] == .yes
    else { return nil }
    let answer = answer(of: node)
    next.questions.append(
      Verdict.Question(node: node, answer: answer, severity: rule.severity))
    switch answer?.result {
    case .bool(false): return RuleFailure(error: error(nil), isUntold: false, isOfHost: true)
    case .string(let message):
      return RuleFailure(error: error(message), isUntold: false, isOfHost: true)
    default: return nil
    }
  }
}

extension [Verdict.Question] {
  fileprivate mutating func removeAll(from start: Int, where isGone: (Element) -> Bool) {
    replaceSubrange(start..., with: self[start...].filter { !isGone($0) })
  }

  /// Gives the questions of a combined rule its severity.
  ///
  /// An `anyOf` rule is one thing, which is a warning if all of its parts are.
  fileprivate mutating func setSeverity(
    from start: Int, isOfAll: Bool, isWarning: Bool, areFailuresWarnings: Bool
  ) {
    guard start < count else { return }
    let areWarnings =
      areFailuresWarnings && self[start...].allSatisfy { !$0.isPending || $0.severity == .warning }
    for index in start..<count {
      if isWarning || !isOfAll && areWarnings {
        self[index].severity = .warning
      } else if !isOfAll {
        self[index].severity = .error
      }
    }
  }
}
