// Reads files and writes streams; no other code touches either. The result is bytes, or a message
// that names the file and says what to do. Nothing here traps, whatever a path means.

import Foundation
import FormGraph
import Predicate

/// Reads whole files, up to a limit.
enum Files {
  /// The name of a file in messages.
  static func name(of path: String) -> String {
    path == Arguments.standardInput ? "<stdin>" : path
  }

  /// The bytes of a file, or of standard input for `-`.
  static func read(_ path: String, maximumBytes: Int) throws(CommandError) -> [UInt8] {
    let handle = try open(path)
    let bytes: [UInt8]
    do {
      // Reads one byte more than the limit, so that a longer file is refused instead of cut.
      bytes = Array(try handle.read(upToCount: maximumBytes + 1) ?? Data())
    } catch {
      throw unreadable(path)
    }
    guard bytes.count <= maximumBytes else {
      throw .refused("\(shown(path)) is longer than \(maximumBytes) bytes")
    }
    return bytes
  }

  /// Replaces the content of a file, and keeps its owner and its permissions.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
      throw .usage(
        "\(shown(path)) cannot be written", hint: "check that you may write the file")
    }
  }

  /// A file as it is named in sentences.
  private static func shown(_ path: String) -> String {
    path == Arguments.standardInput ? "standard input" : "'\(path)'"
  }

  /// Opens a file for reading, or standard input for `-`.
  static func open(_ path: String) throws(CommandError) -> FileHandle {
    if path == Arguments.standardInput { return .standardInput }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .usage("there is no file '\(path)'", hint: nearest(to: path))
    }
    guard !isDirectory.boolValue else {
      throw .usage("'\(path)' is a directory", hint: example(in: path))
    }
    do { return try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch {
      throw unreadable(path)
    }
  }

  /// The error for a failed read.
  static func unreadable(_ path: String) -> CommandError {
    .usage(
      "\(shown(path)) cannot be read",
      hint: path == Arguments.standardInput ? nil : "check that you may read the file")
  }

  private static func nearest(to path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let others = entries(of: url.deletingLastPathComponent().path)
    let hint = Spelling.nearest(to: url.lastPathComponent, among: others)
    return hint.map { "did you mean \(path.dropLast(url.lastPathComponent.count))\($0)?" }
      ?? "name an existing file, or - for standard input"
  }

  private static func example(in path: String) -> String {
    let form = entries(of: path).first { $0.hasSuffix(".json") }
    let slash = path.hasSuffix("/") ? "" : "/"
    return form.map { "name a file in it, such as \(path)\(slash)\($0)" } ?? "name a file"
  }

  private static func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
  }
}

/// The output streams.
enum Streams {
  /// Writes a result; false if it cannot be written, for example because the disk is full.
  static func writeResult(_ text: String) -> Bool { write(text, FileHandle.standardOutput) }

  /// Writes a message.
  ///
  /// A failure is ignored, because there is no other place to report it.
  static func writeMessage(_ text: String) { _ = write(text, FileHandle.standardError) }

  private static func write(_ text: String, _ handle: FileHandle) -> Bool {
    guard !text.isEmpty else { return true }
    do {
      try handle.write(contentsOf: Data(text.utf8))
      return true
    } catch {
      return false
    }
  }

  /// Whether the result is written to a terminal.
  static var areResultsSeen: Bool {
    #if os(Windows)
      false
    #else
      isatty(1) == 1
    #endif
  }
}
