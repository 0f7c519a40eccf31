// All errors of a text, not only the first: texts with several mistakes, and where each of them
// stands.

import TestSupport
import Testing

@testable import Predicate

@Suite struct TextMistakesTests {
  /// A text, and where its errors start, in the order in which they are reported.
  private static let predicates: [(text: String, errors: [(place: Int, message: String)])] = [
    ("$a == 1", []),
    (
      "$a === 1 AND $b === 2",
      [(5, "unknown operator '==='"), (18, "unknown operator '==='")]
    ),
    (
      "${a} == 1 AND ${b} == 2 OR $c IS NULL",
      [
        (0, "a name must follow $"), (14, "a name must follow $"), (30, "unknown operator 'IS'"),
      ]
    ),
    (
      "$age BETWEEN 18 AND 65 AND $b = = 2",
      [
        (23, "BETWEEN takes its two bounds as a list in braces"),
        (32, "expected a value, found '='"),
      ]
    ),
    // In the arguments of calls and in lists, reading goes on behind each comma.
    (
      "TERNARY($a === 1, $b $c, 3) == 2 AND $d CONTAIN 'x'",
      [
        (13, "unknown operator '==='"), (21, "expected an operator or ')', found '$c'"),
        (40, "unknown operator 'CONTAIN'"),
      ]
    ),
    (
      "$a IN {1 2, 3, 4 5}",
      [
        (9, "expected an operator or ',', found the number 2"),
        (17, "expected an operator or '}', found the number 5"),
      ]
    ),
    // A parenthesis that is missing, one that is spare, and one of another kind.
    (
      "($a === 1 AND $b == 2",
      [(6, "unknown operator '==='"), (21, "expected AND, OR or ')', found the end of the text")]
    ),
    (
      "$a === 1 AND $b == 2) OR $c ==",
      [
        (5, "unknown operator '==='"), (20, "expected AND, OR or the end of the text, found ')'"),
        (30, "expected a value, found the end of the text"),
      ]
    ),
    ("$a IN {1, 2) AND $b == 1", [(11, "expected an operator or ',', found ')'")]),
    // One mistake is not reported twice.
    ("$a == 1 AND AND OR", [(12, "AND stands twice")]),
    ("$a == “x AND y” AND $b == 1", [(6, "unknown character '“'")]),
    ("$a IN (1, 2) AND $b == 3", [(8, "a list is written in braces")]),
    ("$a == 'x AND $b === 1 OR $c ==", [(6, "the text in quotes does not end")]),
    ("IF $a == 1 AND $b == 2 THEN 3 ELSE 4", [(3, "a choice is written TERNARY, not IF … THEN")]),
    (
      "$a == 1 ? 2 : 3 AND $b === 1 OR $c === 1",
      [(8, "a choice is written TERNARY, not ? :")]
    ),
    (
      "($a == 1 ? 2 : 3) == 4 AND $c === 1",
      [(9, "a choice is written TERNARY, not ? :"), (32, "unknown operator '==='")]
    ),
    // A text in quotes that does not end hides what follows, and is reported itself.
    (
      "$a === 1 + 'x AND $b",
      [(5, "unknown operator '==='"), (11, "the text in quotes does not end")]
    ),
    ("$a == 'JR's Pad' AND $b === 1", [(10, "the text in quotes ends before 's'")]),
    ("$a = '!$&'()*+,;='", [(10, "expected AND, OR or the end of the text, found '('")]),
    (
      "max($a AND $b) == 1",
      [(7, "expected an operator or ',', found 'AND'")]
    ),
    ("$x := 1", [(7, "a condition must compare: '$x := 1' is a value")]),
    ("$a NOT BETWEEN 1 AND 9", [(3, "NOT must stand before the whole comparison")]),
    // The error that is thrown comes first, the others follow in the order of the text.
    (
      "foo($a) == 1 AND $b === 2 AND $c MATCHES '['",
      [
        (22, "unknown operator '==='"), (0, "unknown function 'foo'"),
        (42, "the pattern '[' has a [ that is not closed"),
      ]
    ),
    (
      "selected(${a}, 'b') == YES",
      [(9, "a name must follow $"), (0, "unknown function 'selected'")]
    ),
    // A text that parses may have several parts that are not run.
    (
      "foo($a) == 1 AND bar($b, baz(1)) == 2 AND sqrt(1, 2) == 1",
      [
        (0, "unknown function 'foo'"), (17, "unknown function 'bar'"),
        (25, "unknown function 'baz'"), (42, "sqrt takes 1 argument, not 2"),
      ]
    ),
  ]

  @Test func everyErrorOfAPredicate() {
    for (text, errors) in Self.predicates {
      let found = Condition.errors(in: text)
      #expect(found.map(\.message) == errors.map(\.message), "\(text)")
      #expect(found.map(\.range.lowerBound) == errors.map(\.place), "\(text)")
    }
  }

  @Test func everyErrorOfAFormula() {
    let found = Formula.errors(in: "foo(1) + max({$a $b, $c $d})")
    #expect(found.map(\.range.lowerBound) == [17, 0, 24])
    #expect(Formula.errors(in: "$a > 3 AND $b > 2 ? 1 : 2").count == 1)
    #expect(Formula.errors(in: "$a + 1").isEmpty)
  }

  /// The names in a text with an error that do not depend on the error.
  private static let names: [(text: String, variables: [String], keys: [String])] = [
    ("$a === 1 AND $b == c", ["a", "b"], ["c"]),
    ("$a == 1 AND $b $c AND $a == $d", ["a", "b", "c", "d"], []),
    (
      "SUBQUERY($list, $x, $x.a == $y AND $x.b === 1 AND $z == 1).@count > 0 OR $q",
      ["list", "y", "q"], []
    ),
    ("SUBQUERY($list, x, $x.a == 1).@count > $n", ["list", "n"], []),
    ("foo($a) == $b", ["a", "b"], []),
    ("${a} == 1 AND $b = = ${ c } + $d", ["a", "b", "c", "d"], []),
  ]

  @Test func namesAreKnown() {
    for (text, variables, keys) in Self.names {
      let mistakes = TextMistakes(of: text, isPredicate: true)
      #expect(mistakes.variables.map(\.name) == variables, "\(text)")
      #expect(mistakes.bareKeys.map(\.name) == keys, "\(text)")
    }
  }

  /// However many mistakes a text has, their number and the work are bounded.
  @Test func thereIsALimit() {
    let many = (0..<5_000).map { "$a\($0) === 1" }.joined(separator: " AND ")
    #expect(Condition.errors(in: many).count == 20)
    let list = "$a IN {1 2" + String(repeating: ", 1", count: 50_000) + "}"
    #expect(Condition.errors(in: list).count == 1)
    let deep = String(repeating: "(", count: 100_000) + " AND $b === 1"
    #expect(Condition.errors(in: deep).count <= 20)
    let quotes = "$a === 1 AND " + String(repeating: "$b == “ AND ", count: 20_000)
    #expect(Condition.errors(in: quotes).count <= 20)
    var limits = Limits.standard
    limits.textLength = 10
    #expect(Condition.errors(in: "$a === 1 AND $b", limits: limits).count == 1)
  }

  /// Random texts from the pieces of mistakes.
  @Test(arguments: depth(quick: 500, full: 3_000))
  func randomCorruptions(depth texts: Int) {
    var random = SplitMix64.forTest(20_261_126)
    let pieces = [
      "$a", "b", "1", "'x'", "'", "“", "==", "=", "===", "AND", "OR", "NOT", "(", ")", "{", "}",
      "[", "]", ",", "?", ":", "IF", "THEN", "ELSE", "${", "IN", "BETWEEN", "IS", "NULL",
      "SUBQUERY(", "TERNARY(", "foo(", "sqrt(", "MATCHES", "'['", ".", "@count", "ANY", "é", "+",
      "-", "%", "#",
    ]
    for _ in 0..<texts {
      let count = Int.random(in: 1...25, using: &random)
      let words = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
      let text = words.joined(separator: Bool.random(using: &random) ? " " : "")
      let length = text.utf8.count
      let errors = Condition.errors(in: text)
      var first: Diagnostic?
      do throws(BuildError) {
        _ = try Condition(text)
      } catch {
        first = error.diagnostic
      }
      #expect(errors.first == first, "\(text), seed \(random.seed)")
      #expect(errors.allSatisfy { $0.range.upperBound <= length }, "\(text)")
      let places = errors.dropFirst().map(\.range.lowerBound)
      #expect(places == places.sorted(), "\(text)")
      #expect(Set(errors.map(\.range.lowerBound)).count == errors.count, "\(text)")
      #expect(errors.count <= 20)
    }
  }
}
