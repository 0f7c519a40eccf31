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

  // MARK: - What a host changes

  /// Conditions that a host may assign, inverted and not.
  private static let conditions: [ConditionDefinition] = [
    ConditionDefinition(.constant(true)), ConditionDefinition(.constant(false)),
    ConditionDefinition(.predicate("$n > 1")),
    ConditionDefinition(.predicate("$n > 1 OR $n == nil AND $m == 2")),
    ConditionDefinition(.function("f", dependsOn: ["n", "n.isHidden"])),
    ConditionDefinition(.function("f", dependsOn: [])),
  ].flatMap { [$0, ConditionDefinition($0.source, isInverted: true)] }

  /// A form as a host may have changed it after it was read.
  private static func edit(
    _ definition: FormDefinition, _ random: inout SplitMix64
  ) -> FormDefinition {
    func condition(_ random: inout SplitMix64) -> ConditionDefinition? {
      conditions.randomElement(using: &random)
    }
    var definition = definition
    definition.readOnly = condition(&random)
    for section in definition.sections.indices {
      definition.sections[section].hidden?.isInverted.toggle()
      if Bool.random(using: &random) {
        definition.sections[section].enabled = condition(&random)
      }
      for row in definition.sections[section].rows.indices {
        var changed = definition.sections[section].rows[row]
        if Bool.random(using: &random) { changed.visible = condition(&random) }
        if Bool.random(using: &random) { changed.disabled = condition(&random) }
        if changed.type.valueKind != .none, Bool.random(using: &random) {
          changed.required = condition(&random)
          if Bool.random(using: &random) { changed.required?.isInverted.toggle() }
        }
        definition.sections[section].rows[row] = changed
      }
      if case .selectable(var selection) = definition.sections[section].kind {
        selection.choice.required = condition(&random)
        definition.sections[section].kind = .selectable(selection)
      }
    }
    for page in definition.pages.indices { definition.pages[page].hidden?.isInverted.toggle() }
    return definition
  }

  @Test(arguments: depth(quick: 20, full: 60))
  func writesFormsThatAHostHasChanged(depth forms: Int) throws {
    let first = SplitMix64.forTest(79).seed
    for seed in first..<(first &+ UInt64(forms)) {
      var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
      let text = JSONWriter.text(of: maker.definition().json)
      var random = SplitMix64(seed: seed)
      let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8))).definition
      try check(Self.edit(read, &random), "seed \(seed)")
    }
    var random = SplitMix64(seed: first)
    for example in [FormExample.definition, FormExample.itemsDefinition] {
      for _ in 0..<20 { try check(Self.edit(example, &random), "an example, seed \(first)") }
    }
  }

  /// A required row and a form that is read-only mean the same in the file as in Swift.
  @Test func writesWhatInvertedConditionsMean() throws {
    let results: [Value] = [true, false, .null]
    for result in results {
      let function: FormFunction = { _ in result }
      for n in [Value.int(0), 2, .null] {
        for source in Set(Self.conditions.map(\.source)) {
          // The same condition under a key that has an opposite.
          let opposite = RowDefinition(
            tag: "o", type: .int, hidden: ConditionDefinition(source, isInverted: true))
          let required = RowDefinition(
            tag: "r", type: .int, required: ConditionDefinition(source, isInverted: true))
          let definition = FormDefinition(
            sections: [
              SectionDefinition(rows: [
                RowDefinition(tag: "n", type: .int, value: n), RowDefinition(tag: "m", type: .int),
                opposite, required,
              ])
            ], readOnly: ConditionDefinition(source, isInverted: true))
          let written = DefinitionReader.read(
            try JSONReader.read(Array(JSONWriter.text(of: definition.json).utf8))
          ).definition
          for definition in [definition, written] {
            let form = try CompiledForm(definition, functions: ["f": function])
              .open(now: Date(timeIntervalSinceReferenceDate: 0))
            let isHidden = form["o"]?.isHidden
            #expect(form["r"]?.isRequired == isHidden, "\(source), \(result), \(n)")
            #expect(form["n"]?.isDisabled == isHidden, "\(source), \(result), \(n)")
          }
        }
      }
    }
  }
}
