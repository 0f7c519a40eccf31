// The verbs of a form and of a live form, each a transaction of one edit. `Draft` says what a verb
// means and what it refuses, and `update` says what a transaction throws and returns. The verbs
// stand twice because a form is a value, which an edit mutates, and a live form is an object.

public import Foundation
public import Predicate

extension Form {
  /// Sets one value, as `Draft.set(_:to:)`.
  @discardableResult
  public mutating func set(
    _ tag: String, to value: Value, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try commit(setting: .tag(tag), to: value, as: editor)
  }

  /// Sets values by their names, as `Draft.setValues(_:)`.
  @discardableResult
  public mutating func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a literal by their names, as `Draft.setValues(_:)`.
  @discardableResult
  public mutating func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of an object of JSON, as `answersJSON(includingHidden:)` writes it.
  ///
  /// - Parameters:
  ///   - json: The text, in which dates are ISO 8601 text.
  ///   - editor: On whose behalf. The default is the user, because answers come from outside.
  /// - Throws: That the text is not an object of JSON or has a key twice, or what
  ///   `Draft.setAnswers(_:)` refuses.
  /// - Returns: What it changed.
  /// - Complexity: O(the length of the text, and what the values affect).
  @discardableResult
  public mutating func setAnswers(
    json: some Sequence<UInt8>, as editor: Editor = .user
  ) throws(EditError) -> ChangeSet {
    let answers = try ValueDictionary(answers: Array(json), within: topology.limits.fileBytes)
    return try update(as: editor) { $0.setAnswers(answers) }
  }

  /// Gives a row the value it starts with, as `Draft.reset(_:)`.
  @discardableResult
  public mutating func reset(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.reset(.tag(tag)) }
  }

  /// Gives every row the value it starts with, as `Draft.resetAll()`.
  @discardableResult
  public mutating func resetAll() throws(EditError) -> ChangeSet {
    try update { $0.resetAll() }
  }

  /// Tells that the user has entered a row, as `Draft.focus(_:)`.
  @discardableResult
  public mutating func focus(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.focus(tag) }
  }

  /// Tells that the user has left a row, as `Draft.blur(_:)`.
  @discardableResult
  public mutating func blur(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.blur(tag) }
  }

  /// Tells that the user has tapped a row, as `Draft.tap(_:)`.
  @discardableResult
  public mutating func tap(_ tag: String) throws(EditError) -> ChangeSet {
    try update { $0.tap(tag) }
  }

  /// Tells that the user has tapped an option, as `Draft.select(_:of:)`.
  @discardableResult
  public mutating func select(_ option: Value, of tag: String) throws(EditError) -> ChangeSet {
    try update { $0.select(option, of: tag) }
  }

  /// Shows the errors of every visible row, or of a scope, as `Draft.validate(_:)`.
  @discardableResult
  public mutating func validate(_ scope: ValidationScope = .form) throws(EditError) -> ChangeSet {
    try update { $0.validate(scope) }
  }

  /// Stops showing errors, as `Draft.clearErrors()`.
  @discardableResult
  public mutating func clearErrors() throws(EditError) -> ChangeSet {
    try update { $0.clearErrors() }
  }

  /// Goes to the next page, as `Draft.goForward()`.
  @discardableResult
  public mutating func goForward() throws(EditError) -> ChangeSet {
    try update { $0.goForward() }
  }

  /// Goes back to the page before, as `Draft.goBack()`.
  @discardableResult
  public mutating func goBack() throws(EditError) -> ChangeSet {
    try update { $0.goBack() }
  }

  /// Tells the time it is, as `Draft.setNow(_:)`.
  @discardableResult
  public mutating func setNow(_ now: Date) throws(EditError) -> ChangeSet {
    try update { $0.setNow(now) }
  }
}

extension LiveForm {
  /// Sets one value, as `Draft.set(_:to:)`.
  @discardableResult
  public func set(
    _ tag: String, to value: Value, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.set(tag, to: value) }
  }

  /// Sets values by their names, as `Draft.setValues(_:)`.
  @discardableResult
  public func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a literal by their names, as `Draft.setValues(_:)`.
  @discardableResult
  public func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of an object of JSON, as `Form.setAnswers(json:as:)`.
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

  /// Gives a row the value it starts with, as `Draft.reset(_:)`.
  @discardableResult
  public func reset(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.reset(.tag(tag)) }
  }

  /// Gives every row the value it starts with, as `Draft.resetAll()`.
  @discardableResult
  public func resetAll() throws(LiveFormError) -> ChangeSet? {
    try update { $0.resetAll() }
  }

  /// Tells that the user has entered a row, as `Draft.focus(_:)`.
  @discardableResult
  public func focus(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.focus(tag) }
  }

  /// Tells that the user has left a row, as `Draft.blur(_:)`.
  @discardableResult
  public func blur(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.blur(tag) }
  }

  /// Tells that the user has tapped a row, as `Draft.tap(_:)`.
  @discardableResult
  public func tap(_ tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.tap(tag) }
  }

  /// Tells that the user has tapped an option, as `Draft.select(_:of:)`.
  @discardableResult
  public func select(_ option: Value, of tag: String) throws(LiveFormError) -> ChangeSet? {
    try update { $0.select(option, of: tag) }
  }

  /// Shows the errors of every visible row, or of a scope, as `Draft.validate(_:)`.
  @discardableResult
  public func validate(_ scope: ValidationScope = .form) throws(LiveFormError) -> ChangeSet? {
    try update { $0.validate(scope) }
  }

  /// Stops showing errors, as `Draft.clearErrors()`.
  @discardableResult
  public func clearErrors() throws(LiveFormError) -> ChangeSet? {
    try update { $0.clearErrors() }
  }

  /// Goes to the next page, as `Draft.goForward()`.
  @discardableResult
  public func goForward() throws(LiveFormError) -> ChangeSet? {
    try update { $0.goForward() }
  }

  /// Goes back to the page before, as `Draft.goBack()`.
  @discardableResult
  public func goBack() throws(LiveFormError) -> ChangeSet? {
    try update { $0.goBack() }
  }

  /// Tells the time it is, as `Draft.setNow(_:)`.
  @discardableResult
  public func setNow(_ now: Date) throws(LiveFormError) -> ChangeSet? {
    try update { $0.setNow(now) }
  }
}
