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
        ours: Double(reached), goal: .atMost(floor: 1, target: 1), checksums: [ours, expected],
        notes: [notes.joined(separator: "; ")]),
      Measure(
        name: "evaluations", title: "most evaluations of a node not reached", unit: .count,
        ours: Double(missed), goal: .atMost(floor: 0, target: 0)),
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

  /// The most calls of a function that the change reaches, and of one that it does not.
  ///
  /// A lattice: function k reads whether the rows of the two before it are hidden, and the last
  /// one's row; half of the lattice hangs on a switch that is not turned.
  private static func callsOfFunctions() throws -> (reached: Int, missed: Int) {
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
    let reached = (0..<width).map { counts["f_0_\($0)"] ?? 0 }
    let missed = (0..<width).map { counts["f_1_\($0)"] ?? 0 }
    // All of the half read the switch, so one that did not run is as wrong as one that ran twice.
    let most = reached.contains(0) ? .max : reached.max() ?? 0
    return (most, missed.max() ?? 0)
  }

  private final class Calls: Sendable {
    private let table = Mutex<[String: Int]>([:])

    var counts: [String: Int] { table.withLock { $0 } }

    func add(_ name: String) { table.withLock { $0[name, default: 0] += 1 } }

    func forget() { table.withLock { $0 = [:] } }
  }
}
