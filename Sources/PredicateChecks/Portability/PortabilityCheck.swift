// Finds every place of a syntax tree that Apple's NSPredicate reads or answers differently. It
// visits the nodes in the order of the tree, and the tokens for what only the spelling shows. One
// more walk from the root finds the effects of nil. It never recurses and never fails.

import Predicate

/// Collects the portability findings of one tree.
struct PortabilityCheck {
  typealias Rule = PortabilityFinding.Rule

  let tree: SyntaxTree
  let table: TokenTable
  let kinds: StaticKinds
  /// A variable that the text does not use.
  let freshVariable: String
  private var findings: [PortabilityFinding] = []

  static func findings(of tree: SyntaxTree) -> [PortabilityFinding] {
    var check = PortabilityCheck(tree)
    check.noteTokens()
    for node in tree.structure.nodes { check.note(node) }
    check.noteAbsence()
    // Findings at the same place keep their order.
    return check.findings.enumerated().sorted { left, right in
      let a = left.element.range
      let b = right.element.range
      return (a.lowerBound, a.upperBound, left.offset) < (b.lowerBound, b.upperBound, right.offset)
    }.map(\.element)
  }

  private init(_ tree: SyntaxTree) {
    self.tree = tree
    table = TokenTable(tree.text)
    kinds = StaticKinds(tree.structure)
    freshVariable = Self.freshVariable(in: table)
  }

  private static func freshVariable(in table: TokenTable) -> String {
    let used = Set(
      table.tokens.lazy.filter { $0.kind == .variable }.map { ExactText(table.spelling($0)) })
    var name = "$each"
    var count = 1
    while used.contains(ExactText(name)) {
      count += 1
      name = "$each\(count)"
    }
    return name
  }

  var structure: Structure { tree.structure }

  /// Reports the findings of one node.
  private mutating func note(_ node: NodeIndex) {
    switch structure.kind(of: node) {
    case .comparison(let symbol, let options, let quantifier):
      noteComparison(Comparison(self, node, symbol, options, quantifier))
    case .literal(let index): noteLiteral(structure.value(index), node)
    case .infix(let symbol): noteInfix(symbol, node)
    case .negation: noteConstant(node)
    case .call(let function): noteCall(function, node)
    case .cast(let type): noteCast(CastTarget(rawValue: structure.name(type)), node)
    case .subquery: noteBlankBeforeArguments(node)
    case .unknownCall(let name):
      noteBlankBeforeArguments(node)
      noteUnknownCall(structure.name(name), node)
    case .ternary:
      noteBlankBeforeArguments(node)
      noteChoice(node)
    case .key(let name): noteKey(structure.name(name), node, base: nil)
    case .member(let name):
      noteKey(structure.name(name), node, base: structure.child(0, of: node))
    case .collectionOperator(let name): noteCollectionOperator(structure.name(name), node)
    case .memberVariable: noteMemberVariable(node)
    case .index, .first, .last: noteIndex(node)
    default: break
    }
  }

  // MARK: - Findings

  mutating func note(
    _ rule: Rule, _ kind: PortabilityFinding.Kind, at range: Range<Int>, _ message: String,
    portable: String? = nil, isConditional: Bool = false
  ) {
    findings.append(
      PortabilityFinding(
        rule: rule, kind: kind, range: range, message: message,
        portable: isShort(range) ? portable.map { table.separated($0, at: range) } : nil,
        isConditional: isConditional))
  }

  // MARK: - Places

  /// The range of a node without the parentheses around it.
  func core(_ node: NodeIndex) -> Range<Int> {
    table.bytes(of: table.core(of: tree.range(of: node)))
  }

  /// The tokens of a node without the parentheses around it.
  func tokens(_ node: NodeIndex) -> Range<Int> { table.core(of: tree.range(of: node)) }

  /// A node as it is written, including its parentheses.
  func spelling(_ node: NodeIndex) -> String { spelling(tree.range(of: node)) }

  /// A part as it is written.
  ///
  /// A long part is replaced, because in a chain of thousands of operators each finding would
  /// repeat the whole text.
  func spelling(_ range: Range<Int>) -> String { isShort(range) ? table.spelling(range) : "…" }

  /// Whether a part is short enough to be repeated in a finding.
  func isShort(_ range: Range<Int>) -> Bool { range.count <= 1000 }

  /// Whether a node is in parentheses.
  func isParenthesised(_ node: NodeIndex) -> Bool { core(node) != tree.range(of: node) }

  /// Whether an infix operator is written as a call, such as `add:to:(a, b)`.
  func isCall(_ node: NodeIndex) -> Bool {
    tree.range(of: structure.child(0, of: node)).lowerBound > core(node).lowerBound
  }

  /// The value of a constant node; nil for other nodes.
  func literal(_ node: NodeIndex) -> Value? {
    guard case .literal(let index) = structure.kind(of: node) else { return nil }
    return structure.value(index)
  }

  /// The text of a constant text node; nil for other nodes.
  func text(_ node: NodeIndex) -> String? {
    if case .string(let text)? = literal(node) { text } else { nil }
  }

  /// Whether a constant is written in quotes and not given as an argument.
  func isQuoted(_ node: NodeIndex) -> Bool { table[tokens(node).lowerBound]?.kind == .string }
}

/// A comparison with its parts.
struct Comparison {
  let node: NodeIndex
  let symbol: ComparisonOperator
  let options: ComparisonOptions
  let quantifier: Quantifier
  let left: NodeIndex
  let right: NodeIndex
  let operatorRange: Range<Int>
  /// The range of the options with their brackets.
  let optionsRange: Range<Int>?

  init(
    _ check: PortabilityCheck, _ node: NodeIndex, _ symbol: ComparisonOperator,
    _ options: ComparisonOptions, _ quantifier: Quantifier
  ) {
    self.node = node
    self.symbol = symbol
    self.options = options
    self.quantifier = quantifier
    left = check.structure.child(0, of: node)
    right = check.structure.child(1, of: node)
    let table = check.table
    let index = table.index(from: check.tree.range(of: left).upperBound)
    operatorRange = table.bytes(of: index..<index + 1)
    optionsRange =
      table[index + 1]?.kind == .symbol(.leftBracket)
      ? table.partner(of: index + 1).map { table.bytes(of: index + 1..<$0 + 1) } : nil
  }

  /// Whether `[c]` or `[d]` has an effect.
  var isFolding: Bool {
    !options.contains(.normalized)
      && !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
  }
}
