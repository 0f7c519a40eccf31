// The built command, run as a process at the root of the package: standard output and standard
// error come back as one text, in the order they were written. FORMEVAL names another build of it.

import Foundation

/// Runs the command.
enum CommandRun {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The command beside the test product.
  static var executable: URL { executable(named: "formeval") }

  /// A product beside the test product.
  private static func executable(named name: String) -> URL {
    if name == "formeval", let path = ProcessInfo.processInfo.environment["FORMEVAL"] {
      return URL(filePath: path)
    }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let products = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return products.appending(path: name)
  }

  /// A process that is ready to run.
  static func process(_ arguments: [String], named name: String = "formeval") -> Process {
    let process = Process()
    process.executableURL = executable(named: name)
    process.arguments = arguments
    process.currentDirectoryURL = root
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "NO_COLOR" }
    return process
  }

  /// Runs the command, or another product, to its end; `path` takes the place of the PATH.
  static func output(
    of arguments: [String], input: String = "", named name: String = "formeval",
    path: String? = nil
  ) throws -> (text: String, status: Int32) {
    let process = process(arguments, named: name)
    if let path { process.environment?["PATH"] = path }
    let output = Pipe()
    // From a file: a command that refuses its arguments ends without reading, and what is written
    // to its pipe then would end the tests.
    let source = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input.utf8).write(to: source)
    defer { try? FileManager.default.removeItem(at: source) }
    process.standardOutput = output
    process.standardError = output
    process.standardInput = try FileHandle(forReadingFrom: source)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
