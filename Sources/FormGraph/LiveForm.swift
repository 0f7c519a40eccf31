// A form with observers. It takes the same edits as `Form`, and delivers the change set of each
// transaction after settling. Edits that observers make meanwhile wait and run next, in order. In
// the history, they are part of the edit that caused them.

import Foundation
import Observation
import Predicate

/// A form that notifies its observers of what each transaction did.
///
/// ```swift
/// let live = LiveForm(compiled.open(now: .now))
/// let subscription = live.observe("kind") { [unowned live] _, kind in
///   _ = try? live.set("discount", to: kind == "member" ? 10 : 0)
/// }
/// try live.set("kind", to: "member")
/// ```
///
/// **Delivery.** A transaction is delivered once, after the form has settled. First the observers
/// and the sequences get it, in the order in which they were added, and then readers are notified
/// through Observation. A transaction that changed nothing, such as setting a value again, is not
/// delivered. An observer that is cancelled during a delivery gets nothing more. An observer that
/// is added during a delivery gets the transactions after it.
///
/// **Edits by observers.** An edit made during a delivery returns nil. It runs later as its own
/// transaction, after the edits that already wait, and is delivered, too. Its changes have the
/// cause `observer`. It belongs to the step of the edit that caused it, so one `undo()` takes back
/// both. The same holds for edits that observers make because of `undo()` or `redo()`. Only a
/// change of the shape is then a step of its own. If an edit is not a step, such as `blur`, what
/// observers write because of it is one step.
///
/// **Functions of the host.** A function that the form calls can read the live form, and sees it as
/// it was before the edit. An edit by the function is refused.
///
/// **Isolation.** Use a live form in one isolation domain, such as the main actor or an actor that
/// holds it. It has no locks, is not Sendable, and calls its observers in the domain where it is
/// edited. Change sets, and the sequence of them, can be sent anywhere.
public final class LiveForm {
  /// The largest number of rounds of observer edits.
  ///
  /// A round consists of the edits that the round before has caused.
  public static let maximumRounds = 100
  /// The largest number of transactions that observers may make because of one edit.
  public static let maximumTransactions = 10_000

  /// The form.
  ///
  /// Code that wants to be notified reads `form` instead.
  private(set) var current: Form
  var observers: [Observer] = []
  let registrar = ObservationRegistrar()
  /// The parts that were read since they last changed.
  var readings = Readings()
  /// What answers asynchronous rules.
  var validators = Validators()

  private var waiting: [(edit: Edit, cause: Int)] = []
  /// The index in `trail` of the transaction that is being delivered.
  private var delivering: Int?
  /// Whether a transaction is being made in a form that calls functions of the host.
  private var isSettling = false
  /// The transactions that the current edit and its observers have made so far.
  private var trail: [Link] = []

  private enum Edit {
    case draft(Draft, Editor)
    case undo
    case undoTo(UndoToken)
    case redo
  }

  private struct Link {
    /// The names of what was written.
    let tags: [String]
    /// The index in `trail` of the transaction whose delivery caused this one.
    let cause: Int?
    let round: Int
  }

  /// Makes a live form.
  ///
  /// - Parameter form: The form to begin with. Its history is kept.
  public init(_ form: Form) { current = form }

  deinit { for task in validators.tasks.values { task.cancel() } }

  /// A copy of the current form.
  ///
  /// It does not change later.
  ///
  /// Code that reads this under Observation depends on the whole form.
  public var form: Form {
    track(.form)
    return current
  }
}

// MARK: - Transactions

extension LiveForm {
  /// Makes several edits as one transaction: all of them or none.
  ///
  /// The form settles once, and the transaction is delivered once.
  ///
  /// - Parameters:
  ///   - editor: Who makes the edits.
  ///   - edit: Collects the edits. It runs at once, even if the edits have to wait.
  /// - Throws: An error with all reasons against the edits, or with the reasons why edits of
  ///   observers were refused.
  /// - Returns: What the edits changed; nil if they wait because another transaction is being
  ///   delivered.
  /// - Complexity: O(n) in what the edits affect, plus what the observers do.
  @discardableResult
  public func update(
    as editor: Editor = .host, _ edit: (inout Draft) -> Void
  ) throws(LiveFormError) -> ChangeSet? {
    var draft = Draft()
    edit(&draft)
    return try run(.draft(draft, editor))
  }

  /// Makes several edits as one transaction, with a closure that may throw.
  ///
  /// - Throws: What the closure throws, and nothing is changed then; or a `LiveFormError`.
  /// - Returns: What the edits changed; nil if they wait because another transaction is being
  ///   delivered.
  @discardableResult
  public func update(
    as editor: Editor = .host, _ edit: (inout Draft) throws -> Void
  ) throws -> ChangeSet? {
    var draft = Draft()
    try edit(&draft)
    return try run(.draft(draft, editor))
  }

  /// Makes the edits of a draft as one transaction.
  ///
  /// - Parameters:
  ///   - draft: The edits. The draft stays as it is, and can be used again.
  ///   - editor: Who makes the edits.
  /// - Throws: An error with all reasons against the edits, or with the reasons why edits of
  ///   observers were refused.
  /// - Returns: What the edits changed; nil if they wait because another transaction is being
  ///   delivered.
  /// - Complexity: O(n) in what the edits affect, plus what the observers do.
  @discardableResult
  public func update(
    _ draft: Draft, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try run(.draft(draft, editor))
  }

  /// Undoes the last step, with everything that observers wrote because of it.
  ///
  /// If an observer calls this, it undoes the step of the transaction that is being delivered.
  ///
  /// - Throws: An error if edits of observers were refused. For a strict form, also as for any
  ///   edit.
  /// - Returns: What changed: an empty change set if there is no step, or nil if the undo waits
  ///   because another transaction is being delivered.
  /// - Complexity: Like `Form.undo()`, plus what the observers do.
  @discardableResult
  public func undo() throws(LiveFormError) -> ChangeSet? { try run(.undo) }

  /// Undoes an edit and all steps after it, with everything that observers wrote because of them,
  /// as one transaction.
  ///
  /// - Parameter token: The token of the edit, from its change set.
  /// - Throws: An error if the history does not have the step, or if edits of observers were
  ///   refused. For a strict form, also as for any edit.
  /// - Returns: What changed; nil if the undo waits because another transaction is being delivered.
  /// - Complexity: Like `Form.undo(to:)`, plus what the observers do.
  @discardableResult
  public func undo(to token: UndoToken) throws(LiveFormError) -> ChangeSet? {
    try run(.undoTo(token))
  }

  /// Redoes the step that was last undone.
  ///
  /// - Throws: An error if edits of observers were refused. For a strict form, also as for any
  ///   edit.
  /// - Returns: What changed: an empty change set if there is no step, or nil if the redo waits
  ///   because another transaction is being delivered.
  /// - Complexity: Like `Form.undo()`, plus what the observers do.
  @discardableResult
  public func redo() throws(LiveFormError) -> ChangeSet? { try run(.redo) }
}

// MARK: - Delivering

extension LiveForm {
  /// Makes an edit and then all edits that observers make because of it.
  ///
  /// During a delivery, the edit waits.
  private func run(_ edit: Edit) throws(LiveFormError) -> ChangeSet? {
    if let delivering {
      waiting.append((edit, delivering))
      return nil
    }
    let changes: ChangeSet
    do throws(EditError) {
      changes = try commit(edit, isByObserver: false)
    } catch {
      throw .refused(error)
    }
    deliver(changes, causedBy: nil)
    defer {
      trail.removeAll()
      waiting.removeAll()
      followQuestions()
    }
    var refusals: [EditError] = []
    var next = 0
    while next < waiting.count {
      let (edit, cause) = waiting[next]
      next += 1
      guard trail[cause].round < Self.maximumRounds, trail.count <= Self.maximumTransactions
      else { throw .chase(tags: chasingTags(from: cause), refusals: refusals) }
      do throws(EditError) {
        deliver(try commit(edit, isByObserver: true), causedBy: cause)
      } catch {
        refusals.append(error)
      }
    }
    guard refusals.isEmpty else { throw .observersRefused(refusals) }
    return changes
  }

  private func commit(_ edit: Edit, isByObserver: Bool) throws(EditError) -> ChangeSet {
    guard !current.topology.graph.functions.isEmpty else {
      return try Self.commit(edit, isByObserver, to: &current)
    }
    // Functions of the host run while the form settles, and they may reach this object. They read
    // `current`, so the edit is made in a copy. The copy costs a microsecond for 300 rows.
    guard !isSettling else { throw EditError(reasons: [.settling]) }
    isSettling = true
    defer { isSettling = false }
    var next = current
    let changes = try Self.commit(edit, isByObserver, to: &next)
    current = next
    return changes
  }

  private static func commit(
    _ edit: Edit, _ isByObserver: Bool, to form: inout Form
  ) throws(EditError) -> ChangeSet {
    switch edit {
    case .draft(var draft, let editor):
      draft.isByObserver = isByObserver
      return try form.commit(draft, as: editor)
    case .undo: return try form.undo()
    case .undoTo(let token): return try form.undo(to: token)
    case .redo: return try form.redo()
    }
  }

  private func deliver(_ changes: ChangeSet, causedBy cause: Int?) {
    guard !changes.journal.isEmpty || changes.hasEvents else { return }
    delivering = trail.count
    defer { delivering = nil }
    trail.append(
      Link(
        tags: cause == nil ? [] : changes.writtenTags, cause: cause,
        round: cause.map { trail[$0].round + 1 } ?? 0))
    observers.removeAll { $0.isCancelled }
    // The loop iterates over a copy, so adding or cancelling observers does not affect it.
    for observer in observers { observer.receive(changes, current) }
    tellReaders(of: changes)
  }

  /// The names written between the last two transactions of a chain that wrote the same names.
  ///
  /// If no two did, all names that the chain wrote.
  private func chasingTags(from last: Int) -> [String] {
    var tags: [String] = []
    var seen: Set<ExactText> = []
    var chain = sequence(first: last) { self.trail[$0].cause }.map { trail[$0].tags }
    if let again = chain.dropFirst().firstIndex(of: chain[0]) { chain.removeSubrange(again...) }
    for tag in chain.reversed().joined() where seen.insert(ExactText(tag)).inserted {
      tags.append(tag)
    }
    return tags
  }
}
