// Whether anything is otherwise than when the form opened.

import Predicate

/// The values of a form when it opened.
struct OpenedValues: Sendable {
  /// The state when the form opened.
  ///
  /// Nobody writes it, because an edit copies a state that is referred to elsewhere.
  let held: Held<FormState>
  let outline: Shared<Outline>

  func value(of row: RowID) -> Value { held.pointer.pointee.values[row.index] }
}

extension Form {
  /// Whether any row or list of items holds something else than when the form opened.
  ///
  /// Calculated rows do not count. Rows that were inserted since are compared with the value they
  /// start with.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var isDirty: Bool {
    outline.sectionsInOrder.contains { section in
      hasOtherItems(section)
        || outline.rows(of: section, in: topology).contains(where: isDirty)
    }
  }

  /// The rows whose value differs from when the form opened, in declaration order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var dirtyRows: [RowState] {
    outline.rowsInOrder(in: topology).filter(isDirty).compactMap { self[$0] }
  }

  /// Whether a row holds another value, or anything in a section other items or values, than when
  /// the form opened; nil if the tag is unknown.
  public func isDirty(_ tag: String) -> Bool? {
    if case .section(let section)? = topology.member(named: tag) {
      return topology.subtree(of: section).contains { section in
        hasOtherItems(section)
          || outline.rows(of: section, in: topology).contains(where: isDirty)
      }
    }
    return row(tag).map(isDirty)
  }

  private func isDirty(_ row: RowID) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, record.calculation == nil else { return false }
    return state.values[row.index] != valueAtStart(of: row)
  }

  /// The value of a row when the form opened.
  ///
  /// For a row inserted since, the value it starts with. For an item that a reset made again, the
  /// value of the item that was at the same position.
  private func valueAtStart(of row: RowID) -> Value {
    let outline = opened.outline.value
    if outline.rows.contains(row) { return opened.value(of: row) }
    let section = topology.row(row).section
    guard outline.sections.contains(section), let item = topology.row(row).item,
      topology.item(item).start != nil, let column = topology.column(of: row),
      let place = self.outline.position(of: item),
      let other = outline.items.member(
        at: place, in: topology.section(section).itemList)
    else { return topology.valueAtStart(of: row) }
    return opened.value(of: topology.item(other).row(column))
  }

  private func hasOtherItems(_ section: SectionID) -> Bool {
    guard topology.section(section).template != nil else { return false }
    let outline = opened.outline.value
    guard outline.sections.contains(section) else { return true }
    return !self.outline.items(of: section, in: topology)
      .elementsEqual(outline.items(of: section, in: topology), by: holdsWhatOpened)
  }

  /// Whether an item is the one that the form opened with, or holds the same values.
  private func holdsWhatOpened(_ item: ItemID, _ opened: ItemID) -> Bool {
    item == opened
      || zip(topology.rows(of: item), topology.rows(of: opened)).allSatisfy { row, openedRow in
        let record = topology.row(row)
        return record.kind == .none || record.calculation != nil
          || state.values[row.index] == self.opened.value(of: openedRow)
      }
  }
}
