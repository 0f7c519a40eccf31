// Findings about the patterns of LIKE and MATCHES, if they are written in the text or known as
// arguments.

import Predicate

extension PortabilityCheck {
  mutating func notePattern(_ comparison: Comparison) {
    guard let pattern = text(comparison.right) else { return }
    if comparison.symbol == .like {
      noteLike(pattern, comparison)
    } else {
      noteMatches(pattern, comparison)
    }
  }

  /// The range from the operator to the end of the pattern.
  private func operation(_ comparison: Comparison) -> Range<Int> {
    comparison.operatorRange.lowerBound..<tree.range(of: comparison.right).upperBound
  }

  // MARK: - LIKE

  private mutating func noteLike(_ pattern: String, _ comparison: Comparison) {
    let range = operation(comparison)
    guard !pattern.isEmpty else {
      return note(
        .emptyPattern, .unverified, at: range,
        "Apple's behaviour for LIKE with an empty pattern is not known",
        portable: isQuoted(comparison.right) ? "== ''" : nil)
    }
    let like = LikePattern(pattern)
    // How Apple folds diacritics is just as uncertain with MATCHES.
    let foldsMarks = comparison.isFolding && comparison.options.contains(.diacriticInsensitive)
    let portable =
      foldsMarks || !isQuoted(comparison.right)
      ? nil : "MATCHES\(comparison.options) \(Printer.quoted(like.regularExpression))"
    if like.hasWildcard {
      note(
        .likeWildcard, .unverified, at: range,
        "may not match on Apple if ? stands for a character of two UTF-16 units, such as an emoji",
        portable: portable, isConditional: true)
    }
    if like.hasBrackets {
      note(
        .likePattern, .raises, at: range,
        "may raise an exception on Apple, which has taken brackets in LIKE for a regular expression",
        portable: portable, isConditional: true)
    } else if like.hasEscapes {
      note(
        .likePattern, .unverified, at: range,
        "Apple's behaviour for a backslash in a LIKE pattern is not known", portable: portable)
    }
  }

  // MARK: - MATCHES

  private mutating func noteMatches(_ pattern: String, _ comparison: Comparison) {
    guard !pattern.isEmpty else {
      let isPlain = comparison.quantifier == .one
      return note(
        .emptyPattern, .unverified, at: isPlain ? core(comparison.node) : operation(comparison),
        "Apple's behaviour for MATCHES with an empty pattern is not known",
        portable: isPlain && isQuoted(comparison.right) ? "FALSEPREDICATE" : nil)
    }
    if comparison.isFolding, comparison.options.contains(.diacriticInsensitive) {
      note(
        .patternMarks, .unverified, at: operation(comparison),
        "how Apple ignores accents in a regular expression is not known")
    }
    let signs = Self.signsOfLines(pattern)
    guard !signs.isEmpty else { return }
    let range = core(comparison.right)
    let written = spelling(range)
    note(
      .patternDot, .unverified, at: range,
      "may match differently on Apple if the text has a line break: it is not known how "
        + "\(signs.joined(separator: " and ")) treat\(signs.count == 1 ? "s" : "") it there",
      portable: isQuoted(comparison.right)
        ? written.prefix(1) + "(?-sm)" + written.dropFirst() : nil,
      isConditional: true)
  }

  /// Which of `.`, `^` and `$` a pattern has outside of classes and quotations, in this order,
  /// without a flag that says what they have to do with the lines of a text.
  private static func signsOfLines(_ pattern: String) -> [String] {
    var rest = pattern.unicodeScalars[...]
    var found: Set<String> = []
    // The signs that a flag has settled.
    var settled: Set<String> = []
    var depth = 0
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard rest.popFirst() == "Q" else { continue }
        while let quoted = rest.popFirst() {
          if quoted == "\\", rest.first == "E" { break }
        }
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      case "(" where depth == 0 && rest.first == "?":
        let flags = rest.dropFirst().prefix { "imsxwu-".unicodeScalars.contains($0) }
        if flags.contains("s") { settled.insert(".") }
        if flags.contains("m") { settled.formUnion(["^", "$"]) }
      case ".", "^", "$":
        if depth == 0, !settled.contains(String(scalar)) { found.insert(String(scalar)) }
      default: break
      }
    }
    return [".", "^", "$"].filter(found.contains)
  }
}

/// A parsed LIKE pattern.
private struct LikePattern {
  private(set) var regularExpression = "(?s)"
  private(set) var hasWildcard = false
  private(set) var hasBrackets = false
  private(set) var hasEscapes = false

  init(_ pattern: String) {
    hasEscapes = pattern.contains("\\")
    for part in TextSearch.parts(ofLike: pattern) {
      switch part {
      case .anyOne:
        hasWildcard = true
        regularExpression += "."
      case .anyRun: regularExpression += ".*"
      case .scalar(let scalar):
        if "()[]{}".unicodeScalars.contains(scalar) { hasBrackets = true }
        append(scalar)
      }
    }
  }

  /// Appends a literal character.
  private mutating func append(_ scalar: Unicode.Scalar) {
    if "\\^$.|?*+()[]{}-#&~".unicodeScalars.contains(scalar) { regularExpression += "\\" }
    regularExpression.unicodeScalars.append(scalar)
  }
}
