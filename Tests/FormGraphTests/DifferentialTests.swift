// Random edit scripts through form and naive form, each from a seed of its own; `TEST_SEED=n`
// begins at another one. `Scripts/differential` runs them by the thousand.

import Dispatch
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite struct DifferentialTests {
  @Test(arguments: depth(quick: 8, full: 20))
  func editScripts(depth count: Int) {
    let first = SplitMix64.forTest(0xED17).seed
    let failures = Locked<[String]>([])
    let total = Locked(0)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let seed = first &+ UInt64(index)
      guard let (script, failure) = EditScript.random(seed: seed) else { return }
      total.withLock { $0 += 1 }
      guard let failure else { return }
      let report = script.report(failure, seed: seed)
      failures.withLock { $0.append(report) }
    }
    for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
    let run = total.withLock { $0 }
    #expect(run > count / 3)
  }

  /// What fails is told by its smallest case: here, whatever inserts a section.
  @Test func failuresAreShrunk() throws {
    func inserts(_ script: EditScript) -> Bool {
      script.steps.contains { step in
        guard case .edits(let edits) = step else { return false }
        return edits.contains { if case .shape(.insertSections) = $0 { true } else { false } }
      }
    }
    let script = try #require(
      (0..<200).lazy.compactMap { EditScript.random(seed: $0)?.script }
        .first { inserts($0) && $0.steps.count > 5 })
    #expect(script.disagreement == nil)
    let smallest = script.smallest(where: inserts)
    #expect(smallest.steps.count == 1 && smallest.definition.sections.isEmpty)
  }
}
