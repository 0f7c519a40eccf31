// The scope of a validation: which rows it covers, and whether it includes hidden and disabled
// rows.

/// The rows that a validation covers.
public struct ValidationScope: Hashable, Sendable {
  enum Members: Hashable, Sendable {
    case form
    case section(SectionName)
    case row(RowName)
  }

  let members: Members
  /// Whether hidden rows are included.
  public var includesHidden: Bool
  /// Whether disabled rows are included.
  public var includesDisabled: Bool

  private init(_ members: Members, includesHidden: Bool, includesDisabled: Bool) {
    self.members = members
    self.includesHidden = includesHidden
    self.includesDisabled = includesDisabled
  }

  /// The visible rows of the form.
  public static let form = form()

  /// The rows of the form, without hidden rows by default.
  public static func form(
    includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .form, includesHidden: includingHidden, includesDisabled: includingDisabled)
  }

  /// The rows of a section, including the rows of its items.
  public static func section(
    _ section: SectionName, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .section(section), includesHidden: includingHidden, includesDisabled: includingDisabled)
  }

  /// A single row.
  public static func row(
    _ row: RowName, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .row(row), includesHidden: includingHidden, includesDisabled: includingDisabled)
  }
}

/// The errors and warnings of the value of one row, whether they are shown or not.
public struct RowVerdict: Hashable, Sendable {
  /// The row.
  public let row: RowState
  /// The errors and warnings, in the order of the rules; never empty.
  public let errors: [RowError]
}

// MARK: - Looking

extension Engine {
  /// The rows of a scope, with names resolved to ids.
  enum ScopedRows {
    case form
    case section(SectionID)
    case row(RowID)
  }

  func members(of scope: ValidationScope) throws(Reason) -> ScopedRows {
    switch scope.members {
    case .form: return .form
    case .section(let name): return .section(try section(name))
    case .row(let name): return .row(try row(name))
    }
  }

  /// The rows of a scope, in declaration order.
  func rows(_ members: ScopedRows, of scope: ValidationScope) -> [RowID] {
    let rows: [RowID] =
      switch members {
      case .form: Array(outline.rowsInOrder(in: topology))
      case .section(let section): Array(outline.rows(of: section, in: topology))
      case .row(let row): [row]
      }
    return rows.filter { row in
      outline.rows.contains(row)
        && (scope.includesHidden || !state.attributes.isHidden(row, in: topology))
        && (scope.includesDisabled || !state.isDisabled(row, in: topology))
    }
  }
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
    let members: Engine.ScopedRows
    do throws(EditError.Reason) { members = try engine.members(of: scope) } catch {
      throw EditError(reasons: [error])
    }
    return verdicts(of: engine.rows(members, of: scope))
  }

  /// The errors and warnings of all visible rows, in declaration order.
  ///
  /// They are not shown.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var verdicts: [RowVerdict] { verdicts(of: engine.rows(.form, of: .form)) }

  /// The visible and enabled sections of a scope that have fewer items than their minimum, in
  /// order.
  ///
  /// Like invalid rows, these sections prevent submitting the form.
  ///
  /// - Parameter scope: The sections of the form, or one section. The result is empty for a row.
  /// - Throws: An error if the form has no such section or row.
  /// - Returns: The sections. The `verdict` of each says how many items it needs.
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

  /// The invalid visible rows, in declaration order.
  ///
  /// They prevent submitting the form.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var invalidRows: [RowState] { verdicts.map(\.row).filter { !$0.isValid } }

  /// The row that has the focus: the user has entered it and not left it.
  ///
  /// A row that is removed, hidden or disabled has been left.
  public var focusedRow: RowState? { state.single.focused.flatMap { self[$0] } }
}
