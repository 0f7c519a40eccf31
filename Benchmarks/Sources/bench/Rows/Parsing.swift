// Texts to programs that have run: JSONDecoder reads the same texts as a list, ours parses, checks
// and resolves each of them, makes its flat code and runs it once, over cells of nil.

import Foundation
import Predicate
import Shapes
import Yardsticks

extension Benchmark {
  static let parse = Benchmark(
    name: "parse", summary: "JSONDecoder reading typical conditions / building and running them"
  ) { settings in
    let texts = TypicalConditions.texts(settings.size(100_000, quick: 10_000))
    return [try measure("parse", texts, .atLeast(floor: 0.25, target: 0.8), settings)]
  }

  static let parseEight = Benchmark(
    name: "parse8", summary: "the same with the eight predicates over and over; shown"
  ) { settings in
    let times = settings.size(4_000, quick: 400)
    return [
      try measure("parse8", (0..<times).flatMap { _ in EightPredicates.texts }, .none, settings)
    ]
  }

  static let parseLong = Benchmark(
    name: "parse360k", summary: "the same with one text of 360 kB; shown"
  ) { settings in
    var text = ""
    for part in TypicalConditions.texts(20_000) where text.utf8.count < 360_000 {
      text += text.isEmpty ? part : " OR (\(part))"
    }
    return [try measure("parse360k", [text], .none, settings)]
  }

  private static func measure(
    _ name: String, _ texts: [String], _ goal: Measure.Goal, _ settings: Settings
  ) throws -> Measure {
    let json = try JSONEncoder().encode(texts)
    let most = try texts.map { try Condition($0).resolution.operands.count }.max() ?? 0
    let cells = [Cell](repeating: .null, count: most)
    let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 0))
    // What each comes to: whether it holds, or 2 where it cannot say; and the last one, printed.
    var unsaid = 0
    func results(_ text: (Int) throws -> String) throws -> () -> Checksum {
      var results: [UInt8] = []
      results.reserveCapacity(texts.count)
      var last: Condition?
      for index in texts.indices {
        let condition = try Condition(try text(index))
        let program = condition.resolution.program
        var rest = Value.null
        do throws(EvaluationFailure) {
          let cell = try cells.withUnsafeBufferPointer { cells throws(EvaluationFailure) in
            try program.run(cells, in: context, rest: &rest, operand: { _ in .null })
          }
          results.append(cell.truth == true ? 1 : 0)
        } catch {
          results.append(2)
        }
        last = condition
      }
      return {
        unsaid = results.count { $0 == 2 }
        var sum = Checksum()
        for result in results { sum.add(UInt64(result)) }
        sum.add(last?.description)
        return sum
      }
    }
    // By the tree evaluator and of the printed text: neither is what is measured.
    var expected = Checksum()
    for text in texts {
      let program = try Condition(try Condition(text).description).resolution.program
      let value = try? program.evaluate(context: context) { _ in .null }
      expected.add(UInt64(value == .bool(true) ? 1 : value == nil ? 2 : 0))
    }
    expected.add(try texts.last.map { try Condition($0).description })
    let timed = try inTurns(
      settings.rounds(5),
      making: { try results { texts[$0] } },
      {
        let read = try JSONDecoding.texts(json)
        return { read == texts ? expected : Checksum() }
      })
    let building = try best(of: settings.rounds(5)) {
      var variables = 0
      for text in texts { variables += try Condition(text).resolution.operands.count }
      return .of(variables)
    }
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    let count = Double(texts.count)
    let (ours, yardstick) = (timed[0].nanoseconds, timed[1].nanoseconds)
    return Measure(
      name: name, title: "JSONDecoder to texts / build and first run", ours: ours / count,
      yardstick: yardstick / count, ratio: yardstick / ours, goal: goal,
      checksums: timed.compactMap(\.checksum), timed: timed,
      notes: [
        "each of \(texts.count) texts of \(bytes / texts.count) bytes; ours "
          + "\(Table.number(Double(bytes) / ours * 1e3)) MB/s; \(unsaid) cannot say of nil",
        "built and not run: \(Table.quantity(building.nanoseconds / count, .nanoseconds)), "
          + "\(Table.number(yardstick / building.nanoseconds))x",
      ])
  }
}
