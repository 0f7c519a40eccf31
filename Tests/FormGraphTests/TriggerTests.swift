// Actions that edits of rows set off: their bounds, what is wrong with them, and what sets none
// off.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@Suite("Actions that edits set off") struct TriggerTests {
  private static func form(_ rows: [RowDefinition], _ limits: FormLimits = .standard) throws -> Form
  {
    try CompiledForm(
      FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)]), limits: limits
    ).open(now: .init(timeIntervalSinceReferenceDate: 0))
  }

  @Test(
    "A chain takes time in proportion to its length", arguments: depth(quick: 500, full: 10_000))
  func chain(depth count: Int) throws {
    var form = try Self.form(
      (0...count).map { index in
        RowDefinition(
          tag: "r\(index)", type: .int,
          whenChanged: index == count ? [] : [.set("r\(index + 1)", to: "$r\(index) + 1")])
      })
    let changes = try form.set("r0", to: 1)
    #expect(form["r\(count)"]?.value == .int(Int64(count + 1)))
    #expect(changes.evaluatedCount == count)
    #expect(changes.changes.count == count + 1)
    #expect(form.undoCount == 1)
    try form.undo()
    #expect(form["r\(count)"]?.value == .null)
    #expect(form.inconsistency == nil)
  }

  /// Each step sets the next row twice, so the actions of the last one would run 2³⁰ times.
  @Test("A ladder of diamonds is refused, and the form is as it was")
  func ladder() throws {
    var limits = FormLimits.standard
    limits.actions = 1_000
    let rows = (0...30).flatMap { index -> [RowDefinition] in
      let next = "a\(index + 1)"
      guard index < 30 else { return [RowDefinition(tag: "a30", type: .int)] }
      return [
        RowDefinition(
          tag: "a\(index)", type: .int,
          whenChanged: [
            .set("b\(index)", to: "$a\(index) + 1"), .set("c\(index)", to: "$a\(index) + 2"),
          ]),
        RowDefinition(
          tag: "b\(index)", type: .int, whenChanged: [.set(next, to: "$b\(index)")]),
        RowDefinition(
          tag: "c\(index)", type: .int, whenChanged: [.set(next, to: "$c\(index) + 1")]),
      ]
    }
    var form = try Self.form(rows, limits)
    let before = form.json
    let error = #expect(throws: EditError.self) { try form.set("a0", to: 1) }
    #expect(error?.reasons.map(\.kind) == [.notAllowed])
    #expect(
      error?.reasons.first?.message.hasPrefix("the edit sets off too many actions: a0 → ") == true)
    #expect(form.json == before)
    #expect(form.inconsistency == nil)
    try form.set("a29", to: 1)
    #expect(form["a30"]?.value == 4)
  }

  @Test("Actions that let too much be evaluated are refused")
  func work() throws {
    var limits = FormLimits.standard
    limits.conditions = 60
    let read = (0..<50).map {
      RowDefinition(tag: "r\($0)", type: .int, calculated: "$b + \($0)")
    }
    let sets = (0..<6).map { TriggerAction.set("b", to: "\($0)") }
    var form = try Self.form(
      read + [
        RowDefinition(tag: "a", type: .int, whenChanged: sets), RowDefinition(tag: "b", type: .int),
      ], limits)
    #expect(throws: EditError.self) { try form.set("a", to: 1) }
    #expect(form["a"]?.value == .null)
  }

  @Test(
    "What is wrong with a target is said at its place",
    arguments: [
      ("label", "'label' is a label, which holds no value"),
      ("sum", "'sum' is calculated, so no action changes it"),
      ("a", "'a' is the row itself, whose edit sets off the action"),
      ("s", "'s' is a section, not a row"),
      ("i", "'i' is an input, which only the host sets"),
      ("q", "unknown tag 'q'"),
      ("inner", "'inner' is a row of each item of 'l'"),
    ])
  func targets(_ target: String, _ message: String) {
    let definition = FormDefinition(
      inputs: [InputDefinition(name: "i", type: .int)],
      sections: [
        SectionDefinition(
          tag: "s",
          rows: [
            RowDefinition(tag: "a", type: .int, whenChanged: [.set(target, to: "1")]),
            RowDefinition(tag: "label", type: .label),
            RowDefinition(tag: "sum", type: .int, calculated: "$a + 1"),
          ]),
        SectionDefinition(
          tag: "l",
          kind: .multivalued(
            ItemsDefinition(template: .rows([RowDefinition(tag: "inner", type: .int)])))),
      ])
    let failure = #expect(throws: CompileFailure.self) { try CompiledForm(definition) }
    let errors = failure?.problems.filter { $0.severity == .error } ?? []
    #expect(errors.map(\.message) == [message])
    #expect(errors.first?.path.description == "sections[0].rows[0].whenChanged[0].set")
  }

  @Test("A calculated row, and one without a value, cannot have actions")
  func sources() {
    for row in [
      RowDefinition(tag: "a", type: .int, calculated: "1", whenChanged: [.reset("b")]),
      RowDefinition(tag: "a", type: .button, whenChanged: [.reset("b")]),
    ] {
      let definition = FormDefinition(sections: [
        SectionDefinition(rows: [row, RowDefinition(tag: "b", type: .int)])
      ])
      let failure = #expect(throws: CompileFailure.self) { try CompiledForm(definition) }
      #expect(
        failure?.problems.first?.path.description == "sections[0].rows[0].whenChanged")
    }
  }

  @Test("If the host also changes the form, actions run after the last edit")
  func deferred() throws {
    var form = try Self.form([
      RowDefinition(tag: "a", type: .int, whenChanged: [.set("b", to: "$a + $c")]),
      RowDefinition(tag: "b", type: .int), RowDefinition(tag: "c", type: .int, value: 1),
    ])
    try form.update { draft in
      draft.insertRows([RowDefinition(tag: "d", type: .int, calculated: "$b")], at: .end(of: "s"))
      draft.set("a", to: 2)
      draft.set("c", to: 10)
    }
    #expect(form["b"]?.value == 12)
    #expect(form["d"]?.value == 12)
    #expect(form.inconsistency == nil)
    try form.undo()
    #expect(form["b"]?.value == .null)
    #expect(form["d"] == nil)
  }

  @Test("A user's edit sets off actions on rows that the user does not reach")
  func users() throws {
    var form = try Self.form([
      RowDefinition(tag: "a", type: .int, whenChanged: [.set("b", to: "$a"), .reset("c")]),
      RowDefinition(tag: "b", type: .int, disabled: true),
      RowDefinition(tag: "c", type: .int, value: 5, disabled: true),
    ])
    try form.set("c", to: 6)
    try form.set("a", to: 3, as: .user)
    #expect(form["b"]?.value == 3)
    #expect(form["c"]?.value == 5)
    #expect(throws: EditError.self) {
      try form.update(as: .user) { draft in
        draft.set("b", to: 9)
        draft.set("a", to: 4)
      }
    }
    #expect(form["a"]?.value == 3)
    #expect(form["b"]?.value == 3)
  }

  @Test("Edits of observers set nothing off")
  @MainActor func observers() throws {
    let live = LiveForm(
      try Self.form([
        RowDefinition(tag: "a", type: .int),
        RowDefinition(tag: "b", type: .int, whenChanged: [.set("c", to: "$b")]),
        RowDefinition(tag: "c", type: .int),
      ]))
    let subscription = live.observe("a") { [unowned live] _, value in
      _ = try? live.set("b", to: value)
    }
    try live.set("a", to: 1)
    #expect(live.form["b"]?.value == 1)
    #expect(live.form["c"]?.value == .null)
    try live.set("b", to: 2)
    #expect(live.form["c"]?.value == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test("Undo and redo of many edits give back each state, and a saved state restores it")
  func history() throws {
    var form = try Self.form([
      RowDefinition(
        tag: "a", type: .int, whenChanged: [.set("b", to: "$a + 1", if: "$a > 2"), .reset("k")]),
      RowDefinition(tag: "b", type: .int, suggested: "$a * 2", whenChanged: [.set("a", to: "$b")]),
      RowDefinition(
        tag: "k", type: .int, suggested: SuggestedFormula("$b + 1", whenEdited: .keep)),
      RowDefinition(tag: "o", type: .int, once: "$a + $b"),
    ])
    var random = SplitMix64.forTest(7)
    var states: [Value] = []
    for step in 0..<60 {
      let tag = try #require(["a", "b", "k", "o"].randomElement(using: &random))
      let value: Value =
        Int.random(in: 0..<4, using: &random) == 0
        ? .null : .int(Int64.random(in: 0...5, using: &random))
      let (before, count) = (form.json, form.undoCount)
      try form.set(tag, to: value)
      if form.undoCount > count { states.append(before) }
      guard step % 10 == 0 else { continue }
      let restored = try form.compiledAgain().open(
        now: .init(timeIntervalSinceReferenceDate: 0), restoring: form.savedState)
      #expect(restored.misfits.isEmpty)
      #expect(restored.form.values() == form.values(), "step \(step), seed \(random.seed)")
      #expect(Self.rows(restored.form).map(\.follows) == Self.rows(form).map(\.follows))
    }
    let last = form.json
    for state in states.reversed() {
      try form.undo()
      #expect(form["a"]?.value == Self.value("a", in: state))
      #expect(Self.rows(form).map(\.value) == Self.rows(form).map { Self.value($0.tag, in: state) })
      #expect(form.inconsistency == nil)
    }
    while form.redoCount > 0 { try form.redo() }
    #expect(form.json == last)
  }

  private static func rows(_ form: Form) -> [RowState] { form.sections.flatMap(\.rows) }

  /// The value of a row in the JSON of a state.
  private static func value(_ tag: String?, in state: Value) -> Value {
    guard case .array(let sections) = state["sections"], let first = sections.first,
      case .array(let rows) = first["rows"]
    else { return .null }
    return rows.first { $0["tag"] == .string(tag ?? "") }?["value"] ?? .null
  }
}

extension Form {
  /// The form compiled from its definition.
  fileprivate func compiledAgain() throws -> CompiledForm { try CompiledForm(currentDefinition) }
}
