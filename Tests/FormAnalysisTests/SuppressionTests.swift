// Which findings a form suppresses. The findings are made by hand, so that the tests do not depend
// on what a check finds.

@testable import FormAnalysis
import FormGraph
import Testing

@Suite struct SuppressionTests {
  /// Findings in a form, and what becomes of them.
  struct Case: CustomTestStringConvertible {
    let form: String
    /// Ids and paths of findings, one a line: `compare/kind rows[0]`.
    let found: [String]
    /// What is reported: a justification in parentheses if the finding is suppressed.
    let expected: [String]
    var includesStyle = false

    var testDescription: String { form }
  }

  private static func path(_ text: String) throws -> JSONPath {
    var path = JSONPath()
    for step in text.split(whereSeparator: { ".[]".contains($0) }) {
      path = Int(step).map(path.appending) ?? path.appending(String(step))
    }
    return path
  }

  @Test(arguments: [
    Case(
      form: """
        { "suppress": [{ "id": "compare/kind", "justification": "form" }], "sections": [
          { "suppress": [{ "id": "compare/kind", "justification": "section" }], "rows": [
            { "tag": "a", "type": "text", "suppress": [{ "id": "compare/kind", "justification": "row" }] },
            { "tag": "b", "type": "text" }] },
          { "rows": [{ "tag": "c", "type": "text" }] }] }
        """,
      found: [
        "compare/kind sections[0].rows[0].hidden", "compare/kind sections[0].rows[1].hidden",
        "compare/kind sections[0].hidden", "compare/kind sections[1].rows[0].rules[0].predicate",
        "compare/kind readOnly", "compare/nil sections[0].rows[0].hidden",
      ],
      expected: [
        "compare/kind sections[0].rows[0].hidden (row)",
        "compare/kind sections[0].rows[1].hidden (section)",
        "compare/kind sections[0].hidden (section)",
        "compare/kind sections[1].rows[0].rules[0].predicate (form)",
        "compare/kind readOnly (form)",
        "compare/nil sections[0].rows[0].hidden",
      ]),
    Case(
      form: """
        { "sections": [
          { "tag": "l", "kind": "multivalued", "item": { "type": "text", "suppress": [{ "id": "list/count", "justification": "item" }] } },
          { "tag": "m", "kind": "multivalued", "template": {
            "rows": [{ "tag": "r", "type": "text", "suppress": [{ "id": "list/count", "justification": "template row" }] }],
            "sections": [{ "tag": "n", "suppress": [{ "id": "list/count", "justification": "inner" }], "rows": [] }] } },
          { "sections": [{ "sections": [{ "rows": [], "suppress": [{ "id": "list/count", "justification": "deep" }] }] }] }] }
        """,
      found: [
        "list/count sections[0].item.hidden", "list/count sections[1].template.rows[0].hidden",
        "list/count sections[1].template.sections[0].hidden",
        "list/count sections[2].sections[0].sections[0].hidden", "list/count sections[2].hidden",
      ],
      expected: [
        "list/count sections[0].item.hidden (item)",
        "list/count sections[1].template.rows[0].hidden (template row)",
        "list/count sections[1].template.sections[0].hidden (inner)",
        "list/count sections[2].sections[0].sections[0].hidden (deep)",
        "list/count sections[2].hidden",
      ]),
    // One that is hidden behind an inner one, or behind an equal one, is unused.
    Case(
      form: """
        { "suppress": [{ "id": "compare/kind", "justification": "form" }], "sections": [{ "rows": [
          { "type": "text", "suppress": [
            { "id": "compare/kind", "justification": "1" }, { "id": "compare/kind", "justification": "2" },
            { "id": "compare/knd", "justification": "3" }, { "id": "", "justification": "4" },
            { "id": "suppress/unused", "justification": "5" }, { "id": "form/json", "justification": "6" }] }] }] }
        """,
      found: ["compare/kind sections[0].rows[0].hidden"],
      expected: [
        "compare/kind sections[0].rows[0].hidden (1)",
        "suppress/unused suppress[0].id: nothing is found here that has the id 'compare/kind'",
        "suppress/unused sections[0].rows[0].suppress[1].id: nothing is found here that has the id 'compare/kind'",
        "suppress/unknown-id sections[0].rows[0].suppress[2].id: no finding has the id 'compare/knd'; did you mean compare/kind?",
        "suppress/unknown-id sections[0].rows[0].suppress[3].id: no finding has the id ''",
        "suppress/unused sections[0].rows[0].suppress[4].id: 'suppress/unused' cannot be suppressed",
        "suppress/unused sections[0].rows[0].suppress[5].id: 'form/json' cannot be suppressed",
      ]),
    // Style is off, but its suppression is needed when style is on.
    Case(
      form: """
        { "sections": [{ "rows": [{ "type": "text", "suppress": [{ "id": "logic/and-or", "justification": "J" }] }] }] }
        """,
      found: ["logic/and-or sections[0].rows[0].hidden", "logic/and-or readOnly"], expected: []),
    Case(
      form: """
        { "sections": [{ "rows": [{ "type": "text", "suppress": [{ "id": "logic/and-or", "justification": "J" }] }] }] }
        """,
      found: ["logic/and-or sections[0].rows[0].hidden", "logic/and-or readOnly"],
      expected: ["logic/and-or sections[0].rows[0].hidden (J)", "logic/and-or readOnly"],
      includesStyle: true),
  ])
  func suppresses(_ example: Case) throws {
    let form = try CompiledForm.compile(json: example.form.utf8)
    #expect(form.warnings.isEmpty)
    let found = try example.found.map { line in
      let parts = line.split(separator: " ")
      let id = try #require(FindingID(rawValue: String(parts[0])))
      return Finding(id, Problem("", path: try Self.path(String(parts[1]))))
    }
    let report = FormReport(found, of: form.definition, includesStyle: example.includesStyle)
    let told = report.findings.map { finding in
      let problem = finding.problem
      var text = "\(finding.id.rawValue) \(problem.path)"
      if !problem.message.isEmpty { text += ": \(problem.message)" }
      if let hint = problem.hint, finding.id == .suppressUnknownID { text += "; \(hint)" }
      return text + (finding.justification.map { " (\($0))" } ?? "")
    }
    #expect(told == example.expected)
    #expect(report.suppressedCount == told.count { $0.hasSuffix(")") })
  }

  @Test("A form that does not compile gives its problems as findings")
  func reportsFailures() throws {
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm.compile(json: #"{ "sections": [], "titel": 1, "version": 2 }"#.utf8)
    }
    let report = FormReport(try #require(failure))
    #expect(report.findings.map(\.id.rawValue).sorted() == ["form/key", "form/value"])
    #expect(report.count(.error) == 1 && report.count(.warning) == 1)
    #expect(report.suppressedCount == 0)
  }
}
