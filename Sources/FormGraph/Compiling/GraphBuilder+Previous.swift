// What a text of a template reads of the item before: `$item.previous.total`. A fact of each item
// holds the columns that are read, as an object, and reads their cells.
//
//   lines[0].total ──▶ fact of lines[1] ──▶ lines[1].total ──▶ fact of lines[2] ──▶ …
//
// A column may read itself in this way. Its nodes are then ranked as a unit and settle item by
// item.

import Predicate

extension GraphBuilder {
  /// The slot of what a text reads of the item before.
  mutating func previousSlot(
    of item: ItemIndex, _ uses: [SyntaxTree.KeyUse], _ range: Range<Int>?, _ site: Site
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
          textRange: use.range, hint: "write a \"template\" with a row in place of \"item\"",
          hintsAtFile: true)
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
    _ use: SyntaxTree.KeyUse, _ item: ItemIndex, _ column: Int, _ site: Site
  ) {
    guard use.isOnlyComputed, use.next == nil,
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

  // MARK: - Cycles

  /// Finds the cycles of a component that are not allowed.
  ///
  /// A running total has none of these. It stays in one list and does not read a whole column of
  /// that list. Without its reads of the item before, it has no cycle. If there is a cycle without
  /// these reads, that one is refused, because nothing is wrong with the reads.
  func refusedKnots(in knot: [Int], _ nodes: [NodeID], _ predecessors: [[Int]]) -> [[Int]] {
    guard let first = knot.first(where: { topology.isPrevious(nodes[$0]) }),
      let list = topology.item(ofNode: nodes[first]).map({ topology.item($0).section })
    else { return [knot] }
    let isTotal = knot.allSatisfy { position in
      topology.item(ofNode: nodes[position]).map { topology.item($0).section } == list
        && !isCount(nodes[position])
    }
    var places: [Int: Int] = [:]
    for (place, position) in knot.enumerated() { places[position] = place }
    let within = knot.map { position in
      topology.isPrevious(nodes[position]) ? [] : predecessors[position].compactMap { places[$0] }
    }
    let others = Knots.find(in: within).map { $0.map { knot[$0] } }
    return others.isEmpty && !isTotal ? [knot] : others
  }

  private func isCount(_ node: NodeID) -> Bool {
    if case .property(let property) = topology.graph.nodes[node] {
      property.name == .count
    } else {
      false
    }
  }
}
