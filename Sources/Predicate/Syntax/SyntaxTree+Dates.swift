// Rewrites a tree so that it says which dates are whole days and which are times of day.
// `DateKinds` finds the changes. After that, an evaluation does not need to know kinds.

import Foundation

extension SyntaxTree {
  /// A copy in which days and times of day are told apart from instants, with nothing known of
  /// variables and keys.
  ///
  /// - Returns: The tree, with its warnings.
  /// - Throws: `Refusal` if the text asks a day for its time of day, or a time of day for its day.
  /// - Complexity: O(n).
  package func settingDates() throws(Refusal) -> SyntaxTree {
    // Without further knowledge, only calls and casts give days.
    guard structure.depth == .involved else { return self }
    return try settingDates { _ in nil }.tree
  }

  /// A copy in which days are told apart from instants.
  ///
  /// - An instant that is compared with a day is converted by `dayOf`. So is an instant whose day
  ///   is asked for.
  /// - Days in text are converted by `dayText`.
  /// - Functions that differ for days are replaced by their variants for days.
  /// - The same is done for times of day by `timeOf`, `timeText` and variants for times.
  ///
  /// The result can be rewritten again, also with different knowledge.
  ///
  /// - Parameters:
  ///   - kind: The kind of the dates of a variable, of SELF or of a key; nil if it is unknown or
  ///     the source has no dates.
  ///   - wanted: What the value should be: an instant becomes its day or its time of day.
  /// - Returns: The tree, with a warning for every other mix of days, times and instants; and the
  ///   kind of its value, if it is known.
  /// - Throws: `Refusal` if the text asks a day for its time of day, or a time of day for its day.
  /// - Complexity: O(n).
  package func settingDates(
    _ kind: (DateSource) -> DateKind?, as wanted: DateKind? = nil
  ) throws(Refusal) -> (tree: SyntaxTree, result: DateKind?) {
    guard wanted != nil || mayHaveKinds(kind) else { return (self, nil) }
    var dates = DateKinds(self, kind)
    if let wanted { dates.makeResult(wanted) }
    if let error = dates.error { throw Refusal(diagnostic: error, text: text) }
    let new = dates.warnings.filter { !warnings.contains($0) }
    guard !dates.changes.isEmpty || !new.isEmpty else { return (self, dates.result) }
    // Each node gets at most one new parent.
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

  /// The kind of the value of the tree; nil if it is unknown or not a date.
  ///
  /// - Complexity: O(n).
  package func dateKind(_ kind: (DateSource) -> DateKind?) -> DateKind? {
    DateKinds(self, kind).result
  }

  /// Whether the tree may contain days or times of day.
  ///
  /// Most texts contain none.
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

extension Structure {
  /// The day that a node writes, as a date: `CAST('2024-05-01', 'NSDate')` or `date(2024, 5, 1)`;
  /// nil for every other node.
  package func writtenDay(_ node: NodeIndex) -> Value? {
    switch kind(of: node) {
    case .cast(let name):
      guard CastTarget(named: self.name(name)) == .date, let text = text(of: child(0, of: node)),
        DateText.isDay(text)
      else { return nil }
      return DateText.date(from: text).map { .date($0) }
    case .call(.date):
      var parts: [Int] = []
      for part in children(of: node) {
        guard case .literal(let index) = kind(of: part), case .int(let int) = value(index) else {
          return nil
        }
        parts.append(Int(clamping: int))
      }
      return CivilDate(year: parts[0], month: parts[1], day: parts[2]).map {
        .date(Date(dayNumber: $0.dayNumber))
      }
    default: return nil
    }
  }
}
