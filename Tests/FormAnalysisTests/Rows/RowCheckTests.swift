// What the checks of rows find, as a table: a form, then the ids of the findings with their paths.
// Right forms stand among the wrong ones, each beside the mistake that it resembles.

import Foundation
import FormAnalysis
import FormGraph
import FormImport
import TestSupport
import Testing

@Suite struct RowCheckTests {
  private func report(of json: String) throws -> FormReport {
    FormReport(of: try CompiledForm.of(json))
  }

  /// Checks what these checks and the compiler find in a form, and nothing of other checks.
  private func check(_ json: String, _ expected: [String]) throws {
    let ids = Self.ids.union([.optionsDuplicate, .textUntranslated])
    let found = try report(of: json).findings.filter { ids.contains($0.id) }.map { finding in
      "\(finding.id.rawValue) \(finding.problem.path)"
    }
    #expect(found == expected, "\(json)")
  }

  /// Rows of the only section, with paths below it.
  @Test("Rows", arguments: Self.rows)
  func checksRows(rows: String, expected: [String]) throws {
    try check(
      #"{ "sections": [{ "rows": [\#(rows)] }] }"#,
      expected.map { $0.replacing(" ", with: " sections[0].") })
  }

  @Test("Forms", arguments: Self.forms)
  func checksForms(form: String, expected: [String]) throws { try check(form, expected) }

  @Test("Messages and hints", arguments: Self.messages)
  func saysWhy(row: String, message: String, hint: String) throws {
    let findings = try report(of: #"{ "sections": [{ "rows": [\#(row)] }] }"#).findings
    #expect(findings.map(\.problem.message) == [message])
    #expect(findings.map(\.problem.hint) == [hint])
  }

  @Test("The examples are right")
  func examples() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && $0 != "predicates.json" }
    #expect(names.count > 10)
    for name in names {
      let json = try Data(contentsOf: folder.appending(path: name))
      let form = try CompiledForm(
        FormDocument(importing: Array(json)),
        readFile: { try Array(Data(contentsOf: folder.appending(path: $0))) })
      let found = FormReport(of: form).findings.filter { Self.ids.contains($0.id) }
      #expect(found.map(\.problem) == [], "\(name)")
    }
  }

  private static let ids: Set<FindingID> = [
    .valueNotAnOption, .valueOutOfBounds, .boundsContradiction, .boundsStep, .boundsOptions,
    .lengthContradiction, .optionsNone, .rowHiddenRequired, .rowUnused, .tagCase, .keyUnknown,
    .formulaKind, .functionKind, .operandKind, .compareNil, .compareKind, .compareUnknownOption,
  ]

  @Test(
    "Many rows of a matrix with as many options are checked at once",
    arguments: depth(quick: 150, full: 1_000))
  func linear(depth count: Int) throws {
    let options = (0..<count).map { #""o\#($0)""# }.joined(separator: ",")
    let rows = (0..<count).map {
      #"{ "tag": "r\#($0)", "type": "multipleSelector", "minimum": 2, "value": ["o\#($0)"] }"#
    }.joined(separator: ",")
    let hidden = (0..<count).map { #"{ "tag": "h\#($0)", "type": "int", "hidden": true }"# }
      .joined(separator: ",")
    let sum = (0..<count).map { "$h\($0)" }.joined(separator: " + ")
    try check(
      #"""
      { "sections": [{ "kind": "matrix", "options": [\#(options)], "rows": [\#(rows)] },
        { "rows": [\#(hidden), { "tag": "sum", "type": "int", "calculated": "\#(sum)" }] }] }
      """#, [])
  }
}

extension RowCheckTests {
  private static let smoker = #""tag": "smoker", "type": "push", "options": ["never", "former"]"#
  private static let colors =
    #""tag": "c", "type": "multipleSelector", "options": ["red", "green", "blue"]"#
  private static let age = #""tag": "age", "type": "int", "minimum": 0, "maximum": 120"#

  static let rows: [(String, [String])] = [
    // Start values of choices.
    (#"{ \#(smoker), "value": "x" }"#, ["value/not-an-option rows[0].value"]),
    (#"{ \#(smoker), "value": "never" }"#, []),
    (#"{ \#(smoker), "value": null }"#, []),
    (#"{ \#(smoker), "value": "" }"#, []),
    (#"{ \#(smoker), "value": "x", "other": true }"#, []),
    (#"{ \#(smoker), "value": "never", "optionsFilter": "SELF != 'never' OR 1 == 2" }"#, []),
    (
      #"{ "tag": "l", "type": "push", "options": [1, 2], "value": "2" }"#,
      ["value/not-an-option rows[0].value"]
    ),
    (#"{ "tag": "l", "type": "push", "options": [1, 2], "value": 2.0 }"#, []),
    (#"{ \#(colors), "value": ["red", "pink"] }"#, ["value/not-an-option rows[0].value[1]"]),
    (#"{ \#(colors), "value": ["red", "blue"] }"#, []),
    (#"{ "tag": "p", "type": "custom", "value": "x" }"#, []),
    // Start values outside the bounds.
    (#"{ \#(age), "value": 200 }"#, ["value/out-of-bounds rows[0].value"]),
    (#"{ \#(age), "value": -1 }"#, ["value/out-of-bounds rows[0].value"]),
    (#"{ \#(age), "value": 120 }"#, []),
    (#"{ \#(age), "value": 0 }"#, []),
    (
      #"{ "tag": "s", "type": "slider", "minimum": 1, "maximum": 9, "step": 2, "value": 4 }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (#"{ "tag": "s", "type": "slider", "minimum": 1, "maximum": 9, "step": 2, "value": 5 }"#, []),
    (#"{ "tag": "s", "type": "decimal", "step": 0.1, "value": 0.3 }"#, []),
    (#"{ "tag": "s", "type": "int", "minimum": "1 + 1", "step": 2, "value": 3 }"#, []),
    (
      #"{ "tag": "d", "type": "date", "minimum": "2024-05-01", "value": "2024-04-30" }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (#"{ "tag": "d", "type": "date", "minimum": "2024-05-01", "value": "2024-05-01" }"#, []),
    (
      #"{ "tag": "t", "type": "time", "minuteInterval": 15, "value": "14:20" }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (#"{ "tag": "t", "type": "time", "minuteInterval": 15, "value": "14:30" }"#, []),
    (
      #"{ \#(colors), "maximum": 1, "value": ["red", "blue"] }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (#"{ \#(colors), "minimum": 2, "value": ["red"] }"#, []),
    // Start values against rules.
    (
      #"{ "tag": "w", "type": "text", "value": "abc", "rules": [{ "type": "maxLength", "value": 2 }] }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (
      #"{ "tag": "w", "type": "text", "value": "ab", "rules": [{ "type": "maxLength", "value": 2 }] }"#,
      []
    ),
    (
      #"{ "tag": "w", "type": "text", "value": "ab", "rules": [{ "type": "regex", "pattern": "[0-9]+" }] }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (
      #"{ "tag": "w", "type": "text", "value": "12", "rules": [{ "type": "regex", "pattern": "[0-9]+" }] }"#,
      []
    ),
    (
      #"{ "tag": "w", "type": "int", "value": 9, "rules": [{ "type": "smallerThan", "value": 5 }] }"#,
      ["value/out-of-bounds rows[0].value"]
    ),
    (
      #"{ "tag": "w", "type": "int", "value": 9, "rules": [{ "type": "smallerThan", "value": 5, "severity": "warning" }] }"#,
      []
    ),
    // Formulas that give what is no option.
    (
      #"{ \#(smoker), "calculated": "'x'" }"#, ["value/not-an-option rows[0].calculated"]
    ),
    (
      #"{ \#(smoker), "calculated": "TERNARY(1 == 2, 'never', 'x')" }"#,
      ["value/not-an-option rows[0].calculated"]
    ),
    (#"{ \#(smoker), "default": "coalesce(nil, 'never')" }"#, []),
    (#"{ \#(colors), "default": "{'red', 'pink'}" }"#, ["value/not-an-option rows[0].default"]),
    // Formulas for bounds, and what people see.
    (
      #"{ "tag": "n", "type": "text" }, { "tag": "m", "type": "int", "minimum": "$n" }"#,
      ["formula/kind rows[1].minimum"]
    ),
    (#"{ "tag": "n", "type": "int" }, { "tag": "m", "type": "int", "minimum": "$n" }"#, []),
    (
      #"{ "tag": "n", "type": "int" }, { "tag": "m", "type": "date", "maximum": "$n" }"#,
      ["formula/kind rows[1].maximum"]
    ),
    (#"{ "tag": "m", "type": "date", "maximum": "today()" }"#, []),
    (
      #"{ "tag": "m", "type": "int", "display": "uppercase(SELF)" }"#,
      ["function/kind rows[0].display"]
    ),
    (#"{ "tag": "m", "type": "int", "display": "concat(SELF, ' kg')" }"#, []),
    (#"{ "tag": "m", "type": "text", "title": "{SELF + 1}" }"#, ["operand/kind rows[0].title"]),
    // Keys of options.
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "kind": "a" }], "groupedBy": "knd" }"#,
      ["key/unknown rows[0].groupedBy"]
    ),
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "kind": "a" }], "groupedBy": "kind" }"#,
      []
    ),
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "kind": "a" }], "optionsFilter": "SELF.knd == 'a'" }"#,
      ["key/unknown rows[0].optionsFilter"]
    ),
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "kind": "a" }], "optionsFilter": "SELF.kind == 3" }"#,
      ["compare/kind rows[0].optionsFilter"]
    ),
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "kind": "a" }], "optionsFilter": "SELF.kind == 'a'" }"#,
      []
    ),
    // A rule does not look at a row without a value.
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "predicate": "SELF != nil" }] }"#,
      ["compare/nil rows[0].rules[0].predicate"]
    ),
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "predicate": "SELF != nil", "allowsEmpty": false }] }"#,
      []
    ),
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "predicate": "SELF == nil OR SELF > 3" }] }"#, []
    ),
    // Bounds against rules, and rules against rules; the compiler refuses minimum above maximum.
    (
      #"{ "tag": "n", "type": "int", "minimum": 9, "rules": [{ "type": "smallerThan", "value": 1 }] }"#,
      ["bounds/contradiction rows[0].rules[0].value"]
    ),
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "type": "greaterThan", "value": 1 }, { "type": "smallerThan", "value": 2 }] }"#,
      ["bounds/contradiction rows[0].rules[1].value"]
    ),
    (
      #"{ "tag": "n", "type": "decimal", "rules": [{ "type": "greaterThan", "value": 1 }, { "type": "smallerThan", "value": 2 }] }"#,
      []
    ),
    (
      #"{ "tag": "n", "type": "decimal", "rules": [{ "type": "greaterThan", "value": 1 }, { "type": "smallerOrEqualThan", "value": 1 }] }"#,
      ["bounds/contradiction rows[0].rules[1].value"]
    ),
    (
      #"{ "tag": "n", "type": "decimal", "rules": [{ "type": "greaterOrEqualThan", "value": 1 }, { "type": "smallerOrEqualThan", "value": 1 }] }"#,
      []
    ),
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "anyOf": [{ "type": "smallerThan", "value": 1 }, { "type": "greaterThan", "value": 9 }] }] }"#,
      []
    ),
    (
      #"{ "tag": "n", "type": "int", "rules": [{ "allOf": [{ "type": "smallerThan", "value": 1 }, { "type": "greaterThan", "value": 9 }] }] }"#,
      ["bounds/contradiction rows[0].rules[0].allOf[1].value"]
    ),
    (#"{ "tag": "n", "type": "int", "minimum": 3, "maximum": 3 }"#, []),
    (#"{ "tag": "n", "type": "int", "minimum": 3, "maximum": 3, "step": 5 }"#, []),
    (
      #"{ "tag": "n", "type": "int", "minimum": 1, "maximum": 5, "step": 7 }"#,
      ["bounds/step rows[0].step"]
    ),
    (#"{ "tag": "n", "type": "int", "minimum": 1, "maximum": 5, "step": 4 }"#, []),
    (
      #"{ "tag": "n", "type": "int", "minimum": -9223372036854775807, "maximum": 9223372036854775807, "step": 9223372036854775807 }"#,
      []
    ),
    (#"{ "tag": "n", "type": "decimal", "minimum": 0.2, "maximum": 0.3, "step": 0.1 }"#, []),
    (
      #"{ "tag": "n", "type": "decimal", "minimum": 0.2, "maximum": 0.3, "step": 0.2 }"#,
      ["bounds/step rows[0].step"]
    ),
    // Lengths.
    (
      #"{ "tag": "w", "type": "text", "rules": [{ "type": "minLength", "value": 9 }, { "type": "maxLength", "value": 3 }] }"#,
      ["length/contradiction rows[0].rules[1].value"]
    ),
    (
      #"{ "tag": "w", "type": "text", "rules": [{ "type": "maxLength", "value": 3 }, { "type": "exactLength", "value": 4 }] }"#,
      ["length/contradiction rows[0].rules[1].value"]
    ),
    (
      #"{ "tag": "w", "type": "text", "rules": [{ "type": "minLength", "value": 3 }, { "type": "maxLength", "value": 3 }] }"#,
      []
    ),
    // Options. The compiler warns if more must be chosen than there are, and of equal options.
    (#"{ "tag": "o", "type": "push", "options": [] }"#, ["options/none rows[0].options"]),
    (
      #"{ "tag": "o", "type": "push", "options": [{ "value": 1, "hidden": true }] }"#,
      ["options/none rows[0].options"]
    ),
    (#"{ "tag": "o", "type": "push", "options": [], "other": true }"#, []),
    (#"{ "tag": "o", "type": "push", "options": [1] }"#, []),
    (#"{ \#(colors), "minimum": 4 }"#, ["bounds/options rows[0].minimum"]),
    (#"{ \#(colors), "minimum": 3 }"#, []),
    (
      #"{ "tag": "o", "type": "multipleSelector", "options": [1, 2, { "value": 3, "exclusive": true }], "minimum": 3 }"#,
      ["bounds/options rows[0].minimum"]
    ),
    (
      #"{ "tag": "o", "type": "multipleSelector", "options": [1, 2, { "value": 3, "exclusive": true }], "minimum": 2 }"#,
      ["bounds/options rows[0].minimum"]
    ),
    (
      #"{ "tag": "o", "type": "multipleSelector", "options": [1, 2, { "value": 3, "exclusive": true }], "minimum": 1 }"#,
      []
    ),
    (
      #"{ "tag": "o", "type": "multipleSelector", "options": [1, { "value": 2, "hidden": true }], "minimum": 2 }"#,
      ["bounds/options rows[0].minimum"]
    ),
    (
      #"{ "tag": "o", "type": "push", "options": [1, 1] }"#,
      ["options/duplicate rows[0].options[1]"]
    ),
    // Hidden rows.
    (
      #"{ "tag": "h", "type": "text", "hidden": true, "required": true }"#,
      ["row/hidden-required rows[0].required"]
    ),
    (
      #"{ "tag": "h", "type": "text", "visible": false, "rules": ["required"] }"#,
      ["row/hidden-required rows[0].rules[0]"]
    ),
    (#"{ "tag": "h", "type": "text", "hidden": true, "required": true, "value": "x" }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": true, "required": true, "calculated": "'x'" }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": true, "required": true, "default": "'x'" }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": "1 == 1", "required": true }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": true }"#, ["row/unused rows[0].hidden"]),
    (#"{ "type": "label", "hidden": true }"#, ["row/unused rows[0].hidden"]),
    (
      #"{ "tag": "h", "type": "text", "title": "{$h}", "rules": [{ "predicate": "SELF != 'x' AND $h.isHidden == NO" }], "hidden": true }"#,
      ["row/unused rows[0].hidden"]
    ),
    (#"{ "tag": "h", "type": "text", "hidden": true, "value": "x" }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": true, "value": null }"#, []),
    (#"{ "tag": "h", "type": "text", "hidden": true, "calculated": "'x'" }"#, []),
    (
      #"{ "tag": "h", "type": "text", "hidden": true }, { "tag": "b", "type": "text", "hidden": "$h == 'x'" }"#,
      []
    ),
    (
      #"{ "tag": "h", "type": "text", "hidden": true }, { "tag": "b", "type": "text", "hidden": "$h.isHidden == YES" }"#,
      []
    ),
    (#"{ "tag": "h", "type": "text", "hidden": true }, { "type": "label", "title": "{$h}" }"#, []),
    (
      #"{ "tag": "h", "type": "text", "hidden": true }, { "tag": "b", "type": "text", "rules": [{ "type": "equals", "tag": "h" }] }"#,
      []
    ),
    (
      #"{ "tag": "h", "type": "text", "hidden": true }, { "tag": "b", "type": "push", "options": ["x"], "optionsFilter": "SELF != $h" }"#,
      []
    ),
    // Tags.
    (
      #"{ "tag": "Age", "type": "int" }, { "tag": "age", "type": "int" }"#, ["tag/case rows[1].tag"]
    ),
    (#"{ "tag": "age", "type": "int" }, { "tag": "ages", "type": "int" }"#, []),
  ]

  static let forms: [(String, [String])] = [
    // What an item says of itself, and what a filter reads of tables and lists.
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued", "templates": {
        "phone": { "rows": [{ "tag": "a", "type": "text", "hidden": "$item.template == 'fax'" },
          { "tag": "b", "type": "text", "hidden": "$item.template == 'phone'" },
          { "tag": "n", "type": "int", "calculated": "coalesce($item.previous.n, 'x')" },
          { "tag": "c", "type": "text", "hidden": "$item.previous.n == 'x'" }] },
        "email": { "rows": [{ "tag": "d", "type": "text" }] } } }] }
      """#,
      [
        "compare/unknown-option sections[0].templates.phone.rows[0].hidden",
        "compare/kind sections[0].templates.phone.rows[3].hidden",
      ]
    ),
    (
      #"""
      { "tables": { "w": { "columns": ["a", { "name": "n", "type": "int" }], "rows": [["x", 1]] } },
        "sections": [{ "rows": [{ "tag": "i", "type": "int" }, { "tag": "t", "type": "text" },
          { "tag": "p", "type": "push", "options": { "table": "w", "value": "a" },
            "optionsFilter": "SELF.a == $i" },
          { "tag": "q", "type": "push", "options": { "table": "w", "value": "a" },
            "optionsFilter": "SELF.n == $i AND SELF.a != $t" }] }] }
      """#,
      ["compare/kind sections[0].rows[2].optionsFilter"]
    ),
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "a", "type": "text" }, { "tag": "n", "type": "int" }] } },
        { "rows": [{ "tag": "p", "type": "push", "options": { "list": "l", "value": "a" },
            "optionsFilter": "SELF.n > 'x'" },
          { "tag": "q", "type": "push", "options": { "list": "l", "value": "a" },
            "optionsFilter": "SELF.n > 1" }] }] }
      """#,
      ["compare/kind sections[1].rows[0].optionsFilter"]
    ),
    // Items of lists.
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued", "value": [3, 30],
        "item": { "type": "int", "maximum": 9, "value": 10 } }] }
      """#,
      ["value/out-of-bounds sections[0].item.value", "value/out-of-bounds sections[0].value[1]"]
    ),
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued",
        "value": [{ "n": 3, "inner": [{ "c": "a" }, { "c": "x" }] }, { "n": 30, "g": "z" }],
        "template": { "rows": [{ "tag": "n", "type": "int", "maximum": 9 }], "sections": [
          { "rows": [{ "tag": "g", "type": "push", "options": ["y"] }] },
          { "tag": "inner", "kind": "multivalued", "value": [{ "c": "q" }], "template": { "rows": [
            { "tag": "c", "type": "push", "options": ["a"] }] } }] } }] }
      """#,
      [
        "value/not-an-option sections[0].value[0].inner[1].c",
        "value/out-of-bounds sections[0].value[1].n", "value/not-an-option sections[0].value[1].g",
        "value/not-an-option sections[0].template.sections[1].value[0].c",
      ]
    ),
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued",
        "value": [{ "template": "b", "n": 30 }, { "template": "a", "n": 30 }, { "n": 1 }],
        "templates": { "a": { "rows": [{ "tag": "n", "type": "int", "maximum": 9 }] },
          "b": { "rows": [{ "tag": "n", "type": "int", "maximum": 99, "value": 100 }] } } }] }
      """#,
      [
        "value/out-of-bounds sections[0].templates.b.rows[0].value",
        "value/out-of-bounds sections[0].value[1].n",
      ]
    ),
    // Matrices and sections to choose from.
    (
      #"""
      { "sections": [{ "kind": "matrix", "options": [], "rows": [{ "tag": "a" }, { "tag": "b" }] },
        { "kind": "matrix", "options": [1, 2], "rows": [{ "tag": "c", "value": 3 }] },
        { "tag": "s", "kind": "selectable", "options": [], "hidden": true },
        { "tag": "t", "kind": "selectable", "selection": "multiple", "options": [1, 2], "value": [3] },
        { "tag": "u", "kind": "selectable", "options": [1], "hidden": true, "required": true },
        { "tag": "v", "kind": "selectable", "options": [1], "hidden": "$s == 1" }] }
      """#,
      [
        "options/none sections[0].options", "options/none sections[2].options",
        "value/not-an-option sections[1].rows[0].value", "value/not-an-option sections[3].value[0]",
        "row/hidden-required sections[4].required",
      ]
    ),
    // Hidden rows of items are data of the app; a required row in a hidden section is right.
    (
      #"""
      { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "id", "type": "text", "hidden": true }] } },
        { "hidden": true, "rows": [{ "tag": "a", "type": "text", "required": true }] }] }
      """#, []
    ),
    // Tags of templates and inputs.
    (
      #"""
      { "inputs": { "Limit": { "type": "int" } }, "sections": [
        { "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "limit", "type": "int" }, { "tag": "AGE", "type": "int" }, { "tag": "x", "type": "int" }] } },
        { "tag": "m", "kind": "multivalued", "template": { "rows": [
          { "tag": "X", "type": "int" }, { "tag": "M", "type": "int" }] } },
        { "rows": [{ "tag": "age", "type": "int" }] }] }
      """#,
      [
        "tag/case sections[0].template.rows[0].tag", "tag/case sections[0].template.rows[1].tag",
        "tag/case sections[1].template.rows[1].tag",
      ]
    ),
    // The compiler warns of missing translations, in templates too.
    (
      #"""
      { "languages": ["en", "de"], "sections": [{ "title": { "en": "A" }, "rows": [] },
        { "title": { "en": "Name", "de": "Name" }, "rows": [] }] }
      """#, ["text/untranslated sections[0].title"]
    ),
  ]

  static let messages: [(String, String, String)] = [
    (
      #"{ \#(smoker), "value": "nevr" }"#, "the start value 'nevr' is not one of the options",
      "did you mean never?"
    ),
    (
      #"{ \#(smoker), "value": "x" }"#, "the start value 'x' is not one of the options",
      "write one of 'never', 'former'"
    ),
    (
      #"{ "tag": "l", "type": "push", "options": [1, 2], "value": "2" }"#,
      "the start value '2' is not one of the options", "write 2"
    ),
    (
      #"{ "tag": "d", "type": "date", "minimum": "2024-05-01", "value": "2024-04-30" }"#,
      "the start value 2024-04-30 is before the minimum 2024-05-01",
      "write a value within the bounds"
    ),
    (
      #"{ "tag": "n", "type": "int", "minimum": 9, "rules": [{ "type": "smallerThan", "value": 1 }] }"#,
      "no value is both at least 9 and less than 1", "change one of the two"
    ),
    (
      #"{ "tag": "w", "type": "text", "rules": [{ "type": "minLength", "value": 9 }, { "type": "maxLength", "value": 3 }] }"#,
      "no text has both at least 9 and at most 3 characters", "change one of the two"
    ),
    (
      #"{ "tag": "n", "type": "int", "minimum": 1, "maximum": 5, "step": 7 }"#,
      "the step 7 is longer than the range from 1 to 5, so only 1 is valid",
      "write a step of at most 4"
    ),
    (
      #"{ "tag": "Age", "type": "int" }, { "tag": "age", "type": "int" }"#,
      "the names 'age' and 'Age' differ only in upper and lower case",
      "give one of the two another name"
    ),
  ]
}
