// What must hold when several things come together: ids that are given again, members that come and
// go in one transaction, options that are other ones.

import Foundation
import Observation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private func open(_ sections: [SectionDefinition], inputs: [InputDefinition] = []) throws -> Form {
  try CompiledForm(FormDefinition(inputs: inputs, sections: sections)).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
}

private let input = InputDefinition(name: "i", type: .int, value: 1)

private func amounts(_ values: [Value]) -> SectionDefinition {
  SectionDefinition(
    tag: "list",
    kind: .multivalued(
      ItemsDefinition(
        template: .rows([RowDefinition(tag: "n", type: .int)]),
        value: values)))
}

@Test("A default gives its value though its node's id was another's, which undo has taken")
func defaultOfReusedNode() throws {
  var form = try open([SectionDefinition(tag: "s")], inputs: [input])
  try form.update {
    $0.insertRows([RowDefinition(tag: "a", type: .int, defaultFormula: "2")], at: .end(of: "s"))
  }
  try form.set("i", to: 2)
  try form.undo()
  try form.update {
    $0.insertRows([RowDefinition(tag: "b", type: .int, defaultFormula: "5")], at: .end(of: "s"))
  }
  #expect(form["b"]?.value == 5)
}

@Test("A sum leaves out an item that came and went at once, whatever its id stood for before")
func sumOverPassingItem() throws {
  var form = try open(
    [
      amounts([["n": 1]]),
      SectionDefinition(
        tag: "s", rows: [RowDefinition(tag: "sum", type: .int, calculated: "$list.@sum.n")]),
    ], inputs: [input])
  try form.update { $0.insertItem(in: "list", at: 1, value: ["n": 5]) }
  try form.set("i", to: 2)
  try form.undo()
  try form.update { draft in
    draft.insertItem(in: "list", at: 0, value: ["n": 7])
    draft.insertItem(in: "list", at: 0)
    draft.removeItem(in: "list", at: 1)
  }
  #expect(form["sum"]?.value == 1)
  try form.undo()
  try form.update { draft in
    draft.insertItem(in: "list", at: 1, value: ["n": 7])
    draft.removeItem(in: "list", at: 1)
    draft.set("list[0].n", to: 2)
  }
  #expect(form["sum"]?.value == 2)
}

@Test("A step of two transactions, of which only the later changed a sum, is taken back whole")
func sumOfMergedStep() throws {
  var form = try open([
    // So many that the sum is kept by difference.
    amounts((0..<300).map { _ in ["n": 1] }),
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "note", type: .text),
        RowDefinition(tag: "sum", type: .int, calculated: "$list.@sum.n"),
      ]),
  ])
  let before = form.content
  for (tag, value) in [("note", "x"), ("list[0].n", 7)] as [(String, Value)] {
    try form.update { draft in
      draft.set(tag, to: value)
      draft.coalesce("typing")
    }
  }
  #expect(form["sum"]?.value == 306 && form.undoCount == 1)
  try form.undo()
  #expect(form.content == before)
  try form.set("list[1].n", to: 3)
  #expect(form["sum"]?.value == 302)
  try form.undo()
  try form.redo()
  #expect(form["sum"]?.value == 302)
}

/// A section whose validity a row of another reads.
private let readingValidity = [
  SectionDefinition(
    tag: "s",
    rows: [
      RowDefinition(tag: "a", type: .int, hidden: "$c == 7", required: true),
      RowDefinition(tag: "b", type: .int, required: true),
    ]),
  SectionDefinition(
    tag: "t",
    rows: [
      RowDefinition(tag: "c", type: .int),
      RowDefinition(tag: "d", type: .int, hidden: "$s.isValid == YES"),
    ]),
]

@Test("Whether a section is valid is not read of a row that has left it")
func validityOfSectionThatLostRows() throws {
  var form = try open(readingValidity)
  let count = form.conditionCount
  try form.update { $0.moveRow("a", to: .end(of: "t")) }
  #expect(form.inconsistency == nil)
  try form.set("b", to: 1)
  #expect(form["d"]?.isHidden == true)
  try form.update { $0.removeRows(["a"]) }
  #expect(form.inconsistency == nil)
  #expect(form.conditionCount == count - 1)
}

@Test("A condition goes with the row it hid, though its section's validity was read")
func conditionOfRemovedRow() throws {
  var form = try open(readingValidity)
  let count = form.conditionCount
  try form.update { $0.removeRows(["a"]) }
  #expect(form.conditionCount == count - 1)
  #expect(try form.set("c", to: 7).evaluatedCount == 0)
}

@Test("A formula takes the place of a default, of which nothing is left")
func formulaForDefault() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .int),
        RowDefinition(tag: "b", type: .int, defaultFormula: "$a + 1"),
      ])
  ])
  try form.update { $0.setFormula(of: "b", to: "2") }
  #expect(form.conditionCount == 1)
  try form.update { $0.setFormula(of: "a", to: "$b") }
  #expect(form["a"]?.value == 2)
}

@Test("A row that is left is the one that was named, wherever it stands in the end")
func blurredItem() throws {
  let row = RowDefinition(
    tag: "n", type: .int, rules: [RuleDefinition(.predicate("SELF > 5"), message: "few")])
  var form = try open([
    SectionDefinition(
      tag: "list",
      kind: .multivalued(
        ItemsDefinition(
          template: .rows([row]), allows: [.insert, .delete, .reorder],
          value: [["n": 1], ["n": 2]])))
  ])
  try form.update { draft in
    draft.blur("list[0].n")
    draft.moveItem(in: "list", from: 0, to: 1)
  }
  #expect(form["list[0].n"]?.errors.isEmpty == true)
  #expect(form["list[1].n"]?.errors.count == 1)
}

@Test("Other options are told, whether anything hides them or not")
func reassignedOptions() throws {
  let row = RowDefinition(tag: "r", type: .segmented, options: [OptionDefinition(1)])
  var form = try open([SectionDefinition(tag: "s", rows: [row])])
  let changes = try form.update { $0.setOptions(of: "r", to: [OptionDefinition(2)]) }
  let change = changes.changes.first { $0.property == .options }
  #expect(change?.old == [1] && change?.new == [2])
  #expect(changes.listUpdate.reloads == [ListPlace(section: 0, row: 0)])
}

@Test("Whoever reads a row is told that it has other options to choose from")
func trackedOptions() throws {
  let row = RowDefinition(
    tag: "r", type: .segmented, options: [OptionDefinition(1), OptionDefinition(2)],
    optionsFilter: "SELF != $c")
  let live = LiveForm(
    try open([SectionDefinition(tag: "s", rows: [RowDefinition(tag: "c", type: .int), row])]))
  let isTold = Locked(false)
  withObservationTracking {
    _ = live["r"]
  } onChange: {
    isTold.withLock { $0 = true }
  }
  try live.set("c", to: 2)
  #expect(live["r"]?.options?.map(\.value) == [1])
  #expect(isTold.withLock { $0 })
}

@Test("Of a section that comes and goes at once nothing is left")
func passingSection() throws {
  var form = try open([
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int)])
  ])
  try form.update { draft in
    draft.insertSections([SectionDefinition(tag: "t", hidden: "$a == nil")], at: .end)
    draft.removeSections(["t"])
  }
  #expect(form.conditionCount == 0)
  try form.update { draft in
    draft.insertSections([SectionDefinition(tag: "t", hidden: true)], at: .end)
    draft.removeSections(["t"])
  }
  #expect(form.sections.count == 1)
}

@Test("What a section counted that undo has taken does not count for the next one")
func countOfReusedSection() throws {
  var form = try open([SectionDefinition(tag: "s")], inputs: [input])
  var section = SectionDefinition(tag: "t")
  section.rows = [RowDefinition(tag: "a", type: .int, required: true)]
  try form.update { $0.insertSections([section], at: .end) }
  try form.set("i", to: 2)
  try form.undo()
  section.rows = [RowDefinition(tag: "b", type: .int)]
  try form.update { $0.insertSections([section], at: .end) }
  #expect(form.canSubmit && form.section("t")?.isValid == true)
  #expect(form.inconsistency == nil)
}

@Test("A section's tag is a value's name too, which no other value may have")
func nameOfInsertedSection() throws {
  let row = RowDefinition(tag: "a", type: .int, name: "list")
  var form = try open([SectionDefinition(tag: "s", rows: [row])])
  #expect(throws: EditError.self) { try form.update { $0.insertSections([amounts([])], at: .end) } }
}

@Test("No member of a form with items is called as an item is in its texts")
func memberCalledItem() throws {
  var form = try open([SectionDefinition(tag: "s"), amounts([])])
  #expect(throws: EditError.self) {
    try form.update { $0.insertRows([RowDefinition(tag: "item", type: .int)], at: .end(of: "s")) }
  }
  var plain = try open([
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "item", type: .int)])
  ])
  #expect(throws: EditError.self) {
    try plain.update { $0.insertSections([amounts([])], at: .end) }
  }
}

/// One after the other stand many nodes of each of several texts, so that those of one are
/// gathered, and then those of the next.
@Test("Texts of several shapes that stand side by side are each run as what they say")
func shapesSideBySide() throws {
  let count = 12
  let shapes: [(condition: (Int) -> String, formula: (Int) -> String)] = [
    ({ "$v\($0) > 3" }, { "$v\($0) + 1" }), ({ "$v\($0) < 3" }, { "$v\($0) * 2" }),
    ({ "$v\($0) == 3" }, { "7 - $v\($0)" }),
  ]
  var rows = (0..<count).map { RowDefinition(tag: "v\($0)", type: .int, value: 3) }
  for (shape, texts) in shapes.enumerated() {
    rows += (0..<count).map { index in
      RowDefinition(
        tag: "c\(shape)_\(index)", type: .label,
        hidden: ConditionDefinition(.predicate(texts.condition(index))))
    }
  }
  for (shape, texts) in shapes.enumerated() {
    rows += (0..<count).map { index in
      RowDefinition(tag: "f\(shape)_\(index)", type: .int, calculated: texts.formula(index))
    }
  }
  var form = try open([SectionDefinition(rows: rows)])
  for round in 0..<4 {
    let values = (0..<count).map { ($0 * 5 + round * 3) % 7 }
    try form.update { draft in
      for (index, value) in values.enumerated() { draft.set("v\(index)", to: .int(Int64(value))) }
    }
    for (index, value) in values.enumerated() {
      let hidden = (0..<3).map { form["c\($0)_\(index)"]?.isHidden }
      #expect(hidden == [value > 3, value < 3, value == 3])
      let results = (0..<3).map { form["f\($0)_\(index)"]?.value }
      #expect(results == [value + 1, value * 2, 7 - value].map { .int(Int64($0)) })
    }
  }
}

/// Whether one such text runs or many side by side.
@Test(
  "What a required row reads counts as a change of it, and one text may hide two rows",
  arguments: [1, 12])
func effectsSideBySide(count: Int) throws {
  var rows = (0..<count).map { RowDefinition(tag: "v\($0)", type: .int, value: 5) }
  for index in 0..<count {
    let required = ConditionDefinition(.predicate("$v\(index) > 3"))
    rows.append(
      RowDefinition(tag: "r\(index)", type: .text, required: required, validates: .onChange))
  }
  for name in ["c", "d"] {
    rows += (0..<count).map { index in
      RowDefinition(
        tag: "\(name)\(index)", type: .label,
        hidden: ConditionDefinition(.predicate("$v\(index) > 7")))
    }
  }
  var form = try open([SectionDefinition(rows: rows)])
  func errors() -> [Int?] { (0..<count).map { form["r\($0)"]?.errors.count } }
  func hidden(_ name: String) -> [Bool?] { (0..<count).map { form["\(name)\($0)"]?.isHidden } }
  #expect(errors().allSatisfy { $0 == 0 })
  // All are required before and after this, and one of them is left alone.
  try form.update { draft in
    for index in 0..<count where index != 5 { draft.set("v\(index)", to: 6) }
  }
  #expect(errors() == (0..<count).map { $0 == 5 ? 0 : 1 })
  try form.update { draft in for index in 0..<count { draft.set("v\(index)", to: 8) } }
  #expect(hidden("c").allSatisfy { $0 == true } && hidden("d") == hidden("c"))
  #expect(errors().allSatisfy { $0 == 1 })
  try form.update { draft in for index in 0..<count { draft.set("v\(index)", to: 1) } }
  #expect(hidden("c").allSatisfy { $0 == false } && hidden("d") == hidden("c"))
  #expect(errors().allSatisfy { $0 == 0 })
}

@Test("A sum that is kept by difference leaves out items while they are hidden")
func sumOfHiddenItems() throws {
  let rows = [
    RowDefinition(tag: "n", type: .int, hidden: "$off == YES"),
    RowDefinition(tag: "off", type: .switch),
  ]
  let items = ItemsDefinition(
    template: .rows(rows), value: (0..<300).map { _ in ["n": 1] })
  var form = try CompiledForm(
    FormDefinition(
      sections: [
        SectionDefinition(tag: "list", kind: .multivalued(items)),
        SectionDefinition(
          tag: "s", rows: [RowDefinition(tag: "sum", type: .int, calculated: "$list.@sum.n")]),
      ], whenHidden: .nil)
  ).open(now: Date(timeIntervalSinceReferenceDate: 0))
  #expect(form["sum"]?.value == 300)
  try form.set("list[7].off", to: true)
  #expect(form["sum"]?.value == 299)
  try form.update { draft in
    draft["list[7].n"] = 5
    draft["list[8].n"] = 3
  }
  #expect(form["sum"]?.value == 301)
  try form.set("list[7].off", to: false)
  #expect(form["sum"]?.value == 306)
  try form.undo()
  #expect(form["sum"]?.value == 301)
}

@Test("Of rows that flip, those of a small section are told together, others one by one")
func flipsOfSmallSections() throws {
  let switched = (0..<20).map { RowDefinition(tag: "a\($0)", type: .int, hidden: "$on == YES") }
  let many = (0..<2_000).map { index in
    RowDefinition(tag: "b\(index)", type: .int, hidden: index % 100 == 0 ? "$on == YES" : nil)
  }
  var form = try open([
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "on", type: .switch)]),
    SectionDefinition(tag: "small", rows: switched + [RowDefinition(tag: "last", type: .int)]),
    SectionDefinition(tag: "large", rows: many),
  ])
  func visible() -> [Int] { form.sections.map(\.visibleRows.count) }
  #expect(visible() == [1, 21, 2_000])
  let changes = try form.set("on", to: true)
  #expect(visible() == [1, 1, 1_980])
  #expect(changes.listUpdate.deletes.count == 40)
  #expect(form.inconsistency == nil)
  try form.update { $0.insertRows([RowDefinition(tag: "new", type: .int)], at: .after("last")) }
  try form.undo()
  try form.undo()
  #expect(visible() == [1, 21, 2_000])
  #expect(form.inconsistency == nil)
}

@Test("Conditions with more parts than blocks have room for decide row by row")
func longConditionsTogether() throws {
  let rows = (0..<200).map { index in
    let parts = (0..<90).map { "$v\(index) == \(1_000 + $0)" }.joined(separator: " OR ")
    return [
      RowDefinition(tag: "v\(index)", type: .int),
      RowDefinition(tag: "h\(index)", type: .int, hidden: .predicate(parts)),
    ]
  }
  var form = try open([SectionDefinition(tag: "s", rows: rows.flatMap { $0 })])
  let changes = try form.update { draft in
    for index in 0..<200 { draft["v\(index)"] = .int(Int64(980 + index)) }
  }
  #expect(changes.evaluatedCount == 200)
  for index in 0..<200 {
    #expect(form["h\(index)"]?.isHidden == (20..<110).contains(index), "\(index)")
  }
}
