// A live form's machine: it applies edits, marks what they make stale, and settles. The only code
// that writes state; every write goes through a method here that keeps the journal and the counts.

import Foundation
import Predicate

/// The shape, the state and what a transaction needs.
struct Engine: Sendable {
  /// The topology and the outline, and how they change.
  var graph: GraphBuilder
  private(set) var state: FormState
  private var queue = StaleQueue()
  var journal = Journal()
  /// The nodes that ran a program in this transaction, in order.
  private(set) var evaluations: [NodeID] = []
  /// The rows whose value, or something their rules read, has changed in this transaction.
  private(set) var touchedRows: [RowID] = []
  private var isTouched: Set<RowID> = []
  /// The rows that were given a value, so that their defaults have nothing to say.
  private var given: Set<RowID> = []
  /// Whether an edit has written the value of a row.
  private(set) var hasEditedValues = false
  /// Whether the form is being opened, so that there is nothing to go back to.
  private var isOpening = true

  var topology: Topology { _read { yield graph.topology } }
  var outline: Outline { _read { yield graph.outline } }

  init(_ compiled: CompiledForm, now: Date, inputs: [InputID: Value]) {
    graph = GraphBuilder(compiled.topology, compiled.outline)
    state = FormState(inputs: compiled.topology.inputs.map(\.value), now: now)
    for (input, value) in inputs { state.inputs[input.index] = value }
    state.grow(to: topology)
    for row in topology.rows.indices { start(RowID(row)) }
    for section in topology.sections.indices { start(SectionID(section)) }
    if topology.readOnly == .constant(true) { state.attributes.isReadOnly = true }
    for (item, value) in compiled.items { fill(item, with: value) }
    queue.grow(to: topology.nodeAtRank.count)
    for node in topology.nodes.indices { mark(NodeID(node)) }
    settle()
    isOpening = false
    begin()
  }

  /// Starts a transaction.
  mutating func begin() {
    journal = Journal()
    journal.invalidVisibleRows = state.invalidVisibleRows
    evaluations.removeAll(keepingCapacity: true)
    touchedRows.removeAll(keepingCapacity: true)
    isTouched.removeAll(keepingCapacity: true)
    given.removeAll(keepingCapacity: true)
    hasEditedValues = false
  }

  /// Evaluates every stale node after everything it reads.
  mutating func settle() {
    while let rank = queue.popFirst() {
      guard let node = topology.nodeAtRank[rank] else { continue }
      if topology.placements[node.index] == .prototype {
        for node in queue.takeItems(at: rank) { evaluate(node) }
      } else {
        evaluate(node)
      }
    }
  }

  // MARK: - Marking

  mutating func mark(_ node: NodeID) {
    switch topology.placements[node.index] {
    case .own: queue.insert(Int(topology.ranks[node.index]))
    case .like(let other): queue.insert(Int(topology.ranks[other.index]), itemNode: node)
    case .prototype, .none: break
    }
  }

  mutating func mark(_ nodes: IDSet<NodeID>) {
    for node in nodes { mark(node) }
  }

  /// Marks what reads the values, the inputs and the time that edits have changed.
  mutating func markEdits() {
    for (row, old) in journal.values.entries where state.values[row.index] != old {
      guard topology.row(row).calculation == nil else {
        // What was set before the row got its formula is not to be seen by anybody.
        state.values[row.index] = old
        continue
      }
      if topology.row(row).clearing == nil { touch(row) }
      mark(topology.valueReaders[row.index])
    }
    for (input, old) in journal.inputs.entries where state.inputs[input.index] != old {
      mark(topology.inputReaders[input.index])
    }
    if let now = journal.now, now != state.now { mark(topology.clockReaders) }
  }

  private mutating func touch(_ row: RowID) {
    // A row that has just come has not changed.
    guard !isOpening, !journal.reshaped.inserted.contains(row) else { return }
    if isTouched.insert(row).inserted { touchedRows.append(row) }
  }

  /// Makes room for what the topology has come to hold.
  mutating func grow() {
    state.grow(to: topology)
    queue.grow(to: topology.nodeAtRank.count)
  }

  // MARK: - Writing

  /// Stores a value of the row's kind; one that is identical to the old is no change.
  mutating func write(_ value: Value, of row: RowID, cause: Change.Cause) {
    let old = state.values[row.index]
    guard value != old else { return }
    journal.values.record(row, old)
    journal.causes[row] = cause
    state.values[row.index] = value
  }

  /// Stores a value that somebody gave, in the place of the row's default.
  mutating func give(_ value: Value, to row: RowID, cause: Change.Cause) {
    if topology.row(row).definition.value.defaultFormula != nil { given.insert(row) }
    if value != state.values[row.index] { hasEditedValues = true }
    write(value, of: row, cause: cause)
  }

  private mutating func setValue(_ value: Value, of row: RowID, cause: Change.Cause) {
    guard value != state.values[row.index] else { return }
    write(value, of: row, cause: cause)
    touch(row)
    mark(topology.valueReaders[row.index])
  }

  /// Keeps what a row holds for the way back even where it stays the same for now.
  mutating func keep(_ row: RowID) { journal.values.record(row, state.values[row.index]) }

  /// Writes a value that history has kept: the way back must find what stood there, the same or not.
  mutating func putBack(_ value: Value, of row: RowID, cause: Change.Cause) {
    keep(row)
    write(value, of: row, cause: cause)
  }

  mutating func write(_ value: Value, of input: InputID) {
    let old = state.inputs[input.index]
    guard value != old else { return }
    journal.inputs.record(input, old)
    state.inputs[input.index] = value
  }

  mutating func writeNow(_ now: Date) {
    guard now != state.now else { return }
    if journal.now == nil { journal.now = state.now }
    state.now = now
  }

  /// Sets or clears one bit of a row and keeps the counts.
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of row: RowID) {
    let flipped = setBits(bit, isOn, word: row.index >> 6, mask: 1 << UInt64(row.index & 63))
    if flipped != 0 { noteFlip(of: row, bit) }
  }

  /// Sets or clears a bit of many rows and keeps the counts.
  private mutating func setBit(_ bit: RowWord, _ isOn: Bool, of rows: IDSet<RowID>) {
    var flipped: [RowID] = []
    for word in rows.words {
      let bits = setBits(bit, isOn, word: word.index, mask: word.bits)
      if bits != 0, bit == .hidden || bit == .invalid {
        flipped += WordPlace(bit, word: word.index).rows(in: bits)
      }
    }
    guard flipped.count > 64 else {
      for row in flipped { noteFlip(of: row, bit) }
      return
    }
    for row in flipped { countInvalid(row, flipped: bit) }
    if bit == .hidden { recount(flipped) }
  }

  /// Writes bits of 64 rows; gives those that are other ones now.
  private mutating func setBits(
    _ bit: RowWord, _ isOn: Bool, word: Int, mask: UInt64
  ) -> UInt64 {
    let place = WordPlace(bit, word: word)
    let old = state.attributes[place]
    let new = isOn ? old | mask : old & ~mask
    guard new != old else { return 0 }
    if !isOpening { journal.words.record(place, old) }
    state.attributes[place] = new
    return old ^ new
  }

  private mutating func noteFlip(of row: RowID, _ bit: RowWord) {
    countInvalid(row, flipped: bit)
    guard bit == .hidden, outline.rows.contains(row) else { return }
    let isVisible = !state.attributes.isSet(.hidden, row)
    editOutline { $0.rows.setVisible(isVisible, row) }
  }

  /// Counts what is visible anew where that is less work than telling it row by row.
  private mutating func recount(_ rows: [RowID]) {
    let bySection = Dictionary(grouping: rows) { topology.row($0).section }
    for (section, rows) in bySection {
      let list = topology.section(section).rowList
      if rows.count * 16 > outline.rows.count(of: list) {
        let attributes = state.attributes
        editOutline { outline in
          outline.rows.setVisible(of: list) { !attributes.isSet(.hidden, $0) }
        }
      } else {
        for row in rows where outline.rows.contains(row) {
          let isVisible = !state.attributes.isSet(.hidden, row)
          editOutline { $0.rows.setVisible(isVisible, row) }
        }
      }
    }
  }

  private mutating func countInvalid(_ row: RowID, flipped bit: RowWord) {
    switch bit {
    case .invalid where !state.attributes.isSet(.hidden, row):
      addInvalid(state.attributes.isSet(.invalid, row) ? 1 : -1, in: topology.row(row).section)
    case .hidden where state.attributes.isSet(.invalid, row):
      addInvalid(state.attributes.isSet(.hidden, row) ? -1 : 1, in: topology.row(row).section)
    default: break
    }
  }

  /// Whether a row counts among the invalid ones of its section.
  func isCountedInvalid(_ row: RowID) -> Bool {
    state.attributes.isSet(.invalid, row) && !state.attributes.isSet(.hidden, row)
  }

  mutating func addInvalid(_ count: Int, in section: SectionID) {
    let old = state.invalidRows[section.index]
    if !isOpening { journal.invalidRows.record(section, old) }
    state.invalidRows[section.index] = old + Int32(truncatingIfNeeded: count)
    if !state.attributes.isHidden(section) { state.invalidVisibleRows += count }
  }

  /// Counts the invalid rows of the visible sections anew.
  mutating func recountInvalidVisible() {
    state.invalidVisibleRows = outline.sectionsInOrder.reduce(0) { count, section in
      count + (state.attributes.isHidden(section) ? 0 : Int(state.invalidRows[section.index]))
    }
  }

  mutating func setBit(_ bit: SectionWord, _ isOn: Bool, of section: SectionID) {
    let old = state.attributes.sections[section.index]
    let new = isOn ? old.union(bit) : old.subtracting(bit)
    guard new != old else { return }
    if !isOpening { journal.sectionWords.record(section, old) }
    state.attributes.sections[section.index] = new
    guard bit == .hidden else { return }
    state.invalidVisibleRows += (isOn ? -1 : 1) * Int(state.invalidRows[section.index])
    editOutline { $0.sections.setVisible(!isOn, section) }
  }

  mutating func setReadOnly(_ isOn: Bool) {
    guard isOn != state.attributes.isReadOnly else { return }
    if journal.isReadOnly == nil { journal.isReadOnly = state.attributes.isReadOnly }
    state.attributes.isReadOnly = isOn
  }

  mutating func setErrors(_ errors: [RowError], of row: RowID) {
    let old = state.errors[row.index]
    guard errors != old else { return }
    journal.errors.record(row, old)
    state.errors[row.index] = errors
  }

  private mutating func setVerdict(_ errors: [RowError], of row: RowID) {
    let old = state.verdicts[row.index]
    guard errors != old else { return }
    journal.verdicts.record(row, old)
    state.verdicts[row.index] = errors
  }

  mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    let old = state.problems[node.index]
    guard problem != old else { return }
    journal.problems.record(node, old)
    state.setProblem(problem, of: node)
  }

  /// Keeps a result and says whether it is another one.
  private mutating func setResult(_ result: NodeResult, of node: NodeID) -> Bool {
    let old = state.results[node.index]
    guard result != old else { return false }
    journal.results.record(node, old)
    state.results[node.index] = result
    return true
  }

  /// Changes the order or what is visible of it.
  mutating func editOutline(_ edit: (inout Outline) -> Void) {
    if journal.outline == nil, !isOpening { journal.outline = outline }
    edit(&graph.outline)
  }

  /// Takes back everything since `begin()`.
  mutating func abort() {
    let aborted = journal
    journal = Journal()
    restore(aborted)
    graph.reset()
    queue.clear()
    begin()
  }

  /// Puts back what a journal has kept, keeping what stood there, so that it can be done again.
  mutating func restore(_ old: Journal) {
    journal.invalidVisibleRows = state.invalidVisibleRows
    if let shape = old.topology {
      journal.topology = graph.topology
      graph.topology = shape
      journal.reshaped = old.reshaped.reversed
    }
    if let order = old.outline {
      journal.outline = graph.outline
      graph.outline = order
    }
    for (row, value) in old.values.entries { putBack(value, of: row, cause: .undo) }
    for (place, word) in old.words.entries {
      journal.words.record(place, state.attributes[place])
      state.attributes[place] = word
    }
    for (section, word) in old.sectionWords.entries {
      journal.sectionWords.record(section, state.attributes.sections[section.index])
      state.attributes.sections[section.index] = word
    }
    if let isReadOnly = old.isReadOnly {
      journal.isReadOnly = state.attributes.isReadOnly
      state.attributes.isReadOnly = isReadOnly
    }
    for (input, value) in old.inputs.entries { write(value, of: input) }
    if let now = old.now { writeNow(now) }
    for (node, result) in old.results.entries { _ = setResult(result, of: node) }
    for (node, value) in old.facts.entries { setFact(value, of: node) }
    for (row, errors) in old.verdicts.entries { setVerdict(errors, of: row) }
    for (row, errors) in old.errors.entries { setErrors(errors, of: row) }
    for (node, problem) in old.problems.entries { setProblem(problem, of: node) }
    for (section, count) in old.invalidRows.entries {
      journal.invalidRows.record(section, state.invalidRows[section.index])
      state.invalidRows[section.index] = count
    }
    state.invalidVisibleRows = old.invalidVisibleRows
  }

  // MARK: - Evaluating

  private mutating func evaluate(_ node: NodeID) {
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
    let effects = topology.effects[node.index]
    // `required` is a rule: what its predicate reads counts as a change of the row, decided or not.
    for group in effects.ofRows where group.bit == .required {
      for row in group.rows { touch(row) }
    }
    guard setResult(result, of: node) else { return }
    for group in effects.ofRows {
      setBit(group.bit, result.decides(isInverted: group.isInverted), of: group.rows)
    }
    for effect in effects.others {
      decide(effect.target, result.decides(isInverted: effect.isInverted))
    }
    mark(topology.nodeReaders[node.index])
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
    let isChanged = journal.values.old(of: row).map { $0 != state.values[row.index] } ?? false
    guard isChanged else { return }
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
    if filter != nil { evaluations.append(node) }
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

  @discardableResult
  private mutating func setFact(_ value: Value, of node: NodeID) -> Bool {
    let old = state.facts[node.index]
    guard value != old else { return false }
    journal.facts.record(node, old)
    state.facts[node.index] = value
    return true
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
    evaluations.append(node)
    do throws(NodeProblem) {
      let value = try state.evaluate(run, in: topology)
      setProblem(nil, of: node)
      return .some(value)
    } catch {
      setProblem(error, of: node)
      return .none
    }
  }

  // MARK: - Starting

  /// A default that is bound anew has given its value before.
  mutating func settleDefault(_ node: NodeID) { _ = setResult(.yes, of: node) }

  /// Nothing is known of a section that has just come, and nothing of it counts.
  mutating func forget(_ section: SectionID) {
    journal.invalidRows.record(section, state.invalidRows[section.index])
    state.invalidRows[section.index] = 0
    for bit in SectionRecord.decided { setBit(bit, false, of: section) }
  }

  /// Nothing is known of a row that has just come.
  mutating func forget(_ row: RowID) {
    setVerdict([], of: row)
    setErrors([], of: row)
  }

  /// Nothing is known of a node that has just come; its id may have been given before, to one that
  /// was never kept.
  mutating func forget(_ node: NodeID) {
    _ = setResult(.unevaluated, of: node)
    setFact(.null, of: node)
    setProblem(nil, of: node)
  }

  /// Clears a bit of a row that counts nowhere yet.
  mutating func clearBit(_ bit: RowWord, of row: RowID) {
    _ = setBits(bit, false, word: row.index >> 6, mask: 1 << UInt64(row.index & 63))
  }

  /// Gives a new row what it has before anything is evaluated.
  mutating func start(_ row: RowID) {
    let record = topology.row(row)
    write(record.initialValue, of: row, cause: .structure)
    for bit in RowRecord.decided where record[bit] == .constant(true) {
      setBit(bit, true, of: row)
    }
  }

  private mutating func start(_ section: SectionID) {
    for bit in SectionRecord.decided
    where topology.section(section)[bit] == .constant(true) {
      setBit(bit, true, of: section)
    }
  }

  /// Gives the rows of a new item the values of an object, or the one row the value; a value that
  /// does not fit is passed over.
  mutating func fill(_ item: ItemID, with value: Value) {
    let record = topology.item(item)
    guard let template = topology.section(record.section).template?.value else { return }
    for (column, row) in topology.rows(of: item).enumerated() {
      let definition = template.rows[column].value
      guard definition.calculated == nil, definition.type.valueKind != .none else { continue }
      let given: Value?
      if template.isPlain {
        given = value
      } else if case .dictionary(let members) = value, let tag = definition.tag {
        given = members[tag]
      } else {
        given = nil
      }
      if let converted = given.flatMap({ definition.type.valueKind.converted($0) }) {
        give(converted, to: row, cause: .structure)
      }
    }
  }
}
