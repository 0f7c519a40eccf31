// Names of other formats: which of our names a hint gives, and that a lost question or condition
// is an error.

import FormImport
@testable import FormGraph
import Foundation
import Predicate
import Testing

@Suite struct ForeignNamesTests {
  @Test(
    "A type of another format has one of ours for its hint",
    arguments: [
      ("TextRow", "text"), ("IntRow", "int"), ("PushRow", "push"), ("LabelRow", "label"),
      ("boolean", "switch"), ("integer", "int"), ("checkbox", "check"), ("dropdown", "picker"),
      ("Photo", "file"), ("DateInlineRow", "date"), ("PickerInputRow", "picker"),
      ("XLFormRowDescriptorTypeEmail", "email"), ("selectorSegmentedControl", "segmented"),
      ("text_field", "text"), ("DATE-TIME", "dateTime"), ("multiple_choice", "multipleSelector"),
    ])
  func rowTypes(word: String, ours: String) {
    let problems = problems(of: #"{ "tag": "a", "type": "\#(word)" }"#)
    #expect(problems == ["error: unknown row type '\(word)'; did you mean \(ours)?"])
  }

  /// A key of a row, what is said of it, and the hint.
  private static let keys: [(key: String, severity: String, hint: String?)] = [
    ("label", "warning", "did you mean title?"), ("header", "warning", "did you mean title?"),
    ("description", "warning", "did you mean help?"),
    ("defaultValue", "warning", "did you mean value?"),
    ("relevant", "error", "did you mean visible?"),
    ("visibleIf", "error", "did you mean visible?"),
    ("visible_if", "error", "did you mean visible?"),
    ("enableIf", "error", "did you mean enabled?"), ("showIf", "error", "did you mean visible?"),
    ("condition", "error", "did you mean visible?"),
    ("dependsOn", "error", "did you mean visible?"),
    ("requiredIf", "error", "did you mean required?"),
    ("readonly", "error", "did you mean disabled?"),
    ("readOnly", "error", "did you mean disabled?"),
    ("constraint", "error", "did you mean rules?"),
    (
      "pattern", "error",
      #"write "rules": [{"type": "regex", "pattern": "[A-Z]+"}]"#
    ),
    ("calculate", "error", "did you mean calculated?"),
    ("calculation", "error", "did you mean calculated?"),
    ("validationOptions", "error", "did you mean validates?"),
    ("choice_filter", "error", "did you mean optionsFilter?"),
    ("clearOnHide", "error", "did you mean whenHidden?"),
    ("hiddenValues", "error", "did you mean whenHidden?"),
    ("choices", "error", "did you mean options?"), ("Hidden", "error", "did you mean hidden?"),
    ("rows", "error", "'rows' belongs to a section"),
    ("sections", "error", "'sections' belongs to the form, a section or a template"),
    ("template", "error", "'template' belongs to a section with \"kind\": \"multivalued\""),
    ("item", "error", "'item' belongs to a section with \"kind\": \"multivalued\""),
    ("hasOther", "error", "did you mean other?"),
    ("showOtherItem", "error", "did you mean other?"),
    ("isExclusive", "warning", "'exclusive' belongs to an option"),
    ("units", "warning", "did you mean unit?"),
    ("hiden", "warning", "did you mean hidden?"), ("zzzzzz", "warning", nil),
  ]

  @Test("A key that would lose a question or a condition is an error", arguments: keys)
  func keysOfRows(key: String, severity: String, hint: String?) {
    let problems = problems(of: #"{ "tag": "a", "type": "text", "\#(key)": [] }"#)
    let expected = "\(severity): '\(key)' is not a key of a row" + (hint.map { "; \($0)" } ?? "")
    #expect(problems == [expected])
  }

  @Test("A section, a question and the form say the same")
  func keysElsewhere() {
    #expect(
      problems(section: #""rows": [], "rules": [], "relevant": "1 == 1""#) == [
        "error: 'rules' is not a key of a section; 'rules' belongs to a row",
        "error: 'relevant' is not a key of a section; did you mean visible?",
      ])
    #expect(
      problems(section: #""rows": [], "required": true, "header": "H""#) == [
        "error: 'required' is not a key of a section; 'required' belongs to a row",
        "warning: 'header' is not a key of a section; did you mean title?",
      ])
    #expect(
      problems(form: #"{ "sections": [], "rows": [], "panels": [] }"#) == [
        "error: 'rows' is not a key of a form; 'rows' belongs to a section",
        "error: 'panels' is not a key of a form; did you mean sections?",
      ])
    let question =
      #"{ "key": "a", "question_type": "boolean", "options": [], "relevant": "", "label": "" }"#
    #expect(
      problems(form: #"{ "title": "T", "questions": [\#(question)] }"#) == [
        "error: 'options' is not a key of a question; did you mean choices?",
        "error: 'relevant' is not a key of a question; did you mean visible?",
        "warning: 'label' is not a key of a question; did you mean prompt?",
      ])
  }

  @Test("A pattern is given once, and a row of an item needs no section before it")
  func hintsOfOwnNames() {
    #expect(
      problems(
        of: #"{ "type": "text", "rules": [{ "type": "regex", "pattern": "a", "regex": "b" }] }"#)
        == [
          "error: 'regex' is not a key of a rule; the pattern stands in 'pattern' alone: leave "
            + "'regex' out"
        ])
    let item =
      #""rows": [{ "type": "label", "title": "z", "visible": "$g.x == 1" }], "#
      + #""sections": [{ "tag": "g", "rows": [{ "tag": "x", "type": "int" }] }]"#
    #expect(
      problems(section: #""tag": "l", "kind": "multivalued", "template": { \#(item) }"#) == [
        "error: 'g' is a section and has only isHidden, isDisabled and isValid; write $x: the tag "
          + "of a row needs no section before it"
      ])
  }

  @Test("A default that is not a formula was meant as the value")
  func defaults() {
    #expect(
      problems(of: #"{ "type": "int", "default": 1 }"#) == [
        "error: 'default' must be text, but is the number 1; write \"value\": 1"
      ])
  }

  @Test("A text that is null is none")
  func nullTexts() throws {
    let texts =
      #""title": null, "subtitle": null, "footer": null, "placeholder": null, "help": null"#
    let row = #"{ "type": "text", \#(texts) }"#
    let json = #"{ \#(texts), "sections": [{ \#(texts), "rows": [\#(row)] }] }"#
    let compiled = try CompiledForm.compile(json: json.utf8)
    #expect(compiled.warnings == [])
    #expect(
      compiled.definition
        == FormDefinition(sections: [SectionDefinition(rows: [RowDefinition(type: .text)])]))
  }

  @Test("A label cannot miss a value, and is said to be asked for none")
  func requiredLabels() throws {
    let json = #"{ "sections": [{ "rows": [{ "type": "label", "required": true }] }] }"#
    let compiled = try CompiledForm.compile(json: json.utf8)
    #expect(
      compiled.warnings.map(\.message) == ["a label holds no value, so 'required' has no effect"])
    #expect(compiled.open(now: .now).canSubmit)
  }

  @Test("A date is read as Foundation describes it")
  func describedDates() throws {
    let kind = ValueKind.date
    let date = kind.convertedFromJSON("2016-04-25T15:35:03Z")
    #expect(date != nil && kind.convertedFromJSON("2016-04-25 15:35:03 +0000") == date)
    #expect(kind.convertedFromJSON("2016-04-25 17:35:03 +0200") == date)
    for text in ["2016-04-25  15:35:03 +0000", "2016-04-25 15:35:03 Z", "2016-04-25 +0000"] {
      #expect(kind.convertedFromJSON(.string(text)) == nil, "\(text)")
    }
    let json = #"{ "sections": [{ "rows": [{ "tag": "d", "type": "dateTime" }] }] }"#
    var form = try CompiledForm.compile(json: json.utf8).open(now: .now)
    try form.setAnswers(json: #"{ "d": "2016-04-25 15:35:03 +0000" }"#.utf8)
    #expect(form["d"]?.value == date)
  }

  private func problems(of row: String) -> [String] { problems(section: #""rows": [\#(row)]"#) }

  private func problems(section: String) -> [String] {
    problems(form: #"{ "sections": [{ \#(section) }] }"#)
  }

  private func problems(form: String) -> [String] {
    let problems: [Problem]
    do throws(CompileFailure) {
      problems = try CompiledForm(FormDocument(importing: form.utf8)).warnings
    } catch {
      problems = error.problems
    }
    return problems.map { problem in
      "\(problem.severity.rawValue): \(problem.message)" + (problem.hint.map { "; \($0)" } ?? "")
    }
  }
}
