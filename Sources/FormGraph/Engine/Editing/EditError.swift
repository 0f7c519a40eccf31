// Why a transaction was refused: every reason, not only the first.

/// A transaction was refused; the form is as it was.
public struct EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Everything that stands against the transaction, in the order of its edits.
  ///
  /// Past `maximumReasons` of one edit of many values the last says that there are more.
  public let reasons: [Reason]

  /// Of answers: the rows and lists that they leave out though what was refused depends on them, by
  /// tag or address, in declaration order; see `ChangeSet.missing`.
  public let missing: [String]

  init(reasons: [Reason], missing: [String] = []) {
    self.reasons = reasons
    self.missing = missing
  }

  /// How many reasons of many values that are given together are listed.
  public static let maximumReasons = 1_000

  /// One thing that stands against a transaction.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    public let kind: Kind
    /// The name that was edited.
    public let tag: String
    /// A sentence without its full stop.
    public let message: String
    /// What to do about it.
    public let hint: String?

    /// The sentence with the hint.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
  }

  /// The kinds of reason.
  public enum Kind: Hashable, Sendable {
    /// No row and no input has the name.
    case unknown
    /// The row cannot hold the value.
    case wrongType
    /// The row takes no values: it is calculated, or holds none.
    case noEdits
    /// The user cannot reach the row: it is hidden or disabled, or an input.
    case notEditable
    /// There is no such option, or it cannot be chosen now.
    case noOption
    /// There is no such position.
    case outOfRange
    /// The section has no items.
    case noItems
    /// The edit is for another kind of section.
    case misplaced
    /// The section does not allow that of its items.
    case notAllowed
    /// What was to be inserted or assigned is wrong in itself, or does not fit the form: an unknown
    /// tag, a tag that is taken, a cycle.
    case definition
    /// The history has no such step to take back.
    case noStep
    /// A condition could not be evaluated afterwards, and the form is strict.
    case problem
  }

  /// The reasons, a line each.
  public var description: String { reasons.map(\.description).joined(separator: "\n") }
}

/// On whose behalf a value is set.
public enum Editor: Hashable, Sendable {
  /// The program that holds the form: it may set hidden and disabled rows.
  case host
  /// The person in front of it, whose edits may have come from anywhere.
  ///
  /// A user may give a hidden or disabled row the value that it has, and an input too; another
  /// value is refused. A row counts as hidden or disabled if it is so both before the transaction
  /// and after it.
  case user
}

extension [EditError.Reason] {
  /// Adds a reason; past the limit one last that says so.
  mutating func list(_ reason: @autoclosure () -> EditError.Reason) {
    if count < EditError.maximumReasons {
      append(reason())
    } else if count == EditError.maximumReasons {
      let reason = reason()
      append(
        EditError.Reason(
          kind: reason.kind, tag: reason.tag,
          message:
            "there are more than \(EditError.maximumReasons) reasons; the rest is not listed",
          hint: nil))
    }
  }
}
