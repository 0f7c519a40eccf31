// What the language means, table by table: every row of every file is one text with its value, or
// with the exact error and its place.

import TestSupport
import Testing

@Suite struct SemanticsTests {
  static let tables = [
    "nil", "numbers", "strings", "collections", "aggregates", "programs", "arguments", "lexical",
    "functions", "calendar",
  ]

  @Test(arguments: tables)
  func table(_ name: String) throws {
    var table = try ResultTable("semantics/\(name).txt", beside: #filePath)
    try table.walk { row, found in
      #expect(found == row.expected, "\(name).txt:\(row.line): \(row.text)")
    }
  }
}
