// Files that are not forms: what they are taken for, and what is not.

import FormFile
import FormImport
import Testing

@Suite("Foreign files")
struct ForeignFormatTests {
  private func said(_ bytes: [UInt8]) -> [String] {
    FormDocument(importing: bytes).problems.map(\.message)
  }

  @Test(
    "A file is recognised",
    arguments: [
      (#"{"pages": [{"name": "p", "elements": []}]}"#, "a SurveyJS form"),
      (#"{"elements": [{"type": "text", "name": "q"}]}"#, "a SurveyJS form"),
      (
        #"{"display": "form", "components": [{"type": "textfield", "key": "a"}]}"#, "a Form.io form"
      ),
      (#"{"type": "object", "properties": {"a": {"type": "string"}}}"#, "a JSON schema"),
      (#"{"resourceType": "Questionnaire", "item": []}"#, "a FHIR questionnaire"),
      (#"[{"name": "it opens", "steps": []}]"#, "a file of scenarios"),
      (#"{"version": 1, "values": {"a": 1}}"#, "a saved state"),
      (#"{"ignore": ["row/unused"], "coverage": 90}"#, "settings of a team"),
      (#"{"findings": [{"file": "a", "id": "b", "text": ""}]}"#, "a baseline"),
      (
        #"<?xml version="1.0"?><html xmlns="http://www.w3.org/2002/xforms"/>"#, "an ODK XForm"
      ),
      (
        "\u{FEFF}\n<!-- a form --><html xmlns='http://www.w3.org/2002/xforms'/>", "an ODK XForm"
      ),
      ("PK\u{3}\u{4}\u{14}\0", "an Excel workbook or another archive"),
      ("%PDF-1.7", "a PDF"), ("\u{7F}ELF\u{2}\u{1}\0", "a binary file"),
    ])
  func recognises(_ text: String, _ name: String) {
    let problems = FormDocument(importing: text.utf8).problems
    #expect(problems.map(\.message) == ["this looks like \(name)"])
    #expect(problems.first?.hint != nil)
    // What is not JSON has no place, so nothing of it is quoted.
    #expect((problems.first?.range != nil) == (text.hasPrefix("{") || text.hasPrefix("[")))
  }

  @Test(
    "A form with a mistake, and a file of nothing known, are not",
    arguments: [
      #"{"sections": [], "pages": [{"elements": []}]}"#, #"{"elements": ["a"]}"#, "{}", "[]",
      #"{"rows": [{"type": "text"}]}"#, #"{"questions": [], "elements": [{"type": 1, "name": 2}]}"#,
      #"{"sections": [{"rows": []}], "version": 1, "values": {}}"#, "<html></html>", "",
      "{\"sections\": [\0]}", "\u{FEFF}{]",
    ])
  func leavesForms(_ text: String) {
    #expect(!said(Array(text.utf8)).contains { $0.contains("looks like") })
  }

  @Test("A broken XForm is told with the place of its mistake")
  func placesMistakesOfXForms() throws {
    let form = #"<html xmlns="http://www.w3.org/2002/xforms"><bind relevant="a < 5"/></html>"#
    let problems = FormDocument(importing: form.utf8).problems
    #expect(problems.map(\.message) == ["'<' cannot stand in an attribute value"])
    #expect(problems.first?.range == 62..<63)

    // The limit of a file is the one of every form.
    var limits = FormLimits.standard
    limits.fileBytes = 70
    let long = FormDocument(importing: form.utf8, limits: limits).problems
    #expect(long.map(\.message) == ["the text is longer than 70 bytes"])
  }

  @Test("Text in UTF-16 is not a binary file")
  func knowsUTF16() {
    let bytes: [UInt8] = [0xFF, 0xFE] + #"{"sections": []}"#.utf8.flatMap { [$0, 0] }
    #expect(!said(bytes).contains { $0.contains("binary") })
  }
}
