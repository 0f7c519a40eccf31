// The built command, run as a process at the root of the package: standard output and standard
// error come back as one text, in the order they were written.

import Foundation

/// Runs the command.
enum CommandRun {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The command beside the test product.
  static var executable: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let products = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return products.appending(path: "formeval")
  }

  /// A process that is ready to run.
  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = root
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "NO_COLOR" }
    return process
  }

  /// Runs the command to its end.
  static func output(
    of arguments: [String], input: String = ""
  ) throws -> (text: String, status: Int32) {
    let process = process(arguments)
    let output = Pipe()
    let source = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = source
    try process.run()
    // What a transcript says fits into the pipe, so nobody waits for anybody here.
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
