// Runs flat code over cells as far as cells decide. The machine starts at a given instruction. It
// returns the result, or the instruction that needs more than cells: values, the object, the time.
// It knows no errors, no steps and no reference counts, so its whole loop stays in registers.
//
// What must hold: `CodeBuilder` made the code, so its jump targets, constants and temporaries lie
// within the code and the frame. `operands` has a cell for every operand of the program.

/// The memory that one evaluation reads and writes.
struct Machine {
  let code: UnsafePointer<Instruction>
  private let operands: UnsafePointer<Cell>
  let temporaries: UnsafeMutablePointer<Cell>

  // A computed property, so that the compiler knows the size of a frame. A larger frame would come
  // from the heap.
  /// The number of temporaries of an evaluation.
  ///
  /// The first half holds computed values, the second half loaded values.
  static var temporaryCount: Int { 64 }
  /// The index of the first temporary for loaded values.
  static var firstLoad: Int { temporaryCount / 2 }

  /// Prepares a run of code over operands, in a frame from `withFrame`.
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
  /// Without a frame, the code must use no temporaries.
  @inline(__always)
  init(
    direct code: UnsafePointer<Instruction>, _ operands: UnsafePointer<Cell>,
    frame: UnsafeMutablePointer<Cell>? = nil
  ) {
    self.code = code
    self.operands = operands
    // This placeholder is never read or written: code without a frame has no temporaries.
    temporaries =
      frame ?? UnsafeMutableRawPointer(mutating: code).assumingMemoryBound(to: Cell.self)
  }

  /// Calls `body` with a frame on the stack.
  @inline(__always)
  static func withFrame<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<Cell>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: Cell.self, capacity: temporaryCount) {
      (frame) throws(Failure) in
      // Only an empty buffer has a nil address.
      try body(frame.baseAddress.unsafelyUnwrapped)
    }
  }

  /// The address of a cell.
  ///
  /// A load here would delay all other loads, so the choice needs none.
  @inline(__always) func place(of source: Source) -> UnsafePointer<Cell> {
    // Constants follow the instructions, bound as cells. Their index counts from the start of the
    // code.
    let constants = UnsafeRawPointer(code).assumingMemoryBound(to: Cell.self)
    let base =
      source.base == Source.Base.operands
      ? operands : source.base == Source.Base.temporaries ? UnsafePointer(temporaries) : constants
    return base + source.index
  }

  @inline(__always) func cell(_ source: Source) -> Cell { place(of: source).pointee }

  /// Runs from `start` until there is a result or an instruction needs more.
  ///
  /// `start` may be a result.
  ///
  /// This loop makes no calls, so that its state stays in registers.
  ///
  /// - Returns: `Instruction.yes`, `Instruction.no`, or the instruction that needs more.
  @inline(__always) func run(from start: Int32) -> Int32 {
    var place = start
    while place >= 0 {
      let instruction = code + Int(place)
      let answer = answer(of: instruction)
      if answer == Self.unknown { return place }
      // A branch is faster here than arithmetic: the processor predicts it and starts the next
      // instruction without waiting for this one.
      if answer == 0 {
        place = instruction.pointee.ifFalse
        if place < 0 { return place }
      } else {
        place = instruction.pointee.ifTrue
      }
    }
    return place
  }

  /// The answer of a frequent and small instruction; `unknown` for every other one.
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

  /// Runs a sequence of numeric computations.
  ///
  /// Most formulas consist only of them.
  ///
  /// - Returns: The first instruction that is not a computation or needs more.
  @inline(__always) func compute(from start: Int32) -> Int32 {
    var place = start
    while place >= 0, case let instruction = code + Int(place),
      instruction.pointee.operation == .compute, compute(instruction) != Self.unknown
    {
      place = instruction.pointee.ifTrue
    }
    return place
  }

  /// The result of a formula that ends with a computation over two numbers.
  ///
  /// Nil at any other instruction, or if cells do not decide the result.
  @inline(__always) func computed(at place: Int32) -> Cell? {
    guard place >= 0, case let instruction = code + Int(place),
      instruction.pointee.operation == .giveComputed
    else { return nil }
    return Cell.computed(
      instruction.pointee.detail, ofNumbers: cell(instruction.pointee.first),
      cell(instruction.pointee.second))
  }

  /// Runs like `run`, and also handles the less frequent instructions that cells decide.
  @inline(never) func runFully(from start: Int32) -> Int32 { goOn(at: run(from: start)) }

  /// Continues where `run` stopped, if it stopped at an instruction.
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

  /// The result at the end of a run, if it fits in a cell.
  @inline(__always) func result(at place: Int32) -> Cell? {
    place < 0 ? Cell(place == Instruction.yes) : given(by: code + Int(place))
  }

  /// The result of an instruction that ends a program.
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

  /// The next instruction, decided by cells of any kind.
  private func decide(_ instruction: UnsafePointer<Instruction>) -> Int32 {
    // Most runs stop here, and nothing below knows more of such a cell.
    if cell(instruction.pointee.first) == .unloaded { return Instruction.unknown }
    var answer = largeAnswer(of: instruction)
    if answer == Self.unknown {
      answer = seldom(instruction, cell(instruction.pointee.first))
    }
    if answer == Self.unknown { answer = slowAnswer(of: instruction) }
    if answer == Self.unknown { return Instruction.unknown }
    return answer == 0 ? instruction.pointee.ifFalse : instruction.pointee.ifTrue
  }

  /// The answer of a frequent and large instruction; `unknown` for every other one.
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
    case .fold: return fold(instruction, left, right)
    default: return Self.unknown
    }
  }

  /// The answer of a less frequent instruction about texts or lists.
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

  /// The answer of an instruction about numbers, for cells of any kind.
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
