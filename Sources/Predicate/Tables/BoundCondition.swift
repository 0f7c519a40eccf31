// Evaluates a condition over the rows of a table. Each variable of the condition is bound to a
// column once. The code then reads the cells of a row in place, so evaluating a row copies no
// values.

extension Condition {
  /// The condition with each variable bound to a column of a table.
  ///
  /// - Parameter columns: The column of each variable, by name. Names that are not variables of the
  ///   condition are ignored.
  /// - Returns: The condition, ready to evaluate rows.
  /// - Throws: `Refusal` for the first variable without a column.
  /// - Complexity: O(n) in the size of the text.
  public func bound(to columns: [String: Int]) throws(Refusal) -> BoundCondition {
    try BoundCondition(resolution, limits: limits, columns)
  }
}

/// A condition over the rows of tables.
///
/// SELF and keys read nil. A row is read through variables only.
public struct BoundCondition: Sendable {
  /// The code for a condition that cells alone may decide; nil for every other condition.
  @usableFromInline let direct: DirectCode?
  /// The number of columns that a table must have.
  @usableFromInline let width: Int
  /// Everything else; it owns the memory that `direct` points to.
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

  /// Whether the condition is true for a row.
  ///
  /// - Parameters:
  ///   - table: A table that has the bound columns.
  ///   - row: The index of the row.
  ///   - context: The time and the random numbers for this evaluation; the current time if nil.
  /// - Returns: True or false.
  /// - Throws: `EvaluationError` for the first part, from left to right, that has no result.
  /// - Complexity: Bounded by `Limits.steps`.
  @inlinable
  public func evaluate(
    _ table: ValueTable, row: Int, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    precondition(
      row >= 0 && row < table.rows && width <= table.columns, "the table has no such row")
    if let direct {
      // `self` owns the memory that the direct code points to.
      let holds = withExtendedLifetime(self) {
        table.cells.withUnsafeBufferPointer { cells in
          cells.baseAddress.flatMap { direct.truth(over: $0 + row &* table.columns) }
        }
      }
      if let holds { return holds }
    }
    return try evaluateFully(table, row, context)
  }

  /// Evaluates a row if its cells alone may not decide the condition.
  @inline(never) @usableFromInline
  func evaluateFully(
    _ table: borrowing ValueTable, _ row: Int, _ given: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    // The closures capture these copies, so that they do not retain the whole condition.
    let (contents, table) = (contents, copy table)
    let outline = contents.code.outline
    func context() -> EvaluationContext {
      var context = given ?? (outline.readsSurroundings ? .current : .unread)
      context.limits = contents.limits
      return context
    }
    var rest = Value.null
    var steps = Steps(limit: contents.limits.steps)
    do throws(EvaluationFailure) {
      return try table.cells.withUnsafeBufferPointer { (cells) throws(EvaluationFailure) in
        let operands = (cells.baseAddress ?? outline.noOperands) + row &* table.columns
        return try contents.resolution.program.run(
          outline, over: operands, object: .null, readable: nil, context(), &steps, &rest
        ) { table[row, contents.columns[$0]] }.truth ?? false
      }
    } catch {
      throw contents.resolution.error(for: error)
    }
  }

  /// The number of rows for which the condition is true.
  ///
  /// - Parameters:
  ///   - table: A table that has the bound columns.
  ///   - context: The time and the random numbers, the same for all rows; the current time if nil.
  /// - Returns: The number of rows.
  /// - Throws: `EvaluationError` for the first row that has no result.
  /// - Complexity: O(rows). `Limits.steps` bounds each row.
  public func count(
    in table: ValueTable, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Int {
    var count = 0
    try forEachRow(in: table, context) { _ in count += 1 }
    return count
  }

  /// The rows for which the condition is true, in ascending order.
  ///
  /// - Parameters:
  ///   - table: A table that has the bound columns.
  ///   - context: The time and the random numbers, the same for all rows; the current time if nil.
  /// - Returns: The indices of the rows.
  /// - Throws: `EvaluationError` for the first row that has no result.
  /// - Complexity: O(rows). `Limits.steps` bounds each row.
  public func rows(
    in table: ValueTable, context: EvaluationContext? = nil
  ) throws(EvaluationError) -> [Int] {
    var rows: [Int] = []
    try forEachRow(in: table, context) { rows.append($0) }
    return rows
  }

  /// Calls `body` with each row for which the condition is true.
  private func forEachRow(
    in table: ValueTable, _ given: EvaluationContext?, _ body: (Int) -> Void
  ) throws(EvaluationError) {
    precondition(width <= table.columns, "the table has too few columns")
    // The time is read once, so it is the same for all rows.
    let context = given ?? (contents.code.outline.readsSurroundings ? .current : .unread)
    for row in 0..<table.rows where try evaluate(table, row: row, context: context) { body(row) }
  }
}
