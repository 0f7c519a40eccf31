// The table of standard messages, catalogues of a host, and the ids and parameters of errors.

import Foundation
import Predicate
import Testing

@testable import FormFile
@testable import FormGraph

@Suite("Standard messages") struct MessageTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  private func form(
    _ rows: String, _ more: String = "", messages: MessageCatalogue = [:]
  ) throws -> Form {
    let json = "{ \(more) \"sections\": [{ \"tag\": \"s\", \"rows\": [\(rows)] }] }"
    return try CompiledForm.compile(json: json.utf8, messages: messages).open(now: now)
  }

  @Test("Each language has each message, in words of its own", arguments: BuiltInTexts.tags)
  func languages(tag: String) throws {
    let language = try LanguageTag(tag)
    let texts = try #require(BuiltInTexts.of(language))
    for id in MessageID.allCases {
      let written = texts.written(id)
      // The checks of a form's own messages: parameters, braces, plural forms.
      let definition = FormDefinition(
        languages: [tag], messages: [tag: [id.rawValue: written]])
      #expect(DefinitionChecker.problems(in: definition).isEmpty, "\(tag) \(id)")
      let text = try #require(texts.texts[id], "\(tag) \(id)")
      for parameter in id.allParameters {
        // A number may be a word where there is one of it.
        let isSaid = text.says(parameter)
        let isSaidInEnglish = BuiltInTexts.english.texts[id]?.says(parameter)
        #expect(isSaid == isSaidInEnglish, "\(tag) \(id) {\(parameter)}")
      }
      // Two languages say no as English does.
      let isEnglish = tag == "en" || id == .allOf || id == .no && ["es", "it"].contains(tag)
      #expect((written == id.english) == isEnglish, "\(tag) \(id)")
    }
  }

  @Test("Plural forms have every category that CLDR has of whole numbers")
  func categories() throws {
    var counted = 0
    for tag in BuiltInTexts.tags {
      let language = try LanguageTag(tag)
      let numbers: [Int64] = Array(0...200) + [1_000_000]
      let wanted = Set(
        numbers.compactMap { Formatting.plural(of: .int($0), in: .of(language))?.rawValue })
      for id in MessageID.allCases {
        guard case .plural(let forms)? = BuiltInTexts.of(language)?.written(id) else { continue }
        #expect(Set(forms.keys) == wanted.union(["other"]), "\(tag) \(id)")
        counted += 1
      }
    }
    #expect(counted > 40)
  }

  @Test(
    "The lookup of RFC 4647 finds the messages of a language",
    arguments: [
      ("de-AT", "de"), ("DE", "de"), ("pt-PT", "pt-PT"), ("pt-BR", "pt"), ("pt-AO", "pt"),
      ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-Hans-CN", "zh"), ("ar-EG", "ar"),
      ("en-x-private", "en"), ("sv", nil), ("x-de", nil),
    ] as [(String, String?)])
  func lookup(tag: String, found: String?) throws {
    let wanted = try found.map { try LanguageTag($0) }
    let texts = try BuiltInTexts.of(LanguageTag(tag))
    #expect(texts === wanted.flatMap(BuiltInTexts.of))
    #expect((texts == nil) == (found == nil))
  }

  @Test("No sentence ends with a date that ends with a full stop")
  func fullStops() throws {
    for tag in BuiltInTexts.tags {
      var form = try form(
        """
        { "tag": "a", "type": "date", "value": "2024-05-01", "minimum": "2024-06-01", "rules": [
          { "type": "greaterThan", "value": "2024-06-01" }] },
        { "tag": "b", "type": "date", "value": "2024-05-01", "maximum": "2024-04-01", "rules": [
          { "type": "smallerThan", "value": "2024-04-01" }] }
        """)
      _ = try form.set("language", to: .string(tag))
      let messages = ["a", "b"].flatMap { form[$0]?.verdict.map(\.message) ?? [] }
      #expect(messages.count == 4)
      for message in messages { #expect(!message.hasSuffix(".."), "\(message)") }
    }
  }

  @Test("Each rule has the id of its name")
  func ids() {
    for entry in RuleEntry.typed {
      #expect(entry.sample.standardMessage.id.rawValue == entry.type)
    }
  }

  @Test("An error says which standard message it stands for, whatever its own message is")
  func details() throws {
    let form = try form(
      """
      { "tag": "a", "type": "text", "value": "x", "rules": [
        { "type": "minLength", "value": 3, "message": "Short.", "id": "own", "severity": "warning" },
        { "type": "equals", "tag": "b" }, { "type": "regex", "pattern": "[0-9]" },
        { "anyOf": ["email", { "type": "maxLength", "value": 0 }] }] },
      { "tag": "b", "type": "date", "title": "B", "value": "2024-05-01", "minimum": "2024-06-01" }
      """)
    let a = try #require(form["a"]?.verdict)
    #expect(a.map(\.messageID) == [.minLength, .equals, .regex, .anyOf])
    #expect(a.map(\.id) == ["own", nil, nil, nil])
    #expect(a[0].parameters == ValueDictionary(["minimum": 3]))
    #expect(a[1].parameters == ValueDictionary(["other": "B"]))
    #expect(a[2].parameters == ValueDictionary(["pattern": "[0-9]"]))
    #expect(
      a[3].parameters["messages"]
        == "Must be a valid e-mail address. Must have at most 0 characters.")
    let b = try #require(form["b"]?.verdict.first)
    #expect(b.messageID == .notBefore)
    guard case .date? = b.parameters["minimum"] else {
      Issue.record("\(b)")
      return
    }
  }

  @Test("The host's messages come after those of the form in a language, before what is built in")
  func host() throws {
    let host: MessageCatalogue = [
      "de": ["required": "Host {title}.", "email": "Host Adresse."],
      "sv": ["required": "Värd."], "en": ["url": "Host URL."],
    ]
    var form = try form(
      """
      { "tag": "a", "type": "text", "required": true },
      { "tag": "b", "type": "text", "value": "x", "rules": ["email", "url", "phone"] }
      """,
      """
      "languages": ["es", "de", "sv"], "messages": {
        "es": { "email": "Correo.", "phone": "Teléfono." }, "de": { "email": "Adresse." } },
      """, messages: host)
    func messages(_ tag: String) -> [String] { form[tag]?.verdict.map(\.message) ?? [] }
    #expect(messages("a") == ["Este campo es obligatorio."])
    #expect(messages("b") == ["Correo.", "Debe ser una dirección web válida.", "Teléfono."])
    _ = try form.set("language", to: "de-AT")
    #expect(messages("a") == ["Host a."])
    #expect(
      messages("b") == [
        "Adresse.", "Bitte eine gültige Webadresse angeben.",
        "Bitte eine gültige Telefonnummer angeben.",
      ])
    _ = try form.set("language", to: "sv")
    #expect(messages("a") == ["Värd."])
    #expect(messages("b") == ["Correo.", "Must be a valid URL.", "Teléfono."])
  }

  @Test("A host's messages serve a form that declares no languages")
  func hostAlone() throws {
    var form = try form(
      #"{ "tag": "a", "type": "text", "required": true, "validates": "onChange" }"#,
      messages: ["de": ["required": "Bitte."]])
    #expect(form["a"]?.verdict.map(\.message) == ["This field is required."])
    _ = try form.validate()
    let changes = try form.set("language", to: "de")
    #expect(form["a"]?.errors.map(\.message) == ["Bitte."])
    #expect(changes.changes.map(\.property) == [.value, .errors])
  }

  @Test("Mistakes in the host's messages are reported, and its languages need no declaration")
  func mistakesOfHost() throws {
    do throws(CompileFailure) {
      _ = try CompiledForm(
        FormDefinition(), messages: ["de": ["requird": "R", "url": "{$a}"], "x y": [:]])
      Issue.record("compiles")
    } catch {
      #expect(
        error.problems.map(\.message) == [
          "messages.de.requird of the host: unknown message 'requird'",
          "messages.de.url of the host: a standard message cannot hold a formula",
          "messages[\"x y\"] of the host: 'x y' is not the tag of a language",
        ])
    }
  }

  @Test("A saved error keeps its id and its parameters")
  func saving() throws {
    var form = try form(
      #"{ "tag": "d", "type": "date", "value": "2024-05-01", "minimum": "2024-06-01" }"#)
    _ = try form.validate()
    let json = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(try JSONReader.read(Array(json.utf8)))
    #expect(state.errors == form.savedState.errors)
    #expect(state.errors.first?.errors.first?.messageID == .notBefore)
  }

  @Test("The JSON of a row and of a section has the details of errors")
  func json() throws {
    let json = """
      { "sections": [
        { "rows": [{ "tag": "a", "type": "text", "value": "x",
          "rules": [{ "type": "minLength", "value": 3, "id": "own" }] }] },
        { "tag": "l", "kind": "multivalued", "minimum": 1, "item": { "type": "text" } }] }
      """
    var form = try CompiledForm.compile(json: json.utf8).open(now: now)
    _ = try form.validate()
    let text = JSONWriter.text(of: form.json)
    #expect(
      text.contains(
        #""errorDetails":[{"message":"Must have at least 3 characters.","id":"minLength","#
          + #""severity":"error","rule":"own","parameters":{"minimum":3}}]"#), "\(text)")
    #expect(
      text.contains(
        #""verdictDetails":[{"message":"Needs at least 1 item.","id":"minItems","#
          + #""severity":"error","parameters":{"minimum":1}}]"#), "\(text)")
  }
}
