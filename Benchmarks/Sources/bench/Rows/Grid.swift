// Settling a dense graph: a thousand chains of a thousand calculated rows below one row, through a
// live form with its history, beside a graph of class nodes of the same shape.

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
    let classes = ClassGraph(chains: side, length: side)
    let form = try CompiledForm(Shape.grid(chains: side, length: side))
      .open(now: start, historyLimit: 1)
    let live = LiveForm(form)
    let ends = (0..<side).map { "r_\($0)_\(side - 1)" }

    var (ourValue, theirValue) = (0, 0)
    var ourSums = Checksum()
    var theirSums = Checksum()
    // Values differ from round to round, so what they come to is added up outside of the clock.
    var (ours, yardstick) = (Double.infinity, Double.infinity)
    for _ in 0..<settings.rounds(5) {
      ourValue += 1
      theirValue += 1
      ours = try min(
        ours,
        best(of: 1) { .of(try live.set("source", to: .int(Int64(ourValue)))?.evaluatedCount ?? 0) }
          .nanoseconds)
      var sum = 0
      for tag in ends { if case .int(let value)? = live.form[tag]?.value { sum += Int(value) } }
      ourSums.add(sum)
      yardstick = try min(
        yardstick, best(of: 1) { .of(classes.set(Int64(theirValue))) }.nanoseconds)
      theirSums.add(Int(classes.sumOfEnds))
    }
    let nodes = Double(side * side)
    let evaluated = try live.set("source", to: -1)?.evaluatedCount ?? 0
    ourSums.add(evaluated)
    theirSums.add(classes.set(-1))
    return [
      Measure(
        name: "grid", title: "graph of class nodes / live form, each node", ours: ours / nodes,
        yardstick: yardstick / nodes, ratio: yardstick / ours, goal: .atLeast(floor: 3, target: 8),
        checksums: [ourSums, theirSums],
        // The figure is of the full size.
        calibrations: settings.isQuick ? [] : [.classGraph(yardstick / nodes)],
        notes: ["\(side) chains of \(side), one source; \(evaluated) evaluations a transaction"])
    ]
  }
}
