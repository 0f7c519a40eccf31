// A file or standard input, line by line. Promises each line as soon as it has come and keeps no
// more than one of them; of a line that is too long to be JSON no more is kept than shows that it
// is, so that nothing handed in decides how much memory is taken. What cannot be read is an error,
// never the end.

import Foundation
import FormGraph

/// Reads lines.
struct LineReader {
  private let path: String
  /// How long a line may be; one byte more is kept.
  private let maximumBytes: Int
  /// The file; nil for standard input, which is read as it comes and not in pieces.
  private let file: FileHandle?
  private var piece: ArraySlice<UInt8> = []

  private static let pieceSize = 1 << 16

  /// Opens a file, standard input for `-`.
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
      // A directory, a closed stream and a broken device end like a file otherwise.
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
