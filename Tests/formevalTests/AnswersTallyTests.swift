// The summary of many answers: what is counted together, and what is listed.

import Foundation
import FormGraph
import TestSupport
import Testing

@testable import formeval

@Suite("The summary of answers")
struct AnswersTallyTests {
  private let lists = """
    {"sections": [
      {"tag": "visits", "kind": "multivalued", "template": {"rows": [
        {"tag": "dose", "type": "int", "minimum": 1}]}},
      {"rows": [{"tag": "age", "type": "int", "rules": [
        {"type": "smallerThan", "value": 100, "id": "old", "message": "{value} is too old."}]}]}]}
    """

  /// The summary of answers that are divided among threads.
  private func summary(
    _ lines: [String], threads: Int = 1, maximumKinds: Int = AnswersTally().maximumKinds
  ) throws -> [String] {
    let form = try CompiledForm.compile(json: Array(lists.utf8)).open(now: .now)
    var modes = (0..<threads).map { _ in
      var mode = AnswersMode(form, as: .user, includesHidden: false)
      mode.tally.maximumKinds = maximumKinds
      return mode
    }
    var output: [UInt8] = []
    for (index, line) in lines.enumerated() {
      _ = modes[index % threads].answer(Array(line.utf8), number: index + 1, to: &output)
    }
    var tally = AnswersTally()
    tally.maximumKinds = maximumKinds
    for mode in modes { tally.add(mode.tally) }
    return tally.text.split(separator: "\n").map(String.init)
  }

  @Test("Errors of the same row count together in all items")
  func items() throws {
    let lines = [
      #"{"visits": [{"dose": 0}]}"#, #"{"visits": [{"dose": 2}, {"dose": 0}, {"dose": 0}]}"#,
    ]
    #expect(
      try summary(lines) == [
        "2 lines: 0 valid, 2 invalid, 0 refused", "  3   visits[].dose   Must be 1 or greater.",
      ])
  }

  @Test("Messages with other values count together, on any number of threads", arguments: 1...3)
  func values(_ threads: Int) throws {
    let lines = [
      #"{"age": 120}"#, #"{"age": 110}"#, #"{"age": "x"}"#, #"{"age": "y"}"#, #"{"age": 110}"#,
    ]
    #expect(
      try summary(lines, threads: threads) == [
        "5 lines: 0 valid, 3 invalid, 2 refused",
        "  3   age   110 is too old. (or with other values)",
        "  2   age   'age' holds a whole number, not 'x' (or with other values)",
      ])
  }

  @Test("Different mistakes of one row count apart")
  func kinds() throws {
    let lines = ["[]", #"{"age":1,"age":2}"#, "{", #"{"age": true}"#, #"{"age": "y"}"#, "[1]"]
    let summary = try summary(lines)
    #expect(summary[0] == "6 lines: 0 valid, 0 invalid, 2 refused, 4 unreadable")
    #expect(summary.count == 6 && summary[1].contains("not a list"))
    #expect(!summary.contains { $0.contains("with other values") })
  }

  @Test(
    "What is frequent is listed, however late and however sparse it comes",
    arguments: [1, 2], depth(quick: 2_500, full: 25_000))
  func late(_ threads: Int, depth count: Int) throws {
    let dose = #"{"visits": [{"dose": 0}]}"#
    let lines =
      (0..<count).flatMap { index in
        ["{\"other\(index)\": 1}"]
          + (index.isMultiple(of: count / 10) ? [dose] : [])
      } + [dose]
    // Of so many kinds, 10 000 in full, the rarer ones are not kept apart.
    let summary = try summary(lines, threads: threads, maximumKinds: 2 * count / 5)
    #expect(summary[0] == "\(count + 11) lines: 0 valid, 11 invalid, \(count) refused")
    #expect(summary[1].hasPrefix("  11   visits[].dose "))
    #expect(summary.count == 22)
    #expect(summary.last == "  and \(count - 19) errors of other kinds")
  }
}
