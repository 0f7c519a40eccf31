// Writes the results of tests: for people, as JSON, as TAP 14 and as JUnit XML.

import FormGraph
import Predicate

/// The report about test files.
struct TestReport {
  let form: String
  let files: [TestFileResult]
  let style: Style

  var isPassed: Bool { files.allSatisfy { $0.scenarios.allSatisfy(\.isPassed) } }

  private var count: Int { files.reduce(0) { $0 + $1.scenarios.count } }
  private var failedCount: Int {
    files.reduce(0) { $0 + $1.scenarios.count { !$0.isPassed } }
  }

  // MARK: - Text

  /// The report for people: a line for each scenario, what was not as expected, and a count.
  var text: String {
    var lines: [String] = []
    for file in files {
      for scenario in file.scenarios {
        lines.append(
          scenario.isPassed
            ? style("✓ \(scenario.name.printable)", .green)
            : style("✗ \(scenario.name.printable)", .red))
        lines += details(of: scenario, in: file).map { "  \($0)" }
      }
    }
    if failedCount > 0, files.contains(where: { $0.scenarios.contains { $0.hasDifferences } }) {
      lines += ["", style("- expected, + actual", .faint)]
    }
    let passed = count - failedCount
    let summary = "\(counted(count, "test")): \(passed) passed, \(failedCount) failed"
    lines += ["", style(summary, failedCount > 0 ? .red : .green)]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines about what failed in a scenario, each without invisible characters.
  private func details(of scenario: ScenarioResult, in file: TestFileResult) -> [String] {
    var lines: [String] = []
    let problems = scenario.problems + scenario.warnings
    if !problems.isEmpty {
      let text = style.diagnostics(file.renderer.text(of: problems))
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    for failure in scenario.failures {
      lines.append("\(place(failure, in: file)): \(sentence(failure))")
      for difference in failure.differences {
        lines.append(style("- \(difference.subject): \(difference.expected)".printable, .red))
        lines.append(style("+ \(difference.subject): \(difference.actual)".printable, .green))
        if let why = difference.why { lines.append("  \(why.printable)") }
      }
    }
    let rest = scenario.failureCount - scenario.failures.count
    if rest > 0 { lines.append("and \(counted(rest, "more failure"))") }
    return lines
  }

  private func place(_ failure: ScenarioResult.Failure, in file: TestFileResult) -> String {
    let place = file.place(failure.range)
    return "\(file.source.name):\(place.line):\(place.column)"
  }

  private func sentence(_ failure: ScenarioResult.Failure) -> String {
    let step = failure.step == 0 ? "opening the form" : "step \(failure.step)"
    return failure.message.map { "\(step): \($0.printable)" } ?? "\(step) is not as expected"
  }

  // MARK: - JSON

  /// The report as a JSON object.
  var json: Value {
    let tests = files.flatMap { file in file.scenarios.map { json(of: $0, in: file) } }
    return [
      "passed": .int(Int64(count - failedCount)), "failed": .int(Int64(failedCount)),
      "tests": .array(tests),
    ]
  }

  private func json(of scenario: ScenarioResult, in file: TestFileResult) -> Value {
    var members: [(String, Value)] = [
      ("name", .string(scenario.name)), ("file", .string(file.source.name)),
      ("ok", .bool(scenario.isPassed)),
    ]
    func place(_ range: Range<Int>?) -> [(String, Value)] {
      guard let place = range.map(file.place) else { return [] }
      return [("line", .int(Int64(place.line))), ("column", .int(Int64(place.column)))]
    }
    func told(_ problem: Problem) -> Value {
      var members = place(problem.range) + [("message", Value.string(problem.message))]
      if let hint = problem.hint { members.append(("hint", .string(hint))) }
      return .dictionary(ValueDictionary(members))
    }
    if !scenario.problems.isEmpty {
      members.append(("mistakes", .array(scenario.problems.map(told))))
    }
    if !scenario.warnings.isEmpty {
      members.append(("warnings", .array(scenario.warnings.map(told))))
    }
    if !scenario.failures.isEmpty {
      let failures = scenario.failures.map { failure in
        var members = place(failure.range) + [("step", .int(Int64(failure.step)))]
        if let message = failure.message { members.append(("message", .string(message))) }
        if !failure.differences.isEmpty {
          members.append(("differences", .array(failure.differences.map(Self.json))))
        }
        return Value.dictionary(ValueDictionary(members))
      }
      members.append(("failures", .array(failures)))
      members.append(("failureCount", .int(Int64(scenario.failureCount))))
    }
    return .dictionary(ValueDictionary(members))
  }

  private static func json(_ difference: Expectation.Difference) -> Value {
    var members: [(String, Value)] = [
      ("subject", .string(difference.subject)), ("expected", .string(difference.expected)),
      ("actual", .string(difference.actual)),
    ]
    if let why = difference.why { members.append(("why", .string(why))) }
    return .dictionary(ValueDictionary(members))
  }

  // MARK: - TAP

  /// The report as TAP 14.
  var tap: String {
    var lines = ["TAP version 14", "1..\(count)"]
    var number = 0
    let plain = TestReport(form: form, files: [], style: Style(isColored: false))
    for file in files {
      for scenario in file.scenarios {
        number += 1
        let name = Self.tapEscaped(scenario.name.printable)
        lines.append("\(scenario.isPassed ? "ok" : "not ok") \(number) - \(name)")
        lines += scenario.warnings.map { problem in
          "  # \(problem.severity.rawValue): \(problem.message.printable)"
        }
        guard !scenario.isPassed else { continue }
        lines += ["  ---", "  message: |-"]
        lines += plain.details(of: scenario, in: file).map { "    \($0)" }
        lines.append("  ...")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The name of a test in TAP, in which `#` begins a directive.
  private static func tapEscaped(_ text: String) -> String {
    text.map { "#\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  // MARK: - JUnit

  /// The report as JUnit XML, with a suite for each file.
  var junit: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites tests="\#(count)" failures="\#(failedCount)">"#,
    ]
    let plain = TestReport(form: form, files: [], style: Style(isColored: false))
    for file in files {
      let failed = file.scenarios.count { !$0.isPassed }
      let name = file.source.name.inXML
      lines.append(
        #"  <testsuite name="\#(name)" tests="\#(file.scenarios.count)" failures="\#(failed)" "#
          + #"time="0">"#)
      for scenario in file.scenarios {
        let opening =
          #"    <testcase classname="\#(form.inXML)" "#
          + #"name="\#(scenario.name.inXML)" time="0""#
        guard !scenario.isPassed else {
          lines.append(opening + "/>")
          continue
        }
        let details = plain.details(of: scenario, in: file)
        let message = (details.first ?? "").inXML
        lines += [
          opening + ">",
          #"      <failure message="\#(message)">\#(details.map(\.inXML).joined(separator: "\n"))</failure>"#,
          "    </testcase>",
        ]
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ScenarioResult {
  /// Whether an expected fact was different, not only a step refused.
  fileprivate var hasDifferences: Bool { failures.contains { !$0.differences.isEmpty } }
}
