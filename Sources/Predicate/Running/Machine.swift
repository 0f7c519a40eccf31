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
      let relations = instruction.pointee.relations
      let left = cell(instruction.pointee.first)
      let holds: Int
      switch instruction.pointee.operation {
      case .compareInt:
        let int = Int64(bitPattern: instruction.pointee.constant)
        if left.isIntegral {
          holds = relations.has(left.int, int)
        } else if left.isNull {
          holds = relations.has(.unordered)
        } else {
          guard left.isDouble, instruction.pointee.detail & Instruction.isAlsoDouble != 0 else {
            return place
          }
          holds = relations.has(left.double, Double(int))
        }
      case .compareDouble:
        let double = Double(bitPattern: instruction.pointee.constant)
        guard left.isDouble else { return place }
        holds = relations.has(left.double, double)
      case .compare:
        let right = cell(instruction.pointee.second)
        if left.isIntegral && right.isIntegral {
          holds = relations.has(left.int, right.int)
        } else if left.isDouble && right.isDouble {
          holds = relations.has(left.double, right.double)
        } else {
          return place
        }
      case .range:
        let bounds = constants(instruction)
        let lower = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail))
        let upper = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail &>> 8))
        if left.isIntegral && bounds[0].isIntegral && bounds[1].isIntegral {
          holds = lower.has(left.int, bounds[0].int) & upper.has(left.int, bounds[1].int)
        } else if left.isDouble && bounds[0].isDouble && bounds[1].isDouble {
          holds =
            lower.has(left.double, bounds[0].double) & upper.has(left.double, bounds[1].double)
        } else {
          return place
        }
      case .computeAndCompareInt:
        let right = cell(instruction.pointee.second)
        let int = Int64(bitPattern: instruction.pointee.constant)
        let detail = instruction.pointee.detail
        if left.isIntegral && right.isIntegral {
          guard let result = Cell.computed(detail & 0xFF, left.int, right.int) else {
            return place
          }
          holds = relations.has(result, int)
        } else {
          guard left.isNumber, right.isNumber, detail & Instruction.isAlsoDouble != 0 else {
            return place
          }
          let result = Cell.computed(detail & 0xFF, left.asDouble, right.asDouble)
          holds = relations.has(result, Double(int))
        }
      case .computeAndCompareDouble:
        let right = cell(instruction.pointee.second)
        guard left.isNumber, right.isNumber, left.isDouble || right.isDouble else { return place }
        let result = Cell.computed(instruction.pointee.detail, left.asDouble, right.asDouble)
        holds = relations.has(result, Double(bitPattern: instruction.pointee.constant))
      case .equalText:
        guard left.kind <= Cell.Kind.longText else { return place }
        let isSame = left == constants(instruction)[0]
        // Long texts whose cells are equal may differ.
        guard !isSame || left.isText else { return place }
        holds = relations.has(isSame ? .same : .incomparable)
      case .equalFoldedText:
        guard let folded = left.folded else { return place }
        holds = relations.has(folded == constants(instruction)[0] ? .same : .incomparable)
      case .amongTexts:
        guard left.isInline else { return place }
        holds = isAmong(left, instruction) ? 1 : 0
      case .amongFoldedTexts:
        guard let folded = left.folded else { return place }
        holds = isAmong(folded, instruction) ? 1 : 0
      case .beginsWith:
        guard left.isText || left.isNull else { return place }
        let part = constants(instruction)
        let count = Int(instruction.pointee.detail)
        holds = left.isText && left.starts(with: part[0], mask: part[1], count: count) ? 1 : 0
      case .beginsWithFolded:
        guard left.isText && left.isASCII || left.isNull else { return place }
        let part = constants(instruction)
        let count = Int(instruction.pointee.detail)
        holds =
          left.isText && left.lowercasedASCII.starts(with: part[0], mask: part[1], count: count)
          ? 1 : 0
      case .endsWith, .contains:
        guard left.isText || left.isNull else { return place }
        holds = left.isText && hasPart(left, instruction) ? 1 : 0
      case .endsWithFolded, .containsFolded:
        guard left.isText && left.isASCII || left.isNull else { return place }
        holds = left.isText && hasPart(left.lowercasedASCII, instruction) ? 1 : 0
      case .compute:
        let right = cell(instruction.pointee.second)
        let destination = Int(instruction.pointee.ifFalse)
        let symbol = instruction.pointee.detail
        if left.isIntegral && right.isIntegral {
          guard let result = Cell.computed(symbol, left.int, right.int) else { return place }
          temporaries[destination] = Cell(result)
        } else {
          guard left.isNumber, right.isNumber else { return place }
          temporaries[destination] = Cell(Cell.computed(symbol, left.asDouble, right.asDouble))
        }
        place = instruction.pointee.ifTrue
        continue
      case .move:
        guard left.isInline else { return place }
        temporaries[Int(instruction.pointee.ifFalse)] = left
        place = instruction.pointee.ifTrue
        continue
      case .among, .test, .apply, .give, .giveTree: return place
      }
      place = instruction.pointee.next(holds)
    }
    return place
  }

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
    case .range:
      let bounds = constants(instruction)
      let lower = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail))
      let upper = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail &>> 8))
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

  // MARK: - Constants

  /// The constants of an instruction.
  @inline(__always)
  private func constants(_ instruction: UnsafePointer<Instruction>) -> UnsafePointer<Cell> {
    UnsafeRawPointer(code).assumingMemoryBound(to: Cell.self) + instruction.pointee.second.index
  }

  @inline(__always)
  private func isAmong(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    var member = constants(instruction)
    let end = member + Int(instruction.pointee.detail)
    while member < end {
      if member.pointee == cell { return true }
      member += 1
    }
    return false
  }

  private func isAmongAny(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    guard let number = cell.number else { return !cell.isNull && isAmong(cell, instruction) }
    let members = constants(instruction)
    return (0..<Int(instruction.pointee.detail)).contains {
      members[$0].number?.order(to: number) == .same
    }
  }

  /// Whether text ends with the part of an instruction, or has it anywhere.
  @inline(__always)
  private func hasPart(_ text: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    let part = constants(instruction)
    let count = Int(instruction.pointee.detail)
    switch instruction.pointee.operation {
    case .endsWith, .endsWithFolded:
      return text.ends(with: part[0], mask: part[1], count: count)
    default: return text.contains(part[0], mask: part[1], count: count)
    }
  }
}
