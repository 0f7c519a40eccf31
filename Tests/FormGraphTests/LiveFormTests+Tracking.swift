// What reads a live form under Observation is told when something it read has changed, once for
// each transaction, and not otherwise.

import FormGraph
import Foundation
import Observation
import Predicate
import TestSupport
import Testing

private let json = """
  { "readOnly": "$lock == YES", "sections": [
    { "rows": [
      { "tag": "lock", "type": "switch" }, { "tag": "hide", "type": "switch" },
      { "tag": "a", "type": "int", "value": 0,
        "rules": [{ "predicate": "SELF < 100", "message": "too big" }] },
      { "tag": "double", "type": "int", "calculated": "$a * 2" } ] },
    { "tag": "s", "hidden": "$hide == YES", "rows": [
      { "tag": "b", "type": "int", "value": 0 }, { "tag": "c", "type": "int", "value": 0 } ] } ] }
  """

private func form() throws -> LiveForm {
  LiveForm(
    try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
}

/// Counts how often it is told that what a closure read has changed; it reads again each time.
private final class Reader: Sendable {
  private let told = Locked(0)

  var count: Int { told.withLock { $0 } }

  func read(_ read: () -> Void) {
    withObservationTracking(read) { self.told.withLock { $0 += 1 } }
  }
}

/// How often readers of a row, of another one, and of the snapshot are told of an edit.
private func told(_ edit: (LiveForm) throws -> Void, reading tags: String...) throws -> [Int] {
  let live = try form()
  let readers = (0...tags.count).map { _ in Reader() }
  for (reader, tag) in zip(readers, tags) { reader.read { _ = live[tag] } }
  readers.last?.read { _ = live.form }
  try edit(live)
  return readers.map(\.count)
}

@Test("Readers of a row are told of that row, readers of the snapshot of everything")
func trackedRow() throws {
  let counts = try told({ try $0.set("a", to: 1) }, reading: "a", "double", "b", "lock", "nothing")
  #expect(counts == [1, 1, 0, 0, 0, 1])
  #expect(try told({ try $0.set("a", to: 0) }, reading: "a") == [0, 0])
  // Both the value and the errors change; that is one telling.
  #expect(try told({ try $0.set("a", to: 200) }, reading: "a", "c") == [1, 0, 1])
}

@Test("Readers of a row are told of its section, of the form, and of the shape")
func trackedAbove() throws {
  #expect(try told({ try $0.set("hide", to: true) }, reading: "a", "b", "c") == [0, 1, 1, 1])
  #expect(try told({ try $0.set("lock", to: true) }, reading: "a", "b", "nothing") == [1, 1, 1, 1])
  let counts = try told(
    { live in
      try live.update {
        $0.insertRows([RowDefinition(tag: "nothing", type: .int)], at: .after("a"))
      }
    }, reading: "nothing")
  #expect(counts == [1, 1])
}

@Test("Where a transaction touches a thousand rows, only what was read of them is told")
func trackedAmongMany() throws {
  // Every second row is calculated, every third hidden, every fifth required.
  let rows = (0..<1_000).map { index in
    RowDefinition(
      tag: "r\(index)", type: .int, calculated: index % 2 == 0 ? "$x * 2" : nil,
      hidden: index % 3 == 0 ? "$x > 0" : nil, required: index % 5 == 0 ? "$x > 0" : nil)
  }
  let definition = FormDefinition(
    sections: [SectionDefinition(rows: [RowDefinition(tag: "x", type: .int, value: 0)] + rows)])
  let live = LiveForm(
    try CompiledForm(definition).open(now: Date(timeIntervalSinceReferenceDate: 0)))
  // More than a screen, and none of it, in one form.
  for read in [[], [1], [1, 2, 3, 5, 7, 11, 500, 998, 999], Array(0..<1_000)] {
    let readers = read.map { _ in Reader() }
    let whole = Reader()
    for (reader, index) in zip(readers, read) { reader.read { _ = live["r\(index)"] } }
    whole.read { _ = live.form }
    try live.set("x", to: 1)
    for (reader, index) in zip(readers, read) {
      let isTouched = index % 2 == 0 || index % 3 == 0 || index % 5 == 0
      #expect(reader.count == (isTouched ? 1 : 0), "r\(index) of \(read.count)")
    }
    #expect(whole.count == 1)
    // Whoever was not told still waits.
    try live.set("x", to: 2)
    for (reader, index) in zip(readers, read) where index % 2 == 1 && index % 3 > 0 {
      #expect(reader.count == (index % 5 == 0 ? 1 : 0), "r\(index) of \(read.count)")
    }
    try live.set("x", to: 0)
  }
}

@Test("A reader is told once until it reads again, and reads the new state when it is told")
func trackedAgain() throws {
  let live = try form()
  let reader = Reader()
  reader.read { _ = live["a"] }
  try live.set("a", to: 1)
  try live.set("a", to: 2)
  #expect(reader.count == 1)
  reader.read { _ = live["a"] }
  // Another one reads the row without being told of anything.
  _ = live["a"]
  try live.set("a", to: 3)
  #expect(reader.count == 2)
}

@Test("Readers are told after observers, once for each transaction")
func trackedAfterObservers() throws {
  let live = try form()
  let reader = Reader()
  var counts: [Int] = []
  let subscription = live.observe { [unowned live] _ in
    counts.append(reader.count)
    if counts.count == 1 { reader.read { _ = live["b"] } }
    _ = try? live.set("b", to: 5)
  }
  try live.set("a", to: 1)
  #expect(counts == [0, 0])
  #expect(reader.count == 1)
  #expect(live["b"]?.value == 5)
  withExtendedLifetime(subscription) {}
}

@Test("Taking back tells those who read what goes back")
func trackedUndo() throws {
  let live = try form()
  try live.set("a", to: 1)
  let readers = [Reader(), Reader()]
  readers[0].read { _ = live["a"] }
  readers[1].read { _ = live["b"] }
  try live.undo()
  #expect(readers.map(\.count) == [1, 0])
}

/// How often readers of rows are told of an edit of a form.
private func told(
  _ edit: (LiveForm) throws -> Void, of json: String, reading tags: String...
) throws -> [Int] {
  let live = LiveForm(
    try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)))
  let readers = tags.map { _ in Reader() }
  for (reader, tag) in zip(readers, tags) { reader.read { #expect(live[tag] != nil) } }
  try edit(live)
  return readers.map(\.count)
}

@Test("Readers are told of a title that a section lends: to its choice, and to plain items")
func trackedLentTitles() throws {
  let json = """
    { "sections": [
      { "rows": [{ "tag": "a", "type": "int", "value": 0 }] },
      { "tag": "pets", "kind": "selectable", "title": "Pets {$a}", "options": ["cat", "dog"] },
      { "tag": "names", "kind": "multivalued", "title": "Names {$a}", "value": ["x"],
        "item": { "type": "text" } },
      { "tag": "lines", "kind": "multivalued", "title": "Lines {$a}", "value": [{ "n": 1 }],
        "template": { "rows": [{ "tag": "n", "type": "int" }] } } ] }
    """
  let counts = try told(
    { live in
      try live.set("a", to: 1)
      #expect(live["pets"]?.title == "Pets 1")
      #expect(live["names[0]"]?.title == "Names 1")
    }, of: json, reading: "pets", "names[0]", "lines[0].n")
  // A row with a tag of its own has no lent title.
  #expect(counts == [1, 1, 0])
}

@Test("Readers are told that the user has left a row")
func trackedBlur() throws {
  let counts = try told(
    { live in
      #expect(live["a"]?.wasBlurred == false)
      try live.blur("a")
      #expect(live["a"]?.wasBlurred == true)
    }, reading: "a", "b")
  #expect(counts == [1, 0, 1])
}

@Test("Readers are told of the keys of options that another table gives")
func trackedKeysOfOptions() throws {
  let json = """
    { "tables": { "t": { "columns": ["id", "price"], "rows": [["a", "1"]] } },
      "sections": [{ "rows": [
        { "tag": "c", "type": "push", "options": { "table": "t", "value": "id" } },
        { "tag": "n", "type": "int" } ] }] }
    """
  let counts = try told(
    { live in
      try live.replaceTable(
        "t", with: FormTable(columns: ["id", "price"], rows: [["a", "2"]]))
      #expect(live["c"]?.options?.first?.members["price"] == "2")
    }, of: json, reading: "c", "n")
  #expect(counts == [1, 0])
}
