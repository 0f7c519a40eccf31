// How an evaluation goes through the nodes of a structure. Children stand before their parents and
// every subtree is one run of nodes, so that evaluating is reading the nodes in order; what is lazy
// or repeated jumps. A plan says after which nodes.

/// The turns of an evaluation.
struct Plan: Sendable {
  /// What comes after each node.
  private(set) var turns: [Turn]
  /// Whether a node belongs to the left side of ANY or ALL, where lists that a key path finds in
  /// lists are joined.
  private(set) var isFlattened: [Bool]

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
    turns = Array(repeating: .next, count: structure.nodes.count)
    isFlattened = Array(repeating: false, count: structure.nodes.count)
    // The first node of each subtree.
    var starts: [NodeID] = []
    starts.reserveCapacity(structure.nodes.count)
    for index in structure.nodes.indices {
      let node = NodeID(index)
      let children = structure.children(of: node)
      starts.append(children.first.map { starts[$0.index] } ?? node)
      switch structure.kind(of: node) {
      case .and: for child in children { turns[child.index] = .operand(of: node, stop: false) }
      case .or: for child in children { turns[child.index] = .operand(of: node, stop: true) }
      case .ternary:
        let last = structure.child(2, of: node)
        turns[structure.child(0, of: node).index] = .condition(otherwise: starts[last.index])
        turns[structure.child(1, of: node).index] = .branch(of: node)
      case .subquery:
        let condition = structure.child(1, of: node)
        turns[structure.child(0, of: node).index] = .collection(of: node)
        turns[condition.index] = .test(of: node, start: starts[condition.index])
      case .comparison(_, _, let quantifier) where quantifier != .one:
        var part = structure.child(0, of: node)
        isFlattened[part.index] = true
        while structure.kind(of: part).isChained {
          part = structure.child(0, of: part)
          isFlattened[part.index] = true
        }
      default: break
      }
    }
  }
}
