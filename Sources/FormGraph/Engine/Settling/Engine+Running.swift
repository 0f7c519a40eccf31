// Running what a node runs, over the cells of its slots: gathered side by side, given to the
// program and forgotten. No value is made unless a program asks for one that does not stand in its
// cell.

import Foundation
import Predicate

extension Engine {
  /// The most operands that are gathered on the stack.
  static var directOperandLimit: Int { 16 }

  /// What a node gives, if the cells of its operands decide it: most nodes cost no more than this.
  ///
  /// - Returns: The cell of the result; nil if it takes more.
  @inline(__always)
  mutating func direct(_ node: PackedNode) -> Cell? {
    guard let program = node.program, let code = graph.topology.programs.code(of: program),
      node.operandCount <= Self.directOperandLimit
    else { return nil }
    guard node.operandCount <= 2 else { return direct(code, many: node) }
    let (left, right) = node.pair
    var operands = (Cell.null, Cell.null)
    if node.operandCount > 0 { operands.0 = cell(of: left) }
    if node.operandCount > 1 { operands.1 = cell(of: right) }
    return withUnsafeBytes(of: &operands) {
      // A tuple of two cells lies in memory as two cells do, and is not an empty buffer.
      code.result(over: $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Cell.self))
    }
  }

  @inline(never)
  private mutating func direct(_ code: DirectCode, many node: PackedNode) -> Cell? {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: Self.directOperandLimit) { operands in
      for index in 0..<Int(node.operandCount) {
        operands.initializeElement(
          at: index, to: cell(of: graph.topology.nodes.operand(index, of: node)))
      }
      // Only an empty buffer has no address.
      return code.result(over: UnsafePointer(operands.baseAddress.unsafelyUnwrapped))
    }
  }

  /// What a node gives when it is run.
  ///
  /// - Parameters:
  ///   - node: A node that runs something.
  ///   - rest: Set to the result where that does not stand in its cell.
  /// - Throws: Why there is no result.
  /// - Returns: The cell of the result.
  @inline(never)
  func run(_ node: PackedNode, rest: inout Value) throws(NodeProblem) -> Cell {
    var steps = allSteps
    return try run(node, within: &steps, rest: &rest) {
      graph.topology.nodes.object(of: node).map { value(of: $0) } ?? .null
    }
  }

  /// The steps of one evaluation.
  var allSteps: Steps { Steps(limit: held.pointer.pointee.context.limits.steps) }

  /// What a node gives when it is run for an object, as one of several runs that may share steps.
  ///
  /// The long way, which copies the words of the engine though none of its references.
  @inline(__always)
  func run(
    _ node: PackedNode, within steps: inout Steps, rest: inout Value, object: () -> Value
  ) throws(NodeProblem) -> Cell {
    guard let program = node.program else {
      rest = try callFunction(of: node) { value(of: $0) }
      return Cell(rest)
    }
    let count = Int(node.operandCount)
    do throws(EvaluationFailure) {
      return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) {
        (operands) throws(EvaluationFailure) in
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: cell(of: graph.topology.nodes.operand(index, of: node)))
        }
        return try graph.topology.programs[program.index].run(
          UnsafeBufferPointer(operands), in: held.pointer.pointee.context, within: &steps,
          rest: &rest, operand: { value(of: graph.topology.nodes.operand($0, of: node).slot) },
          object: object)
      }
    } catch {
      throw .evaluation(error)
    }
  }

  /// What one formula of several gives.
  ///
  /// The operands are gathered as values: texts are few, and printed anyway.
  func value(of run: Run) throws(NodeProblem) -> Value {
    guard case .program(let program) = run.code else {
      return try callFunction(of: run) { value(of: $0) }
    }
    let values = run.binding.map { value(of: $0) }
    var steps = allSteps
    var rest = Value.null
    do throws(EvaluationFailure) {
      let cells = ContiguousArray(values.map { Cell($0) })
      let cell = try cells.withUnsafeBufferPointer { (cells) throws(EvaluationFailure) in
        try graph.topology.programs[program.index].run(
          cells, in: state.context, within: &steps, rest: &rest, operand: { values[$0] },
          object: { run.object.map { value(of: $0) } ?? .null })
      }
      return cell.value ?? rest
    } catch {
      throw .evaluation(error)
    }
  }

  /// The cell of what a slot holds.
  @inline(__always)
  func cell(of slot: PackedSlot) -> Cell {
    switch slot.slot {
    case .value(let row): held.pointer.pointee.values.cells[row.index]
    case .input(let input): held.pointer.pointee.inputs.cells[input.index]
    case .fact(let node): held.pointer.pointee.facts.cells[node.index]
    }
  }

  @inline(never)
  private func value(of slot: Slot) -> Value { held.pointer.pointee.value(of: slot) }

  /// What a function of the host's gives for what the slots of a node hold.
  @inline(never)
  func callFunction(
    of node: PackedNode, reading value: (Slot) -> Value
  ) throws(NodeProblem) -> Value {
    try callFunction(of: topology.nodes.run(of: node), reading: value)
  }

  private func callFunction(
    of run: Run, reading value: (Slot) -> Value
  ) throws(NodeProblem) -> Value {
    guard case .function(let function) = run.code else { return .null }
    do {
      let arguments = FunctionArguments(
        names: topology.text(of: run).dependencies, values: run.binding.map(value))
      return try topology.functions[function.index].body(arguments)
    } catch {
      throw .thrown(ExactText("\(error)"))
    }
  }
}
