// A condition whose variables are columns of a table. Its code is that of the condition with
// columns in the place of operands, so a row is evaluated where it stands, and a sweep is one loop.

extension Condition {
  /// The condition with columns of a table in the place of its variables.
  ///
  /// - Parameter columns: The columns by the names of variables; names that are no variables of the
  ///   condition are passed over.
  /// - Returns: The condition, to be asked about rows.
  /// - Throws: The first variable that has no column.
  /// - Complexity: O(n) in the size of the text.
  public func bound(to columns: [String: Int]) throws(Refusal) -> BoundCondition {
    try BoundCondition(resolution, limits: limits, columns)
  }
}

/// A condition over the rows of tables.
///
/// SELF and keys read nothing: there is no object but the row, and that is read by variables.
public struct BoundCondition: Sendable {
  /// The code where the cells of a row may be all that is looked at.
  @usableFromInline let direct: DirectCode?
  /// How many columns a table must have.
  @usableFromInline let width: Int
  /// What else there is of the condition; keeps what the direct code points to.
  private let contents: Contents

  private final class Contents: Sendable {
    let code: Code
    /// The column of each operand.
    let columns: [Int]
    let resolution: Resolution
    let limits: Limits

    init(_ resolution: Resolution, _ columns: [Int], _ limits: Limits) {
      code = resolution.program.code.moved(to: columns)
      self.columns = columns
      self.resolution = resolution
      self.limits = limits
    }
  }

  init(
    _ resolution: Resolution, limits: Limits, _ columnsByName: [String: Int]
  ) throws(Refusal) {
    var columns: [Int] = []
    for operand in resolution.operands {
      func refusal(_ message: String, hint: String?) -> Refusal {
        Refusal(
          diagnostic: Diagnostic(message, at: operand.range, hint: hint), text: resolution.text)
      }
      let name = operand.variable
      guard
        let position = columnsByName.index(forKey: name),
        isExactly(columnsByName[position].key, name)
      else {
        let nearest = Spelling.nearest(to: name, among: columnsByName.keys.sorted())
        throw refusal("no column is given for $\(name)", hint: nearest.map { "there is '\($0)'" })
      }
      let column = columnsByName[position].value
      guard (0..<Source.limit).contains(column) else {
        throw refusal("$\(name) cannot be column \(column)", hint: "columns count from 0")
      }
      columns.append(column)
    }
    contents = Contents(resolution, columns, limits)
    width = (columns.max() ?? -1) + 1
    direct = contents.code.direct(within: limits)
  }

  /// Whether the condition holds for a row.
  ///
  /// - Parameters:
  ///   - table: A table that has the columns.
  ///   - row: A row of the table.
  ///   - context: The time and randomness of this evaluation; the time it is, if not given.
  /// - Returns: True or false.
  /// - Throws: The first part, left to right, that has no answer.
  /// - Complexity: Bounded by `Limits.steps`.
  @inlinable
  public func evaluate(
    _ table: ValueTable, row: Int, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    precondition(
      row >= 0 && row < table.rows && width <= table.columns, "the table has no such row")
    if let direct {
      // This holds what the direct code points to.
      let holds = withExtendedLifetime(self) {
        table.cells.withUnsafeBufferPointer { cells in
          cells.baseAddress.flatMap { direct.truth(over: $0 + row &* table.columns) }
        }
      }
      if let holds { return holds }
    }
    return try evaluateFully(table, row, context)
  }

  /// Evaluates a row from the start.
  @inline(never) @usableFromInline
  func evaluateFully(
    _ table: borrowing ValueTable, _ row: Int, _ context: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    let outline = contents.code.outline
    guard outline.cost < contents.limits.steps else {
      return try finish(table, row, nil, at: 0, context)
    }
    return try table.cells.withUnsafeBufferPointer { (cells) throws(EvaluationError) in
      try Machine.withFrame { (frame) throws(EvaluationError) in
        let operands = (cells.baseAddress ?? outline.noOperands) + row &* table.columns
        let machine = Machine(outline, operands, frame: frame)
        let place = machine.runFully(from: outline.start)
        if place < 0 { return place == Instruction.yes }
        return try finish(table, row, machine, at: place, context)
      }
    }
  }

  /// The number of rows for which the condition holds.
  ///
  /// - Parameters:
  ///   - table: A table that has the columns.
  ///   - context: The time and randomness, the same for all rows; the time it is, if not given.
  /// - Returns: The number.
  /// - Throws: The first part that has no answer, of the first such row.
  /// - Complexity: O(rows); `Limits.steps` bound each row.
  public func count(
    in table: ValueTable, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Int {
    var count = 0
    try sweep(table, context) { _, holding in count &+= holding.nonzeroBitCount }
    return count
  }

  /// The rows for which the condition holds, in their order.
  ///
  /// - Parameters:
  ///   - table: A table that has the columns.
  ///   - context: The time and randomness, the same for all rows; the time it is, if not given.
  /// - Returns: The rows.
  /// - Throws: The first part that has no answer, of the first such row.
  /// - Complexity: O(rows); `Limits.steps` bound each row.
  public func rows(
    in table: ValueTable, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> [Int] {
    var rows: [Int] = []
    try sweep(table, context) { first, holding in
      var rest = holding
      while rest != 0 {
        rows.append(first &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
    return rows
  }

  /// Tells of each block of rows for which of them the condition holds, as bits.
  @inline(__always)
  private func sweep(
    _ table: borrowing ValueTable, _ given: EvaluationContext?, _ tell: (Int, UInt64) -> Void
  ) throws(EvaluationError) {
    precondition(width <= table.columns, "the table has too few columns")
    let (rows, columns, isOfBlocks) = (table.rows, table.columns, direct?.isOfBlocks == true)
    let code = contents.code
    let words = UnsafeMutablePointer<UInt64>.allocate(
      capacity: BlockMachine.wordCount(code.instructionCount))
    defer { words.deallocate() }
    let machine = BlockMachine(
      code.outline, code.instructionCount, stride: columns, words: words)
    var context: EvaluationContext?
    var first = 0
    while first < rows {
      let count = min(rows &- first, BlockMachine.rowCount)
      var outcome = BlockMachine.Outcome(
        undecided: .max &>> UInt64(truncatingIfNeeded: BlockMachine.rowCount &- count))
      table.cells.withUnsafeBufferPointer { cells in
        guard isOfBlocks, let cells = cells.baseAddress else { return }
        outcome = machine.run(cells + first &* columns, count: count)
      }
      if outcome.undecided != 0 {
        try evaluate(&outcome, first, table, given, &context)
      }
      tell(first, outcome.holding)
      first &+= count
    }
    withExtendedLifetime(contents) {}
  }

  /// Evaluates the rows of a block that are undecided.
  ///
  /// They are taken in their order: the first one that fails is told.
  @inline(never)
  private func evaluate(
    _ outcome: inout BlockMachine.Outcome, _ first: Int, _ table: borrowing ValueTable,
    _ given: EvaluationContext?, _ context: inout EvaluationContext?
  ) throws(EvaluationError) {
    // All rows have one time.
    if context == nil {
      context = given ?? (contents.code.outline.readsSurroundings ? .current : .unread)
    }
    var rest = outcome.undecided
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      if try evaluateFully(table, first &+ row, context) {
        outcome.holding |= 1 &<< UInt64(truncatingIfNeeded: row)
      }
      rest &= rest &- 1
    }
  }

  /// Evaluates a row that needs more than cells; from the start, where there is no machine.
  @inline(never)
  private func finish(
    _ table: borrowing ValueTable, _ row: Int, _ machine: Machine?, at place: Int32,
    _ given: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    var context = given ?? (contents.code.outline.readsSurroundings ? .current : .unread)
    context.limits = contents.limits
    var rest = Value.null
    var steps = Steps(limit: context.limits.steps)
    let table = copy table
    // The closure must not keep all of this condition.
    let columns = contents.columns
    func operand(_ index: Int) -> Value? { table[row, columns[index]] }
    do throws(EvaluationFailure) {
      let cell =
        if let machine {
          try contents.resolution.program.finish(
            machine, at: place, object: .null, readable: nil, context, &steps, &rest,
            operand: operand)
        } else {
          try contents.resolution.program.evaluateTree(
            .value(.null), context, &steps, &rest, operand: operand)
        }
      return cell.truth ?? false
    } catch {
      throw contents.resolution.error(for: error)
    }
  }
}
