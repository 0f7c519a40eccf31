// A live form: a value that can be copied, edited and asked. It has no observers; an edit returns
// what it did.

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
  var engine: Engine
  let given: Shared<FormDefinition>
  /// Whether a transaction after which a condition cannot be evaluated is refused.
  public let isStrict: Bool
  private var history: History
  /// What it held when it opened.
  let opened: OpenedValues

  init(
    _ engine: Engine, _ given: Shared<FormDefinition>, isStrict: Bool, historyLimit: Int
  ) {
    self.engine = engine
    self.given = given
    self.isStrict = isStrict
    history = History(limit: min(historyLimit, engine.topology.limits.historySteps))
    opened = OpenedValues(held: engine.held, outline: engine.shape.outline)
  }

  /// How many steps can be taken back where nothing else is said.
  public static let standardHistoryLimit = 100

  /// The definition the form was compiled from.
  ///
  /// - Complexity: O(n), for a compiled form keeps what its rows say in a way of its own.
  public var definition: FormDefinition { given.value }

  var topology: Topology { engine.topology }
  var outline: Outline { engine.outline }
  var state: FormState { unsafeAddress { UnsafePointer(engine.held.pointer) } }
}

extension CompiledForm {
  /// Opens a live form.
  ///
  /// - Parameter now: What `now()` gives until the host says otherwise; the engine reads no clock.
  /// - Returns: The form with every condition settled.
  /// - Complexity: O(n) in the size of the form; less where one was opened before and neither the
  ///   time nor a function of the host's can make a difference.
  public func open(now: Date) -> Form {
    Form(
      opened.open(graph, now: now), given, isStrict: false,
      historyLimit: Form.standardHistoryLimit)
  }

  /// Opens a live form that refuses to stand with a condition that cannot be evaluated.
  ///
  /// - Parameters:
  ///   - now: What `now()` gives until the host says otherwise.
  ///   - inputs: The values of inputs, by name.
  ///   - isStrict: Whether a condition that cannot be evaluated refuses opening and edits.
  ///   - historyLimit: How many steps can be taken back; older ones are forgotten.
  /// - Throws: Every input that does not fit; of a strict form every condition that fails.
  /// - Returns: The form with every condition settled.
  public func open(
    now: Date, inputs: [String: Value] = [:], isStrict: Bool = false,
    historyLimit: Int = Form.standardHistoryLimit
  ) throws(EditError) -> Form {
    let given = inputs.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let values = try Engine.checked(given, in: graph.topology)
    let engine =
      values.isEmpty ? opened.open(graph, now: now) : Engine(graph, now: now, inputs: values)
    let form = Form(engine, self.given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return form
  }
}

// MARK: - Transactions

extension Form {
  /// Makes several edits as one transaction: all of them or none, settled once.
  ///
  /// - Parameters:
  ///   - editor: On whose behalf.
  ///   - edit: Collects the edits.
  /// - Throws: Everything that stands against the edits; the form is then as it was.
  /// - Returns: What they changed.
  /// - Complexity: O(what the edits affect).
  @discardableResult
  public mutating func update(
    as editor: Editor = .host, _ edit: (inout Draft) -> Void
  ) throws(EditError) -> ChangeSet {
    var draft = Draft()
    edit(&draft)
    return try commit(draft, as: editor)
  }

  /// Makes the edits of a draft as one transaction.
  mutating func commit(_ draft: Draft, as editor: Editor) throws(EditError) -> ChangeSet {
    var changes = try engine.commit(draft, as: editor, isStrict: isStrict)
    record(
      isUndoable: draft.isUndoable, coalescingKey: draft.coalescingKey,
      isCaused: draft.isByObserver)
    changes.token = history.token
    return changes
  }

  /// Takes note of the last transaction for the way back.
  private mutating func record(
    isUndoable: Bool, coalescingKey: String? = nil, isCaused: Bool = false
  ) {
    history.record(
      engine.record, isOutside: engine.hasChangedOutside,
      isStep: isUndoable && engine.hasChangedSources, coalescingKey: coalescingKey,
      isCaused: isCaused)
  }

  /// Sets one value as a transaction, without a draft.
  mutating func commit(
    setting row: RowName, to value: Value, as editor: Editor
  ) throws(EditError) -> ChangeSet {
    var changes = try engine.commit(setting: row, to: value, as: editor, isStrict: isStrict)
    record(isUndoable: true)
    changes.token = history.token
    return changes
  }
}

// MARK: - History

extension Form {
  /// How many steps can be taken back.
  public var undoCount: Int { history.past.count }

  /// How many steps can be made again.
  public var redoCount: Int { history.future.count }

  /// Takes the last step back: values, attributes and shape are what they were before it.
  ///
  /// A step is a transaction that set values or changed the form's shape, with what was shown after
  /// it. Inputs and the time are not given back; where they have changed since, the form settles
  /// under what they are now.
  ///
  /// - Throws: Of a strict form, that a condition could not be evaluated; the step stays.
  /// - Returns: What changed; nothing where there is no step.
  /// - Complexity: O(what the step touched), without evaluating anything unless inputs or the time
  ///   have changed.
  @discardableResult
  public mutating func undo() throws(EditError) -> ChangeSet {
    guard let (journal, isExact) = history.undone else { return nothing() }
    let changes = try engine.revert(
      journal, isExact: isExact, cause: .undo, isStrict: isStrict)
    history.moveBack(engine.record)
    return changes
  }

  /// Takes an edit back, with every step after it, as one transaction.
  ///
  /// ```swift
  /// let sent = try form.set("title", to: "Tea").token
  /// // The server has refused it:
  /// if let sent { try form.undo(to: sent) }
  /// ```
  ///
  /// `redo()` makes all of them again, as one step.
  ///
  /// - Parameter token: The token of the edit.
  /// - Throws: That the history has no such step to take back; of a strict form, that a condition
  ///   could not be evaluated. The form is then as it was.
  /// - Returns: What changed.
  /// - Complexity: As `undo()`, for all the steps.
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
      journal, isExact: isExact, cause: .undo, isStrict: isStrict)
    history.moveBack(engine.record, to: token)
    return changes
  }

  /// Makes the step again that was last taken back.
  ///
  /// - Throws: Of a strict form, that a condition could not be evaluated; the step stays.
  /// - Returns: What changed; nothing where there is no step.
  /// - Complexity: As `undo()`.
  @discardableResult
  public mutating func redo() throws(EditError) -> ChangeSet {
    guard let (journal, isExact) = history.redone else { return nothing() }
    let changes = try engine.revert(
      journal, isExact: isExact, cause: .redo, isStrict: isStrict)
    history.moveForth(engine.record)
    return changes
  }

  private mutating func nothing() -> ChangeSet {
    engine.begin()
    engine.end()
    return engine.changes()
  }
}
