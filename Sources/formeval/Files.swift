// Reads files and writes streams; only `FileReplacement` touches files too. The result is bytes, or
// a message that names the file and says what to do. Nothing here traps, whatever a path means.

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

  /// A file as it is named in sentences.
  private static func shown(_ path: String) -> String {
    path == Arguments.standardInput ? "standard input" : "'\(path)'"
  }

  /// Opens a file for reading, or standard input for `-`.
  static func open(_ path: String) throws(CommandError) -> FileHandle {
    if path == Arguments.standardInput {
      Streams.announceInput()
      return .standardInput
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil else {
        throw .usage("'\(path)' is a link that leads to no file")
      }
      throw .usage("there is no file '\(path)'", hint: nearest(to: path))
    }
    guard !isDirectory.boolValue else {
      throw .usage("'\(path)' is a directory", hint: example(in: path))
    }
    guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
    return handle
  }

  /// The bytes that are at hand, at least one unless the file is at its end.
  static func readSome(
    _ file: FileHandle, upTo count: Int, _ path: String
  ) throws(CommandError) -> [UInt8] {
    #if os(Windows)
      do { return Array(try file.read(upToCount: count) ?? Data()) } catch {
        throw unreadable(path)
      }
    #else
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        var result = readAtHand(file.fileDescriptor, buffer)
        while result < 0, errno == EINTR { result = readAtHand(file.fileDescriptor, buffer) }
        failed = result < 0
        filled = max(result, 0)
      }
      guard !failed else { throw unreadable(path) }
      return bytes
    #endif
  }

  /// The error for a failed read.
  static func unreadable(_ path: String) -> CommandError {
    .usage(
      "\(shown(path)) cannot be read",
      hint: path == Arguments.standardInput ? nil : "check that you may read the file")
  }

  private static func nearest(to path: String) -> String {
    if let command = Arguments.command(meantBy: [path]) { return "write \(command)" }
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

#if !os(Windows)
  /// Reads what is at hand; negative if that fails.
  ///
  /// A file handle would wait until the buffer is full.
  private func readAtHand(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
  }
#endif

/// The output streams.
enum Streams {
  /// Writes a result; false if it cannot be written, for example because the disk is full.
  static func writeResult(_ text: String) -> Bool { writeResult(Array(text.utf8)) }

  /// Writes bytes of a result.
  static func writeResult(_ bytes: [UInt8]) -> Bool { write(bytes, FileHandle.standardOutput) }

  /// Writes a message; false if it cannot be written.
  ///
  /// A failure cannot be reported anywhere else. Callers ignore it unless the message is their only
  /// output.
  @discardableResult
  static func writeMessage(_ text: String) -> Bool {
    write(Array(text.utf8), FileHandle.standardError)
  }

  private static func write(_ bytes: [UInt8], _ handle: FileHandle) -> Bool {
    guard !bytes.isEmpty else { return true }
    do {
      try handle.write(contentsOf: Data(bytes))
      return true
    } catch {
      return false
    }
  }

  /// Says that standard input is read, if somebody is to type it.
  static func announceInput() {
    guard columns(of: 0) != nil, messageColumns != nil else { return }
    writeMessage("reading standard input; Ctrl-D ends it\n")
  }

  /// The columns of the terminal that the result is written to, 0 if they are unknown; nil if it is
  /// written elsewhere.
  static var resultColumns: Int? { columns(of: 1) }

  /// The same for messages.
  static var messageColumns: Int? { columns(of: 2) }

  private static func columns(of descriptor: Int32) -> Int? {
    #if os(Windows)
      nil
    #else
      guard isatty(descriptor) == 1 else { return nil }
      var size = winsize()
      return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
    #endif
  }
}

/// The variables of the environment.
enum Environment {
  /// The value of a variable; nil if there is none, or if it is not UTF-8.
  static func value(of name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }
}
