// Migrations as tables: what is wrong with one, what it leaves of a comparison, and what it makes
// of answers.

import FormAnalysis
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite("Migrations")
struct MigrationTests {
  /// The old form, without what stands around its rows.
  static let old = """
    {"tag": "a", "type": "int"}, {"tag": "b", "type": "int"},
    {"tag": "c", "type": "multipleSelector", "options": ["x", "y", "z"]}
    """
  static let oldForm = form(old, #"{"tag": "d", "type": "int"}, {"tag": "e", "type": "text"}"#)

  static func form(_ rows: String, _ items: String) -> String {
    #"""
    {"sections": [{"tag": "s", "rows": [\#(rows)]},
      {"tag": "l", "kind": "multivalued", "template": {"rows": [\#(items)]}}]}
    """#
  }

  struct Check: CustomTestStringConvertible, Sendable {
    let migration: String
    let rows: String
    let items: String
    let problems: [String]

    init(_ migration: String, _ rows: String, _ items: String, _ problems: String...) {
      self.migration = migration
      self.rows = rows
      self.items = items
      self.problems = problems
    }

    var testDescription: String { migration }
  }

  static let choice = #"{"tag": "c", "type": "multipleSelector", "options": ["x", "y", "z"]}"#
  static let items = #"{"tag": "d", "type": "int"}, {"tag": "e", "type": "text"}"#

  static let checks: [Check] = [
    Check("{}", old, items),
    Check(#"{"rename": {"a": "b", "b": "a"}}"#, old, items),
    Check(
      #"{"rename": {"q": "a"}}"#, old, items, "rename.q: the old form has no 'q'"),
    Check(
      #"{"rename": {"a": "q"}, "drop": []}"#, old, items, "rename.a: the new form has no 'q'"),
    Check(
      #"{"rename": {"a": "b"}}"#, old, items,
      "rename.a: 'b' is taken: the old form has it too"),
    Check(
      #"{"rename": {"a": "n", "b": "n"}}"#, #"{"tag": "n", "type": "int"}, \#(choice)"#, items,
      "rename.b: 'n' is the new name of two rows"),
    Check(
      #"{"rename": {"b": "q"}}"#, #"{"tag": "a", "type": "int"}, \#(choice)"#, items,
      "rename.b: the new form has no 'q'"),
    Check(
      "{}", #"{"tag": "a", "type": "int"}, \#(choice)"#, items,
      ": the new form has no 'b', and the migration does not say what becomes of it"),
    Check(#"{"drop": ["b"]}"#, #"{"tag": "a", "type": "int"}, \#(choice)"#, items),
    Check(
      #"{"drop": ["b"], "rename": {"b": "n"}}"#,
      #"{"tag": "a", "type": "int"}, {"tag": "n", "type": "int"}, \#(choice)"#, items,
      "rename.b: 'b' is renamed and dropped"),
    Check(#"{"drop": ["q"]}"#, old, items, "drop[0]: the old form has no 'q'"),
    Check(
      #"{"map": {"c": {"x": "w"}}}"#, old, items,
      #"map.c.x: "w" is not an option of the new 'c'"#),
    Check(
      #"{"map": {"c": {"w": "x"}}}"#, old, items, "map.c.w: 'w' is not an option of the old 'c'"),
    Check(#"{"map": {"c": {"x": "y"}}}"#, old, items),
    Check(#"{"map": {"q": {"x": "y"}}}"#, old, items, "map.q: the old form has no 'q'"),
    Check(
      #"{"rename": {"d": "f"}}"#, old,
      #"{"tag": "f", "type": "int"}, {"tag": "e", "type": "text"}"#),
    Check(
      #"{"rename": {"l.d": "f"}}"#, old,
      #"{"tag": "f", "type": "int"}, {"tag": "e", "type": "text"}"#),
    Check(
      "{}", old, #"{"tag": "e", "type": "text"}"#,
      ": the new form has no 'l.d', and the migration does not say what becomes of it"),
    Check(
      "{}", #"\#(old), {"tag": "d", "type": "int"}"#, #"{"tag": "e", "type": "text"}"#,
      ": 'l.d' has moved into or out of a list, and its values cannot follow"),
    Check(
      #"{"rename": {"a": "f"}}"#, #"{"tag": "b", "type": "int"}, \#(choice)"#,
      #"\#(items), {"tag": "f", "type": "int"}"#,
      "rename.a: values cannot move into or out of a list: 'a' to 'f'"),
    Check(
      #"{"rename": {"a": "l"}}"#, old, items, "rename.a: 'a' is a row and 'l' a list"),
  ]

  @Test("What is wrong with a migration", arguments: checks)
  func findsProblems(_ check: Check) throws {
    let old = try CompiledForm.of(Self.oldForm)
    let new = try CompiledForm.of(Self.form(check.rows, check.items))
    let problems = try Self.migration(check.migration).problems(from: old, to: new)
    #expect(problems.map { "\($0.path): \($0.message)" } == check.problems)
  }

  static func migration(_ text: String) throws -> Migration {
    try Migration(JSONReader.readDistinct(Array(text.utf8)))
  }

  @Test(
    "What is not a migration",
    arguments: [
      ("[]", "a migration must be an object"), (#"{"drop": {}}"#, "'drop' must be a list"),
      (#"{"rename": {"a": 1}}"#, "a name must be text"),
      (#"{"map": 1}"#, "'map' must be an object"),
      (#"{"renames": {}}"#, "'renames' is not a key of a migration"),
    ])
  func refuses(_ text: String, _ message: String) {
    #expect { try Self.migration(text) } throws: { ($0 as? Problem)?.message == message }
  }

  @Test("What a migration renames, maps or drops does not break answers")
  func mendsChanges() throws {
    let old = try CompiledForm.of(Self.oldForm)
    let new = try CompiledForm.of(
      Self.form(
        #"""
        {"tag": "b", "type": "int"},
        {"tag": "choices", "type": "multipleSelector", "options": ["z", "w"]}
        """#, #"{"tag": "f", "type": "int"}, {"tag": "e", "type": "text"}"#
      ))
    let migration = try Self.migration(
      #"""
      {"rename": {"a": "b", "c": "choices", "d": "f"},
        "map": {"c": {"x": "w", "y": "z"}}, "drop": ["b"]}
      """#)
    #expect(migration.problems(from: old, to: new) == [])
    let diff = FormDiff(old: old, new: new, migration: migration)
    #expect(diff.breaks == .no)
    #expect(
      diff.changes.map { "\($0.place) \($0.kind.rawValue)" } == [
        "b renamed", "b removed", "choices renamed", "choices optionAdded",
        "choices optionRemoved", "choices optionRemoved", "l.f renamed",
      ])
    let answers = try Self.answers(
      #"""
      {"a": 1, "b": 2, "c": ["x", "y", "z"], "l": [{"d": 3, "e": "t"}, {"d": 4}]}
      """#)
    let migrated = try Migrator(migration, to: new.definition).migrated(answers)
    #expect(
      migrated
        == (try Self.answers(
          #"""
          {"b": 1, "choices": ["z", "w"], "l": [{"f": 3, "e": "t"}, {"f": 4}]}
          """#)))
  }

  @Test("To map an option that stays breaks, and is not a mistake")
  func mapsWhatStays() throws {
    let old = try CompiledForm.of(Self.oldForm)
    func changes(_ map: String, _ choice: String) throws -> [String] {
      let rows = #"{"tag": "a", "type": "int"}, {"tag": "b", "type": "int"}, \#(choice)"#
      let new = try CompiledForm.of(Self.form(rows, Self.items))
      let migration = try Self.migration(#"{"map": {"c": \#(map)}}"#)
      #expect(migration.problems(from: old, to: new) == [])
      return FormDiff(old: old, new: new, migration: migration).changes.map {
        "\($0.place) \($0.kind.rawValue) \($0.old ?? "-") \($0.new ?? "-") \($0.breaks.rawValue)"
      }
    }
    #expect(try changes(#"{"x": "y"}"#, Self.choice) == [#"c dropped "x" "y" yes"#])
    #expect(try changes(#"{"x": "x"}"#, Self.choice) == [])
    let fewer = Self.choice.replacing(#""x", "#, with: "")
    #expect(try changes(#"{"x": "y"}"#, fewer) == [#"c optionRemoved "x" - no"#])
    #expect(
      try changes(#"{"x": "y", "z": "y"}"#, fewer) == [
        #"c dropped "z" "y" yes"#, #"c optionRemoved "x" - no"#,
      ])
  }

  @Test("To drop the answers of a row or a list that stays breaks, and is not a mistake")
  func dropsWhatStays() throws {
    let old = try CompiledForm.of(Self.oldForm)
    func changes(_ migration: String, _ rows: String, _ items: String) throws -> [String] {
      let new = try CompiledForm.of(Self.form(rows, items))
      let migration = try Self.migration(migration)
      #expect(migration.problems(from: old, to: new) == [])
      return FormDiff(old: old, new: new, migration: migration).changes.map {
        "\($0.place) \($0.kind.rawValue) \($0.old ?? "-") \($0.breaks.rawValue)"
      }
    }
    #expect(try changes(#"{"drop": ["a"]}"#, Self.old, Self.items) == ["a dropped a yes"])
    #expect(try changes(#"{"drop": ["l"]}"#, Self.old, Self.items) == ["l dropped l yes"])
    #expect(try changes(#"{"drop": ["e"]}"#, Self.old, Self.items) == ["l.e dropped l.e yes"])
    // The row has another type, so its old answers do not fit.
    #expect(
      try changes(#"{"drop": ["d"]}"#, Self.old, Self.items.replacing("int", with: "date"))
        == ["l.d dropped l.d yes", "l.d type int no"])
    // A row that goes, into a list or for good, takes its answers along.
    #expect(
      try changes(
        #"{"drop": ["b"]}"#, #"{"tag": "a", "type": "int"}, \#(Self.choice)"#, Self.items)
        == ["b removed int no"])
    #expect(
      try changes(
        #"{"drop": ["b"]}"#, #"{"tag": "a", "type": "int"}, \#(Self.choice)"#,
        #"\#(Self.items), {"tag": "b", "type": "int"}"#)
        == ["l.b moved outside of lists no"])
  }

  private static func answers(_ text: String) throws -> ValueDictionary {
    guard case .dictionary(let answers) = try JSONReader.read(Array(text.utf8)).value else {
      return ValueDictionary()
    }
    return answers
  }

  @Test("A filter of options from a list has the new names of the rows of the list")
  func renamesInFilters() throws {
    func form(_ name: String, _ filter: String) throws -> CompiledForm {
      try CompiledForm.of(
        #"""
        {"sections": [{"tag": "l", "kind": "multivalued", "template": {"rows": [
          {"tag": "name", "type": "text"}, {"tag": "\#(name)", "type": "switch"}]}},
          {"rows": [{"tag": "q", "type": "push", "options": {"list": "l", "value": "name"},
            "optionsFilter": "\#(filter)"}]}]}
        """#)
    }
    let migration = try Self.migration(#"{"rename": {"ok": "fine"}}"#)
    func changes(_ old: String, _ new: String) throws -> [FormChange.Kind] {
      FormDiff(old: try form("ok", old), new: try form("fine", new), migration: migration)
        .changes.map(\.kind).filter { $0 != .renamed }
    }
    #expect(try changes("SELF.ok == YES", "SELF.fine == YES") == [])
    #expect(
      try changes(
        "SELF.ok == YES AND SELF.name != 'ok'", "SELF.fine == YES AND SELF.name != 'ok'") == [])
    #expect(try changes("SELF.ok == YES", "SELF.fine == NO") == [.filter])
  }

  @Test("Two rows swap their names, and two values that meet are a collision")
  func swaps() throws {
    let form = try CompiledForm.of(Self.oldForm).definition
    let swap = try Self.migration(#"{"rename": {"a": "b", "b": "a"}}"#)
    let swapped = try Migrator(swap, to: form).migrated(Self.answers(#"{"a": 1, "b": 2}"#))
    #expect(swapped == (try Self.answers(#"{"b": 1, "a": 2}"#)))
    let clash = try Migrator(Self.migration(#"{"rename": {"a": "b"}}"#), to: form)
    #expect(throws: Migration.Collision(name: "b")) {
      try clash.migrated(Self.answers(#"{"a": 1, "b": 2}"#))
    }
  }

  @Test("Values under addresses are migrated like those in lists")
  func addresses() throws {
    let form = try CompiledForm.of(Self.oldForm).definition
    func migrated(_ migration: String, _ answers: String) throws -> ValueDictionary {
      try Migrator(Self.migration(migration), to: form).migrated(Self.answers(answers))
    }
    #expect(
      try migrated(
        #"{"rename": {"d": "e", "e": "d"}}"#, #"{"l[0].d": 1, "l[0].e": 2, "l[12].d": 3}"#)
        == Self.answers(#"{"l[0].e": 1, "l[0].d": 2, "l[12].e": 3}"#))
    #expect(
      try migrated(
        #"{"rename": {"l": "m"}, "drop": ["l.e"], "map": {"d": {"2": 5}}}"#,
        #"{"l[0].d": 2.0, "l[1].e": "t", "l[1].d": 2.5}"#)
        == Self.answers(#"{"m[0].d": 5, "m[1].d": 2.5}"#))
  }

  @Test("A saved state is migrated with its addresses")
  func migratesStates() throws {
    let old = try CompiledForm.of(Self.oldForm)
    let new = try CompiledForm.of(
      Self.form(
        #"{"tag": "b", "type": "int"}"#, #"{"tag": "f", "type": "int"}"#
      ).replacing("\"l\"", with: "\"m\""))
    let migration = try Self.migration(
      #"{"rename": {"l": "m", "d": "f"}, "drop": ["a", "c", "e"]}"#)
    #expect(migration.problems(from: old, to: new) == [])
    var state = SavedState()
    state.values = try Self.answers(#"{"a": 1, "b": 2, "l": [{"d": 3, "e": "t"}]}"#)
    state.items = ["l": [7]]
    state.blurred = ["a", "b", "l[0].d", "l[0].e"]
    let migrated = try Migrator(migration, to: new.definition).migrated(state)
    #expect(migrated.values == (try Self.answers(#"{"b": 2, "m": [{"f": 3}]}"#)))
    #expect(migrated.items == ["m": [7]])
    #expect(migrated.blurred == ["b", "m[0].f"])
  }

  @Test(
    "A migration of many rows is checked in linear time",
    arguments: depth(quick: 2_000, full: 100_000))
  func isLinear(depth count: Int) throws {
    let old = try CompiledForm.of(tags: (0..<count).map { "a\($0)" })
    let new = try CompiledForm.of(tags: (0..<count).map { "b\($0)" })
    #expect(Migration().problems(from: old, to: new).count == count)
    let renames = (0..<count).map { Migration.Rename("a\($0)", "b\($0)") }
    let migration = Migration(renames: renames)
    #expect(migration.problems(from: old, to: new) == [])
    #expect(FormDiff(old: old, new: new, migration: migration).breaks == .no)
  }
}
