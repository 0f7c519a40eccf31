// Whole commands, character by character. With UPDATE_TRANSCRIPTS=1 the files are written anew;
// what changed is then for the reader of the difference to judge.

import Foundation
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: Transcript.directory.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  @Test("The command says what the transcript says", arguments: names)
  func saysTheSame(_ name: String) throws {
    let url = Transcript.directory.appending(path: name)
    let text = try String(contentsOf: url, encoding: .utf8)
    let expected = Transcript(text: text)
    var actual = expected
    actual.blocks = try expected.blocks.map { try $0.run() }
    if ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1" {
      try actual.text.write(to: url, atomically: true, encoding: .utf8)
      return
    }
    #expect(expected.text == text, "the file is not in the form that updating gives it")
    for (actual, expected) in zip(actual.blocks, expected.blocks) {
      #expect(actual.description == expected.description)
    }
  }

  @Test("There are transcripts")
  func areFound() {
    #expect(Self.names.contains("switch.txt"))
  }
}
