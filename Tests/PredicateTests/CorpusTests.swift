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

  // MARK: - Evaluation

  private func checkEvaluation(_ row: CorpusRow) {
    do {
      let result = try condition(row).evaluate(
        row.object, variables: row.variables, context: Self.context)
      #expect(row["expect"] == .bool(result), "\(row.id): \(row.text) is \(result)")
    } catch let error as EvaluationError {
      #expect(row.string("expect") == "error", "\(row.id)\n\(error)")
    } catch {
      Issue.record("\(row.id)\n\(error)")
    }
  }

  @Test func evaluation() throws {
    let rows = try CorpusRow.rows(of: "evaluation.jsonl", beside: #filePath)
    #expect(rows.count == 580)
    rows.forEach(checkEvaluation)
  }

  // MARK: - Legal texts

  private func checkValid(_ row: CorpusRow) {
    do throws(SyntaxError) {
      _ = try SyntaxTree(predicate: row.text)
      #expect(row.string("outcome") != "syntax", "\(row.id): \(row.text) parses")
    } catch {
      #expect(row.string("outcome") == "syntax", "\(row.id)\n\(error)")
      return
    }
    do throws(BuildError) {
      _ = try condition(row)
      #expect(row.string("outcome") == "builds", "\(row.id): \(row.text) builds")
    } catch {
      guard case .refused(let refusal) = error else {
        Issue.record("\(row.id)\n\(error)")
        return
      }
      let message = refusal.diagnostic.message
      switch row.string("outcome") {
      case "refused": #expect(message.contains(row.string("reason") ?? "?"), "\(row.id)\n\(error)")
      case "template": #expect(message.hasPrefix("no argument"), "\(row.id)\n\(error)")
      default: Issue.record("\(row.id)\n\(error)")
      }
    }
  }

  @Test func valid() throws {
    let rows = try CorpusRow.rows(of: "valid.jsonl", beside: #filePath)
    #expect(rows.count == 548)
    rows.forEach(checkValid)
  }

  /// Conditions of forms, with the variables each reads.
  @Test func conditions() throws {
    let rows = try CorpusRow.rows(of: "conditions.jsonl", beside: #filePath)
    #expect(rows.count == 107)
    for row in rows {
      do throws(SyntaxError) {
        let tree =
          row.string("outcome") == "expression"
          ? try SyntaxTree(expression: row.text) : try SyntaxTree(predicate: row.text)
        #expect(tree.variables == row.strings("variables"), "\(row.id): \(row.text)")
      } catch {
        Issue.record("\(row.id)\n\(error)")
      }
    }
  }

  // MARK: - Texts that are none

  private func checkInvalid(_ row: CorpusRow) {
    do throws(SyntaxError) {
      _ = try SyntaxTree(predicate: row.text)
      #expect(row.string("contested") != nil, "\(row.id): \(row.text) parses")
    } catch {
      #expect(row.int("column") == error.diagnostic.range.lowerBound, "\(row.id)\n\(error)")
    }
  }

  @Test func invalid() throws {
    let rows = try CorpusRow.rows(of: "invalid.jsonl", beside: #filePath)
    #expect(rows.count == 89)
    rows.forEach(checkInvalid)
  }

  // MARK: - Canonical text

  private func checkCanonical(_ row: CorpusRow) {
    do throws(SyntaxError) {
      let tree = try SyntaxTree(predicate: row.text)
      let text = row.arguments == nil ? tree.description : try? condition(row).description
      #expect(text == row.string("canonical"), "\(row.id): \(row.text)")
    } catch {
      Issue.record("\(row.id)\n\(error)")
    }
  }

  @Test func canonical() throws {
    let rows = try CorpusRow.rows(of: "canonical.jsonl", beside: #filePath)
    #expect(rows.count == 37)
    rows.forEach(checkCanonical)
  }
}
