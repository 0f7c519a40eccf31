// The order in which an evaluation visits the nodes of a structure. Children come before their
// parents and every subtree is one run of nodes, so an evaluation normally reads the nodes in
// order. Lazy operators (AND, TERNARY) and loops (SUBQUERY) jump. A plan says after which nodes.

/// The order in which a tree is evaluated.
final class Plan: Sendable {
  /// What comes after each node; empty if every node is followed by the next one.
  private let turns: [Turn]
  private let flattened: Flattened
  /// The nodes that may read the position of an element of a SUBQUERY; most plans have none.
  private let positions: Set<NodeIndex>

  /// Where to go after a node has its value.
  enum Turn {
    /// The next node.
    case next
    /// An operand of AND or OR. If its value is `stop`, the parent has that value too.
    case operand(of: NodeIndex, stop: Bool)
    /// The condition of a TERNARY. The last child starts at `otherwise`.
    case condition(otherwise: NodeIndex)
    /// The first branch of a TERNARY. Its value is the value of the parent.
    case branch(of: NodeIndex)
    /// An argument of `coalesce`. If it is not nil, it is the value of the parent.
    case alternative(of: NodeIndex)
    /// The collection of a SUBQUERY. The condition starts at the next node.
    case collection(of: NodeIndex)
    /// The condition of a SUBQUERY. It starts at `start`.
    case test(of: NodeIndex, start: NodeIndex)
  }

  /// Makes the plan of a structure.
  ///
  /// - Complexity: O(n).
  init(_ structure: Structure) {
    flattened = Flattened(structure)
    guard structure.nodes.contains(where: { structure.kind(of: $0).turns }) else {
      turns = []
      positions = []
      return
    }
    var positions: Set<NodeIndex> = []
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
      case .member(let name):
        guard case .iterator = structure.kind(of: structure.child(0, of: node)),
          structure.name(name) == EvaluationContext.indexKey
        else { break }
        positions.insert(node)
      default: break
      }
    }
    self.turns = turns
    self.positions = positions
  }

  /// Where to go after a node.
  func turn(after node: NodeIndex) -> Turn { turns.isEmpty ? .next : turns[node.index] }

  /// Whether the node is `$x.index`, where SUBQUERY binds `$x`.
  func mayReadPosition(_ node: NodeIndex) -> Bool {
    !positions.isEmpty && positions.contains(node)
  }

  /// Whether the node joins lists that it finds in lists.
  func isFlattened(_ node: NodeIndex) -> Bool { flattened.contains(node) }
}

/// The nodes on the left side of ANY or ALL.
///
/// If a key path there finds lists in a list, the inner lists are joined into one.
struct Flattened: Sendable {
  /// Whether each node is on the left side of ANY or ALL; empty if none is.
  private var flags: [Bool] = []

  /// Finds these nodes in a structure.
  ///
  /// - Complexity: O(n).
  init(_ structure: Structure) {
    guard structure.depth == .involved else { return }
    func converts(_ kind: NodeKind) -> Bool {
      if case .call(let function) = kind { function.convertsInstants } else { false }
    }
    for node in structure.nodes where structure.kind(of: node).isQuantified {
      if flags.isEmpty { flags = Array(repeating: false, count: structure.nodes.count) }
      var part = structure.child(0, of: node)
      flags[part.index] = true
      // `dayOf` and `timeOf` convert each element of the list under them, so the nodes below them
      // are included.
      while structure.kind(of: part).isChained || converts(structure.kind(of: part)) {
        part = structure.child(0, of: part)
        flags[part.index] = true
      }
    }
  }

  func contains(_ node: NodeIndex) -> Bool { !flags.isEmpty && flags[node.index] }
}

extension NodeKind {
  /// Whether a child of the node may be followed by something other than the next node.
  fileprivate var turns: Bool {
    switch self {
    case .and, .or, .ternary, .subquery, .call(.coalesce): true
    default: false
    }
  }

  /// Whether the node is a comparison with ANY or ALL.
  fileprivate var isQuantified: Bool {
    if case .comparison(_, _, let quantifier) = self { quantifier != .one } else { false }
  }
}
