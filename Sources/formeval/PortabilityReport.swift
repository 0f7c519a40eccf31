// Shows where a text may have another meaning on Apple's platforms, as text or as JSON. The
// findings are in the order of the text.

import Predicate
import PredicateChecks

/// Shows the portability findings of a text.
struct PortabilityReport {
  let findings: [PortabilityFinding]
  let source: String
  /// The name of the text in messages.
  let name: String
  var style = Style(isColored: false)

  /// Whether no finding says that the text is different.
  ///
  /// Findings that are only unverified do not count.
  var isPortable: Bool { findings.allSatisfy { $0.kind == .unverified } }

  /// The findings with their places, with a line break at the end.
  var text: String {
    if findings.isEmpty { return "ok: nothing found\n" }
    let lines = SourceLines(Array(source.utf8))
    return style.diagnostics(
      findings.map { $0.rendered(in: lines, named: name).printableLines + "\n" }.joined())
  }

  /// The findings as a list of JSON objects.
  var json: Value {
    .array(
      findings.map { finding in
        var members: [(String, Value)] = [
          ("kind", .string(finding.kind.rawValue)), ("rule", .string(finding.rule.rawValue)),
          ("range", Answer.json(finding.range)), ("message", .string(finding.message)),
        ]
        if let portable = finding.portable { members.append(("portable", .string(portable))) }
        return .dictionary(ValueDictionary(members))
      })
  }
}
