// Asking for the errors of rows, shown or not.

/// What the rules say of the value of one row, shown or not.
public struct RowVerdict: Hashable, Sendable {
  /// The row.
  public let row: RowState
  /// What is wrong with its value, in the order of the rules; never empty.
  public let errors: [RowError]
}

extension Form {
  /// What is wrong with the values of rows, in their order, without showing any of it.
  ///
  /// - Parameter scope: The rows; by default the visible ones.
  /// - Throws: Where the form has no such section or row.
  /// - Returns: The rows of which there is something to say, warnings too.
  /// - Complexity: O(n) in the number of rows.
  public func verdicts(of scope: ValidationScope) throws(EditError) -> [RowVerdict] {
    let members: Engine.ScopedRows
    do throws(EditError.Reason) { members = try engine.members(of: scope) } catch {
      throw EditError(reasons: [error])
    }
    return verdicts(of: engine.rows(members, of: scope))
  }

  /// What is wrong with the values of all visible rows, in their order, without showing any of it.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var verdicts: [RowVerdict] { verdicts(of: engine.rows(.form, of: .form)) }

  /// The sections of a scope that are shown and enabled and have fewer items than they must have,
  /// in their order: why the form cannot be submitted, beside its invalid rows.
  ///
  /// - Parameter scope: The sections of the form, by default, or one; of one row there is none.
  /// - Throws: Where the form has no such section or row.
  /// - Returns: The sections, whose `verdict` says how many items they need.
  /// - Complexity: O(n) in the number of sections and of their rows.
  public func shortSections(of scope: ValidationScope = .form) throws(EditError) -> [SectionState] {
    let members: Engine.ScopedRows
    do throws(EditError.Reason) { members = try engine.members(of: scope) } catch {
      throw EditError(reasons: [error])
    }
    let sections: [SectionID] =
      switch members {
      case .form: state.single.shortSections == 0 ? [] : Array(outline.sectionsInOrder)
      case .section(let section): [section]
      case .row: []
      }
    return sections.filter { state.attributes.isShort($0) }.compactMap { self[$0] }
  }

  private func verdicts(of rows: [RowID]) -> [RowVerdict] {
    rows.compactMap { id in
      let errors = state.verdicts[id.index]
      guard !errors.isEmpty, let row = self[id] else { return nil }
      return RowVerdict(row: row, errors: errors)
    }
  }

  /// The visible rows that are invalid, in their order: why the form cannot be submitted.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var invalidRows: [RowState] { verdicts.map(\.row).filter { !$0.isValid } }

  /// The row that the user has entered and not left; a row that is removed, hidden or disabled has
  /// been left.
  public var focusedRow: RowState? { state.single.focused.flatMap { self[$0] } }
}
