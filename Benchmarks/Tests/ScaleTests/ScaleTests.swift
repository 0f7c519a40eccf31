// Forms of a million rows, with more slots, conditions, sections and items than sixteen bits count,
// and with a million options. Without optimisation each would take a minute, so these tests stand
// where everything is built with it. What they ask is exact: values, counts, evaluations.

import FormGraph
import Foundation
import Predicate
import Shapes
import Testing

@Suite(.serialized) struct ScaleTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 0)
  /// More than sixteen bits count.
  private static let many = 70_000
  /// Places of which the low sixteen bits alone say another place, and that place.
  private static let aliases = [(65_536, 0), (69_999, 69_999 - 65_536)]

  private func open(_ definition: FormDefinition) throws -> Form {
    try CompiledForm(definition).open(now: Self.start)
  }

  /// A section with so many whole numbers `r0`, `r1`, ….
  private func numbers(_ count: Int = many) -> SectionDefinition {
    SectionDefinition(
      tag: "numbers", rows: (0..<count).map { RowDefinition(tag: "r\($0)", type: .int) })
  }

  // MARK: - A million rows

  @Test("A switch that hides a million rows costs one evaluation")
  func oneConditionForAMillionRows() throws {
    let count = 1_000_000
    var json = Array(#"{"sections":[{"rows":[{"tag":"sw","type":"switch"}]},{"rows":["#.utf8)
    json.reserveCapacity(56 * count)
    for row in 0..<count {
      if row > 0 { json.append(UInt8(ascii: ",")) }
      json += #"{"tag":"x\#(row)","type":"int","hidden":"$sw == true"}"#.utf8
    }
    json += "]}]}".utf8
    var form = try CompiledForm.compile(json: json).open(now: Self.start)
    #expect(form.conditionCount == 1)
    #expect(form.values().count == count + 1)

    func expect(_ changes: ChangeSet, evaluated: Int, isHidden: Bool) {
      #expect(changes.evaluatedCount == evaluated)
      #expect(changes.count(of: .hidden) == count)
      #expect(changes.count(of: .value) == 1)
      for row in [0, 65_536, count - 1] { #expect(form["x\(row)"]?.isHidden == isHidden) }
      #expect(form["sw"]?.isHidden == false)
    }
    let changes = try form.set("sw", to: true)
    expect(changes, evaluated: 1, isHidden: true)
    #expect(changes.changes.count == count + 1)
    #expect(form.values().count == 1)
    #expect(try form.set("sw", to: true).evaluatedCount == 0)
    expect(try form.undo(), evaluated: 0, isHidden: false)
    expect(try form.redo(), evaluated: 0, isHidden: true)
    expect(try form.set("sw", to: false), evaluated: 1, isHidden: false)
  }

  @Test("Among a million rows a switch with one dependant costs one evaluation")
  func oneDependantAmongAMillionRows() throws {
    let pairs = 500_000
    var form = try open(Shape.pairs(pairs))
    #expect(form.conditionCount == pairs)
    for pair in [0, 65_536, pairs - 1] {
      let changes = try form.set("x_\(pair)", to: true)
      #expect(changes.evaluatedCount == 1)
      #expect(changes.count(of: .hidden) == 1 && changes.shown == ["h_\(pair)"])
    }
    #expect(form.values().count == pairs + 3)
  }

  // MARK: - Beyond sixteen bits

  @Test("A condition reads every one of 70 000 rows")
  func manySlotsOfACondition() throws {
    let list = (0..<Self.many).map { "$r\($0)" }.joined(separator: ", ")
    let rows = [
      RowDefinition(tag: "wanted", type: .int, value: 7),
      RowDefinition(
        tag: "found", type: .int, hidden: ConditionDefinition(.predicate("$wanted IN {\(list)}"))),
      RowDefinition(tag: "largest", type: .int, calculated: "max({\(list)})"),
    ]
    var form = try open(FormDefinition(sections: [SectionDefinition(rows: rows), numbers()]))
    for (place, alias) in Self.aliases {
      #expect(form["found"]?.isHidden == false)
      // The alias holds something else, and whoever read it in place of the other would be wrong.
      try form.set("r\(alias)", to: 3)
      let changes = try form.set("r\(place)", to: 7)
      #expect(changes.evaluatedCount == 2 && changes.hidden == ["found"])
      #expect(form["largest"]?.value == 7)
      try form.set("r\(place)", to: 2)
      #expect(form["found"]?.isHidden == false && form["largest"]?.value == 3)
    }
  }

  @Test("A function is handed every one of 70 000 values in its place")
  func manySlotsOfAFunction() throws {
    let names = (0..<Self.many).map { "r\($0)" }
    let rows = [
      RowDefinition(
        tag: "found", type: .int,
        hidden: ConditionDefinition(.function("isSeven", dependsOn: names)))
    ]
    let place = Self.many - 1
    var form = try CompiledForm(
      FormDefinition(sections: [SectionDefinition(rows: rows), numbers()]),
      functions: ["isSeven": { .bool($0.values.count == names.count && $0.values[place] == 7) }]
    ).open(now: Self.start)
    #expect(try form.set("r\(place - 65_536)", to: 7).hidden.isEmpty)
    #expect(try form.set("r\(place)", to: 7).hidden == ["found"])
  }

  @Test("Each of 70 000 conditions reads its own row and hides its own")
  func manyConditions() throws {
    var form = try open(Shape.pairs(Self.many))
    #expect(form.conditionCount == Self.many)
    for (place, alias) in Self.aliases {
      for pair in [place, alias] {
        let changes = try form.set("x_\(pair)", to: true)
        #expect(changes.evaluatedCount == 1 && changes.shown == ["h_\(pair)"])
      }
    }
    let all = try form.update { draft in
      for pair in 0..<Self.many { draft.set("x_\(pair)", to: .bool(pair % 2 == 0)) }
    }
    // Of the four that were on, two have an even number.
    #expect(all.evaluatedCount == Self.many / 2)
    #expect(all.count(of: .hidden) == Self.many / 2)
    for pair in [0, 1, 4_463, 65_535, 65_536, 69_999] {
      #expect(form["h_\(pair)"]?.isHidden == (pair % 2 == 1))
    }
  }

  @Test("Each of 70 000 sections is hidden by its own condition")
  func manySections() throws {
    let sections = (0..<Self.many).map { section in
      SectionDefinition(
        tag: "s\(section)", hidden: ConditionDefinition(.predicate("$r\(section) == 1")),
        rows: [RowDefinition(tag: "in\(section)", type: .int)])
    }
    var form = try open(FormDefinition(sections: sections + [numbers()]))
    for (place, alias) in Self.aliases {
      let changes = try form.set("r\(place)", to: 1)
      #expect(changes.evaluatedCount == 1)
      #expect(form.section("s\(place)")?.isHidden == true && form["in\(place)"]?.isHidden == true)
      #expect(form.section("s\(alias)")?.isHidden == false)
    }
    #expect(form.visibleSections.count == Self.many + 1 - Self.aliases.count)
  }

  @Test("A sum reads every one of 70 000 items, and an item its own rows")
  func manyItems() throws {
    let items = SectionDefinition(
      tag: "lines",
      kind: .multivalued(
        ItemsDefinition(
          template: .rows([
            RowDefinition(tag: "amount", type: .int),
            RowDefinition(tag: "twice", type: .int, calculated: "$amount * 2"),
          ]), allows: [.insert, .delete, .reorder],
          value: (0..<Self.many).map { ["amount": .int(Int64($0))] })))
    let rows = [
      RowDefinition(tag: "total", type: .int, calculated: "$lines.@sum.amount"),
      RowDefinition(tag: "doubled", type: .int, calculated: "$lines.@sum.twice"),
    ]
    var form = try open(FormDefinition(sections: [SectionDefinition(rows: rows), items]))
    var total = Int64(Self.many) * Int64(Self.many - 1) / 2
    #expect(form["total"]?.value == .int(total) && form["doubled"]?.value == .int(2 * total))
    for (place, alias) in Self.aliases {
      let changes = try form.set("lines[\(place)].amount", to: -1)
      total -= Int64(place) + 1
      // What is twice the amount, and both sums.
      #expect(changes.evaluatedCount == 3)
      #expect(form["total"]?.value == .int(total) && form["doubled"]?.value == .int(2 * total))
      #expect(form["lines[\(place)].twice"]?.value == -2)
      #expect(form["lines[\(alias)].twice"]?.value == .int(Int64(2 * alias)))
    }
  }

  // MARK: - A million items

  @Test("A formula brings a million items, takes them and brings them back")
  func millionCountedItems() throws {
    let count = 1_000_000
    var items = ItemsDefinition(template: .item(RowDefinition(type: .int)))
    items.countFormula = "$n"
    var form = try open(
      FormDefinition(sections: [
        SectionDefinition(rows: [RowDefinition(tag: "n", type: .int)]),
        SectionDefinition(tag: "a", kind: .multivalued(items)),
      ]))
    #expect(try form.set("n", to: .int(Int64(count))).evaluatedCount == 1)
    #expect(form.section("a")?.items?.count == count)
    try form.set("a[\(count - 1)]", to: 7)
    try form.set("n", to: 1)
    #expect(form.section("a")?.items?.count == 1)
    try form.set("n", to: .int(Int64(count)))
    #expect(form["a[\(count - 1)]"]?.value == 7)
    #expect(try form.undo().evaluatedCount == 0)
    #expect(form.section("a")?.items?.count == 1)
    #expect(throws: EditError.self) { try form.set("n", to: 1_000_000_000) }
    #expect(form["n"]?.value == 1)
  }

  // MARK: - A million rows of a table

  @Test("A table of a million rows from CSV is looked up and filtered by an index")
  func millionTableRows() throws {
    let count = 1_000_000
    var csv = Array("code,name,lga\r\n".utf8)
    csv.reserveCapacity(32 * count)
    for row in 0..<count { csv += "c\(row),\"Ward, \(row)\",l\(row / 20)\r\n".utf8 }
    let json = #"""
      { "tables": { "wards": { "file": "wards.csv", "columns": ["code", "name", "lga"] } },
        "sections": [{ "rows": [
          { "tag": "lga", "type": "text" },
          { "tag": "ward", "type": "push", "optionsFilter": "SELF.lga == $lga",
            "options": { "table": "wards", "value": "code", "title": "name" } },
          { "tag": "name", "type": "text",
            "calculated": "lookup('wards', 'code', $ward, 'name')" }] }] }
      """#
    let compiled = try CompiledForm.compile(json: json.utf8) { _ in csv }
    #expect(compiled.tables["wards"]?.rowCount == count)
    var form = compiled.open(now: Self.start)
    #expect(try form.set("lga", to: "l49999").evaluatedCount == 1)
    #expect(form["ward"]?.options?.count == 20)
    try form.set("ward", to: "c999999")
    #expect(form["ward"]?.isValid == true && form["name"]?.value == "Ward, 999999")
  }

  @Test("A table of 9 900 rows that 1 900 rows choose from is replaced")
  func replacedTable() throws {
    let (rows, options) = (1_900, 9_900)
    func table(_ title: String) throws -> FormTable {
      try FormTable(
        columns: [TableColumn("code"), TableColumn("title")],
        rows: (0..<options).map { [.string("o\($0)"), .string("\(title) \($0)")] })
    }
    let choice = #""type": "push", "options": { "table": "t", "value": "code", "title": "title" }"#
    let all = (0..<rows).map { #"{ "tag": "r\#($0)", \#(choice) }"# }.joined(separator: ", ")
    let json = #"""
      { "tables": { "t": { "columns": ["code", "title"], "rows": [] } },
        "sections": [{ "rows": [\#(all)] }] }
      """#
    var form = try CompiledForm.compile(json: json.utf8, tables: ["t": table("old")])
      .open(now: Self.start)
    let changes = try form.replaceTable("t", with: table("new"))
    let told = changes.changes
    #expect(told.count == rows && told.allSatisfy { $0.property == .optionTitles })
    #expect(changes.listUpdate.reloads.count == rows)
    #expect(form["r1899"]?.options?.last?.title == "new 9899")
  }

  // MARK: - A million options

  @Test("A row with a million options takes the last one, and filters them all")
  func millionOptions() throws {
    let count = 1_000_000
    let row = RowDefinition(
      tag: "choice", type: .segmented,
      options: .written((0..<count).map { OptionDefinition(.int(Int64($0))) }),
      optionsFilter: "$least == nil OR SELF >= $least")
    let least = RowDefinition(tag: "least", type: .int)
    var form = try open(FormDefinition(sections: [SectionDefinition(rows: [row, least])]))
    #expect(form["choice"]?.options?.count == count)

    let last = Int64(count - 1)
    try form.set("choice", to: .int(last))
    #expect(form["choice"]?.value == .int(last) && form["choice"]?.isValid == true)
    try form.set("least", to: .int(last))
    #expect(form["choice"]?.options?.map(\.value) == [.int(last)])
    #expect(form["choice"]?.isValid == true)
    try form.set("least", to: .int(last + 1))
    #expect(form["choice"]?.options?.isEmpty == true && form["choice"]?.isValid == false)
    try form.undo()
    #expect(form["choice"]?.options?.map(\.value) == [.int(last)])
    #expect(form["choice"]?.isValid == true)
    try form.set("least", to: .null)
    #expect(form["choice"]?.options?.count == count)

    for unknown: Value in [.int(last + 1), -1, .double(0.5), "0"] {
      try form.set("choice", to: unknown)
      #expect(form["choice"]?.verdict.map(\.message) == ["This is not one of the options."])
      #expect(!form.canSubmit)
    }
    for known: Value in [0, 65_536, .int(last)] {
      try form.set("choice", to: known)
      #expect(form["choice"]?.isValid == true && form.canSubmit)
    }
  }

  @Test("Of 100 000 options 100 000 are chosen, each found once, whatever their order")
  func manyChoices() throws {
    let count = 100_000
    let options = (0..<count).map { OptionDefinition(.string("option \($0)")) }
    let row = RowDefinition(
      tag: "choices", type: .multipleSelector, options: .written(options),
      optionsFilter: "$isShort == nil OR SELF ENDSWITH '0'", whenOptionHidden: .clear)
    let isShort = RowDefinition(tag: "isShort", type: .text)
    var form = try open(FormDefinition(sections: [SectionDefinition(rows: [row, isShort])]))

    let all = options.map(\.value)
    try form.set("choices", to: .array(all.reversed() + all))
    #expect(form["choices"]?.value == .array(all) && form.canSubmit)
    #expect(form["choices"]?.displayText?.hasPrefix("option 0, option 1, option 2,") == true)
    try form.set("isShort", to: "yes")
    let short = stride(from: 0, to: count, by: 10).map { all[$0] }
    #expect(form["choices"]?.value == .array(short) && form.canSubmit)
    #expect(form["choices"]?.options?.count == count / 10)
    try form.undo()
    #expect(form["choices"]?.value == .array(all))
    let others = (0..<count).map { Value.string("other \($0)") }
    try form.set("choices", to: .array(others.reversed() + all + others))
    // What is not an option is cleared, as a hidden option is.
    #expect(form["choices"]?.value == .array(all) && form.canSubmit)
  }

  // MARK: - Items that know their places

  @Test("Of 50 000 items that read their places, come together, each is evaluated once")
  func manyPlaces() throws {
    let count = 50_000
    let rows = [
      RowDefinition(tag: "name", type: .text),
      RowDefinition(tag: "place", type: .int, calculated: "$item.index + 1"),
    ]
    let list = SectionDefinition(
      tag: "list", kind: .multivalued(ItemsDefinition(template: .rows(rows))))
    let compiled = try CompiledForm(FormDefinition(sections: [list]))
    var form = compiled.open(now: Self.start)
    func expect(_ form: Form, _ count: Int) {
      #expect(form.section("list")?.items?.count == count)
      for place in [0, count / 2, count - 1] {
        #expect(form["list[\(place)].place"]?.value == .int(Int64(place + 1)))
      }
    }
    let names = (0..<count).map { place -> Value in ["name": .string("name \(place)")] }
    #expect(try form.setValues(["list": .array(names)]).evaluatedCount == count)
    expect(form, count)
    // One before all others moves all others.
    #expect(try form.update { $0.insertItem(in: "list", at: 0) }.evaluatedCount == count + 1)
    expect(form, count + 1)
    let restored = try compiled.open(now: Self.start, restoring: form.savedState)
    #expect(restored.misfits.isEmpty)
    expect(restored.form, count + 1)
    #expect(try form.setValues(["list": .array(Array(names[..<10]))]).evaluatedCount == 0)
    expect(form, 10)
    #expect(try form.undo().evaluatedCount == 0)
    expect(form, count + 1)
  }
}
