// Why a transaction was refused. An error lists every reason, not only the first.

public import Foundation
import Predicate

/// An error that says why a transaction was refused.
///
/// The form is as it was before.
public struct EditError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// All reasons against the transaction, in the order of its edits.
  ///
  /// An edit of many values lists at most `maximumReasons`; one more reason then says that there
  /// are more.
  public let reasons: [Reason]

  /// If answers are refused: the rows and lists that the answers leave out although the refused
  /// values depend on them.
  ///
  /// Each is a tag or an address, in declaration order. See `ChangeSet.missing`.
  public let missing: [String]

  /// Makes an error.
  public init(reasons: [Reason], missing: [String] = []) {
    self.reasons = reasons
    self.missing = missing
  }

  /// The largest number of reasons that are listed for one edit of many values.
  public static let maximumReasons = 1_000

  /// One reason against a transaction.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the reason.
    public let kind: Kind
    /// The name that was edited.
    public let tag: String
    /// The sentence, without a full stop.
    public let message: String
    /// What the caller can do about it.
    public let hint: String?
    /// What people read who made the edit: a standard message in their language.
    ///
    /// Nil for a reason that nobody who fills in a form can give, such as an unknown tag.
    public internal(set) var shown: String?

    /// Makes a reason.
    public init(
      kind: Kind, tag: String, message: String, hint: String?, shown: String? = nil
    ) {
      self.kind = kind
      self.tag = tag
      self.message = message
      self.hint = hint
      self.shown = shown
    }

    /// The sentence and the hint.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
  }

  /// The kinds of reasons.
  ///
  /// Clients know them by their raw values, which stay.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No row and no input has this name.
    case unknown
    /// The row cannot hold the value.
    case wrongType
    /// The row cannot be set: it is calculated or holds no value.
    case noEdits
    /// The user cannot change the row: it is hidden or disabled, or it is an input.
    case notEditable
    /// The option does not exist, or it cannot be chosen now.
    case noOption
    /// The position does not exist.
    case outOfRange
    /// The section has no items.
    case noItems
    /// The edit needs another kind of section.
    case misplaced
    /// The section does not allow this change of its items.
    case notAllowed
    /// The definition to be inserted or assigned is invalid, or does not fit the form. For example,
    /// a tag is unknown or taken, or conditions form a cycle.
    case definition
    /// The history has no step to undo or redo.
    case noStep
    /// The form is strict, and after the edits a condition could not be evaluated.
    case problem
    /// A function of the host edits the live form that calls it.
    case settling
    /// The answers are not a JSON object.
    case unreadable
    /// The session of a client is not open, or is open already.
    case noSession
    /// What the client knows of the form no longer holds, such as the ids of another opening.
    case stale
    /// A question where only edits are taken.
    case question
    /// The edits are not JSON, or mean nothing to any form.
    case malformed
  }

  /// The reasons with their hints, one per line.
  public var description: String { reasons.map(\.description).joined(separator: "\n") }

  /// The reasons, one per line.
  public var message: String { reasons.map(\.message).joined(separator: "\n") }

  /// What the caller can do about them, one hint per line; nil if there is no hint.
  public var hint: String? { lines(of: reasons.map(\.hint)) }

  /// What people read who made the edit, one line for each reason: a standard message in their
  /// language, or else the sentence of the reason.
  public var errorDescription: String? {
    reasons.map { $0.shown ?? $0.message }.joined(separator: "\n")
  }

  /// The hints.
  public var recoverySuggestion: String? { hint }
}

/// Some texts without repetitions, one per line; nil if there are none.
func lines(of texts: [String?]) -> String? {
  var seen: Set<ExactText> = []
  let lines = texts.compactMap(\.self).filter { seen.insert(ExactText($0)).inserted }
  return lines.isEmpty ? nil : lines.joined(separator: "\n")
}

extension EditError.Reason {
  /// The reason against an edit, or a question, about an id that the form does not have.
  package static func missing(id: String) -> EditError.Reason {
    EditError.Reason(
      kind: .unknown, tag: id,
      message: "no row or section of the form has the id \(Problem.quoted(id))",
      hint: "the state has the ids that hold now")
  }

  /// The reason against an id of a row that the form does not have.
  static func missing(_ id: RowID, in form: FormNumber) -> EditError.Reason {
    id.form == form
      ? gone("the row of this id is not in the form")
      : foreign("this id of a row is of another form")
  }

  /// The reason against an id of a section that the form does not have.
  static func missing(_ id: SectionID, in form: FormNumber) -> EditError.Reason {
    id.form == form
      ? gone("the section of this id is not in the form")
      : foreign("this id of a section is of another form")
  }

  private static func gone(_ message: String) -> EditError.Reason {
    EditError.Reason(kind: .unknown, tag: "", message: message, hint: nil)
  }

  private static func foreign(_ message: String) -> EditError.Reason {
    EditError.Reason(
      kind: .unknown, tag: "", message: message,
      hint: "an id holds in the form that gave it and in copies of that form")
  }

  /// The reason against an edit that a function of the host makes while its form settles.
  static let settling = EditError.Reason(
    kind: .settling, tag: "", message: "a function cannot edit the form that calls it",
    hint: "edit the form afterwards, for example in an observer")
}

/// Who sets a value.
public enum Editor: Hashable, Sendable {
  /// The program that holds the form. The host may set hidden and disabled rows.
  case host
  /// The person who fills in the form. A user's edits may come from anywhere, so they are checked.
  ///
  /// A user may set a hidden row, a disabled row or an input only to the value that it has. Another
  /// value is refused. A row counts as hidden or disabled here if it is so both before and after
  /// the transaction.
  case user
}

extension [EditError.Reason] {
  /// Adds a reason, unless it is there: two edits of an unknown row are refused for one reason.
  ///
  /// Past the limit, adds one last reason that says so.
  mutating func list(_ reason: @autoclosure () -> EditError.Reason) {
    guard count <= EditError.maximumReasons else { return }
    let reason = reason()
    guard !contains(reason) else { return }
    guard count == EditError.maximumReasons else { return append(reason) }
    append(
      EditError.Reason(
        kind: reason.kind, tag: reason.tag,
        message: "there are more than \(EditError.maximumReasons) reasons; the rest is not listed",
        hint: nil))
  }
}
