// Marks nodes of items. What reads something of an item is known of its prototype: the reader may be
// of the same item, of one around it or of the form, of items inside, or of the item after.

import Predicate

extension Engine {
  /// Marks a reader of the table that has read something of an item, or of the form.
  @inline(never)
  mutating func mark(_ reader: NodeID, from item: ItemID?) {
    let (prototype, rank) = graph.topology.nodes.standing(of: reader)
    guard prototype >= 0 else {
      if rank >= 0 { queue.insert(Int(rank)) }
      return
    }
    guard rank >= 0 else { return }
    // Asked first: most readers are of the same item.
    if let item, case let items = graph.topology.items,
      items[item.index].kind == items[Int(prototype)].kind, !graph.topology.isPrevious(reader)
    {
      return mark(reader, Int(rank), in: item)
    }
    let topology = graph.topology
    for item in graph.outline.items(reading: reader, from: item, in: topology) {
      mark(reader, Int(rank), in: item)
    }
  }

  /// Marks a node of a prototype in one item.
  private mutating func mark(_ node: NodeID, _ rank: Int, in item: ItemID) {
    if byItem.takes(node) { return markByItem(node, in: item) }
    queue.insert(rank, in: item)
  }

  /// The same of an item, whether it is in the form or not.
  mutating func mark(_ node: NodeID, in item: ItemID) {
    let rank = graph.topology.nodes.standing(of: node).rank
    if rank >= 0 { mark(node, Int(rank), in: item) }
  }

  /// Marks a node of the form, of an item, or of a prototype in every item.
  mutating func markAny(_ node: NodeID) {
    guard let origin = topology.origin(of: node) else { return }
    if let item = origin.item { mark(origin.node, in: item) } else { mark(origin.node) }
  }

  /// Marks all nodes of an item.
  mutating func markNodes(of item: ItemID) {
    for node in topology.template(nodesOf: item) { mark(node, in: item) }
  }

  @inline(never)
  mutating func markReaders(ofItemNode node: PackedNode) {
    let item = ItemID(Int(node.item))
    let kind = graph.topology.items[item.index].kind
    let origin = graph.topology.templates[kind.index].nodes[Int(node.local)]
    for reader in graph.topology.nodeReaders[origin.index] { mark(reader, from: item) }
  }

  @inline(never)
  mutating func markReaders(ofValueOf row: RowID, in item: ItemID) {
    let record = graph.topology.items[item.index]
    let place = row.index - record.firstRow.index
    let origin = graph.topology.templates[record.kind.index].firstRow.index + place
    for reader in graph.topology.valueReaders[origin] { mark(reader, from: item) }
  }

  /// Marks what reads the items of a list, or where the items from a position on stand.
  mutating func markReaders(ofItemsOf list: SectionID, from first: Int = 0) {
    let topology = graph.topology
    let origin = topology.prototype(of: list)
    let around = topology.sections[list.index].item
    for reader in topology.itemReaders[origin.index] { mark(reader, from: around) }
    for section in topology.lineage(of: list) {
      if let fact = topology.node(of: .attribute(.valid, .section(section))) { markAny(fact) }
    }
    let readers = topology.placeReaders[origin.index]
    guard !readers.isEmpty else { return }
    for item in outline.items(of: list, in: topology).dropFirst(first) {
      for reader in readers where topology.item(ofNode: reader) == topology.prototype(of: item) {
        mark(reader, in: item)
      }
    }
  }

  /// Marks what an item reads of the item before it.
  mutating func markPrevious(of item: ItemID) {
    for fact in topology.templates[topology.items[item.index].kind.index].previousFacts {
      mark(fact, in: item)
    }
  }
}
