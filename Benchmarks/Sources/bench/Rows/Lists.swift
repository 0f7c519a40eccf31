// Edits of a list with 1000 items, beside the same in a list with 250: what one edit costs should
// not grow with the list.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  private static let sizes = [1_000, 250]

  static let lists = Benchmark(
    name: "lists", rows: ["list-insert", "list-sum", "list-fold"],
    summary: "inserting an item, and setting an amount that is summed: 1000 items / 250"
  ) { settings in
    [
      try inserting(settings),
      try setting("list-sum", "sum($lines.total)", settings),
      try setting("list-fold", "$lines.@sum.total", settings),
    ]
  }

  /// Lines of three rows, whose totals are 0, 2, 4 and so on, and a row outside that reads them.
  private static func form(items: Int, _ reader: RowDefinition) throws -> Form {
    let template = ItemsDefinition(
      template: .rows([
        RowDefinition(tag: "what", type: .text, required: true),
        RowDefinition(tag: "amount", type: .int),
        RowDefinition(tag: "total", type: .int, calculated: "$amount * 2"),
      ]),
      value: (0..<items).map { ["what": "Tea", "amount": .int(Int64($0))] })
    return try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "lines", kind: .multivalued(template)),
        SectionDefinition(rows: [reader]),
      ])
    ).open(now: start)
  }

  /// The second insert of an item, for the first one copies what forms share until they are edited.
  private static func inserting(_ settings: Settings) throws -> Measure {
    let forms = try sizes.map { items in
      try form(
        items: items,
        RowDefinition(tag: "note", type: .label, hidden: "$lines.isValid == true"))
    }
    func insert(into form: inout Form, _ what: Value) throws {
      try form.update {
        $0.insertItem(in: "lines", at: 100, value: ["what": what, "amount": 7])
      }
    }
    var timed = sizes.map { _ in Timed() }
    var sums = [Checksum(), Checksum()]
    let rounds = settings.rounds(100)
    for round in 0..<rounds {
      for turn in forms.indices {
        let size = (turn + round) % forms.count
        var form = forms[size]
        try insert(into: &form, "Cake")
        try timed[size].time {
          try insert(into: &form, .null)
          return Checksum()
        }
        // The list has both items and is not valid, for the second one has no name.
        sums[size].add((form.section("lines")?.items?.count ?? 0) - sizes[size])
        sums[size].add(form["note"]?.isHidden == false ? 1 : 0)
        if case .int(let total)? = form["lines[100].total"]?.value { sums[size].add(Int(total)) }
      }
    }
    var expected = Checksum()
    for _ in 0..<rounds { for value in [2, 1, 14] { expected.add(value) } }
    return measure(
      "list-insert", "insert if a row reads $lines.isValid", timed, each: 1, sums + [expected])
  }

  private static func setting(
    _ name: String, _ formula: String, _ settings: Settings
  ) throws -> Measure {
    var forms = try sizes.map { items in
      try form(
        items: items,
        RowDefinition(tag: "sum", type: .int, calculated: formula))
    }
    let edits = settings.size(400, quick: 40)
    var timed = sizes.map { _ in Timed() }
    for round in 0..<settings.rounds(30) {
      for turn in forms.indices {
        let size = (turn + round) % forms.count
        try timed[size].time {
          var sum = Checksum()
          for edit in 1...edits {
            try forms[size].set("lines[100].amount", to: .int(Int64(100 + edit)))
            // How much more it is than in the beginning.
            guard case .int(let total)? = forms[size]["sum"]?.value else { return Checksum() }
            sum.add(Int(total) - sizes[size] * (sizes[size] - 1))
          }
          return sum
        }
      }
    }
    var expected = Checksum()
    for edit in 1...edits { expected.add(2 * edit) }
    return measure(
      name, "set of an amount under \(formula)", timed, each: edits,
      timed.compactMap(\.checksum) + [expected])
  }

  private static func measure(
    _ name: String, _ title: String, _ timed: [Timed], each: Int, _ checksums: [Checksum]
  ) -> Measure {
    let times = timed.map { $0.nanoseconds / Double(each) }
    return Measure(
      name: name, title: title, ours: times[0], yardstick: times[1], ratio: times[0] / times[1],
      goal: .atMost(floor: 1.1, target: 1.05), checksums: checksums, timed: timed,
      notes: ["1000 items of three rows / 250 items"])
  }
}
