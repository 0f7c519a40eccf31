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

  /// Runs from an instruction on.
  ///
  /// - Returns: `Instruction.yes`, `Instruction.no`, or the instruction that needs more.
  @inline(__always) func run(from start: Int32) -> Int32 {
    var place = start
    while place >= 0 {
      let instruction = code + Int(place)
      let found: Relations
      switch instruction.pointee.operation {
      case .compareInt:
        found = .between(
          cell(instruction.pointee.first), Int64(bitPattern: instruction.pointee.constant),
          instruction.pointee.relations)
      case .compareDouble:
        found = .between(
          cell(instruction.pointee.first), Double(bitPattern: instruction.pointee.constant),
          instruction.pointee.relations)
      case .compare:
        found = .between(
          cell(instruction.pointee.first), cell(instruction.pointee.second),
          instruction.pointee.relations)
      case .range: found = range(instruction)
      case .computeAndCompareInt: found = computeAndCompareInt(instruction)
      case .computeAndCompareDouble: found = computeAndCompareDouble(instruction)
      case .equalText: found = equalText(instruction)
      case .equalFoldedText: found = equalFoldedText(instruction)
      case .amongTexts: found = amongTexts(instruction)
      case .amongFoldedTexts: found = amongFoldedTexts(instruction)
      case .among: found = among(instruction)
      case .beginsWith: found = part(instruction) { $0.starts(with: $1, mask: $2, count: $3) }
      case .endsWith: found = part(instruction) { $0.ends(with: $1, mask: $2, count: $3) }
      case .contains: found = part(instruction) { $0.contains($1, mask: $2, count: $3) }
      case .beginsWithFolded:
        found = foldedPart(instruction) { $0.starts(with: $1, mask: $2, count: $3) }
      case .endsWithFolded:
        found = foldedPart(instruction) { $0.ends(with: $1, mask: $2, count: $3) }
      case .containsFolded:
        found = foldedPart(instruction) { $0.contains($1, mask: $2, count: $3) }
      case .compute:
        guard
          let result = Cell.computed(
            instruction.pointee.detail, cell(instruction.pointee.first),
            cell(instruction.pointee.second))
        else { return place }
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
      guard found != .unknown else { return place }
      place =
        instruction.pointee.relations.rawValue & found.rawValue != 0
        ? instruction.pointee.ifTrue : instruction.pointee.ifFalse
    }
    return place
  }

  // MARK: - Tests

  @inline(__always) private func decided(_ holds: Bool) -> Relations {
    holds ? .same : .before
  }

  /// `detail` has the relations to the lower bound in its low byte, to the upper in its high one.
  @inline(__always) private func range(_ instruction: UnsafePointer<Instruction>) -> Relations {
    let cell = cell(instruction.pointee.first)
    let bounds = constants + instruction.pointee.second.index
    let wanted = instruction.pointee.relations
    let lower: Relations
    let upper: Relations
    if cell.isIntegral && bounds[0].isIntegral && bounds[1].isIntegral {
      lower = .between(cell.int, bounds[0].int)
      upper = .between(cell.int, bounds[1].int)
    } else {
      lower = .toBound(cell, bounds[0])
      upper = .toBound(cell, bounds[1])
      if lower == .unknown || upper == .unknown { return .unknown }
    }
    let detail = instruction.pointee.detail
    let holds =
      UInt16(lower.rawValue) & detail != 0 && UInt16(upper.rawValue) & (detail &>> 8) != 0
    _ = wanted
    return decided(holds)
  }

  @inline(__always) private func computeAndCompareInt(
    _ instruction: UnsafePointer<Instruction>
  ) -> Relations {
    let (left, right) = (cell(instruction.pointee.first), cell(instruction.pointee.second))
    let bound = Int64(bitPattern: instruction.pointee.constant)
    if left.kind == Cell.Kind.int && right.kind == Cell.Kind.int {
      guard let result = Cell.computed(instruction.pointee.detail, left.int, right.int) else {
        return .unknown
      }
      return .between(result, bound)
    }
    guard let result = Cell.computed(instruction.pointee.detail, left, right) else {
      return .unknown
    }
    return .between(result, bound, instruction.pointee.relations)
  }

  @inline(__always) private func computeAndCompareDouble(
    _ instruction: UnsafePointer<Instruction>
  ) -> Relations {
    let (left, right) = (cell(instruction.pointee.first), cell(instruction.pointee.second))
    let bound = Double(bitPattern: instruction.pointee.constant)
    guard let result = Cell.computed(instruction.pointee.detail, left, right) else {
      return .unknown
    }
    return .between(result, bound, instruction.pointee.relations)
  }

  @inline(__always) private func equalText(_ instruction: UnsafePointer<Instruction>) -> Relations {
    let cell = cell(instruction.pointee.first)
    let text = constants[instruction.pointee.second.index]
    guard cell.kind <= Cell.Kind.longText else { return .unknown }
    guard cell == text else { return .before }
    return cell.kind == Cell.Kind.text ? .same : .unknown
  }

  @inline(__always) private func equalFoldedText(
    _ instruction: UnsafePointer<Instruction>
  ) -> Relations {
    let cell = cell(instruction.pointee.first)
    let text = constants[instruction.pointee.second.index]
    guard cell.kind == Cell.Kind.text else {
      return cell.kind < Cell.Kind.text ? .before : .unknown
    }
    guard cell.isASCII else { return .unknown }
    return decided(cell.lowercasedASCII == text)
  }

  @inline(__always) private func amongTexts(
    _ instruction: UnsafePointer<Instruction>
  ) -> Relations {
    let cell = cell(instruction.pointee.first)
    guard cell.kind <= Cell.Kind.text else { return .unknown }
    return decided(isAmong(cell, instruction))
  }

  @inline(__always) private func amongFoldedTexts(
    _ instruction: UnsafePointer<Instruction>
  ) -> Relations {
    let cell = cell(instruction.pointee.first)
    guard cell.kind == Cell.Kind.text, cell.isASCII else {
      return cell.kind < Cell.Kind.text ? .before : .unknown
    }
    return decided(isAmong(cell.lowercasedASCII, instruction))
  }

  @inline(__always) private func isAmong(
    _ cell: Cell, _ instruction: UnsafePointer<Instruction>
  ) -> Bool {
    var member = constants + instruction.pointee.second.index
    let end = member + Int(instruction.pointee.detail)
    while member < end {
      if member.pointee == cell { return true }
      member += 1
    }
    return false
  }

  @inline(never) private func among(_ instruction: UnsafePointer<Instruction>) -> Relations {
    let cell = cell(instruction.pointee.first)
    guard cell.isInline else { return .unknown }
    guard let number = cell.number else {
      return decided(!cell.isNull && isAmong(cell, instruction))
    }
    let members = constants + instruction.pointee.second.index
    for index in 0..<Int(instruction.pointee.detail) {
      if members[index].number?.order(to: number) == .same { return .same }
    }
    return .before
  }

  @inline(__always) private func part(
    _ instruction: UnsafePointer<Instruction>, _ test: (Cell, Cell, Cell, Int) -> Bool
  ) -> Relations {
    let cell = cell(instruction.pointee.first)
    let part = constants + instruction.pointee.second.index
    guard cell.kind == Cell.Kind.text else { return cell.isNull ? .before : .unknown }
    return decided(test(cell, part[0], part[1], Int(instruction.pointee.detail)))
  }

  @inline(__always) private func foldedPart(
    _ instruction: UnsafePointer<Instruction>, _ test: (Cell, Cell, Cell, Int) -> Bool
  ) -> Relations {
    let cell = cell(instruction.pointee.first)
    let part = constants + instruction.pointee.second.index
    guard cell.kind == Cell.Kind.text, cell.isASCII else {
      return cell.isNull ? .before : .unknown
    }
    return decided(
      test(cell.lowercasedASCII, part[0], part[1], Int(instruction.pointee.detail)))
  }
}

extension Relations {
  /// How a cell stands to a bound, which is a number; nothing but numbers and nil decides.
  @inline(never) fileprivate static func toBound(_ cell: Cell, _ bound: Cell) -> Relations {
    if cell.isNull { return .unordered }
    guard let number = cell.number, let bound = bound.number else { return .unknown }
    return Relations(number.order(to: bound))
  }
}
