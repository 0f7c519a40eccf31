// The plainest evaluator that can be right: it walks a program's structure and, if asked, records
// what every part gave. Receives a program with the values of its operands, gives a value or the
// first failure, left to right.
//
// Recursion follows the nesting of the text, which `Limits.nesting` bounds; chains of keys and of
// operators are loops.

/// Evaluates one program once.
struct TreeEvaluator {
  private let program: Program
  private let object: Value
  private let context: EvaluationContext
  /// The value of an operand; nil where none was given.
  private let operand: (Int) -> Value?
  private var steps: Steps
  /// What the enclosing subqueries have bound, outermost first.
  private var iterators: [Value] = []
  /// What each node last gave, if that is recorded.
  private(set) var trace: [NodeID: Value]?

  init(
    _ program: Program, object: Value, context: EvaluationContext, isTraced: Bool = false,
    operand: @escaping (Int) -> Value?
  ) {
    self.program = program
    self.object = object
    self.context = context
    self.operand = operand
    steps = Steps(limit: context.limits.steps)
    trace = isTraced ? [:] : nil
  }

  private var structure: Structure { program.structure }

  /// The value of the whole program.
  mutating func run() throws(EvaluationFailure) -> Value {
    try evaluate(structure.root)
  }

  /// Runs an operation of the language and says at which node it failed.
  private mutating func at<Result>(
    _ node: NodeID, _ operation: (inout Steps) throws(Trouble) -> Result
  ) throws(EvaluationFailure) -> Result {
    do throws(Trouble) {
      return try operation(&steps)
    } catch {
      throw EvaluationFailure(node, error)
    }
  }

  // MARK: - Chains

  /// The value of a node; `flattening` on the left side of ANY or ALL, where lists that a key path
  /// finds in lists are joined.
  private mutating func evaluate(
    _ node: NodeID, flattening: Bool = false
  ) throws(EvaluationFailure) -> Value {
    try at(node) { steps throws(Trouble) in try steps.take() }
    guard structure.kind(of: node).isChained else { return try recorded(node, head(node)) }
    var chain: [NodeID] = []
    var base = node
    while structure.kind(of: base).isChained {
      chain.append(base)
      base = structure.child(0, of: base)
    }
    try at(node) { [count = chain.count] steps throws(Trouble) in try steps.take(count) }
    var value = try recorded(base, head(base, flattening: flattening))
    while let link = chain.popLast() {
      if case .collectionOperator(let name) = structure.kind(of: link) {
        // An operator takes the keys that follow it as the path to read of each element.
        var path: [NodeID] = []
        while let next = chain.last, case .member = structure.kind(of: next),
          takesPath(structure.name(name))
        {
          path.append(next)
          chain.removeLast()
        }
        value = try apply(structure.name(name), to: value, path: path, at: link)
        value = recorded(path.last ?? link, value)
      } else {
        value = recorded(link, try follow(link, from: value, flattening: flattening))
      }
    }
    return value
  }

  private mutating func recorded(_ node: NodeID, _ value: Value) -> Value {
    if trace != nil { trace?[node] = value }
    return value
  }

  /// Takes one link of a chain.
  private mutating func follow(
    _ link: NodeID, from value: Value, flattening: Bool
  ) throws(EvaluationFailure) -> Value {
    switch structure.kind(of: link) {
    case .member(let name):
      let key = structure.name(name)
      return try at(link) { steps throws(Trouble) in
        try Reading.key(key, of: value, flattening: flattening, &steps)
      }
    case .memberVariable:
      let key = try evaluate(structure.child(1, of: link))
      return try at(link) { steps throws(Trouble) in
        guard case .string(let key) = key else {
          throw Trouble("a key is text, not \(key.named)")
        }
        return try Reading.key(key, of: value, flattening: flattening, &steps)
      }
    case .index:
      let index = try evaluate(structure.child(1, of: link))
      return try at(link) { _ throws(Trouble) in try Reading.index(index, of: value) }
    case .infix(let symbol):
      let right = try evaluate(structure.child(1, of: link))
      return try at(link) { steps throws(Trouble) in
        try Computing.infix(symbol, value, right, &steps)
      }
    case let kind:
      return try at(link) { _ throws(Trouble) in try Reading.index(kind, of: value) }
    }
  }

  private func takesPath(_ name: String) -> Bool {
    switch CollectionOperator(rawValue: name) {
    case .count, .allKeys, .allValues: false
    default: true
    }
  }

  private mutating func apply(
    _ name: String, to value: Value, path: [NodeID], at link: NodeID
  ) throws(EvaluationFailure) -> Value {
    let keys = path.map { node in
      if case .member(let name) = structure.kind(of: node) { structure.name(name) } else { "" }
    }
    return try at(link) { steps throws(Trouble) in
      guard let known = CollectionOperator(rawValue: name) else {
        throw Trouble("@\(name) is no operator on collections")
      }
      return try Aggregating.apply(
        known, to: value,
        path: { element, steps throws(Trouble) in
          var found = element
          for key in keys where key != "self" {
            found = try Reading.key(key, of: found, flattening: false, &steps)
          }
          return found
        }, &steps)
    }
  }

  // MARK: - Everything else

  /// The value of a node that continues no chain.
  private mutating func head(
    _ node: NodeID, flattening: Bool = false
  ) throws(EvaluationFailure) -> Value {
    switch structure.kind(of: node) {
    case .truth(let isTrue): return .bool(isTrue)
    case .and: return .bool(try connective(node, stoppingAt: false))
    case .or: return .bool(try connective(node, stoppingAt: true))
    case .not: return .bool(try !isTrue(structure.child(0, of: node)))
    case .comparison(let symbol, let options, let quantifier):
      return .bool(try comparison(node, symbol, options, quantifier))
    case .literal(let index): return structure.value(index)
    case .selfObject: return object
    case .key(let name):
      let key = structure.name(name)
      let object = object
      return try at(node) { steps throws(Trouble) in
        try Reading.key(key, of: object, flattening: flattening, &steps)
      }
    case .variable(let index):
      guard let value = operand(Int(index)) else {
        throw EvaluationFailure(node, unbound: Int(index))
      }
      return value
    case .iterator(let level, _): return iterators[Int(level)]
    case .aggregate: return .array(try values(of: node))
    case .negation:
      let value = try evaluate(structure.child(0, of: node))
      return try at(node) { _ throws(Trouble) in try Computing.negation(value) }
    case .call(let function):
      let arguments = try values(of: node)
      let context = context
      return try at(node) { steps throws(Trouble) in
        try Calling.call(function, arguments, context, &steps)
      }
    case .cast(let name):
      let value = try evaluate(structure.child(0, of: node))
      let target = CastTarget(named: structure.name(name))
      return try at(node) { _ throws(Trouble) in
        guard let target else { throw Trouble("CAST makes no such type") }
        return try Casting.cast(value, to: target)
      }
    case .ternary:
      let isFirst = try isTrue(structure.child(0, of: node))
      return try evaluate(structure.child(isFirst ? 1 : 2, of: node))
    case .subquery: return try subquery(node)
    default: throw EvaluationFailure(node, Trouble("this part of the language is not run here"))
    }
  }

  private mutating func values(of node: NodeID) throws(EvaluationFailure) -> [Value] {
    var values: [Value] = []
    for child in structure.children(of: node) { values.append(try evaluate(child)) }
    return values
  }

  private mutating func isTrue(_ predicate: NodeID) throws(EvaluationFailure) -> Bool {
    try evaluate(predicate) == .bool(true)
  }

  /// AND stops at the first false, OR at the first true.
  private mutating func connective(
    _ node: NodeID, stoppingAt stop: Bool
  ) throws(EvaluationFailure) -> Bool {
    for child in structure.children(of: node) where try isTrue(child) == stop { return stop }
    return !stop
  }

  private mutating func comparison(
    _ node: NodeID, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ quantifier: Quantifier
  ) throws(EvaluationFailure) -> Bool {
    let left = try evaluate(structure.child(0, of: node), flattening: quantifier != .one)
    let right = try evaluate(structure.child(1, of: node))
    let pattern = program.patterns[node]
    let locale = context.locale
    return try at(node) { steps throws(Trouble) in
      func holds(_ value: Value, _ steps: inout Steps) throws(Trouble) -> Bool {
        try Comparing.holds(
          symbol, options, value, right, pattern: pattern, locale: locale, &steps)
      }
      guard quantifier != .one else { return try holds(left, &steps) }
      let name = quantifier == .any ? "ANY" : "ALL"
      let elements: [Value]
      switch left {
      case .null: elements = []
      case .array(let members): elements = members
      case .set(let set): elements = set.elements
      default: throw Trouble("\(name) needs a list, not \(left.named)")
      }
      // ANY stops at the first true, ALL at the first false.
      let stop = quantifier == .any
      for element in elements {
        try steps.take()
        if try holds(element, &steps) == stop { return stop }
      }
      return !stop
    }
  }

  private mutating func subquery(_ node: NodeID) throws(EvaluationFailure) -> Value {
    let collection = try evaluate(structure.child(0, of: node))
    if collection.isNull { return .null }
    let elements: [Value]
    switch collection {
    case .array(let members): elements = members
    case .set(let set): elements = set.elements
    default:
      throw EvaluationFailure(
        structure.child(0, of: node), Trouble("SUBQUERY needs a list, not \(collection.named)"))
    }
    var kept: [Value] = []
    for element in elements {
      iterators.append(element)
      if try isTrue(structure.child(1, of: node)) { kept.append(element) }
      iterators.removeLast()
    }
    if case .set = collection { return .set(ValueSet(kept)) }
    return .array(kept)
  }
}

extension Program {
  /// The value the program gives.
  ///
  /// - Parameters:
  ///   - object: What SELF and bare keys read.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - operand: The value of an operand; nil where none was given, which fails the evaluation if
  ///     the operand is reached.
  /// - Returns: True or false for a predicate, any value for an expression.
  /// - Throws: The first failure, left to right.
  public func evaluate(
    object: Value = .null, context: EvaluationContext, operand: @escaping (Int) -> Value?
  ) throws(EvaluationFailure) -> Value {
    var evaluator = TreeEvaluator(self, object: object, context: context, operand: operand)
    return try evaluator.run()
  }
}
