// One affected row: a switch turned over and over, with one dependant, in forms of a thousand rows
// up to a million. What does not depend on the size of the form costs the same in all. Random
// switches, which have no floor, add what memory takes to answer.

import FormGraph
import Predicate
import Shapes
import Yardsticks

extension Benchmark {
  static let oneRow = Benchmark(
    name: "one-row", summary: "one row toggled a million times: at 1M rows / at 1k"
  ) { settings in
    let large = settings.size(1_000_000, quick: 100_000)
    let rounds = settings.rounds(10)
    // There and back, so that every round finds what the first one found.
    let toggles = max(settings.size(1_000_000, quick: 20_000) / rounds / 2, 1) * 2
    var forms = try [1_000, large].map {
      try CompiledForm(Shape.pairs($0 / 2)).open(now: start)
    }
    let timed = try inTurns(
      rounds, { try toggle(&forms[1], toggles) }, { try toggle(&forms[0], toggles) })
    let (ours, yardstick) = (
      timed[0].nanoseconds / Double(toggles), timed[1].nanoseconds / Double(toggles)
    )
    return [
      Measure(
        name: "one-row", title: "one row toggled: \(Table.rows(large)) rows / 1k rows", ours: ours,
        yardstick: yardstick, ratio: ours / yardstick, goal: .atMost(floor: 1.1, target: 1.05),
        checksums: timed.compactMap(\.checksum) + [.of(toggles)], timed: timed,
        notes: ["\(toggles * rounds) transactions with count of changes on each side"])
    ]
  }

  private static func toggle(_ form: inout Form, _ times: Int) throws -> Checksum {
    var changed = 0
    for turn in 0..<times {
      changed += try form.set("x_250", to: .bool(turn % 2 == 0)).count(of: .hidden)
    }
    return .of(changed)
  }

  static let onePair = Benchmark(
    name: "edit-pairs", summary: "one edit with one evaluation among 10 000 rows"
  ) { settings in
    let edits = settings.size(10_000, quick: 1_000)
    var form = try CompiledForm(Shape.pairs(5_000)).open(now: start)
    let timed = try best(of: settings.rounds(20)) {
      var evaluated = 0
      for turn in 0..<edits {
        evaluated += try form.set("x_77", to: .bool(turn % 2 == 0)).evaluatedCount
      }
      return .of(evaluated)
    }
    return [
      Measure(
        name: "edit-pairs", title: "one edit, one evaluation, 10k rows",
        ours: timed.nanoseconds / Double(edits), goal: .atMost(floor: 500, target: 300),
        checksums: [timed.checksum ?? Checksum(), .of(edits)], timed: [timed])
    ]
  }

  static let sparse = Benchmark(
    name: "sparse", rows: ["sparse-hot", "sparse-random"],
    summary: "one row toggled, the same or a random one, at 1k, 10k, 100k and 1M rows; shown"
  ) { settings in
    let sizes = [1_000, 10_000, 100_000] + (settings.isQuick ? [] : [1_000_000])
    let toggles = settings.size(100_000, quick: 10_000)
    let (rounds, count) = (settings.rounds(5), Double(toggles))
    var forms = try sizes.map { try CompiledForm(Shape.pairs($0 / 2)).open(now: start) }
    var switches = sizes.map { Switches(pairs: $0 / 2) }
    var hot = sizes.map { _ in Timed() }
    var random = hot
    for _ in 0..<rounds {
      for size in sizes.indices { try hot[size].time { try toggle(&forms[size], toggles) } }
    }
    for _ in 0..<rounds {
      for size in sizes.indices {
        // Each edit is of the row as the one before it left it, so the edits of a round run once.
        let edits = switches[size].toggles(toggles)
        try random[size].time {
          try .of(
            edits.reduce(0) {
              $0 + (try forms[size].set($1.tag, to: $1.value).count(of: .hidden))
            })
        }
      }
    }
    func measures(_ name: String, _ title: String, _ timed: [Timed]) -> [Measure] {
      zip(sizes, timed).map { rows, side in
        Measure(
          name: name, title: "\(title): \(Table.rows(rows)) rows / 1k rows",
          ours: side.nanoseconds / count, yardstick: timed[0].nanoseconds / count,
          ratio: side.nanoseconds / timed[0].nanoseconds,
          checksums: [side, timed[0]].compactMap(\.checksum) + [.of(toggles)],
          timed: [side, timed[0]])
      }
    }
    return measures("sparse-hot", "one row toggled", hot)
      + measures("sparse-random", "random row toggled", random)
  }

  /// Random switches of pairs, each turned from what it is.
  private struct Switches {
    private var random = Random(seed: 11)
    private var isOn: [Bool]

    init(pairs: Int) { isOn = Array(repeating: false, count: pairs) }

    mutating func toggles(_ count: Int) -> [(tag: String, value: Value)] {
      (0..<count).map { _ in
        let pair = random.below(isOn.count)
        isOn[pair].toggle()
        return ("x_\(pair)", .bool(isOn[pair]))
      }
    }
  }
}
