// A live form as a value: it can be copied, edited and read. It has no observers; an edit returns
// what it changed.

public import Foundation
public import Predicate

/// A live form.
///
/// ```swift
/// var form = try CompiledForm.compile(json: data).open(now: .now)
/// let changes = try form.set("switchTag", to: true)
/// changes.shown  // the tags of rows that appeared
/// ```
public struct Form: Sendable {
  var shared: SharedEngine
  let given: Shared<FormDefinition>
  /// Which form this is, for the ids of its members; copies have the same number.
  let number: FormNumber
  /// Whether transactions are refused after which the evaluation of a condition fails.
  public let isStrict: Bool
  private var history: History
  let opened: OpenedValues

  init(
    _ shared: SharedEngine, start: SharedEngine, _ given: Shared<FormDefinition>, isStrict: Bool,
    historyLimit: Int
  ) {
    self.shared = shared
    opened = OpenedValues(start)
    self.given = given
    self.isStrict = isStrict
    let limits = shared.engine.topology.graph.limits
    history = History(
      limit: min(historyLimit, limits.historySteps), rowLimit: limits.rows,
      byteLimit: limits.heldBytes)
    number = FormNumber(history.number)
    // Written only if need be: forms that are opened share the engine.
    if engine.parksItems != (history.limit > 0) { engine.parksItems = history.limit > 0 }
  }

  /// The number of undo steps that are kept by default.
  public static let standardHistoryLimit = 100

  /// The definition that the form was compiled from.
  ///
  /// - Complexity: O(n), because a compiled form stores the definitions of its rows in its own way.
  public var definition: FormDefinition { given.value }

  /// The text that the UUIDs of this opening come from; nil of a form without `uuid()`.
  ///
  /// With it, and the same edits, another opening gives the same UUIDs.
  public var seed: String? { topology.graph.givesUUIDs ? engine.issued.seed : nil }

  /// The limits that the form was compiled with.
  package var limits: FormLimits { topology.graph.limits }

  /// The bytes of what the form and its history hold, if `FormLimits.heldBytes` limits them;
  /// otherwise 0.
  package var heldBytes: Int {
    limits.heldBytes < .max ? engine.heldBytes + history.heldBytes : 0
  }

  var engine: Engine {
    unsafeAddress { shared.pointer }
    unsafeMutableAddress { shared.ownPointer }
  }

  var topology: Topology { _read { yield engine.topology } }
  var outline: Outline { _read { yield engine.outline } }
  var state: FormState { unsafeAddress { UnsafePointer(engine.held.pointer) } }
}

extension CompiledForm {
  /// Opens a live form.
  ///
  /// - Parameter now: The time that `now()` returns until the host sets another. The engine reads
  ///   no clock.
  /// - Returns: The settled form.
  /// - Complexity: O(n) in the size of the form. O(1) if the form was opened before, has no
  ///   functions of the host, and reads no time or opens at the same time.
  public func open(now: Date) -> Form {
    let (engine, start) = opened.open(graph, now: now)
    return Form(
      engine, start: start, given, isStrict: false, historyLimit: Form.standardHistoryLimit)
  }

  /// Opens a live form with values for its inputs, and optionally as a strict form.
  ///
  /// - Parameters:
  ///   - now: The time that `now()` returns until the host sets another.
  ///   - inputs: The values of inputs by name: a dictionary, or what `Form.inputs` returns.
  ///   - seed: What the UUIDs of this opening come from, with their rows: the same text gives the
  ///     same ones. Nil: a new one, so that no other opening gives them.
  ///   - isStrict: Whether a failing condition refuses opening and edits.
  ///   - historyLimit: The number of undo steps that are kept. Older steps are dropped.
  /// - Throws: An error with every input that does not fit. For a strict form, also with every
  ///   condition whose evaluation fails.
  /// - Returns: The settled form.
  public func open(
    now: Date, inputs: some Sequence<(key: String, value: Value)> = [String: Value](),
    seed: String? = nil, isStrict: Bool = false, historyLimit: Int = Form.standardHistoryLimit
  ) throws(EditError) -> Form {
    try open(
      now: now, given: Array(inputs), seed: seed, isStrict: isStrict, historyLimit: historyLimit)
  }

  func open(
    now: Date, given: [(key: String, value: Value)], seed: String?, isStrict: Bool,
    historyLimit: Int
  ) throws(EditError) -> Form {
    let given = given.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let values = try Engine.checked(given, in: graph.topology)
    let engine: SharedEngine
    let start: SharedEngine
    if values.isEmpty, seed == nil || !graph.topology.graph.givesUUIDs {
      (engine, start) = opened.open(graph, now: now)
    } else {
      engine = SharedEngine(Engine(graph, now: now, inputs: values, seed: seed))
      start = engine
    }
    let form = Form(
      engine, start: start, self.given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return form
  }
}

// MARK: - Transactions

extension Form {
  /// Makes several edits as one transaction: all of them or none.
  ///
  /// The form settles once.
  ///
  /// - Parameters:
  ///   - editor: Who makes the edits.
  ///   - edit: Collects the edits.
  /// - Throws: An error with all reasons against the edits. The form is then as it was before.
  /// - Returns: What the edits changed.
  /// - Complexity: O(n) in what the edits affect.
  @discardableResult
  public mutating func update(
    as editor: Editor = .host, _ edit: (inout Draft) -> Void
  ) throws(EditError) -> ChangeSet {
    var draft = Draft()
    edit(&draft)
    return try commit(draft, as: editor)
  }

  /// Makes several edits as one transaction, with a closure that may throw.
  ///
  /// - Throws: What the closure throws, or an `EditError`. The form is then as it was before.
  /// - Returns: What the edits changed.
  @discardableResult
  public mutating func update(
    as editor: Editor = .host, _ edit: (inout Draft) throws -> Void
  ) throws -> ChangeSet {
    var draft = Draft()
    try edit(&draft)
    return try commit(draft, as: editor)
  }

  /// Makes the edits of a draft as one transaction.
  ///
  /// - Parameters:
  ///   - draft: The edits. The draft stays as it is, and can be used again.
  ///   - editor: Who makes the edits.
  /// - Throws: An error with all reasons against the edits. The form is then as it was before.
  /// - Returns: What the edits changed.
  /// - Complexity: O(n) in what the edits affect.
  @discardableResult
  public mutating func update(
    _ draft: Draft, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try commit(draft, as: editor)
  }

  mutating func commit(_ draft: Draft, as editor: Editor) throws(EditError) -> ChangeSet {
    var changes = try engine.commit(draft, to: number, as: editor, isStrict: isStrict)
    // Items that came or went because of an input are in no step: older steps know nothing of them.
    if engine.hasCountedOutside { history.clear() }
    history.record(
      engine.record, isOutside: engine.hasChangedOutside,
      isStep: draft.isUndoable && engine.hasChangedSources, coalescingKey: draft.coalescingKey,
      isCaused: draft.isByObserver)
    history.forgetOldest(besides: engine.heldBytes)
    changes.token = history.token
    return changes
  }
}

// MARK: - History

extension Form {
  /// How many steps can be undone.
  public var undoCount: Int { history.past.count }

  /// How many steps can be redone.
  public var redoCount: Int { history.future.count }

  /// Undoes the last step: values, attributes and shape are as they were before it.
  ///
  /// A step is a transaction that set values or changed the shape, together with the errors shown
  /// after it. Inputs and the time are not restored. If they have changed since the step, the form
  /// settles with their current values.
  ///
  /// - Throws: An error if there is no room for the items that a formula counts by now. For a
  ///   strict form, also if the evaluation of a condition fails. The step then stays.
  /// - Returns: What changed; an empty change set if there is no step.
  /// - Complexity: O(n) in what the step touched. Nothing is evaluated unless inputs or the time
  ///   have changed.
  @discardableResult
  public mutating func undo() throws(EditError) -> ChangeSet {
    guard let (journal, isExact) = history.undone else { return nothing() }
    let changes = try engine.revert(
      journal, in: number, isExact: isExact, cause: .undo, isStrict: isStrict)
    if engine.hasMendedAnswers { history.forgetVersions() }
    history.moveBack(engine.record)
    history.forgetOldest(besides: engine.heldBytes)
    return changes
  }

  /// Undoes an edit and all steps after it, as one transaction.
  ///
  /// ```swift
  /// let sent = try form.set("title", to: "Tea").token
  /// // The server has refused it:
  /// if let sent { try form.undo(to: sent) }
  /// ```
  ///
  /// `redo()` redoes all of them as one step.
  ///
  /// - Parameter token: The token of the edit.
  /// - Throws: An error if the history does not have the step or, for a strict form, if the
  ///   evaluation of a condition fails. The form is then as it was before.
  /// - Returns: What changed.
  /// - Complexity: Like `undo()`, for all the steps together.
  @discardableResult
  public mutating func undo(to token: UndoToken) throws(EditError) -> ChangeSet {
    guard let (journal, isExact) = history.undone(to: token) else {
      throw EditError(reasons: [
        EditError.Reason(
          kind: .noStep, tag: "", message: "this step is not in the history",
          hint: "it has been taken back already, or the history has dropped it")
      ])
    }
    let changes = try engine.revert(
      journal, in: number, isExact: isExact, cause: .undo, isStrict: isStrict)
    if engine.hasMendedAnswers { history.forgetVersions() }
    history.moveBack(engine.record, to: token)
    history.forgetOldest(besides: engine.heldBytes)
    return changes
  }

  /// Redoes the step that was last undone.
  ///
  /// - Throws: An error if there is no room for the items that a formula counts by now. For a
  ///   strict form, also if the evaluation of a condition fails. The step then stays.
  /// - Returns: What changed; an empty change set if there is no step.
  /// - Complexity: Like `undo()`.
  @discardableResult
  public mutating func redo() throws(EditError) -> ChangeSet {
    guard let (journal, isExact) = history.redone else { return nothing() }
    let changes = try engine.revert(
      journal, in: number, isExact: isExact, cause: .redo, isStrict: isStrict)
    if engine.hasMendedAnswers { history.forgetVersions() }
    history.moveForth(engine.record)
    history.forgetOldest(besides: engine.heldBytes)
    return changes
  }

  private mutating func nothing() -> ChangeSet {
    engine.form = number
    engine.begin()
    engine.end()
    return engine.changes()
  }
}
