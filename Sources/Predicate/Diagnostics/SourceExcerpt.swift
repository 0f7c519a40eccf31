// Where a range of a text stands, for people: line, column, the line itself and a marker under it.
// Positions everywhere else are UTF-8 offsets; this is the only place that turns them into lines.

/// A place in a text as a message shows it.
public struct SourceExcerpt: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The line's text, shortened with `…` around the range where it is long; tabs are blanks.
  public let excerpt: String
  /// `^~~~` under the part of `excerpt` that is meant; a single `^` for an empty range.
  public let marker: String

  /// How many characters of a long line are shown before and after the start of the range.
  private static let context = (before: 40, after: 60)

  /// Finds the place of a range.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: UTF-8 offsets; what lies outside the text is cut off.
  /// - Complexity: O(n) in the length of the text.
  public init(text: String, range: Range<Int>) {
    self.init(bytes: Array(text.utf8), range: range)
  }

  /// Finds the place of a range in UTF-8 bytes; ill-formed bytes are shown as `U+FFFD`.
  public init(bytes: [UInt8], range: Range<Int>) {
    let start = min(max(0, range.lowerBound), bytes.count)
    let end = min(max(start, range.upperBound), bytes.count)
    let newline = UInt8(ascii: "\n")
    line = 1 + bytes[..<start].count { $0 == newline }
    let lineStart = bytes[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let lineEnd = bytes[start...].firstIndex(of: newline) ?? bytes.count

    func characters(_ part: ArraySlice<UInt8>) -> [Character] {
      String(decoding: part, as: UTF8.self).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    }
    let before = characters(bytes[lineStart..<start])
    let marked = characters(bytes[start..<min(end, lineEnd)])
    let after = characters(bytes[min(end, lineEnd)..<lineEnd])
    column = before.count + 1

    let shownBefore =
      before.count > Self.context.before
      ? ["…"] + before.suffix(Self.context.before) : before
    let rest = marked + after
    let shownRest = rest.count > Self.context.after ? rest.prefix(Self.context.after) + ["…"] : rest
    excerpt = String(shownBefore + shownRest)
    let width = min(max(1, marked.count), max(1, Self.context.after))
    marker =
      String(repeating: " ", count: shownBefore.count) + "^"
      + String(repeating: "~", count: width - 1)
  }
}
