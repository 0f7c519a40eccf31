// Forms that change their shape: what must hold of single edits, each found by random forms first.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// Compiles and opens a form at a fixed time.
private func open(_ sections: [SectionDefinition], inputs: [InputDefinition] = []) throws -> Form {
  try CompiledForm(FormDefinition(inputs: inputs, sections: sections)).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
}

private func people(_ rows: [RowDefinition], _ value: [Value] = []) -> SectionDefinition {
  SectionDefinition(
    tag: "people", kind: .multivalued(ItemsDefinition(template: .rows(rows), value: value)))
}

@Test("After a refused edit of the shape the next one is taken")
func refusedShape() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .int),
        RowDefinition(tag: "b", type: .int, hidden: "$a == 1"),
      ])
  ])
  #expect(throws: EditError.self) { try form.update { $0.removeRows(["a"]) } }
  try form.update { $0.insertRows([RowDefinition(tag: "c", type: .int)], at: .end(of: "s")) }
  #expect(form["c"] != nil && form.inconsistency == nil)
}

@Test("A row that hiding has cleared starts with its default when a host's edit shows it")
func shownByHost() throws {
  let row = RowDefinition(
    tag: "r", type: .int, defaultFormula: "2", hidden: "$a == 1", whenHidden: .clear)
  var form = try open([
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int, value: 1), row])
  ])
  #expect(form["r"]?.value == .null)
  try form.update { $0.setCondition(.hidden, of: "r", to: nil) }
  #expect(form["r"]?.value == 2 && form.inconsistency == nil)
  try form.undo()
  #expect(form["r"]?.value == .null && form.inconsistency == nil)
}

@Test("What comes and goes in one transaction is no step, though the form was compiled again")
func comesAndGoes() throws {
  var form = try open([
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int, required: true)])
  ])
  try form.set("a", to: 1)
  try form.undo()
  let changes = try form.update { draft in
    draft.insertRows([RowDefinition(tag: "b", type: .int, hidden: "$a == 1")], at: .after("a"))
    draft.removeRows(["b"])
  }
  #expect(changes.isEmpty && form.undoCount == 0 && form.redoCount == 1)
}

@Test("An option that another condition decides after a row has moved is left out")
func otherDecider() throws {
  let option = OptionDefinition("x", hidden: "$a > 3")
  var form = try open([
    SectionDefinition(
      tag: "first", whenHidden: .nil,
      rows: [RowDefinition(tag: "a", type: .int, value: 5, hidden: true, disabled: "$a > 3")]),
    SectionDefinition(
      tag: "second", rows: [RowDefinition(tag: "pick", type: .segmented, options: [option])]),
  ])
  #expect(form["pick"]?.options?.count == 1)
  try form.update { draft in draft.moveRow("a", to: .end(of: "second")) }
  #expect(form["pick"]?.options?.isEmpty == true && form.inconsistency == nil)
}

@Test("Of several steps taken back at once, none leaves what it brought")
func severalSteps() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .int), RowDefinition(tag: "h", type: .int, hidden: "$a == 3"),
        RowDefinition(tag: "x", type: .int),
      ])
  ])
  let step = try form.update { draft in draft.setCondition(.hidden, of: "h", to: nil) }
  let token = try #require(step.token)
  try form.update { $0.setCondition(.required, of: "x", to: true) }
  #expect(!form.canSubmit)
  try form.setNow(Date(timeIntervalSinceReferenceDate: 5))
  try form.undo(to: token)
  #expect(form.canSubmit && form["x"]?.isValid == true && form.inconsistency == nil)
}

@Test("What reads a row that a new condition hides follows that one, and the old one no more")
func newConditionHides() throws {
  var form = try CompiledForm(
    FormDefinition(
      sections: [
        SectionDefinition(
          rows: ["old", "new"].map { RowDefinition(tag: $0, type: .switch) } + [
            RowDefinition(tag: "a", type: .int, value: 5, hidden: "$old == YES"),
            RowDefinition(tag: "b", type: .int, calculated: "$a"),
          ])
      ], whenHidden: .nil)
  ).open(now: Date(timeIntervalSinceReferenceDate: 0))
  try form.update { $0.setCondition(.hidden, of: "a", to: "$new == YES") }
  #expect(form["b"]?.value == 5)
  try form.set("new", to: true)
  #expect(form["b"]?.value == .null)
  try form.set("new", to: false)
  #expect(form["b"]?.value == 5)
  let changes = try form.set("old", to: true)
  #expect(form["b"]?.value == 5 && changes.evaluatedCount == 0)
  #expect(form.inconsistency == nil)
}

/// A calculated row cannot be cleared: it reads as nil while it is hidden, so it would hide itself.
@Test("A condition that comes with a formula reads the row as the formula makes it")
func conditionWithFormula() throws {
  var form = try CompiledForm(
    FormDefinition(
      sections: [
        SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int)]),
        SectionDefinition(tag: "t", rows: [RowDefinition(tag: "b", type: .int)]),
      ], whenHidden: .clear)
  ).open(now: Date(timeIntervalSinceReferenceDate: 0))
  #expect(throws: EditError.self) {
    try form.update {
      $0.setCondition(.hidden, ofSection: "s", to: "$a == 1")
      $0.setFormula(of: "a", to: "$b + 1")
    }
  }
  #expect(form.inconsistency == nil)
}

@Test("What an item is given stands in the place of a default, and so does what is set at once")
func givenForDefault() throws {
  let rows = [
    RowDefinition(tag: "a", type: .int),
    RowDefinition(tag: "b", type: .int, defaultFormula: "$a + 1"),
  ]
  var form = try open([
    people(rows, [["a": 1, "b": 9], ["a": 1]]), SectionDefinition(tag: "s"),
  ])
  #expect(form["people[0].b"]?.value == 9)
  #expect(form["people[1].b"]?.value == 2)
  try form.update { draft in
    draft.insertItem(in: "people", at: 0, value: ["a": 4, "b": 7])
    draft.insertRows([RowDefinition(tag: "c", type: .int, defaultFormula: "5")], at: .end(of: "s"))
    draft.set("c", to: 6)
  }
  #expect(form["people[0].b"]?.value == 7)
  #expect(form["c"]?.value == 6)
}

@Test("A plain item that is given nil has what the template says")
func plainItemWithoutValue() throws {
  let item = RowDefinition(type: .text, value: "new")
  var form = try open([
    SectionDefinition(
      tag: "list", kind: .multivalued(ItemsDefinition(template: .item(item), value: [.null])))
  ])
  #expect(form["list[0]"]?.value == .null, "at the start nil is a value like any other")
  try form.update { $0.insertItem(in: "list", at: 0) }
  #expect(form["list[0]"]?.value == "new")
}

@Test("Rules that come to a row decide at once whether the row and its section are valid")
func rulesThatCome() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .int, value: 1),
        RowDefinition(tag: "row", type: .label, hidden: "$a.isValid == YES"),
        RowDefinition(tag: "all", type: .label, hidden: "$t.isValid == YES"),
      ]), SectionDefinition(tag: "t", rows: [RowDefinition(tag: "b", type: .int, value: 1)]),
  ])
  try form.update { draft in
    draft.setRules(of: "a", to: [RuleDefinition(.predicate("SELF != 2"))])
    draft.setRules(of: "b", to: [RuleDefinition(.predicate("SELF != 2"))])
  }
  #expect(form["row"]?.isHidden == true && form["all"]?.isHidden == true)
  try form.update { draft in
    draft.set("a", to: 2)
    draft.set("b", to: 2)
  }
  #expect(form["row"]?.isHidden == false && form["all"]?.isHidden == false)
  #expect(form.inconsistency == nil)
}

@Test("Nothing is left of an item that goes in what is read of all items")
func itemThatGoes() throws {
  var rows = [RowDefinition(tag: "a", type: .int, hidden: "$item.index > 5")]
  rows[0].whenHidden = .nil
  var form = try open([
    people(rows, [["a": 1], ["a": 2]]),
    SectionDefinition(
      rows: [RowDefinition(tag: "sum", type: .int, calculated: "$people.@sum.a")]),
  ])
  let nodes = { (form: Form) in
    form.topology.graph.nodes.inUse.reduce(0) {
      $0 + form.outline.nodes(of: $1, in: form.topology).count
    }
  }
  let before = nodes(form)
  for _ in 0..<10 {
    try form.update { $0.insertItem(in: "people", at: 0, value: ["a": 3]) }
    #expect(form["sum"]?.value == 6)
    try form.update { $0.removeItem(in: "people", at: 0) }
  }
  #expect(form["sum"]?.value == 3)
  #expect(nodes(form) == before && form.inconsistency == nil)
}

@Test("What is reassigned is read when all edits are applied")
func reassignedBeforeRemoval() throws {
  let rows = ["a", "b"].map { RowDefinition(tag: $0, type: .int) }
  var form = try open([SectionDefinition(tag: "s", rows: rows)])
  let json = form.json
  #expect(throws: EditError.self) {
    try form.update { draft in
      draft.setCondition(.hidden, of: "a", to: "$b == 1")
      draft.removeRows(["b"])
    }
  }
  #expect(form.json == json)
  try form.update { draft in
    draft.setCondition(.hidden, of: "a", to: "$c == 1")
    draft.insertRows([RowDefinition(tag: "c", type: .int, value: 1)], at: .end(of: "s"))
    draft.setRules(of: "c", to: [RuleDefinition(.predicate("SELF == 1"))])
  }
  #expect(form["a"]?.isHidden == true)
  #expect(form.conditionCount == 2 && form.inconsistency == nil)
}

@Test("A new item is ranked as its prototype is after the same transaction")
func itemBesideRebinding() throws {
  var sum = RowDefinition(tag: "sum", type: .int, calculated: "$a + $x", hidden: "$a == 5")
  sum.whenHidden = .keep
  var outside = SectionDefinition(
    tag: "s", hidden: "$y == 1",
    rows: [RowDefinition(tag: "x", type: .int, value: 1)])
  outside.whenHidden = .clear
  var form = try open([
    SectionDefinition(tag: "t", rows: [RowDefinition(tag: "y", type: .int)]), outside,
    people([RowDefinition(tag: "a", type: .int), sum], [["a": 1]]),
  ])
  // Without anything stored to clear, the row is read otherwise by all items, old and new.
  try form.update { draft in
    draft.insertItem(in: "people", at: 0, value: ["a": 2])
    draft.setFormula(of: "x", to: "2")
  }
  #expect(form["people[0].sum"]?.value == 4 && form["people[1].sum"]?.value == 3)
  #expect(form.inconsistency == nil)
}

@Test("A section cannot stand next to itself, whatever it is called")
func besideItself() throws {
  var form = try open(["s", "t"].map { SectionDefinition(tag: $0) })
  let id = try #require(form.section("t")?.id)
  for position in [SectionPosition.before(id), .after("t")] {
    #expect(throws: EditError.self) {
      try form.update { $0.moveSection(SectionName("t"), to: position) }
    }
    #expect(throws: EditError.self) { try form.update { $0.moveSection(id, to: position) } }
  }
  #expect(form.sections.map(\.tag) == ["s", "t"])
}

@Test("Nobody sees what was set before the row got its formula in the same transaction")
func setBeforeFormula() throws {
  var form = try open([
    SectionDefinition(
      rows: [
        RowDefinition(tag: "a", type: .int, value: 1),
        RowDefinition(tag: "b", type: .int, hidden: "$a == 2"),
      ])
  ])
  let changes = try form.update { draft in
    draft.set("a", to: 2)
    draft.setFormula(of: "a", to: "1")
  }
  #expect(changes.evaluatedCount == 1 && changes.changes.isEmpty)
  try form.undo()
  #expect(form["a"]?.value == 1 && form["b"]?.isHidden == false)
}

@Test("Rows and sections that come and go in one transaction leave nothing, however many they are")
func comeAndGo() throws {
  var form = try open([SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int)])])
  let before = form.content
  let rows = (0..<5_000).map {
    RowDefinition(
      tag: "r\($0)", type: .int, hidden: ConditionDefinition(.predicate("$a == \($0 % 7)")))
  }
  let changes = try form.update { draft in
    draft.insertRows(rows, at: .end(of: "s"))
    draft.insertSections(
      [
        SectionDefinition(
          tag: "t", rows: [RowDefinition(tag: "b", type: .int, calculated: "$none")])
      ], at: .end)
    draft.removeSections(["t"])
    draft.removeRows(rows.dropLast().map { $0.tag ?? "" })
  }
  #expect(changes.evaluatedCount == 1)
  #expect(form["r4999"]?.isHidden == false && form["r4998"] == nil && form["b"] == nil)
  #expect(form.inconsistency == nil)
  try form.update { $0.removeRows(["r4999"]) }
  #expect(form.content == before && form.inconsistency == nil)
}

@Test("What hid or disabled an option decides nothing once there are others")
func conditionsOfFormerOptions() throws {
  let options: OptionSource = [
    OptionDefinition("a", hidden: "$s == 1"), OptionDefinition("b", disabled: "$s == 2"),
  ]
  var form = try open([
    SectionDefinition(
      rows: [
        RowDefinition(tag: "s", type: .int),
        RowDefinition(tag: "c", type: .segmented, options: options),
      ])
  ])
  #expect(form.conditionCount == 2)
  let many = ["a", "b", "c"].map { OptionDefinition(.string($0)) }
  try form.update { $0.setOptions(of: "c", to: many) }
  #expect(form["c"]?.options == many && form["c"]?.disabledOptions == [])
  try form.set("c", to: "c", as: .user)
  try form.update { $0.setOptions(of: "c", to: [OptionDefinition("a")]) }
  #expect(form.conditionCount == 0 && form.inconsistency == nil)
  #expect(try form.set("s", to: 1).evaluatedCount == 0)
  // Nothing reads it any more, so that it can go.
  try form.update { $0.removeRows(["s"]) }
  #expect(form["s"] == nil && form.inconsistency == nil)
}

@Test("A section's condition that is set where the section comes or goes at once is read once")
func conditionsOfPassingSections() throws {
  let on = RowDefinition(tag: "on", type: .switch)
  var form = try open([
    SectionDefinition(tag: "s", rows: [on]),
    SectionDefinition(tag: "t", rows: [RowDefinition(tag: "a", type: .int)]),
  ])
  let count = form.conditionCount
  try form.update { draft in
    draft.setCondition(.hidden, ofSection: "t", to: "$on == YES")
    draft.removeSections(["t"])
  }
  #expect(form.conditionCount == count && form.inconsistency == nil)
  try form.undo()
  try form.set("on", to: true)
  #expect(form.section("t")?.isHidden == false, "it has the condition it had before")
  let changes = try form.update { draft in
    draft.insertSections([SectionDefinition(tag: "new")], at: .end)
    draft.setCondition(.hidden, ofSection: "new", to: "$on == YES")
  }
  #expect(changes.evaluatedCount == 1 && form.inconsistency == nil)
  #expect(form.section("new")?.isHidden == true)
  try form.set("on", to: false)
  #expect(form.section("new")?.isHidden == false)
}

@Test("Rows that come hidden and disabled are so, however many come at once")
func manyRowsThatComeHidden() throws {
  var form = try open([SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int)])])
  let rows = (0..<200).map { index in
    RowDefinition(
      tag: "r\(index)", type: .int, hidden: index % 2 == 0 ? true : nil, disabled: true)
  }
  let changes = try form.update { $0.insertRows(rows, at: .end(of: "s")) }
  #expect(form.sections[0].visibleRows.count == 101)
  #expect(changes.listUpdate.inserts.count == 100 && changes.listUpdate.deletes.isEmpty)
  #expect(changes.count(of: .hidden) == changes.changes.count { $0.property == .hidden })
  #expect(changes.changes.map(\.property) == [])
  #expect(form.inconsistency == nil)
  try form.undo()
  #expect(form.sections[0].visibleRows.count == 1)
}

@Test("Items that come with hidden rows have them hidden, however many come at once")
func manyItemsThatComeHidden() throws {
  let rows = [
    RowDefinition(tag: "n", type: .int), RowDefinition(tag: "off", type: .int, hidden: true),
    RowDefinition(tag: "fixed", type: .int, disabled: true),
  ]
  var form = try open([people(rows)])
  let changes = try form.update { draft in
    for index in 0..<100 { draft.insertItem(in: "people", at: index) }
  }
  #expect(form.sections[0].visibleRows.count == 200)
  #expect(changes.listUpdate.inserts.count == 200 && changes.changes.isEmpty)
  #expect(form.inconsistency == nil)
  try form.set("people[99].off", to: 1)
  #expect(form["people[99].off"]?.isHidden == true && form["people[99].fixed"]?.isDisabled == true)
  #expect(form.sections[0].visibleRows.count == 200)
  try form.undo()
  try form.undo()
  #expect(form.sections[0].rows.isEmpty && form.inconsistency == nil)
}

@Test("A name that stands for items now, or for a row, is read as what it is")
func namesOfAnotherKind() throws {
  let counted = RowDefinition(tag: "r", type: .text, hidden: "$people.@count > 1")
  let row = SectionDefinition(
    tag: "t",
    rows: [
      RowDefinition(
        tag: "people", type: .multipleSelector, value: [1, 2],
        options: [OptionDefinition(1), OptionDefinition(2), OptionDefinition(3)])
    ])
  let items = people([RowDefinition(tag: "n", type: .int)], [["n": 1]])
  let list = SectionDefinition(
    tag: "list", kind: .multivalued(ItemsDefinition(template: .item(.init(type: .int)))))
  var form = try open([SectionDefinition(tag: "s", rows: [counted]), items, list])
  #expect(form["r"]?.isHidden == false)
  try form.update { draft in
    draft.removeSections(["people"])
    draft.insertSections([row], at: .end)
  }
  #expect(form["r"]?.isHidden == true && form.inconsistency == nil)
  try form.set("people", to: [3])
  #expect(form["r"]?.isHidden == false)
  try form.update { draft in
    draft.removeSections(["t"])
    draft.insertSections([items], at: .end)
  }
  #expect(form["r"]?.isHidden == false && form.inconsistency == nil)
  try form.update { $0.insertItem(in: "people", at: 0) }
  #expect(form["r"]?.isHidden == true)
}

@Test("What reads whether a row is valid follows what comes to hide the row")
func validityOfARowThatHides() throws {
  var form = try open(
    [
      SectionDefinition(
        tag: "s",
        rows: [
          RowDefinition(tag: "a", type: .int, required: true),
          RowDefinition(tag: "r", type: .text, hidden: "$a.isValid == YES"),
        ])
    ], inputs: [InputDefinition(name: "on", type: .int, value: 1)])
  #expect(form["r"]?.isHidden == false)
  try form.update { $0.setCondition(.hidden, of: "a", to: "$on == 2") }
  try form.set("on", to: 2)
  #expect(form["r"]?.isHidden == true, "a hidden row is valid")
  try form.update { $0.setCondition(.hidden, of: "a", to: "$on == 3") }
  #expect(form["r"]?.isHidden == false && form.inconsistency == nil)
}

@Test("What reads a row that moves reads it as hidden values are read where it stands")
func readersOfARowThatMoves() throws {
  let policies: [(HiddenValues, HiddenValues)] = [(.keep, .nil), (.nil, .keep), (.keep, .clear)]
  for (old, new) in policies {
    var form = try open(
      [
        SectionDefinition(
          tag: "old", whenHidden: old,
          rows: [RowDefinition(tag: "a", type: .int, value: 5, hidden: "$on == 2")]),
        SectionDefinition(tag: "new", whenHidden: new),
        SectionDefinition(
          tag: "s", rows: [RowDefinition(tag: "r", type: .text, hidden: "$a == nil")]),
      ], inputs: [InputDefinition(name: "on", type: .int, value: 1)])
    try form.update { $0.moveRow("a", to: .end(of: "new")) }
    try form.set("on", to: 2)
    #expect(form["r"]?.isHidden == (new != .keep), "\(old) to \(new)")
    #expect(form.inconsistency == nil, "\(old) to \(new)")
  }
}

@Test("Places among visible rows are those before the form settles")
func placesBeforeSettling() throws {
  let rows =
    [
      RowDefinition(tag: "on", type: .switch),
      RowDefinition(tag: "a", type: .int, hidden: "$on == YES"),
    ]
    + ["b", "c"].map { RowDefinition(tag: $0, type: .int) }
  let new = RowDefinition(tag: "x", type: .int)
  var form = try open([SectionDefinition(tag: "s", rows: rows)])
  try form.update { draft in
    draft.insertRows([RowDefinition(tag: "h", type: .int, hidden: true)], at: .before("on"))
    draft.insertRows([new], at: .at(1, in: "s", among: .visible))
  }
  #expect(form.sections[0].rows.map(\.tag) == ["h", "x", "on", "a", "b", "c"])
  #expect(form.sections[0].visibleRows.map(\.tag) == ["x", "on", "a", "b", "c"])
  try form.undo()
  try form.update { draft in
    draft["on"] = true
    draft.insertRows([new], at: .at(2, in: "s", among: .visible))
  }
  #expect(form.sections[0].rows.map(\.tag) == ["on", "a", "x", "b", "c"])
  #expect(form.sections[0].visibleRows.map(\.tag) == ["on", "x", "b", "c"])
  #expect(form.inconsistency == nil)
}

@Test("A section is dirty that has other items than when the form opened, and no other one")
func otherItems() throws {
  let opened = try open([
    SectionDefinition(
      tag: "people",
      kind: .multivalued(
        ItemsDefinition(
          template: .rows([RowDefinition(tag: "a", type: .int)]),
          allows: [.insert, .delete, .reorder], value: [["a": 1], ["a": 2]]))),
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "x", type: .int)]),
  ])
  #expect(!opened.isDirty && opened.isDirty("people") == false)
  let edits: [(inout Draft) -> Void] = [
    { $0.removeItem(in: "people", at: 1) }, { $0.insertItem(in: "people", at: 2) },
    { $0.moveItem(in: "people", from: 0, to: 1) },
    { draft in
      draft.removeItem(in: "people", at: 0)
      draft.insertItem(in: "people", at: 1, value: ["a": 3])
    },
  ]
  for edit in edits {
    var form = opened
    try form.update(edit)
    #expect(form.isDirty && form.isDirty("people") == true && form.isDirty("s") == false)
    try form.undo()
    #expect(!form.isDirty)
  }
  var form = opened
  try form.update { $0.insertSections([SectionDefinition(tag: "new")], at: .end) }
  #expect(!form.isDirty && form.isDirty("new") == false)
}

@Test("A section that has too few items has too few after one has come and gone at once")
func tooFewStill() throws {
  var form = try open(
    [
      SectionDefinition(
        tag: "list",
        kind: .multivalued(
          ItemsDefinition(
            template: .item(RowDefinition(type: .int)), allows: [.insert, .delete], minimum: 2,
            value: [1])))
    ], inputs: [InputDefinition(name: "i", type: .int, value: 1)])
  #expect(!form.canSubmit)
  try form.update { draft in
    draft.insertItem(in: "list", at: 0)
    draft.removeItem(in: "list", at: 0)
  }
  #expect(!form.canSubmit && form.inconsistency == nil)
  try form.update { $0.insertItem(in: "list", at: 0) }
  #expect(form.canSubmit)
  // What is taken back under another input is counted anew.
  try form.set("i", to: 2)
  try form.undo()
  #expect(!form.canSubmit && form.inconsistency == nil)
  try form.set("i", to: 3)
  try form.redo()
  #expect(form.canSubmit && form.inconsistency == nil)
}

@Test("A row that comes and is invalid is told among what disables a button that submits")
func invalidRowComes() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .text),
        RowDefinition(.button, "go", title: "Go") { $0.submits = true },
      ])
  ])
  let name = RowDefinition(tag: "name", type: .text, required: true)
  let came = try form.update { $0.insertRows([name], at: .end(of: "s")) }
  let blocked = try #require(came.changes.first { $0.tag == "go" })
  #expect(blocked.property == .disabled && blocked.new == .bool(true))
  #expect(blocked.because == ["name"])
  #expect(came.listUpdate.reloads == [ListPlace(section: 0, row: 1)])

  let filled = try form.set("name", to: "Ada")
  let freed = try #require(filled.changes.first { $0.tag == "go" })
  #expect(freed.property == .disabled && freed.new == .bool(false))
  #expect(freed.because == ["name"])
  #expect(filled.count(of: .valid) == 1 && filled.canSubmit == (false, true))
}

@Test("Rows that count as valid otherwise are counted as they are listed")
func countsOfOtherValidity() throws {
  // More rows than a page of words has, each required where it is shown; `h` hides half of them.
  let rows = (0..<5_000).map { number in
    RowDefinition(
      tag: "r\(number)", type: .text, hidden: number.isMultiple(of: 2) ? "$h == true" : nil,
      required: "$q == true")
  }
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "h", type: .switch), RowDefinition(tag: "q", type: .switch),
      ] + rows)
  ])
  let expected =
    [
      (["q": true], 5_000), (["h": true], 2_500), (["q": false], 2_500), (["h": false], 0),
      (["h": true, "q": true], 2_500), (["h": false, "q": false], 2_500), (["r1": "x"], 0),
    ] as [([String: Value], Int)]
  for (values, count) in expected {
    let changes = try form.update { draft in
      for (tag, value) in values { draft[tag] = value }
    }
    #expect(changes.count(of: .valid) == count)
    #expect(changes.changes.count { $0.property == .valid } == count)
  }
}

@Test("Few changes of a long section are listed in the order of its rows, also once one was moved")
func listsFewOfMany() throws {
  var form = try open([
    SectionDefinition(
      tag: "s", rows: (0..<100).map { RowDefinition(tag: "r\($0)", type: .int) })
  ])
  try form.update { $0.moveRow("r3", to: .end(of: "s")) }
  let changes = try form.update { draft in
    for row in [3, 50, 40] { draft["r\(row)"] = .int(1) }
  }
  #expect(changes.changes.map(\.tag) == ["r40", "r50", "r3"])
  #expect(changes.listUpdate.reloads.map(\.row) == [39, 49, 99])
}

@Test("A tag that is taken in another Unicode normal form is refused, wherever it comes from")
func tagsInOtherNormalForms() throws {
  let (composed, decomposed) = ("\u{E9}", "e\u{301}")
  for (old, new) in [(composed, decomposed), (decomposed, composed)] {
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "s", rows: [RowDefinition(tag: old, type: .int)])
      ])
    ).open(now: Date(timeIntervalSinceReferenceDate: 0))
    let before = form.json
    let items = ItemsDefinition(template: .rows([RowDefinition(tag: new, type: .int)]))
    let sections = [
      SectionDefinition(tag: new),
      SectionDefinition(tag: "t", rows: [RowDefinition(tag: new, type: .int)]),
      SectionDefinition(tag: "t", kind: .multivalued(items)),
    ]
    for section in sections {
      let refusal = #expect(throws: EditError.self) {
        try form.update { $0.insertSections([section], at: .end) }
      }
      #expect(refusal?.reasons.first?.message.contains("normal form") == true)
    }
    let refusal = #expect(throws: EditError.self) {
      try form.update { $0.insertRows([RowDefinition(tag: new, type: .int)], at: .end(of: "s")) }
    }
    #expect(refusal?.reasons.first?.message.contains("normal form") == true)
    #expect(form.json == before)
  }
}

@Test("A text is read anew where a name stands for plain items that stood for objects")
func plainItemsForObjects() throws {
  func section(_ items: ItemsDefinition) -> SectionDefinition {
    SectionDefinition(tag: "p", kind: .multivalued(items))
  }
  let objects = section(
    ItemsDefinition(
      template: .rows([RowDefinition(tag: "x", type: .int)]), value: [["x": 1], ["x": 5]]))
  let plain = section(
    ItemsDefinition(template: .item(RowDefinition(type: .int)), value: [1, 5]))
  let rest = SectionDefinition(
    tag: "s", rows: [RowDefinition(tag: "a", type: .int, calculated: "$p.x.@count")])
  let start = Date(timeIntervalSinceReferenceDate: 0)
  var form = try CompiledForm(FormDefinition(sections: [objects, rest])).open(now: start)
  #expect(form["a"]?.value == 2)
  try form.update {
    $0.removeSections(["p"])
    $0.insertSections([plain], at: .end)
  }
  let fresh = try CompiledForm(FormDefinition(sections: [rest, plain])).open(now: start)
  #expect(form["a"]?.value == fresh["a"]?.value && form["a"]?.value == .null)
  #expect(form.problems.map(\.message) == fresh.problems.map(\.message))
}

@Test("A warning of what is asked of a row is told of each text")
func warningsOfEachPlace() throws {
  let compiled = try CompiledForm.compile(
    json: #"""
      {"sections": [{"rows": [{"tag": "o", "type": "custom", "value": {"isHidden": 1}},
        {"tag": "a", "type": "text", "hidden": "$o.isHidden == YES"},
        {"tag": "b", "type": "text", "hidden": "$o.isHidden == YES"}]}]}
      """#.utf8)
  #expect(
    compiled.warnings.map(\.path.description) == [
      "sections[0].rows[1].hidden", "sections[0].rows[2].hidden",
    ])
}
