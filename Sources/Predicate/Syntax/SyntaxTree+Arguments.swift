// Receives a tree with holes and the arguments for them, gives the tree without holes. Arguments
// are values: nothing in them is ever read as text of the language.

extension SyntaxTree {
  /// How many arguments the text takes.
  public var placeholderCount: Int {
    structure.nodes.count {
      switch $0.kind {
      case .placeholder, .memberPlaceholder: true
      default: false
      }
    }
  }

  /// The tree with every placeholder filled.
  ///
  /// - Parameters:
  ///   - arguments: One for each placeholder, in the order of the text.
  ///   - limits: What bounds the tree.
  /// - Returns: A tree without holes.
  /// - Throws: The first placeholder whose argument is missing or of the wrong kind.
  func filled(with arguments: [Value], limits: Limits) throws(Refusal) -> SyntaxTree {
    var filler = Filler(tree: self, arguments: arguments, limits: limits)
    try filler.run()
    let count = placeholderCount
    guard arguments.count <= count else {
      let isQuoted = warnings.contains { $0.message == Parser.quotedPlaceholder }
      throw filler.refusal(
        "the text has \(count) placeholder\(count == 1 ? "" : "s") and \(arguments.count) arguments",
        at: root, hint: isQuoted ? Parser.quotedPlaceholder : nil)
    }
    return filler.builder.tree(of: text, warnings: warnings)
  }
}

/// Copies a tree with constants and keys in the place of holes.
private struct Filler {
  let tree: SyntaxTree
  let arguments: [Value]
  var builder: TreeBuilder

  init(tree: SyntaxTree, arguments: [Value], limits: Limits) {
    self.tree = tree
    self.arguments = arguments
    builder = TreeBuilder(maximumNodes: limits.nodes)
  }

  func refusal(_ message: String, at node: NodeID, hint: String? = nil) -> Refusal {
    Refusal(
      diagnostic: Diagnostic(message, at: tree.range(of: node), hint: hint), text: tree.text)
  }

  mutating func run() throws(Refusal) {
    let source = tree.structure
    var moved: [NodeID] = []
    for index in source.nodes.indices {
      let node = NodeID(index)
      let range = tree.range(of: node)
      let children = source.children(of: node).map { moved[$0.index] }
      func name(_ index: Int32) -> String { source.name(index) }
      switch source.kind(of: node) {
      case .placeholder(.keyPath, let hole):
        let base = builder.add(.selfObject, range)
        moved.append(try add(keyPath(hole, node), to: base, node))
      case .memberPlaceholder(let hole):
        moved.append(try add(keyPath(hole, node), to: children[0], node))
      case .placeholder(let placeholder, let hole):
        moved.append(builder.addLiteral(try value(placeholder, hole, node), range))
      case .literal(let index): moved.append(builder.addLiteral(source.value(index), range))
      case .variable(let index):
        moved.append(builder.addVariable(tree.variables[Int(index)], range))
      case .key(let index): moved.append(builder.add(.key(builder.addName(name(index))), range))
      case .member(let index):
        moved.append(
          builder.add(.member(builder.addName(name(index))), range, children: children))
      case .collectionOperator(let index):
        moved.append(
          builder.add(.collectionOperator(builder.addName(name(index))), range, children: children))
      case .unknownCall(let index):
        moved.append(
          builder.add(.unknownCall(builder.addName(name(index))), range, children: children))
      case .cast(let index):
        moved.append(builder.add(.cast(builder.addName(name(index))), range, children: children))
      case .iterator(let level, let index):
        moved.append(
          builder.add(.iterator(level: level, name: builder.addName(name(index))), range))
      case .subquery(let level, let index):
        let kind = NodeKind.subquery(level: level, name: builder.addName(name(index)))
        moved.append(builder.add(kind, range, children: children))
      case let kind: moved.append(builder.add(kind, range, children: children))
      }
    }
    if builder.isFull { throw refusal("the text with its arguments is too large", at: tree.root) }
  }

  private func argument(_ hole: Int32, _ node: NodeID) throws(Refusal) -> Value {
    guard arguments.indices.contains(Int(hole)) else {
      throw refusal("no argument is given for this placeholder", at: node)
    }
    return arguments[Int(hole)]
  }

  private func value(
    _ placeholder: Placeholder, _ hole: Int32, _ node: NodeID
  ) throws(Refusal) -> Value {
    let argument = try argument(hole, node)
    switch placeholder {
    case .value, .keyPath: return argument
    case .integer:
      if let int = Number(argument)?.asExactInt { return .int(int) }
      throw refusal("this placeholder takes an integer, not \(argument.named)", at: node)
    case .double:
      if let number = Number(argument) { return .double(number.asDouble) }
      throw refusal("this placeholder takes a number, not \(argument.named)", at: node)
    }
  }

  private func keyPath(_ hole: Int32, _ node: NodeID) throws(Refusal) -> [Substring] {
    guard case .string(let path) = try argument(hole, node), !path.isEmpty else {
      throw refusal("%K takes the text of a key path", at: node)
    }
    let segments = path.split(separator: ".", omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.isEmpty || $0 == "@" }) else {
      throw refusal("the key path '\(path)' has an empty key", at: node)
    }
    return segments
  }

  private mutating func add(
    _ segments: [Substring], to base: NodeID, _ node: NodeID
  ) throws(Refusal) -> NodeID {
    let range = tree.range(of: node)
    var base = base
    for segment in segments {
      if segment.first == "@" {
        let name = builder.addName(String(segment.dropFirst()))
        base = builder.add(.collectionOperator(name), range, children: [base])
      } else if segment.lowercased() != "self" {
        base = builder.addMember(String(segment), of: base, range)
      }
    }
    return base
  }
}
