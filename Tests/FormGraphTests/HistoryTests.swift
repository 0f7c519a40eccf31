// Steps taken back and made again where they meet changes that history does not give back; each
// found by random forms first.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let input = InputDefinition(name: "on", type: .int, value: 1)

/// Compiles and opens a form with an input at a fixed time.
private func open(_ rows: [RowDefinition]) throws -> Form {
  let section = SectionDefinition(tag: "s", rows: rows)
  return try CompiledForm(FormDefinition(inputs: [input], sections: [section])).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
}

@Test("A row that is back after an input changed shows what is so now")
func removedUnderAnotherInput() throws {
  var form = try open([
    RowDefinition(tag: "a", type: .int, hidden: "$on == 2"),
    RowDefinition(tag: "b", type: .int, hidden: "$on == 2"),
    RowDefinition(tag: "c", type: .int, calculated: "$on + 1", rules: [tooMuch]),
    RowDefinition(tag: "d", type: .int, calculated: "6 / ($on - 2)"),
  ])
  try form.update { $0.removeRows(["b", "c", "d"]) }
  try form.set("on", to: 2)
  try form.undo()
  #expect(form["b"]?.isHidden == true)
  #expect(form["c"]?.value == 3 && form["c"]?.isValid == false && !form.canSubmit)
  #expect(form.problems.map(\.tags) == [["d"]])
  #expect(form.inconsistency == nil)
  try form.set("on", to: 1)
  try form.redo()
  #expect(form["b"] == nil && form.canSubmit && form.problems.isEmpty)
  #expect(form.inconsistency == nil)
}

private let tooMuch = RuleDefinition(.predicate("SELF < 3"), message: "too much")

@Test("What came and has gone again leaves no node, no problem and no count behind")
func insertedUnderAnotherInput() throws {
  var form = try open([RowDefinition(tag: "a", type: .int)])
  let row = RowDefinition(tag: "b", type: .int, defaultFormula: "$on", hidden: "6 / ($on - 2) > 7")
  try form.update { $0.insertRows([row], at: .end(of: "s")) }
  #expect(form["b"]?.value == 1)
  try form.set("on", to: 2)
  #expect(form.problems.count == 1)
  try form.undo()
  #expect(form["b"] == nil && form.problems.isEmpty && form.inconsistency == nil)
  try form.set("on", to: 3)
  try form.redo()
  #expect(form["b"]?.value == 1, "a default gives its value once")
  #expect(form.inconsistency == nil)
}

@Test("The value of a row that comes back is told")
func valueThatComesBack() throws {
  var form = try open([RowDefinition(tag: "a", type: .int, value: 5)])
  try form.update { $0.removeRows(["a"]) }
  let changes = try form.undo().changes
  #expect(changes.map(\.tag) == ["a"])
  #expect(changes.first?.old == .null && changes.first?.new == 5)
}

@Test("An input that clears a value makes no step")
func clearedByInput() throws {
  var row = RowDefinition(tag: "a", type: .int, value: 5, hidden: "$on == 2")
  row.whenHidden = .clear
  var form = try open([row])
  try form.set("on", to: 2)
  #expect(form["a"]?.value == .null && form.undoCount == 0)
}

@Test("An input that is what it was makes no difference to history")
func inputSetTwice() throws {
  var form = try open([
    RowDefinition(tag: "a", type: .int),
    RowDefinition(tag: "b", type: .int, calculated: "$a + $on"),
  ])
  try form.set("a", to: 1)
  try form.update { draft in
    draft.set("on", to: 2)
    draft.set("on", to: 1)
  }
  #expect(try form.undo().evaluatedCount == 0)
  #expect(form["b"]?.value == .null || form.problems.count == 1)
}

@Test("A formula taken back gives the row the value it had, whatever the formula gave")
func formulaTakenBack() throws {
  var form = try open([RowDefinition(tag: "a", type: .int, value: 1)])
  try form.update { $0.setFormula(of: "a", to: "$on") }
  try form.set("on", to: 7)
  #expect(form["a"]?.value == 7)
  try form.undo()
  #expect(form["a"]?.value == 1)
  try form.redo()
  #expect(form["a"]?.value == 7)
}
