// What a form refuses with a sentence, and what it does seldom: found by the lines that no other
// test reached.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite struct RefusalTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private static let files: [(form: String, message: String)] = [
    (
      #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int", "hidden": "random() > 0.5" }] }] }"#,
      "a form cannot use random numbers: it must give the same answer each time"
    ),
    (
      #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int", "calculated": "randomn(5)" }] }] }"#,
      "a form cannot use random numbers: it must give the same answer each time"
    ),
    (
      #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int", "hidden": "SELF == 1" }] }] }"#,
      "SELF is the value of a row in its rules and texts, and has no meaning here"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "rows": [{ "type": "text" }] },
        { "rows": [{ "tag": "a", "type": "int", "hidden": "$s == 1" }] }] }
      """#, "'s' is a section and has only isHidden, isDisabled and isValid"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int", "hidden": "$item.isHidden == YES" }] } }] }
      """#, "'item' has only an index and the item before it"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "coalesce($item.previous, 0)" }] } }] }
      """#, "$item.previous is the item before, of which a text reads a row"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "$item.previous.previous.a" }] } }] }
      """#, "only the item right before can be read"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "TERNARY($item.previous.a.isHidden == YES, 1, 0)" }] } }] }
      """#, "of the item before, only values can be read, not isHidden"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "$item.previous.c" }] } }] }
      """#, "the items of 's' have no 'c'"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "coalesce($item.previous.b, 0) + $s.@sum.b" }] } }] }
      """#, "these depend on one another: s.b → s.b"
    ),
    (
      #"""
      { "sections": [{ "tag": "s", "kind": "multivalued",
        "template": { "rows": [{ "tag": "a", "type": "int" },
          { "tag": "b", "type": "int",
            "calculated": "coalesce($item.previous.b, 0) + $b" }] } }] }
      """#, "these depend on one another: s.b → s.b"
    ),
    (
      #"{ "ruleSets": { "one": [{ "ruleSet": "one" }] }, "sections": [] }"#,
      "a rule set cannot name another"
    ),
  ]

  @Test func filesAreRefused() {
    for (form, message) in Self.files {
      do throws(CompileFailure) {
        _ = try CompiledForm.compile(json: form.utf8)
        Issue.record("taken: \(form)")
      } catch {
        #expect(error.problems.contains { $0.message == message }, "\(error)")
      }
    }
  }

  private func open() throws -> Form {
    let rows = ["a", "b"].map { RowDefinition(tag: $0, type: .int) }
    return try CompiledForm(
      FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    ).open(now: start)
  }

  @Test func aUserEditsNoShape() throws {
    var form = try open()
    let before = form.json
    let error = #expect(throws: EditError.self) {
      try form.update(as: .user) { $0.removeRows(["a"]) }
    }
    #expect(
      error?.reasons.map(\.message) == ["a user edits values and items, not the form itself"])
    #expect(form.json == before)
  }

  @Test func scopesThatAreNotThereAreRefused() throws {
    let form = try open()
    let scopes: [(ValidationScope, String)] = [
      (.section("a"), "'a' is not a section"), (.row("no"), "unknown tag 'no'"),
    ]
    for (scope, message) in scopes {
      for ask in [
        { _ = try form.verdicts(of: scope) }, { _ = try form.sectionsOutOfBounds(of: scope) },
      ] {
        let error = #expect(throws: EditError.self) { try ask() }
        #expect(error?.reasons.map(\.message) == [message])
      }
    }
  }

  @Test("What a form does not decide of a section cannot be set")
  func attributesThatSectionsLack() throws {
    var form = try open()
    for attribute in [Attribute.required, .valid] {
      let error = #expect(throws: EditError.self) {
        try form.update { $0.setCondition(attribute, ofSection: "s", to: true) }
      }
      #expect(error?.reasons.map(\.tag) == ["s"])
      #expect(
        error?.reasons.map(\.message) == [
          "whether 's' is \(attribute) is not decided by a condition of its own"
        ])
    }
  }

  @Test("A name of a value that another has is refused, be that a list of items or a choice")
  func namesThatAreTaken() throws {
    let items = ItemsDefinition(template: .item(RowDefinition(type: .text)))
    var named = SelectionDefinition(.single, options: ["x"])
    named.choice.name = "picked"
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "s"), SectionDefinition(tag: "list", kind: .multivalued(items)),
        SectionDefinition(
          tag: "choice", kind: .selectable(SelectionDefinition(.single, options: ["x"]))),
        SectionDefinition(tag: "named", kind: .selectable(named)),
      ])
    ).open(now: start)
    let ofAValue = "another value has the name "
    for (name, message) in [
      ("list", ofAValue + "'list'"), ("choice", ofAValue + "'choice'"),
      ("picked", ofAValue + "'picked'"),
      ("named", "'named' is what another member is called in conditions"),
      ("s", "'s' is what another member is called in conditions"),
    ] {
      let row = RowDefinition(tag: "new", type: .text, name: name)
      let error = #expect(throws: EditError.self) {
        try form.update { $0.insertRows([row], at: .end(of: "s")) }
      }
      #expect(error?.reasons.map(\.message) == [message])
    }
    #expect(form["new"] == nil)
  }

  @Test func idsThatHaveGoneAreUnknown() throws {
    var form = try open()
    let row = try #require(form["a"]?.id)
    let section = try #require(form.sections.first?.id)
    try form.update { $0.removeRows([row]) }
    let error = #expect(throws: EditError.self) { try form.update { $0.removeRows([row]) } }
    #expect(error?.reasons.map(\.message) == ["the row of this id is not in the form"])
    try form.update { $0.removeSections([section]) }
    let other = #expect(throws: EditError.self) {
      try form.update { $0.removeSections([section]) }
    }
    #expect(other?.reasons.map(\.message) == ["the section of this id is not in the form"])
  }

  @Test func boundsAreSetWhileAFormLives() throws {
    var form = try open()
    try form.set("a", to: 9)
    #expect(form["a"]?.isValid == true)
    try form.update { $0.setBounds(of: "a", to: RowBounds(maximum: 5)) }
    #expect(form["a"]?.isValid == false)
    try form.undo()
    #expect(form["a"]?.isValid == true)
  }

  /// What neighbours have in common is found again where they are given other ranks.
  @Test func likeFormulasOfOtherRanks() throws {
    let count = 600
    let rows =
      [RowDefinition(tag: "a", type: .int, value: 1), RowDefinition(tag: "n", type: .int)]
      + (0..<count).map { RowDefinition(tag: "f\($0)", type: .int, calculated: "$n + $a") }
    let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    var form = try CompiledForm(definition).open(now: start)
    for round in 1...4 {
      try form.update { $0.setFormula(of: "n", to: "$a * \(round)") }
      #expect(form.inconsistency == nil)
      let changes = try form.set("a", to: .int(Int64(round)))
      #expect(changes.evaluatedCount == (round == 1 ? 0 : count + 1))
      for index in 0..<count {
        #expect(form["f\(index)"]?.value == .int(Int64(round * round + round)))
      }
    }
    #expect(form.topology.graph.nodes.count < 3 * count)
  }

  /// A form whose conditions are all replaced, again and again, ranks those that are left.
  @Test func ranksThatAreLeftAreTakenOut() throws {
    let count = 400
    let rows = (0..<count).map { RowDefinition(tag: "r\($0)", type: .int) }
    let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    var form = try CompiledForm(definition).open(now: start)
    for round in 0..<8 {
      try form.update { draft in
        for index in 1..<count {
          draft.setCondition(
            .hidden, of: "r\(index)",
            to: ConditionDefinition(.predicate("$r\(index - 1) == \(index + round)")))
        }
      }
    }
    #expect(form.topology.graph.nodes.count == count - 1)
    #expect(form.inconsistency == nil)
    try form.set("r5", to: 13)
    #expect(form["r6"]?.isHidden == true)
    try form.set("r5", to: 14)
    #expect(form["r6"]?.isHidden == false)
  }

  @Test func aLiveFormIsEnteredAndLeft() throws {
    let live = try live([
      RowDefinition(
        tag: "a", type: .text, required: true, validates: .onBlur)
    ])
    try live.focus("a")
    try live.blur("a")
    #expect(live.form["a"]?.errors.isEmpty == false)
    try live.clearErrors()
    #expect(live.form["a"]?.errors.isEmpty == true)
  }

  @Test("A literal that says a name twice is refused, whoever is given it")
  func namesGivenTwice() throws {
    let compiled = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [
          RowDefinition(tag: "a", type: .text), RowDefinition(tag: "b", type: .text),
        ])
      ]))
    var form = compiled.open(now: start)
    do throws(EditError) {
      try form.setValues(["a": "x", "b": "y", "a": "y", "b": "y"])
      Issue.record("it was set")
    } catch {
      #expect(error.reasons.map(\.message) == ["'a' is given twice", "'b' is given twice"])
      #expect(error.reasons.map(\.tag) == ["a", "b"])
    }
    #expect(form.values() == ValueDictionary(["a": nil, "b": nil]))
    let live = LiveForm(form)
    #expect(throws: LiveFormError.self) { try live.setValues(["a": "x", "a": "x"]) }
    try live.setValues(["a": "x"])
    #expect(live["a"]?.value == "x")
  }

  @Test("What no row holds is told by what it holds")
  func valuesThatAreNone() throws {
    let types: [RowType] = [.text, .decimal, .date, .custom]
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(
          rows: types.map { RowDefinition(tag: $0.rawValue, type: $0) }
            + [RowDefinition(tag: "some", type: .multipleSelector, options: [OptionDefinition(1)])])
      ])
    ).open(now: start)
    let none = Value.date(Date(timeIntervalSinceReferenceDate: .nan))
    let years = "dates of the years 1 to 9999"
    for (tag, value, message) in [
      ("text", .double(.nan), "'text' holds text, not nan"),
      ("decimal", .double(.infinity), "'decimal' holds finite numbers, not inf"),
      ("date", none, "'date' holds \(years), not "),
      ("custom", none, "'custom' holds \(years), not "),
      (
        "custom", [.double(.nan)],
        "'custom' holds finite numbers, and a list has another in it"
      ),
      (
        "custom", ["a": none],
        "'custom' holds \(years), and a dictionary has another in it"
      ),
      (
        "some", [.double(.nan)],
        "'some' holds finite numbers, and a list has another in it"
      ),
      ("date", [.double(.nan)], "'date' holds a date, not {nan}"),
    ] as [(String, Value, String)] {
      do throws(EditError) {
        try form.set(tag, to: value)
        Issue.record("\(tag) took it")
      } catch {
        #expect(error.description.hasPrefix(message), "\(error)")
      }
    }
  }
}
