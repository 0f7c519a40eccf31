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

  @Test("README's commands say what README says")
  func readme() throws {
    let text = try String(
      contentsOf: CommandRun.root.appending(path: "README.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "\n```\n").filter { $0.hasPrefix("$ formeval") }
    #expect(blocks.count == 3)
    for block in blocks.flatMap({ Transcript(text: $0 + "\n").blocks }) {
      #expect(try block.run().description == block.description)
    }
  }

  @Test("The commands of README's table of examples run")
  func examples() throws {
    let text = try String(
      contentsOf: CommandRun.root.appending(path: "README.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.contains(".json` | `--") }
    let examples = try FileManager.default.contentsOfDirectory(
      atPath: CommandRun.root.appending(path: "Examples").path)
    #expect(rows.count == examples.count)
    for row in rows {
      let cells = row.split(separator: "`")
      let block = TranscriptBlock(command: "formeval Examples/\(cells[1]) \(cells[3])")
      let (output, status) = try CommandRun.output(of: block.arguments, input: "")
      #expect(status == (cells[3].contains("--validate") ? 1 : 0), "\(output)")
      #expect(!output.isEmpty)
    }
  }

  @Test("There are transcripts")
  func areFound() {
    #expect(Self.names.contains("switch.txt"))
  }
}
