// Receives a tree and what is known of the dates that it reads, gives the tree that says which
// dates are days and times of day: an evaluation of it needs no kinds.

extension SyntaxTree {
  /// The tree that says which dates are days and which are times of day, where nothing is known of
  /// variables and keys.
  ///
  /// - Returns: The tree, with warnings.
  /// - Throws: Where the time of a day or the day of a time is asked for.
  /// - Complexity: O(n).
  package func settingDates() throws(Refusal) -> SyntaxTree {
    // Then only calls and casts give days.
    guard structure.depth == .involved else { return self }
    return try settingDates { _ in nil }.tree
  }

  /// The tree in which an instant that is compared with a day, or of which the day is asked, is
  /// made a day by `dayOf`, days are written by `dayText`, and functions that do something else
  /// for a day are those of days.
  ///
  /// The same is done for times of day by `timeOf` and `timeText`.
  /// A tree that went through here may do so again, with other knowledge too.
  ///
  /// - Parameter kind: What the dates of a variable, of SELF or of a key are; nil where it is not
  ///   known, or where there are none.
  /// - Returns: The tree, with warnings where it mixes days and instants in any other way, and
  ///   the kind of its value, if that is known.
  /// - Throws: Where the time of a day or the day of a time is asked for.
  /// - Complexity: O(n).
  package func settingDates(
    _ kind: (DateSource) -> DateKind?
  ) throws(Refusal) -> (tree: SyntaxTree, result: DateKind?) {
    guard mayHaveKinds(kind) else { return (self, nil) }
    let dates = DateKinds(self, kind)
    if let error = dates.error { throw Refusal(diagnostic: error, text: text) }
    let new = dates.warnings.filter { !warnings.contains($0) }
    guard !dates.changes.isEmpty || !new.isEmpty else { return (self, dates.result) }
    // Each node gets one more above it at most.
    let rewritten = rewritten(
      maximumNodes: 2 * structure.nodes.count, constants: constants, warnings: warnings + new
    ) { node, children, builder in
      switch dates.changes[node] {
      case .wrapped(let function):
        let copy = copy(node, children, to: &builder)
        return builder.add(.call(function), range(of: node), copy)
      case .replaced(let function):
        return builder.add(.call(function), range(of: node), children: children)
      case nil: return nil
      }
    }
    return (rewritten ?? self, dates.result)
  }

  /// The kind of the value of the tree; nil if it is not known, or not a date.
  ///
  /// - Complexity: O(n).
  package func dateKind(_ kind: (DateSource) -> DateKind?) -> DateKind? {
    DateKinds(self, kind).result
  }

  /// Whether there is anything that the kinds of dates matter to: most texts have no dates.
  private func mayHaveKinds(_ known: (DateSource) -> DateKind?) -> Bool {
    func hasKind(_ source: DateSource) -> Bool {
      switch known(source) {
      case .day, .time: true
      case .instant, nil: false
      }
    }
    return structure.nodes.contains { node in
      switch structure.kind(of: node) {
      case .call(let function): return function.isBeyondApple
      case .cast(let name): return structure.name(name) == CastTarget.date.rawValue
      case .variable(let index): return hasKind(.variable(variable(index)))
      case .selfObject: return hasKind(.object)
      case .key(let name): return hasKind(.keyOfObject(structure.name(name)))
      case .member(let name):
        guard case .variable(let index) = structure.kind(of: structure.child(0, of: node)) else {
          return true
        }
        return hasKind(.key(structure.name(name), ofVariable: variable(index)))
      default: return false
      }
    }
  }
}
