// Two versions of a form with nested answers: where values have another place, and what a migration
// makes of answers and of a saved state.

import FormAnalysis
import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@Suite("Diffs and migrations of nested answers")
struct NestedDiffTests {
  static func form(_ sections: String, _ answers: String = "nested") -> String {
    #"{"answers": "\#(answers)", "sections": [\#(sections)]}"#
  }

  static func section(
    _ tag: String, _ rows: String, name: String? = nil, _ sections: String = ""
  ) -> String {
    let name = name.map { #""name": "\#($0)", "# } ?? ""
    return #"{"tag": "\#(tag)", \#(name)"rows": [\#(rows)], "sections": [\#(sections)]}"#
  }

  static let a = #"{"tag": "a", "type": "int"}"#
  static let b = #"{"tag": "b", "name": "x", "type": "int"}"#

  static func list(_ tag: String, _ rows: String, name: String? = nil) -> String {
    let name = name.map { #""name": "\#($0)", "# } ?? ""
    return """
      {"tag": "\(tag)", \(name)"kind": "multivalued", "template": {"rows": [\(rows)]}}
      """
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let old: String
    let new: String
    let changes: [String]
    var migration = "{}"

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "the name of a section", old: form(section("s", "\(a), \(b)")),
      new: form(section("s", "\(a), \(b)", name: "t")), changes: ["s name s t yes"]),
    Case(
      name: "the name of a section without values", old: form(section("s", "")),
      new: form(section("s", "", name: "t")), changes: ["s name s t no"]),
    Case(
      name: "the same name as the tag", old: form(section("s", a)),
      new: form(section("s", a, name: "s")), changes: []),
    Case(
      name: "the name of a row", old: form(section("s", b)),
      new: form(section("s", b.replacing("\"x\"", with: "\"y\""))), changes: ["b name s.x s.y yes"]),
    Case(
      name: "a section around", old: form(section("s", a)),
      new: form(section("t", "", section("s", a))),
      changes: ["t added - section no", "s moved form t no", "s name s t.s yes"]),
    Case(
      name: "a section without tag and name around", old: form(section("s", a)),
      new: form(#"{"rows": [], "sections": [\#(section("s", a))]}"#),
      changes: ["sections[0] added - section no", "s moved form sections[0] no"]),
    Case(
      name: "a row that moves", old: form("\(section("s", a)), \(section("t", b))"),
      new: form("\(section("s", "")), \(section("t", "\(a), \(b)"))"),
      changes: ["a moved s t no", "a name s.a t.a yes"]),
    Case(
      name: "the name of a list", old: form(section("s", "", list("l", b))),
      new: form(section("s", "", list("l", b, name: "m"))), changes: ["l name s.l s.m yes"]),
    Case(
      name: "nested from flat", old: form(section("s", a), "flat"), new: form(section("s", a)),
      changes: ["form setting answers flat nested yes"]),
    Case(
      name: "nested from flat, where nothing moves", old: form("{\"rows\": [\(a)]}", "flat"),
      new: form("{\"rows\": [\(a)]}"), changes: ["form setting answers flat nested no"]),
    Case(
      name: "nested from flat, migrated", old: form(section("s", a), "flat"),
      new: form(section("s", a)), changes: ["form setting answers flat nested no"],
      migration: #"{"rename": {"a": "s.a"}}"#),
    Case(
      name: "a name that is migrated", old: form(section("s", "\(a), \(b)")),
      new: form(section("s", "\(a), \(b)", name: "t")), changes: ["s name s t no"],
      migration: #"{"rename": {"s": "t"}}"#),
    Case(
      name: "a tag that is migrated", old: form(section("s", a)),
      new: form(section("t", a)), changes: ["t renamed s t no"],
      migration: #"{"rename": {"s": "t"}}"#),
  ]

  private func migration(_ json: String) throws -> Migration {
    try Migration(JSONReader.readDistinct(Array(json.utf8)))
  }

  private func answers(_ json: String) throws -> ValueDictionary {
    guard case .dictionary(let values) = try JSONReader.read(Array(json.utf8)).value else {
      return ValueDictionary()
    }
    return values
  }

  @Test("Each change, and whether it breaks answers", arguments: cases)
  func changes(_ test: Case) throws {
    let (old, new) = (try CompiledForm.of(test.old), try CompiledForm.of(test.new))
    let migration = try migration(test.migration)
    #expect(migration.problems(from: old, to: new) == [])
    let lines = FormDiff(old: old, new: new, migration: migration).changes.map { change in
      [
        change.place, change.kind.rawValue, change.key, change.old ?? "-", change.new ?? "-",
        change.breaks.rawValue,
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(lines == test.changes)
  }

  @Test("Values go to their new places, in items too")
  func migrated() throws {
    let old = try CompiledForm.of(
      Self.form(
        Self.section(
          "mother", "\(Self.a), \(Self.b)",
          Self.list(
            "kids",
            #"""
            {"tag": "c", "name": "x", "type": "int"},
            {"tag": "d", "type": "segmented", "options": [1, 2]}
            """#))))
    let new = try CompiledForm.of(
      Self.form(
        Self.section(
          "mum", Self.a,
          Self.list(
            "kids",
            #"""
            {"tag": "c", "name": "y", "type": "int"},
            {"tag": "d", "type": "segmented", "options": ["one", "two"]}
            """#, name: "children"))
          + "," + Self.section("other", Self.b)))
    let migration = try migration(
      #"""
      {"rename": {"mother": "mum", "mother.x": "other.x", "mother.kids": "mum.children",
        "mother.kids.x": "mum.children.y"},
        "map": {"mother.kids.d": {"1": "one", "2": "two"}}}
      """#)
    #expect(migration.problems(from: old, to: new) == [])
    #expect(FormDiff(old: old, new: new, migration: migration).breaks == .no)
    let json = #"{"mother": {"a": 1, "x": 2, "kids": [{"x": 3, "d": 1}, {"x": 4}]}}"#
    let values = try Migrator(migration, to: new.definition).migrated(answers(json))
    #expect(
      JSONWriter.text(of: .dictionary(values))
        == #"{"mum":{"a":1,"children":[{"y":3,"d":"one"},{"y":4}]},"other":{"x":2}}"#)
    // A saved state goes by tags, which have not changed but for one.
    var form = old.open(now: Date(timeIntervalSinceReferenceDate: 0))
    try form.setAnswers(json: json.utf8)
    let state = try Migrator(migration.completed(from: old), to: new.definition)
      .migrated(form.savedState)
    let restored = try new.open(
      now: Date(timeIntervalSinceReferenceDate: 0), restoring: state)
    #expect(restored.misfits == [])
    #expect(
      restored.form.answersJSON()
        == #"{"mum":{"a":1,"children":[{"y":3,"d":"one"},{"y":4,"d":null}]},"other":{"x":2}}"#)
  }

  @Test("Flat answers become nested ones, and nested ones flat")
  func otherShapes() throws {
    let flat = try CompiledForm.of(Self.form(Self.section("s", Self.a), "flat"))
    let nested = try CompiledForm.of(Self.form(Self.section("s", Self.a)))
    let there = try migration(#"{"rename": {"a": "s.a"}}"#)
    #expect(there.problems(from: flat, to: nested) == [])
    #expect(
      try Migrator(there.completed(from: flat), to: nested.definition)
        .migrated(answers(#"{"a": 1}"#)) == answers(#"{"s": {"a": 1}}"#))
    let back = try migration(#"{"rename": {"s.a": "a"}}"#)
    #expect(back.problems(from: nested, to: flat) == [])
    #expect(FormDiff(old: nested, new: flat, migration: back).breaks == .no)
    #expect(
      try Migrator(back.completed(from: nested), to: flat.definition)
        .migrated(answers(#"{"s": {"a": 1}}"#)) == answers(#"{"a": 1}"#))
  }

  @Test("A tag that is the place of another row renames that row's value in no answers")
  func tagsAndPlaces() throws {
    func form(_ name: String) throws -> CompiledForm {
      try CompiledForm.of(
        Self.form(
          #"""
          {"rows": [{"tag": "q", "name": "b", "type": "int"}]},
          {"tag": "s", "rows": [{"tag": "b", "name": "\#(name)", "type": "int"}]}
          """#))
    }
    let (old, new) = (try form("x"), try form("y"))
    let migration = try migration(#"{"rename": {"s.x": "s.y"}}"#)
    #expect(migration.problems(from: old, to: new) == [])
    let migrator = Migrator(migration.completed(from: old), to: new.definition)
    #expect(
      try migrator.migrated(answers(#"{"b": 1, "s": {"x": 2}}"#))
        == answers(#"{"b": 1, "s": {"y": 2}}"#))
  }

  @Test("What is dropped is lost, and two values that meet are a collision")
  func dropped() throws {
    let form = try CompiledForm.of(Self.form(Self.section("s", "\(Self.a), \(Self.b)"))).definition
    let drop = try Migrator(migration(#"{"drop": ["s.old"]}"#), to: form)
      .migrated(answers(#"{"s": {"old": {"q": 1}, "a": 2}}"#))
    #expect(drop == (try answers(#"{"s": {"a": 2}}"#)))
    #expect(throws: Migration.Collision(name: "s.x")) {
      try Migrator(migration(#"{"rename": {"s.a": "s.x"}}"#), to: form)
        .migrated(answers(#"{"s": {"a": 1, "x": 2}}"#))
    }
  }

  @Test("A wrong name of a migration has the place that was meant as a hint")
  func wrongNames() throws {
    let form = try CompiledForm.of(Self.form(Self.section("s", "\(Self.a), \(Self.b)")))
    let problems = try migration(#"{"rename": {"s.aa": "s.x"}}"#).problems(from: form, to: form)
    #expect(
      problems.map { "\($0.message); \($0.hint ?? "")" }
        == ["the old form has no 's.aa'; did you mean 's.a'?"])
  }
}
