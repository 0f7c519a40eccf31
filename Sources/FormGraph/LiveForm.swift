// A form with observers. It takes the edits that a form takes, and delivers what each transaction
// did once the form has settled. What observers write meanwhile waits and runs next, in order, and
// counts in the history as part of the edit that caused it.

public import Foundation
import Observation
public import Predicate

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
  var readings: Set<Reading> = []

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

// MARK: - Editing

extension LiveForm {
  /// Sets one value.
  ///
  /// - Parameters:
  ///   - tag: The tag of a row, or the name of an input.
  ///   - value: A value of the row's type.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Why the value was refused, or what observers could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  /// - Complexity: O(what the change affects), and what the observers do.
  @discardableResult
  public func set(
    _ tag: String, to value: Value, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.set(tag, to: value) }
  }

  /// Sets values by what they are called among the form's values, as `Form.setValues(_:as:)` does.
  ///
  /// - Parameters:
  ///   - values: The values, of the types of their rows.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Everything that does not fit, or what observers could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets values by what they are called among the form's values, as a literal says them.
  ///
  /// - Parameters:
  ///   - values: The values, of the types of their rows.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Everything that does not fit and every name given twice, or what observers could not
  ///   do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of an object of JSON, as `Form.setAnswers(json:as:)` does.
  ///
  /// - Parameters:
  ///   - json: The text, in which dates are ISO 8601 text.
  ///   - editor: On whose behalf: unless something else is said the user, for answers come from
  ///     outside.
  /// - Throws: That the text is no object of JSON, everything that does not fit, or what observers
  ///   could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func setAnswers(
    json: some Sequence<UInt8>, as editor: Editor = .user
  ) throws(LiveFormError) -> ChangeSet? {
    let answers: ValueDictionary
    do throws(EditError) {
      answers = try ValueDictionary(
        answers: Array(json), within: current.topology.limits.fileBytes)
    } catch {
      throw .refused(error)
    }
    return try update(as: editor) { $0.setAnswers(answers) }
  }

  /// Gives a row the value that it starts with.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag, or the row is calculated or has no value, or what
  ///   observers could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func reset(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.reset(.tag(tag)) }
  }

  /// Gives every row the value that it starts with, and sections with items the items they start
  /// with.
  ///
  /// - Throws: What observers could not do because of it; a strict form as any edit.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func resetAll() throws(LiveFormError) -> ChangeSet? { try update { $0.resetAll() } }

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

  /// Tells that the user has entered a row, and so left the one entered before.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag, the row takes no focus, is hidden or disabled, or what
  ///   observers could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func focus(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.focus(tag) }
  }

  /// Tells that the user has left a row.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag, or what observers could not do because of it.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func blur(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.blur(tag) }
  }

  /// Tells that the user has tapped a row; the change set tells it as an action.
  ///
  /// - Parameter tag: The tag of a button or another row, or the address of an item's row.
  /// - Throws: Where no row has the tag, the row is hidden, or disabled without saying
  ///   `tapsWhenDisabled`, or what observers could not do because of it.
  /// - Returns: The action, or the refused submit, and what it changed; nil where it waits, since
  ///   another transaction is being delivered.
  @discardableResult
  public func tap(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.tap(tag) }
  }

  /// Tells that the user has tapped an option; as `Form.select`.
  ///
  /// - Parameters:
  ///   - option: The value of the option.
  ///   - tag: The tag of a section to choose from, or of a row that has options.
  /// - Throws: Where there is no such row or option, the one or the other is hidden or disabled, or
  ///   what observers could not do because of it.
  /// - Returns: The action, and what it changed; nil where it waits, since another transaction is
  ///   being delivered.
  @discardableResult
  public func select(_ option: Value, of tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.select(option, of: tag) }
  }

  /// Shows the errors of every visible row, or of those that a scope says.
  ///
  /// - Parameter scope: The rows.
  /// - Throws: Where the form has no such section or row, or what observers could not do because of
  ///   it; a strict form as any edit.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func validate(_ scope: ValidationScope = .form) throws(LiveFormError) -> ChangeSet? {
    try update { $0.validate(scope) }
  }

  /// Shows no errors any more, of no row; what is wrong with the values stays wrong.
  ///
  /// - Throws: What observers could not do because of it; a strict form as any edit.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func clearErrors() throws(LiveFormError) -> ChangeSet? {
    try update { $0.clearErrors() }
  }

  /// Tells the time it is.
  ///
  /// - Parameter now: What `now()` gives from here on: any date, also one that no row can hold,
  ///   which conditions compare and which is a problem of the row whose formula gives it.
  /// - Throws: What observers could not do because of it; a strict form as any edit.
  /// - Returns: What it changed; nil where it waits, since another transaction is being delivered.
  @discardableResult
  public func setNow(_ now: Date) throws(LiveFormError) -> ChangeSet? {
    try update { $0.setNow(now) }
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
