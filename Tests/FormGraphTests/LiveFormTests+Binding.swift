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
    let byID = live.binding(for: .id(row), as: String.self)
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
