// Runs the scenarios of test files and collects their results. A file that cannot be read stops the
// command. A mistake in one scenario fails that scenario alone.

import FormAnalysis
import FormGraph
import Predicate

/// The results of one test file.
struct TestFileResult {
  let source: FormSource
  let lines: SourceLines
  /// Writes the mistakes of all scenarios, so that the lines of the file are found once.
  let renderer: ProblemRenderer
  var scenarios: [ScenarioResult] = []

  init(_ source: FormSource) {
    self.source = source
    lines = SourceLines(source.bytes)
    renderer = ProblemRenderer(source: source)
  }

  /// A place as `line:column`.
  func place(_ range: Range<Int>) -> (line: Int, column: Int) {
    let place = lines.excerpt(of: range)
    return (place.line, place.column)
  }
}

/// Runs test files.
struct TestMode {
  let runner: ScenarioRunner
  let maximumBytes: Int
  let read: (String) throws(CommandError) -> [UInt8]
  /// The coverage of the form's conditions, if it is asked for.
  var coverage: ConditionCoverage?

  /// Runs the scenarios of files in their order.
  mutating func results(of paths: [String]) throws(CommandError) -> [TestFileResult] {
    var results: [TestFileResult] = []
    for path in paths {
      let bytes = try read(path)
      let source = FormSource(name: Files.name(of: path), bytes: bytes)
      var result = TestFileResult(source)
      do throws(Problem) {
        let root = try JSONReader.readDistinct(bytes, maximumBytes: maximumBytes)
        for scenario in try ScenarioReader.scenarios(in: root) {
          result.scenarios.append(runner.run(scenario, observedBy: &coverage))
        }
      } catch {
        throw .refused(error, in: source)
      }
      results.append(result)
    }
    return results
  }
}
