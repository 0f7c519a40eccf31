// The report of a form of questions, by tests that do not trust it: the places of the original are
// listed by walking its plain JSON, and each is taken away and changed, to see whether the form
// notices. What is said of each place stands beside.

import Foundation
import FormImport
import Predicate
import Testing

@testable import FormFile

@Suite("The report of questions")
struct QuestionReportTests {
  /// A form that loses, puts aside and changes one thing of each kind.
  private static let losses = #"""
    { "$schema": "x", "version": 1, "title": "L", "colour": "red",
      "inputs": { "who": { "type": "text", "value": "a" } },
      "tables": { "towns": { "file": "towns.csv" } },
      "questions": [
        { "key": "day", "question_type": "date", "prompt": "Day", "title": "No", "default": true,
          "choices": ["a"], "selection_min": 1, "selection_max": 2, "shade": 1,
          "validation": { "type": "email", "value_type": "date", "message": "m", "more": 1 } },
        { "key": "mail-2", "question_type": "textSingle", "prompt": "Mail", "minute_interval": 5,
          "choices": "none",
          "keyboard_type": "emailAddress", "keyboardType": "url", "capitalization": "none",
          "extra": { "capitalization": "all", "own": 1 }, "subtitle": null,
          "validation": { "type": "notEmpty", "value_type": "number", "message": "m",
            "regex": "a" } },
        { "key": "code", "question_type": "textSingle", "prompt": "Code", "extra": "x",
          "secure_text_entry": true, "auto_correct": false,
          "rules": [{ "predicate": "SELF != 'x'", "message": "Not x." }, "email"],
          "required": "$day != nil", "disabled": "$day == nil",
          "validation": { "type": "number" } },
        { "key": "some", "question_type": "choiceSelect", "prompt": "Some",
          "choices": [["a", "A"], "b", "c"], "selection_min": 2,
          "validation": { "type": "notNegative", "value_type": "any", "message": "m" } },
        { "key": "on", "question_type": "boolean", "title": "On", "default": true,
          "visible": "$who == 'a'",
          "validation": { "type": "notEmpty", "value_type": "bool", "message": "m" } },
        { "key": "go", "question_type": "button", "title": "Go",
          "validation": { "type": "notEmpty", "value_type": "bool", "message": "m" } }
      ] }
    """#

  private static func originals() throws -> [String] {
    let example = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/questions.json"), encoding: .utf8)
    // JSON as Foundation reads it has no comma before a bracket.
    let whole = QuestionForm.all.flatMap { [$0.json, $0.older] }
      .map { $0.replacing(", }", with: " }") }
    return whole + [QuestionsTests.json, example, losses]
  }

  private static func imported(_ json: PlainJSON) throws -> ImportedForm {
    ImportedForm(try json.bytes)
  }

  // MARK: - Places

  /// A place of the original with a meaning of its own.
  private struct Place {
    let steps: [PlainJSON.Step]
    var path: String {
      steps.reduce(into: "") { path, step in
        switch step {
        case .key(let key): path += (path.isEmpty ? "" : ".") + key
        case .index(let index): path += "[\(index)]"
        }
      }
    }
  }

  /// Whether a word says of an answer only what the type of its question says.
  private static func redundant(_ word: PlainJSON?, _ type: PlainJSON?) -> Bool {
    guard case .text(let type)? = type else { return false }
    let words: [String]
    switch type.lowercased() {
    case "textsingle", "textmultiline", "choicedropdown": words = ["string"]
    case "date", "time", "datetime": words = ["date"]
    case "choicesegments": words = ["number"]
    case "boolean": words = ["boolean", "bool"]
    default: return true
    }
    guard case .text(let word)? = word else { return false }
    return words.contains(word.lowercased())
  }

  /// The places with a meaning.
  ///
  /// What says something of the file, or again what another place says, has none.
  private static func places(of json: PlainJSON) -> [Place] {
    guard case .object(let root) = json else { return [] }
    var places: [[PlainJSON.Step]] = []
    for (key, value) in root where value != .null && !["$schema", "version"].contains(key) {
      guard key == "questions", case .list(let questions) = value else {
        places.append([.key(key)])
        continue
      }
      for (index, question) in questions.enumerated() {
        let start: [PlainJSON.Step] = [.key("questions"), .index(index)]
        places.append(start)
        guard case .object(let members) = question else { continue }
        for (key, value) in members where value != .null {
          switch (key, value) {
          case ("validation", .object(let parts)):
            for (part, word) in parts where word != .null {
              if part == "value_type", redundant(word, members["question_type"]) { continue }
              places.append(start + [.key(key), .key(part)])
            }
          case ("choices", .list(let elements)), ("rules", .list(let elements)):
            places += elements.indices.map { start + [.key(key), .index($0)] }
          default: places.append(start + [.key(key)])
          }
        }
      }
    }
    return places.map(Place.init)
  }

  @Test("Each place of an original stands in its report once, and nothing else does")
  func listsEachPlace() throws {
    for original in try Self.originals() {
      let json = try PlainJSON(original)
      let report = try #require(try Self.imported(json).report)
      let places = Self.places(of: json)
      #expect(places.count > 5)
      #expect(report.lines.map(\.path).sorted() == places.map(\.path).sorted())
    }
  }

  @Test("Each line has the range of its place")
  func findsPlaces() throws {
    let bytes = Array(Self.losses.utf8)
    for line in try #require(ImportedForm(bytes).report).lines {
      let text = String(decoding: bytes[line.range], as: UTF8.self)
      let last = line.path.split(separator: ".").last.map(String.init) ?? ""
      let isElement = last.hasSuffix("]") && line.kind != .question
      #expect(
        line.kind == .question ? text == "{" : isElement ? !text.isEmpty : text == "\"\(last)\"")
    }
  }

  // MARK: - No false line

  /// The form as it is written; nil if it has an error.
  private static func converted(_ form: ImportedForm) -> String? {
    guard form.document.problems.allSatisfy({ $0.severity == .warning }),
      let definition = form.document.definition
    else { return nil }
    return JSONWriter.text(of: definition.json)
  }

  private static func changed(_ value: PlainJSON) -> PlainJSON {
    switch value {
    case .bool(let bool): .bool(!bool)
    case .int(let int): .int(int + 1)
    case .double(let double): .double(double + 1)
    case .text(let text):
      .text(
        text.contains("==")
          ? text.replacing("==", with: "!=")
          : text.contains("!=") ? text.replacing("!=", with: "==") : text + "x")
    default: value
    }
  }

  @Test("What is taken away or changed is seen in the form, or it was put aside or lost")
  func noticesEachPlace() throws {
    for original in try Self.originals() {
      let json = try PlainJSON(original)
      let form = try Self.imported(json)
      let before = try #require(Self.converted(form))
      func dropped(_ form: ImportedForm) -> Set<String> {
        Set(
          (form.report?.lines ?? []).filter { [.putAside, .lost].contains($0.outcome) }
            .map(\.path))
      }
      for place in Self.places(of: json) {
        var less = json
        less[place.steps[...]] = nil
        #expect(less != json)
        let without = Self.converted(try Self.imported(less))
        #expect(
          dropped(form).contains(place.path) || without != before, "without \(place.path)")
        // What is in a question has places of its own.
        guard let value = json[place.steps[...]], place.steps.count != 2 else { continue }
        for leaf in value.leaves(below: place.steps) {
          guard let old = json[leaf[...]] else { continue }
          var other = json
          other[leaf[...]] = Self.changed(old)
          let changed = try Self.imported(other)
          // What is changed may then be lost, such as a word that fits no more.
          let paths = dropped(form).union(dropped(changed))
          #expect(
            Self.converted(changed) != before
              || paths.contains { Place(steps: leaf).path.hasPrefix($0) },
            "\(Place(steps: leaf).path) changed")
        }
      }
    }
  }

  // MARK: - What is said

  @Test("What became of each place, and why")
  func says() throws {
    let report = try #require(ImportedForm(Self.losses.utf8).report)
    let said = report.lines.filter { $0.outcome != .carried }.map { "\($0.path): \($0.sentence)" }
    let trimmed =
      "TheDistanceForms trims the answers to questions of text; here they are kept as typed, and "
      + "validations look past white space at their ends"
    let cannot = "a question of the type 'date' cannot have"
    let isNoText =
      "the validation 'email' is about text, but the answer to a question of the type 'date' is not "
      + "text"
    let number =
      "TheDistanceForms needs a 'message' here; without it the rule has a standard message; "
      + "TheDistanceForms needs a 'value_type' here; this reader takes it from the question"
    #expect(
      said == [
        "colour: lost: colour; 'colour' is not a key of a form",
        "questions[0].title: lost: title; \(cannot) 'title'",
        "questions[0].default: lost: default; \(cannot) 'default'",
        "questions[0].choices[0]: lost: choices[0]; \(cannot) 'choices'",
        "questions[0].selection_min: lost: selection_min; \(cannot) 'selection_min'",
        "questions[0].selection_max: lost: selection_max; \(cannot) 'selection_max'",
        "questions[0].shade: lost: shade; 'shade' is not a key of a question",
        "questions[0].validation.type: lost: validation.type; \(isNoText)",
        "questions[0].validation.message: lost: validation.message; \(isNoText)",
        "questions[0].validation.more: lost: validation.more; \(isNoText)",
        "questions[1]: changed: question 'mail-2' → a row of the type 'email'; \(trimmed)",
        "questions[1].minute_interval: lost: minute_interval; a question of the type 'textSingle' "
          + "cannot have 'minute_interval'",
        "questions[1].choices: lost: choices; a question of the type 'textSingle' cannot have "
          + "'choices'",
        "questions[1].keyboardType: put aside: keyboardType → extra.keyboardType",
        "questions[1].capitalization: lost: capitalization; 'extra' has 'capitalization' too, and "
          + "that one is kept",
        "questions[1].validation.value_type: lost: validation.value_type; the 'value_type' is "
          + "'number', but the answer to a question of the type 'textSingle' is a string",
        "questions[1].validation.regex: lost: validation.regex; the validation 'notEmpty' cannot "
          + "have 'regex'",
        "questions[2]: changed: question 'code' → a row of the type 'password'; \(trimmed)",
        "questions[2].extra: lost: extra; 'extra' is not an object, so the keys about looks take its "
          + "place",
        "questions[2].auto_correct: put aside: auto_correct → extra.auto_correct",
        "questions[2].validation.type: changed: validation.type → rules 'regex'; TheDistanceForms accepts "
          + "any text that contains a digit; here all of it must be a number; \(number)",
        "questions[3]: changed: question 'some' → a row of the type 'multipleSelector'; "
          + "TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be "
          + "chosen",
        "questions[3].validation.type: lost: validation.type; the validation 'notNegative' is about "
          + "text, but the answer to a question of the type 'choiceSelect' is not text",
        "questions[3].validation.message: lost: validation.message; the validation 'notNegative' is "
          + "about text, but the answer to a question of the type 'choiceSelect' is not text",
        "questions[4].validation.type: lost: validation.type; the answer to a question of the type "
          + "'boolean' is not validated",
        "questions[4].validation.message: lost: validation.message; the answer to a question of the "
          + "type 'boolean' is not validated",
        "questions[5].validation.type: lost: validation.type; the answer to a question of the type "
          + "'button' is not validated",
        "questions[5].validation.message: lost: validation.message; the answer to a question of the "
          + "type 'button' is not validated",
      ])
    #expect(report.format == "TheDistanceForms")
    #expect(report.needs == ["the input 'who'", "the table 'towns' in 'towns.csv'"])
    #expect(
      report.summary
        == "carried 4 of 4 expressions, 3 of 6 questions; changed 4; put aside 2; lost 22")
    #expect(ImportReport(of: "none").summary.hasPrefix("carried 0 of 0 expressions, 0 of 0 q"))
  }

  @Test("What is carried says what stands there now")
  func saysSuccessors() throws {
    let report = try #require(ImportedForm(Self.losses.utf8).report)
    let carried = report.lines.filter { $0.outcome == .carried }
    let successors = Dictionary(uniqueKeysWithValues: carried.map { ($0.path, $0.successor) })
    #expect(successors["questions[0].prompt"] == "title")
    #expect(successors["questions[1].key"] == "name, tag 'mail_2'")
    #expect(successors["questions[1].keyboard_type"] == "type, extra.keyboard_type")
    #expect(successors["questions[2].secure_text_entry"] == "type, extra.secure_text_entry")
    #expect(successors["questions[2].rules[1]"] == "rules[1]")
    #expect(successors["questions[1].validation.type"] == "rules 'required', 'notBlank'")
    #expect(successors["questions[3].choices[0]"] == "options[0]")
    #expect(successors["questions[3].selection_min"] == "minimum, required")
    #expect(successors["questions[4].visible"] == "visible")
    #expect(carried.allSatisfy { $0.successor != nil && $0.reason == nil })
    #expect(
      carried.filter { $0.kind == .expression }.map(\.path) == [
        "questions[2].rules[0]", "questions[2].required", "questions[2].disabled",
        "questions[4].visible",
      ])
  }

  @Test("A loss refuses a strict import at its place, and nothing else does")
  func isStrict() throws {
    let form = ImportedForm(Self.losses.utf8, isStrict: true)
    let errors = form.document.problems.filter { $0.severity == .error }
    #expect(errors.count == 18)
    #expect(errors.first?.message == "'colour' is not a key of a form")
    // Each loss is said at its place or around it.
    let lost = try #require(form.report).lines.filter { $0.outcome == .lost }
    for line in lost {
      #expect(errors.contains { line.path.hasPrefix($0.path.description) }, "\(line.path)")
    }
    for whole in [QuestionsTests.json, QuestionForm.signUp.json, #"{"questions": []}"#] {
      let form = ImportedForm(whole.utf8, isStrict: true)
      #expect(form.report?.count(.lost) == 0)
      #expect(form.document.problems.allSatisfy { $0.severity == .warning })
    }
    let former = #"{"hiddenValues": "nil", "questions": []}"#
    let read = ImportedForm(former.utf8, isStrict: true)
    #expect(read.report?.lines.map(\.outcome) == [.carried])
    #expect(read.document.problems.map(\.severity) == [.warning])
  }

  /// A broken file has errors and no report, or its report holds.
  private func check(_ bytes: [UInt8]) {
    let form = ImportedForm(bytes)
    let isRefused = form.document.readProblems.contains { $0.severity == .error }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let report = form.report else {
      #expect(isRefused, "\(text)")
      return
    }
    #expect(!isRefused, "\(text)")
    #expect(report.lines.allSatisfy { $0.range.upperBound <= bytes.count }, "\(text)")
    #expect(report.lines.map(\.range.lowerBound).isSorted, "\(text)")
    let strict = ImportedForm(bytes, isStrict: true)
    let isLost = strict.document.readProblems.contains { $0.severity == .error }
    #expect(isLost == (report.count(.lost) > 0), "\(text)")
  }

  @Test("Whatever is cut off or overwritten, a strict import is refused just if something is lost")
  func survivesBadFiles() {
    let bytes = Array(Self.losses.utf8)
    for count in bytes.indices { check(Array(bytes[..<count])) }
    // A form of which nothing is lost, so that a change can make a difference.
    let whole = Array(QuestionForm.event.json.utf8)
    let others = Array("null{}[]\",:0x\\ ".utf8)
    for (index, byte) in whole.enumerated() {
      var changed = whole
      changed[index] = others[(index &+ Int(byte)) % others.count]
      check(changed)
    }
    for place in (try? PlainJSON(QuestionForm.event.json))?.leaves() ?? [] {
      guard var json = try? PlainJSON(QuestionForm.event.json) else { continue }
      json[place[...]] = .null
      check(Array((try? json.bytes) ?? Data()))
    }
    check(
      Array(
        #"{"shade": null, "questions": [{"key": "a", "question_type": "button", "title": "A", "default": null}]}"#
          .utf8))
  }

  @Test("Past the warnings that are listed, no place is called carried")
  func isCut() throws {
    let questions = (0..<1001).map {
      #"{"key": "k\#($0)", "question_type": "button", "title": "T", "default": true}"#
    }
    let form = ImportedForm(#"{"questions": [\#(questions.joined(separator: ","))]}"#.utf8)
    let report = try #require(form.report)
    #expect(report.count(.lost) == report.lines.count)
  }

  @Test("Only a form in another format has a report, and only if it has no error")
  func hasNoReport() {
    for json in [
      #"{"sections": []}"#, #"{"questions": 1}"#, #"{"questions": [], "sections": []}"#,
      #"{"questions": [{}]}"#, "[]", "", #"{"resourceType": "Bundle"}"#,
    ] {
      #expect(ImportedForm(json.utf8).report == nil, "\(json)")
    }
    #expect(ImportedForm(#"{"questions": []}"#.utf8).report?.lines == [])
  }
}

extension [Int] {
  /// Whether no number is less than the one before it.
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
