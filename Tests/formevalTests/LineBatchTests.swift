import Foundation
import FormGraph
import TestSupport
import Testing

@testable import formeval

/// Answers each line with its number and its length, and stops at a line with the word "stop".
private struct Echo: LineAnswering {
  var lineCount = 0

  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    lineCount += 1
    output += "\(number) \(line.count)\n".utf8
    return line != Array("stop".utf8)
  }
}

/// Answers each line with a million bytes.
private struct Flood: LineAnswering {
  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    output += Array(repeating: UInt8(truncatingIfNeeded: number), count: 1_000_000)
    return true
  }
}

@Suite("Lines on several threads")
struct LineBatchTests {
  private func run(
    _ text: String, threads: Int, maximumBytes: Int = 1000, failingAfter limit: Int = .max
  ) throws -> (output: String, lineCount: Int) {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    // Only one thread writes at a time.
    nonisolated(unsafe) var output: [UInt8] = []
    let done = try LineBatch.run(
      LineBlocks(file.path, maximumBytes: maximumBytes), threads: threads,
      write: {
        output += $0
        return output.count <= limit
      }
    ) { Echo() }
    #expect(done.count == threads)
    return (String(decoding: output, as: UTF8.self), done.reduce(0) { $0 + $1.lineCount })
  }

  private static func line(_ number: Int) -> String {
    String(repeating: "x", count: number * 7919 % 90)
  }

  @Test(
    "The answers come in the order of the lines",
    arguments: [1, 2, 3, 8], depth(quick: 15_000, full: 40_000))
  func order(_ threads: Int, depth count: Int) throws {
    let lines = (1...count).map(Self.line)
    let (output, lineCount) = try run(lines.joined(separator: "\n") + "\n", threads: threads)
    #expect(lineCount == count)
    let expected = (1...count).map { "\($0) \(Self.line($0).count)\n" }.joined()
    #expect(output == expected)
  }

  @Test("A line of CSV goes on in quotes, also where what is read at once ends", arguments: [1, 4])
  func csv(_ threads: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).CSV")
    defer { try? FileManager.default.removeItem(at: file) }
    let long = String(repeating: "y\n\"\"", count: 100_000)
    let lines = ["a,\"b\n\"\"c\"", "1,2\r", "\"\(long)\",3", "4\"5,6", "\"7\n", ""]
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    var blocks = try LineBlocks(file.path, mayBeCSV: true)
    #expect(try blocks.header() == Array(lines[0].utf8))
    nonisolated(unsafe) var output: [UInt8] = []
    _ = try LineBatch.run(
      blocks, threads: threads,
      write: {
        output += $0
        return true
      }
    ) { Echo() }
    #expect(
      String(decoding: output, as: UTF8.self)
        == "3 4\n4 \(long.utf8.count + 4)\n100005 5\n100006 4\n")
    var plain = try LineBlocks(file.path)
    #expect(try plain.header() == nil)
  }

  @Test("A line that stops the batch is the last one with an answer", arguments: [1, 4])
  func stops(_ threads: Int) throws {
    var lines = (1...40_000).map(Self.line)
    lines[29_999] = "stop"
    let (output, _) = try run(lines.joined(separator: "\n"), threads: threads)
    #expect(output.hasSuffix("\n30000 4\n"))
    #expect(output.hasPrefix("1 \(Self.line(1).count)\n2 "))
  }

  @Test("A batch whose answers cannot be written ends with an error", arguments: [1, 4])
  func writeFails(_ threads: Int) {
    let lines = (1...40_000).map(Self.line).joined(separator: "\n")
    #expect(throws: CommandError.self) {
      try run(lines, threads: threads, failingAfter: 100_000)
    }
  }

  @Test("A line longer than what is read at once is one line, cut at the limit")
  func longLines() throws {
    let long = String(repeating: "y", count: 700_000)
    let text = "a\n\(long)\nb\n\(long)"
    #expect(try run(text, threads: 1).output == "1 1\n2 1001\n3 1\n4 1001\n")
    #expect(
      try run(text, threads: 2, maximumBytes: 1_000_000).output
        == "1 1\n2 700000\n3 1\n4 700000\n")
  }

  @Test("Answers that are long are written in parts, in order", arguments: [1, 3])
  func longAnswers(_ threads: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: UInt8(ascii: "\n"), count: 30).write(to: file)
    nonisolated(unsafe) var parts: [[UInt8]] = []
    _ = try LineBatch.run(
      LineBlocks(file.path), threads: threads,
      write: {
        parts.append($0)
        return true
      }
    ) { Flood() }
    #expect(parts.allSatisfy { $0.count <= 5_000_000 } && parts.count > 5)
    let all = parts.reduce(into: []) { $0 += $1 }
    #expect(all.count == 30_000_000)
    #expect(stride(from: 0, to: all.count, by: 1_000_000).map { all[$0] } == Array(1...30))
  }

  @Test("An empty input has no answers, and an end without a line break is a line")
  func ends() throws {
    #expect(try run("", threads: 2).output == "")
    #expect(try run("\n", threads: 2).output == "1 0\n")
    #expect(try run("\n\nab", threads: 2).output == "1 0\n2 0\n3 2\n")
  }
}
