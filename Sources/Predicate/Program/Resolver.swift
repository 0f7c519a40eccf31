// Receives a syntax tree, gives the program it stands for, or refuses it: what would reach outside
// its values, calls what does not exist, or can be seen never to work.

extension SyntaxTree {
  /// Resolves variables to operands and checks that the tree can run.
  ///
  /// Each reading of a variable is an operand, however often it stands in the text.
  ///
  /// - Parameters:
  ///   - attributes: Names that, right after a variable, make one operand with it
  ///     (`$tag.isHidden`); the embedder says what they are, but for `value`, which is the variable
  ///     itself.
  ///   - isCollection: Whether a variable always stands for a list of objects, of which an operand
  ///     then reads no more than the text does. What the program gives, and where and how it fails,
  ///     stays the same; only the steps that an operand saves are not counted.
  ///   - limits: What bounds the constant patterns, which are compiled here.
  /// - Returns: The program with what its operands stand for.
  /// - Throws: The first part that is legal and not run here.
  /// - Complexity: O(n log n).
  public func resolved(
    attributes: Set<String> = [], isCollection: (String) -> Bool = { _ in false },
    limits: Limits = .standard
  ) throws(Refusal) -> Resolution {
    try resolved(attributes, isCollection, limits) { structure, operandCount, patterns in
      Program(structure: structure, operandCount: operandCount, patterns: patterns)
    }
  }

  /// The same where many texts have one program, which is built once.
  ///
  /// - Parameters:
  ///   - attributes: As above.
  ///   - isCollection: As above.
  ///   - limits: As above.
  ///   - known: Finds the program by its `contentHash`, given whether it is the one sought.
  /// - Throws: The first part that is legal and not run here.
  /// - Returns: The program with what its operands stand for.
  package func resolved(
    attributes: Set<String>, isCollection: (String) -> Bool, limits: Limits,
    known: (_ hash: Int, _ isSame: (Program) -> Bool) -> Program?
  ) throws(Refusal) -> Resolution {
    try resolved(attributes, isCollection, limits) { structure, operandCount, patterns in
      let hash = structure.hashValue
      return known(hash) { $0.structure == structure }
        ?? Program(
          structure: structure, hash: hash, operandCount: operandCount, patterns: patterns)
    }
  }

  private func resolved(
    _ attributes: Set<String>, _ isCollection: (String) -> Bool, _ limits: Limits,
    _ program: (Structure, _ operandCount: Int, [NodeID: Pattern]) -> Program
  ) throws(Refusal) -> Resolution {
    let patterns = try checked(within: limits)
    guard firstUses.contains(where: { isCollection($0.variable) }) || readsAny(of: attributes)
    else {
      return Resolution(
        program: program(structure, firstUses.count, patterns), operands: firstUses, text: text,
        ranges: ranges)
    }
    var resolver = Resolver(tree: self)
    resolver.run(Readings(self, attributes: attributes, isCollection: isCollection))
    let moved = Dictionary(
      uniqueKeysWithValues: patterns.map { (resolver.moved[$0.key.index], $0.value) })
    return Resolution(
      program: program(resolver.structure, resolver.operands.count, moved),
      operands: resolver.operands, text: text, ranges: resolver.ranges)
  }

  /// Whether one of some names stands right after a variable.
  private func readsAny(of attributes: Set<String>) -> Bool {
    !attributes.isEmpty
      && structure.nodes.indices.contains { index in
        guard case .member(let name) = structure.kind(of: NodeID(index)),
          case .variable = structure.kind(of: structure.child(0, of: NodeID(index)))
        else { return false }
        return attributes.contains(structure.name(name))
      }
  }
}

/// Copies a tree with operands in the place of variables.
private struct Resolver {
  let tree: SyntaxTree
  private(set) var structure = Structure()
  private(set) var ranges: [SourceRange] = []
  private(set) var operands: [Operand] = []
  /// Where each node of the tree went.
  private(set) var moved: [NodeID] = []
  private var positions: [Key: Int32] = [:]

  private struct Key: Hashable {
    let variable: Int32
    let reading: Operand.Reading
  }

  init(tree: SyntaxTree) { self.tree = tree }

  /// Children stand before their parents, so one pass in order sees them first.
  mutating func run(_ readings: Readings) {
    let source = tree.structure
    structure.values = source.values
    structure.nodes.reserveCapacity(source.nodes.count)
    for index in source.nodes.indices {
      let node = NodeID(index)
      switch readings.parts[index] {
      // This node will have no parent.
      case .absorbed: moved.append(node)
      case .operand(let variable, let reading):
        append(.variable(operand(variable, reading, node)), node, children: [])
      case .copied:
        let children = source.children(of: node).map { moved[$0.index] }
        append(renamed(source.kind(of: node)), node, children: children)
      }
    }
  }

  private mutating func append(_ kind: NodeKind, _ node: NodeID, children: [NodeID]) {
    moved.append(NodeID(structure.nodes.count))
    precondition(children.isEmpty || children.last == structure.root)
    structure.nodes.append(
      Node(kind, childCount: children.count, lists: &structure.lists) { children[$0] })
    ranges.append(tree.ranges[node.index])
  }

  /// The kind over the names of the program, which are those that no operand has absorbed: programs
  /// that differ in nothing else are equal.
  private mutating func renamed(_ kind: NodeKind) -> NodeKind {
    func kept(_ name: Int32) -> Int32 {
      structure.names.append(tree.structure.names[Int(name)])
      return Int32(truncatingIfNeeded: structure.names.count - 1)
    }
    return switch kind {
    case .key(let name): .key(kept(name))
    case .member(let name): .member(kept(name))
    case .collectionOperator(let name): .collectionOperator(kept(name))
    case .cast(let name): .cast(kept(name))
    case .iterator(let level, let name): .iterator(level: level, name: kept(name))
    case .subquery(let level, let name): .subquery(level: level, name: kept(name))
    default: kind
    }
  }

  private mutating func operand(
    _ variable: Int32, _ reading: Operand.Reading, _ node: NodeID
  ) -> Int32 {
    let key = Key(variable: variable, reading: reading)
    if let position = positions[key] { return position }
    let position = Int32(truncatingIfNeeded: operands.count)
    positions[key] = position
    operands.append(
      Operand(
        variable: tree.variable(variable), reading: reading,
        place: tree.ranges[node.index]))
    return position
  }
}
