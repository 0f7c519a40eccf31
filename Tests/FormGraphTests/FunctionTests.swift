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
