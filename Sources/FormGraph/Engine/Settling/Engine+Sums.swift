// Sums over items, kept by difference: what one item changes is added, and the others are not
// looked at. Only of integers, of which every sum is exact; anything else is folded anew.

import Predicate

extension Engine {
  /// The sum of a column after this transaction, from what it was before; nil where it must be
  /// folded anew.
  ///
  /// - Complexity: O(what the transaction has changed), and where that may be more than the items,
  ///   O(1).
  func sumByDifference(_ node: NodeID, _ view: ItemsView, of section: SectionID) -> Value? {
    guard case .fold(.sum, let column) = view, !journal.reshaped.rewired.contains(node),
      let row = topology.section(section).template?.value.rows[column],
      row.type.valueKind == .int, case .array(let old) = state.facts[node.index],
      case .dictionary(let object)? = old.first, old.count == 1, let key = object.keys.first,
      case .int(let oldSum)? = object[key]
    else { return nil }
    let count = outline.items.count(of: topology.section(section).itemList)
    // A sum that could not be folded anew within the limit must not stand: no more than four steps
    // an item are.
    guard mostChanges <= count, count < state.context.limits.steps / 4 - 4 else { return nil }
    var sum = WholeSum(oldSum)
    for row in changedRows(of: section, column) {
      if case .int(let int) = valueBefore(of: row) { sum.subtract(int) }
      if case .int(let int) = valueNow(of: row) { sum.add(int) }
    }
    // One that does not fit is what folding it says.
    return sum.int.map { .array([.dictionary(ValueDictionary([(key, .int($0))]))]) }
  }

  /// How many rows the transaction may have changed: where that is more than a section has items,
  /// to look at the items costs less than to look for what has changed, which every sum would do
  /// again.
  private var mostChanges: Int {
    state.values.overwrittenCount + state.facts.overwrittenCount
      + journal.reshaped.inserted.count + journal.reshaped.removed.count
  }

  /// The rows of a column that hold something else, or are read otherwise, than before.
  private func changedRows(of section: SectionID, _ column: Int) -> Set<RowID> {
    var rows = Set(state.values.changedIndices.map { RowID($0) })
    for node in state.facts.changedIndices {
      if case .fact(.visibleValue(let row)) = topology.nodes[node] { rows.insert(row) }
    }
    rows.formUnion(journal.reshaped.inserted)
    rows.formUnion(journal.reshaped.removed)
    return rows.filter { row in
      // What an undone edit had inserted is no longer known here.
      let source =
        topology.rows.indices.contains(row.index) ? topology : journal.topology?.value ?? topology
      return source.row(row).section == section && source.column(of: row) == column
        && !source.isPrototype(row)
    }
  }

  /// What was read of a row before the transaction; nil of one that was not there.
  private func valueBefore(of row: RowID) -> Value {
    guard (journal.outline?.value ?? outline).rows.contains(row) else { return .null }
    if let fact = (journal.topology?.value ?? topology).node(of: .visibleValue(row)) {
      return state.facts.old(at: fact.index)
    }
    return state.values.old(at: row.index)
  }

  private func valueNow(of row: RowID) -> Value {
    outline.rows.contains(row) ? state.readValue(of: row, in: topology) : .null
  }
}
