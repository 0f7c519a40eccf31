// Lines of the pipe that are taken and refused, which `Scripts/check-schema` compares with the
// schema, and what clients send that are in a hurry, wrong or of bad will.

import Foundation
import FormGraph
import Predicate
import Testing

@testable import formeval

@Suite("Lines of the pipe")
struct PipeLineTests {
  private static func lines(_ name: String) throws -> [String] {
    let file = CommandRun.root.appending(path: "Tests/formevalTests/Lines/\(name).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static func mode(
    _ form: String = "switch", allowsHost: Bool = true, sessions: Int = 3
  ) throws -> EditsMode {
    let file = try Data(contentsOf: CommandRun.root.appending(path: "Examples/\(form).json"))
    let compiled = try CompiledForm.compile(json: file)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    return EditsMode(
      compiled.open(now: now), as: allowsHost ? .host : .user,
      opener: FormOpener(compiled: compiled, inputs: [:], state: nil, now: now, isStrict: false),
      allowsHost: allowsHost, maximumSessions: sessions)
  }

  /// The answer to a line, without its end.
  private static func answer(_ line: String, _ mode: inout EditsMode) -> String {
    var output: [UInt8] = []
    #expect(mode.answer(Array(line.utf8), number: 1, to: &output))
    #expect(output.last == UInt8(ascii: "\n"))
    return String(decoding: output.dropLast(), as: UTF8.self)
  }

  @Test("Lines of the right shape are taken")
  func taken() throws {
    var mode = try Self.mode()
    for line in try Self.lines("taken") {
      #expect(!Self.answer(line, &mode).contains(#""error":"#), "\(line)")
    }
    #expect(mode.status == 0)
  }

  @Test("Lines of another shape are refused, and change nothing")
  func refused() throws {
    for line in try Self.lines("refused") {
      var mode = try Self.mode()
      let before = Self.answer(#"{"state": true}"#, &mode)
      #expect(Self.answer(line, &mode).contains(#""error":"#), "\(line)")
      #expect(mode.status == 1)
      #expect(Self.answer(#"{"state": true}"#, &mode) == before)
    }
  }

  @Test("The schema has the questions of the pipe")
  func schema() throws {
    let file = try Data(contentsOf: CommandRun.root.appending(path: "Schema/edits.schema.json"))
    var part: Value? = try JSONReader.read(Array(file)).value
    for key in ["$defs", "question", "properties"] {
      if case .dictionary(let members)? = part { part = members[key] } else { part = nil }
    }
    guard case .dictionary(let keys)? = part else {
      Issue.record("the schema has no questions")
      return
    }
    #expect(
      Set(keys.keys) == Set(PipeQuestion.Key.allCases.map(\.rawValue) + ["session", "as"]))
  }

  @Test(
    "A bad line gets a short answer with a code, and the next line is answered",
    arguments: [
      (#"{"session": "nobody", "close": true}"#, "noSession"),
      (#"{"session": "open", "open": true}"#, "noSession"),
      (#"{"session": "\#(String(repeating: "x", count: 1 << 20))", "state": true}"#, "malformed"),
      (#"{"why": "nobody"}"#, "unknown"), (#"{"impact": "nobody"}"#, "unknown"),
      (#"{"next": "nobody"}"#, "unknown"), (##"{"next": "#s0"}"##, "unknown"),
      (##"{"why": "#r99"}"##, "unknown"), (#"{"next": "phones[9].number"}"#, "unknown"),
      (#"{"why": "\#(String(repeating: "x", count: 1 << 20))"}"#, "unknown"),
      (#"{"as": "host", "set": {"name": "Ana"}}"#, "notEditable"),
      (##"{"set": {"#r99": "Ana"}}"##, "unknown"), (##"{"blur": ["#r99"]}"##, "unknown"),
      (#"{"set": {"name": "Ana"}, "state": true}"#, "malformed"),
    ])
  func badLines(line: String, code: String) throws {
    var mode = try Self.mode("contacts", allowsHost: false)
    _ = Self.answer(#"{"session": "open"}"#, &mode)
    let answer = Self.answer(line, &mode)
    #expect(answer.contains(#""code":"\#(code)""#), "\(answer)")
    #expect(answer.utf8.count < 10_000)
    #expect(Self.answer(#"{"values": true}"#, &mode).hasPrefix(#"{"values":"#))
  }

  @Test("Names that only look alike are two sessions")
  func exactNames() throws {
    var mode = try Self.mode()
    _ = Self.answer(#"{"session": "e\u0301", "set": {"switchTag": true}}"#, &mode)
    #expect(Self.answer(#"{"session": "\u00e9", "values": true}"#, &mode).contains("false"))
    #expect(Self.answer(#"{"session": "e\u0301", "values": true}"#, &mode).contains("true"))
  }

  @Test("A key that is misspelt is compared with questions and sessions too")
  func misspelt() throws {
    var mode = try Self.mode()
    #expect(Self.answer(#"{"vales": true}"#, &mode).contains("did you mean values?"))
    #expect(Self.answer(#"{"sesion": "a"}"#, &mode).contains("did you mean session?"))
    #expect(Self.answer(#"{"set": {"nobody": 1}}"#, &mode).contains(#""tag":"nobody""#))
  }

  @Test("A session that was closed opens anew, and a flood of them is refused")
  func sessions() throws {
    var mode = try Self.mode(sessions: 2)
    let isOn = #"{"session":"a","values":{"switchTag":true"#
    _ = Self.answer(#"{"session": "a", "set": {"switchTag": true}}"#, &mode)
    #expect(Self.answer(#"{"session": "a", "values": true}"#, &mode).hasPrefix(isOn))
    _ = Self.answer(#"{"session": "a", "close": true}"#, &mode)
    #expect(!Self.answer(#"{"session": "a", "values": true}"#, &mode).hasPrefix(isOn))
    let answers = (0..<1_000).map {
      Self.answer(#"{"session": "s\#($0)", "open": true}"#, &mode)
    }
    #expect(answers[0].contains(#""open":true"#))
    #expect(answers.dropFirst().allSatisfy { $0.contains(#""code":"notAllowed""#) })
  }

  @Test("An id of an item that is gone names nothing, also after another item has come")
  func goneItems() throws {
    var mode = try Self.mode("contacts")
    _ = Self.answer(#"{"insert": [{"section": "phones", "at": 0}]}"#, &mode)
    let state = Self.answer(#"{"state": true}"#, &mode)
    let id = try #require(state.firstMatch(of: /"tag":"number","id":"(#r\d+)"/)).1
    _ = Self.answer(#"{"remove": [{"section": "phones", "at": 0}]}"#, &mode)
    _ = Self.answer(#"{"insert": [{"section": "phones", "at": 0}]}"#, &mode)
    for line in [#"{"why": "\#(id)"}"#, #"{"set": {"\#(id)": "1"}}"#] {
      let answer = Self.answer(line, &mode)
      #expect(answer.contains("no row or section of the form has the id '\(id)'"), "\(answer)")
    }
  }
}
