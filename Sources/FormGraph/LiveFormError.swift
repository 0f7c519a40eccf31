// What an edit of a live form throws. Whether the edit itself stands is the first thing its caller
// must know, so the cases are told apart by that.

/// Why an edit of a live form was refused, or what its observers could not do because of it.
public enum LiveFormError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The edit was refused: the form is as it was, and nothing was delivered.
  case refused(EditError)
  /// The edit stands and was delivered; some that observers made because of it were refused, each
  /// as a whole, in this order. All others stand.
  case observersRefused([EditError])
  /// The edit stands and was delivered; its observers wrote in answer to one another until
  /// `LiveForm.maximumRounds` or `LiveForm.maximumTransactions` was reached.
  ///
  /// What they wrote until then stands and was delivered, as part of the edit's step; what they
  /// asked for after it was dropped. The tags are those of the rows that chase one another, in the
  /// order in which they were written; the refusals are of edits that observers made before.
  case chase(tags: [String], refusals: [EditError])

  /// What happened, a line each.
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
