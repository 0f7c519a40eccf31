// Writes which conditions the tests of a form have exercised: for people, as JSON and as LCOV.

import FormAnalysis
import FormGraph
import Predicate

/// The report about the coverage of a form's conditions.
struct CoverageReport {
  let source: FormSource
  let conditions: [ConditionCoverage.Condition]
  private let lines: SourceLines

  init(_ source: FormSource, _ coverage: ConditionCoverage) {
    self.source = source
    conditions = coverage.conditions
    lines = SourceLines(source.bytes)
  }

  private var results: Int { conditions.reduce(0) { $0 + $1.resultCount } }
  private var parts: Int { conditions.reduce(0) { $0 + $1.parts.count } }
  private var decided: Int { conditions.reduce(0) { $0 + $1.parts.count(where: \.isDecided) } }

  /// What is missing, one line for each gap, and the counts.
  var text: String {
    var text = ""
    for condition in conditions where !condition.isCovered {
      let place = lines.excerpt(of: condition.range)
      text += "\(source.name):\(place.line):\(place.column): "
      text += condition.text.onOneLine.printable + "\n"
      text += Self.gaps(of: condition).map { "  \($0.printable)\n" }.joined()
    }
    return text
      + "coverage: \(results) of \(2 * conditions.count) results of "
      + "\(counted(conditions.count, "condition")), "
      + "\(decided) of \(counted(parts, "comparison")) decide alone\n"
  }

  private static func gaps(of condition: ConditionCoverage.Condition) -> [String] {
    switch (condition.trueCount > 0, condition.falseCount > 0) {
    case (false, false): return ["never evaluated"]
    case (true, false): return ["never false"]
    case (false, true): return ["never true"]
    case (true, true):
      return condition.parts.filter { !$0.isDecided }.map { part in
        part.isCoupled
          ? "cannot be covered, because it is coupled: \(part.text.onOneLine)"
          : "never decides alone: \(part.text.onOneLine)"
      }
    }
  }

  /// The coverage as a JSON object.
  var json: Value {
    let list = conditions.map { condition -> Value in
      let place = lines.excerpt(of: condition.range)
      return [
        "line": .int(Int64(place.line)), "column": .int(Int64(place.column)),
        "text": .string(condition.text), "true": .int(Int64(condition.trueCount)),
        "false": .int(Int64(condition.falseCount)),
        "comparisons": .array(
          condition.parts.map { part in
            [
              "text": .string(part.text), "decides": .bool(part.isDecided),
              "coupled": .bool(part.isCoupled),
            ]
          }),
      ]
    }
    return [
      "results": .int(Int64(results)), "resultsTotal": .int(Int64(2 * conditions.count)),
      "comparisons": .int(Int64(decided)), "comparisonsTotal": .int(Int64(parts)),
      "conditions": .array(list),
    ]
  }

  /// The coverage as LCOV: a branch for each result, and MC/DC records for the comparisons.
  var lcov: String {
    var text = "SF:\(source.name.printable)\n"
    for (block, condition) in conditions.enumerated() {
      let line = lines.excerpt(of: condition.range).line
      let isReached = condition.resultCount > 0
      for (branch, count) in [condition.trueCount, condition.falseCount].enumerated() {
        text += "BRDA:\(line),\(block),\(branch),\(isReached ? "\(count)" : "-")\n"
      }
      for (index, part) in condition.parts.enumerated() {
        for sense in ["t", "f"] {
          text +=
            "MCDC:\(line),\(condition.parts.count),\(sense),\(part.isDecided ? 1 : 0),\(index),"
            + "\(part.text.onOneLine.printable)\n"
        }
      }
    }
    return text + "BRF:\(2 * conditions.count)\nBRH:\(results)\n"
      + "MCF:\(2 * parts)\nMCH:\(2 * decided)\nend_of_record\n"
  }
}
