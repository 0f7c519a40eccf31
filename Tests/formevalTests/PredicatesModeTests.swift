import Foundation
import FormGraph
import Predicate
import Testing

@testable import formeval

@Suite("Predicates on a pipe")
struct PredicatesModeTests {
  private static let context = EvaluationContext(now: Date(timeIntervalSince1970: 0))

  private func answer(_ line: [UInt8]) -> (text: String?, status: Int32) {
    var mode = PredicatesMode(context: Self.context)
    var output: [UInt8] = []
    #expect(mode.answer(line, number: 1, to: &output))
    return (output.isEmpty ? nil : String(decoding: output, as: UTF8.self), mode.status)
  }

  @Test(
    "A blank line has no answer",
    arguments: ["", " ", "\t \r"])
  func blank(_ line: String) {
    #expect(answer(Array(line.utf8)).text == nil)
  }

  @Test("What is no UTF-8 is wrong in its line")
  func invalidUTF8() {
    let line = Array(#"{"format": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let (text, status) = answer(line)
    #expect(
      text == #"{"ok":false,"stage":"input","error":"the byte 0xFF at offset 12 is not UTF-8","#
        + #""range":[12,13],"hint":"save the file as UTF-8"}"# + "\n")
    #expect(status == 1)
  }

  @Test("A line that is too long is wrong in its line")
  func tooLong() {
    let (text, status) = answer(
      [UInt8](repeating: UInt8(ascii: "["), count: JSONReader.maximumBytes + 1))
    let start = #"{"ok":false,"stage":"input","error":"the text is longer than 64 MiB""#
    #expect(text?.hasPrefix(start) == true)
    #expect(status == 1)
  }

  @Test("Of a line that is too long one byte too many is kept, and the next is a new one")
  func cutsLines() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("1234567\n\n123456\n12345".utf8).write(to: file)
    var blocks = try LineBlocks(file.path, maximumBytes: 5)
    var found: [String] = []
    var numbers: [Int] = []
    while let block = try blocks.next() {
      block.forEachLine { line, number in
        found.append(String(decoding: line, as: UTF8.self))
        numbers.append(number)
        return true
      }
    }
    #expect(found == ["123456", "", "123456", "12345"])
    #expect(numbers == [1, 2, 3, 4])
  }

  @Test("Two normal forms of one name are refused, not mixed up")
  func normalForms() {
    let line = #"{"format": "$\u00e9 == 1", "vars": {"\u00e9": 1, "e\u0301": 2}}"#
    #expect(answer(Array(line.utf8)).text?.contains("is given twice") == true)
  }

  // The limit is no clock: it ends a run in which the answer waits for the next line.
  @Test("Each line is answered before the next is there", .timeLimit(.minutes(60)))
  func answersAtOnce() throws {
    let process = CommandRun.process(["--predicates", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for (value, start) in [
      ("1", #"{"ok":true,"result":true"#), ("2", #"{"ok":true,"result":false"#),
      ("oops", #"{"ok":false,"stage":"input""#), ("1.0", #"{"ok":true,"result":true"#),
    ] {
      try input.fileHandleForWriting.write(
        contentsOf: Data("{\"format\": \"a == 1\", \"object\": {\"a\": \(value)}}\n".utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix(start))
      #expect(answer.hasSuffix("}\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
