// Why a row or a section is as it is: every text that decides something about it, with what each
// part gave.

public import Predicate

/// A text that decides something about a member, evaluated.
public struct Reason: Hashable, Sendable {
  /// What the text decides.
  public enum Subject: Hashable, Sendable {
    /// An attribute.
    case attribute(Attribute)
    /// The value, by a formula.
    case value
    /// A rule.
    case rule(RuleDefinition)
    /// Whether an option of the row is hidden, as by a filter that rules it out, or disabled.
    case option(Attribute)
    /// The value that a reset gives, by the formula in `default`.
    case startValue
  }

  /// What the text decides.
  public let subject: Subject
  /// Whose text it is.
  public let owner: TextOwner
  /// The tag of the owner, if it has one; of a button that submits the first invalid row's.
  public let tag: String?
  /// Whether the opposite was written: `visible` for `hidden`, and a filter, which says what stays.
  public let isInverted: Bool
  /// The text's parts with what they gave; nil for a plain true or false.
  public let explanation: Explanation?
  /// What the text decides now: true or false, or the value; nil of a rule that is not looked at
  /// because there is no value.
  public let result: Value
}

extension Form {
  /// Everything that decides something about a row or a section.
  ///
  /// - Parameter tag: The tag of a row or a section.
  /// - Returns: The reasons, attributes first; nil where the form has no such tag. Those of single
  ///   options are told by ``explain(option:of:)``.
  public func explain(_ tag: String) -> [Reason]? {
    if case .section(let section)? = topology.member(named: tag),
      topology.section(section).choice == nil
    {
      return explain(section)
    }
    return row(tag).map(explain)
  }

  /// What decides one attribute of a row or a section.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - tag: The tag of a row or a section.
  /// - Returns: The reasons, the member's own first; nil where the form has no such tag.
  public func explain(_ attribute: Attribute, of tag: String) -> [Reason]? {
    explain(tag)?.filter { reason in
      switch reason.subject {
      case .attribute(let decided):
        // That a value is required is a rule of it.
        decided == attribute || (attribute == .valid && decided == .required)
      case .rule: attribute == .valid
      case .value, .startValue, .option: false
      }
    }
  }

  /// Everything that decides whether an option can be chosen.
  ///
  /// - Parameters:
  ///   - option: The value of an option, hidden or not.
  ///   - tag: The tag of a row, or of a section to choose from.
  /// - Returns: The reasons, those that hide it first, a filter behind its own; nil where the form
  ///   has no such tag or the row no such option.
  /// - Complexity: O(options), without evaluating any but this one.
  public func explain(option: Value, of tag: String) -> [Reason]? {
    guard let row = row(tag).map(topology.row), let options = row.content.options,
      let index = OptionPlaces(options.map(\.value), seeking: 1).place(of: option)
    else { return nil }
    func decided(_ decisions: [Decision], _ attribute: Attribute) -> [Reason] {
      decisions.indices.contains(index)
        ? self.reasons(.option(attribute), decisions[index], tag) : []
    }
    var reasons = decided(row.optionDecisions, .hidden)
    if let node = row.options, let run = topology.nodes[node.index].run {
      let explanation = explanation(run, run.text, object: options[index].object)
      reasons.append(
        Reason(
          subject: .option(.hidden), owner: .itself, tag: tag, isInverted: true,
          explanation: explanation, result: .bool(explanation?.value == .bool(false))))
    }
    return reasons + decided(row.optionDisablings, .disabled)
  }

  private func explain(_ id: SectionID) -> [Reason] {
    let section = topology.section(id)
    let tag = section.definition.value.tag
    return reasons(.attribute(.hidden), section.hidden, tag)
      + reasons(.attribute(.hidden), section.pageHidden, pageTag(of: section), .page)
      + reasons(.attribute(.disabled), section.disabled, tag)
      + reasons(.attribute(.disabled), topology.readOnly, nil, .form)
  }

  private func explain(_ id: RowID) -> [Reason] {
    let row = topology.row(id)
    let section = topology.section(row.section)
    let tag = outline.name(of: id, in: topology)
    let above = section.definition.value.tag
    // What is chosen in a section is one with it.
    let owner: TextOwner = section.choice == id ? .itself : .section
    var reasons = self.reasons(.attribute(.hidden), row.hidden, tag)
    reasons += self.reasons(.attribute(.hidden), section.hidden, above, owner)
    reasons += self.reasons(
      .attribute(.hidden), section.pageHidden, pageTag(of: section), .page)
    reasons += self.reasons(.attribute(.disabled), row.disabled, tag)
    reasons += self.reasons(.attribute(.disabled), section.disabled, above, owner)
    reasons += self.reasons(.attribute(.disabled), topology.readOnly, nil, .form)
    if topology.submitRows.contains(id) {
      reasons.append(
        Reason(
          subject: .attribute(.disabled), owner: .submission, tag: firstInvalidName,
          isInverted: false, explanation: nil, result: .bool(!canSubmit)))
    }
    reasons += self.reasons(.attribute(.required), row.required, tag)
    if let node = row.calculation, let run = topology.nodes[node.index].run {
      reasons.append(
        Reason(
          subject: .value, owner: .itself, tag: tag, isInverted: false,
          explanation: explanation(run, run.text), result: state.values[id.index]))
    }
    for (leaf, node) in zip(row.content.rules.leaves, row.ruleNodes) {
      guard let node, let run = topology.nodes[node.index].run else { continue }
      reasons.append(
        Reason(
          subject: .rule(leaf.rule), owner: .itself, tag: tag, isInverted: false,
          explanation: explanation(
            run, run.text, object: leaf.rule.object(for: run.object.map(value) ?? .null)),
          result: state.results[node.index] == .notRun
            ? .null : .bool(state.results[node.index] == .yes)))
    }
    // A row of an item that was given a value starts with that one.
    if let node = row.defaultValue, let run = topology.nodes[node.index].run,
      topology.given(id) == nil
    {
      let explanation = explanation(run, run.text)
      let value = explanation?.value.flatMap {
        row.content.stored($0, within: topology.limits.valueBytes)
      }
      reasons.append(
        Reason(
          subject: .startValue, owner: .itself, tag: tag, isInverted: false,
          explanation: explanation, result: value ?? row.initialValue))
    }
    return reasons
  }

  private func pageTag(of section: SectionRecord) -> String? {
    section.page.flatMap { topology.pages[$0].tag }
  }

  private func reasons(
    _ subject: Reason.Subject, _ decision: Decision, _ tag: String?, _ owner: TextOwner = .itself
  ) -> [Reason] {
    switch decision {
    case .constant(false): return []
    case .constant(true):
      return [
        Reason(
          subject: subject, owner: owner, tag: tag, isInverted: false, explanation: nil,
          result: true)
      ]
    case .condition(let node, let text, let isInverted):
      guard let run = topology.nodes[node.index].run else { return [] }
      let result = state.results[node.index]
      return [
        Reason(
          subject: subject, owner: owner, tag: tag, isInverted: isInverted,
          explanation: explanation(run, text),
          result: .bool(result != .failed && (result == .yes) != isInverted))
      ]
    }
  }

  private func explanation(
    _ run: Run, _ text: TextID, object: Value? = nil
  ) -> Explanation? {
    topology.texts[text.index].reading(within: topology.limits.texts)?.resolution.explain(
      object: object ?? run.object.map(value) ?? .null, context: state.context
    ) { value(of: run.binding[$0]) }
  }

  /// What a slot holds as people look for it: of values that are kept folded, all of them.
  private func value(of slot: Slot) -> Value {
    guard case .fact(let node) = slot,
      case .fact(.items(let section, .fold(_, let column))) = topology.nodes[node.index]
    else { return state.value(of: slot) }
    return state.value(of: .objects([column]), in: section, topology, outline)
  }
}

extension Explanation {
  /// What the whole text gave; nil where it could not be evaluated.
  fileprivate var value: Value? {
    guard case .value(let value)? = lines.first?.result else { return nil }
    return value
  }
}
