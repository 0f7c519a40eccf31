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
