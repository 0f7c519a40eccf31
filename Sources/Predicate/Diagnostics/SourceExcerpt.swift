// Shows a range of a text to people: line, column, the line itself and a marker under it. All other
// code uses UTF-8 offsets; only this file turns them into lines. A text is scanned once. After
// that, an excerpt of a very long line costs no more than an excerpt of a short one.

/// A place in a text, as a message shows it.
public struct SourceExcerpt: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  ///
  /// Columns count characters. On a very long line, only the characters near the place are counted
  /// as such; before them, the column counts Unicode scalars.
  public let column: Int
  /// The text of the line.
  ///
  /// A long line is shortened with `…` around the range. Tabs are shown as spaces.
  public let excerpt: String
  /// A line with `^~~~` under the range, or a single `^` if the range is empty.
  public let marker: String

  /// Makes the excerpt of a range.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: UTF-8 offsets; a range that exceeds the text is clamped.
  /// - Complexity: O(n) in the length of the text. Use `SourceLines` to find many places.
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

/// The lines of a text, for making many excerpts of it.
public struct SourceLines: Sendable {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let starts: [Int]
  /// The number of scalars before each multiple of `stride`.
  private let scalars: [Int]

  private static let stride = 1024
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The number of characters of a long line to show before and after the start of the range.
  fileprivate static let context = (before: 40, after: 60)
  /// The number of bytes of a long line to read before and after the start of a range.
  ///
  /// This is more than an excerpt shows.
  private static let window = 1024

  /// Scans a text for its lines.
  ///
  /// A byte order mark does not belong to the first line.
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

  /// The excerpt of a range.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets; a range that exceeds the text is clamped.
  ///   - isTrimmed: Whether to leave out spaces at both ends of the line, unless they are in the
  ///     range.
  /// - Returns: The excerpt. Invalid UTF-8 is shown as U+FFFD.
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

  /// The index of the line that contains an offset: the last line that starts at or before it.
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
    // `scalars` has an entry for each byte index, but perhaps none for the end of the text. So the
    // entry for the byte before the offset is used.
    let step = (offset - 1) / Self.stride
    let known = step * Self.stride
    return scalars[step] + bytes[known..<offset].count { !Self.isContinuation($0) }
  }

  /// Whether a byte continues a UTF-8 sequence.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// A part of a line: all of its characters are counted, and a few are shown.
  fileprivate struct Part {
    private let bytes: ArraySlice<UInt8>
    /// The characters; nil if all are ASCII, so that each byte is one.
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
