// Fills the placeholders of a tree with arguments. Arguments are values: they are never parsed as
// text of the language.

extension SyntaxTree {
  /// The number of placeholders, and so of arguments that the text takes.
  public var placeholderCount: Int {
    structure.nodes.count {
      switch structure.kind(of: $0) {
      case .placeholder, .memberPlaceholder: true
      default: false
      }
    }
  }

  /// The number of placeholders in quotes, which are plain text.
  private var quotedPlaceholderCount: Int {
    structure.nodes.reduce(0) { count, node in
      guard case .literal(let index) = structure.kind(of: node),
        case .string(let text) = structure.value(index)
      else { return count }
      return count + StringLiteral.placeholders(in: text.utf8)
    }
  }

  /// A copy of the tree with all placeholders filled.
  ///
  /// - Parameters:
  ///   - arguments: One argument for each placeholder, in the order of the text.
  ///   - limits: The limits of the result.
  /// - Returns: A tree without placeholders.
  /// - Throws: `Refusal` if there are too many or too few arguments, an argument does not fit its
  ///   placeholder, or the result is too large.
  package func filled(
    with arguments: [Value], limits: Limits = .standard
  ) throws(Refusal) -> SyntaxTree {
    let holes = Holes(tree: self, arguments: arguments)
    let constants = Constants(arguments: arguments, substitutions: ValueDictionary())
    let filled = try rewritten(maximumNodes: limits.nodes, constants: constants) {
      (node, children, builder) throws(Refusal) in
      try holes.fill(node, children, &builder)
    }
    guard let filled else {
      throw holes.refusal("the text with its arguments is too large", at: root)
    }
    let count = placeholderCount
    // An argument for a placeholder in quotes is ignored, as on Apple's systems. The parser has
    // warned about such a placeholder.
    guard arguments.count <= count + quotedPlaceholderCount else {
      throw holes.refusal(
        "the text has \(counted(count, "placeholder")) and \(counted(arguments.count, "argument"))",
        at: root)
    }
    return filled
  }
}

/// The placeholders of a tree, with their arguments.
private struct Holes {
  let tree: SyntaxTree
  let arguments: [Value]

  func refusal(_ message: String, at node: NodeIndex, hint: String? = nil) -> Refusal {
    Refusal(
      diagnostic: Diagnostic(message, at: tree.range(of: node), hint: hint), text: tree.text)
  }

  /// Adds the replacement of a placeholder to the builder; nil if the node is not a placeholder.
  func fill(
    _ node: NodeIndex, _ children: [NodeIndex], _ builder: inout TreeBuilder
  ) throws(Refusal) -> NodeIndex? {
    let range = tree.range(of: node)
    switch tree.structure.kind(of: node) {
    case .placeholder(.keyPath, let hole):
      let keys = try keyPath(hole, node)
      return add(keys, to: builder.add(.selfObject, range), range, &builder)
    case .memberPlaceholder(let hole):
      return add(try keyPath(hole, node), to: children[0], range, &builder)
    case .placeholder(let placeholder, let hole):
      return builder.addLiteral(try value(placeholder, hole, node), range)
    default: return nil
    }
  }

  private func argument(_ hole: Int32, _ node: NodeIndex) throws(Refusal) -> Value {
    guard arguments.indices.contains(Int(hole)) else {
      throw refusal("no argument is given for this placeholder", at: node)
    }
    return arguments[Int(hole)]
  }

  private func value(
    _ placeholder: Placeholder, _ hole: Int32, _ node: NodeIndex
  ) throws(Refusal) -> Value {
    let argument = try argument(hole, node)
    switch placeholder {
    case .value, .keyPath: return argument
    case .integer:
      if let int = Number(argument)?.asExactInt { return .int(int) }
      throw refusal(
        "this placeholder takes an integer, not \(argument.named)", at: node,
        hint: handing(over: argument))
    case .double:
      if let number = Number(argument) { return .double(number.asDouble) }
      throw refusal(
        "this placeholder takes a number, not \(argument.named)", at: node,
        hint: handing(over: argument))
    }
  }

  /// How to hand over a value that is not a number.
  private func handing(over argument: Value) -> String {
    "\(argument.named) is handed over with %@"
  }

  private func keyPath(_ hole: Int32, _ node: NodeIndex) throws(Refusal) -> [Substring] {
    guard case .string(let path) = try argument(hole, node), !path.isEmpty else {
      throw refusal("%K takes the text of a key path", at: node)
    }
    let segments = path.split(separator: ".", omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.isEmpty || $0 == "@" }) else {
      throw refusal("the key path '\(path)' has an empty key", at: node)
    }
    return segments
  }

  private func add(
    _ segments: [Substring], to base: NodeIndex, _ range: Range<Int>, _ builder: inout TreeBuilder
  ) -> NodeIndex {
    segments.reduce(base) { base, segment in
      if segment.first == "@" {
        return builder.addCollectionOperator(String(segment.dropFirst()), of: base, range)
      }
      return segment.lowercased() == "self"
        ? base : builder.addMember(String(segment), of: base, range)
    }
  }
}

/// A number with its noun in the singular or plural.
private func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
