// Cycles are refused with their path and the text at each edge, whatever makes them.

import FormGraph
import Testing

private func problems(_ rows: [RowDefinition], _ hiddenValues: HiddenValues = .keep) -> [Problem] {
  let definition = FormDefinition(
    sections: [SectionDefinition(rows: rows)], hiddenValues: hiddenValues)
  do throws(CompileFailure) {
    _ = try CompiledForm(definition)
    return []
  } catch {
    return error.problems
  }
}

@Test("Two calculated rows that need each other")
func calculated() throws {
  let found = problems([
    RowDefinition(tag: "x", type: .int, calculated: "$y + 1"),
    RowDefinition(tag: "y", type: .int, calculated: "$x + 1"),
    RowDefinition(tag: "z", type: .int, calculated: "$x + $y"),
  ])
  #expect(found.map(\.message) == ["these depend on one another: x → y → x"])
  #expect(found.first?.path.description == "sections[0].rows[0].calculated")
  #expect(found.first?.textRange == 0..<2)
  #expect(
    found.first?.related.map(\.message) == ["x is calculated: $y + 1", "y is calculated: $x + 1"])
}

@Test("Rows that hide each other by being hidden")
func hidden() {
  let found = problems([
    RowDefinition(tag: "a", type: .text, hidden: "$b.isHidden == YES"),
    RowDefinition(tag: "b", type: .text, hidden: "$c.isHidden == YES"),
    RowDefinition(tag: "c", type: .text, hidden: "$a.isHidden == YES"),
  ])
  #expect(
    found.map(\.message)
      == ["these depend on one another: a.isHidden → b.isHidden → c.isHidden → a.isHidden"])
  #expect(
    found.first?.related.map(\.path.description) == [
      "sections[0].rows[0].hidden", "sections[0].rows[1].hidden", "sections[0].rows[2].hidden",
    ])
}

@Test("Rows that hide each other by value: fine under keep, a cycle under nil, which is named")
func policy() {
  let rows = [
    RowDefinition(tag: "a", type: .int, hidden: "$b == 1"),
    RowDefinition(tag: "b", type: .int, hidden: "$a == 1"),
  ]
  #expect(problems(rows) == [])
  let found = problems(rows, .nil)
  #expect(found.map(\.message) == ["these depend on one another: a → b → a"])
  #expect(found.first?.related.first?.message.contains("hiddenValues: nil") == true)
}

@Test("A row that reads its own hiddenness, and one that computes itself")
func selfReference() {
  #expect(
    problems([RowDefinition(tag: "a", type: .text, hidden: "$a.isHidden == NO")]).map(\.message)
      == ["these depend on one another: a.isHidden → a.isHidden"])
  #expect(
    problems([RowDefinition(tag: "a", type: .int, calculated: "$a + 1")]).map(\.message)
      == ["these depend on one another: a → a"])
}

@Test("Every knot is reported once")
func several() {
  let rows = (0..<3).flatMap { knot in
    [
      RowDefinition(tag: "x\(knot)", type: .int, calculated: "$y\(knot)"),
      RowDefinition(tag: "y\(knot)", type: .int, calculated: "$x\(knot)"),
    ]
  }
  #expect(problems(rows).count == 3)
}

@Test("A section that depends on its own rows' verdict")
func sections() {
  let definition = FormDefinition(sections: [
    SectionDefinition(
      tag: "s", hidden: "$s.isValid == YES",
      rows: [RowDefinition(tag: "r", type: .text, required: true)])
  ])
  #expect(throws: CompileFailure.self) { try CompiledForm(definition) }
}
