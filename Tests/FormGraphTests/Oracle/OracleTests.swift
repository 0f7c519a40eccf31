// Random forms under random edits against the naive form: states, change sets, what a list shows,
// what ran, and history. A failure prints the seed of its form: `TEST_SEED=n` begins with that
// form, and `TEST_FORMS=n` says how many follow.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private let now = Date(timeIntervalSinceReferenceDate: 0)

/// How many forms are tried where a test would try so many.
private func formCount(_ count: Int) -> Int {
  ProcessInfo.processInfo.environment["TEST_FORMS"].flatMap { Int($0) } ?? count
}

/// Runs so many random forms and compares each of them with the naive form.
private func run(_ forms: Int, steps: Int, reach: RandomForm.Reach, from first: UInt64) {
  var counts = OracleCounts()
  var disagreements = 0
  let seed = SplitMix64.forTest(first).seed
  for index in 0..<formCount(forms) where disagreements < 5 {
    let seed = seed &+ UInt64(index)
    var place = "opening"
    do {
      let maker = RandomForm(random: SplitMix64(seed: seed), reach: reach)
      guard var run = try OracleRun(maker, counts) else {
        counts.uncompilable += 1
        continue
      }
      counts.forms += 1
      run.counts.forms = counts.forms
      for step in 0..<steps {
        place = "step \(step)"
        do {
          try run.step()
        } catch {
          throw Disagreement(
            description: "\(error)\n" + run.log.suffix(8).joined(separator: "\n"))
        }
      }
      place = "the end"
      try run.checkCompiled()
      counts = run.counts
    } catch {
      disagreements += 1
      Issue.record("seed \(seed), \(place): \(error)")
    }
  }
  print(
    "oracle: \(counts.forms) forms (\(counts.uncompilable) refused), "
      + "\(counts.edits) edits (\(counts.refusedEdits) refused), "
      + "\(counts.reverts) reverts (\(counts.exactReverts) exact), \(counts.states) states, "
      + "\(counts.evaluations) evaluations (\(counts.calls) calls), "
      + "\(counts.pageMoves) moves from page to page (\(counts.refusedMoves) refused), "
      + "\(counts.parked) times items were parked, \(counts.returned) times returned")
  // The comparison means something only if most forms live and edits reach conditions.
  #expect(counts.uncompilable < counts.forms)
  #expect(counts.pageMoves > 0 && counts.refusedMoves >= forms / 60)
  #expect(counts.refusedEdits * 2 < counts.edits && counts.evaluations > counts.edits)
}

@Test(
  "Random forms agree with the naive form after every edit",
  arguments: depth(quick: 12, full: 60))
func oracle(depth forms: Int) {
  run(forms, steps: 12, reach: .all, from: 20_240_525)
}

@Test(
  "The order of declaration and of edits cannot matter", arguments: depth(quick: 30, full: 100))
func order(depth count: Int) throws {
  let first = SplitMix64.forTest(7).seed
  var forms = 0
  for index in 0..<UInt64(formCount(count)) {
    var maker = RandomForm(random: SplitMix64(seed: first &+ index), reach: .rows)
    let definition = maker.definition()
    guard let compiled = try? CompiledForm(definition) else { continue }
    #expect(compiled.definition == definition, "seed \(first &+ index)")
    var shuffled = definition
    for index in shuffled.sections.indices {
      shuffled.sections[index].rows.shuffle(using: &maker.random)
    }
    shuffled.sections.shuffle(using: &maker.random)
    forms += 1
    let naive = NaiveForm(definition, now: now)
    var one = compiled.open(now: now)
    var other = try CompiledForm(shuffled).open(now: now)
    for _ in 0..<5 {
      var edits: [String: Value] = [:]
      for _ in 0..<3 {
        if case .set(let tag, let value) = maker.valueEdit(of: naive) { edits[tag] = value }
      }
      let listed = edits.sorted { $0.key < $1.key }
      try one.update { for edit in listed { $0.set(edit.key, to: edit.value) } }
      try other.update { for edit in listed.reversed() { $0.set(edit.key, to: edit.value) } }
      #expect(rowsByTag(one) == rowsByTag(other), "seed \(first &+ index)")
    }
  }
  #expect(forms * 10 > count)
}

/// What is so of every row, wherever it stands.
private func rowsByTag(_ form: Form) -> [String: FormView.Row] {
  let rows = FormView(form).sections.flatMap(\.rows).map { ($0.definition.tag ?? "", $0) }
  return Dictionary(rows) { first, _ in first }
}
