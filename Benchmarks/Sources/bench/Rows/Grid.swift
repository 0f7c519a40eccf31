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
  static let grid = Benchmark(
    name: "grid", summary: "graph of class nodes / live form, 1000 chains of 1000 calculated rows"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    var measure = try carefulChains("grid", side, of: side, settings)
    measure.goal = .atLeast(floor: 3, target: 8)
    if let figure = measure.yardstick { measure.calibrations = [.classGraph(figure)] }
    return [measure]
  }

  static let countedGrid = Benchmark(
    name: "grid-counted", summary: "the same beside a graph that counts references; shown"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    let classes = ClassGraph(chains: side, length: side)
    return [
      try chains(
        "grid-counted", side, of: side, settings, yardstick: classes.set,
        sumOfEnds: { classes.sumOfEnds })
    ]
  }

  /// The grid with every other formula another program: each node goes through the queue.
  static let mixedGrid = Benchmark(
    name: "grid-mixed", summary: "the same, every other formula written the other way round; shown"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    return [try carefulChains("grid-mixed", side, of: side, settings, isMixed: true)]
  }

  /// The grid in other sizes: of a small one the transaction itself is what is measured.
  static let grids = [
    ("grid-1x1", 1, 1), ("grid-10x10", 10, 10), ("grid-100x100", 100, 100),
    ("grid-1x1000", 1, 1_000), ("grid-1Mx1", 1_000_000, 1),
  ].map { name, count, length in
    Benchmark(name: name, summary: "the same, chains x length; shown") { settings in
      [
        try carefulChains(
          name, settings.size(count, quick: min(count, 10_000)), of: length, settings)
      ]
    }
  }

  static let layered = Benchmark(
    name: "layered",
    summary: "graph of class nodes / live form, 1000 layers of 1000, fan-in 3; shown"
  ) { settings in
    let side = settings.size(1_000, quick: 100)
    let classes = LayeredGraph(width: side, layers: side)
    return [
      try settling(
        "layered", Shape.layered(width: side, layers: side), nodes: side * side,
        ends: (0..<side).map { "r_\(side - 1)_\($0)" }, settings,
        ours: { .double(Double($0)) }, yardstick: { classes.set(Double($0)) },
        sumOfEnds: { classes.sumOfEnds })
    ]
  }

  private static func carefulChains(
    _ name: String, _ count: Int, of length: Int, _ settings: Settings, isMixed: Bool = false
  ) throws -> Measure {
    let classes = CarefulClassGraph(chains: count, length: length)
    return try chains(
      name, count, of: length, settings, isMixed: isMixed, yardstick: classes.set,
      sumOfEnds: { classes.sumOfEnds })
  }

  /// The chains of a form, beside a graph of the same chains that has been made before it.
  private static func chains(
    _ name: String, _ count: Int, of length: Int, _ settings: Settings, isMixed: Bool = false,
    yardstick set: (Int64) -> Int, sumOfEnds: () -> Int64
  ) throws -> Measure {
    try settling(
      name, Shape.grid(chains: count, length: length, isMixed: isMixed), nodes: count * length,
      ends: (0..<count).map { "r_\($0)_\(length - 1)" }, settings,
      ours: { .int(Int64($0)) }, yardstick: { set(Int64($0)) }, sumOfEnds: sumOfEnds)
  }

  /// Sets the source of a form and of a graph, to another number each time, so often that a round
  /// is long enough for the clock.
  private static func settling(
    _ name: String, _ definition: FormDefinition, nodes: Int, ends: [String], _ settings: Settings,
    ours value: (Int) -> Value, yardstick set: (Int) -> Int, sumOfEnds: () -> Int64
  ) throws -> Measure {
    let live = LiveForm(
      try CompiledForm(definition).open(now: start, historyLimit: 1))
    let edits = max(1, 20_000 / nodes)
    var number = 0
    var ourSums = Checksum()
    var theirSums = Checksum()
    // Values differ from round to round, so what they come to is added up outside of the clock.
    var (ours, yardstick) = (Double.infinity, Double.infinity)
    for _ in 0..<settings.rounds(5) {
      var computed = (ours: 0, yardstick: 0)
      ours = try min(
        ours,
        best(of: 1) {
          for edit in 1...edits {
            computed.ours += try live.set("source", to: value(number + edit))?.evaluatedCount ?? 0
          }
          return Checksum()
        }.nanoseconds)
      ourSums.add(computed.ours)
      ourSums.add(sum(of: ends, in: live.form))
      yardstick = try min(
        yardstick,
        best(of: 1) {
          for edit in 1...edits { computed.yardstick += set(number + edit) }
          return Checksum()
        }.nanoseconds)
      theirSums.add(computed.yardstick)
      theirSums.add(UInt64(bitPattern: sumOfEnds()))
      number += edits
    }
    let each = Double(nodes * edits)
    return Measure(
      name: name, title: "graph of class nodes / live form, each node", ours: ours / each,
      yardstick: yardstick / each, ratio: yardstick / ours, checksums: [ourSums, theirSums],
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
