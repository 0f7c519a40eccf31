// Searches text in text: substrings in linear time, and LIKE, which backtracks only to the last
// `*`. The cost is counted as steps, so no pair of texts can block an evaluation.

/// Searches on bytes and scalars.
package enum TextSearch {
  /// Whether a text occurs in another.
  ///
  /// An empty needle occurs nowhere, as with NSString.
  ///
  /// - Complexity: O(n + m).
  static func contains(_ needle: String, in text: String) -> Bool {
    var isFound = false
    forEachMatch(of: needle, in: text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Splits a text at each occurrence of a separator, from left to right without overlap.
  ///
  /// The separator must not be empty.
  ///
  /// - Complexity: O(n + m).
  static func parts(of text: String, between separator: String) -> [String] {
    var parts: [String] = []
    var start = 0
    let length = separator.utf8.count
    var text = text
    text.makeContiguousUTF8()
    TextBytes.read(text) { bytes in
      forEachMatch(of: separator, in: text) { end in
        parts.append(bytes.text(start..<end - length))
        start = end
        return true
      }
      parts.append(bytes.text(start..<bytes.count))
    }
    return parts
  }

  /// Calls `goesOn` with the end of each occurrence until it returns false.
  ///
  /// Occurrences do not overlap: the search continues after the end of the previous one.
  ///
  /// Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977), on UTF-8 bytes, where a
  /// match always lies on scalar boundaries.
  private static func forEachMatch(
    of needle: String, in text: String, _ goesOn: (_ end: Int) -> Bool
  ) {
    TextBytes.read(needle) { needle in
      TextBytes.read(text) { text in
        guard needle.count > 0, needle.count <= text.count else { return }
        Loan.with { loan in
          var borders = loan.stack(of: Int.self, room: needle.count)
          borders.append(0)
          var border = 0
          for position in 1..<max(1, needle.count) {
            while border > 0, needle[position] != needle[border] { border = borders[border - 1] }
            if needle[position] == needle[border] { border += 1 }
            borders.append(border)
          }
          let first = needle[0]
          var matched = 0
          var end = 0
          while true {
            if matched == 0 {
              end = text.end(
                of: { $0 != first }, eight: { TextBytes.differing(from: first, $0) }, from: end)
            }
            guard end < text.count else { return }
            let byte = text[end]
            end += 1
            while matched > 0, byte != needle[matched] { matched = borders[matched - 1] }
            if byte == needle[matched] { matched += 1 }
            if matched == needle.count {
              guard goesOn(end) else { return }
              matched = 0
            }
          }
        }
      }
    }
  }

  /// One part of a LIKE pattern.
  package enum Piece: Equatable {
    case scalar(Unicode.Scalar)
    case anyOne
    case anyRun
  }

  /// Whether the whole text matches a LIKE pattern.
  ///
  /// `?` is one scalar, `*` is any number of scalars. A backslash makes the next sign ordinary.
  ///
  /// - Complexity: O(n × m). Each comparison counts as a step. Short texts allocate nothing.
  static func isLike(
    _ text: String, pattern: String, _ options: ComparisonOptions, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    try Loan.with { loan -> Result<Bool, Trouble> in
      var scalars = loan.stack(of: UInt32.self, room: text.utf8.count)
      var pieces = loan.stack(of: UInt32.self, room: pattern.utf8.count)
      append(text, options, to: &scalars)
      append(piecesOf: pattern, options, to: &pieces)
      do throws(Trouble) {
        return .success(try match(scalars, pieces, &steps))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  // Values outside Unicode that stand for `?` and `*`.
  private static let anyOne: UInt32 = 0x11_0000
  private static let anyRun: UInt32 = 0x11_0001

  private static func match(
    _ scalars: borrowing Stack<UInt32>, _ pieces: borrowing Stack<UInt32>, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    var position = 0
    var piece = 0
    // The last `*` and the end of its run. It is enough to retry the last one.
    var lastRun: (piece: Int, end: Int)?
    while position < scalars.count {
      try steps.take()
      if piece < pieces.count, pieces[piece] == anyRun {
        lastRun = (piece, position)
        piece += 1
      } else if piece < pieces.count,
        pieces[piece] == anyOne || pieces[piece] == scalars[position]
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
    while piece < pieces.count, pieces[piece] == anyRun { piece += 1 }
    return piece == pieces.count
  }

  /// Appends the scalars of a text, folded.
  private static func append(
    _ text: String, _ options: ComparisonOptions, to scalars: inout Stack<UInt32>
  ) {
    let isASCII = TextBytes.read(text) { bytes in
      for index in 0..<bytes.count {
        guard bytes[index] < 0x80 else { return false }
        scalars.append(fold(ascii: UInt32(bytes[index]), options))
      }
      return true
    }
    guard !isASCII else { return }
    scalars.removeAll(from: 0)
    for scalar in text.folded(options).unicodeScalars { scalars.append(scalar.value) }
  }

  /// Folds an ASCII scalar.
  ///
  /// ASCII has no diacritics, and upper and lower case differ in one bit.
  private static func fold(ascii scalar: UInt32, _ options: ComparisonOptions) -> UInt32 {
    let isLowered =
      (0x41...0x5A).contains(scalar) && options.contains(.caseInsensitive)
      && !options.contains(.normalized)
    return isLowered ? scalar | 0x20 : scalar
  }

  /// Appends the parts of a LIKE pattern, folded.
  ///
  /// Each literal stretch is folded as a whole, because folding may join or drop scalars.
  private static func append(
    piecesOf pattern: String, _ options: ComparisonOptions, to pieces: inout Stack<UInt32>
  ) {
    let isASCII = pattern.utf8.allSatisfy { $0 < 0x80 }
    var literal = ""
    func flush() {
      for scalar in literal.folded(options).unicodeScalars { pieces.append(scalar.value) }
      literal = ""
    }
    forEachPart(ofLike: pattern) { part in
      switch part {
      case .scalar(let scalar) where isASCII: pieces.append(fold(ascii: scalar.value, options))
      case .scalar(let scalar): literal.unicodeScalars.append(scalar)
      case .anyOne:
        if !isASCII { flush() }
        pieces.append(anyOne)
      case .anyRun:
        if !isASCII { flush() }
        if pieces.count == 0 || pieces[pieces.count - 1] != anyRun { pieces.append(anyRun) }
      }
    }
    flush()
  }

  /// The parts of a LIKE pattern.
  ///
  /// A backslash makes `?`, `*` or another backslash ordinary. Before any other character it stands
  /// for itself.
  package static func parts(ofLike pattern: String) -> [Piece] {
    var parts: [Piece] = []
    forEachPart(ofLike: pattern) { parts.append($0) }
    return parts
  }

  private static func forEachPart(ofLike pattern: String, _ body: (Piece) -> Void) {
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "?", "*", "\\":
        if !isEscaped, scalar == "\\" {
          isEscaped = true
          continue
        }
        body(isEscaped ? .scalar(scalar) : scalar == "?" ? .anyOne : .anyRun)
      default:
        if isEscaped { body(.scalar("\\")) }
        body(.scalar(scalar))
      }
      isEscaped = false
    }
    if isEscaped { body(.scalar("\\")) }
  }
}
