// What a reviewer of a text sees of it.

import Foundation
import Predicate
import TestSupport
import Testing

private struct Forbidden: Error, Equatable {
  let part: String
}

@Suite struct ValidatingTests {
  /// Text, and its parts by what they are and as they are written.
  @Test(arguments: [
    (
      "NOT a == 1 AND TRUEPREDICATE OR b LIKE[cd] 'x'",
      """
      key("a", of: object) a
      constant(1) 1
      comparison == one a == 1
      not NOT a == 1
      truth(true) TRUEPREDICATE
      and NOT a == 1 AND TRUEPREDICATE
      key("b", of: object) b
      constant('x') 'x'
      comparison LIKE[cd] one b LIKE[cd] 'x'
      or NOT a == 1 AND TRUEPREDICATE OR b LIKE[cd] 'x'
      """
    ),
    (
      "ALL self.a.b.@sum.c[0].d > $v.e.$f[FIRST][LAST][SIZE]",
      """
      key("a", of: object) self.a
      key("b", of: object) self.a.b
      collectionOperator("sum") self.a.b.@sum
      key("c", of: object) self.a.b.@sum.c
      constant(0) 0
      index self.a.b.@sum.c[0]
      key("d", of: object) self.a.b.@sum.c[0].d
      variable("v") $v
      key("e", of: variable("v")) $v.e
      variable("f") $f
      keyByValue(of: variable("v")) $v.e.$f
      first $v.e.$f[FIRST]
      last $v.e.$f[FIRST][LAST]
      size $v.e.$f[FIRST][LAST][SIZE]
      comparison > all ALL self.a.b.@sum.c[0].d > $v.e.$f[FIRST][LAST][SIZE]
      """
    ),
    (
      "SUBQUERY(SELF, $x, $x.k == $#first)[SIZE] BETWEEN {-a, TERNARY(1 == 1, now(), a ** 2)}",
      """
      selfObject SELF
      iterator("x") $x
      key("k", of: iterator("x")) $x.k
      variable("first") $#first
      comparison == one $x.k == $#first
      subquery(iterator: "x") SUBQUERY(SELF, $x, $x.k == $#first)
      size SUBQUERY(SELF, $x, $x.k == $#first)[SIZE]
      key("a", of: object) a
      negation -a
      constant(1) 1
      constant(1) 1
      comparison == one 1 == 1
      function("now") now()
      key("a", of: object) a
      constant(2) 2
      infix(**) a ** 2
      ternary TERNARY(1 == 1, now(), a ** 2)
      aggregate {-a, TERNARY(1 == 1, now(), a ** 2)}
      comparison BETWEEN one SUBQUERY(SELF, $x, $x.k == $#first)[SIZE] BETWEEN {-a, TERNARY(1 == 1, \
      now(), a ** 2)}
      """
    ),
    (
      "ANY cast((uppercase('é')).length, 'nsnumber') == %@ || ANYKEY == nope(a.%K) || fetch(1) == 2",
      """
      constant('é') 'é'
      function("uppercase") (uppercase('é'))
      key("length", of: value) (uppercase('é')).length
      cast("NSNumber") cast((uppercase('é')).length, 'nsnumber')
      placeholder(value) %@
      comparison == any ANY cast((uppercase('é')).length, 'nsnumber') == %@
      anyKey ANYKEY
      key("a", of: object) a
      placeholder(keyPath) a.%K
      unknownFunction("nope") nope(a.%K)
      comparison == one ANYKEY == nope(a.%K)
      constant(1) 1
      fetch fetch(1)
      constant(2) 2
      comparison == one fetch(1) == 2
      or ANY cast((uppercase('é')).length, 'nsnumber') == %@ || ANYKEY == nope(a.%K) || fetch(1) == 2
      """
    ),
    (
      "NOT a is: 1",
      """
      key("a", of: object) a
      constant(1) 1
      selectorOperator("is:") a is: 1
      not NOT a is: 1
      """
    ),
  ])
  func parts(_ text: String, _ expected: String) throws {
    let tree = try SyntaxTree(predicate: text)
    let shown = tree.parts.map { "\(Self.name($0.kind)) \($0.source)" }
    #expect(shown.joined(separator: "\n") == expected)
    // With a stack the children of each part are found again.
    var stack: [Range<Int>] = []
    for part in tree.parts {
      for child in stack.suffix(part.childCount) {
        #expect(part.range.contains(child) || child == part.range)
      }
      stack.removeLast(part.childCount)
      stack.append(part.range)
    }
    #expect(stack == [0..<text.utf8.count])
  }

  private static func name(_ kind: SyntaxTree.Part.Kind) -> String {
    switch kind {
    case .comparison(let symbol, let options, let quantifier):
      "comparison \(symbol.symbol)\(options) \(quantifier)"
    case .infix(let symbol): "infix(\(symbol.symbol))"
    case .notRun(.placeholder(let placeholder)): "placeholder(\(placeholder))"
    case .notRun(let kind): "\(kind)"
    default: "\(kind)".replacing("Predicate.SyntaxTree.Part.Scope.", with: "")
    }
  }

  /// The example of `SyntaxTree.validate(_:)`.
  private func checkKeys(_ condition: Condition) throws(Forbidden) {
    let allowed: Set = ["name", "age"]
    try condition.validate { part throws(Forbidden) in
      switch part.kind {
      case .key(let key, _) where allowed.contains(key): break
      case .key, .keyByValue, .index, .selfObject: throw Forbidden(part: String(part.source))
      default: break
      }
    }
  }

  @Test(arguments: [
    ("name == 'jo' AND age.@max > $limit", nil),
    ("name == 'jo' OR password == 'x'", "password"),
    ("SELF.name.password == 1", "SELF.name.password"),
    ("SELF['password'] == 1", "SELF"), ("$all['password'] == 1", "$all['password']"),
    ("SUBQUERY(age, $p, $p.password == 1)[SIZE] == 0", "$p.password"),
    ("TERNARY(1 == 1, name, age).password == 1", "TERNARY(1 == 1, name, age).password"),
    ("@allValues == {}", ""), ("SELF.$key == 1", "SELF"), ("name.$key == 1", "name.$key"),
    ("objectFrom:withIndex:(name, 'password') == 1", "objectFrom:withIndex:(name, 'password')"),
    ("1 IN {2, {password}}", "password"),
  ])
  func allowList(_ text: String, _ forbidden: String?) throws {
    let condition = try Condition(text)
    do throws(Forbidden) {
      try checkKeys(condition)
      #expect(forbidden == nil, "\(text)")
    } catch {
      #expect(error.part == forbidden, "\(text)")
    }
  }

  /// Arguments and substituted constants are seen as what they are, not as what is written.
  @Test func argumentsAndConstants() throws {
    let condition = try Condition(format: "%K == %@ AND name.$k == $v", "a.password", "x")
      .substituting(["k": "secret", "v": [1]])
    let kinds = condition.tree.parts.map(\.kind)
    #expect(kinds.contains(.key("password", of: .object)))
    #expect(kinds.contains(.key("secret", of: .object)))
    #expect(kinds.contains(.constant("x")) && kinds.contains(.constant([1])))
    #expect(!kinds.contains { if case .variable = $0 { true } else { false } })
  }

  @Test func formulas() throws {
    let formula = try Formula("a + random()")
    #expect(throws: Forbidden(part: "random()")) {
      try formula.validate { part throws(Forbidden) in
        if part.kind == .function("random") { throw Forbidden(part: String(part.source)) }
      }
    }
    var sources: [String] = []
    formula.validate { sources.append(String($0.source)) }
    #expect(sources == ["a", "random()", "a + random()"])
  }

  /// The sources of all parts of a long text are not copied.
  @Test(arguments: depth(quick: 20_000, full: 90_000))
  func longTexts(depth count: Int) throws {
    let text = "1 == a" + String(repeating: ".b", count: count)
    let tree = try SyntaxTree(predicate: text)
    #expect(tree.parts.count == count + 3)
    #expect(tree.parts.last?.source == text[...])
    var length = 0
    tree.validate { length += $0.source.utf8.isEmpty ? 0 : 1 }
    #expect(length == count + 3)
  }
}
