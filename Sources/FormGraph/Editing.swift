// The editing methods of `Form` and `LiveForm`. Each is a transaction of one edit. `Draft` says
// what each edit means and when it is refused; `update` says what a transaction throws and returns.
// The methods exist twice because a form is a value with mutating methods, and a live form is an
// object.

public import Foundation
public import Predicate

extension Form {
  /// Sets one value.
  ///
  /// See `Draft.set(_:to:)`.
  @inlinable @discardableResult
  public mutating func set(
    _ row: some RowNaming, to value: Value, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try set(named: row.rowName, to: value, as: editor)
  }

  /// The same, compiled once: a generic body would not be specialized for the names of a caller.
  @usableFromInline mutating func set(
    named row: RowName, to value: Value, as editor: Editor
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.set(row, to: value) }
  }

  /// Sets a row or an input to the value that a typed text stands for.
  ///
  /// See `Draft.enter(_:in:)`.
  @discardableResult
  public mutating func enter(
    _ text: String, in row: some RowNaming, as editor: Editor = .user
  ) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update(as: editor) { $0.enter(text, in: row) }
  }

  /// Sets many values by their names.
  ///
  /// See `Draft.setValues(_:)`.
  @discardableResult
  public mutating func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a literal by their names.
  ///
  /// See `Draft.setValues(_:)`.
  @discardableResult
  public mutating func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(EditError) -> ChangeSet {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a JSON object, in the format of `answersJSON(includingHidden:)`.
  ///
  /// - Parameters:
  ///   - json: The JSON text, in which dates are ISO 8601 text.
  ///   - editor: Who sets the values. By default the user, because answers come from outside.
  /// - Throws: An error if the text is not a JSON object or has a key twice, or if
  ///   `Draft.setAnswers(_:)` is refused.
  /// - Returns: What the edit changed.
  /// - Complexity: O(n) in the length of the text and in what the values affect; of nested answers
  ///   also in the number of rows.
  @discardableResult
  public mutating func setAnswers(
    json: some Sequence<UInt8>, as editor: Editor = .user
  ) throws(EditError) -> ChangeSet {
    let answers = try GivenValues(answers: Array(json), within: topology.graph.limits.fileBytes)
    return try update(as: editor) { $0.setAnswers(answers) }
  }

  /// Gives a row its first value, or a list its first items.
  ///
  /// See `Draft.reset(_:)`.
  @discardableResult
  public mutating func reset(_ row: some RowNaming) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update { $0.reset(row) }
  }

  /// Gives every row its first value.
  ///
  /// See `Draft.resetAll()`.
  @discardableResult
  public mutating func resetAll() throws(EditError) -> ChangeSet {
    try update { $0.resetAll() }
  }

  /// Reports that the user has entered a row.
  ///
  /// See `Draft.focus(_:)`.
  @discardableResult
  public mutating func focus(_ row: some RowNaming) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update { $0.focus(row) }
  }

  /// Reports that the user has left a row.
  ///
  /// See `Draft.blur(_:)`.
  @discardableResult
  public mutating func blur(_ row: some RowNaming) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update { $0.blur(row) }
  }

  /// Reports that the user has tapped a row.
  ///
  /// See `Draft.tap(_:)`.
  @discardableResult
  public mutating func tap(_ row: some RowNaming) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update { $0.tap(row) }
  }

  /// Reports that the user has tapped an action of a row.
  ///
  /// See `Draft.tap(_:action:)`.
  @discardableResult
  public mutating func tap(_ row: some RowNaming, action: String) throws(EditError) -> ChangeSet {
    let row = row.rowName
    return try update { $0.tap(row, action: action) }
  }

  /// Reports that the user has tapped an option.
  ///
  /// See `Draft.select(_:of:)`.
  @discardableResult
  public mutating func select(_ option: Value, of row: some RowNaming) throws(EditError)
    -> ChangeSet
  {
    let row = row.rowName
    return try update { $0.select(option, of: row) }
  }

  /// Shows the errors of every visible row, or of a scope.
  ///
  /// See `Draft.validate(_:)`.
  @discardableResult
  public mutating func validate(_ scope: ValidationScope = .form) throws(EditError) -> ChangeSet {
    try update { $0.validate(scope) }
  }

  /// Hides the errors of every row.
  ///
  /// See `Draft.clearErrors()`.
  @discardableResult
  public mutating func clearErrors() throws(EditError) -> ChangeSet {
    try update { $0.clearErrors() }
  }

  /// Goes to the next page.
  ///
  /// See `Draft.goForward()`.
  @discardableResult
  public mutating func goForward() throws(EditError) -> ChangeSet {
    try update { $0.goForward() }
  }

  /// Goes back to the previous page.
  ///
  /// See `Draft.goBack()`.
  @discardableResult
  public mutating func goBack() throws(EditError) -> ChangeSet {
    try update { $0.goBack() }
  }

  /// Goes to a page, back or forward.
  ///
  /// See `Draft.go(toPage:)`.
  @discardableResult
  public mutating func go(toPage index: Int) throws(EditError) -> ChangeSet {
    try update { $0.go(toPage: index) }
  }

  /// Goes to a page whatever stands against leaving the pages before it.
  ///
  /// See `Draft.jump(toPage:)`.
  @discardableResult
  public mutating func jump(toPage index: Int) throws(EditError) -> ChangeSet {
    try update { $0.jump(toPage: index) }
  }

  /// Sets the current time.
  ///
  /// See `Draft.setNow(_:)`.
  @discardableResult
  public mutating func setNow(_ now: Date) throws(EditError) -> ChangeSet {
    try update { $0.setNow(now) }
  }

  /// Replaces a table of the form.
  ///
  /// See `Draft.replaceTable(_:with:)`.
  @discardableResult
  public mutating func replaceTable(
    _ name: String, with table: FormTable
  ) throws(EditError) -> ChangeSet {
    try update { $0.replaceTable(name, with: table) }
  }

  /// Gives the answer to a pending validation.
  ///
  /// See `Draft.resolve(_:with:)`.
  @discardableResult
  public mutating func resolve(
    _ token: ValidationToken, with result: Value
  ) throws(EditError) -> ChangeSet {
    try update { $0.resolve(token, with: result) }
  }
}

extension LiveForm {
  /// Sets one value.
  ///
  /// See `Draft.set(_:to:)`.
  @discardableResult
  public func set(
    _ row: some RowNaming, to value: Value, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update(as: editor) { $0.set(row, to: value) }
  }

  /// Sets a row or an input to the value that a typed text stands for.
  ///
  /// See `Draft.enter(_:in:)`.
  @discardableResult
  public func enter(
    _ text: String, in row: some RowNaming, as editor: Editor = .user
  ) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update(as: editor) { $0.enter(text, in: row) }
  }

  /// Sets many values by their names.
  ///
  /// See `Draft.setValues(_:)`.
  @discardableResult
  public func setValues(
    _ values: ValueDictionary, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a literal by their names.
  ///
  /// See `Draft.setValues(_:)`.
  @discardableResult
  public func setValues(
    _ values: KeyValuePairs<String, Value>, as editor: Editor = .host
  ) throws(LiveFormError) -> ChangeSet? {
    try update(as: editor) { $0.setValues(values) }
  }

  /// Sets the values of a JSON object.
  ///
  /// See `Form.setAnswers(json:as:)`.
  @discardableResult
  public func setAnswers(
    json: some Sequence<UInt8>, as editor: Editor = .user
  ) throws(LiveFormError) -> ChangeSet? {
    let answers: GivenValues
    do throws(EditError) {
      answers = try GivenValues(
        answers: Array(json), within: current.topology.graph.limits.fileBytes)
    } catch {
      throw .refused(error)
    }
    return try update(as: editor) { $0.setAnswers(answers) }
  }

  /// Gives a row its first value, or a list its first items.
  ///
  /// See `Draft.reset(_:)`.
  @discardableResult
  public func reset(_ row: some RowNaming) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.reset(row) }
  }

  /// Gives every row its first value.
  ///
  /// See `Draft.resetAll()`.
  @discardableResult
  public func resetAll() throws(LiveFormError) -> ChangeSet? {
    try update { $0.resetAll() }
  }

  /// Reports that the user has entered a row.
  ///
  /// See `Draft.focus(_:)`.
  @discardableResult
  public func focus(_ row: some RowNaming) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.focus(row) }
  }

  /// Reports that the user has left a row.
  ///
  /// See `Draft.blur(_:)`.
  @discardableResult
  public func blur(_ row: some RowNaming) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.blur(row) }
  }

  /// Reports that the user has tapped a row.
  ///
  /// See `Draft.tap(_:)`.
  @discardableResult
  public func tap(_ row: some RowNaming) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.tap(row) }
  }

  /// Reports that the user has tapped an action of a row.
  ///
  /// See `Draft.tap(_:action:)`.
  @discardableResult
  public func tap(_ row: some RowNaming, action: String) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.tap(row, action: action) }
  }

  /// Reports that the user has tapped an option.
  ///
  /// See `Draft.select(_:of:)`.
  @discardableResult
  public func select(_ option: Value, of row: some RowNaming) throws(LiveFormError) -> ChangeSet? {
    let row = row.rowName
    return try update { $0.select(option, of: row) }
  }

  /// Shows the errors of every visible row, or of a scope.
  ///
  /// See `Draft.validate(_:)`.
  @discardableResult
  public func validate(_ scope: ValidationScope = .form) throws(LiveFormError) -> ChangeSet? {
    try update { $0.validate(scope) }
  }

  /// Hides the errors of every row.
  ///
  /// See `Draft.clearErrors()`.
  @discardableResult
  public func clearErrors() throws(LiveFormError) -> ChangeSet? {
    try update { $0.clearErrors() }
  }

  /// Goes to the next page.
  ///
  /// See `Draft.goForward()`.
  @discardableResult
  public func goForward() throws(LiveFormError) -> ChangeSet? {
    try update { $0.goForward() }
  }

  /// Goes back to the previous page.
  ///
  /// See `Draft.goBack()`.
  @discardableResult
  public func goBack() throws(LiveFormError) -> ChangeSet? {
    try update { $0.goBack() }
  }

  /// Goes to a page, back or forward.
  ///
  /// See `Draft.go(toPage:)`.
  @discardableResult
  public func go(toPage index: Int) throws(LiveFormError) -> ChangeSet? {
    try update { $0.go(toPage: index) }
  }

  /// Goes to a page whatever stands against leaving the pages before it.
  ///
  /// See `Draft.jump(toPage:)`.
  @discardableResult
  public func jump(toPage index: Int) throws(LiveFormError) -> ChangeSet? {
    try update { $0.jump(toPage: index) }
  }

  /// Sets the current time.
  ///
  /// See `Draft.setNow(_:)`.
  @discardableResult
  public func setNow(_ now: Date) throws(LiveFormError) -> ChangeSet? {
    try update { $0.setNow(now) }
  }

  /// Replaces a table of the form.
  ///
  /// See `Draft.replaceTable(_:with:)`.
  @discardableResult
  public func replaceTable(
    _ name: String, with table: FormTable
  ) throws(LiveFormError) -> ChangeSet? {
    try update { $0.replaceTable(name, with: table) }
  }

  /// Gives the answer to a pending validation.
  ///
  /// See `Draft.resolve(_:with:)`.
  @discardableResult
  public func resolve(
    _ token: ValidationToken, with result: Value
  ) throws(LiveFormError) -> ChangeSet? {
    try update { $0.resolve(token, with: result) }
  }
}
