// The edits of one transaction, collected before the first of them is applied.

public import Foundation
public import Predicate

/// The edits of a transaction.
///
/// The edits are applied in the order given, and then the form settles once. A row is named by its
/// tag or its id. The address `phones[2].number` names a row of an item; `phones[2]` is enough if
/// the items are plain values. A position counts the members that are left after the edits before
/// it.
///
/// A draft is a value that can be kept: `update(_:as:)` makes its edits, in any form and as often
/// as the host likes.
public struct Draft: Sendable {
  enum Edit: Sendable {
    case set(RowName, Value)
    case enter(RowName, String)
    indirect case values(GivenValues)
    case focus(RowName)
    case blur(RowName)
    case tap(RowName, action: String?)
    case select(RowName, Value)
    case validate(ValidationScope)
    case clearErrors
    case goForward
    case goBack
    case goTo(page: Int)
    case jump(page: Int)
    case reset(Engine.Resetting)
    case setNow(Date)
    indirect case table(String, FormTable)
    case resolve(ValidationToken, Value)
    case noteUTC(of: RowName)
    indirect case shape(ShapeEdit)

    /// Whether undo takes back what the edit changes.
    var isUndoable: Bool {
      switch self {
      case .set, .enter, .values, .select, .reset, .shape: true
      case .focus, .blur, .tap, .validate, .clearErrors, .goForward, .goBack, .goTo, .jump,
        .setNow,
        .table, .resolve, .noteUTC:
        false
      }
    }
  }

  private(set) var edits = Few<Edit>()
  /// A transaction with the same key as the last step of the history becomes part of that step.
  var coalescingKey: String?
  /// Whether it has an edit that undo takes back.
  private(set) var isUndoable = false
  /// Whether an observer makes the edits because of the transaction before.
  var isByObserver = false

  /// Makes a draft without edits.
  public init() {}

  private mutating func add(_ edit: consuming Edit) {
    isUndoable = isUndoable || edit.isUndoable
    edits.append(edit)
  }

  // MARK: - Verbs

  // The only place that says what each verb does and when it is refused. `Form` and `LiveForm` have
  // the same verbs, each as a transaction of one edit.

  /// Sets the value of a row or an input.
  ///
  /// If one name is set several times, the last value counts.
  ///
  /// The edit is refused if the name is unknown, or if the row is calculated, has no value, or
  /// cannot hold this value. A user cannot change hidden rows, disabled rows or inputs.
  ///
  /// - Parameters:
  ///   - row: A row, or the name of an input.
  ///   - value: A value of the row's type.
  public mutating func set(_ row: some RowNaming, to value: Value) {
    add(.set(row.rowName, value))
  }

  /// Sets a row or an input to the value that a typed text stands for.
  ///
  /// The row's type and the language of the form say how the text is read: `1,234` is 1234 in
  /// English and 1.234 in German. A number may be in the groups of the language, and may be
  /// followed by the row's unit. A switch takes the words for yes and no, and a row to choose from
  /// the title of an option. Days and times are written as in JSON. White space around a text that
  /// is not the value itself is ignored, and nothing but white space means nil.
  ///
  /// The edit is refused if the text stands for no value of the row, or as `set(_:to:)` is.
  ///
  /// - Parameters:
  ///   - text: What the user has typed.
  ///   - row: The row.
  public mutating func enter(_ text: String, in row: some RowNaming) {
    add(.enter(row.rowName, text))
  }

  /// Notes that the value which a row or an input has been set to was read in UTC, because the text
  /// names no time zone.
  ///
  /// The change set has the note if the clock of the form shows another time.
  package mutating func noteUTC(of row: some RowNaming) { add(.noteUTC(of: row.rowName)) }

  /// Sets many values by their names among the form's values.
  ///
  /// Accepts what `Form.values(includingHidden:)` returns. A name means a row's own name, or else
  /// its tag. The tag of a section with items stands for the list of its items. A name may also be
  /// an input or the address of an item's row.
  ///
  /// If the form's answers are nested (`FormDefinition.answers`), each value stands in the object
  /// of its section, under its name, and nowhere else; an input stands at the root.
  ///
  /// A list is compared with the current items by position. Items at positions that both lists have
  /// stay, and the values of their rows are set. Items are added or removed at the end. A value
  /// given for a calculated row must equal the result of its formula after the edits.
  ///
  /// The edit is refused with one reason for each value that does not fit. The reason has the name
  /// of the value.
  ///
  /// Values that are set together set off no actions (`RowDefinition.whenChanged`), as a form that
  /// is filled with what it held before must hold it again.
  ///
  /// - Parameter values: The values, each of the type of its row.
  public mutating func setValues(_ values: ValueDictionary) {
    add(.values(GivenValues(values: values, areJSON: false)))
  }

  /// Sets many values by their names among the form's values, given as a literal.
  ///
  /// Also refused if the literal has a name twice.
  ///
  /// - Parameter values: The values, each of the type of its row.
  public mutating func setValues(_ values: KeyValuePairs<String, Value>) {
    add(.values(GivenValues(literal: values)))
  }

  /// Sets many values that came as JSON, in which dates are ISO 8601 text.
  ///
  /// Otherwise the same as `setValues(_:)`.
  ///
  /// - Parameter answers: The values, as `Form.answersJSON(includingHidden:)` writes them.
  public mutating func setAnswers(_ answers: ValueDictionary) {
    setAnswers(GivenValues(values: answers, areJSON: true))
  }

  mutating func setAnswers(_ answers: GivenValues) { add(.values(answers)) }

  /// Sets many values that came as JSON, by the tags of rows and lists, each by an edit of its own.
  ///
  /// It differs from `setAnswers(_:)` if answers are nested, and in that each edit sets off the
  /// actions of its row.
  ///
  /// - Parameter values: The values by tags, in the order of the edits.
  package mutating func setByTag(_ values: ValueDictionary) {
    var given = GivenValues(values: values, areJSON: true)
    given.areEdits = true
    setAnswers(given)
  }

  /// Gives a row its first value, which its definition says; a list with items, by its tag, its
  /// first items.
  ///
  /// The edit is refused if no row or list has the name, or if the row is calculated or has no
  /// value. A user's reset of a list is refused if it deletes or inserts items where the list does
  /// not allow that.
  public mutating func reset(_ row: some RowNaming) { add(.reset(.row(row.rowName))) }

  /// Gives every row its first value, and every section with items its first items.
  ///
  /// If the user makes the edit, hidden and disabled rows and sections stay as they are.
  ///
  /// - Complexity: O(n) in the number of rows, when the transaction runs.
  public mutating func resetAll() { add(.reset(.form)) }

  /// Reports that the user has entered a row, and has left the row entered before.
  ///
  /// The edit is refused if no row has the tag, or if the row takes no focus, is hidden or is
  /// disabled.
  public mutating func focus(_ row: some RowNaming) { add(.focus(row.rowName)) }

  /// Reports that the user has left a row.
  ///
  /// The edit is refused if no row has the tag.
  public mutating func blur(_ row: some RowNaming) { add(.blur(row.rowName)) }

  /// Reports that the user has tapped a row.
  ///
  /// The change set contains the tap as an action.
  ///
  /// A submit button is disabled while the form cannot be submitted. Tapping the button then is not
  /// refused: nothing is submitted, all visible rows show their errors, and the change set names
  /// the first invalid row. If nothing is invalid and validations are pending, the submit waits for
  /// their results: see `ChangeSet.waitingSubmit`.
  ///
  /// The edit is refused if no row has the tag, if the row is hidden, or if it is disabled without
  /// `tapsWhenDisabled`.
  ///
  /// - Parameter row: A button or another row.
  public mutating func tap(_ row: some RowNaming) { add(.tap(row.rowName, action: nil)) }

  /// Reports that the user has tapped an action of a row, such as a swipe.
  ///
  /// The change set contains the tap as an action with this name. An action of a button does not
  /// submit the form.
  ///
  /// The edit is refused if the row cannot be tapped, or if it has no action with this name or the
  /// action is disabled.
  ///
  /// - Parameters:
  ///   - row: A row, or the address of an item.
  ///   - action: The name of one of its actions.
  public mutating func tap(_ row: some RowNaming, action: String) {
    add(.tap(row.rowName, action: action))
  }

  /// Reports that the user has tapped an option.
  ///
  /// The change set contains the tap as an action.
  ///
  /// If the row holds one choice, the option replaces the option chosen before. If the row holds
  /// several, the option is added or removed. In a section to choose from, tapping the only chosen
  /// option again deselects it, unless the section says `"deselection": false`.
  ///
  /// The edit is refused if the row or the option does not exist, is hidden or is disabled. It is
  /// also refused if the chosen options would be longer than a value may be.
  ///
  /// - Parameters:
  ///   - option: The value of the option.
  ///   - row: A row that has options, or the tag of a section to choose from.
  public mutating func select(_ option: Value, of row: some RowNaming) {
    add(.select(row.rowName, option))
  }

  /// Shows the errors of every visible row, or of the rows in a scope.
  ///
  /// `Form.verdicts(of:)` returns the errors without showing them. The edit is refused if the form
  /// has no such section or row.
  public mutating func validate(_ scope: ValidationScope = .form) { add(.validate(scope)) }

  /// Hides the errors of every row.
  ///
  /// Invalid values stay invalid.
  public mutating func clearErrors() { add(.clearErrors) }

  /// Goes to the next visible page, unless something on this page is invalid.
  ///
  /// Shows the errors of the visible rows on the page. If a row is invalid, or a list has too few
  /// or too many items, the page stays: `refusedMove` of the change set names the first of them.
  /// Warnings do not keep the user on the page. On the last page, and in a form without pages,
  /// nothing happens.
  public mutating func goForward() { add(.goForward) }

  /// Goes back to the previous visible page, without validation.
  ///
  /// No errors are shown.
  /// On the first page, and in a form without pages, nothing happens.
  public mutating func goBack() { add(.goBack) }

  /// Goes to a page, back or forward.
  ///
  /// On the way forward each page is left as `goForward()` leaves it. At the first that cannot be
  /// left the user stays, and the change set says why in `refusedMove`.
  ///
  /// The edit is refused if the page does not exist or is not visible.
  ///
  /// - Parameter index: The position of the page among all pages, from 0.
  public mutating func go(toPage index: Int) { add(.goTo(page: index)) }

  /// Goes to a page whatever stands against leaving the pages before it, as an author's tool does.
  ///
  /// No page is validated, and no errors are shown. `go(toPage:)` is what a user does.
  ///
  /// The edit is refused if a user makes it, or if the page does not exist or is not visible.
  ///
  /// - Parameter index: The position of the page among all pages, from 0.
  public mutating func jump(toPage index: Int) { add(.jump(page: index)) }

  /// Sets the current time.
  ///
  /// The edit is refused if a user makes it.
  ///
  /// - Parameter now: The date that `now()` returns from here on. It may be a date that no row can
  ///   hold: conditions can compare it, but a row whose formula gives it gets a problem.
  public mutating func setNow(_ now: Date) { add(.setNow(now)) }

  /// Replaces a table of the form.
  ///
  /// Options and formulas that read the table are computed again. A chosen option whose row is gone
  /// stays chosen and makes its row invalid, unless `whenOptionHidden` clears it. Undo does not
  /// bring the old table back: tables are not part of the history, like inputs.
  ///
  /// The edit is refused if a user makes it, if the form has no such table, or if the new table has
  /// not all columns of the old one, with the same kinds of values.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - table: The new table.
  public mutating func replaceTable(_ name: String, with table: FormTable) {
    add(.table(name, table))
  }

  /// Gives the answer to a pending validation.
  ///
  /// A result for a token that is not pending any more is dropped, and the change set has a note.
  /// Undo does not take an answer back.
  ///
  /// The edit is refused if the form has never issued the token, if the result is something else,
  /// or if a user makes the edit.
  ///
  /// - Parameters:
  ///   - token: The token, from `Form.pendingValidations`.
  ///   - result: True or nil to accept the value; false, or a message, to reject it.
  public mutating func resolve(_ token: ValidationToken, with result: Value) {
    add(.resolve(token, result))
  }

  // MARK: - Merging steps

  /// Merges this transaction into the last step of the history, if that step has the same key.
  ///
  /// For example, all typing into one row is then undone in one step. The host decides when a step
  /// ends.
  public mutating func coalesce(_ key: String) { coalescingKey = key }

  mutating func change(_ edit: ShapeEdit) { add(.shape(edit)) }

  /// The value that this draft sets for a row or an input; nil if the draft does not set it.
  ///
  /// Assigning a value sets it. A value that the draft sets by a tag is not found by an id, and the
  /// other way round: a draft knows no form.
  public subscript(row: some RowNaming) -> Value? {
    get { value(setFor: row.rowName) }
    set { set(row, to: newValue ?? .null) }
  }

  private func value(setFor row: RowName) -> Value? {
    for edit in edits.reversed() {
      switch (edit, row) {
      case (.set(let name, let value), _) where name.isExactly(row): return value
      case (.values(let given), .tag(let tag)): if let value = given[tag] { return value }
      default: break
      }
    }
    return nil
  }
}
