// A live form's machine: it applies edits, marks what they make stale, and settles. The only code
// that writes state; every write goes through a method here that keeps the journal and the counts.

import Foundation
import Predicate

/// The shape, the state and what a transaction needs.
struct Engine: Sendable {
  /// The topology and the outline, and how they change.
  var graph: GraphBuilder
  /// The shape as the last transaction left it.
  private(set) var shape: Shape
  /// The state; written through `state` alone.
  private(set) var held: HeldState
  var queue = StaleQueue()
  /// What this transaction has done so far.
  var journal = Journal()
  /// What the last transaction did.
  private(set) var record = Shared(Journal())
  /// The nodes that ran a program in this transaction, in order.
  private(set) var evaluations = EvaluationLog()
  /// The rows whose value, or something their rules read, has changed in this transaction.
  private(set) var touchedRows: [RowID] = []
  private var isTouched: Set<RowID> = []
  /// The rows that were given a value, so that their defaults have nothing to say.
  private(set) var given: Set<RowID> = []
  /// Whether an edit has written the value of a row.
  private var hasEditedValues = false
  /// Whether the last transaction changed what history gives back: the shape, or a value that was
  /// set.
  ///
  /// What was only cleared, as an input hid its row, could not be put back without the input.
  private(set) var hasChangedSources = false
  /// Whether the last transaction changed something that history does not give back, and that
  /// conditions read.
  private(set) var hasChangedOutside = false
  /// Whether stale nodes are being evaluated, after which the outline is told what is visible now.
  private var isSettling = false
  /// The rows of which the outline was told before settling: their bits may be again what they were.
  private var toldRows: [RowID] = []
  /// Whether the outline was told of rows of earlier transactions.
  private(set) var hasToldUntold = false
  /// Whether the form is being opened, so that there is nothing to go back to.
  private var isOpening = true

  /// A form's shape, as values share it that outlive a transaction.
  struct Shape: Sendable {
    var topology: Shared<Topology>
    var outline: Shared<Outline>
  }

  var state: FormState {
    unsafeAddress { UnsafePointer(held.pointer) }
    // Nobody else holds the state between `begin()` and `end()`.
    unsafeMutableAddress { held.pointer }
  }

  var topology: Topology { _read { yield graph.topology } }
  var outline: Outline { _read { yield graph.outline } }

  init(_ compiled: CompiledForm, now: Date, inputs: [InputID: Value]) {
    graph = GraphBuilder(compiled.topology, compiled.outline)
    shape = Shape(topology: Shared(compiled.topology), outline: Shared(compiled.outline))
    held = HeldState(FormState(now: now))
    state.grow(to: topology)
    for (index, input) in topology.inputs.enumerated() {
      write(input.value, of: InputID(index))
    }
    for (input, value) in inputs { write(value, of: input) }
    for row in topology.rows.indices { start(RowID(row)) }
    for section in topology.sections.indices { start(SectionID(section)) }
    if topology.readOnly == .constant(true) { state.attributes.isReadOnly = true }
    for (item, value) in compiled.items { fill(item, with: value) }
    queue.grow(to: topology.nodeAtRank.count)
    for node in topology.nodes.indices { mark(NodeID(node)) }
    settle()
    refreshVisibility()
    state.dropKept()
    journal = Journal()
    shape.outline = Shared(outline)
    isOpening = false
    begin()
  }

  /// Starts a transaction; the journal is empty.
  mutating func begin() {
    if !isKnownUniquelyReferenced(&held) { held = HeldState(state.copy()) }
    queue.own()
    evaluations = EvaluationLog()
    if !touchedRows.isEmpty {
      touchedRows.removeAll(keepingCapacity: true)
      isTouched.removeAll(keepingCapacity: true)
    }
    if !toldRows.isEmpty { toldRows.removeAll() }
    if !given.isEmpty { given.removeAll(keepingCapacity: true) }
    hasEditedValues = false
    hasToldUntold = false
  }

  /// Ends a transaction: from here on the journal is its whole record.
  mutating func end() {
    hasChangedSources =
      journal.topology != nil
      || hasEditedValues
        && journal.sources.contains { source in
          topology.rows[source.row.index].calculation == nil
            && held.pointer.pointee.values.isOther(at: source.row.index)
        }
    hasChangedOutside = state.hasOtherTime || !state.inputs.changedIndices.isEmpty
    held.pointer.pointee.moveKept(to: &journal.state)
    if journal.topology != nil { shape.topology = Shared(topology) }
    if journal.outline != nil { shape.outline = Shared(outline) }
    record = Shared(journal)
    journal = Journal()
  }

  /// What the last transaction did; keeps the state as it is now.
  func changes(notes: [ChangeSet.Note] = [], cause: Change.Cause? = nil) -> ChangeSet {
    ChangeSet(record, shape, held, evaluations: evaluations, notes: notes, cause: cause)
  }

  /// Evaluates every stale node after everything it reads.
  mutating func settle() {
    isSettling = true
    var sweep = Sweep()
    while queue.count > 0 {
      if sweep.isTogether(), let run = queue.run, evaluateTogether(run, &sweep) { continue }
      guard let rank = queue.popFirst() else { break }
      evaluate(rank, &sweep)
    }
    isSettling = false
    tellFlips()
  }

  @inline(__always)
  private mutating func evaluate(_ rank: Int, _ sweep: inout Sweep) {
    guard let node = graph.topology.nodeAtRank.node(at: rank, near: &sweep.ranks) else { return }
    let packed = graph.topology.nodes.packed(node, near: &sweep.nodes)
    if packed.pointee.standing == .prototype {
      settleItems(at: rank, &sweep)
    } else {
      evaluate(node, packed, &sweep)
    }
  }

  @inline(never)
  private mutating func settleItems(at rank: Int, _ sweep: inout Sweep) {
    for node in queue.takeItems(at: rank) {
      evaluate(node, graph.topology.nodes.packed(node, near: &sweep.nodes), &sweep)
    }
  }

  /// Tells the outline which rows have come to be visible or hidden.
  private mutating func tellFlips() {
    let count = state.attributes.countOfHiddenFlips
    for row in toldRows { tellVisibility(of: row) }
    for row in journal.reshaped.inserted { tellVisibility(of: row) }
    guard count > 0 else { return }
    // To count all rows anew is work for each leaf of 64; it waits until somebody asks for a place.
    guard count * 16 < topology.rows.count else {
      if !outline.isVisibilityStale { editOutline { $0.isVisibilityStale = true } }
      return
    }
    let rows = state.attributes.rowsWithHiddenFlips
    guard rows.count > Self.untoldLimit else {
      for row in rows { state.single.untold.insert(row) }
      if state.single.untold.count > Self.untoldLimit { tellUntold() }
      return
    }
    recount(rows)
  }

  /// How many rows may be untold: what somebody pays who asks for a place.
  private static var untoldLimit: Int { 16 }

  /// Tells the outline of the rows of which it has not been told.
  private mutating func tellUntold() {
    let rows = state.single.untold
    state.single.untold = IDSet()
    hasToldUntold = true
    for row in rows { tellVisibility(of: row) }
  }

  // MARK: - Marking

  mutating func mark(_ node: NodeID) {
    var sweep = Sweep()
    mark(node, &sweep)
  }

  @inline(__always)
  private mutating func mark(_ node: NodeID, _ sweep: inout Sweep) {
    let packed = graph.topology.nodes.packed(node, near: &sweep.marked)
    switch packed.pointee.standing {
    case .own: queue.insert(Int(packed.pointee.place))
    case .like: markItem(node, like: NodeID(Int(packed.pointee.place)))
    case .prototype, .none: break
    }
  }

  @inline(never)
  private mutating func markItem(_ node: NodeID, like other: NodeID) {
    queue.insert(Int(graph.topology.nodes.packed(other).place), itemNode: node)
  }

  mutating func mark(_ nodes: IDSet<NodeID>) {
    var sweep = Sweep()
    mark(nodes, &sweep)
  }

  @inline(__always)
  mutating func mark(_ nodes: IDSet<NodeID>, _ sweep: inout Sweep) {
    nodes.forEach { mark($0, &sweep) }
  }

  /// Marks what reads the values, the inputs and the time that edits have changed.
  mutating func markEdits() {
    for source in journal.sources {
      let row = source.row
      guard state.values.isOther(at: row.index) else { continue }
      guard topology.rows[row.index].calculation == nil else {
        // What was set before the row got its formula is not to be seen by anybody.
        let old = state.values.old(at: row.index)
        _ = state.values.replace(old, at: row.index)
        continue
      }
      if topology.rows[row.index].clearing == nil { touch(row) }
      mark(topology.valueReaders[row.index])
    }
    for input in state.inputs.changedIndices { mark(topology.inputReaders[input]) }
    if state.hasOtherTime { mark(topology.clockReaders) }
  }

  @inline(__always)
  mutating func touch(_ row: RowID) {
    if !isOpening, graph.topology.rows[row.index].isWatched { touchWatched(row) }
  }

  @inline(never)
  mutating func touchWatched(_ row: RowID) {
    // A row that has just come has not changed.
    guard !journal.reshaped.inserted.contains(row) else { return }
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
    guard state.values.replace(value, at: row.index) else { return }
    noteSource(row, cause)
  }

  /// Keeps that a value was written, but for those that formulas give.
  private mutating func noteSource(_ row: RowID, _ cause: Change.Cause) {
    if topology.rows[row.index].calculation == nil {
      journal.sources.append(Journal.Source(row: row, cause: cause))
    }
  }

  /// Stores a value that somebody gave, in the place of the row's default.
  mutating func give(_ value: Value, to row: RowID, cause: Change.Cause) {
    if topology.row(row).content.says(.defaultFormula) { given.insert(row) }
    if value != state.values[row.index] { hasEditedValues = true }
    write(value, of: row, cause: cause)
  }

  /// A row whose default is evaluated again has been given nothing, and changes by an edit.
  mutating func forgetGiven(_ row: RowID) {
    given.remove(row)
    hasEditedValues = true
  }

  mutating func setValue(_ value: Value, of row: RowID, cause: Change.Cause) {
    guard state.values.replace(value, at: row.index) else { return }
    noteSource(row, cause)
    touch(row)
    mark(topology.valueReaders[row.index])
  }

  /// Stores what a formula gave, which stands in its cell.
  @inline(__always)
  mutating func setCalculated(
    _ cell: Cell, of row: RowID, _ record: UnsafePointer<RowRecord>, _ sweep: inout Sweep
  ) {
    guard held.pointer.pointee.values.replace(cell, at: row.index) else { return }
    if !isOpening, record.pointee.isWatched { touchWatched(row) }
    mark(graph.topology.valueReaders.readers(at: row.index, near: &sweep.valueReaders), &sweep)
  }

  /// Keeps what a row holds for the way back even where it stays the same for now.
  mutating func keep(_ row: RowID, cause: Change.Cause) {
    state.values.keep(at: row.index)
    journal.sources.append(Journal.Source(row: row, cause: cause))
  }

  /// Writes a value that history has kept: the way back must find what stood there, the same or not.
  mutating func putBack(_ value: Value, of row: RowID, cause: Change.Cause) {
    keep(row, cause: cause)
    _ = state.values.replace(value, at: row.index)
  }

  mutating func write(_ value: Value, of input: InputID) {
    _ = state.inputs.replace(value, at: input.index)
  }

  mutating func writeNow(_ now: Date) { state.single.now = now }

  /// Sets or clears one bit of a row and keeps the counts.
  @inline(__always)
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of row: RowID) {
    guard held.pointer.pointee.attributes.set(bit, isOn, row) else { return }
    countInvalid(row, flipped: bit)
    if bit == .hidden, !isSettling { tellNow(row) }
  }

  /// Tells the outline at once what is done before settling.
  @inline(never)
  private mutating func tellNow(_ row: RowID) {
    toldRows.append(row)
    tellVisibility(of: row)
  }

  /// Sets or clears a bit of many rows and keeps the counts.
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of rows: IDSet<RowID>) {
    guard rows.count > 2 else {
      for row in rows { setBit(bit, isOn, of: row) }
      return
    }
    // Only conditions decide for many, so that the outline is told once the form has settled.
    var flips: [(page: Int, words: [UInt64])] = []
    state.attributes.set(bit, isOn, rows) { page, words in flips.append((page, words)) }
    guard bit == .hidden || bit == .invalid else { return }
    for (page, words) in flips { countInvalid(page, words, flipped: bit) }
  }

  /// Clears a bit of a row that counts nowhere yet.
  mutating func clearBit(_ bit: RowWord, of row: RowID) {
    _ = state.attributes.set(bit, false, row)
  }

  /// Tells the outline whether a row is visible.
  private mutating func tellVisibility(of row: RowID) {
    guard !outline.isVisibilityStale, outline.rows.contains(row) else { return }
    let isVisible = !state.attributes.isSet(.hidden, row)
    editOutline { $0.rows.setVisible(isVisible, row) }
  }

  /// Counts what is visible anew where it was put off.
  mutating func refreshVisibility() {
    if !state.single.untold.isEmpty { tellUntold() }
    guard outline.isVisibilityStale else { return }
    let (held, topology) = (held, topology)
    editOutline { $0.refreshVisibility(held.state.attributes, in: topology) }
  }

  /// Counts what is visible anew where that is less work than telling it row by row.
  private mutating func recount(_ rows: [RowID]) {
    guard !outline.isVisibilityStale else { return }
    let bySection = Dictionary(grouping: rows) { topology.row($0).section }
    for (section, rows) in bySection {
      let list = topology.section(section).rowList
      if rows.count * 16 > outline.rows.count(of: list) {
        let held = held
        editOutline { outline in
          outline.rows.setVisible(of: list) { !held.state.attributes.isSet(.hidden, $0) }
        }
      } else {
        for row in rows { tellVisibility(of: row) }
      }
    }
  }

  /// Counts the rows of a page whose flip changes how many are invalid, which few do.
  private mutating func countInvalid(_ page: Int, _ flips: [UInt64], flipped bit: RowWord) {
    let other = held.pointer.pointee.attributes.words(
      bit == .hidden ? .invalid : .hidden, ofPage: page)
    for (place, word) in other.enumerated() {
      // Hidden: only invalid ones count. Invalid: only those that are not hidden.
      let counted = flips[place] & (bit == .hidden ? word : ~word)
      guard counted != 0 else { continue }
      for row: RowID in IDWord(index: page << 6 + place, bits: counted).members() {
        countInvalid(row, flipped: bit)
      }
    }
  }

  @inline(__always)
  private mutating func countInvalid(_ row: RowID, flipped bit: RowWord) {
    switch bit {
    case .invalid where !state.attributes.isSet(.hidden, row):
      addInvalid(state.attributes.isSet(.invalid, row) ? 1 : -1, forRow: row)
    case .hidden where state.attributes.isSet(.invalid, row):
      addInvalid(state.attributes.isSet(.hidden, row) ? -1 : 1, forRow: row)
    default: break
    }
  }

  @inline(never)
  private mutating func addInvalid(_ count: Int, forRow row: RowID) {
    addInvalid(count, in: topology.rows[row.index].section)
  }

  /// Whether a row counts among the invalid ones of its section.
  func isCountedInvalid(_ row: RowID) -> Bool {
    state.attributes.isSet(.invalid, row) && !state.attributes.isSet(.hidden, row)
  }

  mutating func addInvalid(_ count: Int, in section: SectionID) {
    state.invalidRows[section.index] += Int32(truncatingIfNeeded: count)
    if !state.attributes.isHidden(section) { state.single.invalidVisibleRows += count }
  }

  /// Counts the invalid rows of the visible sections anew.
  mutating func recountInvalidVisible() {
    state.single.invalidVisibleRows = outline.sectionsInOrder.reduce(0) { count, section in
      count + (state.attributes.isHidden(section) ? 0 : Int(state.invalidRows[section.index]))
    }
  }

  mutating func setBit(_ bit: SectionWord, _ isOn: Bool, of section: SectionID) {
    let old = state.attributes.sections[section.index]
    let new = isOn ? old.union(bit) : old.subtracting(bit)
    guard new != old else { return }
    state.attributes.sections[section.index] = new
    guard bit == .hidden else { return }
    state.single.invalidVisibleRows += (isOn ? -1 : 1) * Int(state.invalidRows[section.index])
    editOutline { $0.sections.setVisible(!isOn, section) }
  }

  mutating func setReadOnly(_ isOn: Bool) { state.attributes.isReadOnly = isOn }

  mutating func setErrors(_ errors: [RowError], of row: RowID) {
    if errors != state.errors[row.index] { state.errors[row.index] = errors }
  }

  mutating func setVerdict(_ errors: [RowError], of row: RowID) {
    if errors != state.verdicts[row.index] { state.verdicts[row.index] = errors }
  }

  mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    state.setProblem(problem, of: node)
  }

  /// Keeps a result and says whether it is another one.
  @inline(__always)
  mutating func setResult(_ result: NodeResult, of node: NodeID) -> Bool {
    held.pointer.pointee.results.replace(result, at: node.index)
  }

  @discardableResult
  mutating func setFact(_ value: Value, of node: NodeID) -> Bool {
    state.facts.replace(value, at: node.index)
  }

  /// Counts that a node has run.
  @inline(__always)
  mutating func noteEvaluation(of node: NodeID) { evaluations.append(node) }

  /// Nothing counts of a section that has just come.
  mutating func clearCount(of section: SectionID) {
    state.invalidRows[section.index] = 0
  }

  /// Changes the order or what is visible of it.
  mutating func editOutline(_ edit: (inout Outline) -> Void) {
    if journal.outline == nil, !isOpening { journal.outline = shape.outline }
    edit(&graph.outline)
  }

  /// Takes back everything since `begin()`, whether the transaction has ended or not.
  mutating func abort() {
    if !isKnownUniquelyReferenced(&held) { held = HeldState(state.copy()) }
    state.abort()
    state.put(journal.state)
    state.dropKept()
    if let old = journal.topology {
      shape.topology = old
      graph.topology = old.value
    }
    if let old = journal.outline {
      shape.outline = old
      graph.outline = old.value
    }
    graph.reset()
    queue.clear()
    journal = Journal()
    begin()
  }

  /// Puts back what a journal has kept, keeping what stood there, so that it can be done again.
  mutating func restore(_ old: Journal) {
    restoreShape(old)
    for source in old.sources {
      journal.sources.append(Journal.Source(row: source.row, cause: .undo))
    }
    state.put(old.state)
  }
  /// Puts back the shape that a journal has kept.
  mutating func restoreShape(_ old: Journal) {
    if let topology = old.topology {
      journal.topology = shape.topology
      graph.topology = topology.value
      journal.reshaped = old.reshaped.reversed
    }
    if let outline = old.outline {
      journal.outline = shape.outline
      graph.outline = outline.value
    }
  }
}
