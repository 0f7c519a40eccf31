// Findings as SARIF 2.1.0, the format that code hosts read. Suppressed findings are listed with
// their suppression, so that a host does not take them for solved. The text is the same for the
// same input on each run and each machine.

import FormAnalysis
import FormGraph
import Predicate

/// The findings of forms as a SARIF log.
struct SARIFReport {
  let forms: [CheckedForm]

  var text: String {
    let rules = FindingID.allCases.sorted { $0.rawValue < $1.rawValue }.map { id in
      SARIFLog.object([
        ("id", .string(id.rawValue)), ("shortDescription", SARIFLog.message(id.summary)),
        ("help", Self.help(of: id)),
      ])
    }
    let failures = forms.compactMap { form in form.notChecked.map { failure($0, form) } }
    return SARIFLog.text(rules: rules, results: forms.flatMap(results), failures: failures)
  }

  /// What Docs/Checking.md says of a finding: its row of the table, and how a form accepts it.
  private static func help(of id: FindingID) -> Value {
    let summary = id.summary.prefix(1).uppercased() + id.summary.dropFirst() + "."
    let suppression =
      #"{ "suppress": [{ "id": "\#(id.rawValue)", "justification": "…" }] }"#
    let accepting = "If this is not a mistake, the form, its section or its row can accept it:"
    let canBeAccepted = id.canBeSuppressed
    let text = canBeAccepted ? "\n\(accepting) \(suppression)" : ""
    let markdown = canBeAccepted ? "\n\n\(accepting) `\(suppression)`" : ""
    return SARIFLog.object([
      ("text", .string("\(summary)\nExample: \(id.example)\(text)")),
      ("markdown", .string("\(summary)\n\nExample: `\(id.example)`\(markdown)")),
    ])
  }

  /// A file that was not checked.
  private func failure(_ error: CommandError, _ form: CheckedForm) -> Value {
    SARIFLog.object([
      ("level", "error"), ("message", SARIFLog.message(error.sentence)),
      ("locations", [SARIFLog.location(nil, in: SARIFLog.artifact(form.path))]),
    ])
  }

  // MARK: - Results

  private func results(of form: CheckedForm) -> [Value] {
    let lines = SourceLines(form.bytes)
    let artifact = SARIFLog.artifact(form.path)
    var prints = SARIFLog.Fingerprints()
    return form.findings.map { file in
      let finding = file.finding
      let problem = finding.problem
      let sentence = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
      var members: SARIFLog.Members = [
        ("ruleId", .string(finding.id.rawValue)), ("level", .string(problem.severity.rawValue)),
        ("message", SARIFLog.message(sentence)),
        ("locations", [SARIFLog.location(problem.range, in: artifact, lines)]),
      ]
      if !problem.related.isEmpty {
        let related = problem.related.enumerated().map { index, related in
          SARIFLog.location(
            related.range, in: artifact, lines, id: index, related.message)
        }
        members.append(("relatedLocations", .array(related)))
      }
      // It depends on the place in the form, the id and the text, and not on the line.
      let text = file.finding.problem.range == nil ? nil : form.text(of: file)
      let print = prints.fingerprint(
        of: [file.anchor, file.finding.id.rawValue, text].compactMap { $0 })
      members.append(("partialFingerprints", print))
      if let justification = finding.justification {
        let suppression = SARIFLog.object([
          ("kind", file.isSuppressedInForm ? "inSource" : "external"),
          ("justification", .string(justification)),
        ])
        members.append(("suppressions", [suppression]))
      }
      if let fix = finding.fix, !file.edits.isEmpty {
        members.append(("fixes", [Self.fix(fix, file.edits, artifact, lines)]))
      }
      return SARIFLog.object(members)
    }
  }

  private static func fix(
    _ fix: Fix, _ edits: [FileEdit], _ artifact: Value, _ lines: SourceLines
  ) -> Value {
    let replacements = edits.map { edit in
      SARIFLog.object([
        ("deletedRegion", SARIFLog.region(edit.range, lines)),
        ("insertedContent", SARIFLog.message(edit.text)),
      ])
    }
    let change = SARIFLog.object([
      ("artifactLocation", artifact), ("replacements", .array(replacements)),
    ])
    return SARIFLog.object([
      ("description", SARIFLog.message(fix.summary)), ("artifactChanges", [change]),
    ])
  }
}
