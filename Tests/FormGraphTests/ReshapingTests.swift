// Forms that change their shape: what must hold of single edits, each found by random forms first.

import Foundation
import Predicate
import Testing

@testable import FormGraph

/// Compiles and opens a form at a fixed time.
private func open(_ sections: [SectionDefinition], inputs: [InputDefinition] = []) throws -> Form {
  try CompiledForm(FormDefinition(inputs: inputs, sections: sections)).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
}

private func people(_ rows: [RowDefinition], _ value: [Value] = []) -> SectionDefinition {
  SectionDefinition(
    tag: "people", kind: .multivalued(ItemsDefinition(template: .rows(rows), value: value)))
}

@Test("After a refused edit of the shape the next one is taken")
func refusedShape() throws {
  var form = try open([
    SectionDefinition(
      tag: "s",
      rows: [
        RowDefinition(tag: "a", type: .int),
        RowDefinition(tag: "b", type: .int, hidden: "$a == 1"),
      ])
  ])
  #expect(throws: EditError.self) { try form.update { $0.removeRows(["a"]) } }
  try form.update { $0.insertRows([RowDefinition(tag: "c", type: .int)], at: .end(of: "s")) }
  #expect(form["c"] != nil && form.inconsistency == nil)
}
