// The fastest way to run a program: code that reads only operands, constants and registers. It
// counts no steps and no references, allocates nothing and throws nothing. If cells do not decide
// the result, it returns nil, and the caller runs the program in the ordinary way.

/// The code of a program that cells usually decide, without a reference count.
///
/// A reference count would cost as much as a whole test of a number. A caller that runs a program
/// many times tries this code first. If it returns nil, the caller uses `Program.run`.
///
/// The code points into the program, which nobody writes. It must not outlive the program.
@usableFromInline
package struct DirectCode: @unchecked Sendable {
  private let code: UnsafePointer<Instruction>
  private let start: Int32
  private let needsRegisters: Bool

  /// Makes direct code of an outline that needs at most registers.
  init(_ outline: Code.Outline) {
    code = outline.instructions
    start = outline.start
    needsRegisters = outline.needs == .registers
  }

  /// The result of the program over the cells of its operands, if cells decide it.
  ///
  /// - Parameter operands: One cell for each operand of the program, by its number.
  /// - Returns: The cell of the result, if the value fits in it. Nil if the program must be run by
  ///   `Program.run` to find the result or the error.
  /// - Complexity: O(n) in the size of the program, a few nanoseconds for a comparison.
  @inline(never)
  package func result(over operands: UnsafePointer<Cell>) -> Cell? {
    guard !needsRegisters else { return resultInRegisters(operands) }
    let machine = Machine(direct: code, operands)
    let place = machine.run(from: start)
    if place < 0 { return Cell(place == Instruction.yes) }
    return machine.computed(at: place) ?? resultBeyond(operands, place)
  }

  /// Whether the predicate holds; nil if cells do not decide it.
  ///
  /// The program must be a predicate. The result equals `result`, but no cell is built and read
  /// again, which saves a third of the time of a test.
  @inline(never) @usableFromInline
  package func truth(over operands: UnsafePointer<Cell>) -> Bool? {
    guard !needsRegisters else { return resultInRegisters(operands)?.truth }
    let place = Machine(direct: code, operands).run(from: start)
    return place < 0 ? place == Instruction.yes : truthBeyond(operands, place)
  }

  // A separate function, so that a test of a number needs no frame and saves few registers.
  @inline(never)
  private func resultInRegisters(_ operands: UnsafePointer<Cell>) -> Cell? {
    Machine.withFrame { frame in
      let machine = Machine(direct: code, operands, frame: frame)
      let place = machine.compute(from: start)
      return machine.computed(at: place) ?? machine.result(at: machine.runFully(from: place))
    }
  }

  @inline(never)
  private func resultBeyond(_ operands: UnsafePointer<Cell>, _ place: Int32) -> Cell? {
    let machine = Machine(direct: code, operands)
    return machine.result(at: machine.goOn(at: place))
  }

  @inline(never)
  private func truthBeyond(_ operands: UnsafePointer<Cell>, _ place: Int32) -> Bool? {
    let end = Machine(direct: code, operands).goOn(at: place)
    return end < 0 ? end == Instruction.yes : nil
  }
}

extension Code {
  /// The direct code, if the code needs at most registers and cannot reach the step limit.
  func direct(within limits: Limits) -> DirectCode? {
    outline.needs != .more && outline.cost < limits.steps ? DirectCode(outline) : nil
  }
}
