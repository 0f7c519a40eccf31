// Copies a tree and replaces some nodes: arguments for placeholders, constants for variables. The
// copy is built by the builder that the parser uses. So what the parser folds, such as `-5` or the
// date of a CAST, is folded here too, and a copy prints like a parsed text.

extension SyntaxTree {
  /// A copy in which some nodes are replaced.
  ///
  /// Children come before their parents, so one pass in order copies children first.
  ///
  /// - Parameters:
  ///   - maximumNodes: The largest number of nodes of the copy.
  ///   - constants: The arguments and substitutions of the copy.
  ///   - warnings: The warnings of the copy; those of the tree if nil.
  ///   - replacement: Adds the replacement of a node to the builder and returns it, given the
  ///     copies of the node's children. If it returns nil, the node is copied.
  /// - Returns: The copy; nil if it would have too many nodes.
  /// - Throws: The error that `replacement` throws.
  /// - Complexity: O(n).
  func rewritten<Failure: Error>(
    maximumNodes: Int, constants: Constants?, warnings: [Diagnostic]? = nil,
    _ replacement: (NodeIndex, [NodeIndex], inout TreeBuilder) throws(Failure) -> NodeIndex?
  ) throws(Failure) -> SyntaxTree? {
    try TextBytes.read(text) { bytes -> Result<SyntaxTree?, Failure> in
      var builder = TreeBuilder(of: bytes, maximumNodes: maximumNodes)
      var moved: [NodeIndex] = []
      moved.reserveCapacity(structure.nodes.count)
      do throws(Failure) {
        for node in structure.nodes {
          let children = structure.children(of: node).map { moved[$0.index] }
          let replaced = try replacement(node, children, &builder)
          moved.append(replaced ?? copy(node, children, to: &builder))
        }
      } catch {
        return .failure(error)
      }
      return .success(
        builder.isFull
          ? nil
          : builder.tree(
            of: text, functions: functions, warnings: warnings ?? self.warnings,
            constants: constants))
    }.get()
  }

  /// Adds a copy of a node to the builder, given the copies of its children.
  ///
  /// `offset` is where the text begins in the text of the builder.
  func copy(
    _ node: NodeIndex, _ children: [NodeIndex], to builder: inout TreeBuilder, offset: Int = 0
  ) -> NodeIndex {
    let range = range(of: node).moved(by: offset)
    func name(_ index: Int32) -> Int32 { builder.addName(structure.name(index)) }
    switch structure.kind(of: node) {
    case .literal(let index): return builder.addLiteral(structure.value(index), range)
    case .variable(let index):
      let name = wording.use(Int(index)).name.offsets
      return builder.addVariable(named: name.moved(by: offset), range)
    case .key(let index): return builder.add(.key(name(index)), range)
    case .member(let index):
      return builder.addMember(structure.name(index), of: children[0], range)
    case .memberVariable: return builder.addMember(namedBy: children[1], of: children[0], range)
    case .collectionOperator(let index):
      return builder.addCollectionOperator(structure.name(index), of: children[0], range)
    case .term(let term, let index):
      return builder.add(.term(term, name(index)), range, children: children)
    case .negation: return builder.addNegation(of: children[0], range)
    case .cast(let index):
      return builder.addCast(of: children[0], to: structure.name(index), range)
    case .selectorComparison(let quantifier, let index):
      return builder.add(
        .selectorComparison(quantifier, name: name(index)), range, children: children)
    case .unknownCall(let index):
      return builder.add(.unknownCall(name(index)), range, children: children)
    case .iterator(let level, let index):
      return builder.add(.iterator(level: level, name: name(index)), range)
    case .subquery(let level, let index):
      return builder.add(.subquery(level: level, name: name(index)), range, children: children)
    case let kind: return builder.add(kind, range, children: children)
    }
  }
}
