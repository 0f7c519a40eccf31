// Runs the reasoning within one condition and the checks of patterns over the texts of a form, and
// carries places back to the text in the file.

import FormGraph
import Predicate

extension FormCheck {
  /// The findings within one text: parts that cannot matter, and mistakes of patterns.
  static func findingsWithin(_ text: CheckedText) -> [Finding] {
    let found =
      LogicCheck.findings(of: text.tree, at: text.path) { Domain($0, in: text) }
      + PatternTexts.findings(of: text.tree, at: text.path)
    return text.offset == 0 ? found : found.map { $0.moved(by: text.offset) }
  }

  /// The findings about the pattern of a rule of a row.
  static func findings(ofPattern pattern: String, at path: JSONPath, of row: RowDefinition)
    -> [Finding]
  {
    // Only a rule that always holds limits the text.
    var maximum: Int?
    for rule in row.rules {
      if case .length(let length) = rule.kind.parameter, let most = length.maximum {
        maximum = min(maximum ?? most, most)
      }
    }
    return PatternTexts.findings(ofRule: pattern, at: path, maximumLength: maximum)
  }
}

extension Finding {
  /// The finding with all places in its text moved.
  fileprivate func moved(by offset: Int) -> Finding {
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      range.map { $0.lowerBound + offset..<$0.upperBound + offset }
    }
    var finding = self
    finding.problem.textRange = moved(problem.textRange)
    finding.fix = fix.map { fix in
      Fix(
        fix.summary,
        fix.replacements.map {
          Fix.Replacement(path: $0.path, textRange: moved($0.textRange), text: $0.text)
        })
    }
    return finding
  }
}
