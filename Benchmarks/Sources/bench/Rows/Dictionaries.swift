// The eight predicates through the public call over a dictionary, beside the same comparisons by
// hand over the same dictionary.

import Predicate
import Yardsticks

extension Benchmark {
  static let dictionary = Benchmark(
    name: "dictionary", summary: "public evaluate over a dictionary / by hand over the same one"
  ) { settings in
    let closures = DictionaryClosures(Environment.random())
    let objects = closures.dictionaries.map { Value.dictionary($0) }
    let conditions = try EightPredicates.textsOverKeys.map { try Condition($0) }
    let repeats = 4

    var timed = conditions.map { _ in [Timed(), Timed()] }
    for round in 0..<settings.rounds(40) {
      for (predicate, condition) in conditions.enumerated() {
        try takeTurns(
          round, &timed[predicate],
          [
            {
              var count = 0
              for _ in 0..<repeats {
                for object in objects where try condition.evaluate(object) { count += 1 }
              }
              return .of(count)
            },
            { .of(closures.count(predicate, rounds: repeats)) },
          ])
      }
    }
    let times = [0, 1].map { side in
      timed.map { $0[side].nanoseconds / Double(repeats * objects.count) }
    }
    let sums = [0, 1].map { side in Checksum.of(all: timed.compactMap { $0[side].checksum }) }
    let means = times.map(geometricMean)
    let each = times.map { $0.map(Table.number).joined(separator: " ") }
    return [
      Measure(
        name: "dictionary", title: "evaluate over a dictionary / by hand", ours: means[0],
        yardstick: means[1], ratio: means[0] / means[1], goal: .atMost(floor: 4, target: 1.5),
        checksums: sums, notes: ["each: ours \(each[0]); yardstick \(each[1])"])
    ]
  }
}
