// What the JSON reader takes and refuses, each refusal with its exact place, and that no bytes
// whatever make it trap or point outside the text.

import FormGraph
import Predicate
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  // MARK: - Taken

  @Test(arguments: [
    ("null", "null"), (" true\n", "true"), ("\t[ ]\r\n", "[]"), ("{ }", "{}"),
    ("0", "0"), ("-0", "0"), ("-12", "-12"), ("3.0", "3.0"), ("1e2", "100.0"), ("-1.5E-1", "-0.15"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9.223372036854776e+18"),
    ("1e-400", "0.0"),
    (#""""#, #""""#), (#""año 日本 😀""#, #""año 日本 😀""#),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#),
    (#""\u00e9\u65e5\ud83d\uDE00\u0000""#, #""é日😀\u0000""#),
    (#"{"b": [1, {"c": null}], "a": false}"#, #"{"b":[1,{"c":null}],"a":false}"#),
    ("\u{FEFF}[1]", "[1]"),
  ])
  func takes(text: String, written: String) throws {
    let element = try JSONReader.read(Array(text.utf8))
    #expect(JSONWriter.text(of: element.value) == written)
  }

  @Test func keepsPlacesOrderAndDuplicates() throws {
    let root = try JSONReader.read(Array(#" {"b": "é", "a": [1], "b": 2}"#.utf8))
    guard case .object(let members) = root.content else {
      Issue.record("no object")
      return
    }
    #expect(root.range == 1..<30)
    #expect(members.map(\.key) == ["b", "a", "b"])
    #expect(members.map(\.keyRange) == [2..<5, 13..<16, 23..<26])
    #expect(members.map(\.element.range) == [7..<11, 18..<21, 28..<29])
  }

  @Test func elementsAreEqualAtOnePlaceOnly() throws {
    func element(_ text: String, _ index: Int = 0) throws -> JSONElement {
      let root = try JSONReader.read(Array(text.utf8))
      guard case .array(let elements) = root.content else { return root }
      return elements[index]
    }
    let one = try element("[1, 1, 3]")
    let (same, later, other) = (
      try element("[1, 2]"), try element("[1, 1, 3]", 1), try element("[3]")
    )
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(one != later && one != other)
    #expect(Set([one, same, later, other]).count == 3)
    #expect(Set([one, same, later, other].map(\.hashValue)).count == 3)
  }

  // MARK: - Refused

  /// What is refused, the place, the sentence and the hint.
  struct Refusal: CustomTestStringConvertible {
    let bytes: [UInt8]
    let range: Range<Int>
    let message: String
    let hint: String?

    init(_ text: String, _ range: Range<Int>, _ message: String, _ hint: String? = nil) {
      self.init(bytes: Array(text.utf8), range, message, hint)
    }

    init(bytes: [UInt8], _ range: Range<Int>, _ message: String, _ hint: String? = nil) {
      (self.bytes, self.range, self.message, self.hint) = (bytes, range, message, hint)
    }

    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }
  }

  func check(_ refusal: Refusal) {
    do {
      let element = try JSONReader.read(refusal.bytes)
      Issue.record("taken as \(JSONWriter.text(of: element.value))")
    } catch {
      #expect(error.message == refusal.message)
      #expect(error.range == refusal.range)
      #expect(error.hint == refusal.hint)
    }
  }

  @Test(arguments: [
    Refusal("", 0..<0, "the text is empty", "write a JSON value, such as {}"),
    Refusal(" \n", 0..<0, "the text is empty", "write a JSON value, such as {}"),
    Refusal("[1, [2\n", 6..<6, "the JSON ends inside a list", "close it with ]]"),
    Refusal(#"{"a": [{"b""#, 11..<11, "the JSON ends inside an object", "close it with }]}"),
    Refusal(#"{"a": "#, 5..<5, "the JSON ends inside an object", "close it with }"),
    Refusal(#""abc"#, 4..<4, "the JSON ends inside a string", "close the string with \""),
    Refusal(#""abc\"#, 5..<5, "the JSON ends inside a string", "close the string with \""),
    Refusal(
      "[1] 2", 4..<5, "text stands after the end of the JSON value", "one text holds one value"),
    Refusal(
      "{}}", 2..<3, "text stands after the end of the JSON value", "one text holds one value"),
  ])
  func refusesEnds(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal(
      "[1, 2,]", 5..<6, "a comma stands before the closing ']'",
      "remove the comma; formeval --trailing-commas allows it in a form file"),
    Refusal(
      #"{"a": 1, }"#, 7..<8, "a comma stands before the closing '}'",
      "remove the comma; formeval --trailing-commas allows it in a form file"),
    Refusal("[,1]", 1..<2, "a value is missing before ','"),
    Refusal("[1,,2]", 3..<4, "a value is missing before ','"),
    Refusal(#"{"a": }"#, 6..<7, "a value is missing before '}'"),
    Refusal(#"{,"a": 1}"#, 1..<2, "a key is missing before ','"),
    Refusal("[1 2]", 2..<2, "a comma is missing", "write , between members"),
    Refusal(
      #"{"a": "Say "hi""}"#, 11..<12, "the text ends before 'h'",
      #"write \" for a quotation mark inside it, or ' in a condition"#),
    Refusal("{\"a\": 1\n \"b\": 2}", 7..<7, "a comma is missing", "write , between members"),
    Refusal("[1; 2]", 2..<3, "a comma must stand between members", "write , instead of ;"),
    Refusal(
      #"["a": 1]"#, 4..<5, "a list cannot have keys", "write keys and values between { and }"),
    Refusal(#"{"a" 1}"#, 4..<4, "a colon is missing after the key", #"write "key": value"#),
    Refusal(#"{"a" = 1}"#, 5..<6, "a colon must stand after a key", "write : instead of ="),
    Refusal("[1}", 2..<3, "'}' cannot close a list", "write ]"),
    Refusal(#"{"a": [1, 2}"#, 11..<12, "'}' cannot close a list", "write ]"),
    Refusal(#"{"a": 1]"#, 7..<8, "']' cannot close an object", "write }"),
    Refusal("[1 ? 2]", 3..<4, "'?' cannot stand here"),
  ])
  func refusesPunctuation(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal("{a: 1}", 1..<2, "the key 'a' must stand in double quotes", #"write "a""#),
    Refusal("{1: 1}", 1..<2, "the key '1' must stand in double quotes", #"write "1""#),
    Refusal(
      "{[: 1}", 1..<2, "a key must stand here, not '['", "keys are text in double quotes"),
    Refusal(
      "['a']", 1..<2, "text needs straight double quotes, not '", "write \" instead"),
    Refusal(
      "{“a”: 1}", 1..<4, "text needs straight double quotes, not “", "write \" instead"),
    Refusal("[1, // one\n 2]", 4..<6, "JSON does not allow comments", "remove the comment"),
    Refusal("/* a */ {}", 0..<2, "JSON does not allow comments", "remove the comment"),
    Refusal("[1 # one\n]", 3..<4, "JSON does not allow comments", "remove the comment"),
    Refusal("{} // end", 3..<5, "JSON does not allow comments", "remove the comment"),
    Refusal("True", 0..<4, "'True' is not a JSON value", "did you mean true?"),
    Refusal("[flase]", 1..<6, "'flase' is not a JSON value", "did you mean false?"),
    Refusal("[nil]", 1..<4, "'nil' is not a JSON value", "did you mean null?"),
    Refusal("YES", 0..<3, "'YES' is not a JSON value", "did you mean true?"),
    Refusal("[NaN]", 1..<4, "'NaN' is not a JSON value", "write null, or a number"),
    Refusal("-Infinity", 0..<9, "-Infinity is not a JSON value", "write null, or a number"),
    Refusal("[hello]", 1..<6, "'hello' is not a JSON value", "put text in double quotes"),
    Refusal("[truely]", 1..<7, "'truely' is not a JSON value", "did you mean true?"),
  ])
  func refusesWords(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal("[01]", 1..<3, "a number cannot begin with an extra 0", "write 1"),
    Refusal("-007.5", 0..<4, "a number cannot begin with an extra 0", "write -7"),
    Refusal("+1", 0..<1, "a number cannot have a plus sign", "remove the plus sign"),
    Refusal(".5", 0..<1, "digits are missing before the point", "write 0 before the point"),
    Refusal("[1.]", 1..<3, "digits are missing after the point of the number"),
    Refusal("[1e+]", 1..<4, "digits are missing in the exponent of the number"),
    Refusal("[-]", 1..<2, "digits are missing after the minus sign of the number"),
    Refusal("0x1F", 0..<4, "'0x1F' is not a number", "put text in double quotes"),
    Refusal("[1.2.3]", 1..<6, "'1.2.3' is not a number", "put text in double quotes"),
    Refusal(
      "1e999", 0..<5, "the number is too large", "numbers reach up to 1.7976931348623157e+308"),
  ])
  func refusesNumbers(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal(#"["\q"]"#, 2..<4, "a backslash cannot stand before 'q'", #"write \\ for a backslash"#),
    Refusal(#""\é""#, 1..<4, "a backslash cannot stand before 'é'", #"write \\ for a backslash"#),
    Refusal(
      #""\u12G4""#, 1..<5, #"four hexadecimal digits must follow \u"#,
      #"write, for example, \u00e9"#),
    Refusal(
      #""a\ud800""#, 2..<8, #"\ud800 is half of a character"#,
      #"write both halves, like \ud83d\ude00, or the character itself"#),
    Refusal(
      #""\ude00\ud83d""#, 1..<7, #"\ude00 is half of a character"#,
      #"write both halves, like \ud83d\ude00, or the character itself"#),
    Refusal(
      #""\ud83d\u0041""#, 1..<7, #"\ud83d is half of a character"#,
      #"write both halves, like \ud83d\ude00, or the character itself"#),
    Refusal(
      "[\"ab\n\"]", 1..<4, "the string does not end on its line",
      #"close it with ", or write \n for a line break"#),
    Refusal("\"a\tb\"", 2..<3, "a tab cannot stand inside a string", #"write \t"#),
    Refusal(
      "\"a\u{1B}b\"", 2..<3, "a control character cannot stand inside a string",
      #"write \u001b"#),
    Refusal("[\0]", 1..<2, "a control character cannot stand here"),
  ])
  func refusesStrings(refusal: Refusal) { check(refusal) }

  /// Bytes that are no UTF-8, after `["a`, with the place of the first bad one.
  @Test(
    arguments: [
      ([0xFF], 3), ([0x80], 3), ([0xC0, 0xAF], 3), ([0xC3], 3), ([0xC3, 0xA9, 0xC3], 5),
      ([0xE0, 0x80, 0x80], 3), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 3),
      ([0xF0, 0x9F, 0x98], 3), ([0xF5, 0x80, 0x80, 0x80], 3),
    ] as [([UInt8], Int)])
  func refusesInvalidUTF8(bytes: [UInt8], offset: Int) {
    let text = Array("[\"a".utf8) + bytes + Array("\"]".utf8)
    let hex = String(text[offset], radix: 16, uppercase: true)
    check(
      Refusal(
        bytes: text, offset..<(offset + 1), "the byte 0x\(hex) at offset \(offset) is not UTF-8",
        "save the file as UTF-8"))
  }

  @Test func refusesInvalidUTF8OutsideStrings() {
    check(
      Refusal(
        bytes: [0x5B, 0xFF, 0x5D], 1..<2, "the byte 0xFF at offset 1 is not UTF-8",
        "save the file as UTF-8"))
    check(
      Refusal(bytes: [0xFF, 0xFE, 0x7B, 0], 0..<2, "the text is UTF-16", "save the file as UTF-8"))
  }

  @Test func boundsDepthAndLength() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let limit = JSONReader.maximumDepth
    _ = try JSONReader.read(nested(limit))
    let message = "lists and objects stand inside one another more than \(limit) deep"
    check(Refusal(bytes: nested(limit + 1), limit..<(limit + 1), message))
    check(Refusal(bytes: nested(1_000_000), limit..<(limit + 1), message))
    let length = JSONReader.maximumBytes
    check(
      Refusal(
        bytes: [UInt8](repeating: 0x20, count: length + 1), length..<(length + 1),
        "the text is longer than 64 MiB"))
  }

  @Test func notesWhatIsStillOpen() {
    #expect(throws: Problem.self) { try JSONReader.read(Array(#"{"a": [1, 2"#.utf8)) }
    do {
      _ = try JSONReader.read(Array(#"{"a": [1, 2"#.utf8))
    } catch {
      #expect(error.related == [Problem.Related("the list begins here", range: 6..<7)])
    }
  }

  // MARK: - Any bytes

  /// Whatever bytes are changed, nothing traps on the way from bytes to a form or to rendered
  /// problems, and every place lies within the text.
  @Test(arguments: depth(quick: 400, full: 2_000))
  func survivesMutations(depth rounds: Int) {
    var random = SplitMix64.forTest(0x5EED)
    let seed = random.seed
    let original = Array(FormExample.json.utf8)
    for round in 0..<rounds {
      let bytes = mutated(original, &random)
      var problems: [Problem] = []
      do throws(CompileFailure) {
        problems = try CompiledForm.compile(json: bytes, named: "form.json").warnings
      } catch {
        problems = error.problems
      }
      let ranges = problems.flatMap { [$0.range] + $0.related.map(\.range) }
      for case let range? in ranges {
        #expect(
          range.lowerBound >= 0 && range.upperBound <= bytes.count,
          "seed \(seed), round \(round): \(range)")
      }
      #expect(!ranges.contains(nil), "seed \(seed), round \(round)")
      if !problems.isEmpty {
        let source = FormSource(name: "form.json", bytes: bytes)
        #expect(!ProblemRenderer(source: source).text(of: problems).isEmpty)
      }
    }
  }

  private func mutated(_ original: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    let interesting = Array(#"{}[]",:\u0-.e/#'"#.utf8) + [0, 0xC3, 0xED, 0xFF]
    for _ in 0...Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
      let position = Int.random(in: bytes.indices, using: &random)
      let byte =
        Bool.random(using: &random)
        ? interesting.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: bytes[position] = byte
      case 4..<7: bytes.insert(byte, at: position)
      case 7..<9: bytes.remove(at: position)
      default: bytes.removeSubrange(position...)
      }
    }
    return bytes
  }
}

/// What the reader does eight bytes at a time, or with a bit for each key, against the plain way.
@Suite struct JSONReaderShortcutTests {
  /// Every byte that means something in a string, at every place of a text of every length.
  @Test(arguments: ["\"", "\\n", "\\ud83d\\ude00", "é", "日", "😀", "\u{7F}", "\u{1F}", "\t"])
  func findsWhatMeansSomething(special: String) throws {
    for length in 0..<20 {
      for place in 0...length {
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "~", count: length - place)
        let bytes = Array("[\"\(before)\(special)\(after)\"]".utf8)
        guard special != "\"", special != "\u{1F}", special != "\t" else {
          #expect(throws: Problem.self) { try JSONReader.read(bytes) }
          continue
        }
        let decoded = ["\\n": "\n", "\\ud83d\\ude00": "😀"][special] ?? special
        #expect(try JSONReader.read(bytes).value == [.string(before + decoded + after)])
      }
    }
  }

  @Test func findsKeysThatAreGivenTwice() throws {
    var random = SplitMix64.forTest(0xD0B1E)
    let seed = random.seed
    for round in 0..<500 {
      let count = Int.random(in: 0...60, using: &random)
      var keys = (0..<count).map { "k\($0)\(String(repeating: "x", count: $0 % 19))" }
      var isTwice = false
      if count > 0, Bool.random(using: &random) {
        isTwice = true
        keys.append(keys.randomElement(using: &random) ?? "")
      }
      keys.shuffle(using: &random)
      let members = keys.map { key in
        let isEscaped = Int.random(in: 0..<40, using: &random) == 0
        let spelled = isEscaped ? "\\u006b\(key.dropFirst())" : key
        return "\"\(spelled)\": {\"title\": [1, {}]}"
      }
      let json = "{\"extra\": {\(members.joined(separator: ", "))}, \"sections\": []}"
      let problems = DefinitionReader.read(try JSONReader.read(Array(json.utf8))).problems
      let given = problems.filter { $0.message.hasSuffix("is given twice") }
      #expect(given.count == (isTwice ? 1 : 0), "seed \(seed), round \(round)")
      let path = given.first.map { JSONPath([.key("extra"), $0.path.steps.last ?? .index(0)]) }
      #expect(given.first?.path == path, "seed \(seed), round \(round)")
      #expect(given.first?.related.first?.path == path, "seed \(seed), round \(round)")
    }
  }
}
