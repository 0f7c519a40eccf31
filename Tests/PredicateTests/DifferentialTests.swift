// Random programs through both evaluators, each from a seed of its own: `TEST_PROGRAMS=n` says how
// many, `TEST_SEED=n` with which seed they begin. `Scripts/differential` runs them by the million.

import Dispatch
import Foundation
import Predicate
import Synchronization
import TestSupport
import Testing

@Suite struct DifferentialTests {
  @Test func programs() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TEST_PROGRAMS"].flatMap { Int($0) } ?? 1_000
    let first = SplitMix64.forTest(0x5EED).seed
    let failures = Mutex<[String]>([])
    let totals = Mutex((built: 0, evaluations: 0))
    let piece = 1_000
    DispatchQueue.concurrentPerform(iterations: (count + piece - 1) / piece) { index in
      guard failures.withLock({ $0.count < 5 }) else { return }
      var built = 0
      var evaluations = 0
      for offset in (index * piece)..<min((index + 1) * piece, count) {
        let seed = first &+ UInt64(offset)
        let cases = ProgramCase.cases(seed: seed)
        built += cases.isEmpty ? 0 : 1
        for one in cases {
          evaluations += 1
          guard one.disagreement != nil else { continue }
          let smallest = one.smallest { $0.disagreement != nil }
          failures.withLock {
            $0.append("seed \(seed): \(smallest.disagreement ?? "")\n  \(smallest)\n  from \(one)")
          }
          break
        }
      }
      let (b, e) = (built, evaluations)
      totals.withLock { $0 = ($0.built + b, $0.evaluations + e) }
    }
    let total = totals.withLock { $0 }
    print(
      "differential: \(count) texts from seed \(first), \(total.built) run, "
        + "\(total.evaluations) evaluations through both")
    for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
    #expect(total.built > count / 2)
  }

  /// What fails is told by its smallest case.
  @Test func failuresAreShrunk() throws {
    let one = try #require(
      (0..<1_000).lazy.flatMap { ProgramCase.cases(seed: $0) }
        .first { $0.text.contains("BETWEEN") && $0.text.utf8.count > 60 })
    let smallest = one.smallest { candidate in
      candidate.text.contains("BETWEEN") && (try? SyntaxTree(predicate: candidate.text)) != nil
    }
    #expect(smallest.text.utf8.count < 14, "\(smallest)")
    #expect(smallest.object == .null && smallest.variables.isEmpty)
  }
}
