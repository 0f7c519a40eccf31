// Random forms whose values go out and come in again: what a form holds is there after it was saved
// and opened, and its values can be set in a form that has just opened. A failure prints the seed
// of its form: `TEST_SEED=n` begins with that form.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// Calls a body with random forms that have been edited at random, in their values and items only.
private func forEachForm(
  _ body: (_ compiled: CompiledForm, _ form: Form, _ place: Comment) throws -> Void
) throws {
  let first = SplitMix64.forTest(61).seed
  var forms = 0
  for index in 0..<UInt64(40) {
    let seed = first &+ index
    var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
    let definition = maker.definition()
    let witnesses = Witnesses()
    guard let compiled = try? CompiledForm(definition, functions: witnesses.functions) else {
      continue
    }
    forms += 1
    let start = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: start)
    var naive = NaiveForm(definition, now: start)
    for step in 0..<4 {
      let edits = maker.edits(of: naive).filter(\.isOfValues)
      guard (try? naive.commit(edits)) != nil else { continue }
      try form.update { draft in for edit in edits { edit.add(to: &draft) } }
      try body(compiled, form, "seed \(seed), step \(step)")
    }
  }
  #expect(forms > 15)
}

extension OracleEdit {
  fileprivate var isOfValues: Bool {
    switch self {
    case .set(_, _), .reset, .setNow: true
    case .shape(.insertItem), .shape(.removeItem), .shape(.moveItem): true
    case .shape: false
    }
  }
}

/// What is so of every row that can be named, and what it holds.
private func rows(_ form: Form) -> [String: [Value]] {
  let rows = form.sections.flatMap(\.rows).filter { $0.name != nil }
  let pairs = rows.map { row -> (String, [Value]) in
    let attributes = [row.isHidden, row.isDisabled, row.isRequired, row.isValid].map(Value.bool)
    return (row.name ?? "", attributes + [row.value])
  }
  return Dictionary(pairs) { first, _ in first }
}

@Test("What a form holds is there again when it was saved and opened")
func savedAndOpened() throws {
  try forEachForm { compiled, form, place in
    let text = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let restored = try compiled.open(now: form.now, restoring: state)
    #expect(restored.misfits == [], place)
    #expect(rows(restored.form) == rows(form), place)
    #expect(restored.form.canSubmit == form.canSubmit, place)
    if let inconsistency = restored.form.inconsistency {
      Issue.record("\(place): \(inconsistency)")
    }
    var edited = restored.form
    try edited.resetAll()
    try edited.undo()
    #expect(rows(edited) == rows(form), place)
  }
}

@Test("The values of a form can be set in one that has just opened, and are taken back in one step")
func setAgain() throws {
  try forEachForm { compiled, form, place in
    var fresh = try compiled.open(
      now: form.now,
      inputs: Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values)))
    let opened = rows(fresh)
    try fresh.setValues(form.values(includingHidden: true))
    #expect(rows(fresh) == rows(form), place)
    if let inconsistency = fresh.inconsistency { Issue.record("\(place): \(inconsistency)") }
    try fresh.undo()
    #expect(rows(fresh) == opened, place)
    try fresh.redo()
    #expect(rows(fresh) == rows(form), place)
  }
}
