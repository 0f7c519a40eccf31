// The hints for what authors bring from other form formats and languages: one form, and what the
// hint of its first finding says.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite struct FormHintTests {
  /// A form with rows to read, a list `lines`, a list in a list, a plain section and more keys of
  /// the last row.
  private static func form(_ row: String, section: String = "") -> String {
    #"""
    { "sections": [
      { "tag": "main", "rows": [
        { "tag": "a", "type": "int" }, { "tag": "x", "type": "text" },
        { "tag": "b", "type": "switch" }, { "tag": "c", "type": "switch" },
        { "tag": "year", "type": "picker", "options": ["2017", "2018"] },
        { "tag": "multi", "type": "multipleSelector", "options": ["p", "q"] },
        { "tag": "t", \#(row) }] },
      { "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "amount", "type": "int" }, { "tag": "age", "type": "int" }],
        "sections": [{ "tag": "inner", "kind": "multivalued",
          "template": { "rows": [{ "tag": "z", "type": "int" }] } }] } },
      { "tag": "plain", "rows": [{ "tag": "prow", "type": "text" }] }\#(section)] }
    """#
  }

  private static func hints(in form: String) -> [String] {
    do throws(CompileFailure) {
      let compiled = try CompiledForm.compile(json: form.utf8)
      return FormReport(of: compiled).findings.compactMap(\.problem.hint)
    } catch {
      return FormReport(error).findings.compactMap(\.problem.hint)
    }
  }

  @Test(arguments: [
    ("any($lines.amount > 3)", "write ANY $lines.amount > 3"),
    ("$x matches /a+/", "MATCHES 'a+'"),
    ("($a ?? 3) > 2", "write coalesce($a, 3)"),
    ("$x.isEmpty", "write $x == nil"),
    ("$x.isEmpty == NO", "write $x == nil"),
    ("$lines.isEmpty == NO", "write $lines.@count == 0"),
    ("$lines.count > 2", "write $lines.@count"),
    ("$lines.length > 2", "write $lines.@count"),
    ("$plain.count > 2", #"write "kind": "multivalued" in the section"#),
    ("$plain.@count > 2", #"write "kind": "multivalued" in the section"#),
    ("$a mod 2 == 0", "write modulus:by:($a, 2)"),
    ("$b xor $c", "write $b != $c"),
    ("$a == 1 xor $x == 'b'", "write TERNARY($a == 1, YES, NO) != TERNARY($x == 'b', YES, NO)"),
    ("SUBQUERY($lines, $k, $kage > 3).@count > 0", "write $k.age"),
    ("SUBQUERY($lines, $k, $age > 3).@count > 0", "write $k.age"),
    ("$plain.prow == 'x'", "write $prow"),
    ("$inner.@count > 3", "write $lines.inner"),
    ("$item.index == 1", "inside its template only"),
    ("$year == '2016'", "'2017', '2018'"),
    ("$multi anyof ['p', 'q']", "write ANY $multi IN {'p', 'q'}"),
    ("$a > 1,5", "write 1.5"),
    ("$multi.count > 2", "write $multi.@count"),
    ("$multi.length > 2", "write $multi.@count"),
    ("$a NOT IN (1,2)", "write NOT ($a IN {1,2})"),
  ])
  func conditions(_ text: String, _ hint: String) {
    let hints = Self.hints(in: Self.form(#""type": "text", "visible": "\#(text)""#))
    #expect(hints.first?.contains(hint) ?? false, "\(hints)")
  }

  @Test(arguments: [
    (
      #""type": "int", "calculated": "COUNTIF($lines.amount, 3)""#,
      "write SUBQUERY($lines, $x, $x.amount == 3).@count"
    ),
    (
      #""type": "int", "calculated": "COUNTIF($lines.amount, '>3')""#,
      "write SUBQUERY($lines, $x, $x.amount > 3).@count"
    ),
    (
      #""type": "int", "calculated": "SUMIF($lines.age, 3, $lines.amount)""#,
      "write SUBQUERY($lines, $x, $x.age == 3).@sum.amount"
    ),
    (#""type": "text", "calculated": "$x & ' ' & $x""#, "write concat($x, ' ', $x) to"),
    (#""type": "text", "calculated": "'No. ' + $a + ': ' + $x""#, "concat('No. ', $a, ': ', $x)"),
    (#""type": "text", "calculated": "$a + $year + $x""#, "concat($a, $year, $x)"),
    (#""type": "text", "calculated": "$a + 1 + ' kg'""#, "write concat($a + 1, ' kg')"),
    (#""type": "int", "calculated": "$multi.length""#, "write $multi.@count"),
    (#""type": "int", "calculated": "1 + $multi.length""#, "write $multi.@count"),
    (#""type": "text", "rules": "email""#, #"write "rules": ["email"]"#),
    (
      #""type": "text", "rules": [{ "if": "$a > 1", "predicate": "SELF != 'a'" }]"#,
      "write the condition in the predicate"
    ),
    (#""type": "text", "pattern": "a+""#, #"write "rules": [{"type": "regex""#),
    (#""type": "text", "options": ["a", "b"]"#, #"write "type": "picker""#),
    (#""type": "picker", "options": ["a"], "multiple": true"#, "multipleSelector"),
    (#""type": "picker", "options": { "list": "year" }"#, "come from a table"),
    (
      #""type": "picker", "options": { "list": "year", "value": "x" }"#,
      "repeat the options of 'year'"
    ),
    (
      #""type": "picker", "options": { "list": "multi", "value": "x" }"#,
      #"write "optionsFilter": "SELF.value IN $multi""#
    ),
    (
      #""type": "picker", "options": [{ "value": "v", "kage": 3 }], "optionsFilter": "$kage > 3""#,
      "write SELF.kage"
    ),
    (#""type": "decimal", "calculated": "$a * 1,5""#, "write 1.5"),
    (
      #""type": "decimal", "display": "format($a, '#,##0.00 EUR')""#,
      ##"write format($a, "#,##0.00 'EUR'")"##
    ),
  ])
  func rows(_ row: String, _ hint: String) {
    let hints = Self.hints(in: Self.form(row))
    #expect(hints.contains { $0.contains(hint) }, "\(hints)")
  }

  @Test("A key is proposed only if an option has it", arguments: ["$place == 'v'", "place == 'v'"])
  func keysOfOptions(_ filter: String) {
    let hints = Self.hints(
      in: Self.form(#""type": "picker", "options": ["v"], "optionsFilter": "\#(filter)""#))
    #expect(!hints.contains { $0.contains("SELF") }, "\(hints)")
  }

  @Test func pages() {
    let form = #"""
      { "pages": [{ "tag": "first", "title": "P", "sections": ["s"] }],
        "sections": [{ "tag": "s", "rows": [
          { "tag": "note", "type": "text", "visible": "$first == 1" }] }] }
      """#
    #expect(Self.hints(in: form).first == "'first' is a page: a text reads rows and sections")
  }

  @Test func ownItem() {
    let form = #"""
      { "sections": [{ "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "amount", "type": "int" },
        { "tag": "note", "type": "text", "visible": "$lines.amount > 3" }] } }] }
      """#
    #expect(Self.hints(in: form).first == "write $amount for the value of this item")
  }

  @Test func sections() {
    let hints = Self.hints(
      in: Self.form(#""type": "text""#, section: #", { "type": "paneldynamic", "rows": [] }"#))
    #expect(hints.contains { $0.contains(#"write "kind": "multivalued""#) }, "\(hints)")
  }
}
