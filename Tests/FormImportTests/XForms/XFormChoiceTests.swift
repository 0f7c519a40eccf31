// The choices and the texts of an XForm: items, secondary instances, tables and languages.

import FormFile
import FormImport
import Testing

@Suite("XForms: choices and texts") struct XFormChoiceTests {
  private let languages = """
    <itext><translation lang="Bambara"><text id="l"><value>B</value></text>
    <text id="o"><value>un</value></text></translation>
    <translation lang="English (en)" default="true()"><text id="l"><value>Label</value>
    <value form="image">jr://images/a.png</value><value form="guidance">More</value></text>
    <text id="o"><value>one</value></text></translation></itext>
    """

  @Test("The default language comes first, and a language without a tag gets a private one")
  func languagesAndMedia() {
    let form = XFormExample(
      nodes: "<a/>", model: languages,
      body: #"<input ref="/data/a"><label ref="jr:itext('l')"/></input>"#)
    #expect(form.json("languages") == #"["en","x-bambara"]"#)
    #expect(
      form.sections == """
        [{"rows":[{"tag":"a","type":"text","title":{"en":"Label","x-bambara":"B"},\
        "extra":{"title":{"image":{"en":"jr://images/a.png"},"guidance":{"en":"More"}}}}]}]
        """)
    #expect(
      form.told == [
        "itext/Bambara: changed: translation → languages, x-bambara; "
          + "'Bambara' is not the name of a known language",
        "itext/English (en)/l/image: put aside: text/image → extra.title.image",
        "itext/English (en)/l/guidance: put aside: text/guidance → extra.title.guidance",
      ])
  }

  @Test("Texts in one language are those of the form")
  func oneLanguage() {
    let form = XFormExample(
      nodes: "<a/>",
      model: """
        <itext><translation lang="default"><text id="l"><value>L</value></text></translation></itext>
        """, body: #"<input ref="/data/a"><label ref="jr:itext('l')"/></input>"#)
    #expect(form.json("languages") == "nothing")
    #expect(form.sections == #"[{"rows":[{"tag":"a","type":"text","title":"L"}]}]"#)
    #expect(form.told == [])
  }

  @Test("Items in a control are options; one value has one option")
  func items() {
    let form = XFormExample(
      nodes: "<a>y</a><m>y x</m>",
      body: """
        <select1 ref="/data/a" appearance="minimal"><item><label>X</label><value>x</value></item>
        <item><label>Y</label><value>y</value></item><item><value>y</value></item></select1>
        <select ref="/data/m"><item><value>x</value></item><item><value>y</value></item></select>
        """)
    #expect(
      form.sections == """
        [{"rows":[{"tag":"a","type":"picker","value":"y","options":[{"value":"x","title":"X"},\
        {"value":"y","title":"Y"}],"extra":{"appearance":"minimal"}},\
        {"tag":"m","type":"multipleSelector","value":["y","x"],"options":["x","y"]}]}]
        """)
    #expect(
      form.told.contains("/data/a/item: lost: item; another item has the value 'y'"))
  }

  private func itemset(_ nodeset: String, of name: String = "a", label: String = "label") -> String
  {
    """
    <select1 ref="/data/\(name)"><itemset nodeset="\(nodeset)"><value ref="name"/>
    <label ref="\(label)"/></itemset></select1>
    """
  }

  private func instance(_ items: Int) -> String {
    let items = (0..<items).map { "<item><name>n\($0)</name><label>L\($0)</label></item>" }
    return "<instance id=\"i\"><root>\(items.joined())</root></instance>"
  }

  @Test("An instance that one control uses is its options")
  func writtenOut() {
    let form = XFormExample(
      nodes: "<a/>", model: instance(2), body: itemset("instance('i')/root/item"))
    #expect(
      form.sections == """
        [{"rows":[{"tag":"a","type":"segmented","options":[{"value":"n0","title":"L0"},\
        {"value":"n1","title":"L1"}]}]}]
        """)
    #expect(form.json("tables") == "nothing" && form.told == [])
  }

  @Test("An instance that several controls use, that is long or that a formula reads is a table")
  func tables() {
    let uses = itemset("instance('i')/root/item")
    let twice = XFormExample(
      nodes: "<a/><b/>", model: instance(2),
      body: uses + itemset("instance('i')/root/item", of: "b"))
    let long = XFormExample(nodes: "<a/>", model: instance(41), body: uses)
    let read = XFormExample(
      nodes: "<a/><b/>",
      model: instance(2)
        + #"<bind nodeset="/data/b" calculate="instance( 'i' )/root/item[1]/label"/>"#, body: uses)
    for form in [twice, long, read] {
      #expect(
        form.json("tables").hasPrefix(#"{"i":{"columns":["name","label"],"rows":[["n0","L0"],"#))
      #expect(
        form.sections.hasPrefix(
          #"[{"rows":[{"tag":"a","type":"push","options":{"table":"i","value":"name","title":"label"}}"#
        ))
    }
    #expect(
      XFormExample(nodes: "<a/>", model: instance(40), body: uses).json("tables") == "nothing")
  }

  @Test("A table has the texts of its items in each language")
  func tablesInLanguages() {
    let model =
      languages + """
        <instance id="i"><root><item><name>o</name><itextId>o</itextId></item></root></instance>
        """
    let set = itemset("instance('i')/root/item", label: "jr:itext(itextId)")
    let form = XFormExample(
      nodes: "<a/><b/>", model: model, body: set + set.replacing("/data/a", with: "/data/b"))
    #expect(
      form.json("tables") == """
        {"i":{"columns":["name","itextId","item text en","item text x-bambara",\
        {"name":"item text","languages":{"en":"item text en","x-bambara":"item text x-bambara"}}],\
        "rows":[["o","o","one","un"]]}}
        """)
    #expect(form.imported().document.problems.allSatisfy { $0.severity == .warning })
  }

  @Test("A file is a table that the host supplies, and random order is put aside")
  func filesAndRandomOrder() {
    let form = XFormExample(
      nodes: "<a/>", model: #"<instance id="w" src="jr://file/wards.xml"/>"#,
      body: itemset("randomize(instance('w')/root/item, 42)"))
    #expect(form.json("tables") == #"{"w":{"file":"wards.csv"}}"#)
    #expect(
      form.sections == """
        [{"rows":[{"tag":"a","type":"push","options":{"table":"w","value":"name","title":"label"},\
        "extra":{"randomize":true}}]}]
        """)
    #expect(
      form.told == [
        "instance('w'): changed: instance → table 'w', wards.csv; "
          + "its rows must be CSV, not wards.xml",
        "/data/a/@nodeset: put aside: itemset → options, extra.randomize; "
          + "the options keep their order",
      ])
    #expect(form.imported().report?.needs == ["the table 'w' in 'wards.csv'"])
  }

  @Test("The items of a repeat are options")
  func repeats() {
    let form = XFormExample(
      nodes: "<r><name/><label/></r><a/>",
      body: """
        <repeat nodeset="/data/r"><input ref="/data/r/name"/><input ref="/data/r/label"/></repeat>
        """ + itemset("/data/r"))
    #expect(
      form.sections.contains(
        """
        {"tag":"a","type":"segmented","options":{"list":"r","value":"name","title":"label"},\
        "whenOptionHidden":"clear"}
        """))
  }

  @Test("Of items with one value only the first can be chosen, also in a table")
  func equalValues() {
    let items = "<item><name>o</name></item><item><name>o</name></item><item><name/></item>"
    let set = itemset("instance('i')/root/item")
    for (nodes, body) in [
      ("<a/>", set), ("<a/><b/>", set + itemset("instance('i')/root/item", of: "b")),
    ] {
      let form = XFormExample(
        nodes: nodes, model: "<instance id=\"i\"><root>\(items)</root></instance>", body: body)
      #expect(
        form.told.filter { $0.contains("/item") } == [
          "instance('i')/item: lost: item; an item before it has the name 'o', "
            + "and only that one can be chosen",
          "instance('i')/item: lost: item; it has no 'name'",
        ])
    }
  }

  @Test("What items and texts lack is told, and so are images of a table")
  func missingParts() {
    let form = XFormExample(
      nodes: "<a/><b/><c/>",
      model: """
        <itext><translation lang="en"><text id="o"><value>one</value>
        <value form="image">jr://images/o.png</value></text></translation></itext>
        <instance id="i"><root><item><name>o</name><itextId>o</itextId></item></root></instance>
        """,
      body: itemset("instance('i')/root/item", label: "jr:itext(itextId)")
        + itemset("instance('i')/root/item", of: "b", label: "title")
        + itemset("instance('none')/root/item", of: "c"))
    #expect(
      form.told == [
        "itext/en/o/image: lost: text/image; a table has no media",
        "/data/b/label: lost: itemset/label; the items have no 'title'",
        "/data/c/@nodeset: lost: itemset; the form has no instance 'none'",
      ])
  }
}
