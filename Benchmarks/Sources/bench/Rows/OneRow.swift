// One affected row: the same switch turned a million times, with one dependant, in a form of a
// thousand rows and in one of a million. What does not depend on the size of the form costs the same
// in both. Random switches, in the row without a floor, add what memory takes to answer.

import FormGraph
import Predicate
import Shapes
import Yardsticks

extension Benchmark {
  static let oneRow = Benchmark(
    name: "one-row", summary: "one row toggled a million times: at 1M rows / at 1k"
  ) { settings in
    let large = settings.size(1_000_000, quick: 100_000)
    let rounds = 10
    let toggles = settings.size(1_000_000, quick: 20_000) / rounds
    var forms = try [1_000, large].map {
      try CompiledForm(Shape.pairs($0 / 2)).open(now: start)
    }
    func toggle(_ form: inout Form) throws -> Checksum {
      var changed = 0
      for turn in 0..<toggles {
        changed += ChangeCounts.hidden(try form.set("x_250", to: .bool(turn % 2 == 0)))
      }
      return .of(changed)
    }
    let timed = try inTurns(rounds, { try toggle(&forms[1]) }, { try toggle(&forms[0]) })
    let (ours, yardstick) = (
      timed[0].nanoseconds / Double(toggles), timed[1].nanoseconds / Double(toggles)
    )
    return [
      Measure(
        name: "one-row", title: "one row toggled: 1M rows / 1k rows", ours: ours,
        yardstick: yardstick, ratio: ours / yardstick, goal: .atMost(floor: 1.5, target: 1.05),
        checksums: timed.compactMap(\.checksum),
        notes: ["\(toggles * rounds) transactions with count of changes on each side"]
          + [ChangeCounts.note].compactMap { $0 })
    ]
  }

  static let randomRows = Benchmark(
    name: "random-rows", summary: "random rows toggled at 1M rows (cache misses); shown"
  ) { settings in
    let pairs = settings.size(1_000_000, quick: 100_000) / 2
    var form = try CompiledForm(Shape.pairs(pairs)).open(now: start)
    let count = settings.size(100_000, quick: 10_000)
    var random = Random(seed: 11)
    let tags = (0..<count).map { _ in "x_\(random.below(pairs))" }
    var isOn: [String: Bool] = [:]
    let edits = tags.map { tag in
      isOn[tag] = !(isOn[tag] ?? false)
      return (tag: tag, value: Value.bool(isOn[tag] ?? false))
    }
    // Each edit is of the row as the one before it left it, so the edits run once.
    let timed = try best(of: 1) {
      var changed = 0
      for edit in edits { changed += ChangeCounts.hidden(try form.set(edit.tag, to: edit.value)) }
      return .of(changed)
    }
    return [
      Measure(
        name: "random-rows", title: "random row toggled, 1M rows",
        ours: timed.nanoseconds / Double(count),
        checksums: [timed.checksum ?? Checksum(), .of(count)])
    ]
  }
}
