import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite("What users type")
struct EnteringTests {
  private static let json = """
    { "languages": ["en", "de"],
      "messages": { "de": { "yes": "ja", "no": "nein" } },
      "tables": { "towns": { "columns": ["code", { "name": "name" }], "rows": [["b", "Bonn"], ["k", "Köln"]] } },
      "inputs": { "rate": 1.5 },
      "sections": [{ "rows": [
        { "tag": "int", "type": "int" }, { "tag": "decimal", "type": "decimal", "unit": "kg" },
        { "tag": "text", "type": "text" }, { "tag": "on", "type": "switch" },
        { "tag": "day", "type": "date" }, { "tag": "at", "type": "time" },
        { "tag": "one", "type": "push",
          "options": [{ "value": 1, "title": { "en": "One", "de": "Eins" } }, { "value": 2 }] },
        { "tag": "town", "type": "push",
          "options": { "table": "towns", "value": "code", "title": "name" } },
        { "tag": "other", "type": "push", "options": ["a"], "other": true },
        { "tag": "many", "type": "multipleSelector", "options": ["a", "b"] },
        { "tag": "sum", "type": "int", "calculated": "1 + 1" },
        { "tag": "go", "type": "button" }] }] }
    """

  private func form(_ language: String = "en") throws -> Form {
    try CompiledForm.compile(json: Self.json.utf8).open(
      now: Date(timeIntervalSinceReferenceDate: 0), inputs: ["language": .string(language)])
  }

  @Test(
    "A text is read as the row and the language say",
    arguments: [
      ("int", "1,234", "1.234", 1234), ("int", " 7 ", "7", 7), ("int", "", " ", .null),
      ("decimal", "1.5", "1,5", 1.5), ("decimal", "1.5 kg", "1,5\u{A0}kg", 1.5),
      ("text", " a ", " a ", " a "), ("on", "yes", "ja", true), ("on", "no", "nein", false),
      ("one", "One", "Eins", 1), ("one", " 2 ", "2", 2), ("one", "", "", .null),
      ("town", "Bonn", "Bonn", "b"), ("town", "k", "k", "k"), ("other", "z", "z", "z"),
      ("many", "", "", []), ("rate", "2.5", "2,5", 2.5),
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

  @Test(
    "A text that stands for no value is refused, and changes nothing",
    arguments: [
      ("int", "1,23,4", .wrongType), ("int", "1.5", .wrongType), ("decimal", "1,5", .wrongType),
      ("decimal", "kg", .wrongType), ("on", "ja", .wrongType), ("day", "May 1", .wrongType),
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

  @Test("A user cannot type into an input, nor a megabyte into a number")
  func isBounded() throws {
    var form = try form()
    #expect(throws: EditError.self) { try form.enter("2.5", in: "rate") }
    #expect(throws: EditError.self) {
      try form.enter(String(repeating: "1,", count: 500_000), in: "int")
    }
  }
}
