// Findings as text for people: each with its line, its id and its hint. A thousand findings with
// one id are one mistake made a thousand times, so only the first of them are shown.

import FormAnalysis
import FormGraph

/// The findings of forms as text.
struct CheckText {
  let forms: [CheckedForm]
  /// Whether fixes are offered.
  let showsFixes: Bool
  /// Whether a form with warnings is refused.
  var areWarningsErrors = false
  /// Whether only errors and the last line are shown.
  var isQuiet = false
  /// Whether lines name their form.
  var areSeveral = false
  /// The number of files in folders that are not forms.
  var otherCount = 0
  var style = Style(isColored: false)

  /// The largest number of findings with one id that are shown for a form.
  static let maximumShown = 10

  /// The findings that no form suppresses.
  var findings: String { style.diagnostics(forms.map(findings).joined()) }

  private func findings(of form: CheckedForm) -> String {
    let renderer = ProblemRenderer(source: FormSource(name: form.name, bytes: form.bytes))
    var counts: [FindingID: Int] = [:]
    var fixable = 0
    var text = ""
    // A form may lack a whole language, and then nothing else would be seen.
    let findings = form.findings.filter { !$0.finding.isSuppressed }
    let ordered =
      findings.filter { $0.finding.id != .textUntranslated }
      + findings.filter { $0.finding.id == .textUntranslated }
    for file in ordered {
      let finding = file.finding
      guard !isQuiet || areWarningsErrors || finding.problem.severity == .error else { continue }
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

  /// A line for each form that is in order, and for several forms a line with the totals.
  var summary: String { accepted + (areSeveral || isQuiet ? totals : "") }

  /// The same if a form is refused: the last line has the totals, also those of one form.
  var counts: String { accepted + totals }

  private var accepted: String {
    guard !isQuiet else { return "" }
    return forms.map { form in
      guard let summary = form.summary, form.count(.error) == 0,
        !areWarningsErrors || form.count(.warning) == 0
      else { return "" }
      let suppressed = form.suppressedCount
      let name = areSeveral ? "\(form.name.printable): " : ""
      let rest = suppressed > 0 ? ", \(counted(suppressed, "finding")) suppressed" : ""
      return "\(name)ok: \(summary)\(rest)\n"
    }.joined()
  }

  private var totals: String {
    let total = { (severity: Severity) in forms.reduce(0) { $0 + $1.count(severity) } }
    let counts = "\(counted(total(.error), "error")), \(counted(total(.warning), "warning"))"
    let suppressed = forms.reduce(0) { $0 + $1.suppressedCount }
    let failed = forms.count { $0.notChecked != nil }
    guard areSeveral else {
      guard failed == 0 else { return "" }
      return counts + (suppressed > 0 ? ", \(suppressed) suppressed\n" : "\n")
    }
    return "\(counted(forms.count - failed, "form")): \(counts), \(suppressed) suppressed"
      + (failed > 0 ? ", \(failed) not checked" : "")
      + (otherCount > 0
        ? "; \(otherCount) \(otherCount == 1 ? "file is not a form" : "files are not forms")" : "")
      + "\n"
  }
}
