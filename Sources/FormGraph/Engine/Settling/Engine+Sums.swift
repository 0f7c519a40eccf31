// Sums over items, updated by difference: the change of one item is added, without reading the
// other items. Only integer sums are updated this way, because they are exact. Other sums are
// computed from all items.

import Predicate

extension Engine {
  /// The sum of a column after this transaction, computed from the sum before; nil if it must be
  /// computed from all items.
  ///
  /// - Complexity: O(changes of the transaction); O(1) if there may be more changes than items.
  func sumByDifference(_ node: NodeID, _ view: ItemsView, of section: SectionIndex) -> Value? {
    guard case .fold(.sum, let column) = view, !journal.reshaped.isRecompiled, !isOfNewItem(node),
      let row = topology.section(section).templates?.value.row(column),
      row.type.valueKind == .int, case .array(let old) = state.facts.old(at: node.index),
      case .dictionary(let object)? = old.first, old.count == 1, let key = object.keys.first,
      case .int(let oldSum)? = object[key]
    else { return nil }
    let count = outline.items.count(of: topology.section(section).itemList)
    guard mostChanges <= count, count < state.mostFolded else { return nil }
    var sum = WholeSum(oldSum)
    for row in changedRows(of: section, column) {
      if case .int(let int) = valueBefore(of: row) { sum.subtract(int) }
      if case .int(let int) = valueNow(of: row) { sum.add(int) }
    }
    // nil if the sum overflows; computing it from all items then gives the error.
    return sum.int.map { .array([.dictionary(ValueDictionary([(key, .int($0))]))]) }
  }

  /// An upper bound for the number of rows that the transaction has changed.
  ///
  /// If it exceeds the number of items, reading all items is cheaper than collecting the changed
  /// rows, which every sum would repeat.
  private var mostChanges: Int {
    state.values.overwrittenCount + state.facts.overwrittenCount
      + journal.reshaped.inserted.count + journal.reshaped.removed.count
  }

  /// The rows of a column whose value, or value as conditions read it, differs from before.
  private func changedRows(of section: SectionIndex, _ column: Int) -> Set<RowIndex> {
    var rows = Set(state.values.changedIndices.map { RowIndex($0) })
    for node in state.facts.changedIndices {
      // The fact alone is moved to its item: all else that the node has is not needed.
      guard let origin = topology.origin(of: NodeID(node)),
        case .fact(.visibleValue(let row)) = topology.graph.nodes[origin.node]
      else { continue }
      rows.insert(origin.item.map { topology.row(row, in: $0) } ?? row)
    }
    rows.formUnion(journal.reshaped.inserted)
    rows.formUnion(journal.reshaped.removed)
    return rows.filter { row in
      // Rows that an undone edit had inserted are known only to the old topology.
      let isKnown = topology.rows.indices.contains(row.index)
      let source = isKnown ? topology : journal.topology?.topology ?? topology
      return source.row(row).item.map { source.item($0).section == section } == true
        && source.column(of: row) == column && !source.isPrototype(.row(row))
    }
  }

  /// The value of a row as it was read before the transaction; nil if the row did not exist.
  private func valueBefore(of row: RowIndex) -> Value {
    guard (journal.outline?.outline ?? outline).rows.contains(row) else { return .null }
    if let fact = (journal.topology?.topology ?? topology).node(of: .visibleValue(row)) {
      return state.facts.old(at: fact.index)
    }
    return state.values.old(at: row.index)
  }

  private func valueNow(of row: RowIndex) -> Value {
    outline.rows.contains(row) ? state.readValue(of: row, in: topology) : .null
  }
}
