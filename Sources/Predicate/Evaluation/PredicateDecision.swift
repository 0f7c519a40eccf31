// A predicate as a decision over its comparisons, for the coverage of tests: which comparisons
// there are, how AND, OR and NOT combine them, and which outcome each had in one evaluation.

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
  fileprivate let nodes: [NodeIndex]
}

extension Resolution {
  /// The predicate as a decision.
  ///
  /// - Complexity: O(n) in the length of the text.
  package var decision: PredicateDecision {
    let structure = program.structure
    var parts: [Range<Int>] = []
    var nodes: [NodeIndex] = []
    var steps: [PredicateDecision.Step] = []
    // Children are pushed in reverse, so that they come before their parent and in their order.
    var pending: [(node: NodeIndex, isDone: Bool)] = [(structure.root, false)]
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
    return PredicateDecision(parts: parts, steps: steps, nodes: nodes)
  }

  /// The outcomes of the comparisons in one evaluation; nil if the evaluation failed.
  ///
  /// The outcome of a comparison that was not needed is nil.
  package func outcomes(
    of decision: PredicateDecision, object: Value, context: EvaluationContext,
    operand: (Int) -> Value?
  ) -> (result: Bool, parts: [Bool?])? {
    var evaluator = TreeEvaluator(
      program, object: .value(object), context: context, isTraced: true)
    guard let value = try? evaluator.run(operand: operand), let trace = evaluator.trace else {
      return nil
    }
    let parts = decision.nodes.map { node in trace[node].map { $0 == .bool(true) } }
    return (value == .bool(true), parts)
  }
}
