// What each kind of node does when it is its turn: it reads what stands, and writes through the
// engine's methods, which mark whatever reads it in turn. Everything that a form evaluates is
// evaluated here, and counted.

import Foundation
import Predicate

extension Engine {
  mutating func evaluate(_ node: NodeID) {
    switch topology.nodes[node.index] {
    case .condition(let run): settleCondition(node, run)
    case .calculation(let row, let run): settleFormula(node, run, row, cause: .calculated)
    case .defaultValue(let row, let run):
      // What it reads may change later; the value it gave is the row's own by then.
      guard setResult(.yes, of: node), !given.contains(row) else { return }
      settleFormula(node, run, row, cause: .default)
    case .rule(let row, let index, let run): settleRule(node, row, index, run)
    case .verdict(let row):
      touch(row)
      let verdict = state.verdict(of: row, in: topology, outline)
      setVerdict(verdict, of: row)
      let isInvalid = verdict.contains { $0.severity == .error }
      let wasInvalid = state.attributes.isSet(.invalid, row)
      setBit(.invalid, isInvalid, of: row)
      if isInvalid != wasInvalid { mark(topology.nodeReaders[node.index]) }
    case .clearing(let row): clear(row, node)
    case .options(let row, let filter): settleOptions(node, row, filter)
    case .fact(let fact): settleFact(node, fact)
    }
  }

  private mutating func settleRule(_ node: NodeID, _ row: RowID, _ index: Int, _ run: Run) {
    let rule = topology.row(row).definition.value.rules[index]
    touch(row)
    let isSkipped = rule.skipsEmpty && state.values[row.index].isEmpty
    let problem = state.problems[node.index]
    if isSkipped { setProblem(nil, of: node) }
    let result = isSkipped ? .notRun : holds(node, run)
    // The verdict tells the problem of a rule that fails, so another problem is another result.
    if setResult(result, of: node) || problem != state.problems[node.index] {
      mark(topology.nodeReaders[node.index])
    }
  }

  private mutating func settleCondition(_ node: NodeID, _ run: Run) {
    let result = holds(node, run)
    let isOther = setResult(result, of: node)
    // `required` is a rule: what its predicate reads counts as a change of the row, decided or not.
    switch topology.effects[node.index] {
    case .none: break
    case .row(let row, let bit, let isInverted):
      if bit == .required { touch(row) }
      if isOther { setBit(bit, result.decides(isInverted: isInverted), of: row) }
    case .many(let effects):
      for group in effects.ofRows {
        if group.bit == .required { for row in group.rows { touch(row) } }
        guard isOther else { continue }
        setBit(group.bit, result.decides(isInverted: group.isInverted), of: group.rows)
      }
      guard isOther else { break }
      for effect in effects.others {
        decide(effect.target, result.decides(isInverted: effect.isInverted))
      }
    }
    if isOther { mark(topology.nodeReaders[node.index]) }
  }

  /// Writes one attribute.
  mutating func decide(_ target: Target, _ isOn: Bool) {
    switch target {
    case .row(let row, let bit): setBit(bit, isOn, of: row)
    case .section(let section, let bit): setBit(bit, isOn, of: section)
    case .readOnly: setReadOnly(isOn)
    // What can be chosen is told by a node of its own.
    case .option: break
    }
  }

  private mutating func settleFormula(
    _ node: NodeID, _ run: Run, _ row: RowID, cause: Change.Cause
  ) {
    guard let computed = value(node, run) else {
      return setValue(topology.row(row).initialValue, of: row, cause: cause)
    }
    if let converted = topology.row(row).kind.converted(computed) {
      setValue(converted, of: row, cause: cause)
    } else {
      setProblem(.wrongKind(computed), of: node)
      setValue(topology.row(row).initialValue, of: row, cause: cause)
    }
  }

  /// A hidden row holds nothing, and no row an option that is gone, whenever it was set; readers see
  /// only what is left.
  private mutating func clear(_ row: RowID, _ node: NodeID) {
    let record = topology.row(row)
    if record.hiddenValues == .clear, state.attributes.isHidden(row, in: topology) {
      write(.null, of: row, cause: .cleared)
    } else if record.clearsOptions {
      let value = state.values[row.index]
      write(state.available(value, of: record), of: row, cause: .cleared)
    }
    guard state.values.isOther(at: row.index) else { return }
    touch(row)
    mark(topology.nodeReaders[node.index])
  }

  /// Finds the options that can be chosen: those that nothing hides and the filter lets pass.
  ///
  /// Where it cannot be told, an option can be chosen.
  private mutating func settleOptions(_ node: NodeID, _ row: RowID, _ filter: Run?) {
    let record = topology.row(row)
    var problem: NodeProblem?
    var available: [Value] = []
    if filter != nil { noteEvaluation(of: node) }
    for (index, option) in (record.definition.value.options ?? []).enumerated() {
      let isHidden =
        record.optionDecisions.indices.contains(index)
        && state.holds(record.optionDecisions[index])
      guard !isHidden else { continue }
      do throws(NodeProblem) {
        guard try filter.map({ run throws(NodeProblem) in try passes(option, run) }) ?? true else {
          continue
        }
      } catch {
        problem = problem ?? error
      }
      available.append(option.value)
    }
    setProblem(problem, of: node)
    if setFact(.array(available), of: node) {
      touch(row)
      mark(topology.nodeReaders[node.index])
    }
  }

  private func passes(_ option: OptionDefinition, _ filter: Run) throws(NodeProblem) -> Bool {
    let value = try state.evaluate(filter, object: option.object, in: topology)
    guard case .bool(let passes) = value else { throw .wrongKind(value) }
    return passes
  }

  private mutating func settleFact(_ node: NodeID, _ fact: Fact) {
    let isChanged: Bool
    switch fact {
    case .visibleValue(let row):
      isChanged = setFact(state.readValue(of: row, in: topology), of: node)
    case .items(let section, let view):
      let value =
        sumByDifference(node, view, of: section)
        ?? state.value(of: view, in: section, topology, outline)
      isChanged = setFact(value, of: node)
    case .attribute(let attribute, let member):
      let holds = state.value(attribute, of: member, in: topology)
      isChanged = setResult(NodeResult(holds), of: node)
    }
    if isChanged { mark(topology.nodeReaders[node.index]) }
  }

  private mutating func holds(_ node: NodeID, _ run: Run) -> NodeResult {
    switch value(node, run) {
    case .some(.bool(let holds)): return NodeResult(holds)
    case .some(let other):
      setProblem(.wrongKind(other), of: node)
      return .failed
    case .none: return .failed
    }
  }

  /// The value a run gives; nil, with the problem kept, where it fails.
  ///
  /// Everything that a form evaluates is evaluated here and counted here.
  private mutating func value(_ node: NodeID, _ run: Run) -> Value? {
    noteEvaluation(of: node)
    do throws(NodeProblem) {
      let value = try state.evaluate(run, in: topology)
      setProblem(nil, of: node)
      return .some(value)
    } catch {
      setProblem(error, of: node)
      return .none
    }
  }
}
