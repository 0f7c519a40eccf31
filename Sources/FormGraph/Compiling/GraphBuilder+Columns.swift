// What a reader of a whole list reads of each item, and the formula that counts the items.

import Predicate

extension GraphBuilder {
  /// What a column reads from one item; nil if the item has nothing in the column.
  func cell(of item: ItemIndex, _ column: Int) -> Source? {
    guard let fact = cellFact(of: item, column) else {
      return topology.row(of: item, column).map { stored($0) }
    }
    return self.fact(fact).map(Source.node)
  }

  /// The formula that counts the items of a list.
  func counting(_ section: SectionIndex) -> [Source] {
    guard topology.graph.hasCounts, let count = topology.sections[section.index].properties[.count]
    else {
      return []
    }
    return [.node(count)]
  }

  /// The formulas that count the items of the lists around a node of a prototype.
  ///
  /// The items come while the form settles, so their nodes are ranked after these formulas.
  func counts(around node: NodeID) -> [NodeID] {
    var counts: [NodeID] = []
    var next = topology.item(ofNode: node)
    while let item = next {
      let record = topology.items[item.index]
      if let count = topology.sections[record.section.index].properties[.count] {
        counts.append(count)
      }
      next = record.parent
    }
    return counts
  }
}
