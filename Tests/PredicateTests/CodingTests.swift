// Values, conditions and formulas through coders and back: what was encoded comes back identical,
// and whatever else is decoded ends in a value or in an error.

import Foundation
import Predicate
import TestSupport
import Testing

private let encoder: JSONEncoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return encoder
}()

private func json(_ value: some Encodable) throws -> String {
  String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func decoded<T: Decodable>(_ json: String, as type: T.Type = T.self) throws -> T {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

private func date(_ seconds: Double) -> Value {
  .date(Date(timeIntervalSinceReferenceDate: seconds))
}

@Suite struct ValueCodingTests {
  /// A value and its JSON, both ways.
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (1, "1"),
      (.int(.min), "-9223372036854775808"), (.int(.max), "9223372036854775807"), (0.5, "0.5"),
      (-2.25, "-2.25"), (1e300, "1e+300"), (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(0x1p63), "9.223372036854776e+18"),
      (7.0, #"{"$double":"7.0"}"#), (-0.0, #"{"$double":"-0.0"}"#), (1e18, #"{"$double":"1e+18"}"#),
      (.double(.nan), #"{"$double":"nan"}"#), (.double(.infinity), #"{"$double":"inf"}"#),
      (.double(-.infinity), #"{"$double":"-inf"}"#), ("", #""""#), ("a\n\"é\u{301}", #""a\n\"é́""#),
      ("$null", #""$null""#), ([], "[]"), ([nil, [1, [true]], "a"], #"[null,[1,[true]],"a"]"#),
      ([:], "{}"), (["a": nil, "b": ["c": 1]], #"{"a":null,"b":{"c":1}}"#),
      (["$a": 1, "$b": 2], #"{"$a":1,"$b":2}"#), (["$date": 1], #"{"$dictionary":[["$date",1]]}"#),
      (
        ["$x": ["$y": 1.0]], #"{"$dictionary":[["$x",{"$dictionary":[["$y",{"$double":"1.0"}]]}]]}"#
      ),
      (["$dictionary": []], #"{"$dictionary":[["$dictionary",[]]]}"#),
      (["é": 1, "e\u{301}": 2], "{\"$dictionary\":[[\"é\",1],[\"e\u{301}\",2]]}"),
      (.set(ValueSet([1, 2.5, "a"])), #"{"$set":[1,2.5,"a"]}"#),
      (.set(ValueSet([.set(ValueSet([]))])), #"{"$set":[{"$set":[]}]}"#),
      (.data(Data([1, 2, 255])), #"{"$data":"AQL/"}"#), (.data(Data()), #"{"$data":""}"#),
      (date(0), #"{"$date":"2001-01-01T00:00:00Z"}"#),
      (date(736_252_200.25), #"{"$date":"2024-05-01T10:30:00.250Z"}"#),
      (date(736_252_200.123456), #"{"$date":"2024-05-01T10:30:00.123456Z"}"#),
      (date(-1e-9), #"{"$date":-1e-09}"#),
      (date(1e15), #"{"$date":{"$double":"1000000000000000.0"}}"#),
      (date(.infinity), #"{"$date":{"$double":"inf"}}"#),
    ] as [(Value, String)])
  func both(_ value: Value, _ text: String) throws {
    #expect(try json(value) == text)
    #expect(try decoded(text) == value)
    // Among others, and through a coder that is not JSON.
    let inside: Value = ["in": [value, 1]]
    #expect(try decoded(json(inside)) == inside)
    // There `$null` is nil, and texts in two normal forms are one.
    guard value != "$null", value != ["é": 1, "e\u{301}": 2] else { return }
    let list = try PropertyListEncoder().encode(inside)
    #expect(try PropertyListDecoder().decode(Value.self, from: list) == inside)
  }

  /// Strategies that rename keys do not reach the keys of a dictionary.
  @Test func keysAreNotRenamed() throws {
    let value: Value = ["userName": ["$a": 1], "user_name": 2, "URL": date(0)]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Value.self, from: try encoder.encode(value)) == value)
    let condition = try Condition(format: "a == %@ AND b == $c", value).substituting(["c": value])
    let again = try decoder.decode(Condition.self, from: try encoder.encode(condition))
    #expect(again == condition)
  }

  /// What others write: numbers as JSONDecoder reads them, keys sorted.
  @Test(
    arguments: [
      ("1.0", 1), ("1e3", 1000), ("-0", 0), ("9223372036854775808", .double(0x1p63)),
      ("1.5e0", 1.5),
      (#"{"$date":"2024-05-01"}"#, date(736_214_400)), (#"{"$date":10}"#, date(10)),
      (#"{"$set":[1,1.0,true]}"#, .set(ValueSet([1]))),
      (#"{"$dictionary":[["a",1],["a",2]]}"#, ["a": 2]), (#"{"$double":"1e2"}"#, 100.0),
    ] as [(String, Value)])
  func reading(_ text: String, _ value: Value) throws {
    #expect(try decoded(text) == value)
  }

  @Test func orderIsDeterministic() throws {
    let keys = (0..<50).map { "k\($0)" }
    let value = Value.dictionary(ValueDictionary(keys.reversed().map { ($0, 1) }))
    guard case .dictionary(let again) = try decoded(json(value), as: Value.self) else {
      return #expect(Bool(false))
    }
    #expect(again.keys == keys.sorted())
  }

  @Test(arguments: [
    "", "nul", "[1,", #"{"a":}"#, #"{"$date":"yesterday"}"#, #"{"$date":"2024-02-30"}"#,
    #"{"$date":null}"#, #"{"$date":{"$date":1}}"#, #"{"$data":"*"}"#, #"{"$data":1}"#,
    #"{"$set":1}"#, #"{"$set":{"a":1}}"#, #"{"$double":"seven"}"#, #"{"$double":1}"#,
    #"{"$double":{}}"#, #"{"$dictionary":{}}"#, #"{"$dictionary":[[1,2]]}"#,
    #"{"$dictionary":[["a"]]}"#, #"{"$dictionary":[["a",1,2]]}"#, #"{"$dictionary":["a"]}"#,
    #"{"$unknown":1}"#, #"{"$":1}"#, "1e999", #"[{"a":[{"$set":0}]}]"#,
  ])
  func garbage(_ text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: Value.self) }
    let wrapped = #"{"format":"a == %@","arguments":[\#(text)]}"#
    #expect(throws: (any Error).self) { try decoded(wrapped, as: Condition.self) }
  }

  /// Past the limit both directions are an error, on a small stack too.
  @Test func nesting() {
    StackTests.onSmallStack {
      func nested(_ depth: Int) -> Value { (0..<depth).reduce(1) { value, _ in .array([value]) } }
      func objects(_ depth: Int) -> Value { (0..<depth).reduce(1) { value, _ in ["a": value] } }
      for value in [nested(64), objects(64), .set(ValueSet([objects(62)]))] {
        do {
          #expect(try decoded(json(value)) == value)
        } catch {
          Issue.record("\(error)")
        }
      }
      for value in [nested(65), objects(65), .set(ValueSet([nested(63)]))] {
        #expect(throws: EncodingError.self) { try json(value) }
      }
      for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"$set":["#, "]}")] {
        for depth in [65, 400, 100_000] {
          let text =
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
          #expect(throws: DecodingError.self) { try decoded(text, as: Value.self) }
        }
      }
    }
  }

  @Test func longLists() throws {
    let list = Value.array((0..<100_000).map { $0 % 2 == 0 ? .int($0) : .string("\($0)") })
    #expect(try decoded(json(list)) == list)
  }
}

@Suite struct ConditionCodingTests {
  @Test func format() throws {
    #expect(try json(Condition("a == 'x'")) == #"{"arguments":[],"format":"a == 'x'"}"#)
    let condition = try Condition(format: "%K == %@ AND $x < %d", "a.b", [7.0, nil], 2)
    #expect(
      try json(condition)
        == #"{"arguments":["a.b",[{"$double":"7.0"},null],2],"format":"%K == %@ AND $x < %d"}"#)
    let copy = try condition.substituting(["x": .data(Data([1])), "y": 1])
    #expect(
      try json(copy) == """
        {"arguments":["a.b",[{"$double":"7.0"},null],2],"format":"%K == %@ AND $x < %d",\
        "substitutions":{"x":{"$data":"AQ=="}}}
        """)
    for condition in [condition, copy] {
      let again = try decoded(json(condition), as: Condition.self)
      #expect(again == condition)
      #expect(try json(again) == json(condition))
    }
    #expect(try decoded(#"{"format":"a == 1"}"#, as: Condition.self) == Condition("a == 1"))
    #expect(try decoded(#"{"format":"1 + 1"}"#, as: Formula.self).evaluate() == 2)
  }

  /// A tree remembers what it was filled with, whichever way it went.
  @Test func throughTrees() throws {
    let condition = try Condition(format: "a == $x - %@", 7.0).substituting(["x": 1])
      .substituting(["x": 2])
    let again = try decoded(json(try Condition(condition.tree)), as: Condition.self)
    #expect(again == condition)
    #expect(again.description == "a == 1 - 7.0")
  }

  @Test(arguments: depth(quick: 3, full: 1))
  func everythingInTheTables(depth step: Int) throws {
    for table in SemanticsTests.tables {
      let rows = try ResultTable("semantics/\(table).txt", beside: #filePath).rows
      for (number, row) in rows.enumerated() where number % step == 0 {
        let (text, arguments) = (row.text, row.subject.arguments)
        let functions = row.subject.functions
        if let condition = try? arguments.map({
          try Condition(format: text, arguments: $0, functions: functions)
        }) ?? Condition(text, functions: functions) {
          #expect(try decoded(json(condition)) == condition, "\(table).txt:\(row.line)")
          if let copy = try? condition.substituting(row.subject.variables) {
            #expect(try decoded(json(copy)) == copy, "\(table).txt:\(row.line)")
          }
        } else if let formula = try? arguments.map({
          try Formula(format: text, arguments: $0, functions: functions)
        }) ?? Formula(text, functions: functions) {
          #expect(try decoded(json(formula)) == formula, "\(table).txt:\(row.line)")
        }
      }
    }
  }

  @Test func errorsAreRendered() throws {
    for (text, message) in [
      (
        #"{"format":"a =="}"#,
        """
        predicate:1:5: error: expected a value, found the end of the text
          a ==
              ^
        hint: a value is missing after ==
        """
      ),
      (
        #"{"format":"nope(1) == 1"}"#,
        """
        predicate:1:1: error: unknown function 'nope'
          nope(1) == 1
          ^~~~~~~
        """
      ),
      (
        #"{"format":"a == %@","arguments":[]}"#,
        """
        predicate:1:6: error: no argument is given for this placeholder
          a == %@
               ^~
        """
      ),
      (
        #"{"format":"a MATCHES $p","substitutions":{"p":"("}}"#,
        """
        predicate:1:11: error: the pattern '(' has a ( that is not closed
          a MATCHES $p
                    ^~
        hint: a character that stands for itself needs \\\\ before it
        """
      ),
    ] {
      do {
        _ = try decoded(text, as: Condition.self)
        Issue.record("\(text)")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.debugDescription == message)
        #expect(context.codingPath.map(\.stringValue) == ["format"])
        #expect(context.underlyingError is BuildError || context.underlyingError is Refusal)
      }
    }
  }

  @Test(arguments: [
    "{}", "[]", "1", #""a == 1""#, #"{"format":1}"#, #"{"format":"a == 1","arguments":{}}"#,
    #"{"format":"a == 1","arguments":[1]}"#, #"{"format":"a","arguments":[]}"#,
    #"{"format":"a == $x","substitutions":[1]}"#, #"{"format":"$x == 1","substitutions":1}"#,
    #"{"format":"FUNCTION(a, 'b') == 1"}"#, #"{"format":""}"#,
  ])
  func garbage(_ text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: Condition.self) }
  }

  /// Any bytes: a value, a condition or an error.
  @Test(arguments: depth(quick: 1_000, full: 4_000))
  func mutations(depth rounds: Int) throws {
    var random = SplitMix64.forTest(99)
    let seeds = [
      #"{"format":"a == %@ AND $x MATCHES $p","arguments":[{"$date":"2024-05-01"}],"#
        + #""substitutions":{"p":"b+","x":[1,2.5,{"$set":[null,true]},{"$dictionary":[["$a",1]]}]}}"#,
      #"[{"$double":"nan"},{"$data":"AQ=="},1e400,-0.0,"é",{"a":{"b":[]}}]"#,
    ].map { Array($0.utf8) }
    for round in 0..<rounds {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        case 2: bytes.replaceSubrange(place..<place, with: bytes[place...].prefix(9))
        default: bytes.removeSubrange(place..<min(bytes.count, place + 3))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let data = Data(bytes)
      if let value = try? JSONDecoder().decode(Value.self, from: data) {
        #expect(try decoded(json(value)) == value, "seed \(random.seed)")
      }
      if let condition = try? JSONDecoder().decode(Condition.self, from: data) {
        #expect(try decoded(json(condition)) == condition, "seed \(random.seed)")
      }
    }
  }
}
