// A fix is certain only if no answer is judged otherwise. Each mistake with a fix stands in each
// place of a form; where the fix is offered, the form is answered with and without it.

import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@testable import FormAnalysis

@Suite("Fixes") struct FixTests {
  /// Texts with a mistake that has a fix.
  private static let texts = [
    "$on == 'yes'", "$on != 'yes'", "NOT $on == 'no'", "$born > 2000-01-01", "$name LIKE '%n%'",
    "$name != ''", "$smoker != ''", "$smoker == ''", "$smoker == 'Current'",
    "$colors == {'blue', 'red'}", "$name MATCHES '^[a-z]+$'", "NOT $name MATCHES 'w{2}'",
  ]

  /// Rows whose validity, or what they show, depends on a text.
  private static let judging = [
    #"{ "tag": "x", "type": "text", "value": "v", "rules": [{ "predicate": "TEXT" }] }"#,
    #"{ "tag": "x", "type": "text", "value": "v", "rules": [{ "anyOf": [{ "predicate": "TEXT" }, { "type": "minLength", "value": 3 }] }] }"#,
    #"{ "tag": "x", "type": "text", "required": "TEXT" }"#,
    #"{ "tag": "x", "type": "text", "required": true, "visible": "TEXT" }"#,
    #"{ "tag": "x", "type": "text", "required": true, "hidden": "TEXT" }"#,
    #"{ "tag": "x", "type": "text", "required": true, "enabled": "TEXT" }"#,
    #"{ "tag": "x", "type": "int", "value": 9, "maximum": 3, "visible": "TEXT" }"#,
    #"{ "tag": "x", "type": "int", "calculated": "TERNARY(TEXT, 1, 2)", "maximum": 1 }"#,
    #"{ "tag": "x", "type": "int", "value": 2, "maximum": "TERNARY(TEXT, 1, 2)" }"#,
    #"{ "tag": "x", "type": "push", "options": ["a", "b"], "value": "a", "optionsFilter": "TEXT" }"#,
    #"{ "tag": "x", "type": "push", "options": ["b", { "value": "a", "hidden": "TEXT" }], "value": "a" }"#,
    #"{ "tag": "x", "type": "text", "value": "v", "whenHidden": "nil", "visible": "TEXT" }, { "tag": "y", "type": "text", "required": "$x == nil" }"#,
    // A user cannot answer what is hidden or disabled.
    #"{ "tag": "x", "type": "text", "visible": "TEXT" }"#,
    #"{ "tag": "x", "type": "text", "disabled": "TEXT" }, { "tag": "y", "type": "text", "required": "$x == nil" }"#,
    #"{ "type": "label" }] }, { "hidden": "TEXT", "rows": [{ "tag": "x", "type": "text" }"#,
    #"{ "tag": "x", "type": "label", "visible": "TEXT" }, { "tag": "y", "type": "text", "required": "$x.isHidden == YES" }"#,
  ]

  /// Rows that no judgement depends on.
  private static let quiet = [
    #"{ "tag": "x", "type": "label", "visible": "TEXT" }"#,
    #"{ "tag": "x", "type": "button", "disabled": "TEXT" }"#,
    #"{ "type": "label" }] }, { "visible": "TEXT", "rows": [{ "tag": "x", "type": "label" }"#,
    #"{ "tag": "x", "type": "label", "title": "{TERNARY(TEXT, 1, 2)}" }"#,
  ]

  private static func form(_ rows: String, _ text: String) -> String {
    """
    { "sections": [{ "rows": [
      { "tag": "on", "type": "switch" }, { "tag": "born", "type": "date" },
      { "tag": "name", "type": "text" },
      { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
      { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
      \(rows.replacing("TEXT", with: text)) ] }] }
    """
  }

  /// The text with the fixes that are offered for a form; nil if there are none.
  private func fixed(_ rows: String, _ text: String) throws -> String? {
    let form = Self.form(rows, text)
    let findings = FormReport(of: try .of(form), includesStyle: true).findings
    let replacements = findings.compactMap(\.fix).flatMap(\.replacements)
    let offset = rows.contains("TERNARY(TEXT") ? "TERNARY(".utf8.count : 0
    let shift = rows.contains("{TERNARY") ? 1 : 0
    var bytes = Array(text.utf8)
    for replacement in replacements.sorted(by: {
      ($0.textRange?.lowerBound ?? 0) > ($1.textRange?.lowerBound ?? 0)
    }) {
      let range = try #require(replacement.textRange)
      bytes.replaceSubrange(
        range.lowerBound - offset - shift..<range.upperBound - offset - shift,
        with: Array(replacement.text.utf8))
    }
    return replacements.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether each of some answers is valid: of all combinations, one of so many.
  private func judgements(_ form: String, oneOf step: Int) throws -> [Bool] {
    let compiled = try CompiledForm.of(form)
    let days = ["null", #""1990-01-01""#, #""2010-01-01""#]
    let names = ["null", #""""#, #""ann""#, #""%n%""#, #""www""#, #""12""#]
    let smokers = ["null", #""never""#, #""current""#]
    let colors = ["null", #"["red"]"#, #"["red", "blue"]"#]
    var judged: [Bool] = []
    var number = 0
    for (day, name) in days.flatMap({ day in names.map { (day, $0) } }) {
      for (smoker, chosen) in smokers.flatMap({ smoker in colors.map { (smoker, $0) } }) {
        for on in [true, false] {
          number += 1
          guard number % step == 0 else { continue }
          var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
          let answers = """
            { "on": \(on), "born": \(day), "name": \(name), "smoker": \(smoker), "colors": \(chosen) }
            """
          _ = try form.setAnswers(json: answers.utf8, as: .host)
          judged.append(form.canSubmit)
        }
      }
    }
    return judged
  }

  @Test(
    "No answer is judged otherwise by a form with a fix",
    arguments: texts, depth(quick: 37, full: 1))
  func judgesAlike(_ text: String, depth step: Int) throws {
    for rows in Self.judging + Self.quiet {
      guard let other = try fixed(rows, text) else { continue }
      #expect(
        try judgements(Self.form(rows, text), oneOf: step)
          == judgements(Self.form(rows, other), oneOf: step),
        "\(rows): \(text) → \(other)")
    }
  }

  @Test("Where a text decides whether answers are valid, there is a hint and no fix")
  func onlyHints() throws {
    for rows in Self.judging {
      let report = FormReport(of: try .of(Self.form(rows, "$name != ''")))
      let finding = try #require(report.findings.first { $0.id == .compareEmptyText })
      #expect(finding.fix == nil, "\(rows)")
      #expect(finding.problem.hint == "write ($name != nil AND $name != '')")
    }
  }

  @Test("Where nothing is judged, every mistake keeps its fix", arguments: quiet)
  func fixes(_ rows: String) throws {
    let expected: [(String, String)] = [
      ("$on == 'yes'", "$on == YES"), ("$name LIKE '%n%'", "$name LIKE '*n*'"),
      ("$name != ''", "($name != nil AND $name != '')"), ("$smoker != ''", "$smoker != nil"),
    ]
    for (text, right) in expected { #expect(try fixed(rows, text) == right) }
  }
}
