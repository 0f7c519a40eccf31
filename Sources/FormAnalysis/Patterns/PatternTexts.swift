// The patterns of a condition: the constant right side of MATCHES, and the second argument of
// `isMatch`. A pattern in quotes has the escapes of the literal, so places are carried back to the
// text, and a backslash that the literal drops is found here.

package import FormGraph
package import Predicate

/// Checks the patterns of texts and rules.
package enum PatternTexts {
  /// The findings about the patterns of a text.
  ///
  /// - Parameters:
  ///   - tree: The parsed text.
  ///   - path: The path of the text in the form.
  /// - Returns: The findings, in the order of the tree.
  /// - Complexity: O(n) in the length of the text, beside `PatternCheck`.
  package static func findings(of tree: SyntaxTree, at path: JSONPath) -> [Finding] {
    let structure = tree.structure
    var findings: [Finding] = []
    for node in structure.nodes {
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .comparison(.matches, _, _), .call(.isMatch):
        guard children.count == 2, let child = children.last,
          case .literal(let index) = structure.kind(of: child),
          case .string(let pattern) = structure.value(index)
        else { continue }
        findings += literal(pattern, tree, tree.range(of: child), path)
      default: break
      }
    }
    return findings
  }

  /// The findings about the pattern of a rule, which has no escapes beside those of JSON.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - path: The path of the pattern in the form.
  ///   - maximumLength: The greatest length of the text; nil if there is none.
  /// - Returns: The findings.
  package static func findings(
    ofRule pattern: String, at path: JSONPath, maximumLength: Int? = nil
  ) -> [Finding] {
    PatternCheck(pattern, maximumLength: maximumLength).findings.map { found in
      finding(found, path, place: { $0 })
    }
  }

  private static func finding(
    _ found: PatternFinding, _ path: JSONPath, place: (Range<Int>) -> Range<Int>
  ) -> Finding {
    let fix =
      found.removals.isEmpty
      ? nil
      : Fix(
        "remove ^ and $",
        found.removals.map {
          Fix.Replacement(path: path, textRange: place($0), text: "")
        })
    let isFatal = found.id == .patternImpossible || found.id == .patternExponential
    return Finding(
      found.id,
      Problem(
        found.message, severity: isFatal ? .error : .warning, path: path,
        textRange: place(found.range), hint: found.hint), fix: fix)
  }

  private static func literal(
    _ pattern: String, _ tree: SyntaxTree, _ range: Range<Int>, _ path: JSONPath
  ) -> [Finding] {
    let bytes = Array(tree.text.utf8)
    // A substituted constant has no quotes; its places are those of the variable.
    guard range.count >= 2, range.upperBound <= bytes.count,
      bytes[range.lowerBound] == UInt8(ascii: "'") || bytes[range.lowerBound] == UInt8(ascii: "\"")
    else { return [] }
    let lost = lostBackslashes(bytes, range)
    if let first = lost.first {
      return [
        Finding(
          .patternLostBackslash,
          Problem(
            "in quotes, a backslash starts an escape, so the pattern is read without it",
            path: path,
            textRange: first, hint: "write each backslash of a pattern twice"),
          fix: Fix(
            "write the backslash twice",
            lost.map {
              Fix.Replacement(
                path: path, textRange: $0,
                text: "\\" + String(decoding: bytes[$0], as: UTF8.self))
            }))
      ]
    }
    return PatternCheck(pattern).findings.map { found in
      finding(found, path) { part in source(of: part, bytes, range) }
    }
  }

  /// The escapes whose backslash the literal drops, though a pattern needs it.
  private static func lostBackslashes(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = range.lowerBound + 1
    while position + 1 < range.upperBound - 1 {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      if "dwsbDWS.".utf8.contains(bytes[position + 1]) { found.append(position..<position + 2) }
      position += 2
    }
    return found
  }

  /// The place in the text of a part of the pattern.
  private static func source(
    of part: Range<Int>, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Range<Int> {
    if part.isEmpty { return range }
    // Without escapes, the literal is the pattern between quotes.
    guard bytes[range].contains(UInt8(ascii: "\\")) else {
      return range.lowerBound + 1 + part.lowerBound..<range.lowerBound + 1 + part.upperBound
    }
    // Of the escapes only `\\` and quotes are mapped; another one gives the whole literal.
    var decoded = 0
    var position = range.lowerBound + 1
    var start = position
    while position < range.upperBound - 1 {
      if decoded == part.lowerBound { start = position }
      if decoded == part.upperBound { return start..<position }
      if bytes[position] == UInt8(ascii: "\\") {
        guard position + 1 < range.upperBound, "\\'\"".utf8.contains(bytes[position + 1])
        else { return range }
        position += 1
      }
      position += 1
      decoded += 1
    }
    return decoded == part.upperBound ? start..<position : range
  }
}
