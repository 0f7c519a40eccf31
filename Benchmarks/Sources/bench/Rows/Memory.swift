// Bytes of the heap a row: what a second live form adds to the first, and what a compiled form
// holds beside its texts and tags. Compiled from a definition, a form has no source positions.

import FormGraph
import Shapes

extension Benchmark {
  private static let shapes: [(name: String, make: @Sendable (Int) -> FormDefinition)] = [
    ("shared", Shape.fan), ("distinct", Shape.distinct),
  ]

  static let liveBytes = Benchmark(
    name: "live-bytes", summary: "bytes a row that a second open() of a compiled form adds"
  ) { settings in
    let rows = settings.size(1_000_000, quick: 50_000)
    return try shapes.map { name, make in
      let compiled = try CompiledForm(make(rows))
      let first = compiled.open(now: start)
      let (bytes, second) = Heap.added { compiled.open(now: start) }
      let counts = (first.conditionCount, second.conditionCount)
      return Measure(
        name: "live-bytes", title: "second open(), a row: \(name) condition", unit: .bytes,
        ours: Double(bytes) / Double(rows), goal: .atMost(floor: 48, target: 24),
        checksums: [.of(counts.0), .of(counts.1)],
        notes: ["by \(Heap.source), \(rows) rows with a value each"])
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
      let sections = compiled.definition.sections.count
      let goal: Measure.Goal =
        name == "shared" ? .atMost(floor: 128, target: 64) : .atMost(floor: 256, target: 160)
      func each(_ bytes: Int) -> String { Table.number(Double(bytes) / Double(rows)) }
      return Measure(
        name: "compiled-bytes", title: "compiled form, a row: \(name) condition", unit: .bytes,
        ours: Double(bytes - textBytes) / Double(rows), goal: goal, checksums: [.of(sections)],
        notes: [
          "by \(Heap.source): \(each(bytes)) a row, less \(each(textBytes)) of text and tags; "
            + "the definition as given: \(each(given))"
        ])
    }
  }
}
