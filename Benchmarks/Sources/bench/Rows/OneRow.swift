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
        checksums: timed.compactMap(\.checksum) + [.of(toggles)],
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

  static let sparse = Benchmark(
    name: "sparse", rows: ["sparse-hot", "sparse-random"],
    summary: "one row toggled, the same or a random one, at 1k, 10k, 100k and 1M rows; shown"
  ) { settings in
    let sizes = [1_000, 10_000, 100_000] + (settings.isQuick ? [] : [1_000_000])
    let toggles = settings.size(100_000, quick: 10_000)
    let (rounds, count) = (settings.rounds(5), Double(toggles))
    var hot: [Measure] = []
    var random: [Measure] = []
    for rows in sizes {
      var form = try CompiledForm(Shape.pairs(rows / 2)).open(now: start)
      let same = try best(of: rounds) { try toggle(&form, toggles) }
      hot.append(
        Measure(
          name: "sparse-hot", title: "one row toggled: \(rows) rows / 1000 rows",
          ours: same.nanoseconds / count, checksums: [same.checksum ?? Checksum(), .of(toggles)]))

      var switches = Switches(pairs: rows / 2)
      var scattered = Timed()
      for round in 0..<rounds {
        // Each edit is of the row as the one before it left it, so the edits of a round run once.
        let edits = switches.toggles(toggles)
        var timed = [scattered]
        try takeTurns(
          round, &timed,
          [
            {
              try .of(
                edits.reduce(0) {
                  $0 + (try form.set($1.tag, to: $1.value).count(of: .hidden))
                })
            }
          ])
        scattered = timed[0]
      }
      random.append(
        Measure(
          name: "sparse-random", title: "random row toggled: \(rows) rows / 1000 rows",
          ours: scattered.nanoseconds / count,
          checksums: [scattered.checksum ?? Checksum(), .of(toggles)]))
    }
    return [hot, random].flatMap { measures in
      measures.map { measure in
        var measure = measure
        measure.yardstick = measures[0].ours
        measure.ratio = measures[0].ours.flatMap { least in measure.ours.map { $0 / least } }
        return measure
      }
    }
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
