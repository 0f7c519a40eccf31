// Asks whether several parts of one tree can hold together, and which of their parts count although
// an evaluation may fail. The checks that look at several texts of a form at once ask here.

import Predicate

extension LogicWalk {
  /// A part of the tree that must hold, or must not hold.
  struct Literal {
    let node: NodeIndex
    let isNegated: Bool
  }

  /// Whether some values let all parts hold together.
  ///
  /// False is a proof; true may also mean that nothing was proved.
  ///
  /// - Parameters:
  ///   - literals: The parts.
  ///   - name: A variable that is nil; nil if nothing is known of any.
  /// - Returns: Whether nothing excludes it.
  mutating func canHold(_ literals: [Literal], whereNil name: String? = nil) -> Bool {
    var context = name.map(tests.context(whereNil:)) ?? tests.context
    // What a later part excludes can decide an earlier OR, so the parts are visited again.
    for _ in 0..<3 {
      let before = context.words
      for literal in literals {
        let both = split(literal.node, context, depth: 0)
        context = literal.isNegated ? both.fails : both.holds
        if context.isImpossible { return work > Self.maximumWork }
      }
      if context.words == before { break }
    }
    return true
  }

  /// The parts that hold wherever a node holds, or wherever it does not.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - isNegated: Whether the node must not hold.
  ///   - failing: By node, whether its evaluation may fail. What stands behind such a part is then
  ///     left out: a condition that fails hides nothing. Nil if no evaluation is taken to fail.
  /// - Returns: The parts, in the order of evaluation.
  func literals(of node: NodeIndex, isNegated: Bool = false, failing: [Bool]?) -> [Literal] {
    var literals: [Literal] = []
    var open = [Literal(node: node, isNegated: isNegated)]
    // In the order of evaluation, up to the first part that may fail.
    while let literal = open.popLast() {
      let children = structure.children(of: literal.node)
      switch structure.kind(of: literal.node) {
      case .not:
        open.append(Literal(node: children[0], isNegated: !literal.isNegated))
        continue
      case .and where !literal.isNegated, .or where literal.isNegated:
        open += children.reversed().map { Literal(node: $0, isNegated: literal.isNegated) }
        continue
      default: break
      }
      if failing?[literal.node.index] ?? false { break }
      literals.append(literal)
    }
    return literals
  }

  /// By node: whether its evaluation may fail, also because of the kinds of its values.
  var failing: [Bool] {
    var failing: [Bool] = []
    for node in structure.nodes {
      let children = structure.children(of: node)
      var fails = table.mayFail[node.index] || children.contains { failing[$0.index] }
      switch structure.kind(of: node) {
      case .comparison(let symbol, _, let quantifier):
        fails = fails || !isSafe(symbol, quantifier, children[0], children[1])
      case .member:
        // A key of a text or a number may be unknown.
        fails = fails || table.paths[node.index] == nil || tests.domain(of: node).kind == .any
      default: break
      }
      failing.append(fails)
    }
    return failing
  }

  /// Whether a comparison of values of these kinds never fails.
  private func isSafe(
    _ symbol: ComparisonOperator, _ quantifier: Quantifier, _ left: NodeIndex, _ right: NodeIndex
  ) -> Bool {
    let family = family(of: left, isElement: quantifier != .one)
    switch symbol {
    case .equal, .notEqual: return quantifier == .one || family != nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return family != nil && family == self.family(of: right)
    case .between, .in:
      guard case .array(let members)? = table.constants[right.index] else {
        return family == .text && self.family(of: right) == .text
      }
      return symbol == .in || members.allSatisfy { TermAtoms.Family($0) == family }
    case .contains where tests.domain(of: left).kind == .list: return quantifier == .one
    case .contains, .beginsWith, .endsWith, .like:
      return family == .text && self.family(of: right) == .text
    default: return false
    }
  }

  /// The family of all values of a node but nil; nil if there may be several.
  private func family(of node: NodeIndex, isElement: Bool = false) -> TermAtoms.Family? {
    if let constant = table.constants[node.index], !constant.isNull {
      return TermAtoms.Family(constant)
    }
    switch structure.kind(of: node) {
    case .call(.now), .call(.today): return .date
    default: break
    }
    let domain = tests.domain(of: node, isElement: isElement)
    if let family = LogicTests.family(domain.kind) { return family }
    let families = Set(domain.options?.map { TermAtoms.Family($0) } ?? [])
    return families.count == 1 ? families.first : nil
  }
}
