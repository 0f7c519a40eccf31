// Answers as the instance of an XForm: what is read, what is written, and that both agree.

import FormFile
import FormGraph
import Foundation
import Predicate
import Testing

@testable import FormImport

@Suite("Answers as an instance")
struct XFormAnswersTests {
  private static let form = """
    <h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns="http://www.w3.org/2002/xforms" \
    xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms"><h:head>\
    <h:title>T</h:title><model><instance><data id="t" version="2">\
    <name/><b><age/><weight/></b><day/><at/><when/><ok/><many/><note/>\
    <kid jr:template=""><who/><toy/></kid><twice/>\
    <sum/><old/><orx:meta><orx:instanceID/></orx:meta></data></instance>\
    <bind nodeset="/data/b" relevant="/data/name != ''"/>\
    <bind nodeset="/data/sum" type="string" calculate="/data/b/weight + 1"/>\
    <bind nodeset="/data/old" type="string" calculate="/data/b/age > 20"/>\
    <bind nodeset="/data/meta/instanceID" jr:preload="uid"/>\
    <bind nodeset="/data/b/age" type="int"/><bind nodeset="/data/b/weight" type="decimal"/>\
    <bind nodeset="/data/day" type="date"/><bind nodeset="/data/at" type="time"/>\
    <bind nodeset="/data/when" type="dateTime"/><bind nodeset="/data/ok" type="boolean"/>\
    <bind nodeset="/data/note" relevant="/data/b/age > 20"/>\
    <bind nodeset="/data/twice" type="int" calculate="/data/b/age * 2" relevant="/data/b/age > 20"/>\
    </model></h:head><h:body>\
    <input ref="/data/name"><label>Name</label></input>\
    <group ref="/data/b"><input ref="/data/b/age"><label>Age</label></input>\
    <input ref="/data/b/weight"><label>Weight</label></input></group>\
    <input ref="/data/day"><label>Day</label></input><input ref="/data/at"><label>At</label></input>\
    <input ref="/data/when"><label>When</label></input><input ref="/data/ok"><label>OK</label></input>\
    <select ref="/data/many"><label>Many</label><item><label>A</label><value>a</value></item>\
    <item><label>B</label><value>b</value></item></select>\
    <input ref="/data/note"><label>Note</label></input>\
    <group ref="/data/kid"><label>Kids</label><repeat nodeset="/data/kid">\
    <input ref="/data/kid/who"><label>Who</label></input>\
    <input ref="/data/kid/toy"><label>Toy</label></input></repeat></group>\
    </h:body></h:html>
    """

  private static let filled = """
    <data xmlns:orx="http://openrosa.org/xforms" id="t" version="2"><name>A &amp; &lt;B&gt;</name>\
    <b><age>30</age><weight>7.5</weight></b><day>2024-02-29</day><at>10:30:00.000Z</at>\
    <when>2024-02-29T10:30:00.000Z</when><ok>1</ok><many>a b</many><note>x\u{1D11E}</note>\
    <kid><who>Ann</who><toy/></kid><kid><who>Bo</who><toy>car</toy></kid><twice>60</twice><sum>8.5</sum><old>true</old>\
    <orx:meta><orx:instanceID>uuid:1</orx:instanceID></orx:meta></data>
    """

  private func opened() throws -> (form: Form, notation: XFormAnswers) {
    let imported = ImportedForm(Array(Self.form.utf8), named: "t.xml")
    let notation = try #require(imported.answers)
    return (
      try CompiledForm(imported.document).open(now: Date(timeIntervalSince1970: 0), seed: "s"),
      notation
    )
  }

  private func written(_ form: Form, _ notation: XFormAnswers) -> String {
    notation.instance(
      of: form.values(includingHidden: false, inJSON: true),
      all: form.values(includingHidden: true, inJSON: true))
  }

  @Test("What is written is what was read")
  func comesBack() throws {
    var (form, notation) = try opened()
    let values = try notation.values(in: Array(Self.filled.utf8), maximumBytes: 1 << 20)
    let json = JSONWriter.text(of: .dictionary(values))
    try form.setAnswers(json: json.utf8, as: .host)
    let text = written(form, notation)
    let elements = { (text: String) in text.dropFirst("<data".count).drop { $0 != ">" } }
    #expect(elements(text) == elements(Self.filled))
    #expect(text.hasPrefix(#"<data id="t" version="2" xmlns:orx="http://openrosa.org/xforms">"#))
  }

  @Test("What is not relevant is left out, and what is empty is an empty element")
  func leavesOut() throws {
    let (form, notation) = try opened()
    let text = written(form, notation)
    #expect(
      text.hasPrefix(
        #"<data id="t" version="2" xmlns:orx="http://openrosa.org/xforms"><name/><day/>"#))
    #expect(!text.contains("<b>") && !text.contains("<note") && !text.contains("<twice"))
    #expect(!text.contains("<kid"))
    #expect(text.contains("<orx:instanceID>uuid:"))
  }

  @Test("Answers of people have nothing that nobody is asked for")
  func readsForUsers() throws {
    let (_, notation) = try opened()
    let values = try notation.values(
      in: Array(Self.filled.utf8), maximumBytes: 1 << 20, isOfUser: true)
    #expect(values["twice"] == nil)
    #expect(values["meta"] == .dictionary(ValueDictionary()))
    #expect(values["many"] == .array([.string("a"), .string("b")]))
  }

  @Test(
    "What does not fit is told with its place",
    arguments: [
      ("<other/>", 1..<6, "these are answers of 'other'"),
      ("<data><nope/></data>", 7..<11, "/data has no node 'nope'"),
      ("<data><b/><b/></data>", 11..<12, "/data/b stands here twice"),
      ("<data><name></data>", nil, "name"),
    ])
  func tellsMistakes(_ text: String, _ range: Range<Int>?, _ message: String) throws {
    let (_, notation) = try opened()
    let problem = #expect(throws: Problem.self) {
      try notation.values(in: Array(text.utf8), maximumBytes: 1 << 20)
    }
    #expect(problem?.message.contains(message) == true)
    if let range { #expect(problem?.range == range) }
  }

  @Test(
    "Numbers are written as Java writes them",
    arguments: [
      (7.0, "7.0"), (0.5, "0.5"), (-2.25, "-2.25"), (1e7, "1.0E7"), (12_345_678.5, "1.23456785E7"),
      (0.001, "0.001"), (0.00025, "2.5E-4"), (-1e-10, "-1.0E-10"), (1e22, "1.0E22"), (0, "0.0"),
    ])
  func writesNumbers(_ number: Double, _ text: String) {
    #expect(XFormNodes.ValueType.decimal.text(of: .double(number)) == text)
  }

  @Test(
    "Times have milliseconds and the zone Z",
    arguments: [
      ("10:30", "10:30", "10:30:00.000Z"), ("10:30:15.5Z", "10:30:15.500", "10:30:15.500Z"),
      ("10:30:00.000+02:00", "08:30", "08:30:00.000Z"),
      ("23:30:00.000-01:00", "00:30", "00:30:00.000Z"),
    ])
  func readsTimes(_ text: String, _ value: String, _ written: String) {
    #expect(XFormNodes.ValueType.time.value(of: text) == .string(value))
    #expect(XFormNodes.ValueType.time.text(of: .string(value)) == written)
  }
}
