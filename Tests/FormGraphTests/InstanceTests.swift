// Items as instances of a template: what a node of an item reads and who reads it, in lists in
// lists and several templates, and the nodes that items get when a host changes what a template
// means.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private func open(_ json: String) throws -> Form {
  try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0))
}

private let visits = """
  { "sections": [
    { "rows": [
      { "tag": "all", "type": "int", "calculated": "$visits.@sum.doses" },
      { "tag": "brief", "type": "switch" } ] },
    { "tag": "visits", "kind": "multivalued",
      "template": {
        "rows": [
          { "tag": "day", "type": "int" },
          { "tag": "doses", "type": "int", "calculated": "$drugs.@sum.dose" },
          { "tag": "run", "type": "int", "calculated": "coalesce($item.previous.run, 0) + $doses" } ],
        "sections": [{ "tag": "drugs", "kind": "multivalued",
          "template": { "rows": [
            { "tag": "dose", "type": "int" },
            { "tag": "why", "type": "text", "hidden": "$brief == true OR $dose == nil" },
            { "tag": "note", "type": "text", "hidden": "$day == nil" } ] } }] },
      "value": [
        { "day": 1, "drugs": [{ "dose": 1 }, { "dose": 2 }] }, { "drugs": [{ "dose": 3 }, {}] }] }] }
  """

@Suite("Items as instances")
struct InstanceTests {
  @Test("A value of an inner item reaches the item around it, those after it, and the form")
  func upAndNext() throws {
    var form = try open(visits)
    #expect(form["all"]?.value == 6 && form["visits[1].run"]?.value == 6)
    let changes = try form.set("visits[0].drugs[1].dose", to: 5)
    #expect(form["visits[0].doses"]?.value == 6 && form["visits[1].doses"]?.value == 3)
    #expect(form["visits[0].run"]?.value == 6 && form["visits[1].run"]?.value == 9)
    #expect(form["all"]?.value == 9)
    // Of the same item whether `why` is hidden; then `doses`, both `run`, and `all`.
    #expect(changes.evaluatedCount == 5 && form.inconsistency == nil)
  }

  @Test("What the form or the item around decides reaches all items inside, and those that come")
  func down() throws {
    var form = try open(visits)
    #expect(form["visits[0].drugs[0].why"]?.isHidden == false)
    #expect(form["visits[1].drugs[1].why"]?.isHidden == true)
    #expect(form["visits[1].drugs[0].note"]?.isHidden == true)
    var changes = try form.set("brief", to: true)
    #expect(changes.evaluatedCount == 4 && form["visits[0].drugs[0].why"]?.isHidden == true)
    changes = try form.set("visits[1].day", to: 2)
    #expect(changes.evaluatedCount == 1 && form["visits[1].drugs[1].note"]?.isHidden == false)
    try form.update { draft in
      draft.insertItem(in: "visits[1].drugs", at: 0)
      draft.insertItem(in: "visits", at: 0, value: ["drugs": [["dose": 1]]])
    }
    #expect(form["visits[2].drugs[0].note"]?.isHidden == false)
    #expect(form["visits[0].drugs[0].note"]?.isHidden == true)
    #expect(form["visits[0].drugs[0].why"]?.isHidden == true && form.inconsistency == nil)
  }

  @Test("An item has ids of its own for the nodes of its template, and the graph has none of them")
  func nodes() throws {
    var form = try open(visits)
    let count = form.topology.graph.nodes.count
    let before = form.topology.directory.nodeCount
    try form.update { $0.insertItem(in: "visits", at: 1) }
    #expect(form.topology.graph.nodes.count == count)
    let list = try #require(form.topology.directory.templateSections.first)
    let items = Array(form.outline.items(of: list, in: form.topology))
    let perItem = form.topology.nodes(of: items[1]).count
    #expect(form.topology.directory.nodeCount == before + perItem)
    for (node, own) in zip(
      form.topology.template(nodesOf: items[1]), form.topology.nodes(of: items[1]))
    {
      #expect(form.topology.origin(of: own)?.node == node)
      #expect(form.topology.node(node, in: items[1]) == own)
    }
  }

  @Test("A host's edit that changes what a template's texts mean gives its items further nodes")
  func laterNodes() throws {
    var form = try open(
      """
      { "sections": [
        { "tag": "s", "rows": [{ "tag": "limit", "type": "int", "value": 3 }] },
        { "tag": "lines", "kind": "multivalued",
          "template": { "rows": [
            { "tag": "n", "type": "int", "default": "$limit * 2" },
            { "tag": "over", "type": "int", "calculated": "$n - $limit" } ] },
          "value": [{ "n": 5 }, {}] }] }
      """)
    #expect(form["lines[1].over"]?.value == 3)
    // Conditions read nil while `limit` is hidden, so `over` reads something else.
    for _ in 0..<2 {
      try form.update { draft in
        draft.removeRows(["limit"])
        draft.insertRows(
          [
            RowDefinition(
              tag: "limit", type: .int, value: 4, hidden: "$off == true", whenHidden: .nil),
            RowDefinition(tag: "off", type: .switch),
          ], at: .end(of: "s"))
        draft.insertItem(in: "lines", at: 0, value: ["n": 9])
      }
      #expect(form["lines[0].over"]?.value == 5 && form["lines[1].over"]?.value == 1)
      // Defaults have given their value.
      #expect(form["lines[2].n"]?.value == 6 && form["lines[2].over"]?.value == 2)
      try form.set("limit", to: 1)
      #expect(form["lines[2].over"]?.value == 5 && form.inconsistency == nil)
      try form.undo()
      try form.undo()
      #expect(form["lines[0].over"]?.value == 2 && form["lines[1].over"]?.value == 3)
      #expect(form.inconsistency == nil)
    }
  }

  /// Two lists in each item, and no row beside them.
  private func rowless(_ more: String = "", _ value: String = "[]") throws -> Form {
    try open(
      """
      { "sections": [{ "tag": "visits", "kind": "multivalued", \(more)
        "template": { "rows": [], "sections": [
          { "tag": "others", "kind": "multivalued", "item": { "type": "int" } },
          { "tag": "drugs", "title": "{$drugs.@sum.dose}", "kind": "multivalued", "template": {
            "rows": [
              { "tag": "dose", "type": "int" },
              { "tag": "note", "type": "text", "hidden": "$others.@count > 0" }] } }] },
        "value": \(value) }] }
      """)
  }

  @Test("The sum of an item that comes back is that of its rows, once")
  func sumOfReturned() throws {
    var form = try rowless()
    let drugs: Value = .array([["dose": 1], ["dose": 2], ["dose": 3]])
    try form.update { $0.insertItem(in: "visits", at: 0, value: ["drugs": drugs]) }
    #expect(form.section("visits[0].drugs")?.texts.title == "6")
    try form.update { $0.removeItem(in: "visits", at: 0) }
    try form.setNow(Date(timeIntervalSinceReferenceDate: 1))
    try form.undo()
    #expect(form.section("visits[0].drugs")?.texts.title == "6" && form.inconsistency == nil)
  }

  @Test("An item without rows is listed, and is not taken for a new one")
  func withoutRows() throws {
    var form = try rowless()
    let changes = try form.update { $0.insertItem(in: "visits", at: 0) }
    #expect(changes.shapeChanges.count == 1)
    form = try rowless("", "[{}]")
    try form.update(as: .user) { draft in
      draft.insertItem(in: "visits[0].drugs", at: 0, value: ["note": "a"])
      draft.insertItem(in: "visits[0].others", at: 0)
    }
    #expect(form["visits[0].drugs[0].note"]?.isHidden == true)
  }
}
