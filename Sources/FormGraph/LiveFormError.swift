// The errors of edits of a live form. The cases say whether the edit itself was applied.

public import Foundation

/// The error of an edit of a live form: the edit was refused, or edits of its observers were.
public enum LiveFormError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The edit was refused. The form is as it was before, and nothing was delivered.
  case refused(EditError)
  /// The edit was applied and delivered, but edits that observers made because of it were refused.
  ///
  /// The refusals are in order. Each refused edit was refused as a whole. All other edits were
  /// applied.
  case observersRefused([EditError])
  /// The edit was applied and delivered, but its observers reacted to each other without end.
  ///
  /// They stopped at `LiveForm.maximumRounds` or `LiveForm.maximumTransactions`.
  ///
  /// Everything that they wrote until then stays and was delivered, as part of the edit's step.
  /// Later edits were dropped. The tags name the rows that the observers wrote again and again, in
  /// the order in which they were written. The refusals are those of earlier edits by observers.
  case chase(tags: [String], refusals: [EditError])

  /// What happened, with hints, one line for each reason.
  public var description: String { text(\.description) }

  /// What happened, one line for each reason.
  public var message: String { text(\.message) }

  /// What the caller can do about it, one hint per line; nil if there is no hint.
  public var hint: String? { lines(of: errors.map(\.hint)) }

  /// What people read who made the edit, one line for each reason.
  public var errorDescription: String? { text { $0.errorDescription ?? $0.message } }

  /// The hints.
  public var recoverySuggestion: String? { hint }

  /// Why edits were refused: the edit itself, or edits of observers.
  private var errors: [EditError] {
    switch self {
    case .refused(let error): [error]
    case .observersRefused(let refusals), .chase(_, let refusals): refusals
    }
  }

  private func text(_ text: (EditError) -> String) -> String {
    var lines = errors.map(text)
    if case .chase(let tags, _) = self {
      let names = tags.isEmpty ? "" : ": " + tags.joined(separator: ", ")
      lines.insert("observers write without end" + names, at: 0)
    }
    return lines.joined(separator: "\n")
  }
}
