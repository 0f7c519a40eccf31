// What members and nodes start with, when the form opens and when they come later: nothing is known
// of them, whatever their ids stood for before.

import Foundation
import Predicate

extension Engine {
  /// This form, nothing of which has been edited, as it opens at another time; nil where something
  /// reads the time.
  func opened(at now: Date) -> Engine? {
    guard FormState.Time(date: now) != state.single.time else { return self }
    guard topology.clockReaders.isEmpty else { return nil }
    var engine = self
    engine.begin()
    engine.writeNow(now)
    _ = engine.state.takeLog()
    return engine
  }

  /// A default that is bound anew has given its value before.
  mutating func settleDefault(_ node: NodeID) { _ = setResult(.yes, of: node) }

  /// Nothing is known of a section that has just come, and nothing of it counts.
  mutating func forget(_ section: SectionID) {
    clearCount(of: section)
    for bit in SectionRecord.decided { setBit(bit, false, of: section) }
  }

  /// Nothing is known of a row that has just come.
  mutating func forget(_ row: RowID) {
    setVerdict([], of: row)
    setErrors([], of: row)
  }

  /// Nothing is known of a node that has just come; its id may have been given before, to one that
  /// was never kept, and whose problem went with it.
  mutating func forget(_ node: NodeID) {
    _ = setResult(.unevaluated, of: node)
    setFact(.null, of: node)
  }

  /// Gives a new row what it has before anything is evaluated.
  mutating func start(_ row: RowID) {
    let record = graph.topology.rows[row.index]
    write(record.initialValue, of: row, cause: .structure)
    for bit in RowRecord.decided where record[bit] == .constant(true) {
      setBit(bit, true, of: row)
    }
  }

  mutating func start(_ section: SectionID) {
    for bit in SectionRecord.decided
    where topology.section(section)[bit] == .constant(true) {
      setBit(bit, true, of: section)
    }
    countItems(of: section)
  }

  /// Gives the rows of a new item the values of an object, or the one row the value; a value that
  /// does not fit is passed over.
  mutating func fill(_ item: ItemID, with value: Value, as editor: Editor = .host) {
    let record = topology.item(item)
    guard let template = topology.section(record.section).template?.value else { return }
    for (column, row) in topology.rows(of: item).enumerated() {
      let definition = template.rows[column]
      guard definition.calculated == nil, definition.type.valueKind != .none,
        let stored = template.given(value, column, within: topology.limits.valueBytes)
      else { continue }
      give(erased(stored, in: row, by: editor), to: row, cause: .structure)
    }
  }
}
