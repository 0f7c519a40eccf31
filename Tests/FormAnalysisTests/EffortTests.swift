// How the work of checks grows with their input: a row doubles the input and compares counted
// steps.

import FormAnalysis
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite("Effort of checks") struct CheckEffortTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
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
    members("rows that wait for the row before them") { "$r\($0 - 1) == 'x'" },
    members("rows that read two rows before them") { "$r\($0 - 1) == 'x' AND $r\($0 / 2) != 'y'" },
    members("rows that read the first row") { "$r0 != 'x\($0)'" },
  ]

  /// Rows that may have an answer only if the rows that they read are shown.
  ///
  /// The section around them reads the first row.
  private static func members(
    _ name: String, _ condition: @escaping @Sendable (Int) -> String
  ) -> Case {
    Case(name: name) { count in
      let rows = (1...count).map {
        #"{ "tag": "r\#($0)", "type": "text", "visible": "\#(condition($0))" }"#
      }
      let form = try CompiledForm.of(
        #"""
        { "whenHidden": "nil", "sections": [
          { "rows": [{ "tag": "r0", "type": "text" }] },
          { "visible": "$r0 != 'y'", "rows": [\#(rows.joined(separator: ", "))] }] }
        """#)
      return Effort.steps { _ = FormCheck.findings(of: form) }
    }
  }

  /// A case with rows that each have a condition about the options of one row.
  ///
  /// The number of options is given apart: there are more than a check compares one by one.
  struct OptionCase: CustomTestStringConvertible, Sendable {
    let name: String
    let steps: @Sendable (_ rows: Int, _ options: Int) throws -> Int

    var testDescription: String { name }
  }

  static let casesOfOptions: [OptionCase] = [
    unknownOptions("comparisons with unknown options") { "$c == 'nothing\($0)'" },
    unknownOptions("comparisons with unknown options, without case") { "$c ==[c] 'nothing\($0)'" },
    OptionCase(name: "comparisons with the start of an option") { rows, options in
      let form = try form(rows, options) { "$c BEGINSWITH[cd] 'nothing\($0)'" }
      return Effort.steps { _ = FormCheck.findings(of: form) }
    },
  ]

  private static func form(
    _ rowCount: Int, _ optionCount: Int, _ condition: (Int) -> String
  ) throws -> CompiledForm {
    let options = (0..<optionCount).map { #""option\#($0)""# }.joined(separator: ", ")
    let rows = (0..<rowCount).map {
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
  ) -> OptionCase {
    OptionCase(name: name) { rows, options in
      let form = try form(rows, options, condition)
      return Effort.steps { #expect(FormCheck.findings(of: form).count >= rows) }
    }
  }

  @Test(
    "An input of twice the size takes at most 2.3 times the steps",
    arguments: cases, depth(quick: 100, full: 300))
  func grows(_ row: Case, depth size: Int) throws {
    check(try row.steps(size), try row.steps(2 * size))
  }

  @Test(
    "Twice the rows and options take at most 2.3 times the steps",
    arguments: casesOfOptions, depth(quick: 110, full: 1_100))
  func growsWithOptions(_ row: OptionCase, depth rows: Int) throws {
    check(try row.steps(rows, 1_100), try row.steps(2 * rows, 2_200))
  }

  private func check(_ once: Int, _ twice: Int) {
    #expect(once > 0 && 10 * twice <= 23 * once, "\(once) steps, then \(twice)")
  }
}
