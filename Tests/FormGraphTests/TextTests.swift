// What texts with formulas cost, where they end, and what a host gives and gets: limits, displays
// by function, JSON, and forms that have none.

import Foundation
import Predicate
import Testing

@testable import FormGraph

private let now = Date(timeIntervalSinceReferenceDate: 0)

private func form(_ rows: [RowDefinition], limits: FormLimits = FormLimits()) throws -> Form {
  try CompiledForm(
    FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)]), limits: limits
  ).open(now: now)
}

@Test("A file with texts, languages, bounds and displays by formula reads as it is written")
func readsTexts() throws {
  let read = DefinitionReader.read(try JSONReader.read(Array(FormExample.jsonOfTexts.utf8)))
  #expect(read.problems == [])
  #expect(read.definition == FormExample.definitionOfTexts)
  let text = JSONWriter.text(of: FormExample.definitionOfTexts.json)
  let again = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
  #expect(again.problems == [])
  #expect(again.definition == FormExample.definitionOfTexts)
}

@Test("A form whose texts never change has no nodes for them")
func fixedTexts() throws {
  let texts = Texts(
    title: "A title", subtitle: "S", footer: "F", placeholder: "P", help: "H")
  func nodes(_ texts: Texts, _ message: FormText?) throws -> Int {
    let row = RowDefinition(
      tag: "a", type: .push, texts: texts, rules: [RuleDefinition(.required, message: message)],
      options: [OptionDefinition(1, title: texts.title)])
    let section = SectionDefinition(tag: "s", texts: texts, rows: [row])
    let definition = FormDefinition(
      texts: texts, sections: [section], pages: [PageDefinition(texts: texts, sections: ["s"])])
    return try CompiledForm(definition).open(now: now).topology.graph.nodes.count
  }
  let plain = try nodes(Texts(), nil)
  #expect(try nodes(texts, "needed") == plain)
  // A message with parameters alone has none either.
  #expect(try nodes(texts, "{title} is {{needed}}") == plain)
  #expect(try nodes(Texts(title: "{1}"), nil) == plain + 5)
}

@Test("Of a thousand texts, those run that read the row that changes")
func thousandTexts() throws {
  let sources = (0..<100).map { RowDefinition(tag: "r\($0)", type: .int) }
  let labels = (0..<1000).map { index in
    RowDefinition(type: .label, texts: Texts(title: FormText("{$r\(index % 100)} of \(index)")))
  }
  var form = try form(sources + labels)
  let changes = try form.set("r7", to: 1)
  #expect(changes.evaluatedCount == 10)
  #expect(changes.count(of: .title) == 10)
  #expect(try form.set("r7", to: 1).evaluatedCount == 0)
}

@Test("A text of a thousand formulas reads, one of more is refused")
func manyFormulas() throws {
  func label(_ count: Int) -> [RowDefinition] {
    let text = String(repeating: "{1}", count: count)
    return [RowDefinition(tag: "l", type: .label, texts: Texts(title: FormText(text)))]
  }
  let title = try form(label(1000))["l"]?.texts.title
  #expect(title == String(repeating: "1", count: 1000))
  #expect(throws: CompileFailure.self) { try form(label(1001)) }
}

@Test("A text that is too long is cut at a character and is a problem")
func longTexts() throws {
  var limits = FormLimits()
  limits.valueBytes = 10
  var form = try form(
    [
      RowDefinition(tag: "a", type: .text),
      RowDefinition(
        tag: "l", type: .text, texts: Texts(title: "{$a}-{$a}"),
        rules: [RuleDefinition(.required, message: "{title}: {$a}{$a}")]),
    ], limits: limits)
  try form.set("a", to: "éé")
  #expect(form["l"]?.texts.title == "éé-éé")
  #expect(form.problems == [])
  try form.set("a", to: "éééé")
  #expect(form["l"]?.texts.title == "éééé-")
  #expect(form["l"]?.verdict.map(\.message) == ["éééé-: éééé"])
  #expect(form.problems.count == 2)
  #expect(form.problems.first?.message == "the text is longer than 10 bytes and was cut")
  try form.set("a", to: "x")
  #expect(form.problems == [])
}

@Test("What comes after the cut of a text is not computed")
func textsEndAtTheirCut() throws {
  var limits = FormLimits()
  limits.valueBytes = 10
  var form = try form(
    [
      RowDefinition(tag: "a", type: .text), RowDefinition(tag: "zero", type: .int, value: 0),
      RowDefinition(
        tag: "l", type: .text, texts: Texts(title: "{$a}{$a}{1 / $zero}!"),
        rules: [RuleDefinition(.required, message: "{$a}{$a}{1 / $zero}{title}!")]),
    ], limits: limits)
  try form.set("a", to: "ten bytes")
  #expect(form["l"]?.texts.title == "ten bytest")
  #expect(form["l"]?.verdict.map(\.message) == ["ten bytest"])
  let tooLong = "the text is longer than 10 bytes and was cut"
  #expect(form.problems.map(\.message) == [tooLong, tooLong])
  // A text that is exactly as long as it may be goes on.
  try form.set("a", to: "fives")
  #expect(form["l"]?.texts.title == "fivesfives")
  #expect(form.problems.first?.message == "an integer is divided by zero")
}

@Test("A host function gives the display, and may fail")
func displayByFunction() throws {
  struct Failure: Error {}
  var row = RowDefinition(tag: "price", type: .decimal, value: 1.5)
  row.display = .function("money", dependsOn: ["currency"])
  let definition = FormDefinition(sections: [
    SectionDefinition(rows: [
      row, RowDefinition(tag: "currency", type: .text, value: "EUR"),
      RowDefinition(tag: "l", type: .label, texts: Texts(title: "It costs {$price}.")),
    ])
  ])
  var form = try CompiledForm(
    definition,
    functions: [
      "money": { arguments in
        guard case .string(let currency) = arguments.values[1] else { throw Failure() }
        return .string("\(arguments.values[0]) \(currency)")
      }
    ]
  ).open(now: now)
  #expect(form["price"]?.displayText == "1.5 EUR")
  #expect(form["l"]?.texts.title == "It costs 1.5 EUR.")
  let changes = try form.set("currency", to: "USD")
  #expect(form["l"]?.texts.title == "It costs 1.5 USD.")
  #expect(changes.changes.map(\.property) == [.display, .value, .title])
  try form.set("currency", to: .null)
  #expect(form["price"]?.displayText == nil)
  #expect(form["l"]?.texts.title == "It costs .")
  #expect(form.problems.count == 1)
  try form.undo()
  #expect(form["price"]?.displayText == "1.5 USD")
  #expect(form.problems == [])
}

@Test("JSON has texts as they read now, and what changed of them")
func jsonOfTexts() throws {
  let title = FormText(languages: ["en": "E {$a}", "de": "D"])
  let definition = FormDefinition(
    languages: ["en", "de"],
    sections: [
      SectionDefinition(rows: [
        RowDefinition(tag: "a", type: .text),
        RowDefinition(tag: "b", type: .text, texts: Texts(title: title)),
      ])
    ])
  var form = try CompiledForm(definition).open(now: now)
  let changes = try form.set("a", to: "x")
  let text = JSONWriter.text(of: changes.json)
  #expect(text.contains(#""attribute":"title""#))
  #expect(text.contains(#""E x""#))
  #expect(JSONWriter.text(of: form.json).contains(#""title":"E x""#))
}

@Test("A verbatim text reads as it was given, whatever braces it has")
func verbatim() throws {
  for text in ["a{b", "}", "{{}}", "{$a}", "plain", ""] {
    let row = RowDefinition(tag: "l", type: .label, texts: Texts(title: .verbatim(text)))
    #expect(try form([row])["l"]?.texts.title == text)
  }
}

@Test("Thousands of languages are read once each, and one that comes twice is found")
func manyLanguages() throws {
  let languages = (0..<20_000).map { "en-x-\($0)" } + ["EN-X-7"]
  do throws(CompileFailure) {
    _ = try CompiledForm(FormDefinition(languages: languages))
    Issue.record("taken")
  } catch {
    #expect(error.problems.map(\.message) == ["the language 'EN-X-7' is declared twice"])
    #expect(error.problems.first?.hint == "it is the same as en-x-7")
  }
}
