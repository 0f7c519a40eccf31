// Problems as text, character by character, and the places of paths in a file.

import FormImport
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite struct ProblemRendererTests {
  private static let switchForm = """
    {
      "title": "Switch",
      "sections": [
        { "rows": [
          { "tag": "switchTag", "type": "switch" },
          { "tag": "message", "type": "label",
            "hidden": "$swichTag == false",
            "enabled": "\\u00e9\\n$a", "rules": [{ "predicate": "SELF" }] }
        ] }
      ]
    }
    """

  private func source(_ text: String) -> FormSource {
    FormDocument(importing: text.utf8, named: "form.json").source
  }

  private let row = JSONPath().appending("sections").appending(0).appending("rows").appending(1)

  private var unknownTag: Problem {
    Problem(
      "unknown tag 'swichTag'", path: row.appending("hidden"), textRange: 0..<9,
      hint: "did you mean $switchTag?")
  }

  // MARK: - Text

  @Test func pointsIntoThePredicate() {
    let text = ProblemRenderer(source: source(Self.switchForm)).text(of: [unknownTag])
    #expect(
      text == """
        form.json:7:20: error: unknown tag 'swichTag'
          "hidden": "$swichTag == false",
                     ^~~~~~~~~
        hint: did you mean $switchTag?
        """)
  }

  @Test func namesThePathWithoutAFile() {
    let cycle = Problem(
      "a cycle", related: [Problem.Related("through here", path: row.appending("hidden"))])
    #expect(
      ProblemRenderer().text(of: [unknownTag, cycle]) == """
        sections[0].rows[1].hidden: error: unknown tag 'swichTag'
        hint: did you mean $switchTag?
        error: a cycle
        sections[0].rows[1].hidden: note: through here
        """)
  }

  @Test func sortsByPlace() {
    let problems = [
      Problem("last", path: row.appending("calculated")),
      Problem("third", path: row, range: 30..<31),
      Problem("first", range: 4..<11),
      Problem("second", severity: .warning, path: JSONPath().appending("title")),
      Problem(
        "fourth", range: 30..<31,
        related: [Problem.Related("beside", path: JSONPath().appending("title"))]),
    ]
    #expect(
      ProblemRenderer(source: source(Self.switchForm)).text(of: problems) == """
        form.json:2:3: error: first
          "title": "Switch",
          ^~~~~~~
        form.json:2:12: warning: second
          "title": "Switch",
                   ^~~~~~~~
        form.json:3:8: error: third
          "sections": [
               ^
        form.json:3:8: error: fourth
          "sections": [
               ^
        form.json:2:12: note: beside
          "title": "Switch",
                   ^~~~~~~~
        form.json:6:7: error: last
          { "tag": "message", "type": "label",
          ^
        """)
  }

  @Test func putsTheUnplacedLast() {
    let source = FormSource(name: "form.json", bytes: Array("{\n".utf8))
    let problems = [Problem("nowhere", path: row), Problem("open", range: 0..<1)]
    #expect(
      ProblemRenderer(source: source).text(of: problems) == """
        form.json:1:1: error: open
          {
          ^
        form.json: sections[0].rows[1]: error: nowhere
        """)
  }

  /// Texts that are not JSON, and what is said about them.
  @Test(arguments: [
    ("", "form.json:1:1: error: the text is empty\nhint: write a JSON value, such as {}"),
    (
      "{\r\n\t\"a\": 1,\r\n}\r\n",
      """
      form.json:2:8: error: a comma stands before the closing '}'
        "a": 1,
              ^
      hint: remove the comma; formeval --trailing-commas allows it in a form file
      """
    ),
    (
      "\u{FEFF}[01]",
      """
      form.json:1:2: error: a number cannot begin with an extra 0
        [01]
         ^~
      hint: write 1
      """
    ),
    (
      "[\"a\u{1B}[2J\"]",
      """
      form.json:1:4: error: a control character cannot stand inside a string
        ["a\u{FFFD}[2J"]
           ^
      hint: write \\u001b
      """
    ),
    (
      "{\"a\": [1,\n2\n",
      """
      form.json:2:2: error: the JSON ends inside a list
        2
         ^
      hint: close it with ]}
      form.json:1:7: note: the list begins here
        {"a": [1,
              ^
      """
    ),
  ])
  func rendersSyntax(text: String, rendered: String) {
    #expect(throws: Problem.self) { try JSONReader.read(Array(text.utf8)) }
    do {
      _ = try JSONReader.read(Array(text.utf8))
    } catch {
      #expect(ProblemRenderer(source: source(text)).text(of: [error]) == rendered)
    }
  }

  @Test func cutsLongLines() {
    let text = String(repeating: "日", count: 5_000) + " x " + String(repeating: "y", count: 5_000)
    let problem = Problem("here", range: 15_001..<15_002)
    let source = FormSource(name: "form.json", bytes: Array(text.utf8))
    #expect(
      ProblemRenderer(source: source).text(of: [problem]) == """
        form.json:1:5002: error: here
          …\(String(repeating: "日", count: 39)) x \(String(repeating: "y", count: 58))…
          \(String(repeating: " ", count: 41))^
        """)
  }

  /// However long the line: what is shown of it, and what is told of the place, text and JSON
  /// alike.
  @Test(arguments: depth(quick: 1_100, full: 2_000))
  func showsAsMuchOfAFileOnOneLine(depth count: Int) throws {
    let rows = (0..<count).map { _ in #"{"tag":"é","type":"text"}"# }.joined(separator: ",")
    let json = #"{"sections":[{"rows":[\#(rows)]}]}"#
    do {
      _ = try CompiledForm.compile(json: json.utf8, named: "form.json")
      Issue.record("it compiles")
    } catch {
      #expect(error.problems.count == 1_001)
      let lines = error.description.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count < 200 })
      guard case .array(let problems) = error.json,
        case .dictionary(let last)? = problems.dropLast().last
      else {
        Issue.record("there are no problems")
        return
      }
      // The row of index 1000, the first one being the first of all tags.
      let column = #"{"sections":[{"rows":["#.count + 1_000 * 26 + #"{"tag":"#.count + 1
      #expect(last["column"] == Value.int(Int64(column)))
      #expect(
        error.description.contains("form.json:1:\(column): error: the tag 'é' is given twice"))
    }
  }

  @Test func listsNoMoreThanItsLimit() throws {
    let rows = String(repeating: "{},", count: 5_000)
    let root = try JSONReader.read(Array("{\"sections\": [{\"rows\": [\(rows) {}]}]}".utf8))
    let problems = DefinitionReader.read(root).problems
    #expect(problems.count == DefinitionReader.maximumProblems + 1)
    #expect(problems.last?.message == "there are more than 1000 errors; the rest is not listed")
  }

  @Test func listsEveryMistakeOfAForm() {
    let text = """
      { "title": "Five", "sections": [
        { "tag": "a", "rows": [
          { "tag": "a", "type": "text" },
          { "tag": "b-c", "type": "txt" },
          { "tag": "d", "type": "int", "value": "3" },
          { "tag": "e", "type": "text", "hidden": 1 }
        ] }
      ] }
      """
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm.compile(json: text.utf8, named: "form.json")
    }
    #expect(
      failure?.description == """
        form.json:3:14: error: the tag 'a' is given twice
          { "tag": "a", "type": "text" },
                   ^~~
        form.json:2:12: note: it is given here first
          { "tag": "a", "rows": [
                   ^~~
        form.json:4:14: error: 'b-c' cannot be a tag: it must be letters, digits and _, \
        and not begin with a digit
          { "tag": "b-c", "type": "txt" },
                   ^~~~~
        hint: write b_c; $b-c would mean $b - c
        form.json:4:29: error: unknown row type 'txt'
          { "tag": "b-c", "type": "txt" },
                                  ^~~~~
        hint: did you mean text?
        form.json:5:43: error: a value of type 'int' must be a whole number, but is text
          { "tag": "d", "type": "int", "value": "3" },
                                                ^~~
        form.json:6:45: error: 'hidden' must be true, false or a predicate, but is the number 1
          { "tag": "e", "type": "text", "hidden": 1 }
                                                  ^
        """)
  }

  // MARK: - Places of paths

  @Test func findsPaths() {
    let source = source(Self.switchForm)
    func excerpt(_ path: JSONPath, _ textRange: Range<Int>? = nil) -> String? {
      source.range(of: path, textRange: textRange).map {
        String(decoding: source.bytes[$0], as: UTF8.self)
      }
    }
    #expect(excerpt(JSONPath()) == Self.switchForm)
    #expect(excerpt(row.appending("hidden")) == "\"$swichTag == false\"")
    #expect(excerpt(row.appending("hidden"), 13..<18) == "false")
    #expect(excerpt(row.appending("disabled"), 2..<3) == #"\n"#)
    #expect(excerpt(row.appending("disabled"), 3..<5) == "$a")
    #expect(excerpt(row.appending("rules").appending(0).appending("predicate")) == "\"SELF\"")
    // What is missing is missing in something; what is short stands for all that it means.
    #expect(excerpt(row.appending("visible")) == "{")
    #expect(excerpt(row.appending("rules").appending(1)) == "[")
    #expect(excerpt(row.appending("rules").appending(1).appending("type")) == "[")
    #expect(excerpt(row.appending("tag").appending("value"), 1..<2) == "\"message\"")
    #expect(FormSource(name: "", bytes: []).range(of: JSONPath()) == nil)
  }

  /// The one section that questions become, and all of it that no row is, stands where they do.
  @Test func findsPathsOfQuestions() {
    let validated = #"{ "key": "c", "validation": { "regex": "x" }, "rules": ["email"] }"#
    let questions = #"[{ "key": "a" }, { "key": "b" }, \#(validated)]"#
    let source = source(#"{ "questions": \#(questions) }"#)
    func excerpt(_ steps: [JSONPath.Step]) -> String? {
      source.range(of: JSONPath([.key("sections"), .index(0)] + steps)).map {
        String(decoding: source.bytes[$0], as: UTF8.self)
      }
    }
    #expect(excerpt([]) == questions)
    #expect(excerpt([.key("rows")]) == questions)
    #expect(excerpt([.key("tag")]) == questions)
    #expect(excerpt([.key("rows"), .index(1)]) == #"{ "key": "b" }"#)
    #expect(excerpt([.key("rows"), .index(1), .key("tag")]) == #""b""#)
    // The rules of a validation stand behind those of the question's own.
    let rules: [JSONPath.Step] = [.key("rows"), .index(2), .key("rules")]
    #expect(excerpt(rules + [.index(0)]) == #""email""#)
    #expect(excerpt(rules + [.index(1)]) == #"{ "regex": "x" }"#)
    #expect(excerpt(rules + [.index(1), .key("pattern")]) == #""x""#)
  }

  @Test(
    arguments: [
      ([.key("kind")], #""multivalued""#), ([.key("value"), .index(1)], "{}"),
      ([.key("value"), .index(0), .key("n")], "7"), ([.key("value"), .index(1), .key("n")], "{"),
      ([.key("value"), .index(2)], "["),
      ([.key("template"), .key("rows"), .index(0), .key("hidden")], #""$a""#),
      (
        [.key("template"), .key("rows"), .index(1), .key("hidden"), .key("dependsOn"), .index(0)],
        #""b""#
      ),
      ([.key("template"), .key("rows"), .index(1), .key("hidden"), .key("function")], #""f""#),
      ([.key("item"), .key("hidden")], "{"), ([.key("minimum")], "{"),
    ] as [([JSONPath.Step], String)])
  func findsPathsOfItems(steps: [JSONPath.Step], excerpt: String) {
    let source = source(
      #"""
      { "sections": [{ "kind": "multivalued", "template": { "rows": [
        { "hidden": "$a" }, { "visible": { "function": "f", "dependsOn": ["b"] } }
      ] }, "value": [{ "n": 7 }, {}] }] }
      """#)
    let path = JSONPath([.key("sections"), .index(0)] + steps)
    let found = source.range(of: path).map { String(decoding: source.bytes[$0], as: UTF8.self) }
    #expect(found == excerpt)
  }
}
