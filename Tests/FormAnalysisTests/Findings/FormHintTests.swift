// The hints for what authors bring from other form formats and languages: one form, and what the
// hint of its first finding says.

import FormFile
import FormGraph
import Foundation
import Predicate
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

  private static func hints(in form: String) -> [String] { report(of: form).compactMap(\.hint) }

  private static func report(of form: String) -> [Problem] {
    do throws(CompileFailure) {
      let compiled = try CompiledForm.compile(json: form.utf8)
      return FormReport(of: compiled).findings.map(\.problem)
    } catch {
      return FormReport(error).findings.map(\.problem)
    }
  }

  /// The problems with their places and hints as they stand in the file.
  private static func problems(in form: String) -> [Problem] {
    let source = FormSource(
      name: "form.json", bytes: Array(form.utf8),
      root: try? JSONReader.readDistinct(Array(form.utf8)))
    return source.located(report(of: form))
  }

  private static let texts = [
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
    ("[a] > 3", "write $a"),
    ("[multi(1)] = '1'", "write $multi CONTAINS '1'"),
    ("../a > 3", "write $a"),
    ("$x == undefined", "write nil"),
    ("$x != empty", "write nil"),
    ("$x.exists()", "write $x != nil"),
    ("$lines.exists()", "write $lines.@count > 0"),
    ("$lines.where(age > 3).exists()", "write ANY $lines.age > 3"),
    ("SUBQUERY($lines, $k, ANY $k.z > 3).@count > 0", "did you mean inner.z?"),
    ("selected($multi, 'p')", "write $multi CONTAINS 'p'"),
    ("selected($year, '2017')", "write $year == '2017'"),
    ("string-length($x) > 3", "the counterpart is characters(text)"),
    ("position(..) > 1", "write ($item.index + 1)"),
  ]

  @Test(arguments: texts)
  func conditions(_ text: String, _ hint: String) {
    let hints = Self.hints(in: Self.form(#""type": "text", "visible": "\#(text)""#))
    #expect(hints.first?.contains(hint) ?? false, "\(hints)")
  }

  private static let keys = [
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
      ##"write format($a, \"#,##0.00 'EUR'\")"##
    ),
    (#""type": "decimal", "calculated": "$a div 2""#, "write $a / 2.0"),
    (#""type": "decimal", "calculated": "$a div $a""#, "write $a * 1.0 / $a"),
    (#""type": "decimal", "calculated": "Math.round($a)""#, "write round($a)"),
    (#""type": "int", "calculated": "Math.max($a, 3)""#, "write max($a, 3)"),
    (#""type": "text", "calculated": "`Hello ${x}`""#, "write concat('Hello ', $x)"),
    (
      #""type": "int", "calculated": "sumif($lines.age, $lines.age < 6)""#,
      "write SUBQUERY($lines, $x, $x.age < 6).@sum.age"
    ),
    (
      #""type": "text", "calculated": "CASE WHEN $a > 1 THEN 'x' ELSE 'y' END""#,
      "write if($a > 1, 'x', 'y')"
    ),
    (#""type": "text", "calculated": "$x || '!'""#, "write concat($x, '!')"),
    (#""type": "checkbox", "options": ["a", "b"]"#, "did you mean multipleSelector?"),
    (#""type": "text", "rules": [{ "predicate": "SELF != 'a'", "text": "b" }]"#, "message"),
    (#""type": "picker", "options": "$multi""#, #""optionsFilter": "SELF.value IN $multi""#),
    (#""type": "text", "rules": "$x != nil""#, #"write "rules": [{"predicate": "$x != nil"}]"#),
    (
      #""type": "picker", "options": [{ "value": "v", "not": 1 }], "optionsFilter": "$multi CONTAINS SELF.not""#,
      "a key of this name is written #not"
    ),
  ]

  @Test(arguments: keys)
  func rows(_ row: String, _ hint: String) {
    let hints = Self.problems(in: Self.form(row)).compactMap(\.hint)
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

  @Test func rowsOfItems() {
    func hint(_ text: String) -> String? {
      let row = #"{ "tag": "n", "type": "label", "title": "{\#(text)}" }"#
      let form = #"""
        { "sections": [{ "tag": "lines", "kind": "multivalued", "template": {
          "rows": [{ "tag": "amount", "type": "int" }, \#(row)] } }] }
        """#
      return Self.hints(in: form).first
    }
    #expect(hint("$row.amount")?.hasPrefix("write $amount") ?? false)
    #expect(hint("$item.parent.index")?.contains("a row of the outer item") ?? false)
  }

  /// A hint about a text is shown as it stands in the file.
  ///
  /// Put back into the file, it leaves the file JSON, and the finding is gone.
  @Test(
    arguments: texts.map { #""type": "text", "visible": "\#($0.0)""# } + keys.map(\.0)
      + [
        ##""type": "text", "visible": "$x NOT IN (\"a\", \"b\")""##,
        ##""type": "text", "visible": "$x matches /a\\\\d+/""##,
        ##""type": "text", "visible": "$x == \"a\" & $a == 1""##,
      ])
  func putBack(_ row: String) throws {
    let form = Self.form(row)
    guard let problem = Self.problems(in: form).first, problem.textRange != nil,
      let place = problem.range, let hint = problem.hint,
      let start = ["write ", "did you mean "].first(where: hint.hasPrefix)
    else { return }
    let bytes = Array(form.utf8)
    let whole = hint.dropFirst(start.count)
    // Words may follow the text.
    let texts =
      [whole]
      + [", ", " for ", " to ", ";", ":", "?"].flatMap { mark in
        whole.ranges(of: mark).map { whole[..<$0.lowerBound] }
      }
    // The text stands in the place of some of the words around the mistake.
    let line = Self.string(around: place, in: bytes)
    let ends = line.filter { $0 >= place.lowerBound }
    let starts = line.filter { $0 <= place.lowerBound }
    for text in texts {
      for start in starts.reversed() {
        for end in ends {
          let changed = bytes[..<start] + Array(text.utf8) + bytes[end...]
          let problems = Self.problems(in: String(decoding: changed, as: UTF8.self))
          if !problems.contains(where: {
            $0.message == problem.message
              || $0.severity == .error && ($0.kind == .json || $0.kind == .text(.syntax))
          }) {
            return
          }
        }
      }
    }
    Issue.record("\(row): \(problem.message): \(hint)")
  }

  /// The offsets in the string of JSON around a place at which words or signs start or end.
  private static func string(around place: Range<Int>, in bytes: [UInt8]) -> [Int] {
    func isQuote(_ index: Int) -> Bool {
      bytes[index] == UInt8(ascii: "\"") && (index == 0 || bytes[index - 1] != UInt8(ascii: "\\"))
    }
    let first = (0..<place.lowerBound).last(where: isQuote).map { $0 + 1 } ?? 0
    let last = (place.lowerBound..<bytes.count).first(where: isQuote) ?? bytes.count
    func isWord(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (Identifier.canContinue(ascii: bytes[index]) || "$@".utf8.contains(bytes[index]))
    }
    return (first...last).filter { !isWord($0 - 1) || !isWord($0) }
  }
}
