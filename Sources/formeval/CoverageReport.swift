// Writes which conditions the tests of a form have exercised and which rows they have shown: for
// people, as JSON and as LCOV.

import FormAnalysis
import FormGraph
import Predicate

/// The report about the coverage of a form's conditions.
struct CoverageReport {
  let source: FormSource
  let conditions: [ConditionCoverage.Condition]
  private let unshown: [ConditionCoverage.UnshownRow]
  private let rowCount: Int
  private let lines: SourceLines

  init(_ source: FormSource, _ coverage: ConditionCoverage) {
    self.source = source
    conditions = coverage.conditions
    unshown = coverage.unshownRows
    rowCount = coverage.rowCount
    lines = SourceLines(source.bytes)
  }

  private var results: Int { conditions.reduce(0) { $0 + $1.resultCount } }
  private var parts: Int { conditions.reduce(0) { $0 + $1.parts.count } }
  private var decided: Int { conditions.reduce(0) { $0 + $1.parts.count(where: \.isDecided) } }

  /// How many of the results of conditions were seen, in percent.
  var percentage: Double {
    conditions.isEmpty ? 100 : 100 * Double(results) / Double(2 * conditions.count)
  }

  /// What is said if a file of settings wants more.
  func shortfall(of wanted: Double, _ file: String) -> CommandError {
    .refused(
      "\(results) of \(2 * conditions.count) results of conditions were seen, and \(file) wants "
        + "\(Int(exactly: wanted).map(String.init) ?? "\(wanted)") %")
  }

  /// What is missing, by section and row, and the counts.
  ///
  /// Rows that were never shown come first, because no test can say anything of them.
  var text: String {
    var text = ""
    if !unshown.isEmpty {
      text += "never shown:\n"
      for (section, rows) in Self.groups(unshown, by: \.owner.section) {
        text += "  \(Self.heading(section))\n"
        text += rows.map { "    \(place($0.range)): \($0.owner.row ?? "")\n".printableLines }
          .joined()
      }
    }
    let gaps = conditions.filter { !$0.isCovered }
    for (section, ofSection) in Self.groups(gaps, by: \.owner.section) {
      text += "\(Self.heading(section))\n"
      for (row, ofRow) in Self.groups(ofSection, by: \.owner.row) {
        var indent = "  "
        if let row {
          text += "  \(row.printable)\n"
          indent = "    "
        }
        for condition in ofRow {
          let key = condition.owner.key.isEmpty ? "" : "\(condition.owner.key): "
          text +=
            "\(indent)\(place(condition.range)): \(key)\(condition.text.onOneLine)".printable + "\n"
          text += Self.gaps(of: condition).map { "\(indent)  \($0.printable)\n" }.joined()
        }
      }
    }
    return text
      + "coverage: \(results) of \(2 * conditions.count) results of "
      + "\(counted(conditions.count, "condition")), "
      + "\(decided) of \(counted(parts, "comparison")) decide alone, "
      + "\(rowCount - unshown.count) of \(counted(rowCount, "row")) shown\n"
  }

  private func place(_ range: Range<Int>) -> String {
    let place = lines.excerpt(of: range)
    return "\(source.name):\(place.line):\(place.column)"
  }

  private static func heading(_ section: String?) -> String {
    (section ?? "the form").printable
  }

  /// Elements by something that they have, each group where its first element stands.
  private static func groups<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in elements {
      let key = key(element)
      let place = places[key] ?? groups.count
      places[key] = place
      if place == groups.count { groups.append((key, [])) }
      groups[place].elements.append(element)
    }
    return groups
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
        "section": condition.owner.section.map(Value.string) ?? .null,
        "row": condition.owner.row.map(Value.string) ?? .null,
        "key": .string(condition.owner.key),
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
    let rows = unshown.map { row -> Value in
      let place = lines.excerpt(of: row.range)
      return [
        "section": row.owner.section.map(Value.string) ?? .null,
        "row": row.owner.row.map(Value.string) ?? .null,
        "line": .int(Int64(place.line)), "column": .int(Int64(place.column)),
      ]
    }
    return [
      "rows": .int(Int64(rowCount - unshown.count)), "rowsTotal": .int(Int64(rowCount)),
      "neverShown": .array(rows),
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
