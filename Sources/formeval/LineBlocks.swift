// Reads a file or standard input in blocks of whole lines. A block is what is at hand, so a line
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

  /// Calls a function with each line, without its line break, and with the number of the line,
  /// until it returns false.
  func forEachLine(_ body: (_ line: [UInt8], _ number: Int) -> Bool) {
    var number = firstLine
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      guard body(Array(rest[..<end].prefix(maximumBytes + 1)), number) else { return }
      number += 1
      rest = end == rest.endIndex ? [] : rest[(end + 1)...]
    }
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

  private static let pieceSize = 1 << 18

  /// Opens a file, or standard input for `-`.
  init(_ path: String, maximumBytes: Int = JSONReader.maximumBytes) throws(CommandError) {
    self.path = path
    self.maximumBytes = maximumBytes
    file = try Files.open(path)
  }

  /// The next block; nil at the end.
  mutating func next() throws(CommandError) -> LineBlock? {
    while !isAtEnd {
      let piece = try Files.readSome(file, upTo: Self.pieceSize, path)
      isAtEnd = piece.isEmpty
      if isDropping {
        guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else { continue }
        isDropping = false
        rest += piece[end...]
      } else {
        rest += piece
      }
      // Only the piece can have a line break. To search all that has been read would make a long
      // line cost the square of its length.
      if let end = piece.lastIndex(of: UInt8(ascii: "\n")) {
        return block(upTo: rest.count - (piece.count - (end + 1)))
      }
      if rest.count > maximumBytes {
        rest.removeSubrange((maximumBytes + 1)...)
        isDropping = true
      }
    }
    return rest.isEmpty ? nil : block(upTo: rest.count)
  }

  private mutating func block(upTo end: Int) -> LineBlock {
    let block = LineBlock(
      index: blockCount, firstLine: lineCount + 1, bytes: rest[..<end],
      maximumBytes: maximumBytes)
    blockCount += 1
    lineCount += block.bytes.count { $0 == UInt8(ascii: "\n") }
    rest = Array(rest[end...])
    return block
  }
}
