// The flat code of a program, in one piece of memory: instructions, then the constants they read.

/// Flat code, ready to run; it owns what its outline points to.
final class Code: Sendable {
  /// What a machine needs of the code.
  let outline: Outline
  /// What the first temporaries are loaded with when they are first read.
  let loads: [Load]
  /// How an evaluation goes through the structure as a tree.
  let plan: Plan
  let instructionCount: Int
  private let constantCount: Int

  /// What a machine needs of the code, without a reference to be counted: valid as long as the
  /// code is.
  struct Outline: @unchecked Sendable {
    /// The instructions, and the constants behind them.
    let instructions: UnsafePointer<Instruction>
    /// In the place of operands, where there are none.
    var noOperands: UnsafePointer<Cell> {
      UnsafeRawPointer(instructions).assumingMemoryBound(to: Cell.self)
    }
    /// Where the code starts: an instruction, or a result.
    let start: Int32
    /// How many loads there are.
    let loadCount: Int32
    /// What all that cells decide may count as steps, at most.
    ///
    /// Those are reserved when the code starts and not counted; where what is left does not suffice
    /// for the rest, the program is evaluated again as a tree, which counts every step. Code that
    /// says no more than to evaluate the tree costs more than any limit.
    let cost: Int
    /// Whether the result depends on more than values: the time, or chance.
    let readsSurroundings: Bool
    /// Whether the code is run and reads nothing but operands, constants and registers.
    let isDirect: Bool
    /// Whether it computes in registers, which need a frame.
    let usesRegisters: Bool
  }

  /// What a temporary holds before anything has been computed.
  enum Load: Hashable, Sendable {
    case object
    case now
    /// What stands under a key of the object.
    case key(ValueDictionary.Key)
    /// What stands under a key of the object, under a key of that, and so on.
    case path([ValueDictionary.Key])
  }

  /// Makes code; without instructions it says no more than to evaluate the tree.
  init(
    _ instructions: [Instruction], constants: [Cell], start: Int32, loads: [Load], plan: Plan,
    cost: Int, readsSurroundings: Bool
  ) {
    self.plan = plan
    self.loads = loads
    instructionCount = instructions.count
    constantCount = constants.count
    let size = instructions.count * MemoryLayout<Instruction>.stride
    // One cell more than there are constants: a machine looks at both sources of an instruction
    // before it knows whether it needs them, and an empty list of constants stands at the end.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + (constants.count + 1) * MemoryLayout<Cell>.stride,
      alignment: MemoryLayout<Instruction>.alignment)
    let code = memory.bindMemory(to: Instruction.self, capacity: instructions.count)
    let cells = (memory + size).bindMemory(to: Cell.self, capacity: constants.count + 1)
    for (index, instruction) in instructions.enumerated() {
      (code + index).initialize(to: instruction)
    }
    for (index, cell) in constants.enumerated() { (cells + index).initialize(to: cell) }
    (cells + constants.count).initialize(to: .null)
    outline = Outline(
      instructions: code, start: start, loadCount: Int32(truncatingIfNeeded: loads.count),
      cost: cost, readsSurroundings: readsSurroundings,
      isDirect: cost < .max && instructions.allSatisfy(\.isDirect),
      usesRegisters: instructions.contains(where: \.usesRegisters))
  }

  deinit { UnsafeMutableRawPointer(mutating: outline.instructions).deallocate() }

  /// The code that says no more than to evaluate the tree.
  static func tree(_ plan: Plan, readsSurroundings: Bool) -> Code {
    Code(
      [], constants: [], start: Instruction.no, loads: [], plan: plan, cost: .max,
      readsSurroundings: readsSurroundings)
  }

  /// How many cells from the start of code its constants stand.
  static func constantOffset(_ instructionCount: Int) -> Int {
    instructionCount * (MemoryLayout<Instruction>.stride / MemoryLayout<Cell>.stride)
  }

  /// The same code over operands that stand elsewhere.
  func moved(to places: [Int]) -> Code {
    let instructions = UnsafeBufferPointer(start: outline.instructions, count: instructionCount)
    let constants = UnsafeRawPointer(outline.instructions + instructionCount)
      .assumingMemoryBound(to: Cell.self)
    return Code(
      instructions.map {
        var instruction = $0
        instruction.first = instruction.first.moved(to: places)
        instruction.second = instruction.second.moved(to: places)
        return instruction
      },
      constants: Array(UnsafeBufferPointer(start: constants, count: constantCount)),
      start: outline.start, loads: loads, plan: plan, cost: outline.cost,
      readsSurroundings: outline.readsSurroundings)
  }
}
