// The reasoning within conditions and the checks of patterns over whole forms: where the texts
// stand, and what the rows of the form say of the names in them.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite struct FormTextsTests {
  /// The findings of logic and patterns of a form with one more row, as `path: id`.
  private func findings(_ row: String) throws -> [String] {
    let json = """
      { "sections": [
        { "rows": [
          { "tag": "n", "type": "int" }, { "tag": "age", "type": "int", "maximum": 120 },
          { "tag": "level", "type": "push", "options": [1, 2, 3] },
          { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
          { "tag": "colors", "type": "multipleSelector", "options": ["red", "green"] },
          \(row) ] },
        { "tag": "lines", "kind": "multivalued", "template": { "rows": [
          { "tag": "what", "type": "text" }, { "tag": "amount", "type": "decimal" } ] } } ] }
      """
    let form = try CompiledForm.compile(json: json.utf8)
    return FormCheck.findings(of: form).filter {
      $0.id.rawValue.hasPrefix("logic/") || $0.id.rawValue.hasPrefix("pattern/")
    }.map { "\($0.problem.path): \($0.id.rawValue)" }
  }

  @Test("Each text of a form is read with what its names may hold", arguments: rows)
  func texts(row: String, expected: [String]) throws {
    let found = try findings(row)
    #expect(found == expected.map { "sections[0].rows[5].\($0)" }, "\(row)")
  }

  static let rows: [(String, [String])] = [
    (
      #"{ "tag": "x", "type": "text", "hidden": "$n < 18 AND $n > 65" }"#,
      ["hidden: logic/contradiction"]
    ),
    (#"{ "tag": "x", "type": "text", "hidden": "$n < 18 OR $n > 65" }"#, []),
    (
      #"{ "tag": "x", "type": "text", "visible": "$smoker == 'never' AND $smoker == 'former'" }"#,
      ["visible: logic/contradiction"]
    ),
    (
      #"{ "tag": "x", "type": "text", "visible": "$level == '2' AND $level == 2" }"#, []
    ),
    (
      #"{ "tag": "x", "type": "text", "visible": "ANY $lines.amount > 3 AND ALL $lines.amount < 1" }"#,
      ["visible: logic/contradiction"]
    ),
    (
      #"{ "tag": "x", "type": "text", "visible": "$n.isHidden == YES AND $n.isHidden == NO" }"#,
      ["visible: logic/contradiction"]
    ),
    (
      #"{ "tag": "x", "type": "text", "rules": [{ "type": "regex", "pattern": "(a+)+" }] }"#,
      ["rules[0].pattern: pattern/exponential"]
    ),
    (
      #"{ "tag": "x", "type": "text", "rules": [{ "type": "regex", "pattern": "[A-Z]{2}[0-9]+" }] }"#,
      []
    ),
    (
      #"{ "tag": "x", "type": "text", "rules": [{ "type": "maxLength", "value": 2 }, { "type": "regex", "pattern": "\\d{3}" }] }"#,
      ["rules[1].pattern: pattern/impossible"]
    ),
    (
      #"{ "tag": "x", "type": "text", "rules": [{ "type": "predicate", "predicate": "SELF MATCHES 'd{5}'" }] }"#,
      ["rules[0].predicate: pattern/lost-backslash"]
    ),
  ]
}
