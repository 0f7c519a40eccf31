// Says which other rows have an answer whenever a row is visible: those that its conditions, or
// those of the sections around it, ask for.

import FormGraph
import Predicate

/// The rows that have an answer while another row is visible.
struct VisibleAnswers {
  private let outline: FormOutline
  private let limits: Limits
  /// The places of the form, by their paths.
  private let places: [JSONPath: Int]

  /// Indexes the places of a form.
  ///
  /// - Complexity: O(n) in the number of sections and rows.
  init(_ outline: FormOutline, _ limits: Limits) {
    self.outline = outline
    self.limits = limits
    places = Dictionary(
      outline.places.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether every row that a finding's part of a rule reads has an answer while the row of the
  /// rule is visible.
  ///
  /// - Complexity: O(n) in the length of the rule and of the conditions around it.
  func isAnswered(in text: CheckedText, _ finding: Finding) -> Bool {
    guard case .rule(let row, _) = text.role, let part = finding.problem.textRange else {
      return false
    }
    let read = Set(
      text.structure.nodes.compactMap { node -> String? in
        guard case .variable(let index) = text.structure.kind(of: node),
          part.contains(text.range(of: node).lowerBound)
        else { return nil }
        return text.tree.variable(index)
      })
    let others = read.subtracting([row.tag].compactMap(\.self))
    let answered = answered(around: text.path)
    return !others.isEmpty && others.isSubset(of: answered)
  }

  /// The tags of the rows that have an answer if the row at a path is visible.
  private func answered(around path: JSONPath) -> Set<String> {
    var steps = path.steps
    var place: Int?
    while place == nil, steps.popLast() != nil { place = places[JSONPath(steps)] }
    var answered: Set<String> = []
    // The number of steps is bounded by `SectionDefinition.maximumDepth`.
    while let index = place {
      let hidden = outline.places[index].row?.hidden ?? outline.places[index].section?.hidden
      if let hidden { answered.formUnion(tags(answeredUnlessHiddenBy: hidden)) }
      place = outline.places[index].parent
    }
    return answered
  }

  /// The tags of the rows that have an answer unless a condition hides what it is about.
  ///
  /// All parts of `visible` must hold: `$f != nil AND …`. No part of `hidden` may hold:
  /// `$f == nil OR …`.
  private func tags(answeredUnlessHiddenBy hidden: ConditionDefinition) -> Set<String> {
    guard case .predicate(let text) = hidden.source,
      let tree = try? SyntaxTree(predicate: text, limits: limits, functions: .extended)
    else { return [] }
    let structure = tree.structure
    var tags: Set<String> = []
    var open = [structure.root]
    while let node = open.popLast() {
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .and where hidden.isInverted: open += children
      case .or where !hidden.isInverted: open += children
      case .comparison(let symbol, _, .one):
        for (side, other) in [(children[0], children[1]), (children[1], children[0])] {
          guard case .variable(let index) = structure.kind(of: side),
            case .literal(let literal) = structure.kind(of: other)
          else { continue }
          let isNil = structure.value(literal) == .null
          let isAsked =
            switch symbol {
            case .notEqual: hidden.isInverted && isNil
            case .equal: hidden.isInverted != isNil
            case .less, .lessOrEqual, .greater, .greaterOrEqual: hidden.isInverted && !isNil
            default: false
            }
          if isAsked { tags.insert(tree.variable(index)) }
        }
      default: break
      }
    }
    return tags
  }
}
