import Foundation
import FormGraph
import Testing

@testable import formeval

@Suite("Sessions")
struct SessionTests {
  private static let files = [
    "good": #"{"sections": [{"rows": [{"tag": "on", "type": "switch", "titel": "On"}]}]}"#,
    "bad": #"{"sections": [{"rows": [{"tag": "on", "type": "swich"}]}]}"#,
    "edits": #"{"on": 1}"#,
  ]

  private func output(_ words: [String]) throws -> Output {
    Session(
      arguments: try Arguments.parse(words), style: Style(isColored: false), now: Date()
    ) { path throws(CommandError) in
      guard let text = Self.files[path] else { throw .usage("there is no file '\(path)'") }
      return Array(text.utf8)
    }.output()
  }

  @Test("Results and messages are kept apart")
  func separates() throws {
    let output = try output(["good", "--set", "on=true"])
    #expect(output.result.hasPrefix("on   false → true\n"))
    #expect(output.warnings.contains("warning: 'titel' is not a key of a row"))
    #expect(output.error.isEmpty)
    #expect(output.status == 0)
  }

  @Test(
    "What fails at opening gives no result",
    arguments: [
      (["bad"], 1), (["none"], 2), (["bad", "--json"], 1), (["none", "--check"], 2),
      (["good", "--input", "a=1"], 2), (["good", "--set", "no=1"], 2),
      (["good", "--set", "on=1", "--validate", "--blur", "no"], 2),
      (["good", "--json", "--set", "on=maybe"], 1), (["good", "--set", "on=1", "--why", "no"], 2),
      (["good", "--set", "on=1", "--validate", "--set", "@none"], 2),
    ] as [([String], Int32)])
  func failsAtOpening(_ words: [String], _ status: Int32) throws {
    let output = try output(words)
    #expect(output.result.isEmpty)
    #expect(!output.error.isEmpty && output.error.hasSuffix("\n"))
    #expect(output.status == status)
  }

  @Test("Findings are the answer of --check, and warnings of other modes are messages")
  func answersChecks() throws {
    let good = try output(["good", "--check"])
    #expect(good.result.hasPrefix("good:1:"))
    #expect(good.result.hasSuffix("\nok: 1 section, 1 row, 0 conditions\n"))
    #expect(good.warnings.isEmpty && good.error.isEmpty && good.status == 0)
    let bad = try output(["bad", "--check"])
    #expect(bad.result.hasPrefix("bad:1:"))
    #expect(bad.result.hasSuffix("\n1 error, 0 warnings\n"))
    #expect(bad.warnings.isEmpty && bad.error.isEmpty && bad.status == 1)
    let strict = try output(["good", "--check", "--warnings-as-errors"])
    #expect(strict.result.hasPrefix("good:1:"))
    #expect(strict.result.hasSuffix("\n0 errors, 1 warning\n"))
    #expect(strict.error == "error: the form has warnings, and --warnings-as-errors is given\n")
    #expect(strict.status == 1)
  }

  @Test("What came before a refused edit has been shown")
  func keepsWhatCameBefore() throws {
    let output = try output(["good", "--json", "--set", "on=true", "--validate", "--set", "@edits"])
    #expect(output.result.split(separator: "\n").count == 2)
    #expect(output.error == "error: 'on' holds true or false, not 1\n")
    #expect(output.status == 1)
  }
}
