// Random edit scripts through form and naive form, each from a seed of its own: `TEST_SCRIPTS=n`
// says how many, `TEST_SEED=n` with which seed they begin. `Scripts/differential` runs them by the
// thousand.

import Dispatch
import Foundation
import Predicate
import Synchronization
import TestSupport
import Testing

@testable import FormGraph

@Suite struct DifferentialTests {
  private static let steps = 12

  @Test func editScripts() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TEST_SCRIPTS"].flatMap { Int($0) } ?? 20
    let first = SplitMix64.forTest(0xED17).seed
    let failures = Mutex<[String]>([])
    let total = Mutex(0)
    let piece = 10
    DispatchQueue.concurrentPerform(iterations: (count + piece - 1) / piece) { index in
      guard failures.withLock({ $0.count < 5 }) else { return }
      for offset in (index * piece)..<min((index + 1) * piece, count) {
        let seed = first &+ UInt64(offset)
        guard let (script, failure) = EditScript.random(seed: seed, steps: Self.steps) else {
          continue
        }
        total.withLock { $0 += 1 }
        guard let failure else { continue }
        // One that only fails as it is made is told as it is.
        let isReplayed = script.disagreement != nil
        let smallest = isReplayed ? script.smallest { $0.disagreement != nil } : script
        failures.withLock {
          $0.append("seed \(seed): \(smallest.disagreement ?? failure)\n  \(smallest)")
        }
      }
    }
    let run = total.withLock { $0 }
    print(
      "differential: \(count) edit scripts of \(Self.steps) steps from seed \(first), "
        + "\(run) of forms that compile")
    for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
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
      (0..<200).lazy.compactMap { EditScript.random(seed: $0, steps: Self.steps)?.script }
        .first { inserts($0) && $0.steps.count > 5 })
    #expect(script.disagreement == nil)
    let smallest = script.smallest(where: inserts)
    #expect(smallest.steps.count == 1 && smallest.definition.sections.isEmpty)
  }
}
