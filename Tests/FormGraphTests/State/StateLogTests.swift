// All that one edit changes of a state is put back whole: by a step back, also of a step that two
// transactions made, by an edit that is refused after settling; and no copy of the form has a part
// of it.

import Foundation
import Predicate
import Testing

@testable import FormGraph

/// A form in which `a` decides something of every kind.
private let definition = """
  { "inputs": { "on": 1 }, "readOnly": "$a == 3", "sections": [
    { "tag": "s", "rows": [
      { "tag": "a", "type": "int", "value": 0 },
      { "tag": "note", "type": "text" },
      { "tag": "shown", "type": "text", "hidden": "$a == 1" },
      { "tag": "open", "type": "text", "disabled": "$a == 1" },
      { "tag": "free", "type": "text", "required": "$a == 1" },
      { "tag": "double", "type": "int", "calculated": "$a * 2" },
      { "tag": "long", "type": "text", "calculated": "TERNARY($a == 1, 'longer than a cell', '')" },
      { "tag": "fails", "type": "int", "calculated": "6 / ($a - 1)" },
      { "tag": "small", "type": "int", "value": 1,
        "rules": [{ "type": "predicate", "predicate": "$a < 1", "message": "large" }],
        "validates": ["onChange"] },
      { "tag": "reader", "type": "int", "hidden": "$shown.isHidden == true" },
      { "tag": "choice", "type": "segmented",
        "options": ["x", { "value": "y", "hidden": "$a == 1" }] } ] },
    { "tag": "t", "hidden": "$a == 1", "rows": [{ "tag": "u", "type": "text" }] },
    { "tag": "v", "disabled": "$a == 1", "rows": [{ "tag": "w", "type": "text" }] } ] }
  """

private func open(isStrict: Bool = false) throws -> Form {
  try CompiledForm.compile(json: definition.utf8)
    .open(now: Date(timeIntervalSinceReferenceDate: 0), isStrict: isStrict)
}

/// What a form holds and shows, a line for each thing.
private func lines(_ form: Form) -> [String] {
  var lines = ["canSubmit \(form.canSubmit) readOnly \(form.state.attributes.isReadOnly)"]
  lines += form.problems.map { "problem \($0.tags)" }
  for section in form.sections {
    lines.append(
      "\(section.tag ?? "-") hidden \(section.isHidden) disabled \(section.isDisabled) "
        + "valid \(section.isValid)")
    lines += section.rows.map { row in
      "\(row.tag ?? "-") = \(row.value) hidden \(row.isHidden) disabled \(row.isDisabled) "
        + "required \(row.isRequired) valid \(row.isValid) blurred \(row.wasBlurred) "
        + "shows \(row.errors.map(\.message)) of \(row.options?.count ?? -1)"
    }
  }
  lines.append("changed \(form.savedState.changed)")
  lines.append("invalid \(form.topology.sections.indices.map { form.state.invalidRows[$0] })")
  lines.append("facts \((0..<form.topology.directory.nodeCount).map { form.state.facts[$0] })")
  lines.append("results \((0..<form.topology.directory.nodeCount).map { form.state.results[$0] })")
  lines.append("\(form.state.single)")
  return lines
}

@Suite("The log of a transaction")
struct StateLogTests {
  @Test("An edit of everything is taken back and made again, alone or as part of a step")
  func steps() throws {
    for isPart in [false, true] {
      var form = try open()
      let before = lines(form)
      if isPart {
        try form.update { draft in
          draft.coalesce("step")
          draft.set("note", to: "first")
        }
      }
      try form.update { draft in
        draft.coalesce("step")
        draft.set("a", to: 1)
        draft.blur("note")
      }
      let after = lines(form)
      #expect(form.undoCount == 1)
      // Each of these lines is to be put back, so each is to be another one.
      let same = Set(before).intersection(after).sorted()
      #expect(same.map { $0.prefix { $0 != " " } } == [])
      for _ in 0..<2 {
        try form.undo()
        #expect(lines(form) == before)
        try form.redo()
        #expect(lines(form) == after)
      }
      #expect(form.inconsistency == nil)
    }
  }

  @Test("A copy has nothing of what is done to the form, nor the form of what the copy does")
  func copies() throws {
    var form = try open()
    let before = lines(form)
    var copy = form
    try form.set("a", to: 1)
    let after = lines(form)
    #expect(lines(copy) == before)
    try copy.set("a", to: 1)
    #expect(lines(copy) == after)
    try copy.undo()
    #expect(lines(copy) == before && lines(form) == after)
    try form.undo()
    #expect(lines(form) == before)
  }

  @Test("An edit that is refused once the form has settled leaves everything as it was")
  func refused() throws {
    var form = try open(isStrict: true)
    let before = lines(form)
    #expect(throws: EditError.self) { try form.set("a", to: 1) }
    #expect(lines(form) == before && form.undoCount == 0)
    try form.set("a", to: 3)
    let readOnly = lines(form)
    #expect(readOnly[0] == "canSubmit false readOnly true")
    #expect(throws: EditError.self) { try form.set("a", to: 1) }
    #expect(lines(form) == readOnly && form.undoCount == 1)
    try form.undo()
    #expect(lines(form) == before)
  }
}
