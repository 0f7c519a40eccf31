// A live form's machine: what a transaction needs, how one begins, settles, ends and is taken back.
// State is written by the methods of `Engine+Writing` alone, which keep the journal and the counts.

import Foundation
import Predicate

/// The shape, the state and what a transaction needs.
struct Engine: Sendable {
  /// The topology and the outline, and how they change.
  var graph: GraphBuilder
  /// The shape as the last transaction left it.
  private(set) var shape: Shape
  /// The state, which is nobody else's between `begin()` and `end()`.
  private(set) var held: Held<FormState>
  var queue = StaleQueue()
  /// The journal of this transaction or, between transactions, of the last one.
  ///
  /// Only this engine holds the journal until the transaction ends.
  private(set) var record = Held(Journal())
  /// The nodes that ran a program in this transaction, in order.
  var evaluations = EvaluationLog()
  /// The rows whose value, or something their rules read, has changed in this transaction.
  var touchedRows = IDSet<RowID>()
  /// The rows that were given a value, so that their defaults have nothing to say.
  var given: Set<RowID> = []
  /// Whether an edit has written the value of a row.
  var hasEditedValues = false
  /// Whether the last transaction changed what history gives back: the shape, or a value that was
  /// set.
  ///
  /// What was only cleared, as an input hid its row, could not be put back without the input.
  private(set) var hasChangedSources = false
  /// Whether the last transaction changed something that history does not give back, and that
  /// conditions read.
  private(set) var hasChangedOutside = false
  /// Whether stale nodes are being evaluated, after which the outline is told what is visible now.
  var isSettling = false
  /// The rows of which the outline was told before settling: their bits may be again what they
  /// were.
  var toldRows: [RowID] = []
  /// Whether the outline was told of rows of earlier transactions.
  var hasToldUntold = false
  /// Whether the form is being opened, so that there is nothing to go back to.
  var isOpening = true

  /// A form's shape, as values share it that outlive a transaction: one reference for both.
  final class Shape: Sendable {
    let topology: Shared<Topology>
    let outline: Shared<Outline>

    init(topology: Shared<Topology>, outline: Shared<Outline>) {
      self.topology = topology
      self.outline = outline
    }
  }

  var state: FormState {
    unsafeAddress { UnsafePointer(held.pointer) }
    // Nobody else holds the state between `begin()` and `end()`.
    unsafeMutableAddress { held.pointer }
  }

  var journal: Journal {
    unsafeAddress { UnsafePointer(record.pointer) }
    unsafeMutableAddress { record.pointer }
  }

  var topology: Topology { _read { yield graph.topology } }
  var outline: Outline { _read { yield graph.outline } }

  init(_ compiled: CompiledGraph, now: Date, inputs: [InputID: Value]) {
    graph = GraphBuilder(compiled.topology, compiled.outline)
    shape = Shape(topology: Shared(compiled.topology), outline: Shared(compiled.outline))
    held = Held(FormState(now: now, within: compiled.topology.limits.texts))
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
    mark(IDSet(topology.nodes.indices.lazy.map { NodeID($0) }))
    settle()
    refreshVisibility()
    keepPageInSight()
    _ = state.takeLog()
    shape = Shape(topology: shape.topology, outline: Shared(outline))
    isOpening = false
    begin()
  }

  /// Starts a transaction; the journal is empty.
  mutating func begin() {
    if held.isShared { held = Held(state.copy()) }
    record = Held(Journal())
    queue.own()
    queue.additions = 0
    if !evaluations.isEmpty { evaluations = EvaluationLog() }
    if !touchedRows.isEmpty { touchedRows = IDSet() }
    if !toldRows.isEmpty { toldRows.removeAll() }
    if !given.isEmpty { given.removeAll(keepingCapacity: true) }
    hasEditedValues = false
    hasToldUntold = false
  }

  /// Ends a transaction: from here on the journal is its whole record.
  mutating func end() {
    hasChangedSources = journal.topology != nil || hasEditedValues && hasOtherSources
    hasChangedOutside =
      state.hasOtherTime || state.inputs.isWritten && !state.inputs.changedIndices.isEmpty
    journal.state = state.takeLog()
    if journal.topology != nil || journal.outline != nil {
      shape = Shape(
        topology: journal.topology == nil ? shape.topology : Shared(topology),
        outline: journal.outline == nil ? shape.outline : Shared(outline))
    }
  }

  /// Takes the topology as the one that the last transaction left, where this one has changed
  /// nothing of it that counts: what came and went at once is then nothing new to the next one.
  mutating func adoptTopology() {
    shape = Shape(topology: Shared(topology), outline: shape.outline)
  }

  /// Whether a value that was set is another one than before.
  @inline(__always)
  private var hasOtherSources: Bool {
    let sources = journal.sources
    for index in sources.indices where state.values.isOther(at: sources[index].row.index) {
      if graph.topology.rows[sources[index].row.index].calculation == nil { return true }
    }
    return false
  }

  /// What the last transaction did; keeps the state as it is now.
  @inline(__always)
  mutating func changes(
    _ events: consuming ChangeSet.Events? = nil, cause: Change.Cause? = nil
  ) -> ChangeSet {
    // Handed on and not copied: the next transaction begins with none.
    var log = EvaluationLog()
    Swift.swap(&log, &evaluations)
    return ChangeSet(
      record, shape, held, evaluations: consume log, events: consume events, cause: cause)
  }

  /// Evaluates every stale node after everything it reads.
  mutating func settle() {
    isSettling = true
    while let rank = queue.popFirst() {
      guard let id = graph.topology.nodeAtRank[rank] else { continue }
      let node = graph.topology.nodes.packed(id)
      if node.standing == .prototype { settleItems(at: rank) } else { evaluate(id, node) }
    }
    isSettling = false
    evaluations.markCount = queue.additions
    tellFlips()
  }

  @inline(never)
  private mutating func settleItems(at rank: Int) {
    for node in queue.takeItems(at: rank) { evaluate(node, graph.topology.nodes.packed(node)) }
  }

  // MARK: - Marking

  /// Marks a node as stale.
  @inline(__always)
  mutating func mark(_ node: NodeID) {
    let (standing, place) = graph.topology.nodes.standing(of: node)
    switch standing {
    case .own: queue.insert(Int(place))
    case .like: markItem(node, like: NodeID(Int(place)))
    case .prototype, .none: break
    }
  }

  @inline(never)
  private mutating func markItem(_ node: NodeID, like other: NodeID) {
    queue.insert(Int(graph.topology.nodes.standing(of: other).place), itemNode: node)
  }

  @inline(__always)
  mutating func mark(_ nodes: IDSet<NodeID>) { nodes.forEach { mark($0) } }

  /// Marks what reads what a node gives.
  @inline(__always)
  mutating func markReaders(of node: NodeID) { mark(graph.topology.nodeReaders[node.index]) }

  /// Marks what reads the value of a row.
  @inline(__always)
  mutating func markReaders(ofValueOf row: RowID) {
    mark(graph.topology.valueReaders[row.index])
  }

  /// Marks what reads the values, the inputs and the time that edits have changed.
  mutating func markEdits() {
    let sources = journal.sources
    for index in sources.indices { markEdit(of: sources[index].row) }
    if state.inputs.isWritten {
      for input in state.inputs.changedIndices { mark(topology.inputReaders[input]) }
    }
    if state.hasOtherTime { mark(topology.clockReaders) }
  }

  @inline(__always)
  private mutating func markEdit(of row: RowID) {
    guard state.values.isOther(at: row.index) else { return }
    guard graph.topology.rows[row.index].calculation == nil else {
      // What was set before the row got its formula is not to be seen by anybody.
      let old = state.values.old(at: row.index)
      _ = state.values.replace(old, at: row.index)
      return
    }
    markReaders(ofEdited: row)
  }

  /// Marks what reads the value of a row that takes edits, which has been given another one.
  @inline(__always)
  mutating func markReaders(ofEdited row: RowID) {
    if graph.topology.rows[row.index].clearing == nil { touch(row) }
    markReaders(ofValueOf: row)
  }

  @inline(__always)
  mutating func touch(_ row: RowID) {
    if !isOpening, graph.topology.rows[row.index].isWatched { touchWatched(row) }
  }

  @inline(never)
  mutating func touchWatched(_ row: RowID) {
    // A row that has just come has not changed.
    guard !journal.reshaped.inserted.contains(row) else { return }
    touchedRows.insert(row)
  }

  /// Makes room for what the topology has come to hold.
  mutating func grow() {
    state.grow(to: topology)
    queue.grow(to: topology.nodeAtRank.count)
  }

  // MARK: - Going back

  /// Takes back everything since `begin()`, whether the transaction has ended or not.
  mutating func abort() {
    if held.isShared { held = Held(state.copy()) }
    state.abort()
    state.put(journal.state)
    _ = state.takeLog()
    if let old = journal.topology {
      shape = Shape(topology: old, outline: shape.outline)
      graph = GraphBuilder(old.value, outline)
    }
    if let old = journal.outline {
      shape = Shape(topology: shape.topology, outline: old)
      graph.outline = old.value
    }
    graph.reset()
    precondition(queue.isEmpty)
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
      graph = GraphBuilder(topology.value, outline)
      journal.reshaped = old.reshaped.reversed
    }
    if let outline = old.outline {
      journal.outline = shape.outline
      graph.outline = outline.value
    }
  }
}
