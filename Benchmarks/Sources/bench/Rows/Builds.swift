// Building a form of pairs from its definition: the time for each row, in a small form and in large
// ones, which costs more if the work or the cache misses grow with the form.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  static let builds = Benchmark(
    name: "build", rows: ["build-10k", "build-100k", "build-1M"],
    summary: "compile and open a form of 10k, 100k and 1M rows, each row"
  ) { settings in
    let goals: [(rows: Int, goal: Measure.Goal)] = [
      (10_000, .atMost(floor: 1_500, target: 1_000)), (100_000, .none),
      (1_000_000, .atMost(floor: 3_000, target: 1_500)),
    ]
    let definitions = goals.prefix(settings.isQuick ? 2 : 3).map { Shape.pairs($0.rows / 2) }
    var timed = definitions.map { _ in Timed() }
    for _ in 0..<settings.rounds(3) {
      for (size, definition) in definitions.enumerated() {
        for _ in 0..<max(1, 100_000 / goals[size].rows) {
          try timed[size].time(making: {
            let form = try CompiledForm(definition).open(now: start)
            return { .of(form.conditionCount, form["h_7"]?.isHidden == true ? 1 : 0) }
          })
        }
      }
    }
    return zip(goals, timed).map { size, side in
      let each = [
        side.nanoseconds / Double(size.rows), timed[0].nanoseconds / Double(goals[0].rows),
      ]
      let name = Table.rows(size.rows)
      return Measure(
        name: "build-\(name)", title: "build of \(name) rows, a row / of 10k, a row", ours: each[0],
        yardstick: each[1], goal: size.goal,
        checksums: [side.checksum ?? Checksum(), .of(size.rows / 2, 1)], timed: [side, timed[0]],
        notes: ["\(Table.number(each[0] / each[1]))x a row of 10k"])
    }
  }
}
