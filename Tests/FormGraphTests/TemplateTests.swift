// Lists with several templates through the Swift interface: drafts, a live form, states of items,
// list updates, and saved states that do not fit. What comes of edits is in
// Scenarios/templates.txt.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite struct TemplateTests {
  private static let definition = FormDefinition {
    SectionDefinition.multivalued(
      "Contacts", tag: "contacts",
      templates: [
        .named("phone") { RowDefinition(.phone, "number", value: "0") },
        .named("email") {
          RowDefinition(.email, "address")
          RowDefinition(.text, "note")
        },
      ], allows: [.insert, .delete, .reorder], value: [["template": "email"]])
  }

  private func open() throws -> Form {
    try CompiledForm(Self.definition).open(now: Date(timeIntervalSince1970: 0))
  }

  @Test("A draft inserts by name, and states and JSON name the template")
  func states() throws {
    var form = try open()
    let changes = try form.update { draft in
      draft.insertItem(in: "contacts", at: 0)
      draft.insertItem(in: "contacts", at: 2, value: ["address": "a@b.c"], template: "email")
    }
    let items = try #require(form.section("contacts")?.items)
    #expect(items.map(\.template) == ["phone", "email", "email"])
    #expect(items.map(\.value)[2] == ["template": "email", "address": "a@b.c", "note": .null])
    #expect(
      changes.listUpdate.inserts.map { $0.row } == [0, 3, 4], "\(changes.listUpdate.inserts)")
    guard case .dictionary(let json) = changes.json, case .dictionary(let told)? = json["items"],
      case .array(let inserted)? = told["inserted"]
    else { return #expect(Bool(false), "no items") }
    let names = inserted.map { item -> Value? in
      if case .dictionary(let item) = item { item["template"] } else { nil }
    }
    #expect(names == ["phone", "email"])
    let moved = try form.update { $0.moveItem(in: "contacts", from: 0, to: 2) }
    #expect(!moved.listUpdate.moves.isEmpty)
    #expect(form.section("contacts")?.items?.map(\.template) == ["email", "email", "phone"])
    try form.undo()
    try form.undo()
    #expect(form.section("contacts")?.items?.map(\.template) == ["email"])
  }

  @Test("A saved state with an unknown template opens, and the item is reported")
  func misfit() throws {
    var saved = SavedState()
    saved.values["contacts"] = [["template": "fax", "number": "1"], ["number": "2"]]
    let restored = try CompiledForm(Self.definition).open(
      now: Date(timeIntervalSince1970: 0), restoring: saved)
    #expect(restored.misfits.map(\.message) == ["'contacts' has no template 'fax'"])
    #expect(
      restored.form.values()["contacts"] == [
        ["template": "email", "address": .null, "note": .null],
        ["template": "phone", "number": "2"],
      ])
  }

  @Test("Templates that only a program can give are refused")
  func mistakes() {
    func problems(_ templates: [ItemsDefinition.NamedTemplate]) -> [String] {
      let definition = FormDefinition {
        SectionDefinition.multivalued("", tag: "s", templates: templates)
      }
      do throws(CompileFailure) {
        _ = try CompiledForm(definition)
        return []
      } catch {
        return error.problems.map(\.message)
      }
    }
    let row = RowDefinition(.text, "a")
    #expect(problems([]) == ["a list needs at least one template"])
    #expect(
      problems([.named("x") { row }, .named("x") { row }])
        == ["the template 'x' is given twice"])
    #expect(
      problems([.named("x") { row }, ItemsDefinition.NamedTemplate(name: nil, .rows([row]))])
        == ["one of several templates needs a name"])
    #expect(
      problems([ItemsDefinition.NamedTemplate(name: "x", .item(RowDefinition(.text)))])
        .contains("one of several templates has 'rows', not an 'item'"))
  }

  @Test("A list without names refuses the name of a template")
  func unnamed() throws {
    let definition = FormDefinition {
      SectionDefinition.multivalued("", tag: "s", item: RowDefinition(.text))
    }
    var form = try CompiledForm(definition).open(now: Date(timeIntervalSince1970: 0))
    #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "s", at: 0, template: "x") }
    }
  }

  @Test(
    "Random forms have lists of several templates, and most of them compile",
    arguments: depth(quick: 40, full: 300))
  func randomForms(depth forms: Int) throws {
    var (all, compiled) = (0, 0)
    for seed in UInt64(300 - forms)..<300 {
      let maker = RandomForm(random: SplitMix64(seed: seed))
      var copy = maker
      let isNamed = copy.definition().allSectionsWithItems.contains { section in
        if case .multivalued(let items) = section.kind { items.templates.count > 1 } else { false }
      }
      guard isNamed else { continue }
      all += 1
      if try OracleRun(maker, OracleCounts()) != nil { compiled += 1 }
    }
    #expect(all > forms / 20 && 2 * compiled > all, "\(compiled) of \(all)")
  }
}

@MainActor
@Suite struct LiveTemplateTests {
  @Test("A live form inserts by name and tells its observers")
  func live() throws {
    let definition = FormDefinition {
      SectionDefinition.multivalued(
        "", tag: "s",
        templates: [
          .named("a") { RowDefinition(.text, "x") }, .named("b") { RowDefinition(.int, "y") },
        ])
    }
    let form = LiveForm(try CompiledForm(definition).open(now: Date(timeIntervalSince1970: 0)))
    try form.update { $0.insertItem(in: "s", at: 0, value: ["y": 2], template: "b") }
    try form.set("s[0].y", to: 3)
    #expect(form.form.values()["s"] == [["template": "b", "y": 3]])
  }
}
