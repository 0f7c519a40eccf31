// Where a range of a text stands, for people: line, column, the line itself and a marker under it.
// Positions everywhere else are UTF-8 offsets; this is the only place that turns them into lines. A
// text is looked through once; each excerpt then costs the same, however long its line is.

/// A place in a text as a message shows it.
public struct SourceExcerpt: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1; what lies far before the place is counted in scalars.
  public let column: Int
  /// The line's text, shortened with `…` around the range where it is long; tabs are blanks.
  public let excerpt: String
  /// `^~~~` under the part of `excerpt` that is meant; a single `^` for an empty range.
  public let marker: String

  /// Finds the place of a range.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: UTF-8 offsets; what lies outside the text is cut off.
  /// - Complexity: O(n) in the length of the text: `SourceLines` finds many places.
  public init(text: String, range: Range<Int>) {
    self = SourceLines(Array(text.utf8)).excerpt(of: range)
  }

  fileprivate init(
    line: Int, column: Int, before: SourceLines.Part, marked: SourceLines.Part,
    after: SourceLines.Part
  ) {
    self.line = line
    self.column = column
    let context = SourceLines.context
    let shownBefore =
      before.count > context.before ? ["…"] + before.end(context.before) : before.end(before.count)
    let room = context.after - marked.count
    let rest = marked.start(context.after) + (room > 0 ? after.start(room) : [])
    let isCut = marked.count + after.count > context.after
    excerpt = String(shownBefore + rest + (isCut ? ["…"] : []))
    let width = min(max(1, marked.count), max(1, context.after))
    marker =
      String(repeating: " ", count: shownBefore.count) + "^"
      + String(repeating: "~", count: width - 1)
  }
}

/// The lines of a text, to find many places in it.
public struct SourceLines: Sendable {
  private let bytes: [UInt8]
  /// Where each line begins.
  private let starts: [Int]
  /// How many scalars there are before each multiple of `stride`.
  private let scalars: [Int]

  private static let stride = 1024
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// How many characters of a long line are shown before and after the start of the range.
  fileprivate static let context = (before: 40, after: 60)
  /// How many bytes of a long line are looked at before and after the start of a range: more than
  /// any excerpt shows.
  private static let window = 1024

  /// Looks through a text; a byte order mark is no part of its first line.
  ///
  /// - Complexity: O(n).
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
    var scalars: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.stride == 0 { scalars.append(count) }
      if !Self.isContinuation(byte) { count += 1 }
      if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    self.starts = starts
    self.scalars = scalars
  }

  /// The place of a range.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets; what lies outside the text is cut off.
  ///   - isTrimmed: Whether the blanks at the ends of the line are left out, as far as they are not
  ///     meant themselves.
  /// - Returns: The place; ill-formed bytes are shown as `U+FFFD`.
  /// - Complexity: O(log n).
  public func excerpt(of range: Range<Int>, isTrimmed: Bool = false) -> SourceExcerpt {
    let line = self.line(at: range.lowerBound)
    let lineStart = starts[line]
    let lineEnd = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
    let start = min(max(lineStart, range.lowerBound), lineEnd)
    let end = min(max(start, range.upperBound), lineEnd)
    let isBlank = { (byte: UInt8) in isTrimmed && [0x20, 0x09, 0x0D].contains(byte) }
    var first = max(lineStart, start - Self.window)
    var last = min(lineEnd, start + Self.window)
    while first < start, isBlank(bytes[first]) || Self.isContinuation(bytes[first]) { first += 1 }
    while last < lineEnd, last > start, Self.isContinuation(bytes[last]) { last -= 1 }
    while last > start, isBlank(bytes[last - 1]) { last -= 1 }
    let before = Part(bytes[first..<start])
    return SourceExcerpt(
      line: line + 1,
      column: scalarCount(before: first) - scalarCount(before: lineStart)
        + before.count + 1,
      before: before, marked: Part(bytes[start..<min(end, last)]),
      after: Part(bytes[min(end, last)..<last]))
  }

  /// The line, from 0, in which an offset lies: the last that begins at it or before.
  private func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func scalarCount(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    // The count is kept of every place that a byte stands at; the last byte stands before the end.
    let step = (offset - 1) / Self.stride
    let known = step * Self.stride
    return scalars[step] + bytes[known..<offset].count { !Self.isContinuation($0) }
  }

  /// Whether a byte is the second or a later one of a UTF-8 sequence.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// A part of a line, of which a few characters are shown and all are counted.
  fileprivate struct Part {
    private let bytes: ArraySlice<UInt8>
    /// The characters, where they are not the bytes.
    private let characters: [Character]?

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      characters =
        bytes.allSatisfy { $0 < 0x80 } ? nil : Self.shown(String(decoding: bytes, as: UTF8.self))
    }

    var count: Int { characters?.count ?? bytes.count }

    func start(_ count: Int) -> [Character] {
      if let characters { return Array(characters.prefix(count)) }
      return Self.shown(String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    func end(_ count: Int) -> [Character] {
      if let characters { return Array(characters.suffix(count)) }
      return Self.shown(String(decoding: bytes.suffix(count), as: UTF8.self))
    }

    private static func shown(_ text: String) -> [Character] {
      text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    }
  }
}
