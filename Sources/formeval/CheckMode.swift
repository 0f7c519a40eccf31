// A one-line summary of a form that compiles.

import FormGraph

/// Checks a form without showing it.
enum CheckMode {
  /// The summary of a form that compiles.
  ///
  /// Its warnings are written separately.
  static func text(of form: Form) -> String {
    let sections = form.definition.allSectionsWithItems
    let rows = sections.reduce(0) { $0 + $1.ownRows.count }
    return "ok: \(counted(sections.count, "section")), \(counted(rows, "row")), "
      + "\(counted(form.conditionCount, "condition"))\n"
  }
}

extension SectionDefinition {
  /// The rows that the section defines, including the rows of its templates.
  fileprivate var ownRows: [RowDefinition] {
    guard case .multivalued(let items) = kind else { return formRows }
    return items.templates.flatMap { named in
      switch named.template {
      case .item(let row): [row]
      case .rows(let rows, _): rows
      }
    }
  }
}
