import Foundation
import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("Coverage of conditions")
struct ConditionCoverageTests {
  /// A condition over A, B and C, the outcomes that tests give them, and what is then covered.
  struct Row: CustomTestStringConvertible {
    let text: String
    let outcomes: String
    let seen: String
    let decided: String
    var testDescription: String { "\(text): \(outcomes)" }
  }

  static let rows = [
    Row(text: "A AND B", outcomes: "TT FF", seen: "3/4", decided: "1/2"),
    Row(text: "A AND B", outcomes: "TT TF FF", seen: "4/4", decided: "2/2"),
    Row(text: "A OR B", outcomes: "FF TF", seen: "3/4", decided: "1/2"),
    Row(text: "(A OR B) AND C", outcomes: "TFT FFT TFF", seen: "5/6", decided: "2/3"),
    Row(text: "(A OR B) AND C", outcomes: "TFT FTT FFT TFF", seen: "6/6", decided: "3/3"),
    Row(text: "A OR (B AND C)", outcomes: "FFT FTT FTF TFT", seen: "6/6", decided: "3/3"),
    Row(text: "A AND B AND C", outcomes: "TTT FFF", seen: "4/6", decided: "1/3"),
    Row(
      text: "(A AND B) OR (A AND C)", outcomes: "TTT TFT TFF FTT FTF TTF", seen: "8/8",
      decided: "3/4"),
    Row(text: "NOT (A OR B)", outcomes: "TF FT FF", seen: "4/4", decided: "2/2"),
  ]

  private func coverage(_ row: Row) throws -> ConditionCoverage.Condition {
    let text = row.text.split(separator: " ").map { word in
      guard !["AND", "OR", "NOT"].contains(word), let name = word.first(where: \.isLetter) else {
        return String(word)
      }
      return String(word).replacing("\(name)", with: "$\(name) == 1")
    }.joined(separator: " ")
    let json = """
      {"sections": [{"rows": [{"tag": "A", "type": "int"}, {"tag": "B", "type": "int"},
        {"tag": "C", "type": "int"}, {"type": "label", "hidden": "\(text)"}]}]}
      """
    let bytes = Array(json.utf8)
    var form = try CompiledForm.compile(json: bytes).open(now: .distantPast)
    var coverage = ConditionCoverage(form, root: try JSONReader.read(bytes))
    for outcome in row.outcomes.split(separator: " ") {
      for (name, letter) in zip(["A", "B", "C"], outcome) {
        try form.update { $0.set(name, to: Value.int(letter == "T" ? 1 : 0)) }
      }
      coverage.observe(form)
    }
    return try #require(coverage.conditions.first)
  }

  @Test("Each comparison that decided by itself is counted", arguments: rows)
  func decided(_ row: Row) throws {
    let condition = try coverage(row)
    let decided = condition.parts.count(where: \.isDecided)
    #expect("\(decided)/\(condition.parts.count)" == row.decided)
    #expect(condition.resultCount == 2)
    #expect(condition.parts.contains(where: \.isCoupled) == (row.decided == "3/4"))
  }

  @Test("The table itself, with comparisons that were not evaluated")
  func table() {
    var table = DecisionTable(partCount: 2)
    table.insert([true, true], result: true)
    table.insert([false, nil], result: false)
    #expect(table.outcomeCount == 3)
    #expect(table.decided == [true, false])
    table.insert([true, false], result: false)
    #expect(table.outcomeCount == 4)
    #expect(table.decided == [true, true])
    #expect(table.trueCount == 1 && table.falseCount == 2)
  }
}
