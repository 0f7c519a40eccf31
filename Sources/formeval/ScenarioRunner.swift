// Runs one scenario on a form that is opened for it. Reading and running go on step by step. After
// a mistake, the remaining steps are only read, so that all mistakes are found at once.

import FormAnalysis
import Foundation
import FormGraph
import FormProtocol
import Predicate

/// The result of one scenario.
struct ScenarioResult {
  /// A place where the form was not as expected.
  struct Failure {
    let range: Range<Int>
    /// The position of the step, from 1; 0 for the opening of the form.
    let step: Int
    /// Why a step could not be made; nil for an expectation.
    var message: String?
    var differences: [Expectation.Difference] = []
  }

  /// The failures that are kept of one scenario; a scenario of a million steps may have as many.
  static let maximumFailures = 100

  var name = ""
  /// The mistakes in the scenario itself.
  var problems: [Problem] = []
  /// What is probably wrong with a scenario that passes.
  var warnings: [Problem] = []
  var failures: [Failure] = []
  /// The number of failures, including those that are not kept.
  var failureCount = 0
  /// The number of expected facts that were compared.
  var checkCount = 0

  var isPassed: Bool { problems.isEmpty && failureCount == 0 }

  fileprivate mutating func fail(_ failure: Failure) {
    failureCount += 1
    if failures.count < Self.maximumFailures { failures.append(failure) }
  }

  fileprivate mutating func add(_ found: [Problem]) {
    problems += found.prefix(max(0, Self.maximumFailures - problems.count))
  }
}

/// Runs scenarios.
struct ScenarioRunner {
  let compiled: CompiledForm
  let reader: ScenarioReader
  /// The time, the inputs, the seed and the editor of scenarios that name none.
  let now: Date
  let inputs: [String: Value]
  let seed: String?
  let editor: Editor
  let isStrict: Bool

  /// Runs a scenario.
  ///
  /// `coverage` observes the form after it has opened and after each step.
  func run(
    _ element: JSONElement, observedBy coverage: inout ConditionCoverage?
  ) -> ScenarioResult {
    var result = ScenarioResult()
    var problems: [Problem] = []
    let scenario = reader.scenario(element, &problems)
    result.name = scenario.name.isEmpty ? "(without a name)" : scenario.name
    result.add(problems)
    var session: FormSession?
    if problems.isEmpty {
      do throws(EditRefusal) { session = try open(scenario) } catch {
        result.fail(
          ScenarioResult.Failure(range: element.range, step: 0, message: error.description))
      }
      coverage?.begin()
      if let form = session?.form { coverage?.observe(form) }
    }
    for (index, element) in scenario.steps.enumerated() {
      // Further mistakes would not be kept.
      guard result.problems.count < ScenarioResult.maximumFailures else { break }
      problems.removeAll(keepingCapacity: true)
      let step = reader.step(element, &problems)
      guard problems.isEmpty else {
        result.add(problems)
        session = nil
        continue
      }
      guard session != nil else { continue }
      switch step {
      case .edits(let transaction):
        do throws(EditRefusal) {
          _ = try session?.run(transaction, as: scenario.editor ?? editor)
        } catch {
          result.fail(
            ScenarioResult.Failure(
              range: element.range, step: index + 1, message: error.description))
          session = nil
        }
        if let form = session?.form { coverage?.observe(form) }
      case .expect(let expectation):
        guard let form = session?.form else { continue }
        result.checkCount += expectation.checks.count
        let differences = expectation.differences(in: form)
        guard let first = differences.first else { continue }
        result.fail(
          ScenarioResult.Failure(
            range: first.range, step: index + 1, differences: differences.map(\.difference)))
      }
    }
    if result.isPassed, result.checkCount == 0 {
      let start = element.range.lowerBound
      result.warnings.append(
        Problem(
          "the scenario expects nothing, so it passes whatever the form does", severity: .warning,
          range: start..<start + 1, hint: #"add a step like {"expect": {"canSubmit": true}}"#))
    }
    return result
  }

  private func open(_ scenario: Scenario) throws(EditRefusal) -> FormSession {
    let now = scenario.now ?? now
    let inputs = inputs.merging(scenario.inputs) { $1 }
    let seed = scenario.seed ?? seed
    do throws(EditError) {
      var form =
        if let state = scenario.state {
          try compiled.open(
            now: now, restoring: state, inputs: inputs, seed: seed, allowsMisfits: false,
            isStrict: isStrict
          ).form
        } else {
          try compiled.open(now: now, inputs: inputs, seed: seed, isStrict: isStrict)
        }
      if !scenario.answers.isEmpty {
        _ = try Transaction(edits: scenario.answers).run(on: &form, as: .host)
      }
      return reader.session(form)
    } catch {
      throw EditRefusal(error)
    }
  }
}
