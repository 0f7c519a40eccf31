// What is wrong with an XForm, with its place, and files that are damaged in any way.

import FormFile
import FormGraph
import FormImport
import TestSupport
import Testing

@Suite("XForms: mistakes") struct XFormMistakeTests {
  /// The problems of a form, each with the text at its place.
  private func problems(_ form: XFormExample, isStrict: Bool = false) -> [String] {
    let bytes = Array(form.text.utf8)
    return form.imported(isStrict: isStrict).document.problems.map { problem in
      let place = problem.range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "nowhere"
      return "\(problem.severity.rawValue): \(problem.message) (\(place))"
    }
  }

  @Test("What the form cannot have is a warning at its place, and an error with --strict")
  func losses() {
    let form = XFormExample(
      nodes: "<a/><g><b/></g><c/><c/>",
      model: """
        <bind nodeset="/data/x" relevant="false()"/><bind nodeset="/data/g" calculate="1"/>
        <bind nodeset="/data/a" foo="1"/><action/>
        """,
      body: """
        <input ref="/data/y"/><input ref="/data/a"/><select ref="/data/a"/><input ref="/data/g"/>
        <setvalue ref="/data/a" event="never"/>
        """)
    let lost = [
      "bind is lost: the instance has no node '/data/x' (/data/x)",
      "action is lost: no importer knows it (<action)",
      "input is lost: the instance has no node '/data/y' (/data/y)",
      "select is lost: another control shows its node already (<select)",
      "input is lost: its node has nodes inside (/data/g)",
      "setvalue is lost: the event 'never' does not occur here (<setvalue)",
      "node is lost: a node of this name stands here already, and no repeat shows it (<c)",
      "calculate is lost: a group has no value (calculate=\"1\")",
    ]
    #expect(problems(form) == lost.map { "warning: \($0)" })
    #expect(problems(form, isStrict: true) == lost.map { "error: \($0)" })
    #expect(form.imported().report?.count(.lost) == lost.count)
  }

  @Test("A lost expression stands in the report once")
  func oneLineForOnePlace() throws {
    let form = XFormExample(
      nodes: "<a/><b/>", model: #"<bind nodeset="/data/a" relevant="/data/b = 'é' or nope("/>"#,
      body: #"<input ref="/data/a"><label>é <output value="nope("/></label></input>"#)
    let report = try #require(form.imported().report)
    #expect(report.format == "XForms")
    #expect(Set(report.lines.map(\.range)).count == report.lines.count)
    #expect(report.lines.map(\.range.lowerBound) == report.lines.map(\.range.lowerBound).sorted())
    #expect(
      report.lines.filter { $0.outcome == .lost }.map(\.path) == [
        "/data/a/@relevant", "/data/a/@value",
      ])
  }

  @Test("A file without nodes or without a body says so")
  func incomplete() {
    func said(_ text: String) -> [String] {
      ImportedForm(text.utf8).document.problems.map { "\($0.severity.rawValue): \($0.message)" }
    }
    let start = #"<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="h">"#
    #expect(said("\(start)</h:html>") == ["error: this XForm has no model with an instance"])
    #expect(
      said("\(start)<h:head><model><instance><d><a/></d></instance></model></h:head></h:html>")
        == ["warning: this XForm has no body, so it asks nothing"])
  }

  @Test("A problem of the form that came of it stands at its place in the original")
  func placesProblems() throws {
    let form = XFormExample(
      nodes: "<a>5</a>", model: #"<bind nodeset="/data/a" type="int"/>"#,
      body: #"<range ref="/data/a" start="9" end="1"/>"#)
    #expect(
      problems(form).contains { $0.hasSuffix(#"(start="9")"#) || $0.hasSuffix(#"(end="1")"#) })
    let document = form.imported().document
    let path = JSONPath([.key("sections"), .index(0), .key("rows"), .index(0), .key("type")])
    let range = try #require(document.source.range(of: path))
    #expect(String(decoding: document.source.bytes[range], as: UTF8.self) == "<range")
  }

  // MARK: - Damage

  private static let small = XFormExample(
    nodes: "<g><a>1</a></g><r><b/></r><r><b>x</b></r><c/>",
    model: """
      <itext><translation lang="fr"><text id="l"><value>L <output value="/data/c"/></value></text>
      </translation></itext><instance id="i"><root><item><name>x</name></item></root></instance>
      <bind nodeset="/data/g/a" type="int" relevant="true()" constraint=". > 1"/>
      <setvalue ref="/data/c" event="xforms-ready" value="1"/>
      """,
    body: """
      <group ref="/data/g"><input ref="/data/g/a"><label ref="jr:itext('l')"/></input></group>
      <group><repeat nodeset="/data/r" jr:count="2"><input ref="b"/></repeat></group>
      <select1 ref="/data/c"><itemset nodeset="instance('i')/root/item[name='x']"><value ref="name"/>
      </itemset></select1>
      """)

  /// Reads and compiles bytes, which may be anything.
  private func check(_ bytes: [UInt8], _ place: @autoclosure () -> String) {
    let form = ImportedForm(bytes)
    for problem in form.document.problems {
      guard let range = problem.range else {
        if form.report != nil { Issue.record("\(place()): \(problem)") }
        continue
      }
      if range.lowerBound < 0 || range.upperBound > bytes.count {
        Issue.record("\(place()): \(problem)")
      }
    }
    if form.document.definition != nil { _ = try? CompiledForm(form.document) }
  }

  @Test("Every prefix of a form gives a form or a problem")
  func everyPrefix() {
    let bytes = Array(Self.small.text.utf8)
    for end in bytes.indices { check(Array(bytes[..<end]), "prefix of \(end) bytes") }
    #expect(Self.small.imported().report != nil)
  }

  @Test("Every changed byte of a form gives a form or a problem")
  func everyChangedByte() {
    let bytes = Array(Self.small.text.utf8)
    for index in bytes.indices {
      for byte in [UInt8(ascii: "a"), UInt8(ascii: "/"), bytes[index] ^ 0x12] {
        var changed = bytes
        changed[index] = byte
        check(changed, "byte \(index) is \(byte)")
      }
    }
  }

  @Test("Depth and numbers beyond what a form can have are problems")
  func large() {
    let depth = 60
    let nodes =
      (0..<depth).map { "<n\($0)>" }.joined()
      + (0..<depth).reversed().map { "</n\($0)>" }
      .joined()
    check(Array(XFormExample(nodes: nodes, body: "").text.utf8), "deep")
    let wide = (0..<2_000).map { "<g\($0)><same/></g\($0)>" }.joined()
    check(Array(XFormExample(nodes: wide, body: "").text.utf8), "wide")
  }
}
