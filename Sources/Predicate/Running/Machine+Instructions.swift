// The frequent instructions, inlined into the loop of the machine. `Machine.goOn` handles the cases
// that need a function call. The program handles the cases that need values.

extension Machine {
  /// The answer of an instruction: 1 if the test holds, 0 if not, `unknown` if cells of these kinds
  /// do not decide it here.
  ///
  /// A computation answers 1, because it continues at `ifTrue`.
  typealias Answer = Int

  static var unknown: Answer { -1 }

  /// The first constant of an instruction.
  @inline(__always)
  func constants(_ instruction: UnsafePointer<Instruction>) -> UnsafePointer<Cell> {
    // `second` is the index of a constant. The constants follow the instructions, bound as cells.
    UnsafeRawPointer(code).assumingMemoryBound(to: Cell.self) + instruction.pointee.second.index
  }

  // MARK: - Numbers

  @inline(__always) func compareInt(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    let relations = instruction.pointee.relations
    let int = Int64(bitPattern: instruction.pointee.constant)
    if _fastPath(left.isIntegral) { return relations.has(left.int, int) }
    if left.isNull { return relations.has(.unordered) }
    guard left.isDouble, instruction.pointee.detail & Instruction.isAlsoDouble != 0 else {
      return Self.unknown
    }
    return relations.has(left.double, Double(int))
  }

  @inline(__always) func compareDouble(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isDouble else { return Self.unknown }
    let double = Double(bitPattern: instruction.pointee.constant)
    return instruction.pointee.relations.has(left.double, double)
  }

  @inline(__always) func compare(
    _ instruction: UnsafePointer<Instruction>, _ left: Cell, _ right: Cell
  ) -> Answer {
    let relations = instruction.pointee.relations
    if left.isIntegral && right.isIntegral { return relations.has(left.int, right.int) }
    guard left.isDouble, right.isDouble else { return Self.unknown }
    return relations.has(left.double, right.double)
  }

  @inline(__always) func range(_ instruction: UnsafePointer<Instruction>, _ left: Cell) -> Answer {
    let bounds = constants(instruction)
    guard left.isDouble, bounds[0].isDouble, bounds[1].isDouble else { return Self.unknown }
    let detail = instruction.pointee.detail
    return Relations.lower(detail).has(left.double, bounds[0].double)
      & Relations.upper(detail).has(left.double, bounds[1].double)
  }

  @inline(__always) func rangeOfInts(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isIntegral else { return left.isNull ? 0 : Self.unknown }
    let bounds = constants(instruction)
    let detail = instruction.pointee.detail
    return Relations.lower(detail).has(left.int, bounds[0].int)
      & Relations.upper(detail).has(left.int, bounds[1].int)
  }

  @inline(__always)
  func computeAndCompareInt(
    _ instruction: UnsafePointer<Instruction>, _ left: Cell, _ right: Cell
  ) -> Answer {
    let int = Int64(bitPattern: instruction.pointee.constant)
    let detail = instruction.pointee.detail
    if left.isIntegral && right.isIntegral {
      guard let result = Cell.computed(detail & 0xFF, left.int, right.int) else {
        return Self.unknown
      }
      return instruction.pointee.relations.has(result, int)
    }
    guard left.isNumber, right.isNumber, detail & Instruction.isAlsoDouble != 0 else {
      return Self.unknown
    }
    let result = Cell.computed(detail & 0xFF, left.asDouble, right.asDouble)
    return instruction.pointee.relations.has(result, Double(int))
  }

  @inline(__always)
  func computeAndCompareDouble(
    _ instruction: UnsafePointer<Instruction>, _ left: Cell, _ right: Cell
  ) -> Answer {
    guard left.isNumber, right.isNumber, left.isDouble || right.isDouble else {
      return Self.unknown
    }
    let result = Cell.computed(instruction.pointee.detail, left.asDouble, right.asDouble)
    return instruction.pointee.relations.has(
      result, Double(bitPattern: instruction.pointee.constant))
  }

  // MARK: - Texts

  @inline(__always) func equalText(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    let isSame = left == constants(instruction)[0]
    // Two long texts with equal cells may still differ.
    guard left.kind <= Cell.Kind.longText, !isSame || left.isText else { return Self.unknown }
    return instruction.pointee.relations.has(isSame ? .same : .incomparable)
  }

  @inline(__always) func equalFoldedText(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard let folded = left.folded else { return Self.unknown }
    let isSame = folded == constants(instruction)[0]
    return instruction.pointee.relations.has(isSame ? .same : .incomparable)
  }

  @inline(__always) func amongTexts(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isInline else { return Self.unknown }
    return isAmong(left, instruction) ? 1 : 0
  }

  @inline(__always) func amongFoldedTexts(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard let folded = left.folded else { return Self.unknown }
    return isAmong(folded, instruction) ? 1 : 0
  }

  @inline(__always)
  func isAmong(_ cell: Cell, _ instruction: UnsafePointer<Instruction>) -> Bool {
    var member = constants(instruction)
    let end = member + Int(instruction.pointee.detail)
    while member < end {
      if member.pointee == cell { return true }
      member += 1
    }
    return false
  }

  @inline(__always) func beginsWith(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isText else { return left.isNull ? 0 : longTextBegins(instruction, left) }
    let part = constants(instruction)
    return left.starts(with: part[0], mask: part[1], count: Int(instruction.pointee.detail)) ? 1 : 0
  }

  @inline(__always) func beginsWithFolded(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isText, left.isASCII else { return left.isNull ? 0 : Self.unknown }
    let part = constants(instruction)
    return left.lowercasedASCII.starts(
      with: part[0], mask: part[1], count: Int(instruction.pointee.detail)) ? 1 : 0
  }

  /// Whether a long text begins with the instruction's part, as far as its first eight bytes tell.
  ///
  /// The program reserves the steps: the text is read only as far as the part is long.
  @inline(__always)
  private func longTextBegins(
    _ instruction: UnsafePointer<Instruction>, _ left: Cell
  ) -> Answer {
    guard left.kind == Cell.Kind.longText else { return Self.unknown }
    let part = constants(instruction)
    guard (left.payload ^ part[0].payload) & part[1].payload == 0 else { return 0 }
    return instruction.pointee.detail <= 8 ? 1 : Self.unknown
  }

  @inline(__always) func hasPart(_ instruction: UnsafePointer<Instruction>, _ left: Cell) -> Answer
  {
    guard left.isText else { return left.isNull ? 0 : Self.unknown }
    return hasPart(left, instruction) ? 1 : 0
  }

  @inline(__always) func hasFoldedPart(_ instruction: UnsafePointer<Instruction>, _ left: Cell)
    -> Answer
  {
    guard left.isText, left.isASCII else { return left.isNull ? 0 : Self.unknown }
    return hasPart(left.lowercasedASCII, instruction) ? 1 : 0
  }

  /// Whether `text` ends with the instruction's part, or contains it, as the operation says.
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

  // MARK: - Computations

  /// Computes an instruction's operator over two numbers; nil if cells do not decide the result.
  @inline(__always)
  func computed(by instruction: UnsafePointer<Instruction>) -> Cell? {
    Cell.computed(
      instruction.pointee.detail, ofNumbers: cell(instruction.pointee.first),
      cell(instruction.pointee.second))
  }

  @inline(__always) func compute(_ instruction: UnsafePointer<Instruction>) -> Answer {
    guard let result = computed(by: instruction) else { return Self.unknown }
    temporaries[Int(instruction.pointee.ifFalse)] = result
    return 1
  }

  @inline(never)
  func fold(_ instruction: UnsafePointer<Instruction>, _ left: Cell, _ right: Cell) -> Answer {
    guard
      let result = CellFold(rawValue: instruction.pointee.detail)?.result(adding: right, to: left)
    else { return Self.unknown }
    temporaries[Int(instruction.pointee.ifFalse)] = result
    return 1
  }

  @inline(__always) func move(_ instruction: UnsafePointer<Instruction>, _ left: Cell) -> Answer {
    guard left.isInline else { return Self.unknown }
    temporaries[Int(instruction.pointee.ifFalse)] = left
    return 1
  }
}
