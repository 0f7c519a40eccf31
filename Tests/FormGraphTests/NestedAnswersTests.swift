// Nested answers: each value stands in the object of its section, under its name. They come back as
// they went out, and a value at another place is refused with the path that is right.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func compile(_ json: String) throws -> CompiledForm {
  try CompiledForm.compile(json: Array(json.utf8))
}

private func open(_ json: String) throws -> Form { try compile(json).open(now: start) }

/// The answers of a form as JSON on one line.
private func answers(_ form: Form, includingHidden: Bool = false) -> String {
  form.answersJSON(includingHidden: includingHidden)
}

/// Two rows of one name in two sections, a group without a name, a list in the items of a list, and
/// a list of two templates.
private let family = """
  { "answers": "nested",
    "inputs": { "year": 2024 },
    "sections": [
      { "tag": "mother", "rows": [
        { "tag": "mother_name", "name": "name", "type": "text" },
        { "tag": "born", "type": "date" }, { "tag": "note", "type": "label" } ],
        "sections": [
          { "title": "where", "rows": [{ "tag": "city", "type": "text" }] },
          { "tag": "job", "name": "the job", "rows": [
            { "tag": "title", "type": "text", "hidden": "$works == NO" }] } ] },
      { "tag": "dad", "name": "father", "rows": [
        { "tag": "father_name", "name": "name", "type": "text" },
        { "tag": "works", "type": "switch" } ] },
      { "rows": [{ "tag": "age", "type": "int" }] },
      { "tag": "kids", "name": "children", "kind": "multivalued",
        "template": {
          "rows": [{ "tag": "kid_name", "name": "name", "type": "text" }],
          "sections": [
            { "tag": "school", "rows": [
              { "tag": "school_name", "name": "name", "type": "text" },
              { "tag": "grade", "type": "int" }] },
            { "tag": "pets", "kind": "multivalued", "template": {
              "rows": [{ "tag": "pet_name", "name": "name", "type": "text" }],
              "sections": [{ "tag": "vet", "name": "-", "rows": [
                { "tag": "vet_name", "name": "name", "type": "text" }] }] } }] } },
      { "tag": "ways", "kind": "multivalued",
        "templates": {
          "phone": { "rows": [{ "tag": "number", "type": "text" }] },
          "mail": { "rows": [{ "tag": "address", "name": "at", "type": "text" }] } } },
      { "tag": "tastes", "rows": [], "sections": [
        { "tag": "size", "name": "how big", "kind": "selectable", "options": ["S", "L"] },
        { "tag": "drinks", "kind": "matrix", "options": [1, 2], "rows": [
          { "tag": "tea" }, { "tag": "milk" }] },
        { "tag": "words", "kind": "multivalued", "item": { "type": "text" } } ] }
    ] }
  """

private let filled = """
  {"mother": {"name": "Ida", "born": "1960-02-03", "city": "Rome", "the job": {"title": "baker"}},
   "father": {"name": "Max", "works": true}, "age": 3,
   "children": [
     {"name": "Ann", "school": {"name": "North", "grade": 2},
      "pets": [{"name": "Rex", "-": {"name": "Dr. No"}}, {"name": "Kit"}]},
     {"name": "Bo"}],
   "ways": [{"template": "mail", "at": "a@b.c"}, {"number": "1"}],
   "tastes": {"how big": "L", "drinks": {"tea": 2}, "words": ["a", "b"]}}
  """

@Suite("Nested answers") struct NestedAnswersTests {
  @Test("The example of the format")
  func example() throws {
    var form = try open(
      """
      { "answers": "nested", "sections": [
        { "tag": "mother", "rows": [{ "tag": "mother_name", "name": "name", "type": "text" }] },
        { "tag": "father", "rows": [{ "tag": "father_name", "name": "name", "type": "text" }] } ] }
      """)
    #expect(answers(form) == #"{"mother":{"name":null},"father":{"name":null}}"#)
    try form.setAnswers(json: #"{"mother": {"name": "Ida"}}"#.utf8)
    #expect(answers(form) == #"{"mother":{"name":"Ida"},"father":{"name":null}}"#)
    #expect(form["mother_name"]?.value == "Ida")
  }

  @Test("Everything stands in the object of its section, in items too")
  func shape() throws {
    var form = try open(family)
    try form.setAnswers(json: filled.utf8)
    #expect(
      answers(form) == #"""
        {"mother":{"name":"Ida","born":"1960-02-03","city":"Rome","the job":{"title":"baker"}},\#
        "father":{"name":"Max","works":true},"age":3,\#
        "children":[{"name":"Ann","school":{"name":"North","grade":2},\#
        "pets":[{"name":"Rex","-":{"name":"Dr. No"}},{"name":"Kit","-":{"name":null}}]},\#
        {"name":"Bo","school":{"name":null,"grade":null},"pets":[]}],\#
        "ways":[{"template":"mail","at":"a@b.c"},{"template":"phone","number":"1"}],\#
        "tastes":{"how big":"L","drinks":{"tea":2,"milk":null},"words":["a","b"]}}
        """#)
    #expect(form["kids[0].pets[0].vet_name"]?.value == "Dr. No")
  }

  @Test("An object without values is left out, a list never")
  func emptyObjects() throws {
    var form = try open(family)
    try form.set("works", to: false)
    #expect(!answers(form).contains("the job"))
    #expect(answers(form, includingHidden: true).contains(#""the job":{"title":null}"#))
    #expect(answers(form).contains(#""children":[]"#))
    #expect(answers(form).contains(#""words":[]"#))
  }

  @Test("Values come back by every way in, and by the batch as well")
  func waysIn() throws {
    let compiled = try compile(family)
    var form = compiled.open(now: start)
    try form.setAnswers(json: filled.utf8)
    let values = form.values(includingHidden: true)
    var other = compiled.open(now: start)
    try other.setValues(values)
    #expect(answers(other) == answers(form))
    let root = try JSONReader.read(Array(answers(form).utf8)).value
    guard case .dictionary(let json) = root else {
      Issue.record("no object")
      return
    }
    var third = compiled.open(now: start)
    try third.update { $0.setAnswers(json) }
    #expect(third.values(includingHidden: true) == values)
    var validator = AnswerValidator(compiled.open(now: start), includingHidden: true)
    let result = validator.validate(json: Array(filled.utf8))
    #expect(result.isValid && result.values == values)
    // Twice, because the batch takes back each line.
    #expect(validator.validate(json: Array(filled.utf8)).values == result.values)
  }

  @Test("The batch writes and refuses as the form does")
  func batch() throws {
    let compiled = try compile(family)
    func line(_ json: String, _ change: (inout AnswerFormat) -> Void = { _ in }) -> String {
      var validator = AnswerValidator(compiled.open(now: start))
      var format = AnswerFormat()
      change(&format)
      var output: [UInt8] = []
      _ = validator.write(json: Array(json.utf8), line: 1, format, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    #expect(
      line(#"{"father": {"name": "Max"}}"#) {
        $0.parts = .values; $0.names = ["father", "mother.name"]
      }
        == #"{"values":{"mother":{"name":null},"father":{"name":"Max","works":false}},"line":1}"#
        + "\n")
    #expect(
      line(#"{"father": {"name": "Max", "works": true}}"#) {
        $0.parts = .values
        $0.isOnlyChanged = true
      } == #"{"values":{"children":[],"ways":[],"tastes":{"words":[]}},"line":1}"# + "\n")
    #expect(
      line(#"{"id": 7, "age": "x"}"#) { $0.id = "id" }
        .contains(#""refused":[{"tag":"age","message":"'age' holds a whole number"#))
    #expect(line(#"{"father": 3}"#).contains("'father' is an object of answers, not a number"))
  }

  @Test("Edits, errors and saved states go by tags")
  func flatOnes() throws {
    let compiled = try compile(family)
    var form = compiled.open(now: start)
    try form.setAnswers(json: filled.utf8)
    let saved = form.savedState
    #expect(saved.values["mother_name"] == "Ida" && saved.values["mother"] == nil)
    guard case .array(let kids)? = saved.values["kids"], case .dictionary(let kid)? = kids.first
    else {
      Issue.record("no kids")
      return
    }
    #expect(kid["kid_name"] == "Ann" && kid["school_name"] == "North" && kid["school"] == nil)
    let restored = try compiled.open(now: start, restoring: saved)
    #expect(restored.misfits == [] && answers(restored.form) == answers(form))
    try form.set("mother_name", to: "Eva")
    try form.update {
      $0.insertItem(in: "kids", at: 0, value: ["kid_name": "Cy", "school_name": "South"])
    }
    #expect(answers(form).contains(#""children":[{"name":"Cy","school":{"name":"South","#))
    #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "kids", at: 0, value: ["name": "Cy"]) }
    }
  }

  @Test(
    "A value at another place is refused with the path that is right",
    arguments: [
      (#"{"mother_name": "Ida"}"#, "unknown name 'mother_name'; write mother.name"),
      (#"{"name": "Ida"}"#, "unknown name 'name'; write mother.name or father.name"),
      (#"{"city": "Rome"}"#, "unknown name 'city'; write mother.city"),
      (#"{"mother": {"father": {}}}"#, "'mother' has no 'father'; write father"),
      (#"{"dad": {"name": "Max"}}"#, "unknown name 'dad'; write father"),
      (#"{"mother": {"nam": "Ida"}}"#, "'mother' has no 'nam'; did you mean mother.name?"),
      (#"{"fathr": {}}"#, "unknown name 'fathr'; did you mean father?"),
      (
        #"{"mother": "Ida"}"#,
        "'mother' is an object of answers, not text; write {\"name\": …} there"
      ),
      (
        #"{"mother": null}"#, "'mother' is an object of answers, not nil; leave it out"
      ),
      (
        #"{"mother": {"name": {"first": "Ida"}}}"#,
        "'mother.name' holds text, not {first = 'Ida'}; write the value itself at mother.name"
      ),
      (#"{"age": {"city": 3}}"#, "'age' holds a whole number, not {city = 3}; write mother.city"),
      (#"{"children": {"name": "Ann"}}"#, "'children' holds a list of items, not a dictionary"),
      (
        #"{"children": [{"grade": 2}]}"#,
        "'children[0]' has no 'grade'; write children[0].school.grade"
      ),
      (
        #"{"children": [{"school": {"school_name": "N"}}]}"#,
        "'children[0].school' has no 'school_name'; write children[0].school.name"
      ),
      (#"{"grade": 2}"#, "unknown name 'grade'; write children[0].school.grade"),
      (#"{"vet_name": "N"}"#, "unknown name 'vet_name'; write children[0].pets[0].-.name"),
      (#"{"ways": [{"at": "x"}]}"#, "'ways[0]' has no 'at'; the template 'mail' has it"),
      (#"{"kids[0].kid_name": "Ann"}"#, "unknown name 'kids[0].kid_name'; write children[0].name"),
      (#"{"mother.name": "Ida"}"#, "unknown name 'mother.name'; write {\"mother\": {\"name\": …}}"),
    ])
  func refused(_ json: String, _ message: String) throws {
    for isBatch in [false, true] {
      let compiled = try compile(family)
      var reasons: [EditError.Reason] = []
      if isBatch {
        var validator = AnswerValidator(compiled.open(now: start))
        reasons = validator.validate(json: Array(json.utf8)).refused
      } else {
        var form = compiled.open(now: start)
        do throws(EditError) { try form.setAnswers(json: json.utf8) } catch {
          reasons = error.reasons
        }
      }
      #expect(reasons.map(\.description) == [message], "batch: \(isBatch)")
    }
  }

  @Test("An input stands at the root")
  func inputs() throws {
    var form = try open(family)
    try form.setAnswers(json: #"{"year": 2025}"#.utf8, as: .host)
    #expect(form.inputs["year"] == 2025)
    #expect(throws: EditError.self) {
      try form.setAnswers(json: #"{"mother": {"year": 2025}}"#.utf8, as: .host)
    }
  }

  @Test(
    "Names are unique in one object",
    arguments: [
      (
        #"{"rows": [{"tag": "a", "name": "x", "type": "int"}, {"tag": "b", "name": "x", "type": "int"}]}"#,
        "the row 'a' and the row 'b' have the name 'x' in one object of the answers"
      ),
      (
        #"{"rows": [{"tag": "a", "type": "int"}]}, {"tag": "s", "name": "a", "rows": []}"#,
        "the row 'a' and the section 's' have the name 'a' in one object of the answers"
      ),
      (
        #"{"rows": [{"tag": "a", "name": "s", "type": "int"}]}, {"tag": "s", "rows": []}"#,
        "the row 'a' and the section 's' have the name 's' in one object of the answers"
      ),
      (
        #"{"tag": "l", "name": "x", "kind": "multivalued", "item": {"type": "int"}}, {"tag": "c", "name": "x", "kind": "selectable", "options": [1]}"#,
        "the list 'l' and the section 'c' have the name 'x' in one object of the answers"
      ),
      (
        #"{"tag": "l", "kind": "multivalued", "template": {"rows": [{"tag": "a", "type": "int"}], "sections": [{"tag": "g", "name": "a", "rows": []}]}}"#,
        "the row 'a' and the section 'g' have the name 'a' in one object of the answers"
      ),
      (
        #"{"tag": "l", "kind": "multivalued", "templates": {"t": {"rows": [{"tag": "a", "name": "template", "type": "int"}]}}}"#,
        "the name 'template' is reserved in a list with 'templates'"
      ),
      (
        #"{"rows": [{"tag": "a", "name": "i", "type": "int"}]}"#,
        "the row 'a' and the input 'i' have the same name at the root of the answers"
      ),
      (#"{"rows": [{"tag": "a", "name": "", "type": "int"}]}"#, "a name cannot be empty"),
      (#"{"rows": [{"name": "a", "type": "int"}]}"#, "a row with a 'name' needs a 'tag'"),
    ])
  func duplicates(_ sections: String, _ message: String) throws {
    let json = #"{"answers": "nested", "inputs": {"i": 1}, "sections": [\#(sections)]}"#
    let failure = #expect(throws: CompileFailure.self) { try compile(json) }
    #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
  }

  @Test("The name of a section needs nested answers")
  func flatForm() throws {
    let json = #"{"sections": [{"tag": "s", "name": "x", "rows": []}]}"#
    let failure = #expect(throws: CompileFailure.self) { try compile(json) }
    #expect(failure?.description.contains("the 'name' of a section needs nested answers") == true)
    let choice = """
      {"sections": [
        {"tag": "s", "name": "x", "kind": "selectable", "options": [1], "value": 1}]}
      """
    #expect(try answers(open(choice)) == #"{"x":1}"#)
  }

  @Test("Objects are as deep as sections", arguments: [1, SectionDefinition.maximumDepth])
  func deep(depth: Int) throws {
    var section = SectionDefinition(
      rows: [RowDefinition(.int, "n") { $0.name = "x" }], name: "last")
    for level in 1..<max(depth, 1) {
      section = SectionDefinition(tag: "s\(level)", sections: [section])
    }
    var form = try CompiledForm(FormDefinition(sections: [section], answers: .nested))
      .open(now: start)
    try form.set("n", to: 7)
    let json = answers(form)
    #expect(json.count { $0 == "{" } == depth + 1 && json.contains(#"{"last":{"x":7}}"#))
    try form.set("n", to: .null)
    try form.setAnswers(json: json.utf8)
    #expect(form["n"]?.value == 7)
  }

  @Test(
    "Forms of many sections take time linear in their number",
    arguments: TestSupport.depth(quick: 1_000, full: 20_000))
  func many(depth count: Int) throws {
    let sections = (0..<count).map { index in
      SectionDefinition(
        tag: "s\(index)", rows: [RowDefinition(.int, "r\(index)", value: 1) { $0.name = "x" }])
    }
    let compiled = try CompiledForm(FormDefinition(sections: sections, answers: .nested))
    var form = compiled.open(now: start)
    let json = answers(form).replacing("1}", with: "2}")
    try form.setAnswers(json: json.utf8)
    #expect(answers(form) == json)
    var validator = AnswerValidator(compiled.open(now: start))
    #expect(validator.validate(json: Array(json.utf8)).values == form.values())
    // Hints are looked for a few times only.
    let wrong = "{" + (0..<count).map { #""r\#($0)": 1"# }.joined(separator: ",") + "}"
    #expect(throws: EditError.self) { try form.setAnswers(json: wrong.utf8) }
  }

  @Test("A host's edits of the form keep names unique in each object")
  func reshaping() throws {
    var form = try open(family)
    let row = RowDefinition(.int, "age2") { $0.name = "name" }
    #expect(throws: EditError.self) {
      try form.update { $0.insertRows([row], at: .end(of: "mother")) }
    }
    try form.update { $0.insertRows([row], at: .end(of: "tastes")) }
    #expect(answers(form).contains(#""tastes":{"name":null,"#))
    #expect(throws: EditError.self) {
      try form.update { $0.moveRow("age2", to: .end(of: "mother")) }
    }
    // In one transaction two rows may change places.
    try form.update { draft in
      draft.moveRow("mother_name", to: .end(of: "dad"))
      draft.moveRow("father_name", to: .end(of: "mother"))
    }
    try form.setAnswers(json: #"{"mother": {"name": "Max"}}"#.utf8)
    #expect(form["father_name"]?.value == "Max")
    try form.undo()
    try form.undo()
    try form.setAnswers(json: #"{"mother": {"name": "Ida"}}"#.utf8)
    #expect(form["mother_name"]?.value == "Ida")
    #expect(try CompiledForm(form.currentDefinition).open(now: start).answersJSON() != "")
  }

  @Test("What answers leave out is named, also of refused ones")
  func missing() throws {
    var validator = AnswerValidator(
      try open(
        """
        {"answers": "nested", "sections": [
          {"tag": "a", "rows": [{"tag": "ask", "type": "switch", "hidden": "$b_x == 9"}]},
          {"tag": "b", "rows": [{"tag": "b_x", "name": "x", "type": "int"},
            {"tag": "b_y", "name": "y", "type": "int", "hidden": "$ask == NO"}]}]}
        """))
    let result = validator.validate(json: Array(#"{"b": {"y": 1}}"#.utf8))
    #expect(result.missing == ["ask"])
    #expect(result.refused.map(\.tag) == ["b_y"])
  }
}
