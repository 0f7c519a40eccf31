// Explains why a row or a section has its state: every text that decides something about it, with
// the result of each part.

public import Predicate

/// A text that decides something about a member, with its result.
public struct Reason: Hashable, Sendable {
  /// The kinds of things that a text decides.
  public enum Subject: Hashable, Sendable {
    /// An attribute of the member.
    case attribute(Attribute)
    /// The value, decided by a formula.
    case value
    /// A rule.
    case rule(RuleDefinition)
    /// Whether an option of the row is hidden or disabled. A filter also hides options.
    case option(Attribute)
    /// The value that the row starts with, decided by the formula in `default` or `once`.
    case startValue
    /// The value that the row holds while it follows its suggestion.
    case suggestion(follows: Bool)
    /// The value that an action sets when an edit has changed another row, `tag`; without a text,
    /// the action resets the row.
    case trigger
    /// The number of items of the list, decided by the formula in `count`.
    case count
  }

  /// What the text decides.
  public let subject: Subject
  /// The owner of the text.
  public let owner: TextOwner
  /// The tag of the owner, if it has one.
  ///
  /// For `submission`, the tag of the first invalid row.
  public let tag: String?
  /// Whether the text states the opposite, such as `visible` instead of `hidden`.
  ///
  /// A filter also states the opposite: what stays.
  public let isInverted: Bool
  /// The text, such as `$age > 18` or `isAdult(age)`; nil for a constant true or false.
  public let text: String?
  /// The condition of an action, without which it is not run; nil of everything else.
  public var condition: String?
  /// The parts of the text with their results; nil for a constant, and for a function, which has
  /// no parts.
  public let explanation: Explanation?
  /// What the text decides now: true or false, or a value.
  ///
  /// Nil for a rule that is not run because the value is empty.
  public let result: Value
  /// What a rule says where it is not met; nil of everything else.
  public var message: String?
  /// What the result comes from, in the order of the text.
  ///
  /// Parts that do not matter now are left out, such as the other parts of an AND whose one part
  /// is false.
  public var sources: [Statement] = []

  /// Makes a reason.
  public init(
    subject: Subject, owner: TextOwner = .itself, tag: String? = nil, isInverted: Bool = false,
    text: String?, explanation: Explanation? = nil, result: Value, message: String? = nil,
    sources: [Statement] = []
  ) {
    self.subject = subject
    self.owner = owner
    self.tag = tag
    self.isInverted = isInverted
    self.text = text
    self.explanation = explanation
    self.result = result
    self.message = message
    self.sources = sources
  }
}

extension Form {
  /// All texts that decide something about a row or a section.
  ///
  /// - Parameter tag: The tag of a row or a section.
  /// - Returns: The reasons, attributes first; nil if the tag is unknown. For single options, use
  ///   ``explain(option:of:)``.
  public func explain(_ tag: String) -> [Reason]? {
    explained(tag).map(explain)
  }

  /// The row or the section that a tag is explained as: of a section to choose from its choice.
  ///
  /// A section of an item has the address of the item with its tag. The item itself is neither.
  func explained(_ tag: String) -> Member? {
    if ItemAddress(tag).map({ $0.tag != nil }) ?? true,
      case .section(let section)? = engine.member(named: tag),
      topology.section(section).choice == nil
    {
      return .section(section)
    }
    return row(tag).map { .row($0) }
  }

  func explain(_ member: Member) -> [Reason] {
    switch member {
    case .row(let row): explain(row)
    case .section(let section): explain(section)
    }
  }

  /// The texts that decide one attribute of a row or a section.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - tag: The tag of a row or a section.
  /// - Returns: The reasons, the member's own texts first; nil if the tag is unknown.
  public func explain(_ attribute: Attribute, of tag: String) -> [Reason]? {
    guard let reasons = explain(tag) else { return nil }
    let isRequirable = reasons.contains { $0.subject == .attribute(.required) }
    return reasons.filter { reason in
      switch reason.subject {
      case .attribute(let decided):
        // That a value is required is one of the rules of validity, and what disables the row is
        // an exception to it.
        decided == attribute
          || attribute == .valid && (decided == .required || decided == .disabled && isRequirable)
      case .rule: attribute == .valid
      case .value, .startValue, .suggestion, .trigger, .option, .count: false
      }
    }
  }

  /// The texts that decide whether an option can be chosen.
  ///
  /// - Parameters:
  ///   - option: The value of an option, hidden or not.
  ///   - tag: The tag of a row, or of a section to choose from.
  /// - Returns: The reasons in this order: the option's own texts that hide it, the filter, and the
  ///   texts that disable it. Nil if the tag or the option is unknown.
  /// - Complexity: O(n) in the number of options. Only texts about this option are evaluated.
  public func explain(option: Value, of tag: String) -> [Reason]? {
    guard let row = row(tag).map(topology.row), row.content.hasOptions,
      let index = state.places(of: row, seeking: 1).place(of: option)
    else { return nil }
    func decided(_ decisions: [Decision], _ attribute: Attribute) -> [Reason] {
      decisions.indices.contains(index)
        ? self.reasons(.option(attribute), decisions[index], tag) : []
    }
    var reasons = decided(row.optionDecisions, .hidden)
    if let node = row.options, let run = topology.node(node)?.run {
      let explanation =
        if let choices = state.choices(of: row) {
          explanation(run, run.text, readable: TableRow(index, of: choices))
        } else if let options = row.content.options?.written {
          explanation(
            run, run.text, object: options[index].object,
            readable: OptionObject(options[index], of: options))
        } else {
          explanation(run, run.text)
        }
      reasons.append(
        Reason(
          subject: .option(.hidden), owner: .itself, tag: tag, isInverted: true,
          text: text(run.text), explanation: explanation,
          result: .bool(explanation?.value == .bool(false)),
          sources: sources(run, explanation)))
    }
    return reasons + decided(row.optionDisablings, .disabled)
  }

  private func explain(_ id: SectionIndex) -> [Reason] {
    reasons(.hidden, .section(id)) + reasons(.disabled, .section(id)) + countReasons(of: id)
  }

  /// The formula that counts the items of a list, if there is one.
  private func countReasons(of id: SectionIndex) -> [Reason] {
    guard let node = topology.section(id).properties[.count],
      case .property(let property)? = topology.node(node), let run = property.runs.first
    else { return [] }
    let explanation = explanation(run, run.text)
    return [
      Reason(
        subject: .count, owner: .itself, tag: outline.name(of: .section(id), in: topology),
        isInverted: false, text: text(run.text), explanation: explanation,
        result: state.value(of: .count, in: id, topology, outline),
        sources: sources(run, explanation))
    ]
  }

  /// The texts that help to decide an attribute of a member, which is `own` for its section.
  private func reasons(
    _ attribute: Attribute, _ member: Member, as own: Member? = nil
  ) -> [Reason] {
    topology.deciders(of: attribute, member).flatMap { target in
      reasons(
        .attribute(attribute), topology.decision(of: target), tag(of: target),
        target.owner(from: own ?? member))
    }
  }

  private func tag(of target: Target) -> String? {
    switch target {
    case .row(let row, _), .option(let row, _, _): outline.name(of: row, in: topology)
    case .section(let id, .pageHidden):
      topology.section(id).page.flatMap { topology.graph.pages[$0].tag }
    case .section(let id, _): topology.section(id).definition.value.tag
    case .readOnly: nil
    }
  }

  private func explain(_ id: RowIndex) -> [Reason] {
    let row = topology.row(id)
    let section = topology.section(row.section)
    let tag = outline.name(of: id, in: topology)
    // A section to choose from and its choice count as one member.
    let own = section.choice == id ? Member.section(row.section) : .row(id)
    var reasons = self.reasons(.hidden, .row(id), as: own)
    reasons += self.reasons(.disabled, .row(id), as: own)
    if topology.directory.submitRows.contains(id) {
      reasons.append(
        Reason(
          subject: .attribute(.disabled), owner: .submission, tag: firstInvalidName,
          isInverted: false, text: nil, explanation: nil,
          result: .bool(!canSubmit)))
    }
    reasons += self.reasons(.required, .row(id))
    if let node = row.calculation, let run = topology.node(node)?.run {
      let explanation = explanation(run, run.text)
      reasons.append(
        Reason(
          subject: .value, owner: .itself, tag: tag, isInverted: false, text: text(run.text),
          explanation: explanation, result: state.values[id.index],
          sources: sources(run, explanation)))
    }
    let places = row.content.rules.allInOrder.enumerated().filter { $1.rule.parts == nil }
    for ((index, leaf), node) in zip(
      zip(places.map(\.offset), row.content.rules.leaves), row.ruleNodes)
    {
      guard let node, let run = topology.node(node)?.run else { continue }
      let error = state.error(
        of: leaf.rule, at: index, state.values[id.index], of: row, in: topology)
      let explanation = explanation(
        run, run.text, object: leaf.rule.object(for: run.object.map(value) ?? .null))
      reasons.append(
        Reason(
          subject: .rule(leaf.rule), owner: .itself, tag: tag, isInverted: false,
          text: text(run.text), explanation: explanation,
          result: leaf.rule.isAsync ? asyncResult(of: node) : ruleResult(of: node),
          message: error.message, sources: sources(run, explanation)))
    }
    // A row with a value from its item's definition does not start with its default.
    if let node = row.filling, let run = topology.node(node)?.run,
      topology.given(id) == nil
    {
      let explanation = explanation(run, run.text, naming: id)
      let value = explanation?.value.flatMap {
        row.content.stored($0, within: topology.graph.limits.valueBytes)
      }
      reasons.append(
        Reason(
          subject: state.follows(row).map { .suggestion(follows: $0) } ?? .startValue,
          owner: .itself, tag: tag, isInverted: false,
          text: text(run.text), explanation: explanation, result: value ?? row.initialValue,
          sources: sources(run, explanation)))
    }
    return reasons + triggerReasons(of: id)
  }

  /// The actions of other rows that change a row.
  private func triggerReasons(of id: RowIndex) -> [Reason] {
    triggers(of: .row(id)).map { source, action in
      // Of an action of a template that changes a row of the form, each item has one.
      let item = topology.row(source).item == nil ? nil : topology.row(id).item
      let formula = action.formula.flatMap { formula in
        item.map { topology.node(topology.node(formula, in: $0)) } ?? topology.node(formula)
      }
      let condition = action.condition.flatMap { topology.node($0)?.run }
      let isShared = topology.isPrototype(.row(source)) && item == nil
      let run = formula?.run
      let explanation = isShared ? nil : run.flatMap { self.explanation($0, $0.text) }
      var reason = Reason(
        subject: .trigger, owner: .itself,
        tag: item.flatMap { outline.name(of: topology.row(source, in: $0), in: topology) }
          ?? name(of: .row(source)),
        isInverted: false, text: run.map { text($0.text) }, explanation: explanation,
        result: explanation?.value ?? .null,
        sources: isShared ? [] : run.map { sources($0, explanation) } ?? [])
      reason.condition = condition.map { text($0.text) }
      return reason
    }
  }

  private func ruleResult(of node: NodeID) -> Value {
    state.results[node.index] == .notRun ? .null : .bool(state.results[node.index] == .yes)
  }

  /// Whether the host has accepted the value; nil while it is not asked or has not answered.
  private func asyncResult(of node: NodeID) -> Value {
    guard state.results[node.index] == .yes else { return .null }
    return state.answer(of: node)?.result.map { .bool($0 == .bool(true)) } ?? .null
  }

  private func reasons(
    _ subject: Reason.Subject, _ decision: Decision, _ tag: String?, _ owner: TextOwner = .itself
  ) -> [Reason] {
    switch decision {
    case .constant(false): return []
    case .constant(true):
      return [
        Reason(
          subject: subject, owner: owner, tag: tag, isInverted: false, text: nil,
          explanation: nil, result: true)
      ]
    case .condition(let node, let text, let isInverted):
      guard let run = topology.node(node)?.run else { return [] }
      let result = state.results[node.index]
      let explanation = explanation(run, text)
      return [
        Reason(
          subject: subject, owner: owner, tag: tag, isInverted: isInverted,
          text: self.text(text), explanation: explanation,
          result: .bool(result != .failed && (result == .yes) != isInverted),
          sources: sources(run, explanation))
      ]
    }
  }

  private func text(_ id: TextID) -> String { topology.graph.texts[id.index].text }

  private func explanation(
    _ run: Run, _ text: TextID, object: Value? = nil, readable: (any KeyReadable)? = nil,
    naming row: RowIndex? = nil
  ) -> Explanation? {
    var context = state.context
    if let row, topology.graph.givesUUIDs { context.identity = engine.identity(of: row) }
    return topology.graph.texts[text.index].reading(within: topology.graph.limits.texts)?.resolution
      .explain(
        object: object ?? run.object.map(value) ?? .null, readable: readable, context: context
      ) { value(of: run.binding[$0]) }
  }

  /// What the result of a run comes from; of a function, everything that it may read.
  private func sources(_ run: Run, _ explanation: Explanation?) -> [Statement] {
    if case .function = run.code { return run.slots.compactMap(statement) }
    return (explanation?.sources ?? []).compactMap { source in
      switch source {
      case .operand(let operand):
        run.binding.indices.contains(operand) ? statement(about: run.binding[operand]) : nil
      case .object: run.object.flatMap(statement)
      }
    }
  }

  /// The value of a slot for explanations.
  ///
  /// If only a folded value is kept, all values are collected.
  func value(of slot: Slot) -> Value {
    guard case .fact(let node) = slot,
      case .fact(.items(let section, .fold(_, let column)))? = topology.node(node)
    else { return state.value(of: slot) }
    return state.value(of: .objects([column]), in: section, topology, outline)
  }
}

extension Explanation {
  /// The result of the whole text; nil if its evaluation failed.
  fileprivate var value: Value? {
    guard case .value(let value)? = lines.first?.result else { return nil }
    return value
  }
}
