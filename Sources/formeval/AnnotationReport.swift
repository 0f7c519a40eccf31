// Findings as lines that a code host shows beside the lines of a change: `::error file=…::text`.
// Hosts show only the first lines, so errors stand before warnings.

import FormAnalysis
import FormGraph
import Predicate

/// The findings of forms as annotations.
struct AnnotationReport {
  let forms: [CheckedForm]

  /// The files that were not checked, and the findings that no form suppresses.
  var text: String {
    let failures = forms.compactMap { form in
      form.notChecked.map { error in
        "::error file=\(Self.escaped(form.name, isProperty: true))::"
          + Self.escaped(error.sentence, isProperty: false) + "\n"
      }
    }
    let all = forms.map { form in (form: form, lines: SourceLines(form.bytes)) }
    return failures.joined()
      + Severity.allCases.map { severity in
        all.map { form, lines in
          form.findings.filter {
            !$0.finding.isSuppressed && $0.finding.problem.severity == severity
          }
          .map { line(of: $0.finding, form, lines) + "\n" }.joined()
        }.joined()
      }.joined()
  }

  private func line(of finding: Finding, _ form: CheckedForm, _ lines: SourceLines) -> String {
    let problem = finding.problem
    var properties = [("file", Self.escaped(form.name, isProperty: true))]
    if let range = problem.range {
      let place = FileRegion(range, lines)
      properties += [("line", "\(place.startLine)"), ("col", "\(place.startColumn)")]
      // A host ignores columns of a range of several lines.
      properties.append(("endLine", "\(place.endLine)"))
      if place.endLine == place.startLine { properties.append(("endColumn", "\(place.endColumn)")) }
    }
    properties.append(("title", Self.escaped(finding.id.rawValue, isProperty: true)))
    let sentence = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
    let list = properties.map { "\($0.0)=\($0.1)" }.joined(separator: ",")
    return "::\(problem.severity.rawValue) \(list)::\(Self.escaped(sentence, isProperty: false))"
  }

  /// The text with the escapes of annotations.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.printable
  }
}

/// A range of a file in lines and columns from 1, in Unicode scalars; the end is exclusive.
struct FileRegion {
  let startLine: Int
  let startColumn: Int
  let endLine: Int
  let endColumn: Int

  init(_ range: Range<Int>, _ lines: SourceLines) {
    let start = lines.excerpt(of: range)
    let end = lines.excerpt(of: range.upperBound..<range.upperBound)
    (startLine, startColumn) = (start.line, start.column)
    (endLine, endColumn) = (end.line, end.column)
  }
}
