// Runs each kind of node. A node reads current values and writes through the engine's methods,
// which mark the readers of what they change. Every evaluation of the form happens here and is
// counted.

import Foundation
import Predicate

extension Engine {
  @inline(__always)
  mutating func evaluate(
    _ node: PackedNode
  ) {
    switch node.kind {
    case .condition: finishCondition(node, holds(node, direct(node)))
    case .calculation: finishFormula(node, direct(node))
    default: evaluateOther(node)
    }
  }

  @inline(never)
  private mutating func evaluateOther(_ node: PackedNode) {
    let row = RowIndex(Int(node.row))
    switch node.kind {
    case .condition, .calculation, .trigger: break
    case .filling: settleFilling(node, row)
    case .rule: settleRule(node, row)
    case .verdict: settleVerdict(node, row)
    case .clearing: clear(row, node)
    case .options: settleOptions(node, row)
    case .fact: settleFact(node, topology.fact(of: node))
    case .property: settleProperty(node, topology.property(of: node))
    }
  }

  /// Whether the transaction has changed the language that people read.
  private var hasOtherLanguage: Bool {
    guard let language = topology.graph.languageInput else { return false }
    return state.inputs.isOther(at: language.index)
  }

  /// Whether a row holds a plain answer that is an option which can be chosen at any time, and
  /// nothing else is judged.
  @inline(__always)
  private func holdsOpenOption(_ row: RowIndex) -> Bool {
    guard let plain = trial, topology.rows[row.index].isPlainlyJudged,
      topology.rows[row.index].hasOnlyOpenOptions
    else { return false }
    return plain.isOption(state.values.cells[row.index], of: row)
  }

  @inline(never)
  private mutating func settleVerdict(_ node: PackedNode, _ row: RowIndex) {
    if state.verdicts.isEmpty, !state.attributes.isSet(.invalid, row), holdsOpenOption(row) {
      return
    }
    settleOtherVerdict(node, row)
  }

  @inline(never)
  private mutating func settleOtherVerdict(_ node: PackedNode, _ row: RowIndex) {
    let verdict =
      state.isPlainlyValid(row, in: topology)
      ? Verdict()
      : state.verdict(of: row, in: topology, outline)
    if !verdict.errors.isEmpty || !state.verdicts.isEmpty {
      setErrors(verdict.errors, saidOf: row)
    }
    if topology.rows[row.index].isAsking { ask(verdict.questions, of: row) }
    let isInvalid = verdict.isInvalid
    let wasInvalid = state.attributes.isSet(.invalid, row)
    setBit(.invalid, isInvalid, of: row)
    // The readers of a verdict are facts, which would cut off by themselves. Not marking them saves
    // their evaluation.
    if isInvalid != wasInvalid { markReaders(of: node) }
  }

  /// Stores the errors of a row's value, and tells whoever watches the row if they are others.
  private mutating func setErrors(_ errors: [RowError], saidOf row: RowIndex) {
    let before = state.verdicts[row.index]
    if errors.isEmpty, before.isEmpty { return }
    if hasOtherLanguage || errors.saysTheSame(as: before) {
      // The same in other words is not a change of the row, and fires no trigger: a message follows
      // the language, titles and displays. What is shown of the verdict follows. Values, rules and
      // options that changed have touched the row themselves.
      let shown = state.errors[row.index]
      if !shown.isEmpty, shown == before { setErrors(errors, of: row) }
    } else {
      touch(row)
    }
    setVerdict(errors, of: row)
  }

  /// Writes the attributes that a condition decides.
  @inline(__always)
  private mutating func finishCondition(
    _ node: PackedNode, _ result: NodeResult
  ) {
    let isOther = setResult(result, of: node.id)
    let outcome = node.outcome
    let row = RowIndex(Int(node.row))
    if outcome == .many {
      decide(topology.graph.nodes.groups(at: row), node.item, result, isOther: isOther)
    } else if outcome.isOne {
      // `required` is a rule: running its condition counts as a change of the row's rules, even if
      // the result is the same.
      if outcome.bit == .required { touch(row) }
      if isOther { setBit(outcome.bit, result.decides(isInverted: outcome.isInverted), of: row) }
    }
    if isOther { markReaders(of: node) }
  }

  /// Writes the attributes that a condition decides for many members.
  ///
  /// `item` is the item that the condition belongs to, or -1.
  @inline(never)
  private mutating func decide(
    _ effects: EffectGroups, _ item: Int32, _ result: NodeResult, isOther: Bool
  ) {
    let item = item < 0 ? nil : ItemIndex(Int(item))
    for group in effects.ofRows {
      let isTouching = group.bit == .required
      guard isOther || isTouching else { continue }
      let rows =
        effects.reachesTemplates
        ? outline.rows(of: group.rows, from: item, in: topology) : group.rows
      if isTouching { for row in rows { touch(row) } }
      guard isOther else { continue }
      setBit(group.bit, result.decides(isInverted: group.isInverted), of: rows)
    }
    guard isOther else { return }
    for effect in effects.others {
      let isOn = result.decides(isInverted: effect.isInverted)
      guard effects.reachesTemplates else {
        decide(effect.target, isOn)
        continue
      }
      for target in outline.targets(of: effect.target, from: item, in: topology) {
        decide(target, isOn)
      }
    }
  }

  /// Writes one attribute.
  mutating func decide(_ target: Target, _ isOn: Bool) {
    switch target {
    case .row(let row, let bit): setBit(bit, isOn, of: row)
    case .section(let section, let bit): setBit(bit, isOn, of: section)
    case .readOnly: setReadOnly(isOn)
    // A node of its own computes which options can be chosen.
    case .option: break
    }
  }

  /// Stores the result of a formula.
  ///
  /// The slow path runs if `cell` is nil or does not fit the row.
  @inline(__always)
  mutating func finishFormula(
    _ node: PackedNode, _ cell: Cell?
  ) {
    noteEvaluation(of: node.id)
    let row = RowIndex(Int(node.row))
    if let cell, let cell = node.outcome.stored(cell) {
      state.clearProblem(of: node.id)
      setCalculated(cell, of: row, node)
    } else {
      settleFormulaByValue(node, row, cause: .calculated)
    }
  }

  @inline(never)
  mutating func settleFormulaByValue(
    _ node: PackedNode, _ row: RowIndex, cause: Change.Cause
  ) {
    var rest = Value.null
    guard let cell = attempt(node, rest: &rest) else {
      return setValue(topology.row(row).initialValue, of: row, cause: cause)
    }
    let computed = cell.value ?? rest
    let content = topology.rows[row.index].content
    let limit = topology.graph.limits.valueBytes
    if let stored = content.stored(computed, within: limit) {
      setValue(stored, of: row, cause: cause)
    } else {
      setProblem(.wrongKind(computed), of: node.id)
      setValue(topology.row(row).initialValue, of: row, cause: cause)
    }
  }

  /// Clears the value of a hidden row, and every hidden option from a value, whenever they were
  /// set; gives a row that shows again what it starts with.
  ///
  /// Readers see only what is left.
  @inline(never)
  private mutating func clear(_ row: RowIndex, _ node: PackedNode) {
    let record = topology.row(row)
    if state.isEmptied(row, in: topology) {
      empty(row)
    } else {
      if state.attributes.isSet(.cleared, row) { startAnew(row) }
      if record.clearsOptions {
        let value = state.values[row.index]
        write(state.left(of: value, in: record), of: row, cause: .cleared)
      }
    }
    guard hasSettled || state.values.isOther(at: row.index) else { return }
    touch(row)
    markReaders(of: node)
  }

  /// Computes the options that can be chosen: those that are not hidden and that pass the filter.
  ///
  /// An option whose filter fails can be chosen. All options share the step limit of one
  /// evaluation: n options, each searched for in a list of n, would otherwise take n times as many
  /// steps.
  @inline(never)
  private mutating func settleOptions(_ node: PackedNode, _ row: RowIndex) {
    let record = topology.row(row)
    if node.hasRun { noteEvaluation(of: node.id) }
    if let choices = state.choices(of: record) { return settleOptions(node, row, choices) }
    var problem: NodeProblem?
    var available: [Value] = []
    var steps = allSteps
    let options = record.content.options?.written ?? []
    let object = options.first.map { OptionObject($0, of: options) }
    for (index, option) in options.enumerated() {
      let isHidden =
        record.optionDecisions.indices.contains(index)
        && state.holds(record.optionDecisions[index])
      guard !isHidden else { continue }
      do throws(NodeProblem) {
        object?.option = option
        if node.hasRun, let object, try !passes(object, node, &steps) { continue }
      } catch {
        problem = problem ?? error
      }
      available.append(option.value)
    }
    finishOptions(available, problem, of: node, row)
  }

  /// Stores which options of a row can be chosen.
  mutating func finishOptions(
    _ available: [Value], _ problem: NodeProblem?, of node: PackedNode, _ row: RowIndex
  ) {
    setProblem(problem, of: node.id)
    guard !comparisons.areEqual(state.facts[node.id.index], .array(available)) else { return }
    setFact(.array(available), of: node.id)
    // An empty row is judged without its options.
    if !state.values[row.index].isEmpty { touch(row) }
    markReaders(of: node)
  }

  private func passes(
    _ object: OptionObject, _ node: PackedNode, _ steps: inout Steps
  ) throws(NodeProblem) -> Bool {
    var rest = Value.null
    let cell = try run(
      node, within: &steps, rest: &rest, object: { object.option.object }, readable: object)
    guard let passes = cell.truth else { throw .wrongKind(cell.value ?? rest) }
    return passes
  }

  @inline(never)
  private mutating func settleFact(_ node: PackedNode, _ fact: Fact) {
    let isChanged: Bool
    switch fact {
    case .visibleValue(let row):
      isChanged = setFact(node.id, toValueOf: row)
    case .display(let row): isChanged = setFact(display(of: row), of: node.id)
    case .items(let section, let view):
      let value =
        sumByDifference(node.id, view, of: section)
        ?? state.value(of: view, in: section, topology, outline)
      if case .options = view {
        isChanged = setFact(bounded(value, offeredBy: node.id), of: node.id)
      } else {
        isChanged = setFact(value, of: node.id)
      }
    case .attribute(let attribute, let member):
      isChanged = setFact(
        .bool(
          state.value(attribute, of: member, topology, outline)),
        of: node.id)
    }
    if isChanged { markReaders(of: node) }
  }

  @inline(__always)
  mutating func holds(
    _ node: PackedNode, _ cell: Cell?
  ) -> NodeResult {
    noteEvaluation(of: node.id)
    if let holds = cell?.truth {
      state.clearProblem(of: node.id)
      return NodeResult(holds)
    }
    return holdsByValue(node)
  }

  @inline(never)
  private mutating func holdsByValue(_ node: PackedNode) -> NodeResult {
    var rest = Value.null
    guard let cell = attempt(node, rest: &rest) else { return .failed }
    if let holds = cell.truth { return NodeResult(holds) }
    setProblem(.wrongKind(cell.value ?? rest), of: node.id)
    return .failed
  }

  /// The result of running a node.
  ///
  /// If the node fails, returns nil and stores the problem.
  mutating func attempt(_ node: PackedNode, rest: inout Value) -> Cell? {
    do throws(NodeProblem) {
      let cell = try run(node, rest: &rest)
      setProblem(nil, of: node.id)
      return cell
    } catch {
      setProblem(error, of: node.id)
      return nil
    }
  }
}
