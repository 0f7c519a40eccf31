import Predicate
import Testing

@Suite("Characters that show nothing")
struct InvisibleScalarTests {
  private static let invisible: [Unicode.Scalar] = [
    "\u{0}", "\u{1B}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\u{AD}", "\u{61C}",
    "\u{200B}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}",
    "\u{2069}", "\u{FEFF}", "\u{E0041}",
  ]

  @Test("Canonical text escapes them, and reads back as the same text", arguments: invisible)
  func escapes(_ scalar: Unicode.Scalar) throws {
    let tree = try SyntaxTree(predicate: "a == 'x\(scalar)y'")
    let text = tree.description
    #expect(text == "a == \"x\(scalar.escaped)y\"")
    #expect(text.unicodeScalars.allSatisfy { !$0.isInvisible })
    #expect(try SyntaxTree(predicate: text).description == text)
    #expect(
      try Condition(text).evaluate(["a": .string("x\(scalar)y")], context: .current))
    let key = try Condition(format: "%K == 1", arguments: [.string("x\(scalar)y")])
    #expect(key.tree.description == "SELF.\"x\(scalar.escaped)y\" == 1")
    #expect(try Condition(key.tree.description).keyPaths == ["x\(scalar)y"])
  }

  @Test(
    "Letters, blanks, marks and joiners stand as they are",
    arguments: [" ", "~", "é", "\u{A0}", "\u{301}", "\u{200C}", "\u{200D}", "\u{FE0F}", "😀", "日"])
  func keeps(_ scalar: Unicode.Scalar) throws {
    #expect(!scalar.isInvisible)
    #expect(
      try SyntaxTree(predicate: "a == 'x\(scalar)y'").description == "a == \"x\(scalar)y\"")
  }
}
