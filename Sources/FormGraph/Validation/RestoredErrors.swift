// Errors of a saved state, in the language that people read now. A saved error has the id of its
// message, the name of its rule and its parameters; here is found what they say.

import Predicate

extension FormState {
  /// Errors that were shown when a state was saved, as the form says the same now.
  ///
  /// An error stays as it was saved if the row says no such thing any more, and if its message came
  /// from the host.
  ///
  /// - Complexity: O(n²) in the number of rules of the row.
  func inOtherWords(
    _ saved: [RowError], of id: RowIndex, in topology: Topology
  ) -> [RowError] {
    guard !saved.isEmpty else { return [] }
    var verdict = verdicts[id.index]
    let rules = ruleErrors(of: id, in: topology)
    // More than the rules, the bounds and the options of a row can say comes from no form, and
    // would cost the product of both numbers.
    guard saved.count <= rules.count + 10 else { return saved }
    return saved.map { error in
      if let index = verdict.firstIndex(of: error) { return verdict.remove(at: index) }
      // Two rules without names may differ in nothing but their messages.
      let written = rules.first { $0.texts.contains(ExactText(error.message)) }
      if let written, written.error.isAbout(error) {
        verdict.removeFirst { $0 == written.error }
        return error.saying(written.error)
      }
      if let index = verdict.firstIndex(where: { $0.isAbout(error) }) {
        return error.saying(verdict.remove(at: index))
      }
      if let rule = rules.first(where: { !$0.isOfHost && $0.error.isAbout(error) }) {
        return error.saying(rule.error)
      }
      guard let standard = boundMessage(of: error, topology.row(id)) else { return error }
      return error.saying(
        self.error(standard, values[id.index], of: topology.row(id), in: topology))
    }
  }

  /// A rule, and what it says of a value that does not meet it.
  private struct RuleError {
    let error: RowError
    /// The rule's own message in every language.
    let texts: Set<ExactText>
    /// Whether the host may say something else.
    let isOfHost: Bool
  }

  /// What the rules of a row say, also those that are met, with the parts of combined rules.
  private func ruleErrors(of id: RowIndex, in topology: Topology) -> [RuleError] {
    let row = topology.row(id)
    var found: [RuleError] = []
    var next = 0
    /// Recursion is bounded by `RuleDefinition.maximumDepth`: deeper rules are refused.
    func add(_ rule: RuleDefinition, at index: Int?, name: String?) {
      var error = error(of: rule, at: index, values[id.index], of: row, in: topology)
      // A part of a combined rule has the name of the whole, if it has none of its own.
      error.id = error.id ?? name
      let texts = rule.message.map { message in
        message.single.map { [$0] } ?? message.translations.map(\.text)
      }
      found.append(
        RuleError(
          error: error, texts: Set((texts ?? []).map { ExactText($0) }),
          isOfHost: rule.isAsync || rule.isFunction))
      for part in rule.parts?.rules ?? [] {
        next += 1
        add(part, at: next, name: error.id)
      }
    }
    for rule in row.content.rules {
      add(rule, at: next, name: nil)
      next += 1
    }
    if row.content.required != nil { add(row.content.requirement, at: nil, name: nil) }
    return found
  }

  /// The standard message of an error about bounds or options, which no rule says.
  private func boundMessage(of error: RowError, _ row: RowRecord) -> StandardMessage? {
    guard let id = error.messageID,
      !row.content.rules.contains(where: { $0.standardMessage.id == id })
    else { return nil }
    let isSaid =
      switch id {
      case .option, .exclusive: row.content.hasOptions
      case .greaterOrEqualThan, .smallerOrEqualThan, .notBefore, .notAfter, .step, .stepFrom,
        .minuteInterval, .minChoices, .maxChoices:
        row.content.hasBounds
      default: false
      }
    guard isSaid else { return nil }
    var message = StandardMessage(id)
    message.parameters = error.parameters
    return message
  }
}

extension RuleDefinition {
  fileprivate var isFunction: Bool {
    if case .function = kind { true } else { false }
  }
}

extension RowError {
  /// Whether another error is about the same thing.
  ///
  /// Parameters that are texts of the form follow the language, so they may differ. A part of a
  /// combined rule may have the severity of the whole.
  fileprivate func isAbout(_ other: RowError) -> Bool {
    guard other.id.map({ ExactText($0) }) == id.map({ ExactText($0) }) else { return false }
    guard let messageID = other.messageID else { return id != nil }
    return messageID == self.messageID && fixedParameters == other.fixedParameters
  }

  /// The error with the words of another one about the same thing.
  fileprivate func saying(_ other: RowError) -> RowError {
    RowError(
      other.message, severity: severity, id: id, messageID: messageID ?? other.messageID,
      parameters: other.parameters)
  }
}

extension [RowError] {
  fileprivate mutating func removeFirst(where isMeant: (RowError) -> Bool) {
    if let index = firstIndex(where: isMeant) { remove(at: index) }
  }
}
