// A client that draws from the state and the change sets alone: what it shows of every value must
// be what the form says, whatever makes the value look different.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

/// What people see of each row, as a program in another language would keep it.
private struct Client {
  var shown: [String: String] = [:]

  init(_ state: Value) {
    for row in state["sections"].list.flatMap(\.["rows"].list) {
      shown[row["tag"].text ?? ""] = row["display"].text
    }
  }

  mutating func take(_ set: Value) {
    for change in set["changes"].list {
      guard let tag = change["tag"].text else { continue }
      switch change["attribute"].text {
      case "value": shown[tag] = change["display"].text
      case "display": shown[tag] = change["new"].text
      default: break
      }
    }
  }
}

@Suite struct ClientDisplayTests {
  private static let form = """
    { "languages": ["en", "de"], "inputs": { "n": 1 }, "sections": [{ "rows": [
      { "tag": "height", "type": "int", "unit": "cm", "value": 150 },
      { "tag": "weight", "type": "decimal", "value": 71.5 },
      { "tag": "twice", "type": "decimal", "calculated": "$weight * 2" },
      { "tag": "day", "type": "date", "value": "2024-05-01" },
      { "tag": "at", "type": "dateTime", "value": "2024-05-01T22:30:00Z" },
      { "tag": "time", "type": "time" },
      { "tag": "name", "type": "text", "value": "Ana" },
      { "tag": "key", "type": "password", "value": "secret" },
      { "tag": "smoker", "type": "segmented", "value": "y", "options": [
        { "value": "y", "title": { "en": "Yes", "de": "Ja" } }, { "value": "n", "title": "No {$n}" }] },
      { "tag": "tags", "type": "multipleSelector", "options": ["a", { "value": "b", "title": "B" }] },
      { "tag": "own", "type": "decimal", "value": 1.5, "display": "concat(format(SELF, '0.00'), ' m')" },
      { "tag": "hidden", "type": "decimal", "value": 0.5, "hidden": true }
    ] }] }
    """

  @Test("A client that keeps what change sets say shows what the form says")
  func follows() throws {
    var form = try CompiledForm.compile(json: Self.form.utf8)
      .open(now: Date(timeIntervalSince1970: 0))
    var client = Client(form.json)
    func date(_ text: String) throws -> Value { .date(try #require(DateText.date(from: text))) }
    func check(_ set: ChangeSet, _ step: String) {
      client.take(set.json)
      #expect(client.shown == Client(form.json).shown, "\(step)")
    }
    check(try form.set("height", to: 151), "a number with a unit")
    #expect(client.shown["height"] == "151\u{A0}cm")
    check(try form.set("weight", to: 72.25), "a formula follows")
    #expect(client.shown["twice"] == "144.5")
    check(try form.set("day", to: date("2024-12-31")), "a day")
    #expect(client.shown["day"] == "Dec 31, 2024")
    check(try form.set("time", to: date("1970-01-01T15:04:00Z")), "a time of day")
    check(try form.set("name", to: .null), "nothing")
    #expect(client.shown["name"] == nil)
    check(try form.set("key", to: "other"), "a password")
    check(try form.set("tags", to: ["b", "a"]), "several options")
    #expect(client.shown["tags"] == "a, B")
    check(try form.set("own", to: 2), "a formula of its own")
    check(try form.set("language", to: "de"), "another language")
    #expect(client.shown["weight"] == "72,25")
    #expect(client.shown["hidden"] == "0,5")
    #expect(client.shown["smoker"] == "Ja")
    check(try form.set("timeZone", to: "Asia/Tokyo"), "another time zone")
    #expect(client.shown["at"] == "02.05.2024, 07:30")
    check(try form.set("smoker", to: "n"), "another option")
    check(try form.set("n", to: 2), "the title of an option")
    #expect(client.shown["smoker"] == "No 2")
    check(
      try form.update { draft in
        draft.set("language", to: "en")
        draft.set("weight", to: 1.5)
      }, "language and value at once")
    var step = try form.undo()
    while !step.isEmpty {
      check(step, "undo")
      step = try form.undo()
    }
  }

  @Test("Only what looks different is told, once, with its reason")
  func tellsOnce() throws {
    var form = try CompiledForm.compile(json: Self.form.utf8)
      .open(now: Date(timeIntervalSince1970: 0))
    let language = try form.set("language", to: "de")
    let displays = language.changes.filter { $0.property == .display }
    #expect(
      displays.map(\.tag)
        == ["weight", "day", "at", "smoker", "own", "hidden"])
    #expect(displays.allSatisfy { $0.cause == .input && $0.because == ["language"] })
    #expect(displays.first?.old == "71.5")
    #expect(displays.first?.new == "71,5")
    // A list on a screen shows the visible ones of these rows anew.
    #expect(language.listUpdate.reloads.count == 5)
    let zone = try form.set("timeZone", to: "Asia/Tokyo")
    #expect(
      zone.changes.map { "\($0.tag ?? "").\($0.property)" } == ["timeZone.value", "at.display"])
    let value = try form.set("weight", to: 2.5)
    #expect(
      value.changes.map { "\($0.tag ?? "").\($0.property)" } == ["weight.value", "twice.value"])
    #expect(
      value.json["changes"].list.map { $0["display"].text } == ["2,5", "5"])
    #expect(try form.set("timeZone", to: "Asia/Tokyo").isEmpty)
  }
}
