// Four large public forms and sessions recorded with them: 400 edits each, with undo and redo. Each
// line of a session has an edit and the states that it changed, as an evaluator recorded them that
// recomputes everything after each edit. WorldForms/README.md has the forms' origins and licences.
//
// A debug build replays the first edits of each session. Benchmarks has this folder too and replays
// them all, in release.

import FormGraph
import FormProtocol
import Foundation
import Predicate
import TestSupport
import Testing

@Suite("Recorded sessions of forms of the world")
struct RecordedSessionTests {
  /// What is recorded of members, by what they are called: attributes and value by their names.
  private typealias States = [String: [String: Value]]

  /// A line of a session: the first has the states at opening, all others an edit.
  private struct Line: Decodable {
    let now: Date?
    let state: States?
    let edit: Value?
    let changed: States?
    /// What is no longer there, each as `member|attribute`.
    let gone: [String]?
  }

  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "formevalTests/WorldForms")

  #if DEBUG
    private static let replayed = depth(quick: 4, full: 60)
  #else
    private static let replayed = [400]
  #endif

  @Test(
    "A session gives the states that were recorded",
    arguments: [
      "fhir715", "fhir715.groups", "fhir715r4", "fhir715r4.texts", "soar_kenya",
      "soar_kenya.groups", "va_who_v1_5_3", "va_who_v1_5_3.texts",
    ], replayed)
  func session(name: String, depth edits: Int) throws {
    let json = try Data(contentsOf: Self.folder.appending(path: "\(name).form.json"))
    // A form with texts or groups must do what the form without them was recorded to do.
    let session = name.replacing(".texts", with: "").replacing(".groups", with: "")
    let text = try String(
      contentsOf: Self.folder.appending(path: "\(session).session.jsonl"), encoding: .utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let recorded = text.split(separator: "\n")
    #expect(recorded.count == 401)
    let lines = try recorded.prefix(edits + 1).map {
      try decoder.decode(Line.self, from: Data($0.utf8))
    }
    let compiled = try CompiledForm.compile(json: json)
    var live = FormSession(compiled.open(now: try #require(lines.first?.now)))
    var expected = try #require(lines.first?.state)
    #expect(Self.difference(of: live.form, from: expected) == nil, "at opening")
    for (number, line) in lines.enumerated().dropFirst() {
      let edit = JSONWriter.text(of: try #require(line.edit))
      try live.apply(try FormEdits(json: Array(edit.utf8)), as: .host)
      for (member, states) in line.changed ?? [:] {
        expected[member, default: [:]].merge(states) { $1 }
      }
      for name in line.gone ?? [] {
        let parts = name.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        expected[parts[0]]?[parts[1]] = nil
        if expected[parts[0]]?.isEmpty == true { expected[parts[0]] = nil }
      }
      if let difference = Self.difference(of: live.form, from: expected) {
        Issue.record("line \(number + 1), \(edit): \(difference)")
        return
      }
    }
  }

  /// The first state that differs.
  private static func difference(of form: Form, from expected: States) -> String? {
    let found = states(of: form)
    for member in Set(found.keys).union(expected.keys).sorted() {
      let (new, old) = (found[member] ?? [:], expected[member] ?? [:])
      for attribute in Set(new.keys).union(old.keys).sorted()
      where !isSame(new[attribute], old[attribute]) {
        let names = [new[attribute], old[attribute]].map { $0.map { "\($0)" } ?? "absent" }
        return "\(member)|\(attribute) is \(names[0]), recorded \(names[1])"
      }
    }
    return nil
  }

  private static func states(of form: Form) -> States {
    var states: States = ["": ["canSubmit": .bool(form.canSubmit)]]
    for section in form.sections {
      if let tag = section.definition.tag {
        states["#\(tag)"] = [
          "hidden": .bool(section.isHidden), "disabled": .bool(section.isDisabled),
        ]
      }
      for row in section.rows {
        guard let name = row.name else { continue }
        states[name] = [
          "hidden": .bool(row.isHidden), "disabled": .bool(row.isDisabled),
          "required": .bool(row.isRequired), "valid": .bool(row.isValid),
        ]
        switch row.definition.type {
        case .label, .button: break
        case .date: states[name]?["value"] = day(row.value)
        default: states[name]?["value"] = row.value
        }
      }
    }
    return states
  }

  /// A day as JSON has it, without the time.
  private static func day(_ value: Value) -> Value {
    guard case .date = value else { return value }
    return .string(String(JSONWriter.text(of: value).dropFirst().prefix(10)))
  }

  /// Whether both are absent, or the same as JSON has them: points in time are text there, and the
  /// last bit of a decimal may differ.
  private static func isSame(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (.date?, .string(let text)?): JSONWriter.text(of: left ?? nil) == "\"\(text)\""
    case (.double(let left)?, .double(let right)?):
      left == right || abs(left - right) <= 1e-12 * max(1, abs(left))
    // A choice of several from which everything was taken out was recorded as the empty list.
    case (.null?, .array(let recorded)?): recorded.isEmpty
    case (let left?, let right?): left.equals(right)
    default: false
    }
  }
}
