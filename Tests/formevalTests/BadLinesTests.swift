// Lines that are not what a mode wants, and output that cannot be written: each line gets an
// answer, and the exit status says what happened.

import Foundation
import TestSupport
import Testing

@Suite("Bad lines")
struct BadLinesTests {
  /// What a mode is given: its words, a good line, and one of each kind that is bad.
  struct Mode: CustomTestStringConvertible, Sendable {
    let words: [String]
    let good: String
    /// The start of a bad answer.
    let bad: String

    var testDescription: String { words.joined(separator: " ") }

    static let all = [
      Mode(
        words: ["Examples/switch.json", "--edits", "-"], good: #"{"set": {"switchTag": true}}"#,
        bad: #"{"error":"#),
      Mode(
        words: ["Examples/switch.json", "--answers", "-"], good: #"{"switchTag": true}"#,
        bad: #"{"valid":false,"refused":["#),
      Mode(words: ["--predicates", "-"], good: #"{"format": "1 == 1"}"#, bad: #"{"ok":false,"#),
    ]
  }

  /// The answers to some bytes, a line each, without the messages, and the status.
  private func answers(
    _ words: [String], _ input: Data
  ) throws -> (lines: [String], status: Int32) {
    let process = CommandRun.process(words)
    let (source, output) = (Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // What is written waits until it is read, so both happen at once.
    let writer = Thread {
      try? source.fileHandleForWriting.write(contentsOf: input)
      try? source.fileHandleForWriting.close()
    }
    writer.start()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return (text.split(separator: "\n").map(String.init), process.terminationStatus)
  }

  @Test("Each bad line gets an answer, and the lines around it are answered", arguments: Mode.all)
  func answersEach(_ mode: Mode) throws {
    let long = String(repeating: "x", count: 300_000)
    let bad: [Data] = [
      Data("{\"a\u{FF}\": ".utf8.map { $0 == 0xC3 ? 0xFF : $0 } + "1}".utf8), Data([0xFF, 0xFE]),
      Data([0x80]), Data("[]".utf8), Data("[1]".utf8), Data("7".utf8), Data("null".utf8),
      Data("{\"a\": 1, \"a\": 2}".utf8), Data("{\"a\": 1, \"\\u0061\": 2}".utf8),
      Data("{\"set\": {\"a\"".utf8), Data("{\"\(long)\": \"\(long)\"}".utf8),
      Data(String(repeating: "[", count: 100_000).utf8),
      Data("{\((0..<10_000).map { "\"n\($0)\": 1" }.joined(separator: ", "))}".utf8),
    ]
    let good = Data((mode.good + "\n").utf8)
    var input = Data()
    for line in bad { input += good + line + Data("\n".utf8) }
    // The last line has no end.
    input += good + Data("{\"set\": {\"switch".utf8)
    let (lines, status) = try answers(mode.words + ["--untrusted"], input)
    #expect(status == 1)
    #expect(lines.count == 2 * (bad.count + 1))
    for (index, line) in lines.enumerated() {
      let isBad = index % 2 == 1
      #expect(line.hasPrefix(mode.bad) == isBad, "\(index): \(line.prefix(200))")
      #expect(line.utf8.count < 100_000, "\(index)")
    }
  }

  @Test(
    "If every line is refused, each has an answer",
    arguments: Mode.all, depth(quick: 1_000, full: 20_000))
  func refusesAll(_ mode: Mode, depth count: Int) throws {
    let input = Data((0..<count).map { "{\"u\($0)\": 1}\n" }.joined().utf8)
    let (lines, status) = try answers(mode.words, input)
    #expect(lines.count == count && lines.allSatisfy { $0.hasPrefix(mode.bad) })
    #expect(status == 1)
  }

  #if os(Linux)
    @Test("Output that cannot be written is an error", arguments: Mode.all)
    func fullDisk(_ mode: Mode) throws {
      let process = CommandRun.process(mode.words)
      let (source, messages) = (Pipe(), Pipe())
      process.standardInput = source
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
      process.standardError = messages
      try process.run()
      try source.fileHandleForWriting.write(contentsOf: Data((mode.good + "\n").utf8))
      try source.fileHandleForWriting.close()
      let data = try messages.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("error: the result cannot be written to standard output"), "\(text)")
      #expect(process.terminationStatus == 2)
    }
  #endif

  @Test("A reader that stops early ends the command", arguments: Mode.all)
  func stopsEarly(_ mode: Mode) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // `head` leaves after one line, while the command would write for ever.
    process.arguments =
      [
        "-c", #"line="$1"; shift; yes "$line" | "$0" "$@" 2>/dev/null | head -1"#,
        CommandRun.executable.path, mode.good,
      ] + mode.words
    process.currentDirectoryURL = CommandRun.root
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: data, as: UTF8.self).split(separator: "\n").count == 1)
    #expect(process.terminationStatus == 0)
  }
}
