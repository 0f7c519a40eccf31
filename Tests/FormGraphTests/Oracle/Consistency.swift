// What must hold inside a form at rest: counts equal a recount, edges stand where nodes read, ranks
// go up along them.

import Predicate

@testable import FormGraph

extension Form {
  /// The first thing that does not fit together; nil where everything does.
  var inconsistency: String? {
    countInconsistency ?? clearingInconsistency ?? answerInconsistency ?? outlineInconsistency
      ?? edgeInconsistency ?? rankInconsistency ?? instanceInconsistency
  }

  private var countInconsistency: String? {
    var visible = 0
    for section in outline.sectionsInOrder {
      let rows = outline.rows(of: section, in: topology)
      let count = rows.count {
        state.attributes.isSet(.invalid, $0) && !state.attributes.isSet(.hidden, $0)
      }
      if Int(state.invalidRows[section.index]) != count {
        return "\(section) counts \(state.invalidRows[section.index]) invalid rows, has \(count)"
      }
      if !state.attributes.isHidden(section) { visible += count }
    }
    guard state.single.invalidVisibleRows == visible else {
      return "the form counts \(state.single.invalidVisibleRows) invalid rows, has \(visible)"
    }
    let count = outline.sectionsInOrder.count { state.attributes.sections[$0.index].isOutOfBounds }
    for section in topology.directory.templateSections where outline.sections.contains(section) {
      let record = topology.section(section)
      let (minimum, maximum) = state.bounds(of: record)
      let count = outline.items.count(of: record.itemList)
      let isOutOfBounds = count < minimum ?? 0 || count > maximum ?? .max
      if state.attributes.sections[section.index].contains(.outOfBounds) != isOutOfBounds {
        return "\(section) has too few or too many items, or is said to"
      }
    }
    guard state.single.sectionsOutOfBounds == count else {
      return "the form counts \(state.single.sectionsOutOfBounds) lists out of bounds, has \(count)"
    }
    let live = topology.graph.nodes.inUse.reduce(0) { count, node in
      count + topology.graph.nodes[node].runCount * outline.nodes(of: node, in: topology).count
    }
    return topology.directory.conditionCount == live
      ? nil : "the form counts \(topology.directory.conditionCount) conditions, has \(live)"
  }

  /// A row that is said to hold nothing and does, or is not said to.
  private var clearingInconsistency: String? {
    for row in outline.rowsInOrder(in: topology) {
      let isEmptied = state.isEmptied(row, in: topology)
      if state.attributes.isSet(.cleared, row) != isEmptied
        || isEmptied && !state.values[row.index].isNull
      {
        return "\(row) is \(isEmptied ? "" : "not ")hidden and cleared, or holds a value"
      }
    }
    return nil
  }

  /// An answer of the host that no rule reads, or a row that is invalid without an error or a
  /// question.
  private var answerInconsistency: String? {
    let parked = engine.parkedRows
    for index in state.answers.indices {
      guard let row = topology.node(NodeID(index))?.row,
        topology.row(row).asyncNodes.contains(NodeID(index)),
        outline.rows.contains(row) || parked.contains(row)
      else { return "node \(index) has an answer and is no asynchronous rule" }
      guard state.answers[index]?.isPending == true else { continue }
      if state.attributes.isHidden(row, in: topology) { return "\(row) is hidden and pending" }
      if state.answers[index]?.arguments != state.facts[index] {
        return "\(row) is pending for other arguments"
      }
    }
    return nil
  }

  /// What is wrong with what a section has because of the section around it.
  private func groupMistake(_ section: SectionIndex) -> String? {
    let record = topology.section(section)
    let word = state.attributes.word(of: section)
    let positions = outline.children(of: section, in: topology).map {
      outline.sections.position(of: $0)?.position ?? -1
    }
    if positions != positions.sorted() || positions.contains(-1) {
      return "the sections inside \(section) are at \(positions)"
    }
    guard let parent = record.parent else {
      return SectionWord.inherited.contains { word.contains($0) }
        ? "\(section) stands at the root and has \(word)" : nil
    }
    let outer = state.attributes.word(of: parent)
    let isFolded = outer.contains(.collapsed) || outer.contains(.folded)
    guard outline.children(of: parent, in: topology).contains(section),
      word.contains(.groupHidden) == outer.isHidden,
      word.contains(.groupDisabled) == outer.isDisabled, word.contains(.folded) == isFolded
    else { return "\(section) has \(word) inside \(parent), which has \(outer)" }
    return nil
  }

  private var outlineInconsistency: String? {
    for section in outline.sectionsInOrder {
      if let mistake = groupMistake(section) { return mistake }
    }
    for section in outline.sectionsInOrder {
      let rows = Array(outline.rows(of: section, in: topology))
      if let row = rows.first(where: { topology.row($0).section != section }) {
        return "\(row) stands in \(section) and says otherwise"
      }
      guard topology.section(section).templates != nil else { continue }
      let items = Array(outline.items(of: section, in: topology))
      let ofItems = items.flatMap { item in
        topology.item(item).firstSection == nil ? topology.rows(of: item) : []
      }
      if ofItems != rows { return "the rows of \(section) are not those of its items" }
      if !topology.section(section).children.isEmpty {
        return "\(section) has items and says that other sections stand in it"
      }
      for item in items {
        let inItem = topology.sections(of: item).filter { topology.section($0).templates == nil }
          .flatMap { outline.rows(of: $0, in: topology) }
        if topology.item(item).firstSection != nil, inItem != topology.rows(of: item) {
          return "the rows of \(item) do not stand in its sections"
        }
      }
    }
    return nil
  }

  // MARK: - Edges

  private var edgeInconsistency: String? {
    let graph = GraphBuilder(topology, outline)
    // What actions read has no reader in the graph, because nothing marks them.
    let readByActions = Set(
      topology.graph.nodes.inUse.flatMap { node -> [Slot] in
        if case .trigger(_, _, let run) = topology.graph.nodes[node] { run.slots } else { [] }
      })
    for node in topology.graph.nodes.inUse {
      if case .fact = topology.graph.nodes[node] {
        if topology.readers(of: .node(node)).isEmpty, !readByActions.contains(.fact(node)) {
          return "\(describe(node)) is read by nobody"
        }
      } else if let row = topology.graph.nodes[node].row,
        !topology.row(row).ownNodes.contains(node)
      {
        return "\(describe(node)) is not \(row)'s any more"
      }
      for source in graph.sources(of: node) {
        if let missing = missing(node, source) { return missing }
      }
      for reader in topology.readers(of: .node(node)) {
        guard topology.graph.nodes.isInUse(reader) else {
          return "\(node) has a reader that is gone, \(reader)"
        }
        guard graph.sources(of: reader).contains(.node(node)) else {
          return "\(describe(reader)) is a reader of \(describe(node)) and does not read it"
        }
      }
    }
    for index in 0..<topology.graph.tables.count {
      for reader in topology.readers(of: .table(TableID(index))) {
        guard topology.graph.nodes.isInUse(reader),
          graph.sources(of: reader).contains(.table(TableID(index)))
        else { return "\(describe(reader)) is a reader of table \(index) and does not read it" }
      }
    }
    for case .row(let row) in graph.members {
      for reader in topology.readers(of: .value(row)) {
        guard topology.graph.nodes.isInUse(reader),
          graph.sources(of: reader).contains(.value(row))
        else { return "\(describe(reader)) is a reader of \(row) and does not read it" }
      }
    }
    return nil
  }

  private func missing(_ node: NodeID, _ source: GraphBuilder.Source) -> String? {
    if case .node(let other) = source, !topology.graph.nodes.isInUse(other) {
      return "\(describe(node)) reads \(describe(other)), which is gone"
    }
    return topology.readers(of: source).contains(node)
      ? nil : "\(describe(node)) reads \(source) and is none of its readers"
  }

  private func describe(_ node: NodeID) -> String {
    "\(node.index) \(topology.graph.nodes[node])"
  }

  // MARK: - Ranks

  private var rankInconsistency: String? {
    for node in topology.graph.nodes.inUse {
      guard let rank = topology.graph.nodes.rank(of: node),
        topology.graph.nodes.atRank(rank).id == node,
        topology.graph.nodes.atRank(rank).rank == Int32(rank)
      else { return "\(describe(node)) does not stand at its rank" }
      for before in predecessors(of: node)
      where topology.graph.nodes.rank(of: before) ?? 0 >= rank && !readsItemBefore(node, before) {
        return "\(describe(node)) stands at \(rank), before \(describe(before))"
      }
    }
    return nil
  }

  /// Whether a fact reads a column of the item before that settles item by item with it, so that
  /// the item and not the rank decides which comes first.
  private func readsItemBefore(_ node: NodeID, _ before: NodeID) -> Bool {
    topology.isPrevious(node) && topology.graph.rounds[node]?.contains(before) == true
  }

  private func predecessors(of node: NodeID) -> [NodeID] {
    engine.builder.sources(of: node).flatMap { source -> [NodeID] in
      switch source {
      case .node(let other): return [other]
      case .value(let row):
        return [topology.row(row).calculation, topology.row(row).filling].compactMap { $0 }
      case .input, .items, .place, .time, .day, .table: return []
      }
    }
  }

  // MARK: - Instances

  /// An item that is not what its prototype says.
  private var instanceInconsistency: String? {
    for section in outline.sectionsInOrder {
      for item in outline.items(of: section, in: topology) {
        let nodes = topology.template(nodesOf: item)
        for node in nodes {
          let own = topology.node(node, in: item)
          guard let origin = topology.origin(of: own), origin.node == node, origin.item == item
          else { return "\(own) of \(item) does not stand for \(describe(node))" }
        }
        let rows = topology.rows(of: item)
        for (row, like) in zip(rows, topology.rows(of: topology.prototype(of: item))) {
          let expected = topology.row(like).ownNodes.map { topology.node($0, in: item) }
          if Set(topology.row(row).ownNodes) != Set(expected) || topology.prototype(of: row) != like
          {
            return "\(row) of \(item) does not stand for \(like)"
          }
        }
        for section in topology.sections(of: item) {
          let like = topology.section(topology.prototype(of: section))
          let expected = like.properties.mapValues { topology.node($0, in: item) }
          if topology.section(section).properties != expected {
            return "\(section) of \(item) does not stand for that of the prototype"
          }
        }
      }
    }
    return nil
  }
}
