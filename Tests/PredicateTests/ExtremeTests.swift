// Input at the edges: numbers that overflow or are none, texts of a megabyte, lists of a million,
// more slots than sixteen bits count. The answers are right, nothing is cut off and nothing traps.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct ExtremeTests {
  private static let now = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 100.5))

  private static let numbers: [Value] = [
    .int(.min), .int(.min + 1), .int(.max), .int(.max - 1), 0, 1, -1, 2, 63, 64,
    .int(1 << 53), .int(1 << 53 + 1), .double(.nan), .double(.infinity), .double(-.infinity),
    .double(-0.0), .double(0.0), .double(0x1p63), .double(-0x1p63), .double(.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .double(1.5), .bool(true), nil,
  ]

  /// What a text gives as flat code, in a table where it is a predicate, and as a tree: always one
  /// thing.
  private func outcome(_ text: String, _ values: [String: Value]) -> Result<Value, EvaluationError>?
  {
    let found: Result<Value, EvaluationError>
    let resolution: Resolution
    if let condition = try? Condition(text) {
      resolution = condition.resolution
      found = Result { () throws(EvaluationError) in
        .bool(try condition.evaluate(variables: values, context: Self.now))
      }
      let names = values.keys.sorted()
      var table = ValueTable(columns: names.count, rows: 2)
      for (column, name) in names.enumerated() {
        for row in 0..<2 { table[row, column] = values[name] ?? nil }
      }
      let columns = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
      let bound = try? condition.bound(to: columns)
      let swept = Result { () throws(EvaluationError) in
        try bound?.count(in: table, context: Self.now)
      }
      #expect(swept == found.map { $0 == true ? 2 : 0 }, "\(text) over \(values)")
    } else if let formula = try? Formula(text) {
      resolution = formula.resolution
      found = Result { () throws(EvaluationError) in
        try formula.evaluate(variables: values, context: Self.now)
      }
    } else {
      Issue.record("\(text) does not build")
      return nil
    }
    let expected = Result { () throws(EvaluationFailure) in
      try resolution.program.evaluate(context: Self.now) {
        values[resolution.operands[$0].variable]
      }
    }.mapError { resolution.error(for: $0) }
    #expect(found == expected, "\(text) over \(values)")
    return found
  }

  private func value(_ text: String, _ values: Value...) -> Value? {
    let names = ["a", "b", "c"]
    return try? outcome(text, Dictionary(uniqueKeysWithValues: zip(names, values)))?.get()
  }

  // MARK: - Numbers

  @Test(arguments: depth(quick: 11, full: 1))
  func everyOperationOnEveryNumber(depth step: Int) {
    let unary = [
      "-$a", "abs($a)", "floor($a)", "ceiling($a)", "trunc($a)", "sqrt($a)", "exp($a)", "ln($a)",
      "log($a)", "onesComplement($a)", "CAST($a, 'NSNumber')", "CAST($a, 'NSString')",
      "CAST($a, 'NSDate')", "sum({$a, $a})", "average({$a, $a})", "max({$a, 0})", "median({$a, 1})",
      "stddev({$a, 1})", "$a == -9223372036854775808", "$a < 9223372036854775807", "$a == 0",
      "$a == -0.0", "$a != 0.0", "$a BETWEEN {-9223372036854775808, 9223372036854775807}",
      "$a > -9223372036854775808 AND $a <= 9223372036854775807", "$a < 5 AND $a < 3",
      "$a BETWEEN {0.0, 9223372036854775808}", "$a BETWEEN {10, 1}", "$a IN {-9223372036854775808}",
      "$a IN {0, 1.5, 9007199254740993}", "$a < -9223372036854775808", "$a > 9223372036854775807",
      "$a + 1 > 9223372036854775807", "$a - 1 < 0", "$a * -1 == -9223372036854775808",
      "NOT ($a > 0)", "NOT ($a <= 0.0) AND $a == $a", "$a == 9007199254740993",
    ]
    let binary = [
      "$a + $b", "$a - $b", "$a * $b", "$a / $b", "$a ** $b", "$a | $b", "$a & $b", "$a ^ $b",
      "$a << $b", "$a >> $b", "modulus:by:($a, $b)", "$a < $b", "$a <= $b", "$a == $b", "$a != $b",
      "$a >= $b", "$a > $b", "$a IN {$b, 2}", "$a BETWEEN {$b, 5}", "$a * $b > 100",
      "$a + $b < 0.5", "$a - $b == 0", "$a / $b >= 1", "TERNARY($a < $b, $a, $b) + 1",
    ]
    for a in Self.numbers {
      for text in unary { _ = outcome(text, ["a": a]) }
    }
    let pairs = Self.numbers.flatMap { a in Self.numbers.map { b in (a, b) } }
    for (number, (a, b)) in pairs.enumerated() where number % step == 0 {
      for text in binary { _ = outcome(text, ["a": a, "b": b]) }
    }
  }

  @Test func smallestInteger() {
    let least = Value.int(.min)
    #expect(value("$a == -9223372036854775808", least) == true)
    #expect(value("$a < -9223372036854775807", least) == true)
    #expect(value("$a < -9223372036854775808", least) == false)
    #expect(value("$a >= -9223372036854775808", least) == true)
    #expect(value("$a BETWEEN {-9223372036854775808, -1}", least) == true)
    #expect(value("$a BETWEEN {-9223372036854775807, 0}", least) == false)
    #expect(value("$a IN {0, -9223372036854775808}", least) == true)
    #expect(value("$a == -9223372036854775808.0", least) == true)
    #expect(value("$a + $b", least, -1) != least)
    #expect(value("$a / $b", least, -1) != least)
    #expect(value("-$a", least) != least)
    #expect(value("-9223372036854775808") == least)
    #expect(value("$a + 0", least) == least)
  }

  @Test func noNumber() {
    let none = Value.double(.nan)
    for text in ["$a < 1", "$a <= 1", "$a > 1", "$a >= 1", "$a == 1", "$a == $a", "$a < 1.5"] {
      #expect(value(text, none) == false, "\(text)")
      #expect(value("NOT \(text)", none) == true, "\(text)")
    }
    #expect(value("$a != $a", none) == true)
    #expect(value("$a BETWEEN {0, 1}", none) == false)
    #expect(value("$a > 0 AND $a < 10", none) == false)
    #expect(value("$a IN {0, 1}", none) == false)
    #expect(value("$a * $b > 1", none, 2) == false)
    #expect(value("NOT $a * $b <= 1", none, 2) == true)
  }

  @Test func zerosAndInfinities() {
    #expect(value("$a == 0", .double(-0.0)) == true)
    #expect(value("$a < 0", .double(-0.0)) == false)
    #expect(value("$a >= 0.0", .double(-0.0)) == true)
    #expect(value("$a IN {0}", .double(-0.0)) == true)
    #expect(value("$a == $b", .double(-0.0), 0) == true)
    #expect(value("1 / $a < 0", .double(-0.0)) == true)
    #expect(value("$a > 9223372036854775807", .double(.infinity)) == true)
    #expect(value("$a < -9223372036854775808", .double(-.infinity)) == true)
    #expect(value("$a - $b == 0", .double(.infinity), .double(.infinity)) == false)
    // Integers beyond 53 bits are compared as they are, not as the double nearest to them.
    #expect(value("$a == 9007199254740993", .double(9_007_199_254_740_992)) == false)
    #expect(value("$a < 9007199254740993", .double(9_007_199_254_740_992)) == true)
    #expect(value("$a < $b", .int(.max), .double(0x1p63)) == true)
    #expect(value("$a == $b", .int(.max), .double(0x1p63)) == false)
  }

  // MARK: - Long texts

  @Test(arguments: depth(quick: 4_000, full: 100_000))
  func hugeTexts(depth count: Int) throws {
    let long = String(repeating: "abcdefghij", count: count)
    let values: [Value] = [
      .string(long), .string(long + "x"), .string("x" + long), .string(long.uppercased()),
      .string(String(repeating: "é", count: 5 * count)), "short", nil,
    ]
    func rows(_ condition: Condition) throws -> [Int] {
      var table = ValueTable(columns: 1, rows: values.count)
      for (row, value) in values.enumerated() { table[row, 0] = value }
      let swept = try condition.bound(to: ["a": 0]).rows(in: table)
      #expect(try condition.evaluate(variables: ["a": values[0]]) == swept.contains(0))
      return swept
    }
    #expect(try rows(Condition(format: "$a == %@", .string(long))) == [0])
    #expect(try rows(Condition(format: "$a != %@", .string(long))) == [1, 2, 3, 4, 5, 6])
    #expect(try rows(Condition(format: "$a BEGINSWITH %@", .string(long))) == [0, 1])
    #expect(try rows(Condition(format: "$a CONTAINS %@", .string("j" + long))) == [])
    #expect(try rows(Condition("$a ENDSWITH 'jx'")) == [1])
    #expect(try rows(Condition("$a BEGINSWITH[c] 'ABCDEFGHIJABCDEFGHIJ'")) == [0, 1, 3])
    #expect(try rows(Condition("$a LIKE 'x*j'")) == [2])
    #expect(try rows(Condition("$a IN {'short', 'abcdefghijabcdefghij'}")) == [5])
    #expect(try rows(Condition("$a.length == \(10 * count + 1)")) == [1, 2])
    #expect(try rows(Condition("$a == '\(long)'")) == [0])
    let limits = Limits.standard
    #expect(throws: BuildError.self) {
      try Condition("$a == '\(String(repeating: "a", count: limits.textLength))'")
    }
  }

  // MARK: - Long lists

  /// As many members as two bytes count, one more, and many more.
  @Test(arguments: [65_535, 65_536] + depth(quick: 100_000, full: 1_000_000))
  func longLists(depth count: Int) throws {
    let last = Int64(count - 1)
    func check(
      _ symbol: String, _ list: [Value], isAmong members: [(member: Value, isThere: Bool)]
    ) throws {
      let bound = try Condition(format: "$a \(symbol) %@", .array(list)).bound(to: ["a": 0])
      var table = ValueTable(columns: 1, rows: members.count)
      for (row, (member, _)) in members.enumerated() { table[row, 0] = member }
      #expect(
        try bound.rows(in: table) == members.indices.filter { members[$0].isThere },
        "\(symbol), \(count)")
    }
    try check("IN", (0...last).map { .int($0) }, isAmong: [(.int(last), true), ("t0", false)])
    guard count <= 65_536 else { return }
    let texts = (0...last).map { Value.string("t\($0)") }
    try check(
      "IN", texts, isAmong: [(.string("t\(last)"), true), (.string("T\(last)"), false)])
    try check("IN[c]", texts, isAmong: [(.string("T\(last)"), true)])
  }

  @Test func longListInTheText() throws {
    var limits = Limits.standard
    limits.textLength = 1 << 24
    limits.nodes = 1 << 20
    limits.aggregateElements = 1 << 20
    let members = (0..<70_000).map { "\($0)" }.joined(separator: ", ")
    let condition = try Condition("$a IN {\(members)}", limits: limits)
    #expect(try condition.evaluate(variables: ["a": 69_999]))
    #expect(try !condition.evaluate(variables: ["a": 70_000]))
    #expect(throws: BuildError.self) {
      limits.aggregateElements = 69_999
      _ = try Condition("$a IN {\(members)}", limits: limits)
    }
  }

  // MARK: - Many slots

  @Test func manyColumns() throws {
    let columns = 70_000
    var table = ValueTable(columns: columns, rows: 3)
    for row in 0..<3 {
      table[row, 65_536] = .int(Int64(row))
      table[row, columns - 1] = .string(String(repeating: "long", count: row * 10))
      // What stands where only the low sixteen bits count.
      table[row, 0] = -1
      table[row, columns - 1 - 65_536] = "wrong"
    }
    #expect(table[2, 65_536] == 2 && table[2, 0] == -1)
    let bound = try Condition("$a > 0 AND $b BEGINSWITH 'long'")
      .bound(to: ["a": 65_536, "b": columns - 1])
    #expect(try bound.rows(in: table) == [1, 2])
    #expect(try (0..<3).map { try bound.evaluate(table, row: $0) } == [false, true, true])
  }

  /// More operands and instructions than two bytes count.
  @Test(arguments: depth(quick: 65_600, full: 70_000))
  func manyOperandsAndInstructions(depth count: Int) throws {
    var limits = Limits.standard
    limits.textLength = 1 << 24
    limits.nodes = 1 << 20
    let text = (0..<count).map { "$v\($0) == \($0 + 1)" }.joined(separator: " OR ")
    let condition = try Condition(text, limits: limits)
    #expect(condition.variables.count == count)
    let columns = Dictionary(uniqueKeysWithValues: (0..<count).map { ("v\($0)", $0) })
    let bound = try condition.bound(to: columns)
    var table = ValueTable(columns: count, rows: 4)
    table[1, count - 1] = .int(Int64(count))
    table[2, 65_536] = 65_537
    // One that is true only where a place or a slot were cut to sixteen bits.
    table[3, 0] = 65_537
    table[3, count - 1 - 65_536] = .int(Int64(count))
    #expect(try bound.rows(in: table) == [1, 2])
    #expect(try (0..<4).map { try bound.evaluate(table, row: $0) } == [false, true, true, false])
    var values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("v\($0)", Value.null) })
    #expect(try !condition.evaluate(variables: values))
    values["v\(count - 1)"] = .int(Int64(count))
    #expect(try condition.evaluate(variables: values))
  }
}
