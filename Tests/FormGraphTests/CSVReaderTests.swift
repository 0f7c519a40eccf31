// CSV files: what RFC 4180 says, and what files in the world hold that it does not say.

import FormGraph
import Predicate
import Testing

@Suite struct CSVReaderTests {
  /// The rows of a file, a list for each.
  private func rows(
    _ text: String, columns: [TableColumn] = [], hasHeader: Bool = true
  ) throws -> [[Value]] {
    let table = try CSVReader.read(Array(text.utf8), columns: columns, hasHeader: hasHeader)
    return (0..<table.rowCount).map { row in table.columns.indices.map { table[row, $0] } }
  }

  /// What is said of a file, with its place.
  private func mistake(
    _ bytes: [UInt8], columns: [TableColumn] = [], hasHeader: Bool = true
  ) -> String {
    do {
      _ = try CSVReader.read(bytes, columns: columns, hasHeader: hasHeader)
      return "no mistake"
    } catch { return error.description }
  }

  @Test(
    "Fields, quotes and line ends",
    arguments: [
      ("a,b\r\n1,2\r\n3,4\r\n", [["1", "2"], ["3", "4"]]),
      ("a,b\n1,2\n3,4\n", [["1", "2"], ["3", "4"]]),
      ("a,b\r1,2\r3,4", [["1", "2"], ["3", "4"]]), ("a,b\n1,2", [["1", "2"]]),
      ("a,b\n\"x,y\",2", [["x,y", "2"]]), ("a,b\n\"x\"\"y\",2", [["x\"y", "2"]]),
      ("a,b\n\"x\r\ny\",2\n3,4", [["x\r\ny", "2"], ["3", "4"]]),
      ("a,b\n x , y ", [[" x ", " y "]]),
      ("a,b\n\"\",", [["", ""]]), ("a,b\n,\n\n\n1,2\n", [["", ""], ["1", "2"]]),
      ("a\n1\n\n2\n", [["1"], [""], ["2"]]), ("a,b\n", []), ("a,b", []),
      ("\u{FEFF}a,b\n1,2", [["1", "2"]]), ("a;b\n1;2", [["1;2"]]),
      ("\"a\",b\n007,é", [["007", "é"]]),
      ("a\n\"\"\"\"", [["\""]]),
    ] as [(String, [[String]])])
  func fields(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected.map { $0.map(Value.string) })
  }

  @Test(
    "A separator that the file says",
    arguments: [
      (CSVSeparator.semicolon, "a;b\n1,5;\"x;y\"\n;\"z\"\n", [["1,5", "x;y"], ["", "z"]]),
      (.tab, "a\tb\n1;2\t\"3\t4\"\r\n", [["1;2", "3\t4"]]), (.comma, "a,b\n1;2,3", [["1;2", "3"]]),
    ] as [(CSVSeparator, String, [[String]])])
  func separators(_ separator: CSVSeparator, _ text: String, _ expected: [[String]]) throws {
    let table = try CSVReader.read(Array(text.utf8), separator: separator)
    let rows = (0..<table.rowCount).map { row in table.columns.indices.map { table[row, $0] } }
    #expect(rows == expected.map { $0.map(Value.string) })
  }

  @Test("Semicolons that nobody has named are hinted at")
  func semicolons() {
    #expect(
      mistake(Array("a;n\n1;2".utf8), columns: [TableColumn("n", type: .int)])
        == "line 1, column 1: the first line has no column 'n'; "
        + "write \"separator\": \";\" beside the file")
  }

  @Test("Types of columns; an empty cell of a type other than text is nil")
  func types() throws {
    let columns: [TableColumn] = [
      TableColumn("n", type: .int), TableColumn("d", type: .decimal),
      TableColumn("yes", type: .switch), TableColumn("day", type: .date),
    ]
    let text = "code,n,d,yes,day\n007,7,2.5,true,2024-05-01\n,,,,\n"
    let rows = try rows(text, columns: columns)
    #expect(Array(rows[0].prefix(4)) == ["007", 7, 2.5, true])
    #expect(rows[1] == ["", .null, .null, .null, .null])
    let bare = try self.rows(
      "1,x\n2,y", columns: [TableColumn("n", type: .int), "s"], hasHeader: false)
    #expect(bare == [[1, "x"], [2, "y"]])
  }

  @Test(
    "Mistakes, with line and column",
    arguments: [
      ("a,b\n\"x\"y,2", "line 2, column 4: text behind the closing quote of a field"),
      ("a,b\n \"x\",2", "line 2, column 2: a quote inside a field without quotes"),
      ("a,b\nx\"y,2", "line 2, column 2: a quote inside a field without quotes"),
      ("a,b\n\"x,2\n3,4\n", "line 2, column 1: the quoted field does not end"),
      ("a,b\n1\n", "line 2, column 1: the line has 1 field, but the table has 2 columns"),
      ("a,b\n1,2\n1,2,3", "line 3, column 1: the line has 3 fields, but the table has 2 columns"),
      (
        "a,b\n\"1\n\",2,3\n", "line 2, column 1: the line has 3 fields, but the table has 2 columns"
      ),
      ("a,b\né,x\0", "line 2, column 4: a NUL character"),
      ("a,a\n", "line 1, column 3: the column 'a' is given twice"),
      ("a,\n", "line 1, column 3: a column has no name"),
      ("", "line 1, column 1: the file is empty"),
      ("\n1,2", "line 1, column 1: a column has no name"),
    ])
  func mistakes(text: String, says: String) {
    #expect(mistake(Array(text.utf8)).hasPrefix(says), "\(mistake(Array(text.utf8)))")
  }

  @Test("Mistakes of encodings and types")
  func otherMistakes() {
    #expect(mistake([0xFF, 0xFE, 0x61, 0]).hasPrefix("line 1, column 1: the file is UTF-16"))
    #expect(mistake(Array("a\nx".utf8) + [0xE9]).hasPrefix("line 2, column 2: the byte 0xE9"))
    #expect(mistake([0xEF, 0xBB, 0xBF]) == "line 1, column 1: the file is empty")
    let number = TableColumn("n", type: .int)
    #expect(
      mistake(Array("a,n\nx,1.5".utf8), columns: [number])
        == "line 2, column 3: column 'n' holds a whole number, not '1.5'")
    #expect(
      mistake(Array("a,what\nx,1".utf8), columns: [number])
        == "line 1, column 1: the first line has no column 'n'; "
        + "in a file without a line of names, write \"header\": false")
    #expect(
      mistake(Array("code,nam\nx,1".utf8), columns: ["name"])
        == "line 1, column 1: the first line has no column 'name'; did you mean nam?")
    for text in ["nan", "inf", "0x10", "1e999", " 1"] {
      let said = mistake(Array("n\n\(text)".utf8), columns: [TableColumn("n", type: .decimal)])
      #expect(said.contains("holds a number"), "\(text): \(said)")
    }
    #expect(mistake(Array("1,2".utf8), hasHeader: false) == "a table needs columns")
    #expect(
      mistake(Array("1,2".utf8), columns: ["a", "a"], hasHeader: false)
        == "the column 'a' is given twice")
  }

  @Test("No more cells than the limit")
  func limit() throws {
    let bytes = Array("a,b\n1,2\n3,4\n".utf8)
    #expect(try CSVReader.read(bytes, maximumCells: 4).rowCount == 2)
    #expect(throws: TableError.self) { try CSVReader.read(bytes, maximumCells: 3) }
  }
}
