// Lists whose items are counted by a formula. The items come and go while the form settles, right
// after the formula: whatever reads the list, and whatever stands in an item, is ranked after it.
// So each node still runs once.

import Predicate

extension Engine {
  /// Makes a list have as many items as its formula says.
  ///
  /// `isOther` says whether the number has changed. If there is no room for a new number, the edits
  /// are refused. A form may open with such a number, so an unchanged number refuses nothing.
  mutating func settleCount(of list: SectionID, _ node: NodeID, isOther: Bool) {
    guard outline.sections.contains(list) else { return }
    let wanted = if case .int(let wanted) = state.facts[node.index] { wanted } else { Int64(0) }
    let count = outline.items.count(of: topology.section(list).itemList)
    guard wanted != count else { return }
    let isRoom = hasRoom(for: wanted - Int64(count), in: list)
    guard isRoom, let wanted = Int(exactly: wanted) else {
      setProblem(.tooManyItems(.int(wanted)), of: node)
      if isOther, !isOpening { countingReasons.append(tooManyRows) }
      return
    }
    if journal.topology == nil { journal.topology = shape.topology }
    if journal.outline == nil { journal.outline = shape.outline }
    let waiting = takeWaiting()
    // The values that new items start with are not edits.
    let hadEditedValues = hasEditedValues
    defer { hasEditedValues = hadEditedValues }
    let firstNew = topology.nodes.count
    var returned: [RowID] = []
    for position in count..<max(count, wanted) {
      if let parked = graph.topology.sections[list.index].parked.popLast() {
        returned += bringBack(parked, to: list, at: position)
      } else {
        insertItem(nil, to: list, at: position)
      }
    }
    for position in (wanted..<max(count, wanted)).reversed() { takeAway(position, of: list) }
    countingReasons += finishGraph(from: firstNew)
    for row in returned {
      if let node = topology.row(row).defaultValue { settleDefault(node) }
    }
    for node in waiting where topology.isInUse(node) { mark(node) }
    markReaders(ofItemsOf: list)
  }

  /// Whether there is room for more items.
  ///
  /// An item without rows, which only has sections, takes the room of a row.
  private func hasRoom(for more: Int64, in list: SectionID) -> Bool {
    guard more > 0 else { return true }
    let record = topology.section(list)
    let new = more - Int64(record.parked.count)
    let (rows, overflow) = Int64(max(1, record.templates?.value.rowCount ?? 0))
      .multipliedReportingOverflow(by: max(0, new))
    let used = max(topology.rows.count, topology.items.count)
    return !overflow && rows <= topology.limits.rows - used
  }

  /// Marks what reads the items of a list.
  private mutating func markReaders(ofItemsOf list: SectionID) {
    mark(topology.itemReaders[list.index])
    mark(topology.placeReaders[list.index])
  }

  /// All waiting nodes, since the ranks of some of them may change.
  private mutating func takeWaiting() -> [NodeID] {
    var nodes: [NodeID] = []
    let additions = queue.additions
    while let rank = queue.popFirst() {
      guard let node = topology.nodeAtRank[rank] else { continue }
      if topology.nodes.packed(node).standing == .prototype {
        nodes += queue.takeItems(at: rank)
      } else {
        nodes.append(node)
      }
    }
    queue.additions = additions
    return nodes
  }

  // MARK: - Parking

  /// Takes an item out of a list and keeps it to come back.
  private mutating func takeAway(_ position: Int, of list: SectionID) {
    let items = topology.section(list).itemList
    guard let item = outline.items.member(at: position, in: items) else { return }
    let parked = self.parked(item)
    removeItem(item, of: list)
    if parksItems { graph.topology.sections[list.index].parked.append(parked) }
  }

  /// The rows of all parked items, also of those that are parked in them.
  ///
  /// - Complexity: O(n) in the number of sections.
  var parkedRows: Set<RowID> {
    var rows: Set<RowID> = []
    // Lists in parked items are among the sections too.
    for section in topology.sections {
      for parked in section.parked { add(parked, to: &rows) }
    }
    return rows
  }

  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func add(_ parked: ParkedItem, to rows: inout Set<RowID>) {
    rows.formUnion(topology.rows(of: parked.item))
    for inner in parked.lists.joined() { add(inner, to: &rows) }
  }

  /// An item with the items of the lists in it, as it stands.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func parked(_ item: ItemID) -> ParkedItem {
    ParkedItem(
      item: item,
      lists: topology.lists(of: item).map { list in
        outline.items(of: list, in: topology).map { parked($0) }
      })
  }

  /// Puts an item back with its values, errors and marks.
  ///
  /// - Returns: Its rows, with those of the items in it.
  private mutating func bringBack(
    _ parked: ParkedItem, to list: SectionID, at position: Int
  ) -> [RowID] {
    graph.bringBack(parked.item, to: list, at: position)
    for section in topology.sections(of: parked.item) {
      forget(section)
      noteCome(section)
    }
    var rows = topology.rows(of: parked.item)
    for row in rows {
      for bit in [RowWord.hidden, .disabled, .required, .invalid] { clearBit(bit, of: row) }
      noteCome(row)
    }
    for (list, items) in zip(topology.lists(of: parked.item), parked.lists) {
      for (position, item) in items.enumerated() {
        rows += bringBack(item, to: list, at: position)
      }
      countItems(of: list)
    }
    journal.reshaped.itemSections.insert(list)
    return rows
  }
}
