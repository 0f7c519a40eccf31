// The initial state of members and nodes, when the form opens and when they are inserted later. Ids
// are reused, so the state of an id is cleared first.

import Foundation
import Predicate

extension SharedEngine {
  /// This unedited form as it opens at another time; nil if a condition or formula reads the time.
  func opened(at now: Date) -> SharedEngine? {
    guard FormState.Time(date: now) != engine.state.single.time else { return self }
    guard engine.topology.graph.clockReaders.isEmpty, engine.topology.graph.dayReaders.isEmpty
    else { return nil }
    var opened = self
    opened.engine.begin()
    opened.engine.writeNow(now)
    _ = opened.engine.state.takeLog()
    return opened
  }
}

extension Engine {
  /// Marks a formula that fills a row and was bound again as done, because it has already given its
  /// value.
  mutating func settleFilling(_ node: NodeID) {
    if state.results[node.index] != .no { _ = setResult(.yes, of: node) }
  }

  /// Clears the state and the counts of a new section.
  mutating func forget(_ section: SectionIndex) {
    clearCount(of: section)
    // A bit that the id had before would count as already known to the outline.
    for bit in SectionRecord.decided + SectionWord.inherited { setBit(bit, false, of: section) }
    if let parent = topology.section(section).parent { inherit(section, from: parent) }
  }

  /// Clears the verdict and the errors of a new row.
  mutating func forget(_ row: RowIndex) {
    setVerdict([], of: row)
    setErrors([], of: row)
  }

  /// Clears the result of a new node, or of a removed node.
  ///
  /// Its id may have belonged to a node of a refused transaction. The problem of that node is
  /// already gone.
  mutating func forget(_ node: NodeID) {
    _ = setResult(.unevaluated, of: node)
    setFact(.null, of: node)
    setAnswer(nil, of: node)
  }

  /// Gives a new row its state before any evaluation.
  mutating func start(_ row: RowIndex) {
    let record = topology.rows[row.index]
    write(record.initialValue, of: row, cause: .structure)
    for bit in RowRecord.decided where record[bit] == .constant(true) {
      setBit(bit, true, of: row)
    }
  }

  mutating func start(_ section: SectionIndex) {
    guard !topology.isPrototype(.section(section)) else { return }
    for bit in SectionRecord.decided
    where topology.section(section)[bit] == .constant(true) {
      setBit(bit, true, of: section)
    }
    collapse(section)
    passOn(from: section)
    countItems(of: section)
  }

  /// Collapses or expands a new section, as its definition says.
  mutating func collapse(_ section: SectionIndex) {
    setBit(.collapsed, topology.section(section).definition.value.isCollapsed, of: section)
  }

  /// Fills a new item.
  ///
  /// An object gives values by tag; a plain value goes to the only row. Values that do not fit are
  /// skipped, and so are lists, whose items are filled by themselves.
  mutating func fill(_ item: ItemIndex, with value: Value, as editor: Editor = .host) {
    guard let template = topology.template(of: item) else { return }
    for (column, row) in topology.rows(of: item).enumerated() {
      let definition = template.rows[column]
      guard definition.calculated == nil, definition.type.valueKind != .none,
        let stored = template.given(value, column, within: topology.graph.limits.valueBytes)
      else { continue }
      give(erased(stored, in: row, by: editor), to: row, cause: .structure)
    }
  }
}
