// Conditions by function: what they may depend on.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Test(
  "A function depends on tags and attributes there are, and on nothing else",
  arguments: [
    ("a", nil), ("a.value", nil), ("a.isHidden", nil), ("people", nil), ("s.isValid", nil),
    ("a.isHiden", "did you mean a.isHidden?"), ("people.age", "people.age"), ("x", "'x'"),
  ] as [(String, String?)])
func dependencies(_ dependency: String, _ refusal: String?) {
  let people = ItemsDefinition(template: .rows([RowDefinition(tag: "age", type: .int)]))
  let definition = FormDefinition(sections: [
    SectionDefinition(tag: "s", rows: [RowDefinition(tag: "a", type: .int)]),
    SectionDefinition(tag: "people", kind: .multivalued(people)),
    SectionDefinition(
      rows: [
        RowDefinition(
          type: .label, hidden: ConditionDefinition(.function("f", dependsOn: [dependency])))
      ]),
  ])
  do {
    _ = try CompiledForm(definition, functions: ["f": { _ in true }])
    #expect(refusal == nil)
  } catch {
    #expect(refusal.map { error.description.contains($0) } == true, "\(error)")
  }
}

@Test("A function that says neither true nor false is a problem as long as it does")
func functionOfAnotherKind() throws {
  let definition = FormDefinition(sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "a", type: .int, value: 1),
      RowDefinition(
        tag: "r", type: .text, hidden: ConditionDefinition(.function("f", dependsOn: ["a"]))),
    ])
  ])
  let compiled = try CompiledForm(
    definition, functions: ["f": { values in try values["a"] == 2 ? true : 7 }])
  var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
  #expect(form.problems.map(\.message) == ["the function gives a number, not true or false"])
  #expect(form["r"]?.isHidden == false)
  try form.set("a", to: 2)
  #expect(form.problems.isEmpty && form["r"]?.isHidden == true)
}
