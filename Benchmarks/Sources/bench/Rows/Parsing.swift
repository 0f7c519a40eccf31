// Texts to conditions: JSONDecoder reads typical conditions as a list of texts, ours parses, checks
// and resolves each of them. Their flat code is made when they first run, and is no part of this.

import Foundation
import Predicate
import Shapes
import Yardsticks

extension Benchmark {
  static let parse = Benchmark(
    name: "parse", summary: "JSONDecoder reading typical conditions / building them"
  ) { settings in
    let texts = TypicalConditions.texts(settings.size(100_000, quick: 10_000))
    let json = try JSONEncoder().encode(texts)
    let timed = try inTurns(
      settings.rounds(5),
      {
        var bytes = 0
        for text in texts { bytes += try Condition(text).tree.text.utf8.count }
        return .of(texts.count, bytes)
      },
      {
        let read = try JSONDecoding.texts(json)
        return .of(read.count, read.reduce(0) { $0 + $1.utf8.count })
      })
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    let (ours, yardstick) = (timed[0].nanoseconds, timed[1].nanoseconds)
    return [
      Measure(
        name: "parse", title: "JSONDecoder to texts / build conditions",
        ours: ours / Double(texts.count), yardstick: yardstick / Double(texts.count),
        ratio: yardstick / ours, goal: .atLeast(floor: 0.25, target: 0.8),
        checksums: timed.compactMap(\.checksum), calibrations: [.jsonDecoder()],
        notes: [
          "each of \(texts.count) texts of \(bytes / texts.count) bytes; "
            + "ours \(Table.number(Double(bytes) / ours * 1e3)) MB/s"
        ])
    ]
  }
}
