// Asking for the errors of rows, shown or not.

/// The errors and warnings of the value of one row, whether they are shown or not.
public struct RowVerdict: Hashable, Sendable {
  /// The row.
  public let row: RowState
  /// The errors and warnings, in the order of the rules; never empty.
  public let errors: [RowError]
}

extension Form {
  /// The errors and warnings of rows, in declaration order.
  ///
  /// They are not shown.
  ///
  /// - Parameter scope: The rows.
  /// - Throws: An error if the form has no such section or row.
  /// - Returns: The rows that have errors or warnings.
  /// - Complexity: O(n) in the number of rows.
  public func verdicts(of scope: ValidationScope) throws(EditError) -> [RowVerdict] {
    let members = try members(of: scope)
    return verdicts(of: engine.rows(members, of: scope))
  }

  /// The errors and warnings of all visible rows, in declaration order.
  ///
  /// They are not shown.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var verdicts: [RowVerdict] { verdicts(of: engine.rows(.form, of: .form)) }

  /// The visible and enabled sections of a scope that have fewer items than their minimum or more
  /// than their maximum, in order.
  ///
  /// Like invalid rows, these sections prevent submitting the form.
  ///
  /// - Parameter scope: The sections of the form, or a section and those inside it. The result is
  ///   empty for a row.
  /// - Throws: An error if the form has no such section or row.
  /// - Returns: The sections. The `verdict` of each says how many items it needs or takes.
  /// - Complexity: O(n) in the number of sections and of their rows.
  public func sectionsOutOfBounds(
    of scope: ValidationScope = .form
  ) throws(EditError) -> [SectionState] {
    let members = try members(of: scope)
    let sections: [SectionIndex] =
      switch members {
      case .form: state.single.sectionsOutOfBounds == 0 ? [] : Array(outline.sectionsInOrder)
      case .section(let section): outline.subtree(of: section, in: topology)
      case .row: []
      }
    return sections.filter { state.attributes.isOutOfBounds($0) }.compactMap { self[$0] }
  }

  /// The values that wait for an answer of the host, in declaration order.
  ///
  /// While one of them is pending whose rule is not a warning, its row is not valid and the form
  /// cannot be submitted.
  ///
  /// - Complexity: O(k log k) in the number of answers that the form has.
  public var pendingValidations: [PendingValidation] {
    PendingValidation.all(state.pendingAnswers, of: number, in: topology, outline)
  }

  /// The values of a scope that wait for an answer of the host, in declaration order.
  ///
  /// - Parameter scope: The rows.
  /// - Throws: An error if the form has no such section or row.
  /// - Returns: The questions.
  /// - Complexity: O(n) in the number of rows.
  public func pendingValidations(
    of scope: ValidationScope
  ) throws(EditError) -> [PendingValidation] {
    let members = try members(of: scope)
    let pending = pendingValidations
    guard !pending.isEmpty else { return [] }
    let rows = IDSet(engine.rows(members, of: scope))
    return pending.filter { rows.contains($0.row.index) }
  }

  private func verdicts(of rows: [RowIndex]) -> [RowVerdict] {
    rows.compactMap { id in
      let errors = state.verdicts[id.index]
      guard !errors.isEmpty, let row = self[id] else { return nil }
      return RowVerdict(row: row, errors: errors)
    }
  }

  /// The members of a scope.
  private func members(of scope: ValidationScope) throws(EditError) -> Engine.ScopedRows {
    switch scope.members {
    // The engine may be shared with other forms, so it does not know whose ids these are.
    case .row(.id(let id)):
      if let row = outline.found(id, of: number) { return .row(row) }
      throw EditError(reasons: [.missing(id, in: number)])
    case .section(.id(let id)):
      if let section = outline.found(id, of: number) { return .section(section) }
      throw EditError(reasons: [.missing(id, in: number)])
    case .form, .row(.tag), .section(.tag):
      do throws(EditError.Reason) { return try engine.members(of: scope) } catch {
        throw EditError(reasons: [error])
      }
    }
  }

  /// The invalid visible rows, in declaration order.
  ///
  /// They prevent submitting the form. A row that only waits for the host is not among them:
  /// `pendingValidations` has it.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var invalidRows: [RowState] {
    verdicts.filter { $0.errors.contains { $0.severity == .error } }.map(\.row)
  }

  /// The row that has the focus: the user has entered it and not left it.
  ///
  /// A row that is removed, hidden or disabled has been left.
  public var focusedRow: RowState? { state.single.focused.flatMap { self[$0] } }
}
