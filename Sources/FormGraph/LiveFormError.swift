// The errors of edits of a live form. The cases say whether the edit itself was applied.

/// The error of an edit of a live form: the edit was refused, or edits of its observers were.
public enum LiveFormError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// What happened, one line for each error.
  public var description: String {
    switch self {
    case .refused(let error): error.description
    case .observersRefused(let refusals):
      refusals.map(\.description).joined(separator: "\n")
    case .chase(let tags, let refusals):
      (["observers write without end" + (tags.isEmpty ? "" : ": " + tags.joined(separator: ", "))]
        + refusals.map(\.description)).joined(separator: "\n")
    }
  }
}
