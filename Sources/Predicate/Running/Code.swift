// The flat code of a program, in one piece of memory: instructions, then the constants they read.

/// Flat code, ready to run.
final class Code: Sendable {
  /// Where the code starts: an instruction, or a result.
  let start: Int32
  /// What the first temporaries are loaded with when they are first read.
  let loads: [Load]
  /// What all that cells decide may count as steps, at most.
  ///
  /// Those are reserved when the code starts and not counted; where what is left does not suffice
  /// for the rest, the program is evaluated again as a tree, which counts every step.
  let cost: Int
  /// Whether the code says no more than to evaluate the tree.
  let isTree: Bool
  /// How many loads there are.
  let loadCount: Int
  /// Whether the result depends on more than values: the time, or chance.
  let readsSurroundings: Bool
  private let instructionCount: Int
  private let constantCount: Int
  // Written while the code is built, and never again.
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

  /// How many temporaries an evaluation has, a kilobyte of the stack: the first half for what is
  /// loaded, the second for what is computed.
  static let temporaryCount = 64

  /// What a temporary holds before anything has been computed.
  enum Load: Hashable, Sendable {
    case object
    case now
    /// What stands under a key of the object, under a key of that, and so on.
    case path([ValueDictionary.Key])
  }

  init(
    _ instructions: [Instruction], constants: [Cell], start: Int32, loads: [Load], cost: Int,
    isTree: Bool, readsSurroundings: Bool
  ) {
    self.start = start
    self.loads = loads
    loadCount = loads.count
    self.cost = cost
    self.isTree = isTree
    self.readsSurroundings = readsSurroundings
    instructionCount = instructions.count
    constantCount = constants.count
    let size = instructions.count * MemoryLayout<Instruction>.stride
    memory = .allocate(
      byteCount: size + constants.count * MemoryLayout<Cell>.stride,
      alignment: MemoryLayout<Instruction>.alignment)
    instructions.withUnsafeBytes { bytes in
      memory.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(memory), byteCount: bytes.count)
    }
    constants.withUnsafeBytes { bytes in
      (memory + size).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(memory), byteCount: bytes.count)
    }
  }

  deinit { memory.deallocate() }

  /// The instructions; they last as long as the code.
  @inline(__always) var instructions: UnsafePointer<Instruction> {
    UnsafePointer(memory.assumingMemoryBound(to: Instruction.self))
  }

  /// The constants; they last as long as the code.
  @inline(__always) var constants: UnsafePointer<Cell> {
    UnsafePointer(
      (memory + instructionCount * MemoryLayout<Instruction>.stride)
        .assumingMemoryBound(to: Cell.self))
  }

  /// The same code over operands that stand elsewhere.
  func moved(to places: [Int]) -> Code {
    func moved(_ source: Source) -> Source {
      source.isOperand ? .operand(places[source.index]) : source
    }
    let instructions = UnsafeBufferPointer(start: instructions, count: instructionCount).map {
      var instruction = $0
      instruction.first = moved(instruction.first)
      instruction.second = moved(instruction.second)
      return instruction
    }
    return Code(
      instructions, constants: Array(UnsafeBufferPointer(start: constants, count: constantCount)),
      start: start, loads: loads, cost: cost, isTree: isTree,
      readsSurroundings: readsSurroundings)
  }
}
