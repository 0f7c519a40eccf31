// Forms that open after others have: as if they were the first, whatever has become of those.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private let start = Date(timeIntervalSinceReferenceDate: 0)

@Test("A form that opens later knows nothing of what was done to others, nor they of it")
func opensAgain() throws {
  let compiled = try CompiledForm(
    FormDefinition(
      inputs: [InputDefinition(name: "limit", type: .int, value: 3)],
      sections: [
        SectionDefinition(rows: [
          RowDefinition(tag: "a", type: .int, value: 1),
          RowDefinition(tag: "b", type: .int, calculated: "$a + $limit"),
          RowDefinition(tag: "c", type: .text, hidden: "$b > 4"),
        ])
      ]))
  var first = compiled.open(now: start)
  try first.set("a", to: 5)
  var second = compiled.open(now: start.addingTimeInterval(60))
  #expect(second["b"]?.value == 4 && second["c"]?.isHidden == false && second.undoCount == 0)
  try second.update { $0.removeRows(["c"]) }
  try second.set("a", to: 7)
  try second.undo()
  let third = compiled.open(now: start)
  #expect(third["b"]?.value == 4 && third["c"]?.isHidden == false)
  #expect(first["b"]?.value == 8 && first["c"]?.isHidden == true)
  #expect(second["b"]?.value == 4 && second["c"] == nil)
  #expect(try compiled.open(now: start, inputs: ["limit": 9])["b"]?.value == 10)
  #expect(compiled.open(now: start)["b"]?.value == 4)
}

@Test("Forms that open at other times share the values they open with, and edit their own")
func sharesOpenedValues() throws {
  let compiled = try CompiledForm(
    FormDefinition(sections: [
      SectionDefinition(rows: [RowDefinition(tag: "a", type: .int, value: 1)])
    ]))
  let first = compiled.open(now: start)
  var second = compiled.open(now: start.addingTimeInterval(60))
  let state = second.engine.held.pointer
  #expect(second.opened.held.pointer == first.opened.held.pointer)
  try second.set("a", to: 5)
  // The first edit of a form that opened at a time of its own copies no state.
  #expect(second.engine.held.pointer == state)
  #expect(second.isDirty("a") == true && first["a"]?.value == 1)
  try second.reset("a")
  #expect(second.isDirty("a") == false && second["a"]?.value == 1)
}

@Test("What reads the time is settled under the time a form opens at, and told of each later one")
func opensAtAnotherTime() throws {
  let compiled = try CompiledForm(
    FormDefinition(sections: [
      SectionDefinition(rows: [
        RowDefinition(tag: "opened", type: .dateTime, defaultFormula: "now()"),
        RowDefinition(tag: "seen", type: .dateTime, calculated: "now()"),
      ])
    ]))
  for second in [0, 60, 0, 120.0] {
    let now = start.addingTimeInterval(second)
    var form = compiled.open(now: now)
    #expect(form["opened"]?.value == .date(now) && form["seen"]?.value == .date(now))
    let later = now.addingTimeInterval(1)
    #expect(try form.setNow(later).evaluatedCount == 1)
    #expect(form["opened"]?.value == .date(now) && form["seen"]?.value == .date(later))
  }
}

@Test(
  "Any time is taken; what no row can hold of it is a problem of the row",
  arguments: [Double.nan, .infinity, -.infinity, 1e300])
func opensAtNoTime(seconds: Double) throws {
  let compiled = try CompiledForm(
    FormDefinition(sections: [
      SectionDefinition(rows: [
        RowDefinition(tag: "seen", type: .dateTime, calculated: "now()"),
        RowDefinition(tag: "late", type: .label, hidden: "now() <= $limit"),
        RowDefinition(tag: "limit", type: .dateTime, value: .date(start)),
      ])
    ]))
  let odd = Date(timeIntervalSinceReferenceDate: seconds)
  var moved = compiled.open(now: start)
  let before = moved.content
  for _ in 0..<2 { try moved.setNow(odd) }
  var opened = compiled.open(now: odd)
  #expect(opened.content == moved.content)
  for form in [moved, opened] {
    #expect(form["seen"]?.value == .null)
    #expect(form["late"]?.isHidden == (seconds == -.infinity))
    #expect(form.problems.count == 1)
  }
  try opened.set("limit", to: .date(start + 1))
  try opened.undo()
  #expect(opened.content == moved.content)
  try opened.redo()
  for _ in 0..<2 { try opened.setNow(start) }
  try moved.setNow(start)
  #expect(moved.content == before && moved.inconsistency == nil)
  #expect(opened["seen"]?.value == .date(start) && opened.problems.isEmpty)
}

@Test("A time that nothing reads is still the time: conditions that come later see it")
func keepsTheTimeItOpenedAt() throws {
  let compiled = try CompiledForm(
    FormDefinition(sections: [SectionDefinition(tag: "s", rows: [RowDefinition(type: .label)])]))
  for second in [0, 60.0] {
    let now = start.addingTimeInterval(second)
    var form = compiled.open(now: now)
    let row = RowDefinition(tag: "seen", type: .dateTime, calculated: "now()")
    try form.update { $0.insertRows([row], at: .end(of: "s")) }
    #expect(form["seen"]?.value == .date(now))
  }
}

@Test("A time that is no number is given once, and is no other time in every transaction after it")
func timeThatIsNone() throws {
  let none = Date(timeIntervalSinceReferenceDate: .nan)
  let compiled = try CompiledForm.compile(
    json: #"""
      {"sections": [{"rows": [{"tag": "a", "type": "int", "value": 0},
        {"tag": "l", "type": "text", "hidden": "now() > CAST(0, 'NSDate')"},
        {"tag": "m", "type": "text", "required": "$a == 9"}]}]}
      """#.utf8)
  var form = compiled.open(now: start)
  #expect(try form.setNow(none).evaluatedCount == 1)
  for var form in [form, compiled.open(now: none)] {
    #expect(try form.set("a", to: 5).evaluatedCount == 1)
    let again = try form.set("a", to: 5)
    #expect(again.evaluatedCount == 0 && again.journal.isEmpty)
    #expect(try form.setNow(none).evaluatedCount == 0)
    #expect(try form.undo().evaluatedCount == 0)
    #expect(try form.setNow(start).evaluatedCount == 1)
  }
}
