// Which instruction a comparison becomes. What has none is a test by the tree: quantifiers, order
// by locale, patterns, folded text that is no constant, lists that are not constant.

extension CodeBuilder {
  /// Writes a comparison without a quantifier.
  mutating func comparison(
    _ node: NodeID, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ ifTrue: Int32, _ ifFalse: Int32, _ register: Int
  ) {
    let left = structure.child(0, of: node)
    let right = structure.child(1, of: node)
    guard !options.contains(.localeSensitive) else { return emitTest(node, ifTrue, ifFalse) }
    let folding = options.contains(.normalized) ? [] : options
    firstRegister = register
    var instruction = Instruction(operation: .test, node: node.rawValue)
    instruction.ifTrue = ifTrue
    instruction.ifFalse = ifFalse
    let isWritten =
      switch symbol {
      case .between: range(left, right, instruction)
      case .in: among(left, right, folding, instruction)
      case .contains:
        among(right, left, folding, instruction) || part(symbol, left, right, folding, instruction)
      case .beginsWith, .endsWith: part(symbol, left, right, folding, instruction)
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        relation(symbol, left, right, folding, instruction)
      default: false
      }
    if !isWritten { emitTest(node, ifTrue, ifFalse) }
  }

  /// The cell of a constant; long text has one as well.
  @inline(__always)
  private func constantCell(_ node: NodeID) -> Cell? {
    if case .constant(let cell) = forms[node.index] { return cell }
    guard let text = constantText(node) else { return nil }
    return Cell(text)
  }

  @inline(__always)
  private func constantText(_ node: NodeID) -> String? {
    guard case .literal(let index) = structure.kind(of: node),
      case .string(let text) = structure.value(index)
    else { return nil }
    return text
  }

  /// Writes a test of one expression.
  private mutating func emit(_ instruction: Instruction, of expression: NodeID) {
    var instruction = instruction
    instruction.first = source(of: expression, register: firstRegister)
    emit(instruction)
    compute(expression, register: firstRegister)
  }

  // MARK: - Relations

  private mutating func relation(
    _ symbol: ComparisonOperator, _ left: NodeID, _ right: NodeID, _ folding: ComparisonOptions,
    _ instruction: Instruction
  ) -> Bool {
    guard let relations = Relations(symbol) else { return false }
    var instruction = instruction
    instruction.relations = relations
    let (leftCell, rightCell) = (constantCell(left), constantCell(right))
    if rightCell == nil, let leftCell {
      instruction.relations = relations.mirrored
      if constantRelation(right, leftCell, constantText(left), folding, instruction) { return true }
      instruction.relations = relations
    }
    if leftCell == nil, let rightCell,
      constantRelation(left, rightCell, constantText(right), folding, instruction)
    {
      return true
    }
    // Folding is nothing to cells that are no text, and what they are shows when they are read.
    let isFolded = !folding.isEmpty && !hasNoText(leftCell) && !hasNoText(rightCell)
    guard !isFolded, forms[left.index] != .general, forms[right.index] != .general else {
      return false
    }
    let sources = sources(left, right, register: firstRegister)
    instruction.operation = .compare
    instruction.first = sources.left
    instruction.second = sources.right
    emit(instruction)
    sources.compute(&self)
    return true
  }

  private func hasNoText(_ cell: Cell?) -> Bool {
    cell.map { $0.kind != Cell.Kind.text && $0.kind != Cell.Kind.longText } ?? false
  }

  /// Writes how an expression stands to a constant.
  private mutating func constantRelation(
    _ expression: NodeID, _ constant: Cell, _ text: String?, _ folding: ComparisonOptions,
    _ instruction: Instruction
  ) -> Bool {
    guard forms[expression.index] != .general else { return false }
    var instruction = instruction
    if let text {
      guard instruction.relations.contains(.isEquality) else { return false }
      instruction.operation = folding.isEmpty ? .equalText : foldedOperation(folding, .equalText)
      guard instruction.operation != .test else { return false }
      instruction.second = self.constant(
        folding.isEmpty ? constant : Cell(text.folded(folding)))
      emit(instruction, of: expression)
      return true
    }
    switch constant.kind {
    case Cell.Kind.bool, Cell.Kind.int: instruction.operation = .compareInt
    case Cell.Kind.double: instruction.operation = .compareDouble
    default: return false
    }
    instruction.constant = constant.payload
    if instruction.operation == .compareInt, constant.int.magnitude <= 1 << 53 {
      instruction.detail = Instruction.isAlsoDouble
    }
    guard case .infix(let symbol) = structure.kind(of: expression), symbol.isComputedByCells,
      forms[expression.index] == .computed
    else {
      emit(instruction, of: expression)
      return true
    }
    instruction.operation =
      instruction.operation == .compareInt ? .computeAndCompareInt : .computeAndCompareDouble
    instruction.detail |= UInt16(symbol.rawValue)
    let sources = sources(
      structure.child(0, of: expression), structure.child(1, of: expression),
      register: firstRegister)
    instruction.first = sources.left
    instruction.second = sources.right
    emit(instruction)
    sources.compute(&self)
    return true
  }

  /// The operation for text that is folded; `test` where case counts and marks do not.
  private func foldedOperation(
    _ folding: ComparisonOptions, _ operation: Instruction.Operation
  ) -> Instruction.Operation {
    guard folding.contains(.caseInsensitive) else { return .test }
    return switch operation {
    case .equalText: .equalFoldedText
    case .amongTexts: .amongFoldedTexts
    case .beginsWith: .beginsWithFolded
    case .endsWith: .endsWithFolded
    case .contains: .containsFolded
    default: .test
    }
  }

  // MARK: - Ranges

  /// Writes BETWEEN with constant bounds.
  private mutating func range(
    _ expression: NodeID, _ bounds: NodeID, _ instruction: Instruction
  ) -> Bool {
    guard forms[expression.index] != .general, isList(bounds),
      let places = appendMembers(of: bounds, [])
    else { return false }
    guard places.count == 2, places.allSatisfy({ constants[$0].number != nil }) else {
      constants.removeAll(from: places.lowerBound)
      return false
    }
    var instruction = instruction
    instruction.operation =
      places.allSatisfy { constants[$0].isIntegral } ? .rangeOfInts : .range
    instruction.relations = .same
    instruction.detail = Self.detail([.after, .same], [.before, .same])
    instruction.second = .constant(places.lowerBound)
    emit(instruction, of: expression)
    return true
  }

  private func isList(_ node: NodeID) -> Bool {
    guard case .literal(let index) = structure.kind(of: node) else { return true }
    if case .array = structure.value(index) { return true }
    return false
  }

  private static func detail(_ lower: Relations, _ upper: Relations) -> UInt16 {
    UInt16(lower.rawValue) | UInt16(upper.rawValue) << 8
  }

  /// A comparison by order of a cell with a constant number: the cell, the relation, the number.
  private func bound(_ node: NodeID) -> (source: Source, relations: Relations, bound: Cell)? {
    guard case .comparison(let symbol, let options, .one) = structure.kind(of: node),
      !options.contains(.localeSensitive), let relations = Relations(symbol),
      !relations.contains(.isEquality)
    else { return nil }
    let forms = (
      forms[structure.child(0, of: node).index], forms[structure.child(1, of: node).index]
    )
    switch forms {
    case (.source(let source), .constant(let cell)) where cell.number != nil:
      return (source, relations, cell)
    case (.constant(let cell), .source(let source)) where cell.number != nil:
      return (source, relations.mirrored, cell)
    default: return nil
    }
  }

  /// Whether two neighbours compare one cell with numbers.
  ///
  /// The second must be the three nodes behind the first, which is where it is looked for.
  func boundsOneCell(_ first: NodeID, _ second: NodeID) -> Bool {
    guard let one = bound(first), let other = bound(second) else { return false }
    return one.source == other.source && second.index == first.index + 3
  }

  /// Writes two comparisons that `boundsOneCell`.
  mutating func emitRange(
    _ first: NodeID, _ second: NodeID, _ ifTrue: Int32, _ ifFalse: Int32
  ) {
    guard let one = bound(first), let other = bound(second) else { return }
    let areInts = one.bound.isIntegral && other.bound.isIntegral
    var instruction = Instruction(
      operation: areInts ? .rangeOfInts : .range, relations: .same, node: first.rawValue)
    instruction.detail = Self.detail(one.relations, other.relations)
    instruction.first = one.source
    instruction.second = constant(one.bound)
    _ = constant(other.bound)
    instruction.ifTrue = ifTrue
    instruction.ifFalse = ifFalse
    emit(instruction)
  }

  // MARK: - Members and parts

  /// Puts the members of a list that is written or given as a constant among the constants, and
  /// says where; nil where it is none, or where a member says too little as a cell.
  private mutating func appendMembers(
    of node: NodeID, _ folding: ComparisonOptions
  ) -> Range<Int>? {
    let start = constants.count
    var areCells = true
    func append(_ value: Value, to constants: inout Stack<Cell>) {
      let cell =
        if case .string(let text) = value { Cell(text.folded(folding)) } else { Cell(value) }
      areCells = areCells && cell.kind <= Cell.Kind.longText
      constants.append(cell)
    }
    switch structure.kind(of: node) {
    case .literal(let index):
      guard let members = structure.value(index).members else { return nil }
      for member in members { append(member, to: &constants) }
    case .aggregate:
      for child in structure.children(of: node) {
        if case .literal(let index) = structure.kind(of: child) {
          append(structure.value(index), to: &constants)
        } else {
          areCells = false
        }
      }
    default: return nil
    }
    if !areCells { constants.removeAll(from: start) }
    return areCells ? start..<constants.count : nil
  }

  private mutating func among(
    _ member: NodeID, _ list: NodeID, _ folding: ComparisonOptions, _ instruction: Instruction
  ) -> Bool {
    guard forms[member.index] != .general, let places = appendMembers(of: list, folding) else {
      return false
    }
    var instruction = instruction
    instruction.relations = .same
    instruction.detail = UInt16(truncatingIfNeeded: places.count)
    if places.allSatisfy({ constants[$0].kind >= Cell.Kind.text }) {
      instruction.operation = folding.isEmpty ? .amongTexts : foldedOperation(folding, .amongTexts)
    } else {
      instruction.operation = folding.isEmpty ? .among : .test
    }
    guard instruction.operation != .test, places.count <= Int(UInt16.max) else {
      constants.removeAll(from: places.lowerBound)
      return false
    }
    instruction.second = .constant(places.lowerBound)
    emit(instruction, of: member)
    return true
  }

  private mutating func part(
    _ symbol: ComparisonOperator, _ text: NodeID, _ part: NodeID, _ folding: ComparisonOptions,
    _ instruction: Instruction
  ) -> Bool {
    let operation: Instruction.Operation =
      switch symbol {
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      default: .contains
      }
    guard forms[text.index] != .general, let part = constantText(part)?.folded(folding),
      !part.isEmpty
    else { return false }
    var instruction = instruction
    instruction.operation = folding.isEmpty ? operation : foldedOperation(folding, operation)
    guard instruction.operation != .test else { return false }
    let cell = Cell(part)
    let count = cell.isInline ? cell.textCount : Cell.textLimit + 1
    instruction.relations = .same
    instruction.detail = UInt16(count)
    instruction.second = constant(cell)
    _ = constant(Cell.mask(ofBytes: min(count, Cell.textLimit)))
    emit(instruction, of: text)
    return true
  }
}
