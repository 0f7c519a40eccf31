// Grows a syntax tree node by node, children before parents. Receives nodes from the parser or from
// a rewriting of another tree; refuses more nodes than the limit allows.

/// Builds the structure of a tree.
struct TreeBuilder {
  private(set) var structure = Structure()
  private(set) var ranges: [SourceRange] = []
  private(set) var variables: [String] = []
  private var variablePositions: [ExactText: Int32] = [:]
  /// Whether a node was asked for that the limit did not allow.
  private(set) var isFull = false
  private let maximumNodes: Int

  init(maximumNodes: Int) { self.maximumNodes = maximumNodes }

  /// Appends a node and returns its id.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, children: some Collection<NodeID> = []
  ) -> NodeID {
    isFull = isFull || structure.nodes.count >= maximumNodes
    // A full builder stands still: its last node serves for all, and the result is thrown away.
    if isFull, let last = structure.nodes.indices.last { return NodeID(last) }
    structure.nodes.append(
      Node(
        kind: kind, firstChild: Int32(truncatingIfNeeded: structure.children.count),
        childCount: Int32(truncatingIfNeeded: children.count)))
    structure.children.append(contentsOf: children)
    ranges.append(SourceRange(range))
    return NodeID(structure.nodes.count - 1)
  }

  /// Appends a constant.
  mutating func addLiteral(_ value: Value, _ range: Range<Int>) -> NodeID {
    structure.values.append(value)
    return add(.literal(Int32(truncatingIfNeeded: structure.values.count - 1)), range)
  }

  /// Appends a key of a base; a key of SELF is a key of its own.
  mutating func addMember(_ name: String, of base: NodeID, _ range: Range<Int>) -> NodeID {
    if !isFull, structure.kind(of: base) == .selfObject, base == structure.root {
      removeLast()
      return add(.key(addName(name)), range)
    }
    return add(.member(addName(name)), range, children: [base])
  }

  /// Appends a free variable.
  mutating func addVariable(_ name: String, _ range: Range<Int>) -> NodeID {
    let key = ExactText(name)
    let position = variablePositions[key] ?? Int32(truncatingIfNeeded: variables.count)
    if position == variables.count {
      variables.append(name)
      variablePositions[key] = position
    }
    return add(.variable(position), range)
  }

  /// Keeps a name and returns its index.
  mutating func addName(_ name: String) -> Int32 {
    structure.names.append(ExactText(name))
    return Int32(truncatingIfNeeded: structure.names.count - 1)
  }

  /// Widens a node to a range that includes, say, its parentheses.
  mutating func setRange(of node: NodeID, _ range: Range<Int>) {
    ranges[node.index] = SourceRange(range)
  }

  /// Replaces the constant of a literal, as when a sign is folded into it.
  mutating func replaceLiteral(_ node: NodeID, with value: Value, _ range: Range<Int>) {
    guard case .literal(let index) = structure.kind(of: node) else { return }
    structure.values[Int(index)] = value
    ranges[node.index] = SourceRange(range)
  }

  /// The constant of a literal node.
  func literal(_ node: NodeID) -> Value? {
    guard case .literal(let index) = structure.kind(of: node) else { return nil }
    return structure.value(index)
  }

  /// Takes back the last node, which must have no children and no parent yet.
  private mutating func removeLast() {
    structure.nodes.removeLast()
    ranges.removeLast()
  }

  /// The finished tree.
  func tree(of text: String, warnings: [Diagnostic]) -> SyntaxTree {
    SyntaxTree(
      text: text, structure: structure, ranges: ranges, variables: variables, warnings: warnings)
  }
}
