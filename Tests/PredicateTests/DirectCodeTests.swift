// The shortest way to a result: it gives what the tree gives or leaves it to the program, and says
// of itself whether there is one.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct DirectCodeTests {
  private func program(_ text: String) throws -> Program {
    let tree = try? SyntaxTree(predicate: text)
    return try (tree ?? SyntaxTree(expression: text)).resolved().program
  }

  private func result(_ text: String, _ values: Value...) throws -> Value? {
    let program = try program(text)
    #expect(program.operandCount == values.count)
    let cells = values.map { Cell($0) } + [.null]
    return try cells.withUnsafeBufferPointer { cells in
      let operands = try #require(cells.baseAddress)
      let direct = try #require(program.directCode(within: .standard))
      let value = direct.result(over: operands).flatMap(\.value)
      // Which of the two is asked makes no difference.
      if (try? SyntaxTree(predicate: text)) != nil {
        #expect(direct.truth(over: operands).map { Value.bool($0) } == value)
      }
      return value
    }
  }

  @Test func givesWhatCellsDecide() throws {
    #expect(try result("$a > 1", 2) == true)
    #expect(try result("$a > 1", nil) == false)
    #expect(try result("NOT $a > 1.5", 2) == false)
    #expect(try result("$a BETWEEN {1, 3} AND $b == 'x'", 3, "x") == true)
    #expect(try result("$a * $b > 10", 2.5, 4) == false)
    #expect(try result("$a IN {1, 'two', nil}", "two") == true)
    #expect(try result("$a CONTAINS[c] 'B'", "abc") == true)
    #expect(try result("$a + 1", 2) == 3)
    #expect(try result("$a + $b", .int(.max), 1) == nil)
    #expect(try result("$a / $b", 1, 2.0) == 0.5)
    #expect(try result("$a + $b", nil, 1) == .null)
    #expect(try result("$a", "short") == "short")
    // The start of a long text stands in its cell.
    let long = Value.string(String(repeating: "long ", count: 9))
    #expect(try result("$a < $b", "a", long) == true)
    #expect(try result("$a < $b", long, "a") == false)
    #expect(try result("TERNARY($a > 1, 2, $a)", 3) == 2)
    #expect(try result("TRUEPREDICATE") == true)
  }

  /// Parts of every length, at every place of texts of every length that stand in cells.
  @Test(arguments: ["abcdefghijklmn", "nmlkjihgfedcba"])
  func findsPartsOfShortTexts(whole: String) throws {
    let letters = Array(whole)
    for start in letters.indices {
      for end in start..<letters.count {
        let part = String(letters[start...end])
        let texts = (0...letters.count).map { String(letters[..<$0]) } + ["x" + part, part + "x"]
        for (word, holds) in [
          ("BEGINSWITH", { $0.hasPrefix(part) }), ("ENDSWITH", { $0.hasSuffix(part) }),
          ("CONTAINS", { $0.contains(part) }),
        ] as [(String, (String) -> Bool)] {
          for text in texts where text.utf8.count <= 14 {
            let found = try result("$a \(word) '\(part)'", .string(text))
            #expect(found == .bool(holds(text)), "\(text) \(word) \(part)")
          }
        }
      }
    }
  }

  @Test func computesInRegisters() throws {
    #expect(try result("($a + $b + $c) / 3", 1, 2, 6) == 3)
    #expect(try result("($a + $b + $c) / 3", 1, 2.5, 6) == .double(9.5 / 3))
    #expect(try result("($a + 1) * ($a - 1)", 5) == 24)
    #expect(try result("TERNARY($a + 1 > $b, $a * 2 + 1, $b)", 2, 1) == 5)
    #expect(try result("$a * $b + $c > 1", 2, 3, -6) == false)
    #expect(try result("$a + 1 > $b", 1, 1) == true)
    #expect(try result("$a + $b * 2 > 1", nil, 1) == false)
    #expect(try result("($a + 1) * 2", .int(.max)) == nil)
    #expect(try result("$a / $b + 1 > $c", 1, 0, 2) == nil)
  }

  @Test func leavesToTheProgram() throws {
    let long = Value.string(String(repeating: "long ", count: 9))
    #expect(try result("$a", long) == nil)
    #expect(try result("$a == 'x'", [1]) == nil)
    #expect(try result("$a < $b", 1, "x") == nil)
    #expect(try result("$a / $b", 1, 0) == nil)
    #expect(try result("$a MATCHES 'x' OR $b == 1", "x", 1) == nil)
    #expect(try result("$b == 1 OR $a MATCHES 'x'", 1, "x") == true)
  }

  @Test func noneWhereMoreIsRead() throws {
    for text in [
      "a == 1", "SELF == 1", "now() > $a", "random() < 1", "$a MATCHES 'x'", "uppercase($a)",
      "$a + b > 1",
    ] {
      #expect(try program(text).directCode(within: .standard) == nil, "\(text)")
    }
    var limits = Limits.standard
    limits.steps = 100
    #expect(try program("$a == 1").directCode(within: limits) == nil)
  }

  @Test(arguments: depth(quick: 90, full: 900))
  func randomPrograms(depth count: Int) throws {
    var run = RandomRun(SplitMix64.forTest(0xD17EC7))
    var found = 0
    for index in 0..<count {
      let isPredicate = run.chance(75)
      let depth = Int.random(in: 0...2, using: &run.random)
      let text = isPredicate ? run.predicate(depth) : run.expression(depth)
      let tree = SyntaxTree.extended(text)
      guard let program = try? tree?.resolved().program,
        let direct = program.directCode(within: .standard)
      else { continue }
      for _ in 0..<10 {
        let values = (0..<program.operandCount).map { _ in run.value() }
        let cells = values.map { Cell($0) } + [.null]
        let (result, truth) = cells.withUnsafeBufferPointer { cells in
          cells.baseAddress.map { (direct.result(over: $0), direct.truth(over: $0)) } ?? (nil, nil)
        }
        if isPredicate { #expect(result.flatMap(\.truth) == truth, "\(text) over \(values)") }
        guard let result else { continue }
        found += 1
        let expected = try? program.evaluate(
          context: EvaluationContext(now: .distantPast)
        ) { values[$0] }
        #expect(
          result.value == expected, "seed \(run.random.seed), \(index): \(text) over \(values)")
      }
    }
    #expect(found * 9 > count * 10)
  }
}
