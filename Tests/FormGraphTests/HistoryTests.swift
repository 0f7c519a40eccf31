// Steps taken back and made again where they meet changes that history does not give back; each
// found by random forms first.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let start = Date(timeIntervalSinceReferenceDate: 0)
private let input = InputDefinition(name: "on", type: .int, value: 1)

/// Compiles and opens a form with an input at a fixed time.
private func open(_ rows: [RowDefinition]) throws -> Form {
  let section = SectionDefinition(tag: "s", rows: rows)
  return try CompiledForm(FormDefinition(inputs: [input], sections: [section])).open(
    now: start)
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

@Test("A problem, and an error, that says the same in another Unicode normal form is another one")
func otherNormalForm() throws {
  let (composed, decomposed) = ("\u{E9}", "e\u{301}")
  let rows = [
    RowDefinition(tag: "v", type: .text, value: .string(decomposed)),
    RowDefinition(tag: "n", type: .int, calculated: "-$v"),
  ]
  var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
  let changes = try form.set("v", to: .string(composed))
  #expect(changes.problemsBegan.count == 1 && changes.problemsEnded.count == 1)
  func scalars(_ problem: FormProblem?) -> [UInt32]? {
    problem.map { $0.message.unicodeScalars.map(\.value).filter { $0 > 0x7F } }
  }
  #expect(scalars(changes.problemsBegan.first) == [0xE9])
  #expect(scalars(changes.problemsEnded.first) == [0x301])
  #expect(RowError(composed) != RowError(decomposed))
  #expect(RowError("", id: composed) != RowError("", id: decomposed))
  #expect(Set([RowError(composed), RowError(decomposed), RowError(composed)]).count == 2)
}

@Test("A change set tells the problems of its transaction, whatever the form has done since")
func problemsAskedLate() throws {
  let rows = [
    RowDefinition(tag: "v", type: .text, value: "a"),
    RowDefinition(tag: "n", type: .int, calculated: "-$v"),
  ]
  var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)]))
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
  func messages(_ problems: [FormProblem]) -> [String] { problems.map(\.message) }
  let changes = [
    try form.set("v", to: "b"), try form.set("v", to: .null), try form.set("v", to: "c"),
    try form.update { $0.removeRows(["n"]) }, try form.undo(),
  ]
  try form.update { draft in
    draft.removeRows(["n"])
    draft.insertRows([RowDefinition(tag: "m", type: .int, calculated: "-$v")], at: .end(of: "s"))
  }
  try form.set("v", to: "d")
  let (a, b, c) = (
    "- needs numbers, not the text 'a'", "- needs numbers, not the text 'b'",
    "- needs numbers, not the text 'c'"
  )
  #expect(changes.map { messages($0.problemsBegan) } == [[b], [], [c], [], [c]])
  #expect(changes.map { messages($0.problemsEnded) } == [[a], [b], [], [c], []])
  #expect(changes.map { $0.problemsBegan.map(\.tags) } == [[["n"]], [], [["n"]], [], [["n"]]])
}

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

@Test("Options are told that are other ones because a formula is taken back under another input")
func optionsUnderAnotherInput() throws {
  var form = try CompiledForm.compile(
    json: #"""
      {"inputs": {"on": {"type": "int"}}, "whenHidden": "clear", "sections": [
        {"rows": [{"tag": "o", "type": "segmented", "optionsFilter": "SELF != $a",
          "options": [{"value": 2.5, "hidden": "$a == nil"}]}]},
        {"rows": [{"tag": "a", "type": "segmented", "value": 1}, {"tag": "b", "type": "int"}]}]}
      """#.utf8
  ).open(now: start)
  var told: [ChangeSet] = []
  told.append(
    try form.update {
      $0.setFormula(of: "a", to: "6 / $b")
      $0.set("on", to: 3)
    })
  told.append(try form.undo())
  try form.set("on", to: 4)
  told.append(try form.redo())
  let options = told.map { $0.changes.filter { $0.property == .options } }
  #expect(options.map { $0.map(\.tag) } == [["o"], ["o"], ["o"]])
  #expect(options.map { $0.map(\.new) } == [[[]], [[2.5]], [[]]])
  #expect(told.map { $0.count(of: .options) } == [1, 1, 1])
  #expect(told.allSatisfy { $0.listUpdate.reloads.contains(ListPlace(section: 0, row: 0)) })
}

@Test("The value of a row that comes back is told")
func valueThatComesBack() throws {
  var form = try open([RowDefinition(tag: "a", type: .int, value: 5)])
  try form.update { $0.removeRows(["a"]) }
  let changes = try form.undo().changes
  #expect(changes.map(\.tag) == ["a"])
  #expect(changes.first?.old == .null && changes.first?.new == 5)
}

@Test("Of more steps than the limit the oldest are forgotten", arguments: [0, 1, 2, 3, 7])
func oldestForgotten(limit: Int) throws {
  let section = SectionDefinition(rows: [RowDefinition(tag: "a", type: .int, value: 0)])
  var form = try CompiledForm(FormDefinition(sections: [section]))
    .open(now: start, historyLimit: limit)
  // The values that each step back is to find, the latest last.
  var before: [Int64] = []
  var now: Int64 = 0
  for round in 1...40 {
    // Steps are taken back now and then, so that they are not forgotten in order alone.
    let isBack = round % 5 == 0 || round % 7 == 0
    if isBack, let last = before.popLast() {
      try form.undo()
      now = last
    } else {
      try form.set("a", to: .int(Int64(round)))
      before = (before + [now]).suffix(limit)
      now = Int64(round)
    }
    #expect(form.undoCount == before.count && form["a"]?.value == .int(now), "\(round)")
  }
  let latest = now
  let count = before.count
  while let last = before.popLast() {
    try form.undo()
    #expect(form["a"]?.value == .int(last))
  }
  #expect(try form.undo().changes.isEmpty && form.undoCount == 0 && form.redoCount >= count)
  for _ in 0..<count { try form.redo() }
  #expect(form["a"]?.value == .int(latest) && form.undoCount == count)
}

@Test("The graphs that steps keep have so many rows together as a form may have")
func oldestGraphsForgotten() throws {
  let rows = (0..<10).map { RowDefinition(tag: "r\($0)", type: .int) }
  var limits = FormLimits.standard
  limits.rows = 45
  var form = try CompiledForm(
    FormDefinition(sections: [SectionDefinition(rows: rows)]), limits: limits
  )
  .open(now: start)
  for round in 1...9 {
    try form.update { draft in
      draft.setCondition(.hidden, of: "r1", to: ConditionDefinition(.predicate("$r0 == \(round)")))
    }
    #expect(form.undoCount == min(round, 4))
  }
  // Values keep no graph.
  for value in 1...9 { try form.set("r2", to: .int(Int64(value))) }
  #expect(form.undoCount == 13)
  for _ in 0..<13 { try form.undo() }
  #expect(form.undoCount == 0 && form.redoCount == 13)
  try form.set("r0", to: 5)
  #expect(form["r1"]?.isHidden == true && form.inconsistency == nil)
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

@Test("A formula that gave the text that stood there is taken back as one that gave another")
func formulaOfLongTextTakenBack() throws {
  let (own, other) = (String(repeating: "own ", count: 9), String(repeating: "other ", count: 9))
  let row = RowDefinition(tag: "a", type: .text, value: .string(own))
  let given = InputDefinition(name: "given", type: .text, value: .string(own))
  var form = try CompiledForm(
    FormDefinition(inputs: [given], sections: [SectionDefinition(tag: "s", rows: [row])])
  ).open(now: start)
  try form.update { $0.setFormula(of: "a", to: "$given") }
  try form.set("given", to: .string(other))
  #expect(form["a"]?.value == .string(other))
  try form.undo()
  #expect(form["a"]?.value == .string(own))
}

// Of few rows all are counted anew, of many only those that hide are told.
@Test("A refused edit leaves a row hidden that no one had looked for before", arguments: [2, 40])
func refusedBehindHidden(count: Int) throws {
  let tags = ["a", "b"] + (0..<count).map { "c\($0)" }
  var form = try open(
    tags.map { RowDefinition(tag: $0, type: .int) }
      + [RowDefinition(tag: "hides", type: .int, hidden: "$on == 2")])
  try form.set("on", to: 2)
  try form.update { draft in
    draft.swapRows("a", "b")
    draft.swapRows("a", "b")
  }
  #expect(throws: EditError.self) {
    try form.update { draft in
      draft.moveRow("a", to: .end(of: "s"))
      draft.removeRows(["nobody"])
    }
  }
  #expect(form.visibleSections.map { $0.visibleRows.map(\.tag) } == [tags])
  #expect(form.inconsistency == nil)
}

@Test("What decided a row before the last part of a step decides it again")
func decidedWithinAStep() throws {
  var form = try open([RowDefinition(tag: "a", type: .int), RowDefinition(tag: "b", type: .int)])
  for tag in ["a", "b"] {
    try form.update { draft in
      draft.coalesce("hiding")
      draft.setCondition(.hidden, of: tag, to: true)
    }
  }
  #expect(form.undoCount == 1 && form.visibleSections.flatMap(\.visibleRows).isEmpty)
  try form.set("on", to: 2)
  try form.undo()
  #expect(form["a"]?.isHidden == false && form["b"]?.isHidden == false)
  #expect(form.inconsistency == nil)
}

@Test("What changes nothing of the shape is no step, and no change to tell")
func shapeAsItWas() throws {
  let file = """
    { "inputs": { "on": 1 }, "sections": [
      { "tag": "s", "rows": [
        { "tag": "a", "type": "int", "hidden": "$on == 2", "rules": ["required"] },
        { "tag": "b", "type": "int", "calculated": "$a" },
        { "tag": "c", "type": "segmented", "options": ["x", "y"] } ] },
      { "tag": "t", "hidden": "$on == 3", "rows": [{ "tag": "d", "type": "int" }] },
      { "tag": "m", "kind": "multivalued", "allows": ["reorder"], "item": { "type": "int" },
        "value": [1, 2] } ] }
    """
  var form = try CompiledForm.compile(json: file.utf8).open(now: start)
  let edits: [(inout Draft) -> Void] = [
    { $0.moveRow("a", to: .before("b")) },
    { $0.moveRow("d", to: .end(of: "t")) },
    { $0.moveSection("t", to: .after("s")) },
    { draft in
      draft.swapRows("a", "c")
      draft.moveRow("a", to: .before("b"))
      draft.moveRow("c", to: .after("b"))
    },
    { draft in
      draft.swapSections("s", "t")
      draft.swapSections("s", "t")
    },
    { $0.setCondition(.hidden, of: "a", to: "$on == 2") },
    { $0.setCondition(.hidden, ofSection: "t", to: "$on == 3") },
    { $0.setReadOnly(nil) },
    { $0.setRules(of: "a", to: [RuleDefinition(.required)]) },
    { $0.setOptions(of: "c", to: [OptionDefinition("x"), OptionDefinition("y")]) },
    { $0.setFormula(of: "b", to: "$a") },
  ]
  for (index, edit) in edits.enumerated() {
    let changes = try form.update(edit)
    #expect(form.undoCount == 0, "\(index)")
    #expect(changes.evaluatedCount == 0 && changes.listUpdate.isEmpty, "\(index)")
  }
  // Nothing is left to move of items that are back, though they were read anew.
  let changes = try form.update { draft in
    draft.moveItem(in: "m", from: 0, to: 1)
    draft.moveItem(in: "m", from: 0, to: 1)
  }
  #expect(changes.changes.isEmpty && changes.listUpdate.isEmpty)
}

@Test("A section cannot stand next to itself, whatever it is called")
func sectionNextToItself() throws {
  let sections = ["s", "t"].map { SectionDefinition(tag: $0) }
  var form = try CompiledForm(FormDefinition(sections: sections)).open(now: start)
  let id = try #require(form.section("t")?.id)
  let edits: [(SectionName, SectionPosition)] = [
    ("t", .before("t")), ("t", .after(id)), (.id(id), .before("t")), (.id(id), .after("t")),
  ]
  for (name, position) in edits {
    #expect {
      try form.update { $0.moveSection(name, to: position) }
    } throws: {
      "\($0)" == "'t' cannot stand next to itself"
    }
  }
}

extension ListUpdate {
  fileprivate var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && reloads.isEmpty
  }
}

@Test("Rules taken back leave no verdict behind")
func rulesTakenBack() throws {
  var form = try open([RowDefinition(tag: "a", type: .int, value: 5)])
  try form.update { $0.setRules(of: "a", to: [tooMuch]) }
  #expect(form["a"]?.isValid == false)
  try form.set("on", to: 2)
  try form.undo()
  #expect(form["a"]?.isValid == true && form["a"]?.errors == [] && form.canSubmit)
  try form.redo()
  #expect(form["a"]?.isValid == false && !form.canSubmit && form.inconsistency == nil)
}

@Test("A section that takes the place of one that was taken back counts nothing of it")
func sectionAfterAnother() throws {
  var form = try open([])
  func section(_ tag: String, _ rules: [RuleDefinition]) -> SectionDefinition {
    SectionDefinition(
      tag: tag, rows: [RowDefinition(tag: "in_" + tag, type: .int, value: 5, rules: rules)])
  }
  try form.update { $0.insertSections([section("t", [tooMuch])], at: .end) }
  #expect(!form.canSubmit)
  try form.set("on", to: 2)
  try form.undo()
  try form.update { $0.insertSections([section("u", [])], at: .end) }
  #expect(form.section("u")?.isValid == true && form.canSubmit && form.inconsistency == nil)
}

@Test("A default gives its value in the place of one that was taken back")
func defaultAfterAnother() throws {
  var form = try open([])
  func row(_ tag: String) -> RowDefinition {
    RowDefinition(tag: tag, type: .int, defaultFormula: "$on + 1")
  }
  try form.update { $0.insertRows([row("a")], at: .end(of: "s")) }
  try form.set("on", to: 2)
  try form.undo()
  try form.update { $0.insertRows([row("b")], at: .end(of: "s")) }
  #expect(form["b"]?.value == 3)
}

@Test("A problem that came in the second of two edits of one step begins again after that")
func problemOfAStepOfTwo() throws {
  var form = try open([
    RowDefinition(tag: "a", type: .int, value: 1),
    RowDefinition(tag: "b", type: .int, calculated: "6 / $a"),
  ])
  for value in [2, 0] as [Value] {
    try form.update { draft in
      draft.coalesce("typing")
      draft.set("a", to: value)
    }
  }
  #expect(form.problems.map(\.tags) == [["b"]])
  try form.undo()
  #expect(form["a"]?.value == 1 && form.problems.isEmpty)
  #expect(try form.set("a", to: 0).problemsBegan.map(\.tags) == [["b"]])
  #expect(form.problems.map(\.tags) == [["b"]])
}

@Test("That a row was left belongs to the step before, and is taken back and made again with it")
func leftAfterAStep() throws {
  var form = try open([RowDefinition(tag: "a", type: .int)])
  try form.set("a", to: 1)
  try form.update { $0.blur("a") }
  #expect(form["a"]?.wasBlurred == true)
  try form.undo()
  #expect(form["a"]?.wasBlurred == false)
  try form.redo()
  #expect(form["a"]?.wasBlurred == true)
}

@Test("Sections that come, move and go in the transactions of one step are taken back with it")
func sectionsOfMergedSteps() throws {
  let sections = ["s", "t"].map { SectionDefinition(tag: $0) }
  let original = try CompiledForm(FormDefinition(sections: sections)).open(now: start)
  /// One step of several transactions: what it leaves, and the changes that taking it back makes.
  func step(_ edits: [(inout Draft) -> Void]) throws -> (tags: [String?], back: [String]) {
    var form = original
    for edit in edits {
      try form.update { draft in
        edit(&draft)
        draft.coalesce("arranging")
      }
    }
    let tags = form.sections.map(\.tag)
    #expect(form.undoCount == 1 && form.inconsistency == nil)
    let changes = try form.undo()
    #expect(form.sections.map(\.tag) == ["s", "t"] && form.inconsistency == nil)
    try form.redo()
    #expect(form.sections.map(\.tag) == tags)
    return (tags, changes.shapeChanges.map { "\($0.kind) \($0.name ?? "-")" })
  }
  let new = SectionDefinition(tag: "new")
  let came = try step([
    { $0.insertSections([SectionDefinition(tag: "first")], at: .end) },
    { $0.insertSections([new], at: .end) },
  ])
  #expect(came.tags == ["s", "t", "first", "new"])
  #expect(came.back == ["removed first", "removed new"])
  let passed = try step([
    { $0.insertSections([new], at: .end) }, { $0.removeSections(["new"]) },
  ])
  #expect(passed.tags == ["s", "t"] && passed.back == [])
  let moved = try step([
    { $0.moveSection("t", to: .before("s")) }, { $0.removeSections(["t"]) },
  ])
  #expect(moved.tags == ["s"] && moved.back == ["inserted t"])
}

@Test("A sum that is kept by difference follows items that come and go under another input")
func sumUnderAnotherInput() throws {
  let items = ItemsDefinition(
    template: .rows([RowDefinition(tag: "n", type: .int)]), allows: [.insert, .delete],
    value: (1...300).map { ["n": .int($0)] })
  let definition = FormDefinition(
    inputs: [input],
    sections: [
      SectionDefinition(tag: "list", kind: .multivalued(items)),
      SectionDefinition(rows: [
        RowDefinition(tag: "sum", type: .int, calculated: "$list.@sum.n + $on")
      ]),
    ])
  var form = try CompiledForm(definition).open(now: start)
  try form.update { $0.removeItem(in: "list", at: 99) }
  #expect(form["sum"]?.value == 45_051)
  for (on, sum) in [(2, 45_152), (3, 45_053), (4, 45_154)] as [(Int64, Int64)] {
    try form.set("on", to: .int(on))
    if on == 3 { try form.redo() } else { try form.undo() }
    #expect(form["sum"]?.value == .int(sum))
  }
}

@Test("Of a step all is taken back and made again, whatever its two parts, under another input too")
func stepsOfAllParts() throws {
  let edits: [(inout Draft) -> Void] = [
    { $0.set("a", to: 1) }, { $0.set("b", to: 2) }, { $0.blur("a") },
    { $0.insertRows([RowDefinition(tag: "c", type: .int)], at: .before("a")) },
    { $0.removeRows(["b"]) }, { $0.moveRow("b", to: .before("a")) },
    { $0.setCondition(.hidden, of: "b", to: "$a == 0") },
    { $0.setCondition(.disabled, of: "a", to: true) },
    { $0.setFormula(of: "b", to: "$a + 1") },
  ]
  for (index, first) in edits.enumerated() {
    for (other, second) in edits.enumerated() where other != index {
      for input in [1, 2] as [Value] {
        var form = try open([
          RowDefinition(tag: "a", type: .int, value: 0),
          RowDefinition(tag: "b", type: .int, value: 0, disabled: "$on == 2"),
        ])
        let before = FormView(form)
        for edit in [first, second] {
          // What is gone cannot be edited.
          _ = try? form.update { draft in
            draft.coalesce("step")
            edit(&draft)
          }
        }
        let after = FormView(form)
        guard form.undoCount == 1 else { continue }
        try form.set("on", to: input)
        try form.undo()
        try form.set("on", to: 1)
        #expect(FormView(form) == before, "\(index), \(other), \(input)")
        try form.set("on", to: input)
        try form.redo()
        try form.set("on", to: 1)
        #expect(FormView(form) == after, "\(index), \(other), \(input)")
        #expect(form.inconsistency == nil, "\(index), \(other), \(input)")
      }
    }
  }
}

@Test("A row whose condition is taken back under another input counts as what it comes to then")
func conditionTakenBackElsewhere() throws {
  var form = try open([RowDefinition(tag: "r", type: .int, hidden: "$on == 1")])
  #expect(form["r"]?.isHidden == true)
  try form.update { $0.setCondition(.hidden, of: "r", to: "$on == nil") }
  #expect(form["r"]?.isHidden == false)
  // What is put back first is what was decided of the row once.
  try form.set("on", to: 2)
  try form.undo()
  #expect(form["r"]?.isHidden == false && form.inconsistency == nil)
}
