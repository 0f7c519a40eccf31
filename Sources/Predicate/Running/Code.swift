// The flat code of a program, in one piece of memory: instructions, then the constants they read.

/// Flat code, ready to run; it owns what its outline points to.
final class Code: Sendable {
  /// What a machine needs of the code.
  let outline: Outline
  /// What the first temporaries are loaded with when they are first read.
  let loads: [Load]
  private let memory: Memory

  /// What a machine needs of the code, without a reference to be counted: valid as long as the
  /// code is, which nobody writes, so that threads may share it.
  struct Outline: @unchecked Sendable {
    /// The instructions, and the constants behind them.
    let instructions: UnsafePointer<Instruction>
    /// In the place of operands, where there are none and nothing is read.
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
    /// What the code needs beside operands and constants.
    let needs: Needs
  }

  /// What there must be beside operands and constants for code to run.
  enum Needs: UInt8, Comparable {
    case nothing
    /// Registers to compute in.
    case registers
    /// The object, what stands in no cell, or the tree.
    case more

    static func < (left: Needs, right: Needs) -> Bool { left.rawValue < right.rawValue }
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

  /// Where code stands: instructions, and the constants behind them.
  ///
  /// Whoever makes it fills it; nobody writes once there is code, so that threads may share it.
  struct Memory: @unchecked Sendable {
    fileprivate let start: UnsafeMutablePointer<Instruction>
    let instructions: UnsafeMutableBufferPointer<Instruction>
    let constants: UnsafeMutableBufferPointer<Cell>

    init(instructionCount: Int, constantCount: Int) {
      // One cell more than there are constants: a machine looks at both sources of an instruction
      // before it knows whether it needs them, and an empty list of constants stands at the end.
      let room = (constantCount + Code.cellsPerInstruction) / Code.cellsPerInstruction
      precondition(MemoryLayout<Instruction>.alignment <= PlainMemory.alignment)
      precondition(MemoryLayout<Cell>.alignment <= MemoryLayout<Instruction>.alignment)
      let size = (instructionCount + room) * MemoryLayout<Instruction>.stride
      start = PlainMemory.allocate(size)
        .bindMemory(to: Instruction.self, capacity: instructionCount)
      instructions = UnsafeMutableBufferPointer(start: start, count: instructionCount)
      let cells = UnsafeMutableRawPointer(start + instructionCount)
        .bindMemory(to: Cell.self, capacity: constantCount + 1)
      (cells + constantCount).initialize(to: .null)
      constants = UnsafeMutableBufferPointer(start: cells, count: constantCount)
    }
  }

  /// Makes code of memory that is filled, which it then owns; without instructions it says no more
  /// than to evaluate the tree.
  init(
    _ memory: Memory, start: Int32, loads: [Load], cost: Int, needs: Needs,
    readsSurroundings: Bool
  ) {
    // Each has a place in the frame of a machine.
    precondition(loads.count <= Machine.temporaryCount - Machine.firstLoad)
    self.loads = loads
    self.memory = memory
    outline = Outline(
      instructions: UnsafePointer(memory.start), start: start,
      loadCount: Int32(truncatingIfNeeded: loads.count), cost: cost,
      readsSurroundings: readsSurroundings, needs: needs)
  }

  deinit { PlainMemory.deallocate(memory.start) }

  /// The code that says no more than to evaluate the tree.
  static func tree(readsSurroundings: Bool) -> Code {
    Code(
      Memory(instructionCount: 0, constantCount: 0), start: Instruction.no, loads: [], cost: .max,
      needs: .more, readsSurroundings: readsSurroundings)
  }

  private static let cellsPerInstruction =
    MemoryLayout<Instruction>.stride / MemoryLayout<Cell>.stride

  /// How many cells from the start of code its constants stand.
  static func constantOffset(_ instructionCount: Int) -> Int {
    instructionCount * cellsPerInstruction
  }

  var instructionCount: Int { memory.instructions.count }

  /// The same code over operands that stand elsewhere.
  func moved(to places: [Int]) -> Code {
    let copy = Memory(
      instructionCount: instructionCount, constantCount: memory.constants.count)
    for (index, written) in memory.instructions.enumerated() {
      var instruction = written
      instruction.first = instruction.first.moved(to: places)
      instruction.second = instruction.second.moved(to: places)
      copy.instructions.initializeElement(at: index, to: instruction)
    }
    _ = copy.constants.initialize(fromContentsOf: memory.constants)
    return Code(
      copy, start: outline.start, loads: loads, cost: outline.cost, needs: outline.needs,
      readsSurroundings: outline.readsSurroundings)
  }
}
