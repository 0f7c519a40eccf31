// Findings that were made by hand in every notation, and fixes applied to files. What the checks
// find is tested in FormAnalysisTests; here it does not matter whether a finding is true.

import FormAnalysis
import FormGraph
import Foundation
import Predicate
import Testing

@testable import formeval

@Suite("Check")
struct CheckTests {
  private static let json = #"""
    { "sections": [
      { "tag": "s", "rows": [
        { "tag": "on", "type": "switch", "hidden": "$on == \u0027yes\u0027 AND $on != 'ü\"no'" },
        { "type": "text", "title": "é", "value": 1, "disabled": "$on == 'yes'",
          "suppress": [{ "id": "compare/nil", "justification": "J" }] }
      ] }
    ] }
    """#

  private static let row = JSONPath().appending("sections").appending(0).appending("rows")

  /// A finding about a part of a text, with a fix if there is one.
  private static func finding(
    _ id: FindingID, _ path: JSONPath, _ range: Range<Int>?, fix: String? = nil,
    severity: Severity = .warning, _ message: String = "M"
  ) -> Finding {
    let problem = Problem(message, severity: severity, path: path, textRange: range, hint: "H")
    let fix = fix.map {
      Fix("write \($0)", [Fix.Replacement(path: path, textRange: range, text: $0)])
    }
    return Finding(id, problem, fix: fix)
  }

  private static func form(
    _ findings: [Finding], json: String = json, path: String = "a b.json"
  ) throws -> CheckedForm {
    let document = FormDocument(json: json.utf8, named: Files.name(of: path))
    return CheckedForm(path, document.source, FormReport(findings), "S", document.definition)
  }

  private static let findings: [Finding] = {
    var suppressed = finding(.compareNil, row.appending(1).appending("disabled"), 7..<12)
    suppressed.justification = "J"
    return [
      suppressed,
      finding(.valueOutOfBounds, row.appending(1).appending("value"), nil, fix: "\"1\""),
      finding(
        .compareBoolText, row.appending(0).appending("hidden"), 7..<12, fix: "YES",
        severity: .error,
        "a: b, 100 %"),
    ]
  }()

  @Test("A path in JSON has the key that the author wrote")
  func writtenKeys() throws {
    let json = Self.json.replacing("\"hidden\"", with: "\"visible\"")
    let form = try Self.form(Self.findings, json: json)
    #expect(
      form.findings.map(\.finding.problem.path.description) == [
        "sections[0].rows[0].visible", "sections[0].rows[1].value", "sections[0].rows[1].disabled",
      ])
    #expect(CheckJSON(forms: [form]).text.contains(#""path":"sections[0].rows[0].visible""#))
  }

  // MARK: - Notations

  @Test("Annotations: errors first, escapes, no suppressed findings")
  func annotates() throws {
    #expect(
      AnnotationReport(forms: [try Self.form(Self.findings, path: "a,b:c.json")]).text == """
        ::error file=a%2Cb%3Ac.json,line=3,col=56,endLine=3,endColumn=71,title=compare/bool-text::a: b, 100 %25; H
        ::warning file=a%2Cb%3Ac.json,line=4,col=46,endLine=4,endColumn=47,title=value/out-of-bounds::M; H

        """)
  }

  @Test("Text: file order, ids, fixes, no suppressed findings")
  func writesText() throws {
    let text = CheckText(forms: [try Self.form(Self.findings)], showsFixes: true)
    let lines = text.findings.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix(" ") } == [
        "a b.json:3:56: error: a: b, 100 % [compare/bool-text]", "hint: H", "fix: write YES",
        "a b.json:4:46: warning: M [value/out-of-bounds]", "hint: H", "fix: write \"1\"",
        "hint: --fix applies 2 fixes",
      ])
    #expect(text.summary == "")
    #expect(text.counts == "1 error, 1 warning, 1 suppressed\n")
    let quiet = CheckText(forms: [try Self.form([Self.findings[0]])], showsFixes: true)
    #expect(quiet.findings == "")
    #expect(quiet.summary == "ok: S, 1 finding suppressed\n")
    #expect(
      CheckText(
        forms: [try Self.form(Self.findings), try Self.form([])], showsFixes: true,
        areSeveral: true
      ).summary
        == "a b.json: ok: S\n2 forms: 1 error, 1 warning, 1 suppressed\n")
  }

  @Test("A thousand findings with one id are grouped in text, and all listed in JSON")
  func groups() throws {
    let path = Self.row.appending(0).appending("hidden")
    let findings = (0..<1000).map { Self.finding(.compareKind, path, 0..<3, "M \($0)") }
    let form = try Self.form(findings + [Self.finding(.compareNil, path, 0..<3)])
    let text = CheckText(forms: [form], showsFixes: true).findings
    #expect(text.components(separatedBy: "[compare/kind]").count - 1 == CheckText.maximumShown)
    #expect(text.hasSuffix("\na b.json: … and 990 more compare/kind\n"))
    #expect(text.contains("[compare/nil]"))
    let json = CheckJSON(forms: [form]).text
    #expect(json.components(separatedBy: "\"id\":").count - 1 == 1001)
    #expect(json.contains("\"warnings\":1001,"))
  }

  @Test("A finding that is the same in several rows is listed once")
  func mergesEqualFindings() throws {
    let path = Self.row.appending(0).appending("hidden")
    let twice = [Self.finding(.compareKind, path, 0..<3), Self.finding(.compareKind, path, 0..<3)]
    #expect(try Self.form(twice).findings.count == 1)
    #expect(try Self.form(twice).count(.warning) == 1)
  }

  @Test("SARIF: regions in code points, suppressions, fixes as they stand in the file")
  func writesSARIF() throws {
    let text = SARIFReport(forms: [try Self.form(Self.findings)]).text
    for part in [
      #""uri": "a%20b.json""#, #""insertedContent": {"#, #""text": "\"1\"""#,
      #""kind": "inSource""#,
      #""justification": "J""#, #""startColumn": 56"#, #""endColumn": 71"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("\"textRange\""))
  }

  @Test("SARIF: each rule has the row of the page as its help")
  func writesHelp() throws {
    let text = SARIFReport(forms: []).text
    guard case .dictionary(let log) = try JSONReader.read(Array(text.utf8)).value,
      case .array(let runs)? = log["runs"], case .dictionary(let run)? = runs.first,
      case .dictionary(let tool)? = run["tool"], case .dictionary(let driver)? = tool["driver"],
      case .array(let rules)? = driver["rules"]
    else {
      Issue.record("the log has no rules")
      return
    }
    let rows = try #require(Page("Docs/Checking.md")).rows.filter { $0.heading == "What is found" }
    #expect(rows.count == rules.count)
    for row in rows {
      let id = try #require(Page.code(in: row.cells[0]).first)
      let rule = rules.lazy.compactMap { rule -> ValueDictionary? in
        if case .dictionary(let rule) = rule, rule["id"] == .string(id) { rule } else { nil }
      }.first
      guard case .dictionary(let help)? = rule?["help"], case .string(let text)? = help["text"],
        case .string(let markdown)? = help["markdown"]
      else {
        Issue.record("no help for \(id)")
        continue
      }
      let found = row.cells[1].prefix(1).uppercased() + row.cells[1].dropFirst() + "."
      #expect(markdown.hasPrefix("\(found)\n\nExample: \(row.cells[2])"))
      #expect(text.hasPrefix("\(found)\nExample: "))
      let isAccepted = try #require(FindingID(rawValue: id)).canBeSuppressed
      #expect(markdown.contains("\"suppress\": [{ \"id\": \"\(id)\"") == isAccepted)
    }
  }

  /// The fingerprints of a form's findings.
  private static func fingerprints(_ form: CheckedForm) -> [String] {
    SARIFReport(forms: [form]).text.split(separator: "\n").filter { $0.contains("finding/v1") }
      .map { String($0.split(separator: "\"")[3]) }
  }

  @Test("A fingerprint is the same after lines and rows have moved, and on each run")
  func keepsFingerprints() throws {
    let hidden = Self.row.appending(0).appending("hidden")
    let before = try Self.form([Self.finding(.compareKind, hidden, 0..<3)])
    #expect(Self.fingerprints(before) == ["f8f4a897b3b32d19:1"])
    let moved = Self.json.replacing(
      #""rows": ["#, with: "\"rows\": [\n\n{ \"type\": \"label\" },")
    let after = try Self.form(
      [Self.finding(.compareKind, Self.row.appending(1).appending("hidden"), 0..<3)], json: moved)
    #expect(Self.fingerprints(after) == Self.fingerprints(before))
    let other = try Self.form([Self.finding(.compareNil, hidden, 0..<3)])
    #expect(Self.fingerprints(other) != Self.fingerprints(before))
    // Two findings that are alike are told apart by their order.
    let both = try Self.form([
      Self.finding(.compareKind, hidden, 0..<3), Self.finding(.compareKind, hidden, 0..<3, "N"),
    ])
    #expect(Set(Self.fingerprints(both)).count == 2)
  }

  // MARK: - Fixes

  @Test("Fixes replace their ranges and nothing else, with the escapes of JSON")
  func fixes() throws {
    let hidden = Self.row.appending(0).appending("hidden")
    let fixes = FixList(
      try Self.form([
        Self.finding(.compareKind, hidden, 24..<31, fix: "'\"z\\'"),
        Self.finding(.compareBoolText, hidden, 7..<12, fix: "YES"),
        // This one overlaps, and waits for the next run.
        Self.finding(.compareNil, hidden, 9..<11, fix: "no"),
        Self.finding(
          .valueOutOfBounds, Self.row.appending(1).appending("value"), nil, fix: "\"1\""),
        Self.findings[0],
      ]))
    let expected = Self.json
      .replacing(#"\u0027yes\u0027"#, with: "YES")
      .replacing(#"'ü\"no'"#, with: #"'\"z\\'"#)
      .replacing("\"value\": 1,", with: "\"value\": \"1\",")
    #expect(String(decoding: fixes.fixedBytes, as: UTF8.self) == expected)
    #expect(fixes.count == 3)
    #expect(
      fixes.text.hasPrefix(
        #"""
        a b.json:3:56: write YES [compare/bool-text]
          - …n", "type": "switch", "hidden": "$on == \u0027yes\u0027 AND $on != 'ü\"no'" },
          + …n", "type": "switch", "hidden": "$on == YES AND $on != 'ü\"no'" },

        """#))
  }
}
