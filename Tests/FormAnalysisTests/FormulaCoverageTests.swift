// Coverage of the conditions inside formulas, and of the rows that tests show.

import Foundation
import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("Coverage of formulas and rows")
struct FormulaCoverageTests {
  private static let json = #"""
    {"sections": [
      {"tag": "s", "rows": [
        {"tag": "a", "type": "int"}, {"tag": "b", "type": "switch"},
        {"tag": "c", "type": "text", "calculated": "if($a > 1 AND $b == YES, 'x', if($a > 9, 'y', 'z'))"},
        {"tag": "d", "type": "int", "default": "if($a == nil, 3, 4)"},
        {"title": "Hello", "type": "label", "visible": "$a == 100"},
        {"tag": "hidden", "type": "text", "hidden": true}]},
      {"title": "The list", "tag": "list", "kind": "multivalued", "template": {
        "rows": [{"tag": "n", "type": "int"}, {"tag": "m", "type": "text", "visible": "$n == 5"}],
        "sections": [{"tag": "inner", "kind": "multivalued", "item": {"type": "int"}}]}},
      {"rows": [
        {"tag": "count", "type": "int",
          "calculated": "SUBQUERY($list, $x, $x.n > 1 AND $x.n < 9).@count"},
        {"tag": "some", "type": "text", "visible": "TERNARY($a == 7, 1, 2) == 1"}]}]}
    """#

  private func coverage(
    _ edits: [[(String, Value)]], _ items: [Value] = []
  ) throws -> ConditionCoverage {
    let bytes = Array(Self.json.utf8)
    let compiled = try CompiledForm.compile(json: bytes)
    var coverage = ConditionCoverage(
      compiled.open(now: .distantPast), root: try JSONReader.read(bytes))
    var form = compiled.open(now: .distantPast)
    coverage.begin()
    coverage.observe(form)
    for (index, item) in items.enumerated() {
      try form.update { $0.insertItem(in: "list", at: index, value: item) }
      coverage.observe(form)
    }
    for edit in edits {
      try form.update { draft in for (tag, value) in edit { draft.set(tag, to: value) } }
      coverage.observe(form)
    }
    return coverage
  }

  private func told(_ coverage: ConditionCoverage) -> [String] {
    coverage.conditions.map { condition in
      let owner = condition.owner
      let decided = condition.parts.count(where: \.isDecided)
      return "\(owner.section ?? "-") \(owner.row ?? "-") \(owner.key): \(condition.text) "
        + "\(condition.trueCount)/\(condition.falseCount) \(decided)"
    }
  }

  @Test("Conditions of if, TERNARY and SUBQUERY count, each when it is needed")
  func formulas() throws {
    let none = try coverage([])
    #expect(
      told(none) == [
        "s c calculated: $a > 1 AND $b == YES 0/1 0", "s c calculated: $a > 9 0/1 0",
        "s d default: $a == nil 1/0 0", "s Hello visible: $a == 100 0/1 0",
        "list list[].m visible: $n == 5 0/0 0",
        "sections[2] count calculated: $x.n > 1 AND $x.n < 9 0/0 0",
        "sections[2] some visible: TERNARY($a == 7, 1, 2) == 1 0/1 0",
        "sections[2] some visible: $a == 7 0/1 0",
      ])
    let all = try coverage(
      [
        [("a", 5), ("b", true)], [("b", false)], [("a", 1), ("b", true)],
        [("a", 10), ("b", false)],
      ],
      [["n": 1], ["n": 5], ["n": 10]])
    let lines = told(all)
    // The second condition is needed only where the first is false.
    #expect(lines[0] == "s c calculated: $a > 1 AND $b == YES 1/4 2")
    #expect(lines[1] == "s c calculated: $a > 9 1/3 1")
    // A default is evaluated once.
    #expect(lines[2] == "s d default: $a == nil 1/0 0")
    // One outcome for each element, whenever the list has changed.
    #expect(lines[5] == "sections[2] count calculated: $x.n > 1 AND $x.n < 9 2/4 2")
  }

  @Test("Rows that were never shown, without those that are always hidden")
  func rows() throws {
    func unshown(_ coverage: ConditionCoverage) -> [String] {
      coverage.unshownRows.map { "\($0.owner.section ?? "-")/\($0.owner.row ?? "-")" }
    }
    #expect(try coverage([]).rowCount == 10)
    #expect(
      try unshown(coverage([])) == [
        "s/Hello", "list/list[].n", "list/list[].m", "inner/list[].inner[]", "sections[2]/some",
      ])
    #expect(
      try unshown(coverage([[("a", 100)], [("a", 7)]], [["n": 1], ["n": 5, "inner": [1]]])) == [])
  }
}
