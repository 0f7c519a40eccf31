// Runs a program over the cells of its operands. Flat code goes as far as cells decide; what needs
// more is looked up here, or evaluated as a tree, node by node. Whatever fails or runs out of steps
// is evaluated once more, as a tree from the start: that evaluator alone says what the first
// failure is and where the steps end, and to fail is rare.

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
    _ operands: UnsafeBufferPointer<Cell>, in context: EvaluationContext, rest: inout Value,
    operand: (Int) -> Value?, object: () -> Value = { .null }
  ) throws(EvaluationFailure) -> Cell {
    try evaluate(operands, context, &rest, operand) { .value(object()) }
  }

  /// The result over the cells of the operands, for any kind of object.
  @inline(__always)
  func evaluate(
    _ operands: UnsafeBufferPointer<Cell>, _ context: borrowing EvaluationContext,
    _ rest: inout Value, _ operand: (Int) -> Value?, _ object: () -> EvaluatedObject
  ) throws(EvaluationFailure) -> Cell {
    let code = code
    func value(_ index: Int) -> Value? {
      (index < operands.count ? operands[index].value : nil) ?? operand(index)
    }
    guard code.canRun(operands.count >= operandCount, context.limits.steps) else {
      return try evaluateTree(context, &rest, value, object)
    }
    return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: Code.temporaryCount) {
      (temporaries) throws(EvaluationFailure) in
      let temporaries = temporaries.baseAddress.unsafelyUnwrapped
      code.prepare(temporaries)
      let machine = Machine(
        code: code.instructions, constants: code.constants,
        operands: operands.baseAddress ?? code.constants, temporaries: temporaries)
      let place = machine.run(from: code.start)
      if place < 0 { return Cell(place == Instruction.yes) }
      return try finish(machine, at: place, context, &rest, value, object)
    }
  }
}

extension Code {
  /// Whether the code can run: over all its operands, and with the steps it reserves.
  @inline(__always) func canRun(_ hasOperands: Bool, _ steps: Int) -> Bool {
    hasOperands && cost <= steps && !isTree
  }

  /// Marks what is to be loaded when it is read.
  @inline(__always) func prepare(_ temporaries: UnsafeMutablePointer<Cell>) {
    for index in 0..<loadCount { (temporaries + index).initialize(to: .unloaded) }
  }
}

// MARK: - Beyond cells

extension Program {
  /// Evaluates the tree from the start.
  @inline(never)
  func evaluateTree(
    _ context: borrowing EvaluationContext, _ rest: inout Value, _ operand: (Int) -> Value?,
    _ object: () -> EvaluatedObject
  ) throws(EvaluationFailure) -> Cell {
    var evaluator = TreeEvaluator(self, object: object(), context: copy context)
    return Self.result(try evaluator.run(operand: operand), &rest)
  }

  private static func result(_ value: Value, _ rest: inout Value) -> Cell {
    let cell = Cell(value)
    if !cell.isInline { rest = value }
    return cell
  }

  /// Goes on where cells alone did not decide.
  @inline(never)
  func finish(
    _ machine: Machine, at place: Int32,
    _ context: borrowing EvaluationContext, _ rest: inout Value, _ operand: (Int) -> Value?,
    _ object: () -> EvaluatedObject
  ) throws(EvaluationFailure) -> Cell {
    do throws(Interruption) {
      var run = Run(
        program: self, machine: machine,
        steps: Steps(limit: context.limits.steps - code.cost), place: place)
      while run.place >= 0 {
        if try run.load(context, object) {
        } else if let result = try run.step(context, operand, object) {
          return Self.result(result, &rest)
        }
        run.place = machine.runOutOfLine(from: run.place)
      }
      return Cell(run.place == Instruction.yes)
    } catch {
      return try evaluateTree(context, &rest, operand, object)
    }
  }

  /// Something failed, or the steps that were left did not suffice.
  private struct Interruption: Error {}

  /// Where an evaluation is that needs more than cells.
  private struct Run {
    let program: Program
    let machine: Machine
    /// What is left beside the steps that the code reserves.
    var steps: Steps
    var place: Int32

    var instruction: UnsafePointer<Instruction> { machine.code + Int(place) }

    /// Loads what the instruction reads and is not loaded; false if that was all there.
    func load(
      _ context: borrowing EvaluationContext, _ object: () -> EvaluatedObject
    ) throws(Interruption) -> Bool {
      var hasLoaded = false
      for source in [instruction.pointee.first, instruction.pointee.second]
      where source.isTemporary && machine.cell(source) == .unloaded {
        machine.temporaries[source.index] =
          switch program.code.loads[source.index] {
          case .now: Cell(context.now)
          case .object: object().cell
          case .path(let keys): object().cell(under: keys)
          }
        hasLoaded = true
      }
      return hasLoaded
    }

    /// Does what the instruction says; gives the value where that is the result of the program.
    mutating func step(
      _ context: borrowing EvaluationContext, _ operand: (Int) -> Value?,
      _ object: () -> EvaluatedObject
    ) throws(Interruption) -> Value? {
      let node = NodeID(Int(instruction.pointee.node))
      let value: Value
      switch instruction.pointee.operation {
      case .give:
        if let given = machine.cell(instruction.pointee.first).value { return given }
        return try tree(node, context, operand, object)
      case .giveTree: return try tree(node, context, operand, object)
      case .move: value = try tree(node, context, operand, object)
      case .compute, .apply:
        if let applied = try apply(node, context) {
          value = applied
        } else {
          value = try tree(node, context, operand, object)
        }
      default:
        var holds = try tree(node, context, operand, object) == .bool(true)
        // Two comparisons in one: the second stands behind the first.
        if holds, instruction.pointee.operation == .range, !isBetween(node) {
          let second = NodeID(node.index + 3)
          holds = try tree(second, context, operand, object) == .bool(true)
        }
        place = holds ? instruction.pointee.ifTrue : instruction.pointee.ifFalse
        return nil
      }
      machine.temporaries[Int(instruction.pointee.ifFalse)] = Cell(value)
      place = instruction.pointee.ifTrue
      return nil
    }

    private func isBetween(_ node: NodeID) -> Bool {
      if case .comparison(.between, _, _) = program.structure.kind(of: node) { return true }
      return false
    }

    /// What a node gives for the cells of its children; nil where a value stands elsewhere.
    private mutating func apply(
      _ node: NodeID, _ context: borrowing EvaluationContext
    ) throws(Interruption) -> Value? {
      guard let first = machine.cell(instruction.pointee.first).value else { return nil }
      let structure = program.structure
      var arguments = [first]
      if structure.children(of: node).count == 2 {
        guard let second = machine.cell(instruction.pointee.second).value else { return nil }
        arguments.append(second)
      }
      do throws(Trouble) {
        return try TreeEvaluator.operation(
          structure.kind(of: node), structure, arguments, copy context, &steps)
      } catch {
        throw Interruption()
      }
    }

    private mutating func tree(
      _ node: NodeID, _ context: borrowing EvaluationContext, _ operand: (Int) -> Value?,
      _ object: () -> EvaluatedObject
    ) throws(Interruption) -> Value {
      var evaluator = TreeEvaluator(program, object: object(), context: copy context, steps: steps)
      do throws(EvaluationFailure) {
        let value = try evaluator.run(node, operand: operand)
        steps = evaluator.steps
        return value
      } catch {
        throw Interruption()
      }
    }
  }
}

extension Machine {
  @inline(never) fileprivate func runOutOfLine(from place: Int32) -> Int32 { run(from: place) }
}

extension EvaluatedObject {
  /// What SELF gives: of an object that is no value the tree evaluator says so.
  fileprivate var cell: Cell {
    if case .value(let value) = self { Cell(value) } else { .object }
  }

  /// What stands under keys, as far as dictionaries tell.
  fileprivate func cell(under keys: [ValueDictionary.Key]) -> Cell {
    var rest = keys[...]
    guard let last = rest.popLast() else { return .object }
    var value: Value
    switch self {
    case .value(let itself): value = itself
    case .readable(let object):
      // Where there is no such key, the evaluator of trees says so.
      guard let found = object.value(forKey: keys[0].text) else { return .object }
      guard keys.count > 1 else { return Cell(found) }
      value = found
      rest.removeFirst()
    }
    for key in rest {
      switch value {
      case .null: return .null
      case .dictionary(let dictionary): value = dictionary[key] ?? .null
      default: return .object
      }
    }
    switch value {
    case .null: return .null
    case .dictionary(let dictionary): return dictionary.cell(under: last)
    default: return .object
    }
  }
}
