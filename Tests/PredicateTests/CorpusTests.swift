// The collected texts of others: what every one of them must come to. A row is data; one `check`
// for each kind of row says what is asked of it.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct CorpusTests {
  static let context = EvaluationContext(
    now: Date(timeIntervalSinceReferenceDate: 800_000_000), randomBits: { 1 << 63 })

  private func condition(_ row: CorpusRow) throws(BuildError) -> Condition {
    if let arguments = row.arguments {
      try Condition(format: row.text, arguments: arguments)
    } else {
      try Condition(row.text)
    }
  }

  /// Checks every row of a file and says how many were right; a check gives what is wrong.
  private func walk(
    _ file: String, _ count: Int, _ check: (CorpusRow) throws -> String?
  ) throws {
    let rows = try CorpusRow.rows(of: file, beside: #filePath)
    #expect(rows.count == count)
    var right = 0
    for row in rows {
      if let wrong = try check(row) {
        Issue.record("\(row.id): \(row.text)\n\(wrong)")
      } else {
        right += 1
      }
    }
    print("corpus: \(file): \(rows.count) rows tried, \(right) right")
  }

  // MARK: - Evaluation

  @Test func evaluation() throws {
    try walk("evaluation.jsonl", 580) { row in
      do {
        let result = try condition(row).evaluate(
          row.object, variables: row.variables, context: Self.context)
        return row["expect"] == .bool(result) ? nil : "is \(result)"
      } catch let error as EvaluationError {
        return row.string("expect") == "error" ? nil : "\(error)"
      } catch {
        return "\(error)"
      }
    }
  }

  // MARK: - Legal texts

  private func wrongOfValid(_ row: CorpusRow) -> String? {
    let outcome = row.string("outcome")
    do throws(SyntaxError) {
      _ = try SyntaxTree(predicate: row.text)
      if outcome == "syntax" { return "parses" }
    } catch {
      return outcome == "syntax" ? nil : "\(error)"
    }
    do throws(BuildError) {
      _ = try condition(row)
      return outcome == "builds" ? nil : "builds"
    } catch {
      guard case .refused(let refusal) = error else { return "\(error)" }
      let message = refusal.diagnostic.message
      let isRight =
        switch outcome {
        case "refused": message.contains(row.string("reason") ?? "?")
        case "template": message.hasPrefix("no argument")
        default: false
        }
      return isRight ? nil : "\(error)"
    }
  }

  @Test func valid() throws { try walk("valid.jsonl", 548, wrongOfValid) }

  /// Conditions of forms, with the variables each reads.
  @Test func conditions() throws {
    try walk("conditions.jsonl", 107) { row in
      let tree =
        row.string("outcome") == "expression"
        ? try SyntaxTree(expression: row.text) : try SyntaxTree(predicate: row.text)
      return tree.variables == row.strings("variables") ? nil : "reads \(tree.variables)"
    }
  }

  // MARK: - Texts that are none

  @Test func invalid() throws {
    try walk("invalid.jsonl", 89) { row in
      do throws(SyntaxError) {
        _ = try SyntaxTree(predicate: row.text)
        return row.string("contested") == nil ? "parses" : nil
      } catch {
        return row.int("column") == error.diagnostic.range.lowerBound ? nil : "\(error)"
      }
    }
  }

  // MARK: - Canonical text

  @Test func canonical() throws {
    try walk("canonical.jsonl", 37) { row in
      let tree = try SyntaxTree(predicate: row.text)
      let text = row.arguments == nil ? tree.description : try condition(row).description
      return text == row.string("canonical") ? nil : "prints \(text)"
    }
  }
}
