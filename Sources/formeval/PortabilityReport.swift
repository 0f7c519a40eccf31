// Where a text may mean something else on Apple's platforms, for people and as JSON. Takes the
// findings as they come, in the order of the text, and decides only whether they stand in its way.

import Predicate
import PredicateChecks

/// Shows what is found about a text.
struct PortabilityReport {
  let findings: [PortabilityFinding]
  /// The text the findings are about.
  let source: String
  /// What to call the text.
  let name: String

  /// Whether nothing is known to be otherwise; what is not verified is no obstacle.
  var isPortable: Bool { findings.allSatisfy { $0.kind == .unverified } }

  /// The findings with their places, with a line break at the end.
  var text: String {
    if findings.isEmpty { return "ok: nothing found\n" }
    let lines = SourceLines(Array(source.utf8))
    return findings.map { $0.rendered(in: lines, named: name).printableLines + "\n" }.joined()
  }

  /// The findings as a list of objects.
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
