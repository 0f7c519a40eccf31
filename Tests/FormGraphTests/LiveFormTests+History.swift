// What observers write belongs to the step of the edit that caused it, in whichever direction.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func ints(_ tags: String...) -> [RowDefinition] {
  tags.map { RowDefinition(tag: $0, type: .int, value: 0) }
}

/// The values of rows with tags, in order.
private func values(_ live: LiveForm) -> [Value] { live.form.values().values }

/// Keeps a row equal to another.
private func copy(_ from: RowName, to tag: String, of live: LiveForm) -> Subscription {
  live.observe(from) { [unowned live] _, new in _ = try? live.set(tag, to: new) }
}

@Test("One undo takes back an edit and all that observers wrote because of it, redo brings it back")
func undoObservers() throws {
  let live = try live(
    ints("a", "b", "c") + [RowDefinition(tag: "sum", type: .int, calculated: "$a + $b + $c")])
  let subscriptions = [copy("a", to: "b", of: live), copy("b", to: "c", of: live)]
  try live.set("a", to: 1)
  #expect(values(live) == [1, 1, 1, 3])
  #expect(live.form.undoCount == 1)
  let changes = try live.undo()
  #expect(changes?.changes.map(\.cause).allSatisfy { $0 == .undo } == true)
  // Nothing is evaluated, and the observers find everything as they would make it.
  #expect(changes?.evaluatedCount == 0)
  #expect(values(live) == [0, 0, 0, 0])
  #expect(live.form.undoCount == 0 && live.form.redoCount == 1)
  try live.redo()
  #expect(values(live) == [1, 1, 1, 3])
  #expect(live.form.undoCount == 1 && live.form.redoCount == 0)
  withExtendedLifetime(subscriptions) {}
}

@Test("Each edit has a step of its own, and a coalesced one takes its observers' writes along")
func steps() throws {
  let live = try live(ints("a", "b"))
  let subscription = copy("a", to: "b", of: live)
  try live.set("a", to: 1)
  try live.set("a", to: 2)
  for value: Value in [3, 4, 5] {
    try live.update { draft in
      draft["a"] = value
      draft.coalesce("typing")
    }
  }
  #expect(live.form.undoCount == 3)
  var seen: [[Value]] = []
  while live.form.undoCount > 0 {
    try live.undo()
    seen.append(values(live))
  }
  #expect(seen == [[2, 2], [1, 1], [0, 0]])
  withExtendedLifetime(subscription) {}
}

@Test("What observers write because of an undo or a redo belongs to that step")
func writesOnUndo() throws {
  let live = try live(
    ints("a", "b", "count") + [
      RowDefinition(tag: "sum", type: .int, calculated: "$a + $b + $count")
    ])
  try live.set("a", to: 1)
  try live.set("b", to: 1)
  var count: Int64 = 0
  let subscription = live.observe { [unowned live] changes in
    guard changes.changes.contains(where: { $0.tag == "b" }) else { return }
    count += 10
    _ = try? live.set("count", to: .int(count))
  }
  try live.undo()
  #expect(values(live) == [1, 0, 10, 11])
  #expect(live.form.undoCount == 1 && live.form.redoCount == 1)
  // The step before was made without what the observer wrote: its values go back, the rest settles.
  try live.undo()
  #expect(values(live) == [0, 0, 10, 10])
  try live.redo()
  #expect(values(live) == [1, 0, 10, 11])
  subscription.cancel()
  try live.redo()
  #expect(values(live) == [1, 1, 0, 2])
  try live.undo()
  #expect(values(live) == [1, 0, 10, 11])
}

@Test("What observers write because of a redo leaves the next redo to settle")
func writesOnRedo() throws {
  let live = try live(
    ints("a", "b", "count") + [
      RowDefinition(tag: "sum", type: .int, calculated: "$a + $b + $count")
    ])
  try live.set("a", to: 1)
  try live.set("b", to: 1)
  try live.undo()
  try live.undo()
  let subscription = live.observe("a") { [unowned live] _, _ in
    _ = try? live.set("count", to: 7)
  }
  try live.redo()
  #expect(values(live) == [1, 0, 7, 8])
  #expect(live.form.redoCount == 1)
  try live.redo()
  #expect(values(live) == [1, 1, 7, 9])
  try live.undo()
  try live.undo()
  #expect(values(live) == [0, 0, 7, 7])
  withExtendedLifetime(subscription) {}
}

@Test("A change of shape because of an undo is a step of its own")
func shapeOnUndo() throws {
  let live = try live(ints("a"))
  try live.set("a", to: 1)
  let subscription = live.observe("a") { [unowned live] _, new in
    guard new == 0 else { return }
    _ = try? live.update { $0.insertRows(ints("b"), at: .after("a")) }
  }
  try live.undo()
  #expect(values(live) == [0, 0])
  #expect(live.form.undoCount == 1 && live.form.redoCount == 0)
  try live.undo()
  #expect(values(live) == [0])
  withExtendedLifetime(subscription) {}
}

@Test("A change of shape because of an edit is part of its step")
func shapeOnEdit() throws {
  let live = try live(ints("a"))
  let subscription = live.observe("a") { [unowned live] _, new in
    guard new == 1 else { return }
    _ = try? live.update { draft in
      draft.insertRows(ints("b"), at: .after("a"))
      draft["b"] = 4
    }
    _ = try? live.set("b", to: 5)
  }
  try live.set("a", to: 1)
  #expect(values(live) == [1, 5])
  try live.undo()
  #expect(values(live) == [0])
  subscription.cancel()
  try live.redo()
  #expect(values(live) == [1, 5])
}

@Test("An edit that is no step lets what observers write because of it be one")
func noStep() throws {
  let live = try live(ints("a", "b"))
  try live.set("a", to: 1)
  let subscription = live.observe { [unowned live] changes in
    guard changes.changes.isEmpty else { return }
    _ = try? live.update { $0["a"] = 2 }
    _ = try? live.update { $0["b"] = 2 }
  }
  try live.setNow(start + 1)
  #expect(values(live) == [2, 2])
  #expect(live.form.undoCount == 2)
  try live.undo()
  #expect(values(live) == [1, 0])
  withExtendedLifetime(subscription) {}
}

@Test("An observer takes back the edit that it is told of, and makes it again")
func undoByObserver() throws {
  let live = try live(ints("a", "b"))
  let copier = copy("a", to: "b", of: live)
  let veto = live.observe("b") { [unowned live] _, new in
    let changes = new == 13 ? try? live.undo() : nil
    #expect(changes == nil)
  }
  try live.set("a", to: 1)
  try live.set("a", to: 13)
  #expect(values(live) == [1, 1])
  #expect(live.form.undoCount == 1 && live.form.redoCount == 1)
  veto.cancel()
  let redo = live.observe("a") { [unowned live] _, new in
    if new == 0 { _ = try? live.redo() }
  }
  try live.undo()
  #expect(values(live) == [1, 1])
  withExtendedLifetime((copier, redo)) {}
}

@Test("Without a history observers write all the same")
func noHistory() throws {
  let live = try live(ints("a", "b"), historyLimit: 0)
  let subscription = copy("a", to: "b", of: live)
  try live.set("a", to: 1)
  #expect(values(live) == [1, 1])
  #expect(live.form.undoCount == 0)
  withExtendedLifetime(subscription) {}
}

// MARK: - At random

/// An observer that does anything, and seldom enough that it comes to an end.
private func unruly(
  _ live: LiveForm, _ generator: Box<SplitMix64>, revertsToo: Bool
) -> Subscription {
  var inserted = 0
  return live.observe { [unowned live] _ in
    let number = Int64.random(in: 0..<9, using: &generator.content)
    switch Int.random(in: 0..<(revertsToo ? 14 : 12), using: &generator.content) {
    case 0: _ = try? live.set("a", to: .int(number))
    case 1: _ = try? live.set("b", to: .int(number))
    case 2: _ = try? live.validate()
    case 3: _ = try? live.setNow(live.form.now + 1)
    case 4:
      inserted += 1
      let row = RowDefinition(tag: "n\(inserted)", type: .int, calculated: "$a + \(inserted)")
      _ = try? live.update { $0.insertRows([row], at: .after("a")) }
    case 5: _ = try? live.update { $0.removeRows(["n\(max(1, inserted))"]) }
    case 12: _ = try? live.undo()
    case 13: _ = try? live.redo()
    default: break
    }
  }
}

/// A value that several closures change.
private final class Box<Content> {
  var content: Content
  init(_ content: Content) { self.content = content }
}

@Test("Whatever observers do, a form is settled after each edit, and a step goes back whole")
func unrulyObservers() throws {
  for run: UInt64 in 0..<12 {
    let generator = Box(SplitMix64.forTest(run))
    let seed = generator.content.seed
    let live = try live([
      RowDefinition(tag: "a", type: .int, value: 0), RowDefinition(tag: "b", type: .int, value: 0),
      RowDefinition(tag: "sum", type: .int, calculated: "$a + $b"),
      RowDefinition(tag: "x", type: .int, hidden: "$sum > 8", required: "$a > 4"),
    ])
    let subscription = unruly(live, generator, revertsToo: seed % 2 == 0)
    for _ in 0..<60 {
      let before = live.form
      let number = Value.int(Int64.random(in: 0..<9, using: &generator.content))
      let isStep: Bool
      switch Int.random(in: 0..<4, using: &generator.content) {
      case 0:
        isStep = false
        _ = try? live.undo()
      case 1:
        isStep = false
        _ = try? live.redo()
      case 2:
        isStep = before["a"]?.value != number
        _ = try? live.set("a", to: number)
      default:
        isStep = before["b"]?.value != number
        _ = try? live.set("b", to: number)
      }
      let place: Comment = "TEST_SEED=\(seed)"
      guard case .int(let a)? = live["a"]?.value, case .int(let b)? = live["b"]?.value else {
        Issue.record(place)
        return
      }
      #expect(live["sum"]?.value == .int(a + b), place)
      #expect(live["x"]?.isHidden == (a + b > 8), place)
      #expect(live["x"]?.isRequired == (a > 4), place)
      #expect(live.form.canSubmit == (a + b > 8 || a <= 4), place)
      for row in live.form.sections[0].rows {
        guard let tag = row.tag, tag.hasPrefix("n"), let number = Int64(tag.dropFirst()) else {
          continue
        }
        #expect(row.value == .int(a + number), place)
      }
      guard isStep, seed % 2 == 1 else { continue }
      // A snapshot has no observers.
      var form = live.form
      try form.undo()
      #expect(form.values() == before.values(), place)
      #expect(form.undoCount == min(before.undoCount, Form.standardHistoryLimit - 1), place)
    }
    withExtendedLifetime(subscription) {}
  }
}
