// The baseline: which findings it takes for the same, what it says is gone, and what it refuses.

import FormAnalysis
import FormGraph
import Foundation
import Testing

@testable import formeval

@Suite("Baseline")
struct BaselineTests {
  private static let one =
    #"{ "sections": [{ "rows": [{ "tag": "a", "type": "int", "hidden": "$b == 1" }] }] }"#
  private static let two = """
    { "sections": [{ "rows": [
      { "tag": "x", "type": "text" },
      { "tag": "a", "type": "int", "hidden": "$b == 1" },
      { "tag": "c", "type": "int", "hidden": "$b == 2" } ] }] }
    """

  private func form(_ json: String, _ path: String = "forms/a.json") throws -> CheckedForm {
    let document = FormDocument(json: json.utf8, named: path)
    do throws(CompileFailure) {
      _ = try CompiledForm(document)
      return CheckedForm(path, document.source, FormReport([]), "", document.definition)
    } catch {
      return CheckedForm(path, document.source, error, includesStyle: false)
    }
  }

  /// The number of errors of a form that a baseline of other forms does not hide, and what is gone.
  private func compared(
    _ forms: [CheckedForm], _ now: CheckedForm, at path: String = "b.json"
  ) throws -> (errors: Int, gone: [String]) {
    var baseline = try Baseline(Baseline(at: path).bytes(for: forms), at: path)
    var now = now
    baseline.hide(in: &now)
    let gone = baseline.gone(includesStyle: false).map { "\($0.entry.file) \($0.count)" }
    return (now.count(.error), gone)
  }

  @Test("A finding is the same on another line, and with another number of them only some are")
  func knowsFindings() throws {
    let same = try compared([form(Self.one)], form(Self.one))
    #expect(same.errors == 0 && same.gone.isEmpty)
    let more = try compared([form(Self.one)], form(Self.two))
    #expect(more.errors == 1 && more.gone.isEmpty)
    let fewer = try compared([form(Self.two)], form(Self.one))
    #expect(fewer.errors == 0 && fewer.gone == ["forms/a.json 1"])
    // The text is the name, and another name is another finding.
    let other = try compared([form(Self.one.replacing("$b", with: "$d"))], form(Self.one))
    #expect(other.errors == 1 && other.gone == ["forms/a.json 1"])
  }

  @Test("Files are named from the folder of the baseline")
  func namesFiles() throws {
    for (path, name) in [
      ("b.json", "forms/a.json"), ("forms/b.json", "a.json"), ("x/y/b.json", "../../forms/a.json"),
    ] {
      let text = String(
        decoding: Baseline(at: path).bytes(for: [try form(Self.one)]), as: UTF8.self)
      #expect(text.contains("\"file\": \"\(name)\""), "\(text)")
    }
  }

  @Test("Of other forms, only those are gone that do not exist any more")
  func otherForms() throws {
    let root = CommandRun.root.path
    let others = try [
      form(Self.one, root + "/Examples/switch.json"), form(Self.one, root + "/no.json"),
    ]
    let (errors, gone) = try compared(
      others, form(Self.one, root + "/a.json"), at: root + "/b.json")
    #expect(errors == 1)
    #expect(gone == ["no.json 1"])
  }

  @Test("What a form has that could not be checked is not gone")
  func unreadForms() throws {
    let lost = CheckedForm("forms/a.json", notChecked: .usage("there is no file"))
    #expect(try compared([form(Self.one)], lost).gone.isEmpty)
  }

  @Test(
    "What is not a baseline",
    arguments: [
      ("[]", "a baseline must be an object with a list 'findings'"),
      (#"{"sections": []}"#, "a baseline must be an object with a list 'findings'"),
      (#"{"findings": [{"file": "a", "id": "b"}]}"#, "must have 'file', 'id' and 'text'"),
      (
        #"{"findings": [{"file": "a", "id": "b", "text": "", "count": 0}]}"#,
        "must have 'file', 'id' and 'text'"
      ),
      (#"{"findings": [1]}"#, "must have 'file', 'id' and 'text'"), ("{", "ends inside an object"),
    ])
  func refuses(_ text: String, _ message: String) {
    #expect {
      _ = try Baseline(Array(text.utf8), at: "b.json")
    } throws: {
      guard let error = $0 as? CommandError else { return false }
      return error.status == 2 && error.text.contains(message)
    }
  }

  @Test("A form is not replaced by a baseline, and none is written if a form was not checked")
  func keepsFiles() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let (form, baseline) = (root.path + "/a.json", root.path + "/b.json")
    try Data(Self.one.utf8).write(to: URL(filePath: form))
    func run(_ words: String...) throws -> (text: String, status: Int32) {
      try CommandRun.output(of: words + ["--check"])
    }
    let lost = try run(form, "--write-baseline", form)
    #expect(lost.status == 2 && lost.text.contains("a baseline must be an object"))
    #expect(try String(contentsOfFile: form, encoding: .utf8) == Self.one)
    let missing = try run(form, form + "n", "--write-baseline", baseline)
    #expect(missing.status == 2 && missing.text.contains("is not written, because"))
    #expect(missing.text.contains("[name/unknown]"))
    #expect(!FileManager.default.fileExists(atPath: baseline))
    let written = try run(form, "--write-baseline", baseline)
    #expect(written.status == 0)
    #expect(written.text == "\(baseline): 1 finding written\n", "\(written.text)")
    try Data(#"{ "sections": [] }"#.utf8).write(to: URL(filePath: form))
    let gone = try run(form, "--baseline", baseline)
    #expect(gone.status == 0)
    #expect(
      gone.text == """
        \(baseline): 1 finding is gone
          a.json: name/unknown: $b
        hint: --write-baseline leaves out what is gone
        ok: 0 sections, 0 rows, 0 conditions

        """)
    let json = try run(form, "--baseline", baseline, "--json")
    #expect(json.text.contains("1 finding is gone\n"))
  }
}
