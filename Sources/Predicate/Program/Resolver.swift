// Makes a program of a syntax tree, or refuses the tree. A tree is refused if it would reach
// outside its values, calls an unknown function, or can never work.

extension SyntaxTree {
  /// Resolves variables to operands and checks that the tree can run.
  ///
  /// Each distinct reading of a variable becomes one operand, even if the text contains it many
  /// times.
  ///
  /// - Parameters:
  ///   - attributes: Names that form one operand with the variable before them (`$tag.isHidden`).
  ///     The embedder defines their meaning, except for `value`, which is the variable itself.
  ///   - collections: The variables that always hold a list of objects; names are compared scalar
  ///     by scalar. Their operands read only the parts of the items that the text uses. The result
  ///     and any failure stay the same, but the steps that such an operand saves are not counted.
  ///   - allowsLookups: Whether the text may call `lookup` and `table`, whose tables the embedder
  ///     has.
  ///   - limits: The limits for the constant patterns, which are compiled here.
  ///   - hostFunctions: The names of the functions that the embedder supplies. Each may be called
  ///     with any number of arguments; `EvaluationContext.hostCall` calls it.
  /// - Returns: The program, and what its operands stand for.
  /// - Throws: The first part that is legal on Apple and not supported here.
  /// - Complexity: O(n log n).
  public func resolved(
    attributes: Set<String> = [], collections: [ExactText] = [],
    allowsLookups: Bool = false, limits: Limits = .standard, hostFunctions: Set<String> = []
  ) throws(Refusal) -> Resolution {
    try resolved(attributes, collections, allowsLookups, limits, hostFunctions, Program.init)
  }

  /// The same for many texts that share one program, which is built once.
  ///
  /// - Parameters:
  ///   - attributes: As above.
  ///   - collections: As above.
  ///   - allowsLookups: As above.
  ///   - limits: As above.
  ///   - hostFunctions: As above.
  ///   - known: Finds an existing program by its `contentHash`. The closure tells whether a
  ///     candidate is the program.
  /// - Throws: The first part that is legal on Apple and not supported here.
  /// - Returns: The program, and what its operands stand for.
  package func resolved(
    attributes: Set<String>, collections: [ExactText], allowsLookups: Bool = false,
    limits: Limits, hostFunctions: Set<String> = [],
    known: (_ hash: Int, _ isSame: (Program) -> Bool) -> Program?
  ) throws(Refusal) -> Resolution {
    try resolved(attributes, collections, allowsLookups, limits, hostFunctions) {
      structure, patterns in
      known(structure.contentHash) { $0.structure == structure } ?? Program(structure, patterns)
    }
  }

  private func resolved(
    _ attributes: Set<String>, _ collections: [ExactText], _ allowsLookups: Bool,
    _ limits: Limits, _ hostFunctions: Set<String>,
    _ program: (Structure, [NodeIndex: Pattern]) -> Program
  ) throws(Refusal) -> Resolution {
    let patterns = try checkedPatterns(
      within: limits, allowsLookups: allowsLookups, calling: hostFunctions)
    let known = collections.isEmpty ? nil : Set(collections)
    let readsCollections =
      known.map { known in
        (0..<wording.operandCount).contains { known.contains(ExactText(wording.variable($0))) }
      } ?? false
    guard readsCollections || readsAny(of: attributes) || !unknownCalls.isEmpty else {
      return Resolution(program: program(structure, patterns), wording: wording)
    }
    var resolver = Resolver(tree: self)
    resolver.run(Readings(self, attributes: attributes, collections: collections))
    let moved = patterns.map { (resolver.moved[$0.key.index], $0.value) }
    let copy = resolver.finished()
    return Resolution(
      program: program(copy.structure, Dictionary(uniqueKeysWithValues: moved)),
      wording: copy.wording)
  }

  /// The calls of functions that the language does not have, in order, or of a function of the
  /// language with a wrong number of arguments.
  package var unknownCalls: [(name: String, range: Range<Int>)] {
    guard structure.depth == .involved else { return [] }
    return structure.nodes.compactMap { node in
      guard case .unknownCall(let name) = structure.kind(of: node) else { return nil }
      return (structure.name(name), range(of: node))
    }
  }

  /// Whether an attribute name stands right after a variable.
  private func readsAny(of attributes: Set<String>) -> Bool {
    !attributes.isEmpty
      && structure.nodes.contains { node in
        guard case .member(let name) = structure.kind(of: node),
          case .variable = structure.kind(of: structure.child(0, of: node))
        else { return false }
        return attributes.contains(structure.name(name))
      }
  }
}

/// Copies a tree with operands in place of variables.
private struct Resolver: ~Copyable {
  let tree: SyntaxTree
  private var nodes = Stack<Node>()
  private var lists = Stack<NodeIndex>()
  private var names = Stack<ExactText>()
  private var values = Stack<Value>()
  private var ranges = Stack<SourceRange>()
  private var uses = Stack<VariableUse>()
  private var readings: [Operand.Reading] = []
  /// The variable of each operand.
  private var variables: [Int] = []
  /// The index of each node in the copy.
  private(set) var moved: [NodeIndex] = []
  private var positions: [Key: Int32] = [:]

  private struct Key: Hashable {
    let variable: Int32
    let reading: Operand.Reading
  }

  init(tree: SyntaxTree) { self.tree = tree }

  /// Returns the copy.
  ///
  /// The resolver is empty afterwards.
  mutating func finished() -> SyntaxTree {
    SyntaxTree(
      structure: Structure(
        nodes: &nodes, lists: &lists, names: &names, values: &values,
        operandCount: uses.count),
      wording: Wording(
        of: tree.text, ranges: &ranges, variables: &uses, readings: readings,
        functions: tree.functions, warnings: tree.warnings, constants: tree.constants))
  }

  /// Copies the nodes in order.
  ///
  /// Children come before their parents, so one pass suffices.
  mutating func run(_ readings: Readings) {
    let source = tree.structure
    for value in source.values { values.append(value) }
    for node in source.nodes {
      switch readings.parts[node.index] {
      // No node of the copy will refer to this node.
      case .absorbed: moved.append(node)
      case .operand(let variable, let reading):
        append(.variable(operand(variable, reading, node)), node, children: [])
      case .copied:
        let children = source.children(of: node).map { moved[$0.index] }
        append(renamed(source.kind(of: node), children), node, children: children)
      }
    }
  }

  private mutating func append(_ kind: NodeKind, _ node: NodeIndex, children: [NodeIndex]) {
    precondition(children.isEmpty || children.last == NodeIndex(nodes.count - 1))
    moved.append(NodeIndex(nodes.count))
    nodes.append(Node(kind, childCount: children.count, lists: &lists) { children[$0] })
    ranges.append(tree.wording.place(of: node))
  }

  /// The kind with its name renumbered among the names that the program keeps.
  ///
  /// Names that operands have absorbed are dropped, so that programs of the same meaning are equal.
  private mutating func renamed(_ kind: NodeKind, _ children: [NodeIndex]) -> NodeKind {
    func kept(_ name: Int32) -> Int32 {
      names.append(tree.structure.exactName(name))
      return Int32(truncatingIfNeeded: names.count - 1)
    }
    return switch kind {
    case .unknownCall(let name): called(name, children)
    case .key(let name): .key(kept(name))
    case .member(let name): .member(kept(name))
    case .collectionOperator(let name): .collectionOperator(kept(name))
    case .cast(let name): .cast(kept(name))
    case .term(let term, let name): .term(term, kept(name))
    case .selectorComparison(let quantifier, let name):
      .selectorComparison(quantifier, name: kept(name))
    case .iterator(let level, let name): .iterator(level: level, name: kept(name))
    case .subquery(let level, let name): .subquery(level: level, name: kept(name))
    default: kind
    }
  }

  /// A call of a function of the embedder, whose name is followed by those of the arguments.
  ///
  /// The name of an argument is the variable that it is, such as `age` or `age.isHidden`, or
  /// `SELF`. The name of any other argument is empty. A function may read its arguments by name, so
  /// the names are part of what a program computes.
  private mutating func called(_ name: Int32, _ children: [NodeIndex]) -> NodeKind {
    let first = names.count
    names.append(tree.structure.exactName(name))
    for child in children {
      let name: String =
        switch nodes[child.index].kind {
        case .variable(let operand): self.name(of: Int(operand))
        case .selfObject: "SELF"
        default: ""
        }
      names.append(ExactText(name))
    }
    return .unknownCall(Int32(truncatingIfNeeded: first))
  }

  private func name(of operand: Int) -> String {
    let variable = tree.wording.variable(variables[operand])
    return if case .attribute(let name) = readings[operand] {
      "\(variable).\(name.text)"
    } else {
      variable
    }
  }

  private mutating func operand(
    _ variable: Int32, _ reading: Operand.Reading, _ node: NodeIndex
  ) -> Int32 {
    let key = Key(variable: variable, reading: reading)
    if let position = positions[key] { return position }
    let position = Int32(truncatingIfNeeded: uses.count)
    positions[key] = position
    variables.append(Int(variable))
    uses.append(
      VariableUse(
        name: tree.wording.use(Int(variable)).name, place: tree.wording.place(of: node)))
    readings.append(reading)
    return position
  }
}
