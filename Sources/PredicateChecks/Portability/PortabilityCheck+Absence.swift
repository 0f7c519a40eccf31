// Reports what nil and empty lists do. The walk goes from the root to the leaves and tracks what
// the conditions around a part guarantee. So `a != nil AND a * 2 > 3` gives no finding. For each
// outermost computation, it collects the operands that may still be nil.

import Predicate

extension PortabilityCheck {
  /// Reports computations with operands that may be nil, and aggregates of lists that may be empty.
  mutating func noteAbsence() {
    var walk = AbsenceWalk(self)
    for finding in walk.run() {
      note(
        finding.rule, finding.kind, at: finding.range, finding.message,
        portable: finding.portable, isConditional: finding.isConditional)
    }
  }
}

/// A single walk from the root.
private struct AbsenceWalk {
  private let check: PortabilityCheck
  private var presence: Presence
  /// The tasks that remain; the last one is next.
  private var pending: [Task] = []
  private var findings: [PortabilityFinding] = []
  /// The operands that may be nil, by their computation.
  private var operands: [NodeIndex: [NodeIndex]] = [:]
  private var computations: [NodeIndex] = []

  private enum Task {
    case visit(NodeIndex, Flow?)
    /// Visits a predicate whose outcome is known for the parts after it.
    case settle(NodeIndex, Bool)
    case learn(NodeIndex, Bool)
    case enter, leave
  }

  /// Where the value of a node is used.
  private struct Flow {
    /// The outermost computation that uses the value.
    var computation: NodeIndex
    /// The node to test for nil instead, if the node is in a branch of a choice.
    var choice: NodeIndex?
  }

  init(_ check: PortabilityCheck) {
    self.check = check
    presence = Presence(check.tree)
  }

  private var structure: Structure { check.structure }

  mutating func run() -> [PortabilityFinding] {
    pending = [.visit(structure.root, nil)]
    while let task = pending.popLast() {
      switch task {
      case .visit(let node, let flow): visit(node, flow)
      case .settle(let node, let truth): settle(node, truth)
      case .learn(let node, let truth): presence.learn(node, is: truth)
      case .enter: presence.enter()
      case .leave: presence.leave()
      }
    }
    for computation in computations { note(computation) }
    return findings
  }

  private mutating func push(_ tasks: [Task]) { pending += tasks.reversed() }

  // MARK: - Predicates

  /// Visits the parts of AND or OR.
  ///
  /// Each part is visited with the outcome of the parts before it.
  private mutating func chain(_ children: Children, _ truth: Bool) {
    push(
      [.enter] + children.dropLast().map { .settle($0, truth) }
        + children.suffix(1).map { .visit($0, nil) } + [.leave])
  }

  /// Visits a predicate whose outcome is known afterwards, so that later parts can rely on it.
  private mutating func settle(_ node: NodeIndex, _ truth: Bool) {
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .and where truth, .or where !truth: push(children.map { .settle($0, truth) })
    case .not: push(children.map { .settle($0, !truth) })
    case .comparison: push([.visit(node, nil), .learn(node, truth)])
    default: push([.visit(node, nil)])
    }
  }

  private mutating func visit(_ node: NodeIndex, _ flow: Flow?) {
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .and: chain(children, true)
    case .or: chain(children, false)
    case .comparison(let symbol, _, .one):
      noteCount(symbol, node)
      push(children.map { .visit($0, nil) })
    case .ternary: choose(node, children, flow)
    case .infix, .negation:
      let flow = flow ?? begin(node)
      push(children.map { .visit($0, flow) })
    case .call(let function): call(function, node, children, flow)
    case .cast: push(children.map { .visit($0, flow) })
    default:
      take(node, flow)
      push(children.map { .visit($0, nil) })
    }
  }

  /// Records an operand that may be nil.
  ///
  /// For a branch, the whole choice is recorded once.
  private mutating func take(_ node: NodeIndex, _ flow: Flow?) {
    guard let flow, mayBeNil(node) else { return }
    let operand = flow.choice ?? node
    guard operands[flow.computation]?.last != operand else { return }
    operands[flow.computation, default: []].append(operand)
  }

  private mutating func begin(_ node: NodeIndex) -> Flow {
    computations.append(node)
    return Flow(computation: node)
  }

  private mutating func choose(_ node: NodeIndex, _ children: Children, _ flow: Flow?) {
    let condition = structure.child(0, of: node)
    var branch = flow
    if presence.isPresent(node) { branch = nil } else { branch?.choice = flow?.choice ?? node }
    push([
      .visit(condition, nil),
      .enter, .learn(condition, true), .visit(structure.child(1, of: node), branch), .leave,
      .enter, .learn(condition, false), .visit(structure.child(2, of: node), branch), .leave,
    ])
  }

  private mutating func call(
    _ function: Function, _ node: NodeIndex, _ children: Children, _ flow: Flow?
  ) {
    switch function {
    case .noindex: push(children.map { .visit($0, flow) })
    case _ where function.isBeyondApple: push(children.map { .visit($0, nil) })
    case _ where function.isAggregate:
      take(node, flow)
      // The elements of a list literal are operands of the aggregate.
      let only = children.count == 1 ? children.first : nil
      let list = only.flatMap { structure.kind(of: $0) == .aggregate ? $0 : nil }
      let elements = list.map { structure.children(of: $0) } ?? children
      if let only { noteEmpty(function, node, only) }
      let flow = elements.count > 1 || list != nil ? begin(node) : nil
      push(elements.map { .visit($0, flow) })
    default:
      let flow = flow ?? begin(node)
      push(children.map { .visit($0, flow) })
    }
  }

  // MARK: - nil

  /// Whether a value that is not a computation may be nil here.
  private func mayBeNil(_ node: NodeIndex) -> Bool {
    var node = node
    while !presence.isPresent(node) {
      switch structure.kind(of: node) {
      case .literal(let index): return structure.value(index).isNull
      case .key, .variable, .memberVariable, .index, .first, .last: return true
      case .member, .collectionOperator:
        // A sum is nil only if its list is nil.
        guard !isExtreme(node) else { return true }
        guard structure.kind(of: node).isOperator || check.kinds.operators[node.index] != nil else {
          return true
        }
        node = structure.child(0, of: node)
      case .size, .subquery: node = structure.child(0, of: node)
      case .call(let function):
        guard function == .sum || function == .count else { return !isFilled(node) }
        node = structure.child(0, of: node)
      default: return false
      }
    }
    return false
  }

  /// Whether an operator gives nil for an empty list.
  private func isExtreme(_ node: NodeIndex) -> Bool {
    switch check.kinds.operators[node.index] {
    case .min, .max, .avg: true
    default: false
    }
  }

  /// Whether an aggregate has at least one element.
  private func isFilled(_ call: NodeIndex) -> Bool {
    let arguments = structure.children(of: call)
    guard arguments.count == 1, let list = arguments.first else { return true }
    switch structure.kind(of: list) {
    case .aggregate: return !structure.children(of: list).isEmpty
    case .literal: return check.literal(list)?.members?.isEmpty != true
    default: return presence.isFilled(list)
    }
  }

  private mutating func note(_ computation: NodeIndex) {
    guard let found = operands[computation] else { return }
    let spelling = check.spelling(check.core(computation))
    var seen: Set<ExactText> = []
    let names = found.map(check.spelling).filter { seen.insert(ExactText($0)).inserted }
    let isCertain = found.contains { check.literal($0)?.isNull == true }
    let list = names.prefix(3).map { Value.string($0).short }.joined(separator: ", ")
    add(
      .nilOperand, .raises, computation,
      isCertain
        ? "Apple raises an exception when it computes with nil"
        : "may raise an exception on Apple, which does not compute with nil: \(list)",
      portable: portable(spelling, computation, names, found, isCertain),
      isConditional: !isCertain)
  }

  private func portable(
    _ spelling: String, _ computation: NodeIndex, _ names: [String], _ found: [NodeIndex],
    _ isCertain: Bool
  ) -> String? {
    switch structure.kind(of: computation) {
    case .call(.length) where names.count == 1 && spelling.hasSuffix("(\(names[0]))"):
      // Written as a key, the length of nil is nil.
      if structure.kind(of: found[0]).takesKeys { return "\(names[0]).length" }
    // Aggregates skip nil in this package.
    case .call(let function) where function.isAggregate: return nil
    default: break
    }
    guard !isCertain, found.allSatisfy(canStandTwice) else { return nil }
    let guards = names.map { "\($0) == nil" }.joined(separator: " OR ")
    return "TERNARY(\(guards), nil, \(spelling))"
  }

  /// Whether a node may be written twice: it computes nothing and uses no argument.
  private func canStandTwice(_ node: NodeIndex) -> Bool {
    !check.kinds.computations[node.index]
      && !check.tokens(node).contains { index in
        if case .placeholder? = check.table[index]?.kind { true } else { false }
      }
  }

  // MARK: - Empty lists

  private mutating func noteEmpty(_ function: Function, _ node: NodeIndex, _ list: NodeIndex) {
    guard function != .sum, function != .count, !isFilled(node) else { return }
    let isCertain = structure.kind(of: list) == .aggregate
    let isExtreme = function == .min || function == .max
    let name = check.spelling(list)
    var portable: String?
    if structure.kind(of: list).takesKeys, check.kinds.operators[list.index] == nil,
      canStandTwice(list), function != .mode
    {
      portable =
        isExtreme
        ? "\(name).@\(function.name).#self"
        : "TERNARY(\(name).@count > 0, \(check.spelling(check.core(node))), nil)"
    }
    let outcome = isExtreme ? "raise an exception" : "give another result"
    add(
      .emptyAggregate, isExtreme ? .raises : .unverified, node,
      isCertain
        ? "Apple may \(outcome), because the list is empty"
        : "may \(outcome) on Apple if \(Value.string(name).short) is empty",
      portable: portable,
      isConditional: !isCertain)
  }

  /// Reports a comparison of a count in which nil and 0 give different results.
  private mutating func noteCount(_ symbol: ComparisonOperator, _ node: NodeIndex) {
    let left = structure.child(0, of: node)
    guard let bound = check.literal(structure.child(1, of: node)).flatMap(Number.init),
      let (ofNil, ofZero) = Self.outcomes(symbol, bound), ofNil != ofZero
    else { return }
    let list: NodeIndex
    switch structure.kind(of: left) {
    case .size: list = structure.child(0, of: left)
    case .collectionOperator(let name) where structure.name(name) == "count":
      // The count of any other list is known to be nil on Apple, too, if the list is nil.
      let base = structure.child(0, of: left)
      guard case .subquery = structure.kind(of: base) else { return }
      list = structure.child(0, of: base)
    default: return
    }
    guard mayBeNil(list) else { return }
    let name = check.spelling(list)
    let whole = check.spelling(check.core(node))
    add(
      .nilCount, .unverified, node,
      "may give another result on Apple if \(Value.string(name).short) is nil: nil is not 0 here",
      portable: !canStandTwice(list)
        ? nil : ofNil ? "(\(name) == nil OR \(whole))" : "(\(name) != nil AND \(whole))",
      isConditional: true)
  }

  /// The results of a comparison with a number for nil and for 0.
  private static func outcomes(
    _ symbol: ComparisonOperator, _ bound: Number
  ) -> (ofNil: Bool, ofZero: Bool)? {
    let order = Number.int(0).order(to: bound)
    return switch symbol {
    case .equal: (false, order == .same)
    case .notEqual: (true, order != .same)
    case .less: (false, order == .before)
    case .lessOrEqual: (false, order == .before || order == .same)
    case .greater: (false, order == .after)
    case .greaterOrEqual: (false, order == .after || order == .same)
    default: nil
    }
  }

  private mutating func add(
    _ rule: PortabilityFinding.Rule, _ kind: PortabilityFinding.Kind, _ node: NodeIndex,
    _ message: String, portable: String?, isConditional: Bool
  ) {
    let range = check.core(node)
    findings.append(
      PortabilityFinding(
        rule: rule, kind: kind, range: range, message: message,
        portable: check.isShort(range) ? portable : nil,
        isConditional: isConditional))
  }
}

extension NodeKind {
  fileprivate var isOperator: Bool {
    if case .collectionOperator = self { true } else { false }
  }

  /// Whether a key can be written after the node without parentheses.
  fileprivate var takesKeys: Bool {
    switch self {
    case .key, .member, .variable, .iterator, .index, .first, .last, .subquery, .memberVariable:
      true
    default: false
    }
  }
}
