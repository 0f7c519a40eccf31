// What changes of shape cost, in pages copied, nodes ranked and values read: never in time. A form
// of many rows pays for an edit what a form of few does.

@testable import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func form(rows count: Int) throws -> Form {
  let rows = (0..<count).map { index in
    RowDefinition(
      tag: "r\(index)", type: .int, hidden: ConditionDefinition(.predicate("$r0 == \(index % 7)")))
  }
  let sections = stride(from: 0, to: count, by: 500).map { first in
    SectionDefinition(tag: "s\(first)", rows: Array(rows[first..<min(first + 500, count)]))
  }
  return try CompiledForm(FormDefinition(sections: sections)).open(now: start)
}

extension Form {
  /// How many pages of the form's shape are not the very ones of another; nil if its graph is
  /// another one.
  fileprivate func pagesNotShared(with other: Form) -> Int? {
    let (new, old) = (topology, other.topology)
    guard new.sharesGraph(with: old) else { return nil }
    return new.rows.pagesNotShared(with: old.rows)
      + new.directory.nameIndex.pagesNotShared(with: old.directory.nameIndex)
      + outline.rows.nodePagesNotShared(with: other.outline.rows)
      + outline.sections.nodePagesNotShared(with: other.outline.sections)
  }
}

@Test(
  "What a host's edit does not concern keeps its node and its result",
  arguments: depth(quick: 200, full: 1_000))
func keptNodes(depth count: Int) throws {
  var form = try form(rows: count)
  func check(_ evaluated: Int, _ edit: (inout Draft) -> Void) throws {
    let before = form
    let old = before.topology
    let changes = try form.update(edit)
    #expect(changes.evaluatedCount == evaluated)
    let places = old.graph.nodes.inUse
    let left = places.filter { form.topology.has($0) }
    #expect(places.count - left.count <= 1)
    #expect(left.allSatisfy { form.topology.graph.nodes[$0] == old.graph.nodes[$0] })
    #expect(form.inconsistency == nil)
    let json = form.content
    try form.undo()
    #expect(
      form.content == before.content && form.topology.graph.nodes.count == old.graph.nodes.count)
    try form.redo()
    #expect(form.content == json)
  }
  try check(1) {
    let row = RowDefinition(tag: "new", type: .int, hidden: "$r1 == 3")
    $0.insertRows([row], at: .after("r\(count / 13)"))
  }
  try check(0) { $0.removeRows(["r\(count * 2 / 5)"]) }
  try check(0) { $0.moveRow("r3", to: .after("r\(count * 9 / 10)")) }
  try check(1) { $0.setCondition(.hidden, of: "r9", to: "$r10 == 1") }
  try check(1) { $0.setFormula(of: "r1", to: "$r2 + 1") }
}

@Test("A form that takes values shares all of its graph with its copies")
func sharedGraph() throws {
  let original = try form(rows: 1_000)
  var copy = original
  try copy.set("r5", to: 1)
  try copy.undo()
  #expect(copy.pagesNotShared(with: original) == 0)
}

@Test("An item comes and goes in a long list as in a short one, though a row reads if all is valid")
func itemsUnderValidity() throws {
  var counts: [[Int]] = []
  for size in [100, 1_000] {
    let items = ItemsDefinition(
      template: .rows([RowDefinition(tag: "what", type: .text, required: true)]),
      value: Array(repeating: ["what": "Tea"], count: size))
    let note = RowDefinition(tag: "note", type: .label, hidden: "$lines.isValid == true")
    var original = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "lines", kind: .multivalued(items)), SectionDefinition(rows: [note]),
      ])
    ).open(now: start)
    // The first one copies what forms share.
    try original.update { $0.insertItem(in: "lines", at: 50, value: ["what": "Tea"]) }
    var longer = original
    try longer.update { $0.insertItem(in: "lines", at: 50) }
    #expect(longer["note"]?.isHidden == false && longer.inconsistency == nil)
    var shorter = longer
    try shorter.update { $0.removeItem(in: "lines", at: 50) }
    #expect(shorter["note"]?.isHidden == true && shorter.inconsistency == nil)
    counts.append([
      try #require(longer.pagesNotShared(with: original)),
      try #require(shorter.pagesNotShared(with: longer)),
    ])
  }
  for (few, many) in zip(counts[0], counts[1]) { #expect(many <= few + 8, "\(counts)") }
}

@Test("An item that comes and goes at once leaves nothing for the next transaction to look at")
func itemsThatComeAndGo() throws {
  let items = ItemsDefinition(template: .rows([RowDefinition(tag: "n", type: .int, value: 1)]))
  let total = RowDefinition(tag: "total", type: .int, calculated: "sum($items.n)")
  var form = try CompiledForm(
    FormDefinition(sections: [
      SectionDefinition(tag: "items", kind: .multivalued(items)),
      SectionDefinition(tag: "s", rows: [total]),
    ])
  ).open(now: start)
  for _ in 0..<300 {
    let changes = try form.update {
      $0.insertItem(in: "items", at: 0)
      $0.removeItem(in: "items", at: 0)
    }
    #expect(changes.evaluatedCount == 0 && form.undoCount == 0)
    // What is newer than the shape that the last transaction left is gone through by the next.
    #expect(form.topology.rows.count == form.engine.shape.topology.rows.count)
    #expect(form.topology.directory.nodeCount == form.engine.shape.topology.directory.nodeCount)
  }
  // What comes and stays is one step, which can be taken back and made again.
  try form.update { $0.insertItem(in: "items", at: 0, value: ["n": 7]) }
  #expect(form["total"]?.value == 7 && form.undoCount == 1)
  try form.undo()
  #expect(form["total"]?.value == 0)
  try form.update {
    $0.insertItem(in: "items", at: 0)
    $0.removeItem(in: "items", at: 0)
  }
  try form.redo()
  #expect(form["total"]?.value == 7)
}

@Test("A text that stands somewhere already is found, and not kept twice")
func keptTexts() throws {
  var form = try form(rows: 300)
  let (texts, programs) = (form.topology.graph.texts.count, form.topology.graph.programs.count)
  #expect(texts == 7)
  try form.update { draft in
    draft.setCondition(.hidden, of: "r9", to: "$r0 == 3")
    draft.insertRows(
      [RowDefinition(tag: "new", type: .int, hidden: "$r0 == 4")], at: .end(of: "s0"))
  }
  #expect(
    form.topology.graph.texts.count == texts && form.topology.graph.programs.count == programs)
  try form.update { $0.setCondition(.hidden, of: "r9", to: "$r1 == 3") }
  #expect(
    form.topology.graph.texts.count == texts + 1 && form.topology.graph.programs.count == programs)
}

private let lines = FormDefinition(sections: [
  SectionDefinition(rows: [
    RowDefinition(tag: "total", type: .int, calculated: "$lines.@sum.amount"),
    RowDefinition(tag: "count", type: .int, calculated: "$lines.@count"),
  ]),
  SectionDefinition(
    tag: "lines",
    kind: .multivalued(
      ItemsDefinition(
        template: .rows([
          RowDefinition(tag: "amount", type: .int),
          RowDefinition(tag: "twice", type: .int, calculated: "$amount * 2"),
        ]), allows: [.insert, .delete, .reorder],
        value: (0..<1_000).map { ["amount": .int($0)] }))),
])

@Test("A sum of integers follows its items by difference, and overflow is an error and no wrap")
func sums() throws {
  var form = try CompiledForm(lines).open(now: start)
  #expect(form["total"]?.value == 499_500)
  let section = try #require(form.section("lines")?.id.index)
  let view = ItemsView.fold(.sum, 0)
  let node = try #require(form.topology.node(of: .items(section, view)))
  func isByDifference() -> Bool {
    form.engine.sumByDifference(node, view, of: section) != nil
  }
  var changes = try form.set("lines[3].amount", to: 10)
  #expect(form["total"]?.value == 499_507)
  #expect(changes.evaluatedCount == 2)
  try form.update { $0.insertItem(in: "lines", at: 0, value: ["amount": 1_000]) }
  #expect(isByDifference() && form["total"]?.value == 500_507)
  changes = try form.update { $0.removeItem(in: "lines", at: 1_000) }
  #expect(isByDifference() && form["total"]?.value == 499_508)
  // Its own rows are gone; what is left to run is the count and the sum.
  #expect(changes.evaluatedCount == 2)
  try form.update { $0.moveItem(in: "lines", from: 0, to: 900) }
  #expect(form["total"]?.value == 499_508)
  try form.set("lines[0].amount", to: .null)
  #expect(form["total"]?.value == 499_508)

  try form.set("lines[0].amount", to: .int(.max))
  #expect(form["total"]?.value == .null)
  // The sum, and the double of the one.
  #expect(form.problems.count == 2)
  try form.set("lines[0].amount", to: 1)
  #expect(form["total"]?.value == 499_509)
  #expect(form.problems.isEmpty)
  for _ in 0..<7 { try form.undo() }
  #expect(form["total"]?.value == 499_500)
  #expect(form.undoCount == 0)
}

@Test(
  "A sum that fits in the end is the same by difference and anew, in whatever order items stand")
func sumsPastTheLargest() throws {
  let total = RowDefinition(tag: "total", type: .int, calculated: "$lines.@sum.amount")
  func open(_ amounts: [Int64]) throws -> Form {
    let items = ItemsDefinition(
      template: .rows([RowDefinition(tag: "amount", type: .int)]), allows: [.reorder],
      value: (amounts + Array(repeating: 0, count: 1_000)).map { ["amount": .int($0)] })
    return try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [total]),
        SectionDefinition(tag: "lines", kind: .multivalued(items)),
      ])
    ).open(now: start)
  }
  var form = try open([.max, 0, -1])
  try form.set("lines[1].amount", to: 1)
  #expect(
    try form["total"]?.value == .int(.max) && open([.max, 1, -1])["total"]?.value == .int(.max))
  try form.update { $0.moveItem(in: "lines", from: 2, to: 1) }
  #expect(form["total"]?.value == .int(.max))
  try form.set("lines[2].amount", to: 2)
  #expect(form["total"]?.value == .null && form.problems.count == 1)
  // What one transaction changes has no order.
  form = try open([.max - 1, 0, 0])
  try form.update { draft in
    draft.set("lines[1].amount", to: 2)
    draft.set("lines[2].amount", to: -1)
  }
  #expect(form["total"]?.value == .int(.max) && form.problems.isEmpty)
}

@Test("Items come and go without a node of the form being ranked")
func itemRanks() throws {
  var form = try CompiledForm(lines).open(now: start)
  let ranks = form.topology.graph.nodes.count
  for index in 0..<50 { try form.update { $0.insertItem(in: "lines", at: index) } }
  #expect(form.topology.graph.nodes.count == ranks)
  #expect(form["count"]?.value == 1_050)
  let programs = form.topology.graph.programs.count
  #expect(programs == CompiledForm.programs(of: lines))
}

extension CompiledForm {
  fileprivate static func programs(of definition: FormDefinition) -> Int? {
    (try? CompiledForm(definition))?.graph.topology.graph.programs.count
  }
}
