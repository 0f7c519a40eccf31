// Runs the program of a node. The cells of its slots are copied side by side into temporary memory
// and given to the program. A `Value` is made only if the program asks for an operand that does not
// fit in its cell.

import Foundation
import Predicate

extension Engine {
  /// The largest number of operands that are copied to the stack.
  static var directOperandLimit: Int { 16 }

  /// Runs the program of a node over cells alone.
  ///
  /// This path decides most nodes and costs the least.
  ///
  /// - Returns: The cell of the result; nil if cells do not decide it.
  @inline(__always)
  mutating func direct(_ node: PackedNode) -> Cell? {
    guard let program = node.program, let code = topology.graph.programs.code(of: program),
      node.operandCount <= Self.directOperandLimit
    else { return nil }
    guard node.few <= 2 else { return direct(code, many: node) }
    let (left, right) = node.pair
    var operands = (Cell.null, Cell.null)
    if node.few > 0 { operands.0 = cell(of: left) }
    if node.few > 1 { operands.1 = cell(of: right) }
    return withUnsafeBytes(of: &operands) {
      // A tuple of two cells has the memory layout of two cells. It is not empty, so the base
      // address exists.
      code.result(over: $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Cell.self))
    }
  }

  @inline(never)
  private mutating func direct(_ code: DirectCode, many node: PackedNode) -> Cell? {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: Self.directOperandLimit) { operands in
      let count = node.operandCount
      // Asked once, not of each operand: a chain of many operands is mostly of the form.
      if node.item < 0 {
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: cell(of: topology.graph.nodes.operand(index, ofMany: node)))
        }
      } else {
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: cell(of: topology.operand(index, of: node)))
        }
      }
      // Only an empty buffer has no address.
      return code.result(over: UnsafePointer(operands.baseAddress.unsafelyUnwrapped))
    }
  }

  /// Runs a node.
  ///
  /// - Parameters:
  ///   - node: A node with a program or a function.
  ///   - rest: Set to the result if the result does not fit in its cell.
  /// - Throws: Why there is no result.
  /// - Returns: The cell of the result.
  @inline(never)
  func run(_ node: PackedNode, rest: inout Value) throws(NodeProblem) -> Cell {
    var steps = allSteps
    let (held, object) = (held, topology.object(of: node))
    guard node.kind == .filling, topology.graph.givesUUIDs else {
      return try run(node, within: &steps, rest: &rest) {
        object.map { held.value.value(of: $0) } ?? .null
      }
    }
    return try run(
      node, naming: identity(of: RowIndex(Int(node.row))), within: &steps, rest: &rest
    ) {
      object.map { held.value.value(of: $0) } ?? .null
    }
  }

  /// What a UUID of a row names: the seed of this opening, the row, its item, and the saved state
  /// that the form was opened with.
  func identity(of row: RowIndex) -> String {
    let record = topology.rows[row.index]
    let name = record.content.tag ?? "#\(row.index)"
    let item = record.item.map { "\($0.index)" } ?? ""
    let state = issued.savedState.map { "\n\($0)" } ?? ""
    return "\(issued.seed)\n\(name)\n\(item)\(state)"
  }

  /// A fresh step limit for one evaluation.
  var allSteps: Steps { Steps(limit: state.context.limits.steps) }

  /// Runs a node for an object.
  ///
  /// Several runs may share one step limit. `identity` is what `uuid()` names.
  @inline(__always)
  func run(
    _ node: PackedNode, naming identity: String? = nil, within steps: inout Steps,
    rest: inout Value, object: () -> Value,
    readable: (any KeyReadable)? = nil
  ) throws(NodeProblem) -> Cell {
    guard let program = node.program else {
      rest = try callFunction(of: node) { value(of: $0) }
      return Cell(rest)
    }
    let (held, slots) = (held, topology.operands(of: node))
    let code = topology.graph.programs[program.index]
    return try Self.withCells(of: slots, held) { (operands) throws(EvaluationFailure) in
      guard let identity else {
        return try code.run(
          operands, in: held.value.context, within: &steps, rest: &rest,
          operand: { held.value.value(of: slots[$0].slot) }, object: object,
          readable: readable)
      }
      var context = held.value.context
      context.identity = identity
      return try code.run(
        operands, in: context, within: &steps, rest: &rest,
        operand: { held.value.value(of: slots[$0].slot) }, object: object, readable: readable)
    }
  }

  /// Runs the filter of options for a row of a table.
  func run(
    _ node: PackedNode, _ program: ProgramID, for object: TableRow, within steps: inout Steps,
    rest: inout Value
  ) throws(NodeProblem) -> Cell {
    let (held, slots) = (held, topology.operands(of: node))
    let code = topology.graph.programs[program.index]
    return try Self.withCells(of: slots, held) { (operands) throws(EvaluationFailure) in
      try code.run(
        operands, in: held.value.context, within: &steps, rest: &rest, readable: object
      ) { held.value.value(of: slots[$0].slot) }
    }
  }

  /// Copies the cells of a node's operands side by side into temporary memory for a run.
  @inline(__always)
  private static func withCells(
    of slots: Topology.Operands, _ held: Held<FormState>,
    _ run: (UnsafeBufferPointer<Cell>) throws(EvaluationFailure) -> Cell
  ) throws(NodeProblem) -> Cell {
    let count = slots.count
    do throws(EvaluationFailure) {
      return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) {
        (operands) throws(EvaluationFailure) in
        for index in 0..<count {
          operands.initializeElement(
            at: index, to: held.pointer.pointee.cell(of: slots[index]))
        }
        return try run(UnsafeBufferPointer(operands))
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
        try topology.graph.programs[program.index].run(
          cells, in: state.context, within: &steps, rest: &rest, operand: { values[$0] },
          object: { run.object.map { value(of: $0) } ?? .null })
      }
      return cell.value ?? rest
    } catch {
      throw .evaluation(error)
    }
  }

  @inline(__always)
  func cell(of slot: PackedSlot) -> Cell { state.cell(of: slot) }

  @inline(never)
  private func value(of slot: Slot) -> Value { state.value(of: slot) }

  /// Calls the host's function of a node with the values of the node's slots.
  @inline(never)
  func callFunction(
    of node: PackedNode, reading value: (Slot) -> Value
  ) throws(NodeProblem) -> Value {
    try callFunction(of: topology.run(of: node), reading: value)
  }

  private func callFunction(
    of run: Run, reading value: (Slot) -> Value
  ) throws(NodeProblem) -> Value {
    guard case .function(let function) = run.code else { return .null }
    do {
      let arguments = FunctionArguments(
        names: topology.text(of: run).dependencies, values: run.binding.map(value))
      return try topology.graph.functions[function.index].body(arguments)
    } catch {
      throw .thrown(ExactText("\(error)"))
    }
  }
}

extension FormState {
  @inline(__always)
  fileprivate func cell(of slot: PackedSlot) -> Cell {
    switch slot.slot {
    case .value(let row): values.cells[row.index]
    case .input(let input): inputs.cells[input.index]
    case .fact(let node): facts.cells[node.index]
    }
  }
}
