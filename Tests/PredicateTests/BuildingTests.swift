// The ways to a condition and a formula, and what stands in the way of a tree of the other kind.

import Predicate
import Testing

@Suite struct BuildingTests {
  @Test func sameFromEveryDoor() throws {
    let text = "name == 'jo' AND age > 3"
    let conditions = [
      try Condition(text), try Condition(SyntaxTree(predicate: text)),
      try Condition(format: "%K == %@ AND age > %d", "name", "jo", 3),
      try Condition(format: "%K == %@ AND age > %d", arguments: ["name", "jo", 3]),
    ]
    for condition in conditions {
      #expect(condition == conditions[0])
      #expect(condition.hashValue == conditions[0].hashValue)
      #expect(try condition.evaluate(["name": "jo", "age": 4]))
    }
    let formulas = [
      try Formula("price * 2"), try Formula(SyntaxTree(expression: "price * 2")),
      try Formula(format: "%K * %d", "price", 2),
      try Formula(format: "%K * %d", arguments: ["price", 2]),
    ]
    for formula in formulas {
      #expect(formula == formulas[0])
      #expect(formula.hashValue == formulas[0].hashValue)
      #expect(try formula.evaluate(["price": 4]) == 8)
    }
  }

  /// A set of many conditions of one shape is no list.
  @Test func hashesOfOneShape() throws {
    let texts = (0..<100).map { "age > \($0)" } + (0..<100).map { "name == 'n\($0)'" }
    #expect(Set(try texts.map { try Condition($0).hashValue }).count > 190)
    let formulas = (0..<200).map { "age + \($0)" }
    #expect(Set(try formulas.map { try Formula($0).hashValue }).count > 190)
    let programs = try texts.map { try SyntaxTree(predicate: $0).resolved().program }
    #expect(Set(programs.map(\.hashValue)).count > 190)
    let twins = [try Condition("a == TRUE AND b == 0"), try Condition("a == 1 AND b == FALSE")]
    #expect(twins[0] == twins[1] && twins[0].hashValue == twins[1].hashValue)
  }

  @Test func treesThatAreRefused() throws {
    #expect {
      try Condition(SyntaxTree(expression: "a + 1"))
    } throws: {
      ($0 as? Refusal)?.description == """
        predicate:1:1: error: a condition needs a predicate, and this is a value
          a + 1
          ^~~~~
        hint: make it a Formula, or compare it, … == YES
        """
    }
    #expect {
      try Formula(SyntaxTree(predicate: "a == 1"))
    } throws: {
      ($0 as? Refusal)?.diagnostic.message
        == "a formula needs a value, and this is a predicate"
    }
    for text in ["a == %@", "ANYKEY == 1", "nope(1) == 1"] {
      let tree = try SyntaxTree(predicate: text)
      #expect(throws: Refusal.self) { try Condition(tree) }
    }
  }

  /// A tree keeps its bounds, a condition of it may have others.
  @Test func limitsOfATree() throws {
    let condition = try Condition(format: "a IN %@", [1, 2, 3])
    var limits = Limits.standard
    limits.steps = 2
    let bounded = try Condition(condition.tree, limits: limits)
    #expect(bounded == condition)
    #expect(throws: EvaluationError.self) { try bounded.evaluate(["a": 3]) }
    #expect(throws: EvaluationError.self) {
      try bounded.substituting(["b": 1]).evaluate(["a": 3])
    }
  }
}
