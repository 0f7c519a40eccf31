// Names of rows and sections: a text in a variable, a literal and an id go in wherever a name goes
// in. An id of another form is refused.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let json = """
  {
    "sections": [
      {
        "tag": "s",
        "rows": [
          { "type": "text", "tag": "a" }, { "type": "text", "tag": "b" },
          { "type": "segmented", "tag": "c", "options": ["x", "y"] },
          { "type": "button", "tag": "go", "actions": [{ "name": "copy", "title": "Copy" }] }
        ]
      },
      { "tag": "t", "rows": [] },
      {
        "tag": "l", "kind": "multivalued", "allows": ["insert", "delete", "reorder"],
        "item": { "type": "text" }, "value": ["p", "q"]
      }
    ]
  }
  """
private let start = Date(timeIntervalSinceReferenceDate: 0)

private func open() throws -> Form {
  try CompiledForm.compile(json: Array(json.utf8)).open(now: start)
}

@Suite("Names")
struct NamesTests {
  @Test("A name in a variable goes where a literal goes")
  func variables() throws {
    var form = try open()
    let (row, section, list) = ("a", "t", "l")
    try form.update { draft in
      draft.insertItem(in: list, at: 0, value: "o")
      draft.moveItem(in: list, from: 0, to: 1)
      draft.removeItem(in: list, at: 0)
      draft.moveRow(row, to: .end(of: section))
      draft.setCondition(.hidden, ofSection: section, to: false)
      draft.setRules(of: row, to: [])
      draft.setCollapsed(true, section)
    }
    #expect(form.section(list)?.items?.map(\.value) == ["o", "q"])
    #expect(form.section(section)?.rows.map(\.tag) == ["a"])
    let tags = ["b", "c"]
    let sections = ["t"]
    try form.update { draft in
      draft.removeRows(tags)
      draft.removeSections(sections)
    }
    #expect(form.section("s")?.rows.map(\.tag) == ["go"] && form.section("t") == nil)
  }

  @Test("Each method of a form takes a tag, an id and a name of either kind")
  func idsAndNames() throws {
    var form = try open()
    let a = try #require(form["a"]?.id)
    let c = try #require(form["c"]?.id)
    let go = try #require(form["go"]?.id)
    try form.set(a, to: "1")
    try form.enter("2", in: RowName.id(a))
    #expect(try form.value(a, as: String.self) == "2" && form[a] == form["a"])
    try form.focus(a)
    try form.blur(a)
    try form.select("x", of: c)
    #expect(try form.tap(go).actions.map(\.row) == [go])
    #expect(try form.tap(go, action: "copy").actions.map(\.name) == ["copy"])
    #expect(
      form.next(after: a)?.tag == "b" && form.previous(before: form["b"]?.id ?? a)?.tag == "a")
    try form.reset(a)
    #expect(form[RowName.tag("a")]?.value == .null && form["c"]?.value == "x")
    let section = try #require(form.section("t")?.id)
    try form.update { $0.moveRow(a, to: .at(0, in: section, among: .all)) }
    #expect(form.section(section)?.rows.map(\.id) == [a] && form[section]?.tag == "t")
    #expect(try form.verdicts(of: .row(a)).isEmpty && form.verdicts(of: .section(section)).isEmpty)
  }

  @Test("Each method of a live form takes a tag and an id")
  func liveForm() throws {
    let live = LiveForm(try open())
    let a = try #require(live["a"]?.id)
    var seen: [Value] = []
    let subscription = live.observe(a) { _, new in seen.append(new) }
    try live.set(a, to: "1")
    try live.enter("2", in: a)
    try live.focus(a)
    try live.blur(a)
    #expect(live[a]?.value == "2" && live[a]?.wasBlurred == true)
    live.binding(for: a, as: String.self).set("3")
    live.textBinding(for: a).set("4")
    try live.reset(a)
    #expect(seen == ["1", "2", "3", "4", .null])
    try live.select("y", of: try #require(live["c"]?.id))
    let go = try #require(live["go"]?.id)
    #expect(
      try live.tap(go)?.actions.count == 1 && live.tap(go, action: "copy")?.actions.count == 1)
    subscription.cancel()
  }

  @Test("A draft has what it sets by a tag or by an id")
  func valuesOfDrafts() throws {
    let form = try open()
    let (a, b) = (try #require(form["a"]?.id), try #require(form["b"]?.id))
    var draft = Draft()
    draft["a"] = "1"
    draft[b] = "2"
    draft.setValues(["c": "x"])
    #expect(draft["a"] == "1" && draft[b] == "2" && draft["c"] == "x")
    #expect(draft[a] == nil && draft["b"] == nil && draft["d"] == nil)
  }

  // MARK: - Ids of other forms

  @Test("An id of another form of the same compiled form is refused, and changes nothing")
  func idsOfOtherForms() throws {
    let compiled = try CompiledForm.compile(json: Array(json.utf8))
    var form = compiled.open(now: start)
    let other = compiled.open(now: start)
    let (row, section) = (try #require(other["a"]?.id), try #require(other.section("t")?.id))
    #expect(row != form["a"]?.id && form[row] == nil && form[section] == nil)
    #expect(form.section(section) == nil && form.next(after: row) == nil)
    let item = try #require(other.section("l")?.items?.first?.id)
    #expect(form[item] == nil && other[item]?.value == "p")
    let before = form.json
    let edits: [(inout Draft) -> Void] = [
      { $0.set(row, to: "1") }, { $0.enter("1", in: row) }, { $0.reset(row) }, { $0.focus(row) },
      { $0.blur(row) }, { $0.tap(row) }, { $0.select("x", of: row) }, { $0.removeRows([row]) },
      { $0.moveRow("b", to: .before(row)) }, { $0.moveRow("a", to: .after(row)) },
      { $0.validate(.row(row)) }, { $0.setFormula(of: row, to: "1") },
    ]
    for edit in edits {
      let error = #expect(throws: EditError.self) { try form.update(edit) }
      #expect(
        error?.description == "this id of a row is of another form; "
          + "an id holds in the form that gave it and in copies of that form")
    }
    let sectionEdits: [(inout Draft) -> Void] = [
      { $0.removeSections([section]) }, { $0.insertItem(in: section, at: 0) },
      { $0.moveSection("s", to: .after(section)) }, { $0.validate(.section(section)) },
      { $0.moveRow("a", to: .end(of: section)) }, { $0.setCollapsed(true, section) },
    ]
    for edit in sectionEdits {
      let error = #expect(throws: EditError.self) { try form.update(edit) }
      #expect(error?.reasons.map(\.message) == ["this id of a section is of another form"])
    }
    #expect(throws: EditError.self) { try form.verdicts(of: .row(row)) }
    #expect(throws: EditError.self) { try form.sectionsOutOfBounds(of: .section(section)) }
    #expect {
      try form.value(row, as: String.self)
    } throws: {
      "\($0)".hasPrefix("this id of a row is of another form")
    }
    #expect(form.json == before)
  }

  @Test("An id holds in copies of its form, also after edits")
  func idsOfCopies() throws {
    var form = try open()
    let row = try #require(form["a"]?.id)
    var copy = form
    try form.set("a", to: "1")
    try copy.set(row, to: "2")
    #expect(form[row]?.value == "1" && copy[row]?.value == "2")
    let live = LiveForm(copy)
    try live.set(row, to: "3")
    #expect(live[row]?.value == "3")
    try form.undo()
    try form.undo()
    #expect(try form.set(row, to: "4").changes.map(\.row) == [row])
  }

  @Test("A form with the saved state of another refuses the ids of that form")
  func idsOfSavedForms() throws {
    let form = try open()
    let row = try #require(form["a"]?.id)
    let restored = try CompiledForm.compile(json: Array(json.utf8))
      .open(now: start, restoring: form.savedState)
    #expect(restored.form[row] == nil)
    let items = try #require(restored.items["l"])
    #expect(restored.form[items[1].item]?.value == "q" && form[items[1].item] == nil)
  }

  @Test("What a form tells of has its ids")
  func idsOfChanges() throws {
    var form = try open()
    let row = try #require(form["a"]?.id)
    let changes = try form.update { draft in
      draft.set("a", to: "1")
      draft.insertItem(in: "l", at: 0)
      draft.focus("a")
    }
    let list = try #require(form.section("l"))
    #expect(changes.changes.first?.row == row && changes.focus?.new == row)
    #expect(changes.shapeChanges.map(\.member) == [.item(try #require(list.items?.first?.id))])
    #expect(changes.shapeChanges.first?.to?.section == list.id)
  }
}
