// Walks one condition with the set of values that can occur at each part. A part of AND is reached
// only where all other parts hold, and a branch of OR matters only where all other branches fail,
// so prefix and suffix sets show what each part adds.

import FormGraph
import Predicate

/// The walk through the predicates of one tree.
struct LogicWalk {
  /// The deepest nesting of AND, OR and NOT that is followed; anything deeper is opaque.
  static let maximumDepth = 200
  /// The comparisons that are visited; after that every part is opaque.
  static let maximumWork = 400_000

  var verdicts: [LogicVerdict] = []
  /// Whether a term has options or bounds, so that a walk over valid answers may say more.
  let hasLimits: Bool

  let tree: SyntaxTree
  let structure: Structure
  let table: TermTable
  let tests: LogicTests
  private let isValidOnly: Bool
  /// The comparisons that were visited.
  var work = 0
  /// By node: whether it only asks whether values are nil.
  private let areNilChecks: [Bool]

  init(
    _ tree: SyntaxTree, _ table: TermTable, validOnly: Bool, judgesLimits: Bool = false,
    domain: @escaping (TermPath) -> Domain
  ) {
    self.tree = tree
    self.table = table
    structure = tree.structure
    isValidOnly = validOnly
    tests = LogicTests(
      tree, table, validOnly: validOnly, judgesLimits: judgesLimits, domain: domain)
    hasLimits = tests.hasLimits
    var areNilChecks: [Bool] = []
    for node in structure.nodes {
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .and, .or, .not: areNilChecks.append(children.allSatisfy { areNilChecks[$0.index] })
      case .comparison(.equal, _, _), .comparison(.notEqual, _, _):
        areNilChecks.append(children.contains { table.constants[$0.index]?.isNull ?? false })
      default: areNilChecks.append(false)
      }
    }
    self.areNilChecks = areNilChecks
  }

  private var isExhausted: Bool { work > Self.maximumWork }

  /// Walks a predicate that is no part of another one.
  mutating func start(at root: NodeIndex) {
    visit(root, tests.context, laterFails: false, depth: 0)
  }

  /// Reports each condition of a choice that never holds where it is asked, because those before it
  /// have held: `if($a > 1, 'x', if($a > 2, 'y', 'z'))`.
  mutating func visitChoices() {
    var inner = Array(repeating: false, count: structure.nodes.count)
    for node in structure.nodes where structure.kind(of: node) == .ternary {
      for child in structure.children(of: node) { inner[child.index] = true }
    }
    var open: [(node: NodeIndex, context: LogicContext)] = structure.nodes.compactMap { node in
      structure.kind(of: node) == .ternary && !inner[node.index] ? (node, tests.context) : nil
    }
    while let (node, context) = open.popLast(), !isExhausted {
      guard structure.kind(of: node) == .ternary, !context.isImpossible else { continue }
      let children = structure.children(of: node)
      let both = split(children[0], context, depth: 0)
      if both.holds.isImpossible, !isExhausted,
        !split(children[0], tests.context, depth: 0).holds.isImpossible
      {
        report(
          .logicRedundant, children[0],
          "\(shown(children[0])) never holds here: the conditions before it are asked first",
          hint: "ask for the narrower condition first, or leave this one out", replacement: false)
      }
      open.append((children[1], both.holds))
      open.append((children[2], both.fails))
    }
  }

  // MARK: Splitting

  typealias Split = (holds: LogicContext, fails: LogicContext)

  /// What is left of a context where a part holds, and where it fails.
  ///
  /// Recursion ends at `maximumDepth`.
  mutating func split(_ node: NodeIndex, _ context: LogicContext, depth: Int) -> Split {
    if context.isImpossible { return (context, context) }
    guard !isExhausted, depth < Self.maximumDepth else { return (context, context) }
    work += 1
    switch structure.kind(of: node) {
    case .not:
      let inner = split(structure.child(0, of: node), context, depth: depth + 1)
      return (inner.fails, inner.holds)
    case .and, .or:
      let isAnd = structure.kind(of: node) == .and
      var reached = context
      var left = context
      left.isImpossible = true
      for child in structure.children(of: node) {
        if reached.isImpossible { break }
        let part = split(child, reached, depth: depth + 1)
        left.formUnion(isAnd ? part.fails : part.holds)
        reached = isAnd ? part.holds : part.fails
      }
      return isAnd ? (reached, left) : (left, reached)
    case .comparison:
      return tests.tests[node.index]?.split(context) ?? (context, context)
    default: return (context, context)
    }
  }

  /// What is left where the other parts of a chain go on: where a part of AND holds, or of OR
  /// fails.
  private mutating func passing(
    _ node: NodeIndex, _ context: LogicContext, isAnd: Bool, depth: Int
  ) -> LogicContext {
    let both = split(node, context, depth: depth)
    return isAnd ? both.holds : both.fails
  }

  // MARK: Visiting

  /// Reports what is wrong with the parts of a node.
  ///
  /// Recursion ends at `maximumDepth`.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - context: The values that can occur where the node matters.
  ///   - laterFails: Whether something that is evaluated after the node may fail. The node may be
  ///     there to prevent that.
  ///   - depth: The number of nodes around the node.
  private mutating func visit(
    _ node: NodeIndex, _ context: LogicContext, laterFails: Bool, depth: Int
  ) {
    guard depth < Self.maximumDepth, !isExhausted else { return }
    switch structure.kind(of: node) {
    case .not:
      let part = structure.child(0, of: node)
      if isNone(part) {
        visitComparison(part, isNegated: true)
      } else {
        visit(part, context, laterFails: laterFails, depth: depth + 1)
      }
    case .and, .or: visitChain(node, context, laterFails: laterFails, depth: depth)
    case .comparison: visitComparison(node)
    default: break
    }
  }

  /// Whether a comparison is written with NONE, so that what it means is the opposite of its text:
  /// NONE negates ANY.
  private func isNone(_ node: NodeIndex) -> Bool {
    guard case .comparison(_, _, .any) = structure.kind(of: node) else { return false }
    let first = tree.text.utf8.dropFirst(tree.range(of: node).lowerBound).first
    return first == UInt8(ascii: "N") || first == UInt8(ascii: "n")
  }

  private mutating func visitComparison(_ node: NodeIndex, isNegated: Bool = false) {
    if isValidOnly { return }
    if let verdict = tests.tests[node.index]?.verdict {
      let (holds, shown) = (verdict != isNegated, shown(node))
      report(
        holds ? .logicConstant : .logicContradiction, node,
        holds ? "\(shown) always holds" : "\(shown) never holds", replacement: holds)
      return
    }
    guard case .comparison(.in, _, _) = structure.kind(of: node) else { return }
    let list = structure.child(1, of: node)
    guard structure.kind(of: list) == .aggregate else { return }
    var seen: Set<Int> = []
    for child in structure.children(of: list)
    where !seen.insert(table.ids[child.index]).inserted {
      report(
        .logicDuplicate, child, "\(shown(child)) is in the list twice", replacement: nil)
    }
  }

  private mutating func visitChain(
    _ node: NodeIndex, _ context: LogicContext, laterFails: Bool, depth: Int
  ) {
    let isAnd = structure.kind(of: node) == .and
    let parts = withoutDuplicates(node, isAnd: isAnd)
    var before = [context]
    for (index, part) in parts.enumerated() {
      let next = passing(part, before[index], isAnd: isAnd, depth: depth + 1)
      if next.isImpossible, !context.isImpossible, !isExhausted {
        return reportEnd(parts, index, isAnd: isAnd, depth: depth)
      }
      before.append(next)
    }
    visitParts(parts, before, context, isAnd: isAnd, laterFails: laterFails, depth: depth)
  }

  /// The parts of a chain; a part that stands there again is reported and left out.
  private mutating func withoutDuplicates(_ node: NodeIndex, isAnd: Bool) -> [NodeIndex] {
    var seen: Set<Int> = []
    var parts: [NodeIndex] = []
    for part in structure.children(of: node) {
      if seen.insert(table.ids[part.index]).inserted || isTruth(part) {
        parts.append(part)
      } else if !isValidOnly {
        report(.logicDuplicate, part, "\(shown(part)) stands here twice", replacement: isAnd)
      }
    }
    return parts
  }

  private func isTruth(_ node: NodeIndex) -> Bool {
    if case .truth = structure.kind(of: node) { true } else { false }
  }

  /// Reports the part at which AND can no longer hold, or OR no longer fail.
  private mutating func reportEnd(
    _ parts: [NodeIndex], _ index: Int, isAnd: Bool, depth: Int
  ) {
    let part = parts[index]
    let start = tests.context
    // A part that is wrong by itself is reported where it is visited.
    if !passing(part, start, isAnd: isAnd, depth: depth + 1).isImpossible {
      var other: NodeIndex?
      for earlier in parts[..<index] {
        let first = passing(earlier, start, isAnd: isAnd, depth: depth + 1)
        let second = passing(part, start, isAnd: isAnd, depth: depth + 1)
        if passing(part, first, isAnd: isAnd, depth: depth + 1).isImpossible
          || passing(earlier, second, isAnd: isAnd, depth: depth + 1).isImpossible
        {
          other = earlier
          break
        }
      }
      let rest =
        other.map(shown) ?? (index > 0 ? "the parts before" : "the parts around")
      let only = isValidOnly ? "only an invalid answer " : ""
      let message =
        isAnd
        ? isValidOnly
          ? "\(only)passes: \(shown(part)) and \(rest) exclude each other"
          : "\(shown(part)) and \(rest) cannot both hold"
        : isValidOnly
          ? "\(only)fails: \(shown(part)) or \(rest) holds for every valid one"
          : "\(shown(part)) or \(rest) always holds"
      report(
        isAnd ? .logicContradiction : .logicConstant, part, message,
        hint: isAnd && !isValidOnly ? "OR may be meant" : nil, replacement: !isAnd)
    }
    for part in parts { visit(part, start, laterFails: true, depth: depth + 1) }
  }

  /// Reports the parts that add nothing to the others, and visits the rest.
  private mutating func visitParts(
    _ parts: [NodeIndex], _ before: [LogicContext], _ context: LogicContext, isAnd: Bool,
    laterFails: Bool, depth: Int
  ) {
    var after = context
    var fails = laterFails
    // From the last part on, so that of two parts that imply each other the later one is reported.
    for index in parts.indices.reversed() {
      let part = parts[index]
      var others = before[index]
      others.formIntersection(after, runs: tests.runs)
      let partFails = table.mayFail[part.index]
      let both = split(part, others, depth: depth + 1)
      if (isAnd ? both.holds : both.fails).isImpossible, !others.isImpossible, !isExhausted,
        let later = partner(of: index, parts, isAnd: isAnd, depth: depth)
      {
        return reportEnd(parts, later, isAnd: isAnd, depth: depth)
      }
      let isSpare = (isAnd ? both.fails : both.holds).isImpossible && !others.isImpossible
      let isHarmless = areNilChecks[part.index] || isTruth(part)
      let alone = isSpare ? split(part, tests.context, depth: depth + 1) : both
      if isSpare, !isExhausted, !(isAnd ? alone.fails : alone.holds).isImpossible {
        if !isAnd, split(part, context, depth: depth + 1).holds.isImpossible {
          report(
            .logicContradiction, part, "\(shown(part)) cannot hold beside what surrounds it",
            replacement: false)
        } else if !isHarmless, !fails, !partFails, !isValidOnly {
          reportSpare(parts, index, isAnd: isAnd, depth: depth)
          visit(part, tests.context, laterFails: true, depth: depth + 1)
          continue
        }
        visit(part, tests.context, laterFails: fails, depth: depth + 1)
      } else {
        // A branch of OR is visited with what surrounds the OR: `a OR (NOT a AND b)` is clear.
        visit(part, isAnd ? others : context, laterFails: fails, depth: depth + 1)
      }
      fails = fails || partFails
      after = passing(part, after, isAnd: isAnd, depth: depth + 1)
    }
  }

  /// A later part that excludes a part of AND, or that holds wherever a part of OR fails.
  ///
  /// The pass from the first part on misses it if the part says more about elements than a context
  /// can hold: `ANY a > 3 AND ALL a <= 3`.
  private mutating func partner(
    of index: Int, _ parts: [NodeIndex], isAnd: Bool, depth: Int
  ) -> Int? {
    for later in parts.indices[(index + 1)...] {
      let left = passing(parts[later], tests.context, isAnd: isAnd, depth: depth + 1)
      let both = passing(parts[index], left, isAnd: isAnd, depth: depth + 1)
      if both.isImpossible, !left.isImpossible { return later }
    }
    return nil
  }

  private mutating func reportSpare(
    _ parts: [NodeIndex], _ index: Int, isAnd: Bool, depth: Int
  ) {
    let part = parts[index]
    // Who writes a long chain writes what belongs together side by side.
    let nearest = (1..<max(parts.count, 1)).lazy.flatMap { [index - $0, index + $0] }
    let reason = nearest.first { other in
      guard parts.indices.contains(other) else { return false }
      let left = passing(parts[other], tests.context, isAnd: isAnd, depth: depth + 1)
      let both = split(part, left, depth: depth + 1)
      return (isAnd ? both.fails : both.holds).isImpossible
    }
    let rest = reason.map { shown(parts[$0]) } ?? "the rest"
    report(
      .logicRedundant, part,
      isAnd
        ? "\(shown(part)) adds nothing: it holds wherever \(rest) holds"
        : "\(shown(part)) adds nothing: where it holds, \(rest) holds too",
      hint: "leave it out", replacement: isAnd)
  }

  // MARK: Reporting

  private mutating func report(
    _ id: FindingID, _ node: NodeIndex, _ message: String, hint: String? = nil, replacement: Bool?
  ) {
    verdicts.append(
      LogicVerdict(
        id: id, range: tree.range(of: node), message: message, hint: hint,
        replacement: replacement, isValidOnly: isValidOnly))
  }

  /// The longest text of a part in a message, in bytes.
  private static let maximumShown = 60

  /// The text of a part, as a message shows it.
  private func shown(_ node: NodeIndex) -> String {
    let range = tree.range(of: node)
    guard range.count <= Self.maximumShown else { return "this part" }
    let utf8 = tree.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(tree.text[start..<utf8.index(start, offsetBy: range.count)])
  }
}
