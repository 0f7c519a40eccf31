// `--preview`: what it hands to formeval-preview, and what it says if there is no such program.

import Foundation
import Testing

@testable import formeval

@Suite("The flag --preview")
struct PreviewTests {
  @Test("All other words are handed on, in order")
  func otherWords() {
    #expect(Preview.words(in: ["--preview", "a.json"]) == ["a.json"])
    #expect(
      Preview.words(in: ["a.json", "--port", "8000", "--preview", "--input", "x=1", "--preview"])
        == ["a.json", "--port", "8000", "--input", "x=1"])
    #expect(Preview.words(in: ["--preview"]) == [])
    #expect(Preview.words(in: ["--preview", "--", "--preview"]) == ["--", "--preview"])
    #expect(Preview.words(in: []) == nil)
    for word in ["a.json", "--help=preview", "--previous", "a=--preview", "preview"] {
      #expect(Preview.words(in: [word]) == nil)
    }
    #expect(Preview.words(in: ["a.json", "--", "--preview"]) == nil)
  }

  @Test("The program of the PATH takes the place of the command")
  func program() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["Examples/switch.json", "--preview", "--no-open", "two words", "ü"]
    let program = folder.appending(path: "formeval-preview")

    func run() throws -> (text: String, status: Int32) {
      try CommandRun.output(of: words, path: folder.path)
    }

    #expect(
      try run() == (
        "error: the preview is another program, formeval-preview, which is not in the PATH\n"
          + "hint: install the wheel with its extra: pip install 'formgraph-….whl[preview]'; in a "
          + "clone, write Scripts/preview FORM\n", 2
      ))
    try "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n".write(
      to: program, atomically: true, encoding: .utf8)
    #expect(
      try run() == ("error: formeval-preview cannot be run: Permission denied\n", 2))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    #expect(try run() == ("<Examples/switch.json><--no-open><two words><ü>", 7))
  }
}
