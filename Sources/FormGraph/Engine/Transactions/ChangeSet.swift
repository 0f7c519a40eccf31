// What one transaction did: what it overwrote, and the form after it, which shares everything with
// the form itself. Nothing is listed before somebody asks; what is asked comes in declaration
// order.

public import Predicate

/// What a transaction did.
public struct ChangeSet: Sendable {
  private let record: Held<Journal>
  /// The form after the transaction.
  let shape: Engine.Shape
  /// The state after the transaction.
  let held: Held<FormState>
  /// The nodes that ran, in order.
  let log: EvaluationLog
  /// What is no change, where there is any: by reference, since most transactions have none.
  private let events: Shared<Events>?
  /// Why everything changed, where an edit was taken back or made again.
  let wholeCause: Change.Cause?
  /// Names the step that the transaction is, or is part of, for `undo(to:)`; nil where it is no
  /// step, as where it changed nothing that an undo would give back, or was an undo or a redo.
  public internal(set) var token: UndoToken?

  /// What happened in a transaction that is no change.
  struct Events: Sendable {
    var notes: [Note] = []
    var actions: [FormAction] = []
    var refusedSubmit: RefusedSubmit?
    /// By reference: most transactions have none, and the events are handed on.
    var refusedMove: Shared<RefusedMove>?
    var missing: [String] = []

    var isEmpty: Bool {
      notes.isEmpty && actions.isEmpty && refusedSubmit == nil && refusedMove == nil
        && missing.isEmpty
    }
  }

  /// What is worth knowing about edits that were taken all the same.
  public var notes: [Note] { events?.value.notes ?? [] }

  /// What the user did that is no change, in order.
  public var actions: [FormAction] { events?.value.actions ?? [] }

  /// That the form was not submitted, though a button was tapped that submits.
  public var refusedSubmit: RefusedSubmit? { events?.value.refusedSubmit }

  /// That the user did not leave a page by `goForward()`, because something on it is invalid.
  public var refusedMove: RefusedMove? { events?.value.refusedMove?.value }

  /// Of answers that leave the form invalid: the rows and lists that they leave out though what is
  /// invalid depends on them, by tag or address, in declaration order.
  ///
  /// Answers name visible rows. Under the policies `nil` and `clear` these determine what is valid.
  /// Under `keep` a condition may read the value of a hidden row, which a form that has just opened
  /// does not know: such rows are named here. Give their values too, as
  /// `values(includingHidden:)` has them.
  public var missing: [String] { events?.value.missing ?? [] }

  /// Something about an edit that was taken all the same.
  public struct Note: Hashable, Sendable {
    /// The row that was edited.
    public let tag: String
    /// What is worth knowing.
    public let message: String
  }

  init(
    _ record: Held<Journal>, _ shape: Engine.Shape, _ held: Held<FormState>,
    evaluations: consuming EvaluationLog, events: consuming Events?, cause: Change.Cause?
  ) {
    self.record = record
    self.shape = shape
    self.held = held
    log = evaluations
    self.events = if let events, !events.isEmpty { Shared(events) } else { nil }
    wholeCause = cause
  }

  var journal: Journal { unsafeAddress { UnsafePointer(record.pointer) } }
  var topology: Topology { _read { yield shape.topology.value } }
  var outline: Outline { _read { yield shape.outline.value } }
  var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  /// The state before the transaction.
  var past: PastState { PastState(journal.state, held) }

  /// The problems that stand now and did not before.
  ///
  /// - Complexity: O(k log k) in the number of nodes whose problem is another one.
  public var problemsBegan: [FormProblem] {
    let changed = changedProblems.compactMap { node, _, new in new.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return ProblemSource(topology: topology, outline: outline).problems(changed)
  }

  /// The problems that stood before and do not now.
  ///
  /// - Complexity: O(k log k) in the number of nodes whose problem is another one.
  public var problemsEnded: [FormProblem] {
    let changed = changedProblems.compactMap { node, old, _ in old.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return ProblemSource(
      topology: journal.topology?.value ?? topology, outline: journal.outline?.value ?? outline
    ).problems(changed)
  }

  private var changedProblems: [(node: NodeID, old: NodeProblem?, new: NodeProblem?)] {
    let log = journal.state.problems
    guard !log.isEmpty else { return [] }
    return state.problems.changes(since: log).map { (NodeID($0.index), $0.old, $0.new) }
  }

  /// Whether the form could be submitted before, and can now.
  public var canSubmit: (old: Bool, new: Bool) {
    (journal.state.couldSubmit(state), state.canSubmit)
  }

  /// Where the user was and is now; nil where that is the same.
  ///
  /// A row that is hidden, disabled or removed while the user is in it has lost the focus.
  public var focus: FocusChange? {
    let new = state.single.focused
    let old = if let before = journal.state.single { before.focused } else { new }
    guard old != new else { return nil }
    return FocusChange(
      old: old, oldTag: old.flatMap { oldOutline.name(of: $0, in: oldTopology) }, new: new,
      newTag: new.flatMap { outline.name(of: $0, in: topology) })
  }

  /// Whether there is anything to tell beside what changed.
  var hasEvents: Bool { !actions.isEmpty || refusedSubmit != nil || refusedMove != nil }

  /// How many conditions, rules and formulas were evaluated.
  public var evaluatedCount: Int { log.count }

  /// How many nodes were marked stale because something they read had changed.
  ///
  /// These are the evaluated nodes and what else follows, such as whether a row is valid. The count
  /// measures what settling costs beside the evaluations, and repeats exactly.
  public var markCount: Int { log.markCount }

  /// The nodes that ran, in order.
  var evaluations: [NodeID] { log.nodes }

  /// How many conditions, rules and formulas the form has.
  public var conditionCount: Int { topology.conditionCount }

  /// The form before the transaction, as far as order and belonging go.
  var oldShape: Engine.Shape {
    Engine.Shape(
      topology: journal.topology ?? shape.topology, outline: journal.outline ?? shape.outline)
  }
  var oldTopology: Topology { (journal.topology ?? shape.topology).value }
  var oldOutline: Outline { (journal.outline ?? shape.outline).value }
}

/// The user has gone from one row to another, has entered a row or has left one.
public struct FocusChange: Hashable, Sendable {
  /// The row that the user was in; nil where there was none.
  public let old: RowID?
  /// What that row was called: its tag or, in an item, its address.
  public let oldTag: String?
  /// The row that the user is in now; nil where there is none.
  public let new: RowID?
  /// What that row is called.
  public let newTag: String?
}

/// One thing that changed.
public struct Change: Hashable, Sendable {
  /// What of a member changed.
  public enum Property: String, Hashable, Sendable {
    /// The stored value.
    case value
    /// The effective attribute of that name.
    case hidden, disabled, required, valid
    /// The errors that are shown.
    case errors
    /// The values of the options that can be chosen.
    case options
    /// The values of the options that a user can neither choose nor give up.
    case disabledOptions
  }

  /// Why something changed.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// An edit set it.
    case set
    /// A default gave it.
    case `default`
    /// A formula gave it.
    case calculated
    /// A condition decided it.
    case condition
    /// It was cleared as its row was hidden.
    case cleared
    /// An input was set, or the time.
    case input
    /// The form changed its shape.
    case structure
    /// An observer set it.
    case observer
    /// An edit was taken back.
    case undo
    /// An edit was made again.
    case redo
  }

  /// A text that decided a change.
  public struct Text: Hashable, Sendable {
    /// The text as its author wrote it.
    public let text: String
    /// Whose text it is.
    public let owner: TextOwner
    /// What it gives now: true or false, or the value; nil where it cannot be evaluated.
    public let outcome: Value?
  }

  /// The tag of the row, the section or the input, or the address of an item's row; nil for a
  /// member without one.
  public let tag: String?
  /// The row; nil where a section or an input changed.
  public let row: RowID?
  /// The section, or the one of the row; nil where an input changed.
  public let section: SectionID?
  /// The item of the row; nil where it is part of none.
  public let item: ItemID?
  /// What changed.
  public let property: Property
  /// What it was: an attribute true or false, errors a list of messages.
  public let old: Value
  /// What it is now.
  public let new: Value
  /// Why it changed.
  public let cause: Cause
  /// What changed right before it, of what decides it: tags of rows and sections, names of inputs.
  public let because: [String]
  /// The texts that decided it, those that changed their mind.
  public let texts: [Text]

  /// Whether a section changed, not a row.
  public var isSection: Bool { row == nil && section != nil }
}

/// Whose a text is that decides something about a row or a section.
public enum TextOwner: Hashable, Sendable {
  /// The row or the section itself.
  case itself
  /// The section of the row.
  case section
  /// The page of the row or the section.
  case page
  /// The form, which decides for all.
  case form
  /// Nobody: a button that submits is disabled while a row is invalid.
  case submission
}
