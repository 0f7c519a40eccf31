// What an edit costs, in evaluations: counted in the one function that runs a condition, and told
// by name, so that the tests also prove what did not run.

@testable import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 0)

/// The texts that ran in a transaction, in order.
private func log(_ changes: ChangeSet) -> [String] {
  changes.evaluations.compactMap { node in
    changes.topology.node(node)?.run.map { changes.topology.text(of: $0).text }
  }
}

private func form(_ rows: [RowDefinition]) throws -> Form {
  try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)])).open(now: start)
}

@Test("A change runs what it reaches, in order, and stops where nothing changed")
func cutOff() throws {
  var form = try form([
    RowDefinition(tag: "a", type: .int, value: 1),
    RowDefinition(tag: "big", type: .check, calculated: "TERNARY($a > 10, YES, NO)"),
    RowDefinition(tag: "x", type: .text, hidden: "$big == YES"),
    RowDefinition(tag: "y", type: .text, hidden: "$x.isHidden == YES"),
    RowDefinition(tag: "other", type: .int, value: 1),
    RowDefinition(tag: "z", type: .text, hidden: "$other > 10"),
  ])
  // The value changes, what is computed from it does not: nothing below runs.
  #expect(log(try form.set("a", to: 2)) == ["TERNARY($a > 10, YES, NO)"])
  #expect(
    log(try form.set("a", to: 11))
      == ["TERNARY($a > 10, YES, NO)", "$big == YES", "$x.isHidden == YES"])
  #expect(log(try form.set("other", to: 2)) == ["$other > 10"])
  #expect(log(try form.set("x", to: "nobody reads this")) == [])
}

@Test("A fact that two conditions decide is settled once, after both")
func diamond() throws {
  let definition = FormDefinition(sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "a", type: .switch),
      RowDefinition(tag: "late", type: .check, calculated: "TERNARY($a == YES, NO, YES)"),
    ]),
    SectionDefinition(
      tag: "s", hidden: "$a == YES",
      rows: [RowDefinition(tag: "r", type: .text, hidden: "$late == YES")]),
    SectionDefinition(rows: [
      RowDefinition(tag: "reader", type: .text, hidden: "$r.isHidden == YES")
    ]),
  ])
  var form = try CompiledForm(definition).open(now: start)
  #expect(form["r"]?.isHidden == true)
  // The section begins to hide the row in the same moment as the row stops hiding itself: the row
  // is as hidden as before, and whoever reads that is left alone.
  let changes = try form.set("a", to: true)
  #expect(form["r"]?.isHidden == true)
  #expect(form["r"]?.isHiddenItself == false)
  #expect(
    log(changes) == ["TERNARY($a == YES, NO, YES)", "$a == YES", "$late == YES"]
      || log(changes) == ["$a == YES", "TERNARY($a == YES, NO, YES)", "$late == YES"])
}

@Test("A35: three hundred rows that observe one switch are one condition and one change set")
func oneSwitch() throws {
  let observers = (0..<300).map {
    RowDefinition(tag: "r\($0)", type: .text, hidden: "$switchTag == false")
  }
  let bystanders = (0..<300).map {
    RowDefinition(tag: "b\($0)", type: .text, hidden: "$other == false")
  }
  var form = try form(
    [
      RowDefinition(tag: "switchTag", type: .switch), RowDefinition(tag: "other", type: .switch),
    ] + observers + bystanders)
  let changes = try form.set("switchTag", to: true)
  #expect(log(changes) == ["$switchTag == false"])
  #expect(changes.shown == (0..<300).map { "r\($0)" })
  #expect(changes.hidden == [])
}

@Test("A35: three hundred conditions that differ run once each")
func distinctConditions() throws {
  let observers = (0..<300).map {
    RowDefinition(
      tag: "r\($0)", type: .text,
      hidden: ConditionDefinition(.predicate("$switchTag == false OR $n > \($0)")))
  }
  var form = try form(
    [RowDefinition(tag: "switchTag", type: .switch), RowDefinition(tag: "n", type: .int, value: 0)]
      + observers)
  let changes = try form.set("switchTag", to: true)
  #expect(changes.evaluatedCount == 300)
  #expect(Set(changes.evaluations).count == 300)
  #expect(changes.shown.count == 300)
}

@Test(
  "A long chain of calculated rows, declared backwards, settles right and each row once",
  arguments: depth(quick: 2_000, full: 10_000))
func reverseChain(depth count: Int) throws {
  let rows = (1...count).reversed().map {
    RowDefinition(tag: "c\($0)", type: .int, calculated: "$c\($0 - 1) + 1")
  }
  var form = try form(rows + [RowDefinition(tag: "c0", type: .int, value: 0)])
  #expect(form["c\(count)"]?.value == .int(Int64(count)))
  let changes = try form.set("c0", to: 5)
  #expect(form["c\(count)"]?.value == .int(Int64(count + 5)))
  #expect(changes.evaluatedCount == count)
  #expect(Set(changes.evaluations).count == count)
}

@Test("Equal conditions are one node, whatever their blanks; other slots are another")
func consing() throws {
  let form = try form([
    RowDefinition(tag: "a", type: .int), RowDefinition(tag: "b", type: .int),
    RowDefinition(tag: "x", type: .text, hidden: "$a > 3"),
    RowDefinition(tag: "y", type: .text, disabled: "$a  >  3"),
    RowDefinition(tag: "z", type: .text, hidden: "$b > 3"),
    RowDefinition(tag: "w", type: .text, hidden: "$b > 4"),
  ])
  #expect(form.topology.directory.conditionCount == 3)
  #expect(form.topology.graph.programs.count == 2)
}

@Test("A copy of a form is its own")
func copies() throws {
  var form = try form([
    RowDefinition(tag: "a", type: .int), RowDefinition(tag: "x", type: .text, hidden: "$a > 3"),
  ])
  let copy = form
  try form.set("a", to: 4)
  #expect(form["x"]?.isHidden == true)
  #expect(copy["x"]?.isHidden == false)
}

@Test("A strict form refuses an edit after which a condition cannot be evaluated")
func strict() throws {
  let definition = FormDefinition(sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "a", type: .int, value: 1),
      RowDefinition(tag: "b", type: .int, value: 1),
      RowDefinition(tag: "c", type: .int, calculated: "$a / $b"),
      RowDefinition(tag: "d", type: .text, hidden: "$c == 2"),
    ])
  ])
  let compiled = try CompiledForm(definition)
  var form = try compiled.open(now: start, inputs: [:], isStrict: true)
  try form.set("a", to: 2)
  let before = form.json
  #expect(throws: EditError.self) { try form.set("b", to: 0) }
  #expect(form.json == before)
  #expect(form.problems.isEmpty)
  #expect(form["d"]?.isHidden == true)
  let after = try form.set("b", to: 2)
  #expect(after.changes.map(\.tag) == ["b", "c", "d"])

  var lenient = compiled.open(now: start)
  let changes = try lenient.set("b", to: 0)
  #expect(changes.problemsBegan.map(\.message) == ["an integer is divided by zero"])
  #expect(changes.problemsBegan.map(\.tags) == [["c"]])
  #expect(lenient["c"]?.value == .null)
}

@Test("The nodes that a transaction marks are counted, each once")
func marks() throws {
  let rows = [
    RowDefinition(tag: "a", type: .int, value: 1),
    RowDefinition(tag: "b", type: .int, value: 1),
    RowDefinition(tag: "h", type: .int, hidden: "$a > 1 OR $b > 1"),
    RowDefinition(tag: "c", type: .int, calculated: "$a + $b"),
    RowDefinition(tag: "d", type: .int, calculated: "$c * $c"),
    RowDefinition(
      tag: "r", type: .int, value: 50, rules: [RuleDefinition(.predicate("SELF < $d"))]),
    RowDefinition(tag: "e", type: .int, hidden: "$h.isHidden == YES"),
  ]
  var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
  // Both conditions, both formulas, the rule, and what two of them say of their rows.
  var changes = try form.update { draft in
    draft["a"] = 5
    draft["b"] = 6
  }
  #expect(changes.evaluatedCount == 5)
  #expect(changes.markCount == 7)
  // The condition and the sum are what they were, so that nothing behind them is marked.
  changes = try form.update { draft in
    draft["a"] = 6
    draft["b"] = 5
  }
  #expect(changes.evaluatedCount == 2)
  #expect(changes.markCount == 2)
  changes = try form.undo()
  #expect(changes.markCount == 0)
  // Refused, so that what it has marked is nobody's.
  #expect(throws: EditError.self) { try form.update { $0["c"] = 1 } }
  changes = try form.set("a", to: 5)
  #expect(changes.markCount == 0)

  let chain = (0..<100).map { place in
    RowDefinition(
      tag: "x\(place)", type: .int, calculated: place == 0 ? "$a" : "$x\(place - 1) + 1")
  }
  form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [rows[0]] + chain)]))
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
  changes = try form.set("a", to: 2)
  #expect(changes.evaluatedCount == 100 && changes.markCount == 100)
}

@Test("Ranks taken from the queue come in order, each once")
func queue() {
  var queue = StaleQueue()
  queue.grow(to: 10_000)
  for rank in [9_999, 0, 4_095, 4_096, 64, 63, 0, 9_999] { queue.insert(rank) }
  var taken: [Int] = []
  while let rank = queue.popFirst() {
    taken.append(rank)
    if rank == 64 { queue.insert(5_000) }
  }
  #expect(taken == [0, 63, 64, 4_095, 4_096, 5_000, 9_999])
  let isEmpty = queue.isEmpty
  #expect(isEmpty)
  queue.insert(7)
  #expect(queue.popFirst() == 7)
  #expect(queue.popFirst() == nil)
}

@Test("However many rows of a section hide, those behind them have the places that are left")
func placesBehindMany() throws {
  func section(_ tag: String, _ count: Int, hiding hidden: Int) -> SectionDefinition {
    let rows = (0..<count).map { index in
      RowDefinition(
        tag: "\(tag)\(index)", type: .int, hidden: index < hidden ? "$switch == YES" : nil)
    }
    return SectionDefinition(tag: tag, rows: rows)
  }
  // Few of many rows, many of few, both so few of the whole form that not all of it is counted.
  let sections = [
    SectionDefinition(rows: [RowDefinition(tag: "switch", type: .switch)]),
    section("few", 600, hiding: 20), section("many", 40, hiding: 10),
  ]
  var form = try CompiledForm(FormDefinition(sections: sections)).open(now: start)
  for (isHiding, row) in [(true, "hiding"), (false, "showing")] {
    try form.set("switch", to: .bool(isHiding))
    try form.update { draft in
      for tag in ["few", "many"] {
        let new = RowDefinition(tag: "\(row)_\(tag)", type: .int)
        draft.insertRows([new], at: .at(2, in: tag, among: .visible))
      }
    }
  }
  for (section, hidden) in [("few", 20), ("many", 10)] {
    let tags = try #require(form.section(section)).rows.map(\.tag)
    #expect(tags.firstIndex(of: "hiding_\(section)") == hidden + 3)
    #expect(tags.firstIndex(of: "showing_\(section)") == 2)
  }
}

/// Rows of which each tells a formula or a condition over earlier ones, all below `$a`.
private func readingNeighbours(
  _ count: Int, whenHidden: HiddenValues? = nil, _ row: (Int) -> RowDefinition
) throws -> Form {
  let rows = [RowDefinition(tag: "a", type: .int, value: 1)] + (0..<count).map(row)
  var definition = FormDefinition(sections: [SectionDefinition(rows: rows)])
  if let whenHidden { definition.whenHidden = whenHidden }
  return try CompiledForm(definition).open(now: start)
}

@Test(
  "What reads a neighbour is evaluated once, after it",
  arguments: [1, 3, 5, 7, 20, 63], depth(quick: 130, full: 400))
func computedOnce(distance: Int, depth count: Int) throws {
  func tag(_ place: Int, _ other: String = "a") -> String { place < 0 ? other : "x\(place)" }
  // Side by side in one stretch, of two programs by turns, and of three values.
  let formulas: [(Int) -> String] = [
    { "$\(tag($0 - distance)) + $a" },
    { $0 % 2 == 0 ? "$\(tag($0 - distance)) + $a" : "$a + $\(tag($0 - distance))" },
    { "($\(tag($0 - distance)) + $\(tag($0 - distance - 1)) + $a) / 3" },
  ]
  for formula in formulas {
    var form = try readingNeighbours(count) {
      RowDefinition(tag: "x\($0)", type: .decimal, calculated: formula($0))
    }
    let changes = try form.set("a", to: 0)
    #expect(changes.evaluatedCount == count)
    #expect((0..<count).allSatisfy { form["x\($0)"]?.value == .double(0) })
    #expect(form.inconsistency == nil)
  }
  // A condition over a value that is taken while its row is hidden, and over one that is kept.
  for policy in [HiddenValues.clear, .nil, .keep] {
    var form = try readingNeighbours(count, whenHidden: policy) {
      RowDefinition(
        tag: "x\($0)", type: .int, value: .int(Int64($0)),
        hidden: ConditionDefinition(.predicate("$a == 2 AND $\(tag($0 - distance)) != nil")))
    }
    try form.set("a", to: 2)
    for place in 0..<count {
      let isOdd = place / distance % 2 == 1
      #expect(form["x\(place)"]?.isHidden == (policy == .keep || !isOdd), "\(place) \(policy)")
    }
    #expect(form.inconsistency == nil)
  }
}
