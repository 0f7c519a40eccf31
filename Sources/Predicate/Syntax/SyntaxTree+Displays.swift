// `display($tag)` in a form is what people see in the place of a row's value, which only the form
// knows. The tree then reads it as it reads `$tag.isHidden`.

extension SyntaxTree {
  /// The tree in which `display` of a variable reads a key of the variable.
  ///
  /// - Parameter key: The key, which no text can spell.
  /// - Returns: The tree; the same one if it has no such call.
  /// - Complexity: O(n).
  package func readingDisplays(as key: String) -> SyntaxTree {
    func isDisplay(_ node: NodeIndex) -> Bool {
      switch structure.kind(of: node) {
      case .call(.display), .call(.displayOfDay), .call(.displayOfTime):
        if case .variable = structure.kind(of: structure.child(0, of: node)) { true } else { false }
      default: false
      }
    }
    guard structure.nodes.contains(where: isDisplay) else { return self }
    let copy = rewritten(
      maximumNodes: structure.nodes.count, constants: constants, warnings: warnings
    ) { node, children, builder in
      isDisplay(node) ? builder.addMember(key, of: children[0], range(of: node)) : nil
    }
    return copy ?? self
  }
}
