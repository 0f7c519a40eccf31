// A form with a mistake of each family, and the same form without mistakes. `extra` of each wrong
// row says what must be found in the row.

import Foundation
import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("A mistake of each family") struct FamiliesTests {
  private func report(of name: String) throws -> (FormReport, FormDefinition) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "formevalTests/Transcripts/Forms")
    let json = try Data(contentsOf: folder.appending(path: name))
    do throws(CompileFailure) {
      let form = try CompiledForm.compile(json: Array(json))
      return (FormReport(of: form, includesStyle: true), form.definition)
    } catch {
      return (FormReport(error, includesStyle: true), try #require(error.definition))
    }
  }

  @Test(
    "Every mistake is found, and errors of the compiler hide no other mistakes",
    arguments: [("families.json", 50), ("families-refused.json", 5)])
  func allFound(_ name: String, _ atLeast: Int) throws {
    let (report, form) = try report(of: name)
    var found: [JSONPath: [String]] = [:]
    for finding in report.findings {
      let row = JSONPath(Array(finding.problem.path.steps.prefix(4)))
      found[row, default: []].append(finding.id.rawValue)
    }
    var count = 0
    for (section, definition) in form.sections.enumerated() {
      for (row, definition) in definition.rows.enumerated() {
        let path = JSONPath([.key("sections"), .index(section), .key("rows"), .index(row)])
        var expected: [String] = []
        if case .dictionary(let extra)? = definition.extra, case .array(let ids)? = extra["found"] {
          expected = ids.map { if case .string(let id) = $0 { id } else { "" } }
        }
        let ids = found.removeValue(forKey: path) ?? []
        #expect(ids == expected, "\(path) \(definition.extra.debugDescription)")
        count += expected.count
      }
    }
    #expect(found == [:])
    #expect(count >= atLeast)
  }

  @Test("Nothing is found in the corrected form")
  func nothingFound() throws {
    #expect(try report(of: "families-corrected.json").0.findings == [])
  }

  @Test("What may follow from an error is not reported")
  func hidesConsequences() throws {
    func ids(_ rows: String) -> [String] {
      do throws(CompileFailure) {
        return FormReport(of: try .of(#"{ "sections": [{ "rows": [\#(rows)] }] }"#)).findings.map {
          $0.id.rawValue
        }
      } catch {
        return FormReport(error).findings.map(\.id.rawValue)
      }
    }
    let age = #"{ "tag": "age", "type": "int" }"#
    #expect(
      ids(#"\#(age), { "type": "text", "visible": "$aeg > '18' AND $age > '18'" }"#) == [
        "name/unknown", "compare/kind",
      ])
    #expect(
      ids(#"\#(age), { "type": "text", "hidden": "$age > '18'" }, { "type": "txt" }"#) == [
        "form/word", "compare/kind",
      ])
    // The options are wrong already, so it is not reported that there are none.
    #expect(ids(#"{ "type": "push", "options": "a" }"#) == ["form/value"])
    // Either row may be meant.
    #expect(
      ids(#"\#(age), { "tag": "age", "type": "text" }, { "type": "text", "hidden": "$age > '1'" }"#)
        == ["form/duplicate"])
    #expect(
      ids(
        #"""
        { "type": "txt" },
        { "type": "text", "suppress": [{ "id": "compare/kind", "justification": "a" },
          { "id": "x", "justification": "b" }] }
        """#) == ["form/word", "suppress/unknown-id"])
  }
}
