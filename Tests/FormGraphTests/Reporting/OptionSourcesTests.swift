// Options that many rows have are told once: in states, in changes, and with the first row that has
// them.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite("Options of many rows") struct OptionSourcesTests {
  private func form(_ json: String) throws -> Form {
    try CompiledForm.compile(json: Array(json.utf8)).open(now: Date(timeIntervalSince1970: 0))
  }

  /// What a change set says of options, as texts: `attribute of: new`.
  private func told(_ set: ChangeSet, _ key: String) -> [String] {
    set.json[key].list.compactMap { change in
      guard let attribute = change["attribute"].text, attribute.contains("ption")
      else { return nil }
      let name = change["optionSource"].text ?? change["tag"].text ?? change["id"].text ?? ""
      return "\(attribute) of \(name): \(JSONWriter.text(of: change["new"]))"
    }
  }

  private static let people = """
    { "tag": "people", "kind": "multivalued", "value": [{ "id": "a", "name": "Ann" }],
      "template": { "rows": [{ "tag": "id", "type": "text" }, { "tag": "name", "type": "text" }] } }
    """

  private static func choosing(_ tag: String, _ more: String = "") -> String {
    #"{ "tag": "\#(tag)", "type": "push", \#(more) "#
      + #""options": { "list": "people", "value": "id", "title": "name" } }"#
  }

  @Test("Rows with the same columns of a table share a source, others have another one")
  func tables() throws {
    let form = try form(
      """
      { "tables": { "t": { "columns": ["k", "v"], "rows": [["p", "one"], ["q", "two"]] },
          "u": { "columns": ["k"], "rows": [["p"]] } },
        "sections": [ { "rows": [
          { "tag": "a", "type": "push", "options": { "table": "t", "value": "k", "title": "v" } },
          { "tag": "b", "type": "push", "options": { "table": "t", "value": "k", "title": "v" },
            "optionsFilter": "SELF.k != 'p'" },
          { "tag": "c", "type": "push", "options": { "table": "t", "value": "k" } },
          { "tag": "d", "type": "push", "options": { "table": "u", "value": "k" } },
          { "tag": "e", "type": "push", "options": ["x"] } ] } ] }
      """)
    let rows = form.json["sections"][0]["rows"]
    #expect(
      (0..<5).map { rows[$0]["optionSource"] } == ["t0.0.1", "t0.0.1", "t0.0", "t1.0", .null])
    #expect((0..<5).map { rows[$0]["allOptions"].isNull } == [true, true, true, true, false])
    #expect((0..<5).map { rows[$0]["options"] } == [.null, ["q"], .null, .null, .null])
    #expect(
      form.json["optionSources"] == [
        "t0.0.1": [["value": "p", "title": "one"], ["value": "q", "title": "two"]],
        "t0.0": [["value": "p", "v": "one"], ["value": "q", "v": "two"]],
        "t1.0": [["value": "p"]],
      ])
  }

  @Test("What a list offers is told once, with its titles")
  func lists() throws {
    var form = try form(
      "{ \"sections\": [ \(Self.people), { \"rows\": ["
        + "\(Self.choosing("x")), \(Self.choosing("y")) ] } ] }")
    #expect(form.json["optionSources"] == ["#s0.0.1": [["value": "a", "title": "Ann"]]])
    let titled = try form.set("people[0].name", to: "Eve")
    #expect(told(titled, "changes") == [#"optionTitles of #s0.0.1: ["Eve"]"#])
    #expect(
      told(titled, "stateChanges") == [
        #"allOptions of #s0.0.1: [{"value":"a","title":"Eve"}]"#
      ])
    // In Swift each row says so.
    #expect(titled.changes.filter { $0.property == .optionTitles }.map(\.tag) == ["x", "y"])
    let inserted = try form.update {
      $0.insertItem(in: "people", at: 1, value: ["id": "b", "name": "Bo"])
    }
    #expect(told(inserted, "changes") == [])
    #expect(
      told(inserted, "stateChanges") == [
        #"allOptions of #s0.0.1: [{"value":"a","title":"Eve"},{"value":"b","title":"Bo"}]"#
      ])
    #expect(inserted.changes.filter { $0.property == .options }.map(\.tag) == ["x", "y"])
  }

  @Test("A filter keeps the list of a row, and it is told when the list is no longer everything")
  func filters() throws {
    var form = try form(
      "{ \"sections\": [ \(Self.people), { \"rows\": ["
        + Self.choosing("x", #""optionsFilter": "SELF.name != 'Bo'","#) + " ] } ] }")
    #expect(form.json["sections"][2]["rows"][0]["options"] == .null)
    let other = try form.update {
      $0.insertItem(in: "people", at: 1, value: ["id": "b", "name": "Bo"])
    }
    #expect(told(other, "changes") == [])
    #expect(told(other, "stateChanges").last == #"options of x: ["a"]"#)
    let both = try form.set("people[1].name", to: "Cy")
    #expect(told(both, "changes").last == #"options of x: ["a","b"]"#)
  }

  @Test("A list in an item has a source of its own, and so has a matrix")
  func inItems() throws {
    var form = try form(
      """
      { "sections": [ { "tag": "visits", "kind": "multivalued", "value": [{}], "template": {
        "sections": [ { "tag": "drugs", "kind": "multivalued", "value": [{ "code": "x" }],
            "template": { "rows": [{ "tag": "code", "type": "text" }] } },
          { "rows": [{ "tag": "best", "type": "push",
              "options": { "list": "drugs", "value": "code" } }] },
          { "tag": "m", "kind": "matrix", "options": ["yes", "no"], "rows": [{ "tag": "am" }, { "tag": "pm" }] } ] } } ] }
      """)
    let first = form.json["optionSources"].keys
    #expect(first.count == 2)
    let inserted = try form.update { $0.insertItem(in: "visits", at: 1) }
    let second = inserted.json["optionSources"].keys
    #expect(second.count == 2 && Set(first).isDisjoint(with: second))
    #expect(form.json["optionSources"].keys == first + second)
    let removed = try form.update { $0.removeItem(in: "visits", at: 0) }
    #expect(removed.json["optionSources"].isNull)
    #expect(form.json["optionSources"].keys == second)
    #expect(try form.undo().json["optionSources"].keys == first)
  }

  @Test("A source comes with the first row that has it, also after all others have gone")
  func comesWithItems() throws {
    var form = try form(
      "{ \"sections\": [ \(Self.people), { \"tag\": \"l\", \"kind\": \"multivalued\", \"template\": "
        + "{ \"rows\": [ \(Self.choosing("x")) ] } } ] }")
    #expect(form.json["optionSources"].isNull)
    func insert() throws -> Value {
      try form.update { $0.insertItem(in: "l", at: 0) }.json["optionSources"]
    }
    let source: Value = ["#s0.0.1": [["value": "a", "title": "Ann"]]]
    #expect(try insert() == source)
    #expect(try insert().isNull)
    try form.update { $0.removeItem(in: "l", at: 0) }
    try form.update { $0.removeItem(in: "l", at: 0) }
    #expect(form.json["optionSources"].isNull)
    #expect(try insert() == source)
    // The list offers something else in the transaction in which the row that knew it goes.
    let both = try form.update {
      $0.removeItem(in: "l", at: 0)
      $0["people[0].name"] = "Eve"
      $0.insertItem(in: "l", at: 0)
    }
    #expect(both.json["optionSources"] == ["#s0.0.1": [["value": "a", "title": "Eve"]]])
  }

  @Test("The titles of a matrix are told once in another language, and of each row with a formula")
  func matrices() throws {
    var form = try form(
      """
      { "languages": ["en", "de"], "sections": [
        { "tag": "m", "kind": "matrix", "rows": [{ "tag": "x" }, { "tag": "y" }],
          "options": [{ "value": 1, "title": { "en": "yes", "de": "ja" } }] },
        { "kind": "matrix", "rows": [{ "tag": "z" }],
          "options": [{ "value": 1, "title": "{SELF} {$language}" }] } ] }
      """)
    #expect(form.json["optionSources"] == ["#s0": [["value": 1, "title": "yes"]]])
    #expect(form.json["sections"][1]["rows"][0]["optionSource"].isNull)
    let set = try form.set("language", to: "de")
    #expect(
      told(set, "changes") == [
        #"optionTitles of #s0: ["ja"]"#, ##"optionTitles of #s1: [" de"]"##,
        #"optionTitles of z: [" de"]"#,
      ])
    #expect(told(set, "stateChanges") == [])
    #expect(set.changes.filter { $0.property == .optionTitles }.count == 5)
  }

  @Test("A row to which the host gives options leaves its source, and comes back by undo")
  func given() throws {
    var form = try form(
      "{ \"sections\": [ \(Self.people), { \"rows\": [ \(Self.choosing("x")) ] } ] }")
    let given = try form.update { $0.setOptions(of: "x", to: [OptionDefinition("b")]) }
    #expect(
      told(given, "stateChanges") == [
        "optionSource of x: null", #"allOptions of x: [{"value":"b"}]"#,
      ])
    #expect(form.json["optionSources"].isNull)
    let back = try form.undo()
    #expect(
      told(back, "stateChanges") == [
        ##"optionSource of x: "#s0.0.1""##, "allOptions of x: null",
      ])
    #expect(back.json["optionSources"] == ["#s0.0.1": [["value": "a", "title": "Ann"]]])
  }

  @Test("An edit of a list that many rows choose from grows with its options, not with the rows")
  func size() throws {
    func bytes(_ rows: Int) throws -> Int {
      let items = (0..<60).map { #"{ "id": "i\#($0)", "name": "Person \#($0)" }"# }
      var form = try form(
        "{ \"sections\": ["
          + Self.people.replacing(
            #"[{ "id": "a", "name": "Ann" }]"#, with: "[\(items.joined(separator: ","))]")
          + ", { \"rows\": [" + (0..<rows).map { Self.choosing("r\($0)") }.joined(separator: ",")
          + "] } ] }")
      let set = try form.set("people[3].name", to: "Eve")
      #expect(told(set, "changes").count == 1)
      return JSONWriter.text(of: set.json).utf8.count
    }
    let (few, many) = (try bytes(5), try bytes(50))
    // The rows that look different are listed as places.
    #expect(few > 5_000 && many - few < 45 * 10)
  }
}
