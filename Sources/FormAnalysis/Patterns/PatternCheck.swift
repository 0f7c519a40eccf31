// Finds probable mistakes of a regular expression that matches whole texts: it can match nothing,
// it can take exponential time, or it means something else than it looks like.

import FormGraph
import Predicate

/// What was found in one pattern.
struct PatternFinding {
  let id: FindingID
  /// The place in the pattern, in UTF-8 offsets.
  let range: Range<Int>
  let message: String
  var hint: String?
  /// The ranges that a fix removes; empty if no fix is certain.
  var removals: [Range<Int>] = []
}

/// Checks one pattern.
struct PatternCheck {
  private(set) var findings: [PatternFinding] = []

  /// Checks a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, without the escapes of the literal or of JSON.
  ///   - maximumLength: The greatest length of the text; nil if there is none.
  /// - Complexity: Bounded by the limits of `PatternPositions` and 10 000 bytes of pattern.
  init(_ pattern: String, maximumLength: Int? = nil) {
    guard pattern.utf8.count <= 10_000 else { return }
    guard !pattern.isEmpty else {
      add(.patternImpossible, 0..<0, "the empty pattern matches nothing")
      return
    }
    guard let (tree, reader) = RegexReader.read(pattern) else { return }
    let whole = 0..<pattern.utf8.count
    checkReachable(tree, before: (0, 0), after: (0, 0), follow: nil)
    if let maximumLength, findings.isEmpty, tree.minimum > maximumLength {
      add(
        .patternImpossible, whole,
        "the pattern needs \(tree.minimum) characters, and the text has at most \(maximumLength)")
    }
    if let explosion = PatternPositions(tree)?.explosion {
      add(
        .patternExponential, explosion,
        "this repetition can match one text in several ways, and a text that does not match takes "
          + "exponential time", hint: "let each character match in one way only")
    }
    checkAnchors(tree)
    checkLetters(reader, whole)
    for oddity in reader.oddities {
      add(.patternMisleading, oddity.range, oddity.message, hint: oddity.hint)
    }
  }

  private mutating func add(
    _ id: FindingID, _ range: Range<Int>, _ message: String, hint: String? = nil,
    removals: [Range<Int>] = []
  ) {
    findings.append(
      PatternFinding(id: id, range: range, message: message, hint: hint, removals: removals))
  }

  // MARK: Impossible

  /// The fewest and the most characters; nil if there is no limit.
  private typealias Length = (least: Int, most: Int?)

  private static func sum(_ a: Length, _ b: Length) -> Length {
    let most = a.most.flatMap { a in b.most.map { min(1_000_000, a + $0) } }
    return (min(1_000_000, a.least + b.least), most)
  }

  /// Reports parts that never match where they stand.
  ///
  /// - Parameters:
  ///   - regex: The part.
  ///   - before: The length of what stands before it.
  ///   - after: The length of what stands after it.
  ///   - follow: The part after it, if there is one.
  private mutating func checkReachable(
    _ regex: Regex, before: Length, after: Length, follow: Regex?
  ) {
    switch regex.content {
    case .set(let set):
      if set.isEmpty {
        add(.patternImpossible, regex.range, "this class contains no character")
      }
    case .sequence(let parts):
      // What stands after each part, from the last one on.
      var rests = [after]
      for part in parts.reversed() {
        rests.append(Self.sum(rests[rests.count - 1], (part.minimum, part.maximum)))
      }
      var passed = before
      for (index, part) in parts.enumerated() {
        let next = index + 1 < parts.count ? parts[index + 1] : follow
        checkReachable(part, before: passed, after: rests[parts.count - 1 - index], follow: next)
        passed = Self.sum(passed, (part.minimum, part.maximum))
      }
    case .choice(let parts):
      for part in parts { checkReachable(part, before: before, after: after, follow: follow) }
    case .repetition(let part, _, let atMost, _):
      // The first round has nothing of the part before it, the last round nothing after it.
      let isOnce = atMost.map { $0 <= 1 } ?? false
      checkReachable(
        part, before: isOnce ? before : (before.least, nil),
        after: isOnce ? after : (after.least, nil), follow: follow)
    case .atomic(let part):
      checkReachable(part, before: before, after: after, follow: follow)
    case .look(let part, let isAhead, let isNegative):
      let room = isAhead ? after.most : before.most
      if isNegative {
        if part.minimum == 0, part.maximum == 0, case .sequence(let parts) = part.content,
          parts.isEmpty
        {
          add(.patternImpossible, regex.range, "this look-around never holds")
        }
      } else if let room, part.minimum > room {
        add(
          .patternImpossible, regex.range,
          "this look-around asks for characters beyond the match, but the pattern must match the "
            + "whole text")
      }
    case .start:
      if before.least > 0 {
        add(.patternImpossible, regex.range, "no start of the text comes after a character")
      }
    case .end(let isStrict):
      // `$` also matches before a line break at the end.
      if after.least > (isStrict ? 0 : 1) || (after.least > 0 && Self.isNoLineBreak(follow)) {
        add(.patternImpossible, regex.range, "no end of the text comes before a character")
      }
    case .nothing, .anything: break
    }
  }

  /// Whether a part is one character, and not a line break.
  private static func isNoLineBreak(_ regex: Regex?) -> Bool {
    guard let regex else { return false }
    return switch regex.content {
    case .set(let set): set.isKnown && !set.overlaps(.lineBreaks)
    default: false
    }
  }

  // MARK: Anchors and letters

  private mutating func checkAnchors(_ tree: Regex) {
    let branches: [Regex]
    let isChoice: Bool
    if case .choice(let parts) = tree.content {
      (branches, isChoice) = (parts, true)
    } else {
      (branches, isChoice) = ([tree], false)
    }
    var anchors: [Range<Int>] = []
    for branch in branches {
      guard case .sequence(let parts) = branch.content, parts.count > 1 else { continue }
      if let first = parts.first, case .start = first.content { anchors.append(first.range) }
      if let last = parts.last, case .end = last.content { anchors.append(last.range) }
    }
    guard let first = anchors.first, !findings.contains(where: { $0.id == .patternImpossible })
    else { return }
    add(
      .patternAnchor, first, "a pattern matches the whole text, so ^ and $ at its ends add nothing",
      hint: "leave them out", removals: isChoice ? [] : anchors)
  }

  private mutating func checkLetters(_ reader: RegexReader, _ whole: Range<Int>) {
    let letters = reader.repeatedLetters
    // `s+` may be meant as it stands; `w+@w+` may not.
    guard let first = letters.first, !reader.hasOtherLetters,
      letters.contains(where: \.isCounted) || letters.count > 1
    else { return }
    add(
      .patternLostBackslash, first.range, "this is a letter, and probably a class is meant",
      hint: "write the backslash before d, w and s; in quotes, write it twice")
  }
}
