// What a text of a template reads of the item before: `$item.previous.total`. A fact of each item
// holds the columns that are read, as an object, and reads their cells. Only where the item before
// changes, because an item comes, goes or moves, are its edges made again.
//
//   lines[0].total ──▶ fact of lines[1] ──▶ lines[1].total ──▶ fact of lines[2] ──▶ …
//
// A column may read itself in this way. Its nodes are then ranked as a unit and settle item by
// item.

import Predicate

extension GraphBuilder {
  /// The slot of what a text reads of the item before.
  mutating func previousSlot(
    of item: ItemID, _ uses: [SyntaxTree.KeyUse], _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    let list = topology.item(item).section
    guard let templates = topology.section(list).templates?.value else { return nil }
    let name = topology.tag(of: .section(list)) ?? "the list"
    let errorsBefore = errorCount
    var columns: Set<Int> = []
    for use in uses {
      let column = use.name.flatMap { templates.column(ExactText($0)) }
      if templates.isPlain {
        report(
          .use, "the items of '\(name)' are plain values, and the item before has no rows",
          at: site,
          textRange: use.range, hint: "write a \"template\" with a row in place of \"item\"")
      } else if use.name == nil {
        report(
          .use, "$item.previous is the item before, of which a text reads a row", at: site,
          textRange: use.range,
          hint: templates.tags.first.map { "write $item.previous.\($0)" })
      } else if use.name == TextReading.previousName, column == nil {
        report(
          .use, "only the item right before can be read", at: site, textRange: use.range,
          hint: "calculate in each item what later items need, and read that row")
      } else if let next = use.next, TextReading.claimedNames.contains(next) {
        report(
          .use, "of the item before, only values can be read, not \(next)", at: site,
          textRange: use.range,
          hint: "calculate it in a row of the template, and read that row")
      } else if let column {
        columns.insert(column)
        warnOfNil(use, item, column, site)
      } else if let key = use.name {
        let nearest = Spelling.nearest(to: key, among: templates.tags)
        report(
          .unknownName, "the items of '\(name)' have no '\(key)'", at: site, textRange: use.range,
          hint: nearest.map { "did you mean \($0)?" })
      }
    }
    guard errorCount == errorsBefore else { return nil }
    return .fact(addFact(.items(list, .previous(item, columns.sorted()))))
  }

  /// Warns if a calculated row adds to its own value of the item before, which is nil in the first
  /// item and so in every item.
  private mutating func warnOfNil(
    _ use: SyntaxTree.KeyUse, _ item: ItemID, _ column: Int, _ site: Site
  ) {
    guard use.isOnlyComputed, use.next == nil, topology.item(item).isPrototype,
      site.steps == [.key(FormKey.calculated.text)], let name = use.name,
      topology.section(topology.item(item).section).prototypes.count == 1,
      let row = topology.row(of: item, column), site.owner == .row(row)
    else { return }
    report(
      Diagnostic(
        .alwaysNil,
        "'\(name)' is nil in the first item, where there is no item before, and so in every item",
        at: use.range, hint: "write coalesce($item.previous.\(name), 0)"),
      .warning, site)
  }

  // MARK: - Facts

  /// The item before an item; none for the first item.
  ///
  /// Before a prototype stand all prototypes of the list, for the order of evaluation: an item of
  /// any template may come before one of any other.
  func itemsBefore(_ item: ItemID) -> [ItemID] {
    let record = topology.item(item)
    guard !record.isPrototype else { return topology.section(record.section).prototypes }
    let before = outline.position(of: item).flatMap {
      outline.items.member(at: $0 - 1, in: topology.section(record.section).itemList)
    }
    return before.map { [$0] } ?? []
  }

  /// Makes sure that columns of the item before an item are read as conditions read values.
  mutating func addCells(before item: ItemID, _ columns: [Int]) {
    // The facts of items are ranked like those of the prototypes, which therefore come first.
    for item in topology.section(topology.item(item).section).prototypes + itemsBefore(item) {
      for column in columns {
        if let fact = cellFact(of: item, column) { _ = addFact(fact) }
      }
    }
  }

  /// Removes the edges into what the items at some positions read of the items before them, because
  /// other items will stand there.
  ///
  /// Must be called before the items change.
  mutating func suspendPrevious(ofItemsAt positions: [Int], in list: SectionID) {
    // All edges are made again.
    guard !isRedefined else { return }
    for position in positions {
      guard
        let item = outline.items.member(at: position, in: topology.section(list).itemList)
      else { continue }
      for fact in topology.item(item).previousFacts {
        // No other item may read them, as of one that becomes the last.
        for case .node(let source) in sources(of: fact) { unused.append(source) }
        suspend(fact)
      }
    }
  }

  /// Takes out what an item reads of the item before, because the item goes.
  mutating func leavePrevious(_ item: ItemID) {
    let record = topology.item(item)
    if let position = outline.position(of: item) {
      suspendPrevious(ofItemsAt: [position + 1], in: record.section)
    }
    guard !record.previousFacts.isEmpty else { return }
    topology.items[item.index].previousFacts = []
    for fact in record.previousFacts { retire(fact) }
  }

  // MARK: - Cycles

  func isPrevious(_ node: NodeID) -> Bool {
    if case .fact(.items(_, .previous)) = topology.nodes[node.index] { true } else { false }
  }

  /// Finds the cycles of a component that are not allowed.
  ///
  /// A running total has none of these. It stays in one list and does not read a whole column of
  /// that list. Without its reads of the item before, it has no cycle. If there is a cycle without
  /// these reads, that one is refused, because nothing is wrong with the reads.
  func refusedKnots(in knot: [Int], _ nodes: [NodeID], _ predecessors: [[Int]]) -> [[Int]] {
    guard let first = knot.first(where: { isPrevious(nodes[$0]) }),
      let list = topology.item(ofNode: nodes[first]).map({ topology.item($0).section })
    else { return [knot] }
    let isTotal = knot.allSatisfy { position in
      topology.item(ofNode: nodes[position]).map { topology.item($0).section } == list
        && !isCount(nodes[position])
    }
    var places: [Int: Int] = [:]
    for (place, position) in knot.enumerated() { places[position] = place }
    let within = knot.map { position in
      isPrevious(nodes[position]) ? [] : predecessors[position].compactMap { places[$0] }
    }
    let others = Knots.find(in: within).map { $0.map { knot[$0] } }
    return others.isEmpty && !isTotal ? [knot] : others
  }

  private func isCount(_ node: NodeID) -> Bool {
    if case .property(let property) = topology.nodes[node.index] {
      property.name == .count
    } else {
      false
    }
  }
}
