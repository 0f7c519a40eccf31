// What the parts of an XForm become: groups, lists, questions, choices and texts. The XPaths in
// these forms are constants, which need no translation.

import FormFile
import FormImport
import Testing

@Suite("XForms: structure") struct XFormStructureTests {
  // MARK: - Names

  @Test("A name that two nodes have gets the names around it, and reserved words are no tags")
  func names() {
    let form = XFormExample(
      nodes: "<mother><Name/></mother><father><name/></father><item/><a-b/><a_b/><x/>",
      body: """
        <input ref="/data/mother/Name"/><input ref="/data/father/name"/>
        <input ref="/data/item"/><input ref="/data/a-b"/><input ref="/data/a_b"/>
        <input ref="/data/x"/>
        """)
    #expect(
      form.sections == """
        [{"tag":"mother","rows":[{"tag":"mother_Name","type":"text","name":"Name"}]},\
        {"tag":"father","rows":[{"tag":"father_name","type":"text","name":"name"}]},\
        {"rows":[{"tag":"data_item","type":"text","name":"item"},\
        {"tag":"data_a_b","type":"text","name":"a-b"},\
        {"tag":"data_a_b_2","type":"text","name":"a_b"},{"tag":"x","type":"text"}]}]
        """)
    #expect(form.told == [])
    #expect(form.json("answers") == "\"nested\"" && form.json("whenHidden") == "\"nil\"")
  }

  // MARK: - Groups

  @Test("Questions around an inner group keep their order, and groups without a node add nothing")
  func groups() {
    let form = XFormExample(
      nodes: "<g><a/><h><b/></h><c/></g><d/>",
      body: """
        <group ref="/data/g" appearance="field-list"><label>G</label>
        <input ref="/data/g/a"/><group ref="/data/g/h"><input ref="/data/g/h/b"/></group>
        <input ref="/data/g/c"/></group>
        <group><label>Look</label><input ref="/data/d"/></group>
        """)
    #expect(
      form.sections == """
        [{"tag":"g","title":"G","rows":[{"tag":"a","type":"text"}],"sections":[\
        {"tag":"h","rows":[{"tag":"b","type":"text"}]},{"rows":[{"tag":"c","type":"text"}]}],\
        "extra":{"appearance":"field-list"}},\
        {"title":"Look","rows":[{"tag":"d","type":"text"}]}]
        """)
    #expect(form.told == ["/data/g/@appearance: put aside: appearance → extra.appearance"])
  }

  @Test("A node stays in the group of its parent, wherever the body shows it")
  func answersFollowNodes() {
    let form = XFormExample(
      nodes: "<g><a/><b/></g><c/>",
      body: """
        <input ref="/data/g/a"/><input ref="/data/c"/><input ref="/data/g/b"/>
        """)
    #expect(
      form.sections == """
        [{"tag":"g","rows":[{"tag":"a","type":"text"},{"tag":"b","type":"text"}]},\
        {"rows":[{"tag":"c","type":"text"}]}]
        """)
  }

  // MARK: - Repeats

  @Test("The first items of repeats in repeats have nil for what a new item has")
  func repeats() {
    let form = XFormExample(
      nodes: """
        <r jr:template=""><n>new</n><s jr:template=""><k/></s></r>
        <r><n/><s><k>1</k></s><s><k>2</k></s></r><r><n>Ann</n></r>
        """,
      model: #"<bind nodeset="/data/r/s/k" type="int"/>"#,
      body: """
        <group ref="/data/r"><label>R</label><repeat nodeset="/data/r" jr:noAddRemove="true()">
        <input ref="/data/r/n"/><repeat nodeset="/data/r/s"><input ref="/data/r/s/k"/></repeat>
        </repeat></group>
        """)
    #expect(
      form.sections == """
        [{"tag":"r","kind":"multivalued","title":"R","allows":[],"template":{\
        "rows":[{"tag":"n","type":"text","value":"new"}],"sections":[\
        {"tag":"s","kind":"multivalued","template":{"rows":[{"tag":"k","type":"int"}]}}]},\
        "value":[{"n":null,"s":[{"k":1},{"k":2}]},{"n":"Ann","s":[]}]}]
        """)
    #expect(form.told == [])
  }

  @Test("Without a template, a new item is empty, whatever the first one holds")
  func newItemsAreEmpty() {
    let form = XFormExample(
      nodes: "<r><n>a</n></r><r><n/></r>",
      body: #"<repeat nodeset="/data/r"><input ref="/data/r/n"/></repeat>"#)
    #expect(
      form.sections == """
        [{"tag":"r","kind":"multivalued","template":{"rows":[\
        {"tag":"n","type":"text"}]},"value":[{"n":"a"},{}]}]
        """)
  }

  // MARK: - Questions

  @Test(
    "A control with a type is a row",
    arguments: [
      (#"<input ref="/data/a"/>"#, "int", #""type":"int""#),
      (#"<input ref="/data/a"/>"#, "xsd:decimal", #""type":"decimal""#),
      (#"<input ref="/data/a"/>"#, "boolean", #""type":"switch","value":null"#),
      (#"<input ref="/data/a"/>"#, "date", #""type":"date""#),
      (#"<input ref="/data/a"/>"#, "time", #""type":"time""#),
      (#"<input ref="/data/a"/>"#, "dateTime", #""type":"dateTime""#),
      (#"<secret ref="/data/a"/>"#, "string", #""type":"password""#),
      (
        #"<upload ref="/data/a" mediatype="image/*"/>"#, "binary",
        #""type":"file","extra":{"type":"binary","mediatype":"image/*"}"#
      ),
      (#"<input ref="/data/a"/>"#, "geopoint", #""type":"text","extra":{"type":"geopoint"}"#),
      (
        #"<input ref="/data/a" appearance="multiline"/>"#, "string",
        #""type":"textArea","extra":{"appearance":"multiline"}"#
      ),
      (
        #"<range ref="/data/a" start="1" end="9" step="2"/>"#, "int",
        #""type":"int","minimum":1,"maximum":9,"step":2"#
      ),
      (
        #"<range ref="/data/a" start="0" end="1" step="0.5"/>"#, "decimal",
        #""type":"slider","minimum":0.0,"maximum":1.0,"step":0.5"#
      ),
      (
        #"<trigger ref="/data/a"/>"#, "string",
        #""type":"segmented","options":["OK"],"extra":{"control":"trigger"}"#
      ),
      (
        #"<odk:rank ref="/data/a"><item><value>x</value></item><item><value>y</value></item></odk:rank>"#,
        "odk:rank", #""type":"multipleSelector","minimum":2,"options":["x","y"],"ordered":true"#
      ),
    ])
  func types(_ control: String, _ type: String, _ row: String) {
    let form = XFormExample(
      nodes: "<a/>", model: #"<bind nodeset="/data/a" type="\#(type)"/>"#, body: control)
    #expect(form.sections == #"[{"rows":[{"tag":"a",\#(row)}]}]"#)
    #expect(form.imported(isStrict: true).document.problems == [])
  }

  @Test("A note is a label, and a node that nobody sees is a hidden row behind its neighbour")
  func notesAndHiddenRows() {
    let form = XFormExample(
      nodes: "<v>3</v><a/><t/><n/><meta><instanceID/></meta>",
      model: """
        <bind nodeset="/data/n" readonly="true()"/><bind nodeset="/data/a" readonly="true()">
        </bind><bind nodeset="/data/a" required="true()" jr:requiredMsg="Say {it}"/>
        <bind nodeset="/data/meta/instanceID" readonly="true()" jr:preload="uid"/>
        """,
      body: """
        <input ref="/data/a"><label>A {b}</label><hint>H</hint></input>
        <input ref="/data/n"><label>*Read*</label></input>
        """)
    #expect(
      form.sections == """
        [{"rows":[{"tag":"v","type":"text","value":"3","hidden":true,"whenHidden":"keep"},\
        {"tag":"a","type":"text","title":"A {{b}}","help":"H","disabled":true,"required":true,\
        "requiredMessage":"Say {{it}}"},\
        {"tag":"t","type":"text","hidden":true,"whenHidden":"keep"},\
        {"tag":"n","type":"label","title":"*Read*"}]},\
        {"tag":"meta","rows":[{"tag":"instanceID","type":"text",\
        "once":"concat('uuid:', uuid())","hidden":true,"whenHidden":"keep",\
        "extra":{"readonly":"true()"}}]}]
        """)
    #expect(form.told == ["/data/meta/instanceID/@readonly: put aside: readonly → extra.readonly"])
  }

  @Test("What the host knows when a form opens is an input that the report names")
  func preloads() {
    let form = XFormExample(
      nodes: "<a/><b/><c/><d/><host_username/>",
      model: """
        <bind nodeset="/data/a" type="date" jr:preload="date" jr:preloadParams="today"/>
        <bind nodeset="/data/b" type="dateTime" jr:preload="timestamp" jr:preloadParams="start"/>
        <bind nodeset="/data/c" jr:preload="property" jr:preloadParams="username"/>
        <bind nodeset="/data/d" type="dateTime" jr:preload="timestamp" jr:preloadParams="end"/>
        """, body: "")
    let sections = form.sections
    for formula in ["today()", "now()", "$host_username_", "$host_end"] {
      #expect(sections.contains(#""default":"\#(formula)""#))
    }
    #expect(
      form.imported().report?.needs == ["the input 'host_end'", "the input 'host_username_'"])
    #expect(form.told == [])
  }

  @Test("A value that its type cannot hold is lost")
  func badValues() {
    let form = XFormExample(
      nodes: "<a>x</a><b>2024-02-30</b><c> 7 </c>",
      model: """
        <bind nodeset="/data/a" type="int"/><bind nodeset="/data/b" type="date"/>
        <bind nodeset="/data/c" type="decimal"/>
        """, body: #"<input ref="/data/a"/><input ref="/data/b"/><input ref="/data/c"/>"#)
    #expect(
      form.sections == """
        [{"rows":[{"tag":"a","type":"int"},{"tag":"b","type":"date"},\
        {"tag":"c","type":"decimal","value":7.0}]}]
        """)
    #expect(
      form.told == [
        "/data/a: lost: value; 'x' is not a whole number",
        "/data/b: lost: value; '2024-02-30' is not a date",
      ])
  }
}
