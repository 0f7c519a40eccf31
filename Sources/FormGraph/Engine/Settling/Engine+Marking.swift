// Marks nodes of items. What reads something of an item is known of its prototype: the reader may
// be of the same item, of one around it or of the form, of items inside, or of the item after.

import Predicate

extension Engine {
  /// Marks the node at a rank, which has read something of an item, or of the form if there is
  /// none.
  @inline(never)
  mutating func mark(_ rank: Int, from item: ItemID?) {
    let (prototype, id) = graph.topology.nodes.standing(atRank: rank)
    guard prototype >= 0 else { return queue.insert(rank) }
    // Asked first: most readers are of the same item.
    if let item, case let items = graph.topology.items,
      items[item.index].kind == items[Int(prototype)].kind, !graph.topology.isPrevious(id)
    {
      return mark(rank, in: item)
    }
    let topology = graph.topology
    for item in graph.outline.items(reading: id, from: item, in: topology) { mark(rank, in: item) }
  }

  /// Marks the node of an item at the rank of that of the prototype.
  private mutating func mark(_ rank: Int, in item: ItemID) {
    if byItem.takes(rank) { return markByItem(rank, in: item) }
    queue.insert(rank, in: item)
  }

  /// Marks a node of the form, or a node of a prototype in one item or in every item.
  mutating func mark(_ node: NodeID, in item: ItemID? = nil) {
    guard let rank = graph.topology.nodes.rank(of: node) else { return }
    if let item { mark(rank, in: item) } else { mark(rank, from: nil) }
  }

  /// Marks a node of the form, of an item, or of a prototype in every item.
  mutating func markAny(_ node: NodeID) {
    if let origin = topology.origin(of: node) { mark(origin.node, in: origin.item) }
  }

  /// Marks all nodes of an item.
  mutating func markNodes(of item: ItemID) {
    for node in topology.template(nodesOf: item) { mark(node, in: item) }
  }

  @inline(never)
  mutating func markReaders(ofItemNode node: PackedNode) {
    let item = ItemID(Int(node.item))
    for place in graph.topology.nodeReaders.places(of: Int(node.rank)) {
      mark(graph.topology.nodeReaders[place].rank, from: item)
    }
  }

  @inline(never)
  mutating func markReaders(ofValueOf row: RowID, in item: ItemID) {
    let record = graph.topology.items[item.index]
    let place = row.index - record.firstRow.index
    let origin = graph.topology.templates[record.kind.index].firstRow.index + place
    for place in graph.topology.valueReaders.places(of: origin) {
      mark(graph.topology.valueReaders[place].rank, from: item)
    }
  }

  /// Marks what reads the items of a list, or where the items from a position on stand.
  mutating func markReaders(ofItemsOf list: SectionID, from first: Int = 0) {
    let topology = graph.topology
    let origin = topology.prototype(of: list)
    let around = topology.sections[list.index].item
    for reader in topology.itemReaders.all(of: origin.index) { mark(reader.rank, from: around) }
    for section in topology.lineage(of: list) {
      if let fact = topology.node(of: .attribute(.valid, .section(section))) { markAny(fact) }
    }
    let readers = topology.placeReaders.all(of: origin.index)
    guard !readers.isEmpty else { return }
    for item in outline.items(of: list, in: topology).dropFirst(first) {
      let prototype = topology.prototype(of: item)
      for reader in readers
      where topology.nodes.atRank(reader.rank).item == prototype.rawValue {
        mark(reader.rank, in: item)
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
