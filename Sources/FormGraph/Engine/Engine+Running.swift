// Running what a node runs, over the cells of its slots: gathered side by side, given to the program
// and forgotten. No value is made unless a program asks for one that does not stand in its cell.

import Foundation
import Predicate

/// What a run gave: a cell and, where the value does not stand in it, the value.
struct Outcome {
  let cell: Cell
  let rest: Value

  init(_ value: Value) {
    cell = Cell(value)
    rest = value
  }

  fileprivate init(cell: Cell, rest: Value) {
    self.cell = cell
    self.rest = rest
  }

  var value: Value { cell.value ?? rest }
}

extension Engine {
  /// What a node gives when it is run.
  func run(_ node: PackedNode) throws(NodeProblem) -> Outcome {
    try run(node) { graph.topology.nodes.object(of: node).map { value(of: $0) } ?? .null }
  }

  /// What a node gives when it is run for an object.
  ///
  /// Nothing of the engine is handed on whole: a struct of many references is dear to copy.
  @inline(__always)
  func run(_ node: PackedNode, object: () -> Value) throws(NodeProblem) -> Outcome {
    guard let program = node.program else { return try callFunction(of: node) }
    let count = Int(node.operandCount)
    do throws(EvaluationFailure) {
      return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) {
        (operands) throws(EvaluationFailure) in
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: cell(of: graph.topology.nodes.operand(index, of: node)))
        }
        var rest = Value.null
        let cell = try graph.topology.programs[program.index].run(
          UnsafeBufferPointer(operands), in: held.pointer.pointee.context, rest: &rest,
          operand: { value(of: graph.topology.nodes.operand($0, of: node).slot) }, object: object)
        return Outcome(cell: cell, rest: rest)
      }
    } catch {
      throw .evaluation(error)
    }
  }

  /// The cell of what a slot holds.
  @inline(__always)
  private func cell(of slot: PackedSlot) -> Cell {
    switch slot.slot {
    case .value(let row): held.pointer.pointee.values.cells[row.index]
    case .input(let input): held.pointer.pointee.inputs.cells[input.index]
    case .fact(let node): held.pointer.pointee.facts.cells[node.index]
    }
  }

  @inline(never)
  private func value(of slot: Slot) -> Value { held.pointer.pointee.value(of: slot) }

  @inline(never)
  private func callFunction(of node: PackedNode) throws(NodeProblem) -> Outcome {
    let run = topology.nodes.run(of: node)
    guard case .function(let function) = run.code else { return Outcome(.null) }
    do {
      let arguments = FunctionArguments(
        names: topology.text(of: run).dependencies, values: run.binding.map { value(of: $0) })
      return Outcome(try topology.functions[function.index].body(arguments))
    } catch {
      throw .thrown("\(error)")
    }
  }
}
