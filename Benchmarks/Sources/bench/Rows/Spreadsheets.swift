// Three shapes at 10 000 rows beside the figures of HyperFormula, a spreadsheet engine with a
// maintained graph, from another machine of the same kind: build, and one edit.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  private struct Recorded {
    let name: String
    let definition: FormDefinition
    let tag: String
    let values: (Value, Value)
    /// How many conditions and formulas it has, and an edit evaluates.
    let conditions: Int
    let evaluated: Int
    /// Of HyperFormula, in milliseconds.
    let build: Double
    let edit: Double
  }

  static let spreadsheet = Benchmark(
    name: "spreadsheet",
    rows: ["pairs", "fan", "fan-distinct", "chain"].flatMap { ["build-\($0)", "edit-\($0)"] },
    summary: "build and edit at 10k rows beside HyperFormula's figures"
  ) { settings in
    let size = 10_000
    let shapes = [
      Recorded(
        name: "pairs", definition: Shape.pairs(size / 2), tag: "x_77", values: (true, false),
        conditions: size / 2, evaluated: 1, build: 211.3, edit: 0.0212),
      // All rows have one condition, which is evaluated once; a spreadsheet computes each cell.
      Recorded(
        name: "fan", definition: Shape.fan(size), tag: "sw", values: (false, true), conditions: 1,
        evaluated: 1, build: 461.2, edit: 16.1),
      Recorded(
        name: "fan-distinct", definition: Shape.grid(chains: size, length: 1), tag: "source",
        values: (1, 2), conditions: size, evaluated: size, build: 461.2, edit: 16.1),
      Recorded(
        name: "chain", definition: Shape.grid(chains: 1, length: size), tag: "source",
        values: (1, 2), conditions: size, evaluated: size, build: 354.3, edit: 16.4),
    ]
    return try shapes.flatMap { shape in
      let edits = shape.name == "pairs" ? 1_000 : 10
      let build = try best(of: settings.rounds(3)) {
        .of(try CompiledForm(shape.definition).open(now: start).conditionCount)
      }
      var form = try CompiledForm(shape.definition).open(now: start)
      let edit = try best(of: settings.rounds(5)) {
        var evaluated = 0
        for _ in 0..<edits {
          evaluated += try form.set(shape.tag, to: shape.values.0).evaluatedCount
          evaluated += try form.set(shape.tag, to: shape.values.1).evaluatedCount
        }
        return .of(evaluated)
      }
      let time = edit.nanoseconds / Double(2 * edits)
      return [
        Measure(
          name: "build-\(shape.name)", title: "HyperFormula's build / ours, 10k rows",
          ours: build.nanoseconds, yardstick: shape.build * 1e6,
          ratio: shape.build * 1e6 / build.nanoseconds, goal: .atLeast(floor: 10, target: 10),
          checksums: [build.checksum ?? Checksum(), .of(shape.conditions)]),
        Measure(
          name: "edit-\(shape.name)", title: "HyperFormula's edit / ours, 10k rows", ours: time,
          yardstick: shape.edit * 1e6, ratio: shape.edit * 1e6 / time,
          goal: .atLeast(floor: 100, target: 100),
          checksums: [edit.checksum ?? Checksum(), .of(2 * edits * shape.evaluated)]),
      ]
    }
  }
}
