// Grammar.md, run: every row of every table and every block of messages. What this file cannot read
// fails, so the page holds nothing that is not checked.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct GrammarTests {
  private let lines: [String]
  private var subject = Subject()

  init() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Grammar.md")
    lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let json = blocks("json").first?.joined(separator: "\n") ?? ""
    guard case .dictionary(let given) = try Subject.value(json) else { return }
    subject.object = given["object"] ?? .null
    if case .dictionary(let named)? = given["variables"] {
      subject.variables = Dictionary(zip(named.keys, named.values)) { $1 }
    }
  }

  /// The fenced blocks of a language.
  private func blocks(_ language: String) -> [[String]] {
    var blocks: [[String]] = []
    var open: String?
    for line in lines {
      if line.hasPrefix("```") {
        open = open == nil ? String(line.dropFirst(3)) : nil
        if open == language { blocks.append([]) }
      } else if open == language {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  /// The rows of all tables: the heading, and the two cells without their backticks.
  private func rows() -> [(line: Int, heading: String, text: String, result: String)] {
    var rows: [(Int, String, String, String)] = []
    var heading: String?
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("|") else {
        heading = nil
        continue
      }
      let cells = line.replacingOccurrences(of: "\\|", with: "\u{1}")
        .split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\u{1}", with: "|")
        }
      if heading == nil {
        heading = cells.joined(separator: " | ")
      } else if !line.hasPrefix("| ---") {
        let isRead =
          cells.count == 2 && cells.allSatisfy { $0.count > 2 && $0.first == "`" && $0.last == "`" }
        #expect(isRead, "Grammar.md:\(index + 1) cannot be read")
        guard isRead, let heading else { continue }
        rows.append(
          (
            index + 1, heading, String(cells[0].dropFirst().dropLast()),
            String(cells[1].dropFirst().dropLast())
          ))
      }
    }
    return rows
  }

  @Test func tables() throws {
    let rows = rows()
    #expect(rows.count > 300)
    for (line, heading, text, result) in rows {
      let found: String?
      switch heading {
      case "Text | Result": found = subject.outcome(of: text).withoutPlace
      case "Extended text | Result": found = extended("UTC").outcome(of: text).withoutPlace
      case "Extended text | Result in Europe/Berlin":
        found = extended("Europe/Berlin").outcome(of: text).withoutPlace
      case "Text of device management | Result":
        var subject = subject
        subject.object = DeviceManagementTests.report
        subject.functions = .deviceManagement
        found = subject.outcome(of: text).withoutPlace
      case "Text | Canonical text": found = try SyntaxTree(predicate: text).description
      case "Text | Same as":
        let trees = try [text, result].map { try SyntaxTree(predicate: $0) }
        found = trees[0] == trees[1] ? result : "something else"
      case "Text | Warning":
        found = try Condition(text).warnings.map(\.message).joined(separator: "; ")
      case "Limit | Default": found = Self.limits[text].map(String.init)
      default: found = nil
      }
      #expect(found == result, "Grammar.md:\(line): \(text)")
    }
    print("Grammar.md: \(rows.count) rows run")
  }

  /// The subject of texts that may call all functions.
  private func extended(_ zone: String) -> Subject {
    var subject = subject
    subject.functions = .extended
    subject.context.timeZone = TimeZone(named: zone) ?? .gmt
    subject.context.identity = "Grammar.md"
    return subject
  }

  private static var limits: [String: Int] {
    let limits = Limits.standard
    return [
      "textLength": limits.textLength, "nameLength": limits.nameLength, "nesting": limits.nesting,
      "nodes": limits.nodes,
      "aggregateElements": limits.aggregateElements, "patternsLength": limits.patternsLength,
      "steps": limits.steps,
    ]
  }

  @Test func messages() {
    let blocks = blocks("message")
    #expect(blocks.count > 8)
    for block in blocks {
      let text = block.prefix { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
      let expected = block.drop { $0.hasPrefix("> ") }.joined(separator: "\n")
      #expect(subject.messages(about: text) == expected)
    }
  }

  /// The page names every word, function and operator there is, and every block is of a known kind.
  @Test func nothingIsLeftOut() {
    func words(_ block: String) -> Set<String> {
      Set(blocks(block).joined().flatMap { $0.split(separator: " ").map(String.init) })
    }
    let all = Keyword.allCases
    #expect(words("words") == Set(all.filter { !$0.isContextual }.map(\.rawValue)))
    #expect(words("contextual words") == Set(all.filter(\.isContextual).map(\.rawValue)))
    let texts = rows().map(\.text)
    for name in Callee.names {
      #expect(texts.contains { $0.contains(name + "(") || $0.contains(name + ":(") }, "\(name)")
    }
    for name in Callee.namesBeyondApple {
      #expect(texts.contains { $0.contains(name + "(") }, "\(name)")
    }
    for name in CollectionOperator.allCases.map(\.rawValue) {
      #expect(texts.contains { $0.contains("@\(name)") }, "@\(name)")
    }
    for symbol in ComparisonOperator.allCases.map(\.symbol) {
      #expect(texts.contains { $0.contains(symbol) }, "\(symbol)")
    }
    let known = ["```", "```json", "```ebnf", "```words", "```contextual words", "```message"]
    for line in lines where line.hasPrefix("```") { #expect(known.contains(line), "\(line)") }
  }
}

extension String {
  /// The result of a text without the ranges, hints and warnings that come with it.
  fileprivate var withoutPlace: String {
    let result = components(separatedBy: "; warning")[0]
    for kind in ["error", "refused", "syntax"] where result.hasPrefix(kind + " ") {
      let message = result.components(separatedBy: ": ").dropFirst().joined(separator: ": ")
      return kind + ": " + message.components(separatedBy: " (hint: ")[0]
    }
    return result
  }
}
