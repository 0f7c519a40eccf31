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
    case reset(Engine.Resetting)
    case setNow(Date)
    indirect case shape(ShapeEdit)

    /// Whether history gives back what it changes.
    var isUndoable: Bool {
      switch self {
      case .set, .values, .select, .reset, .shape: true
      case .focus, .blur, .tap, .validate, .clearErrors, .setNow: false
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

  /// Sets the value of a row or an input; the last of several values of one name counts.
  public mutating func set(_ tag: String, to value: Value) { set(.tag(tag), to: value) }

  /// Sets the value of a row; the last of several values counts.
  public mutating func set(_ row: RowName, to value: Value) { add(.set(row, value)) }

  /// Sets values by what they are called among the form's values, as `Form.setValues(_:as:)` does.
  public mutating func setValues(_ values: ValueDictionary) {
    add(.values(GivenValues(values: values, areJSON: false)))
  }

  /// Sets values by what they are called among the form's values, as a literal says them.
  ///
  /// A name that the literal says twice refuses the transaction.
  public mutating func setValues(_ values: KeyValuePairs<String, Value>) {
    add(.values(GivenValues(literal: values)))
  }

  /// Sets values that came as JSON, where dates are text, as `Form.setAnswers(json:as:)` does.
  public mutating func setAnswers(_ answers: ValueDictionary) {
    add(.values(GivenValues(values: answers, areJSON: true)))
  }

  /// Tells that the user has entered a row, and so left the one entered before.
  public mutating func focus(_ tag: String) { focus(.tag(tag)) }

  /// Tells that the user has entered a row, and so left the one entered before.
  public mutating func focus(_ row: RowName) { add(.focus(row)) }

  /// Tells that the user has left a row.
  public mutating func blur(_ tag: String) { blur(.tag(tag)) }

  /// Tells that the user has left a row.
  public mutating func blur(_ row: RowName) { add(.blur(row)) }

  /// Tells that the user has tapped a row.
  public mutating func tap(_ tag: String) { tap(.tag(tag)) }

  /// Tells that the user has tapped a row.
  public mutating func tap(_ row: RowName) { add(.tap(row)) }

  /// Tells that the user has tapped an option, which is chosen or given up.
  ///
  /// - Parameters:
  ///   - option: The value of the option.
  ///   - tag: The tag of a section to choose from, or of a row that has options.
  public mutating func select(_ option: Value, of tag: String) { select(option, of: .tag(tag)) }

  /// Tells that the user has tapped an option, which is chosen or given up.
  public mutating func select(_ option: Value, of row: RowName) {
    add(.select(row, option))
  }

  /// Shows the errors of every visible row, or of those that a scope says.
  public mutating func validate(_ scope: ValidationScope = .form) { add(.validate(scope)) }

  /// Gives a row the value that it starts with.
  public mutating func reset(_ row: RowName) { add(.reset(.row(row))) }

  /// Gives every row the value that it starts with, and sections with items the items they start
  /// with; as the user, only what a user reaches.
  public mutating func resetAll() { add(.reset(.form)) }

  /// Shows no errors any more, of no row; what is wrong with the values stays wrong.
  public mutating func clearErrors() { add(.clearErrors) }

  /// Tells the time it is.
  public mutating func setNow(_ now: Date) { add(.setNow(now)) }

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
