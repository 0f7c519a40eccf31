// Which rows are looked at when a host asks for errors: the rows of the form, of a section, or one
// row, and whether hidden and disabled rows count.

/// The rows whose errors are asked for.
public struct ValidationScope: Hashable, Sendable {
  enum Members: Hashable, Sendable {
    case form
    case section(SectionName)
    case row(RowName)
  }

  let members: Members
  /// The tag, address or id by which it names a section or a row; nil if it names none so.
  package var name: String? {
    switch members {
    case .section(.tag(let name)), .row(.tag(let name)): name
    default: nil
    }
  }
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

  /// The rows of a section and of the sections inside it, or of all its items.
  public static func section(
    _ section: some SectionNaming, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .section(section.sectionName), includesHidden: includingHidden,
      includesDisabled: includingDisabled)
  }

  /// One row.
  public static func row(
    _ row: some RowNaming, includingHidden: Bool = false, includingDisabled: Bool = true
  ) -> ValidationScope {
    ValidationScope(
      .row(row.rowName), includesHidden: includingHidden, includesDisabled: includingDisabled)
  }
}

extension Engine {
  /// The rows of a scope, whose names mean what they mean now.
  enum ScopedRows {
    case form
    case section(SectionIndex)
    case row(RowIndex)
  }

  func members(of scope: ValidationScope) throws(Reason) -> ScopedRows {
    switch scope.members {
    case .form: return .form
    case .section(let name): return .section(try section(name))
    case .row(let name): return .row(try row(name))
    }
  }

  /// The rows to look at, in order.
  func rows(_ members: ScopedRows, of scope: ValidationScope) -> [RowIndex] {
    let rows: [RowIndex] =
      switch members {
      case .form: Array(outline.rowsInOrder(in: topology))
      case .section(let section): outline.rows(inside: section, in: topology)
      case .row(let row): [row]
      }
    return rows.filter { row in
      outline.rows.contains(row)
        && (scope.includesHidden || !state.attributes.isHidden(row, in: topology))
        && (scope.includesDisabled || !state.isDisabled(row, in: topology))
    }
  }
}
