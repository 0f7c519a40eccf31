// The edits of one transaction, collected before any of them is applied.

public import Foundation
public import Predicate

/// The edits of a transaction.
///
/// They are applied in the order given, then settled once. Names are tags; a row of an item is
/// named by its address, `phones[2].number`, or `phones[2]` where items are plain values. Positions
/// are those that the edits before have left.
public struct Draft: Sendable {
  enum Edit: Sendable {
    case set(RowName, Value)
    indirect case values(GivenValues)
    case focus(RowName)
    case blur(RowName)
    case tap(RowName)
    case select(RowName, Value)
    case validate(ValidationScope)
    case clearErrors
    case goForward
    case goBack
    case reset(Engine.Resetting)
    case setNow(Date)
    indirect case shape(ShapeEdit)

    /// Whether history gives back what it changes.
    var isUndoable: Bool {
      switch self {
      case .set, .values, .select, .reset, .shape: true
      case .focus, .blur, .tap, .validate, .clearErrors, .goForward, .goBack, .setNow: false
      }
    }
  }

  private(set) var edits = Few<Edit>()
  /// What merges this transaction with the one before in the history.
  var coalescingKey: String?
  /// Whether it has edits that history gives back, if they change anything.
  private(set) var isUndoable = false
  /// Whether an observer makes the edits, because of the transaction before.
  var isByObserver = false

  private mutating func add(_ edit: consuming Edit) {
    isUndoable = isUndoable || edit.isUndoable
    edits.append(edit)
  }

  // MARK: - Verbs

  // What each verb means and refuses stands here alone. `Form` and `LiveForm` have the same verbs,
  // each as a transaction of one edit.

  /// Sets the value of a row or an input; the last of several values of one name counts.
  ///
  /// Refused if nothing has the name, or if the row is calculated, has no value, or cannot hold
  /// this value. A user cannot change hidden and disabled rows, nor inputs.
  ///
  /// - Parameters:
  ///   - tag: The tag of a row, the address of an item's row, or the name of an input.
  ///   - value: A value of the row's type.
  public mutating func set(_ tag: String, to value: Value) { set(.tag(tag), to: value) }

  /// Sets the value of a row; the last of several values counts.
  public mutating func set(_ row: RowName, to value: Value) { add(.set(row, value)) }

  /// Sets values by what they are called among the form's values.
  ///
  /// What `Form.values(includingHidden:)` gives can be set again: a name means a row's own name or
  /// else its tag, and under the tag of a section with items stands their list. Items at places
  /// that both lists have stay and are given what is said of their rows, the others come or go at
  /// the end. An input can be named too, and a row of an item by its address. What is said of a
  /// calculated row must be what its formula then gives.
  ///
  /// Refused with a reason for each value that does not fit; the reason has the value's name.
  ///
  /// - Parameter values: The values, of the types of their rows.
  public mutating func setValues(_ values: ValueDictionary) {
    add(.values(GivenValues(values: values, areJSON: false)))
  }

  /// Sets values by what they are called among the form's values, as a literal says them.
  ///
  /// Refused too if the literal says a name twice.
  ///
  /// - Parameter values: The values, of the types of their rows.
  public mutating func setValues(_ values: KeyValuePairs<String, Value>) {
    add(.values(GivenValues(literal: values)))
  }

  /// Sets values that came as JSON, where dates are ISO 8601 text; else as `setValues(_:)`.
  ///
  /// - Parameter answers: The values, as `Form.answersJSON(includingHidden:)` writes them.
  public mutating func setAnswers(_ answers: ValueDictionary) {
    add(.values(GivenValues(values: answers, areJSON: true)))
  }

  /// Gives a row the value that its definition starts it with.
  ///
  /// Refused if no row has the name, or if the row is calculated or has no value.
  public mutating func reset(_ row: RowName) { add(.reset(.row(row))) }

  /// Gives every row the value that its definition starts it with, and sections with items the
  /// items they start with; as the user, only what a user reaches.
  ///
  /// - Complexity: O(n) when the transaction runs.
  public mutating func resetAll() { add(.reset(.form)) }

  /// Tells that the user has entered a row, and so left the one entered before.
  ///
  /// Refused if no row has the tag, or if the row takes no focus, is hidden or disabled.
  public mutating func focus(_ tag: String) { focus(.tag(tag)) }

  /// Tells that the user has entered a row, and so left the one entered before.
  public mutating func focus(_ row: RowName) { add(.focus(row)) }

  /// Tells that the user has left a row; refused if no row has the tag.
  public mutating func blur(_ tag: String) { blur(.tag(tag)) }

  /// Tells that the user has left a row.
  public mutating func blur(_ row: RowName) { add(.blur(row)) }

  /// Tells that the user has tapped a row; the change set tells it as an action.
  ///
  /// A button that submits is disabled while the form cannot be submitted. To tap it then is no
  /// error: nothing is submitted, the errors of all visible rows are shown, and the change set says
  /// which row is the first to look at.
  ///
  /// Refused if no row has the tag, or if the row is hidden, or is disabled and does not say
  /// `tapsWhenDisabled`.
  ///
  /// - Parameter tag: The tag of a button or another row, or the address of an item's row.
  public mutating func tap(_ tag: String) { tap(.tag(tag)) }

  /// Tells that the user has tapped a row.
  public mutating func tap(_ row: RowName) { add(.tap(row)) }

  /// Tells that the user has tapped an option; the change set tells it as an action.
  ///
  /// If the row holds one choice, the option replaces the option chosen before. If it holds
  /// several, the option is chosen or deselected. In a section to choose from, tapping the one
  /// chosen option again deselects it, unless the section allows no deselection.
  ///
  /// Refused if the row or the option does not exist, is hidden or disabled, or if what is chosen
  /// would be longer than a value may be.
  ///
  /// - Parameters:
  ///   - option: The value of the option.
  ///   - tag: The tag of a section to choose from, or of a row that has options.
  public mutating func select(_ option: Value, of tag: String) { select(option, of: .tag(tag)) }

  /// Tells that the user has tapped an option, which is chosen or deselected.
  public mutating func select(_ option: Value, of row: RowName) { add(.select(row, option)) }

  /// Shows the errors of every visible row, or of the rows in a scope.
  ///
  /// `Form.verdicts(of:)` tells them without showing them. Refused if the form has no such section
  /// or row.
  public mutating func validate(_ scope: ValidationScope = .form) { add(.validate(scope)) }

  /// Stops showing errors, of every row; what is wrong with the values stays wrong.
  public mutating func clearErrors() { add(.clearErrors) }

  /// Goes to the next visible page, unless something on this one is invalid.
  ///
  /// Shows the errors of the visible rows on the page. If a row is invalid, or a list has too few
  /// items, the page stays: the change set says in `refusedMove` where to look first. Warnings let
  /// the user go on. On the last page, and in a form without pages, nothing happens.
  public mutating func goForward() { add(.goForward) }

  /// Goes back to the visible page before, whatever is wrong on this one, and shows no errors.
  ///
  /// On the first page, and in a form without pages, nothing happens.
  public mutating func goBack() { add(.goBack) }

  /// Tells the time it is; refused of a user.
  ///
  /// - Parameter now: What `now()` gives from here on: any date, also one that no row can hold,
  ///   which conditions compare and which is a problem of the row whose formula gives it.
  public mutating func setNow(_ now: Date) { add(.setNow(now)) }

  // MARK: - Together

  /// Makes this transaction one with the last one in the history, if that had the same key.
  ///
  /// Typing into a row is then undone in one step; when a step ends is the host's to say.
  public mutating func coalesce(_ key: String) { coalescingKey = key }

  mutating func change(_ edit: ShapeEdit) { add(.shape(edit)) }

  /// The value that this draft sets under a name, nil where it sets none; assigning sets it.
  public subscript(tag: String) -> Value? {
    get {
      for edit in edits.reversed() {
        switch edit {
        case .set(.tag(let name), let value) where ExactText(name) == ExactText(tag): return value
        case .values(let given): if let value = given.values[tag] { return value }
        default: break
        }
      }
      return nil
    }
    set { set(.tag(tag), to: newValue ?? .null) }
  }
}

/// A row, by what it is called or by its id.
public enum RowName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A tag, or the address of an item's row.
  case tag(String)
  /// The id that the form gave.
  case id(RowID)

  /// Names a row by its tag or address.
  public init(stringLiteral value: String) { self = .tag(value) }
}

/// A section, by its tag or by its id.
public enum SectionName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A tag.
  case tag(String)
  /// The id that the form gave.
  case id(SectionID)

  /// Names a section by its tag.
  public init(stringLiteral value: String) { self = .tag(value) }
}
