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
  /// The definition the form was compiled from.
  public let definition: FormDefinition
  /// Whether a transaction after which a condition cannot be evaluated is refused.
  public let isStrict: Bool

  fileprivate init(_ engine: Engine, _ definition: FormDefinition, isStrict: Bool) {
    self.engine = engine
    self.definition = definition
    self.isStrict = isStrict
  }

  var topology: Topology { engine.topology }
  var state: FormState { engine.state }
}

extension CompiledForm {
  /// Opens a live form.
  ///
  /// - Parameter now: What `now()` gives until the host says otherwise; the engine reads no clock.
  /// - Returns: The form with every condition settled.
  /// - Complexity: O(n) in the size of the form.
  public func open(now: Date) -> Form {
    Form(Engine(topology: topology, now: now, inputs: [:]), definition, isStrict: false)
  }

  /// Opens a live form that refuses to stand with a condition that cannot be evaluated.
  ///
  /// - Parameters:
  ///   - now: What `now()` gives until the host says otherwise.
  ///   - inputs: The values of inputs, by name.
  ///   - isStrict: Whether a condition that cannot be evaluated refuses opening and edits.
  /// - Throws: Every input that does not fit; of a strict form every condition that fails.
  /// - Returns: The form with every condition settled.
  public func open(
    now: Date, inputs: [String: Value], isStrict: Bool = false
  ) throws(EditError) -> Form {
    let given = inputs.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let values = try Engine.checked(given, in: topology)
    let engine = Engine(topology: topology, now: now, inputs: values)
    let form = Form(engine, definition, isStrict: isStrict)
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
  ///   - editor: On whose behalf; the user cannot reach hidden and disabled rows.
  /// - Throws: Why the value was refused; the form is then as it was.
  /// - Returns: What it changed.
  /// - Complexity: O(what the change affects).
  @discardableResult
  public mutating func set(
    _ tag: String, to value: Value, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.set(tag, to: value) }
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
    return try engine.commit(draft, as: editor, isStrict: isStrict)
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

  /// Shows the errors of every visible row.
  ///
  /// - Throws: Never of itself; a strict form as any edit.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func validate() throws(EditError) -> ChangeSet {
    try update { $0.validate() }
  }

  /// Tells the time it is.
  ///
  /// - Parameter now: What `now()` gives from here on.
  /// - Throws: Never of itself; a strict form as any edit.
  /// - Returns: What it changed.
  @discardableResult
  public mutating func setNow(_ now: Date) throws(EditError) -> ChangeSet {
    try update { $0.setNow(now) }
  }
}
