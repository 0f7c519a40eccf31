// The JSON of edits: lines that are taken and refused, which `Scripts/check-schema` compares with
// the schema, and coders, which must read what `FormEdits(json:)` reads.

import Foundation
import FormGraph
@testable import FormProtocol
import Predicate
import TestSupport
import Testing

@Suite("The JSON of edits")
struct FormEditsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let form = """
    { "inputs": { "member": false },
      "tables": { "prices": { "columns": ["code"], "rows": [["a"]] } },
      "pages": [{ "sections": ["first"] }, { "sections": ["lines"] }],
      "sections": [
      { "tag": "first", "rows": [
        { "tag": "kind", "type": "segmented", "options": ["gift", "sale"] },
        { "tag": "card", "type": "text", "actions": [{ "name": "copy" }], "rules": [
          { "asyncFunction": "isFree", "dependsOn": ["kind"], "message": "Taken." }] },
        { "tag": "due", "type": "date" },
        { "tag": "send", "type": "button", "submits": true }] },
      { "tag": "lines", "kind": "multivalued", "allows": ["insert", "delete", "reorder"],
        "template": { "rows": [{ "tag": "price", "type": "decimal" }] } }
    ] }
    """

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private static func member(_ key: String, of value: Value) -> Value? {
    if case .dictionary(let members) = value { members[key] } else { nil }
  }

  @Test("Lines of the right shape are taken")
  func taken() throws {
    var session = FormSession(
      try CompiledForm.compile(json: Self.form.utf8)
        .open(now: Date(timeIntervalSinceReferenceDate: 0)))
    try session.apply(try FormEdits(["set": ["card": "a"]]), as: .host)
    try session.apply(try FormEdits(["set": ["card": "b"], "mark": "sent"]), as: .host)
    let lines = try Self.lines("Tests/FormProtocolTests/Lines/taken.jsonl")
    #expect(lines.count > 20)
    for line in lines {
      #expect(throws: Never.self, "\(line)") {
        try session.apply(try FormEdits(json: Array(line.utf8)), as: .host)
      }
    }
  }

  @Test("Lines of another shape are refused")
  func refused() throws {
    let form = try CompiledForm.compile(json: Self.form.utf8)
      .open(now: Date(timeIntervalSinceReferenceDate: 0))
    let lines = try Self.lines("Tests/FormProtocolTests/Lines/refused.jsonl")
    #expect(lines.count > 30)
    for line in lines {
      var session = FormSession(form)
      #expect(throws: EditRefusal.self, "\(line)") {
        try session.apply(try FormEdits(json: Array(line.utf8)), as: .host)
      }
      #expect(session.form.json == form.json, "\(line)")
    }
  }

  @Test("The schema has the keys of edits")
  func schema() throws {
    let file = try Data(contentsOf: Self.root.appending(path: "Schema/edits.schema.json"))
    let schema = try JSONReader.read(Array(file)).value
    var part: Value? = schema
    for key in ["$defs", "edits", "properties"] { part = part.flatMap { Self.member(key, of: $0) } }
    guard case .dictionary(let keys)? = part else {
      Issue.record("the schema has no edits")
      return
    }
    // The pipe takes four more.
    #expect(
      Set(keys.keys)
        == Set(EditLine.names + LineConditions.names + ["session", "as", "only", "ripple"]))
  }

  // MARK: - Coders

  /// Every line of edits in the tests and on the pages.
  private static func allLines() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: root.path)
    var lines: [String] = []
    for case let path as String in files ?? FileManager.DirectoryEnumerator() {
      guard path.hasPrefix("Tests/") || path.hasPrefix("Docs/") || path.hasPrefix("Examples/")
      else {
        if path.contains("/") { continue }
        if !["Tests", "Docs", "Examples"].contains(path) { files?.skipDescendants() }
        continue
      }
      // Lines of the pipe have keys that a session of one client does not read.
      if path.hasPrefix("Tests/formevalTests/Lines/") { continue }
      guard ["txt", "md", "json", "jsonl"].contains((path as NSString).pathExtension) else {
        continue
      }
      // Some transcripts are not UTF-8.
      for line in (try? self.lines(path)) ?? [] where line.contains("{") {
        let text = line.drop { $0 == " " || $0 == ">" }.trimmingCharacters(in: [" ", ","])
        guard let value = try? JSONReader.readDistinct(Array(text.utf8)).value else { continue }
        if case .dictionary(let members) = value, case .dictionary(let edit)? = members["edit"] {
          lines.append(JSONWriter.text(of: .dictionary(edit)))
        } else if case .dictionary(let members) = value,
          members.keys.contains(where: EditLine.names.contains)
        {
          lines.append(text)
        } else if path.hasSuffix("Lines/taken.jsonl") {
          lines.append(text)
        }
      }
    }
    return lines
  }

  /// A value as coders keep it: keys in order, and whole numbers as integers.
  private static func normal(_ value: Value) -> Value {
    switch value {
    case .double(let double): Int64(exactly: double).map(Value.int) ?? value
    case .array(let elements): .array(elements.map(normal))
    case .dictionary(let members):
      .dictionary(
        ValueDictionary(
          zip(members.keys, members.values.map(normal)).sorted { $0.0 < $1.0 }))
    default: value
    }
  }

  /// The edits as a list of objects with one key each, as coders keep them.
  private static func steps(_ json: Value) -> [Value] {
    switch json {
    case .array(let objects): objects.flatMap(steps)
    case .dictionary(let members):
      zip(members.keys, members.values).map { normal(.dictionary(ValueDictionary([($0, $1)]))) }
    default: [json]
    }
  }

  @Test(
    "A coder reads and writes all lines of the tests, or refuses those whose order matters",
    arguments: depth(quick: 12, full: 1))
  func coders(depth step: Int) throws {
    let lines = try Self.allLines()
    #expect(lines.count > 500)
    var refusedCount = 0
    for (number, line) in lines.enumerated() where number % step == 0 {
      let read = try FormEdits(json: Array(line.utf8))
      var decoded: FormEdits?
      do { decoded = try JSONDecoder().decode(FormEdits.self, from: Data(line.utf8)) } catch {
        refusedCount += 1
        #expect("\(error)".contains("send a list"), "\(line)")
      }
      if let decoded { #expect(Self.normal(decoded.json) == Self.normal(read.json), "\(line)") }
      let written = try JSONEncoder().encode(read)
      let again = try JSONDecoder().decode(FormEdits.self, from: written)
      let isList = if case .array = again.json { true } else { false }
      #expect(isList || decoded != nil, "\(line)")
      let (steps, others) = (Self.steps(read.json), Self.steps(again.json))
      if isList { #expect(steps == others, "\(line)") }
      #expect(Set(steps) == Set(others), "\(line)")
    }
    #expect(refusedCount > 0 && refusedCount < lines.count / step / 2)
  }

  /// Changes as text, with their notes in order: notes follow the order of what is set.
  private static func sorted(_ changes: Value) -> String {
    guard case .dictionary(var members) = changes, case .array(let notes)? = members["notes"] else {
      return JSONWriter.text(of: changes)
    }
    members["notes"] = .array(
      notes.map { JSONWriter.text(of: $0) }.sorted().map(Value.string))
    return JSONWriter.text(of: .dictionary(members))
  }

  @Test(
    "Decoded edits change what edits from JSON change",
    arguments: ["fhir715", "fhir715r4", "soar_kenya", "va_who_v1_5_3"],
    depth(quick: 10, full: 400))
  func sameResults(name: String, depth edits: Int) throws {
    let folder = "Tests/formevalTests/WorldForms"
    let json = try Data(contentsOf: Self.root.appending(path: "\(folder)/\(name).form.json"))
    let start = FormSession(
      try CompiledForm.compile(json: json).open(now: Date(timeIntervalSinceReferenceDate: 0)))
    var (left, right) = (start, start)
    // The first line has the states at opening, and no edit.
    for line in try Self.lines("\(folder)/\(name).session.jsonl").prefix(edits + 1) {
      let recorded = try JSONReader.read(Array(line.utf8)).value
      guard let edit = Self.member("edit", of: recorded), edit != .null else { continue }
      let text = JSONWriter.text(of: edit)
      let edits = try FormEdits(json: Array(text.utf8))
      let coded = try JSONDecoder().decode(FormEdits.self, from: JSONEncoder().encode(edits))
      let changes = try left.apply(edits, as: .host)
      let other = try right.apply(coded, as: .host)
      #expect(Self.sorted(other.json) == Self.sorted(changes.json), "\(text)")
      // No key is written twice.
      #expect(Array(JSONWriter.text(of: changes.json).utf8) == changes.bytes, "\(text)")
      let answer = try JSONEncoder().encode(changes)
      let decoded = try JSONDecoder().decode(FormChanges.self, from: answer)
      #expect(
        Self.normal(decoded.json)
          == Self.normal(
            try JSONReader.read(Array(JSONWriter.text(of: changes.json).utf8)).value), "\(text)")
    }
  }

  @Test("Edits that are not JSON are refused by a decoder too")
  func deepEdits() throws {
    for depth in [63, 64, 65, 100, 200] {
      let list = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
      let text = #"{"set": {"card": \#(list)}}"#
      let decoded = try? JSONDecoder().decode(FormEdits.self, from: Data(text.utf8))
      #expect((decoded != nil) == (depth <= 65), "\(depth)")
      let read = try? FormEdits(json: Array(text.utf8))
      #expect((read != nil) == (depth <= 128), "\(depth)")
    }
  }

  @Test(
    "The order of keys matters between edits of values, between actions, and with positions",
    arguments: [
      (#"{"set": {"a": 1}, "tap": "a", "mark": "m", "now": "2024-05-01"}"#, false),
      (#"{"set": {"a[0].b": 1}, "blur": ["a[0].b"]}"#, false),
      (#"{"insert": [], "tap": "a"}"#, false), (#"{"select": {"a": 1}}"#, false),
      (#"{"insert": [], "set": {}}"#, true), (#"{"focus": "a", "blur": []}"#, true),
      (#"{"set": {"a": [{}]}, "tap": "a[0].b"}"#, true),
      (#"{"reset": true, "validate": {"row": "a[0].b"}}"#, true),
      (#"{"set": {}, "select": {}}"#, true), (#"{"insert": [], "blur": ["a[0]"]}"#, true),
      (#"{"resolve": {}, "tables": {}, "set": {}, "validate": true}"#, false),
    ])
  func order(_ text: String, matters: Bool) throws {
    let read = try FormEdits(json: Array(text.utf8))
    guard case .dictionary(let members) = read.json else { return }
    #expect((EditLine.ordered(members) != nil) == matters)
    let decoded = try? JSONDecoder().decode(FormEdits.self, from: Data(text.utf8))
    #expect((decoded == nil) == matters)
  }

  @Test("Keys that are given twice are edits of their own")
  func literals() throws {
    let edits = try FormEdits(["set": ["a": 1], "tap": "b", "set": ["a": 2]])
    #expect(edits.json == [["set": ["a": 1]], ["tap": "b"], ["set": ["a": 2]]])
    #expect(try FormEdits(["tap": "b"]).json == ["tap": "b"])
    var deep: Value = 1
    for _ in 0..<200 { deep = [deep] }
    #expect(throws: EditRefusal.self) { try FormEdits(["set": ["a": deep]]) }
  }
}
