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
      (#"{"resourceType": "Questionnaire", "item": []}"#, "a FHIR Questionnaire"),
      (#"{"resourceType": "Bundle", "entry": []}"#, "a FHIR Bundle"),
      (#"{"resourceType": "Patient"}"#, "a FHIR resource that is not a Questionnaire"),
      (#"<Questionnaire xmlns="http://hl7.org/fhir"/>"#, "a FHIR resource in XML"),
      (#"[{"name": "it opens", "steps": []}]"#, "a file of scenarios"),
      (#"{"version": 1, "values": {"a": 1}}"#, "a saved state"),
      (#"{"ignore": ["row/unused"], "coverage": 90}"#, "settings of a team"),
      (#"{"findings": [{"file": "a", "id": "b", "text": ""}]}"#, "a baseline"),
      ("PK\u{3}\u{4}\u{14}\0", "a ZIP archive"),
      ("PK\u{3}\u{4}\0[Content_Types].xml\0PK\u{1}\u{2}xl/workbook.xml", "an Excel workbook"),
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
      #"{"sections": [{"rows": []}], "version": 1, "values": {}}"#, "",
      "{\"sections\": [\0]}", "\u{FEFF}{]",
    ])
  func leavesForms(_ text: String) {
    #expect(!said(Array(text.utf8)).contains { $0.contains("looks like") })
  }

  @Test(
    "XML in the namespace of XForms is read as an XForm",
    arguments: [
      #"<?xml version="1.0"?><html xmlns="http://www.w3.org/2002/xforms"/>"#,
      "\u{FEFF}\n<!-- a form --><html xmlns='http://www.w3.org/2002/xforms'/>",
    ])
  func recognisesXForms(_ text: String) {
    #expect(said(Array(text.utf8)) == ["this XForm has no model with an instance"])
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

  @Test(
    "The version of FHIR is told by what only that version has",
    arguments: [
      (
        #""item": [{"linkId": "1", "type": "choice", "option": [{"valueString": "a"}]}]"#,
        " of STU3"
      ),
      (#""item": [{"enableWhen": [{"question": "1", "hasAnswer": true}]}]"#, " of STU3"),
      (#""item": [{"item": [{"options": {"reference": "x"}}]}]"#, " of STU3"),
      (#""item": [{"type": "choice", "answerOption": [{"valueString": "a"}]}]"#, " of R4"),
      (#""item": [{"enableWhen": [{"question": "1", "operator": "="}]}]"#, " of R4"),
      (#""item": [{"answerValueSet": "a"}, {"item": [{"type": "coding"}]}]"#, " of R5"),
      (#""item": [{"initial": [], "disabledDisplay": "hidden"}]"#, " of R5"),
      (#""copyrightLabel": "a", "item": [{"answerOption": []}]"#, " of R5"),
      (#""item": [{"linkId": "1", "type": "string"}, 1]"#, ""),
      (#""item": {"option": 1}"#, ""),
      // Whatever the size of a file, its first items tell the version.
      (
        #""item": [\#(String(repeating: "{},", count: 999)){"type": "coding"}]"#, " of R5"
      ),
      (
        #""item": [\#(String(repeating: "{},", count: 1000)){"type": "coding"}]"#, ""
      ),
    ])
  func tellsVersions(_ members: String, _ version: String) {
    let said = said(Array(#"{"resourceType": "Questionnaire", \#(members)}"#.utf8))
    #expect(said == ["this looks like a FHIR Questionnaire\(version)"])
  }

  @Test("What is told of a file depends on its start and, for an archive, its end")
  func looksAtLittle() {
    let spaces = String(repeating: " ", count: 5000)
    for text in [
      "\(spaces)<html xmlns='http://www.w3.org/2002/xforms'/>",
      "<html \(spaces)xmlns='http://www.w3.org/2002/xforms'/>",
    ] {
      #expect(!said(Array(text.utf8)).contains { $0.contains("looks like") })
    }
    #expect(said(Array("<a/>".utf8)) == ["this looks like XML that is not an XForm"])
    let archive = "PK\u{3}\u{4}xl/workbook.xml" + String(repeating: "\0", count: 1 << 16)
    #expect(said(Array(archive.utf8)) == ["this looks like a ZIP archive"])
  }

  @Test("Who gives another format learns that no importer reads it, and where to go on")
  func saysWhereToGoOn() throws {
    for (text, page) in [
      (#"{"elements": [{"type": "text", "name": "q"}]}"#, "SurveyJS.md"),
      (#"{"components": [{"type": "textfield", "key": "a"}]}"#, "README.md"),
      (#"{"resourceType": "Bundle"}"#, "Notations.md"),
    ] {
      let hint = try #require(FormDocument(importing: text.utf8).problems.first?.hint)
      #expect(hint.contains("no importer reads it yet") && hint.contains("Docs/ComingFrom/\(page)"))
    }
    let workbook = "PK\u{3}\u{4}xl/workbook.xml"
    let hint = FormDocument(importing: workbook.utf8).problems.first?.hint
    #expect(hint?.hasPrefix("python -m formeval import FILE") == true)
  }

  @Test("Text in UTF-16 is not a binary file")
  func knowsUTF16() {
    let bytes: [UInt8] = [0xFF, 0xFE] + #"{"sections": []}"#.utf8.flatMap { [$0, 0] }
    #expect(!said(bytes).contains { $0.contains("binary") })
  }
}
