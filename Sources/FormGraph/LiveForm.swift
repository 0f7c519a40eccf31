// A form with observers. It takes the edits that a form takes, and delivers what each transaction
// did once the form has settled. What observers write meanwhile waits and runs next, in order, and
// counts in the history as part of the edit that caused it.

import Foundation
import Observation
import Predicate

/// A form that tells its observers what each transaction did.
///
/// ```swift
/// let live = LiveForm(compiled.open(now: .now))
/// let subscription = live.observe("kind") { [unowned live] _, kind in
///   _ = try? live.set("discount", to: kind == "member" ? 10 : 0)
/// }
/// try live.set("kind", to: "member")
/// ```
///
/// **Delivery.** A transaction is delivered once, after the form has settled: to the observers and
/// the sequences in the order in which they began, then to what tracks the form through
/// Observation. One that touched nothing, such as setting a value that a row has, is not delivered.
/// An observer that is cancelled meanwhile gets nothing more; one that begins meanwhile gets what
/// follows.
///
/// **Edits by observers.** An edit made while a transaction is delivered returns nil; it runs as a
/// transaction of its own after those that wait already, and is delivered too. What it sets changed
/// because of `observer`. It is part of the step of the edit that caused it: one `undo()` takes
/// back both, and so it is with what observers write because of `undo()` and `redo()`, except that
/// a change of the form's shape is then a step of its own. An edit that is no step, such as `blur`,
/// has none to share; what observers write because of it is one step.
///
/// **Isolation.** A live form is used from one isolation domain, such as the main actor or an actor
/// that holds it: it has no locks, is not Sendable, and calls its observers where it is edited.
/// Change sets can be sent anywhere, and so can the sequence of them.
public final class LiveForm {
  /// How many transactions may follow one from another, each made by an observer of the one before.
  public static let maximumRounds = 100
  /// How many transactions of observers may follow from one edit in all.
  public static let maximumTransactions = 10_000

  /// The form; whoever wants to be told of its changes reads `form`.
  private(set) var current: Form
  var observers: [Observer] = []
  let registrar = ObservationRegistrar()
  /// What has been read since it last changed.
  var readings = Readings()

  private var waiting: [(edit: Edit, cause: Int)] = []
  /// The transaction that is being delivered, by its position in the trail.
  private var delivering: Int?
  /// The transactions that an edit and its observers have made so far.
  private var trail: [Link] = []

  private enum Edit {
    case draft(Draft, Editor)
    case undo
    case undoTo(UndoToken)
    case redo
  }

  private struct Link {
    /// What was set.
    let tags: [String]
    /// The transaction whose delivery led to this one.
    let cause: Int?
    let round: Int
  }

  /// Makes a live form.
  ///
  /// - Parameter form: The form as it begins, with its history.
  public init(_ form: Form) { current = form }

  /// The form as it stands, a copy that does not change.
  ///
  /// What reads it under Observation depends on all of it.
  public var form: Form {
    track(.form)
    return current
  }
}

// MARK: - Transactions

extension LiveForm {
  /// Makes several edits as one transaction: all of them or none, settled and delivered once.
  ///
  /// - Parameters:
  ///   - editor: On whose behalf.
  ///   - edit: Collects the edits, at once also where they wait.
  /// - Throws: Everything that stands against the edits, or what observers could not do because of
  ///   them.
  /// - Returns: What they changed; nil where they wait, since another transaction is being
  ///   delivered.
  /// - Complexity: O(what the edits affect), and what the observers do.
  @discardableResult
  public func update(
    as editor: Editor = .host, _ edit: (inout Draft) -> Void
  ) throws(LiveFormError) -> ChangeSet? {
    var draft = Draft()
    edit(&draft)
    return try run(.draft(draft, editor))
  }

  /// Takes the last step back, with all that observers wrote because of it.
  ///
  /// An observer that calls this takes back the step of which the transaction is part that it is
  /// told of.
  ///
  /// - Throws: What observers could not do because of it; a strict form as any edit.
  /// - Returns: What changed, nothing where there is no step; nil where it waits, since another
  ///   transaction is being delivered.
  /// - Complexity: As `Form.undo()`, and what the observers do.
  @discardableResult
  public func undo() throws(LiveFormError) -> ChangeSet? { try run(.undo) }

  /// Takes an edit back, with every step after it and all that observers wrote because of them, as
  /// one transaction.
  ///
  /// - Parameter token: The token of the edit, from its change set.
  /// - Throws: That the history has no such step to take back, or what observers could not do
  ///   because of it; a strict form as any edit.
  /// - Returns: What changed; nil where it waits, since another transaction is being delivered.
  /// - Complexity: As `Form.undo(to:)`, and what the observers do.
  @discardableResult
  public func undo(to token: UndoToken) throws(LiveFormError) -> ChangeSet? {
    try run(.undoTo(token))
  }

  /// Makes the step again that was last taken back.
  ///
  /// - Throws: What observers could not do because of it; a strict form as any edit.
  /// - Returns: What changed, nothing where there is no step; nil where it waits, since another
  ///   transaction is being delivered.
  /// - Complexity: As `Form.undo()`, and what the observers do.
  @discardableResult
  public func redo() throws(LiveFormError) -> ChangeSet? { try run(.redo) }
}

// MARK: - Delivering

extension LiveForm {
  /// Makes an edit and then everything observers ask for because of it; or lets it wait.
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
    switch edit {
    case .draft(var draft, let editor):
      draft.isByObserver = isByObserver
      return try current.commit(draft, as: editor)
    case .undo: return try current.undo()
    case .undoTo(let token): return try current.undo(to: token)
    case .redo: return try current.redo()
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
    // Whoever begins or ends meanwhile changes the list, and not this delivery.
    for observer in observers { observer.receive(changes, current) }
    tellReaders(of: changes)
  }

  /// What was set between the last two transactions of a chain that set the same; where none did,
  /// all that the chain set.
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
