// Actions of a user that do not change the form. The change set reports them as events, and the
// host decides what happens.

public import Predicate

/// An action of a user.
public struct FormAction: Hashable, Sendable {
  /// The kinds of actions.
  public enum Kind: String, Hashable, Sendable {
    /// A button or another row was tapped, or an action of a row.
    case tap
    /// A submit button was tapped, and the form can be submitted.
    case submit
    /// An option was tapped. The value may be the same as before.
    case select
  }

  /// The kind of the action.
  public let kind: Kind
  /// The row of the action.
  public let row: RowID
  /// The name of the row: its tag or, in an item, its address; nil if it has none.
  public let tag: String?
  /// The name of the action of the row that was tapped; nil if the row itself was tapped.
  public let name: String?
  /// The option that was tapped; nil if a row was tapped.
  public let option: Value?

  /// Makes an action.
  public init(kind: Kind, row: RowID, tag: String?, name: String? = nil, option: Value? = nil) {
    self.kind = kind
    self.row = row
    self.tag = tag
    self.name = name
    self.option = option
  }
}

/// A submit that waits for pending validations, or no longer does.
///
/// A later change set has the action, if the host's results accept the values, or the refusal, if
/// one does not.
public struct WaitingSubmit: Hashable, Sendable {
  /// The button.
  public let row: RowID
  /// The name of the button; nil if the button has been removed or has no name.
  public let tag: String?
  /// Whether the submit was withdrawn: an edit, an undo or a reset changed what the host is asked
  /// about, or the button is hidden, disabled or removed.
  public let isWithdrawn: Bool
}

/// A tap on a submit button of a form that could not be submitted.
///
/// Nothing was submitted, and all visible rows now show their errors.
public struct RefusedSubmit: Hashable, Sendable {
  /// The button.
  public let row: RowID
  /// The name of the button.
  public let tag: String?
  /// The first invalid visible row, which the user should look at; nil if a section with too few
  /// or too many items comes first.
  public let firstInvalid: RowID?
  /// The name of that row or section.
  public let firstInvalidTag: String?
  /// That row or section.
  let invalid: Member
}

extension RefusedSubmit {
  /// Makes a refusal for a test or a preview.
  ///
  /// - Parameters:
  ///   - row: The button.
  ///   - tag: The name of the button.
  ///   - firstInvalid: The first invalid row.
  ///   - firstInvalidTag: The name of that row.
  public init(row: RowID, tag: String?, firstInvalid: RowID, firstInvalidTag: String?) {
    self.init(
      row: row, tag: tag, firstInvalid: firstInvalid, firstInvalidTag: firstInvalidTag,
      invalid: .row(firstInvalid.index))
  }
}
