// Conditions that are joined without text: what they hold, what they print, and what is left of
// constants that have no literal.

import Foundation
import Predicate
import Testing

@Suite("Joined conditions")
struct JoiningTests {
  private static let all: [Condition] = [
    try? Condition("a > 1"), try? Condition("a > 1 OR b == $x"), try? Condition("NOT b == 'q'"),
    try? Condition("TERNARY(a == nil, 0, a) < 5 AND b != $x"),
    try? Condition("SUBQUERY(l, $y, $y > $x).@count > 0"), try? Condition("b MATCHES 'q.*'"),
    try? Condition(format: "a IN %@", .set(ValueSet([1, 2]))),
    try? Condition(format: "%K == %@", "d", .data(Data([1, 2]))),
    try? Condition(format: "o == %@", ["k": .set(ValueSet(["v"]))] as Value),
    try? Condition("b == $x").substituting(["x": "q"]),
    try? Condition("s == $x").substituting(["x": .set(ValueSet([3]))]),
  ].compactMap { $0 }

  private static let objects: [Value] = [
    ["a": 1, "b": "q", "l": [1, 9], "d": .data(Data([1, 2])), "s": .set(ValueSet([3]))],
    ["a": 7, "b": "qq", "l": [], "o": ["k": .set(ValueSet(["v"]))]], [:],
  ]

  private func holds(_ condition: Condition, _ object: Value, _ x: Value) -> Bool? {
    try? condition.evaluate(object, variables: ["x": x])
  }

  @Test("A joined condition holds as AND, OR and NOT of its parts do")
  func means() {
    #expect(Self.all.count == 11)
    var count = 0
    for left in Self.all {
      for right in Self.all {
        for object in Self.objects {
          for x: Value in ["q", 5] {
            guard let first = holds(left, object, x), let second = holds(right, object, x) else {
              continue
            }
            count += 1
            #expect(holds(.all([left, right]), object, x) == (first && second))
            #expect(holds(.any([left, right]), object, x) == (first || second))
            #expect(holds(!left, object, x) == !first)
            #expect(holds(.all([.any([left, !right]), right]), object, x) == (first && second))
          }
        }
      }
    }
    #expect(count > 400)
  }

  @Test("A joined condition is encoded and decoded without loss")
  func codes() throws {
    for left in Self.all {
      for right in Self.all {
        let joined = Condition.any([.all([left, right]), !right])
        let data = try JSONEncoder().encode(joined)
        let decoded = try JSONDecoder().decode(Condition.self, from: data)
        for object in Self.objects {
          for x: Value in ["q", 5] {
            #expect(holds(decoded, object, x) == holds(joined, object, x))
          }
        }
      }
    }
  }

  @Test("Texts, variables, and conditions of none and of one")
  func texts() throws {
    let left = try Condition("a == 1 OR b == $x")
    let right = try Condition(format: "c == %@", 2)
    let joined = Condition.all([left, right, left])
    #expect(joined.tree.text == "(a == 1 OR b == $x) AND (c == %@) AND (a == 1 OR b == $x)")
    #expect(
      joined.tree.description
        == "(a == 1 OR b == $x) AND c == 2 AND (a == 1 OR b == $x)")
    #expect(joined.variables == ["x"])
    #expect((!left).tree.description == "NOT (a == 1 OR b == $x)")
    #expect(Condition.all([left]).tree == left.tree)
    #expect(try Condition.all([]).evaluate())
    #expect(try !Condition.any([]).evaluate())
    #expect(try (!Condition.any([])).evaluate())
  }

  @Test("What fails says where, in the joined text")
  func fails() throws {
    let joined = Condition.all([try Condition("a == 1"), try Condition("b > 'x'")])
    #expect(throws: EvaluationError.self) { try joined.evaluate(["a": 1, "b": 2]) }
    do {
      _ = try joined.evaluate(["a": 1, "b": 2])
    } catch {
      let text = Array(joined.tree.text.utf8)
      #expect(String(decoding: text[error.diagnostic.range], as: UTF8.self) == "b > 'x'")
    }
    let warned = Condition.any([try Condition("a == 1"), try Condition("1/2 == 0")])
    #expect(warned.warnings.count == 1)
    #expect(warned.warnings.first?.range.lowerBound ?? 0 > 11)
  }
}
