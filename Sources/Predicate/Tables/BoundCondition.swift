// A condition whose variables are columns of a table. Its code is that of the condition with columns
// in the place of operands, so a row is evaluated where it stands, and a sweep is one loop.

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
  private let resolution: Resolution
  private let limits: Limits
  /// Keeps what the outline points to.
  private let code: Code
  private let outline: Code.Outline
  /// The column of each operand.
  private let columns: [Int]
  /// How many columns a table must have.
  private let width: Int

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
    self.resolution = resolution
    self.limits = limits
    self.columns = columns
    width = (columns.max() ?? -1) + 1
    code = resolution.program.code.moved(to: columns)
    outline = code.outline
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
  public func evaluate(
    _ table: ValueTable, row: Int, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    precondition(
      row >= 0 && row < table.rows && width <= table.columns, "the table has no such row")
    if outline.loadCount == 0, outline.cost < limits.steps {
      let cell = table.cells.withUnsafeBufferPointer { cells in
        outline.result((cells.baseAddress ?? outline.noOperands) + row &* table.columns)
      }
      if let holds = cell?.truth { return holds }
    }
    return try evaluateFully(table, row, context)
  }

  /// Evaluates a row from the start.
  @inline(never)
  private func evaluateFully(
    _ table: borrowing ValueTable, _ row: Int, _ context: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    guard outline.cost < limits.steps else { return try finish(table, row, nil, at: 0, context) }
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
    try sweep(table, context) { count &+= $1 }
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
    try sweep(table, context) { if $1 != 0 { rows.append($0) } }
    return rows
  }

  /// Tells of each row whether the condition holds.
  ///
  /// The first instruction is the same for every row, and most often the only one: each that is
  /// frequent has a loop of its own.
  @inline(__always)
  private func sweep(
    _ table: borrowing ValueTable, _ given: EvaluationContext?, _ tell: (Int, Int) -> Void
  ) throws(EvaluationError) {
    precondition(width <= table.columns, "the table has too few columns")
    let (rows, columns, outline) = (table.rows, table.columns, outline)
    // All rows have one time.
    let context = outline.readsSurroundings ? given ?? .current : given
    guard outline.cost < limits.steps, outline.start >= 0 else {
      for row in 0..<rows { tell(row, try finish(table, row, nil, at: 0, context) ? 1 : 0) }
      return
    }
    try table.cells.withUnsafeBufferPointer { (cells) throws(EvaluationError) in
      try Machine.withFrame { (frame) throws(EvaluationError) in
        var operands = cells.baseAddress ?? outline.noOperands
        let machine = Machine(outline, operands, frame: frame)
        let instruction = outline.instructions + Int(outline.start)
        var row = 0
        /// Goes from row to row until one needs more; gives the place where.
        @inline(__always)
        func loop(_ run: () -> Int32) -> Int32 {
          while row < rows {
            machine.move(to: operands)
            let place = run()
            if place >= 0 { return place }
            tell(row, Int(place &- Instruction.no))
            row &+= 1
            operands += columns
          }
          return Instruction.no
        }
        @inline(__always)
        func place(_ answer: Machine.Answer) -> Int32 {
          if answer == Machine.unknown { return outline.start }
          let place = instruction.pointee.next(answer)
          return place < 0 ? place : machine.runOutOfLine(from: place)
        }
        while row < rows {
          var place: Int32 =
            switch instruction.pointee.operation {
            case .compareInt: loop { place(machine.compareInt(instruction)) }
            case .rangeOfInts: loop { place(machine.rangeOfInts(instruction)) }
            case .computeAndCompareInt: loop { place(machine.computeAndCompareInt(instruction)) }
            case .equalText: loop { place(machine.equalText(instruction)) }
            case .amongTexts: loop { place(machine.amongTexts(instruction)) }
            case .beginsWithFolded: loop { place(machine.beginsWithFolded(instruction)) }
            default: loop { machine.runOutOfLine(from: outline.start) }
            }
          guard row < rows else { return }
          place = machine.goOn(at: place)
          var holds = place == Instruction.yes
          if place >= 0 { holds = try finish(table, row, machine, at: place, context) }
          tell(row, holds ? 1 : 0)
          row &+= 1
          operands += columns
        }
      }
    }
    withExtendedLifetime(code) {}
  }

  /// Evaluates a row that needs more than cells; from the start, where there is no machine.
  @inline(never)
  private func finish(
    _ table: borrowing ValueTable, _ row: Int, _ machine: Machine?, at place: Int32,
    _ given: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    var context = given ?? (outline.readsSurroundings ? .current : .unread)
    context.limits = limits
    var rest = Value.null
    let table = copy table
    // The closure must not keep all of this condition.
    let columns = columns
    func operand(_ index: Int) -> Value? { table[row, columns[index]] }
    do throws(EvaluationFailure) {
      let cell =
        if let machine {
          try resolution.program.finish(
            machine, at: place, object: .null, readable: nil, context, &rest, operand: operand)
        } else {
          try resolution.program.evaluateTree(.value(.null), context, &rest, operand: operand)
        }
      return cell.truth ?? false
    } catch {
      throw resolution.error(for: error)
    }
  }
}
