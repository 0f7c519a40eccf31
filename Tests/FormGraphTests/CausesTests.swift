// Causes that are followed from row to row, what a change can reach, and what keeps a form from
// being submitted.

import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite("Causes, impact and blockers")
struct CausesTests {
  private static func form(_ rows: String, _ more: String = "") throws -> Form {
    try CompiledForm.compile(json: "{ \"sections\": [{ \"rows\": [\(rows)] }\(more)] }".utf8)
      .open(now: Date(timeIntervalSinceReferenceDate: 0))
  }

  /// The causes as text: `bmi = nil < height`.
  private static func causes(_ form: Form, _ tag: String) throws -> [String] {
    try #require(form.causes(of: tag)).map { cause in
      "\(text(cause.statement)) < \(cause.sources.map(text).joined(separator: ", "))"
    }
  }

  private static func text(_ statement: Statement) -> String {
    switch statement.aspect {
    case .value: "\(statement.name) = \(statement.value)"
    case .count: "\(statement.name).count = \(statement.value)"
    case .attribute(let attribute): "\(statement.name).\(attribute) = \(statement.value)"
    }
  }

  private static let body = """
    { "tag": "weight", "type": "decimal", "value": 70 },
    { "tag": "height", "type": "decimal" },
    { "tag": "square", "type": "decimal", "calculated": "$height * $height" },
    { "tag": "bmi", "type": "decimal", "calculated": "$weight / $square" },
    { "tag": "advice", "type": "text", "visible": "$bmi > 25" }
    """

  @Test("Causes are followed through formulas to what a user has not entered")
  func chain() throws {
    var form = try Self.form(Self.body)
    #expect(
      try Self.causes(form, "advice") == [
        "advice.hidden = true < bmi = nil", "bmi = nil < square = nil",
        "square = nil < height = nil",
      ])
    try form.set("height", to: 1.6)
    #expect(
      try Self.causes(form, "bmi").first?.hasPrefix("bmi = 27.3") == true)
    #expect(form.causes(of: "nothing") == nil)
    #expect(form.causes(of: "weight") == [])
  }

  @Test(
    "Only the parts of a text that matter now are causes",
    arguments: [
      ("$a == YES AND $b == YES", "x.hidden = false < a = false"),
      ("$a == NO AND $b == YES", "x.hidden = false < b = false"),
      ("$a == NO AND $b == NO", "x.hidden = true < a = false, b = false"),
      ("$a == YES OR $b == NO", "x.hidden = true < b = false"),
      ("$a == YES OR $b == YES", "x.hidden = false < a = false, b = false"),
      ("NOT ($a == YES AND $b == YES)", "x.hidden = true < a = false"),
      ("TERNARY($a == NO, $n, $b) == 3", "x.hidden = true < a = false, n = 3"),
      ("$n + $m > 1", "x.hidden = false < m = nil"),
      ("$a.isHidden == NO", "x.hidden = true < a.hidden = false"),
    ])
  func parts(_ text: String, _ cause: String) throws {
    let form = try Self.form(
      """
      { "tag": "a", "type": "switch" }, { "tag": "b", "type": "switch" },
      { "tag": "n", "type": "int", "value": 3 }, { "tag": "m", "type": "int" },
      { "tag": "x", "type": "text", "hidden": "\(text)" }
      """)
    #expect(try Self.causes(form, "x").first == cause)
  }

  @Test("A value that hiding takes comes from what hides the row")
  func hiding() throws {
    let form = try Self.form(
      """
      { "tag": "on", "type": "switch" },
      { "tag": "a", "type": "int", "value": 4, "visible": "$on == YES", "whenHidden": "nil" },
      { "tag": "b", "type": "int", "calculated": "$a + 1" }
      """)
    #expect(
      try Self.causes(form, "b") == ["b = nil < a = nil", "a = nil < on = false"])
  }

  @Test("Rules, lists and inputs are causes")
  func others() throws {
    let form = try Self.form(
      """
      { "tag": "a", "type": "int", "value": 4, "rules": [{ "predicate": "SELF > $b" }] },
      { "tag": "b", "type": "int", "value": 9 },
      { "tag": "n", "type": "int", "calculated": "$kids.@count" },
      { "tag": "sum", "type": "int", "calculated": "$kids.@sum.age" }
      """,
      """
      , { "tag": "kids", "kind": "multivalued", "template": { "rows": [
        { "tag": "age", "type": "int" }, { "tag": "tall", "type": "switch" }] },
        "value": [{ "age": 3 }, { "age": 4 }] }
      """)
    #expect(try Self.causes(form, "a") == ["a.valid = false < a = 4, b = 9"])
    #expect(try Self.causes(form, "n") == ["n = 2 < kids.count = 2"])
    #expect(try Self.causes(form, "sum") == ["sum = 7 < kids.age = {3, 4}"])
  }

  // MARK: - Impact

  private static func readers(_ form: Form, _ tag: String) throws -> [String] {
    try #require(form.impact(of: tag)).readers.map { reader in
      "\(reader.name ?? "form") \(reader.use)"
        + (reader.path.isEmpty ? "" : " < \(reader.path.joined(separator: ", "))")
    }
  }

  private static func reads(_ form: Form, _ tag: String) throws -> [String] {
    try #require(form.impact(of: tag)).reads.map { "\($0.name) \($0.use)" }
  }

  @Test("What reads a row, and through which rows")
  func impact() throws {
    let form = try Self.form(Self.body)
    #expect(
      try Self.readers(form, "height") == [
        "square value", "bmi value < square",
        "advice attribute(FormGraph.Attribute.hidden) < square, bmi",
      ])
    #expect(try Self.readers(form, "advice") == [])
    #expect(try Self.reads(form, "bmi") == ["weight value", "square value"])
    #expect(try Self.reads(form, "height") == [])
    #expect(form.impact(of: "nothing") == nil)
  }

  @Test("Attributes, texts, options and lists are followed")
  func impactOfOthers() throws {
    let form = try Self.form(
      """
      { "tag": "on", "type": "switch" },
      { "tag": "a", "type": "text", "visible": "$on == YES", "whenHidden": "nil" },
      { "tag": "b", "type": "label", "title": "Hello {$a}" },
      { "tag": "c", "type": "push", "options": ["x", "y"], "optionsFilter": "SELF == $a" },
      { "tag": "d", "type": "text", "disabled": "$a.isHidden == YES" },
      { "tag": "all", "type": "int", "calculated": "$kids.@sum.age" }
      """,
      """
      , { "tag": "kids", "kind": "multivalued", "template": { "rows": [
        { "tag": "age", "type": "int" }, { "tag": "old", "type": "switch", "disabled": "$age < 9" }] },
        "value": [{ "age": 3 }] }
      """)
    let readers = try Self.readers(form, "on")
    for reader in [
      "a attribute(FormGraph.Attribute.hidden)", "b property(\"title\") < a", "c options < a",
      "d attribute(FormGraph.Attribute.disabled) < a",
    ] {
      #expect(readers.contains(reader), "\(readers)")
    }
    #expect(
      try Self.readers(form, "kids.age") == [
        "kids.old attribute(FormGraph.Attribute.disabled)", "all value < kids",
      ])
    #expect(try Self.reads(form, "all") == ["kids.age value"])
  }

  // MARK: - Blockers

  @Test("Everything that keeps the form from being submitted is listed")
  func blockers() throws {
    var form = try Self.form(
      """
      { "tag": "name", "type": "text", "required": true },
      { "tag": "age", "type": "int", "maximum": 120, "value": 130 },
      { "tag": "gone", "type": "text", "required": true, "hidden": true }
      """,
      """
      , { "tag": "kids", "kind": "multivalued", "minimum": 1, "item": { "type": "int" } }
      """)
    func names() -> [String] {
      form.blockers.map { blocker in
        switch blocker {
        case .row(let row, let errors): "\(row.name ?? "") \(errors.count)"
        case .pending(let pending): "\(pending.function)"
        case .section(let section): "\(section.name ?? "") \(section.verdict.count)"
        }
      }
    }
    #expect(names() == ["name 1", "age 1", "kids 1"])
    try form.set("age", to: 4)
    try form.set("name", to: "Ana")
    #expect(names() == ["kids 1"])
  }
}
