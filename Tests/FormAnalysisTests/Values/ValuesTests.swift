// What is found of the options and the own value of a row: for each family wrong rows, and rows
// that look like them and are right.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite("Checks of choices and own values") struct ValuesTests {
  /// The findings of the families of this folder in a form with one more row, as `id path`.
  private func findings(_ row: String) throws -> [String] {
    let form = try CompiledForm.compile(
      json: """
        { "sections": [{ "rows": [
          { "tag": "age", "type": "int" }, { "tag": "name", "type": "text" },
          { "tag": "n", "type": "decimal" },
          { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
          { "tag": "sizes", "type": "multipleSelector", "options": [1, 2, 3] },
          \(row) ] }] }
        """.utf8)
    let ids: Set<FindingID> = [
      .optionsFilterNone, .compareOptionOrder, .rowSelfVisibility, .compareKind,
    ]
    return FormCheck.findings(of: form).filter { ids.contains($0.id) }.map { finding in
      let path = finding.problem.path.steps.dropFirst(4)
      return "\(finding.id.rawValue) \(JSONPath(Array(path)))"
    }
  }

  @Test("A row with a mistake is found, at its key", arguments: wrongRows)
  func wrong(_ row: String, _ expected: String) throws {
    #expect(try findings(row) == [expected], "\(row)")
  }

  @Test("A row that is right finds nothing", arguments: rightRows)
  func right(_ row: String) throws {
    #expect(try findings(row) == [], "\(row)")
  }

  @Test("The fix of an order is the list in the order of the options")
  func fix() throws {
    let form = try CompiledForm.compile(
      json: """
        { "sections": [{ "rows": [
          { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
          { "tag": "x", "type": "label", "visible": "$colors == {'blue', 'red'}" } ] }] }
        """.utf8)
    let found = FormCheck.findings(of: form).first { $0.id == .compareOptionOrder }
    let replacement = try #require(found?.fix?.replacements.first)
    #expect(replacement.text == "{'red', 'blue'}")
    #expect(replacement.textRange == 11..<26)
  }

  private static let choice = #""tag": "x", "type": "push", "options": ["a", "b"]"#

  private static let wrongRows: [(String, String)] = [
    (#"{ \#(choice), "optionsFilter": "SELF == 'x'" }"#, "options/filter-none optionsFilter"),
    (
      #"{ \#(choice), "optionsFilter": "SELF BEGINSWITH 'A'" }"#,
      "options/filter-none optionsFilter"
    ),
    (
      #"{ "tag": "x", "type": "text", "visible": "$colors == {'blue', 'red'}" }"#,
      "compare/option-order visible"
    ),
    (
      #"{ "tag": "x", "type": "text", "hidden": "{3, 1} != $sizes" }"#,
      "compare/option-order hidden"
    ),
    (#"{ "tag": "x", "type": "text", "visible": "$x != nil" }"#, "row/self-visibility visible"),
    (#"{ "tag": "x", "type": "text", "hidden": "$x == nil" }"#, "row/self-visibility hidden"),
    (#"{ "tag": "x", "type": "switch", "visible": "$x == YES" }"#, "row/self-visibility visible"),
    (#"{ "tag": "x", "type": "int", "visible": "$x > 3" }"#, "row/self-visibility visible"),
    (
      #"{ "tag": "x", "type": "int", "rules": [{ "type": "equals", "tag": "name" }] }"#,
      "compare/kind rules[0].tag"
    ),
  ]

  private static let rightRows = [
    "{ \(choice) }",
    #"{ \#(choice), "optionsFilter": "SELF == 'a'" }"#,
    #"{ \#(choice), "optionsFilter": "SELF == $name" }"#,
    #"{ \#(choice), "optionsFilter": "SELF ==[c] 'A'" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$colors == {'red', 'blue'}" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$colors == {'red', 'pink'}" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$sizes == {1, 3}" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$x == nil" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$x != nil OR $age > 3" }"#,
    #"{ "tag": "x", "type": "text", "value": "a", "visible": "$x != nil" }"#,
    #"{ "tag": "x", "type": "text", "calculated": "$name", "visible": "$x != nil" }"#,
    #"{ "tag": "x", "type": "text", "visible": "$x != nil OR $age.isHidden == NO" }"#,
    #"{ "tag": "x", "type": "switch", "value": true, "visible": "$x == YES" }"#,
    #"{ "tag": "x", "type": "text", "rules": [{ "type": "equals", "tag": "name" }] }"#,
    #"{ "tag": "x", "type": "int", "rules": [{ "type": "equals", "tag": "n" }] }"#,
  ]
}
