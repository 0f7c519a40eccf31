// Grows a syntax tree node by node, children before parents. Receives nodes from the parser or from
// a rewriting of another tree, and folds what is written alike into one tree for both; refuses more
// nodes than the limit allows.

/// Builds the structure of a tree.
struct TreeBuilder {
  private(set) var structure = Structure()
  private(set) var ranges: [SourceRange] = []
  private(set) var firstUses: [Operand] = []
  /// Where each variable stands; empty while a linear search is the faster one.
  private var variablePositions: [ExactText: Int] = [:]
  /// The last node of the path behind an operator on a collection, whose keys are read of each
  /// element: there a key in a variable is none of them.
  private var pathEnd: NodeID?
  /// Whether a node was asked for that the limit did not allow.
  private(set) var isFull = false
  private let maximumNodes: Int

  private static let linearLimit = 8

  /// Makes an empty builder.
  ///
  /// - Parameters:
  ///   - maximumNodes: How many nodes the tree may have.
  ///   - expected: How much it will probably have; room is made for so much at once.
  init(maximumNodes: Int, expecting expected: (nodes: Int, variables: Int)) {
    self.maximumNodes = maximumNodes
    structure.nodes.reserveCapacity(expected.nodes)
    structure.children.reserveCapacity(expected.nodes)
    // A variable is mostly compared with a constant.
    structure.values.reserveCapacity(expected.variables)
    ranges.reserveCapacity(expected.nodes)
    firstUses.reserveCapacity(expected.variables)
  }

  /// Appends a node without children and returns its id.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>) -> NodeID {
    append(kind, range, childCount: 0)
  }

  /// Appends a node with one child and returns its id.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, _ child: NodeID) -> NodeID {
    let node = append(kind, range, childCount: 1)
    structure.children.append(child)
    return node
  }

  /// Appends a node with two children and returns its id.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, _ left: NodeID, _ right: NodeID
  ) -> NodeID {
    let node = append(kind, range, childCount: 2)
    structure.children.append(left)
    structure.children.append(right)
    return node
  }

  /// Appends a node and returns its id.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, children: some Collection<NodeID>
  ) -> NodeID {
    let node = append(kind, range, childCount: children.count)
    structure.children.append(contentsOf: children)
    return node
  }

  /// Appends a node whose children, which come next, are still to be appended.
  private mutating func append(
    _ kind: NodeKind, _ range: Range<Int>, childCount: Int
  ) -> NodeID {
    isFull = isFull || structure.nodes.count >= maximumNodes
    // A full builder stands still: its last node serves for all, and the result is thrown away.
    if isFull, !structure.nodes.isEmpty { return structure.root }
    structure.nodes.append(
      Node(
        kind: kind, firstChild: Int32(truncatingIfNeeded: structure.children.count),
        childCount: Int32(truncatingIfNeeded: childCount)))
    ranges.append(SourceRange(range))
    return structure.root
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
    let node = add(.member(addName(name)), range, base)
    if base == pathEnd { pathEnd = node }
    return node
  }

  /// Appends a key that another node names; one that is constant text is a key like any other.
  mutating func addMember(namedBy key: NodeID, of base: NodeID, _ range: Range<Int>) -> NodeID {
    guard !isFull, base != pathEnd, key == structure.root, case .string(let name)? = literal(key)
    else { return add(.memberVariable, range, base, key) }
    structure.values.removeLast()
    removeLast()
    return addMember(name, of: base, range)
  }

  /// Appends an operator on a collection.
  mutating func addCollectionOperator(
    _ name: String, of base: NodeID, _ range: Range<Int>
  ) -> NodeID {
    let node = add(.collectionOperator(addName(name)), range, base)
    if CollectionOperator(rawValue: name)?.takesPath ?? true { pathEnd = node }
    return node
  }

  /// Appends `-a`; the sign of a number is folded into it.
  mutating func addNegation(of node: NodeID, _ range: Range<Int>) -> NodeID {
    switch literal(node) {
    case .int(let value) where value != .min: replaceLiteral(node, with: .int(-value), range)
    case .double(let value): replaceLiteral(node, with: .double(-value), range)
    case .bool(let flag): replaceLiteral(node, with: .int(flag ? -1 : 0), range)
    default: return add(.negation, range, node)
    }
    return node
  }

  /// Appends `CAST(a, 'type')`; a number cast to a date is that date, as Apple writes its date
  /// constants.
  mutating func addCast(of node: NodeID, to type: String, _ range: Range<Int>) -> NodeID {
    guard CastTarget(named: type) == .date, let number = literal(node).flatMap(Number.init),
      let date = CastTarget.date(from: number)
    else { return add(.cast(addName(type)), range, node) }
    replaceLiteral(node, with: .date(date), range)
    return node
  }

  /// Appends a free variable.
  mutating func addVariable(_ name: String, _ range: Range<Int>) -> NodeID {
    let new = firstUses.count
    let position = position(ofVariable: name) ?? new
    if position == new {
      firstUses.append(Operand(variable: name, reading: .value, place: SourceRange(range)))
      if !variablePositions.isEmpty {
        variablePositions[ExactText(name)] = new
      } else if firstUses.count > Self.linearLimit {
        for (position, use) in firstUses.enumerated() {
          variablePositions[ExactText(use.variable)] = position
        }
      }
    }
    return add(.variable(Int32(truncatingIfNeeded: position)), range)
  }

  private func position(ofVariable name: String) -> Int? {
    variablePositions.isEmpty
      ? firstUses.firstIndex { isExactly($0.variable, name) } : variablePositions[ExactText(name)]
  }

  /// Keeps a name and returns its index.
  mutating func addName(_ name: String) -> Int32 {
    structure.names.append(ExactText(name))
    return Int32(truncatingIfNeeded: structure.names.count - 1)
  }

  /// Widens a node to a range that includes, say, its parentheses.
  mutating func setRange(of node: NodeID, _ range: Range<Int>) {
    if case .variable(let variable) = structure.kind(of: node),
      firstUses[Int(variable)].place == ranges[node.index]
    {
      firstUses[Int(variable)].place = SourceRange(range)
    }
    ranges[node.index] = SourceRange(range)
  }

  /// Replaces the constant of a literal, as when a sign is folded into it.
  private mutating func replaceLiteral(_ node: NodeID, with value: Value, _ range: Range<Int>) {
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
      text: text, structure: structure, ranges: ranges, firstUses: firstUses, warnings: warnings)
  }
}
