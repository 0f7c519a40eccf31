// What a tree says of itself: its variables, its key paths, the operands of its program, and how a
// result came about.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct ReadingTests {
  @Test(
    arguments: [
      ("a.b == 1", ["a.b"]), ("SELF.a.b == c", ["a.b", "c"]), ("SELF == 1", []),
      ("a.@count == b.@max.c", ["a.@count", "b.@max.c"]), ("@count == 1", ["@count"]),
      ("a[0].b == c[d]", ["a", "c", "d"]), ("a.$k == 1", ["a"]), ("$v.a == 1", []),
      ("ANY a.b.c == a.b", ["a.b.c", "a.b"]), ("a == 1 OR a == 2", ["a"]),
      ("SUBQUERY(list, $x, $x.k == outer).@count == 1", ["list", "outer"]),
      ("TERNARY(a == 1, b, c).d == sum({e, f})", ["a", "b", "c", "e", "f"]),
      ("#size.#first == 1", ["size.first"]), ("(a).b + c.d * e == -f", ["a.b", "c.d", "e", "f"]),
    ] as [(String, [String])])
  func keyPaths(_ text: String, _ paths: [String]) throws {
    #expect(try SyntaxTree(predicate: text).keyPaths == paths)
  }

  @Test(
    arguments: [
      ("$a == $b AND $a > 1", ["a", "b"]), ("$a.b == 1", ["a"]), ("a.$b == 1", ["b"]),
      ("$#first == '$no'", ["first"]),
      ("{$a, {$b}} == TERNARY($c == 1, $d, $e)", ["a", "b", "c", "d", "e"]),
      ("SUBQUERY($l, $x, $x == $y).@count == $x", ["l", "y", "x"]),
      ("SUBQUERY($x, $x, SUBQUERY($x, $y, $y == $x).@count > 0) == $y", ["x", "y"]),
      ("CAST($a, 'NSDate') - now() BETWEEN {$b, $c}", ["a", "b", "c"]),
    ] as [(String, [String])])
  func variables(_ text: String, _ names: [String]) throws {
    #expect(try SyntaxTree(predicate: text).variables == names)
  }

  /// Lists and sets within the elements of a list are one, where a path asks for more of them.
  @Test func flattensListsAndSets() throws {
    let object: Value = [
      "list": [
        ["tags": .set(ValueSet([["n": 1], ["n": 2]]))], ["tags": [["n": 3]]],
        ["tags": .set(ValueSet([["n": 4]]))],
      ]
    ]
    for number in 1...4 {
      #expect(try Condition("ANY list.tags.n == \(number)").evaluate(object), "\(number)")
    }
    #expect(try !Condition("ANY list.tags.n == 5").evaluate(object))
    #expect(try Condition("ALL list.tags.n < 5").evaluate(object))
    #expect(try !Condition("ALL list.tags.n < 4").evaluate(object))
  }

  @Test func readingsOfFormulas() throws {
    let formula = try Formula("$rate * price + ($base - $rate) * item.tax")
    #expect(formula.variables == ["rate", "base"])
    #expect(formula.keyPaths == ["price", "item.tax"])
    #expect(try Formula("1 + 2").variables.isEmpty && Formula("1 + 2").keyPaths.isEmpty)
  }

  /// More names than are looked for one by one, each of them twice.
  @Test func manyVariables() throws {
    let names = (1...40).map { "v\($0)" }
    let text = (names + names.reversed()).map { "$\($0) == 1" }.joined(separator: " AND ")
    let tree = try SyntaxTree(predicate: text)
    #expect(tree.variables == names)
    #expect(try tree.resolved().operands.map(\.variable) == names)
  }

  @Test(
    arguments: [
      ("$a == $b AND $a > 1", [0..<2, 6..<8]), ("($a) == $b OR ($b) == $a", [0..<4, 8..<10]),
      ("1 == (($a)) + $a", [5..<11]), ("($a.b) == 1", [1..<3]),
    ] as [(String, [Range<Int>])])
  func placesOfOperands(_ text: String, _ places: [Range<Int>]) throws {
    #expect(try Condition(text).resolution.operands.map(\.range) == places)
  }

  @Test func sharedProgram() throws {
    let first = try Condition("$a.b > 1").resolution
    let other = try Condition("$other . b  >  1").resolution
    let shared = other.sharing(first.program)
    #expect(shared.program == first.program)
    #expect(shared.text == other.text)
    #expect(shared.operands == other.operands)
    let different = try Condition("$a.b > 2").resolution
    #expect(other.sharing(different.program).program == other.program)
    // The place is one of the text's own.
    let failed = #expect(throws: EvaluationFailure.self) {
      try shared.program.evaluate(context: .current) { _ in nil }
    }
    #expect(failed.map { shared.error(for: $0).diagnostic.range } == 0..<6)
  }

  @Test func bareKeys() throws {
    let tree = try SyntaxTree(predicate: "a == SELF.b AND self . c == $d.e AND f[g] == #self")
    #expect(tree.bareKeys.map(\.name) == ["a", "f", "g", "self"])
    #expect(tree.firstUseOfSelf == 0..<1)
    #expect(try SyntaxTree(predicate: "$a == 1").firstUseOfSelf == nil)
  }

  @Test func equality() throws {
    func tree(_ text: String) throws -> SyntaxTree { try SyntaxTree(predicate: text) }
    #expect(try tree("a==1 && (b=YES)") == tree("a = 1 AND b == 1"))
    #expect(try tree("a == 1") != tree("a == 1.0"))
    #expect(try tree("a == 1 AND b == 2 AND c == 3") != tree("a == 1 AND (b == 2 AND c == 3)"))
    #expect(try tree("$a == 1") != tree("$b == 1"))
    // One shape over other variables is one program.
    let programs = try ["$a == 1", "$b  = 1"].map { try tree($0).resolved().program }
    #expect(programs[0] == programs[1])
    #expect(programs[0].hashValue == programs[1].hashValue)
  }

  @Test func attributesBecomeOperands() throws {
    let text = "$a.isHidden == 1 AND $a == 2 AND $b.isHidden.x == 3 AND ANY $a.list.isHidden == 4"
    let resolution = try SyntaxTree(predicate: text).resolved(attributes: ["isHidden"])
    #expect(resolution.operands.map(\.variable) == ["a", "a", "b"])
    let isHidden = Operand.Reading.attribute(ExactText("isHidden"))
    #expect(resolution.operands.map(\.reading) == [isHidden, .value, isHidden])
    let values: [Value] = [true, 2, ["x": 3]]
    let context = Subject().context
    // The last part reads a key of $a, which is a number: an error, so it is reached.
    #expect(throws: EvaluationFailure.self) {
      try resolution.program.evaluate(context: context) { values[$0] }
    }
    #expect(!resolution.program.readsClock)
    #expect(resolution.firstUseOfRandom == nil)
    #expect(
      try SyntaxTree(predicate: "now() > random()").resolved().firstUseOfRandom == 8..<16)
  }

  private func explain(_ text: String, _ variables: [String: Value]) throws -> [String] {
    let resolution = try SyntaxTree(predicate: text).resolved()
    let explanation = resolution.explain(context: Subject().context) { index in
      variables[resolution.operands[index].variable]
    }
    return explanation.lines.map { line in
      let result =
        switch line.result {
        case .value(let value): notation(value)
        case .failed(let error): error.diagnostic.message
        case .notReached: "-"
        }
      return String(repeating: " ", count: line.depth) + line.text + " = " + result
    }
  }

  @Test func explanations() throws {
    #expect(
      try explain("$a == 1 OR  $b > 2\nOR $c.@sum.k == 3", ["a": 2, "b": 3]) == [
        "$a == 1 OR $b > 2 OR $c.@sum.k == 3 = true", " $a == 1 = false", "  $a = 2",
        " $b > 2 = true", "  $b = 3", " $c.@sum.k == 3 = -", "  $c.@sum.k = -", "   $c.@sum = -",
        "    $c = -",
      ])
    #expect(
      try explain("$c.@sum.k == 3", ["c": [["k": 3]]]) == [
        "$c.@sum.k == 3 = true", " $c.@sum.k = 3", "  $c = {{k = 3}}",
      ])
    #expect(
      try explain("SUBQUERY($c, $x, $x > 1).@count == 1 AND $d == 1", ["c": [1, 2]]) == [
        "SUBQUERY($c, $x, $x > 1).@count == 1 AND $d == 1 = -",
        " SUBQUERY($c, $x, $x > 1).@count == 1 = true",
        "  SUBQUERY($c, $x, $x > 1).@count = 1", "   SUBQUERY($c, $x, $x > 1) = {2}",
        "    $c = {1, 2}", " $d == 1 = -", "  $d = no value was given for $d",
      ])
  }

  @Test func filtering() throws {
    let people: [Value] = [["age": 3], ["age": 30], ["name": "x"]]
    #expect(try people.filter(Condition("age > 18")) == [["age": 30]])
  }

  @Test func localeOrder() throws {
    let condition = try Condition("'ä' <[l] 'z'")
    let now = Date(timeIntervalSinceReferenceDate: 0)
    func holds(_ locale: String) throws -> Bool {
      try condition.evaluate(
        context: EvaluationContext(now: now, locale: Locale(identifier: locale)))
    }
    #expect(try holds("de_DE"))
    #expect(try !holds("sv_SE"))
    // Of a context that was made without one it is said later.
    var context = EvaluationContext(now: now)
    #expect(context.locale.identifier == "en_US_POSIX")
    context.locale = Locale(identifier: "sv_SE")
    #expect(context.locale.identifier == "sv_SE")
    #expect(try !condition.evaluate(context: context))
  }
  @Test(
    "The position of an element is a key of its own in forms alone",
    arguments: [
      ("SUBQUERY(a, $x, $x.index > 0).@count == 2", true),
      ("SUBQUERY(a, $x, $x.index == 0)[FIRST].n == 1", true),
      ("SUBQUERY(own, $x, $x.index == 7).@count == 1", true),
      ("SUBQUERY(own, $x, $x.index == 0).@count == 1", true),
      (
        "SUBQUERY(b, $x, SUBQUERY(a, $y, $y.index == $x.index AND $y.n == $x).@count == 1).@count == 3",
        true
      ),
      ("SUBQUERY(SUBQUERY(a, $x, $x.n > 1), $y, $y.index == 0)[FIRST].n == 2", true),
      ("SUBQUERY(a, $x, $x['index'] == nil).@count == 3", true),
      ("a[0].index == nil", true),
      // A set has no order.
      ("SUBQUERY(a UNION a, $x, $x.index > 0).@count == 0", true),
      ("SUBQUERY(a, $x, $x.index > 0).@count == 0", false),
    ])
  func positions(_ text: String, isInForm: Bool) throws {
    var context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 0))
    context.elementsHaveIndex = isInForm
    let object: Value = [
      "a": [["n": 1], ["n": 2], ["n": 3]], "b": [1, 2, 3], "own": [["n": 1], ["index": 7]],
    ]
    let condition = try Condition(text)
    #expect(try condition.evaluate(object, context: context))
  }
}
