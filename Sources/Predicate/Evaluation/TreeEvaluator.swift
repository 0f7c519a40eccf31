// The reference evaluator, kept as simple as possible. Tests compare flat code with it. It visits
// the nodes of a program in order and keeps unused values on its own stack. On request it records
// the value of every part. It returns a value, or the first failure from left to right. It does not
// recurse, so no program is too deep for the stack of a thread.

/// Evaluates one program once.
struct TreeEvaluator {
  private let program: Program
  private let object: EvaluatedObject
  private let context: EvaluationContext
  /// The remaining steps.
  private(set) var steps: Steps
  private let plan: Plan
  /// The values of nodes whose parents are not evaluated yet, the most recent value last.
  private var values: [Value] = []
  /// The elements that the enclosing subqueries have bound, outermost first.
  private var iterators: [Element] = []
  /// The enclosing subqueries, outermost first.
  private var loops: [Loop] = []
  /// The pattern that a MATCHES compiled most recently.
  private var patterns = PatternCache()
  /// The last value of each node; nil unless values are recorded.
  private(set) var trace: [NodeIndex: Value]?
  /// The parts whose every value is recorded, not only the last one; empty without a trace.
  var watched: Set<NodeIndex> = []
  /// Each value of a watched part, with the values of the nodes in it.
  ///
  /// What was not needed for this value is left out, also if it was for an earlier one.
  private(set) var sightings: [(part: NodeIndex, values: [NodeIndex: Value])] = []
  /// The largest number of sightings; a SUBQUERY may run over many elements.
  private static let maximumSightings = 10_000

  /// An element that a SUBQUERY has bound.
  private struct Element {
    var value = Value.null
    /// The position in the list, from 0; nil if the collection is a set, which has no order.
    var position: Int?
  }

  /// The progress of a SUBQUERY through its collection.
  private struct Loop {
    var elements: [Value]
    var position = 0
    var kept: [Value] = []
    var isSet: Bool

    /// The elements for which the condition was true.
    var result: Value { isSet ? .set(ValueSet(distinct: kept)) : .array(kept) }
  }

  init(
    _ program: Program, along plan: Plan? = nil, object: EvaluatedObject,
    context: EvaluationContext, steps: Steps? = nil, isTraced: Bool = false
  ) {
    self.program = program
    self.plan = plan ?? program.plan
    self.object = object
    self.context = context
    self.steps = steps ?? Steps(limit: context.limits.steps)
    trace = isTraced ? [:] : nil
    values.reserveCapacity(4)
  }

  private var structure: Structure { program.structure }

  /// The value of the program, or of a part that is not inside a SUBQUERY.
  ///
  /// - Parameters:
  ///   - part: The last node of the part; nil for the whole program.
  ///   - operand: The value of an operand; nil if it has no value.
  /// - Returns: The value.
  /// - Throws: The first failure, left to right.
  mutating func run(
    _ part: NodeIndex? = nil, operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Value {
    let root = part ?? structure.root
    var node = part.map(structure.start(of:)) ?? NodeIndex(0)
    while true {
      try at(node) { steps throws(Trouble) in try steps.take(Steps.partEvaluated) }
      var finished = try compute(node, operand)
      repeat {
        if trace != nil { record(finished) }
        if finished == root { return pop() }
        guard let next = try turn(after: &finished) else { continue }
        node = next
        break
      } while true
    }
  }

  /// Runs an operation of the language and adds the node to a failure.
  private mutating func at<Result>(
    _ node: NodeIndex, _ operation: (inout Steps) throws(Trouble) -> Result
  ) throws(EvaluationFailure) -> Result {
    do throws(Trouble) {
      return try operation(&steps)
    } catch {
      throw EvaluationFailure(node, error)
    }
  }

  private mutating func record(_ node: NodeIndex) {
    trace?[node] = values.last
    guard watched.contains(node), sightings.count < Self.maximumSightings else { return }
    var inside: [NodeIndex: Value] = [:]
    for index in structure.start(of: node).index...node.index {
      inside[NodeIndex(index)] = trace?.removeValue(forKey: NodeIndex(index))
    }
    sightings.append((node, inside))
  }

  private mutating func pop() -> Value { values.popLast() ?? .null }

  private mutating func popTruth() -> Bool { pop() == .bool(true) }

  // MARK: - Turns

  /// The node to evaluate after another node has its value.
  ///
  /// Nil if that value is also the value of a parent. `node` is then set to the parent.
  private mutating func turn(after node: inout NodeIndex) throws(EvaluationFailure) -> NodeIndex? {
    let next = NodeIndex(node.index + 1)
    switch plan.turn(after: node) {
    case .next: return next
    case .operand(let parent, let stop):
      guard popTruth() == stop else { return next }
      values.append(.bool(stop))
      node = parent
      return nil
    case .condition(let otherwise): return popTruth() ? next : otherwise
    case .branch(let parent):
      node = parent
      return nil
    case .alternative(let parent):
      guard values.last?.isNull ?? true else {
        node = parent
        return nil
      }
      _ = pop()
      return next
    case .collection(let parent):
      let collection = pop()
      guard !collection.isNull else {
        values.append(.null)
        node = parent
        return nil
      }
      loops.append(try loop(over: collection, at: node))
      iterators.append(Element())
      return turnLoop(from: next, of: parent, &node)
    case .test(let parent, let start):
      let holds = popTruth()
      let last = loops.count - 1
      if holds { loops[last].kept.append(iterators.last?.value ?? .null) }
      loops[last].position += 1
      return turnLoop(from: start, of: parent, &node)
    }
  }

  private func loop(over collection: Value, at node: NodeIndex) throws(EvaluationFailure) -> Loop {
    switch collection {
    case .array(let elements): return Loop(elements: elements, isSet: false)
    case .set(let set): return Loop(elements: set.elements, isSet: true)
    default:
      throw EvaluationFailure(
        node, Trouble("SUBQUERY needs a list, not \(collection.named)"))
    }
  }

  /// Binds the next element of the innermost SUBQUERY, or finishes the SUBQUERY.
  private mutating func turnLoop(
    from start: NodeIndex, of parent: NodeIndex, _ node: inout NodeIndex
  ) -> NodeIndex? {
    let last = loops.count - 1
    if loops[last].position < loops[last].elements.count {
      // The side of an equality has no loop for the iterators around it, so `last` is not its
      // index.
      let position = loops[last].position
      iterators[iterators.count - 1] = Element(
        value: loops[last].elements[position], position: loops[last].isSet ? nil : position)
      return start
    }
    values.append(loops[last].result)
    loops.removeLast()
    iterators.removeLast()
    node = parent
    return nil
  }

  // MARK: - Nodes

  /// Replaces the values of a node's children by the value of the node.
  ///
  /// Returns the node, or the last node that got its value in the same step.
  private mutating func compute(
    _ node: NodeIndex, _ operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> NodeIndex {
    let isFlattened = plan.isFlattened(node)
    let value: Value
    switch structure.kind(of: node) {
    case .truth(let isTrue): value = .bool(isTrue)
    // Reached only if no operand has decided the result.
    case .and: value = .bool(true)
    case .or: value = .bool(false)
    case .not: value = .bool(!popTruth())
    case .comparison(let symbol, let options, let quantifier):
      let right = pop()
      let left = pop()
      value = .bool(try comparison(node, symbol, options, quantifier, left, right))
    // The branch that was evaluated has already left its value.
    case .ternary, .subquery, .call(.coalesce): return node
    case .call(.isMatch):
      let pattern = pop()
      value = try isMatch(node, pop(), pattern)
    case .literal(let index): value = structure.value(index)
    case .selfObject:
      switch object {
      case .value(let itself), .readable(_, let itself?): value = itself
      // The key that follows reads the object, so this value is not used.
      case .readable where isReadByKey(node): value = .null
      case .readable: throw EvaluationFailure(node, EvaluatedObject.hasNoValue)
      }
    case .variable(let index):
      guard let given = operand(Int(index)) else {
        throw EvaluationFailure(node, unbound: Int(index))
      }
      value = given
    case .iterator(let level, _): value = iterators[Int(level)].value
    case .collectionOperator(let name):
      let path = pathBehind(node)
      value = try apply(structure.name(name), to: pop(), path: path, at: node)
      values.append(value)
      return path.last ?? node
    case .key(let name): value = try objectKey(structure.name(name), isFlattened, at: node)
    case .member(let name):
      let base = pop()
      if let position = position(of: base, at: node) {
        value = position
      } else {
        value = try key(structure.name(name), of: base, isFlattened, at: node)
      }
    case .term(let term, let name):
      value = try self.value(of: term, structure.name(name), isFlattened, at: node)
    case .memberVariable:
      let name = pop()
      let base = pop()
      guard case .string(let text) = name else {
        throw EvaluationFailure(
          structure.child(1, of: node), Trouble("a key is text, not \(name.named)"))
      }
      value =
        structure.kind(of: structure.child(0, of: node)) == .selfObject
        ? try objectKey(text, isFlattened, at: node)
        : try key(text, of: base, isFlattened, at: node)
    case .call(.table): value = try rows(node, of: pop(), operand)
    case .infix(let symbol):
      let right = pop()
      let left = pop()
      value = try at(node) { steps throws(Trouble) in
        try Computing.infix(symbol, left, right, &steps)
      }
    case let kind:
      let count = structure.children(of: node).count
      let arguments = Array(values.suffix(count))
      values.removeLast(count)
      let context = context
      value = try at(node) { [structure] steps throws(Trouble) in
        try Self.operation(kind, structure, arguments, context, &steps)
      }
    }
    values.append(value)
    return node
  }

  /// The rows of a table; for the collection of a SUBQUERY, only those that an equality of its
  /// condition finds.
  ///
  /// The condition is still evaluated for these rows. For the others an equality is false, so its
  /// other parts are not evaluated there, even if they would fail.
  private mutating func rows(
    _ node: NodeIndex, of table: Value, _ operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Value {
    var equality: (key: String, value: Value)?
    if case .collection(let subquery) = plan.turn(after: node),
      let found = structure.keyEqualities(ofSubquery: subquery).first
    {
      // The side may contain SUBQUERY, which binds its iterator behind that of this one.
      var side = TreeEvaluator(
        program, along: plan, object: object, context: context, steps: steps)
      side.iterators = iterators + [Element()]
      if let value = try? side.run(found.side, operand: operand) {
        equality = (found.key, value)
        steps = side.steps
      }
    }
    let context = context
    return try at(node) { steps throws(Trouble) in
      try Calling.rows(of: table, where: equality, context, &steps)
    }
  }

  /// Whether a SELF belongs to `SELF.$key`, where the variable and the key follow it.
  private func isReadByKey(_ node: NodeIndex) -> Bool {
    let parent = NodeIndex(node.index + 2)
    guard parent.index <= structure.root.index else { return false }
    return structure.kind(of: parent) == .memberVariable && structure.child(0, of: parent) == node
  }

  /// The position of an element that `$x.index` reads; nil if the node reads a key.
  private func position(of element: Value, at node: NodeIndex) -> Value? {
    guard plan.mayReadPosition(node), context.elementsHaveIndex,
      case .iterator(let level, _) = structure.kind(of: structure.child(0, of: node)),
      let position = iterators[Int(level)].position
    else { return nil }
    if case .dictionary(let members) = element, members[EvaluationContext.indexKey] != nil {
      return nil
    }
    return .int(Int64(position))
  }

  private mutating func objectKey(
    _ key: String, _ isFlattened: Bool, at node: NodeIndex
  ) throws(EvaluationFailure) -> Value {
    try at(node) { [object] steps throws(Trouble) in
      try object.key(key, flattening: isFlattened, &steps)
    }
  }

  private mutating func value(
    of term: ManagementTerm, _ name: String, _ isFlattened: Bool, at node: NodeIndex
  ) throws(EvaluationFailure) -> Value {
    let base = term.hasBase ? pop() : .null
    return try at(node) { [object] steps throws(Trouble) in
      guard term.hasBase else {
        return try object.value(of: term, name, flattening: isFlattened, &steps)
      }
      return try ManagementTerm.value(at: name, flattening: isFlattened, &steps) {
        (key, steps) throws(Trouble) in
        try Reading.key(key, of: base, flattening: isFlattened, &steps)
      }
    }
  }

  private mutating func key(
    _ key: String, of value: Value, _ isFlattened: Bool, at node: NodeIndex
  ) throws(EvaluationFailure) -> Value {
    try at(node) { steps throws(Trouble) in
      try Reading.key(key, of: value, flattening: isFlattened, &steps)
    }
  }

  /// The value of a node that needs the values of all its children.
  static func operation(
    _ kind: NodeKind, _ structure: Structure, _ arguments: [Value], _ context: EvaluationContext,
    _ steps: inout Steps
  ) throws(Trouble) -> Value {
    switch kind {
    case .aggregate: return .array(arguments)
    case .infix(let symbol):
      return try Computing.infix(symbol, arguments[0], arguments[1], &steps)
    case .negation: return try Computing.negation(arguments[0])
    case .call(let function): return try Calling.call(function, arguments, context, &steps)
    case .unknownCall(let name):
      return try Calling.callHost(name, structure, arguments, context, &steps)
    case .cast(let name):
      guard let target = CastTarget(named: structure.name(name)) else { break }
      if case .string(let text) = arguments[0] { try steps.take(text.utf8.count) }
      return try Casting.cast(arguments[0], to: target)
    case .index:
      return try Reading.index(
        arguments[1], of: arguments[0], missingIsNil: context.missingElementsAreNil, &steps)
    case .first, .last, .size: return try Reading.index(kind, of: arguments[0])
    default: break
    }
    throw Trouble("this part of the language is not supported")
  }

  private mutating func comparison(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ quantifier: Quantifier, _ left: Value, _ right: Value
  ) throws(EvaluationFailure) -> Bool {
    var patterns = PatternCache()
    if symbol == .matches {
      patterns = self.patterns
      patterns.constant = program.patterns[node]
    }
    defer { if symbol == .matches { self.patterns = patterns } }
    // A locale is expensive to make, so it is made only if needed.
    let locale = options.contains(.localeSensitive) ? context.locale : nil
    let holds = try at(node) { steps throws(Trouble) in
      try Comparing.holds(
        symbol, options, quantifier, left, right, &patterns, locale: locale, &steps)
    }
    guard let holds else {
      let name = quantifier == .all ? "ALL needs" : "ANY and NONE need"
      throw EvaluationFailure(
        structure.child(0, of: node), Trouble("\(name) a list, not \(left.named)"))
    }
    return holds
  }

  /// `isMatch(text, pattern)` is MATCHES as a function.
  private mutating func isMatch(
    _ node: NodeIndex, _ text: Value, _ pattern: Value
  ) throws(EvaluationFailure) -> Value {
    guard !text.isNull, !pattern.isNull else { return .null }
    for value in [text, pattern] {
      if case .string = value { continue }
      throw EvaluationFailure(node, Trouble("isMatch takes text, not \(value.named)"))
    }
    return .bool(try comparison(node, .matches, [], .one, text, pattern))
  }

  // MARK: - Operators on collections

  /// The keys after a collection operator, which the operator reads of each element.
  private func pathBehind(_ node: NodeIndex) -> [NodeIndex] {
    guard case .collectionOperator(let name) = structure.kind(of: node),
      CollectionOperator(rawValue: structure.name(name))?.takesPath ?? true
    else { return [] }
    var path: [NodeIndex] = []
    var last = node
    while last != structure.root {
      let next = NodeIndex(last.index + 1)
      guard key(of: next) != nil, structure.child(0, of: next) == last else { break }
      path.append(next)
      last = next
    }
    return path
  }

  /// The key that a node reads of its child; nil if it does not.
  private func key(of node: NodeIndex) -> String? {
    switch structure.kind(of: node) {
    case .member(let name), .term(.key, let name): structure.name(name)
    default: nil
    }
  }

  private mutating func apply(
    _ name: String, to value: Value, path: [NodeIndex], at node: NodeIndex
  ) throws(EvaluationFailure) -> Value {
    let keys = path.compactMap(key(of:))
    return try at(node) { steps throws(Trouble) in
      guard let known = CollectionOperator(rawValue: name) else {
        throw Trouble("unknown collection operator @\(name)")
      }
      try steps.take(keys.count * Steps.partEvaluated)
      return try Aggregating.apply(known, to: value, keys: keys, &steps)
    }
  }
}

extension Program {
  /// Evaluates the program as a tree.
  ///
  /// This is simpler and slower than `run` over cells and gives the same result.
  ///
  /// - Parameters:
  ///   - object: The value that SELF and bare keys read.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - operand: The value of an operand. Nil if the operand has no value: the evaluation fails if
  ///     it reaches that operand.
  /// - Returns: True or false for a predicate, any value for an expression.
  /// - Throws: The first failure, left to right.
  public func evaluate(
    object: Value = .null, context: EvaluationContext, operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Value {
    var evaluator = TreeEvaluator(self, object: .value(object), context: context)
    return try evaluator.run(operand: operand)
  }
}
