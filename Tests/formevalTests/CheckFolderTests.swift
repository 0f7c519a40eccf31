// Folders of forms: which files are found, what one bad file does to the others, and the settings
// of a team beside the forms.

import Foundation
import Testing

@testable import formeval

@Suite("Check of folders")
struct CheckFolderTests {
  /// A form with a warning, `form/no-effect`.
  private static let form =
    #"{ "sections": [{ "rows": [{ "tag": "a", "type": "label", "required": true }] }] }"#
  private static let broken = #"{ "sections": [{ "rows": [{ "tag": "a", "type": "text" }] } }"#

  /// A folder with files, which is removed afterwards.
  private func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, text) in files {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(root)
  }

  private func link(_ file: URL, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: target)
  }

  /// What the command says of a folder, with paths from there.
  private func said(_ root: URL, _ words: String...) throws -> (text: String, status: Int32) {
    var (text, status) = try CommandRun.output(of: [root.path + "/forms", "--check"] + words)
    text = text.replacing(root.path + "/", with: "")
    return (text, status)
  }

  private static let files = [
    "forms/a.json": form, "forms/sub/deep/b.JSON": form, "forms/list.json": "[1]",
    "forms/text.txt": form, "forms/.hidden.json": form, "forms/.git/c.json": form,
    "forms/bad.json": broken, "forms/data.json": "{ \"rows\": [", "elsewhere/d.json": form,
  ]

  @Test("A folder stands for the forms in it and below it, and a bad file does not stop the others")
  func findsForms() throws {
    try inFolder(Self.files) { root in
      try link(root.appending(path: "forms/other"), to: "../elsewhere")
      try link(root.appending(path: "forms/up"), to: "..")
      try link(root.appending(path: "forms/gone.json"), to: "nowhere.json")
      try link(root.appending(path: "forms/loop.json"), to: "loop.json")
      try link(root.appending(path: "forms/linked.json"), to: "../elsewhere/d.json")
      try #require(mkfifo(root.appending(path: "forms/pipe.json").path, 0o600) == 0)
      let (text, status) = try said(root)
      #expect(status == 2)
      for line in [
        "forms/a.json: ok:", "forms/linked.json: ok:", "forms/sub/deep/b.JSON: ok:",
        "forms/bad.json:1:", "error: 'forms/gone.json' is a link that leads to no file\n",
        "error: 'forms/loop.json' is a link that leads to no file\n",
        "\n4 forms: 1 error, 3 warnings, 0 suppressed, 2 not checked; 2 files are not forms\n",
      ] {
        #expect(text.contains(line), "\(line)")
      }
      let (quiet, quietStatus) = try said(root, "--quiet")
      #expect(quietStatus == 2)
      #expect(!quiet.contains("ok:") && !quiet.contains("warning:"))
      #expect(quiet.contains("forms/bad.json:1:") && quiet.contains("\n4 forms: 1 error"))
      #expect(try said(root, "--quiet", "--warnings-as-errors").text.contains("warning:"))
      let json = try said(root, "--json").text
      #expect(json.contains(#"{"form":"forms/gone.json","ok":false,"errors":0,"#))
      #expect(json.split(separator: "\n").count { $0.hasPrefix("{") } == 6)
      let sarif = try said(root, "--sarif").text
      #expect(sarif.contains(#""executionSuccessful": false"#))
      #expect(sarif.contains("'forms/gone.json' is a link that leads to no file"))
      #expect(sarif.contains(#""ruleId": "form/no-effect""#))
      let lines = try said(root, "--annotations").text
      #expect(lines.contains("::error file=forms/gone.json::'forms/gone.json' is a link"))
    }
  }

  @Test("A folder without a form is an error")
  func refusesEmptyFolder() throws {
    try inFolder(["forms/a.json": "{}"]) { root in
      let (text, status) = try said(root)
      #expect(status == 2)
      #expect(text.contains("error: there is no form in 'forms'"))
      #expect(text.contains("0 forms: 0 errors, 0 warnings, 0 suppressed, 1 not checked"))
    }
  }

  @Test("A baseline is no form, however a shell has named it")
  func leavesOutBaseline() {
    let paths = CheckedPaths(["forms/a.json", "./forms/b.json"], besides: "forms/./b.json")
    #expect(paths.files.map(\.path) == ["forms/a.json"])
  }

  @Test("A file that is found twice is checked once")
  func checksOnce() throws {
    try inFolder(["forms/a.json": Self.form]) { root in
      let forms = root.path + "/forms"
      #expect(CheckedPaths([forms, forms + "/a.json", forms]).files.count == 1)
    }
  }

  // MARK: - Settings

  @Test("The nearest formeval.json holds, and is never a form")
  func findsSettings() throws {
    try inFolder([
      "forms/a.json": Self.form, "forms/sub/deep/b.json": Self.form,
      "formeval.json": #"{ "errors": ["form/no-effect"] }"#,
      "forms/sub/formeval.json": #"{ "ignore": ["form/no-effect"] }"#,
    ]) { root in
      let (text, status) = try said(root)
      #expect(status == 1)
      #expect(text.contains("forms/a.json:1:"))
      #expect(!text.contains("forms/sub/deep/b.json:1:"))
      #expect(text.contains("\n2 forms: 1 error, 0 warnings, 1 suppressed\n"))
      for words in [["--no-config"], ["--untrusted"]] {
        let (text, status) = try CommandRun.output(of: [root.path + "/forms", "--check"] + words)
        #expect(status == 0)
        #expect(text.contains("\n2 forms: 0 errors, 2 warnings, 0 suppressed\n"))
      }
      let path = root.path + "/forms/sub/formeval.json"
      #expect(try said(root, "--config", path).text.contains("0 warnings, 2 suppressed"))
      #expect(try said(root, "--config", path, "--sarif").text.contains(#""kind": "external""#))
      let alone = try CommandRun.output(of: [path, "--check"])
      #expect(alone.text == "0 forms: 0 errors, 0 warnings, 0 suppressed\n" && alone.status == 0)
    }
  }

  @Test("Errors are not ignored, and style that is an error is listed")
  func keepsErrors() throws {
    let style = #"{ "tag": "b", "type": "text", "hidden": "$a == 1 OR $a == 2 AND $a == 3" }"#
    try inFolder([
      "forms/a.json": #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int" }, \#(style)] }] }"#,
      "forms/formeval.json": #"{ "errors": ["logic/and-or"], "ignore": ["pattern/anchor"] }"#,
    ]) { root in
      #expect(try said(root).text.contains("[logic/and-or]"))
      #expect(try said(root).status == 1)
      let plain = try said(root, "--no-config").text
      #expect(!plain.contains("[logic/and-or]"))
    }
    let kinds = #"{ "tag": "b", "type": "text", "hidden": "$a > 'x'" }"#
    try inFolder([
      "forms/a.json": #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int" }, \#(kinds)] }] }"#,
      "forms/formeval.json": #"{ "ignore": ["compare/kind"] }"#,
    ]) { root in
      let (text, status) = try said(root)
      #expect(status == 1)
      #expect(text.contains("error:"))
    }
  }

  private func config(_ text: String) -> String {
    do throws(CommandError) {
      _ = try Config(Array(text.utf8), named: "formeval.json")
      return ""
    } catch {
      #expect(error.status == 2)
      return error.text
    }
  }

  @Test(
    "What is wrong with settings",
    arguments: [
      ("{", "the JSON ends inside an object"), ("[]", "formeval.json must be an object"),
      (#"{"ignore": ["row/unusd"]}"#, "no finding has the id 'row/unusd'"),
      (#"{"ignore": ["row/unusd"]}"#, "hint: did you mean row/unused?"),
      (#"{"ignore": ["form/jsn"]}"#, "no finding has the id 'form/jsn'"),
      (#"{"ignore": ["text/syntax"]}"#, "'text/syntax' cannot be ignored"),
      (#"{"errors": [1]}"#, "an id must be text"),
      (#"{"errors": "row/unused"}"#, "'errors' must be a list of ids"),
      (
        #"{"errors": ["row/unused"], "ignore": ["row/unused"]}"#,
        "'row/unused' cannot be ignored and an error"
      ),
      (#"{"ignored": []}"#, "hint: did you mean ignore?"),
      (#"{"x": 1}"#, "hint: its keys are ignore, errors, coverage"),
      (#"{"coverage": 101}"#, "'coverage' must be a percentage, from 0 to 100"),
      (#"{"ignore": [], "ignore": []}"#, "'ignore'"),
    ])
  func refusesSettings(_ text: String, _ message: String) {
    #expect(config(text).contains(message))
  }

  @Test("Settings that cannot be read stop the command")
  func refusesFiles() throws {
    try inFolder(["forms/a.json": Self.form]) { root in
      let file = root.appending(path: "forms/formeval.json")
      func refused(_ message: String) throws {
        let (text, status) = try said(root)
        #expect(status == 2)
        #expect(text.contains(message) && !text.contains("forms:"), "\(text)")
        try FileManager.default.removeItem(at: file)
      }
      try link(file, to: "formeval.json")
      try refused("'forms/formeval.json' is a link that leads to no file")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      try refused("'forms/formeval.json' is a directory")
      try #require(mkfifo(file.path, 0o600) == 0)
      try refused("'forms/formeval.json' is not a regular file")
      try Data(repeating: 0x20, count: 10_000_000).write(to: file)
      try refused("'forms/formeval.json' is longer than 65536 bytes")
    }
  }

  @Test("The least coverage")
  func asksForCoverage() throws {
    try inFolder([
      "team.json": #"{ "coverage": 100 }"#, "less.json": #"{ "coverage": 12.5 }"#,
      "tests.json": #"[{ "name": "it opens", "steps": [] }]"#,
    ]) { root in
      func covered(_ config: String) throws -> (text: String, status: Int32) {
        try CommandRun.output(of: [
          "Examples/switch.json", "--test", root.path + "/tests.json", "--coverage", "--config",
          root.path + "/" + config,
        ])
      }
      #expect(try covered("less.json").status == 0)
      let (text, status) = try covered("team.json")
      #expect(status == 1)
      #expect(text.contains("error: 1 of 2 results of conditions were seen, and "))
      #expect(text.hasSuffix("/team.json wants 100 %\n"))
    }
  }
}
