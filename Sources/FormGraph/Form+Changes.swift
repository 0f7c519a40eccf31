// Whether anything is otherwise than when the form opened.

import Predicate

/// The values of a form when it opened.
struct OpenedValues: Sendable {
  /// The state when the form opened.
  ///
  /// Nobody writes it, because an edit copies a state that is referred to elsewhere.
  let held: Held<FormState>
  let outline: Outline

  /// The values of a form that has just opened.
  init(_ shared: SharedEngine) {
    held = shared.engine.held
    outline = shared.engine.shape.outline
  }

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

  var dirtyIDs: Set<RowID> { Set(outline.rowsInOrder(in: topology).filter(isDirty)) }

  /// Whether a row holds another value, or anything in a section other items or values, than when
  /// the form opened; nil if the tag is unknown.
  public func isDirty(_ tag: String) -> Bool? {
    if case .section(let section)? = engine.member(named: tag) {
      return outline.subtree(of: section, in: topology).contains { section in
        hasOtherItems(section)
          || outline.rows(of: section, in: topology).contains(where: isDirty)
      }
    }
    return row(tag).map(isDirty)
  }

  func isDirty(_ row: RowID) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, record.calculation == nil else { return false }
    return !holds(row, valueAtStart(of: row))
  }

  /// Whether a row holds the value it had when the form opened.
  ///
  /// A row that hiding clears is compared with what it has started with since.
  private func holds(_ row: RowID, _ opened: Value) -> Bool {
    let (value, record) = (state.values[row.index], topology.row(row))
    if state.attributes.isSet(.cleared, row) { return true }
    guard state.attributes.isSet(.restarted, row) else { return value == opened }
    if engine.startsByDefault(row), let node = record.defaultValue {
      return value == state.facts[node.index]
    }
    let start = topology.valueAtStart(of: row)
    return value == start || record.clearsOptions && value == state.left(of: start, in: record)
  }

  /// The value of a row when the form opened.
  ///
  /// For a row inserted since, the value it starts with. For an item that a reset made again, the
  /// value of the item that was at the same position.
  private func valueAtStart(of row: RowID) -> Value {
    let outline = opened.outline
    if outline.rows.contains(row) { return opened.value(of: row) }
    guard let item = topology.row(row).item, let column = topology.column(of: row),
      let other = openedItem(for: item)
    else { return topology.valueAtStart(of: row) }
    return opened.value(of: topology.item(other).row(column))
  }

  /// Whether a reset made the item of a row again.
  func isMadeAgain(_ row: RowID) -> Bool {
    guard let item = topology.row(row).item, outline.rows.contains(row) else { return false }
    return topology.item(item).start != nil && !opened.outline.rows.contains(row)
  }

  /// The item that the form opened with in the place of an item that a reset made again.
  ///
  /// The recursion, through the list, is bounded by `SectionDefinition.maximumDepth`.
  private func openedItem(for item: ItemID) -> ItemID? {
    let record = topology.item(item)
    guard record.start != nil, let list = openedSection(for: record.section),
      let place = outline.position(of: item)
    else { return nil }
    return opened.outline.items.member(at: place, in: topology.section(list).itemList)
  }

  /// The section that the form opened with: the same one or, in an item that a reset made again,
  /// the one in its place.
  private func openedSection(for section: SectionID) -> SectionID? {
    if opened.outline.sections.contains(section) { return section }
    let record = topology.section(section)
    let item = record.item.flatMap(openedItem)
    return item.flatMap { topology.item($0).section(record.place) }
  }

  func hasOtherItems(_ section: SectionID) -> Bool {
    guard topology.section(section).templates != nil else { return false }
    guard let other = openedSection(for: section) else { return true }
    let (list, otherList) = (topology.section(section).itemList, topology.section(other).itemList)
    let opened = opened.outline
    return outline.items.count(of: list) != opened.items.count(of: otherList)
      || !outline.items(of: section, in: topology)
        .elementsEqual(opened.items(of: other, in: topology), by: holdsWhatOpened)
  }

  /// Whether an item is the one that the form opened with, or holds the same values.
  private func holdsWhatOpened(_ item: ItemID, _ opened: ItemID) -> Bool {
    item == opened
      || zip(topology.rows(of: item), topology.rows(of: opened)).allSatisfy { row, openedRow in
        let record = topology.row(row)
        return record.kind == .none || record.calculation != nil
          || holds(row, self.opened.value(of: openedRow))
      }
  }
}
