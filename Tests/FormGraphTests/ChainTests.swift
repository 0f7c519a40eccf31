// Formulas that go on from each other, in tables of every layout: what comes of them is what comes
// of each by itself, and each runs once, and only where what it reads has changed.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// A table in whose lines a formula goes on from the line before.
private struct Ledger {
  /// What its tags have in common that those of other tables in the form do not.
  var mark = ""
  var length = 0
  /// How a line goes on: its balance, of which `last` and `amount` are the operands.
  var formula = "$last + $amount"
  var type = RowType.int
  /// Whether what the first line goes on from stands behind the table.
  var isStartBehind = false
  /// Rows that no formula reads, in each line.
  var fillers = 0
  /// Lines whose balance somebody else reads, too.
  var others: [Int] = []
  /// Lines with a rule, which is told of every change.
  var watched: [Int] = []

  /// The tag of something in a line.
  func tag(_ kind: String, _ line: Int) -> String { "\(kind)\(mark)\(line)" }

  var rows: [RowDefinition] {
    let start = RowDefinition(tag: tag("b", 0), type: type, value: type == .int ? 1 : 1.0)
    var rows = isStartBehind ? [] : [start]
    for line in 1...length {
      rows.append(RowDefinition(tag: tag("a", line), type: type))
      for filler in 0..<fillers {
        rows.append(RowDefinition(tag: tag("f", line) + "_\(filler)", type: .text))
      }
      let text = formula.replacing("$last", with: "$" + tag("b", line - 1))
        .replacing("$amount", with: "$" + tag("a", line))
      var balance = RowDefinition(tag: tag("b", line), type: type, calculated: text)
      if watched.contains(line) {
        balance.rules = [RuleDefinition(.predicate("SELF < 1000"), message: "few")]
      }
      rows.append(balance)
    }
    if isStartBehind { rows.append(start) }
    for line in others {
      rows.append(
        RowDefinition(
          tag: tag("o", line), type: .text,
          hidden: ConditionDefinition(.predicate("$\(tag("b", line)) > 10"))))
    }
    return rows
  }

  static func random(_ random: inout SplitMix64) -> Ledger {
    var ledger = Ledger()
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    ledger.length = pick([1, 3, 7, 64, 65, 130])
    ledger.formula = pick([
      "$last + 1", "1 + $last", "$last - $amount", "$amount - $last", "$last + $amount",
      "$last * $amount", "$last * 3", "$last / $amount", "$last + $last", "$amount + 1",
      "ternary($amount > 2, $last, $amount)", "$last + 0.5",
    ])
    ledger.type = pick([.int, .int, .decimal])
    ledger.isStartBehind = pick([true, false])
    ledger.fillers = pick([0, 0, 1, 20])
    let lines = 1...ledger.length
    if pick([true, false]) { ledger.others = [Int.random(in: lines, using: &random)] }
    if pick([true, false]) { ledger.watched = [Int.random(in: lines, using: &random)] }
    return ledger
  }

  /// A value for a row that takes numbers.
  func value(_ random: inout SplitMix64) -> Value {
    let ints: [Value] = [0, 1, 2, 7, -3, .int(.max), .int(.min), .null]
    let doubles: [Value] = [0, 1, 0.5, -2.25, -0.0, .double(1e308), .double(1e-300), .null]
    let values = type == .int ? ints : doubles
    return values[Int.random(in: 0..<values.count, using: &random)]
  }
}

/// Opens a form of one section, at a fixed time.
private func open(_ rows: [RowDefinition]) throws -> Form {
  try CompiledForm(
    FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
  ).open(now: Date(timeIntervalSinceReferenceDate: 0))
}

@Test(
  "Chains of formulas settle as the naive form does, whatever their layout",
  arguments: depth(quick: 2, full: 15))
func randomChains(depth forms: Int) throws {
  var random = SplitMix64.forTest(19)
  let seed = random.seed
  for _ in 0..<forms {
    // Where one table ends and the next begins, both are on one page.
    let ledgers = ["", "x", "y"].prefix(Int.random(in: 1...3, using: &random)).map { mark in
      var ledger = Ledger.random(&random)
      ledger.mark = mark
      return ledger
    }
    var script = EditScript(
      definition: FormDefinition(
        sections: [SectionDefinition(tag: "s", rows: ledgers.flatMap(\.rows))]),
      steps: [])
    for _ in 0..<8 {
      let ledger = ledgers[Int.random(in: ledgers.indices, using: &random)]
      let line = Int.random(in: 0...ledger.length, using: &random)
      let kind = Int.random(in: 0..<10, using: &random)
      switch kind {
      case 0: script.steps.append(.undo)
      case 1: script.steps.append(.redo)
      case 2 where line > 0:
        // Another reader of a line in the middle, which goes again when this is undone.
        let reader = RowDefinition(
          tag: "n\(script.steps.count)", type: .int,
          calculated: "$\(ledger.tag("b", line)) + 1")
        script.steps.append(.edits([.shape(.insertRows([reader], .end(of: "s")))]))
      case 3 where line > 0:
        script.steps.append(
          .edits([
            .shape(
              .setFormula(
                .tag(ledger.tag("b", line)), "$\(ledger.tag("b", line - 1)) + 5"))
          ]))
      default:
        let tag = line == 0 || kind == 4 ? ledger.tag("b", 0) : ledger.tag("a", line)
        script.steps.append(.edits([.set(tag, ledger.value(&random))]))
      }
    }
    if let disagreement = script.disagreement {
      Issue.record(Comment(rawValue: script.report(disagreement, seed: seed)))
      return
    }
  }
}

@Test("Every formula of a chain runs once, and none behind one that stays the same")
func chainCutOff() throws {
  var ledger = Ledger()
  ledger.length = 500
  ledger.formula = "$last * $amount"
  var form = try open(ledger.rows)
  try form.update { draft in for line in 1...500 { draft.set("a\(line)", to: line == 300 ? 0 : 1) }
  }
  #expect(form["b299"]?.value == 1)
  #expect(form["b500"]?.value == 0)
  let changes = try form.set("b0", to: 7)
  #expect(form["b299"]?.value == 7)
  #expect(changes.evaluatedCount == 300)
  #expect(changes.changes.count == 300)
  #expect(Set(changes.evaluations).count == 300)
  let undone = try form.undo()
  #expect(undone.evaluatedCount == 0)
  #expect(form["b299"]?.value == 1)
}

@Test("Decimals that each go on from the one before add up, with an amount in each line")
func chainOfDecimals() throws {
  var ledger = Ledger()
  ledger.length = 100
  ledger.type = .decimal
  var form = try open(ledger.rows)
  try form.update { draft in for line in 1...100 { draft.set("a\(line)", to: 0.25) } }
  #expect(form["b100"]?.value == 26.0)
  let changes = try form.set("b0", to: 0.5)
  #expect(form["b100"]?.value == 25.5)
  #expect(changes.evaluatedCount == 100)
}

@Test(
  "A line that somebody else comes to read tells of itself, whichever of its page it is",
  arguments: depth(quick: 9, full: 1))
func readersThatCome(depth step: Int) throws {
  var ledger = Ledger()
  ledger.length = 140
  ledger.formula = "$last + 1"
  let form = try open(ledger.rows)
  for line in stride(from: 1, through: ledger.length, by: step) {
    var form = form
    let reader = RowDefinition(tag: "n", type: .int, calculated: "$b\(line) * 2")
    try form.update { $0.insertRows([reader], at: .end(of: "s")) }
    #expect(form.inconsistency == nil)
    try form.set("b0", to: 1_000)
    #expect(form["n"]?.value == .int(2 * (1_000 + Int64(line))))
  }
}

@Test("What is wrong in a chain is gone once it gives numbers again, and what is elsewhere stays")
func problemsOfChains() throws {
  var ledger = Ledger()
  ledger.length = 100
  ledger.formula = "$last + 1"
  var form = try open(
    ledger.rows + [
      RowDefinition(tag: "half", type: .decimal, value: 0.5),
      RowDefinition(tag: "odd", type: .int, calculated: "$half"),
    ])
  #expect(form.problems.flatMap(\.tags) == ["odd"])
  try form.set("b0", to: .int(.max))
  #expect(form.problems.flatMap(\.tags).contains("b1"))
  #expect(form["b100"]?.value == .null)
  let changes = try form.set("b0", to: 1)
  #expect(form["b100"]?.value == 101)
  #expect(changes.evaluatedCount == 100)
  #expect(form.problems.flatMap(\.tags) == ["odd"])
}

@Test("Lines that tell of their changes only once they were left are noted as changed")
func changedLines() throws {
  var ledger = Ledger()
  ledger.length = 100
  ledger.formula = "$last + 1"
  let rows = ledger.rows.map { row in
    var row = row
    row.validates = .onChangeAfterBlurred
    return row
  }
  var form = try open(rows)
  #expect(form.savedState.changed == [])
  let changes = try form.set("b0", to: 7)
  #expect(changes.evaluatedCount == 100)
  #expect(form.savedState.changed == (0...100).map { "b\($0)" })
}

/// Wherever in a table a balance stops being a number, those before it are told and it is tried.
@Test("A chain ends where a number is too large, at any line, and goes on when it fits again")
func chainThatOverflows() throws {
  var ledger = Ledger()
  ledger.length = 100
  let section = SectionDefinition(tag: "s", rows: ledger.rows)
  var form = try CompiledForm(FormDefinition(sections: [section])).open(now: .distantPast)
  try form.update { draft in for line in 1...ledger.length { draft.set("a\(line)", to: 0) } }
  for line in 1...ledger.length {
    try form.update { draft in
      if line > 1 { draft.set("a\(line - 1)", to: 0) }
      draft.set("a\(line)", to: .int(.max - 5))
    }
    #expect(form["b\(line)"]?.value == .int(.max - 4), "line \(line)")
    try form.set("b0", to: 10)
    #expect(form["b\(line - 1)"]?.value == 10 && form["b\(line)"]?.value == .null, "line \(line)")
    #expect(form["b\(ledger.length)"]?.value == .null, "line \(line)")
    try form.set("b0", to: 1)
    #expect(form["b\(ledger.length)"]?.value == .int(.max - 4), "line \(line)")
  }
}

@Test("Formulas of a chain that wait themselves run once all the same")
func waitingChain() throws {
  var ledger = Ledger()
  ledger.length = 100
  var form = try open(ledger.rows)
  try form.update { draft in for line in 1...100 { draft.set("a\(line)", to: 1) } }
  for lines in [[1], [1, 2, 3], [1, 50, 51, 100], Array(1...100)] {
    let changes = try form.update { draft in
      draft.set("b0", to: .int(Int64(lines.count * 1_000)))
      for line in lines { draft.set("a\(line)", to: .int(Int64(lines.count + line))) }
    }
    #expect(changes.evaluatedCount == 100, "\(lines.count)")
    #expect(Set(changes.evaluations).count == 100, "\(lines.count)")
    #expect(form.inconsistency == nil)
  }
}

@Test("A line that nobody else reads any more is believed to be read by the next one alone")
func readersThatGo() throws {
  var ledger = Ledger()
  ledger.length = 140
  ledger.others = [10, 70]
  var form = try open(ledger.rows)
  for tag in ["o10", "o70"] {
    try form.update { $0.removeRows([tag]) }
    #expect(form.inconsistency == nil)
  }
  try form.update { draft in for line in 1...140 { draft.set("a\(line)", to: 1) } }
  #expect(try form.set("b0", to: 5).evaluatedCount == 140)
  #expect(form["b140"]?.value == 145)
}
