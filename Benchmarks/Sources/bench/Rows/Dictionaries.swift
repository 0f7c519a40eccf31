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
    let each = Double(repeats * objects.count)
    let means = [0, 1].map { side in Timed.mean(of: timed.map { $0[side] }) }
    let times = [0, 1].map { side in timed.map { $0[side].nanoseconds / each } }
    let (ours, yardstick) = (means[0].nanoseconds / each, means[1].nanoseconds / each)
    let words = times.map { $0.map(Table.number).joined(separator: " ") }
    return [
      Measure(
        name: "dictionary", title: "evaluate over a dictionary / by hand", ours: ours,
        yardstick: yardstick, ratio: ours / yardstick, goal: .atMost(floor: 4, target: 1.5),
        checksums: means.compactMap(\.checksum), timed: means,
        notes: ["each: ours \(words[0]); yardstick \(words[1])"])
    ]
  }
}
