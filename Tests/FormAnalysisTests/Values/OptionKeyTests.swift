// Formulas over keys of chosen options, and conditions over choices in items: what works finds
// nothing.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite("Chosen options")
struct OptionKeyTests {
  private func findings(_ formula: String, _ type: String = "decimal") throws -> [String] {
    let form = try CompiledForm.compile(
      json: #"""
        { "sections": [{ "rows": [
            { "tag": "q", "type": "multipleSelector", "options": [
              { "value": { "id": "x", "score": 1 }, "title": "X" },
              { "value": { "id": "y", "score": 2 }, "title": "Y" }] },
            { "tag": "a", "type": "\#(type)", "calculated": "\#(formula)" }] },
          { "tag": "l", "kind": "multivalued", "template": { "rows": [
            { "tag": "m", "type": "multipleSelector", "options": ["u", "v"] }] } }] }
        """#.utf8)
    return FormCheck.findings(of: form).map { "\($0.id.rawValue): \($0.problem.message)" }
  }

  @Test(
    "A key of the chosen options is folded",
    arguments: [
      "$q.@sum.score", "$q.@max.score", "$q.@min.score", "$q.@avg.score", "sum($q.score)",
    ])
  func folds(_ formula: String) throws { #expect(try findings(formula) == []) }

  @Test("Without a key there is nothing to add up")
  func objects() throws {
    #expect(try findings("$q.@sum").contains { $0.hasPrefix("operand/kind") })
  }

  @Test(
    "A row of several choices in an item may hold nothing",
    arguments: ["ANY $l.m != nil", "ANY $l.m == nil", "ANY $l.m == 'u'"])
  func choicesInItems(_ condition: String) throws {
    #expect(try findings("if(\(condition), 1, 2)", "int") == [])
  }
}
