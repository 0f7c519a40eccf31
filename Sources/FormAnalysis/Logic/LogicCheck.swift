// Finds parts of one condition that cannot matter: parts that contradict each other, that always
// hold, that another part implies, and that stand there twice. Each verdict means that the part can
// be replaced by TRUEPREDICATE or FALSEPREDICATE, and no result changes.

package import FormGraph
package import Predicate

/// Reasons within one condition.
package enum LogicCheck {
  /// The findings of a condition, a formula, or a text with either.
  ///
  /// First any value counts. If nothing never holds or always holds then, only valid answers count.
  ///
  /// - Parameters:
  ///   - tree: The parsed text.
  ///   - path: The path of the text in the form.
  ///   - domain: What is known of the values of a term.
  /// - Returns: The findings, in the order of the text.
  /// - Complexity: O(n · depth · atoms / 64), with a bound on the work: `LogicWalk.maximumWork`.
  package static func findings(
    of tree: SyntaxTree, at path: JSONPath, domain: @escaping (TermPath) -> Domain
  ) -> [Finding] {
    verdicts(of: tree, domain: domain).map { verdict in
      Finding(
        verdict.id,
        Problem(
          verdict.message, severity: verdict.isCertain ? .error : .warning, path: path,
          textRange: verdict.range, hint: verdict.hint))
    }
  }

  /// The verdicts about the parts of a tree, in the order of the text.
  static func verdicts(
    of tree: SyntaxTree, domain: @escaping (TermPath) -> Domain
  ) -> [LogicVerdict] {
    let roots = roots(of: tree.structure)
    if roots.isEmpty { return [] }
    let table = TermTable(tree)
    var walk = LogicWalk(tree, table, validOnly: false, domain: domain)
    for root in roots { walk.start(at: root) }
    walk.visitChoices()
    if !walk.verdicts.contains(where: \.isConclusive), walk.hasLimits {
      var second = LogicWalk(tree, table, validOnly: true, domain: domain)
      for root in roots { second.start(at: root) }
      walk.verdicts += second.verdicts
    }
    return walk.verdicts.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// The predicates that are no part of AND, OR or NOT.
  private static func roots(of structure: Structure) -> [NodeIndex] {
    var isPart = Array(repeating: false, count: structure.nodes.count)
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .and, .or, .not: for child in structure.children(of: node) { isPart[child.index] = true }
      default: break
      }
    }
    return structure.nodes.filter { node in
      switch structure.kind(of: node) {
      case .and, .or, .not, .comparison: !isPart[node.index]
      default: false
      }
    }
  }
}

/// What was found about one part.
struct LogicVerdict {
  let id: FindingID
  let range: Range<Int>
  let message: String
  var hint: String?
  /// The constant that can replace the part; nil if the part is an element of a list.
  let replacement: Bool?
  /// Whether it is about all values, not only about valid answers.
  var isValidOnly = false

  /// Whether the part never holds or always holds.
  var isConclusive: Bool { id == .logicContradiction || id == .logicConstant }

  /// Whether the text cannot be what its author meant.
  var isCertain: Bool { isConclusive && !isValidOnly }
}
