// A condition whose variables are columns of a table. Its code is that of the condition with
// columns in the place of operands, so a row is evaluated where it stands, without being copied.

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

  /// Evaluates a row that its cells may not decide.
  @inline(never) @usableFromInline
  func evaluateFully(
    _ table: borrowing ValueTable, _ row: Int, _ given: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    // The closures must not keep all of this condition.
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
    try forEachRow(in: table, context) { _ in count += 1 }
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
    try forEachRow(in: table, context) { rows.append($0) }
    return rows
  }

  /// Goes through the rows for which the condition holds.
  private func forEachRow(
    in table: ValueTable, _ given: EvaluationContext?, _ body: (Int) -> Void
  ) throws(EvaluationError) {
    precondition(width <= table.columns, "the table has too few columns")
    // All rows have one time.
    let context = given ?? (contents.code.outline.readsSurroundings ? .current : .unread)
    for row in 0..<table.rows where try evaluate(table, row: row, context: context) { body(row) }
  }
}
