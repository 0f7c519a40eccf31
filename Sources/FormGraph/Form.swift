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
  let given: GivenForm
  /// Whether a transaction after which a condition cannot be evaluated is refused.
  public let isStrict: Bool
  private var history: History
  /// What it held when it opened.
  let opened: OpenedValues

  init(
    _ engine: Engine, _ given: GivenForm, isStrict: Bool, historyLimit: Int
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
  public var definition: FormDefinition { given.definition }

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
      opened.open(self, now: now), given, isStrict: false,
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
    let values = try Engine.checked(given, in: topology)
    let engine =
      values.isEmpty ? opened.open(self, now: now) : Engine(self, now: now, inputs: values)
    let form = Form(engine, self.given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return form
  }
}

// MARK: - Editing

extension Form {
  /// Sets one value.
  ///
  /// - Parameters:
  ///   - tag: The tag of a row, or the name of an input.
  ///   - value: A value of the row's type.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Why the value was refused; the form is then as it was.
  /// - Returns: What it changed.
  /// - Complexity: O(what the change affects).
  @discardableResult
  public mutating func set(
    _ tag: String, to value: Value, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    var changes = try engine.commit(
      setting: .tag(tag), to: value, as: editor, isStrict: isStrict)
    record(isUndoable: true)
    changes.token = history.token
    return changes
  }

  /// Sets values by what they are called among the form's values, all of them or none.
  ///
  /// What `values(includingHidden:)` gives can be set again: a name means a row's own name or else
  /// its tag, and under the tag of a section with items stands their list. Items at places that
  /// both lists have stay and are given what is said of their rows, the others come or go at the
  /// end. An input can be named too, and a row of an item by its address. What is said of a
  /// calculated row must be what its formula then gives.
  ///
  /// - Parameters:
  ///   - values: The values, of the types of their rows.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Everything that does not fit, each reason with the name it is about; the form is
  ///   then as it was.
  /// - Returns: What it changed.
  /// - Complexity: O(what the values affect).
  @discardableResult
  public mutating func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets values by what they are called among the form's values, as a literal says them, all of
  /// them or none.
  ///
  /// - Parameters:
  ///   - values: The values, of the types of their rows.
  ///   - editor: On whose behalf; the user cannot change hidden and disabled rows.
  /// - Throws: Everything that does not fit and every name given twice; the form is then as it was.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of an object of JSON, as `answersJSON(includingHidden:)` writes it, all of
  /// them or none.
  ///
  /// - Parameters:
  ///   - json: The text, in which dates are ISO 8601 text.
  ///   - editor: On whose behalf: unless something else is said the user, for answers come from
  ///     outside.
  /// - Throws: That the text is no object of JSON or has a key twice, or everything that does not
  ///   fit; the form is then as it was.
  /// - Returns: What it changed.
  /// - Complexity: O(the length of the text, and what the values affect).
  @discardableResult
  public mutating func setAnswers(
    json: some Sequence<UInt8>, as editor: Editor = .user
  ) throws(EditError) -> ChangeSet {
    let answers = try ValueDictionary(
      answers: Array(json), within: topology.limits.fileBytes)
    return try update(as: editor) { $0.setAnswers(answers) }
  }

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

  /// Gives a row the value that its definition starts it with.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag, or the row is calculated or has no value.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func reset(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.reset(.tag(tag)) }
  }

  /// Gives every row the value that its definition starts it with, and sections with items the
  /// items they start with.
  ///
  /// - Throws: Never of itself; a strict form as any edit.
  /// - Returns: What it changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func resetAll() throws(EditError) -> ChangeSet {
    try update { $0.resetAll() }
  }

  /// Tells that the user has entered a row, and so left the one entered before.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag, or the row takes no focus, is hidden or disabled.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func focus(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.focus(tag) }
  }

  /// Tells that the user has left a row.
  ///
  /// - Parameter tag: The row's tag.
  /// - Throws: Where no row has the tag.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func blur(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.blur(tag) }
  }

  /// Tells that the user has tapped a row; the change set tells it as an action.
  ///
  /// A button that submits is disabled while the form cannot be submitted. To tap it then is no
  /// error: nothing is submitted, the errors of all visible rows are shown, and the change set says
  /// which row is the first to look at.
  ///
  /// - Parameter tag: The tag of a button or another row, or the address of an item's row.
  /// - Throws: Where no row has the tag, or the row is hidden, or disabled without saying
  ///   `tapsWhenDisabled`.
  /// - Returns: The action, or the refused submit, and what it changed.
  @discardableResult
  public mutating func tap(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.tap(tag) }
  }

  /// Tells that the user has tapped an option; the change set tells it as an action.
  ///
  /// Of one choice it takes the place of the option chosen before, of several it is chosen or given
  /// up.
  ///
  /// One choice is given up when it is tapped again in a section to choose from, unless the section
  /// allows no deselection.
  ///
  /// - Parameters:
  ///   - option: The value of the option.
  ///   - tag: The tag of a section to choose from, or of a row that has options.
  /// - Throws: Where there is no such row or option, or the one or the other is hidden or disabled,
  ///   or where what is chosen would be longer than a value may be.
  /// - Returns: The action, and what it changed.
  @discardableResult
  public mutating func select(_ option: Value, of tag: String) throws(EditError) -> ChangeSet {
    try update { $0.select(option, of: tag) }
  }

  /// Shows the errors of every visible row, or of those that a scope says.
  ///
  /// `verdicts(of:)` tells them without showing them.
  ///
  /// - Parameter scope: The rows.
  /// - Throws: Where the form has no such section or row; a strict form as any edit.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func validate(
    _ scope: ValidationScope = .form
  ) throws(EditError) -> ChangeSet {
    try update { $0.validate(scope) }
  }

  /// Shows no errors any more, of no row; what is wrong with the values stays wrong.
  ///
  /// - Throws: Never of itself; a strict form as any edit.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func clearErrors() throws(EditError) -> ChangeSet {
    try update { $0.clearErrors() }
  }

  /// Tells the time it is.
  ///
  /// - Parameter now: What `now()` gives from here on: any date, also one that no row can hold,
  ///   which conditions compare and which is a problem of the row whose formula gives it.
  /// - Throws: Never of itself; a strict form as any edit.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func setNow(_ now: Date) throws(EditError) -> ChangeSet {
    try update { $0.setNow(now) }
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
