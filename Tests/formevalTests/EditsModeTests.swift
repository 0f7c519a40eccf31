import Foundation
import Testing

@Suite("Edits on a pipe")
struct EditsModeTests {
  @Test("Each line is answered before the next is there", .timeLimit(.minutes(1)))
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
