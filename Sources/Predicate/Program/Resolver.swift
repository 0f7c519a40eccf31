// Receives a syntax tree, gives the program it stands for, or refuses it: what would reach outside
// its values, calls what does not exist, or can be seen never to work.

extension SyntaxTree {
  /// Resolves variables to operands and checks that the tree can run.
  ///
  /// - Parameter attributes: Names that, right after a variable, make one operand with it
  ///   (`$tag.isHidden`); the embedder says what they are.
  /// - Returns: The program with what its operands stand for.
  /// - Throws: The first part that is legal and not run here.
  /// - Complexity: O(n).
  public func resolved(attributes: Set<String> = []) throws(Refusal) -> Resolution {
    let patterns = try checked()
    var resolver = Resolver(tree: self, attributes: attributes)
    resolver.run()
    let structure = resolver.structure
    return Resolution(
      program: Program(
        structure: structure, operandCount: resolver.operands.count,
        patterns: Dictionary(
          uniqueKeysWithValues: patterns.map { (resolver.moved[$0.key.index], $0.value) })),
      operands: resolver.operands, text: text, ranges: resolver.ranges)
  }
}

/// Copies a tree with operands in the place of variables.
private struct Resolver {
  let tree: SyntaxTree
  let attributes: Set<String>
  private(set) var structure = Structure()
  private(set) var ranges: [SourceRange] = []
  private(set) var operands: [Operand] = []
  /// Where each node of the tree went.
  private(set) var moved: [NodeID] = []
  private var positions: [Key: Int32] = [:]

  private struct Key: Hashable {
    let variable: Int32
    let attribute: ExactText?
  }

  init(tree: SyntaxTree, attributes: Set<String>) {
    self.tree = tree
    self.attributes = attributes
  }

  /// Children stand before their parents, so one pass in order sees them first.
  mutating func run() {
    let source = tree.structure
    structure.names = source.names
    structure.values = source.values
    structure.nodes.reserveCapacity(source.nodes.count)
    let claimed = claimedVariables()
    for index in source.nodes.indices {
      let node = NodeID(index)
      let kind = source.kind(of: node)
      switch kind {
      case .variable where claimed.contains(node):
        // The attribute that follows becomes the operand; this node will have no parent.
        moved.append(node)
      case .variable(let variable):
        append(.variable(operand(variable, nil, node)), node, children: [])
      case .member(let name):
        guard case .variable(let variable) = source.kind(of: source.child(0, of: node)),
          claimed.contains(source.child(0, of: node))
        else { fallthrough }
        append(.variable(operand(variable, source.name(name), node)), node, children: [])
      default:
        append(kind, node, children: source.children(of: node).map { moved[$0.index] })
      }
    }
  }

  /// The variables right before an attribute.
  private func claimedVariables() -> Set<NodeID> {
    guard !attributes.isEmpty, !tree.variables.isEmpty else { return [] }
    let source = tree.structure
    var claimed: Set<NodeID> = []
    for index in source.nodes.indices {
      let node = NodeID(index)
      guard case .member(let name) = source.kind(of: node),
        case .variable = source.kind(of: source.child(0, of: node)),
        attributes.contains(source.name(name))
      else { continue }
      claimed.insert(source.child(0, of: node))
    }
    return claimed
  }

  private mutating func append(_ kind: NodeKind, _ node: NodeID, children: [NodeID]) {
    moved.append(NodeID(structure.nodes.count))
    structure.nodes.append(
      Node(
        kind: kind, firstChild: Int32(truncatingIfNeeded: structure.children.count),
        childCount: Int32(truncatingIfNeeded: children.count)))
    structure.children.append(contentsOf: children)
    ranges.append(tree.ranges[node.index])
  }

  private mutating func operand(_ variable: Int32, _ attribute: String?, _ node: NodeID) -> Int32 {
    let key = Key(variable: variable, attribute: attribute.map(ExactText.init))
    if let position = positions[key] { return position }
    let position = Int32(truncatingIfNeeded: operands.count)
    positions[key] = position
    operands.append(
      Operand(
        variable: tree.variables[Int(variable)], attribute: attribute,
        range: tree.range(of: node)))
    return position
  }
}
