// How an evaluation goes through the nodes of a structure. Children stand before their parents and
// every subtree is one run of nodes, so that evaluating is reading the nodes in order; what is lazy
// or repeated jumps. A plan says after which nodes.

/// The turns of an evaluation.
final class Plan: Sendable {
  /// What comes after each node; empty where that is the next one for all.
  private let turns: [Turn]
  private let flattened: Flattened

  /// What comes after a node has its value.
  enum Turn {
    /// The next node.
    case next
    /// An operand of AND or OR; where it has this value, the parent has it too.
    case operand(of: NodeIndex, stop: Bool)
    /// The condition of a TERNARY, whose last child starts at `otherwise`.
    case condition(otherwise: NodeIndex)
    /// The first branch of a TERNARY: its value is the parent's.
    case branch(of: NodeIndex)
    /// An argument of `coalesce`; where it is not nil, it is the parent's value.
    case alternative(of: NodeIndex)
    /// The collection of a SUBQUERY, whose condition starts with the next node.
    case collection(of: NodeIndex)
    /// The condition of a SUBQUERY, which starts at `start`.
    case test(of: NodeIndex, start: NodeIndex)
  }

  /// Makes the plan of a structure.
  ///
  /// - Complexity: O(n).
  init(_ structure: Structure) {
    flattened = Flattened(structure)
    guard structure.nodes.contains(where: { structure.kind(of: $0).turns }) else {
      turns = []
      return
    }
    var turns = Array(repeating: Turn.next, count: structure.nodes.count)
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .and, .or:
        let stop = structure.kind(of: node) == .or
        for child in structure.children(of: node) {
          turns[child.index] = .operand(of: node, stop: stop)
        }
      case .ternary:
        let otherwise = structure.start(of: structure.child(2, of: node))
        turns[structure.child(0, of: node).index] = .condition(otherwise: otherwise)
        turns[structure.child(1, of: node).index] = .branch(of: node)
      case .call(.coalesce):
        for child in structure.children(of: node).dropLast() {
          turns[child.index] = .alternative(of: node)
        }
      case .subquery:
        let condition = structure.child(1, of: node)
        turns[structure.child(0, of: node).index] = .collection(of: node)
        turns[condition.index] = .test(of: node, start: structure.start(of: condition))
      default: break
      }
    }
    self.turns = turns
  }

  /// What comes after a node.
  func turn(after node: NodeIndex) -> Turn { turns.isEmpty ? .next : turns[node.index] }

  /// Whether lists that a node finds in lists are joined.
  func isFlattened(_ node: NodeIndex) -> Bool { flattened.contains(node) }
}

/// The nodes on the left side of ANY or ALL, where lists that a key path finds in lists are joined.
struct Flattened: Sendable {
  /// Whether each node is one; empty where none is.
  private var flags: [Bool] = []

  /// Finds those of a structure.
  ///
  /// - Complexity: O(n).
  init(_ structure: Structure) {
    guard structure.depth == .involved else { return }
    for node in structure.nodes where structure.kind(of: node).isQuantified {
      if flags.isEmpty { flags = Array(repeating: false, count: structure.nodes.count) }
      var part = structure.child(0, of: node)
      flags[part.index] = true
      // `dayOf` makes days of the elements of what stands under it.
      while structure.kind(of: part).isChained || structure.kind(of: part) == .call(.dayOf) {
        part = structure.child(0, of: part)
        flags[part.index] = true
      }
    }
  }

  func contains(_ node: NodeIndex) -> Bool { !flags.isEmpty && flags[node.index] }
}

extension NodeKind {
  /// Whether an evaluation does more at the node's children than go on to the next node.
  fileprivate var turns: Bool {
    switch self {
    case .and, .or, .ternary, .subquery, .call(.coalesce): true
    default: false
    }
  }

  /// Whether the node is a comparison under ANY or ALL.
  fileprivate var isQuantified: Bool {
    if case .comparison(_, _, let quantifier) = self { quantifier != .one } else { false }
  }
}
