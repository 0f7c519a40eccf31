// Files of tables: the command reads them beside the form, and nowhere else.

import Foundation
import Testing

@testable import formeval

@Suite struct TableFilesTests {
  /// A folder with a form's folder in it, which is removed afterwards.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID())")
    try FileManager.default.createDirectory(
      at: root.appending(path: "forms/data"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ name: String) throws {
      try Data("code\n\(name)\n".utf8).write(to: root.appending(path: name))
    }
    for name in ["forms/w.csv", "forms/data/w.csv", "secret.csv", "forms/%2e%2e"] {
      try write(name)
    }
    try FileManager.default.createDirectory(
      at: root.appending(path: "forms-evil"), withIntermediateDirectories: true)
    try write("forms-evil/w.csv")
    try body(root)
  }

  private func link(_ name: String, to target: String, in root: URL) throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: name).path, withDestinationPath: target)
  }

  private func files(_ root: URL, form: String = "forms/form.json") -> TableFiles {
    TableFiles(form: root.appending(path: form).path) { path throws(CommandError) in
      try Files.read(path, maximumBytes: 1_000)
    }
  }

  private func said(_ name: String, _ files: TableFiles) -> String {
    do {
      return String(decoding: try files.bytes(of: name), as: UTF8.self)
    } catch { return error.description }
  }

  @Test("Files in the folder of the form and below it")
  func inside() throws {
    try inFolder { root in
      let files = files(root)
      #expect(said("w.csv", files) == "code\nforms/w.csv\n")
      #expect(said("./w.csv", files) == "code\nforms/w.csv\n")
      #expect(said("data/w.csv", files) == "code\nforms/data/w.csv\n")
      #expect(said("%2e%2e", files) == "code\nforms/%2e%2e\n")
      try link("forms/same.csv", to: "data/w.csv", in: root)
      #expect(said("same.csv", files) == "code\nforms/data/w.csv\n")
      // A form that is reached by a link has the folder that the link stands for.
      try link("other", to: "forms", in: root)
      #expect(said("w.csv", self.files(root, form: "other/form.json")) == "code\nforms/w.csv\n")
    }
  }

  @Test("Everything else is refused")
  func outside() throws {
    try inFolder { root in
      let files = files(root)
      try link("forms/out.csv", to: "../secret.csv", in: root)
      try link("forms/up", to: "..", in: root)
      try link("forms/evil", to: "../forms-evil", in: root)
      let leaves = "is a link that leaves the folder of the form"
      #expect(said("out.csv", files) == "'out.csv' \(leaves)")
      #expect(said("up/secret.csv", files) == "'up/secret.csv' \(leaves)")
      #expect(said("evil/w.csv", files) == "'evil/w.csv' \(leaves)")
      #expect(said("data", files) == "'data' is a directory")
      #expect(
        said("v.csv", files)
          == "there is no file 'v.csv' beside the form; did you mean w.csv?")
      #expect(
        mkfifo(root.appending(path: "forms/pipe").path, 0o600) == 0
          && said("pipe", files) == "'pipe' is not a regular file")
      let input = TableFiles(form: "-") { _ throws(CommandError) in [] }
      #expect(
        said("w.csv", input)
          == "a form on standard input has no folder, so 'w.csv' cannot be read")
    }
  }

  @Test("A comparison reads the tables of an older version from a pipe beside the newer version")
  func older() throws {
    try inFolder { root in
      let form = #"{ "tables": { "w": { "file": "w.csv" } }, "sections": [] }"#
      let (old, new) = (root.appending(path: "pipe"), root.appending(path: "forms/form.json"))
      try Data(form.utf8).write(to: new)
      try #require(mkfifo(old.path, 0o600) == 0)
      // Opening the pipe waits for its reader.
      Thread.detachNewThread {
        try? FileHandle(forWritingTo: old).write(contentsOf: Data(form.utf8))
      }
      let (text, status) = try CommandRun.output(of: ["--diff", old.path, new.path])
      #expect(text == "no changes\n" && status == 0, "\(text)")
    }
  }

  @Test("What is wrong in the rows of a file has its line, and is said by a check alone")
  func rows() throws {
    try inFolder { root in
      let files = [
        "form.json": #"""
        { "tables": { "w": { "file": "t.csv" }, "j": { "file": "j.json" } },
          "sections": [{ "rows": [
            { "tag": "x", "type": "text" },
            { "tag": "y", "type": "text", "calculated": "lookup('w', 'a', $x, 'b')" },
            { "tag": "z", "type": "text", "calculated": "lookup('j', 'a', $x, 'a')" }] }] }
        """#,
        "t.csv": "a,b\r\n1,\"x\r\n\"\r\n\r\n2,y\r\n1,z\r\n",
        "j.json": #"{"columns": ["a"], "rows": [["1"], ["1"]]}"#,
        "semicolons.json": #"""
        { "tables": { "w": { "file": "s.csv" } }, "sections": [{ "rows": [
          { "tag": "y", "type": "text", "calculated": "lookup('w', 'a', '1', 'b')" }] }] }
        """#,
        "typed.json": #"""
        { "tables": { "w": { "file": "s.csv", "columns": [{ "name": "q", "type": "int" }] } },
          "sections": [] }
        """#,
        "s.csv": "a;b\n1;2\n",
      ]
      let folder = root.appending(path: "forms")
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      func said(_ name: String, _ words: String...) throws -> String {
        try CommandRun.output(of: [folder.appending(path: name).path] + words).text
      }
      let check = try said("form.json", "--check")
      #expect(check.contains("t.csv:6: two rows of the table 'w' have '1' in 'a', and lookup "))
      #expect(check.contains("finds the first, t.csv:2 "))
      #expect(check.contains("j.json: two rows of the table 'j' have '1' in 'a'"))
      #expect(!(try said("form.json").contains("warning")))
      #expect(
        try said("semicolons.json")
          .contains(
            #"hint: s.csv has ';' between its fields: write "separator": ";" beside "file""#))
      #expect(try said("typed.json").contains("write \"separator\": \";\" beside the file"))
    }
  }
}
