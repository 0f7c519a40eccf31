// What a user did that is no change of the form: a change set tells it as an event, and what comes
// of it is the host's.

public import Predicate

/// Something a user did, as an event.
public struct FormAction: Hashable, Sendable {
  /// What was done.
  public enum Kind: String, Hashable, Sendable {
    /// A row was tapped, a button or another one.
    case tap
    /// A button was tapped that submits the form, which is valid.
    case submit
    /// An option was tapped; what is chosen may be what it was.
    case select
  }

  /// What was done.
  public let kind: Kind
  /// The row it was done to.
  public let row: RowID
  /// What the row is called: its tag or, in an item, its address; nil for a row without one.
  public let tag: String?
  /// The option that was tapped; nil of a tapped row.
  public let option: Value?
}

/// A button that submits was tapped while the form could not be submitted: nothing was submitted,
/// and the errors of all visible rows are shown.
public struct RefusedSubmit: Hashable, Sendable {
  /// The button.
  public let row: RowID
  /// What the button is called.
  public let tag: String?
  /// The first visible row that is invalid, where the user should look; nil where a section with
  /// too few items comes before it.
  public let firstInvalid: RowID?
  /// What that row or section is called.
  public let firstInvalidTag: String?
}
