// Files that `--fix` writes: each is replaced as a whole or not at all.

import Foundation
import Testing

@testable import formeval

@Suite("Fixed files")
final class FixTests {
  private static let faulty = #"""
    { "sections": [{ "rows": [{ "tag": "on", "type": "switch" },
      { "type": "label", "visible": "$on == 'yes'" }, { "tag": "n", "type": "int" }] }] }

    """#
  private static let fixed = faulty.replacing("'yes'", with: "YES")

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "formeval-fix-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, _ name: String) throws -> URL {
    let url = folder.appending(path: name)
    try text.write(to: url, atomically: false, encoding: .utf8)
    return url
  }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// What stands in the folder, so that no temporary file is left behind.
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Runs `--check --fix` in the folder, behind words of the shell.
  private func fix(
    _ files: [String], _ flags: [String] = [], after words: String = ""
  ) throws -> (result: String, messages: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "\(words) exec \"$0\" \"$@\"", CommandRun.executable.path] + files
      + ["--check", "--fix"] + flags
    process.currentDirectoryURL = folder
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    let result = try output.fileHandleForReading.readToEnd() ?? Data()
    let errors = try messages.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: result, as: UTF8.self), String(decoding: errors, as: UTF8.self),
      process.terminationStatus
    )
  }

  @Test("A file that an editor has saved in between stays as the editor saved it")
  func keepsOtherContent() throws {
    let form = try write(Self.faulty, "form.json")
    let old = Array(Self.faulty.utf8)
    try FileReplacement.replace(form.path, with: Array(Self.fixed.utf8), ifStill: old)
    #expect(try text(form) == Self.fixed)
    // The file is what it was before only for whoever has read it before.
    #expect {
      try FileReplacement.replace(form.path, with: [0x7B, 0x7D], ifStill: old)
    } throws: { error in
      (error as? CommandError)?.message.hasSuffix("has changed since it was read") ?? false
    }
    #expect(try text(form) == Self.fixed)
    #expect(try names == ["form.json"])
  }

  @Test("A file keeps its mode, and a link stays a link")
  func keepsMode() throws {
    let form = try write(Self.faulty, "form.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: form.path)
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "form.json")
    let run = try fix(["link.json"])
    #expect(run.result == "link.json: 1 fix applied\nok: 1 section, 3 rows, 1 condition\n")
    #expect(run.messages.isEmpty && run.status == 0)
    #expect(try text(form) == Self.fixed)
    let attributes = try FileManager.default.attributesOfItem(atPath: form.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "form.json")
    #expect(try names == ["form.json", "link.json"])
  }

  @Test("A file that cannot be written stays as it was, and the findings are listed")
  func keepsContent() throws {
    let form = try write(Self.faulty, "form.json")
    // No file may grow, as on a full disk; pipes are no files.
    for flags in [[], ["--json"]] {
      let run = try fix(["form.json"], flags, after: "ulimit -f 0;")
      #expect(run.status == 2)
      #expect(
        run.messages == """
          error: 'form.json' cannot be written: the file would be larger than allowed
          hint: the file is as it was

          """)
      #expect(run.result.contains("compare/bool-text"))
      #expect(
        run.result.contains(
          flags.isEmpty
            ? "\nform.json: not changed, because it cannot be written\n1 error, 0 warnings\n"
            : #""notFixed":"'form.json' cannot be written: the file would be larger"#))
      #expect(try text(form) == Self.faulty)
      #expect(try names == ["form.json"])
    }
  }

  @Test("Of several files, each says what was done")
  func tellsEach() throws {
    let first = try write(Self.faulty, "a.json")
    _ = try write(Self.fixed, "b.json")
    let broken = Self.faulty.replacing("$on == ", with: "$no == ")
    let third = try write(broken, "c.json")
    let run = try fix(["a.json", "b.json", "c.json"])
    #expect(
      run.result.hasSuffix(
        """
        a.json: 1 fix applied
        b.json: nothing to fix
        c.json: not changed, because the form does not compile
        a.json: ok: 1 section, 3 rows, 1 condition
        b.json: ok: 1 section, 3 rows, 1 condition
        3 forms: 1 error, 0 warnings, 0 suppressed

        """))
    #expect(run.result.hasPrefix("c.json:2:"))
    #expect(run.messages.isEmpty && run.status == 1)
    #expect(try text(first) == Self.fixed)
    #expect(try text(third) == broken)
  }

  @Test("What is no regular file is refused before anything is read or written")
  func refusesPipes() throws {
    let form = try write(Self.faulty, "form.json")
    let run = try fix(["form.json", "pipe"], after: "mkfifo pipe;")
    #expect(run.messages.hasPrefix("error: 'pipe' is not a regular file"))
    #expect(run.messages.contains("; no file was changed\n"))
    #expect(run.result.isEmpty && run.status == 2)
    #expect(try text(form) == Self.faulty)
  }
}
