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

extension FormState {
  /// The cell of what a slot holds.
  @inline(__always)
  func cell(of slot: PackedSlot) -> Cell {
    switch slot.slot {
    case .value(let row): values.cells[row.index]
    case .input(let input): inputs.cells[input.index]
    case .fact(let node): facts.cells[node.index]
    }
  }

  /// What a node gives when it is run.
  func run(_ node: PackedNode, in topology: Topology) throws(NodeProblem) -> Outcome {
    try run(node, in: topology) {
      topology.nodes.object(of: node).map { value(of: $0) } ?? .null
    }
  }

  /// What a node gives when it is run for an object.
  @inline(__always)
  func run(
    _ node: PackedNode, in topology: Topology, object: () -> Value
  ) throws(NodeProblem) -> Outcome {
    guard let program = node.program else { return try callFunction(of: node, in: topology) }
    let count = Int(node.operandCount)
    do throws(EvaluationFailure) {
      return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) {
        (operands) throws(EvaluationFailure) in
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: cell(of: topology.nodes.operand(index, of: node)))
        }
        var rest = Value.null
        let cell = try topology.programs[program.index].run(
          UnsafeBufferPointer(operands), in: context, rest: &rest,
          operand: { value(of: topology.nodes.operand($0, of: node).slot) }, object: object)
        return Outcome(cell: cell, rest: rest)
      }
    } catch {
      throw .evaluation(error)
    }
  }

  @inline(never)
  private func callFunction(
    of node: PackedNode, in topology: Topology
  ) throws(NodeProblem) -> Outcome {
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
