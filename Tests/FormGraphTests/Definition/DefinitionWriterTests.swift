// What is written of a definition reads back as an equal one: every example, every form of the
// scenarios, and the form that says everything.

import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite struct DefinitionWriterTests {
  private func check(_ definition: FormDefinition, _ name: String) throws {
    let text = JSONWriter.text(of: definition.json, pretty: true)
    let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
    #expect(read.problems.isEmpty, "\(name): \(read.problems)")
    #expect(read.definition == definition, "\(name): \(text)")
  }

  @Test func writesExamples() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
    for file in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    where file.hasSuffix(".json") {
      let bytes = try Data(contentsOf: root.appending(path: file))
      try check(DefinitionReader.read(try JSONReader.read(Array(bytes))).definition, file)
    }
  }

  @Test func writesScenarios() throws {
    for scenario in try Scenario.all() {
      guard let root = try? JSONReader.read(Array(scenario.form.utf8)) else { continue }
      let read = DefinitionReader.read(root)
      if read.problems.isEmpty { try check(read.definition, scenario.name) }
    }
  }

  @Test func writesEverything() throws {
    try check(FormExample.definition, "the example")
  }

  /// However deep rules stand in one another, those that are too deep are not written.
  @Test func writesRulesToTheirDepth() throws {
    func depth(_ rule: RuleDefinition) -> Int {
      let row = RowDefinition(tag: "a", type: .text, rules: [rule])
      let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: [row])])
      return JSONWriter.text(of: definition.json).split(separator: "allOf").count - 1
    }
    var rule = RuleDefinition(.email)
    for _ in 0..<RuleDefinition.maximumDepth { rule = RuleDefinition(.allOf([rule])) }
    #expect(depth(rule) == RuleDefinition.maximumDepth)
    for _ in 0..<20 { rule = RuleDefinition(.allOf([rule])) }
    #expect(depth(rule) == RuleDefinition.maximumDepth + 1)
  }

  @Test(arguments: 0..<40)
  func writesRandomForms(seed: UInt64) throws {
    var random = RandomForm(random: SplitMix64(seed: seed))
    let text = JSONWriter.text(of: random.definition().json)
    // What reads back has values as their rows hold them.
    let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
    #expect(read.problems.allSatisfy { $0.severity == .warning }, "seed \(seed)")
    try check(read.definition, "seed \(seed)")
  }
}
