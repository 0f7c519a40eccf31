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

  func value(of row: RowIndex) -> Value { held.pointer.pointee.values[row.index] }
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

  var dirtyIDs: Set<RowIndex> { Set(outline.rowsInOrder(in: topology).filter(isDirty)) }

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

  func isDirty(_ row: RowIndex) -> Bool {
    isStored(row) && !holds(row, valueAtStart(of: row))
  }

  /// Whether a row holds the value it had when the form opened.
  ///
  /// A row that hiding clears is compared with what it has started with since.
  private func holds(_ row: RowIndex, _ opened: Value) -> Bool {
    let (value, record) = (state.values[row.index], topology.row(row))
    if state.attributes.isSet(.cleared, row) || state.follows(record) == true { return true }
    guard state.attributes.isSet(.restarted, row) else { return value == opened }
    let start = self.value(of: row, givenAtStart: topology.given(row))
    return value == start || record.clearsOptions && value == state.left(of: start, in: record)
  }

  /// The value of a row when the form opened.
  ///
  /// For a row inserted since, the value it starts with. For a row of an item that a reset made
  /// again, the value in the item that it stands for.
  private func valueAtStart(of row: RowIndex) -> Value {
    if opened.outline.rows.contains(row) { return opened.value(of: row) }
    guard let item = topology.row(row).item, let place = topology.place(of: row),
      let other = openedItem(for: item)
    else { return value(of: row, givenAtStart: topology.given(row)) }
    return opened.value(of: topology.item(other).row(place))
  }

  /// The value that a row inserted since has started with: what its item gave it, or what its
  /// default gave, or what its definition says.
  private func value(of row: RowIndex, givenAtStart given: Value?) -> Value {
    let record = topology.row(row)
    if let given { return given }
    guard record.content.isFilled, record.content.suggested == nil, let node = record.filling else {
      return record.initialValue
    }
    return state.facts[node.index]
  }

  /// The item that the form opened with for which an item that a reset made again stands: the same
  /// one of those that the list starts with, in the same list, and of the same template.
  ///
  /// While a form opens, items come and go at the end of a list alone. So what is left of those
  /// that a list starts with is still at its position then.
  ///
  /// The recursion, through the list, is bounded by `SectionDefinition.maximumDepth`.
  private func openedItem(for item: ItemIndex) -> ItemIndex? {
    let record = topology.item(item)
    guard let start = record.start, let list = openedSection(for: record.section),
      let opened = opened.outline.items.member(
        at: start.position, in: topology.section(list).itemList),
      case let other = topology.item(opened), other.kind == record.kind,
      other.start?.position == start.position
    else { return nil }
    return opened
  }

  /// The section that the form opened with: the same one or, in an item that a reset made again,
  /// the one of the item that it stands for.
  private func openedSection(for section: SectionIndex) -> SectionIndex? {
    if opened.outline.sections.contains(section) { return section }
    let record = topology.section(section)
    let item = record.item.flatMap(openedItem)
    return item.flatMap { topology.item($0).section(record.place) }
  }

  /// Whether a list holds other items than when the form opened; false for other sections.
  ///
  /// A list inserted since is compared with the items it starts with. Items are equal if they hold
  /// the same, wherever they came from.
  ///
  /// - Complexity: O(n) in the number of items.
  func hasOtherItems(_ section: SectionIndex) -> Bool {
    guard topology.section(section).templates != nil else { return false }
    guard let other = openedSection(for: section) else {
      return !holdsItems(section, topology.firstItems(of: section))
    }
    return !holdsItems(section, openedItemsOf: other)
  }

  /// The lists in whose items some lists stand, without those that have been removed.
  func lists(around lists: IDSet<SectionIndex>) -> IDSet<SectionIndex> {
    var around = IDSet<SectionIndex>()
    for list in lists where outline.sections.contains(list) {
      var item = topology.section(list).item
      while let id = item {
        around.insert(topology.item(id).section)
        item = topology.item(id).parent
      }
    }
    return around
  }

  /// Whether a list holds what a list of the form held when it opened.
  private func holdsItems(_ list: SectionIndex, openedItemsOf other: SectionIndex) -> Bool {
    let opened = opened.outline
    return outline.items.count(of: topology.section(list).itemList)
      == opened.items.count(of: topology.section(other).itemList)
      && outline.items(of: list, in: topology)
        .elementsEqual(opened.items(of: other, in: topology), by: holdsWhatOpened)
  }

  /// Whether an item is the one that the form opened with, or holds the same.
  ///
  /// The recursion, through the lists in the item, is bounded by `SectionDefinition.maximumDepth`.
  private func holdsWhatOpened(_ item: ItemIndex, _ opened: ItemIndex) -> Bool {
    if item == opened { return true }
    guard topology.item(item).kind == topology.item(opened).kind else { return false }
    return zip(topology.rows(of: item), topology.rows(of: opened)).allSatisfy { row, openedRow in
      !isStored(row) || holds(row, self.opened.value(of: openedRow))
    }
      && zip(topology.lists(of: item), topology.lists(of: opened)).allSatisfy {
        holdsItems($0, openedItemsOf: $1)
      }
  }

  /// Whether a list holds the items that these values give.
  ///
  /// The recursion, through the lists in items, is bounded by `SectionDefinition.maximumDepth`.
  private func holdsItems(_ list: SectionIndex, _ values: [Value]) -> Bool {
    guard let templates = topology.section(list).templates?.value,
      outline.items.count(of: topology.section(list).itemList) == values.count
    else { return false }
    return outline.items(of: list, in: topology).elementsEqual(values) { item, value in
      let place = templates.place(for: value)
      guard topology.item(item).template == place else { return false }
      return topology.rows(of: item).allSatisfy { row in
        !isStored(row)
          || holds(row, self.value(of: row, givenAtStart: topology.given(value, to: row)))
      }
        && topology.lists(of: item).allSatisfy {
          holdsItems($0, topology.firstItems(of: $0, in: value))
        }
    }
  }

  /// Whether a row stores a value that somebody can give it.
  private func isStored(_ row: RowIndex) -> Bool {
    let record = topology.row(row)
    return record.kind != .none && record.calculation == nil
  }
}
