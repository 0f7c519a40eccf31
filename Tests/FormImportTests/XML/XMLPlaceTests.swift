// The places of elements, names, values and texts in the file, and of each character in them, also
// through references, line breaks, comments and CDATA.

import TestSupport
import Testing

@testable import FormImport

@Suite("XML: places") struct XMLPlaceTests {
  @Test func placesOfElements() throws {
    let xml = "\u{FEFF}<?xml version='1.0'?>\n<p:é xmlns:p='u' p:b = \"c\" >d<e/> <f>g</f ></p:é>\n"
    let root = try XMLReader.read(Array(xml.utf8)).root
    let tree = root.tree
    #expect(
      tree.spelling(root.range) == "<p:é xmlns:p='u' p:b = \"c\" >d<e/> <f>g</f ></p:é>")
    #expect(tree.spelling(root.name.range) == "p:é")
    #expect(root.elements.map { tree.spelling($0.range) } == ["<e/>", "<f>g</f >"])
    #expect(root.attributes.map { tree.spelling($0.range) } == ["xmlns:p='u'", "p:b = \"c\""])
    #expect(root.attributes.map { tree.spelling($0.name.range) } == ["xmlns:p", "p:b"])
    #expect(root.attributes.map { tree.spelling($0.value.range) } == ["u", "c"])
    #expect(root.texts.map { tree.spelling($0.range) } == ["d", " "])
    #expect(root.texts.first?.range.lowerBound == 54)
  }

  /// Texts, and the spelling of each of their characters.
  @Test(arguments: [
    ("a &lt; 5", ["a", " ", "&lt;", " ", "5"]), ("", []), ("&amp;", ["&amp;"]),
    ("&#x1F600;é&#233;", ["&#x1F600;", "é", "&#233;"]), ("&lt;&gt;", ["&lt;", "&gt;"]),
    ("1\r\n2\r3\n4", ["1", "\r\n", "2", "\r", "3", "\n", "4"]),
  ])
  func placesOfCharacters(spelling: String, characters: [String]) throws {
    for (before, after) in [("<a>", "</a>"), ("<a b='", "'/>")] {
      let root = try XMLReader.read(Array((before + spelling + after).utf8)).root
      let texts = root.attributes.map(\.value) + root.texts
      guard let text = texts.first else {
        #expect(characters.isEmpty)
        continue
      }
      #expect(spellings(of: text, in: root.tree) == characters)
      #expect(text.range == before.utf8.count..<(before + spelling).utf8.count)
    }
  }

  @Test(arguments: [
    ("a<!-- -->b", ["a", "b"], "a<!-- -->b"), ("<!-- -->a<?p?>", ["a"], "a"),
    ("<![CDATA[&]]>", ["&"], "&"), ("a<![CDATA[&]]>b", ["a", "&", "b"], "a<![CDATA[&]]>b"),
    ("a<![CDATA[]]><!---->&lt;", ["a", "&lt;"], "a<![CDATA[]]><!---->&lt;"),
    ("&lt;<!-- --><?p?>a", ["&lt;", "a"], "&lt;<!-- --><?p?>a"),
    ("<![CDATA[a]]]]><![CDATA[>]]>", ["a", "]", "]", ">"], "a]]]]><![CDATA[>"),
  ])
  func leavesOutWhatIsNoText(spelling: String, characters: [String], range: String) throws {
    let root = try XMLReader.read(Array("<a>\(spelling)</a>".utf8)).root
    let text = try #require(root.texts.first)
    #expect(spellings(of: text, in: root.tree) == characters)
    #expect(root.tree.spelling(text.range) == range)
  }

  private func spellings(of text: XMLTree.Text, in tree: XMLTree) -> [String] {
    var offset = 0
    return text.string.unicodeScalars.map { scalar in
      let part = offset..<(offset + UTF8.width(scalar))
      offset = part.upperBound
      return tree.spelling(text.sourceRange(of: part))
    }
  }

  @Test func placesOutsideOfATextAreTheNearestOnes() throws {
    let root = try XMLReader.read(Array("<a b='&lt;1'/>".utf8)).root
    let value = try #require(root.attributes.first?.value)
    #expect([-1, 0, 1, 2, 3].map(value.sourceOffset) == [6, 6, 10, 11, 11])
    #expect(value.sourceRange(of: -5..<9) == 6..<11)
    #expect(value.sourceRange(of: 1..<1) == 10..<10)
  }

  // MARK: - Random texts

  /// Spellings that stand together, and the text of each; an empty one if it is left out.
  private struct Piece {
    let parts: [(spelling: String, text: String)]

    init(_ parts: (String, String)...) { self.parts = parts.map { (spelling: $0.0, text: $0.1) } }

    static let everywhere = [
      Piece(("x", "x")), Piece((" ", " ")), Piece(("é", "é")), Piece(("日", "日")), Piece(("😀", "😀")),
      Piece(("&lt;", "<")), Piece(("&gt;", ">")), Piece(("&amp;", "&")), Piece(("&quot;", "\"")),
      Piece(("&apos;", "'")), Piece(("&#65;", "A")), Piece(("&#x1F600;", "😀")),
      Piece(("&#233;", "é")), Piece(("&#13;", "\r")), Piece(("&#x9;", "\t")),
    ]
    static let inValue = [
      Piece(("\n", " ")), Piece(("\t", " ")), Piece(("\r\n", " ")), Piece(("\r", " "), ("x", "x")),
      Piece((">", ">")), Piece(("'", "'")),
    ]
    static let inText = [
      Piece(("\n", "\n")), Piece(("\t", "\t")), Piece(("\r\n", "\n")),
      Piece(("\r", "\n"), ("x", "x")), Piece(("\"", "\"")), Piece(("]", "]")),
      Piece(("<!-- & -->", "")), Piece(("<?p <>?>", "")), Piece(("<![CDATA[]]>", "")),
      Piece(("<![CDATA[", ""), ("<", "<"), ("&", "&"), ("\r\n", "\n"), ("é", "é"), ("]]>", "")),
    ]
  }

  /// Every part of a random text lies in the file where it was written.
  @Test(arguments: depth(quick: 300, full: 5_000))
  func placesOfParts(depth rounds: Int) throws {
    var random = SplitMix64.forTest(0x9_1ACE)
    let seed = random.seed
    for round in 0..<rounds {
      var xml = "<a b=\""
      let value = write(Piece.everywhere + Piece.inValue, to: &xml, &random)
      xml += "\">"
      let text = write(Piece.everywhere + Piece.inText, to: &xml, &random)
      xml += "</a>"
      let place: Comment = "seed \(seed), round \(round): \(xml.debugDescription)"
      let root = try XMLReader.read(Array(xml.utf8)).root
      #expect(root.texts.count == (text.isEmpty ? 0 : 1), place)
      for (text, expected) in zip(root.attributes.map(\.value) + root.texts, [value, text]) {
        #expect(text.string == expected.map(\.text).joined(), place)
        var starts: [Int] = [0]
        for part in expected { starts.append((starts.last ?? 0) + part.text.utf8.count) }
        for (first, from) in expected.enumerated() {
          #expect(text.sourceOffset(at: starts[first]) == from.range.lowerBound, place)
          for (last, to) in expected.enumerated().dropFirst(first) {
            let range = text.sourceRange(of: starts[first]..<starts[last + 1])
            #expect(range == from.range.lowerBound..<to.range.upperBound, place)
          }
        }
      }
    }
  }

  /// Writes a random text, and gives its characters with their places.
  private func write(
    _ pieces: [Piece], to xml: inout String, _ random: inout SplitMix64
  ) -> [(text: String, range: Range<Int>)] {
    var characters: [(text: String, range: Range<Int>)] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      for part in pieces.randomElement(using: &random)?.parts ?? [] {
        let start = xml.utf8.count
        xml.unicodeScalars.append(contentsOf: part.spelling.unicodeScalars)
        if !part.text.isEmpty { characters.append((part.text, start..<xml.utf8.count)) }
      }
    }
    return characters
  }
}
