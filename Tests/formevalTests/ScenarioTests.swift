// The scenarios of the examples, and test files that are large.

import Foundation
import FormGraph
import TestSupport
import Testing

@testable import formeval

@Suite("Tests beside a form")
struct ScenarioTests {
  static let names: [String] = {
    let directory = CommandRun.root.appending(path: "Examples").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test("Each example passes the scenarios beside it", arguments: names)
  func examples(_ name: String) throws {
    let (text, status) = try CommandRun.output(
      of: ["Examples/\(name)", "--test", "Examples/tests/\(name)", "--coverage"])
    #expect(status == 0, "\(text)")
    #expect(!text.contains("never"), "\(text)")
    #expect(!text.contains("0 tests"))
  }

  @Test(
    "A scenario of many steps takes time linear in their number",
    arguments: depth(quick: 2_000, full: 20_000))
  func manySteps(depth count: Int) throws {
    let form = try CompiledForm.compile(
      json: Array(
        #"{"sections": [{"rows": [{"tag": "n", "type": "int"}]}]}"#.utf8))
    let steps = (0..<count).map {
      #"{"set":{"n":\#($0)}},{"expect":{"values":{"n":\#($0 % 1000)}}}"#
    }.joined(separator: ",")
    let text = #"{"name":"many","steps":[\#(steps)]}"#
    var mode = TestMode(
      runner: ScenarioRunner(
        compiled: form, reader: ScenarioReader(form.definition, limits: .standard), now: Date(),
        inputs: [:], seed: nil, editor: .host, isStrict: false),
      maximumBytes: JSONReader.maximumBytes, read: { _ in Array(text.utf8) })
    let result = try #require(try mode.results(of: ["many.json"]).first?.scenarios.first)
    #expect(result.checkCount == count)
    #expect(result.failureCount == count - 1_000)
    #expect(result.failures.count == ScenarioResult.maximumFailures)
    #expect(result.failures.first?.step == 2002)
  }
}
