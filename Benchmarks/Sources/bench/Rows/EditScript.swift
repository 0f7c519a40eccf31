// A long random script of edits: values are set, rows come and go, steps are taken back. Now and
// then the form must be what a form is that opens with the rows and values which the script has
// come to.

import FormGraph
import Predicate
import Shapes
import Yardsticks

/// What a script has come to: the values of rows that are always there, and which others stand
/// where.
private struct Script {
  enum Edit: CaseIterable {
    case set, insert, remove, undo
  }

  private struct State {
    var values: [Int64]
    var others: [Int]
  }

  private var state = State(values: Array(repeating: 1, count: 100), others: Array(0..<800))
  private var past: [State] = []
  private var next = 800
  private var random = Random(seed: 17)

  /// The definition of a form that opens as the script has left it.
  var definition: FormDefinition {
    var rows: [RowDefinition] = []
    for (index, value) in state.values.enumerated() {
      rows.append(RowDefinition(tag: "x_\(index)", type: .int, value: .int(value)))
      let before = index == 0 ? "" : " + $y_\(index - 1)"
      rows.append(
        RowDefinition(tag: "y_\(index)", type: .int, calculated: "$x_\(index)\(before)"))
    }
    return FormDefinition(sections: [
      SectionDefinition(rows: rows),
      SectionDefinition(tag: "others", rows: state.others.map(Self.other)),
    ])
  }

  /// A row that comes and goes; it reads rows that are always there.
  private static func other(_ number: Int) -> RowDefinition {
    var random = Random(seed: UInt64(number))
    let (x, y) = ("$x_\(random.below(100))", "$y_\(random.below(100))")
    let tag = "r_\(number)"
    return random.below(3) == 0
      ? RowDefinition(tag: tag, type: .int, calculated: "\(x) * 2 + \(y)")
      : RowDefinition(
        tag: tag, type: .int, value: .int(Int64(number)),
        hidden: ConditionDefinition(
          .predicate("\(x) > \(random.below(9)) OR \(y) < \(random.below(300))")))
  }

  /// Some more edits, each with what makes it.
  mutating func edits(_ count: Int) -> [(Edit, (inout Form) throws(EditError) -> ChangeSet)] {
    (0..<count).map { _ in
      if random.below(10) == 0, let last = past.popLast() {
        state = last
        return (.undo, { form throws(EditError) in try form.undo() })
      }
      past.append(state)
      if past.count > Form.standardHistoryLimit { past.removeFirst() }
      let place = random.below(state.others.count)
      switch random.below(99) {
      case 0:
        let (row, number) = (Self.other(next), next)
        next += 1
        state.others.insert(number, at: place)
        return (
          .insert,
          { form throws(EditError) in
            try form.update { $0.insertRows([row], at: .at(place, in: "others", among: .all)) }
          }
        )
      case 1 where state.others.count > 1:
        let tag = "r_\(state.others.remove(at: place))"
        return (
          .remove, { form throws(EditError) in try form.update { $0.removeRows([tag]) } }
        )
      default:
        // Another value than the one before, or there is no step to take back.
        let row = random.below(state.values.count)
        let value = (state.values[row] + 1 + Int64(random.below(9))) % 10
        state.values[row] = value
        return (.set, { form throws(EditError) in try form.set("x_\(row)", to: .int(value)) })
      }
    }
  }
}

extension Benchmark {
  static let editScript = Benchmark(
    name: "edit-script", summary: "100k random edits, held against newly opened forms; shown"
  ) { settings in
    let (blocks, size) = (100, settings.size(1_000, quick: 50))
    var script = Script()
    var form = try CompiledForm(script.definition).open(now: start)
    var sums = [Checksum(), Checksum()]
    var evaluated = 0
    var times: [Script.Edit: (time: Double, count: Int)] = [:]
    var wall = 0.0
    for _ in 0..<blocks {
      for (kind, edit) in script.edits(size) {
        let watch = Stopwatch()
        evaluated += try edit(&form).evaluatedCount
        let elapsed = watch.elapsed
        wall += elapsed.wall
        times[kind, default: (0, 0)].time += elapsed.cpu
        times[kind, default: (0, 0)].count += 1
      }
      sums[0].add(sum(of: form))
      sums[1].add(sum(of: try CompiledForm(script.definition).open(now: start)))
    }
    let kinds = Script.Edit.allCases.compactMap { kind in
      times[kind].map { each in
        "\(each.count) \(kind) \(Table.quantity(each.time / Double(each.count), .nanoseconds))"
      }
    }
    let whole = times.values.reduce(0) { $0 + $1.time }
    let count = Double(blocks * size)
    return [
      Measure(
        name: "edit-script", title: "random edit of 1000 rows, each",
        ours: whole / count, checksums: sums,
        notes: [
          kinds.joined(separator: ", ") + "; \(evaluated) evaluations; held against "
            + "\(blocks) newly opened forms",
          "once, and not the best of many; wall \(Table.quantity(wall / count, .nanoseconds))",
        ])
    ]
  }

  private static func sum(of form: Form) -> UInt64 {
    var sum = Checksum()
    for row in form.sections.lazy.flatMap(\.rows) {
      sum.add(row.tag)
      sum.add("\(row.value)")
      sum.add(row.isHidden ? 1 : 0)
    }
    return sum.bits
  }
}
