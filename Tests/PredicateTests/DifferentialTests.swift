// Random programs through both evaluators, families of them each from a seed of its own;
// `TEST_SEED=n` begins at another one. `Scripts/differential` runs them by the million.

import Dispatch
import Predicate
import TestSupport
import Testing

@Suite struct DifferentialTests {
  @Test(arguments: depth(quick: 125, full: 500))
  func programs(depth count: Int) {
    let first = SplitMix64.forTest(0x5EED).seed
    let failures = Locked<[String]>([])
    let total = Locked(ProgramFamily.Outcome())
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let outcome = ProgramFamily.outcome(seed: first &+ UInt64(index))
      total.withLock { $0.count(outcome) }
      if let failure = outcome.failure { failures.withLock { $0.append(failure) } }
    }
    for failure in failures.withLock({ $0 }).prefix(5) { Issue.record("\(failure)") }
    // The comparison means something only if most texts can be run, and many by code alone though
    // most of what they run over fits nothing: of the others some part is evaluated as a tree.
    let found = total.withLock { $0 }
    #expect(found.programs > count * ProgramFamily.size / 2)
    #expect(found.decidedByCode * 10 > found.evaluations, "\(found)")
    #expect(found.unfitOperands * 2 > found.operands, "\(found)")
  }

  /// What fails is told by its smallest case.
  @Test func failuresAreShrunk() {
    let long = ProgramCase(
      text: "NOT ($a + 1 > 2 AND (k0 == 'x' OR $b BETWEEN {length($c), 7})) OR ALL list.k1 < 3",
      variables: ["a": 1, "b": [1, 2], "c": "text"], object: ["k0": 1, "k1": [1, 2, 3]], steps: 50)
    let smallest = long.smallest { candidate in
      candidate.text.contains("BETWEEN") && (try? SyntaxTree(predicate: candidate.text)) != nil
    }
    #expect(smallest.text.utf8.count < 14, "\(smallest)")
    #expect(smallest.object == .null && smallest.variables.isEmpty)
  }

  /// Most programs of a family are none that another one has; a text of few parts has few others of
  /// its shape.
  @Test func familiesVary() {
    let texts = (0..<100).flatMap { ProgramFamily.texts(seed: $0) }
    #expect(Set(texts).count > 500)
  }
}
