// Chooses the instruction for a comparison. These comparisons have no instruction of their own and
// are evaluated by the tree: quantifiers, locale-sensitive order, patterns, folded text that is not
// constant, lists that are not constant.

extension CodeBuilder {
  /// Writes a comparison without a quantifier.
  mutating func comparison(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ ifTrue: Int32, _ ifFalse: Int32, _ register: Int32
  ) {
    let left = structure.child(0, of: node)
    let right = structure.child(1, of: node)
    guard !options.contains(.localeSensitive) else { return emitTest(node, ifTrue, ifFalse) }
    let folding = options.contains(.normalized) ? [] : options
    firstRegister = register
    written = Instruction(
      operation: .test, node: node.rawValue, ifFalse: ifFalse, ifTrue: ifTrue)
    let isWritten =
      switch symbol {
      case .between: range(left, right)
      case .in: among(left, right, folding)
      case .contains: among(right, left, folding) || part(symbol, left, right, folding)
      case .beginsWith, .endsWith: part(symbol, left, right, folding)
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        relation(symbol, left, right, folding)
      default: false
      }
    if !isWritten { emitTest(node, ifTrue, ifFalse) }
  }

  /// The cell of a constant, also of a long text; nil if the node is not constant.
  @inline(__always)
  private func constantCell(_ node: NodeIndex) -> Cell? {
    if case .literal(let value) = structure.kind(of: node) {
      let cell = structure.withValue(Int(value)) { Cell($0) }
      return cell.isInline || cell.isOfText ? cell : nil
    }
    if case .constant(let cell) = form(of: node) { return cell }
    return nil
  }

  /// The text of a constant, folded; nil if the node is not a constant text.
  private func constantText(_ node: NodeIndex, _ folding: ComparisonOptions) -> String? {
    guard case .literal(let index) = structure.kind(of: node),
      case .string(let text) = structure.value(index)
    else { return nil }
    return text.folded(folding)
  }

  /// Writes the test in `written`, which reads one expression.
  private mutating func emitWritten(of expression: NodeIndex) {
    written.first = source(of: expression, register: firstRegister)
    emit(written)
    compute(expression, register: firstRegister)
  }

  // MARK: - Relations

  private mutating func relation(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex,
    _ folding: ComparisonOptions
  ) -> Bool {
    guard let relations = Relations(symbol) else { return false }
    let (leftCell, rightCell) = (constantCell(left), constantCell(right))
    if rightCell == nil, let leftCell {
      written.relations = relations.mirrored
      if constantRelation(right, left, leftCell, folding) { return true }
    }
    written.relations = relations
    if leftCell == nil, let rightCell, constantRelation(left, right, rightCell, folding) {
      return true
    }
    // Folding changes text only. If one cell cannot be a text, the comparison needs no folding: a
    // text on the other side is then a different kind.
    let isFolded = !folding.isEmpty && !hasNoText(leftCell) && !hasNoText(rightCell)
    guard !isFolded, form(of: left) != .general, form(of: right) != .general else {
      return false
    }
    written.operation = .compare
    emit(written, left, right, firstRegister)
    return true
  }

  private func hasNoText(_ cell: Cell?) -> Bool { cell.map { !$0.isOfText } ?? false }

  /// Writes a comparison of an expression with a constant.
  private mutating func constantRelation(
    _ expression: NodeIndex, _ constant: NodeIndex, _ cell: Cell, _ folding: ComparisonOptions
  ) -> Bool {
    guard form(of: expression) != .general else { return false }
    if cell.isOfText {
      guard written.relations.contains(.isEquality) else { return false }
      var (cell, operation) = (cell, Instruction.Operation.equalText)
      if !folding.isEmpty {
        operation = foldedOperation(folding, operation)
        guard operation != .test, let text = constantText(constant, folding) else { return false }
        cell = Cell(text)
      }
      written.operation = operation
      written.second = self.constant(cell)
      emitWritten(of: expression)
      return true
    }
    let isInt: Bool
    switch cell.kind {
    case Cell.Kind.bool, Cell.Kind.int: isInt = true
    case Cell.Kind.double: isInt = false
    default: return false
    }
    written.constant = cell.payload
    if isInt, cell.int.magnitude <= 1 << 53 {
      written.detail = Instruction.isAlsoDouble
    }
    guard isComputed(expression), case .infix(let symbol) = structure.kind(of: expression),
      symbol.isComputedByCells
    else {
      written.operation = isInt ? .compareInt : .compareDouble
      emitWritten(of: expression)
      return true
    }
    written.operation = isInt ? .computeAndCompareInt : .computeAndCompareDouble
    written.detail |= UInt16(symbol.rawValue)
    emit(
      written, structure.child(0, of: expression), structure.child(1, of: expression),
      firstRegister)
    return true
  }

  /// The operation for folded text; `test` if the folding keeps case and ignores only diacritics.
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
  private mutating func range(_ expression: NodeIndex, _ bounds: NodeIndex) -> Bool {
    guard form(of: expression) != .general, isList(bounds),
      let places = appendMembers(of: bounds, [])
    else { return false }
    guard places.count == 2, places.allSatisfy({ constants[$0].number != nil }) else {
      constants.removeAll(from: places.lowerBound)
      return false
    }
    written.operation = places.allSatisfy { constants[$0].isIntegral } ? .rangeOfInts : .range
    written.relations = .same
    written.detail = Self.detail([.after, .same], [.before, .same])
    written.second = .constant(places.lowerBound)
    emitWritten(of: expression)
    return true
  }

  private func isList(_ node: NodeIndex) -> Bool {
    guard case .literal(let index) = structure.kind(of: node) else { return true }
    if case .array = structure.value(index) { return true }
    return false
  }

  private static func detail(_ lower: Relations, _ upper: Relations) -> UInt16 {
    UInt16(lower.rawValue) | UInt16(upper.rawValue) << 8
  }

  /// The parts of an order comparison between a cell and a constant number; nil for other nodes.
  private func bound(_ node: NodeIndex) -> (source: Source, relations: Relations, bound: Cell)? {
    guard case .comparison(let symbol, let options, .one) = structure.kind(of: node),
      !options.contains(.localeSensitive), let relations = Relations(symbol),
      !relations.contains(.isEquality)
    else { return nil }
    let forms = (
      form(of: structure.child(0, of: node)), form(of: structure.child(1, of: node))
    )
    switch forms {
    case (.source(let source), .constant(let cell)) where cell.number != nil:
      return (source, relations, cell)
    case (.constant(let cell), .source(let source)) where cell.number != nil:
      return (source, relations.mirrored, cell)
    default: return nil
    }
  }

  /// Whether two neighbouring comparisons test the same cell against numbers.
  ///
  /// The second must be exactly three nodes after the first: the evaluation finds it at that
  /// distance.
  func boundsOneCell(_ first: NodeIndex, _ second: NodeIndex) -> Bool {
    guard let one = bound(first), let other = bound(second) else { return false }
    return one.source == other.source && second.index == first.index + 3
  }

  /// Writes two comparisons for which `boundsOneCell` is true as one range test.
  mutating func emitRange(
    _ first: NodeIndex, _ second: NodeIndex, _ ifTrue: Int32, _ ifFalse: Int32
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

  /// Appends the members of a constant list to the constants and returns their range.
  ///
  /// Returns nil if the node is not a constant list, or if the cell of a member does not identify
  /// its value. The constants are then unchanged.
  private mutating func appendMembers(
    of node: NodeIndex, _ folding: ComparisonOptions
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
    _ member: NodeIndex, _ list: NodeIndex, _ folding: ComparisonOptions
  ) -> Bool {
    guard form(of: member) != .general, let places = appendMembers(of: list, folding) else {
      return false
    }
    let operation: Instruction.Operation =
      if places.allSatisfy({ constants[$0].isOfText }) {
        folding.isEmpty ? .amongTexts : foldedOperation(folding, .amongTexts)
      } else {
        folding.isEmpty ? .among : .test
      }
    guard operation != .test, places.count <= Int(UInt16.max) else {
      constants.removeAll(from: places.lowerBound)
      return false
    }
    written.operation = operation
    written.relations = .same
    written.detail = UInt16(truncatingIfNeeded: places.count)
    written.second = .constant(places.lowerBound)
    emitWritten(of: member)
    return true
  }

  private mutating func part(
    _ symbol: ComparisonOperator, _ text: NodeIndex, _ part: NodeIndex, _ folding: ComparisonOptions
  ) -> Bool {
    var operation: Instruction.Operation =
      switch symbol {
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      default: .contains
      }
    if !folding.isEmpty { operation = foldedOperation(folding, operation) }
    guard operation != .test, form(of: text) != .general,
      let part = constantText(part, folding), !part.isEmpty
    else { return false }
    let cell = Cell(part)
    let count = cell.isInline ? cell.textCount : Cell.longestText + 1
    written.operation = operation
    written.relations = .same
    written.detail = UInt16(count)
    written.second = constant(cell)
    _ = constant(Cell.mask(ofBytes: min(count, Cell.longestText)))
    emitWritten(of: text)
    return true
  }
}
