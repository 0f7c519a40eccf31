// Forms of many formulas and conditions of one shape, which are evaluated together: whatever reads
// whatever, each node gives what it would give alone, and runs once.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// Rows that add one to a row before them, and rows that are hidden by such a row.
private struct Chains {
  /// By formula: the row it reads, -1 for the switchboard's number.
  var reads: [Int] = []
  /// By plain row: the formula that its condition reads, and the limit.
  var hides: [(formula: Int, limit: Int)] = []
  /// Whether the texts say the same in two steps of arithmetic, which take registers.
  let isRoundabout: Bool

  init(
    formulas: Int, plain: Int, window: Int, isRoundabout: Bool, using random: inout SplitMix64
  ) {
    self.isRoundabout = isRoundabout
    for index in 0..<formulas {
      let nearest = max(-1, index - window)
      reads.append(window == 0 ? -1 : Int.random(in: nearest..<max(index, 0), using: &random))
    }
    for _ in 0..<plain {
      hides.append(
        (Int.random(in: 0..<formulas, using: &random), Int.random(in: 0..<8, using: &random)))
    }
  }

  var definition: FormDefinition {
    var rows = [RowDefinition(tag: "n", type: .int, value: 0)]
    for (index, source) in reads.enumerated() {
      let source = source < 0 ? "$n" : "$f\(source)"
      rows.append(
        RowDefinition(
          tag: "f\(index)", type: .int,
          calculated: isRoundabout ? "\(source) * 2 - \(source) + 1" : "\(source) + 1"))
    }
    for (index, hide) in hides.enumerated() {
      rows.append(
        RowDefinition(
          tag: "p\(index)", type: .int,
          hidden: ConditionDefinition(
            .predicate(
              isRoundabout
                ? "$f\(hide.formula) * 2 + 1 > \(2 * hide.limit + 1)"
                : "$f\(hide.formula) > \(hide.limit)"))))
    }
    return FormDefinition(sections: [SectionDefinition(rows: rows)])
  }

  /// What each formula gives; nil where a number is missing somewhere before it.
  func values(_ number: Int?) -> [Int?] {
    var values: [Int?] = []
    for source in reads { values.append((source < 0 ? number : values[source]).map { $0 + 1 }) }
    return values
  }
}

struct RunTests {
  @Test(
    "Nodes that are evaluated together give what each gives alone, and run once",
    arguments: [0, 1, 2, 5, 40, 200], depth(quick: 1, full: 3))
  func together(window: Int, depth rounds: Int) throws {
    for isRoundabout in [false, true] {
      try together(window: window, rounds: rounds, isRoundabout: isRoundabout)
    }
  }

  private func together(window: Int, rounds: Int, isRoundabout: Bool) throws {
    var random = SplitMix64.forTest(0x70E7 + UInt64(window))
    let seed = random.seed
    for _ in 0..<rounds {
      let chains = Chains(
        formulas: Int.random(in: 1...300, using: &random),
        plain: Int.random(in: 0...200, using: &random), window: window,
        isRoundabout: isRoundabout, using: &random)
      var form = try CompiledForm(chains.definition).open(now: .distantPast)
      var previous: Int? = 0
      for _ in 0..<3 {
        // Now and then a number that no program decides by itself.
        let number: Int? =
          Int.random(in: 0..<6, using: &random) == 0 ? nil : Int.random(in: 0..<9, using: &random)
        let changes = try form.set("n", to: number.map { .int(Int64($0)) } ?? .null)
        let values = chains.values(number)
        for (index, value) in values.enumerated() {
          #expect(
            form["f\(index)"]?.value == value.map { .int(Int64($0)) } ?? .null,
            "seed \(seed): f\(index), \(chains.reads)")
        }
        for (index, hide) in chains.hides.enumerated() {
          #expect(
            form["p\(index)"]?.isHidden == (values[hide.formula].map { $0 > hide.limit } ?? false),
            "seed \(seed): p\(index) of f\(hide.formula) > \(hide.limit)")
        }
        let ran = changes.evaluations
        #expect(Set(ran).count == ran.count, "seed \(seed)")
        let conditions = Set(chains.hides.map { [$0.formula, $0.limit] }).count
        #expect(
          ran.count == (number == previous ? 0 : chains.reads.count + conditions), "seed \(seed)")
        #expect(form.inconsistency == nil, "seed \(seed)")
        previous = number
      }
    }
  }

  @Test("Formulas that are like the one they read, and change with it, read what it gives then")
  func readersAmidOthers() throws {
    let rows =
      [
        RowDefinition(tag: "n", type: .int, value: 1),
        RowDefinition(tag: "m", type: .int, value: 1),
        RowDefinition(tag: "first", type: .int, calculated: "$n + $m"),
      ] + (0..<20).map { RowDefinition(tag: "f\($0)", type: .int, calculated: "$first + $m") }
    var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
      .open(now: .distantPast)
    let changes = try form.set("m", to: 5)
    for index in 0..<20 { #expect(form["f\(index)"]?.value == 11) }
    #expect(changes.evaluatedCount == 21)
  }

  @Test("A formula that overflows amid others fails alone")
  func overflow() throws {
    let rows =
      [RowDefinition(tag: "n", type: .int, value: 0)]
      + (0..<100).map { index in
        RowDefinition(tag: "m\(index)", type: .int, value: .int(index == 50 ? .max : 1))
      }
      + (0..<100).map { RowDefinition(tag: "f\($0)", type: .int, calculated: "$n + $m\($0)") }
    var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
      .open(now: .distantPast)
    let changes = try form.set("n", to: 2)
    for index in 0..<100 where index != 50 { #expect(form["f\(index)"]?.value == 3) }
    #expect(form["f50"]?.value == .null)
    #expect(changes.problemsBegan.count == 1 && form.problems.count == 1)
    #expect(changes.evaluatedCount == 100)
    #expect(try form.set("n", to: 0).problemsEnded.count == 1)
    #expect(form["f50"]?.value == .int(.max))
  }
}
