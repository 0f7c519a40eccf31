// What a form is given and cannot take: it says why, naming the place, and is as it was.

import FormGraph
import Foundation
import Predicate
import Testing

@Suite struct BadInputTests {
  private static let json = """
    { "sections": [
      { "tag": "s", "rows": [
        { "tag": "name", "type": "text", "value": "Ana" }, { "tag": "age", "type": "int" },
        { "tag": "twice", "type": "int", "calculated": "$age * 2" } ] },
      { "tag": "phones", "kind": "multivalued", "maximum": 2, "value": ["1"], "item": { "type": "phone" } } ] }
    """

  private func open() throws -> Form {
    try CompiledForm.compile(json: Self.json.utf8).open(now: Date(timeIntervalSince1970: 0))
  }

  private struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let tags: [String]
    let message: String
    let edit: @Sendable (inout Form) throws(EditError) -> Void

    init(
      _ name: String, _ tags: [String], _ message: String,
      _ edit: @escaping @Sendable (inout Form) throws(EditError) -> Void
    ) {
      testDescription = name
      self.tags = tags
      self.message = message
      self.edit = edit
    }
  }

  private static let refusals = [
    Refusal("values of wrong types", ["age", "phones[1]", "twice"], "'age' holds a whole number") {
      form throws(EditError) in
      try form.setValues([
        "name": "Bo", "age": "x", "phones": ["2", 3], "twice": "y",
      ])
    },
    Refusal("tags that there are not", ["nam", "phones[0].kind"], "did you mean name?") {
      form throws(EditError) in
      try form.setValues(["age": 1, "nam": "Bo", "phones[0].kind": "x"])
    },
    Refusal("too many items", ["phones"], "takes at most 2 items") { form throws(EditError) in
      try form.setValues(["age": 1, "phones": ["1", "2", "3"]])
    },
    Refusal("far too many items", ["phones"], "takes at most 2 items") { form throws(EditError) in
      try form.setValues(["phones": .array(Array(repeating: "1", count: 200_000))])
    },
    Refusal("a set as deep as a program may make one", ["age"], "holds a whole number, not {{{") {
      form throws(EditError) in
      var deep = Value.array([1])
      for _ in 0..<3_000 { deep = .array([deep]) }
      deep = .set(ValueSet([deep]))
      try form.set("age", to: deep)
    },
    Refusal("a formula that gives something else", ["twice"], "which gives 2, not 3") {
      form throws(EditError) in
      try form.setValues(["age": 1, "twice": 3])
    },
    Refusal("answers that are no JSON", [""], "cannot be read") { form throws(EditError) in
      try form.setAnswers(json: #"{"age": 1,"#.utf8)
    },
    Refusal("a function that nobody supplied", ["rows[0].hidden"], "unknown function 'isChild'") {
      form throws(EditError) in
      try form.update { draft in
        draft["age"] = 1
        draft.setCondition(.hidden, of: "name", to: .function("isChild", dependsOn: ["age"]))
      }
    },
    Refusal("a pattern that cannot be matched", ["name"], "has a [ that is not closed") {
      form throws(EditError) in
      try form.update { draft in
        draft["age"] = 1
        draft.setRules(of: "name", to: [RuleDefinition(.regex("[a-z"))])
      }
    },
    Refusal("a rule that does not fit its row", ["age"], "is about text") {
      form throws(EditError) in
      try form.update { draft in
        draft["name"] = "Bo"
        draft.addRules([RuleDefinition(.minLength(2))], to: "age")
      }
    },
  ]

  @Test("What cannot be taken is named, and nothing of it is there", arguments: refusals)
  private func refuses(_ refusal: Refusal) throws {
    var form = try open()
    let before = form
    do throws(EditError) {
      try refusal.edit(&form)
      Issue.record("it was taken")
    } catch {
      let tags = error.reasons.map { $0.tag }
      #expect(tags.count == refusal.tags.count)
      for (tag, expected) in zip(tags, refusal.tags) { #expect(tag.hasSuffix(expected)) }
      #expect(error.description.contains(refusal.message), "\(error)")
    }
    #expect(form.json == before.json)
    #expect(form.savedState == before.savedState)
    #expect(form.undoCount == 0)
    try form.setValues(["age": 4, "phones": ["5", "6"], "twice": 8])
    #expect(form["phones[1]"]?.value == "6")
  }

  @Test("A function that a form names and nobody supplied is told with its place")
  func missingFunction() throws {
    let json = """
      { "sections": [{ "rows": [
        { "tag": "a", "type": "text", "hidden": { "function": "isChild", "dependsOn": [] } } ] }] }
      """
    do throws(CompileFailure) {
      _ = try CompiledForm.compile(json: json.utf8, functions: ["isChilt": { _ in true }])
      Issue.record("it compiled")
    } catch {
      #expect(error.problems.map(\.message) == ["unknown function 'isChild'"])
      #expect(error.problems.first?.hint == "did you mean isChilt?")
      #expect(error.problems.first?.path.description == "sections[0].rows[0].hidden")
      #expect(error.problems.first?.range != nil)
    }
  }
}
