// What the checks find in the conditions of one form, as a table: the text, then each finding as
// its id and the part that it points at. Right rows find nothing.

import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("Checks of texts") struct TextCheckTests {
  /// The form whose last row is visible by the given text.
  private static func form(_ text: String, key: String = "visible", row: String = "x") -> String {
    """
    { "inputs": { "locale": "es", "limit": 10 },
      "sections": [
      { "rows": [
        { "tag": "name", "type": "text" }, { "tag": "nick", "type": "text" },
        { "tag": "code", "type": "text", "rules": [{ "type": "maxLength", "value": 2 }] },
        { "tag": "age", "type": "int", "minimum": 0, "maximum": 120 },
        { "tag": "n", "type": "int" }, { "tag": "m", "type": "int" },
        { "tag": "price", "type": "decimal" },
        { "tag": "on", "type": "switch" }, { "tag": "ok", "type": "switch" },
        { "tag": "born", "type": "date" },
        { "tag": "start", "type": "dateTime" }, { "tag": "end", "type": "dateTime" },
        { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
        { "tag": "level", "type": "push", "options": [1, 2, 3] },
        { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
        { "tag": "blob", "type": "custom" },
        { "tag": "total", "type": "decimal", "calculated": "$price * $n" },
        { "tag": "note", "type": "label" } ] },
      { "tag": "phones", "kind": "multivalued", "item": { "type": "phone" } },
      { "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "what", "type": "text" }, { "tag": "amount", "type": "decimal" } ] } },
      { "rows": [{ "tag": "\(row)", "type": "text",
        "\(key)": "\(text.replacing("\\", with: "\\\\"))" }] } ] }
    """
  }

  /// The findings as `id part`, without those of the logic, which has a table of its own.
  private func findings(_ text: String, key: String = "visible") throws -> [String] {
    let form = try CompiledForm.compile(json: Self.form(text, key: key).utf8)
    return FormCheck.findings(of: form).filter {
      !$0.id.rawValue.hasPrefix("logic/") || $0.id == .notScope || $0.id == .andOr
    }
    .map { finding in
      let range = finding.problem.textRange ?? 0..<0
      return "\(finding.id.rawValue) \(String(decoding: Array(text.utf8)[range], as: UTF8.self))"
    }
  }

  @Test("A text that can hold and can fail is right", arguments: rightRows)
  func right(_ text: String) throws {
    #expect(try findings(text) == [], "\(text)")
  }

  @Test("A text with a mistake is found, at its place", arguments: wrongRows)
  func wrong(_ text: String, _ expected: [String]) throws {
    #expect(try findings(text) == expected, "\(text)")
  }

  private static let rightRows = [
    "$age == 18.0", "$price == 18", "$level == 2.0", "$on == 1", "$on > 0", "$on == $ok",
    "$limit > $age", "$age / 2.0 > 9", "$price / 2 > 1", "$total / $n > 2", "$n / 2 * 2 == $n",
    "$age == nil", "$on == nil", "$total == nil", "$locale != 'es'",
    "$name == nil OR $name == ''", "$name != nil AND $name != ''",
    "$colors == nil OR $colors.@count == 0", "$age < 18 OR $age >= 18", "NOT $age < 18",
    "$smoker CONTAINS 'ev'", "$smoker CONTAINS[c] 'CUR'", "'form' IN $smoker",
    "$smoker IN 'never former'", "'a current smoker' CONTAINS $smoker",
    "ANY $colors CONTAINS 're'", "$colors CONTAINS 'red'",
    "$smoker ==[c] 'CURRENT'", "$smoker BEGINSWITH 'c'", "$smoker LIKE 'f*'", "'RED' IN[c] $colors",
    "$age > 17 AND $age < 19", "'red' IN $colors", "$colors CONTAINS 'red'",
    "ANY $colors IN {'red', 'blue'}", "$colors == {'red', 'blue'}", "$phones == {}",
    "NONE $phones == ''", "ANY $lines.amount > 3", "ALL $lines.amount > 0",
    "$lines.@sum.amount > 100", "$lines.amount.@max > 9", "$lines[FIRST].amount > 1",
    "$lines.@count > 0 AND $lines[0].amount > 1",
    "SUBQUERY($lines, $l, $l.amount > 3).@count > 1",
    "SUBQUERY($lines, $l, $l.what == $name).@count > 0", "now() - $born > 567648000",
    "$start + 3600 < $end", "$born < CAST('2000-01-01', 'NSDate')", "$born > now()",
    "$name LIKE '*%'", "$name CONTAINS '%'", "$name == '12'", "$name < 'M'",
    "$name.integerValue > 11", "$name.length >= 3", "$name IN 'yes no'", "$age BETWEEN {18, 18}",
    "$age BETWEEN {$n, $m}", "$age == 120", "$age.isValid == NO",
    "NOT ($age < 18 AND $on == YES)", "TERNARY($age == nil, 0, $age) >= 18",
    "$n != 0 AND modulus:by:($age, $n) == 0", "$blob == 'a' OR $blob == 1", "$blob.x > 3",
    "TRUEPREDICATE",
  ]

  private static let wrongRows: [(String, [String])] = [
    ("$age > '18'", ["compare/kind '18'"]),
    ("$name >= 18", ["compare/kind 18"]),
    ("$born > '2000-01-01'", ["compare/kind '2000-01-01'"]),
    ("$born > 2000", ["compare/kind 2000"]),
    ("$age == '18'", ["compare/kind '18'"]),
    ("'18' != $age", ["compare/kind '18'"]),
    ("$age IN {'17', $name}", ["compare/kind '17'", "compare/kind $name"]),
    ("$age IN {'17', '18'}", ["compare/kind '17'", "compare/kind '18'"]),
    ("$age BETWEEN {'1', '9'}", ["compare/kind '1'", "compare/kind '9'"]),
    ("$level == '2'", ["compare/kind '2'"]),
    ("$age == $name", ["compare/kind $name"]),
    ("$colors == 'red'", ["compare/kind 'red'"]),
    ("$colors > 2", ["compare/kind 2"]),
    ("$born - 5 > 3", ["compare/kind 3"]),
    ("ANY $lines.amount > '3'", ["compare/kind '3'"]),
    ("SUBQUERY($lines, $l, $l.amount > 'a').@count > 0", ["compare/kind 'a'"]),
    ("TERNARY($on == YES, 'a', 'b') > 3", ["compare/kind 3"]),
    ("$age != ''", ["compare/kind ''"]),
    ("$on == 'yes'", ["compare/bool-text 'yes'"]),
    ("$on != 'true'", ["compare/bool-text 'true'"]),
    ("$born > 2000-01-01", ["date/unquoted 2000-01-01"]),
    ("$colors IN {'red'}", ["in/side $colors"]),
    ("{'red'} CONTAINS $colors", ["in/side $colors"]),
    ("$colors IN 'red'", ["in/side $colors"]),
    ("$age CONTAINS 1", ["operand/kind $age"]),
    ("$age MATCHES '1.*'", ["operand/kind $age"]),
    ("$age BEGINSWITH '1'", ["operand/kind $age"]),
    ("1 IN $age", ["operand/kind $age"]),
    ("$name + 1 == 2", ["operand/kind $name"]),
    ("$name + $nick == 'ab'", ["operand/kind $name"]),
    ("$on + 'a' == 1", ["operand/kind 'a'"]),
    ("$born + $born > now()", ["operand/kind $born"]),
    ("$price & 1 == 1", ["operand/kind $price"]),
    ("$smoker CONTAINS {'never'}", ["in/side {'never'}"]),
    ("length($age) > 2", ["function/kind $age"]),
    ("sqrt($name) > 2", ["function/kind $name"]),
    ("sum($age) > 2", ["function/kind $age"]),
    ("$age.@count > 0", ["list/count $age"]),
    ("$name.@count > 0", ["list/count $name"]),
    ("$lines.amount > 3", ["list/quantifier $lines.amount"]),
    ("$lines.what == 'x'", ["list/quantifier $lines.what"]),
    ("ANY $age > 3", ["list/quantifier $age"]),
    ("ALL $name == 'x'", ["list/quantifier $name"]),
    ("SUBQUERY($age, $x, $x > 1).@count > 0", ["list/quantifier $age"]),
    ("$lines[0].amount > 1", ["list/index $lines"]),
    ("$phones == nil", ["compare/nil $phones"]),
    ("$phones.@count == nil", ["compare/nil $phones.@count"]),
    ("$n > nil", ["compare/nil nil"]),
    ("$n BETWEEN {nil, 3}", ["compare/nil nil"]),
    ("$age.isHidden == nil", ["compare/nil $age.isHidden"]),
    ("$smoker == 'curent'", ["compare/unknown-option 'curent'"]),
    ("$smoker IN {'never', $name, 'formr'}", ["compare/unknown-option 'formr'"]),
    ("$smoker IN {'never', 'formr'}", ["compare/unknown-option 'formr'"]),
    ("'pink' IN $colors", ["compare/unknown-option 'pink'"]),
    ("$smoker CONTAINS 'xy'", ["compare/unknown-option 'xy'"]),
    ("$smoker IN 'always'", ["compare/unknown-option 'always'"]),
    ("$colors CONTAINS 're'", ["compare/unknown-option 're'"]),
    ("ANY $colors CONTAINS 'xy'", ["compare/unknown-option 'xy'"]),
    ("$level == 4", ["compare/unknown-option 4"]),
    ("$smoker BEGINSWITH 'x'", ["compare/unknown-option 'x'"]),
    ("$smoker == 'Current'", ["compare/option-case 'Current'"]),
    ("ANY $colors == 'Red'", ["compare/option-case 'Red'"]),
    ("$age > 120", ["compare/out-of-bounds 120"]),
    ("$age == -1", ["compare/out-of-bounds -1"]),
    ("$age BETWEEN {130, $n}", []),
    ("$age BETWEEN {130, 140}", ["compare/out-of-bounds 130"]),
    ("$code == 'AB12'", ["compare/length 'AB12'"]),
    ("$age / 2 > 9.5", ["arith/integer-division $age / 2"]),
    ("7 / 2 * $price > 9", ["arith/integer-division 7 / 2"]),
    ("$name LIKE '%n%'", ["like/percent '%n%'"]),
    ("NOT $on == YES AND $age > 3", ["logic/not-scope NOT $on == YES"]),
    ("$on == YES OR $age > 3 AND $n == 1", ["logic/and-or $age > 3 AND $n == 1"]),
    ("$name != ''", ["compare/empty-text $name != ''"]),
  ]

  @Test("A formula gives what its row holds")
  func formulas() throws {
    #expect(try findings("$age", key: "calculated") == ["formula/kind $age"])
    #expect(try findings("concat($age)", key: "calculated") == [])
    #expect(try findings("$born", key: "default") == ["formula/kind $born"])
  }

  @Test("A formula in a text is found at its place in the text")
  func shown() throws {
    #expect(try findings("Hello {$name + 1}!", key: "title") == ["operand/kind $name"])
    #expect(
      try findings("{TERNARY($smoker == 'x', 'a', 'b')}", key: "help") == [
        "compare/unknown-option 'x'"
      ])
  }

  @Test("Fixes are certain and right")
  func fixes() throws {
    for (text, fixed) in [
      ("$on == 'yes'", "YES"), ("$born > 2000-01-01", "CAST('2000-01-01', 'NSDate')"),
      ("$name LIKE '%n%'", "'*n*'"), ("$smoker == 'Current'", "'current'"),
      ("$name != ''", "($name != nil AND $name != '')"),
    ] {
      let form = try CompiledForm.compile(json: Self.form(text).utf8)
      let fixes = FormCheck.findings(of: form).compactMap(\.fix)
      let replacement = try #require(fixes.first?.replacements.first)
      #expect(replacement.text == fixed)
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(try #require(replacement.textRange), with: Array(fixed.utf8))
      #expect(try findings(String(decoding: bytes, as: UTF8.self)) == [], "\(text)")
    }
  }
}
