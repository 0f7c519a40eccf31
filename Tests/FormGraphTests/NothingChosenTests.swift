// A row of several choices that holds nothing: nil is its one state, whoever takes the last choice
// out. Where a text of the form asks for a list, the row reads as the empty list.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let now = Date(timeIntervalSinceReferenceDate: 0)

private func compiled(_ rows: String, _ sections: String = "") throws -> CompiledForm {
  try CompiledForm.compile(json: "{ \"sections\": [{ \"rows\": [\(rows)] }\(sections)] }".utf8)
}

@Suite("Nothing chosen")
struct NothingChosenTests {
  private static let choice = #"{ "tag": "m", "type": "multipleSelector", "options": ["a", "b"] }"#

  @Test("Whatever takes the last choice out leaves nil, as at the start")
  func oneState() throws {
    let form = try compiled(Self.choice).open(now: now)
    let edits: [(inout Form) throws -> Void] = [
      { _ = try $0.update { $0.select("a", of: "m") } },
      { _ = try $0.set("m", to: []) },
      { _ = try $0.enter("", in: "m") },
      { _ = try $0.setValues(["m": []]) },
      { _ = try $0.setAnswers(json: #"{ "m": [] }"#.utf8) },
    ]
    for (index, edit) in edits.enumerated() {
      var edited = form
      try edited.set("m", to: ["a"])
      try edit(&edited)
      #expect(edited["m"]?.value == .null && !edited.isDirty, "\(index)")
    }
    for start in [#""value": []"#, #""default": "{}""#, #""calculated": "{}""#] {
      let row = #"{ "tag": "m", "type": "multipleSelector", "options": ["a"], \#(start) }"#
      #expect(try compiled(row).open(now: now)["m"]?.value == .null, "\(start)")
    }
    let blank = #"{ "tag": "m", "type": "multipleSelector", "options": ["a"], "other": true }"#
    var other = try compiled(blank).open(now: now)
    try other.set("m", to: [" "])
    #expect(other["m"]?.value == .null)
  }

  @Test("A filter that clears the last choice leaves nil, and a custom row and an input keep []")
  func cleared() throws {
    var form = try compiled(
      """
      { "tag": "ok", "type": "switch", "value": true },
      { "tag": "m", "type": "multipleSelector", "options": ["a"], "value": ["a"],
        "optionsFilter": "$ok == YES", "whenOptionHidden": "clear" },
      { "tag": "next", "type": "text", "required": true, "visible": "$m != nil" },
      { "tag": "any", "type": "custom", "value": [] }
      """
    ).open(now: now)
    #expect(form["next"]?.isHidden == false)
    try form.set("ok", to: false)
    #expect(form["m"]?.value == .null && form["next"]?.isHidden == true && form.canSubmit)
    #expect(form["any"]?.value == [])
  }

  @Test("A saved state names the row, and the empty list of an older state counts as named")
  func saved() throws {
    let compiled = try compiled(
      """
      { "tag": "m", "type": "multipleSelector", "options": ["a", "b"], "value": ["a"],
        "whenHidden": "clear" }
      """)
    var form = compiled.open(now: now)
    try form.set("m", to: [])
    #expect(form.savedState.erased == ["m"] && form.savedState.values["m"] == .null)
    #expect(try compiled.open(now: now, restoring: form.savedState).form["m"]?.value == .null)
    let old = try SavedState(
      JSONReader.read(Array(#"{ "version": 1, "values": { "m": [] } }"#.utf8)))
    #expect(try compiled.open(now: now, restoring: old).form["m"]?.value == .null)
  }

  @Test(
    "A text that asks for a list reads the empty list, and one that compares reads nil",
    arguments: [
      ("$m.@count", 0), ("count($m)", 0), ("$m[SIZE]", 0), ("sum($m)", 0),
      ("SUBQUERY($m, $x, $x == 'a').@count", 0), ("$m.@distinctUnionOfObjects.#self", []),
      ("$m UNION {'x'}", ["x"]), ("$m.value.@count", 0), ("count($m) + $m.@count", 0),
      ("$m", .null), ("coalesce($m, 'none')", "none"), ("if($m == nil, 1, 2)", 1),
      ("$s.@count", 0), ("$o.@sum.score", 0), ("sum($o.score)", 0),
      ("$l.@unionOfArrays.k", ["p"]), ("$l.@distinctUnionOfArrays.k.@count", 1),
      ("SUBQUERY($l, $i, $i.k.@count == 0).@count", 1), ("$l[0].k.@count", 0),
      ("SUBQUERY($l, $i, $i.k == nil).@count", 1), ("$l.k.@count", 2),
      ("SUBQUERY($l, $i, SUBQUERY($l, $j, $l.@unionOfArrays.k CONTAINS 'p').@count > 0).@count", 2),
    ] as [(String, Value)])
  func read(formula: String, value: Value) throws {
    let form = try compiled(
      """
      \(Self.choice), { "tag": "f", "type": "custom", "calculated": "\(formula)" },
      { "tag": "o", "type": "multipleSelector", "options": [
        { "value": { "id": "x", "score": 1 }, "title": "X" }] }
      """,
      """
      , { "tag": "s", "kind": "selectable", "selection": "multiple", "options": ["a"] },
      { "tag": "l", "kind": "multivalued", "value": [{}, { "k": ["p"] }], "template": { "rows": [
        { "tag": "k", "type": "multipleSelector", "options": ["p", "q"] }] } }
      """
    ).open(now: now)
    #expect(form.problems.isEmpty)
    // A union is a set, which JSON has as a list.
    #expect(form["f"]?.value.isWritten(as: value) == true, "\(form["f"]?.value ?? .null)")
  }

  @Test("SELF in a rule of the row, and what stands before in an item, read the same")
  func others() throws {
    var form = try compiled(
      """
      { "tag": "m", "type": "multipleSelector", "options": ["a", "b"],
        "rules": [{ "predicate": "SELF.@count < 2", "message": "One.", "allowsEmpty": false }] },
      { "tag": "n", "type": "text",
        "rules": [{ "predicate": "SELF.@count == nil", "message": "?", "allowsEmpty": false }] }
      """,
      """
      , { "tag": "l", "kind": "multivalued", "value": [{}, {}], "template": { "rows": [
        { "tag": "k", "type": "multipleSelector", "options": ["p", "q"] },
        { "tag": "before", "type": "int", "calculated": "$item.previous.k.@count" },
        { "tag": "own", "type": "int", "calculated": "$k.@count" }] } }
      """
    ).open(now: now)
    #expect(form["m"]?.isValid == true && form["n"]?.isValid == true)
    #expect(form["l[1].before"]?.value == 0 && form["l[1].own"]?.value == 0)
    try form.set("m", to: ["a", "b"])
    #expect(form["m"]?.isValid == false)
  }

  @Test("An explanation shows what is read as a list")
  func explained() throws {
    let form = try compiled(
      #"\#(Self.choice), { "tag": "c", "type": "int", "calculated": "$m.@count" }"#
    ).open(now: now)
    let lines = try #require(form.explain("c")?.first?.explanation?.lines.map(\.text))
    #expect(lines == ["$m.@count", "coalesce($m, {})", "$m"])
  }

  @Test("A choice that is not an option is cleared where the row says so, and told")
  func obsolete() throws {
    let compiled = try compiled(
      """
      { "tag": "unit", "type": "push", "whenOptionHidden": "clear", "options": ["new", "old"] },
      { "tag": "many", "type": "multipleSelector", "whenOptionHidden": "clear",
        "options": ["x", "y"] },
      { "tag": "free", "type": "push", "whenOptionHidden": "clear", "other": true,
        "options": ["x"] },
      { "tag": "kept", "type": "push", "options": ["x"] }
      """)
    let text = #"{ "unit": "gone", "many": ["x", "gone"], "free": "gone", "kept": "gone" }"#
    let state = try SavedState(
      JSONReader.read(Array(#"{ "version": 1, "values": \#(text) }"#.utf8)))
    let restored = try compiled.open(now: now, restoring: state)
    #expect(restored.misfits.map(\.tag) == ["unit", "many"])
    #expect(
      restored.misfits.map(\.message) == [
        "'gone' is not an option of 'unit' now, and was taken out",
        "'gone' is not an option of 'many' now, and was taken out",
      ])
    let values = restored.form.values()
    #expect(values["unit"] == .null && values["many"] == ["x"])
    #expect(values["free"] == "gone" && values["kept"] == "gone")
    var validator = AnswerValidator(compiled.open(now: now))
    let result = validator.validate(json: text.utf8)
    #expect(result.cleared.map(\.name) == ["unit", "many"])
    #expect(result.cleared.map(\.value) == ["gone", "gone"])
    var form = compiled.open(now: now)
    #expect(try form.setAnswers(json: text.utf8).notes.map(\.tag) == ["unit", "many"])
  }
}
