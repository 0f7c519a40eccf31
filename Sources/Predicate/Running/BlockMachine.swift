// Runs direct code over 64 rows at a time, instruction by instruction: which rows have come to an
// instruction is one word, and what it says of them another. So what to do is looked up once for
// 64 rows, and hardly a branch depends on what a single row holds.
//
// Every place to go on at lies further on, so one pass over the instructions sees all rows through.

/// Direct code over rows of cells.
package struct BlockMachine {
  private let code: UnsafePointer<Instruction>
  private let start: Int
  private let instructionCount: Int
  /// How many cells further on the next row stands.
  private let stride: Int
  /// The rows that have come to each instruction, behind those that the code gives false and true
  /// for; zero between two runs.
  private let arrived: UnsafeMutablePointer<UInt64>

  private static let ends = -Int(Instruction.no)

  /// How many rows are seen through at once.
  static let rowCount = 64

  /// What rows come to; row i is bit i.
  package struct Outcome {
    /// The rows for which the code gives true.
    package var holding: UInt64 = 0
    /// The rows of which cells alone do not tell.
    package var undecided: UInt64 = 0
  }

  /// How many words a run over some instructions needs.
  static func wordCount(_ instructionCount: Int) -> Int { ends + instructionCount }

  /// Makes a machine for a code, which must be direct and outlive it.
  ///
  /// - Parameters:
  ///   - outline: The code.
  ///   - instructionCount: How many instructions it has.
  ///   - stride: How many cells further on the next row stands.
  ///   - words: Room for as many words as `wordCount` says, which nobody else uses.
  init(
    _ outline: Code.Outline, _ instructionCount: Int, stride: Int,
    words: UnsafeMutablePointer<UInt64>
  ) {
    self.init(outline.instructions, outline.start, instructionCount, stride: stride, words: words)
  }

  @inline(__always)
  init(
    _ code: UnsafePointer<Instruction>, _ start: Int32, _ instructionCount: Int, stride: Int,
    words: UnsafeMutablePointer<UInt64>
  ) {
    self.code = code
    self.start = Int(start)
    self.instructionCount = instructionCount
    self.stride = stride
    arrived = words
    arrived.initialize(repeating: 0, count: Self.wordCount(instructionCount))
  }

  /// Runs the first rows of some from the start.
  ///
  /// - Parameters:
  ///   - operands: The cells of the first row.
  ///   - count: How many rows there are, 64 at most and one at least.
  /// - Returns: What they come to.
  func run(_ operands: UnsafePointer<Cell>, count: Int) -> Outcome {
    let arrived = arrived + Self.ends
    var undecided: UInt64 = 0
    arrived[start] = .max &>> UInt64(truncatingIfNeeded: Self.rowCount &- count)
    var place = 0
    while place < instructionCount {
      let rows = arrived[place]
      if rows != 0 {
        arrived[place] = 0
        let instruction = code + place
        let outcome = test(instruction, operands, rows, count)
        undecided |= outcome.undecided
        arrived[Int(instruction.pointee.ifTrue)] |= outcome.holding
        arrived[Int(instruction.pointee.ifFalse)] |=
          rows & ~(outcome.holding | outcome.undecided)
      }
      place &+= 1
    }
    let holding = arrived[Int(Instruction.yes)]
    arrived[Int(Instruction.yes)] = 0
    arrived[Int(Instruction.no)] = 0
    return Outcome(holding: holding, undecided: undecided)
  }

  /// What one instruction says of some rows.
  @inline(__always)
  private func test(
    _ instruction: UnsafePointer<Instruction>, _ operands: UnsafePointer<Cell>, _ rows: UInt64,
    _ count: Int
  ) -> Outcome {
    let machine = Machine(direct: code, operands)
    let left = Column(instruction.pointee.first, machine, stride)
    @inline(__always)
    func each(
      _ answer: (UnsafePointer<Instruction>, Cell) -> Machine.Answer
    ) -> Outcome {
      outcome(rows, count) { answer(instruction, left[$0]) }
    }
    @inline(__always)
    func eachPair(
      _ answer: (UnsafePointer<Instruction>, Cell, Cell) -> Machine.Answer
    ) -> Outcome {
      let right = Column(instruction.pointee.second, machine, stride)
      return outcome(rows, count) { answer(instruction, left[$0], right[$0]) }
    }
    /// Integers without a branch, and then what is none.
    @inline(__always)
    func eachInt(
      _ has: (Cell) -> UInt64, _ answer: (UnsafePointer<Instruction>, Cell) -> Machine.Answer
    ) -> Outcome {
      var (holding, others): (UInt64, UInt64) = (0, 0)
      Self.forEach(rows, count) { row, shift in
        let cell = left[row]
        holding |= has(cell) &<< shift
        others |= (cell.isIntegral ? 0 : 1) &<< shift
      }
      others &= rows
      holding &= rows & ~others
      guard others != 0 else { return Outcome(holding: holding) }
      let rest = outcome(others, count) { answer(instruction, left[$0]) }
      return Outcome(holding: holding | rest.holding, undecided: rest.undecided)
    }
    switch instruction.pointee.operation {
    case .compareInt:
      let integers = Integers(instruction.pointee.relations, instruction.pointee.constant)
      return eachInt(integers.has, machine.compareInt)
    case .compareDouble: return each(machine.compareDouble)
    case .compare: return eachPair(machine.compare)
    case .range: return each(machine.range)
    case .rangeOfInts:
      let bounds = machine.constants(instruction)
      let detail = instruction.pointee.detail
      let lower = Integers(Relations.lower(detail), bounds[0].payload)
      let upper = Integers(Relations.upper(detail), bounds[1].payload)
      return eachInt({ lower.has($0) & upper.has($0) }, machine.rangeOfInts)
    case .computeAndCompareInt: return eachPair(machine.computeAndCompareInt)
    case .computeAndCompareDouble: return eachPair(machine.computeAndCompareDouble)
    case .equalText: return each(machine.equalText)
    case .amongTexts: return each(machine.amongTexts)
    case .beginsWith: return each(machine.beginsWith)
    case .beginsWithFolded: return each(machine.beginsWithFolded)
    case .equalFoldedText, .amongFoldedTexts, .among, .endsWith, .contains, .endsWithFolded,
      .containsFolded:
      return each(machine.seldom)
    case .test, .compute, .move, .apply, .give, .giveComputed, .giveTree:
      return Outcome(undecided: rows)
    }
  }

  /// The integers that stand to a constant as asked for: those of a range, or all others.
  ///
  /// No comparison asks for before, same and after at once.
  private struct Integers {
    private let first: UInt64
    /// How many there are behind the first one.
    private let count: UInt64
    /// 1 where all others are asked for.
    private let others: UInt64

    @inline(__always)
    init(_ relations: Relations, _ constant: UInt64) {
      // An end of all integers, so that no range is ever empty.
      let (least, most) = (UInt64(bitPattern: .min), UInt64(bitPattern: .max))
      let isOne = relations.contains(.before) == relations.contains(.after)
      let isInside = relations.contains(.same)
      let isUpwards = relations.contains(.after) == isInside
      first = isOne || isUpwards ? constant : least
      count = isOne ? 0 : (isUpwards ? most : constant) &- first
      others = isInside ? 0 : 1
    }

    /// 1 where the integer of a cell is one of them.
    @inline(__always) func has(_ cell: Cell) -> UInt64 {
      (cell.payload &- first <= count ? 1 : 0) ^ others
    }
  }

  /// The cells that a source stands for, by row.
  private struct Column {
    private let first: UnsafePointer<Cell>
    private let stride: Int

    /// A constant is the same in each row.
    @inline(__always)
    init(_ source: Source, _ machine: Machine, _ stride: Int) {
      first = machine.place(of: source)
      self.stride = source.base == Source.Base.operands ? stride : 0
    }

    @inline(__always) subscript(row: Int) -> Cell { first[row &* stride] }
  }

  /// Asks of some rows one by one.
  @inline(__always)
  private func outcome(_ rows: UInt64, _ count: Int, _ answer: (Int) -> Machine.Answer) -> Outcome {
    var outcome = Outcome()
    Self.forEach(rows, count) { row, shift in
      let answer = answer(row)
      if answer == Machine.unknown {
        outcome.undecided |= 1 &<< shift
      } else {
        outcome.holding |= UInt64(truncatingIfNeeded: answer) &<< shift
      }
    }
    return Outcome(holding: outcome.holding & rows, undecided: outcome.undecided & rows)
  }

  /// Goes through some rows, or through all, where that costs less than to find those.
  @inline(__always)
  private static func forEach(_ rows: UInt64, _ count: Int, _ body: (Int, UInt64) -> Void) {
    if rows.nonzeroBitCount &* 2 > count {
      var row = 0
      while row < count {
        body(row, UInt64(truncatingIfNeeded: row))
        row &+= 1
      }
      return
    }
    var rest = rows
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      body(row, UInt64(truncatingIfNeeded: row))
      rest &= rest &- 1
    }
  }
}
