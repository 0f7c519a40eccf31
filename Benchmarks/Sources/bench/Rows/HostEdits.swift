// A host's edit of the shape: one row is given another condition, in a transaction of its own. The
// whole form is compiled again, so that the time grows with the form.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  static let hostEdits = Benchmark(
    name: "host-edit", rows: ["host-edit-300", "host-edit-10k"],
    summary: "a host's edit of a form of 300 and of 10 000 rows"
  ) { settings in
    let goals: [(rows: Int, goal: Measure.Goal)] = [
      (300, .atMost(floor: 1_500_000, target: 800_000)),
      (10_000, .atMost(floor: 60_000_000, target: 30_000_000)),
    ]
    return try goals.map { rows, goal in
      let edits = settings.size(rows < 1_000 ? 100 : 10, quick: 4)
      let opened = try CompiledForm(Shape.pairs(rows / 2)).open(now: start)
      var timed = Timed()
      for _ in 0..<settings.rounds(5) {
        var form = opened
        try timed.time {
          var evaluated = 0
          for edit in 0..<edits {
            evaluated += try form.update {
              $0.setCondition(.hidden, of: "h_7", to: edit % 2 == 0 ? "$x_8 == 1" : "$x_9 == 0")
            }.evaluatedCount
          }
          return .of(evaluated, form["h_7"]?.isHidden == true ? 1 : 0)
        }
      }
      let name = Table.rows(rows)
      return Measure(
        name: "host-edit-\(name)", title: "a host's edit of a form of \(name) rows",
        ours: timed.nanoseconds / Double(edits), goal: goal,
        // Only the new condition runs.
        checksums: [timed.checksum ?? Checksum(), .of(edits, 1)], timed: [timed])
    }
  }
}
