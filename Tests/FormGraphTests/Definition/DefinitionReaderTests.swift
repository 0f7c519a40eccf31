import FormGraph
import Predicate
import Testing

@Suite struct DefinitionReaderTests {
  @Test func readsEverything() throws {
    let root = try JSONReader.read(Array(FormExample.json.utf8))
    let (definition, problems) = DefinitionReader.read(root)
    #expect(problems.isEmpty, "\(ProblemRenderer().text(of: problems))")
    #expect(definition.inputs == FormExample.definition.inputs)
    #expect(definition.sections.first?.rows == FormExample.definition.sections.first?.rows)
    #expect(definition == FormExample.definition)
  }

  @Test func readsItems() throws {
    let root = try JSONReader.read(Array(FormExample.itemsJSON.utf8))
    let (definition, problems) = DefinitionReader.read(root)
    #expect(problems.isEmpty, "\(ProblemRenderer().text(of: problems))")
    for (section, expected) in zip(definition.sections, FormExample.itemsDefinition.sections) {
      #expect(section == expected)
    }
    #expect(definition == FormExample.itemsDefinition)
  }

  /// Of what cannot be read something harmless stands in its place, and edits have their standard.
  @Test func readsWhatIsLeft() throws {
    let json = #"""
      {"sections": [{"kind": "multivalued", "item": 1, "allows": 1, "minimum": "1", "value": [1]},
        {"kind": "multivalued", "item": {"type": "int"}, "allows": ["delete", "moves"]}]}
      """#
    let definition = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).definition
    #expect(
      definition.sections.map(\.kind) == [
        .multivalued(
          ItemsDefinition(template: .item(RowDefinition(type: .file)), value: [1])),
        .multivalued(
          ItemsDefinition(template: .item(RowDefinition(type: .int)), allows: .delete)),
      ])
  }

  @Test func startsSwitchInputsAtFalse() throws {
    let json = #"{"inputs": {"a": {"type": "check"}, "b": {"type": "check", "value": null}}}"#
    let definition = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).definition
    #expect(definition.inputs.map(\.value) == [false, .null])
  }
}
