// Files in and text out: the only place that touches either. Promises bytes or a message that
// names the file and what to do; nothing here traps, whatever a path leads to.

import Foundation
import FormGraph
import Predicate

/// Reads files, whole ones up to what the reader of JSON takes.
enum Files {
  /// What messages call a file.
  static func name(of path: String) -> String {
    path == Arguments.standardInput ? "<stdin>" : path
  }

  /// The bytes of a file, of standard input for `-`.
  static func read(_ path: String, maximumBytes: Int) throws(CommandError) -> [UInt8] {
    let handle = try open(path)
    let bytes: [UInt8]
    do {
      // One byte more than is taken, so that a longer file is refused and not cut.
      bytes = Array(try handle.read(upToCount: maximumBytes + 1) ?? Data())
    } catch {
      throw unreadable(path)
    }
    guard bytes.count <= maximumBytes else {
      throw .refused("\(shown(path)) is longer than \(maximumBytes) bytes")
    }
    return bytes
  }

  /// A file as sentences name it.
  private static func shown(_ path: String) -> String {
    path == Arguments.standardInput ? "standard input" : "'\(path)'"
  }

  /// A file ready to be read, standard input for `-`.
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

  /// What is said where reading fails.
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

/// The streams that results and messages go to.
enum Streams {
  /// Writes a result; false where nobody can take it, as on a full disk.
  static func writeResult(_ text: String) -> Bool { write(text, FileHandle.standardOutput) }

  /// Writes a message; where that fails there is nobody left to tell.
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

  /// Whether results go to a terminal.
  static var areResultsSeen: Bool {
    #if os(Windows)
      false
    #else
      isatty(1) == 1
    #endif
  }
}
