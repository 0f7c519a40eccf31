// Cycles are refused with their path and the text at each edge, whatever makes them.

import FormGraph
import TestSupport
import Testing

private func problems(_ rows: [RowDefinition], _ hiddenValues: HiddenValues = .keep) -> [Problem] {
  let definition = FormDefinition(
    sections: [SectionDefinition(rows: rows)], whenHidden: hiddenValues)
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
  #expect(found.first?.related.first?.message.contains("whenHidden: nil") == true)
}

@Test("A formula that reads a row which is hidden by it is told at both texts under every policy")
func calculatedAndHiding() {
  let rows = [
    RowDefinition(tag: "a", type: .int, hidden: "$b == 5"),
    RowDefinition(tag: "b", type: .int, calculated: "$a"),
  ]
  #expect(problems(rows) == [])
  for policy in [HiddenValues.nil, .clear] {
    let found = problems(rows, policy)
    #expect(found.map(\.message) == ["these depend on one another: a → b → a"])
    #expect(found.first?.path.description == "sections[0].rows[0].hidden")
    #expect(found.first?.textRange == 0..<2)
    #expect(
      found.first?.related.map(\.path.description) == [
        "sections[0].rows[0].hidden", "sections[0].rows[1].calculated",
      ])
    #expect(found.first?.related.last?.message == "b is calculated: $a")
  }
}

@Test("The policy that makes an edge is told under the key that says so")
func namedPolicy() {
  func notes(_ section: SectionDefinition, _ hiddenValues: HiddenValues) -> [String] {
    let definition = FormDefinition(sections: [section], whenHidden: hiddenValues)
    do throws(CompileFailure) {
      _ = try CompiledForm(definition)
      return []
    } catch {
      return error.problems.flatMap(\.related).map(\.message)
    }
  }
  func rows(_ policy: HiddenValues?) -> [RowDefinition] {
    [
      RowDefinition(tag: "a", type: .int, hidden: "$b == 1", whenHidden: policy),
      RowDefinition(tag: "b", type: .int, hidden: "$a == 1"),
    ]
  }
  for policy in [HiddenValues.nil, .clear] {
    let word = policy.rawValue
    let ofRow = notes(SectionDefinition(tag: "s", rows: rows(policy)), policy)
    #expect(ofRow.first?.contains("(whenHidden: \(word))") == true, "\(ofRow)")
    #expect(ofRow.last?.contains("(whenHidden: \(word))") == true, "\(ofRow)")
    let ofSection = notes(
      SectionDefinition(tag: "s", whenHidden: policy, rows: rows(nil)), .keep)
    #expect(
      ofSection.count == 2
        && ofSection.allSatisfy { $0.contains("(whenHidden of s: \(word))") }, "\(ofSection)")
  }
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

@Test("Cycles through validity name the condition that makes them")
func validity() {
  func message(_ sections: [SectionDefinition]) -> [String] {
    do throws(CompileFailure) {
      _ = try CompiledForm(FormDefinition(sections: sections))
      return []
    } catch {
      return error.problems.flatMap { problem in
        [problem.message]
          + problem.related.map { "\($0.path): \($0.message)" }
      }
    }
  }
  let required = RowDefinition(tag: "r", type: .text, required: true)
  #expect(
    message([SectionDefinition(tag: "s", hidden: "$s.isValid == YES", rows: [required])]) == [
      "these depend on one another: s.isValid → s.isValid",
      "sections[0].hidden: s.isValid depends on whether s is hidden: $s.isValid == YES",
    ])
  #expect(
    message([
      SectionDefinition(
        tag: "s",
        rows: [
          RowDefinition(type: .text, hidden: "$s.isValid == NO", rules: [RuleDefinition(.email)])
        ])
    ]) == [
      "these depend on one another: s.isValid → s.isValid",
      "sections[0].rows[0].hidden: s.isValid depends on whether a row without tag is hidden: "
        + "$s.isValid == NO",
    ])
  #expect(
    message([
      SectionDefinition(rows: [
        RowDefinition(tag: "a", type: .text, required: "$a.isValid == YES")
      ])
    ]) == [
      "these depend on one another: a.isValid → a.isValid",
      "sections[0].rows[0].required: a.isValid depends on whether a is required: $a.isValid == YES",
    ])
  #expect(
    message([
      SectionDefinition(rows: [
        RowDefinition(
          tag: "a", type: .text,
          rules: [RuleDefinition(.email), RuleDefinition(.predicate("$b.isHidden == YES"))]),
        RowDefinition(tag: "b", type: .text, hidden: "$a.isValid == YES"),
      ])
    ]) == [
      "these depend on one another: a.isValid → b.isHidden → a.isValid",
      "sections[0].rows[0].rules[1]: a.isValid depends on a rule of a: $b.isHidden == YES",
      "sections[0].rows[1].hidden: b.isHidden depends on whether b is hidden: $a.isValid == YES",
    ])
}

@Test(
  "A cycle with a long chain behind it, and many unknown names, cost what they are long",
  arguments: depth(quick: 2_000, full: 20_000))
func long(depth count: Int) {
  var rows = [
    RowDefinition(tag: "a", type: .int, calculated: "$b"),
    RowDefinition(tag: "b", type: .int, calculated: "$a"),
    RowDefinition(tag: "c0", type: .int, calculated: "$a + 1"),
  ]
  for index in 1..<count {
    rows.append(
      RowDefinition(tag: "c\(index)", type: .int, calculated: "$c\(index - 1) + 1"))
  }
  #expect(problems(rows).map(\.message) == ["these depend on one another: a → b → a"])
  let unknown = (0..<2_000).map {
    RowDefinition(
      tag: "row\($0)", type: .text,
      hidden: ConditionDefinition(.predicate("$rwo\($0) == 1")))
  }
  #expect(problems(unknown).count == 1_001)
  #expect(problems(unknown).first?.hint == "did you mean $row0?")
}

@Test("Any number of warnings refuses nothing and hides no error")
func warnings() throws {
  let rows = (0..<1_100).map { RowDefinition(tag: "s\($0)", type: .switch, required: true) }
  let compiled = try CompiledForm(
    FormDefinition(sections: [SectionDefinition(rows: rows)]))
  #expect(compiled.warnings.count == 1_001)
  let wrong = rows + [RowDefinition(tag: "x", type: .text, hidden: "$nobody == 1")]
  #expect(problems(wrong).filter { $0.severity == .error }.count == 1)
}

@Test("A cycle through the validity of a section with items names the row of the template")
func validityOfItems() throws {
  let file = """
    { "sections": [{ "tag": "w", "kind": "multivalued", "template": { "rows": [
      { "tag": "b", "type": "int", "hidden": "$w.isValid == true" }] } }] }
    """
  #expect {
    try CompiledForm.compile(json: file.utf8)
  } throws: { error in
    "\(error)".contains("w.isValid depends on whether w.b is hidden: $w.isValid == true")
  }
}

@Test("Of a long cycle a few steps are told, and how many more there are")
func longCycle() throws {
  let count = 3_000
  let rows = (0..<count).map {
    RowDefinition(tag: "r\($0)", type: .int, calculated: "$r\(($0 + 1) % count) + 1")
  }
  let found = problems(rows)
  #expect(found.count == 1)
  let problem = try #require(found.first)
  #expect(problem.message.hasPrefix("these depend on one another: r"))
  #expect(problem.message.contains(" → (2980 more) → "))
  #expect(problem.related.count == 20)
}

@Test("Of many cycles no more are told than a list of problems holds")
func manyCycles() {
  let rows = (0..<3_000).map {
    RowDefinition(tag: "r\($0)", type: .int, calculated: "$r\($0 ^ 1) + 1")
  }
  let found = problems(rows)
  #expect(found.count == 1_001)
  #expect(found.last?.message == "there are more than 1000 errors; the rest is not listed")
}

@Test("Values that start with each other")
func defaults() {
  let found = problems([
    RowDefinition(tag: "a", type: .int, defaultFormula: "$b + 1"),
    RowDefinition(tag: "b", type: .int, defaultFormula: "$a + 1"),
  ])
  #expect(found.map(\.message) == ["these depend on one another: a → b → a"])
  #expect(found.first?.path.description == "sections[0].rows[0].default")
  #expect(found.first?.textRange == 0..<2)
  #expect(
    found.first?.related.map(\.message) == ["a starts with: $b + 1", "b starts with: $a + 1"])
}

@Test("Values that are suggested by each other, or by themselves")
func suggestions() {
  let found = problems([
    RowDefinition(tag: "a", type: .int, suggested: "$b + 1"),
    RowDefinition(
      tag: "b", type: .int, suggested: SuggestedFormula("$c + 1", whenEdited: .keep)),
    RowDefinition(tag: "c", type: .int, once: "$a + 1"),
    RowDefinition(tag: "d", type: .int, suggested: "$d + 1"),
  ])
  #expect(
    found.map(\.message) == [
      "these depend on one another: a → b → c → a", "these depend on one another: d → d",
    ])
  #expect(
    found.first?.related.map(\.message) == [
      "a is suggested: $b + 1", "b is suggested: $c + 1", "c is computed once: $a + 1",
    ])
  #expect(
    found.first?.related.map(\.path.description) == [
      "sections[0].rows[0].suggested", "sections[0].rows[1].suggested.formula",
      "sections[0].rows[2].once",
    ])
}

@Test("Sections that hide each other by being hidden")
func hiddenSections() {
  let definition = FormDefinition(sections: [
    SectionDefinition(tag: "s", hidden: "$t.isHidden == YES"),
    SectionDefinition(tag: "t", hidden: "$s.isHidden == YES"),
  ])
  let failure = #expect(throws: CompileFailure.self) { try CompiledForm(definition) }
  let found = failure?.problems ?? []
  #expect(
    found.map(\.message) == ["these depend on one another: s.isHidden → t.isHidden → s.isHidden"])
  #expect(
    found.first?.related.map(\.path.description) == ["sections[0].hidden", "sections[1].hidden"])
  #expect(
    found.first?.related.first?.message
      == "s.isHidden depends on whether s is hidden: $t.isHidden == YES")
}

@Test("A required row that is disabled by whether it is valid")
func requiredAndDisabled() {
  let found = problems([
    RowDefinition(tag: "a", type: .text, disabled: "$a.isValid == YES", required: true)
  ])
  #expect(found.map(\.message) == ["these depend on one another: a.isValid → a.isValid"])
  #expect(found.first?.path.description == "sections[0].rows[0].disabled")
  #expect(
    found.first?.related.map(\.message)
      == ["a.isValid depends on whether a is disabled: $a.isValid == YES"])
  // Without `required`, what disables the row decides nothing about its value.
  #expect(problems([RowDefinition(tag: "a", type: .text, disabled: "$a.isValid == YES")]) == [])
}
