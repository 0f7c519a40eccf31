// The command from its start to its end with a small form, beside a program of the system that does
// nothing; how much memory it has taken when it has answered an edit; and the size of the program.

import CSupport
import Foundation

/// The command has answered an edit otherwise than it must.
private struct OtherAnswer: Error, CustomStringConvertible {
  let description: String
}

extension Benchmark {
  static let startup = Benchmark(
    name: "startup", rows: ["startup", "startup-memory", "startup-size"],
    summary: "formeval with a small form: CPU time, memory, size of the program; shown"
  ) { settings in
    let directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let command = directory.appending(path: "formeval")
    guard FileManager.default.isExecutableFile(atPath: command.path) else {
      return [
        .absent(
          "startup", "formeval with a small form", .skipped,
          "no formeval stands beside this program; Scripts/bench builds it")
      ]
    }
    let files = FileManager.default.temporaryDirectory
      .appending(path: "formgraph-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let form = files.appending(path: "form.json")
    try Data(json.utf8).write(to: form)
    let nothing = ["/bin/true", "/usr/bin/true"].first(where: FileManager.default.isExecutableFile)

    var timed = [Timed(), Timed()]
    for _ in 0..<settings.rounds(30) {
      let ours = try run(command, [form.path, "--set", "on=true"])
      try timed[0].add(ours.elapsed, .of(ours.status, showsNote(ours.text) ? 1 : 0))
      let other = try run(URL(fileURLWithPath: nothing ?? "/bin/true"), [])
      try timed[1].add(other.elapsed, .of(other.status, other.text.isEmpty ? 1 : 0))
    }
    let size = try attributes(command)
    var measures = [
      Measure(
        name: "startup", title: "formeval, a small form and an edit / true",
        ours: timed[0].nanoseconds, yardstick: timed[1].nanoseconds,
        ratio: timed[0].nanoseconds / timed[1].nanoseconds,
        checksums: timed.compactMap(\.checksum), timed: timed,
        notes: ["CPU time of the process; wall also with its start from here"])
    ]
    if let peak = try peakMemory(command, form) {
      measures.append(
        Measure(
          name: "startup-memory", title: "the most it has held, after an edit", unit: .bytes,
          ours: Double(peak)))
    }
    let stripped = files.appending(path: "stripped")
    let hasStripped =
      (try? run(
        URL(fileURLWithPath: "/usr/bin/strip"), [command.path, "-o", stripped.path]))?.status == 0
    measures.append(
      Measure(
        name: "startup-size", title: "the program\(hasStripped ? ", stripped" : "")", unit: .bytes,
        ours: Double(hasStripped ? try attributes(stripped) : size),
        notes: ["\(size) bytes as built; without the libraries of Swift"]))
    return measures
  }

  private static let json = """
    { "sections": [{ "rows": [
      { "tag": "on", "type": "switch" },
      { "tag": "note", "type": "text", "hidden": "$on == false" } ] }] }
    """

  /// Whether the command says that the edit has shown the row it must show, and no other.
  private static func showsNote(_ text: String) -> Bool {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    return lines.contains { $0.prefix(3).elementsEqual(["+", "note", "shown"]) }
      && lines.contains { $0.prefix(4).elementsEqual(["1", "shown,", "0", "hidden"]) }
  }

  private static func attributes(_ file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  /// Runs a program: its status, its output, its CPU time, and the wall time until it closed its
  /// output.
  ///
  /// Foundation takes many times as long to wait for the process as the process runs.
  private static func run(
    _ program: URL, _ arguments: [String]
  ) throws -> (status: Int, text: String, elapsed: Elapsed) {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let (watch, before) = (Stopwatch(), children_nanoseconds())
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let wall = watch.elapsed.wall
    process.waitUntilExit()
    return (
      Int(process.terminationStatus), String(decoding: bytes, as: UTF8.self),
      Elapsed(cpu: children_nanoseconds() - before, wall: wall)
    )
  }

  /// The most memory that the command has held when it has answered an edit and waits for another.
  ///
  /// The system's figure for a process that has ended may be that of the one that started it.
  private static func peakMemory(_ command: URL, _ form: URL) throws -> Int? {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = command
    process.arguments = [form.path, "--edits", "-"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    try input.fileHandleForWriting.write(contentsOf: Data(#"{"set":{"on":true}}\#n"#.utf8))
    var answer = Data()
    while !answer.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      answer += more
    }
    let text = String(decoding: answer, as: UTF8.self)
    let isShown = ##""tag":"note","id":"#r1","attribute":"hidden","old":true,"new":false"##
    guard text.contains(isShown) else {
      throw OtherAnswer(description: "formeval does not say that the row is shown: \(text)")
    }
    guard
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
    else { return nil }
    return kilobytes * 1_024
  }
}
