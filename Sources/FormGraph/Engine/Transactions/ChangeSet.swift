// What one transaction did: what it overwrote, and the form after it, which shares its memory with
// the live form. Nothing is listed before somebody asks. Lists are in declaration order.

public import Predicate

/// The result of a transaction.
public struct ChangeSet: Sendable {
  let record: Held<Journal>
  /// The form after the transaction.
  let shape: Engine.Shape
  /// The state after the transaction.
  let held: Held<FormState>
  /// The form, for the ids of its members.
  let form: FormNumber
  /// The nodes that ran, in order.
  let log: EvaluationLog
  /// Events of the transaction that are not changes.
  ///
  /// A reference, because most transactions have none.
  private let events: Shared<Events>?
  /// The cause of all changes, if the transaction was an undo or a redo.
  let wholeCause: Change.Cause?
  /// The token of the history step that the transaction is part of, for `undo(to:)`.
  ///
  /// Nil if the transaction is not part of a step: it changed nothing that undo takes back, or it
  /// was an undo or a redo.
  public internal(set) var token: UndoToken?

  /// What happened in a transaction apart from changes.
  struct Events: Sendable {
    var notes: [Note] = []
    var actions: [FormAction] = []
    var refusedSubmit: RefusedSubmit?
    var refusedMove: RefusedMove?
    var waitingSubmit: WaitingSubmit?
    /// What answers named that left the form invalid.
    var answered: Answered?
    /// The choices of answers that were cleared, because they are not options.
    var cleared: [ClearedChoice] = []
    /// The changes of a change set that was made for a test; nil of a transaction.
    var made: [Change]?
  }

  /// Notes on what was done otherwise than the editor may expect.
  ///
  /// They tell of:
  /// - an edit that a user could not have made,
  /// - a date, if its row stores only the day or only the time of day,
  /// - a choice in answers that is not an option and was cleared,
  /// - text without a time zone that was read in UTC, although the form has another clock.
  public var notes: [Note] { events?.value.notes ?? [] }

  /// The user's actions, such as taps, in order.
  public var actions: [FormAction] { events?.value.actions ?? [] }

  /// Set if a submit button was tapped but the form could not be submitted.
  public var refusedSubmit: RefusedSubmit? { events?.value.refusedSubmit }

  /// The submit that began to wait for pending validations, or was withdrawn.
  ///
  /// A submit that waits is made or refused in the transaction that ends the waiting: `actions` or
  /// `refusedSubmit` then has it.
  public var waitingSubmit: WaitingSubmit? { events?.value.waitingSubmit }

  /// The move to the next page that was refused because something on the page is invalid.
  public var refusedMove: RefusedMove? { events?.value.refusedMove }

  /// For answers that leave the form invalid: the rows and lists that the answers leave out
  /// although the validity of the form depends on them.
  ///
  /// Each is a tag or an address, in declaration order.
  ///
  /// Answers usually contain visible rows only. Under the policies `nil` and `clear`, visible rows
  /// determine what is valid. Under `keep`, a condition may read the value of a hidden row, and a
  /// form that has just opened does not know this value. Give the values of these rows too, as
  /// `values(includingHidden:)` returns them.
  ///
  /// - Complexity: O(n) in the number of rows; it is searched each time somebody asks.
  public var missing: [String] {
    guard let answered = events?.value.answered else { return [] }
    return GraphBuilder(topology, outline).missing(in: answered, state)
  }

  /// A note about an edit that was applied.
  public struct Note: Hashable, Sendable {
    /// The row that was edited.
    public let tag: String
    /// The text of the note.
    public let message: String
    /// Whether the edit would be refused to a user.
    public let isRefusedToUsers: Bool

    /// Makes a note.
    public init(tag: String, message: String, isRefusedToUsers: Bool) {
      self.tag = tag
      self.message = message
      self.isRefusedToUsers = isRefusedToUsers
    }
  }

  init(
    _ record: Held<Journal>, _ shape: Engine.Shape, _ held: Held<FormState>, of form: FormNumber,
    evaluations: consuming EvaluationLog, events: Shared<Events>?, cause: Change.Cause?
  ) {
    self.record = record
    self.shape = shape
    self.held = held
    self.form = form
    log = evaluations
    self.events = events
    wholeCause = cause
  }

  /// The changes of a change set that was made for a test; nil of a transaction.
  var made: [Change]? { events?.value.made }

  var journal: Journal { unsafeAddress { UnsafePointer(record.pointer) } }
  var topology: Topology { _read { yield shape.topology } }
  var outline: Outline { _read { yield shape.outline } }
  var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  /// The problems that exist after the transaction and did not exist before.
  ///
  /// - Complexity: O(k log k) in the number of nodes whose problem changed.
  public var problemsBegan: [FormProblem] {
    let changed = changedProblems.compactMap { node, _, new in new.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return ProblemSource(topology: topology, outline: outline).problems(changed)
  }

  /// The problems that existed before the transaction and do not exist after it.
  ///
  /// - Complexity: O(k log k) in the number of nodes whose problem changed.
  public var problemsEnded: [FormProblem] {
    let changed = changedProblems.compactMap { node, old, _ in old.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return ProblemSource(
      topology: oldTopology, outline: oldOutline
    ).problems(changed)
  }

  /// The problems that a client takes out of its copy of the state, and those that it puts in.
  ///
  /// A problem whose members are others now, because an item has come or gone, is among both.
  ///
  /// - Complexity: O(k log k) in the number of nodes whose problem changed; with another shape, of
  ///   all that fail.
  var problemsOfClients: (began: [FormProblem], ended: [FormProblem]) {
    guard hasNewShape, !state.single.failing.isEmpty else { return (problemsBegan, problemsEnded) }
    let changed = changedProblems
    let known = Set(changed.map(\.node))
    let old = ProblemSource(topology: oldTopology, outline: oldOutline)
    let new = ProblemSource(topology: topology, outline: outline)
    let kept = state.single.failing.filter { node in
      !known.contains(node) && old.ids(decidedBy: node) != new.ids(decidedBy: node)
    }
    .compactMap { node in state.problems[node.index].map { (node: node, problem: $0) } }
    return (
      new.problems(changed.compactMap { node, _, new in new.map { (node, $0) } } + kept),
      old.problems(changed.compactMap { node, old, _ in old.map { (node, $0) } } + kept)
    )
  }

  /// The validations that are pending after the transaction and were not before.
  ///
  /// - Complexity: O(k log k) in the number of answers that changed.
  public var pendingBegan: [PendingValidation] {
    let changed = changedAnswers.compactMap { node, _, new in new.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return PendingValidation.all(changed, of: form, in: topology, outline)
  }

  /// The validations that were pending before the transaction and are not after it, because they
  /// were resolved or are no longer needed.
  ///
  /// - Complexity: O(k log k) in the number of answers that changed.
  public var pendingEnded: [PendingValidation] {
    let changed = changedAnswers.compactMap { node, old, _ in old.map { (node, $0) } }
    guard !changed.isEmpty else { return [] }
    return PendingValidation.all(changed, of: form, in: oldTopology, oldOutline)
  }

  /// The questions to the host that began or ended.
  private var changedAnswers: [(node: NodeID, old: Answer?, new: Answer?)] {
    let log = journal.state.answers
    guard !log.isEmpty else { return [] }
    func pending(_ answer: Answer?) -> Answer? { answer?.isPending == true ? answer : nil }
    return state.answers.changes(since: log)
      .filter { pending($0.old)?.token != pending($0.new)?.token }
      .map { (NodeID($0.index), pending($0.old), pending($0.new)) }
  }

  private var changedProblems: [(node: NodeID, old: NodeProblem?, new: NodeProblem?)] {
    let log = journal.state.problems
    guard !log.isEmpty else { return [] }
    return state.problems.changes(since: log).map { (NodeID($0.index), $0.old, $0.new) }
  }

  /// Whether the form could be submitted before the transaction, and whether it can be now.
  public var canSubmit: (old: Bool, new: Bool) {
    (journal.state.couldSubmit(state), state.canSubmit)
  }

  /// The change of the focus; nil if the focus stayed where it was.
  ///
  /// A row that is hidden, disabled or removed loses the focus.
  public var focus: FocusChange? {
    let new = state.single.focused
    let old = if let before = journal.state.single { before.focused } else { new }
    guard old != new else { return nil }
    return FocusChange(
      old: old?.id(in: form), oldTag: old.flatMap { oldOutline.name(of: $0, in: oldTopology) },
      new: new?.id(in: form),
      newTag: new.flatMap { outline.name(of: $0, in: topology) })
  }

  /// Whether the transaction has actions, a submit that was refused or waits, or a refused move.
  var hasEvents: Bool {
    !actions.isEmpty || refusedSubmit != nil || waitingSubmit != nil || refusedMove != nil
  }

  /// How many conditions, rules and formulas the transaction evaluated.
  public var evaluatedCount: Int { log.count }

  /// How many nodes were marked stale because something they read had, or may have, changed.
  ///
  /// The count covers the evaluated nodes and the nodes that follow from them, such as verdicts. It
  /// measures the cost of settling apart from the evaluations. The same edits always give the same
  /// count.
  public var markCount: Int { log.markCount }

  /// The nodes that ran, in order.
  var evaluations: [NodeID] { log.nodes }

  /// How many conditions, rules and formulas the form has.
  public var conditionCount: Int { topology.directory.conditionCount }

  /// The shape of the form before the transaction.
  var oldShape: Engine.Shape { journal.shape(before: shape) }
  var oldTopology: Topology {
    _read {
      let old = journal.topology ?? shape
      yield old.topology
    }
  }
  var oldOutline: Outline {
    _read {
      let old = journal.outline ?? shape
      yield old.outline
    }
  }
}

/// The focus has moved to another row, has entered a row or has left one.
public struct FocusChange: Hashable, Sendable {
  /// The row that had the focus before; nil if none had it.
  public let old: RowID?
  /// The name of that row: its tag or, in an item, its address.
  public let oldTag: String?
  /// The row that has the focus now; nil if none has it.
  public let new: RowID?
  /// The name of that row.
  public let newTag: String?
}

/// One changed property of one row, section or input.
public struct Change: Hashable, Sendable {
  /// The property that changed.
  ///
  /// The changes of a member are in this order.
  public enum Property: String, Hashable, Sendable, CaseIterable {
    /// The stored value.
    case value
    /// The values of the options that can be chosen.
    case options
    /// The groups of the options that can be chosen, as a list of objects.
    case optionGroups
    /// The values of the options that a user can neither select nor deselect.
    case disabledOptions
    /// The effective attribute with this name.
    case hidden, disabled, required, valid
    /// What is wrong with the number of items of a list, as a list of messages.
    case verdict
    /// A text, as people read it.
    case title, subtitle, footer, placeholder, help, selectorTitle, unit
    /// The displayed value changed: the row's `display` formula gave another text, or the language,
    /// the time zone or an option's title changed. A row without `display` lists it only if the
    /// value itself did not change.
    case display
    /// The least and the greatest value and the step, as an object of these keys.
    case bounds
    /// The titles of all options, as a list.
    case optionTitles
    /// The texts above and below groups of options, as an object by group.
    case groupTitles, groupFooters
    /// The actions of a row, as a list of objects: the title of one, or whether it is disabled, has
    /// changed.
    case actions
    /// Whether a row follows its suggestion.
    case follows
    /// The errors that are shown.
    case errors
  }

  /// The cause of a change.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// An edit set it.
    case set
    /// A default gave it, or it is what a row starts with that hiding had cleared.
    case `default`
    /// A formula gave it.
    case calculated
    /// A condition decided it.
    case condition
    /// The value was cleared because its row was hidden.
    case cleared
    /// An input or the time was set.
    case input
    /// The form changed its shape.
    case structure
    /// An observer set it.
    case observer
    /// An action of a row set or reset it, because an edit changed that row.
    case trigger
    /// An edit was undone.
    case undo
    /// An edit was redone.
    case redo
  }

  /// A text that decided a change.
  public struct Text: Hashable, Sendable {
    /// The text as its author wrote it.
    public let text: String
    /// The owner of the text.
    public let owner: TextOwner
    /// The current result of the text: true or false, or a value; nil if its evaluation failed.
    public let outcome: Value?

    /// Makes a text.
    public init(text: String, owner: TextOwner = .itself, outcome: Value?) {
      self.text = text
      self.owner = owner
      self.outcome = outcome
    }
  }

  /// The tag of the row, the section or the input, or the address of an item's row; nil if it has
  /// none.
  public let tag: String?
  /// The row; nil if a section or an input changed.
  public let row: RowID?
  /// The section, or the section of the row; nil if an input changed.
  public let section: SectionID?
  /// The item of the row; nil if the row is not part of an item.
  public let item: ItemID?
  /// The property that changed.
  public let property: Property
  /// The value before.
  ///
  /// An attribute is true or false; errors are a list of messages.
  public let old: Value
  /// The value now.
  public let new: Value
  /// The cause of the change.
  public let cause: Cause
  /// The names of what decides this property and has changed, too: tags of rows and sections, and
  /// names of inputs and tables, at most the first `maximumBecause` in declaration order.
  public let because: [String]
  /// The rows and sections among them, also those that have no name.
  let becauseMembers: [Member]
  /// The texts that decided the change: the texts whose results changed.
  public let texts: [Text]

  /// The largest number of reasons of one change: else many rows that read many rows would give a
  /// list of all for each.
  public static let maximumBecause = 100

  /// Whether the change is about a section, not a row.
  public var isSection: Bool { row == nil && section != nil }
}

extension Change {
  /// Makes a change for a test or a preview.
  ///
  /// - Parameters:
  ///   - tag: The name of the row, the section or the input.
  ///   - row: The row, if a test needs it.
  ///   - section: The section, or the section of the row.
  ///   - item: The item of the row.
  ///   - property: The property that changed.
  ///   - old: The value before.
  ///   - new: The value now.
  ///   - cause: The cause of the change.
  ///   - because: The names of what decides the property and has changed, too.
  ///   - texts: The texts that decided the change.
  public init(
    tag: String?, row: RowID? = nil, section: SectionID? = nil, item: ItemID? = nil,
    property: Property = .value, old: Value, new: Value, cause: Cause = .set,
    because: [String] = [], texts: [Text] = []
  ) {
    self.init(
      tag: tag, row: row, section: section, item: item, property: property, old: old, new: new,
      cause: cause, because: because, becauseMembers: [], texts: texts)
  }
}
