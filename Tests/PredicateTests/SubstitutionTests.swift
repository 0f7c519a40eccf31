// Constants in the place of variables: the copy comes to what the original comes to with these
// variables given, failures and their places included, and prints as a text of its own.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct SubstitutionTests {
  private static let values: [String: Value] = [
    "x": 5, "neg": -5, "half": 2.5, "whole": 2.0, "flag": true, "none": nil, "text": "it's",
    "key": "name", "odd": "a b", "list": [1, 2.0, "a"], "first": 1, "size": "s", "dict": ["k": 1],
    "café": 1,
  ]

  /// Text, and the copy's canonical text with its variables behind it.
  @Test(arguments: [
    ("$x == 1", "5 == 1", []), ("$x + $y == 1", "5 + $y == 1", ["y"]),
    ("$#first == $#size", "1 == \"s\"", []), ("$first == 1", "1 == 1", []),
    ("a IN $list", "a IN {1, 2, \"a\"}", []), ("$none == nil", "nil == nil", []),
    ("$flag == YES", "1 == 1", []), ("$text == 1", "\"it's\" == 1", []),
    ("$half * $whole == 1", "2.5 * 2.0 == 1", []), ("$whole == 1", "2 == 1", []),
    // What the parser folds is folded here.
    ("-$x == 1", "-5 == 1", []), ("-$neg == 1", "5 == 1", []), ("- -$x == 1", "5 == 1", []),
    ("-$flag == 1", "-1 == 1", []), ("-$text == 1", "-\"it's\" == 1", []),
    ("CAST($half, 'NSDate') == d", "CAST(2.500000, \"NSDate\") == d", []),
    ("$neg ** 2 == 1", "-5 ** 2 == 1", []), ("$neg[0] == $neg.a", "(-5)[0] == (-5).a", []),
    // Keys that variables name.
    ("a.$key == 1", "a.name == 1", []), ("SELF.$key == 1", "name == 1", []),
    ("$key.$key == 1", "\"name\".name == 1", []), ("a.$size == 1", "a.s == 1", []),
    ("$y.$key.$key.$y == 1", "$y.name.name.$y == 1", ["y"]),
    ("a.$x == 1", "a.5 == 1", []), ("a.$odd == 1", "a.\"a b\" == 1", []),
    // Behind an operator a key in a variable is not read of each element, a plain one is.
    ("a.@max.$key == 1", "a.@max.\"name\" == 1", []),
    ("a.@max.b.$key == 1", "a.@max.b.\"name\" == 1", []),
    ("a.@count.$key == 1", "a.@count.name == 1", []),
    ("$key.@max == $key.@max.b", "\"name\".@max == \"name\".@max.b", []),
    // Iterators are not free variables.
    ("SUBQUERY($x, $x, $x == 1)[SIZE] == 0", "SUBQUERY(5, $x, $x == 1)[SIZE] == 0", []),
    (
      "SUBQUERY($list, $x, SUBQUERY($x, $y, $x == $y AND $key == 1)[SIZE] > $x)[SIZE] == $x",
      "SUBQUERY({1, 2.0, \"a\"}, $x, SUBQUERY($x, $y, $x == $y AND \"name\" == 1)[SIZE] > $x)[SIZE]"
        + " == 5", []
    ),
    ("SUBQUERY(a, $x, $y.$x == 1)[SIZE] == 0", "SUBQUERY(a, $x, $y.$x == 1)[SIZE] == 0", ["y"]),
    // Names are compared scalar by scalar.
    ("$café == 1", "1 == 1", []), ("$cafe\u{301} == 1", "$cafe\u{301} == 1", ["cafe\u{301}"]),
    ("$X == 1", "$X == 1", ["X"]),
  ])
  func canonical(_ text: String, _ expected: String, _ variables: [String]) throws {
    let condition = try Condition(text)
    let copy = try condition.substituting(Self.values)
    #expect(copy.description == expected)
    #expect(copy.variables == variables)
    #expect(try condition.substituting([:]) == condition)
    #expect(try copy.substituting(["x": 9, "key": "z"]) == copy)
    if copy.tree.hasLiteralText {
      #expect(try Condition(expected).description == expected)
    }
  }

  private func outcome(_ condition: Condition, _ subject: Subject) -> String {
    do throws(EvaluationError) {
      return
        "\(try condition.evaluate(subject.object, variables: subject.variables, context: subject.context))"
    } catch {
      return "\(error.diagnostic.range) \(error.diagnostic.message)"
    }
  }

  private func check(_ text: String, _ subject: Subject, _ name: String) {
    guard
      let condition = try? subject.arguments.map({
        try Condition(format: text, arguments: $0, functions: subject.functions)
      }) ?? Condition(text, functions: subject.functions)
    else { return }
    do throws(Refusal) {
      let copy = try condition.substituting(subject.variables)
      #expect(outcome(copy, subject) == outcome(condition, subject), "\(name): \(text)")
      guard copy.tree.hasLiteralText else { return }
      var limits = Limits.standard
      limits.nesting = 400
      let again = try? Condition(
        copy.description, limits: limits, functions: subject.functions)
      #expect(again?.description == copy.description, "\(name): \(text)")
      #expect(again?.keyPaths == copy.keyPaths, "\(name): \(text)")
    } catch {
      #expect(error.diagnostic.message.contains("pattern"), "\(name): \(text)")
    }
  }

  @Test(arguments: depth(quick: 3, full: 1))
  func everythingInTheTables(depth step: Int) throws {
    for file in ["evaluation", "valid", "canonical", "conditions"] {
      let rows = try CorpusRow.rows(of: "\(file).jsonl", beside: #filePath)
      for (number, row) in rows.enumerated() where number % step == 0 {
        var subject = Subject(object: row.object, variables: row.variables)
        subject.arguments = row.arguments
        check(row.text, subject, row.id)
      }
    }
    for table in SemanticsTests.tables {
      let rows = try ResultTable("semantics/\(table).txt", beside: #filePath).rows
      for (number, row) in rows.enumerated() where number % step == 0 {
        check(row.text, row.subject, "\(table).txt:\(row.line)")
      }
    }
  }

  @Test(arguments: depth(quick: 200, full: 2_000))
  func randomPrograms(depth count: Int) throws {
    var program = RandomProgram(.forTest(4_102))
    var subject = Subject(
      object: try Subject.value(#"{"a": {"b": 2, "a": "k"}, "b": 2.5, "list": [3, 1.0, null]}"#),
      variables: ["v": [1, 2], "x": -5, "last": "é", "k": "a"])
    subject.functions = .extended
    for _ in 0..<count {
      check(program.predicate(4), subject, "seed \(program.random.seed)")
    }
  }

  @Test func malformedPatternIsRefused() throws {
    let condition = try Condition("a MATCHES $p")
    #expect(throws: Refusal.self) { try condition.substituting(["p": "("]) }
    let copy = try condition.substituting(["p": "b+"])
    #expect(try copy.evaluate(["a": "bb"]))
  }

  @Test func longLists() throws {
    let list = Value.array((0..<100_000).map { .int($0) })
    let copy = try Condition("x IN $list").substituting(["list": list])
    #expect(try copy.evaluate(["x": 99_999]))
    var limits = Limits.standard
    limits.nodes = 200_000
    #expect(try Condition(copy.description, limits: limits).evaluate(["x": 99_999]))
  }

  /// Each key is looked at once, however long the path.
  @Test func longPaths() throws {
    let text = "a" + String(repeating: ".$k", count: 45_000) + " == 1"
    let copy = try Condition(text).substituting(["k": "b"])
    #expect(copy.keyPaths == ["a" + String(repeating: ".b", count: 45_000)])
  }

  /// The example of `Condition.substituting(_:)`.
  @Test func example() throws {
    let older = try Condition("age > $limit AND name != $name").substituting(["limit": 18])
    #expect(older.description == "age > 18 AND name != $name")
  }

  @Test func formulas() throws {
    let total = try Formula("$price * $quantity").substituting(["price": 2])
    #expect(total.description == "2 * $quantity")
    #expect(try total.evaluate(variables: ["quantity": 3]) == 6)
  }

  @Test func arguments() throws {
    let condition = try Condition(format: "-%@ == $x AND CAST(%@, 'NSDate') != a.%K", 5, 0, "b.c")
    #expect(
      try condition.substituting(["x": 1]).description
        == "-5 == 1 AND CAST(0.000000, \"NSDate\") != a.b.c")
  }
}
