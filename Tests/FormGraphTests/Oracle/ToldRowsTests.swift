// Random forms under random edits: whoever has read a row under Observation is told whenever
// anything of its state has changed. A failure prints the seed of its form: `TEST_SEED=n` begins
// with it.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// The rows of a form by their ids.
private func rows(_ form: Form) -> [RowIndex: RowState] {
  Dictionary(
    form.outline.rowsInOrder(in: form.topology).compactMap { row in form[row].map { (row, $0) } },
    uniquingKeysWith: { first, _ in first })
}

/// What somebody is told who has read each row, if a transaction leads from one form to another.
private func told(
  _ changes: ChangeSet, _ before: [RowIndex: RowState], _ form: Form
) -> Set<LiveForm.Reading> {
  var readings = LiveForm.Readings()
  readings.insert(.everyRow)
  for row in before.keys { readings.insert(.row(row)) }
  for section in form.outline.sectionsInOrder { readings.insert(.section(section)) }
  return Set(readings.take(touchedBy: changes))
}

@Test(
  "Whoever has read a row is told of each change of its state",
  arguments: depth(quick: 24, full: 60))
func toldOfRows(depth count: Int) {
  var others = 0
  let forms = RandomForm.forEach(count, from: 80) { maker, compiled, definition, seed in
    let start = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: start)
    var naive = NaiveForm(definition, now: start)
    for step in 0..<8 {
      let before = (form: form, rows: rows(form))
      let changes: ChangeSet
      let ids = before.rows.keys.sorted()
      if !ids.isEmpty, maker.chance(15), case let row = maker.pick(ids),
        let blurred = try? form.update({ $0.blur(row.id(in: before.form.number)) })
      {
        changes = blurred
      } else {
        let edits = maker.edits(of: naive)
        var twin = naive
        guard (try? twin.commit(edits)) != nil,
          let made = try? form.update({ draft in for edit in edits { edit.add(to: &draft) } })
        else { continue }
        naive = twin
        changes = made
      }
      let told = told(changes, before.rows, before.form)
      for (id, row) in before.rows where form[id] != row {
        others += 1
        let section = before.form.topology.row(id).section
        #expect(
          told.contains(.everyRow) || told.contains(.section(section)) || told.contains(.row(id)),
          "seed \(seed), step \(step): \(row.name ?? "-") was \(row), is \(form[id] as Any)")
      }
    }
  }
  #expect(forms * 12 > count * 5)
  #expect(others * 3 > count * 10)
}
