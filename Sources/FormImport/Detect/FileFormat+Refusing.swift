// The messages about files in formats that are known and not read: what the file is, and where its
// author goes on.

import FormFile

extension FileFormat {
  /// The problem of a file in this format; nil if the file is read as a form.
  ///
  /// The problem is placed at the first character if the file is JSON. Of any other file nothing is
  /// shown, because it may be binary.
  func refusal(of file: FormSource) -> Problem? {
    guard let words else { return nil }
    let start = file.root?.range.lowerBound
    return Problem(
      start == nil ? .json : .missing, "this looks like \(words.name)",
      range: start.map { $0..<($0 + 1) }, hint: words.hint)
  }

  private var words: (name: String, hint: String)? {
    let sections = #"a form is a JSON object with "sections""#
    let isNotRead = "no importer reads it yet"
    let ofFHIR = "\(isNotRead); Docs/ComingFrom/Notations.md says how FHIRPath is written here"
    return switch self {
    case .form, .theDistanceForms, .xForm: nil
    case .surveyJS:
      (
        "a SurveyJS form",
        "\(isNotRead); Docs/ComingFrom/SurveyJS.md says how each of its keys is written here"
      )
    case .formIO:
      ("a Form.io form", "\(isNotRead); Docs/ComingFrom/README.md compares the names; \(sections)")
    case .questionnaire(let version):
      ("a FHIR Questionnaire" + (version.map { " of \($0.rawValue)" } ?? ""), ofFHIR)
    case .bundle:
      ("a FHIR Bundle", #"a Questionnaire is a "resource" in one "entry" of it; \#(ofFHIR)"#)
    case .resource: ("a FHIR resource that is not a Questionnaire", sections)
    case .resourceInXML: ("a FHIR resource in XML", ofFHIR)
    case .xml:
      (
        "XML that is not an XForm",
        "an XForm has elements of the namespace http://www.w3.org/2002/xforms; \(sections)"
      )
    case .jsonSchema: ("a JSON schema", "a schema describes values; \(sections)")
    case .scenarios: ("a file of scenarios", "formeval FORM --test FILE runs it")
    case .savedState: ("a saved state", "formeval FORM --state FILE opens a form with it")
    case .settings: ("settings of a team", "formeval FORM --check --config FILE takes them")
    case .baseline: ("a baseline", "formeval FORM --check --baseline FILE takes it")
    case .workbook:
      (
        "an Excel workbook",
        "python -m formeval import FILE makes a form of an XLSForm; "
          + "Docs/ComingFrom/XLSForm.md says more"
      )
    case .archive: ("a ZIP archive", sections)
    case .document: ("a PDF", sections)
    case .binary: ("a binary file", sections)
    }
  }
}
