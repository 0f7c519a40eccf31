// Finding text in text: substrings in linear time, LIKE without backtracking further than the last
// `*`. Both count their steps, so no pair of texts can hang an evaluation.

/// Searches on bytes and scalars.
package enum TextSearch {
  /// Whether a text occurs in another.
  ///
  /// An empty needle occurs nowhere, as with NSString.
  ///
  /// Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977), on UTF-8 bytes, where a
  /// match always lies on scalar boundaries.
  ///
  /// - Complexity: O(n + m).
  static func contains(_ needle: String, in text: String) -> Bool {
    let needle = Array(needle.utf8)
    guard !needle.isEmpty, needle.count <= text.utf8.count else { return false }
    var borders = [0]
    var border = 0
    for position in 1..<max(1, needle.count) {
      while border > 0, needle[position] != needle[border] { border = borders[border - 1] }
      if needle[position] == needle[border] { border += 1 }
      borders.append(border)
    }
    var matched = 0
    for byte in text.utf8 {
      while matched > 0, byte != needle[matched] { matched = borders[matched - 1] }
      if byte == needle[matched] { matched += 1 }
      if matched == needle.count { return true }
    }
    return false
  }

  /// A part of a pattern of LIKE.
  package enum Piece: Equatable {
    case scalar(Unicode.Scalar)
    case anyOne
    case anyRun
  }

  /// Whether the whole text matches a pattern of LIKE: `?` is one scalar, `*` any number of them,
  /// a backslash takes the meaning from what follows.
  ///
  /// - Complexity: O(n × m), each comparison a step.
  static func isLike(
    _ text: String, pattern: String, _ options: ComparisonOptions, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    let scalars = Array(text.folded(options).unicodeScalars)
    let pieces = pieces(of: pattern, options)
    var position = 0
    var piece = 0
    // Where the last `*` stood and how far its run reaches; earlier ones need no second try.
    var lastRun: (piece: Int, end: Int)?
    while position < scalars.count {
      try steps.take()
      if piece < pieces.count, pieces[piece] == .anyRun {
        lastRun = (piece, position)
        piece += 1
      } else if piece < pieces.count,
        pieces[piece] == .anyOne || pieces[piece] == .scalar(scalars[position])
      {
        piece += 1
        position += 1
      } else if let run = lastRun {
        lastRun = (run.piece, run.end + 1)
        piece = run.piece + 1
        position = run.end + 1
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .anyRun }
  }

  /// Literal stretches are folded as wholes, for a fold may join or drop scalars.
  private static func pieces(of pattern: String, _ options: ComparisonOptions) -> [Piece] {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    func flush() {
      pieces += String(literal).folded(options).unicodeScalars.map(Piece.scalar)
      literal.removeAll()
    }
    for part in parts(ofLike: pattern) {
      switch part {
      case .scalar(let scalar): literal.append(scalar)
      case .anyOne:
        flush()
        pieces.append(.anyOne)
      case .anyRun:
        flush()
        if pieces.last != .anyRun { pieces.append(.anyRun) }
      }
    }
    flush()
    return pieces
  }

  /// What a pattern of LIKE consists of: a backslash takes the meaning of `?`, `*` and itself, and
  /// stands for itself before anything else.
  package static func parts(ofLike pattern: String) -> [Piece] {
    var parts: [Piece] = []
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "?": parts.append(.anyOne)
      case "*": parts.append(.anyRun)
      case "\\":
        let next = rest.first
        if next == "?" || next == "*" || next == "\\" { rest.removeFirst() }
        parts.append(
          .scalar(next.map { "?*\\".unicodeScalars.contains($0) ? $0 : scalar } ?? scalar))
      default: parts.append(.scalar(scalar))
      }
    }
    return parts
  }
}
