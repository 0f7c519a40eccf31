// Form files to compiled forms, beside JSONDecoder filling structs with the same fields from the
// same bytes; and reading alone, to definitions.

import FormGraph
import Foundation
import Predicate
import Shapes
import Yardsticks

extension Benchmark {
  static let loader = Benchmark(
    name: "loader", rows: ["reading", "loader-distinct", "loader-10MB", "reading-10MB"],
    summary: "JSONDecoder / the loader and reading alone; 100k rows of 300 bytes, and 10 MB"
  ) { settings in
    let rows = settings.size(100_000, quick: 5_000)
    let conditions = settings.size(1_000, quick: 50)
    return try shared(rows, conditions, settings) + different(rows, settings)
      + shared(settings.size(32_000, quick: 1_600), conditions, settings).map { measure in
        var measure = measure
        measure.name += "-10MB"
        // The floors are about the larger file.
        measure.goal = .none
        return measure
      }
  }

  private static func shared(
    _ rows: Int, _ conditions: Int, _ settings: Settings
  ) throws -> [Measure] {
    let bytes = FormFile.json(rows: rows, conditions: conditions)
    let data = Data(bytes)
    var tree = Double.infinity
    let timed = try inTurns(
      settings.rounds(4),
      making: {
        let form = try CompiledForm.compile(json: bytes)
        return { sum(of: form.definition) }
      },
      {
        let definition = DefinitionReader.read(try JSONReader.read(bytes)).definition
        return { sum(of: definition) }
      },
      {
        let form = try JSONDecoding.form(data)
        return { sum(of: form) }
      })
    tree = try best(of: settings.rounds(3)) { .of(try JSONReader.read(bytes).range.count) }
      .nanoseconds
    let times = timed.map(\.nanoseconds)
    let sums = timed.compactMap(\.checksum)
    func rate(_ time: Double) -> String { Table.number(Double(bytes.count) / time * 1e3) + " MB/s" }
    return [
      Measure(
        name: "loader", title: "JSONDecoder / loader to a compiled form", ours: times[0],
        yardstick: times[2], ratio: times[2] / times[0], goal: .atLeast(floor: 2, target: 3),
        checksums: [sums[0], sums[2]], timed: [timed[0], timed[2]],
        notes: [
          "\(rows) rows, \(conditions) different conditions, \(bytes.count) bytes; "
            + "ours \(rate(times[0])), JSONDecoder \(rate(times[2]))"
        ]),
      Measure(
        name: "reading", title: "JSONDecoder / reading alone, to definitions", ours: times[1],
        yardstick: times[2], ratio: times[2] / times[1], goal: .atLeast(floor: 6, target: 10),
        checksums: [sums[1], sums[2]], timed: [timed[1], timed[2]],
        notes: ["ours \(rate(times[1])); to the tree of JSON only \(rate(tree))"]),
    ]
  }

  private static func different(_ rows: Int, _ settings: Settings) throws -> [Measure] {
    let bytes = FormFile.json(rows: rows, conditions: rows)
    let data = Data(bytes)
    let timed = try inTurns(
      settings.rounds(2),
      making: {
        let form = try CompiledForm.compile(json: bytes)
        return { sum(of: form.definition) }
      },
      {
        let form = try JSONDecoding.form(data)
        return { sum(of: form) }
      })
    return [
      Measure(
        name: "loader-distinct", title: "the same, every condition different",
        ours: timed[0].nanoseconds, yardstick: timed[1].nanoseconds,
        ratio: timed[1].nanoseconds / timed[0].nanoseconds,
        checksums: timed.compactMap(\.checksum), timed: timed)
    ]
  }

  // MARK: - What was read

  private static func sum(of definition: FormDefinition) -> Checksum {
    var sum = Checksum()
    sum.add(definition.texts.title?.single)
    for section in definition.sections {
      sum.add(section.tag)
      sum.add(section.texts.title?.single)
      for row in section.rows {
        sum.add(row.tag)
        sum.add(row.type.rawValue)
        sum.add(row.texts.title?.single)
        sum.add(row.texts.help?.single)
        sum.add(text(row.value))
        for option in row.options?.written ?? [] { sum.add(text(option.value)) }
        if case .predicate(let text)? = row.hidden?.source { sum.add(text) }
        sum.add(row.required?.source == .constant(true) ? 1 : 0)
        for rule in row.rules {
          if case .maxLength(let length) = rule.kind { sum.add(length) }
          sum.add(rule.message?.single)
        }
      }
    }
    return sum
  }

  private static func text(_ value: Value?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func sum(of form: DecodedForm) -> Checksum {
    var sum = Checksum()
    sum.add(form.title)
    for section in form.sections {
      sum.add(section.tag)
      sum.add(section.title)
      for row in section.rows {
        sum.add(row.tag)
        sum.add(row.type)
        sum.add(row.title)
        sum.add(row.help)
        sum.add(row.value)
        for option in row.options ?? [] { sum.add(option) }
        if let text = row.hidden { sum.add(text) }
        sum.add(row.required == true ? 1 : 0)
        for rule in row.rules ?? [] {
          if let length = rule.value { sum.add(length) }
          sum.add(rule.message)
        }
      }
    }
    return sum
  }
}
