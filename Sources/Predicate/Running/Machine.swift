// Runs flat code over cells as far as cells decide. Receives the place to start at, gives the
// result, or the place of the instruction that needs more than cells: the values themselves, the
// object, the time. Knows neither errors nor steps nor anything that is counted or freed, so a
// sweep has the whole of it in its loop.
//
// What must hold: the code was built by `CodeBuilder`, so that its places, constants and
// temporaries lie within the code; `operands` has a cell for every operand of the program, and
// `temporaries` as many as the code asks for.

/// The places that one evaluation reads and writes.
struct Machine {
  let code: UnsafePointer<Instruction>
  let constants: UnsafePointer<Cell>
  let operands: UnsafePointer<Cell>
  let temporaries: UnsafeMutablePointer<Cell>

  @inline(__always) func cell(_ source: Source) -> Cell {
    if source.isOperand { return operands[Int(source.rawValue)] }
    return source.isTemporary ? temporaries[source.index] : constants[source.index]
  }

  /// Runs from an instruction on, or has the result that stands in the place of one.
  ///
  /// - Returns: `Instruction.yes`, `Instruction.no`, or the instruction that needs more.
  @inline(__always) func run(from start: Int32) -> Int32 {
    var place = start
    while place >= 0 {
      let instruction = code + Int(place)
      let holds: Bool
      switch instruction.pointee.operation {
      case .compareInt:
        let cell = cell(instruction.pointee.first)
        if cell.isIntegral {
          let int = Int64(bitPattern: instruction.pointee.constant)
          holds = instruction.pointee.relations.has(cell.int, int)
        } else {
          let found = Relations.toNumber(cell, instruction)
          guard found != .unknown else { return place }
          holds = instruction.pointee.relations.has(found)
        }
      case .compareDouble:
        let cell = cell(instruction.pointee.first)
        if cell.kind == Cell.Kind.double {
          let double = Double(bitPattern: instruction.pointee.constant)
          holds = instruction.pointee.relations.has(.between(cell.double, double))
        } else {
          let found = Relations.toNumber(cell, instruction)
          guard found != .unknown else { return place }
          holds = instruction.pointee.relations.has(found)
        }
      case .compare:
        let left = cell(instruction.pointee.first)
        let right = cell(instruction.pointee.second)
        if left.isIntegral && right.isIntegral {
          holds = instruction.pointee.relations.has(left.int, right.int)
        } else {
          let found = Relations.between(left, right, instruction.pointee.relations)
          guard found != .unknown else { return place }
          holds = instruction.pointee.relations.has(found)
        }
      case .range:
        let cell = cell(instruction.pointee.first)
        let bounds = constants + instruction.pointee.second.index
        let lower = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail))
        let upper = Relations(rawValue: UInt8(truncatingIfNeeded: instruction.pointee.detail &>> 8))
        if cell.isIntegral && bounds[0].isIntegral && bounds[1].isIntegral {
          holds = lower.has(cell.int, bounds[0].int) && upper.has(cell.int, bounds[1].int)
        } else {
          let found = (Relations.toBound(cell, bounds[0]), Relations.toBound(cell, bounds[1]))
          guard found.0 != .unknown, found.1 != .unknown else { return place }
          holds = lower.has(found.0) && upper.has(found.1)
        }
      case .computeAndCompareInt:
        let left = cell(instruction.pointee.first)
        let right = cell(instruction.pointee.second)
        let bound = Int64(bitPattern: instruction.pointee.constant)
        if left.kind == Cell.Kind.int && right.kind == Cell.Kind.int {
          guard let result = Cell.computed(instruction.pointee.detail, left.int, right.int) else {
            return place
          }
          holds = instruction.pointee.relations.has(result, bound)
        } else {
          let found = Relations.ofComputed(left, right, instruction)
          guard found != .unknown else { return place }
          holds = instruction.pointee.relations.has(found)
        }
      case .computeAndCompareDouble:
        let left = cell(instruction.pointee.first)
        let right = cell(instruction.pointee.second)
        if left.kind == Cell.Kind.double && right.kind == Cell.Kind.double {
          let result = Cell.computed(instruction.pointee.detail, left.double, right.double)
          let bound = Double(bitPattern: instruction.pointee.constant)
          holds = instruction.pointee.relations.has(.between(result, bound))
        } else {
          let found = Relations.ofComputed(left, right, instruction)
          guard found != .unknown else { return place }
          holds = instruction.pointee.relations.has(found)
        }
      case .equalText:
        let cell = cell(instruction.pointee.first)
        let text = constants[instruction.pointee.second.index]
        guard cell.kind <= Cell.Kind.longText else { return place }
        let isSame = cell == text
        // Long texts whose cells are equal may differ.
        guard !isSame || cell.kind == Cell.Kind.text else { return place }
        holds = instruction.pointee.relations.has(isSame ? .same : .incomparable)
      case .equalFoldedText:
        guard let folded = folded(instruction) else { return place }
        let text = constants[instruction.pointee.second.index]
        holds = instruction.pointee.relations.has(folded == text ? .same : .incomparable)
      case .amongTexts:
        let cell = cell(instruction.pointee.first)
        guard cell.kind <= Cell.Kind.text else { return place }
        holds = isAmong(cell, instruction)
      case .amongFoldedTexts:
        guard let folded = folded(instruction) else { return place }
        holds = isAmong(folded, instruction)
      case .among:
        let cell = cell(instruction.pointee.first)
        guard cell.isInline else { return place }
        holds = isAmongAny(cell, instruction)
      case .beginsWith, .endsWith, .contains:
        let cell = cell(instruction.pointee.first)
        guard cell.kind == Cell.Kind.text || cell.isNull else { return place }
        holds = !cell.isNull && hasPart(cell, instruction)
      case .beginsWithFolded, .endsWithFolded, .containsFolded:
        let cell = cell(instruction.pointee.first)
        guard cell.kind == Cell.Kind.text && cell.isASCII || cell.isNull else { return place }
        holds = !cell.isNull && hasPart(cell.lowercasedASCII, instruction)
      case .compute:
        let left = cell(instruction.pointee.first)
        let right = cell(instruction.pointee.second)
        guard let result = Cell.computed(instruction.pointee.detail, left, right) else {
          return place
        }
        temporaries[Int(instruction.pointee.ifFalse)] = result
        place = instruction.pointee.ifTrue
        continue
      case .move:
        let moved = cell(instruction.pointee.first)
        guard moved.isInline else { return place }
        temporaries[Int(instruction.pointee.ifFalse)] = moved
        place = instruction.pointee.ifTrue
        continue
      case .test, .apply, .give, .giveTree: return place
      }
      place = holds ? instruction.pointee.ifTrue : instruction.pointee.ifFalse
    }
    return place
  }

  // MARK: - Texts

  /// Short ASCII text in lower case, other kinds that stand in their cells as they are; nil where
  /// folding needs more.
  @inline(__always)
  private func folded(_ instruction: UnsafePointer<Instruction>) -> Cell? {
    let cell = cell(instruction.pointee.first)
    if cell.kind == Cell.Kind.text { return cell.isASCII ? cell.lowercasedASCII : nil }
    return cell.isInline ? cell : nil
  }

  @inline(__always)
  private func isAmong(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    var member = constants + instruction.pointee.second.index
    let end = member + Int(instruction.pointee.detail)
    while member < end {
      if member.pointee == cell { return true }
      member += 1
    }
    return false
  }

  @inline(never)
  private func isAmongAny(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    guard let number = cell.number else { return !cell.isNull && isAmong(cell, instruction) }
    let members = constants + instruction.pointee.second.index
    return (0..<Int(instruction.pointee.detail)).contains {
      members[$0].number?.order(to: number) == .same
    }
  }

  /// Whether text has the part of an instruction where it asks for it.
  @inline(__always)
  private func hasPart(_ text: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    let part = constants + instruction.pointee.second.index
    let count = Int(instruction.pointee.detail)
    switch instruction.pointee.operation {
    case .beginsWith, .beginsWithFolded:
      return text.starts(with: part[0], mask: part[1], count: count)
    case .endsWith, .endsWithFolded: return text.ends(with: part[0], mask: part[1], count: count)
    default: return text.contains(part[0], mask: part[1], count: count)
    }
  }
}
