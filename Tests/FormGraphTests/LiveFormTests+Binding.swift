// A getter and a setter of one value: what they read and write, what is refused, and that reading
// is tracked.

import FormGraph
import Foundation
import Observation
import Predicate
import TestSupport
import Testing

private func form(_ json: String) throws -> LiveForm {
  LiveForm(
    try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
}

private let json = """
  { "sections": [
    { "rows": [
      { "tag": "age", "type": "int" }, { "tag": "name", "type": "text" },
      { "tag": "news", "type": "switch", "value": null, "disabled": "$age < 18" },
      { "tag": "kind", "type": "push", "options": ["guest", "member"] } ] },
    { "tag": "phones", "kind": "multivalued", "allows": ["insert", "reorder"],
      "template": { "rows": [{ "tag": "number", "type": "text" }] },
      "value": [{ "number": "1" }, { "number": "2" }] } ] }
  """

private enum Kind: String, FormValue { case guest, member }

@Suite struct BindingTests {
  @Test func readsAndWrites() throws {
    let live = try form(json)
    let age = live.binding(for: "age", as: Int.self)
    #expect(age.get() == nil)
    age.set(42)
    #expect(age.get() == 42)
    #expect(try live.form.value("age", as: Int.self) == 42)
    age.set(nil)
    #expect(age.get() == nil)
    let kind = live.binding(for: "kind", default: Kind.guest)
    #expect(kind.get() == .guest)
    kind.set(.member)
    #expect(kind.get() == .member)
    #expect(live["kind"]?.value == "member")
    let name = live.binding(for: "name", default: "")
    name.set("Ana")
    #expect(name.get() == "Ana")
    // A user who erases text leaves nil.
    name.set("")
    #expect(live["name"]?.value == .null)
    #expect(name.get() == "")
  }

  @Test func givesNothingOfAnotherType() throws {
    let live = try form(json)
    try live.set("name", to: "Ana")
    #expect(live.binding(for: "name", as: Int.self).get() == nil)
    #expect(live.binding(for: "name", default: 7).get() == 7)
    #expect(live.binding(for: "nobody", as: String.self).get() == nil)
  }

  @Test func tellsWhatIsRefused() throws {
    let live = try form(json)
    var refusals: [String] = []
    let news = live.binding(for: "news", default: false) { refusals.append("\($0)") }
    news.set(true)
    #expect(news.get())
    try live.set("age", to: 17)
    news.set(false)
    #expect(refusals == ["'news' is disabled"])
    #expect(news.get())
    let host = live.binding(for: "news", default: false, editor: .host)
    host.set(false)
    #expect(!news.get())
    live.binding(for: "nobody", as: Int.self) { refusals.append("\($0)") }.set(1)
    #expect(refusals.last == "unknown tag 'nobody'")
    // Without a closure nothing happens.
    live.binding(for: "age", as: String.self).set("x")
    #expect(live["age"]?.value == 17)
  }

  @Test func staysWithARowThatMoves() throws {
    let live = try form(json)
    let row = try #require(live["phones[0].number"]).id
    let byID = live.binding(for: row, as: String.self)
    let byAddress = live.binding(for: "phones[0].number", as: String.self)
    try live.update { $0.moveItem(in: "phones", from: 0, to: 1) }
    byID.set("3")
    #expect(byAddress.get() == "2")
    #expect(byID.get() == "3")
    #expect(live["phones[1].number"]?.value == "3")
  }

  @Test func isTracked() throws {
    let live = try form(json)
    let age = live.binding(for: "age", as: Int.self)
    let told = Locked(0)
    withObservationTracking({ _ = age.get() }, onChange: { told.withLock { $0 += 1 } })
    try live.set("name", to: "x")
    #expect(told.withLock { $0 } == 0)
    age.set(1)
    #expect(told.withLock { $0 } == 1)
  }

  // MARK: - Texts

  private static let typing = """
    { "languages": ["en", "de"], "inputs": { "timeZone": "Europe/Berlin", "language": "en" },
      "sections": [{ "rows": [
        { "tag": "int", "type": "int", "unit": "%" }, { "tag": "decimal", "type": "decimal" },
        { "tag": "text", "type": "text" }, { "tag": "word", "type": "password" },
        { "tag": "shown", "type": "int", "display": "concat('about ', $shown)" },
        { "tag": "day", "type": "date" }, { "tag": "at", "type": "time" },
        { "tag": "moment", "type": "dateTime" }, { "tag": "left", "type": "countDown" },
        { "tag": "on", "type": "switch" },
        { "tag": "one", "type": "push", "options": [{ "value": 1, "title": "One" }, 2] },
        { "tag": "off", "type": "int", "disabled": true },
        { "tag": "many", "type": "multipleSelector", "options": ["a", "b"] },
        { "tag": "free", "type": "custom" }, { "tag": "note", "type": "label" } ] }] }
    """

  @Test("A field keeps what is typed, while the row has the value that the text stands for")
  func keepsWhatIsTyped() throws {
    let live = try form(Self.typing)
    var refusals = 0
    let decimal = live.textBinding(for: "decimal") { _ in refusals += 1 }
    for text in ["1", "1.", "1.5", "1.50", "1.50 "] {
      decimal.set(text)
      #expect(decimal.get() == text)
    }
    #expect(live["decimal"]?.value == 1.5)
    decimal.set("1.50x")
    #expect(decimal.get() == "1.50x" && refusals == 1 && live["decimal"]?.value == 1.5)
    // A new binding says what the row holds, as does the old one once the row holds something else.
    #expect(live.textBinding(for: "decimal").get() == "1.5")
    try live.undo()
    #expect(live["decimal"]?.value == 1.0)
    #expect(decimal.get() == "1")
    decimal.set("")
    #expect(decimal.get() == "" && live["decimal"]?.value == .null)
    let int = live.textBinding(for: "int")
    int.set("1,234")
    #expect(int.get() == "1,234" && live["int"]?.value == 1234)
    try live.set("int", to: 5)
    #expect(int.get() == "5" && live["int"]?.displayText == "5\u{A0}%")
    let off = live.textBinding(for: "off") { _ in refusals += 1 }
    off.set("1")
    #expect(refusals == 2 && live["off"]?.value == .null)
    try live.set("off", to: 3)
    #expect(off.get() == "3")
    let nobody = live.textBinding(for: "nobody") { _ in refusals += 1 }
    nobody.set("x")
    #expect(nobody.get() == "" && refusals == 3)
  }

  @Test("The text of each kind of value is entered as the same value", arguments: ["en", "de"])
  func textsAreEnteredAgain(language: String) throws {
    let live = try form(Self.typing)
    try live.set("language", to: .string(language))
    func date(_ text: String) throws -> Value { .date(try #require(DateText.date(from: text))) }
    let values: [(String, Value)] = [
      ("int", 0), ("int", -1234), ("int", .int(.max)), ("decimal", 0.5), ("decimal", 1234.5),
      ("decimal", .double(0.1 + 0.2)), ("decimal", 1e-7), ("decimal", 1e21), ("decimal", -2.0),
      ("text", "a b"), ("text", " 1,5 "), ("word", "secret"), ("shown", 7), ("on", true),
      ("on", false), ("one", 1), ("one", 2), ("free", "x"),
      ("day", try date("2024-07-01")), ("at", try date("1970-01-01T06:30:00Z")),
      ("at", try date("1970-01-01T06:30:15Z")), ("moment", try date("2024-07-01T06:00:00Z")),
      ("moment", try date("2024-07-01T06:00:15Z")), ("moment", try date("2024-10-27T00:30:00Z")),
      ("moment", try date("2024-10-27T01:30:00Z")), ("left", try date("1970-01-01T00:20:00Z")),
    ]
    for (tag, value) in values {
      try live.set(tag, to: value)
      let text = live.textBinding(for: tag).get()
      #expect(!text.isEmpty, "\(tag) \(value)")
      try live.set(tag, to: .null)
      #expect(live.textBinding(for: tag).get() == "")
      let again = live.textBinding(for: tag) { Issue.record("\(tag) is \(text): \($0)") }
      again.set(text)
      #expect(live[tag]?.value == value, "\(tag) \(value) is \(text)")
    }
    try live.set("many", to: ["a", "b"])
    #expect(live.textBinding(for: "many").get() == "a, b")
    #expect(live.textBinding(for: "note").get() == "")
  }

  @Test func textIsTracked() throws {
    let live = try form(json)
    let age = live.textBinding(for: "age")
    let told = Locked(0)
    withObservationTracking({ _ = age.get() }, onChange: { told.withLock { $0 += 1 } })
    try live.set("name", to: "x")
    #expect(told.withLock { $0 } == 0)
    try live.set("age", to: 1)
    #expect(told.withLock { $0 } == 1)
  }

  @Test("States, options and groups have an id each")
  func identifiable() throws {
    let live = try form(json)
    func ids<Element: Identifiable>(_ elements: [Element]) -> Int { Set(elements.map(\.id)).count }
    let sections = live.form.sections
    #expect(ids(sections) == 2)
    #expect(ids(sections.flatMap(\.rows)) == 6)
    #expect(ids(sections[1].items ?? []) == 2)
    #expect(ids(live["kind"]?.options ?? []) == 2)
    let groups = try form(
      """
      { "sections": [{ "rows": [{ "tag": "a", "type": "push", "groupedBy": "k",
        "options": [{ "value": 1, "k": 2 }, { "value": 2, "k": 3 }, 3] }] }] }
      """)["a"]?.optionGroups
    #expect(ids(groups ?? []) == 3)
  }
}
