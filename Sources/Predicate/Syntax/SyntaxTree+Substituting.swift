// Replaces free variables of a tree by constants. The variable that a SUBQUERY binds is not free
// and is never replaced.

extension SyntaxTree {
  /// A copy with constants in place of the free variables that have a value.
  ///
  /// - Parameter value: The value of a variable; nil leaves the variable unchanged.
  /// - Returns: The copy, which stores the constants by the names of the variables.
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
    // The copy has at most as many nodes as this tree: `a.$b` with a constant becomes one key.
    return copy ?? self
  }

  /// The variables that are the argument of a CAST to a date.
  ///
  /// The result of such a CAST is an instant, whatever the variable holds. With a text constant in
  /// its place, the result could become a day; see `DateKinds`.
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
