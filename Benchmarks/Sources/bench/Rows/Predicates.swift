// The eight predicates over 256 random environments, and over one of them 256 times, which flatters
// branches: through the public call, beside closures over the same kind of cells and closures over
// class rows. A side's time is the geometric mean of its eight; what both count must
// be the same for each.

import Shapes
import Yardsticks

extension Benchmark {
  static let predicates = Benchmark(
    name: "predicates",
    rows: ["public-call", "class-rows"].flatMap {
      [$0, "\($0)-fixed"]
    },
    summary: "eight conditions over slots: public call, class rows"
  ) { settings in
    let environments = Environment.random()
    let fixed = [Environment](repeating: environments[0], count: environments.count)
    return try measures(over: environments, settings)
      + measures(over: fixed, settings).map { measure in
        var measure = measure
        measure.name += "-fixed"
        // The floors are about random environments.
        measure.goal = .none
        return measure
      }
  }

  private static func measures(
    over environments: [Environment], _ settings: Settings
  ) throws -> [Measure] {
    let rows = try BoundRows(environments)
    let cells = CellClosures(environments)
    let classes = ClassRowClosures(environments)
    // A turn is long enough for the clock and short beside the noise of a machine.
    let (fast, slow) = (200, 8)
    let sides = [fast, fast, slow]

    var timed = EightPredicates.texts.map { _ in [Timed](repeating: Timed(), count: sides.count) }
    for round in 0..<settings.rounds(40) {
      for predicate in timed.indices {
        try takeTurns(
          round, &timed[predicate],
          [
            { .of(try rows.countByCalls(predicate, rounds: fast) / fast) },
            { .of(cells.count(predicate, rounds: fast) / fast) },
            { .of(classes.count(predicate, rounds: slow) / slow) },
          ])
      }
    }
    let times = sides.enumerated().map { side, rounds in
      timed.map { $0[side].nanoseconds / Double(rounds * environments.count) }
    }
    let means = sides.indices.map { side in Timed.mean(of: timed.map { $0[side] }) }
    let figures = times.map(geometricMean)
    let each = { (side: Int) in times[side].map(Table.number).joined(separator: " ") }

    func measure(
      _ name: String, _ title: String, _ ours: Int, _ yardstick: Int, ratio: Double,
      _ goal: Measure.Goal
    ) -> Measure {
      let sides = [means[ours], means[yardstick]]
      return Measure(
        name: name, title: title, ours: figures[ours], yardstick: figures[yardstick], ratio: ratio,
        goal: goal, checksums: sides.compactMap(\.checksum), timed: sides,
        notes: ["each: ours \(each(ours)); yardstick \(each(yardstick))"])
    }
    return [
      measure(
        "public-call", "condition by public call / closure on cells", 0, 1,
        ratio: figures[0] / figures[1], .atMost(floor: 3, target: 2)),
      measure(
        "class-rows", "closure over class rows / by public call", 0, 2,
        ratio: figures[2] / figures[0], .none),
    ]
  }
}
