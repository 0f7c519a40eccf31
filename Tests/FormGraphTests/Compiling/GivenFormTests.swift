// A compiled form gives back the definition it was compiled from, whatever it became and whatever
// its live forms did.

import Foundation
@testable import FormGraph
import Predicate
import Testing

@Suite struct GivenFormTests {
  /// Everything that can be given for when a row is hidden, and values that are stored otherwise.
  private static let rows: [RowDefinition] = {
    let conditions: [ConditionDefinition?] = [
      nil, true, false, ConditionDefinition(.constant(true), isInverted: true),
      ConditionDefinition(.constant(false), isInverted: true), "$n > 1", "$n > 1", "$n  >  1",
      ConditionDefinition(.predicate("$n > 1"), isInverted: true),
      ConditionDefinition(
        .predicate("$n IN {\((0..<200).map(String.init).joined(separator: ","))}")),
      ConditionDefinition(.function("f", dependsOn: ["n"])),
      ConditionDefinition(.function("f", dependsOn: ["n"]), isInverted: true),
      ConditionDefinition(.function("g", dependsOn: ["n", "n.isHidden"])),
    ]
    let values: [Value?] = [nil, 3, 3.0, -0.0, .null, 40_000, 2.5]
    return [RowDefinition(tag: "n", type: .int, value: 1)]
      + conditions.enumerated().map { RowDefinition(tag: "c\($0)", type: .text, hidden: $1) }
      + values.enumerated().map { RowDefinition(tag: "v\($0)", type: .decimal, value: $1) }
  }()

  private static let functions: [String: FormFunction] = [
    "f": { _ in false }, "g": { _ in true }, "isAdult": { _ in true }, "isLocked": { _ in false },
  ]

  @Test func givesBackWhatItWasCompiledFrom() throws {
    let definition = FormDefinition(
      texts: Texts(title: "T"), sections: [SectionDefinition(tag: "s", rows: Self.rows)])
    let compiled = try CompiledForm(definition, functions: Self.functions)
    #expect(compiled.definition == definition)
    var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
    try form.update {
      $0.setCondition(.hidden, of: "c0", to: "$n > 2")
      $0.setCondition(.hidden, of: "c5", to: nil)
      $0.removeRows(["c6"])
    }
    #expect(form["c0"]?.definition.hidden == "$n > 2")
    #expect(form["c5"]?.definition.hidden == nil)
    #expect(form.definition == definition)
    #expect(compiled.definition == definition)
  }

  @Test(arguments: [FormExample.definition, FormExample.itemsDefinition])
  func givesBackExamples(definition: FormDefinition) throws {
    #expect(try CompiledForm(definition, functions: Self.functions).definition == definition)
  }

  /// What a row has come to say in a transaction is what later edits of it find.
  @Test func remembersWhatWasSaidBefore() throws {
    let rows = [RowDefinition(tag: "n", type: .int), RowDefinition(tag: "a", type: .int)]
    let compiled = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
    try form.update {
      $0.insertRows([RowDefinition(tag: "b", type: .int, hidden: "$n == 1")], at: .after("a"))
      $0.setCondition(.disabled, of: "b", to: "$n == 2")
      $0.setCondition(.hidden, of: "a", to: "$n == 3")
      $0.setCondition(.disabled, of: "a", to: "$n == 4")
    }
    #expect(form["b"]?.definition.hidden == "$n == 1")
    #expect(form["b"]?.definition.disabled == "$n == 2")
    #expect(form["a"]?.definition.hidden == "$n == 3")
    try form.set("n", to: 1)
    #expect(form["b"]?.isHidden == true)
    try form.set("n", to: 3)
    #expect(form["a"]?.isHidden == true && form["b"]?.isHidden == false)
    try form.undo()
    try form.undo()
    try form.undo()
    #expect(form["a"]?.definition == rows[1])
  }
}
