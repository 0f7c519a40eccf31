// What a host makes and keeps: drafts, errors with a message and a hint, change sets for tests, the
// definition of a form that it has reshaped, and inputs that another form gives.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func open(_ json: String) throws -> Form {
  try CompiledForm.compile(json: Array(json.utf8)).open(now: start)
}

private let simple = #"{"sections": [{"tag": "s", "rows": [{"type": "int", "tag": "n"}]}]}"#

private struct Stopped: Error {}

@Suite("What a host makes")
struct HostTests {
  // MARK: - Drafts

  @Test("A draft is kept, and its edits are made in any form, as often as the host likes")
  func keptDrafts() throws {
    var draft = Draft()
    draft.set("n", to: 1)
    var (form, other) = (try open(simple), try open(simple))
    #expect(try form.update(draft).changes.count == 1)
    #expect(try other.update(draft, as: .user).changes.count == 1)
    #expect(try form.update(draft).isEmpty && form.undoCount == 1)
    let live = LiveForm(try open(simple))
    #expect(try live.update(draft)?.changes.count == 1 && live["n"]?.value == 1)
    draft.set("m", to: 1)
    #expect(throws: EditError.self) { try form.update(draft) }
    #expect(throws: LiveFormError.self) { try live.update(draft) }
  }

  @Test("If the closure of an update throws, nothing is changed and its error is thrown")
  func throwingClosures() throws {
    var form = try open(simple)
    func value(_ isThere: Bool) throws -> Value {
      guard isThere else { throw Stopped() }
      return 3
    }
    #expect(throws: Stopped.self) {
      try form.update { draft in
        draft.set("n", to: 1)
        draft.set("n", to: try value(false))
      }
    }
    #expect(form["n"]?.value == .null && form.undoCount == 0)
    #expect(try form.update { $0.set("n", to: try value(true)) }.changes.map(\.new) == [3])
    #expect(throws: EditError.self) { try form.update { $0.set("m", to: try value(true)) } }
    let live = LiveForm(form)
    #expect(throws: Stopped.self) { try live.update { $0.set("n", to: try value(false)) } }
    #expect(try live.update { $0.set("n", to: try value(true)) }?.isEmpty == true)
    #expect(throws: LiveFormError.self) {
      try live.update { $0.set("m", to: try value(true)) }
    }
  }

  @Test("A closure that does not throw gives the error of edits with its type")
  func typedErrors() throws {
    var form = try open(simple)
    do throws(EditError) {
      try form.update { $0.set("m", to: 1) }
      Issue.record("an unknown row was taken")
    } catch {
      #expect(error.reasons.map(\.kind) == [.unknown])
    }
  }

  // MARK: - Errors

  @Test("Errors of edits have a message, a hint and what people read")
  func editErrors() throws {
    var form = try open(simple)
    let error = try #require(
      #expect(throws: EditError.self) { try form.setValues(["nn": 1, "n": "x"]) })
    #expect(error.message == "unknown tag 'nn'\n'n' holds a whole number, not 'x'")
    #expect(error.hint == "did you mean n?" && error.recoverySuggestion == error.hint)
    let typed = try #require(
      #expect(throws: EditError.self) { try form.enter("x", in: "n") })
    let shown = try #require(typed.reasons.first?.shown)
    #expect(typed.errorDescription == shown && typed.localizedDescription == shown)
    let live = LiveForm(form)
    let refused = #expect(throws: LiveFormError.self) { try live.set("nn", to: 1) }
    #expect(refused?.message == "unknown tag 'nn'" && refused?.hint == "did you mean n?")
    #expect(refused?.localizedDescription == "unknown tag 'nn'")
    let made = EditError(reasons: [
      EditError.Reason(kind: .noOption, tag: "a", message: "m", hint: "h"),
      EditError.Reason(kind: .noOption, tag: "b", message: "k", hint: "h", shown: "K"),
    ])
    #expect(made.message == "m\nk" && made.hint == "h" && made.errorDescription == "m\nK")
    let chase = LiveFormError.chase(tags: ["a", "b"], refusals: [made])
    #expect(chase.message == "observers write without end: a, b\nm\nk")
    #expect(chase.description == "observers write without end: a, b\nm; h\nk; h")
    #expect(LiveFormError.observersRefused([made, made]).hint == "h")
  }

  @Test("The error of a form that does not compile has its mistakes without the warnings")
  func compileFailures() throws {
    let json = """
      {"sections": [{"rows": [
        {"type": "text", "tag": "name", "hidden": "$nme == 'x'"},
        {"type": "text", "tag": "b", "hiden": true}]}]}
      """
    let failure = try #require(
      #expect(throws: CompileFailure.self) {
        try CompiledForm.compile(json: Array(json.utf8))
      })
    let errors = failure.problems.filter { $0.severity == .error }
    #expect(errors.count < failure.problems.count || errors.count == 1)
    #expect(failure.message == errors.map(\.message).joined(separator: "\n"))
    #expect(failure.hint?.contains("did you mean") == true)
    #expect(failure.localizedDescription == failure.message)
  }

  // MARK: - Values

  @Test("A dictionary of values is a sequence of pairs, and prints as its values do")
  func dictionaries() throws {
    let values = ValueDictionary([("b", 1), ("a", "x"), ("d", .date(start))])
    #expect(values.map(\.key) == ["b", "a", "d"] && values.map(\.value) == values.values)
    for (name, value) in values { #expect(values[name] == value) }
    #expect("\(values)" == "\(Value.dictionary(values))")
    #expect(Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) }).count == 3)
    #expect("\(ValueDictionary())" == "\(Value.dictionary(ValueDictionary()))")
  }

  @Test("A form opens with the inputs of another form")
  func inputs() throws {
    let json = """
      {"inputs": {"role": {"type": "text"}, "limit": {"type": "int"}},
       "sections": [{"rows": [{"type": "int", "tag": "n", "calculated": "$limit * 2"}]}]}
      """
    let compiled = try CompiledForm.compile(json: Array(json.utf8))
    var form = try compiled.open(now: start, inputs: ["role": "admin", "limit": 3])
    try form.set("language", to: "de")
    let other = try compiled.open(now: start, inputs: form.inputs)
    #expect(other.inputs == form.inputs && other["n"]?.value == 6)
    let named: [String: Value] = ["limit": 4]
    #expect(try compiled.open(now: start, inputs: named)["n"]?.value == 8)
    let restored = try compiled.open(now: start, restoring: form.savedState, inputs: named)
    #expect(restored.form["n"]?.value == 8 && restored.form.inputs["role"] == "admin")
    let error = #expect(throws: EditError.self) {
      try compiled.open(now: start, inputs: ["rol": 1, "limit": "x"])
    }
    #expect(error?.reasons.map(\.tag) == ["limit", "rol"])
  }

  // MARK: - Change sets for tests

  @Test("Change sets, changes and reasons can be made")
  func madeChanges() throws {
    let form = try open(simple)
    let row = try #require(form["n"]?.id)
    let change = Change(
      tag: "n", row: row, old: 1, new: 2, cause: .calculated, because: ["m"],
      texts: [Change.Text(text: "$m + 1", outcome: 2)])
    let shown = Change(tag: "a", property: .hidden, old: true, new: false)
    let hidden = Change(tag: "b", property: .hidden, old: false, new: true)
    let changes = ChangeSet(
      of: form, changes: [change, shown, hidden],
      notes: [ChangeSet.Note(tag: "n", message: "m", isRefusedToUsers: false)],
      actions: [FormAction(kind: .tap, row: row, tag: "n")],
      refusedSubmit: RefusedSubmit(row: row, tag: "n", firstInvalid: row, firstInvalidTag: "n"))
    #expect(changes.changes == [change, shown, hidden] && !changes.isEmpty)
    #expect(changes.shown == ["a"] && changes.hidden == ["b"])
    #expect(changes.count(of: .hidden) == 2 && changes.count(of: .value) == 1)
    #expect(changes.notes.count == 1 && changes.actions.map(\.tag) == ["n"])
    #expect(changes.refusedSubmit?.firstInvalid == row)
    #expect(changes.listUpdate.reloads.isEmpty && changes.shapeChanges.isEmpty)
    #expect(ChangeSet(of: form).isEmpty && ChangeSet(of: form).changes.isEmpty)
    let reason = Reason(subject: .attribute(.hidden), text: "$n > 1", result: true)
    #expect(reason.owner == .itself && reason.sources.isEmpty && !reason.isInverted)
  }

  // MARK: - The definition of a reshaped form

  @Test("A form that was not reshaped has the definition that it was compiled from")
  func sameDefinition() throws {
    var form = try open(rich)
    #expect(form.currentDefinition == form.definition)
    try form.update { draft in
      draft.set("name", to: "Ana")
      draft.insertItem(in: "pets", at: 0)
      draft.setCollapsed(true, "home")
    }
    #expect(form.currentDefinition == form.definition)
  }

  @Test("A reshaped form and its saved state open whole, and as they were")
  func reshapedDefinition() throws {
    var form = try open(rich)
    try form.update { draft in
      draft.insertRows(
        [RowDefinition(.text, "city"), RowDefinition(.int, "age", value: 7)], at: .after("name"))
      draft.insertRows([RowDefinition(.segmented, "third")], at: .end(of: "grid"))
      draft.moveRow("street", to: .before("name"))
      draft.removeRows(["gone"])
      draft.insertSections(
        [
          SectionDefinition(tag: "new", rows: [RowDefinition(.text, "note")]),
          SectionDefinition.multivalued(tag: "cars", item: RowDefinition(.text)),
        ], at: .after("pets"))
      draft.removeSections(["old"])
      draft.setCondition(.hidden, of: "note", to: "$age > 8")
      draft.setCondition(.disabled, ofSection: "home", to: "$age == 3")
      draft.setReadOnly("$age == 99")
      draft.setFormula(of: "sum", to: "$age + 2")
      draft.setOptions(of: "kind", to: [OptionDefinition(1), OptionDefinition(2)])
      draft.setOptions(of: "colour", to: [OptionDefinition("red"), OptionDefinition("blue")])
    }
    try form.update { draft in
      draft.set("city", to: "Salto")
      draft.set("note", to: "x")
      draft.set("colour", to: "blue")
      draft.set("third", to: "y")
      draft.insertItem(in: "cars", at: 0, value: "VW")
      draft.insertItem(in: "pets", at: 0, value: ["pet": "Rex"])
    }
    let definition = form.currentDefinition
    #expect(
      definition != form.definition && definition.pages.map(\.sections) == [["home", "grid"]])
    let file = JSONWriter.text(of: definition.json)
    let read = FormDocument(json: Array(file.utf8))
    #expect(read.definition == definition)
    for compiled in [try CompiledForm(definition), try CompiledForm(read)] {
      let restored = try compiled.open(now: start, restoring: form.savedState)
      #expect(restored.misfits.isEmpty, "\(restored.misfits)")
      #expect(
        restored.form.answersJSON(includingHidden: true)
          == form.answersJSON(includingHidden: true))
      #expect(restored.form.sections.map(\.tag) == form.sections.map(\.tag))
      #expect(restored.form.savedState.values == form.savedState.values)
      #expect(restored.form.currentDefinition == definition)
    }
    // Without it, what is new fits nowhere.
    let old = try CompiledForm(form.definition).open(now: start, restoring: form.savedState)
    #expect(Set(old.misfits.map(\.tag)).isSuperset(of: ["city", "age", "note", "cars"]))
    while form.undoCount > 0 { try form.undo() }
    #expect(form.currentDefinition == form.definition)
  }
}

private let rich = """
  {
    "title": "Rich",
    "pages": [
      {"title": "One", "sections": ["home", "grid"]}, {"title": "Two", "sections": ["old"]}
    ],
    "sections": [
      {"tag": "home", "title": "Home", "rows": [
        {"type": "text", "tag": "name"}, {"type": "text", "tag": "gone"},
        {"type": "int", "tag": "sum", "calculated": "1 + 1"},
        {"type": "segmented", "tag": "kind", "options": [1, 2, 3]}],
       "sections": [{"tag": "inner", "rows": [{"type": "text", "tag": "street"}]}]},
      {"tag": "grid", "kind": "matrix", "options": ["x", "y"], "rows": [{"tag": "first"}]},
      {"tag": "colour", "kind": "selectable", "options": ["red", "green"]},
      {"tag": "pets", "kind": "multivalued", "template": {"rows": [{"type": "text", "tag": "pet"}]}},
      {"tag": "old", "rows": [{"type": "text", "tag": "o"}]}
    ]
  }
  """
