// What the XML reader refuses: each mistake with its place, its sentence, its hint and its note.

import FormFile
import Testing

@testable import FormImport

@Suite("XML: refused") struct XMLMistakeTests {
  /// What is refused, the place, the sentence, the hint and the place of the note.
  struct Refusal: CustomTestStringConvertible {
    let bytes: [UInt8]
    let range: Range<Int>
    let message: String
    let hint: String
    let note: Range<Int>?

    init(
      _ text: String, _ range: Range<Int>, _ message: String, _ hint: String,
      note: Range<Int>? = nil
    ) {
      self.init(bytes: Array(text.utf8), range, message, hint, note: note)
    }

    init(
      bytes: [UInt8], _ range: Range<Int>, _ message: String, _ hint: String,
      note: Range<Int>? = nil
    ) {
      (self.bytes, self.range, self.message, self.hint) = (bytes, range, message, hint)
      self.note = note
    }

    var testDescription: String { String(decoding: bytes.prefix(60), as: UTF8.self) }
  }

  func check(_ refusal: Refusal) {
    do {
      let root = try XMLReader.read(refusal.bytes).root
      Issue.record("taken as \(root.outline)")
    } catch {
      #expect(error.message == refusal.message)
      #expect(error.range == refusal.range)
      #expect(error.hint == refusal.hint)
      #expect(error.related.first?.range == refusal.note)
    }
  }

  private static let noElement = "the XML has no element"
  private static let around = "write one element around everything"

  @Test(arguments: [
    Refusal("", 0..<0, noElement, around), Refusal(" \n", 0..<0, noElement, around),
    Refusal("\u{FEFF}", 3..<3, noElement, around),
    Refusal("<!-- a -->\n", 10..<10, noElement, around),
    Refusal("<", 1..<1, noElement, around), Refusal("<!", 2..<2, noElement, around),
    Refusal("<?xml version='1.0'?>", 21..<21, noElement, around),
    Refusal(
      "<a>\n", 3..<3, "the XML ends inside the element 'a'", "close it with </a>", note: 0..<2),
    Refusal(
      "<a><p.b><", 9..<9, "the XML ends inside a tag", "end it with >", note: 8..<9),
    Refusal(
      "<a><p.b>x", 9..<9, "the XML ends inside the element 'p.b'", "close it with </p.b>",
      note: 3..<7),
    Refusal(
      "<a><b></b>&amp;", 15..<15, "the XML ends inside the element 'a'", "close it with </a>",
      note: 0..<2),
    Refusal("<a", 2..<2, "the XML ends inside a tag", "end it with >", note: 0..<1),
    Refusal("<a b", 4..<4, "the XML ends inside a tag", "end it with >", note: 0..<1),
    Refusal("<a b=", 5..<5, "the XML ends inside a tag", "end it with >", note: 0..<1),
    Refusal("<a /", 4..<4, "the XML ends inside a tag", "end it with >", note: 0..<1),
    Refusal("<a b:", 5..<5, "the XML ends inside a tag", "end it with >", note: 0..<1),
    Refusal(
      "<a b='1", 7..<7, "the XML ends inside an attribute value", "end it with '", note: 5..<6),
    Refusal(
      "<a b=\"&lt", 9..<9, "the XML ends inside an attribute value", "end it with \"",
      note: 5..<6),
    Refusal("<a></", 5..<5, "the XML ends inside an end tag", "end it with >", note: 3..<4),
    Refusal("<aa></a", 7..<7, "the XML ends inside an end tag", "end it with >", note: 4..<5),
    Refusal("<a></a ", 6..<6, "the XML ends inside an end tag", "end it with >", note: 3..<4),
    Refusal("<!-- a -", 8..<8, "the XML ends inside a comment", "end it with -->", note: 0..<1),
    Refusal("<!-- a --", 9..<9, "the XML ends inside a comment", "end it with -->", note: 0..<1),
    Refusal(
      "<a><?p a?", 9..<9, "the XML ends inside an instruction", "end it with ?>", note: 3..<4),
    Refusal("<a><?", 5..<5, "the XML ends inside an instruction", "end it with ?>", note: 3..<4),
    Refusal(
      "<a><![CDATA[]]", 14..<14, "the XML ends inside a CDATA section", "end it with ]]>",
      note: 3..<4),
    Refusal(
      "<a><![CDA", 9..<9, "the XML ends inside the element 'a'", "close it with </a>", note: 0..<2),
    Refusal(
      "<?xml version=", 14..<14, "the XML ends inside the XML declaration", "end it with ?>",
      note: 0..<1),
    Refusal(
      "<a>&#6", 6..<6, "the XML ends inside the element 'a'", "close it with </a>", note: 0..<2),
    Refusal(
      "<a>&", 4..<4, "the XML ends inside the element 'a'", "close it with </a>", note: 0..<2),
  ])
  func refusesEnds(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal("x<a/>", 0..<1, "text stands before the first element", "remove it"),
    Refusal("</a>", 0..<1, "an end tag stands before the first element", "remove it"),
    Refusal("<a/>é", 4..<6, "text stands after the end of the root", "remove it"),
    Refusal("<a/>&lt;", 4..<5, "text stands after the end of the root", "remove it"),
    Refusal("<a/></a>", 4..<5, "an end tag stands after the end of the root", "remove it"),
    Refusal(
      "<a/><b/>", 4..<5, "something stands after the end of the root",
      "put one element around everything"),
    Refusal(
      "<![CDATA[x]]><a/>", 0..<9, "a CDATA section must stand inside an element", "remove it"),
    Refusal(
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", 0..<9, "a document type (DTD) is not read",
      "remove it, and write characters in place of entities that it declares"),
    Refusal(
      "\n<!doctype html>", 1..<10, "a document type (DTD) is not read",
      "remove it, and write characters in place of entities that it declares"),
    Refusal(
      "<a><!ELEMENT a></a>", 3..<5, "'<!' begins nothing that is known",
      "a comment begins with <!--"),
    Refusal(
      "\n<?xml version='1.0'?><a/>", 1..<6,
      "the XML declaration must stand at the very start of the file",
      "remove what stands before it, also blanks and empty lines"),
    Refusal(
      "<a><?XML a?></a>", 3..<8, "the name of an instruction cannot be 'XML'",
      "remove the instruction"),
    Refusal(
      "<a><? p?></a>", 5..<6, "a name must follow '<?'", "write &lt; for the sign < itself"),
    Refusal(
      "<a><?p:q?></a>", 6..<7, "':' cannot stand in the name of an instruction", "write a blank"),
    Refusal(
      "<a><!-- 1 -- 2 --></a>", 10..<12, "'--' cannot stand in a comment",
      "end the comment with -->", note: 3..<4),
    Refusal(
      "<a><!-- 1 ---></a>", 10..<12, "'--' cannot stand in a comment",
      "end the comment with -->", note: 3..<4),
  ])
  func refusesWhatStandsAround(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal(
      "<a><b></a>", 8..<9, "the end tag of 'a' cannot close 'b'", "write </b> before it",
      note: 3..<5),
    Refusal(
      "<p:a xmlns:p='u'></q:a>", 19..<22, "the end tag of 'q:a' cannot close 'p:a'",
      "write </p:a>", note: 0..<4),
    Refusal("<a></ab>", 5..<7, "the end tag of 'ab' cannot close 'a'", "write </a>", note: 0..<2),
    Refusal("<a></a:b>", 5..<8, "the end tag of 'a:b' cannot close 'a'", "write </a>", note: 0..<2),
    Refusal("<a></aé>", 5..<8, "the end tag of 'aé' cannot close 'a'", "write </a>", note: 0..<2),
    Refusal("<a></>", 5..<6, "the name of an element must follow '</'", "write </a>"),
    Refusal("<a></ a>", 5..<6, "the name of an element must follow '</'", "write </a>"),
    Refusal("<a></a b>", 7..<8, "'>' must stand here", "write </a>"),
    Refusal(
      "<a>1 < 2</a>", 5..<6, "a name must follow '<'", "write &lt; for the sign < itself"),
    Refusal("<1/>", 0..<1, "a name must follow '<'", "write &lt; for the sign < itself"),
    Refusal("<:a/>", 0..<1, "a name must follow '<'", "write &lt; for the sign < itself"),
    Refusal("<a><·/></a>", 3..<4, "a name must follow '<'", "write &lt; for the sign < itself"),
    Refusal("<a:/>", 3..<4, "a name must stand after the colon", "remove the colon"),
    Refusal("<a:b:c/>", 4..<5, "a name cannot have two colons", "a colon stands after a prefix"),
    Refusal(
      "<a b='1'<c/></a>", 8..<9, "the tag does not end", "write > before this tag", note: 0..<1),
    Refusal(
      "<a / >", 3..<4, "'/' cannot stand here in a tag",
      "a name has letters, digits, hyphens, periods and _", note: 0..<1),
    Refusal(
      "<a “b”/>", 3..<6, "'“' cannot stand here in a tag",
      "a name has letters, digits, hyphens, periods and _", note: 0..<1),
  ])
  func refusesTags(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal("<a b/>", 3..<4, "the attribute 'b' has no value", "write b=\"…\""),
    Refusal("<a b c=''/>", 3..<4, "the attribute 'b' has no value", "write b=\"…\""),
    Refusal("<a b<c/></a>", 3..<4, "the attribute 'b' has no value", "write b=\"…\""),
    Refusal(
      "<a b$=''/>", 4..<5, "'$' cannot stand in the name of an attribute",
      "a name has letters, digits, hyphens, periods and _"),
    Refusal("<a b=1/>", 5..<6, "the value of 'b' must stand in quotes", "write b=\"…\""),
    Refusal("<a b=“1”/>", 5..<8, "the value of 'b' must stand in quotes", "write b=\"…\""),
    Refusal("<a b='1'c='2'/>", 8..<9, "a blank is missing before the attribute", "write a blank"),
    Refusal(
      #"<a b="c < 5"/>"#, 8..<9, "'<' cannot stand in an attribute value",
      "write &lt;, or end the value before it", note: 5..<6),
    Refusal(
      "<a b='1' c='2' b='3'/>", 15..<16, "the attribute 'b' is given twice", "remove one of them",
      note: 3..<4),
    Refusal(
      "<a p:b='' q:b='' xmlns:p='u' xmlns:q='u'/>", 10..<13, "the attribute 'q:b' is given twice",
      "the prefixes have one namespace; remove one of the attributes", note: 3..<6),
    Refusal(
      "<a xmlns='u' xmlns='v'/>", 13..<18, "the attribute 'xmlns' is given twice",
      "remove one of them", note: 3..<8),
  ])
  func refusesAttributes(refusal: Refusal) { check(refusal) }

  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let together = "the prefix 'xml' and the namespace \(xml) belong together"

  @Test(arguments: [
    Refusal(
      "<jr:a/>", 1..<3, "the prefix 'jr' is not declared",
      "write xmlns:jr=\"…\" in this tag or in one around it"),
    Refusal(
      "<a b='' p:c=''/>", 8..<9, "the prefix 'p' is not declared",
      "write xmlns:p=\"…\" in this tag or in one around it"),
    Refusal(
      "<a><b xmlns:p='u'/><p:c/></a>", 20..<21, "the prefix 'p' is not declared",
      "write xmlns:p=\"…\" in this tag or in one around it"),
    Refusal(
      "<a xmlns:p=''/>", 3..<10, "the namespace of the prefix 'p' is empty",
      "write the namespace; only xmlns=\"\" without a prefix may be empty"),
    Refusal("<a xmlns:xml='u'/>", 3..<12, together, "remove the attribute"),
    Refusal("<a xmlns:p='\(xml)'/>", 3..<10, together, "remove the attribute"),
    Refusal("<a xmlns='\(xml)'/>", 3..<8, together, "remove the attribute"),
    Refusal(
      "<a xmlns:xmlns='u'/>", 3..<14, "the prefix 'xmlns' cannot be declared",
      "remove the attribute"),
    Refusal(
      "<a xmlns='http://www.w3.org/2000/xmlns/'/>", 3..<8,
      "the namespace http://www.w3.org/2000/xmlns/ cannot be declared", "remove the attribute"),
    Refusal(
      "<xmlns:a/>", 1..<6, "an element cannot have the prefix 'xmlns'", "use another prefix"),
  ])
  func refusesNamespaces(refusal: Refusal) { check(refusal) }

  private static let ampersand = "write &amp; for the sign & itself"

  @Test(arguments: [
    Refusal("<a>b & c</a>", 5..<6, "a name or # must follow '&'", ampersand),
    Refusal("<a b='&1;'/>", 6..<7, "a name or # must follow '&'", ampersand),
    Refusal("<a>b&c</a>", 4..<6, "a semicolon is missing after '&c'", ampersand),
    Refusal("<a>&lt 5</a>", 3..<6, "a semicolon is missing after '&lt'", "write &lt;"),
    Refusal(
      "<a b='&nbsp;'/>", 6..<12, "unknown entity '&nbsp;'",
      "write the character itself, or its number, such as &#160;"),
    Refusal(
      "<a>&LT;</a>", 3..<7, "unknown entity '&LT;'",
      "write the character itself, or its number, such as &#160;"),
    Refusal("<a>&#;</a>", 3..<5, "digits must follow '&#'", ampersand),
    Refusal("<a>&#x;</a>", 3..<6, "digits must follow '&#x'", ampersand),
    Refusal("<a>&#X41;</a>", 3..<5, "digits must follow '&#'", ampersand),
    Refusal("<a>&#65 </a>", 3..<7, "a semicolon is missing after '&#65'", "write ;"),
    Refusal("<a>&#6F;</a>", 3..<6, "a semicolon is missing after '&#6'", "write ;"),
    Refusal("<a>&#0;</a>", 3..<7, "'&#0;' is not a character of XML", "remove it"),
    Refusal("<a>&#x1F;</a>", 3..<9, "'&#x1F;' is not a character of XML", "remove it"),
    Refusal("<a>&#xD800;</a>", 3..<11, "'&#xD800;' is not a character of XML", "remove it"),
    Refusal("<a>&#xFFFE;</a>", 3..<11, "'&#xFFFE;' is not a character of XML", "remove it"),
    Refusal("<a>&#x110000;</a>", 3..<13, "'&#x110000;' is not a character of XML", "remove it"),
    Refusal(
      "<a>&#99999999999999999999;</a>", 3..<26,
      "'&#99999999999999999999;' is not a character of XML", "remove it"),
    Refusal("<a>]]></a>", 3..<6, "']]>' cannot stand in text", "write ]]&gt;"),
  ])
  func refusesText(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    Refusal("<a>\u{1}</a>", 3..<4, "U+0001 is not a character of XML", "remove it"),
    Refusal("<a b='\0'/>", 6..<7, "U+0000 is not a character of XML", "remove it"),
    Refusal("<a\u{C}/>", 2..<3, "U+000C is not a character of XML", "remove it"),
    Refusal("\u{B}", 0..<1, "U+000B is not a character of XML", "remove it"),
    Refusal("<a><!--\u{FFFE}--></a>", 7..<10, "U+FFFE is not a character of XML", "remove it"),
    Refusal(
      "<a><![CDATA[\u{FFFF}]]></a>", 12..<15, "U+FFFF is not a character of XML", "remove it"),
  ])
  func refusesCharacters(refusal: Refusal) { check(refusal) }

  private static let declaration = "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  @Test(arguments: [
    Refusal("<?xml?><a/>", 5..<6, "'?' cannot stand here in the XML declaration", declaration),
    Refusal(
      "<?xml encoding='UTF-8'?><a/>", 6..<7, "'e' cannot stand here in the XML declaration",
      declaration),
    Refusal(
      "<?xml version='1.0'encoding='UTF-8'?><a/>", 19..<20,
      "'e' cannot stand here in the XML declaration", declaration),
    Refusal(
      "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", 37..<38,
      "'e' cannot stand here in the XML declaration", declaration),
    Refusal(
      "<?xml version='1.0\"?><a/>", 18..<19, "'\"' cannot stand here in the XML declaration",
      declaration),
    Refusal(
      "<?xml version 1.0?><a/>", 14..<15, "'1' cannot stand here in the XML declaration",
      declaration),
    Refusal(
      "<?xml version=1.0?><a/>", 14..<15, "'1' cannot stand here in the XML declaration",
      declaration),
    Refusal(
      "<?xml version='2.0'?><a/>", 15..<18, "the version must be 1.0", "write version=\"1.0\""),
    Refusal(
      "<?xml version='1.'?><a/>", 15..<17, "the version must be 1.0", "write version=\"1.0\""),
    Refusal(
      "<?xml version='1.0' standalone='Yes'?><a/>", 32..<35, "standalone must be yes or no",
      "write standalone=\"yes\""),
  ])
  func refusesDeclarations(refusal: Refusal) { check(refusal) }

  @Test(arguments: [
    ("<a><b", "a tag begins here"), ("<a></a", "an end tag begins here"),
    ("<a b='", "an attribute value begins here"), ("<!--", "a comment begins here"),
    ("<?p", "an instruction begins here"), ("<a><![CDATA[", "a CDATA section begins here"),
    ("<?xml ", "the XML declaration begins here"), ("<a b=''>", "the element 'a' begins here"),
    ("<a b='' b=''/>", "it is given here"),
  ])
  func notesWhereItBegins(xml: String, note: String) {
    do {
      _ = try XMLReader.read(Array(xml.utf8))
      Issue.record("taken: \(xml)")
    } catch {
      #expect(error.related.map(\.message) == [note])
    }
  }

  // MARK: - Encodings

  /// Texts in other encodings, by their first bytes.
  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x3C, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x3C], "UTF-16"),
      ([0x3C, 0, 0x61, 0], "UTF-16"), ([0, 0x3C, 0, 0x61], "UTF-16"),
      ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
      ([0x3C, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x3C], "UTF-32"),
    ] as [([UInt8], String)])
  func namesWideEncodings(bytes: [UInt8], name: String) {
    check(Refusal(bytes: bytes, 0..<2, "the text is \(name)", "save the file as UTF-8"))
  }

  @Test(arguments: ["ISO-8859-1", "UTF-16", "windows-1252", "utf8", "UTF_8"])
  func namesDeclaredEncodings(name: String) {
    check(
      Refusal(
        "<?xml version='1.0' encoding='\(name)'?><a/>", 30..<(30 + name.utf8.count),
        "the file says that its encoding is '\(name)'; only UTF-8 is read",
        "save the file as UTF-8 and write encoding=\"UTF-8\""))
  }

  @Test func refusesOtherCharactersInASCII() {
    let start = "<?xml version='1.0' encoding='US-ASCII'?>"
    for (xml, offset) in [
      ("<a>é</a>", 44), ("<a b='é'/>", 47), ("<aé/>", 43), ("<!--é--><a/>", 45),
    ] {
      check(
        Refusal(
          start + xml, offset..<(offset + 2),
          "the file says that it is in ASCII, which does not have 'é'",
          "save the file as UTF-8 and write encoding=\"UTF-8\""))
    }
  }

  /// Bytes that are no UTF-8, with the place of the first bad one, in every place of a document.
  @Test(
    arguments: [
      ([0xE9], 0), ([0x80], 0), ([0xC0, 0xAF], 0), ([0xC3, 0xA9, 0xC3], 2),
      ([0xE0, 0x80, 0x80], 0),
      ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x98], 0),
    ] as [([UInt8], Int)])
  func refusesInvalidUTF8(bytes: [UInt8], bad: Int) {
    let places = [
      ("<a>", "</a>"), ("<a b='", "'/>"), ("<a><!--", "--></a>"), ("<a><?p ", "?></a>"),
      ("<a><![CDATA[", "]]></a>"),
    ]
    for (before, after) in places {
      let offset = before.utf8.count + bad
      let hex = String(bytes[bad], radix: 16, uppercase: true)
      check(
        Refusal(
          bytes: Array(before.utf8) + bytes + Array(after.utf8), offset..<(offset + 1),
          "the byte 0x\(hex) at offset \(offset) is not UTF-8", "save the file as UTF-8"))
    }
  }
}
