// README and Docs are run: each form compiles, each command says what the page says, each piece of
// Swift is a snippet that the build compiles and that prints what its comments say. With
// UPDATE_TRANSCRIPTS=1 the output of the commands and the tables that follow from code are written
// anew.

import Foundation
import FormImport
import FormGraph
import Predicate
import Testing

@Suite("Pages")
struct PageTests {
  // MARK: - What may stand on a page

  @Test("Each block is of a kind that is run", arguments: Page.all)
  func kinds(_ page: Page) throws {
    let ci = try String(
      contentsOf: CommandRun.root.appending(path: ".ci/run"), encoding: .utf8)
    // Pages for people who come from another library also show how that one is written.
    let isOfAnother = page.path.hasPrefix("Docs/ComingFrom/")
    for block in page.blocks {
      let place: Comment = "\(page.path):\(block.start)"
      switch block.language {
      case "swift", "json", "console": break
      // Python/tests runs these.
      case "python": #expect(page.path == "Docs/Python.md", place)
      case "": #expect(isOfAnother, place)
      case "sh":
        for line in block.lines {
          let command = line.replacingOccurrences(of: "swift run formeval ", with: "$ formeval ")
          #expect(ci.contains(line) || page.lines.contains(command), place)
        }
      default: Issue.record("an unknown block at \(place)")
      }
    }
  }

  @Test("The pages are there, and README is short")
  func areFound() throws {
    #expect(Page.all.count > 8)
    #expect(try #require(Page("README.md")).lines.count <= 135)
  }

  // MARK: - Forms

  @Test("Each form compiles without a warning", arguments: Page.all)
  func forms(_ page: Page) throws {
    for block in page.blocks("json") {
      let text = Self.form(block.text)
      let place: Comment = "\(page.path):\(block.start)"
      do {
        let form = try CompiledForm(
          FormDocument(importing: text.utf8), functions: Self.functions,
          readFile: { _ in Array("code,name,district,people\n".utf8) })
        // A form of questions is warned of where the original library does something else.
        let isOfAnother = text.contains("\"questions\"")
        #expect(isOfAnother || form.warnings.map(\.message) == [], place)
      } catch {
        Issue.record("\(place): \(error)")
      }
    }
  }

  /// The functions that forms on pages name.
  static let functions: [String: FormFunction] = [
    "isAdult": { arguments in
      if case .int(let age) = try arguments["age"] { .bool(age >= 18) } else { false }
    },
    "isFree": { arguments in try arguments["SELF"] == "Ana" ? "Taken." : true },
  ]

  /// A whole form around what a page shows: a form, a section, a row or several rows.
  static func form(_ text: String) -> String {
    let keys =
      switch try? JSONReader.read(Array(text.utf8)).value {
      case .dictionary(let object)?: object.keys
      case .array?: ["", "type"]
      default: ["sections"]
      }
    if keys.contains("sections") || keys.contains("questions") { return text }
    if keys.contains("rows") || keys.contains("kind") { return #"{ "sections": [\#(text)] }"# }
    let rows = keys.first == "" ? text : "[\(text)]"
    return #"{ "sections": [{ "rows": \#(rows) }] }"#
  }

  // MARK: - Commands

  private static let isUpdating =
    ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1"

  @Test(
    "Each command says what the page says, and each table what the code says",
    arguments: Page.all)
  func commands(_ page: Page) throws {
    var page = page
    // From the end, because a table that is written may have another length.
    for (name, range) in PageTables.places(in: page.lines).reversed() {
      let table = try #require(PageTables.all[name], "\(page.path): \(name)")
      if Self.isUpdating {
        try page.replace(range, by: table)
      } else {
        #expect(Array(page.lines[range]) == table, "\(page.path): the table \(name)")
      }
    }
    guard !page.blocks("console").isEmpty else { return }
    let shell = try Shell()
    defer { shell.remove() }
    // What is written may have another length, so that the blocks below move.
    for index in page.blocks.indices {
      let block = page.blocks[index]
      switch block.language {
      case "json": try shell.write(Self.form(block.text) + "\n", to: "form.json")
      case "console":
        let found = try shell.session(block.lines)
        if Self.isUpdating {
          try page.replace(block.start..<(block.start + block.lines.count), by: found)
        } else {
          #expect(
            found.joined(separator: "\n") == block.text, "\(page.path):\(block.start)")
        }
      default: break
      }
    }
  }

  // MARK: - Swift

  @Test("Swift on a page is a snippet, which prints what its comments say", arguments: Page.all)
  func snippets(_ page: Page) throws {
    let shown = page.blocks("swift").map(\.text)
    guard !shown.isEmpty else { return }
    let name = page.name.prefix(1) + (page.name == "README" ? "eadme" : page.name.dropFirst())
    let snippet = try String(
      contentsOf: CommandRun.root.appending(path: "Snippets/\(name).swift"), encoding: .utf8)
    let parts = snippet.components(separatedBy: "// snippet.show\n").dropFirst().map { part in
      String(part.prefix(upTo: part.range(of: "// snippet.hide")?.lowerBound ?? part.endIndex))
        .trimmingCharacters(in: .newlines)
    }
    #expect(shown == parts)
    let (output, status) = try CommandRun.output(of: [], named: String(name))
    #expect(status == 0)
    #expect(
      output.split(separator: "\n").map(String.init) == Self.printed(snippet), "\(page.path)")
  }

  /// What the comments of a snippet say that it prints: those at the end of a line, and those below
  /// a line that prints.
  private static func printed(_ snippet: String) -> [String] {
    var printed: [String] = []
    var isBelowPrint = false
    for line in snippet.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("// snippet.") {
        isBelowPrint = false
      } else if code.hasPrefix("// ") {
        if isBelowPrint { printed.append(String(code.dropFirst(3))) }
      } else if let comment = line.range(of: "  // ") {
        printed.append(String(line[comment.upperBound...]))
        isBelowPrint = false
      } else {
        isBelowPrint = code.contains("print(")
      }
    }
    return printed
  }

  @Test("Each snippet stands on a page")
  func allSnippetsAreShown() throws {
    let pages = Set(Page.all.filter { !$0.blocks("swift").isEmpty }.map { $0.name.lowercased() })
    let snippets = try FileManager.default.contentsOfDirectory(
      atPath: CommandRun.root.appending(path: "Snippets").path)
    #expect(Set(snippets.map { $0.lowercased().replacing(".swift", with: "") }) == pages)
  }

  // MARK: - Links

  @Test("Each link leads to a file and a heading")
  func links() throws {
    let others = ["ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "Grammar", "SECURITY"]
    var anchors: [String: [String]] = [:]
    let pages = Page.all + (others + ["Benchmarks/README"]).compactMap { Page("\($0).md") }
    for page in pages {
      let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
      for link in page.prose.flatMap(Self.links) where !link.hasPrefix("http") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty
          ? page.path
          : URL(filePath: "/\(folder)/\(parts[0])").standardized.path.dropFirst().description
        let url = CommandRun.root.appending(path: target)
        #expect(FileManager.default.fileExists(atPath: url.path), "\(page.path): \(link)")
        guard parts.count == 2 else { continue }
        let known = anchors[target] ?? Page(target)?.headings.map(Self.anchor) ?? []
        anchors[target] = known
        #expect(known.contains(String(parts[1])), "\(page.path): \(link)")
      }
    }
  }

  private static func links(in line: String) -> [String] {
    line.components(separatedBy: "](").dropFirst().compactMap {
      $0.split(separator: ")", omittingEmptySubsequences: false).first.map(String.init)
    }
  }

  private static func anchor(_ heading: String) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacing(" ", with: "-")
  }
}

/// A shell in a folder of its own, in which the command and the examples are found.
struct Shell {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Examples", "Schema"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: CommandRun.root.appending(path: name))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// The lines of a session with what its commands say now.
  ///
  /// A command stands behind `$ `, the lines of text that it is given with `<<` behind `> `.
  func session(_ lines: [String]) throws -> [String] {
    var found: [String] = []
    var command: [String] = []
    func run() throws {
      guard !command.isEmpty else { return }
      found += try output(of: command.joined(separator: "\n"))
      command = []
    }
    for line in lines {
      if line.hasPrefix("$ ") {
        try run()
        command = [String(line.dropFirst(2))]
        found.append(line)
      } else if line.hasPrefix("> "), command.first?.contains("<<") == true {
        command.append(String(line.dropFirst(2)))
        found.append(line)
      }
    }
    try run()
    return found
  }

  func output(of command: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment.filter { $0.key != "NO_COLOR" }
    let products = CommandRun.executable.deletingLastPathComponent().path
    environment["PATH"] = "\(products):\(environment["PATH"] ?? "/usr/bin:/bin")"
    process.environment = environment
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    let status = process.terminationStatus
    return lines + (status == 0 ? [] : ["[exit \(status)]"])
  }
}
