// Mistakes that need more than one text: the finding, its severity and both places. Beside each
// stands a form that differs in one place and is right.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite("Members looked at whole") struct WholeCheckTests {
  private static let questions = #"""
    { "tag": "a", "type": "segmented", "options": ["x", "y", "z"] },
    { "tag": "b", "type": "segmented", "options": ["x", "y", "z"] },
    { "tag": "n", "type": "int" }, { "tag": "m", "type": "int" }, { "tag": "on", "type": "switch" },
    { "tag": "t", "type": "text" }, { "tag": "few", "type": "int", "minimum": 0, "maximum": 3 },
    { "tag": "many", "type": "multipleSelector", "options": ["x", "y", "z"] }
    """#

  /// A form with questions, and what follows them; `keys` are those of the form.
  private static func form(_ sections: String, keys: String = "") -> String {
    #"{ \#(keys) "sections": [{ "tag": "first", "rows": [\#(questions)] }, \#(sections)] }"#
  }

  /// A section with a row.
  private static func form(section: String, row: String, keys: String = "") -> String {
    form(
      #"{ "tag": "s", \#(section), "rows": [{ "tag": "r", "type": "text", \#(row) }] }"#,
      keys: keys)
  }

  /// The findings of these checks: severity, id, place and other places.
  private static func findings(_ json: String) throws -> [String] {
    try FormCheck.findings(of: .of(json)).filter {
      [.rowNeverShown, .logicAround, .rowSelfVisibility, .checkLeftOut, .rowHiddenNil]
        .contains($0.id)
    }
    .map { finding in
      let others = finding.problem.related.map { " + \($0.path)" }.joined()
      return "\(finding.problem.severity) \(finding.id.rawValue) \(finding.problem.path)\(others)"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wrong: String
    let right: String
    let found: [String]

    init(_ name: String, _ wrong: String, right: String, _ found: String...) {
      (testDescription, self.wrong, self.right, self.found) = (name, wrong, right, found)
    }
  }

  private static let row = "sections[1].rows[0]"

  static let cases: [Case] = [
    Case(
      "a section and a row",
      form(section: #""visible": "$a == 'x'""#, row: #""visible": "$a == 'y'""#),
      right: form(section: #""visible": "$a == 'x'""#, row: #""visible": "$b == 'y'""#),
      "error row/never-shown \(row).visible + sections[1].visible"),
    Case(
      "what hides a section",
      form(section: #""hidden": "$a == 'x'""#, row: #""visible": "$a == 'x' AND $n > 1""#),
      right: form(section: #""hidden": "$a == 'x'""#, row: #""visible": "$a != 'x' AND $n > 1""#),
      "error row/never-shown \(row).visible + sections[1].hidden"),
    Case(
      "a section in a section",
      form(
        #"""
        { "visible": "$n > 5", "rows": [], "sections": [
          { "tag": "in", "visible": "$n < 3", "rows": [{ "tag": "r", "type": "text" }] }] }
        """#),
      right: form(
        #"""
        { "visible": "$n > 5", "rows": [], "sections": [
          { "tag": "in", "visible": "$m < 3", "rows": [{ "tag": "r", "type": "text" }] }] }
        """#),
      "error row/never-shown sections[1].sections[0].visible + sections[1].visible"),
    Case(
      "a page and a row",
      form(
        #"{ "tag": "s", "rows": [{ "tag": "r", "type": "text", "visible": "$on == NO" }] }"#,
        keys: #"""
          "pages": [{ "sections": ["first"] }, { "visible": "$on == YES", "sections": ["s"] }],
          """#),
      right: form(
        #"{ "tag": "s", "rows": [{ "tag": "r", "type": "text", "visible": "$on == NO" }] }"#,
        keys: #"""
          "pages": [{ "sections": ["first"] }, { "visible": "$n == 1", "sections": ["s"] }],
          """#),
      "error row/never-shown \(row).visible + pages[1].visible"),
    Case(
      "a list and a row of its items",
      form(
        #"""
        { "tag": "l", "kind": "multivalued", "visible": "$n > 5", "template": { "rows": [
          { "tag": "i", "type": "text", "visible": "$n < 3" }] } }
        """#),
      right: form(
        #"""
        { "tag": "l", "kind": "multivalued", "visible": "$n > 5", "template": { "rows": [
          { "tag": "k", "type": "int" }, { "tag": "i", "type": "text", "visible": "$k < 3" }] } }
        """#),
      "error row/never-shown sections[1].template.rows[0].visible + sections[1].visible"),
    Case(
      "a member that shows another",
      form(
        #"""
        { "tag": "s", "visible": "$a == 'x'", "rows": [] },
        { "rows": [{ "tag": "r", "type": "text",
          "visible": "$s.isHidden == NO AND $a == 'y'" }] }
        """#),
      right: form(
        #"""
        { "tag": "s", "visible": "$a == 'x'", "rows": [] },
        { "rows": [{ "tag": "r", "type": "text",
          "visible": "$s.isHidden == YES AND $a == 'y'" }] }
        """#),
      "error row/never-shown sections[2].rows[0].visible + sections[1].visible"),
    Case(
      "an answer that is needed",
      form(
        #"""
        { "visible": "$a == 'x'", "rows": [{ "tag": "q", "type": "int" }] },
        { "visible": "$a == 'y'", "rows": [{ "tag": "r", "type": "text", "visible": "$q > 3" }] }
        """#, keys: #""whenHidden": "nil","#),
      // The old answer counts.
      right: form(
        #"""
        { "visible": "$a == 'x'", "rows": [{ "tag": "q", "type": "int" }] },
        { "visible": "$a == 'y'", "rows": [{ "tag": "r", "type": "text", "visible": "$q > 3" }] }
        """#),
      "error row/never-shown sections[2].rows[0].visible + sections[2].visible"
        + " + sections[1].visible"),
    Case(
      "chosen options that are needed",
      form(
        #"""
        { "visible": "$on == YES", "rows": [
          { "tag": "q", "type": "multipleSelector", "options": ["u", "v"] }] },
        { "rows": [{ "tag": "r", "type": "text",
          "visible": "$on == NO AND ($q CONTAINS 'u' OR $q CONTAINS 'v')" }] }
        """#, keys: #""whenHidden": "clear","#),
      right: form(
        #"""
        { "visible": "$on == YES", "rows": [
          { "tag": "q", "type": "multipleSelector", "options": ["u", "v"] }] },
        { "rows": [{ "tag": "r", "type": "text",
          "visible": "$on == NO AND ($q == nil OR $q CONTAINS 'v')" }] }
        """#, keys: #""whenHidden": "clear","#),
      "error row/never-shown sections[2].rows[0].visible + sections[1].visible"),
    Case(
      "an answer that is needed for another",
      form(
        #"""
        { "rows": [
          { "tag": "p", "type": "int", "visible": "$n == 1" },
          { "tag": "q", "type": "int", "visible": "$p == 2" },
          { "tag": "r", "type": "text", "visible": "$q == 3 AND $n == 4" }] }
        """#, keys: #""whenHidden": "nil","#),
      right: form(
        #"""
        { "rows": [
          { "tag": "p", "type": "int", "visible": "$n == 1" },
          { "tag": "q", "type": "int", "visible": "$p == 2" },
          { "tag": "r", "type": "text", "visible": "$q == 3 AND $n == 1" }] }
        """#, keys: #""whenHidden": "nil","#),
      "error row/never-shown sections[1].rows[2].visible + sections[1].rows[0].visible"),
    Case(
      "an answer of a row that is always hidden",
      form(
        #"""
        { "rows": [{ "tag": "age", "type": "int", "hidden": true },
          { "tag": "r", "type": "text", "visible": "$age > 12" }] }
        """#, keys: #""whenHidden": "nil","#),
      right: form(
        #"""
        { "rows": [{ "tag": "age", "type": "int", "hidden": true },
          { "tag": "r", "type": "text", "visible": "$age > 12" }] }
        """#),
      "warning row/hidden-nil sections[1].rows[0].hidden",
      "error row/never-shown sections[1].rows[1].visible + sections[1].rows[0].hidden"),
    Case(
      "a row that is never enabled",
      form(section: #""visible": "$a == 'x'""#, row: #""enabled": "$a == 'y'""#),
      right: form(section: #""visible": "$a == 'x'""#, row: #""disabled": "$a == 'y'""#),
      "error logic/around \(row).enabled + sections[1].visible"),
    Case(
      "a row that is never required",
      form(section: #""visible": "$n < 3""#, row: #""required": "$n > 5""#),
      right: form(section: #""visible": "$n < 3""#, row: #""required": "$n > 1""#),
      "error logic/around \(row).required + sections[1].visible"),
    Case(
      "a rule that is never met",
      form(
        section: #""visible": "$n < 3""#,
        row: #""rules": [{ "predicate": "SELF != 'x' AND $n > 5" }]"#),
      right: form(
        section: #""visible": "$n < 3""#,
        row: #""rules": [{ "predicate": "SELF != 'x' OR $n > 5" }]"#),
      "error logic/around \(row).rules[0].predicate + sections[1].visible"),
    Case(
      "an option that is never shown",
      form(
        #"""
        { "rows": [{ "tag": "r", "type": "segmented", "visible": "$n < 3",
          "options": ["u", { "value": "v", "visible": "$n > 5" }] }] }
        """#),
      right: form(
        #"""
        { "rows": [{ "tag": "r", "type": "segmented", "visible": "$n < 3",
          "options": ["u", { "value": "v", "visible": "$n > 1" }] }] }
        """#),
      "error logic/around sections[1].rows[0].options[1].visible + sections[1].rows[0].visible"),
    Case(
      "only an invalid answer",
      form(section: #""visible": "$few > 2""#, row: #""visible": "$few != 3""#),
      right: form(section: #""visible": "$few > 1""#, row: #""visible": "$few != 3""#),
      "warning row/never-shown \(row).visible + sections[1].visible"),
    Case(
      "behind a part that may fail",
      form(section: #""visible": "$a == 'x'""#, row: #""visible": "6 / $n > 1 AND $a == 'y'""#),
      right: form(
        section: #""visible": "$a == 'x'""#, row: #""visible": "6 / $n > 1 OR $a == 'y'""#),
      "warning row/never-shown \(row).visible + sections[1].visible"),
    Case(
      "before a part that may fail",
      form(section: #""visible": "$a == 'x'""#, row: #""visible": "$a == 'y' AND 6 / $n > 1""#),
      right: form(
        section: #""visible": "$a == 'x'""#, row: #""visible": "$a == 'x' AND 6 / $n > 1""#),
      "error row/never-shown \(row).visible + sections[1].visible"),
    Case(
      "the values of a formula",
      form(
        #"""
        { "rows": [
          { "tag": "f", "type": "text", "calculated": "TERNARY($n > 5, 'high', 'low')" },
          { "tag": "r", "type": "text", "visible": "$f == 'high' AND $n < 3" }] }
        """#),
      right: form(
        #"""
        { "rows": [
          { "tag": "f", "type": "text", "calculated": "TERNARY($n > 5, 'high', 'low')" },
          { "tag": "r", "type": "text", "visible": "$f == 'low' AND $n < 3" }] }
        """#),
      "error row/never-shown sections[1].rows[1].visible + sections[1].rows[0].calculated"),
    Case(
      "rows that wait for each other",
      form(
        #"""
        { "rows": [
          { "tag": "p", "type": "text", "visible": "$q == 'x'" },
          { "tag": "q", "type": "text", "visible": "$a == 'x' AND $p != nil" },
          { "tag": "r", "type": "text", "visible": "$q != nil" }] }
        """#),
      right: form(
        #"""
        { "rows": [
          { "tag": "p", "type": "text", "visible": "$q == 'x'" },
          { "tag": "q", "type": "text", "visible": "$a == 'x' OR $p != nil" },
          { "tag": "r", "type": "text", "visible": "$q != nil" }] }
        """#),
      "warning row/self-visibility sections[1].rows[0].visible + sections[1].rows[1].visible"),
    Case(
      "a section that waits for its row",
      form(
        #"""
        { "tag": "s", "visible": "$p == YES", "rows": [{ "tag": "p", "type": "switch" }] }
        """#),
      right: form(
        #"""
        { "tag": "s", "visible": "$p == NO", "rows": [{ "tag": "p", "type": "switch" }] }
        """#),
      "warning row/self-visibility sections[1].visible"),
  ]

  @Test(arguments: cases) func mistake(_ test: Case) throws {
    #expect(try Self.findings(test.wrong) == test.found)
  }

  @Test(arguments: cases) func corrected(_ test: Case) throws {
    #expect(try Self.findings(test.right) == [])
  }

  @Test(
    "A right form has no finding",
    arguments: [
      // A branch of OR that is dead beside the section.
      form(section: #""visible": "$a == 'x'""#, row: #""visible": "$a == 'y' OR $n > 3""#),
      // One text that contradicts itself is another finding.
      form(section: #""visible": "$n < 3 AND $n > 5""#, row: #""visible": "$n > 1""#),
      // A member that is switched off.
      form(section: #""hidden": true"#, row: #""visible": "$n > 1""#),
      // A function of nobody knows what.
      form(section: #""visible": "$t MATCHES 'a+'""#, row: #""visible": "$t MATCHES 'b+'""#),
      // A value that is not an option, but that the row starts with.
      form(
        #"""
        { "rows": [
          { "tag": "v", "type": "segmented", "options": ["u", "v"], "value": "w" },
          { "tag": "r", "type": "text", "visible": "$v != 'u'", "required": "$v != 'v'" }] }
        """#),
      // The host inserts items that have values.
      form(
        #"""
        { "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "i", "type": "text", "visible": "$k == 1" },
          { "tag": "k", "type": "int", "visible": "$i == 'x'" }] } }
        """#),
      // A formula that is read first by the last row that is needed.
      form(
        #"""
        { "rows": [
          { "tag": "r", "type": "text", "visible": "$p4 == 1" },
          { "tag": "p4", "type": "int", "visible": "$p3 == 1" },
          { "tag": "p3", "type": "int", "visible": "$p2 == 1" },
          { "tag": "p2", "type": "int", "visible": "$p1 == 1" },
          { "tag": "p1", "type": "int", "visible": "$p0 == 1" },
          { "tag": "p0", "type": "int", "calculated": "TERNARY($n > 5, 1, 2)" }] }
        """#, keys: #""whenHidden": "nil","#),
      // Whether a row is hidden is no answer of it.
      form(
        #"""
        { "rows": [
          { "tag": "p", "type": "int", "hidden": true, "value": 3 },
          { "tag": "r", "type": "text", "visible": "$p.isHidden == YES" }] }
        """#, keys: #""whenHidden": "nil","#),
      // The host fills rows that are disabled.
      form(
        #"""
        { "rows": [
          { "tag": "p", "type": "text", "disabled": true, "visible": "$q == 'x'" },
          { "tag": "q", "type": "text", "visible": "$p == 'x'" }] }
        """#),
    ])
  func right(_ form: String) throws {
    #expect(try Self.findings(form) == [])
  }

  @Test("The sentence names what excludes what")
  func sentence() throws {
    let found = try FormCheck.findings(
      of: .of(
        Self.form(section: #""visible": "$a == 'x'""#, row: #""visible": "$n > 1 AND $a == 'y'""#)))
    let problem = try #require(found.first { $0.id == .rowNeverShown }?.problem)
    #expect(
      problem.message
        == "row 'r' is never shown: $a == 'y' and $a == 'x' of section 's' cannot both hold")
    #expect(problem.textRange == 11..<20)
  }

  @Test("Members with the same cause stand beside the one that is reported")
  func sameCause() throws {
    let form = Self.form(
      #"""
      { "rows": [{ "tag": "weeks", "type": "int", "visible": "$a == 'x'" }] },
      { "tag": "s", "visible": "$a == 'y'", "rows": [
        { "tag": "p", "type": "text", "visible": "$weeks > 30" },
        { "tag": "q", "type": "text", "visible": "$weeks < 5" },
        { "tag": "r", "type": "text", "visible": "$weeks == 9" }] }
      """#, keys: #""whenHidden": "nil","#)
    let found = try FormCheck.findings(of: .of(form)).filter { $0.id == .rowNeverShown }
    let problem = try #require(found.first?.problem)
    #expect(found.count == 1)
    #expect(problem.message.hasSuffix("cannot both hold; so it is with 2 others"))
    #expect(
      problem.related.suffix(2).map { "\($0.path) \($0.message)" } == [
        "sections[2].rows[1].visible row 'q' is never shown, for the same reason",
        "sections[2].rows[2].visible row 'r' is never shown, for the same reason",
      ])
  }

  @Test("Texts that are too long together are left out, and that is said")
  func leftOut() throws {
    let long = (0..<12_000).map { "$a == '\($0)'" }.joined(separator: " OR ")
    let found = try Self.findings(
      Self.form(section: #""visible": "\#(long)""#, row: #""visible": "\#(long) OR $a == 'x'""#))
    #expect(found == ["warning check/left-out \(Self.row).visible"])
  }
}
