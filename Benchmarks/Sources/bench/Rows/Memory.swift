// Bytes of the heap a row: what a live form adds to a compiled one and to the live forms that are
// there, before and after all its rows were edited, and what a compiled form holds beside its texts
// and tags. Compiled from a definition, a form has no source positions.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  private static let shapes: [(name: String, make: @Sendable (Int) -> FormDefinition)] = [
    ("shared", Shape.fan), ("distinct", Shape.distinct),
  ]

  static let liveBytes = Benchmark(
    name: "live-bytes", rows: ["live-bytes", "live-bytes-first", "live-bytes-edited"],
    summary: "bytes a row of a live form: second and first open(), and all its rows edited"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    return try shapes.flatMap { name, make in
      let compiled = try CompiledForm(make(rows))
      // What can be taken back is no part of the state.
      func open() throws -> Form { try compiled.open(now: start, historyLimit: 0) }
      let (firstBytes, first) = try Heap.added { try open() }
      let (bytes, second) = try Heap.added { try open() }
      // What some rows hold and whether they are hidden, of a form and as it must be.
      func sample(_ form: Form) -> Checksum {
        .of(
          all: stride(from: 0, to: rows, by: 997).map { row in
            let state = form["x_\(row)"]
            guard case .int(let value)? = state?.value else { return Checksum() }
            return .of(Int(value), state?.isHidden == true ? 1 : 0)
          })
      }
      func expected(_ ahead: Int) -> Checksum {
        .of(
          all: stride(from: 0, to: rows, by: 997).map { row in
            let value = Shape.number(of: row + ahead)
            return .of(Int(value), name == "distinct" && value > 5 ? 1 : 0)
          })
      }
      var edited = second
      let (editedBytes, _) = try Heap.added {
        let changes = try edited.update { draft in
          for row in 0..<rows {
            draft.set("x_\(row)", to: .int(Shape.number(of: row + 6)))
          }
        }
        return changes.count(of: .value)
      }
      func measure(
        _ name: String, _ title: String, _ bytes: Int, _ goal: Measure.Goal,
        _ checksums: [Checksum]
      ) -> Measure {
        Measure(
          name: name, title: title, unit: .bytes, ours: Double(bytes) / Double(rows), goal: goal,
          checksums: checksums, notes: ["by \(Heap.source), \(rows) rows with a value each"])
      }
      let goal = Measure.Goal.atMost(floor: 64, target: 32)
      return [
        measure(
          "live-bytes", "second open(), a row: \(name) condition", bytes, goal,
          [sample(second), expected(0)]),
        measure(
          "live-bytes-first", "first open(), a row: \(name) condition", firstBytes, .none,
          [sample(first), expected(0)]),
        measure(
          "live-bytes-edited", "all edited, a row: \(name) condition", bytes + editedBytes, goal,
          [sample(edited), expected(6)]),
      ]
    }
  }

  static let compiledBytes = Benchmark(
    name: "compiled-bytes", summary: "bytes a row that a compiled form holds, beside its texts"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    return try shapes.map { name, make in
      let before = Heap.bytesInUse
      var textBytes = 0
      var given = 0
      let compiled = try {
        let definition = make(rows)
        given = Heap.bytesInUse - before
        textBytes = Shape.textBytes(of: definition)
        return try CompiledForm(definition)
      }()
      let bytes = Heap.bytesInUse - before
      // What was compiled, and what must be: the switch in a section of its own, and a thousand
      // rows in each of the others.
      let sections = compiled.definition.sections
      let sums = [
        Checksum.of(
          sections.reduce(0) { $0 + $1.rows.count }, sections.count,
          compiled.open(now: start).conditionCount),
        Checksum.of(rows + 1, 1 + (rows + 999) / 1_000, name == "shared" ? 1 : rows),
      ]
      let goal: Measure.Goal =
        name == "shared" ? .atMost(floor: 256, target: 128) : .atMost(floor: 512, target: 256)
      func each(_ bytes: Int) -> String { Table.number(Double(bytes) / Double(rows)) }
      return Measure(
        name: "compiled-bytes", title: "compiled form, a row: \(name) condition", unit: .bytes,
        ours: Double(bytes - textBytes) / Double(rows), goal: goal, checksums: sums,
        notes: [
          "by \(Heap.source): \(each(bytes)) a row, less \(each(textBytes)) of text and tags; "
            + "the definition as given: \(each(given))"
        ])
    }
  }
}
