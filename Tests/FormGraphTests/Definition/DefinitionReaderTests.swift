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

  @Test func startsSwitchInputsAtFalse() throws {
    let json = #"{"inputs": {"a": {"type": "check"}, "b": {"type": "check", "value": null}}}"#
    let definition = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).definition
    #expect(definition.inputs.map(\.value) == [false, .null])
  }
}
