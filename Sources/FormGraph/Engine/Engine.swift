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
  private(set) var given: Set<RowID> = []
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

  mutating func touch(_ row: RowID) {
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

  mutating func setValue(_ value: Value, of row: RowID, cause: Change.Cause) {
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
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of rows: IDSet<RowID>) {
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
  mutating func setBits(
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
    if bit == .hidden { tellVisibility(of: row) }
  }

  /// Tells the outline whether a row is visible.
  private mutating func tellVisibility(of row: RowID) {
    guard outline.rows.contains(row) else { return }
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
        for row in rows { tellVisibility(of: row) }
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

  mutating func setVerdict(_ errors: [RowError], of row: RowID) {
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
  mutating func setResult(_ result: NodeResult, of node: NodeID) -> Bool {
    let old = state.results[node.index]
    guard result != old else { return false }
    journal.results.record(node, old)
    state.results[node.index] = result
    return true
  }

  @discardableResult
  mutating func setFact(_ value: Value, of node: NodeID) -> Bool {
    let old = state.facts[node.index]
    guard value != old else { return false }
    journal.facts.record(node, old)
    state.facts[node.index] = value
    return true
  }

  /// Counts that a node has run.
  mutating func noteEvaluation(of node: NodeID) { evaluations.append(node) }

  /// Nothing counts of a section that has just come.
  mutating func clearCount(of section: SectionID) {
    journal.invalidRows.record(section, state.invalidRows[section.index])
    state.invalidRows[section.index] = 0
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
}
