// Every limit of forms and their files, at the limit and one past it: the last that is taken, and
// the error of the first that is not. Docs/Limits.md lists them; a test reads its table.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormFile
import FormImport
@testable import FormGraph

@Suite struct LimitsTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private func form(_ rows: Int) -> FormDefinition {
    let rows = (0..<rows).map { RowDefinition(tag: "r\($0)", type: .int) }
    return FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
  }

  private func messages(_ problems: [Problem]) -> [String] { problems.map(\.message) }

  @Test func rowsOfADefinition() throws {
    _ = try CompiledForm(form(5), limits: .rows(5))
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm(form(6), limits: .rows(5))
    }
    #expect(messages(failure?.problems ?? []) == ["the form has more than 5 rows"])
    let json = #"{ "sections": [{ "rows": [{ "type": "int" }, { "type": "int" }] }] }"#
    _ = try CompiledForm.compile(json: json.utf8, limits: .rows(2))
    let other = #expect(throws: CompileFailure.self) {
      try CompiledForm.compile(json: json.utf8, limits: .rows(1))
    }
    #expect(messages(other?.problems ?? []) == ["the form has more than 1 rows"])
    #expect(throws: CompileFailure.self) { try CompiledForm(form(1), limits: .rows(-1)) }
    // It can be raised, up to a limit of its own.
    #expect(
      try CompiledForm(form(1), limits: .rows(5_000_001)).graph.topology.graph.limits.rows
        == 5_000_001)
    #expect(
      try CompiledForm(form(1), limits: .rows(.max)).graph.topology.graph.limits.rows == 100_000_000
    )
  }

  /// A formula takes as many steps in a form as it takes alone, and one step less is too few.
  @Test func stepsOfOneEvaluation() throws {
    let list = Value.array((0..<200).map { .int($0) })
    func steps(_ limit: Int) -> Limits {
      var limits = Limits.standard
      limits.steps = limit
      return limits
    }
    func suffices(_ limit: Int) throws -> Bool {
      let formula = try Formula("sum($list)", limits: steps(limit))
      return (try? formula.evaluate(variables: ["list": list])) == 19_900
    }
    var (enough, tooFew) = (100_000, 1)
    while enough - tooFew > 1 {
      let middle = (enough + tooFew) / 2
      if try suffices(middle) { enough = middle } else { tooFew = middle }
    }
    let rows = [
      RowDefinition(tag: "list", type: .custom, value: list),
      RowDefinition(tag: "sum", type: .int, calculated: "sum($list)"),
    ]
    let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    let form = try CompiledForm(definition, limits: .texts(steps(enough))).open(now: start)
    #expect(form["sum"]?.value == 19_900 && form.problems.isEmpty)
    var less = try CompiledForm(definition, limits: .texts(steps(tooFew))).open(now: start)
    #expect(less["sum"]?.value == .null)
    #expect(
      less.problems.map(\.message) == ["the evaluation takes more than \(tooFew) steps"])
    // The time that conditions read is another one, and the limit the same.
    try less.update { $0.setNow(start.addingTimeInterval(1)) }
    try less.update { $0["list"] = .array([.int(1)]) }
    #expect(less["sum"]?.value == 1 && less.problems.isEmpty)
    try less.update { $0["list"] = list }
    #expect(less["sum"]?.value == .null && less.problems.count == 1)
  }

  /// The options of a row share the steps of one evaluation, so that n options in a list of n
  /// are bounded as everything else is; past the limit an option can be chosen, and a problem says
  /// why that is not known.
  @Test func stepsOfAFilter() throws {
    func form(options: Int, steps: Int) throws -> Form {
      var texts = Limits.standard
      texts.steps = steps
      let list = Value.array((0..<50).map { .string("other \($0)") })
      let rows = [
        RowDefinition(tag: "b", type: .custom, value: list),
        RowDefinition(
          tag: "a", type: .push,
          // All of one length, so that each takes as many steps.
          options: .written((10..<10 + options).map { OptionDefinition(.string("option \($0)")) }),
          optionsFilter: "SELF IN $b"),
      ]
      let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
      return try CompiledForm(definition, limits: .texts(texts)).open(now: start)
    }
    func suffices(_ steps: Int, _ options: Int) throws -> Bool {
      try form(options: options, steps: steps).problems.isEmpty
    }
    // What one option takes, by halving.
    var (enough, tooFew) = (1_000_000, 1)
    while enough - tooFew > 1 {
      let middle = (enough + tooFew) / 2
      if try suffices(middle, 1) { enough = middle } else { tooFew = middle }
    }
    #expect(try suffices(20 * enough, 20))
    let less = try form(options: 20, steps: 20 * enough - 1)
    #expect(
      less.problems.map(\.message) == ["the evaluation takes more than \(20 * enough - 1) steps"])
    #expect(less["a"]?.options?.map(\.value) == ["option 29"])
  }

  /// What is folded of items counts as well, and a sum that grew is one that could be folded anew.
  @Test(arguments: [300, 500, 1_000])
  func stepsOfAFold(limit: Int) throws {
    var texts = Limits.standard
    texts.steps = limit
    let items = ItemsDefinition(template: .rows([RowDefinition(tag: "n", type: .int)]))
    let total = RowDefinition(tag: "total", type: .int, calculated: "$items.@sum.n")
    let compiled = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "items", kind: .multivalued(items)),
        SectionDefinition(tag: "s", rows: [total]),
      ]), limits: .texts(texts))
    var form = compiled.open(now: start)
    for count in 1...300 {
      try form.update { $0.insertItem(in: "items", at: 0, value: ["n": 1]) }
      guard count % 50 == 0 else { continue }
      let anew = try compiled.open(now: start, restoring: form.savedState).form
      #expect(form["total"]?.value == anew["total"]?.value, "\(count) items")
      #expect(form.problems.map(\.message) == anew.problems.map(\.message), "\(count) items")
    }
    // Two steps an item.
    let fits = limit >= 700
    #expect(form["total"]?.value == (fits ? 300 : .null))
    #expect(form.problems.isEmpty == fits)
  }

  /// What bounds texts bounds those of forms, when they are compiled and when they are read again.
  @Test func textsOfAForm() throws {
    func definition(_ hidden: String) -> FormDefinition {
      let rows = [
        RowDefinition(tag: "a", type: .int),
        RowDefinition(tag: "b", type: .int, hidden: .predicate(hidden)),
      ]
      return FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    }
    var limits = Limits.standard
    limits.nesting = 2
    _ = try CompiledForm(definition("(($a == 1))"), limits: .texts(limits))
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm(definition("((($a == 1)))"), limits: .texts(limits))
    }
    #expect(
      failure?.problems.map(\.message) == ["the text nests deeper than 2 levels"])
    let deep = String(repeating: "(", count: 300) + "$a == 1" + String(repeating: ")", count: 300)
    limits.nesting = 300
    var form = try CompiledForm(definition(deep), limits: .texts(limits)).open(now: start)
    try form.update { $0["a"] = 1 }
    #expect(form["b"]?.isHidden == true)
    #expect(form.explain(.hidden, of: "b")?.first?.explanation != nil)
  }

  /// The rows of every item count, and those that new items are ranked by.
  @Test func rowsOfItems() throws {
    let template = [RowDefinition(tag: "a", type: .int), RowDefinition(tag: "b", type: .int)]
    let items = ItemsDefinition(template: .rows(template), value: [["a": 1], ["a": 2]])
    let definition = FormDefinition(
      sections: [SectionDefinition(tag: "s", kind: .multivalued(items))])
    #expect(throws: CompileFailure.self) { try CompiledForm(definition, limits: .rows(5)) }
    // Those of every section, and the rows behind them.
    let more = SectionDefinition(tag: "t", kind: .multivalued(items))
    let last = SectionDefinition(rows: [RowDefinition(tag: "last", type: .int)])
    let all = FormDefinition(sections: definition.sections + [more, last])
    #expect(throws: CompileFailure.self) { try CompiledForm(all, limits: .rows(12)) }
    _ = try CompiledForm(all, limits: .rows(13))
    let compiled = try CompiledForm(definition, limits: .rows(8))
    var live = compiled.open(now: start)
    try live.update { $0.insertItem(in: "s", at: 0, value: ["a": 3]) }
    let before = live.json
    let error = #expect(throws: EditError.self) {
      try live.update { $0.insertItem(in: "s", at: 0, value: ["a": 4]) }
    }
    #expect(
      error?.reasons.map(\.message) == ["the form would have had more than 8 rows"])
    #expect(live.json == before)
    // It is asked before the rows are made, so that it is told beside what else is wrong.
    for many in [true, false] {
      let error = #expect(throws: EditError.self) {
        try live.update { draft in
          draft["x"] = 1
          if many {
            draft.setValues(["s": .array(Array(repeating: [:], count: 1_000))])
          } else {
            draft.insertItem(in: "s", at: 0)
          }
        }
      }
      #expect(error?.reasons.map(\.kind) == [.unknown, .notAllowed])
    }
    // Items that were saved where there was more room are left out, all of them, and told.
    var larger = try CompiledForm(definition, limits: .rows(10)).open(now: start)
    for _ in 0..<2 { try larger.update { $0.insertItem(in: "s", at: 0, value: ["a": 9]) } }
    let restored = try compiled.open(now: start, restoring: larger.savedState)
    #expect(restored.misfits.map(\.message).first == "the form would have had more than 8 rows")
    #expect(restored.form["s[1].a"]?.value == 2 && restored.form["s[2].a"] == nil)
    #expect(live.json == before)
    // What has gone counts: the names of rows are never given twice.
    try live.update { $0.removeItem(in: "s", at: 0) }
    #expect(throws: EditError.self) {
      try live.update { $0.insertItem(in: "s", at: 0, value: ["a": 4]) }
    }
    // What is taken back has never been.
    try live.undo()
    try live.undo()
    try live.update { $0.insertItem(in: "s", at: 0, value: ["a": 4]) }
  }

  @Test func rowsInserted() throws {
    var live = try CompiledForm(form(1), limits: .rows(2)).open(now: start)
    try live.update { $0.insertRows([RowDefinition(tag: "x", type: .int)], at: .after("r0")) }
    #expect(throws: EditError.self) {
      try live.update { $0.insertRows([RowDefinition(tag: "y", type: .int)], at: .after("r0")) }
    }
    #expect(live["y"] == nil)
    try live.set("x", to: 1)
  }

  @Test func history() throws {
    for limit in [0, 1, 3] {
      var live = try CompiledForm(form(1)).open(now: start, historyLimit: limit)
      for value in 0..<limit { try live.set("r0", to: .int(Int64(value))) }
      #expect(live.undoCount == limit)
      try live.set("r0", to: 99)
      #expect(live.undoCount == limit)
    }
    var live = try CompiledForm(form(1)).open(now: start)
    for value in 0...Form.standardHistoryLimit { try live.set("r0", to: .int(Int64(value))) }
    #expect(live.undoCount == Form.standardHistoryLimit)
    for _ in 0...Form.standardHistoryLimit { try live.undo() }
    #expect(live["r0"]?.value == 0)
  }

  @Test func rounds() throws {
    // Each answer asks for the next one, up to a last.
    func count(to last: Int64) throws -> (value: Value?, error: LiveFormError?) {
      let live = try live([RowDefinition(tag: "a", type: .int)])
      let subscription = live.observe("a") { [unowned live] _, new in
        if case .int(let number) = new, number < last {
          _ = try? live.set("a", to: .int(number + 1))
        }
      }
      defer { withExtendedLifetime(subscription) {} }
      do throws(LiveFormError) {
        try live.set("a", to: 0)
        return (live["a"]?.value, nil)
      } catch {
        return (live["a"]?.value, error)
      }
    }
    let limit = Int64(LiveForm.maximumRounds)
    let fits = try count(to: limit)
    #expect(fits.value == .int(limit) && fits.error == nil)
    let over = try count(to: limit + 1)
    #expect(over.value == .int(limit) && over.error == .chase(tags: ["a"], refusals: []))
  }

  @Test func problemsListed() {
    func problems(_ count: Int) -> [String] {
      let rows = [RowDefinition](repeating: RowDefinition(type: .int, value: "1"), count: count)
      let definition = FormDefinition(sections: [SectionDefinition(rows: rows)])
      do throws(CompileFailure) {
        _ = try CompiledForm(definition)
        return []
      } catch {
        return messages(error.problems)
      }
    }
    let limit = DefinitionReader.maximumProblems
    let rest = "there are more than \(limit) errors; the rest is not listed"
    #expect(problems(limit).count == limit && problems(limit).last != rest)
    #expect(problems(limit + 1).count == limit + 1 && problems(limit + 1).last == rest)
  }

  @Test func rulesOfASet() throws {
    func failure(_ count: Int, in whole: String? = nil) -> String? {
      let rules = Array(repeating: #""notBlank""#, count: count).joined(separator: ",")
      let set = whole.map { #"{ "\#($0)": [\#(rules)] }"# } ?? rules
      let json = """
        { "ruleSets": { "s": [\(set)] }, "sections": [{ "rows": [
          { "type": "text", "rules": [{ "ruleSet": "s" }] }] }] }
        """
      do throws(CompileFailure) {
        _ = try CompiledForm.compile(json: json.utf8)
        return nil
      } catch {
        return error.problems.first?.message
      }
    }
    #expect(failure(100) == nil)
    let message =
      "the rule set 's' has 101 rules, those inside others counted; at most 100 are allowed"
    #expect(failure(101) == message)
    #expect(failure(100, in: "allOf") == nil)
    #expect(failure(101, in: "allOf") == message)
  }

  @Test func rulesOfAForm() throws {
    var limits = FormLimits.standard
    limits.conditions = 12
    let rule = RuleDefinition(.allOf([RuleDefinition(.notBlank), RuleDefinition(.email)]))
    func failure(rows: Int, items: Int) -> String? {
      let row = RowDefinition(type: .text, rules: [rule])
      let list = ItemsDefinition(template: .item(row), value: Array(repeating: .null, count: items))
      let definition = FormDefinition(sections: [
        SectionDefinition(rows: Array(repeating: row, count: rows)),
        SectionDefinition(tag: "list", kind: .multivalued(list)),
      ])
      do throws(CompileFailure) {
        _ = try CompiledForm(definition, limits: limits)
        return nil
      } catch {
        return error.problems.first?.message
      }
    }
    let message = "the form has more than 12 conditions, formulas and rules"
    #expect(failure(rows: 5, items: 0) == nil)
    #expect(failure(rows: 6, items: 0) == message)
    // The prototype of the items counts as one.
    #expect(failure(rows: 2, items: 3) == nil)
    #expect(failure(rows: 2, items: 4) == message)
  }

  /// A matrix gives its options to each row, so few bytes make many decisions.
  @Test func conditionsOfAMatrix() throws {
    let limits = FormLimits.standard.changed { $0.conditions = 7 }
    func failure(rows: Int) -> String? {
      let options: OptionSource = [
        OptionDefinition("a", hidden: "$n == 1"), OptionDefinition("b", disabled: "$n == 1"), "c",
      ]
      let definition = FormDefinition {
        SectionDefinition { RowDefinition(.int, "n") }
        SectionDefinition.matrix(options: options) {
          for _ in 0..<rows { RowDefinition(.segmented) }
        }
      }
      do throws(CompileFailure) {
        _ = try CompiledForm(definition, limits: limits)
        return nil
      } catch {
        return error.problems.first?.message
      }
    }
    #expect(failure(rows: 3) == nil)
    #expect(failure(rows: 4) == "the form has more than 7 conditions, formulas and rules")
  }

  /// Items that a formula counts bring conditions of their own.
  @Test func conditionsOfCountedItems() throws {
    let json = """
      { "sections": [
        { "rows": [{ "tag": "n", "type": "int", "value": START }] },
        { "tag": "l", "kind": "multivalued", "count": "$n",
          "template": { "rows": [{ "tag": "x", "type": "int", "title": "{$item.index}" }] } }] }
      """
    func form(startingWith count: Int) throws -> Form {
      let json = json.replacing("START", with: "\(count)")
      return try CompiledForm.compile(
        json: json.utf8, limits: .standard.changed { $0.conditions = 20 }
      ).open(now: Date(timeIntervalSince1970: 0))
    }
    var few = try form(startingWith: 0)
    try few.set("n", to: 5)
    #expect(few.section("l")?.items?.count == 5)
    let refusal = #expect(throws: EditError.self) { try few.set("n", to: 1_000) }
    #expect(refusal?.description.contains("more than 20 conditions") == true)
    #expect(few.section("l")?.items?.count == 5 && few["n"]?.value == 5)
    try few.set("n", to: 7)
    #expect(few.section("l")?.items?.count == 7)
    // It opens all the same, with a problem.
    var many = try form(startingWith: 1_000)
    #expect(many.section("l")?.items?.count == 0)
    #expect(many.problems.count == 1)
    try many.set("n", to: 3)
    #expect(many.section("l")?.items?.count == 3 && many.problems.isEmpty)
  }

  @Test(arguments: depth(quick: 600, full: 3_000))
  func partsOfARule(depth count: Int) throws {
    let parts = (0..<count).map { RuleDefinition(.predicate("SELF != \($0)")) }
    for kind in [RuleDefinition.Kind.allOf(parts), .anyOf(parts)] {
      let row = RowDefinition(tag: "a", type: .int, rules: [RuleDefinition(kind)])
      var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
        .open(now: start)
      #expect(try form.set("a", to: 7).evaluatedCount == count)
      if case .allOf = kind { #expect(!form.canSubmit) } else { #expect(form.canSubmit) }
      #expect(form.topology.rows[0].rule(count - 1) == parts.last)
      #expect(form.topology.rows[0].rule(count) == nil)
    }
  }

  private func nested(_ depth: Int) -> Value { (1..<depth).reduce([]) { value, _ in [value] } }

  @Test func sizeOfAValue() throws {
    let custom = RowDefinition(tag: "c", type: .custom)
    let section = SectionDefinition(tag: "s", rows: [custom])
    let input = InputDefinition(name: "i", type: .custom, value: .null)
    var form = try CompiledForm(FormDefinition(inputs: [input], sections: [section]))
      .open(now: start)
    let most = Value.array(Array(repeating: 1, count: 1_000_000))
    let tooMany = Value.array(Array(repeating: 1, count: 1_000_001))
    let others = Value.array([.array(Array(repeating: 1, count: 999_999)), [], [:]])
    for name in ["c", "i"] {
      try form.set(name, to: most)
      try form.set(name, to: nested(100))
      let before = form.json
      for (value, sentence) in [
        (tooMany, "'\(name)' holds at most 1000000 values inside one, not a list"),
        (others, "'\(name)' holds at most 1000000 values inside one, not a list"),
        (nested(101), "'\(name)' holds values inside one another at most 100 deep, not a list"),
        // Deeper than a thread's stack is for whoever walks it by recursion.
        (nested(5_000), "'\(name)' holds values inside one another at most 100 deep, not a list"),
      ] {
        let error = #expect(throws: EditError.self) { try form.set(name, to: value) }
        #expect(error?.reasons.map(\.message) == [sentence])
      }
      #expect(form.json == before)
    }
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm(
        FormDefinition(
          sections: [
            SectionDefinition(rows: [RowDefinition(tag: "d", type: .custom, value: nested(101))])
          ]))
    }
    #expect(
      messages(failure?.problems ?? []) == [
        "a value of type 'custom' holds values inside one another at most 100 deep"
      ])
  }

  /// Text, data and keys count as often as they stand in a value, wherever that comes from.
  @Test func bytesOfAValue() throws {
    let rows = [
      RowDefinition(tag: "c", type: .custom), RowDefinition(tag: "t", type: .text),
      RowDefinition(tag: "twice", type: .custom, calculated: "{$t, $t}"),
    ]
    let plain = ItemsDefinition(template: .item(RowDefinition(type: .text)))
    func definition(_ rows: [RowDefinition]) -> FormDefinition {
      FormDefinition(
        inputs: [InputDefinition(name: "i", type: .custom, value: .null)],
        sections: [
          SectionDefinition(tag: "s", rows: rows),
          SectionDefinition(tag: "l", kind: .multivalued(plain)),
        ])
    }
    let compiled = try CompiledForm(definition(rows), limits: .valueBytes(10))
    var form = compiled.open(now: start)
    let ten = "0123456789"
    let fitting: [Value] = [
      .string(ten), .data(Data(count: 10)), ["01234", "01234"], ["key": [.string("0123456"), 1]],
      .set(ValueSet(["01234", "56789", 1])), [[1, 1, 1, 1]],
    ]
    let tooLong: [Value] = [
      .string(ten + "x"), .data(Data(count: 11)), ["01234", "012345"],
      ["key": [.string("01234567"), 1]], .set(ValueSet(["01234", "567890"])),
      [["keykeykey": 1], ["key": 1]],
    ]
    let sentence = "holds at most 10 bytes of text, data and keys"
    for name in ["c", "i"] {
      for value in fitting { try form.set(name, to: value) }
      let before = form.json
      for value in tooLong {
        let error = #expect(throws: EditError.self) { try form.set(name, to: value) }
        #expect(error?.reasons.first?.message.hasPrefix("'\(name)' \(sentence), not ") == true)
      }
      // A list has at most half as many members as bytes.
      let error = #expect(throws: EditError.self) { try form.set(name, to: [[1, 1, 1, 1, 1]]) }
      #expect(
        error?.reasons.map(\.message) == ["'\(name)' holds at most 5 values inside one, not a list"]
      )
      #expect(form.json == before)
    }
    #expect(throws: EditError.self) { try compiled.open(now: start, inputs: ["i": tooLong[2]]) }
    try form.update { $0.insertItem(in: "l", at: 0, value: .string(ten)) }
    #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "l", at: 0, value: .string(ten + "x")) }
    }
    // What a formula gives beyond it is a problem of the row, which then holds nothing.
    try form.set("t", to: "01234")
    #expect(form["twice"]?.value == ["01234", "01234"] && form.problems.isEmpty)
    try form.set("t", to: "012345")
    #expect(form["twice"]?.value == .null)
    #expect(
      form.problems.map(\.message) == [
        "the formula gives a list, the row holds at most 10 bytes of text, data and keys"
      ])
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm(
        definition([RowDefinition(tag: "c", type: .custom, value: tooLong[2])]),
        limits: .valueBytes(10))
    }
    #expect(messages(failure?.problems ?? []) == ["a value of type 'custom' \(sentence)"])
    #expect(throws: EditError.self) {
      try form.update {
        let row = RowDefinition(tag: "d", type: .text, value: .string(ten + "x"))
        $0.insertRows([row], at: .after("c"))
      }
    }
    // What was saved where more was allowed is left out, and told.
    var larger = try CompiledForm(definition(rows)).open(now: start)
    try larger.update { draft in
      draft["c"] = tooLong[2]
      draft["t"] = "fits"
    }
    let restored = try compiled.open(now: start, restoring: larger.savedState)
    #expect(restored.misfits.map(\.message) == ["'c' \(sentence), not a list"])
    #expect(restored.form["c"]?.value == .null && restored.form["t"]?.value == "fits")
  }

  /// What is chosen is as long as any value may be: an option that would make it longer is refused.
  @Test func bytesOfAChoice() throws {
    let options: OptionSource = ["abc", "def", "gh", "ij"]
    let selection = SelectionDefinition(.multiple, options: options)
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(
          tag: "s",
          rows: [RowDefinition(tag: "row", type: .multipleSelector, options: options)]),
        SectionDefinition(tag: "section", kind: .selectable(selection)),
      ]), limits: .valueBytes(6)
    ).open(now: start)
    for tag in ["row", "section"] {
      try form.select("gh", of: tag)
      try form.select("abc", of: tag)
      let before = form.json
      for option in ["def", "ij"] as [Value] {
        let error = #expect(throws: EditError.self) { try form.select(option, of: tag) }
        #expect(error?.reasons.map(\.kind) == [.wrongType])
        #expect(
          error?.reasons.map(\.message) == [
            "'\(tag)' holds at most 6 bytes of text, data and keys, not a list"
          ])
      }
      #expect(form.json == before && form[tag]?.value == ["abc", "gh"])
      let changes = try form.update { draft in
        draft.select("abc", of: tag)
        draft.select("def", of: tag)
      }
      #expect(changes.actions.map(\.option) == ["abc", "def"])
      #expect(form[tag]?.value == ["def", "gh"])
    }
  }

  /// What can stand in a file fits, and what formulas make of it only up to as much.
  @Test func mostBytesOfAValue() throws {
    let limit = ValueKind.maximumBytes
    let rows =
      [RowDefinition(tag: "r0", type: .text)]
      + (1...8).map {
        RowDefinition(tag: "r\($0)", type: .custom, calculated: "{$r\($0 - 1), $r\($0 - 1)}")
      }
    let definition = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    var form = try CompiledForm(definition, limits: .valueBytes(.max)).open(now: start)
    // Which of the rows hold what their formula gives, once the first has so many bytes.
    func held(_ count: Int) -> [Int]? {
      do throws(EditError) {
        let bytes = Array(repeating: UInt8(ascii: "x"), count: count)
        try form.set("r0", to: .string(String(decoding: bytes, as: UTF8.self)))
        return (1...8).filter { form["r\($0)"]?.value != .null }
      } catch {
        return nil
      }
    }
    #expect(held(limit >> 6) == [1, 2, 3, 4, 5, 6, 8])
    #expect(held(limit >> 6 + 1) == [1, 2, 3, 4, 5, 7, 8])
    #expect(held(limit) == [2, 3, 4, 5, 6, 7, 8])
    #expect(held(limit + 1) == nil)
  }

  /// Numbers and dates that JSON cannot say are told from values of another kind.
  @Test func valuesNoRowStores() throws {
    let rows = [RowDefinition(tag: "d", type: .date), RowDefinition(tag: "x", type: .decimal)]
    var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
      .open(now: start)
    func reason(_ name: String, _ value: Value) -> String {
      let error = #expect(throws: EditError.self) { try form.set(name, to: value) }
      return error?.reasons.first?.message ?? ""
    }
    #expect(reason("d", .date(.distantPast)).hasPrefix("'d' holds dates of the years 1 to 9999,"))
    #expect(reason("d", .date(Date(timeIntervalSince1970: .nan))).contains("years 1 to 9999"))
    #expect(reason("x", .double(.nan)) == "'x' holds finite numbers, not nan")
    let rule = RuleDefinition(.comparison(.greaterThan, .double(.nan)))
    for (row, sentence) in [
      (RowDefinition(tag: "x", type: .decimal, rules: [rule]), "'value' holds finite numbers"),
      (
        RowDefinition(
          tag: "x", type: .decimal, bounds: RowBounds(minimum: .fixed(.double(.infinity)))),
        "'minimum' holds finite numbers"
      ),
      (
        RowDefinition(tag: "x", type: .decimal, value: .double(.nan)),
        "a value of type 'decimal' holds finite numbers"
      ),
    ] {
      let failure = #expect(throws: CompileFailure.self) {
        try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
      }
      #expect(messages(failure?.problems ?? []) == [sentence])
    }
  }

  /// What a formula makes of values that formulas made doubles with every row, and no text is long.
  @Test(arguments: depth(quick: 25, full: 60))
  func valuesThatGrowFromRowToRow(depth count: Int) throws {
    func rows(_ formula: (Int) -> String, _ count: Int) -> FormDefinition {
      FormDefinition(
        sections: [
          SectionDefinition(
            rows: [RowDefinition(tag: "r0", type: .int, value: 1)]
              + (1..<count).map {
                RowDefinition(tag: "r\($0)", type: .custom, calculated: formula($0 - 1))
              })
        ])
    }
    let doubled = try CompiledForm(rows({ "{$r\($0), $r\($0)}" }, count)).open(now: start)
    // 2^(n+1) - 2 members: r18 is the last that can be held, and r19 begins anew with nil.
    #expect(doubled["r18"]?.value != .null)
    #expect(doubled["r19"]?.value == .null)
    #expect(doubled["r20"]?.value == [.null, .null])
    // So do r39 and r59.
    let problem = "the formula gives a list, the row holds at most 1000000 values inside one"
    #expect(doubled.problems.map(\.message) == Array(repeating: problem, count: count / 20))
    let deep = try CompiledForm(rows({ "{$r\($0)}" }, 250)).open(now: start)
    #expect(deep["r100"]?.value != .null)
    #expect(deep["r101"]?.value == .null)
    #expect(
      deep.problems.map(\.message) == [
        "the formula gives a list, the row holds values inside one another at most 100 deep",
        "the formula gives a list, the row holds values inside one another at most 100 deep",
      ])
    #expect(deep.explain("r249") != nil)
    #expect(!"\(deep.json)".isEmpty)
  }

  @Test func reasonsOfManyValues() throws {
    let item = ItemsDefinition(template: .item(RowDefinition(type: .int)))
    var form = try CompiledForm(
      FormDefinition(sections: [SectionDefinition(tag: "l", kind: .multivalued(item))])
    ).open(now: start)
    func reasons(_ count: Int) -> [EditError.Reason] {
      let values: [Value] = Array(repeating: "x", count: count)
      let error = #expect(throws: EditError.self) { try form.setValues(["l": .array(values)]) }
      return error?.reasons ?? []
    }
    #expect(reasons(1_000).count == 1_000)
    #expect(reasons(1_000).last?.tag == "l[999]")
    #expect(reasons(1_001).count == 1_001 && reasons(1_002).count == 1_001)
    #expect(
      reasons(1_001).last?.message == "there are more than 1000 reasons; the rest is not listed")
  }

  @Test("A change names so many of its reasons, and as many rows may change for them")
  func reasonsOfAChange() throws {
    let count = 120
    let required = (0..<count).map { index in
      RowDefinition(tag: "r\(index)", type: .text, required: "$on == YES")
    }
    let buttons = (0..<3).map { index in
      RowDefinition(tag: "b\(index)", type: .button, submits: true)
    }
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [RowDefinition(tag: "on", type: .switch)] + required + buttons)
      ])
    ).open(now: start)
    let blocked = try form.set("on", to: true).changes.filter { $0.property == .disabled }
    #expect(blocked.map(\.tag) == ["b0", "b1", "b2"])
    for change in blocked {
      #expect(change.because == (0..<100).map { "r\($0)" })
      #expect(change.becauseMembers.count == 100)
    }
  }

  @Test func hintsForUnknownNames() throws {
    let compiled = try CompiledForm(
      FormDefinition(sections: [SectionDefinition(rows: [RowDefinition(tag: "name", type: .int)])]))
    let names = (0...20).map { "nam\($0 % 10)\($0 / 10 == 0 ? "" : "e")\($0 / 20 == 0 ? "" : "x")" }
    let values = ValueDictionary(names.map { ($0, 1) })
    var form = compiled.open(now: start)
    let error = #expect(throws: EditError.self) { try form.setValues(values) }
    let hints = (error?.reasons ?? []).map(\.hint)
    #expect(hints.count == 21 && hints[19] == "did you mean name?" && hints[20] == nil)
  }

  @Test func bytesOfAFile() throws {
    let longest = [0x31] + [UInt8](repeating: 0x20, count: JSONReader.maximumBytes - 1)
    #expect(try JSONReader.read(longest).value == 1)
    #expect(throws: Problem.self) { try JSONReader.read(longest + [0x20]) }
  }

  @Test func limitsAreThoseOfThePage() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/Limits.md"), encoding: .utf8)
    for (name, value) in [
      ("JSONReader.maximumDepth", "128"), ("JSONReader.maximumBytes", "64 MiB"),
      ("FormLimits.rows", "5 000 000"), ("historyLimit", "100"), ("LiveForm.maximumRounds", "100"),
      ("LiveForm.maximumTransactions", "10 000"), ("DefinitionReader.maximumProblems", "1 000"),
      ("RuleDefinition.maximumDepth", "8"), ("rules of one rule set", "100"),
      ("ValueKind.maximumMembers", "1 000 000"), ("ValueKind.maximumDepth", "100"),
      ("FormLimits.valueBytes", "64 MiB"), ("FormLimits.tableCells", "20 000 000"),
      ("EditError.maximumReasons", "1 000"), ("Change.maximumBecause", "100"),
      ("hints for unknown names", "20"),
    ] {
      #expect(
        page.contains("\(name)` | \(value) |") || page.contains("\(name) | \(value) |"), "\(name)")
    }
    #expect(JSONReader.maximumDepth == 128 && JSONReader.maximumBytes == 64 << 20)
    #expect(FormLimits.standard.tableCells == 20_000_000)
    #expect(FormLimits.standard.rows == 5_000_000 && Form.standardHistoryLimit == 100)
    #expect(LiveForm.maximumRounds == 100 && LiveForm.maximumTransactions == 10_000)
    #expect(DefinitionReader.maximumProblems == 1_000 && RuleDefinition.maximumDepth == 8)
    #expect(DefinitionReader.maximumRulesOfSet == 100)
    #expect(ValueKind.maximumMembers == 1_000_000 && ValueKind.maximumDepth == 100)
    #expect(ValueKind.maximumBytes == 64 << 20 && FormLimits.standard.valueBytes == 64 << 20)
    #expect(FormLimits.maximumRows == 100_000_000 && FormLimits.standard.texts == .standard)
    #expect(EditError.maximumReasons == 1_000 && Engine.maximumHints == 20)
  }

  @Test("A message shows so much of a title, so often")
  func titlesInMessages() throws {
    func form(title: String, message: String) throws -> Form {
      let rule = RuleDefinition(.notBlank, message: FormText(message))
      let row = RowDefinition(
        tag: "a", type: .text, texts: Texts(title: FormText(title)), value: " ", rules: [rule])
      return try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
        .open(now: start)
    }
    func shown(_ length: Int) throws -> String? {
      try form(title: String(repeating: "é", count: length), message: "{title}!")["a"]?.verdict
        .first?.message
    }
    #expect(try shown(200) == String(repeating: "é", count: 200) + "!")
    #expect(try shown(201) == String(repeating: "é", count: 200) + "…!")
    #expect(try shown(100_000)?.unicodeScalars.count == 202)
    let eight = String(repeating: "{title}", count: 8)
    #expect(try form(title: "x", message: eight)["a"]?.verdict.first?.message == "xxxxxxxx")
    let failure = #expect(throws: CompileFailure.self) {
      try form(title: "x", message: eight + "{title}")
    }
    #expect(failure?.problems.map(\.message) == ["a message has at most 8 parameters"])
  }

  @Test("Names are sought for so many wrong titles of groups")
  func wrongGroups() throws {
    let options = (0..<300).map { "{ \"value\": \($0), \"g\": \"group\($0)\" }" }
    let titles = (0..<300).map { "\"grupo\($0)\": \"x\"" }
    let json = """
      { "sections": [{ "rows": [{ "tag": "a", "type": "push", "groupedBy": "g",
        "options": [\(options.joined(separator: ", "))],
        "groupTitles": { \(titles.joined(separator: ", ")) } }] }] }
      """
    let warnings = try CompiledForm.compile(json: json.utf8).warnings
    #expect(warnings.count == 300)
    #expect(warnings.count { $0.hint != nil } == 100)
  }

  @Test func conditionsOfAForm() throws {
    let limits = FormLimits.standard.changed { $0.conditions = 6 }
    func rows(_ count: Int) -> [RowDefinition] {
      (0..<count).map {
        RowDefinition(
          tag: "r\($0)", type: .int, hidden: ConditionDefinition(.predicate("$a == \($0)")))
      }
    }
    func compile(_ rows: [RowDefinition], _ more: SectionDefinition...) throws -> CompiledForm {
      let a = RowDefinition(tag: "a", type: .int)
      return try CompiledForm(
        FormDefinition(sections: [SectionDefinition(tag: "s", rows: [a] + rows)] + more),
        limits: limits)
    }
    func refuses(_ rows: [RowDefinition], _ more: SectionDefinition...) -> Bool {
      let failure = #expect(throws: CompileFailure.self) {
        try CompiledForm(
          FormDefinition(
            sections: [
              SectionDefinition(
                tag: "s", rows: [RowDefinition(tag: "a", type: .int)] + rows)
            ] + more), limits: limits)
      }
      return messages(failure?.problems ?? [])
        == ["the form has more than 6 conditions, formulas and rules"]
    }
    _ = try compile(rows(6))
    #expect(refuses(rows(7)))
    // Equal ones are one; rules that only look at the value count too, and options of a filter.
    _ = try compile(
      (0..<9).map { RowDefinition(tag: "r\($0)", type: .int, hidden: "$a == 1") })
    let ruled = RowDefinition(
      tag: "t", type: .text, rules: [RuleDefinition(.minLength(1)), RuleDefinition(.email)])
    _ = try compile(rows(4) + [ruled])
    #expect(refuses(rows(5) + [ruled]))
    let filtered = RowDefinition(
      tag: "p", type: .picker, options: ["a", "b", "c"], optionsFilter: "$a == 3 OR SELF == 'a'")
    _ = try compile(rows(2) + [filtered])
    #expect(refuses(rows(3) + [filtered]))
    // Those of items count as the items come, and a refused one changes nothing.
    let items = ItemsDefinition(
      template: .rows([
        RowDefinition(tag: "n", type: .int),
        RowDefinition(tag: "m", type: .int, calculated: "$n + 1"),
      ]))
    var form = try compile(rows(4), SectionDefinition(tag: "l", kind: .multivalued(items)))
      .open(now: start)
    try form.update { $0.insertItem(in: "l", at: 0) }
    try form.update { $0.insertItem(in: "l", at: 0) }
    let error = #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "l", at: 0) }
    }
    #expect(
      error?.reasons.map(\.message) == ["the form has more than 6 conditions, formulas and rules"])
    #expect(form.section("l")?.items?.count == 2 && form.conditionCount == 6)
  }

  @Test func patternsOfAForm() throws {
    let limits = FormLimits.standard.changed { $0.patternsLength = 5 }
    let message = "the patterns of the form are longer than 5 bytes together"
    func problems(_ json: String) -> [String] {
      do throws(CompileFailure) {
        let document = FormDocument(importing: json.utf8, limits: limits)
        _ = try CompiledForm(document, limits: limits)
        return []
      } catch {
        return messages(error.problems.filter { $0.severity == .error })
      }
    }
    func form(_ patterns: String...) -> String {
      let rows = patterns.enumerated().map {
        #"{"tag":"r\#($0)","type":"text","rules":[{"type":"regex","pattern":"\#($1)"}]}"#
      }
      return #"{"sections":[{"rows":[\#(rows.joined(separator: ","))]}]}"#
    }
    #expect(problems(form("abc", "de")) == [])
    #expect(problems(form("abc", "def")) == [message])
    // One that stands in several places is compiled once.
    #expect(problems(form("abcd", "abcd", "abcd")) == [])
    #expect(problems(form("abcd", "efg", "hij", "(((")) == [message])
    func questions(_ pattern: String) -> String {
      #"""
      {"questions":[{"key":"a","question_type":"textSingle","prompt":"A?","validation":
        {"type":"regex","value_type":"string","regex":"\#(pattern)","message":"No."}}]}
      """#
    }
    #expect(problems(questions("abcdef")) == [message])
  }

  @Test func bytesOfAForm() throws {
    let json = #"{ "sections": [] }"#
    let limits = FormLimits.standard.changed { $0.fileBytes = json.utf8.count }
    var form = try CompiledForm.compile(json: json.utf8, limits: limits).open(now: start)
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm.compile(json: (json + " ").utf8, limits: limits)
    }
    #expect(messages(failure?.problems ?? []) == ["the text is longer than 18 bytes"])
    try form.setAnswers(json: ("{}" + String(repeating: " ", count: 16)).utf8)
    let error = #expect(throws: EditError.self) {
      try form.setAnswers(json: ("{}" + String(repeating: " ", count: 17)).utf8)
    }
    #expect(error?.reasons.first?.message.contains("longer than 18 bytes") == true)
  }

  @Test func stepsOfHistory() throws {
    let limits = FormLimits.standard.changed { $0.historySteps = 2 }
    var form = try CompiledForm(self.form(1), limits: limits).open(now: start)
    for value in 1...3 { try form.set("r0", to: Value.int(Int64(value))) }
    #expect(form.undoCount == 2)
    var other = try CompiledForm(self.form(1), limits: limits).open(now: start, historyLimit: 1)
    for value in 1...3 { try other.set("r0", to: Value.int(Int64(value))) }
    #expect(other.undoCount == 1)
  }

  /// Whatever bounds texts and forms of strangers is no wider than what bounds all.
  @Test func untrustedLimitsAreNarrower() {
    let (texts, all) = (Limits.untrusted, Limits.standard)
    for path in [
      \Limits.textLength, \.nameLength, \.nesting, \.nodes, \.aggregateElements, \.patternsLength,
      \.steps,
    ] {
      #expect(texts[keyPath: path] < all[keyPath: path])
    }
    let (forms, allForms) = (FormLimits.untrusted, FormLimits.standard)
    for path in [
      \FormLimits.rows, \.valueBytes, \.fileBytes, \.conditions, \.patternsLength, \.historySteps,
      \.texts.steps, \.texts.patternsLength, \.listedBytes,
    ] {
      #expect(forms[keyPath: path] < allForms[keyPath: path])
    }
  }
}

extension FormLimits {
  /// The standing limits, but for one.
  fileprivate static func rows(_ rows: Int) -> FormLimits { standard.changed { $0.rows = rows } }
  fileprivate static func valueBytes(_ bytes: Int) -> FormLimits {
    standard.changed { $0.valueBytes = bytes }
  }
  fileprivate static func texts(_ texts: Limits) -> FormLimits {
    standard.changed { $0.texts = texts }
  }

  fileprivate func changed(_ change: (inout FormLimits) -> Void) -> FormLimits {
    var limits = self
    change(&limits)
    return limits
  }
}

@Test(
  "A form whose counted items have too many conditions opens without them, and can be submitted")
func countedConditions() throws {
  let json = """
    { "sections": [
      { "rows": [{ "tag": "n", "type": "int", "value": 6 }] },
      { "tag": "a", "kind": "multivalued", "count": "$n", "template": {
        "rows": [{ "tag": "x", "type": "int", "hidden": "$x == 1", "disabled": "$x == 2" }],
        "sections": [{ "tag": "b", "kind": "multivalued", "minimum": 3,
          "item": { "type": "int" } }] } }] }
    """
  var limits = FormLimits.standard
  limits.conditions = 10
  var form = try CompiledForm.compile(json: json.utf8, limits: limits).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
  #expect(form.problems.count == 1 && form.section("a")?.items?.isEmpty == true)
  #expect(form.canSubmit && form.inconsistency == nil)
  try form.set("n", to: 0)
  #expect(form.canSubmit && form.inconsistency == nil)
}
