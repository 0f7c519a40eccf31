// A change of shape that is taken back after an input or the time has changed: the shape is what it
// was, and everything in it is what it comes to now.

import FormGraph
import Foundation
import Predicate
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func form() throws -> Form {
  let json = """
    { "inputs": { "i": 1 }, "sections": [
      { "rows": [
        { "tag": "a", "type": "int" },
        { "tag": "n", "type": "int", "calculated": "$i + 1" },
        { "tag": "h", "type": "int", "hidden": "$i > 3", "required": "$i > 2" } ] },
      { "tag": "s", "hidden": "$i > 3", "rows": [
        { "tag": "m", "type": "int", "calculated": "$i + 2" } ] } ] }
    """
  return try CompiledForm.compile(json: json.utf8).open(now: start)
}

@Test("What was removed and comes back is settled under what has changed since")
func settledRemoval() throws {
  var form = try form()
  try form.update { draft in
    draft.removeRows(["n", "h"])
    draft.removeSections(["s"])
  }
  try form.set("i", to: 3)
  try form.undo()
  #expect(form["n"]?.value == 4)
  #expect(form["m"]?.value == 5)
  #expect(form["h"]?.isRequired == true && form["h"]?.isValid == false)
  #expect(!form.canSubmit)
  try form.redo()
  #expect(form["n"] == nil && form.canSubmit)
  try form.set("i", to: 4)
  try form.undo()
  #expect(form["n"]?.value == 5)
  #expect(form["h"]?.isHidden == true)
  #expect(form.section("s")?.isHidden == true)
  #expect(form.canSubmit)
}

@Test("What was inserted goes, and comes back settled")
func settledInsertion() throws {
  var form = try form()
  try form.update { draft in
    draft.insertRows(
      [RowDefinition(tag: "new", type: .int, calculated: "$i * 10")], at: .after("a"))
  }
  try form.setNow(start + 1)
  try form.undo()
  #expect(form["new"] == nil)
  try form.set("i", to: 2)
  try form.redo()
  #expect(form["new"]?.value == 20)
}

private func compiled(_ json: String) throws -> Form {
  try CompiledForm.compile(json: json.utf8).open(now: start)
}

@Test("An item that was parked since a step is settled when the step is taken back")
func parkedSinceTheStep() throws {
  var form = try compiled(
    """
    { "inputs": { "i": 1 }, "sections": [
      { "rows": [{ "tag": "r", "type": "int" }] },
      { "tag": "m", "kind": "multivalued", "allows": ["reorder"], "count": "if($i < 1, 1, 2)",
        "template": { "rows": [{ "tag": "a", "type": "int", "maximum": "$i" }] } }] }
    """)
  try form.update { $0.moveItem(in: "m", from: 1, to: 0) }
  try form.update { draft in
    draft.set("i", to: 0)
    draft.set("r", to: 2)
  }
  try form.undo()
  try form.undo()
  #expect(form["m[0].a"]?.bounds.maximum == 0 && form["m[1].a"] == nil)
}

@Test("A default that has not run before an item was parked runs each time that the item comes")
func parkedBeforeItsDefault() throws {
  var form = try compiled(
    """
    { "inputs": { "i": 1 }, "sections": [
      { "rows": [{ "tag": "r", "type": "int" }] },
      { "tag": "m", "kind": "multivalued", "count": "$i",
        "template": { "sections": [{ "tag": "n", "kind": "multivalued",
          "template": { "rows": [{ "tag": "b", "type": "int", "default": "6 / $item.index" }] } }] },
        "value": [{}, { "n": [{ "b": 1 }, {}] }] }] }
    """)
  for _ in 0..<2 {
    try form.update { draft in
      draft.set("r", to: 2)
      draft.set("i", to: 2)
    }
    #expect(form["m[1].n[1].b"]?.value == 6)
    try form.undo()
    #expect(form["m[1].n[1].b"]?.value == 6)
    try form.set("i", to: 1)
  }
}

@Test("A row that was cleared in the section to which it was moved starts anew where it stood")
func clearedSinceTheMove() throws {
  var form = try compiled(
    """
    { "inputs": { "i": 1 }, "sections": [
      { "tag": "kept", "rows": [{ "tag": "r", "type": "int", "value": 7 }] },
      { "tag": "cleared", "hidden": "$i == 2", "whenHidden": "clear",
        "rows": [{ "tag": "x", "type": "int" }] }] }
    """)
  try form.update { $0.moveRow("r", to: .before("x")) }
  try form.set("i", to: 2)
  #expect(form["r"]?.value == .null)
  try form.undo()
  #expect(form["r"]?.value == 7 && form["r"]?.isHidden == false)
}

@Test(
  "A copy takes back and makes again steps to shapes with more conditions than it was copied with")
func largerShapesOfCopies() throws {
  let json = """
    { "inputs": { "i": 1 }, "sections": [{ "tag": "s", "rows": [
      { "tag": "a", "type": "int", "value": 1 }, { "tag": "b", "type": "int", "hidden": "$a > 4" }
    ] }] }
    """
  var form = try CompiledForm.compile(json: json.utf8).open(now: start)
  try form.update { $0.removeRows(["b"]) }
  var undone = form
  try undone.undo()
  try undone.set("a", to: 5)
  #expect(undone["b"]?.isHidden == true && form["b"] == nil)
  // What is marked before the step is settled.
  var settled = form
  try settled.set("i", to: 2)
  try settled.undo()
  #expect(settled["b"]?.isHidden == false)

  try form.update {
    $0.insertRows([RowDefinition(tag: "c", type: .int, hidden: "$a > 4")], at: .end(of: "s"))
  }
  try form.undo()
  var redone = form
  try redone.redo()
  try redone.set("a", to: 5)
  #expect(redone["c"]?.isHidden == true && form["c"] == nil)
}

@Test("Many taps in one transaction are all told, in order")
func manyTaps() throws {
  let json = """
    { "sections": [{ "rows": [{ "tag": "go", "type": "button" }, { "tag": "on", "type": "button" }]
    }] }
    """
  var form = try CompiledForm.compile(json: json.utf8).open(now: start)
  let changes = try form.update { draft in
    for _ in 0..<500 {
      draft.tap("go")
      draft.tap("on")
    }
  }
  #expect(changes.actions.map(\.tag) == Array(repeating: ["go", "on"], count: 500).flatMap { $0 })
}
