// Answers that were saved with an old form, read with a new one: what is lost breaks, whatever the
// change of the form is called.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite("Answers of two versions")
struct AnswersComparisonTests {
  /// Runs `--diff --answers --breaking`, and gives what it says of the answers.
  private func compare(
    _ old: String, _ new: String, _ answers: String, _ migration: String? = nil,
    _ flags: [String] = []
  ) throws -> (text: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "formeval-compare-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let url = folder.appending(path: name)
      try text.write(to: url, atomically: false, encoding: .utf8)
      return url.path
    }
    var words = [
      "--diff", try write(old, "old.json"), try write(new, "new.json"), "--answers",
      try write(answers, "answers.ndjson"), "--breaking",
    ]
    if let migration { words += ["--migration", try write(migration, "migration.json")] }
    let output = try CommandRun.output(of: words + flags)
    let part = output.text.components(separatedBy: "\n\n").last ?? ""
    return (flags.isEmpty ? part : output.text, output.status)
  }

  private static func form(_ rows: String) -> String { #"{"sections": [{"rows": [\#(rows)]}]}"# }

  private static let list = #"""
    {"sections": [{"tag": "v", "kind": "multivalued", "template": {"rows": [
      {"tag": "x", "type": "int"}, {"tag": "y", "type": "text"}]}}]}
    """#

  @Test("Days and times of day are text, also in items")
  func days() throws {
    func form(_ days: Int) -> String {
      #"""
      {"sections": [
        {"tag": "v", "kind": "multivalued", "template": {"rows": [
          {"tag": "d", "type": "date"}, {"tag": "e", "type": "date", "calculated": "addDays($d, DAYS)"}]}},
        {"rows": [{"tag": "f", "type": "date", "calculated": "addDays($v[0].d, DAYS)"}]}]}
      """#
      .replacing("DAYS", with: "\(days)")
    }
    let found = try compare(form(1), form(2), #"{"v": [{"d": "2024-05-01"}]}"#)
    #expect(found.text.contains(#"f: "2024-05-02" → "2024-05-03""#), "\(found.text)")
    #expect(
      found.text.contains(
        #"v: [{"d":"2024-05-01","e":"2024-05-02"}] → [{"d":"2024-05-01","e":"2024-05-03"}]"#))
  }

  @Test("A value that the new form clears is lost")
  func cleared() throws {
    let rows = #"{"tag": "a", "type": "multipleSelector", "options": ["x", "y"]ROW}"#
    let old = Self.form(rows.replacing("ROW", with: ""))
    let one = Self.form(
      rows.replacing("ROW", with: #", "optionsFilter": "SELF == 'x'", "whenOptionHidden": "clear""#)
    )
    let none = Self.form(
      rows.replacing("ROW", with: #", "optionsFilter": "SELF == 'z'", "whenOptionHidden": "clear""#)
    )
    let all = try compare(old, none, #"{"a": ["x", "y"]}"#)
    #expect(all.text.contains(#"a: ["x","y"] is lost"#), "\(all.text)")
    #expect(all.text.contains("1 line of answers: 1 differs, 1 breaks"))
    #expect(all.status == 1)
    let part = try compare(old, one, #"{"a": ["x", "y"]}"#)
    #expect(part.text.contains(#"a: ["x","y"] → ["x"], the rest is lost"#), "\(part.text)")
    #expect(part.status == 1)
    #expect(try compare(old, one, #"{"a": ["x"]}"#).status == 0)
    #expect(try compare(old, none, #"{"a": []}"#).status == 0)
  }

  @Test("The time of a dateTime that becomes a date is lost, and midnight loses nothing")
  func times() throws {
    let old = Self.form(#"{"tag": "a", "type": "dateTime"}"#)
    let new = Self.form(#"{"tag": "a", "type": "date"}"#)
    let lost = try compare(old, new, #"{"a": "2024-07-01T06:00:00Z"}"#)
    #expect(lost.text.contains(", the rest is lost"), "\(lost.text)")
    #expect(lost.text.contains("1 breaks") && lost.status == 1)
    let kept = try compare(old, new, #"{"a": "2024-07-01T00:00:00Z"}"#)
    #expect(kept.text.contains("0 break") && kept.status == 0, "\(kept.text)")
  }

  @Test("What a migration drops is lost, in items too")
  func dropped() throws {
    let new = Self.list.replacing(#", {"tag": "y", "type": "text"}"#, with: "")
    let run = try compare(
      Self.list, new, #"{"v": [{"x": 1, "y": "k"}, {"x": 2}]}"#, #"{"drop": ["y"]}"#)
    #expect(run.text.contains(#"line 1: v.y: "k" is lost"#), "\(run.text)")
    #expect(run.text.contains("1 breaks") && run.status == 1)
    let other = try compare(
      Self.list, new, #"{"v": [{"x": 1}]}"#, #"{"drop": ["y"]}"#)
    #expect(other.text.contains("0 differ, 0 break") && other.status == 0, "\(other.text)")
  }

  @Test("Of a line 20 errors and 20 values are listed, and the others counted")
  func bounded() throws {
    func sizes(_ count: Int) throws -> Int {
      let rows = (0..<count).map { #"{"tag": "r\#($0)", "type": "int"KEY}"# }.joined(separator: ",")
      let answers = (0..<count).map { #""r\#($0)": 1"# }.joined(separator: ",")
      let run = try compare(
        Self.form(rows.replacing("KEY", with: "")),
        Self.form(rows.replacing("KEY", with: #", "minimum": 2"#)),
        Array(repeating: "{\(answers)}", count: count).joined(separator: "\n"))
      #expect(run.text.contains("; \(count - 20) more\n"), "\(run.text.prefix(2000))")
      return run.text.utf8.count
    }
    // Twice as many lines with twice as many errors each.
    let (one, two) = (try sizes(40), try sizes(80))
    #expect(two < 5 * one / 2, "\(one) bytes, then \(two)")
  }
}
