// Reads a file or standard input line by line. Each line is returned as soon as it is complete. At
// most one line is kept, and only one byte more than the limit, so that the input cannot make the
// command use much memory. A failed read is an error, not the end of the input.

import Foundation
import FormGraph

/// Reads lines.
struct LineReader {
  private let path: String
  /// The largest length of a line in bytes.
  ///
  /// One byte more is kept, to show that a line is too long.
  private let maximumBytes: Int
  /// The file; nil for standard input, which is read byte by byte so that each line is available at
  /// once.
  private let file: FileHandle?
  private var piece: ArraySlice<UInt8> = []

  private static let pieceSize = 1 << 16

  /// Opens a file, or standard input for `-`.
  init(_ path: String, maximumBytes: Int = JSONReader.maximumBytes) throws(CommandError) {
    self.path = path
    self.maximumBytes = maximumBytes
    file = path == Arguments.standardInput ? nil : try Files.open(path)
  }

  /// The next line, without its line break; nil at the end.
  mutating func next() throws(CommandError) -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = try byte() {
      if byte == UInt8(ascii: "\n") { return line }
      if line.count <= maximumBytes { line.append(byte) }
    }
    return line.isEmpty ? nil : line
  }

  private mutating func byte() throws(CommandError) -> UInt8? {
    guard let file else {
      errno = 0
      let byte = getchar()
      guard byte == EOF else { return UInt8(truncatingIfNeeded: byte) }
      // Without this check, a directory, a closed stream or a broken device would look like the end
      // of the input.
      guard errno == 0 else { throw Files.unreadable(path) }
      return nil
    }
    if piece.isEmpty {
      do { piece = Array(try file.read(upToCount: Self.pieceSize) ?? Data())[...] } catch {
        throw Files.unreadable(path)
      }
    }
    return piece.popFirst()
  }
}
