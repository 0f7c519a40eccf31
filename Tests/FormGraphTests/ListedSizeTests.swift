// What a state may list beside values, at the limit and one byte past it.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite("Limit of what is listed") struct ListedSizeTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private static func limits(_ bytes: Int) -> FormLimits {
    var limits = FormLimits.standard
    limits.listedBytes = bytes
    limits.valueBytes = 1_000
    return limits
  }

  private static func compile(_ sections: String, _ rest: String, _ limit: Int) throws
    -> CompiledForm
  {
    try CompiledForm.compile(
      json: #"{ "sections": [\#(sections)]\#(rest) }"#.utf8, limits: limits(limit))
  }

  private static func compile(_ sections: String, _ limit: Int) throws -> CompiledForm {
    try compile(sections, "", limit)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let sections: String
    var rest = ""
    let bytes: Int

    var testDescription: String { name }
  }

  // An option takes 32 bytes, and 8 for each value beside its text.
  static let cases: [Case] = [
    Case(
      name: "two options", sections: #"{ "rows": [{ "type": "push", "options": ["a", "bc"] }] }"#,
      bytes: 41 + 42),
    Case(
      name: "titles and keys",
      sections: #"""
        { "rows": [{ "type": "push", "options": [{ "value": 1, "title": "One", "k": ["x"] }] }] }
        """#, bytes: 32 + 8 + 3 + 1 + 8 + 8 + 1),
    Case(
      name: "the rows of a matrix share its options",
      sections: #"""
        { "tag": "m", "kind": "matrix", "options": ["a", "bc"], "rows": [{}, {}, {}] }
        """#, bytes: 83),
    Case(
      name: "and each may have other values that can be chosen, or that are disabled",
      sections: #"""
        { "tag": "m", "kind": "matrix", "rows": [{}, {}, {}],
          "options": [{ "value": "a", "hidden": "TRUEPREDICATE" },
            { "value": "bc", "disabled": "TRUEPREDICATE" }] }
        """#, bytes: 83 + 3 * 2 * 19),
    Case(
      name: "a title with a formula may be another one in each row",
      sections: #"""
        { "kind": "matrix", "options": [{ "value": "a", "title": "{SELF}" }],
          "rows": [{ "tag": "m" }, {}] }
        """#, bytes: 2 * (32 + 9 + 1_006)),
    Case(
      name: "each item has the texts of its template",
      sections: #"""
        { "tag": "l", "kind": "multivalued", "value": [{}, {}], "template": {
          "rows": [{ "tag": "n", "type": "int", "title": "Title", "help": "Help" }],
          "sections": [{ "title": "Inner", "rows": [] }] } }
        """#, bytes: 2 * (9 + 5)),
    Case(
      name: "the longest translation counts",
      sections: #"{ "rows": [{ "type": "int", "title": { "en": "Age", "de": "Alter" } }] }"#,
      rest: #", "languages": ["en", "de"]"#, bytes: 5),
    Case(
      name: "a text with formulas may be as long as a value",
      sections: #"{ "rows": [{ "tag": "a", "type": "int", "title": "{$a}" }] }"#, bytes: 1_004),
    Case(
      name: "messages, and standard messages of the form for the others",
      sections: #"""
        { "rows": [{ "type": "text", "rules": ["email", { "type": "url", "message": "No." }] }] }
        """#, rest: #", "languages": ["en"], "messages": { "en": { "required": "Please." } }"#,
      bytes: 7 * 3 + 3),
    Case(
      name: "the rows of a table count once, and their values where a filter leaves some",
      sections: #"""
        { "rows": [{ "type": "push", "options": { "table": "t", "value": "v" } },
          { "type": "push", "options": { "table": "t", "value": "v" } },
          { "type": "push", "options": { "table": "t", "value": "v" }, "groupedBy": "w",
            "optionsFilter": "SELF.w == 'b'" }] }
        """#,
      rest: #", "tables": { "t": { "columns": ["v", "w"], "rows": [["a", "b"], ["c", "d"]] } }"#,
      bytes: 2 * (32 + 9 + 1 + 9) + 2 * 2 * 9),
    Case(
      name: "and once more with other titles, also in a list without items",
      sections: #"""
        { "rows": [{ "type": "push", "options": { "table": "t", "value": "v" } }] },
        { "tag": "l", "kind": "multivalued", "template": { "rows": [
          { "tag": "c", "type": "push", "options": { "table": "t", "value": "v", "title": "w" } }
        ] } }
        """#,
      rest: #", "tables": { "t": { "columns": ["v", "w"], "rows": [["a", "b"], ["c", "d"]] } }"#,
      bytes: 2 * (32 + 9 + 1 + 9) + 2 * (32 + 9 + 1)),
    Case(
      name: "data of the host app", sections: #"{ "extra": "abc", "rows": [{ "type": "int" }] }"#,
      bytes: 11),
  ]

  @Test("Each size at the limit and one byte past it", arguments: cases)
  func size(_ row: Case) throws {
    _ = try Self.compile(row.sections, row.rest, row.bytes)
    let failure = #expect(throws: CompileFailure.self) {
      try Self.compile(row.sections, row.rest, row.bytes - 1)
    }
    #expect(
      failure?.problems.map(\.message) == [
        "the texts and options of all rows of the form have more than \(row.bytes - 1) bytes "
          + "together"
      ])
  }

  @Test("An item that would list too much is refused")
  func items() throws {
    let list = #"""
      { "tag": "l", "kind": "multivalued",
        "template": { "rows": [{ "tag": "c", "type": "push", "options": ["a", "bc"] }] } }
      """#
    var form = try Self.compile(list, 3 * 83).open(now: start)
    for _ in 0..<3 { try form.update { $0.insertItem(in: "l", at: 0, value: [:]) } }
    let before = form.json
    let error = #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "l", at: 0, value: [:]) }
    }
    #expect(error?.description.contains("more than 249 bytes together") == true)
    #expect(form.json == before)
    // What is taken back has never been.
    try form.undo()
    try form.update { $0.insertItem(in: "l", at: 0, value: ["c": "a"]) }
  }

  static let choosing = #"""
    { "tag": "p", "kind": "multivalued", "value": ITEMS,
      "template": { "rows": [{ "tag": "n", "type": "text" }] } },
    { "rows": [{ "tag": "x", "type": "push", "options": { "list": "p", "value": "n" } },
      { "tag": "y", "type": "push", "options": { "list": "p", "value": "n" },
        "optionsFilter": "SELF.n != 'q'" }] }
    """#

  /// A list of two items, `a` and `bc`, offers 8 + 9 + 10 bytes of values and 2 × 33 of options;
  /// the row with a filter has the values once more.
  @Test("Edits after which lists offer too much are refused")
  func lists() throws {
    let text = Self.choosing.replacing("ITEMS", with: #"[{ "n": "a" }, { "n": "bc" }]"#)
    var form = try Self.compile(text, 93 + 19).open(now: start)
    #expect(form.problems.isEmpty && form["x"]?.options?.count == 2)
    let before = form.json
    for edit in [
      { $0["p[0].n"] = "ab" }, { $0.insertItem(in: "p", at: 0, value: ["n": "c"]) },
    ] as [(inout Draft) -> Void] {
      let error = #expect(throws: EditError.self) { try form.update(edit) }
      #expect(
        error?.reasons.map(\.message) == [
          "the rows that choose from lists would have more than 112 bytes of options together"
        ])
      #expect(form.json == before)
    }
    try form.update {
      $0["p[0].n"] = "xy"
      $0["p[1].n"] = "z"
    }
    #expect(form["y"]?.options?.map(\.value) == ["xy", "z"])
    try form.update { $0.removeItem(in: "p", at: 0) }
    try form.update { $0["p[0].n"] = "longer" }
    #expect(form["y"]?.options?.map(\.value) == ["longer"])
  }

  @Test("A form whose lists offer too much opens all the same, with a problem")
  func opening() throws {
    let text = Self.choosing.replacing("ITEMS", with: #"[{ "n": "a" }, { "n": "bc" }]"#)
    var form = try Self.compile(text, 93 + 19 - 1).open(now: start)
    #expect(form["x"]?.options?.isEmpty == true)
    #expect(
      form.problems.map(\.message) == [
        "the items of 'p' offer more than 111 bytes of options, and so none"
      ])
    // The host may change what does not make it more.
    try form.update { $0.setReadOnly("$language == 'xx'") }
    try form.undo()
    try form.update { $0["p[1].n"] = "b" }
    #expect(form.problems.isEmpty && form["x"]?.options?.map(\.value) == ["a", "b"])
  }
}
