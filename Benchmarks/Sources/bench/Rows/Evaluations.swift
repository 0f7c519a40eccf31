// How often each node runs in one transaction: exactly once where a change reaches it, never where
// none does. Functions of the host's count their own calls; for texts the number of evaluations
// must be the number of nodes that are reached.

import FormGraph
import Predicate
import Shapes
import Synchronization

extension Benchmark {
  static let evaluations = Benchmark(
    name: "evaluations", summary: "evaluations of each node in a transaction: reached and not"
  ) { settings in
    let (reached, missed) = try callsOfFunctions()
    // Each that is reached once, and no other at all: that none is left out is asked too.
    let most = (reached: reached.max() ?? 0, missed: missed.max() ?? 0)
    let calls = [reached, missed].map { counts in Checksum.of(all: counts.map { .of($0) }) }
    let once = Checksum.of(all: reached.map { _ in .of(1) })
    let never = Checksum.of(all: missed.map { _ in .of(0) })
    var notes: [String] = []
    var ours = Checksum()
    var expected = Checksum()
    for scenario in try scenarios(settings) {
      ours.add(scenario.evaluated)
      expected.add(scenario.reached)
      notes.append("\(scenario.name): \(scenario.evaluated) of \(scenario.reached) reached")
    }
    return [
      Measure(
        name: "evaluations", title: "most evaluations of a node reached", unit: .count,
        ours: Double(most.reached), goal: .atMost(floor: 1, target: 1),
        checksums: [.of(all: [ours, calls[0]]), .of(all: [expected, once])],
        notes: [notes.joined(separator: "; ")]),
      Measure(
        name: "evaluations", title: "most evaluations of a node not reached", unit: .count,
        ours: Double(most.missed), goal: .atMost(floor: 0, target: 0),
        checksums: [calls[1], never]),
    ]
  }

  private struct Scenario {
    let name: String
    let evaluated: Int
    let reached: Int
  }

  private static func scenarios(_ settings: Settings) throws -> [Scenario] {
    let rows = settings.size(100_000, quick: 10_000)
    func count(_ definition: FormDefinition, _ tag: String, _ value: Value) throws -> Int {
      var form = try CompiledForm(definition).open(now: start)
      return try form.set(tag, to: value).evaluatedCount
    }
    return [
      Scenario(
        name: "one condition of \(rows) rows", evaluated: try count(Shape.fan(rows), "sw", false),
        reached: 1),
      Scenario(
        name: "a condition each", evaluated: try count(Shape.distinct(rows), "sw", false),
        reached: rows),
      Scenario(
        name: "a pair of \(rows)", evaluated: try count(Shape.pairs(rows), "x_5", true), reached: 1),
      Scenario(
        name: "chains", evaluated: try count(Shape.grid(chains: 100, length: 100), "source", 7),
        reached: 10_000),
    ]
  }

  /// How often each function is called that the change reaches, and each that it does not.
  ///
  /// Two lattices, each below a switch of its own, of which one is turned: a function reads that
  /// switch, and whether the rows of the two functions before it are hidden.
  private static func callsOfFunctions() throws -> (reached: [Int], missed: [Int]) {
    let width = 40
    let calls = Calls()
    var functions: [String: FormFunction] = [:]
    var rows: [RowDefinition] = [
      RowDefinition(tag: "on", type: .switch), RowDefinition(tag: "off", type: .switch),
    ]
    for (source, half) in ["on", "off"].enumerated() {
      for index in 0..<width {
        let name = "f_\(source)_\(index)"
        let names =
          [half] + [index - 1, index - 2].filter { $0 >= 0 }.map { "h_\(source)_\($0).isHidden" }
        functions[name] = { arguments in
          calls.add(name)
          let count = arguments.values.reduce(0) { $0 + ($1 == .bool(true) ? 1 : 0) }
          return .bool(count % 2 == 1)
        }
        rows.append(
          RowDefinition(
            tag: "h_\(source)_\(index)", type: .int,
            hidden: ConditionDefinition(.function(name, dependsOn: names))))
      }
    }
    var form = try CompiledForm(
      FormDefinition(sections: [SectionDefinition(rows: rows.reversed())]), functions: functions
    ).open(now: start)
    calls.forget()
    try form.set("on", to: true)
    let counts = calls.counts
    return (
      (0..<width).map { counts["f_0_\($0)"] ?? 0 }, (0..<width).map { counts["f_1_\($0)"] ?? 0 }
    )
  }

  private final class Calls: Sendable {
    private let table = Mutex<[String: Int]>([:])

    var counts: [String: Int] { table.withLock { $0 } }

    func add(_ name: String) { table.withLock { $0[name, default: 0] += 1 } }

    func forget() { table.withLock { $0 = [:] } }
  }
}
