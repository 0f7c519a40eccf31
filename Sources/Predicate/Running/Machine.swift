// Runs flat code over cells as far as cells decide. Receives the place to start at, gives the
// result, or the place of the instruction that needs more than cells: the values themselves, the
// object, the time. Knows neither errors nor steps nor anything that is counted or freed, so a
// sweep has the whole of it in its loop.
//
// What must hold: the code was made by `CodeBuilder`, so that its places, constants and temporaries
// lie within the code and the frame; `operands` has a cell for every operand of the program.

/// The places that one evaluation reads and writes.
struct Machine {
  let code: UnsafePointer<Instruction>
  private let operands: UnsafePointer<Cell>
  let temporaries: UnsafeMutablePointer<Cell>

  // Computed, so that the compiler knows the size of a frame; a larger one comes from the heap.
  /// How many temporaries an evaluation has: the first half for what is computed, the second for
  /// what is loaded.
  static var temporaryCount: Int { 64 }
  /// Where what is loaded stands among the temporaries.
  static var firstLoad: Int { temporaryCount / 2 }

  /// Prepares a run of a code over operands, in a frame that `withFrame` gives.
  @inline(__always)
  init(
    _ outline: Code.Outline, _ operands: UnsafePointer<Cell>, frame: UnsafeMutablePointer<Cell>
  ) {
    code = outline.instructions
    self.operands = operands
    temporaries = frame
    var index: Int32 = 0
    while index < outline.loadCount {
      temporaries[Self.firstLoad &+ Int(index)] = .unloaded
      index &+= 1
    }
  }

  /// Prepares a run of direct code over operands.
  ///
  /// Without a frame it has no temporaries, and where they would be is never written.
  @inline(__always)
  init(
    direct code: UnsafePointer<Instruction>, _ operands: UnsafePointer<Cell>,
    frame: UnsafeMutablePointer<Cell>? = nil
  ) {
    self.code = code
    self.operands = operands
    // Never read or written: code that is run without a frame has no temporaries.
    temporaries =
      frame ?? UnsafeMutableRawPointer(mutating: code).assumingMemoryBound(to: Cell.self)
  }

  /// Gives a frame of the stack.
  @inline(__always)
  static func withFrame<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<Cell>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: Cell.self, capacity: temporaryCount) {
      (frame) throws(Failure) in
      // Only a buffer of no elements has no address.
      try body(frame.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Where a cell stands; chosen without a load, which would come before all others.
  @inline(__always) func place(of source: Source) -> UnsafePointer<Cell> {
    // Constants stand behind the instructions, bound as cells, and are counted from the start.
    let constants = UnsafeRawPointer(code).assumingMemoryBound(to: Cell.self)
    let base =
      source.base == Source.Base.operands
      ? operands : source.base == Source.Base.temporaries ? UnsafePointer(temporaries) : constants
    return base + source.index
  }

  @inline(__always) func cell(_ source: Source) -> Cell { place(of: source).pointee }

  /// Runs from an instruction on, or has the result that stands in the place of one.
  ///
  /// There are no calls in this loop, which must keep its state in registers.
  ///
  /// - Returns: `Instruction.yes`, `Instruction.no`, or the instruction that needs more.
  @inline(__always) func run(from start: Int32) -> Int32 {
    var place = start
    while place >= 0 {
      let instruction = code + Int(place)
      let answer = answer(of: instruction)
      if answer == Self.unknown { return place }
      // A branch and no choice by arithmetic, so that the next instruction need not wait for this
      // one.
      if answer == 0 {
        place = instruction.pointee.ifFalse
        if place < 0 { return place }
      } else {
        place = instruction.pointee.ifTrue
      }
    }
    return place
  }

  /// What an instruction comes to that is frequent and small; any other comes to `unknown`.
  @inline(__always) func answer(of instruction: UnsafePointer<Instruction>) -> Answer {
    let left = cell(instruction.pointee.first)
    switch instruction.pointee.operation {
    case .compareInt: return compareInt(instruction, left)
    case .compareDouble: return compareDouble(instruction, left)
    case .compare: return compare(instruction, left, cell(instruction.pointee.second))
    case .rangeOfInts: return rangeOfInts(instruction, left)
    case .equalText: return equalText(instruction, left)
    case .amongTexts: return amongTexts(instruction, left)
    default: return Self.unknown
    }
  }

  /// Runs the computations of numbers that begin at an instruction: formulas are little else.
  ///
  /// - Returns: The first instruction that is none, or needs more.
  @inline(__always) func compute(from start: Int32) -> Int32 {
    var place = start
    while place >= 0, case let instruction = code + Int(place),
      instruction.pointee.operation == .compute, compute(instruction) != Self.unknown
    {
      place = instruction.pointee.ifTrue
    }
    return place
  }

  /// What two numbers give where an instruction ends a formula with their computation; nil
  /// elsewhere, and where it takes more.
  @inline(__always) func computed(at place: Int32) -> Cell? {
    guard place >= 0, case let instruction = code + Int(place),
      instruction.pointee.operation == .giveComputed
    else { return nil }
    return Cell.computed(
      instruction.pointee.detail, ofNumbers: cell(instruction.pointee.first),
      cell(instruction.pointee.second))
  }

  /// Runs as `run` does, and further: everything that cells decide.
  @inline(never) func runFully(from start: Int32) -> Int32 { goOn(at: run(from: start)) }

  /// Goes on at an instruction where `run` has stopped, if it has.
  @inline(never) func goOn(at stop: Int32) -> Int32 {
    var place = stop
    while place >= 0 {
      let instruction = code + Int(place)
      if instruction.pointee.operation.isEnd { return place }
      let next = decide(instruction)
      if next == Instruction.unknown { return place }
      place = run(from: next)
    }
    return place
  }

  /// The result where a run has one and it stands in its cell.
  @inline(__always) func result(at place: Int32) -> Cell? {
    place < 0 ? Cell(place == Instruction.yes) : given(by: code + Int(place))
  }

  /// What an instruction gives that ends a program.
  @inline(never)
  private func given(by instruction: UnsafePointer<Instruction>) -> Cell? {
    let left = cell(instruction.pointee.first)
    switch instruction.pointee.operation {
    case .give: return left.isInline ? left : nil
    case .giveComputed:
      return Cell.computed(instruction.pointee.detail, left, cell(instruction.pointee.second))
    default: return nil
    }
  }

  /// Where to go on after an instruction, decided by cells of whatever kinds.
  private func decide(_ instruction: UnsafePointer<Instruction>) -> Int32 {
    var answer = largeAnswer(of: instruction)
    if answer == Self.unknown {
      answer = seldom(instruction, cell(instruction.pointee.first))
    }
    if answer == Self.unknown { answer = slowAnswer(of: instruction) }
    if answer == Self.unknown { return Instruction.unknown }
    return answer == 0 ? instruction.pointee.ifFalse : instruction.pointee.ifTrue
  }

  /// What an instruction comes to that is frequent and large; any other comes to `unknown`.
  @inline(__always) func largeAnswer(of instruction: UnsafePointer<Instruction>) -> Answer {
    let left = cell(instruction.pointee.first)
    var right: Cell { cell(instruction.pointee.second) }
    switch instruction.pointee.operation {
    case .range: return range(instruction, left)
    case .computeAndCompareInt: return computeAndCompareInt(instruction, left, right)
    case .computeAndCompareDouble: return computeAndCompareDouble(instruction, left, right)
    case .beginsWith: return beginsWith(instruction, left)
    case .beginsWithFolded: return beginsWithFolded(instruction, left)
    case .compute: return compute(instruction)
    case .move: return move(instruction, left)
    default: return Self.unknown
    }
  }

  /// What an instruction about texts and lists comes to that is none of the most frequent.
  @inline(__always)
  func seldom(_ instruction: UnsafePointer<Instruction>, _ left: Cell) -> Answer {
    switch instruction.pointee.operation {
    case .equalFoldedText: equalFoldedText(instruction, left)
    case .amongFoldedTexts: amongFoldedTexts(instruction, left)
    case .endsWith, .contains: hasPart(instruction, left)
    case .endsWithFolded, .containsFolded: hasFoldedPart(instruction, left)
    case .among: left.isInline ? isAmongAny(left, instruction) ? 1 : 0 : Self.unknown
    default: Self.unknown
    }
  }

  /// What an instruction about numbers comes to, over cells of whatever kinds.
  @inline(never)
  private func slowAnswer(of instruction: UnsafePointer<Instruction>) -> Answer {
    let left = cell(instruction.pointee.first)
    let right = cell(instruction.pointee.second)
    let relations = instruction.pointee.relations
    func answer(_ left: Cell, _ right: Cell, _ relations: Relations) -> Answer {
      let found = Relations.between(left, right, relations)
      return found == .unknown ? Self.unknown : relations.has(found)
    }
    switch instruction.pointee.operation {
    case .compareInt, .compareDouble: return answer(left, instruction.pointee.bound, relations)
    case .compare: return answer(left, right, relations)
    case .range, .rangeOfInts:
      let bounds = constants(instruction)
      let detail = instruction.pointee.detail
      let lower = answer(left, bounds[0], Relations.lower(detail))
      let upper = answer(left, bounds[1], Relations.upper(detail))
      return lower == Self.unknown || upper == Self.unknown ? Self.unknown : lower & upper
    case .computeAndCompareInt, .computeAndCompareDouble:
      let result = Cell.computed(instruction.pointee.detail & 0xFF, left, right)
      return result.map { answer($0, instruction.pointee.bound, relations) } ?? Self.unknown
    case .compute:
      guard let result = Cell.computed(instruction.pointee.detail, left, right) else {
        return Self.unknown
      }
      temporaries[Int(instruction.pointee.ifFalse)] = result
      return 1
    default: return Self.unknown
    }
  }

  private func isAmongAny(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    guard let number = cell.number else { return !cell.isNull && isAmong(cell, instruction) }
    let members = constants(instruction)
    return (0..<Int(instruction.pointee.detail)).contains {
      members[$0].number?.order(to: number) == .same
    }
  }
}
