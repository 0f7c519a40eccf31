// What the XML reader takes and what it makes of it. The expectations follow the recommendations
// XML 1.0 (fifth edition) and Namespaces in XML 1.0 (third edition).

import FormFile
import Testing

@testable import FormImport

@Suite("XML: taken") struct XMLReaderTests {
  private func check(_ xml: String, _ outline: String) throws {
    #expect(try XMLReader.read(Array(xml.utf8)).root.outline == outline)
  }

  @Test(arguments: [
    ("<a/>", "a()"), ("<a></a>", "a()"), ("<a\n/>", "a()"), ("<a\t></a\r\n>", "a()"),
    ("\n<a/>\n", "a()"), ("<é/>", "é()"), ("<_-.1/>", "_-.1()"), ("<日本·/>", "日本·()"),
    ("<a>x</a>", #"a("x")"#), ("<a>x<b/>y</a>", #"a("x" b() "y")"#),
    ("<a><b><c/></b></a>", "a(b(c()))"), ("<a> <b/></a>", #"a(" " b())"#),
    ("<a>1 > 0, ] ]] \" '</a>", #"a("1 > 0, ] ]] \" '")"#),
    ("<a>año 日本 😀\u{7F}</a>", "a(\"año 日本 😀\u{7F}\")"),
  ])
  func elements(xml: String, outline: String) throws { try check(xml, outline) }

  @Test(arguments: [
    (#"<a x="1" y='2'/>"#, #"a(@x="1" @y="2")"#), (#"<a x = "1"/>"#, #"a(@x="1")"#),
    (#"<a x="" />"#, #"a(@x="")"#), (#"<a x="'" y='"'/>"#, #"a(@x="'" @y="\"")"#),
    (#"<a x=">]]>"/>"#, #"a(@x=">]]>")"#), ("<a x=\"é\u{FFFD}\"/>", "a(@x=\"é\u{FFFD}\")"),
    // 3.3.3: white space becomes blanks, but not what a reference stands for.
    ("<a x=\"1\t2\n3\r\n4\r5\"/>", #"a(@x="1 2 3 4 5")"#),
    ("<a x=\"&#9;&#10;&#13;&#x20;\"/>", #"a(@x="\t\n\r ")"#),
    ("<a x=\"  b  \"/>", #"a(@x="  b  ")"#),
  ])
  func attributes(xml: String, outline: String) throws { try check(xml, outline) }

  @Test(arguments: [
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", #"a("<>&\"'")"#), ("<a>&amp;lt;</a>", #"a("&lt;")"#),
    ("<a>&#65;&#x42;&#x6a;&#x6A;</a>", #"a("ABjj")"#), ("<a>&#0065;</a>", #"a("A")"#),
    ("<a>&#xE9;&#x65E5;&#x1F600;</a>", #"a("é日😀")"#),
    ("<a>&#x10FFFF;&#xFFFD;&#xE000;</a>", "a(\"\u{10FFFF}\u{FFFD}\u{E000}\")"),
    (#"<a x="&lt;b&amp;&quot;&#39;"/>"#, #"a(@x="<b&\"'")"#),
    ("<a>]]&gt;</a>", #"a("]]>")"#),
    // 2.11: a line break is one line feed.
    ("<a>1\r\n2\r3\n4\r\r\n5&#13;</a>", #"a("1\n2\n3\n4\n\n5\r")"#),
  ])
  func references(xml: String, outline: String) throws { try check(xml, outline) }

  @Test(arguments: [
    ("<a><![CDATA[<b>&amp;</b>]]></a>", #"a("<b>&amp;</b>")"#), ("<a><![CDATA[]]></a>", "a()"),
    ("<a>1<![CDATA[2]]>3</a>", #"a("123")"#), ("<a><![CDATA[]]]]><![CDATA[>]]></a>", #"a("]]>")"#),
    ("<a><![CDATA[1\r\n2]]]></a>", #"a("1\n2]")"#),
    ("<a><![CDATA[<!-- -->]]></a>", #"a("<!-- -->")"#),
    ("<a>1<!-- < & ]]> -->2</a>", #"a("12")"#), ("<a><!----></a>", "a()"),
    ("<a><!-- - - --></a>", "a()"), ("<a>1<?p <&> ?>2</a>", #"a("12")"#), ("<a><?p?></a>", "a()"),
    ("<a><?p ? > ??></a>", "a()"), ("<!-- 1 --><?p?><a/><!-- 2 --><?p?>\n", "a()"),
    ("<?xml-stylesheet href='x'?><a/>", "a()"), ("<a> <!-- --> </a>", #"a("  ")"#),
  ])
  func whatIsNoElement(xml: String, outline: String) throws { try check(xml, outline) }

  @Test(arguments: [
    "<?xml version=\"1.0\"?><a/>", "<?xml version='1.0' ?><a/>", "<?xml\tversion = '1.1'\r\n?><a/>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>",
    "<?xml version='1.0' encoding='utf-8'?><a/>",
    "<?xml version='1.0' encoding='US-ASCII' standalone='no'?><a/>",
    "<?xml version='1.0' standalone='yes'?><a/>", "\u{FEFF}<?xml version='1.0'?><a/>",
    "\u{FEFF}<a/>",
  ])
  func declarations(xml: String) throws { try check(xml, "a()") }

  @Test(arguments: [
    (#"<a xmlns="u"><b x="1"/></a>"#, #"{u}a(@{xmlns}xmlns="u" {u}b(@x="1"))"#),
    (#"<p:a xmlns:p="u"><b p:x="1"/></p:a>"#, #"{u}a(@{xmlns}p="u" b(@{u}x="1"))"#),
    // A declaration holds for its whole tag, and ends with its element.
    (#"<p:a p:x="1" xmlns:p="u"/>"#, #"{u}a(@{u}x="1" @{xmlns}p="u")"#),
    (
      #"<a xmlns="u"><b xmlns="v"/><b xmlns=""/><b/></a>"#,
      ##"{u}a(@{xmlns}xmlns="u" {v}b(@{xmlns}xmlns="v") b(@{xmlns}xmlns="") {u}b())"##
    ),
    (
      #"<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c/></p:b><p:b/></p:a>"#,
      #"{u}a(@{xmlns}p="u" {v}b(@{xmlns}p="v" {v}c()) {u}b())"#
    ),
    (#"<a xml:lang="en"/>"#, #"a(@{xml}lang="en")"#), ("<xml:a/>", "{xml}a()"),
    (
      #"<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>"#,
      #"a(@{xmlns}xml="http://www.w3.org/XML/1998/namespace")"#
    ),
    // Attributes without a prefix are in no namespace, so these two differ.
    (
      #"<a xmlns="u" xmlns:p="u" x="1" p:x="2"/>"#,
      #"{u}a(@{xmlns}xmlns="u" @{xmlns}p="u" @x="1" @{u}x="2")"#
    ),
    (#"<a xmlns="&#117;&amp;"/>"#, #"{u&}a(@{xmlns}xmlns="u&")"#),
    (#"<xmlfoo XMLNS="u"/>"#, #"xmlfoo(@XMLNS="u")"#),
  ])
  func namespaces(xml: String, outline: String) throws { try check(xml, outline) }

  @Test func keepsPrefixes() throws {
    let root = try XMLReader.read(Array(#"<p:a xmlns:p="u" p:x="" y=""/>"#.utf8)).root
    #expect(root.name.prefix == "p" && root.name.local == "a" && root.name.namespace == "u")
    #expect(root.attributes.map(\.name.prefix) == ["xmlns", "p", ""])
    #expect(root.attributes.map(\.name.local) == ["p", "x", "y"])
  }

  // MARK: - Limits

  private func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
  }

  private func attributes(_ count: Int) -> [UInt8] {
    Array("<a \((0..<count).map { "b\($0)=''" }.joined(separator: " "))/>".utf8)
  }

  private func named(_ length: Int) -> [UInt8] {
    Array("<\(String(repeating: "a", count: length))/>".utf8)
  }

  @Test func takesWhatIsAtALimit() throws {
    #expect(try XMLReader.read(nested(128)).root.all.count == 128)
    #expect(try XMLReader.read(attributes(1_000)).root.attributes.count == 1_000)
    #expect(try XMLReader.read(named(4_096)).root.name.range.count == 4_096)
    #expect(try XMLReader.read(Array("<a/>".utf8), maximumBytes: 4).root.outline == "a()")
    let many = Array("<a>\(String(repeating: "<b/>", count: 10_000))</a>".utf8)
    #expect(try XMLReader.read(many).root.elements.count == 10_000)
  }

  @Test func refusesWhatIsBeyondALimit() {
    func check(_ bytes: [UInt8], _ range: Range<Int>, _ message: String, at maximum: Int? = nil) {
      do throws(Problem) {
        _ = try XMLReader.read(bytes, maximumBytes: maximum ?? JSONReader.maximumBytes)
        Issue.record("taken, and should be refused: \(message)")
      } catch {
        #expect(error.message == message)
        #expect(error.range == range)
      }
    }
    let depth = "elements stand inside one another more than 128 deep"
    check(nested(129), 384..<385, depth)
    check(nested(100_000), 384..<385, depth)
    let count = "the element 'a' has more than 1000 attributes"
    let first = attributes(1_000).count - 1
    check(attributes(1_001), first..<(first + 1), count)
    check(attributes(100_000), first..<(first + 1), count)
    let name = "the name is longer than 4096 bytes"
    let long = String(repeating: "a", count: 4_097)
    check(named(4_097), 1..<4_098, name)
    check(Array("<a \(long)=''/>".utf8), 3..<4_100, name)
    check(Array("<a>&\(long);</a>".utf8), 4..<4_101, name)
    check(Array("<a><?\(long)?></a>".utf8), 5..<4_102, name)
    check(Array("<a></\(long)></a>".utf8), 5..<4_102, name)
    check(Array("<a/>".utf8), 3..<4, "the text is longer than 3 bytes", at: 3)
    let most = JSONReader.maximumBytes
    check(
      [UInt8](repeating: 0x20, count: most + 1), most..<(most + 1),
      "the text is longer than 64 MiB", at: .max)
  }

  /// More attributes than are compared one by one, with one that is given twice.
  @Test(arguments: [2, 3, 12, 13, 14, 100])
  func findsAttributesThatAreGivenTwice(count: Int) {
    let names = (0..<(count - 1)).map { "b\($0)" }
    for twice in names {
      let all = names + [twice]
      let xml = "<a \(all.map { "\($0)=''" }.joined(separator: " "))/>"
      do {
        _ = try XMLReader.read(Array(xml.utf8))
        Issue.record("taken: \(xml)")
      } catch {
        #expect(error.message == "the attribute '\(twice)' is given twice")
        let range = error.range.map { String(xml.utf8.dropFirst($0.lowerBound)) }
        #expect(range??.hasPrefix("\(twice)=''/>") == true)
      }
    }
  }
}
