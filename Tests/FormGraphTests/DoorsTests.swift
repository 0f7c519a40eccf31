// Ways into a form that nothing else here takes: what a draft says of itself, what decides one
// attribute, values and options through a live form, and refusals that only a program can cause.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite struct DoorsTests {
  private static let json = """
    { "inputs": { "limit": 3 }, "sections": [
      { "tag": "s", "hidden": "$a > 90", "rows": [
        { "tag": "a", "type": "int", "value": 1 },
        { "tag": "b", "type": "int", "default": "$a + 1", "hidden": "$a > 5", "required": "$a > 2" },
        { "tag": "one", "type": "push", "options": ["x", "y"] },
        { "tag": "note", "type": "label" } ] },
      { "tag": "names", "kind": "multivalued", "item": { "type": "text" }, "value": ["n"] } ] }
    """

  private func form() throws -> Form {
    try CompiledForm.compile(json: Self.json.utf8).open(now: Date(timeIntervalSince1970: 0))
  }

  @Test("A draft says what it sets, the last of it, and nothing of what it does not set")
  func draftsAreRead() throws {
    var form = try form()
    try form.update { draft in
      #expect(draft["a"] == nil)
      draft.set("a", to: 2)
      draft["b"] = 4
      draft.setValues(["one": "x", "a": 3])
      #expect(draft["a"] == 3 && draft["b"] == 4 && draft["one"] == "x" && draft["note"] == nil)
      draft["b"] = nil
      #expect(draft["b"] == .null)
    }
    #expect(form["a"]?.value == 3 && form["b"]?.value == .null && form["one"]?.value == "x")
  }

  @Test("What decides one attribute is told without what decides the others")
  func oneAttributeIsExplained() throws {
    let form = try form()
    func subjects(_ attribute: Attribute, _ tag: String) -> [Reason.Subject]? {
      form.explain(attribute, of: tag)?.map(\.subject)
    }
    #expect(subjects(.hidden, "b") == [.attribute(.hidden), .attribute(.hidden)])
    #expect(subjects(.required, "b") == [.attribute(.required)])
    #expect(subjects(.valid, "b") == [.attribute(.required)])
    #expect(subjects(.disabled, "b") == [])
    #expect(subjects(.hidden, "s") == [.attribute(.hidden)])
    #expect(subjects(.hidden, "none") == nil)
  }

  @Test("What hides and disables an option is told, a filter with the option it was asked of")
  func optionsAreExplained() throws {
    let json = """
      { "sections": [ { "rows": [
        { "tag": "a", "type": "int", "value": 2 },
        { "tag": "plain", "type": "push", "options": ["x"] },
        { "tag": "one", "type": "push", "optionsFilter": "SELF.value < $a", "options": [
          { "value": 1, "title": "one", "disabled": "$a == 2" },
          { "value": 2, "title": "two", "visible": "$a != 7" },
          { "value": 3, "title": "three", "hidden": true } ] } ] } ] }
      """
    let form = try CompiledForm.compile(json: json.utf8).open(now: Date())
    func told(_ option: Value, _ attribute: Attribute, of tag: String = "one") -> [String]? {
      form.explain(option: option, of: tag)?.filter { $0.subject == .option(attribute) }
        .map { reason in
          let text = reason.explanation?.lines.first?.text ?? "always"
          return (reason.isInverted ? "not " : "") + "\(text): \(reason.result == .bool(true))"
        }
    }
    #expect(told(1, .hidden) == ["not SELF.value < $a: false"])
    #expect(told(1, .disabled) == ["$a == 2: true"])
    #expect(told(2, .hidden) == ["not $a != 7: false", "not SELF.value < $a: true"])
    #expect(told(2, .disabled) == [])
    #expect(told(3, .hidden) == ["always: true", "not SELF.value < $a: true"])
    // What the language holds for equal is the same option.
    #expect(told(1.0, .disabled) == told(1, .disabled))
    #expect(told(4, .hidden) == nil && told(1, .hidden, of: "none") == nil)
    #expect(told(1, .hidden, of: "a") == nil && told("x", .hidden, of: "plain") == [])
    #expect(form.explain("one") == [])
  }

  @Test("A default is told with what a reset would give now")
  func defaultsAreExplained() throws {
    var form = try form()
    try form.update { $0["a"] = 3 }
    let reason = try #require(form.explain("b")?.first { $0.subject == .startValue })
    #expect(reason.result == 4 && form["b"]?.value == 2)
    #expect(reason.explanation?.lines.first?.text == "$a + 1")
    try form.update { $0.reset("b") }
    #expect(form["b"]?.value == 4)
    // What cannot be evaluated, or is no value of the row, leaves it with what it has without.
    let json = """
      { "sections": [ { "rows": [
        { "tag": "text", "type": "text", "value": "x" },
        { "tag": "fails", "type": "switch", "default": "$text + 1" },
        { "tag": "half", "type": "int", "default": "$text" },
        { "tag": "whole", "type": "int", "default": "4 / 2.0" },
        { "tag": "part", "type": "int", "default": "3 / 2.0" } ] },
        { "tag": "list", "kind": "multivalued", "template": { "rows": [
          { "tag": "n", "type": "int", "default": "7" }] }, "value": [{ "n": 3 }, {}] } ] }
      """
    var other = try CompiledForm.compile(json: json.utf8).open(now: Date())
    for tag in ["fails", "half", "whole", "part", "list[0].n", "list[1].n"] {
      let told = other.explain(tag)?.first { $0.subject == .startValue }
      try other.update { $0.reset(RowName.tag(tag)) }
      #expect(told.map(\.result) == (tag == "list[0].n" ? nil : other[tag]?.value), "\(tag)")
    }
    #expect(other["list[0].n"]?.value == 3 && other["whole"]?.value == 2)
  }

  @Test("A default that is bound to another row of the same name does not give its value again")
  func defaultsAreBoundAnew() throws {
    var form = try form()
    #expect(form["b"]?.value == 2)
    try form.update { draft in
      draft.removeRows(["a"])
      draft.insertRows([RowDefinition(tag: "a", type: .int, value: 4)], at: .end(of: "s"))
    }
    #expect(form["a"]?.value == 4 && form["b"]?.value == 2 && form["b"]?.isRequired == true)
    #expect(form.inconsistency == nil)
    try form.update { $0.reset("b") }
    #expect(form["b"]?.value == 5)
    try form.undo()
    try form.undo()
    #expect(form["a"]?.value == 1 && form["b"]?.value == 2 && form["b"]?.isRequired == false)
  }

  @MainActor
  @Test("Values of a dictionary, and a tap on an option, through a live form")
  func liveValues() throws {
    let live = LiveForm(try form())
    let changes = try live.setValues(ValueDictionary([("a", 6), ("one", "x")]))
    #expect(changes?.hidden == ["b"])
    try live.select("y", of: "one")
    #expect(live.form["one"]?.value == "y")
    let refusal = #expect(throws: LiveFormError.self) { try live.select("z", of: "one") }
    #expect(refusal?.description == "'one' has no option 'z'; its options are 'x', 'y'")
  }

  @Test("What is no row cannot be left, and what has no items has none to be edited")
  func refusals() throws {
    var form = try form()
    let before = form.json
    func message(_ edit: (inout Draft) -> Void) -> String? {
      do throws(EditError) {
        try form.update { edit(&$0) }
        return nil
      } catch {
        return error.description
      }
    }
    for tag in ["s", "limit"] {
      #expect(message { $0.blur(tag) } == "'\(tag)' is not a row, so it cannot be left")
    }
    #expect(message { $0.removeItem(in: "s", at: 0) } == "'s' has no items")
    #expect(message { $0.set("s[0]", to: 1) } == "'s' has no items")
    #expect(form.json == before)
  }

  @Test("Ids are in the order in which they were given, and types say what they hold")
  func identifiersAndTypes() throws {
    let form = FormNumber(1)
    let rows = (0..<3).map { RowIndex($0).id(in: form) }
    #expect([rows[2], rows[0], rows[1]].sorted() == rows)
    let sections = (0..<2).map { SectionIndex($0).id(in: form) }
    #expect(sections[0] < sections[1] && !(sections[1] < sections[1]))
    let items = (0..<2).map { ItemIndex($0).id(in: form) }
    #expect(items[0] < items[1] && !(items[1] < items[0]))
    #expect(true.formValue == true && Int64(3).formValue == 3 && 2.5.formValue == 2.5)
    #expect(Value.string("x").formValue == "x")
    #expect(
      UndeclaredDependency(name: "a").description
        == "the function reads 'a', which 'dependsOn' does not name")
  }
}
