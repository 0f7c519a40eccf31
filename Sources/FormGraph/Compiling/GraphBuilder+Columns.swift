// The edges between a list and its items: what a reader of the whole list reads of each item, how
// an inserted or removed item joins or leaves those readers, and the formula that counts the items.

import Predicate

extension GraphBuilder {
  /// What a column reads from one item; nil if the item has nothing in the column.
  func cell(of item: ItemID, _ column: Int) -> Source? {
    guard let fact = cellFact(of: item, column) else {
      return topology.row(of: item, column).map(stored)
    }
    return self.fact(fact).map(Source.node)
  }

  /// The items of a list, and the prototypes, whose ranks all items share.
  ///
  /// A list in an item needs no prototype, because the list itself is ranked like that of the
  /// prototype around it.
  func rankedItems(of section: SectionID) -> [ItemID] {
    let prototypes =
      topology.isOfItem(.section(section)) ? [] : topology.section(section).prototypes
    return prototypes + outline.items(of: section, in: topology)
  }

  // MARK: - Items that come and go

  /// Connects a new row to what already reads its section as a whole.
  mutating func joinSection(_ row: RowID) {
    joinValidity(.row(row))
    guard let item = topology.rows[row.index].item, let column = topology.column(of: row) else {
      return
    }
    join(item, column)
  }

  /// Removes the edges from a removed row into what reads its section as a whole.
  mutating func leaveSection(_ row: RowID) {
    guard let item = topology.rows[row.index].item, let column = topology.column(of: row) else {
      return
    }
    leave(item, column)
  }

  /// Connects a new list of an item to what reads this column of all items.
  mutating func joinColumn(_ list: SectionID) {
    guard let (item, column) = column(of: list) else { return }
    if isRead(item, column) { mirrorWhole(of: list) }
    join(item, column)
  }

  /// Removes the edges from the list of a removed item into what reads this column of all items.
  mutating func leaveColumn(_ list: SectionID) {
    if let (item, column) = column(of: list) { leave(item, column) }
  }

  private mutating func join(_ item: ItemID, _ column: Int) {
    guard let cell = cell(of: item, column) else { return }
    for reader in columnReaders(of: item, column) { connect(reader, to: cell) }
  }

  private mutating func leave(_ item: ItemID, _ column: Int) {
    guard let cell = cell(of: item, column) else { return }
    for reader in columnReaders(of: item, column) { disconnect(reader, from: cell) }
  }

  /// The column that a list of an item is; nil for other sections.
  private func column(of list: SectionID) -> (item: ItemID, column: Int)? {
    let record = topology.sections[list.index]
    guard let item = record.item, case let own = topology.item(item),
      let templates = topology.sections[own.section.index].templates?.value,
      let index = topology.template(of: item)?.lists.firstIndex(of: record.place)
    else { return nil }
    let place = templates.all[own.template].rows.count + index
    return (item, templates.column(of: place, in: own.template))
  }

  /// Whether anything reads a column of an item's list.
  func isRead(_ item: ItemID, _ column: Int) -> Bool {
    topology.itemReaders[topology.item(item).section.index].contains { reader in
      guard case .fact(.items(_, let view)) = topology.nodes[reader.index] else { return false }
      return view.columns.contains(column)
    }
  }

  /// The readers of a column of an item's list whose edges exist.
  private func columnReaders(of item: ItemID, _ column: Int) -> [NodeID] {
    topology.itemReaders[topology.item(item).section.index].filter { reader in
      guard case .fact(.items(_, let view)) = topology.nodes[reader.index] else { return false }
      return view.columns.contains(column) && !isPending(reader)
    }
  }

  // MARK: - Counted lists

  /// The formula that counts the items of a list.
  func counting(_ section: SectionID) -> [Source] {
    guard topology.hasCounts, let count = topology.sections[section.index].properties[.count] else {
      return []
    }
    return [.node(count)]
  }

  /// Adds the formulas that count the items of the lists around a node of a prototype.
  ///
  /// The items come while the form settles, so their nodes are ranked after these formulas.
  func addCounts(around node: NodeID, to list: inout [Source]) {
    var next = topology.item(ofNode: node)
    while let item = next {
      let section = topology.sections[topology.items[item.index].section.index]
      if let count = section.properties[.count] { list.append(.node(count)) }
      next = section.item
    }
  }
}
