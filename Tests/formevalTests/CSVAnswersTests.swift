// Answers in CSV: what the first line may name, and how cells are read.

import FormGraph
import Foundation
import Testing

@testable import formeval

@Suite("Answers in CSV")
struct CSVAnswersTests {
  private static let json = #"""
    { "inputs": { "in": { "type": "int" } }, "sections": [
      { "rows": [
        { "tag": "n", "type": "int" }, { "tag": "d", "type": "decimal" },
        { "tag": "on", "type": "switch" }, { "tag": "day", "type": "date" },
        { "tag": "t", "type": "text", "name": "the text" }, { "tag": "k", "type": "text", "keepsEmpty": true },
        { "tag": "c", "type": "push", "options": [1, 2] },
        { "tag": "cs", "type": "multipleSelector", "options": ["a", "b", "c"] } ] },
      { "tag": "list", "kind": "multivalued", "item": { "type": "text" } } ] }
    """#

  private func answers(_ header: String, id: String? = nil) throws -> CSVAnswers {
    let form = try CompiledForm.compile(json: Array(Self.json.utf8))
    return try CSVAnswers(
      header: Array(header.utf8), of: "a.csv", for: form.definition, id: id)
  }

  private func json(_ header: String, _ line: String, id: String? = nil) throws -> String {
    let answers = try answers(header, id: id)
    do throws(AnswersMisfit) {
      return String(decoding: try answers.json(of: Array(line.utf8)).json, as: UTF8.self)
    } catch {
      return error.result.refused[0].description
    }
  }

  @Test(
    "A cell is read as --set reads text, and an empty cell is no answer",
    arguments: [
      ("7,1.5,yes,2024-05-01\r", #"{"n":7,"d":1.5,"on":true,"day":"2024-05-01T00:00:00Z"}"#),
      (",,,", "{}"), ("x,1,0,\"\"", #"{"n":"x","d":1.0,"on":false}"#),
      ("7,1", "the line has 2 fields, but the first line names 4"),
      (
        "7,\"1",
        "the answers cannot be read, at character 3: the quoted field does not end"
      ),
    ])
  func readsCells(_ line: String, _ expected: String) throws {
    #expect(try json("\u{FEFF}n,d,on,day\r", line) == expected)
  }

  @Test("Text, choices and names of values")
  func readsOthers() throws {
    #expect(
      try json("the text,k,c,cs", "\"a, \"\"b\"\"\n\",,2,\"a,c\"")
        == #"{"the text":"a, \"b\"\n","c":2,"cs":["a","c"]}"#)
    #expect(try json("key,t,in", "007,x,3", id: "key") == #"{"key":"007","t":"x","in":3}"#)
    #expect(try json("n,t", "007,x", id: "n") == #"{"n":7,"t":"x"}"#)
  }

  @Test(
    "What the first line cannot name",
    arguments: [
      ("n,", "a.csv:1: column 2: it has no name; the first line names the values"),
      ("n,n", "a.csv:1: column 2: 'n' is given twice"),
      (
        "list",
        "a.csv:1: column 1: 'list' is a list, and a cell holds one value; write the answers as "
          + "JSON, an object on each line"
      ),
      (
        "n,list[0]",
        "a.csv:1: column 2: 'list' is a list, and a cell holds one value; write the answers as "
          + "JSON, an object on each line"
      ),
      (
        "n;d",
        "a.csv:1: column 1: unknown tag 'n;d'; --separator ';' takes semicolons between the fields"
      ),
      (
        "n\td",
        "a.csv:1: column 1: unknown tag 'n\td'; --separator tab takes tabs between the fields"
      ),
      (
        "n;d,t",
        "a.csv:1: column 1: unknown tag 'n;d'; the first line has commas and semicolons: put one of "
          + "them between all fields"
      ),
      ("n,dayy", "a.csv:1: column 2: unknown tag 'dayy'; did you mean day?"),
      (
        "dayy,day",
        "a.csv:1: column 1: unknown tag 'dayy'; --id dayy takes the column as the name of each line"
      ),
      (
        "n,respondent",
        "a.csv:1: column 2: unknown tag 'respondent'; --id respondent takes the column as the name "
          + "of each line"
      ),
      (
        "n,a\"b",
        "a.csv:1: a quote inside a field without quotes; put the whole field in quotes, "
          + "and write \"\" for one quote"
      ),
    ])
  func refuses(_ header: String, _ message: String) {
    #expect {
      _ = try answers(header)
    } throws: {
      ($0 as? CommandError)?.sentence == message
    }
  }

  // MARK: - Typed cells

  private static let german = #"""
    { "languages": ["de", "en"], "messages": { "de": { "yes": "Ja", "no": "Nein", "option": "Nein." } },
      "inputs": { "language": { "type": "text", "value": "de" } }, "sections": [{ "rows": [
        { "tag": "price", "type": "decimal" }, { "tag": "n", "type": "int" },
        { "tag": "day", "type": "date" }, { "tag": "on", "type": "switch" },
        { "tag": "t", "type": "text", "name": "the text" },
        { "tag": "c", "type": "push", "options": [
          { "value": 1, "title": { "de": "Eins", "en": "One" } }, { "value": 2, "title": "Zwo" }] },
        { "tag": "cs", "type": "multipleSelector", "options": [
          { "value": "r", "title": { "de": "Rot", "en": "Red" } }, { "value": "b", "title": "Blau" },
          { "value": "g", "title": "Grau, hell" }, { "value": "p", "title": "Rot; matt" }] }
      ] }] }
    """#

  private func typed(
    _ header: String, _ line: String, _ separator: CSVSeparator
  ) throws -> (json: String, refused: [String]) {
    let form = try CompiledForm.compile(json: Array(Self.german.utf8)).open(now: .now)
    let answers = try CSVAnswers(
      header: Array(header.utf8), of: "a.csv", for: form.definition, id: "id",
      separator: separator, typed: AnswerValidator(form))
    let (json, refused) = try answers.json(of: Array(line.utf8))
    return (String(decoding: json, as: UTF8.self), refused.map(\.description))
  }

  @Test("Typed cells are read in the language of the form, with the titles of choices")
  func readsTypedCells() throws {
    let header = "\u{FEFF}id;price;n;day;on;the text;c;cs\r\n"
    let read = try typed(header, "007;1.200,5;1.200;1.5.2024;Ja;1,5;Eins;Rot, Blau", .semicolon)
    #expect(
      read.json == #"{"id":"007","price":1200.5,"n":1200,"day":"2024-05-01","on":true,"#
        + #""the text":"1,5","c":1,"cs":["r","b"]}"#)
    #expect(read.refused.isEmpty)
    #expect(try typed("cs,n", "Rot;Blau,\"1.200\"", .comma).json == #"{"cs":["r","b"],"n":1200}"#)
    #expect(try typed("cs\tc", "Rot\tZwo", .tab).json == #"{"cs":["r"],"c":2}"#)
    #expect(try typed("cs,n,c", ",,", .comma).json == "{}")
  }

  @Test(
    "A title with the separator in it stands alone or in quotes",
    arguments: [
      ("Grau, hell", ["g"]), (#"""Grau, hell"",Rot"#, ["g", "r"]),
      (#"Rot,""Grau, hell"""#, ["r", "g"]),
      ("Rot; matt,Blau", ["p", "b"]),
    ])
  func readsTitlesInQuotes(_ cell: String, _ chosen: [String]) throws {
    let list = chosen.map { "\"\($0)\"" }.joined(separator: ",")
    for separator in [CSVSeparator.semicolon, .tab] {
      let read = try typed(
        "cs\(separator.rawValue)n", "\"\(cell)\"\(separator.rawValue)1", separator)
      #expect(read.json == #"{"cs":[\#(list)],"n":1}"#)
    }
  }

  @Test("Yes and no are read in any case", arguments: ["ja", "JA", "true", "TRUE"])
  func readsYesInAnyCase(_ yes: String) throws {
    #expect(try typed("on", yes, .comma).json == #"{"on":true}"#)
    #expect(try typed("on", "NEIN", .comma).json == #"{"on":false}"#)
  }

  @Test("All refused cells of a line are named, and the others are kept")
  func namesRefusedCells() throws {
    let read = try typed("price;n;on;t;c;cs", "x;zwei;yes;y;Red;Rot,Gelb", .semicolon)
    #expect(read.json == #"{"t":"y"}"#)
    #expect(
      read.refused.map { $0.prefix { $0 != "," && $0 != ";" } } == [
        "'price' holds a number", "'n' holds a whole number", "'on' holds true or false",
        "'c' has no option called 'Red'", "'cs' has no option called 'Gelb'",
      ])
  }
}
