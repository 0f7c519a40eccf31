// The engine of a live form: how a transaction begins, settles, ends and is undone. Only the
// methods of `Engine+Writing` write the state. They keep the journal and the counts up to date.
//
//   begin   own the state, empty journal and queue
//   edits   write values, mark their readers        queue: bits by rank
//   settle  pop the smallest rank, run its node,
//           mark the readers of a changed result    marks go to larger ranks only
//   end     take the logs out of the state          journal = undo step and change set

import Foundation
import Predicate

/// The shape and the state of a form, and what a transaction needs.
///
/// It cannot be copied: what only reads it would otherwise copy it for a call. `SharedEngine` holds
/// it, and knows when a form needs one of its own.
struct Engine: ~Copyable, Sendable {
  /// The topology and the outline, and the code that changes them.
  var builder: GraphBuilder
  /// The shape after the last transaction.
  private(set) var shape: Shape
  /// The state.
  ///
  /// Between `begin()` and `end()` only this engine refers to it.
  private(set) var held: Held<FormState>
  var queue = StaleQueue()
  /// The nodes that wait while running totals settle item by item.
  var byItem = ItemQueue()
  /// The journal of this transaction or, between transactions, of the last transaction.
  ///
  /// Only this engine refers to the journal until the transaction ends.
  private(set) var record = Held(Journal())
  /// The nodes that ran in this transaction, in order.
  var evaluations = EvaluationLog()
  /// The rows whose value changed in this transaction, or whose rules read something that changed.
  var touchedRows = IDSet<RowIndex>()
  /// The rows that hiding has emptied in this transaction, and those that have started anew.
  ///
  /// No user changed these rows, so their errors stay hidden.
  var restartedRows = IDSet<RowIndex>()
  /// The rows that were given a value, so their defaults must not run.
  var given: Set<RowIndex> = []
  /// The rows that take plain answers, if the transaction is one of a batch.
  ///
  /// It is then always put back, so no errors have to be shown.
  var trial: PlainAnswers?
  /// Whether the form has settled in this transaction, and settles again: for what an edit sets
  /// off, or for answers that get UUIDs of their own.
  ///
  /// A value that is what it was before the transaction may then be another one than was read.
  var hasSettled = false
  /// Whether the readers of another time have been marked in this transaction.
  var hasMarkedTime = false
  /// How many of the written values have marked their readers, if the form may settle again.
  var markedSources = 0
  /// The number of nodes before the edits of the shape that have not been finished; nil: none.
  var unfinishedShape: Int?
  /// Whether the transaction takes back a step or makes it again.
  ///
  /// It restores what was: no row is filled, and no edited row begins to follow its suggestion.
  var isReverting = false
  /// Whether an edit has written the value of a row.
  var hasEditedValues = false
  /// Whether an edit has changed the shape, as opposed to a formula that counts items.
  var hasEditedShape = false
  /// Whether an edit has collapsed or expanded a section.
  var hasCollapsed = false
  /// The lists that an edit has given another number of items than their formula says.
  var countAgain = IDSet<SectionIndex>()
  /// The lists whose formulas have been evaluated, while formulas of the same rank still run.
  var recounts: [Recount] = []
  /// The attributes of rows and sections that have come and are not decided yet.
  var undecided: [Target] = []
  /// What speaks against the edits and was found while the form settled.
  var countingReasons: [Reason] = []
  /// Whether lists offer other options than before this transaction, in a form with a limit.
  var hasOtherOffers = false
  /// Compares the options of rows, which many rows may share.
  var comparisons = ListComparisons()
  /// The size of what lists offer, while the form opens.
  var offeredBytes = 0
  /// The form that makes the transaction.
  ///
  /// Between transactions it may be another one of those that share the engine.
  var form = FormNumber(0)
  /// The numbers and tokens that the form has given.
  var issued = Issued()
  /// Whether items that a formula takes away are kept to come back.
  ///
  /// Not in a form that keeps no steps of history.
  var parksItems = true
  /// Whether the last transaction changed something that undo restores: the shape, or a value that
  /// was set.
  ///
  /// A value that was only cleared does not count. For example, if an input hid its row, undo could
  /// not restore the value without the input.
  private(set) var hasChangedSources = false
  /// Whether a formula has changed the number of items, and no edit that undo takes back was the
  /// reason.
  var hasCountedOutside: Bool {
    journal.topology != nil && !hasEditedShape && !hasChangedSources
  }
  /// Whether the last transaction changed an input, a table or the time, which conditions read and
  /// undo does not restore.
  private(set) var hasChangedOutside = false
  /// The submit button that was tapped and waits for answers of the host.
  var waitingSubmit: RowIndex?
  /// The button that waited when the transaction began.
  private(set) var waitingSubmitBefore: RowIndex?
  /// The bytes of the values, if the form has a limit of them; otherwise 0.
  private(set) var heldBytes = 0
  private var heldBytesBefore = 0
  /// How many tokens had been issued when the transaction began.
  private var tokensBefore = 0
  /// What happened in this transaction apart from changes.
  var events: ChangeSet.Events {
    _read { yield someEvents ?? ChangeSet.Events() }
    _modify {
      // Taken out, so that its lists have one owner and grow in place.
      var events = someEvents ?? ChangeSet.Events()
      someEvents = nil
      defer { someEvents = events }
      yield &events
    }
  }
  /// Nil in most transactions.
  private var someEvents: ChangeSet.Events?
  /// Whether this transaction has put back a step and then settled answers that were given since.
  ///
  /// Logs of older steps then no longer match the form.
  var hasMendedAnswers = false
  /// Whether this transaction has asked the host something that submitting has to wait for.
  var hasAskedAnew = false
  /// Whether the form is being opened.
  ///
  /// Nothing is logged for undo then.
  var isOpening = true

  /// The numbers of members and the tokens that a form has given.
  ///
  /// Not part of the topology and of the state, because undo gives none of them back.
  struct Issued: Sendable {
    /// The numbers of members that an undo has left unused.
    var unusedNumbers = UnusedNumbers()
    /// How many tokens of validations have been issued.
    var tokens = 0
    /// By the number of a token: the rule that asks.
    ///
    /// Every pending question is here, and some that are not pending any more.
    var askedBy: [Int: NodeID] = [:]
    /// Above this number of tokens those that are not pending are forgotten.
    var mostAsked = 64
    /// How many tokens belong to the form whose saved state this form was opened with.
    var skippedTokens = 0
    /// What makes the UUIDs of this opening others than those of each other one.
    var seed = ""
    /// What the saved state was that the form was opened with; nil if it gives no UUIDs, or was
    /// opened without one.
    ///
    /// The numbers of items begin anew then, and a new item must not be what a saved one was.
    var savedState: String?
  }

  /// The topology and the outline of a form behind one reference, for values that outlive a
  /// transaction.
  ///
  /// Reading either of them copies nothing, because they are constants of a class.
  final class Shape: Sendable {
    let topology: Topology
    let outline: Outline

    init(topology: Topology, outline: Outline) {
      self.topology = topology
      self.outline = outline
    }
  }

  var state: FormState {
    unsafeAddress { UnsafePointer(held.pointer) }
    // Between `begin()` and `end()` nothing else refers to the state.
    unsafeMutableAddress { held.pointer }
  }

  var journal: Journal {
    unsafeAddress { UnsafePointer(record.pointer) }
    unsafeMutableAddress { record.pointer }
  }

  var topology: Topology { _read { yield builder.topology } }
  var outline: Outline { _read { yield builder.outline } }

  init(_ compiled: CompiledGraph, now: Date, inputs: [InputID: Value], seed: String? = nil) {
    builder = GraphBuilder(compiled.topology, compiled.outline)
    issued.seed = seed ?? ""
    shape = Shape(topology: compiled.topology, outline: compiled.outline)
    held = Held(
      FormState(
        now: now, tables: compiled.topology.graph.tables,
        within: compiled.topology.graph.limits.texts,
        hostCall: compiled.topology.hostCall))
    takeSeed()
    state.grow(to: topology)
    for (index, input) in topology.graph.inputs.enumerated() {
      write(input.value, of: InputID(index))
    }
    for (input, value) in inputs { write(value, of: input) }
    writeLocale()
    for row in topology.rows.indices { start(RowIndex(row)) }
    for section in topology.sections.indices { start(SectionIndex(section)) }
    if topology.graph.readOnly == .constant(true) { state.attributes.isReadOnly = true }
    for (item, value) in compiled.items { if let value { fill(item, with: value) } }
    queue.grow(to: topology.graph.nodes.count)
    for rank in 0..<topology.graph.nodes.count { mark(topology.graph.nodes.reader(atRank: rank)) }
    settle()
    keepPageInSight()
    _ = state.takeLog()
    shape = Shape(
      topology: journal.topology == nil ? shape.topology : topology, outline: outline)
    isOpening = false
    if topology.graph.limits.heldBytes < .max { heldBytes = state.heldBytes }
    begin()
  }

  /// Takes a seed of 128 random bits if a form that gives UUIDs was given none.
  mutating func takeSeed() {
    guard topology.graph.givesUUIDs, issued.seed.isEmpty else { return }
    issued.seed = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }
      .joined(separator: "-")
  }

  /// An engine that goes on from the state of another, between two transactions.
  ///
  /// Both share the state until one of them writes it.
  ///
  /// - Complexity: O(n/64) in the number of nodes.
  init(copyOf other: borrowing Engine) {
    builder = GraphBuilder(other.topology, other.outline)
    shape = other.shape
    held = other.held
    issued = other.issued
    waitingSubmit = other.waitingSubmit
    parksItems = other.parksItems
    heldBytes = other.heldBytes
    isOpening = false
    queue.grow(to: topology.graph.nodes.count)
  }

  /// Begins a transaction with an empty journal.
  mutating func begin() {
    if held.isShared { held = Held(state.copy()) }
    if record.isShared { record = Held(Journal()) } else { journal = Journal() }
    queue.additions = 0
    if !evaluations.isEmpty { evaluations = EvaluationLog() }
    if !touchedRows.isEmpty { touchedRows = IDSet() }
    if !restartedRows.isEmpty { restartedRows = IDSet() }
    if !given.isEmpty { given.removeAll(keepingCapacity: true) }
    someEvents = nil
    if trial != nil { trial = nil }
    hasSettled = false
    hasMarkedTime = false
    markedSources = 0
    unfinishedShape = nil
    isReverting = false
    hasEditedValues = false
    hasEditedShape = false
    hasCollapsed = false
    if !countingReasons.isEmpty { countingReasons = [] }
    hasOtherOffers = false
    if !countAgain.isEmpty { countAgain = IDSet() }
    if !undecided.isEmpty { undecided = [] }
    if !comparisons.isEmpty { comparisons = ListComparisons() }
    hasAskedAnew = false
    hasMendedAnswers = false
    waitingSubmitBefore = waitingSubmit
    tokensBefore = issued.tokens
    heldBytesBefore = heldBytes
  }

  /// Ends a transaction.
  ///
  /// From here on the journal is complete.
  mutating func end() {
    hasChangedSources =
      hasEditedShape && journal.topology != nil || hasCollapsed
      || hasEditedValues && hasOtherSources
    hasChangedOutside =
      state.hasOtherTime || state.inputs.isWritten && !state.inputs.changedIndices.isEmpty
      || !state.replacedTables.isEmpty
    if topology.graph.limits.heldBytes < .max { heldBytes += state.heldGrowth }
    journal.state = state.takeLog()
    if journal.topology != nil || journal.outline != nil {
      shape = Shape(
        topology: journal.topology == nil ? shape.topology : topology,
        outline: journal.outline == nil ? shape.outline : outline)
    }
  }

  /// Takes the current topology as the shape after the last transaction.
  ///
  /// For a transaction whose members came and went within it, so that the next transaction does not
  /// see them as new.
  mutating func adoptTopology() {
    shape = Shape(topology: topology, outline: shape.outline)
    if let old = journal.outline {
      journal.outline = Shape(topology: topology, outline: old.outline)
    }
  }

  /// Whether any value that was set differs from before.
  ///
  /// The values that a new row starts with do not count: the row may have come because a formula
  /// counts more items.
  @inline(__always)
  private var hasOtherSources: Bool {
    let sources = journal.sources
    let rowCount = journal.topology?.topology.rows.count ?? .max
    for index in sources.indices {
      let row = sources[index].row
      guard row.index < rowCount,
        state.values.isOther(at: row.index)
          || topology.graph.hasSuggestions && hasOtherFollowing(row)
      else { continue }
      if topology.rows[row.index].calculation == nil { return true }
    }
    return false
  }

  /// Whether a row follows its suggestion and did not, or the other way round.
  private func hasOtherFollowing(_ row: RowIndex) -> Bool {
    guard topology.rows[row.index].content.isFilled, let node = topology.rows[row.index].filling
    else { return false }
    return (state.results[node.index] == .no) != (state.results.old(at: node.index) == .no)
  }

  /// The change set of the last transaction.
  ///
  /// It refers to the current state.
  @inline(__always)
  mutating func changes(cause: Change.Cause? = nil) -> ChangeSet {
    // Moved instead of copied: the next transaction begins with an empty log.
    var log = EvaluationLog()
    Swift.swap(&log, &evaluations)
    return ChangeSet(
      record, shape, held, of: form, evaluations: consume log,
      events: someEvents.map { Shared($0) }, cause: cause)
  }

  /// Evaluates every stale node, each after everything it reads.
  mutating func settle() {
    while let rank = queue.popFirst() {
      let node = topology.graph.nodes.atRank(rank)
      if node.item >= 0 { settleItems(at: rank, node.id) } else { evaluate(node) }
    }
    evaluations.markCount = queue.additions
  }

  /// Evaluates the nodes of items that wait at the rank of a prototype's node.
  @inline(never)
  private mutating func settleItems(at rank: Int, _ prototype: NodeID) {
    if let nodes = topology.graph.rounds[prototype] { return settleByItem(nodes) }
    for item in queue.takeItems(at: rank) where outline.items.contains(item) {
      let node = topology.packed(prototype, in: item)
      evaluate(node)
    }
    settleCounts()
  }

  /// Grows the state and the queue to the size of the topology.
  mutating func grow() {
    state.grow(to: topology)
    queue.grow(to: topology.graph.nodes.count)
  }

  // MARK: - Rollback, undo and redo

  /// Undoes everything since `begin()`, whether the transaction has ended or not.
  mutating func abort() {
    if held.isShared { held = Held(state.copy()) }
    state.revert()
    if !journal.state.isEmpty {
      state.put(journal.state)
      _ = state.takeLog()
    }
    shape = journal.shape(before: shape)
    if let old = journal.topology { builder = GraphBuilder(old.topology, outline) }
    if let old = journal.outline { builder.outline = old.outline }
    waitingSubmit = waitingSubmitBefore
    takeBackTokens()
    heldBytes = heldBytesBefore
    precondition(queue.isEmpty)
    begin()
  }

  /// Takes back the tokens that a refused transaction issued, which no client knows yet.
  private mutating func takeBackTokens() {
    while issued.tokens > tokensBefore {
      issued.askedBy[issued.tokens] = nil
      issued.tokens -= 1
    }
  }

  /// Writes back what a journal logged.
  ///
  /// This transaction logs what was there, for redo.
  mutating func restore(_ old: Journal) {
    restoreShape(old)
    for source in old.sources {
      journal.sources.append(Journal.Source(row: source.row, cause: .undo))
    }
    state.put(old.state)
  }

  /// Restores the shape that a journal saved.
  mutating func restoreShape(_ old: Journal) {
    if let shapeBefore = old.topology {
      journal.topology = shape
      issued.unusedNumbers.pass(topology)
      builder = GraphBuilder(shapeBefore.topology, outline)
      // The history may have shapes with more nodes than there were when the engine was copied.
      queue.grow(to: topology.graph.nodes.count)
      issued.unusedNumbers.start(in: &builder.topology)
      journal.reshaped = old.reshaped.reversed
    }
    if let shapeBefore = old.outline {
      journal.outline = shape
      builder.outline = shapeBefore.outline
    }
  }
}
