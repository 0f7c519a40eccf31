// Dependencies that come one by one, each in a transaction of its own, in an order as people write
// forms and in two that move many ranks; afterwards all rows follow the one that reads none.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  static let edges = Benchmark(
    name: "pk", rows: FormulaEdits.Order.allCases.map { "pk-\($0)" },
    summary: "a formula given to one row after another, in three orders; shown"
  ) { settings in
    try FormulaEdits.Order.allCases.map { order in
      let rows =
        order == .backwards
        ? settings.size(2_000, quick: 500) : settings.size(10_000, quick: 1_000)
      let script = FormulaEdits(order, rows: rows)
      let compiled = try CompiledForm(script.definition)
      var form = compiled.open(now: start)
      var evaluated = 0
      var timed = Timed()
      for _ in 0..<settings.rounds(3) {
        form = compiled.open(now: start)
        try timed.time {
          evaluated = try script.make(in: &form)
          return .of(evaluated)
        }
      }
      var sums = [Checksum(), Checksum()]
      try form.set(script.root, to: 1_000)
      for (row, depth) in script.depths.enumerated() {
        if case .int(let value)? = form["r_\(row)"]?.value { sums[0].add(Int(value)) }
        sums[1].add(1_000 + depth)
      }
      return Measure(
        name: "pk-\(order)", title: "one more formula, order: \(order)",
        ours: timed.nanoseconds / Double(script.edits.count), checksums: sums, timed: [timed],
        notes: [
          "\(script.edits.count) edits, each a transaction; \(evaluated) evaluations; "
            + "deepest \(script.depths.max() ?? 0)"
        ])
    }
  }
}
