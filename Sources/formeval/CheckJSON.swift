// Findings as JSON, a line for each form. Docs/Protocols.md describes the shape: keys may be added,
// but are never renamed or removed.

import FormAnalysis
import FormGraph
import Predicate

/// The findings of forms as JSON.
struct CheckJSON {
  let forms: [CheckedForm]

  var text: String { forms.map { JSONWriter.text(of: json(of: $0)) + "\n" }.joined() }

  private func json(of form: CheckedForm) -> Value {
    let lines = SourceLines(form.bytes)
    var members: [(String, Value)] = [
      ("form", .string(form.name)),
      ("ok", .bool(form.count(.error) == 0 && form.notChecked == nil)),
      ("errors", .int(Int64(form.count(.error)))),
      ("warnings", .int(Int64(form.count(.warning)))),
      ("suppressed", .int(Int64(form.suppressedCount))),
    ]
    if form.fixedCount > 0 { members.append(("fixed", .int(Int64(form.fixedCount)))) }
    if let reason = form.notWritten { members.append(("notFixed", .string(reason))) }
    if let error = form.notChecked { members.append(("notChecked", .string(error.sentence))) }
    members.append(("findings", .array(form.findings.map { json(of: $0, form.source, lines) })))
    return .dictionary(ValueDictionary(members))
  }

  private func json(of file: FileFinding, _ source: FormSource, _ lines: SourceLines) -> Value {
    let problem = file.finding.problem
    var members: [(String, Value)] = [
      ("id", .string(file.finding.id.rawValue)), ("severity", .string(problem.severity.rawValue)),
      ("message", .string(problem.message)), ("path", .string(source.shown(problem.path))),
    ]
    if let range = problem.range { members += Self.place(of: range, lines) }
    if let hint = problem.hint { members.append(("hint", .string(hint))) }
    if !problem.related.isEmpty {
      let related = problem.related.map { related -> Value in
        var members: [(String, Value)] = [
          ("message", .string(related.message)), ("path", .string(source.shown(related.path))),
        ]
        if let range = related.range { members += Self.place(of: range, lines) }
        return .dictionary(ValueDictionary(members))
      }
      members.append(("related", .array(related)))
    }
    if let justification = file.finding.justification {
      members.append(("suppressed", .string(justification)))
    }
    if let fix = file.finding.fix, !file.edits.isEmpty {
      let edits = file.edits.map { edit in
        Value.dictionary(
          ValueDictionary([("range", Answer.json(edit.range)), ("text", .string(edit.text))]))
      }
      members.append(
        (
          "fix",
          .dictionary(
            ValueDictionary([("summary", .string(fix.summary)), ("replacements", .array(edits))]))
        ))
    }
    return .dictionary(ValueDictionary(members))
  }

  private static func place(of range: Range<Int>, _ lines: SourceLines) -> [(String, Value)] {
    let start = lines.excerpt(of: range)
    return [
      ("line", .int(Int64(start.line))), ("column", .int(Int64(start.column))),
      ("range", Answer.json(range)),
    ]
  }
}
