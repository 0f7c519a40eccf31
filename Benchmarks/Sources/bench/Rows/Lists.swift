// Edits of a list with 1000 items, beside the same in a list with 250: what one edit costs should
// not grow with the list.

import FormGraph
import Predicate
import Shapes

extension Benchmark {
  private static let sizes = [1_000, 250]
  private static let nearlyAsMuch = Measure.Goal.atMost(floor: 1.1, target: 1.05)

  static let lists = Benchmark(
    name: "lists",
    rows: [
      "list-insert", "list-insert-told", "list-sum", "list-fold", "list-sum-decimals",
      "list-fold-decimals",
    ],
    summary: "inserting an item, and setting an amount that is summed: 1000 items / 250"
  ) { settings in
    [
      try inserting(isTold: false, settings),
      try inserting(isTold: true, settings),
      try setting("list-sum", "sum($lines.total)", .int, settings),
      try setting("list-fold", "$lines.@sum.total", .int, settings),
      try setting("list-sum-decimals", "sum($lines.total)", .decimal, settings),
      try setting("list-fold-decimals", "$lines.@sum.total", .decimal, settings),
    ]
  }

  /// Lines of three rows, whose totals are 0, 2, 4 and so on, and a row outside that reads them.
  private static func form(
    items: Int, of type: RowType, _ reader: RowDefinition
  ) throws -> Form {
    let template = ItemsDefinition(
      template: .rows([
        RowDefinition(tag: "what", type: .text, required: true),
        RowDefinition(tag: "amount", type: type),
        RowDefinition(tag: "total", type: type, calculated: "$amount * 2"),
      ]),
      value: (0..<items).map { ["what": "Tea", "amount": amount($0, type)] })
    return try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "lines", kind: .multivalued(template)),
        SectionDefinition(rows: [reader]),
      ])
    ).open(now: start)
  }

  private static func amount(_ amount: Int, _ type: RowType) -> Value {
    type == .decimal ? .double(Double(amount)) : .int(Int64(amount))
  }

  /// The second insert of an item, for the first one copies what forms share until they are edited.
  ///
  /// If it is told, its change set is made into JSON, as a client of the pipe gets it.
  private static func inserting(isTold: Bool, _ settings: Settings) throws -> Measure {
    let forms = try sizes.map { items in
      try form(
        items: items, of: .int,
        RowDefinition(tag: "note", type: .label, hidden: "$lines.isValid == true"))
    }
    func insert(into form: inout Form, _ what: Value) throws -> ChangeSet {
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
        _ = try insert(into: &form, "Cake")
        try timed[size].time {
          let changes = try insert(into: &form, .null)
          var told = Checksum()
          if isTold, case .dictionary(let members) = changes.json { told.add(members.keys.count) }
          return told
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
      isTold ? "list-insert-told" : "list-insert",
      "insert if a row reads $lines.isValid" + (isTold ? ", with its change set" : ""), timed,
      each: 1, sums + [expected])
  }

  private static func setting(
    _ name: String, _ formula: String, _ type: RowType, _ settings: Settings
  ) throws -> Measure {
    var forms = try sizes.map { items in
      try form(
        items: items, of: type,
        RowDefinition(tag: "sum", type: type, calculated: formula))
    }
    let edits = settings.size(400, quick: 40)
    var timed = sizes.map { _ in Timed() }
    for round in 0..<settings.rounds(30) {
      for turn in forms.indices {
        let size = (turn + round) % forms.count
        try timed[size].time {
          var sum = Checksum()
          for edit in 1...edits {
            try forms[size].set("lines[100].amount", to: amount(100 + edit, type))
            // How much more it is than in the beginning.
            let before = sizes[size] * (sizes[size] - 1)
            switch forms[size]["sum"]?.value {
            case .int(let total): sum.add(Int(total) - before)
            case .double(let total): sum.add(Int(total) - before)
            default: return Checksum()
            }
          }
          return sum
        }
      }
    }
    var expected = Checksum()
    for edit in 1...edits { expected.add(2 * edit) }
    return measure(
      name, "set of an amount under \(formula)" + (type == .decimal ? ", decimals" : ""), timed,
      each: edits,
      timed.compactMap(\.checksum) + [expected],
      // Decimals are added anew, in their order.
      goal: type == .decimal ? .none : nearlyAsMuch)
  }

  private static func measure(
    _ name: String, _ title: String, _ timed: [Timed], each: Int, _ checksums: [Checksum],
    goal: Measure.Goal = nearlyAsMuch
  ) -> Measure {
    let times = timed.map { $0.nanoseconds / Double(each) }
    return Measure(
      name: name, title: title, ours: times[0], yardstick: times[1], ratio: times[0] / times[1],
      goal: goal, checksums: checksums, timed: timed,
      notes: ["1000 items of three rows / 250 items"])
  }
}
