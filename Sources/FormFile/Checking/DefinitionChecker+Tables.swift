// Checks the tables of a definition: their names, and the files of their rows. A table itself is
// valid as soon as it exists. Which tables and columns texts and options name is for the builder to
// say, because the host may hand in tables.

import Predicate

extension DefinitionChecker {
  mutating func checkTables(of definition: FormDefinition) {
    var seen: Set<ExactText> = []
    for table in definition.tables {
      let steps: [JSONPath.Step] = [.key("tables"), .key(table.name)]
      if table.name.isEmpty {
        report(.missing, "a table needs a name", of: .form, steps, focus: .key)
      } else if !seen.insert(ExactText(table.name)).inserted {
        report(
          .duplicate, "two tables have the name \(Problem.quoted(table.name))", of: .form, steps)
      }
      if case .file(let file) = table.source, !file.isUnreadable { check(file, steps) }
    }
  }

  private mutating func check(_ file: TableFile, _ steps: [JSONPath.Step]) {
    if let refusal = TableFile.refusal(of: file.path) {
      report(
        .table, "\(Problem.quoted(file.path)) \(refusal)", of: .form, steps + [.key("file")],
        hint: TableFile.example)
    }
    if file.columns.isEmpty {
      guard !file.hasHeader, !file.isJSON else { return }
      report(
        .table, "without a header, the columns of the file must be listed", of: .form, steps,
        focus: .start, hint: "write \"columns\": […]")
    } else if let mistake = FormTable.mistake(
      in: file.columns, areAll: !file.hasHeader && !file.isJSON)
    {
      report(.table, mistake.message, of: .form, steps + [.key("columns")], hint: mistake.hint)
    }
  }
}
