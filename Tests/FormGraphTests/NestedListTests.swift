// Lists in the items of lists at their limits: depth, number of rows, addresses.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite("Lists in lists") struct NestedListTests {
  /// So many lists, each in the item of the one around; `a1` is the outermost.
  ///
  /// Built from inside out, because a program may nest deeper than anything could recurse.
  private func nested(_ depth: Int) -> SectionDefinition {
    var inner: SectionDefinition?
    for level in (1...depth).reversed() {
      let template = ItemsDefinition.Template.rows(
        [RowDefinition(.int, "n\(level)", value: .int(Int64(level)))],
        sections: inner.map { [$0] } ?? [])
      inner = SectionDefinition(
        tag: "a\(level)", kind: .multivalued(ItemsDefinition(template: template)))
    }
    return inner ?? SectionDefinition()
  }

  private func open(_ section: SectionDefinition, rows: Int = 10_000) throws -> Form {
    var limits = FormLimits()
    limits.rows = rows
    return try CompiledForm(FormDefinition(sections: [section]), limits: limits)
      .open(now: Date(timeIntervalSince1970: 0))
  }

  @Test func areAsDeepAsSections() throws {
    // An item is a level of its own, so half as many lists fit.
    let depth = SectionDefinition.maximumDepth / 2
    var form = try open(nested(depth))
    var list = "a1"
    for level in 1...depth {
      try form.update { $0.insertItem(in: list, at: 0) }
      try form.set("\(list)[0].n\(level)", to: .int(Int64(level * 2)))
      #expect(form["\(list)[0].n\(level)"]?.value == .int(Int64(level * 2)))
      list += "[0].a\(level + 1)"
    }
    try form.undo()
    try form.undo()
    #expect(form.section("a1[0].a2")?.items?.count == 1)
    let saved = form.savedState
    #expect(saved.values == form.savedState.values)
  }

  @Test(arguments: [17, 18, 33, 1_000] + depth(quick: 4_000, full: 100_000))
  func areNoDeeper(depth: Int) {
    #expect(throws: CompileFailure.self) { try open(nested(depth)) }
    do throws(CompileFailure) {
      _ = try CompiledForm(FormDefinition(sections: [nested(depth)]))
    } catch {
      #expect(error.description.contains("sections stand inside one another more than 32 deep"))
    }
  }

  @Test func countTheirRowsBeforeTheyAreMade() throws {
    let inner = SectionDefinition(
      tag: "b",
      kind: .multivalued(
        ItemsDefinition(
          template: .item(RowDefinition(type: .int)),
          value: Array(repeating: .int(1), count: 1_000))))
    func list(_ count: Int) -> SectionDefinition {
      SectionDefinition(
        tag: "a",
        kind: .multivalued(
          ItemsDefinition(
            template: .rows([], sections: [inner]),
            value: Array(repeating: .dictionary(ValueDictionary()), count: count))))
    }
    #expect(throws: CompileFailure.self) { try open(list(10)) }
    var form = try open(list(9))
    #expect(form.section("a[8].b")?.items?.count == 1_000)
    #expect(throws: EditError.self) { try form.update { $0.insertItem(in: "a", at: 0) } }
    // An item whose own value has fewer items finds room.
    try form.update { $0.insertItem(in: "a", at: 0, value: ["b": [1, 2]]) }
    #expect(form.section("a[0].b")?.items?.count == 2)
    let many = Value.array(Array(repeating: .int(1), count: 5_000))
    #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "a", at: 0, value: ["b": many]) }
    }
  }

  @Test func haveNoEndlessAddresses() throws {
    var form = try open(nested(2))
    try form.update { $0.insertItem(in: "a1", at: 0) }
    let long = "a1" + String(repeating: "[0].a2", count: 100_000)
    #expect(form[long] == nil)
    #expect(form.section(long) == nil)
    #expect(throws: EditError.self) { try form.set("\(long)[0].n2", to: 1) }
    #expect(throws: EditError.self) { try form.update { $0.insertItem(in: long, at: 0) } }
    #expect(throws: EditError.self) {
      try form.setAnswers(json: #"{"\#(long)": []}"#.utf8)
    }
  }

  /// Would take minutes if each list were looked for among all sections.
  @Test(arguments: depth(quick: 1_000, full: 8_000))
  func areCheckedOnceEach(depth count: Int) throws {
    let lists = (0..<count).map { index in
      SectionDefinition(
        tag: "l\(index)",
        kind: .multivalued(
          ItemsDefinition(
            template: .rows([
              RowDefinition(
                tag: "a", type: .int, calculated: "coalesce($item.previous.a, 0) + 1")
            ]), allows: [.insert])))
    }
    var form = try CompiledForm(FormDefinition(sections: lists))
      .open(now: Date(timeIntervalSinceReferenceDate: 0))
    try form.update { draft in
      for _ in 0..<3 { draft.insertItem(in: "l\(count - 1)", at: 0) }
    }
    #expect(form["l\(count - 1)[2].a"]?.value == 3)
  }

  /// Formulas over a list with days, times of day and points in time.
  private static let dated = [
    "LIST[0].day", "LIST[1].at", "concat(LIST[0].day, LIST[0].at, LIST[0].seen)",
    "day(LIST[0].day)", "hour(LIST[1].at)", "hour(LIST[0].seen)", "format(LIST[0].at, 'HH:mm')",
    "if(LIST[0].day == $d, 1, 2)", "if(LIST[LAST].at > timeOf(now()), 1, 2)",
    "if(ANY LIST.seen == $d, 1, 2)", "LIST.@max.at", "LIST.@min.day", "addHours(LIST[0].at, 20)",
    "SUBQUERY(LIST, $q, day($q.seen) == 30 AND $q.day > $d).@count", "LIST.@unionOfObjects.day",
    "addDays(LIST[FIRST].day, 1)", "coalesce(LIST[9].at, LIST[0].at)", "join(LIST.day, ' ')",
    "daysBetween(LIST[0].day, LIST[1].seen)", "if($d IN LIST.day, 1, 2)",
  ]

  @Test("A list in an item is read from outside as any list is", arguments: dated)
  func areReadAlike(_ formula: String) throws {
    func list(_ level: Int) -> String {
      let inner =
        level == 0
        ? """
        "rows": [{"tag": "day", "type": "date"}, {"tag": "at", "type": "time"},
          {"tag": "seen", "type": "dateTime"}] },
          "value": [{"day": "2024-05-01", "at": "09:30", "seen": "2024-05-01T03:00:00Z"},
            {"day": "2024-05-31", "at": "23:45", "seen": "2024-05-31T03:00:00Z"}]
        """ : #""rows": [], "sections": [\#(list(level - 1))] }, "value": [{}]"#
      return #"{"tag": "l\#(level)", "kind": "multivalued", "template": { \#(inner) }"#
    }
    let paths = ["$l0", "$l1[0].l0", "$l1.@unionOfArrays.l0", "$l2[0].l1[FIRST].l0"]
    let shown = try zip([0, 1, 1, 2], paths).map { level, path in
      let text = formula.replacing("LIST", with: path)
      let json = """
        {"inputs": {"timeZone": "America/Lima"}, "sections": [\(list(level)), {"rows": [
          {"tag": "d", "type": "date", "value": "2024-05-01"},
          {"tag": "shown", "type": "label", "title": "{\(text)}"},
          {"tag": "value", "type": "text", "calculated": "concat(\(text))"}]}]}
        """
      let form = try CompiledForm.compile(json: json.utf8)
        .open(now: Date(timeIntervalSince1970: 1_714_600_000))
      return "\(form["shown"]?.texts.title ?? "-") \(form["value"]?.value ?? .null)"
    }
    #expect(Set(shown).count == 1, "\(shown)")
  }
}
