// Forms that are large or have many mistakes. With work that grows faster than the form, these
// tests would not end.

import FormGraph
import TestSupport
import Testing

@testable import FormAnalysis

@Suite("Large forms") struct LargeFormTests {
  /// A form of rows whose conditions read the row before.
  private func form(rows count: Int, condition: (Int) -> String) throws -> CompiledForm {
    let rows = (0..<count).map { index in
      RowDefinition(
        tag: "r\(index)", type: .int,
        hidden: index == 0 ? nil : ConditionDefinition(.predicate(condition(index))))
    }
    return try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
  }

  @Test(
    "A form of many rows is checked once per row", arguments: depth(quick: 4_000, full: 100_000))
  func rows(depth count: Int) throws {
    let form = try CompiledForm.of(tags: (0..<count).map { "r\($0)" })
    let outline = FormOutline(form.definition)
    // The section and its rows.
    #expect(outline.places.count == count + 1)
    #expect(FormReport(of: form).findings == [])
  }

  @Test("The texts of a form are visited once, and each gives its finding", arguments: [100, 2000])
  func texts(_ count: Int) throws {
    let form = try form(rows: count) { "$r\($0 - 1) == 'x'" }
    var visited = 0
    FormWalk.visit(form.definition, FormOutline(form.definition), form.textLimits, tables: [:]) {
      _ in
      visited += 1
    } rule: { _, _, _, _ in
    }
    #expect(visited == count - 1)
    let found = FormReport(of: form).findings
    #expect(found.map(\.id) == Array(repeating: .compareKind, count: count - 1))
  }
}
