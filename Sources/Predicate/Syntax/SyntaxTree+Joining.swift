// Joins predicates to one, node by node: nothing is printed and read again, so constants that have
// no literal, such as sets and data, stay as they are. The text of the result has the texts of the
// parts in parentheses, with their placeholders, so that it can be encoded like any other.

extension SyntaxTree {
  /// A predicate over other predicates.
  ///
  /// - Parameters:
  ///   - kind: What joins them: `and`, `or` or, for one of them, `not`.
  ///   - parts: The predicates; at least one, and without substitutions.
  /// - Returns: The predicate.
  /// - Complexity: O(n) in the length of the texts.
  static func joining(_ kind: NodeKind, _ parts: [SyntaxTree]) -> SyntaxTree {
    let word = kind == .or ? " OR " : " AND "
    var text = kind == .not ? "NOT " : ""
    var offsets: [Int] = []
    for part in parts {
      if !offsets.isEmpty { text += word }
      text += "("
      offsets.append(text.utf8.count)
      text += part.text + ")"
    }
    let warnings = zip(parts, offsets).flatMap { part, offset in
      part.warnings.map { $0.moved(by: offset) }
    }
    let arguments = parts.flatMap { $0.constants?.arguments ?? [] }
    let constants = Constants(arguments: arguments, substitutions: ValueDictionary())
    let functions = parts.lazy.map(\.functions).first { $0 != .apple } ?? .apple
    return TextBytes.read(text) { bytes in
      var builder = TreeBuilder(of: bytes, maximumNodes: .max)
      let roots = zip(parts, offsets).map { part, offset in
        var moved: [NodeIndex] = []
        moved.reserveCapacity(part.structure.nodes.count)
        for node in part.structure.nodes {
          let children = part.structure.children(of: node).map { moved[$0.index] }
          moved.append(part.copy(node, children, to: &builder, offset: offset))
        }
        return moved[part.root.index]
      }
      _ = builder.add(kind, 0..<bytes.count, children: roots)
      return builder.tree(
        of: text, functions: functions, warnings: warnings,
        constants: arguments.isEmpty ? nil : constants)
    }
  }

  /// The canonical text with a placeholder for each constant, and the constants in order; nil if a
  /// key cannot be printed.
  var asTemplate: (text: String, arguments: [Value])? {
    var arguments: [Value] = []
    let template = rewritten(maximumNodes: structure.nodes.count, constants: nil) {
      node, _, builder in
      guard case .literal(let index) = structure.kind(of: node) else { return nil }
      arguments.append(structure.value(index))
      return builder.add(
        .placeholder(.value, Int32(truncatingIfNeeded: arguments.count - 1)), range(of: node))
    }
    return template.map { ($0.description, arguments) }
  }
}

extension Range<Int> {
  /// The range in a text in which the text of the range begins at an offset.
  func moved(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}

extension Diagnostic {
  /// The diagnostic for a text in which its own text begins at an offset.
  fileprivate func moved(by offset: Int) -> Diagnostic {
    var moved = Diagnostic(
      message, severity: severity, at: range.moved(by: offset), hint: hint,
      labels: labels.map { Label(range: $0.range.moved(by: offset), message: $0.message) })
    moved.kind = kind
    return moved
  }
}
