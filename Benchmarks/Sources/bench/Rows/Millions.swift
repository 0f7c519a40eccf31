// A million rows and one switch: all hidden by one condition, beside one pass over their bits; each
// hidden by a condition of its own, beside a closure a row; and the list of what changed.

import FormGraph
import Predicate
import Shapes
import Yardsticks

/// A form with a switch that is turned over and over.
private struct Switched {
  var form: Form
  private var isOn = true

  init(_ definition: FormDefinition) throws {
    form = try CompiledForm(definition).open(now: start, historyLimit: 1)
  }

  mutating func flip() throws -> ChangeSet {
    isOn.toggle()
    return try form.set("sw", to: .bool(isOn))
  }

  /// There and back, so that every round does the same; how many rows changed in both.
  mutating func flips() throws -> Checksum {
    .of(try flip().count(of: .hidden), try flip().count(of: .hidden))
  }
}

extension Benchmark {
  static let hideMillion = Benchmark(
    name: "hide-million", summary: "a switch hiding 1M rows by one condition / a pass over the bits"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 64_000)
    var switched = try Switched(Shape.fan(rows))
    let bits = BitPass(count: rows)
    let timed = try inTurns(
      settings.rounds(15), { try switched.flips() },
      { .of(bits.flip(), bits.flip()) })
    let (ours, yardstick) = (timed[0].nanoseconds / 2, timed[1].nanoseconds / 2)
    return [
      Measure(
        name: "hide-million", title: "1M rows hidden by one condition / bit pass", ours: ours,
        yardstick: yardstick, ratio: ours / yardstick, goal: .atMost(floor: 10, target: 2),
        checksums: timed.compactMap(\.checksum),
        // The figure is of the full size.
        calibrations: settings.isQuick ? [] : [.bitPass(yardstick)],
        notes: ["transaction and count of changes, \(rows) rows, keep"])
    ]
  }

  static let distinctMillion = Benchmark(
    name: "distinct-million", summary: "a switch and 1M different conditions: time a row"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    var switched = try Switched(Shape.distinct(rows))
    let closures = ClosureRows(numbers: (0..<rows).map { Int(Shape.number(of: $0)) })
    let evaluated = try switched.flip().evaluatedCount
    _ = try switched.flip()
    let timed = try inTurns(
      settings.rounds(7), { try switched.flips() },
      { .of(closures.flip(), closures.flip()) })
    let (ours, yardstick) = (
      timed[0].nanoseconds / Double(2 * rows), timed[1].nanoseconds / Double(2 * rows)
    )
    return [
      Measure(
        name: "distinct-million", title: "1M different conditions, a row / closure",
        ours: ours, yardstick: yardstick, goal: .atMost(floor: 40, target: 15),
        checksums: timed.compactMap(\.checksum),
        notes: [
          "\(Table.number(ours / yardstick))x a closure for each row over cells; "
            + "\(evaluated) evaluations a transaction"
        ])
    ]
  }

  static let listing = Benchmark(
    name: "listing", summary: "listing the changes of a switch that hides 1M rows; shown"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    var switched = try Switched(Shape.fan(rows))
    let changes = try switched.flip()
    let timed = try best(of: settings.rounds(3)) { .of(changes.changes.count) }
    return [
      Measure(
        name: "listing", title: "listing the changes, each", ours: timed.nanoseconds / Double(rows),
        checksums: [timed.checksum ?? Checksum(), .of(rows + 1)])
    ]
  }
}
