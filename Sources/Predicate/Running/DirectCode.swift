// The shortest way to the result of a program: code that reads nothing but operands and constants,
// and registers it computes in, run over cells that lie side by side. Nothing is counted, allocated
// or thrown on the way; what cells do not decide has no result here, and is run by the program.

/// The code of a program whose cells most often decide it, without a reference to be counted.
///
/// What settles a form asks it first, and runs the program where it has no answer.
///
/// It points into the program, which nobody writes, and must not outlive it.
@usableFromInline
package struct DirectCode: @unchecked Sendable {
  let code: UnsafePointer<Instruction>
  private let start: Int32
  private let instructionCount: Int32
  let shape: Shape

  /// What the first instruction is; most programs have no other.
  enum Shape {
    /// A test that says what the result is.
    case test
    /// A computation that gives the result.
    case computation
    /// Tests that need no registers.
    case other
    /// Code that computes in registers.
    case registers
  }

  init(_ outline: Code.Outline, instructionCount: Int) {
    code = outline.instructions
    start = outline.start
    self.instructionCount = Int32(truncatingIfNeeded: instructionCount)
    guard start == 0, outline.needs == .nothing else {
      shape = outline.needs == .nothing ? .other : .registers
      return
    }
    let first = code.pointee
    let isTest =
      first.operation.isTest && first.ifTrue == Instruction.yes && first.ifFalse == Instruction.no
    shape = isTest ? .test : first.operation == .giveComputed ? .computation : .other
  }
}

// Each of these is small, needs few registers and calls the next one last, so that a test of a
// number saves none and pays for nothing that others need.

// MARK: - Values

extension DirectCode {
  /// The result of the program over the cells of its operands, where these decide it.
  ///
  /// - Parameter operands: The cell of each operand, at its number; there must be as many as the
  ///   program has operands.
  /// - Returns: The cell of the result, in which it stands; nil where it takes more to find it or
  ///   why there is none: then `Program.run` does.
  /// - Complexity: O(n) in the size of the program, a few nanoseconds for a comparison.
  @inline(never)
  package func result(over operands: UnsafePointer<Cell>) -> Cell? {
    let machine = Machine(direct: code, operands)
    switch shape {
    case .test:
      let answer = machine.answer(of: code)
      return answer == Machine.unknown ? resultBeyond(operands, 0) : Cell(answer != 0)
    case .computation:
      guard let cell = machine.computed(by: code) else { return resultBeyond(operands, 0) }
      return cell
    case .other: return resultOfMany(operands)
    case .registers: return resultInRegisters(operands)
    }
  }

  @inline(never)
  private func resultOfMany(_ operands: UnsafePointer<Cell>) -> Cell? {
    let place = Machine(direct: code, operands).run(from: start)
    return place < 0 ? Cell(place == Instruction.yes) : resultBeyond(operands, place)
  }

  @inline(never)
  private func resultInRegisters(_ operands: UnsafePointer<Cell>) -> Cell? {
    Machine.withFrame { frame in
      let machine = Machine(direct: code, operands, frame: frame)
      let place = machine.compute(from: start)
      if place >= 0, (code + Int(place)).pointee.operation == .giveComputed,
        let cell = machine.computed(by: code + Int(place))
      {
        return cell
      }
      return machine.result(at: machine.runFully(from: place))
    }
  }

  @inline(never)
  private func resultBeyond(_ operands: UnsafePointer<Cell>, _ place: Int32) -> Cell? {
    let machine = Machine(direct: code, operands)
    return machine.result(at: machine.goOn(at: place))
  }
}

// MARK: - Truth

extension DirectCode {
  /// Whether the program holds, which must be a predicate.
  ///
  /// - Parameter operands: As above.
  /// - Returns: Whether it holds; nil where it takes more to tell.
  @inline(never) @usableFromInline
  package func truth(over operands: UnsafePointer<Cell>) -> Bool? {
    guard shape == .test else {
      return shape == .registers ? truthInRegisters(operands) : truthOfMany(operands)
    }
    let answer = Machine(direct: code, operands).answer(of: code)
    return answer == Machine.unknown ? truthOfLarge(operands) : answer != 0
  }

  /// For which of several evaluations the program holds, which must be a predicate.
  ///
  /// - Parameters:
  ///   - operands: The cells of the first evaluation, at their numbers.
  ///   - stride: How many cells further on those of the next one are.
  ///   - count: How many evaluations there are, 64 at most and one at least.
  /// - Returns: For which it holds, and for which it takes more to tell; of those behind the last
  ///   one nothing.
  @inline(never)
  package func truths(
    over operands: UnsafePointer<Cell>, stride: Int, count: Int
  ) -> BlockMachine.Outcome {
    let instructionCount = Int(instructionCount)
    guard isOfBlocks else { return truthsOneByOne(operands, stride, count) }
    guard BlockMachine.wordCount(instructionCount) <= Self.wordLimit else {
      return BlockMachine.Outcome(undecided: .max &>> UInt64(truncatingIfNeeded: 64 &- count))
    }
    // Only a buffer of no elements has no address.
    let outcome = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.wordLimit) {
      BlockMachine(
        code, start, instructionCount, stride: stride, words: $0.baseAddress.unsafelyUnwrapped
      ).run(operands, count: count)
    }
    return outcome.undecided == 0 ? outcome : goingOn(from: outcome, operands, stride)
  }

  /// Asks one by one what is left: a block does not go as far as one evaluation does.
  @inline(never)
  private func goingOn(
    from outcome: BlockMachine.Outcome, _ operands: UnsafePointer<Cell>, _ stride: Int
  ) -> BlockMachine.Outcome {
    var outcome = outcome
    var rest = outcome.undecided
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard let holds = truth(over: operands + row &* stride) else { continue }
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row)
      outcome.undecided &= ~bit
      if holds { outcome.holding |= bit }
    }
    return outcome
  }

  /// Whether it can be run over many evaluations instruction by instruction.
  var isOfBlocks: Bool { shape != .registers }

  @inline(never)
  private func truthsOneByOne(
    _ operands: UnsafePointer<Cell>, _ stride: Int, _ count: Int
  ) -> BlockMachine.Outcome {
    var outcome = BlockMachine.Outcome()
    for index in 0..<count {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      switch truthInRegisters(operands + index &* stride) {
      case true?: outcome.holding |= bit
      case false?: break
      case nil: outcome.undecided |= bit
      }
    }
    return outcome
  }

  // Computed, so that the compiler knows how much of the stack it is.
  private static var wordLimit: Int { 64 }

  @inline(never)
  private func truthOfLarge(_ operands: UnsafePointer<Cell>) -> Bool? {
    let answer = Machine(direct: code, operands).largeAnswer(of: code)
    return answer == Machine.unknown ? truthBeyond(operands, 0) : answer != 0
  }

  @inline(never)
  private func truthOfMany(_ operands: UnsafePointer<Cell>) -> Bool? {
    let place = Machine(direct: code, operands).run(from: start)
    return place < 0 ? place == Instruction.yes : truthBeyond(operands, place)
  }

  @inline(never)
  private func truthInRegisters(_ operands: UnsafePointer<Cell>) -> Bool? {
    Machine.withFrame { frame in
      let machine = Machine(direct: code, operands, frame: frame)
      let end = machine.runFully(from: machine.compute(from: start))
      return end < 0 ? end == Instruction.yes : nil
    }
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
    outline.needs != .more && outline.cost < limits.steps
      ? DirectCode(outline, instructionCount: instructionCount) : nil
  }
}
