// Receives a tree and values for some of its free variables, gives the tree with constants in their
// place. What a SUBQUERY binds is no free variable, so nothing is captured and nothing is
// clobbered.

extension SyntaxTree {
  /// The tree with constants in the place of the free variables that have a value.
  ///
  /// - Parameter value: The value of a variable; nil leaves the variable as it is.
  /// - Returns: The tree, which remembers the constants by the names of the variables.
  /// - Complexity: O(n).
  func substituting(_ value: (String) -> Value?) -> SyntaxTree {
    let variables = variables
    let values = variables.map(value)
    var substitutions = constants?.substitutions ?? ValueDictionary()
    for (name, value) in zip(variables, values) { substitutions[name] = value }
    let constants = Constants(
      arguments: constants?.arguments ?? [], substitutions: substitutions)
    let copy = rewritten(maximumNodes: structure.nodes.count, constants: constants) {
      node, _, builder in
      guard case .variable(let index) = structure.kind(of: node),
        let constant = values[Int(index)]
      else { return nil }
      return builder.addLiteral(constant, range(of: node))
    }
    // It has as many nodes as before, or fewer: a key in a variable becomes a plain one.
    return copy ?? self
  }
}
