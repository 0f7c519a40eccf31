// A page of the documentation, read into what it shows: fenced blocks, tables, links and headings.
// The other files of this folder run, compile and compare all of it.

import Foundation
import Testing

/// A page in Markdown.
struct Page: CustomTestStringConvertible, Sendable {
  /// A fenced block.
  struct Block {
    /// The word behind the fence; empty where there is none.
    let language: String
    /// The nearest heading above.
    let heading: String
    /// Where the first line stands, from 0.
    let start: Int
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }
  }

  /// A row of a table, with the names of its columns.
  struct Row {
    let heading: String
    let columns: [String]
    let cells: [String]

    /// What stands in code in the first cell, each by itself.
    var names: [String] { Page.code(in: cells[0]) }
  }

  /// The path below the root of the package.
  let path: String
  private(set) var lines: [String]

  /// README and everything below Docs.
  static let all: [Page] = {
    let docs = FileManager.default.enumerator(atPath: CommandRun.root.appending(path: "Docs").path)
    let paths = (docs?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
    return (["README.md"] + paths.sorted().map { "Docs/\($0)" }).compactMap { Page($0) }
  }()

  init?(_ path: String) {
    let url = CommandRun.root.appending(path: path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    self.path = path
    lines = text.components(separatedBy: "\n")
  }

  var testDescription: String { path }

  /// The path without folders and ending.
  var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return String(file.dropLast(".md".count))
  }

  /// The fenced blocks, in order.
  var blocks: [Block] {
    var blocks: [Block] = []
    var heading = ""
    var open: (language: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if let (language, start) = open {
        guard line == "```" else { continue }
        blocks.append(
          Block(
            language: language, heading: heading, start: start, lines: Array(lines[start..<index])))
        open = nil
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 1)
      } else if line.hasPrefix("#") {
        heading = Self.title(of: line)
      }
    }
    return blocks
  }

  func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }

  /// The lines outside fenced blocks.
  var prose: [String] {
    var isOpen = false
    return lines.filter { line in
      let isFence = line.hasPrefix("```")
      defer { if isFence { isOpen.toggle() } }
      return !isFence && !isOpen
    }
  }

  /// The headings, without their signs.
  var headings: [String] { prose.filter { $0.hasPrefix("#") }.map(Self.title) }

  private static func title(of line: String) -> String {
    line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
  }

  /// The rows of all tables.
  var rows: [Row] {
    var rows: [Row] = []
    var heading = ""
    var columns: [String]?
    for line in prose {
      if line.hasPrefix("#") { heading = Self.title(of: line) }
      guard line.hasPrefix("|") else {
        columns = nil
        continue
      }
      let cells = Self.cells(of: line)
      if let columns, !line.hasPrefix("|---"), !line.hasPrefix("| ---") {
        rows.append(Row(heading: heading, columns: columns, cells: cells))
      }
      columns = columns ?? cells
    }
    return rows
  }

  private static func cells(of line: String) -> [String] {
    line.replacingOccurrences(of: "\\|", with: "\u{1}").split(
      separator: "|", omittingEmptySubsequences: false
    ).dropFirst().dropLast().map {
      $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\u{1}", with: "|")
    }
  }

  /// What stands between backticks.
  static func code(in text: String) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { String(parts[$0]) }
  }

  /// Writes the page with other lines in the place of some.
  mutating func replace(_ range: Range<Int>, by other: [String]) throws {
    lines.replaceSubrange(range, with: other)
    let url = CommandRun.root.appending(path: path)
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }
}
