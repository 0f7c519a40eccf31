// What can be defined and is not run yet is refused where it stands; a line goes when its engine comes.

import FormGraph
import Predicate
import Testing

@Suite struct LaterTests {
  @Test func refusesByName() {
    let byFunction = ConditionDefinition(.function("f", dependsOn: []))
    let items = ItemsDefinition(template: .item(RowDefinition(type: .int)))
    let form = FormDefinition(
      sections: [
        SectionDefinition(hidden: byFunction, disabled: byFunction, whenHidden: .clear),
        SectionDefinition(tag: "s", kind: .multivalued(items)),
        SectionDefinition(rows: [
          RowDefinition(
            type: .push, hidden: byFunction, disabled: byFunction, required: byFunction,
            options: [OptionDefinition(1, hidden: true)], optionsFilter: "SELF > 1",
            whenOptionHidden: .clear, whenHidden: .clear)
        ]),
      ], hiddenValues: .clear, readOnly: byFunction)
    let failure = #expect(throws: CompileFailure.self) { try CompiledForm(form) }
    #expect(failure?.problems.allSatisfy { $0.message.hasSuffix("by this version") } == true)
    #expect(
      failure?.problems.map(\.path.description) == [
        "hiddenValues", "readOnly", "sections[0].whenHidden", "sections[0].hidden",
        "sections[0].disabled", "sections[1].kind", "sections[2].rows[0].whenHidden",
        "sections[2].rows[0].hidden", "sections[2].rows[0].disabled",
        "sections[2].rows[0].required", "sections[2].rows[0].optionsFilter",
        "sections[2].rows[0].whenOptionHidden", "sections[2].rows[0].options[0].hidden",
      ])
  }
}
