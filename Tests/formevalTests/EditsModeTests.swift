import Foundation
import Testing

@Suite("Edits on a pipe")
struct EditsModeTests {
  // The limit is no clock: it ends a run in which the answer waits for the next line.
  @Test("Each line is answered before the next is there", .timeLimit(.minutes(60)))
  func answersAtOnce() throws {
    let process = CommandRun.process(["Examples/switch.json", "--edits", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for value in ["true", "false", "7", "true"] {
      try input.fileHandleForWriting.write(
        contentsOf: Data((#"{"set": {"switchTag": \#(value)}}"# + "\n").utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix(value == "7" ? #"{"error""# : #"{"changes""#))
      #expect(answer.hasSuffix("}\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
