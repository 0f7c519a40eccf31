// Forms in the format of TheDistanceForms: each fact of it once, in both spellings.

import Foundation
import FormGraph
import FormImport
import Predicate
import Testing

@Suite("Questions")
struct QuestionsTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  /// A form that says one thing of each kind.
  static let json = """
    { "title": "Trip", "questions": [
      { "key": "who", "question_type": "textSingle", "prompt": "Who", "capitalization": "words",
        "auto_correct": true,
        "validation": { "type": "notEmpty", "value_type": "string", "message": "Who is it?" } },
      { "key": "mail", "question_type": "textSingle", "prompt": "Mail",
        "keyboard_type": "emailAddress",
        "validation": { "type": "email", "value_type": "string", "message": "A mail, please." } },
      { "key": "secret", "question_type": "textSingle", "prompt": "Secret",
        "secure_text_entry": true,
        "validation": { "type": "regex", "regex": "^[a-z]{3,}$", "value_type": "string", "message": "Three." } },
      { "key": "has", "question_type": "textMultiline", "prompt": "Has",
        "validation": { "type": "regex", "regex": "o|x", "value_type": "string", "message": "An o." } },
      { "key": "post-code", "question_type": "textSingle", "prompt": "Code",
        "validation": { "type": "postcode", "value_type": "string", "message": "No code." } },
      { "key": "n", "question_type": "textSingle", "prompt": "N", "keyboard_type": "numberPad",
        "validation": { "type": "number", "value_type": "string", "message": "No number." } },
      { "key": "day", "question_type": "date", "prompt": "Day", "date_format_style": "medium",
        "validation": { "type": "notEmpty", "value_type": "date", "message": "Which day?" } },
      { "key": "time", "question_type": "time", "prompt": "Time", "time_format_style": "short",
        "minute_interval": 5 },
      { "key": "both", "question_type": "dateTime", "prompt": "Both" },
      { "key": "from", "question_type": "choiceDropdown", "prompt": "From", "choices": ["A", "B"],
        "validation": { "type": "notEmpty", "value_type": "string", "message": "From where?" } },
      { "key": "some", "question_type": "choiceSelect", "prompt": "Some",
        "choices": [["a", "Art"], ["d", "Drama"], ["p", "Physics"]], "selection_type": "all",
        "selection_min": 0, "selection_max": 2 },
      { "key": "how", "question_type": "choiceSegments", "title": "How", "subtitle": "By what",
        "choices": ["Mail", "Phone"],
        "validation": { "type": "notEmpty", "value_type": "number", "message": "How?" } },
      { "key": "news", "question_type": "boolean", "title": "News", "default": true },
      { "key": "Go", "question_type": "button", "title": "Go", "hidden": "$news == NO" }
    ] }
    """

  private func compile(_ json: String) throws -> CompiledForm {
    try CompiledForm(FormDocument(importing: json.utf8))
  }

  @Test("Whoever reads our format alone is told which module reads questions")
  func questionsAreForeign() {
    let document = FormDocument(json: Self.json.utf8)
    #expect(
      document.problems.map(\.message) == [
        "'questions' are a form in the format of TheDistanceForms"
      ])
    #expect(
      document.problems.first?.hint
        == "read it with FormDocument(importing:) of the module FormImport")
    #expect(
      document.problems.first.map { document.source.bytes[$0.range ?? 0..<0] }.map {
        String(decoding: $0, as: UTF8.self)
      } == "\"questions\"")
    #expect(throws: CompileFailure.self) { try CompiledForm.compile(json: Self.json.utf8) }
    // A path of a row has a place only where questions are read.
    #expect(document.source != FormDocument(importing: Self.json.utf8).source)
  }

  @Test("What questions become")
  func rows() throws {
    let compiled = try compile(Self.json)
    let rows = compiled.definition.sections.flatMap(\.rows)
    #expect(compiled.definition.texts.title == "Trip")
    #expect(
      rows.map(\.type) == [
        .text, .email, .password, .textArea, .text, .text, .date, .time, .dateTime, .picker,
        .multipleSelector, .segmented, .switch, .button,
      ])
    #expect(rows[0].extra == ["capitalization": "words", "auto_correct": true])
    #expect(rows[0].texts.title == "Who")
    #expect(rows[4].tag == "post_code" && rows[4].name == "post-code")
    #expect(rows[7].bounds.minuteInterval == 5)
    #expect(rows[9].options == ["A", "B"])
    #expect(rows[10].options?.written?.map(\.title) == ["Art", "Drama", "Physics"])
    #expect(rows[10].bounds == RowBounds(minimum: 0, maximum: 2))
    #expect(rows[11].options?.written?.map(\.value) == [0, 1])
    #expect(rows[11].texts.subtitle == "By what")
    #expect(rows[12].value == true)
    #expect(
      compiled.warnings.map(\.message) == [
        "TheDistanceForms accepts any text that contains a digit; here all of it must be a number",
        "TheDistanceForms never checks this for dates; here a date is required",
        "TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be chosen",
        "TheDistanceForms accepts an empty choice; here a choice is required",
        "TheDistanceForms trims the answers to questions of text; here they are kept as typed, "
          + "and validations look past white space at their ends",
      ])
  }

  @Test("D30: what their authors meant by validations")
  func validation() throws {
    var form = try compile(Self.json).open(now: now)
    func errors(_ tag: String) -> [String] { form[tag]?.verdict.map(\.message) ?? [] }
    #expect(errors("who") == ["Who is it?"])
    try form.set("who", to: "   ")
    #expect(errors("who") == ["Who is it?"])
    try form.set("who", to: "Ana")
    #expect(errors("who") == [])
    #expect(errors("mail") == ["A mail, please."])
    try form.set("mail", to: " a@b.com ")
    #expect(errors("mail") == [])
    #expect(errors("secret") == ["Three."])
    try form.set("secret", to: "ABc")
    #expect(errors("secret") == [])
    try form.set("secret", to: "abc1")
    #expect(errors("secret") == ["Three."])
    try form.set("has", to: "a\nFox\nb")
    #expect(errors("has") == [])
    try form.set("has", to: "a")
    #expect(errors("has") == ["An o."])
    try form.set("post_code", to: "SW1A 1AA")
    #expect(errors("post_code") == [])
    try form.set("n", to: "a 1")
    #expect(errors("n") == ["No number."])
    try form.set("n", to: "-1.5")
    #expect(errors("n") == [])
    #expect(errors("day") == ["Which day?"])
    #expect(errors("from") == ["From where?"])
    #expect(errors("how") == ["How?"])
    try form.set("some", to: ["a", "d", "p"])
    #expect(errors("some") == ["Choose at most 2."])
    try form.set("some", to: ["a"])
    #expect(errors("some") == [])
    #expect(form.values()["post-code"] == "SW1A 1AA")
    #expect(form.values()["day"] == .null)
    try form.set("news", to: false)
    #expect(form["Go"]?.isHidden == true)
  }

  @Test("D31 D32: what these forms had in code stands in rules of their questions")
  func ownRules() throws {
    let json = """
      { "title": "T", "questions": [
        { "key": "password", "question_type": "textSingle", "prompt": "P" },
        { "key": "confirm", "question_type": "textSingle", "prompt": "P", "secure_text_entry": true,
          "required": "$password != nil",
          "rules": [{ "type": "equals", "tag": "password", "message": "Your passwords must match." }] },
        { "key": "start", "question_type": "dateTime", "prompt": "S", "minute_interval": 5,
          "rules": [{ "predicate": "SELF >= now()", "message": "That is over." }] },
        { "key": "end", "question_type": "dateTime", "prompt": "E", "hidden": "$start == nil",
          "rules": [{ "predicate": "SELF >= $start + 1800", "message": "Half an hour, please." }] }
      ] }
      """
    var form = try compile(json).open(now: now)
    func errors(_ tag: String) -> [String] { form[tag]?.verdict.map(\.message) ?? [] }
    try form.set("password", to: "a")
    try form.set("confirm", to: "b")
    #expect(errors("confirm") == ["Your passwords must match."])
    try form.set("confirm", to: "a")
    #expect(errors("confirm") == [])
    try form.set("start", to: .date(now.addingTimeInterval(-300)))
    #expect(errors("start") == ["That is over."])
    try form.set("start", to: .date(now.addingTimeInterval(60)))
    #expect(errors("start") == ["Must be at a multiple of 5 minutes."])
    try form.set("end", to: .date(now.addingTimeInterval(1800)))
    #expect(errors("end") == ["Half an hour, please."])
    try form.set("end", to: .date(now.addingTimeInterval(1860)))
    #expect(errors("end") == [])
  }

  @Test(
    "A key of ours says of a question what it says of a row",
    arguments: [
      #""hidden": "$b == YES", "disabled": "$b == YES""#, #""required": "$b == YES""#,
      #""visible": "$b == YES", "enabled": "$b == YES""#, #""rules": ["email"]"#,
      #""validates": "always""#, #""whenHidden": "clear""#, #""extra": { "color": "red" }"#,
    ])
  func keysOfOurs(ours: String) throws {
    let question = #"{ "key": "a", "question_type": "textSingle", "prompt": "A", \#(ours) }"#
    let other = #"{ "key": "b", "question_type": "boolean", "title": "B" }"#
    let row = #"{ "tag": "a", "type": "text", "title": "A", \#(ours) }"#
    let form = #"{ "sections": [{ "rows": [\#(row), { "tag": "b", "type": "switch" }] }] }"#
    let asQuestion = try compile(#"{ "questions": [\#(question), \#(other)] }"#).definition
    let asRow = try compile(form).definition
    let read = asRow.sections[0].rows[0]
    #expect(asQuestion.sections[0].rows[0] == read)
    #expect(read != RowDefinition(tag: "a", type: .text, texts: Texts(title: "A")))
  }

  @Test("Where some must be chosen, nothing is not enough")
  func minimumChoices() throws {
    func json(_ more: String) -> String {
      """
      { "title": "T", "questions": [
        { "key": "some", "question_type": "choiceSelect", "prompt": "Some",
          "choices": ["a", "b", "c"], \(more) }] }
      """
    }
    var form = try compile(json(#""selection_min": 2"#)).open(now: now)
    #expect(form["some"]?.isRequired == true)
    #expect(!form.canSubmit)
    try form.set("some", to: ["a"])
    #expect(form["some"]?.verdict.map(\.message) == ["Choose at least 2."])
    try form.set("some", to: ["a", "b"])
    #expect(form.canSubmit)
    for more in [
      #""selection_min": 0"#, #""selection_min": 1, "required": false"#,
      #""selection_min": 1, "required": "'a' IN $some""#,
    ] {
      #expect(try compile(json(more)).open(now: now).canSubmit, "\(more)")
    }
    let message = try compile(
      json(
        #""selection_min": 1, "validation": { "type": "notEmpty", "value_type": "string", "message": "Some!" }"#
      )
    ).open(now: now)["some"]?.verdict.map(\.message)
    #expect(message == ["Some!"])
  }

  @Test("Braces in a message are braces, also once the form is converted")
  func braces() throws {
    let compiled = try compile(
      #"""
      { "questions": [{ "key": "q", "question_type": "textSingle", "prompt": "Q",
        "validation": { "type": "notEmpty", "value_type": "string", "message": "{title} } {{" } }] }
      """#)
    let converted = try compile(JSONWriter.text(of: compiled.definition.json))
    #expect(converted.definition == compiled.definition)
    for form in [compiled, converted] {
      #expect(form.open(now: now)["q"]?.verdict.map(\.message) == ["{title} } {{"])
    }
  }

  @Test("Braces in what people read are braces, also once the form is converted")
  func bracesInTitles() throws {
    let compiled = try compile(
      #"""
      { "title": "T{1}", "questions": [
        { "key": "q", "question_type": "textSingle", "prompt": "a{b" },
        { "key": "c", "question_type": "choiceDropdown", "prompt": "{{$q}}", "choices": ["x}", "{$q}"] }
      ] }
      """#)
    let text = JSONWriter.text(of: compiled.definition.json)
    #expect(text.contains(#""title":"a{{b""#))
    #expect(text.contains(#""title":"{{{{$q}}}}""#))
    let converted = try compile(text)
    #expect(converted.definition == compiled.definition)
    for compiled in [compiled, converted] {
      var form = compiled.open(now: now)
      #expect(form.texts.title == "T{1}")
      #expect(form["q"]?.texts.title == "a{b")
      #expect(form["c"]?.texts.title == "{{$q}}")
      try form.set("c", to: "{$q}")
      #expect(form["c"]?.displayText == "{$q}")
    }
  }

  @Test("A pattern may end in a comment")
  func comment() throws {
    let json = #"""
      { "title": "T", "questions": [
        { "key": "a", "question_type": "textSingle", "prompt": "A",
          "validation": { "type": "regex", "regex": "(?x)ab # comment", "message": "m" } }] }
      """#
    var form = try compile(json).open(now: now)
    for (text, isValid) in [("xABx", true), ("ab", true), ("a b", false), ("comment", false)] {
      try form.set("a", to: .string(text))
      #expect(form["a"]?.isValid == isValid, "\(text)")
    }
  }

  @Test("The older spelling says the same")
  func spellings() throws {
    var older = Self.json
    let words = [
      "textSingle", "textMultiline", "dateTime", "choiceDropdown", "choiceSelect", "choiceSegments",
      "boolean", "button", "notEmpty", "regex", "postcode", "number", "email", "date", "time",
    ]
    for word in words {
      for (index, capital) in [word.prefix(1).uppercased(), "." + word.prefix(1).uppercased()]
        .enumerated() where index == 0 || word == "notEmpty"
      {
        for key in ["question_type", "type"] {
          older = older.replacing(
            "\"\(key)\": \"\(word)\"", with: "\"\(key)\": \"\(capital)\(word.dropFirst())\"")
        }
      }
    }
    #expect(older != Self.json)
    #expect(older.contains("TextSingle") && older.contains("NotEmpty"))
    #expect(try compile(older).definition == compile(Self.json).definition)
  }

  @Test("A form of questions, written in our format, is the same form")
  func written() throws {
    let definition = try compile(Self.json).definition
    let text = JSONWriter.text(of: definition.json)
    #expect(try compile(text).definition == definition)
    #expect(try compile(text).warnings.isEmpty)
  }

  @Test("A comma too many is no JSON, and can be allowed")
  func trailingCommas() throws {
    let json =
      #"{ "title": "T", "questions": [{ "key": "a", "question_type": "button", "title": "A", },], }"#
    do {
      _ = try compile(json)
      Issue.record("it is no JSON")
    } catch {
      #expect("\(error)".contains("a comma stands before the closing '}'"))
      #expect("\(error)".contains("formeval --trailing-commas"))
    }
    let compiled = try CompiledForm(
      FormDocument(importing: json.utf8, allowsTrailingCommas: true))
    #expect(compiled.definition.sections[0].rows.count == 1)
    #expect(throws: CompileFailure.self) {
      _ = try CompiledForm(
        FormDocument(importing: #"{"sections": [,]}"#.utf8, allowsTrailingCommas: true))
    }
    #expect(throws: CompileFailure.self) {
      _ = try CompiledForm(
        FormDocument(importing: #"{"sections": [],,}"#.utf8, allowsTrailingCommas: true))
    }
  }

  @Test("Questions that cannot be read")
  func mistakes() throws {
    let json = """
      { "questions": [
        1, { "question_type": "date" }, { "key": "a", "question_type": "dat", "prompt": "A" },
        { "key": "b", "question_type": "choiceDropdown", "prompt": "B" },
        { "key": "c", "question_type": "textSingle", "promt": "C",
          "validation": { "type": "emial", "message": "m" } },
        { "key": "d", "question_type": "textSingle", "prompt": "D", "validation": { "type": "regex" } },
        { "key": "e", "question_type": "textSingle", "prompt": "E",
          "validation": { "type": "regex", "regex": "(" } },
        { "key": "a", "question_type": "boolean", "title": "A", "default": "yes" },
        { "key": "e", "question_type": "button", "title": "E" }
      ], "sections": [] }
      """
    do {
      _ = try compile(json)
      Issue.record("it compiles")
    } catch let failure as CompileFailure {
      let messages = failure.problems.map(\.message)
      #expect(
        messages == [
          "a form has 'questions' or 'sections', not both",
          "a question must be an object, but is the number 1", "a question needs a 'key'",
          "a question of the type 'date' needs a 'prompt'; TheDistanceForms leaves it out",
          "unknown question type 'dat'",
          "a question of the type 'choiceDropdown' needs 'choices'",
          "'promt' is not a key of a question",
          "a question of the type 'textSingle' needs a 'prompt'; TheDistanceForms leaves it out",
          "unknown validation 'emial'", "a validation of the type 'regex' needs a 'regex'",
          "the pattern '(' has a ( that is not closed",
          "'default' must be true or false, but is text", "the key 'a' is given twice",
          "the key 'e' is given twice",
          "TheDistanceForms trims the answers to questions of text; here they are kept as typed, "
            + "and validations look past white space at their ends",
        ])
    }
  }

  @Test("A choice that cannot be read leaves the places of the others as they are")
  func placesOfChoices() throws {
    let document = FormDocument(
      importing: #"""
        { "questions": [{ "key": "a", "question_type": "choiceDropdown", "prompt": "A",
          "choices": [1, "a", "a"] }] }
        """#.utf8)
    #expect(throws: CompileFailure.self) { try CompiledForm(document) }
    do {
      _ = try CompiledForm(document)
    } catch {
      let paths = error.problems.map(\.path.description)
      #expect(paths == ["questions[0].choices[0]", "questions[0].choices[2]"])
    }
  }

  @Test("A pattern that leaves a quotation or a comment open is searched like others")
  func openPatterns() throws {
    for (pattern, text) in [(#"\\Qa.c"#, "xa.cx"), ("(?x)a # c", "xax")] {
      var form = try compile(
        #"""
        { "questions": [{ "key": "a", "question_type": "textSingle", "prompt": "A",
          "validation": { "type": "regex", "regex": "\#(pattern)" } }] }
        """#
      ).open(now: now)
      try form.set("a", to: .string(text))
      #expect(form.canSubmit, "\(pattern)")
      try form.set("a", to: "b")
      #expect(!form.canSubmit, "\(pattern)")
    }
  }

  @Test("A problem of a question has the path that leads to it in the file")
  func paths() throws {
    let json = """
      { "questions": [{ "key": "a", "question_type": "textSingle", "prompt": "A" }, {
        "key": "b", "question_type": "choiceSegments", "choices": ["A", "B"],
        "rules": [{ "predicate": "SELF == $c" }, { "predicate": "SELF == $d" }] }] }
      """
    do {
      _ = try compile(json)
      Issue.record("it compiles")
    } catch let failure as CompileFailure {
      #expect(
        failure.problems.filter { $0.severity == .error }.map(\.path.description) == [
          "questions[1].rules[0].predicate", "questions[1].rules[1].predicate",
        ])
    }
  }
}
