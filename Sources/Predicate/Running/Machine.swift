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
  /// Where sources start, by their base; the temporaries stand behind.
  private let bases: UnsafeMutablePointer<UnsafePointer<Cell>>

  // Computed, so that the compiler knows the size of a frame; a larger one comes from the heap.
  private static var frameCells: Int { 64 }
  /// The bases have the place of two cells.
  private static var baseCount: Int { 4 }
  /// How many temporaries an evaluation has: the first half for what is loaded, the second for what
  /// is computed.
  static var temporaryCount: Int { frameCells - 2 }

  /// Prepares a run of a code over operands, in a frame that `withFrame` gives.
  @inline(__always)
  init(
    _ outline: Code.Outline, _ operands: UnsafePointer<Cell>, frame: UnsafeMutableRawPointer
  ) {
    code = outline.instructions
    bases = frame.assumingMemoryBound(to: UnsafePointer<Cell>.self)
    let constants = UnsafeRawPointer(code).assumingMemoryBound(to: Cell.self)
    bases[Int(Source.Base.operands)] = operands
    bases[Int(Source.Base.temporaries)] = UnsafePointer(temporaries)
    bases[Int(Source.Base.code)] = constants
    bases[Int(Source.Base.none)] = constants
    var index: Int32 = 0
    while index < outline.loadCount {
      temporaries[Int(index)] = .unloaded
      index &+= 1
    }
  }

  /// Gives a frame of the stack.
  @inline(__always)
  static func withFrame<Result, Failure: Error>(
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: Cell.self, capacity: frameCells) {
      (frame) throws(Failure) in
      try body(UnsafeMutableRawPointer(frame.baseAddress.unsafelyUnwrapped))
    }
  }

  @inline(__always) var temporaries: UnsafeMutablePointer<Cell> {
    UnsafeMutableRawPointer(bases + Self.baseCount).assumingMemoryBound(to: Cell.self)
  }

  /// Moves the run to other operands; nothing may be loaded.
  @inline(__always) func move(to operands: UnsafePointer<Cell>) {
    bases[Int(Source.Base.operands)] = operands
  }

  @inline(__always) func cell(_ source: Source) -> Cell {
    bases[Int(source.base)][source.index]
  }

  /// Runs from an instruction on, or has the result that stands in the place of one.
  ///
  /// What is frequent is decided here; there are no calls in this loop, which must keep its state
  /// in registers.
  ///
  /// - Returns: `Instruction.yes`, `Instruction.no`, or the instruction that needs more.
  @inline(__always) func run(from start: Int32) -> Int32 {
    var place = start
    while place >= 0 {
      let instruction = code + Int(place)
      let answer: Answer
      switch instruction.pointee.operation {
      case .compareInt: answer = compareInt(instruction)
      case .compareDouble: answer = compareDouble(instruction)
      case .compare: answer = compare(instruction)
      case .range: answer = range(instruction)
      case .rangeOfInts: answer = rangeOfInts(instruction)
      case .computeAndCompareInt: answer = computeAndCompareInt(instruction)
      case .computeAndCompareDouble: answer = computeAndCompareDouble(instruction)
      case .equalText: answer = equalText(instruction)
      case .equalFoldedText: answer = equalFoldedText(instruction)
      case .amongTexts: answer = amongTexts(instruction)
      case .amongFoldedTexts: answer = amongFoldedTexts(instruction)
      case .beginsWith: answer = beginsWith(instruction)
      case .beginsWithFolded: answer = beginsWithFolded(instruction)
      case .endsWith, .contains: answer = hasPart(instruction)
      case .endsWithFolded, .containsFolded: answer = hasFoldedPart(instruction)
      case .compute: answer = compute(instruction)
      case .move: answer = move(instruction)
      case .among, .test, .apply, .give, .giveTree: return place
      }
      if answer == Self.unknown { return place }
      place = instruction.pointee.next(answer)
    }
    return place
  }

  /// Runs as `run` does, where it would be too much in its place.
  @inline(never) func runOutOfLine(from start: Int32) -> Int32 { run(from: start) }

  /// Runs as `run` does, and further: everything that cells decide.
  @inline(never) func runFully(from start: Int32) -> Int32 { goOn(at: run(from: start)) }

  /// Goes on at an instruction where `run` has stopped, if it has.
  @inline(never) func goOn(at stop: Int32) -> Int32 {
    var place = stop
    while place >= 0 {
      let next = decide(code + Int(place))
      if next == Instruction.unknown { return place }
      place = run(from: next)
    }
    return place
  }

  /// The result where a run has one and it stands in its cell.
  @inline(__always) func result(at place: Int32) -> Cell? {
    if place < 0 { return Cell(place == Instruction.yes) }
    guard code[Int(place)].operation == .give else { return nil }
    let cell = cell(code[Int(place)].first)
    return cell.isInline ? cell : nil
  }

  /// Where to go on after an instruction, decided by cells of whatever kinds.
  private func decide(_ instruction: UnsafePointer<Instruction>) -> Int32 {
    let left = cell(instruction.pointee.first)
    let right = cell(instruction.pointee.second)
    let relations = instruction.pointee.relations
    let holds: Int
    switch instruction.pointee.operation {
    case .compareInt, .compareDouble:
      let found = Relations.between(left, instruction.pointee.bound, relations)
      guard found != .unknown else { return Instruction.unknown }
      holds = relations.has(found)
    case .compare:
      let found = Relations.between(left, right, relations)
      guard found != .unknown else { return Instruction.unknown }
      holds = relations.has(found)
    case .range, .rangeOfInts:
      let bounds = constants(instruction)
      let lower = Relations.lower(instruction.pointee.detail)
      let upper = Relations.upper(instruction.pointee.detail)
      let found = (
        Relations.between(left, bounds[0], lower), Relations.between(left, bounds[1], upper)
      )
      guard found.0 != .unknown, found.1 != .unknown else { return Instruction.unknown }
      holds = lower.has(found.0) & upper.has(found.1)
    case .computeAndCompareInt, .computeAndCompareDouble:
      guard let result = Cell.computed(instruction.pointee.detail & 0xFF, left, right) else {
        return Instruction.unknown
      }
      let found = Relations.between(result, instruction.pointee.bound, relations)
      guard found != .unknown else { return Instruction.unknown }
      holds = relations.has(found)
    case .among:
      guard left.isInline else { return Instruction.unknown }
      holds = isAmongAny(left, instruction) ? 1 : 0
    case .compute:
      guard let result = Cell.computed(instruction.pointee.detail, left, right) else {
        return Instruction.unknown
      }
      temporaries[Int(instruction.pointee.ifFalse)] = result
      return instruction.pointee.ifTrue
    default: return Instruction.unknown
    }
    return instruction.pointee.next(holds)
  }

  private func isAmongAny(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    guard let number = cell.number else { return !cell.isNull && isAmong(cell, instruction) }
    let members = constants(instruction)
    return (0..<Int(instruction.pointee.detail)).contains {
      members[$0].number?.order(to: number) == .same
    }
  }
}
