@testable import FormGraph
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

  /// Of an object in which something is missing, the bracket is pointed at.
  @Test func pointsAtBrackets() throws {
    let json = #"{"sections": [{"rows": [{"type": "text", "rules": [{"type": "maxLength"}]}]}]}"#
    let problems = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).problems
    #expect(problems.map(\.range) == [51..<52])
  }

  /// Of what cannot be read something harmless stands in its place, and edits have their standard.
  @Test func readsWhatIsLeft() throws {
    let json = #"""
      {"sections": [{"kind": "multivalued", "item": 1, "allows": 1, "minimum": true, "value": [1]},
        {"kind": "multivalued", "item": {"type": "int"}, "allows": ["delete", "moves"]}]}
      """#
    let definition = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).definition
    #expect(
      definition.sections.map(\.kind) == [
        .multivalued(
          ItemsDefinition(template: .item(RowDefinition(type: .custom)), value: [1])),
        .multivalued(
          ItemsDefinition(template: .item(RowDefinition(type: .int)), allows: .delete)),
      ])
  }

  /// How a word is spelled in JSON is nothing to what it means.
  @Test func readsEscapedWords() throws {
    func read(_ json: String) throws -> FormDefinition {
      let (definition, problems) = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
      #expect(problems.isEmpty, "\(ProblemRenderer().text(of: problems))")
      return definition
    }
    let json = #"{"sections": [{"rows": [{"type": "email", "validates": "onBlur"}]}]}"#
    var escaped = json
    for word in ["sections", "rows", "type", "email", "validates", "onBlur"] {
      let first = String(word.unicodeScalars[word.startIndex].value, radix: 16)
      escaped = escaped.replacing("\"\(word)\"", with: "\"\\u00\(first)\(word.dropFirst())\"")
    }
    #expect(escaped.contains(#""\u0074ype": "\u0065mail""#))
    #expect(try read(escaped) == read(json))
  }

  @Test func startsSwitchInputsAtFalse() throws {
    let json = #"{"inputs": {"a": {"type": "check"}, "b": {"type": "check", "value": null}}}"#
    let definition = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).definition
    #expect(definition.inputs.map(\.value) == [false, .null])
  }
}

/// What a form repeats is read once, and means in each row what it says there.
@Suite struct RepetitionTests {
  @Test func readsWhatIsRepeatedAsOften() throws {
    let same = #""options": ["guest", {"value": "member", "level": 2}], "rules": ["required"]"#
    let other = #""options": ["guest", {"value": "Member", "level": 2}], "rules": ["email"   ]"#
    let rows = (0..<9).map {
      #"{"type": "push", "hidden": "$condition == true", \#($0 % 3 == 2 ? other : same)}"#
    }
    let json = #"{"sections": [{"rows": [\#(rows.joined(separator: ","))]}]}"#
    let (definition, problems) = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    #expect(problems.isEmpty)
    for (index, row) in definition.sections[0].rows.enumerated() {
      let isOther = index % 3 == 2
      #expect(row.options?.written?.map(\.value) == ["guest", isOther ? "Member" : "member"])
      #expect(row.options?.written?[1].members["level"] == 2)
      #expect(row.rules == [RuleDefinition(isOther ? .email : .required)])
      #expect(row.hidden == "$condition == true")
    }
  }

  @Test func saysOfEachWhatIsWrong() throws {
    let row = #"{"type": "push", "options": [{"titel": "Member"}, "a"], "rules": ["requird", 3]}"#
    let rows = Array(repeating: row, count: 3).joined(separator: ",")
    let json = #"{"sections": [{"rows": [\#(rows)]}]}"#
    let problems = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).problems
    for (index, path) in ["options[0]", "rules[0]", "rules[1]"].enumerated() {
      let found = problems.filter { $0.path.description.hasSuffix(path) }
      #expect(found.map { $0.path.indices[1] } == [0, 1, 2], "\(index)")
      #expect(Set(found.map(\.range)).count == 3)
    }
  }
}
