// The flat code of a program in one piece of memory. The instructions come first, the constants
// follow:
//
//   ┌───────────────┬─────┬───────────────┬────────────┬─────┬────────────┬────────────┐
//   │ instruction 0 │  …  │ instruction n │ constant 0 │  …  │ constant m │ spare cell │
//   └───────────────┴─────┴───────────────┴────────────┴─────┴────────────┴────────────┘
//    32 bytes each                         16 bytes each
//
// Behind the spare cell are the cells of the keys that the code loads.
//
// A constant's index counts cells from the start of the memory, so the first constant has the index
// `constantOffset(instructionCount)`.

/// Flat code, ready to run.
///
/// It owns the memory that its outline points to.
final class Code: Sendable {
  /// The part of the code that a machine needs.
  let outline: Outline
  /// How to load temporaries, starting at `Machine.firstLoad`.
  ///
  /// Each is loaded when it is first read.
  var loads: [Load] { memory.loads }
  private let memory: Memory

  /// The part of the code that a machine needs, without a reference count.
  ///
  /// It is valid as long as the code exists. Nobody writes the memory, so threads may share it.
  struct Outline: @unchecked Sendable {
    /// The instructions, followed by the constants.
    let instructions: UnsafePointer<Instruction>
    /// For each load of one key, the cell of the key; the cell of nil for every other load, and for
    /// a key that does not fit in its cell.
    let keys: UnsafePointer<Cell>
    /// An address to pass as operands if the program has none.
    ///
    /// It is never read.
    var noOperands: UnsafePointer<Cell> {
      UnsafeRawPointer(instructions).assumingMemoryBound(to: Cell.self)
    }
    /// Where the code starts: the index of an instruction, or a result such as `Instruction.yes`.
    let start: Int32
    /// The number of loads.
    let loadCount: Int32
    /// The maximum number of steps that cells can cost.
    ///
    /// The machine does not count steps. The caller reserves this number before the code starts. If
    /// the remaining steps do not suffice for the rest, the program is evaluated again as a tree,
    /// which counts every step. Code that only evaluates the tree has the cost `Int.max`, above any
    /// limit.
    let cost: Int
    /// Whether the result depends on the time or on random numbers, not only on values.
    let readsSurroundings: Bool
    /// What the code needs beside operands and constants.
    let needs: Needs
  }

  /// What code needs beside operands and constants in order to run.
  enum Needs: UInt8, Comparable {
    case nothing
    /// Registers to compute in.
    case registers
    /// The object, a value that is not in a cell, or the tree evaluator.
    case more

    static func < (left: Needs, right: Needs) -> Bool { left.rawValue < right.rawValue }
  }

  /// What to load into a temporary.
  enum Load: Hashable, Sendable {
    case object
    case now
    /// The value of one key of the object.
    case key(ValueDictionary.Key)
    /// The value at a key path of the object.
    case path([ValueDictionary.Key])

    /// The cell of the one key that is read, if the key fits in it; else the cell of nil.
    fileprivate var keyCell: Cell {
      if case .key(let key) = self, key.cell.isInline { key.cell } else { .null }
    }
  }

  /// The memory of the code: instructions, followed by constants.
  ///
  /// The builder fills it. Nobody writes it after the code is created, so threads may share it.
  struct Memory: @unchecked Sendable {
    fileprivate let start: UnsafeMutablePointer<Instruction>
    let instructions: UnsafeMutableBufferPointer<Instruction>
    let constants: UnsafeMutableBufferPointer<Cell>
    fileprivate let keys: UnsafeMutablePointer<Cell>
    fileprivate let loads: [Load]

    init(instructionCount: Int, constantCount: Int, loads: [Load]) {
      // There is one more cell than constants. A machine computes the address of both sources
      // before it knows whether it needs them, and an empty list of constants points to the end.
      let cellCount = constantCount + 1 + loads.count
      let room = (cellCount + Code.cellsPerInstruction - 1) / Code.cellsPerInstruction
      precondition(MemoryLayout<Instruction>.alignment <= PlainMemory.alignment)
      precondition(MemoryLayout<Cell>.alignment <= MemoryLayout<Instruction>.alignment)
      let size = (instructionCount + room) * MemoryLayout<Instruction>.stride
      start = PlainMemory.allocate(size)
        .bindMemory(to: Instruction.self, capacity: instructionCount)
      instructions = UnsafeMutableBufferPointer(start: start, count: instructionCount)
      let cells = UnsafeMutableRawPointer(start + instructionCount)
        .bindMemory(to: Cell.self, capacity: cellCount)
      (cells + constantCount).initialize(to: .null)
      keys = cells + (constantCount + 1)
      for (index, load) in loads.enumerated() { (keys + index).initialize(to: load.keyCell) }
      constants = UnsafeMutableBufferPointer(start: cells, count: constantCount)
      self.loads = loads
    }
  }

  /// Makes code of filled memory, which the code then owns.
  ///
  /// Without instructions, the code only evaluates the tree.
  init(
    _ memory: Memory, start: Int32, cost: Int, needs: Needs, readsSurroundings: Bool
  ) {
    // Each load needs its own temporary in the frame of a machine.
    precondition(memory.loads.count <= Machine.temporaryCount - Machine.firstLoad)
    self.memory = memory
    outline = Outline(
      instructions: UnsafePointer(memory.start), keys: UnsafePointer(memory.keys), start: start,
      loadCount: Int32(truncatingIfNeeded: memory.loads.count), cost: cost,
      readsSurroundings: readsSurroundings, needs: needs)
  }

  deinit { PlainMemory.deallocate(memory.start) }

  /// Code that only evaluates the tree.
  static func tree(readsSurroundings: Bool) -> Code {
    Code(
      Memory(instructionCount: 0, constantCount: 0, loads: []), start: Instruction.no,
      cost: .max, needs: .more, readsSurroundings: readsSurroundings)
  }

  private static let cellsPerInstruction =
    MemoryLayout<Instruction>.stride / MemoryLayout<Cell>.stride

  /// The index of the first constant, counted in cells from the start of the code.
  static func constantOffset(_ instructionCount: Int) -> Int {
    instructionCount * cellsPerInstruction
  }

  var instructionCount: Int { memory.instructions.count }

  /// A copy of the code that reads its operands at other places.
  func moved(to places: [Int]) -> Code {
    let copy = Memory(
      instructionCount: instructionCount, constantCount: memory.constants.count, loads: loads)
    for (index, written) in memory.instructions.enumerated() {
      var instruction = written
      instruction.first = instruction.first.moved(to: places)
      instruction.second = instruction.second.moved(to: places)
      copy.instructions.initializeElement(at: index, to: instruction)
    }
    _ = copy.constants.initialize(fromContentsOf: memory.constants)
    return Code(
      copy, start: outline.start, cost: outline.cost, needs: outline.needs,
      readsSurroundings: outline.readsSurroundings)
  }
}
