// A live form's machine: it applies edits, marks what they make stale, and settles. The only code
// that writes state; every write goes through a method here that keeps the journal and the counts.

import Foundation
import Predicate

/// The topology, the state and what a transaction needs.
struct Engine: Sendable {
  let topology: Topology
  private(set) var state: FormState
  private var queue: StaleQueue
  private(set) var journal = Journal()
  /// The nodes that ran a program in this transaction, in order.
  private(set) var evaluations: [NodeID] = []
  /// The rows whose value, or something their rules read, has changed in this transaction.
  private(set) var touchedRows: [RowID] = []
  private var isTouched: Set<RowID> = []

  init(topology: Topology, now: Date, inputs: [InputID: Value]) {
    self.topology = topology
    state = FormState(initialStateOf: topology, now: now)
    for (input, value) in inputs { state.inputs[input.index] = value }
    queue = StaleQueue(capacity: topology.nodes.count)
    for rank in topology.nodes.indices { queue.insert(rank) }
    settle()
    begin()
  }

  /// Starts a transaction.
  mutating func begin() {
    journal = Journal()
    journal.couldSubmit = state.invalidVisibleRows == 0
    evaluations.removeAll(keepingCapacity: true)
    touchedRows.removeAll(keepingCapacity: true)
    isTouched.removeAll(keepingCapacity: true)
  }

  /// Evaluates every stale node after everything it reads.
  mutating func settle() {
    while let rank = queue.popFirst() { evaluate(topology.nodeAtRank[rank]) }
  }

  // MARK: - Marking

  private mutating func mark(_ node: NodeID) {
    queue.insert(Int(topology.ranks[node.index]))
  }

  private mutating func mark(_ nodes: ArraySlice<NodeID>) {
    for node in nodes { mark(node) }
  }

  private mutating func touch(_ row: RowID) {
    if isTouched.insert(row).inserted { touchedRows.append(row) }
  }

  // MARK: - Writing

  /// Stores a value of the row's kind; one that is identical to the old is no change.
  mutating func setValue(_ value: Value, of row: RowID, cause: Change.Cause) {
    guard value != state.values[row.index] else { return }
    journal.values.record(row, state.values[row.index])
    journal.causes[row] = cause
    state.values[row.index] = value
    touch(row)
    mark(topology.valueReaders[row.index])
  }

  mutating func setInput(_ value: Value, of input: InputID) {
    guard value != state.inputs[input.index] else { return }
    journal.inputs.record(input, state.inputs[input.index])
    state.inputs[input.index] = value
    mark(topology.inputReaders[input.index])
  }

  mutating func setNow(_ now: Date) {
    guard now != state.now else { return }
    if journal.now == nil { journal.now = state.now }
    state.now = now
    mark(topology.clockReaders[...])
  }

  /// Sets or clears bits of a row's word and keeps the counts of invalid rows.
  mutating func setBits(_ bits: RowWord, _ isOn: Bool, of row: RowID) {
    let old = state.attributes.rows[row.index]
    let new = isOn ? old.union(bits) : old.subtracting(bits)
    guard new != old else { return }
    journal.rowWords.record(row, old)
    state.setWord(new, of: row, in: topology)
  }

  private mutating func setBits(_ bits: SectionWord, _ isOn: Bool, of section: SectionID) {
    let old = state.attributes.sections[section.index]
    let new = isOn ? old.union(bits) : old.subtracting(bits)
    guard new != old else { return }
    journal.sectionWords.record(section, old)
    state.setWord(new, of: section)
  }

  private mutating func setReadOnly(_ isOn: Bool) {
    guard isOn != state.attributes.isReadOnly else { return }
    if journal.isReadOnly == nil { journal.isReadOnly = state.attributes.isReadOnly }
    state.attributes.isReadOnly = isOn
  }

  mutating func setErrors(_ errors: [RowError], of row: RowID) {
    let old = state.errors[row] ?? []
    guard errors != old else { return }
    journal.errors.record(row, old)
    state.errors[row] = errors.isEmpty ? nil : errors
  }

  private mutating func setVerdict(_ errors: [RowError], of row: RowID) {
    let old = state.verdicts[row] ?? []
    guard errors != old else { return }
    journal.verdicts.record(row, old)
    state.verdicts[row] = errors.isEmpty ? nil : errors
  }

  private mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    let old = state.problems[node]
    guard problem != old else { return }
    journal.problems.record(node, old)
    state.problems[node] = problem
  }

  /// Keeps a result and says whether it is another one.
  private mutating func setResult(_ result: NodeResult, of node: NodeID) -> Bool {
    let old = state.results[node.index]
    guard result != old else { return false }
    journal.results.record(node, old)
    state.results[node.index] = result
    return true
  }

  /// Takes back everything since `begin()`.
  mutating func abort() {
    state.restore(journal, in: topology)
    begin()
  }

  // MARK: - Evaluating

  private mutating func evaluate(_ node: NodeID) {
    switch topology.nodes[node.index] {
    case .condition(let run): settleCondition(node, run)
    case .calculation(let row, let run): settleFormula(node, run, row, cause: .calculated)
    case .defaultValue(let row, let run): settleFormula(node, run, row, cause: .default)
    case .rule(let row, let index, let run):
      let rule = topology.row(row).definition.rules[index]
      touch(row)
      let isSkipped = rule.skipsEmpty && state.values[row.index].isEmpty
      let problem = state.problems[node]
      if isSkipped { setProblem(nil, of: node) }
      let result = isSkipped ? .notRun : holds(node, run)
      // The verdict tells the problem of a rule that fails, so another problem is another result.
      if setResult(result, of: node) || problem != state.problems[node] {
        mark(topology.nodeReaders[node.index])
      }
    case .verdict(let row):
      touch(row)
      let verdict = state.verdict(of: row, in: topology)
      setVerdict(verdict, of: row)
      let isInvalid = verdict.contains { $0.severity == .error }
      let wasInvalid = state.attributes.rows[row.index].contains(.invalid)
      setBits(.invalid, isInvalid, of: row)
      if isInvalid != wasInvalid { mark(topology.nodeReaders[node.index]) }
    case .fact(let fact): settleFact(node, fact)
    }
  }

  private mutating func settleCondition(_ node: NodeID, _ run: Run) {
    let result = holds(node, run)
    // `required` is a rule: what its predicate reads counts as a change of the row, decided or not.
    for row in topology.requiredRows[node.index] { touch(row) }
    guard setResult(result, of: node) else { return }
    for effect in topology.effects[node.index] {
      // A condition that fails decides "no", whichever way round it was written.
      let isOn = result != .failed && (result == .yes) != effect.isInverted
      switch effect.target {
      case .row(let row, let bit): setBits(bit, isOn, of: row)
      case .section(let section, let bit): setBits(bit, isOn, of: section)
      case .readOnly: setReadOnly(isOn)
      }
    }
    mark(topology.nodeReaders[node.index])
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

  private mutating func settleFact(_ node: NodeID, _ fact: Fact) {
    let isChanged: Bool
    switch fact {
    case .visibleValue(let row):
      let isHidden = state.attributes.isHidden(row, in: topology)
      let value = isHidden ? Value.null : state.values[row.index]
      let old = state.visibleValues[node]
      isChanged = value != old
      if isChanged {
        journal.visibleValues.record(node, old)
        state.visibleValues[node] = value
      }
    case .attribute(let attribute, let member):
      let holds = state.value(attribute, of: member, in: topology)
      isChanged = setResult(NodeResult(holds), of: node)
    }
    if isChanged { mark(topology.nodeReaders[node.index]) }
  }

  private mutating func holds(_ node: NodeID, _ run: Run) -> NodeResult {
    guard case .some(.bool(let holds)) = value(node, run) else { return .failed }
    return NodeResult(holds)
  }

  /// The value a run gives; nil, with the problem kept, where it fails.
  ///
  /// Everything that a form evaluates is evaluated here and counted here.
  private mutating func value(_ node: NodeID, _ run: Run) -> Value? {
    evaluations.append(node)
    do throws(EvaluationFailure) {
      let value = try state.evaluate(run, in: topology)
      setProblem(nil, of: node)
      return .some(value)
    } catch {
      setProblem(.evaluation(error), of: node)
      return .none
    }
  }
}
