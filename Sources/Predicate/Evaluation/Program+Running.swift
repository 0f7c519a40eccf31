// Runs a program over the cells of its operands. Flat code goes as far as cells decide; what needs
// more is looked up here, or evaluated as a tree, node by node. Whatever fails or runs out of steps
// is evaluated once more, as a tree from the start: that evaluator alone says what the first
// failure is and where the steps end, and to fail is rare.
//
// Nothing on the way of a program that cells decide counts a reference: on today's processors that
// costs as much as the whole evaluation.

import Foundation

extension Program {
  /// The result of the program over the cells of its operands.
  ///
  /// What costs is asked for where it is needed and not before: the value of an operand that does
  /// not stand in its cell, the object, the time. Each may be asked for more than once, and must
  /// always be the same.
  ///
  /// - Parameters:
  ///   - operands: The cell of each operand, at its number; with fewer, the values are asked for.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - rest: Set to the result where that does not stand in its cell, and else left as it is.
  ///   - operand: The value of an operand; nil where none was given, which fails the evaluation if
  ///     the operand is reached.
  ///   - object: What SELF and bare keys read.
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

  /// The result of one of several runs that share the steps of one evaluation.
  ///
  /// - Parameters:
  ///   - operands: The cell of each operand, at its number; with fewer, the values are asked for.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - steps: What is left for this run and those after it. What cells decide takes none: it is
  ///     bounded by the size of the program.
  ///   - rest: Set to the result where that does not stand in its cell, and else left as it is.
  ///   - operand: The value of an operand; nil where none was given.
  ///   - object: What SELF and bare keys read.
  /// - Returns: The cell of the result.
  /// - Throws: The first failure, left to right.
  @inline(__always)
  package func run(
    _ operands: UnsafeBufferPointer<Cell>, in context: borrowing EvaluationContext,
    within steps: inout Steps, rest: inout Value, operand: (Int) -> Value?, object: () -> Value
  ) throws(EvaluationFailure) -> Cell {
    if operands.count >= operandCount, let direct = directCode(within: context.limits),
      let cell = direct.result(over: operands.baseAddress ?? outline.noOperands)
    {
      return cell
    }
    let cells = operands.count >= operandCount ? operands.baseAddress ?? outline.noOperands : nil
    return try run(
      outline, over: cells, object: object(), readable: nil, copy context, &steps, &rest
    ) { index in
      (index < operands.count ? operands[index].value : nil) ?? operand(index)
    }
  }

  /// Runs the program from the start: the one place that drives a machine.
  ///
  /// What fails, what may have too few steps and what has no cells is evaluated as a tree.
  ///
  /// - Parameters:
  ///   - outline: The code of this program, perhaps moved to other places of its operands.
  ///   - operands: The cells that the code reads; nil where there are none for it.
  ///   - object: What SELF and keys read; not asked for if cells decide.
  ///   - readable: What they read instead, if it is given.
  ///   - context: The time, randomness and limits; not asked for if cells and keys of a value do.
  ///   - steps: What is left.
  ///   - rest: Set to the result where that does not stand in its cell.
  ///   - operand: The value of an operand; nil where none was given.
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
      // Keys are all that most texts need beside their variables. The time is loaded later.
      if !outline.readsSurroundings {
        while place >= 0,
          machine.load(machine.code + Int(place), from: code, object, readable, now: .distantPast)
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
    let object = readable.map(EvaluatedObject.readable) ?? .value(object)
    var evaluator = TreeEvaluator(self, object: object, context: context, steps: steps)
    defer { steps = evaluator.steps }
    return Self.result(try evaluator.run(operand: operand), &rest)
  }

  private static func result(_ value: Value, _ rest: inout Value) -> Cell {
    let cell = Cell(value)
    if !cell.isInline { rest = value }
    return cell
  }

  /// Goes on where cells alone did not decide, node by node.
  @inline(never)
  private func finish(
    _ machine: Machine, at place: Int32, _ object: Value, _ readable: (any KeyReadable)?,
    _ context: EvaluationContext, _ steps: inout Steps, _ rest: inout Value,
    operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Cell {
    var place = place
    // Made at most once, however many nodes are evaluated as trees.
    var plan: Plan?
    let before = steps
    // What is left beside the steps that the code reserves.
    steps.remaining -= outline.cost
    do throws(Interruption) {
      defer { steps.remaining += outline.cost }
      while place >= 0 {
        let instruction = machine.code + Int(place)
        if machine.load(instruction, from: code, object, readable, now: context.now) {
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

  /// Something failed, or the steps that were left did not suffice.
  private struct Interruption: Error {}

  private enum Outcome {
    case next(Int32)
    case result(Value)
  }

  /// Does what an instruction says.
  @inline(never)
  private func step(
    _ instruction: UnsafePointer<Instruction>, _ machine: Machine, _ object: Value,
    _ readable: (any KeyReadable)?, _ context: EvaluationContext, _ plan: inout Plan?,
    _ steps: inout Steps,
    _ operand: (Int) -> Value?
  ) throws(Interruption) -> Outcome {
    let node = NodeIndex(Int(instruction.pointee.node))
    func tree(_ node: NodeIndex, _ steps: inout Steps) throws(Interruption) -> Value {
      let object = readable.map(EvaluatedObject.readable) ?? .value(object)
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
    case .giveTree: return .result(try tree(node, &steps))
    case .move, .compute, .apply:
      let applied = try apply(node, instruction, machine, context, &steps)
      let value = if let applied { applied } else { try tree(node, &steps) }
      machine.temporaries[Int(instruction.pointee.ifFalse)] = Cell(value)
      return .next(instruction.pointee.ifTrue)
    // Whether an argument is nil: what stands in no cell is not.
    case .compare where structure.kind(of: node) == .call(.coalesce):
      return .next(instruction.pointee.ifFalse)
    default:
      func test(_ node: NodeIndex, _ steps: inout Steps) throws(Interruption) -> Bool {
        if let holds = try comparison(node, &steps, operand) { return holds }
        return try tree(node, &steps) == .bool(true)
      }
      var holds = try test(node, &steps)
      // Two comparisons in one: the second is the three nodes behind the first.
      if holds, instruction.pointee.operation.isRange, !isBetween(node) {
        holds = try test(NodeIndex(node.index + 3), &steps)
      }
      return .next(holds ? instruction.pointee.ifTrue : instruction.pointee.ifFalse)
    }
  }

  /// Whether a comparison of an operand with a constant holds; nil for everything else.
  ///
  /// That is what long text comes to most often, and needs no tree evaluator.
  private func comparison(
    _ node: NodeIndex, _ steps: inout Steps, _ operand: (Int) -> Value?
  ) throws(Interruption) -> Bool? {
    guard case .comparison(let symbol, let options, .one) = structure.kind(of: node),
      !options.contains(.localeSensitive),
      case .variable(let index) = structure.kind(of: structure.child(0, of: node)),
      case .literal(let constant) = structure.kind(of: structure.child(1, of: node)),
      let value = operand(Int(index))
    else { return nil }
    var patterns = PatternCache()
    if symbol == .matches { patterns.constant = self.patterns[node] }
    do throws(Trouble) {
      return try Comparing.holds(
        symbol, options, value, structure.value(constant), &patterns, locale: nil, &steps)
    } catch {
      throw Interruption()
    }
  }

  private func isBetween(_ node: NodeIndex) -> Bool {
    if case .comparison(.between, _, _) = structure.kind(of: node) { return true }
    return false
  }

  /// What a node gives for the cells of its children; nil where a value stands elsewhere.
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

extension Program {
  /// The code of the program, where it reads nothing but operands, constants and registers and can
  /// cost no more steps than it may; nil for every other.
  ///
  /// - Parameter limits: The limits of the evaluations.
  /// - Returns: The code, valid as long as the program is.
  package func directCode(within limits: Limits) -> DirectCode? {
    code.direct(within: limits)
  }
}
