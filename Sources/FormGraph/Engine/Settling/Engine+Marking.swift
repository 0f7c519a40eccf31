// Marks what has to be evaluated: the readers of what has changed. What reads something of an item
// is known of its prototype: the reader may be of the same item, of one around it or of the form,
// of items inside, or of the item after.

import Predicate

extension Engine {
  /// Marks a reader of something that belongs to the form as stale; one of a template in every
  /// item.
  @inline(__always)
  mutating func mark(_ reader: Reader) {
    if reader.isOfTemplate { mark(reader.rank, from: nil) } else { queue.insert(reader.rank) }
  }

  /// Marks the readers of the result of a node that settles.
  @inline(__always)
  mutating func markReaders(of node: PackedNode) {
    guard node.item < 0 else { return markReaders(ofItemNode: node) }
    for place in topology.graph.nodeReaders.places(of: Int(node.rank)) {
      mark(topology.graph.nodeReaders[place])
    }
  }

  /// Marks the readers of the value of a row of the form.
  @inline(__always)
  mutating func markReaders(ofFormRow row: RowIndex) {
    for place in topology.graph.valueReaders.places(of: row.index) {
      mark(topology.graph.valueReaders[place])
    }
  }

  /// Marks the readers of a row's value.
  @inline(__always)
  mutating func markReaders(ofValueOf row: RowIndex) {
    if let item = topology.rows[row.index].item {
      markReaders(ofValueOf: row, in: item)
    } else {
      markReaders(ofFormRow: row)
    }
  }

  /// Marks the readers of the values, inputs and time that edits have changed.
  mutating func markEdits() {
    let sources = journal.sources
    for index in min(markedSources, sources.count)..<sources.count {
      markEdit(of: sources[index].row)
    }
    markedSources = topology.graph.rowsWithTriggers.isEmpty ? 0 : sources.count
    if !given.isEmpty { markGivenSuggestions() }
    if state.answers.isWritten { markAnswers() }
    if state.inputs.isWritten {
      // After actions, readers may have seen a value that an edit since has taken back.
      for input in hasSettled ? state.inputs.writtenIndices : state.inputs.changedIndices {
        for reader in topology.graph.inputReaders.all(of: input) { mark(reader) }
      }
    }
    for list in countAgain {
      if let count = topology.sections[list.index].properties[.count] { markAny(count) }
    }
    for table in state.replacedTables {
      for reader in topology.graph.tableReaders.all(of: table.index) { mark(reader) }
    }
    if state.hasOtherTime || hasMarkedTime {
      for reader in topology.graph.clockReaders { mark(reader) }
      if !topology.graph.dayReaders.isEmpty, state.hasOtherDay || hasMarkedTime {
        for reader in topology.graph.dayReaders { mark(reader) }
      }
      hasMarkedTime = true
    }
  }

  @inline(__always)
  private mutating func markEdit(of row: RowIndex) {
    guard hasSettled || state.values.isOther(at: row.index) else { return }
    guard topology.rows[row.index].calculation == nil else {
      // A value that was set before the row got its formula must stay unseen.
      let old = state.values.old(at: row.index)
      _ = state.values.replace(old, at: row.index)
      return
    }
    if topology.rows[row.index].clearing == nil { touch(row) }
    markReaders(ofValueOf: row)
  }

  /// Marks the readers of a row that an action has changed.
  mutating func markWritten(_ row: RowIndex) {
    if topology.rows[row.index].clearing == nil { touch(row) }
    markReaders(ofValueOf: row)
    if given.contains(row), topology.rows[row.index].content.suggested != nil,
      let node = topology.rows[row.index].filling
    {
      markAny(node)
    }
    markedSources = journal.sources.count
  }

  @inline(__always)
  mutating func touch(_ row: RowIndex) {
    if !isOpening, topology.rows[row.index].isWatched { touchWatched(row) }
  }

  @inline(never)
  mutating func touchWatched(_ row: RowIndex) {
    // A row that is new in this transaction has not changed.
    guard trial == nil, !journal.reshaped.inserted.contains(row) else { return }
    touchedRows.insert(row)
  }
}

// MARK: - Items

extension Engine {
  /// Marks the node at a rank, which has read something of an item, or of the form if there is
  /// none.
  @inline(never)
  mutating func mark(_ rank: Int, from item: ItemIndex?) {
    let (prototype, id) = topology.graph.nodes.standing(atRank: rank)
    guard prototype >= 0 else { return queue.insert(rank) }
    // Asked first: most readers are of the same item.
    if let item, case let items = topology.items,
      items[item.index].kind == items[Int(prototype)].kind, !topology.isPrevious(id)
    {
      return mark(rank, in: item)
    }
    for item in outline.items(reading: id, from: item, in: topology) {
      mark(rank, in: item)
    }
  }

  /// Marks the node of an item at the rank of that of the prototype.
  private mutating func mark(_ rank: Int, in item: ItemIndex) {
    if byItem.takes(rank) { return markByItem(rank, in: item) }
    queue.insert(rank, in: item)
  }

  /// Marks a node of the form, or a node of a prototype in one item or in every item.
  mutating func mark(_ node: NodeID, in item: ItemIndex? = nil) {
    guard let rank = topology.graph.nodes.rank(of: node) else { return }
    if let item { mark(rank, in: item) } else { mark(rank, from: nil) }
  }

  /// Marks a node of the form, of an item, or of a prototype in every item.
  mutating func markAny(_ node: NodeID) {
    if let origin = topology.origin(of: node) { mark(origin.node, in: origin.item) }
  }

  /// Marks all nodes of an item.
  mutating func markNodes(of item: ItemIndex) {
    for node in topology.template(nodesOf: item) { mark(node, in: item) }
  }

  @inline(never)
  mutating func markReaders(ofItemNode node: PackedNode) {
    let item = ItemIndex(Int(node.item))
    for place in topology.graph.nodeReaders.places(of: Int(node.rank)) {
      mark(topology.graph.nodeReaders[place].rank, from: item)
    }
  }

  @inline(never)
  mutating func markReaders(ofValueOf row: RowIndex, in item: ItemIndex) {
    let like = topology.prototype(of: row)
    for place in topology.graph.valueReaders.places(of: like.index) {
      mark(topology.graph.valueReaders[place].rank, from: item)
    }
  }

  /// Marks what reads the items of a list, or where the items from a position on stand.
  mutating func markReaders(ofItemsOf list: SectionIndex, from first: Int = 0) {
    let origin = topology.prototype(of: list)
    let around = topology.sections[list.index].item
    for reader in topology.graph.itemReaders.all(of: origin.index) {
      mark(reader.rank, from: around)
    }
    for section in topology.lineage(of: list) {
      if let fact = topology.node(of: .attribute(.valid, .section(section))) { markAny(fact) }
    }
    let readers = topology.graph.placeReaders.all(of: origin.index)
    guard !readers.isEmpty else { return }
    for item in outline.items(of: list, in: topology).dropFirst(first) {
      let prototype = topology.prototype(of: item)
      for reader in readers
      where topology.graph.nodes.atRank(reader.rank).item == prototype.rawValue {
        mark(reader.rank, in: item)
      }
    }
  }

  /// Marks what an item reads of the item before it.
  mutating func markPrevious(of item: ItemIndex) {
    for fact in topology.graph.templates[topology.items[item.index].kind.index].previousFacts {
      mark(fact, in: item)
    }
  }
}
