// Rewrites `display($tag)` for forms. What people see in place of a row's value is known only to
// the form. So the call becomes an attribute of the variable, which the tree reads like
// `$tag.isHidden`.

extension SyntaxTree {
  /// A copy in which `display` of a variable reads a key of the variable.
  ///
  /// - Parameter key: The key; it must be one that no text can spell.
  /// - Returns: The copy; the same tree if it contains no such call.
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
