// The JSON of problems and of own attributes: the parts of the reports that no command line shows.

import FormGraph
import Foundation
import Predicate
import Testing

@Test("A form that does not compile tells its problems with path, place and both ranges")
func failureAsJSON() throws {
  let text = """
    { "sections": [ { "rows": [
      { "tag": "on", "type": "switch" },
      { "type": "text", "hidden": "NOT $onn == true" } ] } ] }
    """
  let failure = #expect(throws: CompileFailure.self) {
    try CompiledForm.compile(json: text.utf8, named: "form.json")
  }
  #expect(
    try #require(failure).json == [
      [
        "severity": "error", "message": "unknown tag 'onn'",
        "path": "sections[0].rows[1].hidden", "file": "form.json", "line": 3, "column": 36,
        "range": [100, 104], "textRange": [4, 8], "hint": "did you mean $on?",
      ]
    ])
}

@Test("A strict form that fails names everything its condition decides")
func strictRefusal() throws {
  let definition = FormDefinition(sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "n", type: .int, value: 1),
      RowDefinition(tag: "a", type: .text, hidden: "1 / $n == 1"),
      RowDefinition(tag: "b", type: .text, disabled: "1 / $n == 1"),
    ])
  ])
  let now = Date(timeIntervalSinceReferenceDate: 0)
  var form = try CompiledForm(definition).open(now: now, inputs: [:], isStrict: true)
  let refusal = #expect(throws: EditError.self) { try form.set("n", to: 0) }
  #expect(
    refusal?.reasons.map(\.message)
      == ["an integer is divided by zero, in 1 / $n == 1, which decides a, b"])
}
