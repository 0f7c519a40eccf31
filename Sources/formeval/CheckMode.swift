// The size of a form that compiles, in a line.

import FormGraph

/// Checks a form without showing it.
enum CheckMode {
  /// What a check says of a form that compiles; its warnings are messages like any other.
  static func text(of form: Form) -> String {
    let sections = form.definition.sections
    let rows = sections.reduce(0) { $0 + $1.rows.count }
    return "ok: \(counted(sections.count, "section")), \(counted(rows, "row")), "
      + "\(counted(form.conditionCount, "condition"))\n"
  }
}
