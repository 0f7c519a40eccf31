// What can be defined and is not run yet is refused where it stands; a line goes when its engine comes.

import FormGraph
import Predicate
import Testing

@Suite struct LaterTests {
  @Test func refusesByName() {
    let form = FormDefinition(
      sections: [
        SectionDefinition(rows: [
          RowDefinition(
            type: .push, options: [OptionDefinition(1, hidden: true)], optionsFilter: "SELF > 1",
            whenOptionHidden: .clear)
        ])
      ])
    let failure = #expect(throws: CompileFailure.self) { try CompiledForm(form) }
    #expect(failure?.problems.allSatisfy { $0.message.hasSuffix("by this version") } == true)
    #expect(
      failure?.problems.map(\.path.description) == [
        "sections[0].rows[0].optionsFilter", "sections[0].rows[0].whenOptionHidden",
        "sections[0].rows[0].options[0].hidden",
      ])
  }
}
