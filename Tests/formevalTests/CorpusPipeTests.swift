// The collected texts of the language through the built command: every row of every corpus file is
// a line on one pipe, and what comes back must be what the corpus says. Rows are handed on as the
// bytes they are, so that what is tested includes the reading of numbers, dates and escapes.

import Foundation
import FormGraph
import Predicate
import Testing

@testable import formeval

@Suite("The corpus on a pipe")
struct CorpusPipeTests {
  /// A line for the command and what its answer must be.
  private struct Asked {
    let id: String
    let line: String
    let isExpected: (ValueDictionary) -> Bool
  }

  /// One row of a corpus file.
  private struct Row {
    let members: ValueDictionary
    /// The JSON of each member, as it is written.
    let sources: [String: String]

    func string(_ key: String) -> String? {
      if case .string(let text)? = members[key] { text } else { nil }
    }

    /// The row as a line for the command.
    func line(_ key: String = "format") -> String {
      let keys = [
        ("text", key), ("arguments", "args"), ("object", "object"), ("variables", "vars"),
      ]
      let parts = keys.compactMap { key, name in sources[key].map { "\"\(name)\": \($0)" } }
      return "{\(parts.joined(separator: ", "))}"
    }
  }

  private static let corpus = CommandRun.root.appending(path: "Tests/PredicateTests/Corpus")

  private static func rows(of name: String) throws -> [Row] {
    let data = try Data(contentsOf: corpus.appending(path: name))
    return try data.split(separator: UInt8(ascii: "\n")).map { line in
      let bytes = Array(line)
      let element = try JSONReader.read(bytes)
      guard case .object(let members) = element.content,
        case .dictionary(let values) = element.value
      else { throw Problem("a row is an object") }
      let sources = members.map {
        ($0.key, String(decoding: bytes[$0.element.range], as: UTF8.self))
      }
      return Row(members: values, sources: Dictionary(sources) { $1 })
    }
  }

  /// The answers of one run to some lines.
  private static func answers(
    to lines: [String], now: String, flags: [String] = []
  ) throws -> (answers: [ValueDictionary], status: Int32) {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = CommandRun.process(["--predicates", "-", "--now", now] + flags)
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let answers = try data.split(separator: UInt8(ascii: "\n")).map { line in
      guard case .dictionary(let answer) = try TypedJSON.value(of: JSONReader.read(Array(line)))
      else { throw Problem("an answer is an object") }
      return answer
    }
    return (answers, process.terminationStatus)
  }

  // MARK: - Rows

  private static func evaluation(_ row: Row) -> [Asked] {
    [
      Asked(id: row.string("id") ?? "", line: row.line()) { answer in
        row.string("expect") == "error"
          ? answer["stage"] == "eval" : answer["result"] == row.members["expect"]
      }
    ]
  }

  private static func valid(_ row: Row) -> [Asked] {
    let hasArguments = row.members["arguments"] != nil
    return [
      Asked(id: row.string("id") ?? "", line: row.line()) { answer in
        let error = if case .string(let text)? = answer["error"] { text } else { "" }
        let hasResult = answer["result"] != nil
        let isPrinted = answer["predicateFormat"] != nil
        return switch row.string("outcome") {
        case "syntax": answer["stage"] == "parse" && !isPrinted
        case "refused":
          answer["stage"] == "refused" && isPrinted && error.contains(row.string("reason") ?? "?")
        case "template" where hasArguments:
          answer["stage"] == "refused" && isPrinted && error.hasPrefix("no argument")
        case "template": answer["ok"] == true && isPrinted && !hasResult
        default: isPrinted && (hasResult || answer["stage"] == "eval")
        }
      }
    ]
  }

  private static func invalid(_ row: Row) -> [Asked] {
    [
      Asked(id: row.string("id") ?? "", line: row.line()) { answer in
        guard answer["stage"] == "parse" else { return row.members["contested"] != nil }
        guard case .array(let range)? = answer["range"] else { return false }
        return range.count == 2 && range[0] == row.members["column"]
      }
    ]
  }

  /// The variables of a condition are listed without values; given all, it lacks none.
  private static func condition(_ row: Row) -> [Asked] {
    guard case .array(let names)? = row.members["variables"] else { return [] }
    let vars = names.map { "\(JSONWriter.text(of: $0)): null" }.joined(separator: ", ")
    let key = row.string("outcome") == "expression" ? "formula" : "format"
    let line = "{\"\(key)\": \(row.sources["text"] ?? ""), \"vars\": {\(vars)}}"
    return [
      Asked(id: row.string("id") ?? "", line: line) { answer in
        let error = if case .string(let text)? = answer["error"] { text } else { "" }
        return answer["predicateFormat"] != nil && !error.hasPrefix("no value was given")
          && (answer["ok"] == true || answer["stage"] == "eval")
      }
    ]
  }

  private static func canonical(_ row: Row) -> [Asked] {
    [
      Asked(id: row.string("id") ?? "", line: row.line()) {
        $0["predicateFormat"] == row.members["canonical"]
      }
    ]
  }

  @Test("Every row of every file, in one run")
  func everyRow() throws {
    let files: [(name: String, asked: (Row) -> [Asked])] = [
      ("evaluation.jsonl", Self.evaluation), ("valid.jsonl", Self.valid),
      ("invalid.jsonl", Self.invalid), ("conditions.jsonl", Self.condition),
      ("canonical.jsonl", Self.canonical),
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(files.map(\.name).sorted() == found.filter { $0.hasSuffix(".jsonl") }.sorted())

    let asked = try files.flatMap { file in try Self.rows(of: file.name).flatMap(file.asked) }
    #expect(asked.count >= 1300)
    // The time and the chance of the corpus' own test play no part in what its rows come to.
    let (answers, status) = try Self.answers(to: asked.map(\.line), now: "2026-05-09T06:13:20Z")
    #expect(status == 1)
    try #require(answers.count == asked.count)
    for (asked, answer) in zip(asked, answers) {
      #expect(
        asked.isExpected(answer),
        "\(asked.id)\n\(asked.line)\n\(JSONWriter.text(of: .dictionary(answer)))")
    }
  }

  // MARK: - Tables

  /// A row of a table of semantics.
  private struct TableRow {
    let place: String
    /// The row as a line for the command.
    let line: String
    let expected: String
    /// Which functions it may call, and where.
    let flags: [String]
  }

  /// The rows of the tables of semantics, each with what it must come to.
  private static func tables() throws -> [TableRow] {
    let folder = corpus.appending(path: "semantics")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.flatMap { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      var given = ["@object": "null", "@variables": "{}"]
      var rows: [TableRow] = []
      var (functions, zone) = ("apple", "UTC")
      for (index, line) in text.components(separatedBy: "\n").enumerated() {
        if line.isEmpty || line.hasPrefix("# ") { continue }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        if ["@object", "@variables", "@arguments"].contains(words[0]) {
          given[words[0]] = words[1]
          continue
        }
        switch words[0] {
        case "@functions":
          functions = words[1]
          continue
        case "@zone":
          zone = words[1]
          continue
        default: break
        }
        let parts = line.components(separatedBy: " --> ")
        let set = FunctionSet(rawValue: functions) ?? .apple
        let isFormula =
          (try? SyntaxTree(predicate: parts[0], functions: set)) == nil
          && (try? SyntaxTree(expression: parts[0], functions: set)) != nil
        let question =
          "{\"\(isFormula ? "formula" : "format")\": \(JSONWriter.text(of: .string(parts[0]))), "
          + (given["@arguments"].map { "\"args\": \($0), " } ?? "")
          + "\"object\": \(given["@object"] ?? ""), \"vars\": \(given["@variables"] ?? "")}"
        let flags = ["--functions", functions, "--time-zone", zone]
        rows.append(
          TableRow(
            place: "\(name):\(index + 1)", line: question, expected: parts.dropFirst().joined(),
            flags: flags))
      }
      return rows
    }
  }

  /// A value with its kind, as the tables write it.
  private static func notation(_ value: Value) -> String {
    func list(_ values: [Value]) -> String { values.map(notation).joined(separator: ", ") }
    return switch value {
    case .array(let elements): "{\(list(elements))}"
    case .set(let set): "{(\(list(set.elements)))}"
    case .dictionary(let members):
      "{"
        + zip(members.keys, members.values).map { "\($0) = \(notation($1))" }
        .joined(separator: ", ") + "}"
    default: value.description
    }
  }

  /// An answer as the tables write it.
  private static func notation(_ answer: ValueDictionary) -> String {
    func finding(_ members: ValueDictionary, _ key: String) -> String {
      guard case .string(let text)? = members[key], case .array(let range)? = members["range"],
        range.count == 2
      else { return "?" }
      let hint = if case .string(let hint)? = members["hint"] { " (hint: \(hint))" } else { "" }
      return "\(range[0])..<\(range[1]): \(text)\(hint)"
    }
    let stages: [Value: String] = ["eval": "error", "refused": "refused", "parse": "syntax"]
    var text =
      if let value = answer["result"] ?? answer["value"] {
        notation(value)
      } else {
        "\(answer["stage"].flatMap { stages[$0] } ?? "template") \(finding(answer, "error"))"
      }
    // A table says only what is refused.
    guard case .array(let warnings)? = answer["warnings"], answer["stage"] != "refused" else {
      return text
    }
    for case .dictionary(let warning) in warnings {
      text += "; warning \(finding(warning, "text"))"
    }
    return text.replacingOccurrences(of: "\n", with: "\\n")
  }

  @Test("Every row of the tables of semantics, with values, places, hints and warnings")
  func everyTable() throws {
    let rows = try Self.tables()
    #expect(rows.count >= 1000)
    var answered: [(TableRow, ValueDictionary)] = []
    for (flags, rows) in Dictionary(grouping: rows, by: \.flags) {
      let (answers, _) = try Self.answers(
        to: rows.map(\.line), now: "2024-05-01T10:30:00Z", flags: flags)
      try #require(answers.count == rows.count)
      answered += zip(rows, answers)
    }
    for (row, answer) in answered {
      let found = Self.notation(answer)
      switch (found, answer["kind"]) {
      case ("nil", "double"):
        // What JSON has no number for.
        #expect(["nan", "inf", "-inf"].contains(row.expected.prefix { $0 != ";" }), "\(row.place)")
      case (_, _) where answer["ok"] == true && answer["result"] == nil && answer["value"] == nil:
        #expect(row.expected.contains("use Condition(format:)"), "\(row.place)")
      case (_, _) where row.line.contains("random"):
        // Only a test in the same process can say what chance gives.
        #expect(answer["ok"] == true || found == row.expected, "\(row.place)")
      default: #expect(found == row.expected, "\(row.place)\n\(row.line)")
      }
    }
  }
}
