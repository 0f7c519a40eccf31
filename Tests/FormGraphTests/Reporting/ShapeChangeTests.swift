// What came, went and moved, as change sets tell it: of single edits by name and place, and of any
// edits together by whether following them leads to the order that there is.

import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite("What came, went and moved")
struct ShapeChangeTests {
  private static let json = #"""
    { "sections": [
      { "tag": "one", "rows": [
        { "tag": "a", "type": "text", "value": "A" }, { "tag": "b", "type": "text" } ] },
      { "tag": "tags", "kind": "multivalued", "allows": ["insert", "delete", "reorder"],
        "item": { "type": "text" }, "value": ["x", "y", "z"] },
      { "tag": "two", "rows": [{ "tag": "c", "type": "text" }, { "type": "label" }] },
      { "tag": "lines", "kind": "multivalued", "allows": ["insert", "delete", "reorder"],
        "template": { "rows": [
          { "tag": "n", "type": "int", "value": 1 },
          { "tag": "odd", "type": "text", "visible": "$n == 1", "required": true } ] },
        "value": [{ "n": 4 }, {}] } ] }
    """#

  private func open() throws -> Form {
    try CompiledForm.compile(json: Self.json.utf8).open(now: Date(timeIntervalSince1970: 0))
  }

  /// `inserted tags[1] @tags 1`, the places before and after.
  private func lines(_ changes: ChangeSet) -> [String] {
    changes.shapeChanges.map { change in
      let places = [change.from, change.to].compactMap { $0 }
        .map { "\($0.tag ?? "-") \($0.position)" }
      return "\(change.kind) \(change.name ?? "-"): \(places.joined(separator: " → "))"
    }
  }

  // MARK: - One by one

  @Test("Items, by the address before or, of new ones, after")
  func items() throws {
    var form = try open()
    let changes = try form.update { draft in
      draft.insertItem(in: "tags", at: 0, value: "new")
      draft.removeItem(in: "tags", at: 2)
      draft.moveItem(in: "lines", from: 0, to: 1)
    }
    #expect(
      lines(changes) == [
        "removed tags[1]: tags 1", "inserted tags[0]: tags 0", "moved lines[0]: lines 0 → lines 1",
      ])
    #expect(
      lines(try form.undo()) == [
        "removed tags[0]: tags 0", "inserted tags[1]: tags 1", "moved lines[1]: lines 1 → lines 0",
      ])
    #expect(lines(try form.redo()) == lines(changes))
    #expect(lines(try form.set("a", to: "other")) == [])
    #expect(!changes.isEmpty)
  }

  @Test("Rows and sections; what is inside comes and goes with them")
  func rowsAndSections() throws {
    var form = try open()
    let first = try form.update { draft in
      draft.insertRows([RowDefinition(tag: "d", type: .text)], at: .before("a"))
      draft.removeRows(["b"])
      draft.moveRow("a", to: .end(of: "two"))
    }
    #expect(
      lines(first) == [
        "removed b: one 1", "inserted d: one 0", "moved a: one 0 → two 2",
      ])
    let second = try form.update { draft in
      draft.removeSections(["tags"])
      draft.insertSections(
        [SectionDefinition(tag: "last", rows: [RowDefinition(tag: "e", type: .text)])], at: .end)
      draft.moveSection("two", to: .before("one"))
    }
    #expect(
      lines(second) == [
        "removed tags: - 1", "moved two: - 2 → - 0", "inserted last: - 3",
      ])
    #expect(
      lines(try form.undo()) == [
        "removed last: - 3", "inserted tags: - 1", "moved two: - 0 → - 2",
      ])
    #expect(lines(try form.redo()) == lines(second))
    #expect(lines(try form.update { $0.insertItem(in: "lines", at: 2) }).count == 1)
  }

  @Test("What was moved before it went has gone from where it stood, and has not moved")
  func movedAndGone() throws {
    var form = try open()
    let changes = try form.update { draft in
      draft.moveSection("two", to: .before("one"))
      draft.moveRow("a", to: .after("b"))
      draft.removeSections(["two"])
      draft.removeRows(["a"])
    }
    #expect(lines(changes) == ["removed a: one 0", "removed two: - 2"])
  }

  @Test("A section that the later part of a step brought goes and comes with the step")
  func sectionWithinAStep() throws {
    var form = try open()
    try form.update { draft in
      draft.coalesce("adding")
      draft.insertRows([RowDefinition(tag: "d", type: .text)], at: .before("a"))
    }
    try form.update { draft in
      draft.coalesce("adding")
      draft.insertSections([SectionDefinition(tag: "last")], at: .end)
    }
    #expect(form.undoCount == 1)
    #expect(lines(try form.undo()) == ["removed d: one 0", "removed last: - 4"])
    #expect(lines(try form.redo()) == ["inserted d: one 0", "inserted last: - 4"])
  }

  @Test("An item by its id, as long as it is there")
  func itemByID() throws {
    var form = try open()
    let changes = try form.update { $0.insertItem(in: "lines", at: 1, value: ["n": 3]) }
    guard case .item(let id)? = changes.shapeChanges.first?.member else {
      Issue.record("no item came")
      return
    }
    #expect(form[id]?.value == ["n": 3, "odd": .null])
    try form.undo()
    #expect(form[id] == nil)
    try form.redo()
    #expect(form[id]?.rows.map(\.name) == ["lines[1].n", "lines[1].odd"])
  }

  @Test("In JSON new items have their rows")
  func json() throws {
    var form = try open()
    let changes = try form.update { draft in
      draft.insertItem(in: "lines", at: 0)
      draft.removeItem(in: "tags", at: 2)
      draft.moveItem(in: "tags", from: 0, to: 1)
    }
    guard case .dictionary(let report) = changes.json,
      case .dictionary(let items)? = report["items"],
      case .array(let inserted)? = items["inserted"], case .dictionary(let item)? = inserted.first,
      case .array(let rows)? = item["rows"], case .dictionary(let odd)? = rows.last,
      case .dictionary(let state) = form.json, case .array(let sections)? = state["sections"],
      case .dictionary(let lines)? = sections.last, case .array(let now)? = lines["items"],
      case .dictionary(let first)? = now.first
    else {
      Issue.record("the reports are not as they should be: \(changes.json)")
      return
    }
    #expect(items.keys == ["removed", "inserted", "moved"])
    #expect(item["section"] == "lines")
    #expect(item["at"] == 0)
    #expect(item["id"] == first["id"])
    #expect(item["rows"] == first["rows"])
    #expect(odd["valid"] == false)
    #expect(odd["hidden"] == false)
    guard case .array(let moved)? = items["moved"], case .dictionary(let move)? = moved.first else {
      Issue.record("no item moved")
      return
    }
    #expect(move.keys == ["section", "sectionId", "from", "to", "id"])
    guard case .dictionary(let plain) = try form.set("a", to: "").json else { return }
    #expect(plain["items"] == nil)
  }

  // MARK: - All together

  @Test(
    "Whoever follows the changes has the order that there is",
    arguments: depth(quick: 12, full: 40))
  func leadsToTheNewOrder(depth runs: Int) throws {
    for run in 0..<UInt64(runs) { try leadsToTheNewOrder(run) }
  }

  private func leadsToTheNewOrder(_ run: UInt64) throws {
    var random = SplitMix64.forTest(run)
    var form = try open()
    for _ in 0..<12 {
      let before = order(of: form)
      let changes: ChangeSet
      switch Int.random(in: 0..<5, using: &random) {
      case 0: changes = try form.undo()
      case 1: changes = try form.redo()
      default: changes = try edit(&form, &random)
      }
      #expect(follow(changes.shapeChanges, from: before) == order(of: form), "run \(run)")
    }
  }

  /// Some edits at once; those that are refused are none.
  private func edit(_ form: inout Form, _ random: inout SplitMix64) throws -> ChangeSet {
    let edits = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (
        kind: Int.random(in: 0..<5, using: &random), from: Int.random(in: 0..<4, using: &random),
        to: Int.random(in: 0..<4, using: &random), tag: Int.random(in: 0..<2, using: &random)
      )
    }
    let tags = ["tags", "lines"]
    do {
      return try form.update { draft in
        for edit in edits {
          let section = SectionName.tag(tags[edit.tag])
          switch edit.kind {
          case 0: draft.insertItem(in: section, at: edit.to)
          case 1: draft.removeItem(in: section, at: edit.from)
          case 2: draft.moveItem(in: section, from: edit.from, to: edit.to)
          case 3:
            draft.moveRow(["a", "b", "c"][edit.from % 3], to: .end(of: ["one", "two"][edit.tag]))
          default: draft.moveSection(tags[edit.tag], to: .at(edit.to, among: .all))
          }
        }
      }
    } catch {
      return try form.update { _ in }
    }
  }

  /// The members of each section and, under nil, the sections.
  private typealias Order = [SectionID?: [ShapeChange.Member]]

  private func order(of form: Form) -> Order {
    var order: Order = [nil: form.sections.map { .section($0.id) }]
    for section in form.sections {
      order[section.id] =
        section.items.map { $0.map { .item($0.id) } } ?? section.rows.map { .row($0.id) }
    }
    return order
  }

  private func follow(_ changes: [ShapeChange], from order: Order) -> Order {
    var order = order
    for change in changes {
      guard let place = change.from else { continue }
      #expect(order[place.section]?.contains(change.member) == true)
    }
    for change in changes where change.from != nil {
      order[change.from?.section]?.removeAll { $0 == change.member }
    }
    for change in changes {
      guard let place = change.to else { continue }
      order[place.section]?.insert(change.member, at: place.position)
    }
    return order
  }
}

@Suite("Addresses of items")
struct ItemAddressTests {
  @Test(
    "What is an address",
    arguments: [
      ("phones[0]", "phones", 0, nil), ("phones[12].number", "phones", 12, "number"),
      ("número[7].á", "número", 7, "á"),
    ] as [(String, String, Int, String?)])
  func reads(_ text: String, _ section: String, _ position: Int, _ tag: String?) throws {
    let address = try #require(ItemAddress(text))
    #expect(address.section == section)
    #expect(address.position == position)
    #expect(address.tag == tag)
    #expect(ItemAddress(address.description) == address)
  }

  @Test(
    "What is none",
    arguments: [
      "", "phones", "a[00]", "a[007].b", "[0]", "phones[]", "phones[-1]", "phones[x]", "phones[0",
      "phones[0].",
      "phones[0]number", "phones[99999999999999999999]", "phones[٣]",
    ])
  func refuses(_ text: String) {
    #expect(ItemAddress(text) == nil)
  }
}
