// Answers in a batch against answers that are given to a form opened for them alone: the same form
// takes many sets of answers one after another, and each must leave nothing behind.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// What a form says of answers that are given to a copy of it.
private func alone(_ form: Form, _ line: [UInt8], _ editor: Editor, _ hidden: Bool) -> String {
  var form = form
  do {
    let changes = try form.setAnswers(json: line, as: editor)
    let verdicts = try form.verdicts(of: .form(includingHidden: hidden))
    let short = try form.sectionsOutOfBounds()
    let errors =
      verdicts.flatMap { verdict in verdict.errors.map { $0.json(verdict.row.name) } }
      + short.flatMap { section in section.verdict.map { $0.json(section.tag) } }
    let pending = form.pendingValidations
    let isValid =
      short.isEmpty && (pending.isEmpty || form.canSubmit)
      && verdicts.allSatisfy { $0.errors.allSatisfy { $0.severity != .error } }
    var pairs: [(String, Value)] = [("valid", .bool(isValid)), ("errors", .array(errors))]
    if !changes.missing.isEmpty {
      pairs.append(("missing", .array(changes.missing.map(Value.string))))
    }
    let problems = changes.problemsBegan.map { $0.json(hasIDs: false) }
    if !problems.isEmpty { pairs.append(("problems", .array(problems))) }
    if !pending.isEmpty {
      pairs.append(("pending", .array(pending.map { $0.json(hasIDs: false) })))
    }
    let values = form.values(includingHidden: hidden, inJSON: true)
    pairs.append(("values", .dictionary(values)))
    pairs.append(("line", 1))
    return JSONWriter.text(of: .dictionary(ValueDictionary(pairs)))
  } catch {
    var pairs: [(String, Value)] = [
      ("valid", false),
      (
        "refused",
        .array(
          error.reasons.map { ["tag": .string($0.tag), "message": .string($0.description)] })
      ),
    ]
    if !error.missing.isEmpty {
      pairs.append(("missing", .array(error.missing.map(Value.string))))
    }
    pairs.append(("line", 1))
    return JSONWriter.text(of: .dictionary(ValueDictionary(pairs)))
  }
}

@Test(
  "A batch says of each set of answers what a form says that is opened for it",
  arguments: depth(quick: 12, full: 60))
func batchAndAlone(depth forms: Int) throws {
  let first = SplitMix64.forTest(83).seed
  var taken = 0
  var refused = 0
  for index in 0..<UInt64(forms) {
    let seed = first &+ index
    var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
    let definition = maker.definition()
    let start = Date(timeIntervalSinceReferenceDate: 0)
    guard
      let compiled = try? CompiledForm(definition, functions: Witnesses().functions),
      case let form = compiled.open(now: start)
    else { continue }
    var lines = [Array(form.answersJSON(includingHidden: true).utf8), Array("{}".utf8)]
    let naive = NaiveForm(definition, now: start)
    for _ in 0..<12 {
      var edited = form
      for edit in maker.edits(of: naive) where !edit.changesMembers {
        _ = try? edited.update { edit.add(to: &$0) }
      }
      lines.append(Array(edited.answersJSON(includingHidden: maker.chance(50)).utf8))
    }
    lines += [Array("[1]".utf8), Array(#"{"no such": 1}"#.utf8), Array(#"{"a":1,"a":2}"#.utf8)]
    for (editor, hidden) in [(Editor.user, false), (.host, true)] {
      var validator = AnswerValidator(form, as: editor, includingHidden: hidden)
      for line in lines + lines.reversed() {
        var output: [UInt8] = []
        let written = validator.write(json: line, line: 1, AnswerFormat(), to: &output)
        let expected = alone(form, line, editor, hidden)
        #expect(
          String(decoding: output, as: UTF8.self) == expected + "\n",
          "seed \(seed): \(String(decoding: line, as: UTF8.self))")
        let result = validator.validate(json: line)
        #expect(result.isValid == written.isValid)
        #expect(result.isGood == written.isGood)
        #expect(result.refused == written.refused)
        #expect((result.values == nil) == !written.refused.isEmpty)
        if written.refused.isEmpty { taken += 1 } else { refused += 1 }
      }
    }
  }
  #expect(taken * 3 > forms * 25 && refused * 3 > forms * 5)
}

@Test("Answers of each spelling are what they are for a form that is opened for them")
func spelledAnswers() throws {
  let form = try CompiledForm.compile(
    json: #"""
      {"sections": [{"rows": [
        {"tag": "t", "type": "text", "required": true}, {"tag": "n", "type": "int"},
        {"tag": "d", "type": "decimal", "minimum": 0},
        {"tag": "b", "type": "switch"}, {"tag": "day", "type": "date"},
        {"tag": "c", "type": "segmented", "options": [true, 1, 2, "a", 2.5, 3, ""]},
        {"tag": "o", "type": "segmented", "options": ["a", "1"], "other": true},
        {"tag": "e", "type": "segmented", "options": [0, 1, "a text of many bytes"],
         "optionsFilter": "SELF != $n"},
        {"tag": "tag_of_a_row", "name": "name", "type": "int"},
        {"tag": "name_and_tag", "name": "t2", "type": "text"},
        {"tag": "kept", "type": "text", "value": "x", "whenHidden": "clear", "hidden": "$b == true"},
        {"tag": "sum", "type": "int", "calculated": "$n + 1"}
      ]}]}
      """#.utf8.map { $0 }
  ).open(now: Date(timeIntervalSinceReferenceDate: 0))
  let values = [
    "null", "true", "false", "0", "1", "2", "3", "-0", "1.0", "1e0", "2.5", "-0.0", "1e400",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", #""""#, #"" ""#,
    #""a""#, #""A""#, #""1""#, #""fourteen bytes""#, #""fifteen bytes 15""#, #""\u0061""#,
    #""é\n""#, #""a text of many bytes""#, #""2024-05-01""#, "[]", "[1]", "{}", #"{"day": "a"}"#,
  ]
  let keys = [
    "t", "n", "d", "b", "day", "c", "o", "e", "tag_of_a_row", "name", "name_and_tag", "t2", "kept",
    "sum", #"\u006e"#, "no such row", "", "a name that is longer than any in the form",
  ]
  var lines = keys.flatMap { key in values.map { #"{"\#(key)": \#($0)}"# } }
  for first in keys {
    lines += keys.map { #"{"\#(first)": 1, "t": "x", "\#($0)": 2, "b": true}"# }
  }
  for editor in [Editor.user, .host] {
    var validator = AnswerValidator(form, as: editor, includingHidden: true)
    for line in lines.map({ Array($0.utf8) }) {
      var output: [UInt8] = []
      _ = validator.write(json: line, line: 1, AnswerFormat(), to: &output)
      #expect(
        String(decoding: output, as: UTF8.self) == alone(form, line, editor, true) + "\n",
        "\(String(decoding: line, as: UTF8.self))")
    }
  }
}

extension OracleEdit {
  /// Whether the edit changes which members there are, apart from items.
  fileprivate var changesMembers: Bool {
    switch self {
    case .set(_, _), .select, .reset, .move: false
    case .shape(.insertItem), .shape(.removeItem), .shape(.moveItem): false
    case .shape, .table, .setNow: true
    }
  }
}
