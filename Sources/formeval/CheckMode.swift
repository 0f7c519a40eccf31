// The size of a form that compiles, in a line.

import FormGraph

/// Checks a form without showing it.
enum CheckMode {
  /// What a check says of a form that compiles; its warnings are messages like any other.
  static func text(of form: Form) -> String {
    let sections = form.definition.sections
    let rows = sections.reduce(0) { $0 + $1.ownRows.count }
    return "ok: \(counted(sections.count, "section")), \(counted(rows, "row")), "
      + "\(counted(form.conditionCount, "condition"))\n"
  }
}

extension SectionDefinition {
  /// The rows it defines, those of a template too.
  fileprivate var ownRows: [RowDefinition] {
    guard case .multivalued(let items) = kind else { return formRows }
    switch items.template {
    case .item(let row): return [row]
    case .rows(let rows): return rows
    }
  }
}
