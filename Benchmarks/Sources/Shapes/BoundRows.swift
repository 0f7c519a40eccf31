// The eight predicates over rows of slots, row by row through the public call.

import Predicate
package import Yardsticks

/// The eight predicates, bound to the columns of a table of environments.
package struct BoundRows {
  private let table: ValueTable
  private let conditions: [BoundCondition]
  private let count: Int

  package init(_ environments: [Environment]) throws {
    let columns = Environment.columns
    let slots = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    var table = ValueTable(columns: columns.count, rows: environments.count)
    for (row, dictionary) in DictionaryClosures(environments).dictionaries.enumerated() {
      for (column, value) in dictionary.values.enumerated() { table[row, column] = value }
    }
    self.table = table
    count = environments.count
    conditions = try EightPredicates.texts.map { try Condition($0).bound(to: slots) }
  }

  /// How often a predicate is true, asked of each row.
  @inline(never)
  package func countByCalls(_ predicate: Int, rounds: Int) throws -> Int {
    let condition = conditions[predicate]
    var count = 0
    for _ in 0..<rounds {
      for row in 0..<self.count where try condition.evaluate(table, row: row) { count += 1 }
    }
    return count
  }
}
