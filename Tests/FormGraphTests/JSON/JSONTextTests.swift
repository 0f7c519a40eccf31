// Values written as JSON, and places inside strings and paths.

import Foundation
import FormGraph
import Predicate
import Testing

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (.double(3), "3.0"), (.double(-0.0), "-0.0"), (.double(0.1), "0.1"),
      (.double(1e300), "1e+300"),
      (.double(.nan), "null"), (.double(-.infinity), "null"),
      (.string("a\"b\\c\n\u{7}/ é\u{2028}"), "\"a\\\"b\\\\c\\n\\u0007/ é\\u2028\""),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), #""2001-01-01T00:00:00Z""#),
      (.data(Data([1, 2, 255])), #""AQL/""#),
      (.set(ValueSet([1, 2, 1])), "[1,2]"),
      (["b": [1, [], ["x": nil]], "a": [:]], #"{"b":[1,[],{"x":null}],"a":{}}"#),
    ] as [(Value, String)])
  func writes(value: Value, text: String) {
    #expect(JSONWriter.text(of: value) == text)
  }

  @Test(
    "Characters that show nothing are escaped, and read back as they were",
    arguments: [
      ("\u{7F}", #"\u007f"#), ("\u{80}\u{9F}", #"\u0080\u009f"#), ("\u{AD}", #"\u00ad"#),
      ("\u{202E}b\u{2066}", #"\u202eb\u2066"#), ("\u{2028}", #"\u2028"#),
      ("\u{FEFF}", #"\ufeff"#), ("\u{E0041}", #"\udb40\udc41"#), ("👩\u{200D}💻é", "👩\u{200D}💻é"),
    ])
  func escapes(_ text: String, _ escaped: String) throws {
    let value: Value = [text: .string(text)]
    #expect(JSONWriter.text(of: value) == "{\"\(escaped)\":\"\(escaped)\"}")
    #expect(try JSONReader.read(Array(JSONWriter.text(of: value).utf8)).value == value)
  }

  @Test("Members that are written one by one have commas between them")
  func writesMembers() {
    var lines = Array("before\n".utf8)
    JSONText.line(to: &lines) { json in
      json.object { json in
        json.member("a", [1, "{"])
        json.object("b") { _ in }
        json.list("c") { json in
          json.value(.null)
          json.list { json in
            json.value("[")
            json.value(":")
          }
          json.object { $0.member("d", "x\n") }
        }
        json.list(ifAny: "none") { _ in }
        json.list(ifAny: "some") { $0.value(1) }
        json.members([("e\"", 2.5)])
        json.members(of: Array("{}".utf8))
        json.members(of: Array(#"{"f":{}}"#.utf8))
        json.member(JSONText.WrittenKey("g"), true)
      }
    }
    let line =
      #"{"a":[1,"{"],"b":{},"c":[null,["[",":"],{"d":"x\n"}],"#
      + #""some":[1],"e\"":2.5,"f":{},"g":true}"#
    #expect(String(decoding: lines, as: UTF8.self) == "before\n\(line)\n")
  }

  @Test func writesPretty() {
    let value: Value = ["b": [1, [], ["x": nil]], "a": [:]]
    #expect(
      JSONWriter.text(of: value, pretty: true) == """
        {
          "b": [
            1,
            [],
            {
              "x": null
            }
          ],
          "a": {}
        }
        """)
  }

  @Test("Members deep inside follow without a break, so that blanks are no multiple of a value")
  func breaksOuterLevels() throws {
    func text(_ depth: Int) -> String {
      let deep = (0..<depth).reduce(Value.array([])) { value, _ in .array([value, 2]) }
      return JSONWriter.text(of: deep, pretty: true)
    }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
    #expect(lines(text(12)).count == 3 * 12 + 1)
    #expect(lines(text(13)).count == 3 * 12 + 1)
    #expect(lines(text(13)).contains { $0.hasSuffix("[[],2],") })
    #expect(lines(text(90)).count == 3 * 12 + 1)
    #expect(text(90).utf8.count < 2_000)
    #expect(
      JSONWriter.text(of: try JSONReader.read(Array(text(90).utf8)).value, pretty: true) == text(90)
    )
  }

  @Test(arguments: [false, true])
  func readsBackWhatItWrote(pretty: Bool) throws {
    let value: Value = [
      "text": "\u{0}\u{1F}\"\\/é日😀", "numbers": [0, -1, .int(.min), .int(.max), 3.0, 1e16, -0.25],
      "others": [true, false, nil, [:], []], "": ["a b": 1],
    ]
    let text = JSONWriter.text(of: value, pretty: pretty)
    #expect(try JSONReader.read(Array(text.utf8)).value == value)
  }

  @Test func writesAnyDepth() {
    let depth = 10_000
    let value = (0..<depth).reduce(Value.null) { value, _ in .array([value]) }
    #expect(JSONWriter.text(of: value).utf8.count == 2 * depth + 4)
  }
}

@Suite struct JSONPlaceTests {
  /// A literal, a part of its decoded text, and what of the literal that part is.
  @Test(arguments: [
    (#""abc""#, 1..<2, "b"), (#""abc""#, 0..<3, "abc"), (#""abc""#, 3..<3, ""),
    (#""a\nb""#, 2..<3, "b"), (#""a\nb""#, 1..<2, #"\n"#), (#""a\"b\\c""#, 2..<5, #"b\\c"#),
    (#""\u00e9x""#, 2..<3, "x"), (#""\u00e9x""#, 0..<2, #"\u00e9"#),
    (#""\u00e9x""#, 1..<2, #"\u00e9"#), (#""\u65e5\u0041x""#, 3..<4, #"\u0041"#),
    (#""\ud83d\ude00x""#, 4..<5, "x"), (#""\ud83d\ude00x""#, 0..<4, #"\ud83d\ude00"#),
    (#""é日x""#, 5..<6, "x"), (#""abc""#, 2..<99, "c"), (#""abc""#, 50..<99, ""),
    (#""""#, 0..<4, ""), ("12", 0..<1, "12"),
  ])
  func mapsPlacesInStrings(literal: String, part: Range<Int>, expected: String) throws {
    let bytes = Array("[ \(literal)]".utf8)
    guard case .array(let elements) = try JSONReader.read(bytes).content else {
      Issue.record("no list")
      return
    }
    let range = elements[0].sourceRange(of: part)
    #expect(String(decoding: bytes[range], as: UTF8.self) == expected)
  }

  @Test func namesPaths() {
    let path = JSONPath().appending("sections").appending(0).appending("rows").appending(1)
    #expect(path.appending("hidden").description == "sections[0].rows[1].hidden")
    #expect(path.appending("a \"b").description == #"sections[0].rows[1]["a \"b"]"#)
    #expect(JSONPath().appending("$schema").description == #"["$schema"]"#)
    #expect(JSONPath().description.isEmpty)
  }
}
