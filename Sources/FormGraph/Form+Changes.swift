// Whether anything is otherwise than when the form opened.

import Predicate

/// What a form held when it opened.
struct OpenedValues: Sendable {
  /// The state, which nobody writes as long as it is held here: an edit copies it first.
  let held: Held<FormState>
  let outline: Shared<Outline>

  func value(of row: RowID) -> Value { held.pointer.pointee.values[row.index] }
}

extension Form {
  /// Whether a row has another value, or a section items that hold something else, than when the
  /// form opened; what is calculated does not count, and rows that came since count by what they
  /// start with.
  ///
  /// - Complexity: O(n).
  public var isDirty: Bool {
    outline.sectionsInOrder.contains { section in
      hasOtherItems(section)
        || outline.rows(of: section, in: topology).contains(where: isDirty)
    }
  }

  /// The rows that have another value than when the form opened, in their order.
  ///
  /// - Complexity: O(n).
  public var dirtyRows: [RowState] {
    outline.rowsInOrder(in: topology).filter(isDirty).compactMap { self[$0] }
  }

  /// Whether a row has another value, or a section other items or values, than when the form
  /// opened; nil where the form has no such row or section.
  public func isDirty(_ tag: String) -> Bool? {
    if case .section(let section)? = topology.member(named: tag) {
      return hasOtherItems(section)
        || outline.rows(of: section, in: topology).contains(where: isDirty)
    }
    return row(tag).map(isDirty)
  }

  private func isDirty(_ row: RowID) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, record.calculation == nil else { return false }
    return state.values[row.index] != valueAtStart(of: row)
  }

  /// What a row held when the form opened, or what it starts with that came since: one of an item
  /// that was reset what the item held that stood there.
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

  /// Whether an item is one that the form opened with, or another one that holds what that held.
  private func holdsWhatOpened(_ item: ItemID, _ opened: ItemID) -> Bool {
    item == opened
      || zip(topology.rows(of: item), topology.rows(of: opened)).allSatisfy { row, openedRow in
        let record = topology.row(row)
        return record.kind == .none || record.calculation != nil
          || state.values[row.index] == self.opened.value(of: openedRow)
      }
  }
}
