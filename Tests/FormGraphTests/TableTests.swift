// Tables in Swift: what makes a table, what a host hands in, and that an index is made once.

@testable import FormGraph
import Foundation
import Predicate
import Testing

@Suite struct TableTests {
  private func says(_ make: () throws -> FormTable) -> String {
    do {
      _ = try make()
      return "nothing"
    } catch { return "\(error)" }
  }

  @Test("A table with a mistake cannot be made")
  func mistakes() {
    #expect(says { try FormTable(columns: [], rows: []) } == "a table needs columns")
    #expect(says { try FormTable(columns: ["a", ""], rows: []) } == "a column needs a name")
    #expect(
      says { try FormTable(columns: ["a", "a"], rows: []) } == "the column 'a' is given twice")
    #expect(
      says { try FormTable(columns: [TableColumn("a", type: .push)], rows: []) }
        == "the column 'a' cannot be of type 'push'; "
        + "write text, int, decimal, switch, date, time or dateTime")
    #expect(
      says { try FormTable(columns: ["a", "b"], rows: [["x", "y"], ["x"]]) }
        == "row 1 has 1 value, but the table has 2 columns")
    #expect(
      says { try FormTable(columns: ["a"], rows: [[1]]) }
        == "row 0: column 'a' holds text, not the number 1")
    #expect(
      says { try FormTable(columns: [TableColumn("a", type: .decimal)], rows: [[.double(.nan)]]) }
        == "row 0: column 'a' holds finite numbers")
  }

  @Test("A file is named from the folder of the form, and never outside of it")
  func paths() {
    for path in [
      "w.csv", "data/w.csv", "./w.csv", "a//w.csv", "..w", "w..csv", "%2e%2e", "a b.csv",
    ] {
      #expect(TableFile.refusal(of: path) == nil, "\(path)")
    }
    for path in [
      "", ".", "./", "/", "..", "../w", "a/../w", "a/..", "/etc/passwd", "C:\\w", "C:w", "\\\\h\\w",
      "a\\..\\w", "file:///w", "https:", "a\0b", "d/",
    ] {
      #expect(TableFile.refusal(of: path) != nil, "\(path)")
    }
  }

  @Test("A table keeps its values, and equal tables are equal")
  func values() throws {
    let columns: [TableColumn] = ["a", TableColumn("n", type: .decimal)]
    let table = try FormTable(columns: columns, rows: [["x", 1], ["y", .null]])
    #expect(table.rowCount == 2 && table[0, 1] == 1.0 && table[1, 1] == .null)
    #expect(table.column(named: "n") == 1 && table.column(named: "N") == nil)
    let same = try FormTable(columns: columns, rows: [["x", 1], ["y", .null]])
    #expect(table == same && table.hashValue == same.hashValue)
    #expect(try table != FormTable(columns: columns, rows: [["x", 2], ["y", .null]]))
  }

  @Test("A column in languages stands for a column of text of the table")
  func columnsInLanguages() throws {
    let title = TableColumn("title", languages: ["en": "a", "fr": "b"])
    let table = try FormTable(columns: [title, "a", "b"], rows: [["x", "y"], ["z", .null]])
    #expect(table.columns.map(\.name) == ["a", "b", "title"])
    func read(_ tag: String?, fallback: String? = nil) throws -> FormTable {
      table.read(
        in: try tag.map { try LanguageTag($0) }, fallback: try fallback.map { try LanguageTag($0) })
    }
    #expect(try read("fr-CH")[0, 2] == "y" && read("en")[0, 2] == "x" && read(nil)[1, 2] == "z")
    #expect(try read("de", fallback: "fr")[1, 2] == .null)
    #expect(try read("de", fallback: "it")[1, 2] == "z")
    // Each language has one index, which all forms share.
    #expect(try read("fr").contents === read("fr-FR").contents)
    #expect(try read("fr").contents !== read("en").contents)

    func said(_ columns: TableColumn...) -> String {
      says { try FormTable(columns: columns, rows: []) }
    }
    #expect(said(title) == "a table needs columns")
    #expect(
      said("a", "bb", title)
        == "the column 'title' in fr reads the column 'b', which the table does not have; "
        + "did you mean bb?")
    #expect(
      said("a", TableColumn("b", type: .int), title)
        == "the column 'title' in fr reads the column 'b', which holds a whole number, not text; "
        + "name a column of text")
    #expect(
      said("a", TableColumn("b", languages: ["en": "a"]), title)
        == "the column 'title' in fr reads the column 'b', which is in languages itself; "
        + "name a column of text")
    #expect(
      says { try FormTable(columns: [title, "a", "b"], rows: [["x", "y", "z"]]) }
        == "row 0 has 3 values, but the table has 2 columns")
  }

  @Test("Each of many columns in languages reads its own column", arguments: [40])
  func manyColumnsInLanguages(count: Int) throws {
    let own = (0..<count).map { TableColumn("n\($0)") }
    let titles = (0..<count).map { TableColumn("t\($0)", languages: ["en": "n\(count - 1 - $0)"]) }
    let table = try FormTable(
      columns: titles + own, rows: [(0..<count).map { .string("\($0)") }])
    let read = table.read(in: try LanguageTag("en"), fallback: nil)
    #expect((0..<count).allSatisfy { read[0, count + $0] == .string("\(count - 1 - $0)") })
  }

  @Test("An index finds rows by the equality of the language")
  func index() throws {
    let table = try FormTable(
      columns: [TableColumn("v", type: .decimal), "t"],
      rows: [[1, "a"], [.null, "1"], [2, "A"], [1, "a"], [.null, "b"]])
    func rows(_ column: Int, _ value: Value) -> [Int] {
      Array(table.contents.rows(where: column, equals: value))
    }
    #expect(rows(0, 1) == [0, 3] && rows(0, 1.0) == [0, 3] && rows(0, true) == [0, 3])
    #expect(rows(0, .null) == [1, 4] && rows(0, "1").isEmpty && rows(0, 3).isEmpty)
    #expect(rows(1, "a") == [0, 3] && rows(1, "A") == [2] && rows(1, 1).isEmpty)
    let duplicate = try #require(table.contents.index(of: 0).duplicate)
    #expect(duplicate == (3, 0))
    #expect(table.contents.choices(in: 0) == [1.0, 2.0])
  }

  @Test("SUBQUERY over a table takes the steps of what an equality finds")
  func subqueryTakesStepsOfMatches() throws {
    let table = try FormTable(
      columns: ["code", TableColumn("n", type: .int)],
      rows: (0..<50_000).map { [.string("c\($0 / 2)"), .int(Int64($0))] })
    func form(_ condition: String) throws -> Form {
      let json = """
        { "tables": { "t": { "columns": ["code", { "name": "n", "type": "int" }], "rows": [] } },
          "sections": [{ "rows": [
            { "tag": "a", "type": "text", "value": "c7" },
            { "tag": "b", "type": "int",
              "calculated": "SUBQUERY(table('t'), $r, \(condition)).@sum.n" }] }] }
        """
      var limits = FormLimits.standard
      limits.texts.steps = 1000
      return try CompiledForm.compile(json: json.utf8, tables: ["t": table], limits: limits)
        .open(now: .distantPast)
    }
    #expect(try form("$r.code == $a")["b"]?.value == 29)
    #expect(try form("$r.n > 14 AND $a == $r.code")["b"]?.value == 15)
    let scanned = try form("$r.code == $a OR $r.n < 0")
    #expect(scanned["b"]?.value == .null && scanned.problems.count == 1)
  }

  private static let form = """
    { "tables": { "t": { "file": "t.csv", "columns": [{ "name": "n", "type": "int" }] } },
      "sections": [{ "rows": [
        { "tag": "a", "type": "push", "options": { "table": "t", "value": "code" } },
        { "tag": "b", "type": "int", "calculated": "lookup('t', 'code', $a, 'n')" }] }] }
    """

  private func problems(
    _ form: String = form, tables: [String: FormTable] = [:],
    readFile: ((String) throws -> [UInt8])? = nil, limits: FormLimits = .standard
  ) -> [String] {
    do {
      let compiled = try CompiledForm.compile(
        json: form.utf8, tables: tables, readFile: readFile, limits: limits)
      return compiled.warnings.map(\.message)
    } catch { return error.problems.map(\.message) }
  }

  @Test("A host hands in the table of a file, or its bytes")
  func files() throws {
    struct Missing: Error, CustomStringConvertible { let description = "there is no such file" }
    #expect(
      problems()
        == ["the rows of the table are in the file 't.csv', which was not handed in"])
    #expect(problems { _ in throw Missing() } == ["there is no such file"])
    #expect(
      problems { _ in Array("code,n\nx,y\n".utf8) }
        == ["t.csv:2:3: column 'n' holds a whole number, not 'y'"])
    var asked: [String] = []
    let compiled = try CompiledForm.compile(json: Self.form.utf8) { name in
      asked.append(name)
      return Array("code,n\nx,7\n".utf8)
    }
    #expect(asked == ["t.csv"] && compiled.tables["t"]?.rowCount == 1)
    var form = compiled.open(now: .distantPast)
    #expect(try form.set("a", to: "x").evaluatedCount == 1)
    #expect(form["b"]?.value == 7)

    let other = try FormTable(columns: ["code", TableColumn("n", type: .int)], rows: [["y", 8]])
    let given = try CompiledForm.compile(json: Self.form.utf8, tables: ["t": other])
    #expect(given.tables["t"] == other)
    let wrong = try FormTable(columns: ["code", "n"], rows: [])
    #expect(
      problems(tables: ["t": wrong])
        == ["the table that was handed in has text in the column 'n', not a whole number"])
    let short = try FormTable(columns: ["code"], rows: [])
    #expect(
      problems(tables: ["t": short]) == ["the table that was handed in has no column 'n'"])
  }

  @Test("A JSON file has columns and rows, and mistakes have places in it")
  func jsonFiles() {
    let form = Self.form.replacing("t.csv", with: "data/t.json")
    func said(_ json: String) -> [String] { problems(form) { _ in Array(json.utf8) } }
    #expect(
      said(#"{ "columns": ["code", { "name": "n", "type": "int" }], "rows": [["x", 1]] }"#) == [])
    #expect(
      said("{ \"columns\": [\"code\"],\n \"rows\": [[\"x\", 1]] }")
        == ["data/t.json:2:11: the row has 2 values, but the table has 1 column"])
    #expect(said("[]") == ["data/t.json:1:1: a table must be an object, but is a list"])
    #expect(said("{").count == 1)
    #expect(
      said(#"{ "columns": ["code"], "rows": [] }"#)
        == ["the table that was handed in has no column 'n'"])
  }

  @Test("A file, its bytes and a host's table have the columns that a column in languages reads")
  func columnsInLanguagesOfFiles() throws {
    let columns = #"[{ "name": "title", "languages": { "en": "a", "de": "b" } }]"#
    func form(_ file: String, _ more: String = "") -> String {
      #"{ "languages": ["en", "de"], "inputs": { "language": "de" }, "tables": { "t": "#
        + #"{ "file": "\#(file)", "columns": \#(columns) } }, "sections": [{ "rows": [\#(more) "#
        + #"{ "tag": "c", "type": "text", "calculated": "lookup('t', 'k', 'x', 'title')" }] }] }"#
    }
    func value(
      _ form: String, _ tables: [String: FormTable] = [:], _ file: String = ""
    ) throws -> Value? {
      try CompiledForm.compile(json: form.utf8, tables: tables) { _ in Array(file.utf8) }
        .open(now: .distantPast)["c"]?.value
    }
    #expect(try value(form("t.csv"), [:], "k,b,a\nx,drei,three\n") == "drei")
    let json = #"{ "columns": ["k", "a", "b"], "rows": [["x", "three", "drei"]] }"#
    #expect(try value(form("t.json"), [:], json) == "drei")
    let table = try FormTable(columns: ["b", "k", "a"], rows: [["3", "x", "III"]])
    #expect(try value(form("t.csv"), ["t": table]) == "3")

    let short = try FormTable(columns: ["k", "a"], rows: [])
    #expect(
      problems(form("t.csv"), tables: ["t": short])
        == ["the table that was handed in has no column 'b'"])
    let own = try FormTable(columns: ["k", "a", "b", "title"], rows: [])
    #expect(
      problems(form("t.csv"), tables: ["t": own])
        == [
          "the table that was handed in has values in the column 'title', which is in languages"
        ])
    #expect(
      problems(form("t.csv")) { _ in Array("k,a\n".utf8) }
        == [
          "t.csv: the column 'title' in de reads the column 'b', which the table does not have"
        ])
    let option = #"{ "tag": "o", "type": "push", "options": { "table": "t", "value": "title" } },"#
    #expect(
      problems(form("t.csv", option)) { _ in Array("k,a,b\n".utf8) }
        == ["the values of options are the same in every language, and 'title' is not"])
    let lacking = form("t.csv").replacing(#", "de": "b""#, with: "")
    #expect(
      problems(lacking) { _ in Array("k,a\n".utf8) } == ["the column 'title' has nothing for de"])
    let foreign = form("t.csv").replacing(#"["en", "de"]"#, with: #"["en"]"#)
      .replacing(#""language": "de""#, with: #""language": "en""#)
    #expect(
      problems(foreign) { _ in Array("k,a,b\n".utf8) }
        == ["the form does not declare the language 'de'"])
  }

  @Test("A table of the host alone, which the form does not declare")
  func tablesOfTheHost() throws {
    let form = FormDefinition {
      SectionDefinition {
        RowDefinition(.push, "a") { $0.options = .table(TableOptions("t", value: "code")) }
      }
    }
    #expect(throws: CompileFailure.self) { try CompiledForm(form) }
    let table = try FormTable(columns: ["code"], rows: [["x"], ["y"]])
    let live = LiveForm(try CompiledForm(form, tables: ["t": table]).open(now: .distantPast))
    #expect(live.form["a"]?.options?.map(\.value) == ["x", "y"])
    let other = try FormTable(columns: ["code"], rows: [["z"]])
    let changes = try live.replaceTable("t", with: other)
    #expect(changes?.changes.map(\.property) == [.options])
    #expect(changes?.changes.first?.because == ["t"])
    #expect(throws: LiveFormError.self) {
      try live.update(as: .user) { $0.replaceTable("t", with: table) }
    }
    #expect(live.form["a"]?.options?.map(\.value) == ["z"])
    #expect(live.form["a"]?.option(for: "z")?.value == "z")
    #expect(live.form["a"]?.option(for: "x") == nil)
  }

  @Test("All tables together have no more cells than the limit")
  func limits() {
    let table = #"{ "columns": ["a", "b"], "rows": [["1", "2"], ["3", "4"]] }"#
    let form = "{ \"tables\": { \"t\": \(table), \"u\": \(table) }, \"sections\": [] }"
    var limits = FormLimits()
    limits.tableCells = 8
    #expect(problems(form, limits: limits) == [])
    limits.tableCells = 7
    #expect(problems(form, limits: limits) == ["the tables have more than 7 cells"])
  }

  @Test("A filter costs what it finds, in a table of a hundred thousand rows")
  func cost() throws {
    let count = 100_000
    let rows = (0..<count).map { index -> [Value] in
      [.string("w\(index)"), .string("name of ward \(index)"), .string("lga \(index % 1_000)")]
    }
    let form = FormDefinition(tables: [
      TableDefinition("wards", try FormTable(columns: ["code", "name", "lga"], rows: rows))
    ]) {
      SectionDefinition {
        RowDefinition(.text, "lga")
        RowDefinition(.push, "ward") { row in
          row.options = .table(TableOptions("wards", value: "code", title: "name"))
          row.optionsFilter = "SELF.lga == $lga AND SELF.code != 'w7'"
        }
        RowDefinition(.push, "all") { $0.options = .table(TableOptions("wards", value: "code")) }
      }
    }
    let compiled = try CompiledForm(form)
    var live = compiled.open(now: .distantPast)
    let changes = try live.set("lga", to: "lga 7")
    #expect(changes.examinedRowCount == 100 && changes.evaluatedCount == 1)
    #expect(live["ward"]?.options?.count == 99)
    #expect(try live.set("lga", to: "nowhere").examinedRowCount == 0)
    // Copies and other forms share the indexes.
    var other = compiled.open(now: .distantPast)
    #expect(try other.set("lga", to: "lga 8").examinedRowCount == 100)
    #expect(live.state.tables === other.state.tables)
    try live.set("all", to: "w99999")
    #expect(live.canSubmit && live["all"]?.option(for: "w5") != nil)
  }
}
