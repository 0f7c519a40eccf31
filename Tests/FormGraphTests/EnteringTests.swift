import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite("What users type")
struct EnteringTests {
  private static let json = """
    { "languages": ["en", "de"],
      "tables": { "towns": { "columns": ["code", { "name": "name" }], "rows": [["b", "Bonn"], ["k", "Köln"]] } },
      "inputs": { "rate": 1.5 },
      "sections": [{ "rows": [
        { "tag": "int", "type": "int" }, { "tag": "decimal", "type": "decimal", "unit": "kg" },
        { "tag": "text", "type": "text" }, { "tag": "on", "type": "switch" },
        { "tag": "day", "type": "date" }, { "tag": "at", "type": "time" },
        { "tag": "moment", "type": "dateTime" }, { "tag": "left", "type": "countDown" },
        { "tag": "one", "type": "push",
          "options": [{ "value": 1, "title": { "en": "One", "de": "Eins" } }, { "value": 2 }] },
        { "tag": "town", "type": "push",
          "options": { "table": "towns", "value": "code", "title": "name" } },
        { "tag": "other", "type": "push", "options": ["a"], "other": true },
        { "tag": "many", "type": "multipleSelector", "options": ["a", "b"] },
        { "tag": "sum", "type": "int", "calculated": "1 + 1" },
        { "tag": "go", "type": "button" }] }] }
    """

  private func form(_ language: String = "en", timeZone: String = "Europe/Berlin") throws -> Form {
    try CompiledForm.compile(json: Self.json.utf8).open(
      now: Date(timeIntervalSinceReferenceDate: 0),
      inputs: ["language": .string(language), "timeZone": .string(timeZone)])
  }

  @Test(
    "A text is read as the row and the language say",
    arguments: [
      ("int", "1,234", "1.234", 1234), ("int", " 7 ", "7", 7), ("int", "", " ", .null),
      ("decimal", "1.5", "1,5", 1.5), ("decimal", "1.5 kg", "1,5\u{A0}kg", 1.5),
      ("text", " a ", " a ", " a "), ("on", "yes", "ja", true), ("on", "no", "nein", false),
      ("one", "One", "Eins", 1), ("one", " 2 ", "2", 2), ("one", "", "", .null),
      ("town", "Bonn", "Bonn", "b"), ("town", "k", "k", "k"), ("other", "z", "z", "z"),
      ("many", "", "", .null), ("rate", "2.5", "2,5", 2.5),
    ] as [(String, String, String, Value)])
  func reads(tag: String, english: String, german: String, value: Value) throws {
    for (language, text) in [("en", english), ("de", german)] {
      var form = try form(language)
      try form.enter(text, in: tag, as: .host)
      let read = form[tag]?.value ?? form.inputs[tag]
      #expect(read == value, "\(language): \(text)")
    }
    var form = try form()
    let day = try form.enter("2024-05-01", in: "day")
    #expect(day.count(of: .value) == 1 && form["day"]?.displayText == "May 1, 2024")
    try form.enter("14:30", in: "at")
    #expect(form["at"]?.displayText == "2:30\u{202F}PM")
  }

  @Test("Yes and no are words of the language in any case, also where `I` is `ı` in small letters")
  func readsTruth() throws {
    let json = #"{"languages": ["tr"], "sections": [{"rows": [{"tag": "on", "type": "switch"}]}]}"#
    var form = try CompiledForm.compile(json: json.utf8).open(now: .distantPast)
    for (text, value) in [("HAYIR", false), ("Evet", true), ("hayır", false), ("TRUE", true)] {
      try form.enter(text, in: "on", as: .host)
      #expect(form["on"]?.value == .bool(value), "\(text)")
    }
    #expect(throws: EditError.self) { try form.enter("hayr", in: "on", as: .host) }
  }

  @Test(
    "A date is read as the language writes it, in the form's time zone, or in ISO 8601",
    arguments: [
      ("en", "day", "May 1, 2024", "2024-05-01"), ("en", "day", "may 1,2024", "2024-05-01"),
      ("de", "day", "01.05.2024", "2024-05-01"), ("de", "day", "1.5.2024", "2024-05-01"),
      ("de", "day", "2024-05-01", "2024-05-01"), ("en", "at", "2:30 pm", "14:30"),
      ("en", "at", "12:05 AM", "00:05"), ("de", "at", "9:30", "09:30"),
      ("de", "moment", "1.5.2024, 14:30", "2024-05-01T12:30:00Z"),
      ("en", "moment", "Jan 1, 2024, 2:30 PM", "2024-01-01T13:30:00Z"),
      ("en", "moment", "2024-05-01T14:30", "2024-05-01T12:30:00Z"),
      ("en", "moment", "2024-05-01", "2024-04-30T22:00:00Z"),
      ("en", "moment", "2024-05-01T14:30Z", "2024-05-01T14:30:00Z"),
      ("en", "moment", "2024-05-01T14:30-05:00", "2024-05-01T19:30:00Z"),
      ("en", "left", "1970-01-01T00:20", "1970-01-01T00:20:00Z"),
    ])
  func readsDates(language: String, tag: String, text: String, json: String) throws {
    var form = try form(language)
    try form.enter(text, in: tag)
    let values = form.values(includingHidden: false, inJSON: true)
    #expect(JSONWriter.text(of: values[tag] ?? .null) == "\"\(json)\"")
    // The row shows what it reads back.
    let shown = try #require(form[tag]?.displayText)
    if tag != "left" {
      let change = try form.enter(shown, in: tag)
      #expect(change.count(of: .value) == 0, "\(shown)")
    }
  }

  @Test("The hint of a refused date shows how the form writes one")
  func dateHints() throws {
    for (language, tag, hint) in [
      ("de", "day", "write it like 01.05.2024 or 2024-05-01"),
      ("de", "at", "write it like 14:30"),
      ("en", "at", "write it like 2:30\u{202F}PM or 14:30"),
      ("de", "moment", "write it like 01.05.2024, 14:30 or 2024-05-01T14:30"),
    ] {
      var form = try form(language)
      let error = #expect(throws: EditError.self) { try form.enter("5/1/2024", in: tag) }
      #expect(error?.reasons.first?.hint == hint)
    }
  }

  @Test("The hint of a text or a tap that is not an option names options by their titles")
  func optionHints() throws {
    for (language, tag, text, hint) in [
      ("en", "one", "Onne", "did you mean 1 (One)?"),
      ("de", "one", "Eine", "did you mean 1 (Eins)?"),
      ("de", "one", "9", "its options are 1 (Eins), 2"),
      ("de", "town", "Boon", "did you mean 'b' (Bonn)?"),
      ("de", "town", "x", "its options are 'b' (Bonn), 'k' (Köln)"),
    ] {
      var form = try form(language)
      let typed = #expect(throws: EditError.self) { try form.enter(text, in: tag) }
      #expect(typed?.reasons.map(\.hint) == [hint])
      let tapped = #expect(throws: EditError.self) { try form.select(.string(text), of: tag) }
      #expect(tapped?.reasons.map(\.hint) == [hint])
    }
    var form = try form()
    let title = #expect(throws: EditError.self) { try form.select("bonn", of: "town") }
    #expect(title?.reasons.map(\.hint) == ["did you mean 'b' (Bonn)?"])
  }

  @Test("Edits that are refused for one reason name it once")
  func sameReasons() throws {
    var form = try form()
    let error = #expect(throws: EditError.self) {
      try form.update {
        $0.enter("1", in: "#r99")
        $0.blur("#r99")
        $0.blur("nobody")
      }
    }
    #expect(error?.reasons.map(\.tag) == ["#r99", "nobody"])
  }

  @Test(
    "A text that stands for no value is refused, and changes nothing",
    arguments: [
      ("int", "1,23,4", .wrongType), ("int", "1.5", .wrongType), ("decimal", "1,5", .wrongType),
      ("decimal", "kg", .wrongType), ("on", "ja", .wrongType), ("day", "May 1", .wrongType),
      ("day", "5/1/2024", .wrongType), ("day", "May 1, 24", .wrongType),
      ("day", "Feb 30, 2024", .wrongType), ("day", "May 1, 2024 x", .wrongType),
      ("at", "2:30", .wrongType), ("at", "14:30 PM", .wrongType), ("at", "2:3 PM", .wrongType),
      ("moment", "May 1, 2024", .wrongType), ("day", "01.05.2024", .wrongType),
      ("at", "half past two", .wrongType), ("one", "Eins", .noOption), ("town", "Rom", .noOption),
      ("many", "a", .wrongType), ("sum", "3", .noEdits), ("go", "x", .noEdits),
      ("nobody", "x", .unknown), ("rate", "x", .wrongType),
    ] as [(String, String, EditError.Kind)])
  func refuses(tag: String, text: String, kind: EditError.Kind) throws {
    var form = try form()
    let before = form.json
    let error = #expect(throws: EditError.self) { try form.enter(text, in: tag, as: .host) }
    #expect(error?.reasons.map(\.kind) == [kind], "\(error?.description ?? "")")
    #expect(form.json == before)
  }

  @Test(
    "A user cannot type into an input, nor a text of any length into a number",
    arguments: depth(quick: 50_000, full: 500_000))
  func isBounded(depth count: Int) throws {
    var form = try form()
    #expect(throws: EditError.self) { try form.enter("2.5", in: "rate") }
    #expect(throws: EditError.self) {
      try form.enter(String(repeating: "1,", count: count), in: "int")
    }
  }
}
