// What the conditions around a part guarantee: that a value is not nil, and that a list is not
// empty. Facts are learned from comparisons and forgotten at the end of their scope.

import Predicate

/// The facts that are known at one place of a text.
struct Presence {
  private enum Fact: Hashable {
    case notNil(String)
    case notEmpty(String)
  }

  private let tree: SyntaxTree
  private var counts: [Fact: Int] = [:]
  private var learned: [Fact] = []
  /// The number of facts that were known at the start of each scope.
  private var scopes: [Int] = []

  /// The longest operand, in bytes, about which facts are stored, so that printing operands stays
  /// cheap.
  private static let longestOperand = 1000

  init(_ tree: SyntaxTree) { self.tree = tree }

  private var structure: Structure { tree.structure }

  mutating func enter() { scopes.append(learned.count) }

  mutating func leave() {
    guard let count = scopes.popLast() else { return }
    while learned.count > count, let fact = learned.popLast() { counts[fact, default: 1] -= 1 }
  }

  func isPresent(_ node: NodeIndex) -> Bool {
    text(node).map { counts[.notNil($0), default: 0] > 0 } ?? false
  }

  func isFilled(_ node: NodeIndex) -> Bool {
    text(node).map { counts[.notEmpty($0), default: 0] > 0 } ?? false
  }

  private func text(_ node: NodeIndex) -> String? {
    tree.range(of: node).count <= Self.longestOperand ? Printer.text(of: node, in: tree) : nil
  }

  private mutating func learn(_ fact: (String) -> Fact, _ node: NodeIndex) {
    guard let text = text(node) else { return }
    counts[fact(text), default: 0] += 1
    learned.append(fact(text))
  }

  // MARK: - Known facts

  /// Learns the facts that hold if a predicate is true, or false.
  mutating func learn(_ predicate: NodeIndex, is truth: Bool) {
    var pending = [(node: predicate, truth: truth)]
    while let (node, truth) = pending.popLast() {
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .and where truth, .or where !truth: pending += children.map { ($0, truth) }
      case .not: pending += children.map { ($0, !truth) }
      case .comparison(let symbol, _, .one): learn(symbol, node, truth)
      default: break
      }
    }
  }

  private mutating func learn(_ symbol: ComparisonOperator, _ node: NodeIndex, _ truth: Bool) {
    let left = structure.child(0, of: node)
    let right = structure.child(1, of: node)
    for (operand, other) in [(left, right), (right, left)] {
      guard Self.excludesNil(symbol, isNull: isNull(other), truth) else { continue }
      learn(Fact.notNil, operand)
    }
    guard truth, let counted = counted(left), let least = least(symbol, right), least > 0 else {
      return
    }
    learn(Fact.notNil, counted)
    learn(Fact.notEmpty, counted)
  }

  /// Whether the outcome of a comparison guarantees that one side is not nil.
  ///
  /// `isNull` says whether the other side is nil, if that is known.
  private static func excludesNil(
    _ symbol: ComparisonOperator, isNull: Bool?, _ truth: Bool
  ) -> Bool {
    switch symbol {
    case .equal: isNull == !truth
    case .notEqual: isNull == truth
    case .lessOrEqual, .greaterOrEqual: truth && isNull == false
    default: truth
    }
  }

  private func isNull(_ node: NodeIndex) -> Bool? {
    switch structure.kind(of: node) {
    case .literal(let index): structure.value(index).isNull
    case .aggregate: false
    default: nil
    }
  }

  /// The list that `a.@count` or `a[SIZE]` counts; nil for other nodes.
  private func counted(_ node: NodeIndex) -> NodeIndex? {
    switch structure.kind(of: node) {
    case .size: structure.child(0, of: node)
    case .collectionOperator(let name) where structure.name(name) == "count":
      structure.child(0, of: node)
    default: nil
    }
  }

  /// The smallest count that satisfies a comparison with a constant.
  private func least(_ symbol: ComparisonOperator, _ bound: NodeIndex) -> Int64? {
    guard case .literal(let index) = structure.kind(of: bound),
      let int = Number(structure.value(index))?.asExactInt, int < .max
    else { return nil }
    switch symbol {
    case .equal, .greaterOrEqual: return int
    case .greater: return int + 1
    default: return nil
    }
  }
}
