// Whether a form compiles: everything that is wrong with it, or its size in a line.

import FormGraph

/// Checks a form without showing it.
enum CheckMode {
  /// What a check says of a form that compiles; its warnings are messages like any other.
  static func text(of form: Form) throws(CommandError) -> String {
    let sections = form.definition.sections
    let rows = sections.reduce(0) { $0 + $1.rows.count }
    // A transaction that does nothing knows how many conditions there are.
    var copy = form
    let conditions: Int
    do throws(EditError) { conditions = try copy.update { _ in }.conditionCount } catch {
      throw CommandError(error)
    }
    return "ok: \(counted(sections.count, "section")), \(counted(rows, "row")), "
      + "\(counted(conditions, "condition"))\n"
  }
}
