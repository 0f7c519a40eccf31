// Whole forms in the format of TheDistanceForms, of the three kinds that its own demo has, in words
// of ours: to sign up, to make an event, and one of nearly every type. Each is read in both
// spellings of everything that has two, converted, and filled in by somebody, before and after.

import Foundation
import FormGraph
import FormImport
import Predicate
import Testing

/// A form of questions with what its author meant by it.
struct QuestionForm: Sendable, CustomTestStringConvertible {
  let name: String
  let json: String
  let types: [RowType]
  /// The types of questions, or words of validations, of which it is told that they mean more here.
  let warnings: [String]
  /// What somebody fills in, one after the other, and what is then wrong with the form.
  let steps: [(values: String, wrong: [String])]

  var testDescription: String { name }

  /// The words that have two spellings, by the keys they stand under, as the older files have them.
  private static let words: [(key: String, words: [String: String])] = [
    (
      "question_type",
      [
        "textSingle": "TextSingle", "textMultiline": "TextMultiline", "date": "Date",
        "time": "Time", "dateTime": "DateTime", "choiceDropdown": "ChoiceDropdown",
        "choiceSegments": "ChoiceSegments", "choiceSelect": "ChoiceSelect",
        "boolean": "Boolean", "button": "Button",
      ]
    ),
    (
      "type",
      [
        "notEmpty": "NotEmpty", "email": "Email", "number": "Number", "postcode": "Postcode",
        "regex": "Regex",
      ]
    ),
    ("value_type", ["string": "String", "date": "Date", "number": "Number", "bool": "Boolean"]),
    (
      "keyboard_type",
      [
        "default": "Default", "asciiCapable": "ASCIICapable", "emailAddress": "EmailAddress",
        "phonePad": "PhonePad", "url": "URL", "numberPad": "NumberPad", "twitter": "Twitter",
      ]
    ),
    (
      "capitalization",
      [
        "none": ".None", "words": "Words", "sentences": "Sentences",
        "allCharacters": "AllCharacters",
      ]
    ),
    ("date_format_style", ["short": "Short", "medium": "Medium", "long": "Long", "full": "Full"]),
    ("time_format_style", ["short": "Short", "medium": "Medium", "long": "Long", "full": "Full"]),
  ]

  /// The keys that have two spellings.
  private static let keys = [
    "auto_correct": "auto_correction", "time_format_style": "time_formate_style",
    "keyboard_type": "keyboardType",
  ]

  /// The form in the older spelling of its words, and the other one of its keys.
  var older: String {
    var text = json
    for (key, words) in Self.words {
      for (word, older) in words {
        text = text.replacing("\"\(key)\": \"\(word)\"", with: "\"\(key)\": \"\(older)\"")
      }
    }
    for (key, other) in Self.keys { text = text.replacing("\"\(key)\":", with: "\"\(other)\":") }
    return text
  }

  static let all = [signUp, event, visit]

  static let signUp = QuestionForm(
    name: "to sign up",
    json: #"""
      { "title": "Join the library", "questions": [
        { "key": "greeting", "question_type": "choiceDropdown", "prompt": "Greeting",
          "choices": ["Ms", "Mr", "Mx", "Prof"],
          "validation": { "type": "notEmpty", "value_type": "string", "message": "How do we greet you?" } },
        { "key": "given_name", "question_type": "textSingle", "prompt": "Given name",
          "validation": { "type": "notEmpty", "value_type": "string", "message": "We need a name." } },
        { "key": "mail", "question_type": "textSingle", "prompt": "E-mail",
          "keyboard_type": "emailAddress", "capitalization": "none", "auto_correct": false,
          "validation": { "type": "email", "value_type": "string", "message": "That is no address." } },
        { "key": "secret", "question_type": "textSingle", "prompt": "Password",
          "capitalization": "none", "auto_correct": false, "secure_text_entry": true,
          "validation": { "type": "regex", "value_type": "string", "regex": "^[a-z0-9]{4,}$",
            "message": "Four letters or digits." } },
        { "key": "secret_again", "question_type": "textSingle", "prompt": "Again",
          "capitalization": "none", "auto_correct": false, "secure_text_entry": true },
        { "key": "join", "question_type": "button", "title": "Join" }
      ] }
      """#,
    types: [.picker, .text, .email, .password, .password, .button],
    warnings: ["trims"],
    steps: [
      (
        "{}",
        [
          "How do we greet you?", "We need a name.", "That is no address.",
          "Four letters or digits.",
        ]
      ),
      (
        #"{"greeting": "Dr", "given_name": " \t", "mail": "ana@", "secret": "ab1"}"#,
        [
          "This is not one of the options.", "We need a name.", "That is no address.",
          "Four letters or digits.",
        ]
      ),
      (#"{"greeting": "Mx", "given_name": "Ana", "mail": "ana@b.org", "secret": "AB12"}"#, []),
      (#"{"mail": " ana@b.org ", "secret": " ab12 ", "secret_again": "else"}"#, []),
      (#"{"secret": "ab 12"}"#, ["Four letters or digits."]),
    ])

  static let event = QuestionForm(
    name: "to make an event",
    json: #"""
      { "title": "A walk", "questions": [
        { "key": "walk_title", "question_type": "textSingle", "prompt": "What is it called?",
          "capitalization": "words",
          "validation": { "type": "notEmpty", "value_type": "string", "message": "Call it something." } },
        { "key": "leaves", "question_type": "dateTime", "prompt": "Leaves", "minute_interval": 5,
          "date_format_style": "short", "time_format_style": "short" },
        { "key": "returns", "question_type": "dateTime", "prompt": "Returns", "minute_interval": 5,
          "date_format_style": "full", "time_format_style": "long" },
        { "key": "notes", "question_type": "textMultiline", "prompt": "Notes",
          "keyboard_type": "twitter" }
      ] }
      """#,
    types: [.text, .dateTime, .dateTime, .textArea],
    warnings: ["trims"],
    steps: [
      ("{}", ["Call it something."]),
      (#"{"walk_title": "Up", "leaves": "2024-05-01T10:05:00Z", "notes": " Boots\n "}"#, []),
      (#"{"returns": "2024-05-01T12:07:00Z"}"#, ["Must be at a multiple of 5 minutes."]),
      (#"{"returns": "2024-05-01T12:10:00Z"}"#, []),
    ])

  static let visit = QuestionForm(
    name: "one of nearly every type",
    json: #"""
      { "title": "A visit", "questions": [
        { "key": "visitor", "question_type": "textSingle", "prompt": "Visitor",
          "keyboard_type": "default", "capitalization": "sentences", "auto_correct": true,
          "secure_text_entry": false,
          "validation": { "type": "notEmpty", "value_type": "string", "message": "Who comes?" } },
        { "key": "born", "question_type": "date", "prompt": "Born", "date_format_style": "medium",
          "validation": { "type": "notEmpty", "value_type": "date", "message": "Born when?" } },
        { "key": "arrives", "question_type": "time", "prompt": "Arrives",
          "time_format_style": "short", "minute_interval": 15,
          "validation": { "type": "notEmpty", "value_type": "date", "message": "When?" } },
        { "key": "gate", "question_type": "choiceDropdown", "prompt": "Gate",
          "choices": ["North", "East & South", "St Ana's"],
          "validation": { "type": "notEmpty", "value_type": "string", "message": "Which gate?" } },
        { "key": "sees", "question_type": "choiceSelect", "prompt": "Sees two at most",
          "choices": [["oils", "Oils & inks"], ["maps", "Maps, old and new"], ["coins", "Coins"]],
          "selection_type": "all", "selection_min": 0, "selection_max": 2, },
        { "key": "reach-by", "question_type": "choiceSegments", "title": "Reach by",
          "subtitle": "Where do we write?", "choices": ["Post", "Mail"],
          "validation": { "type": "notEmpty", "value_type": "number", "message": "Where to?" } },
        { "key": "code", "question_type": "textSingle", "prompt": "Postcode",
          "keyboard_type": "asciiCapable", "capitalization": "allCharacters",
          "validation": { "type": "postcode", "value_type": "string", "message": "No postcode." } },
        { "key": "page", "question_type": "textSingle", "prompt": "Page", "keyboard_type": "url" },
        { "key": "calls", "question_type": "textSingle", "prompt": "Calls",
          "keyboard_type": "phonePad" },
        { "key": "guests", "question_type": "textSingle", "prompt": "Guests",
          "keyboard_type": "numberPad",
          "validation": { "type": "number", "value_type": "string", "message": "How many?" } },
        { "key": "letter", "question_type": "boolean", "title": "Letter",
          "subtitle": "News by post?", "default": true },
        { "key": "rules", "question_type": "button", "title": "House rules" },
        { "key": "Send", "question_type": "button", "title": "Send" }
      ] }
      """#,
    types: [
      .text, .date, .time, .picker, .multipleSelector, .segmented, .text, .url, .phone, .text,
      .switch, .button, .button,
    ],
    warnings: ["dates", "dates", "choiceSelect", "empty choice", "digit", "trims"],
    steps: [
      (
        "{}",
        [
          "Who comes?", "Born when?", "When?", "Which gate?", "Where to?", "No postcode.",
          "How many?",
        ]
      ),
      (
        #"""
        {"visitor": "Bo", "born": "1990-02-03", "arrives": "2024-05-01T10:10:00Z",
         "gate": "St Ana's", "sees": ["coins", "oils", "maps"], "reach-by": 2, "code": "SW1A1",
         "guests": "2 or 3"}
        """#,
        [
          "Must be at a multiple of 15 minutes.", "Choose at most 2.",
          "This is not one of the options.", "No postcode.", "How many?",
        ]
      ),
      (
        #"""
        {"arrives": "2024-05-01T10:15:00Z", "sees": ["maps"], "reach-by": 0, "code": "SW1A 1AA",
         "guests": " 2 ", "letter": false}
        """#, []
      ),
    ])
}

@Suite("Whole forms of questions")
struct QuestionFormsTests {
  private let now = Date(timeIntervalSince1970: 1_714_557_600)

  private func compile(_ json: String) throws -> CompiledForm {
    try CompiledForm(
      FormDocument(importing: json.utf8, allowsTrailingCommas: true))
  }

  /// The definition without what is only about looks.
  private func withoutLooks(_ definition: FormDefinition) -> FormDefinition {
    var definition = definition
    for section in definition.sections.indices {
      for row in definition.sections[section].rows.indices {
        definition.sections[section].rows[row].extra = nil
      }
    }
    return definition
  }

  /// What is wrong after each step is what the author says.
  private func fill(_ compiled: CompiledForm, _ form: QuestionForm, _ spelling: String) throws {
    var live = compiled.open(now: now)
    for (values, wrong) in form.steps {
      let place: Comment = "\(form.name), \(spelling): \(values)"
      try live.setAnswers(json: values.utf8)
      #expect(live.verdicts.flatMap(\.errors).map(\.message) == wrong, place)
      #expect(live.canSubmit == wrong.isEmpty, place)
    }
  }

  @Test(
    "Both spellings load, mean the same, and convert to bytes that convert to themselves",
    arguments: QuestionForm.all)
  func spellings(_ form: QuestionForm) throws {
    #expect(form.older != form.json)
    let ours = try compile(form.json)
    let older = try compile(form.older)
    #expect(withoutLooks(ours.definition) == withoutLooks(older.definition))
    for (compiled, spelling) in [(ours, "as it is now"), (older, "older")] {
      let place: Comment = "\(form.name), \(spelling)"
      #expect(compiled.definition.sections[0].rows.map(\.type) == form.types, place)
      #expect(compiled.warnings.count == form.warnings.count, place)
      for (warning, words) in zip(compiled.warnings, form.warnings) {
        #expect(warning.message.contains(words), place)
      }
      try fill(compiled, form, spelling)
      let converted = JSONWriter.text(of: compiled.definition.json, pretty: true)
      let again = try CompiledForm(FormDocument(importing: converted.utf8))
      #expect(again.definition == compiled.definition, place)
      #expect(again.warnings.isEmpty, place)
      #expect(JSONWriter.text(of: again.definition.json, pretty: true) == converted, place)
      try fill(again, form, "\(spelling), converted")
    }
  }

  @Test("What is only about looks is kept as it is spelled")
  func looks() throws {
    func extras(_ json: String) throws -> [Value?] {
      try compile(json).definition.sections[0].rows.map(\.extra)
    }
    #expect(
      try extras(QuestionForm.event.json) == [
        ["capitalization": "words"],
        ["date_format_style": "short", "time_format_style": "short"],
        ["date_format_style": "full", "time_format_style": "long"],
        ["keyboard_type": "twitter"],
      ])
    #expect(
      try extras(QuestionForm.event.older) == [
        ["capitalization": "Words"],
        ["date_format_style": "Short", "time_formate_style": "Short"],
        ["date_format_style": "Full", "time_formate_style": "Long"],
        ["keyboardType": "Twitter"],
      ])
    #expect(
      try extras(QuestionForm.signUp.older)[2] == [
        "keyboardType": "EmailAddress", "capitalization": ".None", "auto_correction": false,
      ])
    let own = """
      { "questions": [{ "key": "a", "question_type": "textSingle", "prompt": "A",
        "capitalization": "words", "auto_correct": true,
        "extra": { "color": "red", "capitalization": "none" } }] }
      """
    #expect(
      try extras(own) == [["capitalization": "none", "auto_correct": true, "color": "red"]])
  }

  @Test("A comma that the file of such a form has too many is pointed at")
  func comma() {
    do {
      _ = try CompiledForm(FormDocument(importing: QuestionForm.visit.json.utf8))
      Issue.record("it is no JSON")
    } catch {
      #expect("\(error)".contains("a comma stands before the closing '}'"))
    }
  }
}
