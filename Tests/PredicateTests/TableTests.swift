// Tables of values, and conditions over their rows: a row gives what the condition gives for its
// values by name.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct TableTests {
  @Test func valuesComeBack() {
    let long = Value.string(String(repeating: "long ", count: 9))
    let values: [Value] = [
      1, nil, "short", long, [1, 2], ["a": 1], .date(.distantPast), .double(.nan),
    ]
    var table = ValueTable(columns: values.count, rows: 2)
    for (column, value) in values.enumerated() {
      #expect(table[0, column] == nil)
      table[0, column] = value
      table[1, values.count - 1 - column] = value
    }
    let copy = table
    for (column, value) in values.enumerated() {
      #expect(table[0, column] == value)
      table[0, column] = "x"
      #expect(table[0, column] == "x")
      table[0, column] = long
      #expect(table[0, column] == long && copy[0, column] == value)
      table[0, column] = nil
      #expect(table[0, column] == nil)
      #expect(table[1, values.count - 1 - column] == value)
    }
    #expect(ValueTable(columns: 0, rows: 0).rows == 0)
  }

  @Test func binding() throws {
    let condition = try Condition("$age >= 18 AND $name != 'Bo'")
    #expect(throws: Refusal.self) { try condition.bound(to: ["age": 0]) }
    do throws(Refusal) {
      _ = try condition.bound(to: ["age": 0, "nam": 1])
    } catch {
      #expect(error.diagnostic.message == "no column is given for $name")
      #expect(error.diagnostic.hint == "there is 'nam'")
      #expect(error.diagnostic.range == 15..<20)
    }
    #expect(throws: Refusal.self) { try condition.bound(to: ["age": 0, "name": -1]) }
    #expect(throws: Refusal.self) { try condition.bound(to: ["age": 0, "name": .max]) }
    // Another normal form is another name.
    #expect(throws: Refusal.self) { try Condition("$e\u{301} == 1").bound(to: ["\u{E9}": 0]) }
    var table = ValueTable(columns: 3, rows: 3)
    for (row, (name, age)) in [("Ana", 20), ("Bo", 30), ("Cleo", 7)].enumerated() {
      table[row, 2] = .string(name)
      table[row, 1] = .int(Int64(age))
    }
    let bound = try condition.bound(to: ["name": 2, "age": 1, "other": 7])
    #expect(try bound.rows(in: table) == [0])
    #expect(try bound.count(in: table) == 1)
    #expect(try (0..<3).map { try bound.evaluate(table, row: $0) } == [true, false, false])
    #expect(try Condition("k == nil").bound(to: [:]).count(in: table) == 3)
    #expect(try Condition("now() != nil AND random() < 1").bound(to: [:]).count(in: table) == 3)
    #expect(try bound.count(in: ValueTable(columns: 3, rows: 0)) == 0)
  }

  @Test func firstFailureOfARow() throws {
    var table = ValueTable(columns: 1, rows: 4)
    let values: [Value] = [1, 2, "x", [1]]
    for (row, value) in values.enumerated() { table[row, 0] = value }
    let bound = try Condition("TRUEPREDICATE AND $v < 5").bound(to: ["v": 0])
    do throws(EvaluationError) {
      _ = try bound.count(in: table)
      Issue.record("text was ordered among numbers")
    } catch {
      #expect(error.diagnostic.message == "< cannot order the text 'x' and the number 5")
      #expect(error.diagnostic.range == 18..<24)
    }
  }

  @Test func likeVariables() throws {
    var run = RandomRun(SplitMix64.forTest(0x7AB1E))
    let names = ["v0", "v1", "v2", "v3"]
    for index in 0..<150 {
      let text = run.predicate(2)
      var limits = Limits.standard
      limits.steps = run.steps()
      guard let condition = try? Condition(text, limits: limits, functions: .extended) else {
        continue
      }
      var table = ValueTable(columns: 5, rows: 6)
      let bound = try condition.bound(to: ["v0": 3, "v1": 1, "v2": 4, "v3": 0])
      let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 100.5))
      var expected: [Result<Bool, EvaluationError>] = []
      for row in 0..<6 {
        let values = names.map { ($0, run.value()) }
        for (value, column) in zip(values, [3, 1, 4, 0]) { table[row, column] = value.1 }
        let variables = Dictionary(uniqueKeysWithValues: values)
        expected.append(
          Result { () throws(EvaluationError) in
            try condition.evaluate(variables: variables, context: context)
          })
      }
      let found = (0..<6).map { row in
        Result { () throws(EvaluationError) in
          try bound.evaluate(table, row: row, context: context)
        }
      }
      #expect(found == expected, "seed \(run.random.seed), \(index): \(text)")
      let holding = Result { () throws(EvaluationError) in
        try bound.rows(in: table, context: context)
      }
      switch expected.first(where: { (try? $0.get()) == nil }) {
      case .failure(let error)?: #expect(holding == .failure(error))
      default:
        #expect(
          holding == .success((0..<6).filter { (try? expected[$0].get()) == true }), "\(text)")
        #expect(try bound.count(in: table, context: context) == holding.get().count)
      }
    }
  }

  /// Blocks that are full and not, whose columns are mostly of one kind: what a sweep says of a row
  /// is what the row alone gives.
  @Test(arguments: depth(quick: 60, full: 250))
  func sweepsInBlocks(depth texts: Int) throws {
    var run = RandomRun(SplitMix64.forTest(0xB10C))
    let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 100.5))
    var swept = 0
    for index in 0..<texts {
      let text = run.predicate(2)
      guard let condition = try? Condition(text, functions: .extended) else { continue }
      let count = run.pick([1, 63, 64, 65, 127, 128, 200])
      var table = ValueTable(columns: 4, rows: count)
      for column in 0..<4 {
        let kind = run.pick([run.plainValues(0), run.plainValues(1), run.plainValues(2)])
        let purity = run.pick([100, 100, 98, 60])
        for row in 0..<count {
          table[row, column] = run.chance(purity) ? run.pick(kind) : run.value()
        }
      }
      let bound = try condition.bound(to: ["v0": 0, "v1": 1, "v2": 2, "v3": 3])
      let expected = (0..<count).map { row in
        Result { () throws(EvaluationError) in
          let variables = Dictionary(
            uniqueKeysWithValues: (0..<4).map { ("v\($0)", table[row, $0]) })
          return try condition.evaluate(variables: variables, context: context)
        }
      }
      let found = (0..<count).map { row in
        Result { () throws(EvaluationError) in
          try bound.evaluate(table, row: row, context: context)
        }
      }
      #expect(found == expected, "seed \(run.random.seed), \(index): \(text)")
      let holding = Result { () throws(EvaluationError) in
        try bound.rows(in: table, context: context)
      }
      switch expected.first(where: { (try? $0.get()) == nil }) {
      case .failure(let error)?:
        #expect(holding == .failure(error), "seed \(run.random.seed), \(index): \(text)")
      default:
        swept += 1
        #expect(
          holding == .success((0..<count).filter { (try? expected[$0].get()) == true }),
          "seed \(run.random.seed), \(index): \(text)")
        #expect(try bound.count(in: table, context: context) == holding.get().count)
      }
    }
    #expect(swept * 25 > texts * 8)
  }
}
