import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@testable import formeval

/// What the command prints grows as what it is given, and no faster.
@Suite("Sizes of output")
struct SizeTests {
  private func output(_ words: [String], form: String = "") throws -> String {
    let arguments = try Arguments.parse(words)
    let session = Session(
      arguments: arguments, style: Style(isColored: false), now: .distantPast
    ) { _ throws(CommandError) in Array(form.utf8) }
    return session.output().result
  }

  /// A text that is as deep as it is long.
  private func sum(_ count: Int) -> String { "1" + String(repeating: "+a", count: count) }

  @Test("The explanation of a deep text", arguments: depth(quick: 80, full: 200))
  func explains(depth size: Int) throws {
    let sizes = [size, 2 * size, 4 * size]
    let explained = try sizes.map {
      try output(["--formula", sum($0), "--explain", "--object", "o"], form: #"{"a": 1}"#).utf8
        .count
    }
    #expect(explained[0] > 2 * size)
    #expect(explained[1] < 5 * explained[0] / 2 && explained[2] < 5 * explained[1] / 2)
    let why = try sizes.map { count in
      let form = """
        {"sections": [{"rows": [{"tag": "a", "type": "int", "value": 1},
          {"tag": "b", "type": "int", "calculated": "\(sum(count).replacing("a", with: "$a"))"}]}]}
        """
      return try output(["f", "--why", "b"], form: form).utf8.count
    }
    #expect(why[1] < 5 * why[0] / 2 && why[2] < 5 * why[1] / 2)
  }

  @Test("A result that names one list often")
  func results() throws {
    let object = "{\"a\": [" + String(repeating: "0,", count: 999) + "0]}"
    func answer(_ times: Int, _ flags: String...) throws -> String {
      let list = Array(repeating: "a", count: times).joined(separator: ", ")
      return try output(
        ["--formula", "{\(list)}", "--object", "o", "--json"] + flags, form: object)
    }
    #expect(try answer(200, "--untrusted").hasPrefix(#"{"ok":true,"value":[["#))
    #expect(
      try answer(300, "--untrusted").hasPrefix(
        #"{"ok":false,"stage":"eval","error":"the result has more than 262144 members and bytes""#))
    #expect(try answer(300).hasPrefix(#"{"ok":true"#))
  }

  @Test("The size of a value is counted to the limit, each part as often as it stands there")
  func sizes() {
    let list = Value.array([1, "ab", .null])
    #expect(!list.isLarger(than: 5) && list.isLarger(than: 4))
    let both: Value = ["k": list, "l": list]
    #expect(!both.isLarger(than: 14) && both.isLarger(than: 13))
    var deep = Value.array([])
    for _ in 0..<5_000 { deep = .array([deep]) }
    #expect(!deep.isLarger(than: 5_000) && deep.isLarger(than: 4_999))
  }

  @Test("Parts of a text are kept up to a limit, the whole of it as it is")
  func cutsParts() throws {
    let text = "1 + " + String(repeating: "a + ", count: 24) + "aéé"
    let explanation = BuiltText.formula(try Formula(text)).explain(
      ["a": 1, "aéé": 1], [:], .current)
    #expect(explanation.lines.count == 50)
    #expect(explanation.lines[0].text == text)
    let part = explanation.lines[1].text
    #expect(part == "1 + " + String(repeating: "a + ", count: 23) + "a")
    let long = BuiltText.formula(try Formula("1 + \(text) + 1")).explain(.null, [:], .current)
    #expect(long.lines[1].text == "1 + 1 + " + String(repeating: "a + ", count: 23) + "…")
    #expect(long.lines.allSatisfy { $0.depth == 0 || $0.text.count <= 101 })
  }

  @Test("A table with one long title")
  func showsLongTitles() throws {
    let sizes = try [3_000, 6_000, 12_000].map { count in
      let rows = (0..<count / 30).map { #"{"tag": "r\#($0)", "type": "text", "title": "x"}"# }
      let title = String(repeating: "y", count: count)
      let form = """
        {"sections": [{"rows": [{"tag": "a", "type": "text", "title": "\(title)"},
          \(rows.joined(separator: ", "))]}]}
        """
      return try output(["f"], form: form).utf8.count
    }
    #expect(sizes[0] > 3_000)
    #expect(sizes[1] < 5 * sizes[0] / 2 && sizes[2] < 5 * sizes[1] / 2)
  }
}
