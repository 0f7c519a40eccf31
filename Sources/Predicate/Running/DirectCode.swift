// The shortest way to the result of a program: code that reads nothing but operands and constants,
// and registers it computes in. Nothing is counted, allocated or thrown on the way; what cells do
// not decide has no result here, and is run by the program.

/// The code of a program whose cells most often decide it, without a reference to be counted, which
/// would cost as much as the whole test of a number.
///
/// Who runs a program many times asks this code first, and `Program.run` where it has no answer.
///
/// It points into the program, which nobody writes, and must not outlive it.
@usableFromInline
package struct DirectCode: @unchecked Sendable {
  private let code: UnsafePointer<Instruction>
  private let start: Int32
  private let needsRegisters: Bool

  /// Takes the code of an outline that needs no more than registers.
  init(_ outline: Code.Outline) {
    code = outline.instructions
    start = outline.start
    needsRegisters = outline.needs == .registers
  }

  /// The result of the program over the cells of its operands, where these decide it.
  ///
  /// - Parameter operands: The cell of each operand, at its number; there must be as many as the
  ///   program has operands.
  /// - Returns: The cell of the result, in which it stands; nil where it takes more to find it or
  ///   why there is none: then `Program.run` does.
  /// - Complexity: O(n) in the size of the program, a few nanoseconds for a comparison.
  @inline(never)
  package func result(over operands: UnsafePointer<Cell>) -> Cell? {
    guard !needsRegisters else { return resultInRegisters(operands) }
    let machine = Machine(direct: code, operands)
    let place = machine.run(from: start)
    if place < 0 { return Cell(place == Instruction.yes) }
    return machine.computed(at: place) ?? resultBeyond(operands, place)
  }

  /// Whether the program holds, which must be a predicate; nil where it takes more to tell.
  ///
  /// The same as `result`, without a cell to be made and taken apart: saves a third of a test.
  @inline(never) @usableFromInline
  package func truth(over operands: UnsafePointer<Cell>) -> Bool? {
    guard !needsRegisters else { return resultInRegisters(operands)?.truth }
    let place = Machine(direct: code, operands).run(from: start)
    return place < 0 ? place == Instruction.yes : truthBeyond(operands, place)
  }

  // A function of its own, so that a test of a number needs no frame and saves few registers.
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
  /// The code, where it is direct and no evaluation can reach the limits.
  func direct(within limits: Limits) -> DirectCode? {
    outline.needs != .more && outline.cost < limits.steps ? DirectCode(outline) : nil
  }
}
