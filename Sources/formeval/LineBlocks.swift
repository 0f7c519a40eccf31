// Reads a file or standard input in blocks of whole lines. In CSV, a line may go on over several
// lines in quotes. A block is what is at hand, so a line
// that comes alone is returned at once, and many lines come together. Of a line that is longer than
// the limit, one byte more than the limit is kept, so that the input cannot make the command use
// much memory. A failed read is an error, not the end of the input.

import Foundation
import FormGraph

/// Whole lines.
struct LineBlock {
  /// The place among the blocks of the input, from zero.
  let index: Int
  /// The number of the first line.
  let firstLine: Int
  let bytes: ArraySlice<UInt8>
  /// The largest length of a line; one byte more is kept, to show that a line is too long.
  let maximumBytes: Int
  /// What separates fields of CSV, where line breaks in quotes end no line; nil: the lines are not
  /// CSV.
  var separator: CSVSeparator?

  /// Calls a function with each line, without its line break, and with the number of the line,
  /// until it returns false.
  func forEachLine(_ body: (_ line: [UInt8], _ number: Int) -> Bool) {
    var number = firstLine
    var rest = bytes
    while !rest.isEmpty {
      let end = self.end(of: rest)
      guard body(Array(rest[..<end].prefix(maximumBytes + 1)), number) else { return }
      number += separator != nil ? rest[..<end].count { $0 == UInt8(ascii: "\n") } + 1 : 1
      rest = end == rest.endIndex ? [] : rest[(end + 1)...]
    }
  }

  /// The first line, and the block without it.
  fileprivate var split: (line: [UInt8], rest: LineBlock) {
    let end = self.end(of: bytes)
    let line = bytes[..<end]
    return (
      Array(line.prefix(maximumBytes + 1)),
      LineBlock(
        index: index, firstLine: firstLine + line.count { $0 == UInt8(ascii: "\n") } + 1,
        bytes: end == bytes.endIndex ? [] : bytes[(end + 1)...], maximumBytes: maximumBytes,
        separator: separator)
    )
  }

  /// Where the first of some lines ends.
  private func end(of lines: ArraySlice<UInt8>) -> Int {
    guard let separator else { return lines.firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex }
    var scanner = CSVLineScanner(separator: separator)
    return lines.firstIndex { scanner.isEnd($0) } ?? lines.endIndex
  }
}

/// Finds the line breaks of CSV that stand outside of quotes.
private struct CSVLineScanner {
  private enum State { case fieldStart, plain, quoted, quoteInQuoted }
  let separator: CSVSeparator
  private var state = State.fieldStart

  init(separator: CSVSeparator) { self.separator = separator }

  /// Whether the next byte ends a line.
  mutating func isEnd(_ byte: UInt8) -> Bool {
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
    case (.quoted, _): break
    case (.fieldStart, UInt8(ascii: "\"")), (.quoteInQuoted, UInt8(ascii: "\"")): state = .quoted
    case (_, UInt8(ascii: "\n")):
      state = .fieldStart
      return true
    case (_, separator.byte): state = .fieldStart
    default: state = .plain
    }
    return false
  }
}

/// Reads blocks of lines.
struct LineBlocks {
  private let path: String
  /// The largest length of a line in bytes.
  private let maximumBytes: Int
  private let file: FileHandle
  /// The start of a line whose end has not been read, without a line break.
  private var rest: [UInt8] = []
  /// Whether the line in `rest` is too long, so that what follows of it is dropped.
  private var isDropping = false
  private var isAtEnd = false
  private var blockCount = 0
  private var lineCount = 0
  /// What tells which line breaks end a line; nil: all.
  private var csv: CSVLineScanner?
  /// A block that was read and is not returned yet.
  private var pending: LineBlock?

  private static let pieceSize = 1 << 18

  /// Opens a file, or standard input for `-`.
  ///
  /// A file whose name ends with `.csv` is CSV, if the caller takes CSV; so is every file for which
  /// a separator is given.
  init(
    _ path: String, maximumBytes: Int = JSONReader.maximumBytes, mayBeCSV: Bool = false,
    separator: CSVSeparator? = nil
  ) throws(CommandError) {
    self.path = path
    self.maximumBytes = maximumBytes
    if mayBeCSV, separator != nil || path.lowercased().hasSuffix(".csv") {
      csv = CSVLineScanner(separator: separator ?? .comma)
    }
    file = try Files.open(path)
  }

  /// One line, which a file has become.
  init(line: [UInt8], of path: String, maximumBytes: Int) {
    self.path = path
    self.maximumBytes = maximumBytes
    file = .nullDevice
    rest = line
    isAtEnd = true
  }

  /// The first line of a CSV file, which is then not in a block; nil if the lines are not CSV.
  mutating func header() throws(CommandError) -> [UInt8]? {
    guard csv != nil else { return nil }
    guard let block = try next() else {
      throw .refused("\(Files.name(of: path)) is empty", hint: "the first line names the values")
    }
    let (line, rest) = block.split
    pending = rest
    return line
  }

  /// The next block; nil at the end.
  mutating func next() throws(CommandError) -> LineBlock? {
    if let block = pending {
      pending = nil
      return block
    }
    while !isAtEnd {
      let piece = try Files.readSome(file, upTo: Self.pieceSize, path)
      isAtEnd = piece.isEmpty
      let ends = self.ends(in: piece)
      if isDropping {
        guard let end = ends.first else { continue }
        isDropping = false
        rest += piece[end...]
      } else {
        rest += piece
      }
      // Only the piece can have a line break. To search all that has been read would make a long
      // line cost the square of its length.
      if let end = ends.last {
        return block(upTo: rest.count - (piece.count - (end + 1)))
      }
      if rest.count > maximumBytes {
        rest.removeSubrange((maximumBytes + 1)...)
        isDropping = true
      }
    }
    return rest.isEmpty ? nil : block(upTo: rest.count)
  }

  /// Where the first and the last line end of those that end in a piece.
  private mutating func ends(in piece: [UInt8]) -> (first: Int?, last: Int?) {
    guard var scanner = csv else {
      let first = isDropping ? piece.firstIndex(of: UInt8(ascii: "\n")) : nil
      return (first, piece.lastIndex(of: UInt8(ascii: "\n")))
    }
    var ends: (first: Int?, last: Int?) = (nil, nil)
    for (index, byte) in piece.enumerated() where scanner.isEnd(byte) {
      ends = (ends.first ?? index, index)
    }
    csv = scanner
    return ends
  }

  private mutating func block(upTo end: Int) -> LineBlock {
    let block = LineBlock(
      index: blockCount, firstLine: lineCount + 1, bytes: rest[..<end],
      maximumBytes: maximumBytes, separator: csv?.separator)
    blockCount += 1
    lineCount += block.bytes.count { $0 == UInt8(ascii: "\n") }
    rest = Array(rest[end...])
    return block
  }
}
