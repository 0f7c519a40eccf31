// How an evaluation goes through the nodes of a structure. Children stand before their parents and
// every subtree is one run of nodes, so that evaluating is reading the nodes in order; what is lazy
// or repeated jumps. A plan says after which nodes.

/// The turns of an evaluation.
struct Plan: Sendable {
  /// Of each node what is particular; empty, and no room taken, where nothing is of any.
  private var steps: [Step] = []

  private struct Step {
    var turn = Turn.next
    var isFlattened = false
  }

  /// What comes after a node has its value.
  enum Turn {
    /// The next node.
    case next
    /// An operand of AND or OR; where it has this value, the parent has it too.
    case operand(of: NodeID, stop: Bool)
    /// The condition of a TERNARY, whose last child starts at `otherwise`.
    case condition(otherwise: NodeID)
    /// The first branch of a TERNARY: its value is the parent's.
    case branch(of: NodeID)
    /// The collection of a SUBQUERY, whose condition starts with the next node.
    case collection(of: NodeID)
    /// The condition of a SUBQUERY, which starts at `start`.
    case test(of: NodeID, start: NodeID)
  }

  /// Makes the plan of a structure.
  ///
  /// - Complexity: O(n).
  init(_ structure: Structure) {
    guard structure.nodes.contains(where: { $0.kind.turns }) else { return }
    steps = Array(repeating: Step(), count: structure.nodes.count)
    for index in structure.nodes.indices {
      let node = NodeID(index)
      switch structure.nodes[index].kind {
      case .and, .or:
        let stop = structure.nodes[index].kind == .or
        for child in structure.children(of: node) {
          steps[child.index].turn = .operand(of: node, stop: stop)
        }
      case .ternary:
        let otherwise = structure.start(of: structure.child(2, of: node))
        steps[structure.child(0, of: node).index].turn = .condition(otherwise: otherwise)
        steps[structure.child(1, of: node).index].turn = .branch(of: node)
      case .subquery:
        let condition = structure.child(1, of: node)
        steps[structure.child(0, of: node).index].turn = .collection(of: node)
        steps[condition.index].turn = .test(of: node, start: structure.start(of: condition))
      case .comparison(_, _, let quantifier) where quantifier != .one:
        var part = structure.child(0, of: node)
        steps[part.index].isFlattened = true
        while structure.kind(of: part).isChained {
          part = structure.child(0, of: part)
          steps[part.index].isFlattened = true
        }
      default: break
      }
    }
  }

  /// What comes after a node.
  func turn(after node: NodeID) -> Turn { steps.isEmpty ? .next : steps[node.index].turn }

  /// Whether a node belongs to the left side of ANY or ALL, where lists that a key path finds in
  /// lists are joined.
  func isFlattened(_ node: NodeID) -> Bool { !steps.isEmpty && steps[node.index].isFlattened }

}

extension NodeKind {
  /// Whether an evaluation does more at the node's children than go on to the next node.
  fileprivate var turns: Bool {
    switch self {
    case .and, .or, .ternary, .subquery: true
    case .comparison(_, _, let quantifier): quantifier != .one
    default: false
    }
  }
}
