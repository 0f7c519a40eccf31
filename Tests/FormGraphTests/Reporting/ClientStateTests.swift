// What a client finds in the state of a form: everything that the file says and a client shows, and
// nothing where the file says nothing.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private func state(_ json: String) throws -> Value {
  try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0)).json
}

@Suite struct ClientStateTests {
  @Test func saysOfAFormWhatItsFileSays() throws {
    let form = try state(
      """
      { "title": "T", "subtitle": "S", "footer": "F", "placeholder": "P", "help": "H",
        "navigation": "disabled", "extra": { "a": [1] }, "sections": [] }
      """)
    #expect(form["subtitle"] == "S")
    #expect(form["footer"] == "F")
    #expect(form["placeholder"] == "P")
    #expect(form["help"] == "H")
    #expect(form["navigation"] == ["disabled"])
    #expect(form["extra"] == ["a": [1]])
  }

  @Test func saysOfSectionsWhatTheirFileSays() throws {
    let state = try state(
      """
      { "sections": [
        { "subtitle": "S", "footer": "F", "placeholder": "P", "help": "H", "collapsed": true,
          "extra": 1, "rows": [] },
        { "tag": "l", "kind": "multivalued", "minimum": 0, "maximum": 3, "allows": ["reorder"],
          "item": { "type": "text" } },
        { "tag": "c", "kind": "selectable", "deselection": false,
          "options": ["a", { "value": "b", "title": "B", "exclusive": false, "color": "red" }] },
        { "kind": "matrix", "options": [{ "value": 1, "title": "one" }],
          "rows": [{ "tag": "r" }] }
      ] }
      """)
    let sections = state["sections"]
    let texts: Value = ["S", "F", "P", "H"]
    #expect(
      [
        sections[0]["subtitle"], sections[0]["footer"], sections[0]["placeholder"],
        sections[0]["help"],
      ] == [texts[0], texts[1], texts[2], texts[3]])
    #expect(sections[0]["collapsed"] == true)
    #expect(sections[0]["extra"] == 1)
    #expect(sections[0]["kind"] == .null)
    #expect(sections[1]["kind"] == "multivalued")
    #expect(sections[1]["minimum"] == 0)
    #expect(sections[1]["maximum"] == 3)
    #expect(sections[1]["allows"] == ["reorder"])
    #expect(sections[2]["kind"] == "selectable")
    #expect(sections[2]["deselection"] == false)
    let options: Value = [["value": "a"], ["value": "b", "title": "B", "color": "red"]]
    #expect(sections[2]["rows"][0]["allOptions"] == options)
    #expect(sections[3]["kind"] == "matrix")
    #expect(state["optionSources"] == ["#s3": [["value": 1, "title": "one"]]])
    #expect(sections[3]["optionSource"] == "#s3" && sections[3]["allOptions"].isNull)
    #expect(sections[3]["rows"][0]["optionSource"] == "#s3")
    #expect(sections[3]["rows"][0]["allOptions"].isNull)
    #expect(sections[3]["rows"][0]["type"] == "segmented")
  }

  @Test(arguments: ["[]", #"["reorder"]"#]) func saysOfCountedListsWhatTheyAllow(_ allows: String)
    throws
  {
    let json = #"""
      { "sections": [{ "tag": "l", "kind": "multivalued", "count": "1 + 1",
        "allows": \#(allows), "item": { "type": "text" } }] }
      """#
    let definition = try CompiledForm.compile(json: json.utf8).definition
    for file in [json, JSONWriter.text(of: definition.json)] {
      let list = try state(file)["sections"][0]
      #expect(list["counted"] == true)
      #expect(JSONWriter.text(of: list["allows"]) == allows)
    }
  }

  @Test(
    "A state and a change tell in which direction the language is written",
    arguments: [
      ("", "ltr"), ("de", "ltr"), ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("fa-IR", "rtl"),
      ("az-Arab", "rtl"), ("ar-Latn", "ltr"), ("en-x-private", "ltr"), ("ja", "ltr"),
    ])
  func tellsDirection(language: String, direction: String) throws {
    var form = try CompiledForm.compile(json: #"{ "sections": [{ "rows": [] }] }"#.utf8)
      .open(now: Date(timeIntervalSinceReferenceDate: 0))
    #expect(form.json["direction"] == "ltr")
    let change = try form.set("language", to: .string(language))
    #expect(form.json["direction"] == .string(direction))
    let told = JSONWriter.text(of: change.json)
    #expect(
      told.contains(#""direction":{"old":"ltr","new":"\#(direction)"}"#) == (direction == "rtl"))
  }

  @Test(
    "The direction is that of the form's language in which the texts are",
    arguments: [
      ("ar", "rtl"), ("ar-Latn", "rtl"), ("pa-Arab", "ltr"), ("en-AU", "ltr"), ("he", "ltr"),
    ])
  func tellsDirectionOfTexts(language: String, direction: String) throws {
    let json = #"{ "languages": ["en", "ar", "pa"], "sections": [{ "rows": [] }] }"#
    let form = try CompiledForm.compile(json: json.utf8)
      .open(now: Date(timeIntervalSinceReferenceDate: 0), inputs: ["language": .string(language)])
    #expect(form.json["direction"] == .string(direction))
  }

  @Test func saysOfRowsWhatTheirFileSays() throws {
    let rows = try state(
      """
      { "sections": [{ "rows": [
        { "tag": "n", "type": "slider", "subtitle": "S", "footer": "F", "placeholder": "P",
          "help": "H", "selectorTitle": "Z", "minimum": 1, "maximum": 9.5, "step": 0.5, "unit": "kg", "next": "t",
          "extra": null },
        { "tag": "t", "type": "text" },
        { "tag": "d", "type": "dateTime", "minimum": "2024-05-01", "minuteInterval": 15 },
        { "tag": "c", "type": "int", "calculated": "1 + 1" },
        { "tag": "o", "type": "push", "other": true, "options": [
          { "value": "a", "hidden": true }, { "value": "b", "exclusive": true, "disabled": true }] }
      ] }] }
      """)["sections"][0]["rows"]
    let number = rows[0]
    #expect(number["subtitle"] == "S")
    #expect(number["footer"] == "F")
    #expect(number["placeholder"] == "P")
    #expect(number["help"] == "H")
    #expect(number["selectorTitle"] == "Z")
    #expect(number["minimum"] == 1)
    #expect(number["maximum"] == 9.5)
    #expect(number["step"] == 0.5)
    #expect(number["unit"] == "kg")
    #expect(number["next"] == "t")
    #expect(number.keys.contains("extra"))
    #expect(
      rows[1].keys == [
        "tag", "id", "type", "title", "value", "hidden", "disabled", "required", "valid", "errors",
      ])
    #expect(
      JSONWriter.text(of: rows[2]).contains(
        #""minimum":"2024-05-01T00:00:00Z","minuteInterval":15"#))
    #expect(rows[3]["calculated"] == true)
    #expect(rows[4]["other"] == true)
    #expect(rows[4]["allOptions"] == [["value": "a"], ["value": "b", "exclusive": true]])
    #expect(rows[4]["options"] == ["b"])
    #expect(rows[4]["disabledOptions"] == ["b"])
  }

  @Test func saysOfGroupsWhatTheyAreGroupedBy() throws {
    let rows = try state(
      """
      { "sections": [{ "rows": [
        { "tag": "o", "type": "push", "groupedBy": "rank", "groupTitles": { "2": "Two" },
          "options": ["a", { "value": "b", "rank": 10 }, { "value": "c", "rank": 2 }] }
      ] }] }
      """)["sections"][0]["rows"]
    let groups: Value = [
      ["key": 2, "title": "Two", "options": ["c"]],
      ["key": 10, "title": "10", "options": ["b"]],
      ["key": .null, "title": .null, "options": ["a"]],
    ]
    #expect(rows[0]["optionGroups"] == groups)
  }

  @Test func saysOfPagesWhatTheirFileSays() throws {
    var form = try CompiledForm.compile(
      json: """
        { "languages": ["en", "de"],
          "pages": [
            { "title": "T", "subtitle": "S", "footer": "F", "placeholder": "P", "help": "H {$n}",
              "extra": [1], "sections": ["s"] },
            { "subtitle": { "en": "a", "de": "b" }, "footer": "{$n}", "sections": ["t"] }],
          "sections": [{ "tag": "s", "rows": [{ "tag": "n", "type": "int" }] },
            { "tag": "t", "rows": [{ "tag": "m", "type": "int" }] }] }
        """.utf8
    ).open(now: Date(timeIntervalSinceReferenceDate: 0))
    let pages = form.json["pages"]
    #expect(
      pages[0].keys.suffix(5) == ["subtitle", "footer", "placeholder", "help", "extra"])
    #expect(pages[0]["help"] == "H ")
    #expect(pages[0]["extra"] == [1])
    #expect(!pages[1].keys.contains("extra"))
    let help: Value = ["page": 0, "attribute": "help", "old": "H ", "new": "H 1"]
    let footer: Value = ["page": 1, "attribute": "footer", "old": "", "new": "1"]
    #expect(try form.set("n", to: 1).json["pages"] == [help, footer])
    let subtitle: Value = ["page": 1, "attribute": "subtitle", "old": "a", "new": "b"]
    #expect(try form.set("language", to: "de").json["pages"] == [subtitle])
  }

  @Test("An option of Swift cannot say that it is exclusive among its other keys")
  func exclusiveMember() throws {
    let option = OptionDefinition(1, members: ValueDictionary([("exclusive", true)]))
    let definition = FormDefinition {
      SectionDefinition { RowDefinition(.multipleSelector, "a", options: [option]) }
    }
    let failure = #expect(throws: CompileFailure.self) { try CompiledForm(definition) }
    #expect(
      failure?.problems.map(\.message)
        == ["'exclusive' among the other keys of an option has no effect"])
  }
}
