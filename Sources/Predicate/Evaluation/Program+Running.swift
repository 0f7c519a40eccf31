// Runs a program over the cells of its operands. Flat code runs as far as cells decide. Missing
// values are then looked up here, or single nodes are evaluated as trees. After a failure, or if
// the steps may not suffice, the whole program is evaluated again as a tree. Only the tree
// evaluator defines the first failure and the count of steps. Failures are rare, so the second run
// is cheap.
//
// If cells decide the result, no reference is counted on the way. On current processors a reference
// count costs as much as the whole evaluation.

import Foundation

extension Program {
  /// The result of the program over the cells of its operands.
  ///
  /// The closures provide what is expensive: a value that does not fit in its cell, the object, the
  /// time. They are called only if needed. They may be called more than once and must then return
  /// the same value.
  ///
  /// - Parameters:
  ///   - operands: The cell of each operand, by its number. If there are too few, the values are
  ///     used.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - rest: Set to the result if it does not fit in its cell, else unchanged.
  ///   - operand: The value of an operand. Nil if the operand has no value: the evaluation fails if
  ///     it reaches that operand.
  ///   - object: The value that SELF and bare keys read.
  /// - Returns: The cell of the result: true or false for a predicate, any value for an expression.
  /// - Throws: The first failure, left to right.
  public func run(
    _ operands: UnsafeBufferPointer<Cell>, in context: borrowing EvaluationContext,
    rest: inout Value, operand: (Int) -> Value?, object: () -> Value = { .null }
  ) throws(EvaluationFailure) -> Cell {
    var steps = Steps(limit: context.limits.steps)
    return try run(
      operands, in: context, within: &steps, rest: &rest, operand: operand, object: object)
  }

  /// Runs the program as one of several runs that share the steps of one evaluation.
  ///
  /// - Parameters:
  ///   - operands: The cell of each operand, by its number. If there are too few, the values are
  ///     used.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - steps: The steps left for this run and later runs. Decisions over cells use none of them:
  ///     their cost is bounded by the size of the program.
  ///   - rest: Set to the result if it does not fit in its cell, else unchanged.
  ///   - operand: The value of an operand; nil if it has no value.
  ///   - object: The value that SELF and bare keys read.
  ///   - readable: The object that keys read instead, if it is given. It is then also what SELF
  ///     reads, if `object` gives nil.
  /// - Returns: The cell of the result.
  /// - Throws: The first failure, left to right.
  @inline(__always)
  package func run(
    _ operands: UnsafeBufferPointer<Cell>, in context: borrowing EvaluationContext,
    within steps: inout Steps, rest: inout Value, operand: (Int) -> Value?, object: () -> Value,
    readable: (any KeyReadable)? = nil
  ) throws(EvaluationFailure) -> Cell {
    if operands.count >= operandCount, let direct = directCode(within: context.limits),
      let cell = direct.result(over: operands.baseAddress ?? outline.noOperands)
    {
      return cell
    }
    let cells = operands.count >= operandCount ? operands.baseAddress ?? outline.noOperands : nil
    return try run(
      outline, over: cells, object: object(), readable: readable, copy context, &steps, &rest
    ) { index in
      (index < operands.count ? operands[index].value : nil) ?? operand(index)
    }
  }

  /// The result, if operands and keys of a value decide it without the tree evaluator; nil if they
  /// do not.
  ///
  /// It only reads values, so the program can run again from the start afterwards. It takes
  /// less than half the time of `run`, which handles every case.
  @inline(never)
  func result(
    over operands: UnsafePointer<Cell>, object: Value, _ variables: [String: Value],
    _ names: [String], _ limits: Limits
  ) -> Cell? {
    guard case .dictionary(let dictionary) = object else {
      let none = UnsafeBufferPointer<ValueDictionary.CellPair>(start: nil, count: 0)
      return result(operands, none, object, variables, names, limits)
    }
    return dictionary.withFewCells { result(operands, $0, object, variables, names, limits) }
  }

  @inline(__always)
  private func result(
    _ operands: UnsafePointer<Cell>, _ cells: UnsafeBufferPointer<ValueDictionary.CellPair>,
    _ object: Value, _ variables: [String: Value], _ names: [String], _ limits: Limits
  ) -> Cell? {
    let outline = outline
    guard !outline.readsSurroundings else { return nil }
    var steps = Steps(limit: limits.steps)
    func holds(_ node: NodeIndex) -> Bool? {
      do throws(Interruption) {
        return try comparison(node, object, nil, &steps) { variables.value(named: names[$0]) }
      } catch {
        return nil
      }
    }
    guard outline.cost < .max else { return holds(structure.root).map { Cell($0) } }
    guard outline.cost < steps.remaining else { return nil }
    steps.remaining -= outline.cost
    return Machine.withFrame { frame in
      let machine = Machine(outline, operands, frame: frame)
      func load(_ place: Int32) -> Bool {
        machine.load(machine.code + Int(place)) { index in
          let key = outline.keys[index]
          guard cells.isEmpty || key.isNull else { return Machine.cell(under: key, in: cells) }
          return Machine.cell(code.loads[index], of: object, now: .distantPast)
        }
      }
      var place = outline.start
      // The first instruction would stop at once.
      if place >= 0 { _ = load(place) }
      while true {
        place = machine.run(from: place)
        if place < 0 { return Cell(place == Instruction.yes) }
        if load(place) { continue }
        place = machine.goOn(at: place)
        if let cell = machine.result(at: place) { return cell }
        if load(place) { continue }
        let instruction = machine.code + Int(place)
        guard instruction.pointee.operation.isTest, !instruction.pointee.operation.isRange,
          let holds = holds(NodeIndex(Int(instruction.pointee.node)))
        else { return nil }
        place = holds ? instruction.pointee.ifTrue : instruction.pointee.ifFalse
      }
    }
  }

  /// Runs the program from the start.
  ///
  /// The tree evaluator takes over after a failure, if the steps may not suffice, or without cells.
  ///
  /// - Parameters:
  ///   - outline: The code of this program; its operands may have been moved to other places.
  ///   - operands: The cells that the code reads; nil if there are none.
  ///   - object: The value that SELF and keys read. It is not asked for if cells decide.
  ///   - readable: The object that keys read instead, if it is given, and SELF if `object` is nil.
  ///   - context: The time, randomness and limits. It is not asked for if cells and keys decide.
  ///   - steps: The remaining steps.
  ///   - rest: Set to the result if it does not fit in its cell.
  ///   - operand: The value of an operand; nil if it has no value.
  /// - Returns: The cell of the result.
  /// - Throws: The first failure, left to right.
  @inline(never)
  func run(
    _ outline: Code.Outline, over operands: UnsafePointer<Cell>?,
    object: @autoclosure () -> Value, readable: (any KeyReadable)?,
    _ context: @autoclosure () -> EvaluationContext,
    _ steps: inout Steps, _ rest: inout Value, operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Cell {
    guard let operands, outline.cost < steps.remaining else {
      return try evaluateTree(object(), readable, context(), &steps, &rest, operand: operand)
    }
    return try Machine.withFrame { (frame) throws(EvaluationFailure) in
      let machine = Machine(outline, operands, frame: frame)
      var place = machine.runFully(from: outline.start)
      if let cell = machine.result(at: place) { return cell }
      let object = object()
      // Most texts need only keys beside their variables. The time is loaded later, if at all.
      if !outline.readsSurroundings {
        while place >= 0,
          machine.load(
            machine.code + Int(place),
            { Machine.cell(code.loads[$0], of: object, readable, now: .distantPast) })
        {
          place = machine.runFully(from: place)
        }
        if let cell = machine.result(at: place) { return cell }
      }
      return try finish(
        machine, at: place, object, readable, context(), &steps, &rest, operand: operand)
    }
  }
}

// MARK: - Beyond cells

extension Program {
  /// Evaluates the tree from the start.
  @inline(never)
  private func evaluateTree(
    _ object: Value, _ readable: (any KeyReadable)?, _ context: EvaluationContext,
    _ steps: inout Steps, _ rest: inout Value, operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Cell {
    let object = EvaluatedObject(object, readable)
    var evaluator = TreeEvaluator(self, object: object, context: context, steps: steps)
    defer { steps = evaluator.steps }
    return Self.result(try evaluator.run(operand: operand), &rest)
  }

  private static func result(_ value: Value, _ rest: inout Value) -> Cell {
    let cell = Cell(value)
    if !cell.isInline { rest = value }
    return cell
  }

  /// Continues after the cells did not decide, one instruction at a time.
  @inline(never)
  private func finish(
    _ machine: Machine, at place: Int32, _ object: Value, _ readable: (any KeyReadable)?,
    _ context: EvaluationContext, _ steps: inout Steps, _ rest: inout Value,
    operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Cell {
    var place = place
    // The plan is made at most once, even if several nodes are evaluated as trees.
    var plan: Plan?
    let before = steps
    // The remaining steps, without the steps that the code reserves.
    steps.remaining -= outline.cost
    do throws(Interruption) {
      defer { steps.remaining += outline.cost }
      while place >= 0 {
        let instruction = machine.code + Int(place)
        let isLoaded = machine.load(instruction) {
          Machine.cell(code.loads[$0], of: object, readable, now: context.now)
        }
        if isLoaded {
          place = machine.runFully(from: place)
          continue
        }
        switch try step(instruction, machine, object, readable, context, &plan, &steps, operand) {
        case .next(let next): place = machine.runFully(from: next)
        case .result(let value): return Self.result(value, &rest)
        }
      }
      return Cell(place == Instruction.yes)
    } catch {
      steps = before
      return try evaluateTree(object, readable, context, &steps, &rest, operand: operand)
    }
  }

  /// A failure, or too few remaining steps.
  private struct Interruption: Error {}

  private enum Outcome {
    case next(Int32)
    case result(Value)
  }

  /// Executes one instruction.
  @inline(never)
  private func step(
    _ instruction: UnsafePointer<Instruction>, _ machine: Machine, _ object: Value,
    _ readable: (any KeyReadable)?, _ context: EvaluationContext, _ plan: inout Plan?,
    _ steps: inout Steps,
    _ operand: (Int) -> Value?
  ) throws(Interruption) -> Outcome {
    let node = NodeIndex(Int(instruction.pointee.node))
    func tree(_ node: NodeIndex, _ steps: inout Steps) throws(Interruption) -> Value {
      let object = EvaluatedObject(object, readable)
      let known = plan ?? self.plan
      plan = known
      var evaluator = TreeEvaluator(
        self, along: known, object: object, context: context, steps: steps)
      do throws(EvaluationFailure) {
        let value = try evaluator.run(node, operand: operand)
        steps = evaluator.steps
        return value
      } catch {
        throw Interruption()
      }
    }
    switch instruction.pointee.operation {
    case .give:
      let cell = machine.cell(instruction.pointee.first)
      if let value = cell.value { return .result(value) }
      return .result(try tree(node, &steps))
    case .giveComputed:
      if let value = try apply(node, instruction, machine, context, &steps) {
        return .result(value)
      }
      return .result(try tree(node, &steps))
    case .giveTree:
      // Text too long for a cell.
      if case .literal(let constant) = structure.kind(of: node) {
        return .result(structure.value(constant))
      }
      return .result(try tree(node, &steps))
    // The tree folds all elements anew.
    case .fold: throw Interruption()
    case .move, .compute, .apply:
      let applied = try apply(node, instruction, machine, context, &steps)
      let value = if let applied { applied } else { try tree(node, &steps) }
      machine.temporaries[Int(instruction.pointee.ifFalse)] = Cell(value)
      return .next(instruction.pointee.ifTrue)
    // A test for nil. A value that does not fit in a cell is not nil.
    case .compare where structure.kind(of: node) == .call(.coalesce):
      return .next(instruction.pointee.ifFalse)
    default:
      func test(_ node: NodeIndex, _ steps: inout Steps) throws(Interruption) -> Bool {
        if let holds = try comparison(node, object, readable, &steps, operand) { return holds }
        return try tree(node, &steps) == .bool(true)
      }
      var holds = try test(node, &steps)
      // One range instruction may stand for two comparisons. The second is three nodes after the
      // first.
      if holds, instruction.pointee.operation.isRange, !isBetween(node) {
        holds = try test(NodeIndex(node.index + 3), &steps)
      }
      return .next(holds ? instruction.pointee.ifTrue : instruction.pointee.ifFalse)
    }
  }

  /// Whether a comparison of constants, operands and key paths holds; nil for every other node.
  ///
  /// These are the most frequent uses of long text and of lists. They need no tree evaluator.
  private func comparison(
    _ node: NodeIndex, _ object: Value, _ readable: (any KeyReadable)?, _ steps: inout Steps,
    _ operand: (Int) -> Value?
  ) throws(Interruption) -> Bool? {
    // One copy, which is one reference count, for all that is asked of it.
    let structure = structure
    guard case .comparison(let symbol, let options, let quantifier) = structure.kind(of: node),
      !options.contains(.localeSensitive)
    else { return nil }
    let (first, second) = (structure.child(0, of: node), structure.child(1, of: node))
    do throws(Trouble) {
      // As the tree evaluator counts them.
      let parts = node.index + 1 - structure.start(of: first).index
      try steps.take(parts * Steps.partEvaluated)
      guard
        let left = try Self.value(
          at: first, of: structure, flattening: quantifier != .one, object, readable, &steps,
          operand)
      else { return nil }
      func holds(_ right: Value, _ steps: inout Steps) throws(Trouble) -> Bool? {
        var patterns = PatternCache()
        if symbol == .matches {
          // The tree evaluator caches patterns that are not constant.
          guard let pattern = self.patterns[node] else { return nil }
          patterns.constant = pattern
        }
        return try Comparing.holds(
          symbol, options, quantifier, left, right, &patterns, locale: nil, &steps)
      }
      if case .literal(let constant) = structure.kind(of: second) {
        return try structure.withValue(Int(constant)) { (right) throws(Trouble) in
          try holds(right, &steps)
        }
      }
      guard
        let right = try Self.value(
          at: second, of: structure, flattening: false, object, readable, &steps, operand)
      else { return nil }
      return try holds(right, &steps)
    } catch {
      throw Interruption()
    }
  }

  /// The value of a constant, an operand, the object or a key path; nil for every other node, and
  /// if the operand has no value or the object is not a value.
  private static func value(
    at path: NodeIndex, of structure: Structure, flattening: Bool, _ object: Value,
    _ readable: (any KeyReadable)?, _ steps: inout Steps, _ operand: (Int) -> Value?
  ) throws(Trouble) -> Value? {
    // The nodes of a path are neighbours.
    var part = structure.start(of: path)
    var value: Value
    switch structure.kind(of: part) {
    case .literal(let constant): value = structure.value(constant)
    case .variable(let index):
      guard let given = operand(Int(index)) else { return nil }
      value = given
    case .selfObject where readable == nil: value = object
    case .key(let name) where readable == nil:
      value = try Reading.key(structure.name(name), of: object, flattening: flattening, &steps)
    default: return nil
    }
    while part != path {
      part = NodeIndex(part.index + 1)
      switch structure.kind(of: part) {
      case .member(let name):
        value = try Reading.key(structure.name(name), of: value, flattening: flattening, &steps)
      case .collectionOperator(let name):
        guard let known = CollectionOperator(rawValue: structure.name(name)), !known.takesPath
        else { return nil }
        value = try Aggregating.apply(known, to: value, keys: [], &steps)
      default: return nil
      }
    }
    return value
  }

  private func isBetween(_ node: NodeIndex) -> Bool {
    if case .comparison(.between, _, _) = structure.kind(of: node) { return true }
    return false
  }

  /// The value of a node for the cells of its children; nil if a value does not fit in its cell.
  private func apply(
    _ node: NodeIndex, _ instruction: UnsafePointer<Instruction>, _ machine: Machine,
    _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Interruption) -> Value? {
    guard instruction.pointee.operation != .move,
      let first = machine.cell(instruction.pointee.first).value
    else { return nil }
    var arguments = [first]
    if structure.children(of: node).count == 2 {
      guard let second = machine.cell(instruction.pointee.second).value else { return nil }
      arguments.append(second)
    }
    do throws(Trouble) {
      return try TreeEvaluator.operation(
        structure.kind(of: node), structure, arguments, context, &steps)
    } catch {
      throw Interruption()
    }
  }
}
