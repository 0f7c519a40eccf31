// Everything that keeps a form from being submitted, in one list.

/// Something that keeps a form from being submitted.
public enum Blocker: Hashable, Sendable {
  /// A visible row whose value is invalid, with its errors, whether they are shown or not.
  ///
  /// The row may be disabled: then it has a value that is not valid, which a user cannot change.
  case row(RowState, [RowError])
  /// A value that waits for an answer of the host.
  case pending(PendingValidation)
  /// A list with fewer items than its minimum or more than its maximum.
  case section(SectionState)
}

extension Form {
  /// Everything that keeps the form from being submitted; empty if it can be submitted.
  ///
  /// Invalid rows come first, in declaration order, then values that wait for the host, then lists
  /// with too few or too many items.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var blockers: [Blocker] {
    guard !canSubmit else { return [] }
    let rows = verdicts.compactMap { verdict -> Blocker? in
      let errors = verdict.errors.filter { $0.severity == .error }
      return errors.isEmpty || verdict.row.isValid ? nil : .row(verdict.row, errors)
    }
    let pending = pendingValidations.filter { self[$0.row]?.isPending == true }
      .map(Blocker.pending)
    // A list of a read-only form does not block, because the user can neither insert nor delete
    // items.
    let sections =
      state.attributes.isReadOnly
      ? []
      : outline.sectionsInOrder.filter { state.attributes.isOutOfBounds($0) }
        .compactMap { self[$0] }
    return rows + pending + sections.map(Blocker.section)
  }
}
