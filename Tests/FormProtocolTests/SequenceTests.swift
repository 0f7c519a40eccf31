// The sequence of a session: which lines count, and which lines are done only at a number.

import FormGraph
import Foundation
import Predicate
import Testing

@testable import FormProtocol

struct SequenceTests {
  private static func session() throws -> FormSession {
    let form = try CompiledForm.compile(
      json: Array(
        #"""
        {"sections": [
          {"rows": [{"tag": "a", "type": "int"}, {"tag": "b", "type": "text", "required": true}]},
          {"tag": "l", "kind": "multivalued", "item": {"type": "int"}}
        ]}
        """#.utf8))
    return FormSession(form.open(now: Date(timeIntervalSinceReferenceDate: 0)), opening: "o")
  }

  /// The number that the answer to a line has, and the key that did not fit.
  private static func answer(
    _ line: String, _ session: inout FormSession, as editor: Editor = .host
  ) -> (sequence: Value?, key: Value?) {
    let json: Value
    do throws(EditRefusal) {
      json = try session.apply(try FormEdits(json: Array(line.utf8)), as: editor).json
    } catch {
      json = error.json()
    }
    guard case .dictionary(let members) = json else { return (nil, nil) }
    return (members["sequence"], members["key"])
  }

  @Test("Lines that change the form count, and no others")
  func counts() throws {
    var session = try Self.session()
    for (line, expected) in [
      (#"{"set": {"a": 1}}"#, 1), (#"{"set": {"a": 1}}"#, 1), (#"{"set": {"a": "x"}}"#, 1),
      (#"{"set": {"nobody": 1}}"#, 1), (#"{"no edit": 1}"#, 1), (#"{"validate": true}"#, 2),
      (#"{"validate": true}"#, 2), (#"{"now": "2026-01-01T00:00:00Z"}"#, 2),
      (#"{"insert": [{"section": "l", "at": 0, "value": 3}]}"#, 3), (#"{"undo": true}"#, 4),
      (#"{"redo": true}"#, 5), (#"{"undo": {"to": "no mark"}}"#, 5), (#"{"focus": "a"}"#, 6),
      (#"{"focus": "a"}"#, 6), (#"[{"set": {"a": 2}}, {"set": {"a": 3}}]"#, 7),
      (#"{"set": {"a": 3}, "mark": "m"}"#, 7),
    ] {
      #expect(Self.answer(line, &session).sequence == .int(Int64(expected)), "\(line)")
      #expect(session.sequence == expected)
    }
    #expect(session.opening(session.form).sequence == 0)
  }

  @Test("A line with 'after' is done only at this number")
  func after() throws {
    var session = try Self.session()
    for (line, sequence, key) in [
      (#"{"set": {"a": 1}, "after": 0}"#, 1, nil), (#"{"set": {"a": 2}, "after": 0}"#, 1, "after"),
      (#"{"set": {"a": 2}, "after": 2}"#, 1, "after"),
      (#"[{"set": {"a": 2}}, {"set": {"b": "x"}, "after": 1}]"#, 2, nil),
      (#"{"undo": true, "after": 1}"#, 2, "after"), (#"{"undo": true, "after": 2}"#, 3, nil),
      (#"{"set": {"a": 5}, "after": 3, "opening": "p"}"#, 3, "opening"),
      (#"{"set": {"a": 5}, "after": 3, "opening": "o"}"#, 4, nil),
      (##"{"set": {"#r0": 6}, "after": 4}"##, 4, "opening"),
      // What is no number is a mistake of the line.
      (#"{"set": {"a": 6}, "after": -1}"#, 4, nil), (#"{"set": {"a": 6}, "after": "4"}"#, 4, nil),
      (#"{"set": {"a": 6}, "after": 4.5}"#, 4, nil), (#"{"set": {"a": 6}, "after": null}"#, 4, nil),
      (#"{"set": {"a": 6}, "after": 9223372036854775807}"#, 4, "after"),
      (#"[{"set": {"a": 6}, "after": 4}, {"set": {"a": 7}, "after": 4}]"#, 4, nil),
    ] as [(String, Int, String?)] {
      let answer = Self.answer(line, &session)
      #expect(answer.sequence == .int(Int64(sequence)), "\(line)")
      #expect(answer.key == key.map(Value.string), "\(line)")
    }
    #expect(session.form["a"]?.value == 5)
    #expect(session.form["b"]?.value == .null)
  }

  @Test("A client whose answers are lost sends its lines again, and none is done twice")
  func lostAnswers() throws {
    var session = try Self.session()
    var known = 0
    for number in 0..<200 {
      let insert = #"[{"section": "l", "at": 0, "value": \#(number)}]"#
      let line = #"{"insert": \#(insert), "after": \#(known)}"#
      // Every third answer is lost, and every seventh line never arrives.
      if number % 7 != 0 { _ = Self.answer(line, &session) }
      if number % 3 == 0 || number % 7 == 0 {
        let again = Self.answer(line, &session)
        #expect(again.key == (number % 7 == 0 ? nil : "after"))
      }
      known += 1
      #expect(session.sequence == known)
    }
    guard case .array(let items)? = session.form.values()["l"] else {
      Issue.record("the list has no values")
      return
    }
    #expect(items == (0..<200).reversed().map { .int($0) })
  }
}
