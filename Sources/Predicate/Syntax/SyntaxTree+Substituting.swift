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
    let instants = instantsOfText
    let copy = rewritten(maximumNodes: structure.nodes.count, constants: constants) {
      node, _, builder in
      guard case .variable(let index) = structure.kind(of: node),
        let constant = values[Int(index)]
      else { return nil }
      if instants.contains(node), case .string(let text) = constant,
        let date = DateText.date(from: text)
      {
        return builder.addLiteral(.date(date), range(of: node))
      }
      return builder.addLiteral(constant, range(of: node))
    }
    // It has as many nodes as before, or fewer: a key in a variable becomes a plain one.
    return copy ?? self
  }

  /// The variables that a CAST makes dates of.
  ///
  /// Such a date is an instant, whatever the variable holds. With text in its place it could be a
  /// day; see `DateKinds`.
  private var instantsOfText: Set<NodeIndex> {
    guard functions == .extended else { return [] }
    var found: Set<NodeIndex> = []
    for node in structure.nodes {
      guard case .cast(let name) = structure.kind(of: node),
        structure.name(name) == CastTarget.date.rawValue
      else { continue }
      let child = structure.child(0, of: node)
      if case .variable = structure.kind(of: child) { found.insert(child) }
    }
    return found
  }
}
