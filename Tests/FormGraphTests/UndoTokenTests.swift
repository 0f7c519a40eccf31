// Steps taken back by their tokens, together with all that followed.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite("Undo to a token")
struct UndoTokenTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private func open(historyLimit: Int = 100) throws -> Form {
    let rows = [
      RowDefinition(tag: "a", type: .int), RowDefinition(tag: "b", type: .int),
      RowDefinition(tag: "sum", type: .int, calculated: "$a + $b + $on"),
    ]
    let input = InputDefinition(name: "on", type: .int, value: 1)
    let definition = FormDefinition(inputs: [input], sections: [SectionDefinition(rows: rows)])
    return try CompiledForm(definition).open(now: start, historyLimit: historyLimit)
  }

  @Test("An edit is taken back with the steps after it, and redo makes them again as one")
  func several() throws {
    var form = try open()
    try form.set("a", to: 1)
    let token = try #require(try form.set("b", to: 2).token)
    try form.set("a", to: 3)
    try form.update { $0.insertRows([RowDefinition(tag: "c", type: .int)], at: .after("a")) }
    let last = form.json
    let changes = try form.undo(to: token)
    #expect(changes.evaluatedCount == 0)
    #expect(changes.changes.allSatisfy { $0.cause == .undo })
    #expect(form["a"]?.value == 1 && form["b"]?.value == .null && form["c"] == nil)
    #expect(form.undoCount == 1 && form.redoCount == 1 && form.inconsistency == nil)
    try form.redo()
    #expect(form.json == last && form.undoCount == 2 && form.inconsistency == nil)
    // Made again it is the same step.
    try form.undo(to: token)
    #expect(form.undoCount == 1)
  }

  @Test("Where an input has changed meanwhile the form settles")
  func input() throws {
    var form = try open()
    let token = try #require(try form.set("a", to: 1).token)
    try form.set("b", to: 2)
    try form.set("on", to: 10)
    try form.set("a", to: 5)
    #expect(form["sum"]?.value == 17)
    try form.update { draft in
      draft["a"] = 1
      draft["b"] = 1
    }
    try form.undo(to: token)
    #expect(form["a"]?.value == .null && form["b"]?.value == .null)
    #expect(form["sum"]?.value == .null && form.inconsistency == nil)
    try form.redo()
    #expect(form["sum"]?.value == 12 && form.inconsistency == nil)
  }

  @Test("A token that names no step to take back changes nothing")
  func unknown() throws {
    var form = try open(historyLimit: 2)
    let first = try #require(try form.set("a", to: 1).token)
    let second = try #require(try form.set("a", to: 2).token)
    let third = try #require(try form.set("a", to: 3).token)
    func refuse(_ token: UndoToken) {
      let before = form.json
      let error = #expect(throws: EditError.self) { try form.undo(to: token) }
      #expect(error?.reasons.map(\.kind) == [.noStep])
      #expect(form.json == before)
    }
    // The history has dropped it.
    refuse(first)
    try form.undo(to: third)
    refuse(third)
    try form.set("b", to: 1)
    refuse(third)
    try form.undo(to: second)
    #expect(form["a"]?.value == 1 && form["b"]?.value == .null)
    // A step of another form, and of a copy that was made before it.
    var other = try open()
    try other.set("a", to: 1)
    var copy = other
    let foreign = try #require(try other.set("a", to: 2).token)
    try copy.set("a", to: 3)
    refuse(foreign)
    #expect(throws: EditError.self) { try copy.undo(to: foreign) }
    #expect(copy["a"]?.value == 3)
    // A copy that was made afterwards has the step.
    copy = other
    try copy.undo(to: foreign)
    #expect(copy["a"]?.value == 1)
  }

  @Test("What is no step has no token, and edits of one step have the same")
  func tokens() throws {
    var form = try open()
    let blur = try form.blur("a")
    let input = try form.set("on", to: 2)
    #expect(blur.token == nil && input.token == nil)
    let first = try form.update { draft in
      draft["a"] = 1
      draft.coalesce("a")
    }
    let second = try form.update { draft in
      draft["a"] = 12
      draft.coalesce("a")
    }
    #expect(first.token != nil && first.token == second.token)
    let same = try form.set("a", to: 12)
    let undo = try form.undo()
    let redo = try form.redo()
    #expect(same.token == nil && undo.token == nil && redo.token == nil)
  }

  @Test("A live form takes back what observers wrote, and tells them once")
  func live() throws {
    let live = LiveForm(try open())
    let observer = live.observe("a") { [unowned live] _, value in
      if value == 1 { _ = try? live.set("b", to: 7) }
    }
    let token = try #require(try live.set("a", to: 1)?.token)
    try live.set("a", to: 2)
    var told: [Value] = []
    let counter = live.observe { changes in told.append(.int(Int64(changes.changes.count))) }
    try live.undo(to: token)
    #expect(live["a"]?.value == .null && live["b"]?.value == .null)
    #expect(told == [3] && live.form.undoCount == 0 && live.form.redoCount == 1)
    #expect(throws: LiveFormError.self) { try live.undo(to: token) }
    observer.cancel()
    counter.cancel()
  }
}
