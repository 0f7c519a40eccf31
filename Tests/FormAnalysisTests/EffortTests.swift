// How the work of checks grows with their input: a row doubles the input and compares counted
// steps.

import FormAnalysis
import FormGraph
import Predicate
import Testing

@Suite("Effort of checks") struct CheckEffortTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var size = 300
    let steps: @Sendable (Int) throws -> Int

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "a migration of unknown names") { count in
      let rows = (0..<count).map { #"{ "tag": "row\#($0)", "type": "int" }"# }
      let form = try CompiledForm.of(
        #"{ "sections": [{ "rows": [\#(rows.joined(separator: ", "))] }] }"#)
      let migration = Migration(
        renames: (0..<count).map { Migration.Rename("rwo\($0)x", "n\($0)") },
        maps: Dictionary(uniqueKeysWithValues: (0..<count).map { ("rwo\($0)y", [:]) }),
        drops: (0..<count).map { "rwo\($0)z" })
      return Effort.steps {
        #expect(migration.problems(from: form, to: form).count == 3 * count)
      }
    },
    Case(name: "a migration of unknown options") { count in
      let options = (0..<count).map { #""option\#($0)""# }.joined(separator: ", ")
      let form = try CompiledForm.of(
        #"""
        { "sections": [{ "rows": [{ "tag": "c", "type": "push", "options": [\#(options)] }] }] }
        """#)
      let pairs = (0..<count).map { ("optoin\($0)", Value.string("optino\($0)")) }
      let migration = Migration(maps: ["c": Dictionary(uniqueKeysWithValues: pairs)])
      return Effort.steps {
        #expect(migration.problems(from: form, to: form).count == 2 * count)
      }
    },
    unknownOptions("comparisons with unknown options") { "$c == 'nothing\($0)'" },
    unknownOptions("comparisons with unknown options, without case") { "$c ==[c] 'nothing\($0)'" },
    Case(name: "comparisons with the start of an option", size: 1_100) { count in
      let form = try form(of: count) { "$c BEGINSWITH[cd] 'nothing\($0)'" }
      return Effort.steps { _ = FormCheck.findings(of: form) }
    },
  ]

  /// Options of a row, and as many rows with a condition about it.
  private static func form(of count: Int, _ condition: (Int) -> String) throws -> CompiledForm {
    let options = (0..<count).map { #""option\#($0)""# }.joined(separator: ", ")
    let rows = (0..<count).map {
      #"{ "tag": "r\#($0)", "type": "text", "hidden": "\#(condition($0))" }"#
    }
    return try CompiledForm.of(
      #"""
      { "sections": [{ "rows": [{ "tag": "c", "type": "push", "options": [\#(options)] },
        \#(rows.joined(separator: ", "))] }] }
      """#)
  }

  private static func unknownOptions(
    _ name: String, _ condition: @escaping @Sendable (Int) -> String
  ) -> Case {
    Case(name: name, size: 1_100) { count in
      let form = try form(of: count, condition)
      return Effort.steps { #expect(FormCheck.findings(of: form).count >= count) }
    }
  }

  @Test("An input of twice the size takes at most 2.3 times the steps", arguments: cases)
  func grows(_ row: Case) throws {
    let (once, twice) = (try row.steps(row.size), try row.steps(2 * row.size))
    #expect(once > 0 && 10 * twice <= 23 * once, "\(once) steps, then \(twice)")
  }
}
