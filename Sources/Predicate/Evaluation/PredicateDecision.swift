// A predicate as a decision over its comparisons, for the coverage of tests: which comparisons
// there are, how AND, OR and NOT combine them, and which outcome each had in one evaluation. The
// conditions inside a text are decisions too: those of `if`, TERNARY and SUBQUERY.

/// How AND, OR and NOT combine the comparisons of a predicate.
package struct PredicateDecision: Sendable {
  /// One step of the combination, after the steps of its parts.
  package enum Step: Sendable {
    /// A comparison, by its position in `parts`.
    case part(Int)
    case truth(Bool)
    case not
    /// A combination of the last results, as many as the number says.
    case and(Int)
    case or(Int)
  }

  /// The comparisons in the order of the text, by their ranges in UTF-8 offsets.
  package let parts: [Range<Int>]
  package let steps: [Step]
  /// The range of the predicate in the text.
  package let range: Range<Int>
  fileprivate let nodes: [NodeIndex]
  fileprivate let root: NodeIndex
}

extension Resolution {
  /// The decisions in the text: the text itself, if it is a predicate, and the conditions of `if`,
  /// TERNARY and SUBQUERY in it.
  ///
  /// - Complexity: O(n d) in the length of the text and in the depth of nested conditions.
  package func decisions(isPredicate: Bool) -> [PredicateDecision] {
    let structure = program.structure
    let inside = structure.nodes.compactMap { node -> NodeIndex? in
      switch structure.kind(of: node) {
      case .ternary: structure.child(0, of: node)
      case .subquery: structure.child(1, of: node)
      default: nil
      }
    }
    return (isPredicate ? [decision(of: structure.root)] : [])
      + inside.map(decision).filter { !$0.parts.isEmpty }
  }

  /// A part as a decision.
  private func decision(of root: NodeIndex) -> PredicateDecision {
    let structure = program.structure
    var parts: [Range<Int>] = []
    var nodes: [NodeIndex] = []
    var steps: [PredicateDecision.Step] = []
    // Children are pushed in reverse, so that they come before their parent and in their order.
    var pending: [(node: NodeIndex, isDone: Bool)] = [(root, false)]
    while let (node, isDone) = pending.popLast() {
      let children = Array(structure.children(of: node))
      switch structure.kind(of: node) {
      case .and where isDone: steps.append(.and(children.count))
      case .or where isDone: steps.append(.or(children.count))
      case .not where isDone: steps.append(.not)
      case .and, .or, .not:
        pending.append((node, true))
        pending += children.reversed().map { ($0, false) }
      case .truth(let isTrue): steps.append(.truth(isTrue))
      default:
        steps.append(.part(parts.count))
        parts.append(range(of: node))
        nodes.append(node)
      }
    }
    return PredicateDecision(
      parts: parts, steps: steps, range: range(of: root), nodes: nodes, root: root)
  }

  /// The outcomes of the comparisons in one evaluation; none if the evaluation failed.
  ///
  /// A decision that was not needed has none, and the condition of a SUBQUERY one for each element.
  /// The outcome of a comparison that was not needed is nil.
  package func outcomes(
    of decisions: [PredicateDecision], object: Value, readable: (any KeyReadable)? = nil,
    context: EvaluationContext, operand: (Int) -> Value?
  ) -> [(decision: Int, result: Bool, parts: [Bool?])] {
    var evaluator = TreeEvaluator(
      program, object: EvaluatedObject(object, readable), context: context, isTraced: true)
    var places: [NodeIndex: Int] = [:]
    for (index, decision) in decisions.enumerated() { places[decision.root] = index }
    evaluator.watched = Set(places.keys)
    guard (try? evaluator.run(operand: operand)) != nil else { return [] }
    return evaluator.sightings.compactMap { part, values in
      places[part].map { index in
        let parts = decisions[index].nodes.map { node in values[node].map { $0 == .bool(true) } }
        return (index, values[part] == .bool(true), parts)
      }
    }
  }
}
