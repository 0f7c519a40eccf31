import Foundation
import FormGraph
import FormProtocol
import Predicate
import TestSupport
import Testing

@Suite("Sessions")
struct FormSessionTests {
  private static let order = """
    { "inputs": { "member": false }, "sections": [
      { "rows": [
        { "tag": "kind", "type": "segmented", "options": ["gift", "sale"] },
        { "tag": "card", "type": "text", "visible": "$kind == 'gift'" },
        { "tag": "due", "type": "date" },
        { "tag": "send", "type": "button", "submits": true }] },
      { "tag": "lines", "kind": "multivalued",
        "template": { "rows": [{ "tag": "price", "type": "decimal" }, { "tag": "on", "type": "date" }] } }
    ] }
    """

  private func session() throws -> FormSession {
    FormSession(
      try CompiledForm.compile(json: Self.order.utf8)
        .open(now: Date(timeIntervalSinceReferenceDate: 0)))
  }

  private func edits(_ text: String) throws -> FormEdits { try FormEdits(json: Array(text.utf8)) }

  @Test("Edits are decoded, applied as the user, and answered as the command answers")
  func applies() throws {
    var session = try session()
    let body = Data(#"{"set": {"kind": "gift"}, "mark": "start"}"#.utf8)
    let changes = try session.apply(JSONDecoder().decode(FormEdits.self, from: body))
    #expect(changes.changeSet?.shown == ["card"])
    #expect(String(decoding: changes.bytes, as: UTF8.self) == JSONWriter.text(of: changes.json))
    // The answer also tells what is otherwise of the form as a whole.
    guard case .dictionary(let all) = changes.json,
      case .dictionary(let own)? = changes.changeSet?.json
    else {
      Issue.record("\(changes.json)")
      return
    }
    #expect(own.keys.allSatisfy { $0 == "changes" || own[$0] == all[$0] })
    #expect(all["dirty"] == ["old": false, "new": true])
    #expect(all["canUndo"] == ["old": false, "new": true])
    let answer = try JSONEncoder().encode(changes)
    let decoded = try JSONDecoder().decode(FormChanges.self, from: answer)
    #expect(decoded.changeSet == nil)
    guard case .dictionary(let members) = decoded.json else {
      Issue.record("\(decoded.json)")
      return
    }
    #expect(members["changes"] != nil && members["counts"] == ["conditions": 1, "evaluated": 1])
    try session.apply(try edits(#"{"undo": {"to": "start"}}"#))
    #expect(session.form["card"]?.isHidden == true)
  }

  @Test("A time that is set without a zone is read in UTC, which is noted where it matters, once")
  func zones() throws {
    let json = """
      { "inputs": { "timeZone": "Europe/London", "from": { "type": "dateTime" } }, "sections": [
        { "rows": [
          { "tag": "w", "type": "dateTime" }, { "tag": "v", "type": "dateTime" },
          { "tag": "text", "type": "text" }, { "tag": "left", "type": "countDown" } ] },
        { "tag": "visits", "kind": "multivalued", "template": { "rows": [
          { "tag": "at", "type": "dateTime" } ] } } ] }
      """
    let compiled = try CompiledForm.compile(json: json.utf8)
    func notes(_ line: String) throws -> [String] {
      var session = FormSession(compiled.open(now: Date(timeIntervalSinceReferenceDate: 0)))
      try session.apply(try edits(#"{"insert": [{"section": "visits", "at": 0}]}"#))
      let changes = try session.apply(try edits(line), as: .host)
      #expect(session.form["w"]?.value != .null || !line.contains("w"), "\(line)")
      return changes.changeSet?.notes.map { "\($0.tag): \($0.message)" } ?? []
    }
    func note(_ tag: String, _ zone: String = "Europe/London") -> String {
      "\(tag): '\(tag)' was given a time without a time zone; it was read in UTC, not in \(zone)"
    }
    #expect(try notes(#"{"set": {"w": "2024-07-01T06:00"}}"#) == [note("w")])
    #expect(try notes(#"{"set": {"w": "2024-07-01"}}"#) == [note("w")])
    #expect(
      try notes(#"{"set": {"w": "2024-07-01T06:00", "v": "2024-07-02T06:00"}}"#) == [note("w")])
    let items = #"{"set": {"visits": [{"at": "2024-07-01T06:00"}]}}"#
    #expect(try notes(items) == [note("visits[0].at")])
    #expect(try notes(#"{"set": {"visits[0].at": "2024-07-01T06:00"}}"#) == [note("visits[0].at")])
    #expect(try notes(#"{"set": {"from": "2024-07-01T06:00"}}"#) == [note("from")])
    // The zone that the form has after the edits counts.
    let there = #"{"set": {"w": "2024-01-01T06:00", "timeZone": "Europe/Berlin"}}"#
    #expect(try notes(there) == [note("w", "Europe/Berlin")])
    for quiet in [
      // The clock of London is UTC in winter.
      #"{"set": {"w": "2024-01-01T06:00"}}"#, #"{"set": {"w": "2024-07-01T06:00Z"}}"#,
      #"{"set": {"w": "2024-07-01T06:00+01:00"}}"#, #"{"enter": {"w": "2024-07-01T06:00"}}"#,
      #"{"set": {"w": "2024-07-01T06:00", "timeZone": null}}"#,
      #"{"set": {"text": "2024-07-01T06:00"}}"#, #"{"set": {"left": "1970-07-01T00:20"}}"#,
      #"{"set": {"visits": []}}"#,
    ] {
      #expect(try notes(quiet) == [], "\(quiet)")
    }
    var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
    let answers = try form.setAnswers(json: #"{"w": "2024-07-01T06:00"}"#.utf8)
    #expect(answers.notes.map(\.tag) == ["w"])
    #expect(try form.setAnswers(json: form.answersJSON().utf8).notes == [])
    var other = form
    try form.update { $0.enter("2024-07-01T06:00", in: "v") }
    try other.setAnswers(json: #"{"v": "2024-07-01T06:00"}"#.utf8)
    #expect(form["v"]?.displayText == "Jul 1, 2024, 6:00\u{202F}AM")
    #expect(other["v"]?.displayText == "Jul 1, 2024, 7:00\u{202F}AM")
  }

  @Test("A user cannot do what only the host may")
  func asUser() throws {
    var session = try session()
    for line in [
      #"{"set": {"member": true}}"#, #"{"set": {"card": "Hi"}}"#,
      #"{"now": "2024-05-01"}"#,
    ] {
      #expect(throws: EditRefusal.self) { try session.apply(try edits(line)) }
      try session.apply(try edits(line), as: .host)
    }
  }

  @Test(
    "A member may be named by its id, also where the # is escaped",
    arguments: ["#r0", #"\u0023r0"#, #"\u0023\u0072\u0030"#])
  func ids(name: String) throws {
    var session = try session()
    try session.apply(try edits(#"{"set": {"\#(name)": "gift"}}"#))
    #expect(session.form["kind"]?.value == "gift")
  }

  @Test("A named opening asks for its name where an id is used, and is told with the state")
  func openings() throws {
    let form = try session().form
    var session = FormSession(form, opening: "k3f9")
    guard case .dictionary(let state) = session.state, case .dictionary(let plain) = form.json
    else {
      Issue.record("\(session.state)")
      return
    }
    #expect(state["opening"] == "k3f9" && state.keys.dropLast().elementsEqual(plain.keys))
    #expect(FormSession(form).state == form.json)
    for line in [##"{"set": {"#r0": "gift"}}"##, ##"{"opening": "b2", "set": {"kind": "gift"}}"##] {
      let refusal = try #require(throws: EditRefusal.self) { try session.apply(try edits(line)) }
      #expect(refusal.code == .stale)
    }
    #expect(session.form["kind"]?.value == .null)
    // A coder puts the keys in an order of its own, and a list may have the name anywhere.
    let body = Data(##"{"set": {"#r0": "gift"}, "tap": "send", "opening": "k3f9"}"##.utf8)
    let coded = try JSONDecoder().decode(FormEdits.self, from: body)
    try session.apply(coded)
    try session.apply(
      JSONDecoder().decode(FormEdits.self, from: try JSONEncoder().encode(coded)))
    try session.apply(try edits(##"[{"set": {"#r0": "sale"}}, {"opening": "k3f9"}]"##))
    #expect(session.form["kind"]?.value == "sale")
    let other = session.opening(form, as: "b2")
    #expect(session.opening == "k3f9" && other.opening == "b2")
    #expect(session.opening(form).opening == nil)
  }

  @Test("A copy is another client, and a session opens another form")
  func copies() throws {
    let first = try session()
    var (left, right) = (first, first)
    try left.apply(try edits(#"{"set": {"kind": "gift"}, "mark": "m"}"#))
    try right.apply(try edits(#"{"set": {"kind": "sale"}}"#))
    #expect(left.form["kind"]?.value == "gift" && right.form["kind"]?.value == "sale")
    var third = left.opening(first.form)
    #expect(third.form["kind"]?.value == .null)
    #expect(throws: EditRefusal.self) { try third.apply(try edits(#"{"undo": {"to": "m"}}"#)) }
  }

  @Test("A refusal has a message, a hint and a place, and changes nothing")
  func refuses() throws {
    var session = try session()
    func refusal(_ text: String) throws -> EditRefusal? {
      do throws(EditRefusal) {
        try session.apply(try FormEdits(json: Array(text.utf8)))
        return nil
      } catch {
        return error
      }
    }
    let unknown = try #require(try refusal(#"{"set": {"kind": "gift", "crad": "x"}}"#))
    #expect(unknown.message == "unknown tag 'crad'")
    #expect(unknown.hint == "did you mean card?")
    #expect(unknown.range == 25..<31)
    #expect(unknown.description == "unknown tag 'crad'; did you mean card?")
    let parts: KeyValuePairs<String, Value> = [
      "message": "unknown tag 'crad'", "code": "unknown", "hint": "did you mean card?",
      "tag": "crad", "sequence": 0,
    ]
    func json(_ first: [(String, Value)]) -> Value {
      .dictionary(
        ValueDictionary(
          [("error", .string(unknown.description))] + first + parts.map { ($0.key, $0.value) }))
    }
    #expect(unknown.json() == json([]) && unknown.json(line: 7) == json([("line", 7)]))
    #expect(
      try JSONReader.read(Array(JSONEncoder().encode(unknown))).value == unknown.json())
    #expect(session.form["kind"]?.value == .null)
    #expect(try refusal(#"{"set": {"kind": "#)?.range == 16..<16)
    let hidden = try refusal(#"[{"set": {"card": "x"}}]"#)
    #expect(hidden?.reasons.map(\.kind) == [.notEditable])
    #expect(hidden?.message == "'card' is hidden" && hidden?.range == 10..<16)
    #expect(try refusal(#"{"tap": "crad"}"#)?.hint == "did you mean card?")
    #expect(try refusal(#"{"sett": {}}"#)?.range == 1..<7)
    #expect(try refusal(#"[{"set": {"due": "soon"}}]"#)?.range == 10..<15)
    #expect(try refusal(#"[7]"#)?.range == 1..<2)
    #expect(try refusal(#"[{"undo": true}, {"set": {}}]"#)?.message.contains("only key") == true)
    // What was not read from a text has no places.
    let given = try FormEdits(["set": ["crad": 1]])
    let refused = EditRefusal(
      "unknown tag 'crad'", hint: "did you mean card?", code: .unknown, of: "crad")
    #expect(throws: refused.at(0)) { try session.apply(given) }
  }

  @Test(
    "A message quotes no more than a part of what a client sends",
    arguments: depth(quick: 20_000, full: 1_000_000))
  func boundsMessages(depth count: Int) throws {
    var session = try session()
    let long = String(repeating: "x", count: count)
    for line in [
      #"{"\#(long)": 1}"#, #"{"set": {"\#(long)": 1}}"#, #"{"set": {"due": "\#(long)"}}"#,
      #"{"now": "\#(long)"}"#, #"{"undo": {"to": "\#(long)"}}"#, #"{"tap": "\#(long)"}"#,
      #"{"resolve": {"\#(long)": true}}"#, #"{"insert": [{"section": "\#(long)", "at": 0}]}"#,
      #"{"select": {"kind": "\#(long)"}}"#,
      #"{"set": {"\#(long)": 1, "\#(long)": 1}}"#, #"{"validate": {"row": "\#(long)"}}"#,
      #"{"set": {\#((0..<10_000).map { "\"x\($0)\": 1" }.joined(separator: ", "))}}"#,
      #"{"set": {\#((0..<10_000).map { "\"lines[\($0)].price\": 1" }.joined(separator: ", "))}}"#,
    ] {
      do {
        try session.apply(try edits(line))
        Issue.record("\(line.prefix(80))")
      } catch {
        let refusal = try #require(error as? EditRefusal)
        #expect(refusal.description.utf8.count < 9_000, "\(line.prefix(80))")
      }
    }
  }

  @Test(
    "A client cannot fill the memory with marks, and the latest marks are kept",
    arguments: depth(quick: 1_000, full: 5_000))
  func boundsMarks(depth count: Int) throws {
    var session = try session()
    for number in 0..<count {
      try session.apply(
        try edits(
          #"{"set": {"kind": "\#(number % 2 == 0 ? "gift" : "sale")"}, "mark": "m\#(number)"}"#))
    }
    #expect(throws: EditRefusal.self) { try session.apply(try edits(#"{"undo": {"to": "m0"}}"#)) }
    try session.apply(try edits(#"{"undo": {"to": "m\#(count - 99)"}}"#))
    #expect(session.form["kind"]?.value == "gift")
  }

  @Test("A list of edits is one transaction, and runs in order")
  func lists() throws {
    var session = try session()
    let changes = try session.apply(
      try edits(
        """
        [{"insert": [{"section": "lines", "at": 0, "value": {"on": "2024-05-01"}}]},
         {"set": {"lines[0].price": 2}}, {"insert": [{"section": "lines", "at": 0}]},
         {"set": {"lines[1].price": 3, "kind": "sale"}, "mark": "m"}]
        """))
    #expect(session.form["lines[1].price"]?.value == 3.0)
    #expect(changes.changeSet?.shapeChanges.count == 2)
    try session.apply(try edits(#"[{"undo": {"to": "m"}}]"#))
    #expect(session.form.section("lines")?.items?.isEmpty == true)
    for line in ["[]", #"[{"mark": "a"}, {"mark": "b"}]"#] {
      #expect(throws: EditRefusal.self) { try session.apply(try edits(line)) }
    }
  }

  @Test(
    "An item that comes and goes in one transaction is told as nothing",
    arguments: [
      #"{"insert": [{"section": "l", "at": 0}], "remove": [{"section": "l", "at": 0}]}"#,
      #"{"insert": [{"section": "l", "at": 0}], "reset": true}"#,
      #"{"insert": [{"section": "l", "at": 0}], "set": {"l": []}}"#,
      #"[{"insert": [{"section": "l", "at": 0}]}, {"set": {"m": 1}}, {"set": {"l": []}}]"#,
    ])
  func passingItem(line: String) throws {
    let form = #"""
      { "pages": [{ "sections": ["s", "l"] }], "sections": [
        { "tag": "l", "kind": "multivalued", "template": { "rows": [], "sections": [
          { "rows": [{ "tag": "c", "type": "int", "required": true }] },
          { "tag": "k", "kind": "multivalued", "value": [1], "item": { "type": "int" } }] } },
        { "tag": "s", "rows": [{ "tag": "m", "type": "int" }] }] }
      """#
    var session = FormSession(
      try CompiledForm.compile(json: form.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
    let before = session.form.json
    let changes = try session.apply(try edits(line))
    #expect(changes.changeSet?.changes.allSatisfy { $0.tag == "m" } == true)
    #expect(changes.changeSet?.listUpdate.inserts == [])
    guard case .dictionary(let told) = changes.json else {
      Issue.record("\(changes.json)")
      return
    }
    #expect(told["progress"] == nil && told["pages"] == nil && told["items"] == nil)
    if !line.contains("\"m\"") { #expect(session.form.json == before) }
  }

  @Test("A reset that gives a row of an item another start tells that it is not dirty")
  func restarted() throws {
    let form = #"""
      { "inputs": { "num": 2 }, "sections": [
        { "tag": "l", "kind": "multivalued", "allows": ["insert"], "template": { "rows": [
          { "tag": "n", "type": "int", "default": "$num + 1" }] } }] }
      """#
    var session = FormSession(
      try CompiledForm.compile(json: form.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
    for line in [
      #"{"insert": [{"section": "l", "at": 0, "value": {"n": 2}}]}"#, #"{"set": {"num": 1}}"#,
    ] { try session.apply(try edits(line), as: .host) }
    let wasDirty = session.form.isDirty("l[0].n")
    let changes = try session.apply(try edits(#"{"reset": true}"#))
    let isDirty = session.form.isDirty("l[0].n")
    guard case .dictionary(let told) = changes.json else {
      Issue.record("\(changes.json)")
      return
    }
    #expect(wasDirty == true && isDirty == false)
    guard case .array(let changed)? = told["stateChanges"],
      case .dictionary(let change) = changed[0]
    else {
      Issue.record("\(told)")
      return
    }
    #expect(changed.count == 1 && change["attribute"] == "dirty" && change["new"] == false)
  }

  @Test("What prevented submitting keeps its id when an undo has taken it away")
  func firstInvalidThatWent() throws {
    let form = #"""
      { "sections": [
        { "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "n", "type": "int", "required": true }] } }] }
      """#
    var session = FormSession(
      try CompiledForm.compile(json: form.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
    func firstInvalid(_ line: String) throws -> ValueDictionary? {
      guard case .dictionary(let told) = try session.apply(try edits(line)).json,
        case .dictionary(let first)? = told["firstInvalid"]
      else { return nil }
      return first
    }
    let insert = #"{"insert": [{"section": "l", "at": 0}]}"#
    // An id that was given before is one that undo gives back.
    _ = try firstInvalid(insert)
    _ = try firstInvalid(#"{"remove": [{"section": "l", "at": 0}]}"#)
    let came = try firstInvalid(insert)
    let went = try firstInvalid(#"{"undo": true}"#)
    #expect(came?["new"] == "l[0].n" && went?["old"] == "l[0].n")
    #expect(came?["newId"] != nil && went?["oldId"] == came?["newId"])
  }
}

@Suite("What people read of a refusal")
struct RefusalMessageTests {
  private static let form = """
    { "languages": ["en", "de"],
      "messages": { "de": { "wholeNumber": "{title}: bitte eine ganze Zahl.", "maxItems": "Höchstens {maximum}." } },
      "sections": [
        { "rows": [
            { "tag": "n", "type": "int", "title": "Zahl" },
            { "tag": "c", "type": "push", "options": ["a", "b"] },
            { "tag": "d", "type": "date" }] },
        { "tag": "l", "kind": "multivalued", "maximum": 1, "item": { "type": "text" } }] }
    """

  @Test(
    "The standard message in the form's language stands beside the message for the client",
    arguments: [
      (
        #"{"enter": {"n": "1,5"}}"#, "wrongType", "Must be a whole number.",
        "Zahl: bitte eine ganze Zahl."
      ),
      (
        #"{"set": {"n": 1.5}}"#, "wrongType", "Must be a whole number.",
        "Zahl: bitte eine ganze Zahl."
      ),
      (#"{"enter": {"d": "soon"}}"#, "wrongType", "Must be a date.", "Bitte ein Datum angeben."),
      (
        #"{"enter": {"c": "z"}}"#, "noOption", "This is not one of the options.",
        "Dies ist keine der angebotenen Optionen."
      ),
      (
        #"{"select": {"c": "z"}}"#, "noOption", "This is not one of the options.",
        "Dies ist keine der angebotenen Optionen."
      ),
      (
        #"{"insert": [{"section": "l", "at": 0}, {"section": "l", "at": 0}]}"#, "notAllowed",
        "Takes at most 1 item.", "Höchstens 1."
      ),
      (#"{"enter": {"zz": "1"}}"#, "unknown", nil, nil),
    ] as [(String, String, String?, String?)])
  func shown(line: String, code: String, english: String?, german: String?) throws {
    for (language, shown) in [("en", english), ("de", german)] {
      var session = FormSession(
        try CompiledForm.compile(json: Self.form.utf8)
          .open(
            now: Date(timeIntervalSinceReferenceDate: 0), inputs: ["language": .string(language)]))
      let error = #expect(throws: EditRefusal.self) {
        try session.apply(try FormEdits(json: line.utf8))
      }
      #expect(error?.code.rawValue == code && error?.reasons.first?.shown == shown, "\(language)")
    }
  }
}
