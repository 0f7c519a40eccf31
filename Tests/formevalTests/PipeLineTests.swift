// Lines of the pipe that are taken and refused, which `Scripts/check-schema` compares with the
// schema, and what clients send that are in a hurry, wrong or of bad will.

import Foundation
import FormGraph
import FormProtocol
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
    _ form: String = "switch", opening: String? = nil, allowsHost: Bool = true, sessions: Int = 4,
    limits: FormLimits = .standard, heldBytes: Int = .max
  ) throws -> EditsMode {
    let file = try Data(contentsOf: CommandRun.root.appending(path: "Examples/\(form).json"))
    let compiled = try CompiledForm.compile(json: file, limits: limits)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    return EditsMode(
      compiled.open(now: now), as: allowsHost ? .host : .user,
      opener: FormOpener(
        compiled: compiled, inputs: [:], state: nil, seed: nil, now: now, isStrict: false),
      opening: opening, allowsHost: allowsHost, maximumSessions: sessions, limits: limits,
      maximumHeldBytes: heldBytes)
  }

  @Test("Past what all sessions may hold together, edits are refused and no session is closed")
  func heldBytes() throws {
    var limits = FormLimits.standard
    limits.heldBytes = 1 << 20
    var mode = try Self.mode(limits: limits, heldBytes: 100)
    let flip = { (session: String, value: Bool) in
      #"{"session": "\#(session)", "set": {"switchTag": \#(value)}}"#
    }
    // Each step of the history counts.
    var answers: [String] = []
    for index in 0..<10 { answers.append(Self.answer(flip("ann", index % 2 == 0), &mode)) }
    let refused = answers.filter { $0.contains("the sessions hold more than 100 bytes") }
    #expect(!refused.isEmpty && refused.count < 8 && answers.last == refused.last)
    #expect(refused.allSatisfy { $0.contains(#""code":"notAllowed""#) })
    #expect(Self.answer(flip("bob", true), &mode).contains("hold more than 100 bytes"))
    #expect(Self.answer(#"{"session": "ann", "state": true}"#, &mode).contains(#""canSubmit""#))
    #expect(Self.answer(#"{"session": "ann", "close": true}"#, &mode).contains(#""close":true"#))
    #expect(Self.answer(flip("bob", true), &mode).contains(#""changes""#))
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
      Set(keys.keys)
        == Set(
          PipeQuestion.Key.allCases.map(\.rawValue) + LineConditions.names + ["session", "as"]))
  }

  // MARK: - Openings

  /// The edits and the questions that name a member by its id, as the form opens.
  private static let linesWithIDs = [
    ##"{"set": {"#r1": "Ana"}}"##, #"{"set": {"name": "Ana", "\u0023r1": "x"}}"#,
    ##"{"enter": {"#r1": "Ana"}}"##, ##"{"focus": "#r1"}"##, ##"{"blur": ["name", "#r1"]}"##,
    ##"{"tap": "#r1"}"##, ##"{"select": {"#r1": 1}}"##, ##"{"reset": ["#r1"]}"##,
    ##"{"validate": {"row": "#r1"}}"##, ##"{"validate": {"section": "#s1"}}"##,
    ##"{"insert": [{"section": "#s1", "at": 0}]}"##,
    ##"{"remove": [{"section": "#s1", "at": 0}]}"##,
    ##"{"move": [{"section": "#s1", "at": 0, "to": 0}]}"##, ##"{"set": {"#s1[0].number": "1"}}"##,
    ##"[{"set": {"name": "Ana"}}, {"set": {"#r1": "Eve"}}]"##,
    ##"{"why": "#r1"}"##, ##"{"impact": "#s1"}"##, ##"{"graph": "#r1"}"##, ##"{"next": "#r1"}"##,
    // No id of the form as it is now.
    ##"{"set": {"#r999": "Ana"}}"##, ##"{"set": {"#r1": [7]}}"##, ##"{"why": "#r01"}"##,
  ]

  /// A line that says an opening.
  private static func saying(_ opening: String, _ line: String) -> String {
    line.replacing("{", with: #"{"opening": "\#(opening)", "#, maxReplacements: 1)
  }

  @Test("A line with an id says the opening that the id is from", arguments: linesWithIDs)
  func stale(line: String) throws {
    var mode = try Self.mode("contacts")
    _ = Self.answer(#"{"session": "a", "open": {"opening": "k3f9"}}"#, &mode)
    let before = Self.answer(#"{"session": "a", "state": true}"#, &mode)
    #expect(before.hasSuffix(#","opening":"k3f9"},"sequence":0}"#))
    func inSession(_ line: String) -> String {
      line.replacing("{", with: #"{"session": "a", "#, maxReplacements: 1)
    }
    for wrong in [line, Self.saying("other", line), Self.saying("K3F9", line)] {
      let answer = Self.answer(inSession(wrong), &mode)
      #expect(answer.contains(#""code":"stale""#), "\(wrong): \(answer)")
      #expect(answer.contains(#""message":"'opening' "#), "\(wrong): \(answer)")
    }
    #expect(Self.answer(#"{"session": "a", "state": true}"#, &mode) == before)
    let right = Self.answer(inSession(Self.saying("k3f9", line)), &mode)
    #expect(!right.contains(#""code":"stale""#), "\(right)")
    // Where no opening has a name, nothing is asked, and a line cannot know one.
    let plain = Self.answer(line, &mode)
    #expect(!plain.contains(#""code":"stale""#), "\(plain)")
    #expect(Self.answer(Self.saying("k3f9", line), &mode).contains(#""code":"stale""#))
  }

  @Test(
    "Tags, addresses and the form itself need no opening",
    arguments: [
      ##"{"set": {"name": "#r1"}}"##, #"{"insert": [{"section": "phones", "at": 0}]}"#,
      #"{"undo": true}"#, #"{"blur": ["name"]}"#, ##"{"validate": true, "mark": "#m"}"##,
      ##"{"set": {"phones[0].number": "#1"}}"##, #"{"values": true}"#, #"{"why": "name"}"#,
    ])
  func needsNone(line: String) throws {
    var mode = try Self.mode("contacts", opening: "k3f9")
    _ = Self.answer(#"{"insert": [{"section": "phones", "at": 0}]}"#, &mode)
    #expect(!Self.answer(line, &mode).contains(#""error":"#))
    #expect(!Self.answer(Self.saying("k3f9", line), &mode).contains("stale"))
  }

  @Test("A session that is opened anew has other ids, and none of the name of the command")
  func opensAnew() throws {
    var mode = try Self.mode("contacts", opening: "k3f9")
    let line = ##"{"session": "a", "opening": "k3f9", "set": {"#r1": "Ana"}}"##
    #expect(Self.answer(line, &mode).contains(#""code":"stale""#))
    _ = Self.answer(#"{"session": "a", "close": true}"#, &mode)
    _ = Self.answer(#"{"session": "a", "open": {"opening": "k3f9"}}"#, &mode)
    #expect(!Self.answer(line, &mode).contains(#""error":"#))
    _ = Self.answer(#"{"session": "a", "close": true}"#, &mode)
    _ = Self.answer(#"{"session": "a", "open": {"opening": "b2"}}"#, &mode)
    #expect(Self.answer(line, &mode).contains(#""code":"stale""#))
  }

  // MARK: - Edits only

  @Test("A line that may only edit asks nothing")
  func onlyEdits() throws {
    let questions = PipeQuestion.Key.allCases.map(\.rawValue) + ["ripple"]
    #expect(questions.allSatisfy(PipeLine.isQuestion))
    #expect(!(EditLine.names + LineConditions.names).contains(where: PipeLine.isQuestion))
    var mode = try Self.mode("contacts")
    for key in questions {
      for value in ["true", #""name""#, "7"] {
        for line in [
          #"{"only": "edits", "\#(key)": \#(value)}"#, #"{"\#(key)": \#(value), "only": "edits"}"#,
          #"{"only": "edits", "set": {"name": "Ana"}, "\#(key)": \#(value)}"#,
          #"[{"only": "edits", "set": {"name": "Ana"}}, {"\#(key)": \#(value)}]"#,
          #"{"only": "edits", "session": "new", "\#(key)": \#(value)}"#,
        ] {
          let answer = Self.answer(line, &mode)
          #expect(answer.contains(#""code":"question""#), "\(line): \(answer)")
        }
      }
    }
    #expect(!Self.answer(#"{"state": true}"#, &mode).contains("Ana"))
    let edited = Self.answer(#"{"only": "edits", "set": {"name": "Ana"}}"#, &mode)
    #expect(edited.hasPrefix(#"{"changes":[{"tag":"name""#))
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

  @Test(
    "An id has one spelling",
    arguments: ["#r01", "#r+1", "#r-1", "#r 1", "#r", "#R1", "#r1 ", "#r1.0", "#r\u{661}", "#s001"])
  func spelling(id: String) throws {
    var mode = try Self.mode("contacts")
    for line in [
      #"{"set": {"\#(id)": "Ana"}}"#, ##"{"set": {"#r1": "Ana", "\##(id)": "Eve"}}"##,
      #"{"blur": ["\#(id)"]}"#, #"{"focus": "\#(id)"}"#, #"{"why": "\#(id)"}"#,
      #"{"impact": "\#(id)"}"#, #"{"graph": "\#(id)"}"#, #"{"next": "\#(id)"}"#,
      #"{"insert": [{"section": "\#(id)", "at": 0}]}"#, #"{"set": {"\#(id)[0].number": "1"}}"#,
    ] {
      let answer = Self.answer(line, &mode)
      #expect(answer.contains(#""code":"unknown""#), "\(line): \(answer)")
    }
  }

  @Test("Each id and address of a state is answered as the tag is")
  func questionsByID() throws {
    let form = """
      { "sections": [
        { "tag": "s", "kind": "selectable", "options": ["a"], "visible": "$l.@count > 0" },
        { "tag": "l", "kind": "multivalued", "value": [{ "n": 1, "k": [{}] }], "template": {
          "rows": [{ "tag": "n", "type": "int" },
                   { "tag": "m", "type": "int", "calculated": "$n + 1" }],
          "sections": [{ "tag": "k", "kind": "multivalued", "template": { "rows": [
            { "tag": "o", "type": "int", "visible": "$n > 0" }] } }] } }
      ] }
      """
    let compiled = try CompiledForm.compile(json: form.utf8)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let opened = compiled.open(now: now)
    var mode = EditsMode(
      opened, as: .user,
      opener: FormOpener(
        compiled: compiled, inputs: [:], state: nil, seed: nil, now: now, isStrict: false))
    var names: [(name: String, id: String)] = []
    /// All rows and sections that a part of the state has, by what people call them.
    func collect(_ part: Value) {
      switch part {
      case .array(let parts): parts.forEach(collect)
      case .dictionary(let members):
        let name = members["address"] ?? members["tag"]
        // An item's own section is called like the item, which is none.
        if case .string(let id)? = members["id"], case .string(let name)? = name,
          !name.hasSuffix("]")
        {
          names.append((name, id))
        }
        for key in ["sections", "rows", "items"] { members[key].map(collect) }
      default: break
      }
    }
    collect(opened.json)
    #expect(Set(names.map(\.name)) == ["s", "l", "l[0].n", "l[0].m", "l[0].k", "l[0].k[0].o"])
    for (name, id) in names {
      for question in ["why", "impact", "graph"] {
        func answer(_ name: String) -> String {
          Self.answer(#"{"\#(question)": "\#(name)"}"#, &mode)
            .replacing(#""\#(question)":"\#(name)""#, with: "")
        }
        let byID = answer(id)
        #expect(byID == answer(name) && !byID.contains(#""error":"#), "\(question) \(name) \(byID)")
      }
    }
  }
}
