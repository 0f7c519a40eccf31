// Texts that can never come true, or are never valid, of which nothing else in the form tells: each
// beside a text that looks like it and is right.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite("Texts that never hold")
struct NeverTests {
  /// The findings of a form with one more part, as `id path: message`.
  private func findings(_ row: String, inItem item: String = "", count: String = "2") throws
    -> [String]
  {
    let form = try CompiledForm.compile(
      json: #"""
        { "sections": [{ "rows": [
            { "tag": "ok", "type": "switch" },
            { "tag": "company", "type": "push", "options": [
              { "value": { "id": 1, "town": "Ulm" }, "title": "A" },
              { "value": { "id": 2, "town": "Bonn" }, "title": "B" },
              { "value": { "id": 3 }, "title": "C" }] },
            { "tag": "some", "type": "multipleSelector", "options": [
              { "value": { "town": "Ulm" }, "title": "A" },
              { "value": { "town": "Bonn" }, "title": "B" }] },
            { "tag": "h", "type": "push", "options": ["a", { "value": "b", "hidden": true }] },
            { "tag": "kept", "type": "push", "value": "b",
              "options": ["a", { "value": "b", "hidden": true }] },
            { "tag": "city", "type": "push", "optionsFilter": "SELF.land == 'de'", "options": [
              { "value": "ulm", "title": "U", "land": "de" },
              { "value": "paris", "title": "P", "land": "fr" }] },
            { "tag": "town", "type": "push", "value": "b", "options": ["a", "b"],
              "optionsFilter": "SELF != 'b'" },
            { "tag": "some2", "type": "push", "options": ["a", "b"],
              "optionsFilter": "SELF != 'b' OR $ok == YES" }
            \#(row.isEmpty ? "" : ", \(row)") ] },
          { "tag": "l", "kind": "multivalued", "count": "\#(count)", "template": { "rows": [
            { "tag": "day", "type": "date" }, { "tag": "n", "type": "int" }
            \#(item.isEmpty ? "" : ", \(item)") ] } }] }
        """#.utf8)
    return FormCheck.findings(of: form).map { finding in
      let path = JSONPath(Array(finding.problem.path.steps.suffix(2)))
      return "\(finding.id.rawValue) \(path): \(finding.problem.message)"
    }
  }

  private func asking(_ condition: String) throws -> [String] {
    try findings(#"{ "type": "label", "visible": "\#(condition)" }"#)
      .map { String($0.split(separator: ":", maxSplits: 1)[1].dropFirst()) }
  }

  @Test(
    "Values of keys of options",
    arguments: [
      ("$company.town == 'Uml'", "company.town has no value 'Uml'"),
      ("$company.town == 'ulm'", "the value is spelled 'Ulm', not 'ulm'"),
      ("$company.id == 4", "company.id has no value 4"),
      ("ANY $some.town == 'Uml'", "some.town has no value 'Uml'"),
    ])
  func values(_ condition: String, _ message: String) throws {
    #expect(try asking(condition) == [message])
  }

  @Test("Options that a filter takes out whatever the answers are")
  func filtered() throws {
    #expect(
      try asking("$city == 'paris'") == [
        "the option 'paris' of city never passes the filter, so nobody can choose it"
      ])
    // One that the filter shows, one that the row starts with, and one that an answer shows.
    #expect(try asking("$city == 'ulm' OR $town == 'b' OR $some2 == 'b'") == [])
  }

  @Test("Kinds of keys of options")
  func kinds() throws {
    let found = try findings(#"{ "type": "label", "visible": "$company.id == '1'" }"#)
    #expect(found.count == 1 && found[0].hasPrefix("compare/kind"), "\(found)")
  }

  @Test(
    "Keys of options that may have the value",
    arguments: [
      "$company.town == 'Ulm'", "$company.town == nil", "$company.id > 1", "$company.id IN {1, 3}",
      "ANY $some.town == 'Ulm'", "$company.town BEGINSWITH 'U'", "$company.town.length > 3",
    ])
  func right(_ condition: String) throws { #expect(try asking(condition) == []) }

  @Test("An option that is always hidden")
  func hiddenOptions() throws {
    #expect(
      try asking("$h == 'b'")
        == ["the option 'b' of h is always hidden, so nobody can choose it"])
    #expect(try asking("$h == 'a'") == [])
    #expect(try asking("$kept == 'b'") == [])
  }

  @Test("A rule that the first item cannot meet")
  func firstItem() throws {
    func rule(_ text: String) throws -> [String] {
      try findings(
        "", inItem: #"{ "tag": "d", "type": "date", "rules": [{ "predicate": "\#(text)" }] }"#)
    }
    #expect(
      try rule("SELF > $item.previous.day")
        == [
          "rule/empty-other [0].predicate: the rule fails in the first item, which has none "
            + "before it"
        ])
    #expect(try rule("$item.previous.day == nil OR SELF > $item.previous.day") == [])
  }

  @Test("A number of items that is a boolean")
  func count() throws {
    let found = try findings("", count: "$ok")
    let message = "the formula gives true or false, and this must be a number"
    #expect(found == ["formula/kind [1].count: \(message)"])
    #expect(try findings("", count: "if($ok == YES, 1, 0)") == [])
  }

  @Test("A default beyond the bounds")
  func defaults() throws {
    func found(_ formula: String) throws -> [String] {
      try findings(
        #"{ "tag": "d", "type": "int", "minimum": 1, "maximum": 9, "default": "\#(formula)" }"#)
    }
    #expect(
      try found("0")
        == ["value/out-of-bounds [8].default: the start value 0 is less than the minimum 1"])
    #expect(
      try found("5 + 5")
        == ["value/out-of-bounds [8].default: the start value 10 is greater than the maximum 9"])
    #expect(try found("5") == [])
    #expect(try found("$l.@count") == [])
  }
}
