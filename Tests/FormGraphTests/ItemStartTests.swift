// What the items that a list starts with are compared with, and what users may do with them: dirty
// rows and lists after a reset, saved states under the policy `clear`, values at the start that no
// user has chosen.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private func open(_ json: String) throws -> Form {
  try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0))
}

@Suite("Items that a list starts with")
struct ItemStartTests {
  @Test("A reset takes away an item of another template that stands in front")
  func otherTemplate() throws {
    var form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{ "template": "q" }],
        "templates": { "p": { "rows": [{ "tag": "n", "type": "int" }] },
          "q": { "rows": [{ "tag": "o", "type": "int" }] } } }] }
      """)
    try form.update(as: .user) { $0.insertItem(in: "l", at: 0, template: "p") }
    #expect(form.isDirty && form.dirtyRows.isEmpty)
    try form.update(as: .user) { $0.resetAll() }
    #expect(form.values()["l"] == [["template": "q", "o": nil]] && !form.isDirty)
    // An item of the other template is another one, though it holds as little.
    try form.update { draft in
      draft.removeItem(in: "l", at: 0)
      draft.insertItem(in: "l", at: 0, template: "p")
    }
    #expect(form.isDirty)
  }

  private static let numbers = """
    { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{ "n": 1 }, { "n": 2 }],
      "allows": ["insert", "delete", "reorder"], "template": { "rows": [{ "tag": "n", "type": "int" }] } }] }
    """

  @Test("An item that a reset made again stands for the one it is, wherever it stands")
  func madeAgain() throws {
    var form = try open(Self.numbers)
    try form.update { $0.insertItem(in: "l", at: 0) }
    try form.resetAll()
    try form.update { $0.insertItem(in: "l", at: 0) }
    #expect(form.dirtyRows.isEmpty && form.isDirty("l") == true)
    try form.set("l[2].n", to: 3)
    #expect(form.dirtyRows.map(\.name) == ["l[2].n"])
    try form.set("l[2].n", to: 2)
    try form.update { $0.removeItem(in: "l", at: 0) }
    #expect(!form.isDirty)
    try form.update { $0.moveItem(in: "l", from: 0, to: 1) }
    #expect(form.isDirty && form.dirtyRows.isEmpty)
  }

  @Test("A row of a new item that starts by its default is not dirty until somebody edits it")
  func defaults() throws {
    var form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{}],
        "template": { "rows": [{ "tag": "n", "type": "int", "value": 1 }],
          "sections": [{ "tag": "m", "kind": "multivalued", "count": "$n", "template": { "rows": [
            { "tag": "t", "type": "text", "default": "'a'" }] } }] } }] }
      """)
    try form.update { $0.insertItem(in: "l", at: 0) }
    #expect(form["l[0].m[0].t"]?.value == "a" && form.dirtyRows.isEmpty && form.isDirty)
    try form.set("l[0].m[0].t", to: "b")
    #expect(form.dirtyRows.map(\.name) == ["l[0].m[0].t"])
    try form.resetAll()
    #expect(!form.isDirty && form["l[0].m[0].t"]?.value == "a")
  }

  @Test("A list is as it was if it holds the same, also in the lists of its items")
  func innerLists() throws {
    var form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{ "m": [{ "n": 1 }] }],
        "template": { "rows": [], "sections": [{ "tag": "m", "kind": "multivalued",
          "template": { "rows": [{ "tag": "n", "type": "int" }] } }] } }] }
      """)
    try form.update { draft in
      draft.removeItem(in: "l", at: 0)
      draft.insertItem(in: "l", at: 0)
    }
    // The new item lacks the item of the inner list.
    #expect(form.isDirty("l") == true)
    try form.update { $0.insertItem(in: "l[0].m", at: 0, value: ["n": 1]) }
    #expect(form.isDirty("l[0].m") == true)
    try form.update { draft in
      draft.removeItem(in: "l", at: 0)
      draft.insertItem(in: "l", at: 0, value: ["m": [["n": 1]]])
    }
    #expect(form.dirtyRows.map(\.name) == ["l[0].m[0].n"])
    try form.resetAll()
    #expect(!form.isDirty)
  }

  @Test(
    "A row under clear that holds nothing is nil again when the form is opened again",
    arguments: [
      (
        """
        { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{ "n": 7 }], "template": {
          "rows": [{ "tag": "n", "type": "int", "whenHidden": "clear" }] } }] }
        """, "l", [["n": nil], ["n": 7]] as Value
      ),
      (
        """
        { "whenHidden": "clear", "sections": [{ "tag": "l", "kind": "multivalued",
          "value": [{ "n": 2 }], "template": { "rows": [{ "tag": "n", "type": "int" }],
            "sections": [{ "tag": "m", "kind": "multivalued", "count": "$n",
              "template": { "rows": [{ "tag": "x", "type": "text" }] } }] } }] }
        """, "l", [["n": nil, "m": []], ["n": 2, "m": [["x": nil], ["x": nil]]]] as Value
      ),
    ])
  func saved(json: String, list: String, values: Value) throws {
    let compiled = try CompiledForm.compile(json: json.utf8)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: now)
    try form.update { $0.insertItem(in: list, at: 0) }
    #expect(form.values()[list] == values)
    let again = try compiled.open(now: now, restoring: form.savedState)
    #expect(again.misfits == [] && again.form.values()[list] == values)
  }

  @Test("A form is restored with all items of inner lists, whatever these allow")
  func restoredLists() throws {
    let compiled = try CompiledForm.compile(
      json: """
        { "sections": [{ "tag": "l", "kind": "multivalued", "allows": ["reorder"],
          "value": [{}, { "m": [{ "n": 1 }] }], "template": { "rows": [], "sections": [
            { "tag": "m", "kind": "multivalued", "allows": [],
              "template": { "rows": [{ "tag": "n", "type": "int" }] } }] } }] }
        """.utf8)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: now)
    try form.update { $0.moveItem(in: "l", from: 0, to: 1) }
    let again = try compiled.open(now: now, restoring: form.savedState)
    #expect(again.misfits == [])
    #expect(again.form.values()["l"] == [["m": [["n": 1]]], ["m": []]])
  }

  @Test("A user inserts an item whose inner list starts with what no user could choose")
  func startIsNotJudged() throws {
    let inner = { (row: String) in
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "sections": [
        { "tag": "m", "kind": "multivalued", "value": [{ "o": "d" }],
          "template": { "rows": [{ "tag": "o", "type": "push", \(row) }] } }] } }] }
      """
    }
    for row in [
      #""options": ["c", { "value": "d", "disabled": true }]"#,
      #""options": ["c", { "value": "d", "hidden": true }]"#,
      #""options": ["c", "d"], "visible": "1 == 2""#,
      #""options": ["c", "d"], "disabled": true"#,
    ] {
      var form = try open(inner(row))
      #expect(form["l"] == nil && form.section("l")?.canInsert == true)
      try form.update(as: .user) { $0.insertItem(in: "l", at: 0) }
      #expect(form["l[0].m[0].o"]?.value == "d", "\(row)")
      var answered = try open(inner(row))
      try answered.setAnswers(json: #"{ "l": [{}] }"#.utf8)
      #expect(answered["l[0].m[0].o"]?.value == "d", "\(row)")
    }
    // Empty text at the start is the form's, not something that a user has taken out.
    var form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "sections": [
        { "tag": "m", "kind": "multivalued", "value": [{ "t": "" }],
          "template": { "rows": [{ "tag": "t", "type": "text" }] } }] } }] }
      """)
    try form.update(as: .user) { $0.insertItem(in: "l", at: 0) }
    #expect(form["l[0].m[0].t"]?.value == "")
  }

  @Test(
    "A user can remove an item if the state says so, and no other one",
    arguments: [
      (#""rows": [{ "tag": "a", "type": "int" }]"#, true),
      (#""rows": [{ "tag": "a", "type": "int", "disabled": true }]"#, false),
      (#""rows": [{ "tag": "a", "type": "button" }]"#, true),
      (
        #""rows": [{ "tag": "a", "type": "int", "disabled": true }], "sections": ["#
          + #"{ "disabled": true, "rows": [{ "tag": "b", "type": "check" }] }]"#, false
      ),
      (
        #""rows": [], "sections": [{ "disabled": true, "sections": ["#
          + #"{ "rows": [{ "tag": "b", "type": "check" }] }] }]"#, false
      ),
      (
        #""rows": [], "sections": [{ "tag": "m", "kind": "multivalued", "#
          + #""template": { "rows": [{ "tag": "b", "type": "check" }] } }]"#, true
      ),
    ])
  func removing(template: String, isFree: Bool) throws {
    let form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "value": [{}],
        "template": { \(template) } }] }
      """)
    #expect(form.section("l")?.items?.first?.canDelete == isFree)
    let removes = [
      { (form: inout Form) throws in
        _ = try form.update(as: .user) { $0.removeItem(in: "l", at: 0) }
      }, { (form: inout Form) throws in _ = try form.setValues(["l": []], as: .user) },
    ]
    for remove in removes {
      var edited = form
      let isTaken = (try? remove(&edited)) != nil
      #expect(isTaken == isFree, "\(template)")
    }
  }

  @Test("A refused edit issues no token")
  func tokens() throws {
    var form = try open(
      """
      { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "rows": [
        { "tag": "a", "type": "text", "value": "x", "rules": [{ "asyncFunction": "f" }] },
        { "tag": "b", "type": "int", "visible": "1 == 2" }] } }] }
      """)
    #expect(throws: EditError.self) { try form.setValues(["l": [["b": 1]]], as: .user) }
    #expect(form.savedState.tokens == 0)
    let changes = try form.update(as: .user) { $0.insertItem(in: "l", at: 0) }
    #expect(changes.pendingBegan.map(\.token.description) == ["t1"])
    try form.resolve(try #require(changes.pendingBegan.first).token, with: true)
    #expect(form.pendingValidations.isEmpty)
  }
}
