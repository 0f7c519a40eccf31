// Compiles the texts of a member into nodes: the conditions that decide its attributes, its
// formulas and its options.

import Predicate

extension GraphBuilder {
  mutating func compile(_ id: SectionIndex) {
    for bit in SectionRecord.decided { decide(.section(id, bit)) }
    compileTexts(of: id)
  }

  mutating func compile(_ id: RowIndex) {
    let content = topology.rows[id.index].content
    decide(.row(id, .hidden), as: content.hidden)
    decide(.row(id, .disabled), as: content.disabled)
    decide(.row(id, .required), as: Self.required(of: content))
    if content.isCalculated { compileCalculation(of: id) }
    if let filling = content.filling { compile(filling, of: id) }
    compileOptions(content, of: id)
    compileActions(content.actions, of: id)
    addClearing(to: id)
    compileRules(content.rules, of: id)
    if content.hasTriggers { compileTriggers(content.whenChanged, of: id) }
    compileProperties(content, of: id)
    addVerdict(to: id)
    if let next = content.next { checkNext(next, of: id) }
  }

  /// Checks that the `next` row exists and takes the focus.
  ///
  /// It is checked once, when the row comes, because that row may be removed since.
  private mutating func checkNext(_ next: String, of row: RowIndex) {
    guard topologyBefore?.has(.row(row)) != true else { return }
    let site = Site(.row(row), .key("next"))
    switch meaning(of: next, for: .row(row)) {
    case .member(.row(let other)):
      let type = topology.rows[other.index].content.type
      if !type.canTakeFocus {
        report(
          .place, "'\(next)' is a row of type '\(type.rawValue)', which takes no focus", at: site)
      }
    case .member(.section): report(.use, "'\(next)' is a section, not a row", at: site)
    case .input: report(.use, "'\(next)' is an input, not a row", at: site)
    case nil: reportUnknown(next, sign: "", at: site, nil)
    }
  }

  /// The condition for whether a row must have a value.
  ///
  /// A rule `required` counts as the attribute.
  ///
  /// A row that holds no value, such as a label, is never required.
  private static func required(of content: RowDefinition) -> ConditionDefinition? {
    guard content.type.valueKind != .none else { return nil }
    return content.rules.contains { $0.requiring != nil } ? true : content.required
  }

  /// Adds a clearing node to a row whose value may be cleared.
  mutating func addClearing(to id: RowIndex) {
    let record = topology.rows[id.index]
    guard record.isCleared else { return }
    topology.rows[id.index].clearing = addOwn(.clearing(id), of: id)
  }

  /// Adds a node that belongs to a row.
  mutating func addOwn(_ node: Node, of row: RowIndex) -> NodeID {
    add(node, of: topology.rows[row.index].item)
  }

  /// Compiles the condition of an attribute.
  mutating func decide(_ target: Target) {
    if case .section(let section, .pageHidden) = target { return decidePage(of: section) }
    decide(target, as: definition(of: target))
  }

  /// Compiles the condition of an attribute, which must have no condition yet.
  private mutating func decide(_ target: Target, as definition: ConditionDefinition?) {
    guard let definition else { return }
    setDecision(decision(definition, of: target), of: target)
  }

  mutating func setDecision(_ decision: Decision, of target: Target) {
    switch target {
    case .row(let row, let bit): topology.rows[row.index].set(bit, to: decision)
    case .section(let section, let bit): topology.sections[section.index][bit] = decision
    case .readOnly: topology.graph.readOnly = decision
    case .option(let row, let index, let word): topology.rows[row.index][word][index] = decision
    }
  }

  /// The definition of an attribute's condition.
  func definition(of target: Target) -> ConditionDefinition? {
    switch target {
    case .row(let row, let bit):
      let content = topology.rows[row.index].content
      return switch bit {
      case .hidden: content.hidden
      case .disabled: content.disabled
      default: Self.required(of: content)
      }
    case .section(let section, let bit):
      let record = topology.sections[section.index]
      return switch bit {
      case .hidden: record.definition.value.hidden
      case .pageHidden: record.page.flatMap { topology.graph.pages[$0].hidden }
      default: record.definition.value.disabled
      }
    case .readOnly: return topology.graph.readOnlyDefinition
    case .option(let row, let index, let word):
      let content = topology.rows[row.index].content
      return switch word {
      case .hidden: content.options?.written?[index].hidden
      case .disabled: content.options?.written?[index].disabled
      case .actionDisabled: content.actions[index].disabled
      }
    }
  }

  mutating func decision(_ definition: ConditionDefinition, of target: Target) -> Decision {
    let run: Run?
    let firstNewText = topology.graph.texts.count
    switch definition.source {
    case .constant(let holds): return .constant(holds != definition.isInverted)
    case .predicate(let text):
      if item(of: target) == nil, let known = repeatedConditions[ExactText(text)],
        topology.graph.nodes.isInUse(known.node)
      {
        topology.graph.nodes.insertEffect(
          target, of: nil, isInverted: definition.isInverted, of: known.node)
        return .condition(known.node, text: known.text, isInverted: definition.isInverted)
      }
      var site = site(of: target)
      site.takesTruth = true
      run = self.run(text, isPredicate: true, site)
    case .function(let name, let dependencies):
      run = functionRun(name, dependencies, site(of: target))
    }
    guard let run else { return .constant(false) }
    let node = conditionNode(run, of: target)
    // A text that occurs for the first time may not occur again, so it is not stored.
    if case .predicate(let text) = definition.source, run.text.index < firstNewText,
      item(of: target) == nil, knownTexts[run.text.index]?.run == run
    {
      repeatedConditions[ExactText(text)] = (run.text, node)
    }
    topology.graph.nodes.insertEffect(
      target, of: item(of: target), isInverted: definition.isInverted, of: node)
    return .condition(node, text: run.text, isInverted: definition.isInverted)
  }

  /// The item whose rows a target's text sees first; nil outside of items.
  private func item(of target: Target) -> ItemIndex? {
    switch target {
    case .row(let row, _), .option(let row, _, _): topology.rows[row.index].item
    case .section(let section, _): topology.sections[section.index].item
    case .readOnly: nil
    }
  }

  /// The node of a condition.
  ///
  /// Equal predicates share one node. Each place of a function has its own node, because a function
  /// may give a different result each time.
  private mutating func conditionNode(_ run: Run, of target: Target) -> NodeID {
    if case .program = run.code, let known = topology.condition(run) { return known }
    let node = add(
      .condition(run), of: item(reading: run, item(of: target)),
      known: placeBefore(ofFunction: run, target))
    if case .program = run.code {
      topology.graph.conditionIndex.insert(node.code, hash: run.hashValue)
    }
    return node
  }

  /// The item that a condition on a member of an item belongs to: the innermost that it reads.
  ///
  /// A function may give a different result each time, so each item has its own.
  private func item(reading run: Run, _ item: ItemIndex?) -> ItemIndex? {
    if item == nil { return nil }
    if case .function = run.code { return item }
    // A text reads no other items than those around it, and inner items come after outer ones.
    return run.slots.compactMap { topology.item(of: $0) }.max()
  }

  /// Stores in the calculation node of a row what settling must know about the row.
  mutating func setOutcome(ofCalculationOf row: RowIndex) {
    guard let calculation = topology.rows[row.index].calculation else { return }
    let record = topology.rows[row.index]
    // Text in a cell is not measured again when it is stored.
    let isTooLong = record.kind == .text && topology.graph.limits.valueBytes < Cell.longestText
    topology.graph.nodes.setOutcome(
      isTooLong ? .any : record.kind, isWatched: record.isWatched, of: calculation)
  }

  mutating func compileCalculation(of id: RowIndex) {
    guard let text = topology.rows[id.index].content.calculated,
      let run = run(text, isPredicate: false, Site(.row(id), .key("calculated")))
    else { return }
    let node = addOwn(.calculation(id, run), of: id)
    topology.rows[id.index].calculation = node
    setOutcome(ofCalculationOf: id)
  }

  mutating func compile(_ filling: FillingFormula, of id: RowIndex) {
    guard let run = run(filling.text, isPredicate: false, Site(.row(id), filling.path)) else {
      return
    }
    topology.rows[id.index].filling = addOwn(.filling(id, run), of: id)
    if case .following = filling.time { topology.graph.hasSuggestions = true }
  }

  /// Compiles the conditions that disable actions of a row.
  private mutating func compileActions(_ actions: [ActionDefinition], of id: RowIndex) {
    guard actions.contains(where: { $0.disabled != nil }) else { return }
    topology.directory.rowsWithDisabledActions.insert(id)
    topology.rows[id.index][.actionDisabled] = actions.map { _ in .constant(false) }
    for index in actions.indices { decide(.option(id, index, .actionDisabled)) }
  }

  /// Compiles the options of a row.
  ///
  /// An options node is added only if a filter or a condition can hide options. Conditions that
  /// disable options need no node of that kind.
  mutating func compileOptions(_ content: RowDefinition, of id: RowIndex) {
    guard content.hasOptions || content.optionsFilter != nil else { return }
    checkTable(of: content, id)
    checkList(of: content, id)
    let options = content.options?.written ?? []
    // A matrix gives its options to each row, so that a few bytes make many decisions.
    if topology.sections[topology.rows[id.index].section.index].matrix != nil {
      topology.directory.partCount += options.count { $0.hidden != nil || $0.disabled != nil }
    }
    if options.contains(where: { $0.disabled != nil }) {
      topology.directory.rowsWithDisabledOptions.insert(id)
      topology.rows[id.index][.disabled] = options.map { _ in .constant(false) }
      for index in options.indices { decide(.option(id, index, .disabled)) }
    }
    let isHiding = options.contains { $0.hidden != nil }
    // The host may replace a table, and the items of a list come and go.
    guard isHiding || content.optionsFilter != nil || content.takesOptions else { return }
    if isHiding {
      topology.rows[id.index][.hidden] = options.map { _ in .constant(false) }
      for index in options.indices { decide(.option(id, index, .hidden)) }
    }
    if content.optionsFilter != nil { topology.directory.partCount += options.count }
    let filter = content.optionsFilter.flatMap { text in
      run(
        text, isPredicate: true, Site(.row(id), .key("optionsFilter"), isOfOptions: true))
    }
    if let list = optionList(of: content, id, filteredBy: filter) {
      topology.rows[id.index].optionList = list
      topology.rows[id.index].optionListKind = dateKind(ofOptions: content, id)
      if !topology.isPrototype(.row(id)) { topology.directory.rowsWithListOptions.insert(id) }
    }
    topology.rows[id.index].options = addOwn(.options(id, filter), of: id)
  }
}

extension GraphBuilder {
  /// The place of the text that decides a target.
  func site(of target: Target) -> Site {
    switch target {
    case .row(let row, let bit):
      Site(.row(row), .key(bit == .hidden ? "hidden" : bit == .disabled ? "disabled" : "required"))
    case .section(let section, .pageHidden):
      Site(page: topology.sections[section.index].page ?? 0)
    case .section(let section, let bit):
      Site(.section(section), .key(bit == .hidden ? "hidden" : "disabled"))
    case .readOnly: Site(nil, .key("readOnly"))
    case .option(let row, let index, let word):
      Site(
        .row(row), .key(word == .actionDisabled ? "actions" : "options"), .index(index),
        .key(word == .hidden ? "hidden" : "disabled"))
    }
  }
}
