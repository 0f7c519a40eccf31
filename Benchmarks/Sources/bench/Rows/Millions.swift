// A million rows and one switch: all hidden by one condition, beside one pass over their bits, and
// the list of what changed. A million rows and one number: each row is hidden by a program of its
// own, beside one closure for each row.

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
        name: "hide-million",
        title: "\(Table.rows(rows)) rows hidden by one condition / bit pass", ours: ours,
        yardstick: yardstick, ratio: ours / yardstick, goal: .atMost(floor: 10, target: 5),
        checksums: timed.compactMap(\.checksum), timed: timed,
        notes: ["transaction and count of changes, \(rows) rows, keep"])
    ]
  }

  static let programsMillion = Benchmark(
    name: "programs-million",
    summary: "a number and 1M conditions, each a program of its own: time a row"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    var form = try CompiledForm(Shape.programs(rows)).open(now: start, historyLimit: 1)
    let closures = EqualityRows(count: rows)
    // The row that was shown again, the one that is hidden, and one that never was.
    func sum(_ number: Int, _ isHidden: (Int) -> Bool) -> Checksum {
      .of(all: (number - 1...number + 1).map { .of(isHidden($0) ? 1 : 0) })
    }
    return [
      try stepping(
        "programs-million", "\(Table.rows(rows)) programs, a row / closure", rows: rows, settings,
        ours: { number in
          let changes = try form.set("k", to: .int(Int64(number)))
          return (changes.count(of: .hidden), changes.evaluatedCount)
        },
        yardstick: { (closures.set($0), rows) },
        sums: { number in
          [
            sum(number) { form["x_\($0)"]?.isHidden == true },
            sum(number, closures.isHidden),
          ]
        })
    ]
  }

  /// Sets a number below which all rows stand, to another one each round: how many rows changed and
  /// were evaluated, and what the sides then hold, which is summed when the clock has stopped.
  private static func stepping(
    _ name: String, _ title: String, rows: Int, _ settings: Settings,
    ours: @escaping (Int) throws -> (changed: Int, evaluated: Int),
    yardstick: @escaping (Int) -> (changed: Int, evaluated: Int), sums: (Int) -> [Checksum]
  ) throws -> Measure {
    var timed = [Timed(), Timed()]
    var whole = [Checksum(), Checksum()]
    for round in 0..<settings.rounds(7) {
      // Of a row that has one before it and one after it, and not the one of the last round.
      let number = 1 + round % (rows - 2)
      var done = [(changed: 0, evaluated: 0), (changed: 0, evaluated: 0)]
      try takeTurns(
        round, &timed,
        [
          {
            done[0] = try ours(number)
            return Checksum()
          },
          {
            done[1] = yardstick(number)
            return Checksum()
          },
        ])
      for (side, sum) in sums(number).enumerated() {
        whole[side].add(done[side].changed)
        whole[side].add(done[side].evaluated)
        whole[side].add(sum.bits)
      }
    }
    let times = timed.map { $0.nanoseconds / Double(rows) }
    return Measure(
      name: name, title: title, ours: times[0], yardstick: times[1],
      goal: .atMost(floor: 40, target: 20), checksums: whole, timed: timed,
      notes: [
        "\(Table.number(times[0] / times[1]))x a closure for each row over cells; "
          + "\(rows) evaluations a transaction"
      ])
  }

  static let listing = Benchmark(
    name: "listing", summary: "listing the changes of a switch that hides 1M rows"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    var switched = try Switched(Shape.fan(rows))
    let changes = try switched.flip()
    let timed = try best(of: settings.rounds(3)) { .of(changes.changes.count) }
    return [
      Measure(
        name: "listing", title: "listing the changes, each", ours: timed.nanoseconds / Double(rows),
        goal: .atMost(floor: 500, target: 200),
        checksums: [timed.checksum ?? Checksum(), .of(rows + 1)], timed: [timed])
    ]
  }
}
