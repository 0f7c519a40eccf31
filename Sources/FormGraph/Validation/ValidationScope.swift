// Which rows are looked at when somebody asks for errors: whose, and whether those count that a
// user does not see or cannot change.

/// The rows of which errors are asked for.
public struct ValidationScope: Hashable, Sendable {
  enum Members: Hashable, Sendable {
    case form
    case section(SectionName)
    case row(RowName)
  }

  let members: Members
  /// Whether hidden rows are among them.
  public var includesHidden: Bool
  /// Whether disabled rows are among them.
  public var includesDisabled: Bool

  private init(_ members: Members, includesHidden: Bool, includesDisabled: Bool) {
    self.members = members
    self.includesHidden = includesHidden
    self.includesDisabled = includesDisabled
  }

  /// The visible rows of the form.
  public static let form = form()

  /// The rows of the form.
  public static func form(
    includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .form, includesHidden: includingHidden, includesDisabled: includingDisabled)
  }

  /// The rows of a section, or of all its items.
  public static func section(
    _ section: SectionName, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .section(section), includesHidden: includingHidden, includesDisabled: includingDisabled)
  }

  /// One row.
  public static func row(
    _ row: RowName, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .row(row), includesHidden: includingHidden, includesDisabled: includingDisabled)
  }
}

/// What the rules say of the value of one row, shown or not.
public struct RowVerdict: Hashable, Sendable {
  /// The row.
  public let row: RowState
  /// What is wrong with its value, in the order of the rules; never empty.
  public let errors: [RowError]
}

// MARK: - Looking

extension Engine {
  /// The rows of a scope, whose names mean what they mean now.
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

  /// The rows to look at, in order.
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
