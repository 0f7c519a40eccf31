// Runs `dot` of Graphviz, which lays a picture out. It gets files, not pipes, so that neither side
// waits for the other; it has ten seconds.

import Foundation
import FormGraph

/// The program that lays pictures out.
enum Graphviz {
  /// How long it may take, in seconds.
  private static let limit = 10.0

  /// Lays a picture out.
  ///
  /// - Parameter source: The picture in DOT.
  /// - Returns: The picture as SVG.
  /// - Throws: Why there is none: the program is not there, failed or took too long.
  static func svg(of source: String) throws(CommandError) -> [UInt8] {
    guard let program = found else {
      throw .usage(
        "an .svg needs Graphviz, whose command dot is not there",
        hint: "install graphviz, or write .dot or .mmd, which need nothing")
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formeval-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      return try run(program, source, in: folder)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .usage("dot cannot be run: \(error.localizedDescription)")
    }
  }

  /// The command, from the folders in which a shell looks for it.
  private static var found: URL? {
    let path = Environment.value(of: "PATH") ?? ""
    return path.split(separator: ":").lazy
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private static func run(_ program: URL, _ source: String, in folder: URL) throws -> [UInt8] {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let files = ["in.dot", "out.svg", "errors"].map(folder.appendingPathComponent)
    try Data(source.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = ["-Tsvg"]
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    let end = Date(timeIntervalSinceNow: limit)
    while process.isRunning {
      guard Date() < end else {
        process.terminate()
        throw CommandError.refused("dot took longer than \(Int(limit)) seconds")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    guard process.terminationStatus == 0 else {
      let said = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
      throw CommandError.refused("dot failed: \(said.onOneLine.clipped)")
    }
    return Array(try Data(contentsOf: files[1]))
  }
}
