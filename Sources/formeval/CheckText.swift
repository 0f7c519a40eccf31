// Findings as text for people: each with its line, its id and its hint. A thousand findings with
// one id are one mistake made a thousand times, so only the first of them are shown.

import FormAnalysis
import FormGraph

/// The findings of forms as text.
struct CheckText {
  let forms: [CheckedForm]
  /// Whether fixes are offered.
  let showsFixes: Bool

  /// The largest number of findings with one id that are shown for a form.
  static let maximumShown = 10

  /// The findings that no form suppresses.
  var findings: String { forms.map(findings).joined() }

  private func findings(of form: CheckedForm) -> String {
    let renderer = ProblemRenderer(source: FormSource(name: form.name, bytes: form.bytes))
    var counts: [FindingID: Int] = [:]
    var fixable = 0
    var text = ""
    for file in form.findings where !file.finding.isSuppressed {
      let finding = file.finding
      let count = (counts[finding.id] ?? 0) + 1
      counts[finding.id] = count
      if !file.edits.isEmpty, form.summary != nil { fixable += 1 }
      guard count <= Self.maximumShown else { continue }
      var problem = finding.problem
      problem.message += " [\(finding.id.rawValue)]"
      text += renderer.text(of: [problem]) + "\n"
      if showsFixes, form.summary != nil, !file.edits.isEmpty, let fix = finding.fix {
        text += "fix: \(fix.summary.printable)\n"
      }
    }
    for id in FindingID.allCases {
      let more = (counts[id] ?? 0) - Self.maximumShown
      if more > 0 { text += "\(form.name.printable): … and \(more) more \(id.rawValue)\n" }
    }
    if showsFixes, fixable > 0 {
      text += "hint: --fix applies \(fixable == 1 ? "the fix" : "\(fixable) fixes")\n"
    }
    return text
  }

  /// A line for each form without errors, and for several forms a line with the totals.
  var summary: String {
    var lines: [String] = []
    for form in forms {
      guard let summary = form.summary, form.report.count(.error) == 0 else { continue }
      let suppressed = form.report.suppressedCount
      let name = forms.count > 1 ? "\(form.name.printable): " : ""
      let rest = suppressed > 0 ? ", \(counted(suppressed, "finding")) suppressed" : ""
      lines.append("\(name)ok: \(summary)\(rest)")
    }
    if forms.count > 1 {
      let total = { (severity: Severity) in forms.reduce(0) { $0 + $1.report.count(severity) } }
      let suppressed = forms.reduce(0) { $0 + $1.report.suppressedCount }
      lines.append(
        "\(counted(forms.count, "form")): \(counted(total(.error), "error")), "
          + "\(counted(total(.warning), "warning")), \(suppressed) suppressed")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
