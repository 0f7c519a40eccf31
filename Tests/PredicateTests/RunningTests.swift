// Flat code against the tree: the same value, the same error at the same node, the steps spent at
// the same place, whatever the text, the values and the limit.

import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct RunningTests {
  /// Whether a program gives as flat code what it gives as a tree; nil values stand for operands
  /// that are not given.
  private func check(
    _ program: Program, _ values: [Value?], object: Value, steps: Int,
    _ label: @autoclosure () -> String
  ) -> Bool {
    let disagreement = TwoEvaluators.disagreement(program, values, object: object, steps: steps)
    if let disagreement { Issue.record("\(label()): \(disagreement)") }
    return disagreement == nil
  }

  /// What the tree spends on each of several parts is spent for the others too.
  @Test func stepsOfSeveralParts() throws {
    let long = Value.string(String(repeating: "long ", count: 20))
    for text in [
      "$a CONTAINS $b OR $c CONTAINS $d", "$a LIKE $b OR $c LIKE $d", "$a IN {$b, $d} OR $c == $a",
      "length($a) + length($c) > length($b) * 1000",
    ] {
      let program = try SyntaxTree(predicate: text).resolved().program
      for steps in 0..<500 {
        guard
          check(
            program, [long, "longer", long, "longest"], object: .null, steps: steps,
            "\(text), \(steps) steps")
        else { return }
      }
    }
  }

  @Test(arguments: depth(quick: 80, full: 800))
  func randomComparisons(depth texts: Int) throws {
    var run = RandomRun(SplitMix64.forTest(0xF1A7))
    var built = 0
    for index in 0..<texts {
      let isPredicate = run.chance(75)
      let depth = Int.random(in: 0...3, using: &run.random)
      let text = isPredicate ? run.predicate(depth) : run.expression(depth)
      let tree = SyntaxTree.extended(text)
      guard let resolution = try? tree?.resolved() else { continue }
      built += 1
      for _ in 0..<8 {
        let values = resolution.operands.map { _ in run.chance(4) ? nil : run.value() as Value? }
        let object = run.object()
        let steps = run.steps()
        guard
          check(
            resolution.program, values, object: object, steps: steps,
            "seed \(run.random.seed), \(index): \(text) over \(values), \(object), \(steps) steps")
        else { return }
      }
    }
    #expect(built * 8 > texts * 5)
  }

  @Test(arguments: depth(quick: 40, full: 400))
  func randomPrograms(depth count: Int) throws {
    var texts = RandomProgram(SplitMix64.forTest(0xF1A8))
    var run = RandomRun(SplitMix64.forTest(0xF1A9))
    for index in 0..<count {
      let isPredicate = run.chance(70)
      let text = isPredicate ? texts.predicate(3) : texts.expression(3)
      let tree = SyntaxTree.extended(text)
      guard let resolution = try? tree?.resolved() else { continue }
      for _ in 0..<4 {
        let values = resolution.operands.map { _ in run.chance(4) ? nil : run.value() as Value? }
        let object: Value = [
          "a": run.value(), "b": run.value(), "text": run.value(),
          "list": run.chance(70) ? [run.value(), run.value()] : run.value(),
        ]
        let steps = run.steps()
        guard
          check(
            resolution.program, values, object: object, steps: steps,
            "seed \(run.random.seed), \(index): \(text) over \(values), \(object), \(steps) steps")
        else { return }
      }
    }
  }

  @Test(arguments: depth(quick: 20, full: 150))
  func randomCollections(depth count: Int) throws {
    var texts = RandomCollectionText(SplitMix64.forTest(0xF1AA))
    var run = RandomRun(SplitMix64.forTest(0xF1AB))
    for index in 0..<count {
      let text = texts.predicate(2)
      guard
        let resolution = try? SyntaxTree(predicate: text).resolved(collections: [ExactText("x")])
      else { continue }
      for _ in 0..<4 {
        let values = resolution.operands.map { operand in
          operand.variable == "x" || operand.variable == "y"
            ? Value.array(texts.items()) : run.value()
        }
        let steps = run.steps()
        guard
          check(
            resolution.program, values, object: ["a": run.value()], steps: steps,
            "seed \(run.random.seed), \(index): \(text) over \(values), \(steps) steps")
        else { return }
      }
    }
  }

  /// Ranges of what no cell holds: the second comparison is found behind the first.
  @Test func rangesOfLongText() throws {
    let low = String(repeating: "b", count: 40)
    let high = String(repeating: "d", count: 40)
    let values = ["a", "b", "c", "d", "e"].map { Value.string(String(repeating: $0, count: 40)) }
    for text in ["$a >= '\(low)' AND $a <= '\(high)'", "$a BETWEEN {'\(low)', '\(high)'}"] {
      let program = try SyntaxTree(predicate: text).resolved().program
      for value in values + ["c", nil, 1, .string(low), .string(high)] {
        #expect(check(program, [value], object: .null, steps: 1_000_000, "\(text), \(value)"))
      }
    }
    let condition = try Condition("$a >= '\(low)' AND $a <= '\(high)'")
    #expect(
      try values.map { try condition.evaluate(variables: ["a": $0]) } == [
        false, true, true, true, false,
      ])
  }

  /// Of text that is too long for a cell the cell has the beginning alone, and a hash that is in no
  /// order.
  @Test func longTextBesideShort() throws {
    let letters = ["a", "g", "m", "s", "z"]
    let short = (["", "A"] + letters).map { Value.string("abcdefgh" + $0) }
    let long = letters.map { Value.string("abcdefgh" + String(repeating: $0, count: 12)) }
    for symbol in ["<", "<=", ">", ">=", "==", "!="] {
      let text = "$a \(symbol) $b"
      let program = try SyntaxTree(predicate: text).resolved().program
      for (a, b) in short.flatMap({ a in long.map { (a, $0) } }) {
        for values in [[a, b], [b, a]] {
          #expect(check(program, values, object: .null, steps: 1_000_000, "\(text), \(values)"))
        }
      }
    }
    let condition = try Condition("$a < $b")
    let values: [String: Value] = ["a": "abcdefghz", "b": "abcdefghyyyyyyyy"]
    #expect(try condition.evaluate(variables: values) == false)
  }

  /// What is not handed in: no operands where there are none, and nil for the object.
  @Test func runsOverNothing() throws {
    let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 0))
    func result(_ text: String) throws -> Value? {
      let program = try SyntaxTree(predicate: text).resolved().program
      var rest = Value.null
      let none = UnsafeBufferPointer<Cell>(start: nil, count: 0)
      return try program.run(none, in: context, rest: &rest) { _ in nil }.value
    }
    #expect(try result("1 + 1 == 2") == true)
    #expect(try result("FALSEPREDICATE") == false)
    #expect(try result("SELF == nil") == true)
    #expect(try result("name == nil AND SELF != 1") == true)
  }

  /// Comparisons of keys and operands that need no tree evaluator: long texts, lists, paths, and
  /// what has no result, with every limit around the steps that they take.
  @Test(arguments: depth(quick: 13, full: 1))
  func comparisonsOfKeys(depth step: Int) throws {
    let long = String(repeating: "abc ", count: 10)
    let texts = [
      "t BEGINSWITH 'abc'", "t ENDSWITH[c] 'C '", "t == '\(long)'", "t !=[c] 'x'", "t < 'b'",
      "t CONTAINS 'c abc'", "t CONTAINS[cd] 'É'", "t LIKE 'abc*'", "t MATCHES '(abc )+'",
      "ANY l == 'red'", "ALL l != 'red'", "NONE l == 'red'", "ANY l BEGINSWITH 're'",
      "ANY l.length > 3", "ANY o.k == 2", "ALL o.k > 0", "ANY o.l > 4", "o.k == 2", "ANY e == 1",
      "ALL e == 1", "ANY n == 1", "ANY t == 1", "d.t BEGINSWITH 'abc'", "d.n.t BEGINSWITH 'abc'",
      "ANY t.k == 1", "n.k == 1", "ANY $v == 'red'", "ALL $v.length == 3", "$v.k == 1",
      "t BEGINSWITH 'abc' AND n == nil AND ANY l == 'blue'", "t == 'x' OR NOT ANY l == 'blue'",
      "'red' IN l", "7 IN l", "'abc' IN t", "l CONTAINS 'red'", "t CONTAINS u", "1 IN n", "u IN l",
      "t BEGINSWITH 'abc abc '", "t BEGINSWITH 'abc abc a'", "t BEGINSWITH 'abd abc abc abc abc'",
      "t BEGINSWITH[c] 'ABC ABC '", "t BEGINSWITH[c] 'ABC ABC A'", "t BEGINSWITH[cd] 'abd'",
      "u BEGINSWITH[c] 'É'", "u BEGINSWITH[cd] 'eco'", "w BEGINSWITH[c] 'ABCDEFGH'",
      "w BEGINSWITH[cd] 'abcdefghi'", "w ==[c] 'x'", "w CONTAINS[c] 'IJKLMNOPQRSTUVW'",
      "ANY SELF == 1", "SELF.t == '\(long)'", "l == {'red', 'blue'}", "n > 1 AND t > 1",
      // Their texts are longer than the steps that the program reserves.
      "x BEGINSWITH 'abc'", "x BEGINSWITH 'abd'", "x BEGINSWITH 'abc abc a'", "x ENDSWITH 'c '",
      "x BEGINSWITH[c] 'ABC'", "x BEGINSWITH[c] 'abd'", "x BEGINSWITH x",
    ]
    let object: Value = [
      "t": .string(long), "l": ["red", "blue"], "e": [],
      "o": [["k": 1, "l": [1, 2]], ["k": 2, "l": [5]]], "d": ["t": .string(long)],
      "x": .string(String(repeating: "abc ", count: 750)),
      "u": "École of the corner", "w": "aBcDeFgH\u{301}IJKLMNOPQRSTUVWXYZ@[`{",
    ]
    let limits =
      Array(stride(from: 0, to: 300, by: step))
      + Array(stride(from: 300, to: 8_000, by: 97 * step)) + [100_000]
    for text in texts {
      let program = try SyntaxTree(predicate: text).resolved().program
      let values: [[Value?]] = program.operandCount == 0 ? [[]] : [[["red", "tea"]], [1], [nil]]
      for values in values {
        for object in [object, .null, 1, [1, 2]] {
          for steps in limits {
            guard check(program, values, object: object, steps: steps, "\(text), \(steps) steps")
            else { return }
          }
        }
      }
    }
  }

  /// Two keys that differ only in their normal form are two keys, in objects of every size.
  @Test(arguments: [2, 16, 17, 1_000, 100_000])
  func objectsOfManyKeys(count: Int) throws {
    let (composed, decomposed) = ("caf\u{e9} of the corner", "cafe\u{301} of the corner")
    let last = Int64(max(3, count) - 1)
    let others = (2...last).map { ("k\($0)", Value.int($0)) }
    let object = ValueDictionary([(composed, 1)] + others + [(decomposed, 2)])
    let condition = try Condition(
      format: "%K == 1 AND %K == 2 AND %K == %@ AND %K == nil", .string(composed),
      .string(decomposed), .string("k\(last)"), .int(last), "no key")
    #expect(try condition.evaluate(.dictionary(object)))
    let swapped = ValueDictionary([(composed, 2)] + others + [(decomposed, 1)])
    #expect(try !condition.evaluate(.dictionary(swapped)))
  }

  /// A frame has places for so many keys; what reads more is left to the tree.
  @Test(arguments: [31, 32, 33, 80])
  func manyKeys(count: Int) throws {
    let text = (0..<count).map { "k\($0) == \($0)" }.joined(separator: " AND ")
    let program = try SyntaxTree(predicate: text).resolved().program
    for other in [nil, 0, count - 1] {
      var object = ValueDictionary()
      for key in 0..<count { object["k\(key)"] = .int(key == other ? -1 : Int64(key)) }
      #expect(check(program, [], object: .dictionary(object), steps: 1_000_000, "\(count) keys"))
      #expect(try Condition(text).evaluate(.dictionary(object)) == (other == nil))
    }
  }
}
