// What the names of joined texts may hold. Options and bounds limit only what a user answers.

import FormGraph
import Predicate

extension MemberParts {
  /// What the terms of joined texts may hold in a scope.
  func domain(
    of joined: JoinedText, in scope: Int, role: CheckedText.Role? = nil
  ) -> (TermPath) -> Domain {
    let text = CheckedText(
      role: role ?? .condition, path: JSONPath(), offset: 0, tree: joined.tree,
      scope: meanings[scope])
    return { path in
      var domain = Domain(path, in: text)
      if let row = Self.row(of: path, in: text), !Self.isLimited(row, domain) {
        domain.options = nil
        domain.lower = nil
        domain.upper = nil
      }
      return domain
    }
  }

  /// The row whose values a path reads.
  private static func row(of path: TermPath, in text: CheckedText) -> RowDefinition? {
    guard let name = path.variable else {
      if case .rule(let row, _) = text.role { return row }
      return nil
    }
    switch text.scope.meaning(of: name) {
    case .row(let row)?: return row
    case .list(_, let items)?:
      guard case .row(let row)? = items.own(path.keys.first ?? "") else { return nil }
      return row
    default: return nil
    }
  }

  /// Whether every valid value of a row is among its options and within its bounds.
  ///
  /// What a formula gives and what the host sets may be anything, and so is what a row starts with.
  private static func isLimited(_ row: RowDefinition, _ domain: Domain) -> Bool {
    guard !row.isCalculated, !row.isFilled, row.hidden?.constantValue != true,
      row.disabled?.constantValue != true
    else { return false }
    guard let value = row.value, !value.isNull else { return true }
    let values: [Value] = if case .array(let members) = value { members } else { [value] }
    return values.allSatisfy { value in
      if let options = domain.options, !options.contains(where: { $0.equals(value) }) {
        return false
      }
      if let lower = domain.lower, value.precedes(lower) { return false }
      if let upper = domain.upper, upper.precedes(value) { return false }
      return true
    }
  }
}
