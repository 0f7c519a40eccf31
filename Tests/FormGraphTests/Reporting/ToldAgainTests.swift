// Changes that no formula makes and that a client hears of: a problem about other members, a
// section that is opened, a definition that a host gives anew. Without them its copy of the state
// would be wrong.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite struct ToldAgainTests {
  private func form(_ json: String) throws -> Form {
    try CompiledForm.compile(json: Array(json.utf8)).open(now: Date(timeIntervalSince1970: 0))
  }

  /// The members of a change set as JSON, by a path of keys.
  private func member(_ keys: String..., of set: ChangeSet) -> Value {
    keys.reduce(set.json) { $0[$1] }
  }

  /// The changes for clients alone: attribute, old and new value.
  private func stateChanges(_ set: ChangeSet) -> [Value] {
    member("stateChanges", of: set).list.map { change in
      .array(["attribute", "old", "new"].map { change[$0] })
    }
  }

  private func ids(_ problems: Value) -> [Value] {
    problems.list.map { $0["ids"] }
  }

  @Test("A problem that is about other members now ends and begins")
  func problems() throws {
    var form = try form(
      """
      { "sections": [ { "rows": [ { "tag": "x", "type": "int", "value": 0 } ] },
        { "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "p", "type": "text", "hidden": "1 / $x == 1" } ] } } ] }
      """)
    #expect(form.problems.map(\.ids) == [[]])
    let inserted = try form.update { $0.insertItem(in: "l", at: 0) }
    let now = try #require(form.problems.first).ids
    #expect(now.count == 1)
    #expect(ids(member("problems", "ended", of: inserted)) == [[]])
    #expect(ids(member("problems", "began", of: inserted)) == [.array(now.map(Value.string))])
    #expect(inserted.problemsBegan == [] && inserted.problemsEnded == [])
    let solved = try form.set("x", to: 1)
    #expect(ids(member("problems", "ended", of: solved)) == [.array(now.map(Value.string))])
    try form.undo()
    let removed = try form.update { $0.removeItem(in: "l", at: 0) }
    #expect(ids(member("problems", "began", of: removed)) == [[]])
  }

  /// With an undo before, the numbers of the item, its list and their nodes are used again.
  @Test("An item of lists that comes and goes in one transaction is heard of by nobody")
  func cameAndWent() throws {
    var form = try form(
      """
      { "sections": [ { "tag": "l", "kind": "multivalued", "template": {
        "rows": [ { "tag": "s", "type": "text" } ],
        "sections": [ { "tag": "in", "kind": "multivalued", "template": { "rows": [
          { "tag": "iv", "type": "int" },
          { "tag": "io", "type": "push", "options": { "list": "in", "value": "iv" } } ] } } ] } } ] }
      """)
    let before = form.json
    try form.update {
      $0.setNow(Date(timeIntervalSince1970: 1))
      $0.insertItem(in: "l", at: 0)
    }
    try form.undo()
    let set = try form.update {
      $0.insertItem(in: "l", at: 0)
      $0.removeItem(in: "l", at: 0)
    }
    #expect(set.isEmpty && set.json["changes"] == [])
    #expect(form.json["sections"] == before["sections"])
  }

  @Test("Clients hear that an item of a list puts its option into another group")
  func groupOfItem() throws {
    var form = try form(
      """
      { "sections": [ { "tag": "l", "kind": "multivalued",
        "value": [ { "s": "a", "g": "x" }, { "s": "b", "g": "y" } ],
        "template": { "rows": [ { "tag": "s", "type": "text" }, { "tag": "g", "type": "text" } ] } },
        { "rows": [ { "tag": "o", "type": "push", "groupedBy": "g",
          "options": { "list": "l", "value": "s" } } ] } ] }
      """)
    let set = try form.set("l[0].g", to: "y")
    let groups = set.json["changes"].list.filter { $0["attribute"] == "optionGroups" }
    #expect(groups.map { $0["new"] } == [form.json["sections"][1]["rows"][0]["optionGroups"]])
    #expect(form.json["sections"][1]["rows"][0]["optionGroups"].list.count == 1)
  }

  @Test("Titles are told where the options stay, and otherwise with them")
  func titlesOfOtherOptions() throws {
    var form = try form(
      """
      { "sections": [ { "tag": "l", "kind": "multivalued", "value": [ { "s": "a" }, { "s": "b" } ],
        "template": { "rows": [ { "tag": "s", "type": "text" },
          { "tag": "t", "type": "text", "calculated": "concat($s, $item.index)" } ] } },
        { "rows": [ { "tag": "o", "type": "push",
          "options": { "list": "l", "value": "s", "title": "t" } } ] } ] }
      """)
    let set = try form.update { $0.removeItem(in: "l", at: 0) }
    #expect(set.json["changes"].list.filter { $0["attribute"] == "optionTitles" } == [])
    let options = stateChanges(set).filter { $0.list[0] == "allOptions" }.map { $0.list[2] }
    #expect(options == [[["value": "b", "title": "b0"]]])
  }

  @Test("Clients hear that a section is collapsed, and that it is opened")
  func collapsed() throws {
    var form = try form(
      #"{ "sections": [ { "tag": "s", "rows": [ { "tag": "x", "type": "text" } ] } ] }"#)
    let closed = try form.update { $0.setCollapsed(true, "s") }
    #expect(stateChanges(closed) == [["collapsed", .null, true]])
    #expect(closed.changes == [] && !closed.isEmpty)
    let opened = try form.update { $0.setCollapsed(false, "s") }
    #expect(stateChanges(opened) == [["collapsed", true, .null]])
  }

  @Test("Options, titles and bounds that a host defines anew are told")
  func redefined() throws {
    var form = try form(
      """
      { "sections": [ { "rows": [
        { "tag": "c", "type": "segmented", "options": [{ "value": "a", "title": "A" }, "b"] },
        { "tag": "n", "type": "int", "minimum": 1 } ] } ] }
      """)
    let titled = try form.update { draft in
      draft.setOptions(of: "c", to: [OptionDefinition("a", title: "One"), OptionDefinition("b")])
    }
    #expect(titled.changes.map(\.property) == [.optionTitles])
    #expect(titled.changes.map(\.cause) == [.structure])
    #expect(
      stateChanges(titled) == [
        [
          "allOptions", [["value": "a", "title": "A"], ["value": "b"]],
          [["value": "a", "title": "One"], ["value": "b"]],
        ]
      ])
    let longer = try form.update { draft in
      draft.setOptions(of: "c", to: ["a", "b", "d"].map { OptionDefinition($0) })
    }
    #expect(longer.changes.map(\.property) == [.options])
    #expect(stateChanges(longer).count == 1)
    let bounded = try form.update { draft in
      draft.setBounds(of: "n", to: RowBounds(minimum: .fixed(2), maximum: .fixed(9)))
    }
    #expect(bounded.changes.map(\.property) == [.bounds])
    #expect(bounded.changes.map(\.new) == [["minimum": 2, "maximum": 9]])
    #expect(!bounded.isEmpty)
  }

  @Test("A row that an edit inserts, gives options and removes again is not told")
  func definedAndRemoved() throws {
    var form = try form(
      #"{ "sections": [ { "tag": "s", "rows": [ { "tag": "x", "type": "text" } ] } ] }"#)
    let set = try form.update { draft in
      draft.insertRows(
        [RowDefinition(tag: "c", type: .segmented, options: ["a"])], at: .end(of: "s"))
      draft.setOptions(of: "c", to: [OptionDefinition("b")])
      draft.setBounds(of: "x", to: RowBounds())
      draft.removeRows(["c"])
    }
    #expect(set.changes == [] && stateChanges(set) == [])
    #expect(set.listUpdate == ListUpdate(deletes: [], inserts: [], moves: [], reloads: []))
  }

  @Test("A maximum that is computed is the reason for too many items")
  func maximum() throws {
    var form = try form(
      """
      { "sections": [ { "rows": [ { "tag": "m", "type": "int", "value": 2 } ] },
        { "tag": "l", "kind": "multivalued", "maximum": "$m", "value": ["a", "b"],
          "item": { "type": "text" } } ] }
      """)
    let set = try form.set("m", to: 1)
    let told = set.changes.filter { $0.property == .valid || $0.property == .verdict }
    #expect(told.map(\.because) == [["m"], ["m"]])
  }

  @Test("A text that reads the time or a table has not been defined anew")
  func computed() throws {
    var form = try form(
      """
      { "tables": { "t": { "columns": ["k", "v"], "rows": [["a", "one"]] } },
        "sections": [ { "rows": [
          { "tag": "x", "type": "text", "title": "{lookup('t', 'k', 'a', 'v')}" },
          { "tag": "y", "type": "text", "title": "{now()}" } ] } ] }
      """)
    let replaced = try form.replaceTable(
      "t", with: FormTable(columns: ["k", "v"], rows: [["a", "two"]]))
    #expect(replaced.changes.map(\.cause) == [.calculated])
    #expect(replaced.changes.map(\.because) == [["t"]])
    let later = try form.setNow(Date(timeIntervalSince1970: 60))
    #expect(later.changes.map(\.cause) == [.calculated])
  }

  @Test("Keys of groups that have no order stand by their kinds")
  func groups() {
    let keys: [Value] = [2, "b", .null, 1, "a", 0]
    #expect(OptionGroup.grouped(keys.map { ($0, 0) }).map(\.key) == [0, 1, 2, "a", "b", .null])
  }
}
