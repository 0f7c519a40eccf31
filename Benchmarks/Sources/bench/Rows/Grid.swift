// Settling all of a graph from one row: chains of calculated rows, and layers in which each row
// reads three of the one before, through a live form with its history, beside graphs of class nodes
// of the same shape.

import FormGraph
import Foundation
import Predicate
import Shapes
import Yardsticks

/// The time at which every form opens.
let start = Date(timeIntervalSinceReferenceDate: 0)

extension Benchmark {
  /// Chains in which every other formula is another program.
  static let mixedGrid = Benchmark(
    name: "grid-mixed",
    summary: "graph of class nodes / live form, 1000 chains of 1000 calculated rows"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    let classes = CarefulClassGraph(chains: side, length: side)
    var measure = try settling(
      "grid-mixed", Shape.grid(chains: side, length: side, isMixed: true), nodes: side * side,
      ends: (0..<side).map { "r_\($0)_\(side - 1)" }, settings,
      ours: { .int(Int64($0)) }, yardstick: { classes.set(Int64($0)) },
      sumOfEnds: { classes.sumOfEnds })
    measure.goal = .atLeast(floor: 0.9, target: 1.2)
    return [measure]
  }

  static let layered = Benchmark(
    name: "layered",
    summary: "graph of class nodes / live form, 1000 layers of 1000, fan-in 3"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    let classes = LayeredGraph(width: side, layers: side)
    var measure = try settling(
      "layered", Shape.layered(width: side, layers: side), nodes: side * side,
      ends: (0..<side).map { "r_\(side - 1)_\($0)" }, settings,
      ours: { .double(Double($0)) }, yardstick: { classes.set(Double($0)) },
      sumOfEnds: { classes.sumOfEnds })
    measure.goal = .atLeast(floor: 3, target: 5)
    return [measure]
  }

  /// Sets the source of a form and of a graph, to another number each time, so often that a round
  /// is long enough for the clock.
  private static func settling(
    _ name: String, _ definition: FormDefinition, nodes: Int, ends: [String], _ settings: Settings,
    ours value: @escaping (Int) -> Value, yardstick set: @escaping (Int) -> Int,
    sumOfEnds: () -> Int64
  ) throws -> Measure {
    let live = LiveForm(
      try CompiledForm(definition).open(now: start, historyLimit: 1))
    let edits = max(1, 20_000 / nodes)
    var number = 0
    var ourSums = Checksum()
    var theirSums = Checksum()
    // Values differ from round to round, so what they come to is added up outside of the clock.
    var timed = [Timed(), Timed()]
    for round in 0..<settings.rounds(5) {
      var computed = (ours: 0, yardstick: 0)
      try takeTurns(
        round, &timed,
        [
          {
            for edit in 1...edits {
              computed.ours += try live.set("source", to: value(number + edit))?.evaluatedCount ?? 0
            }
            return Checksum()
          },
          {
            for edit in 1...edits { computed.yardstick += set(number + edit) }
            return Checksum()
          },
        ])
      ourSums.add(computed.ours)
      ourSums.add(sum(of: ends, in: live.form))
      theirSums.add(computed.yardstick)
      theirSums.add(UInt64(bitPattern: sumOfEnds()))
      number += edits
    }
    let each = Double(nodes * edits)
    let (ours, yardstick) = (timed[0].nanoseconds, timed[1].nanoseconds)
    return Measure(
      name: name, title: "graph of class nodes / live form, each node", ours: ours / each,
      yardstick: yardstick / each, ratio: yardstick / ours, checksums: [ourSums, theirSums],
      timed: timed,
      notes: [
        "\(nodes) nodes below one source; a transaction "
          + Table.quantity(ours / Double(edits), .nanoseconds)
      ])
  }

  /// Whole numbers, or the bits of others, added up.
  private static func sum(of tags: [String], in form: Form) -> UInt64 {
    tags.reduce(0) { sum, tag in
      switch form[tag]?.value {
      case .int(let value)?: sum &+ UInt64(bitPattern: value)
      case .double(let value)?: sum &+ value.bitPattern
      default: sum
      }
    }
  }
}
