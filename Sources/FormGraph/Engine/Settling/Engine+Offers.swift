// Bounds what lists offer as options. How much that is depends on answers, so it is known only when
// the form has settled. A list of n items that n rows with filters choose from makes n² values.

import Predicate

extension Engine {
  /// What a list offers, by column; nothing, with a problem, if the form opens with more than its
  /// limit allows.
  ///
  /// Edits are checked when everything has settled.
  mutating func bounded(_ offered: Value, offeredBy node: NodeID) -> Value {
    guard topology.graph.limits.listedBytes < .max else { return offered }
    guard isOpening else {
      hasOtherOffers = true
      setProblem(nil, of: node)
      return offered
    }
    var size = ListedSize(topology.graph.limits, longestMessage: 0)
    // Several nodes of one row read what it chooses from.
    let readers = outline.readers(of: node, in: topology)
    let rows = Set(readers.compactMap { topology.node($0)?.row })
    size.add(offered: offered, to: rows.map { topology.row($0).content })
    let (sum, overflows) = offeredBytes.addingReportingOverflow(size.bytes)
    guard overflows || sum > topology.graph.limits.listedBytes else {
      offeredBytes = sum
      setProblem(nil, of: node)
      return offered
    }
    setProblem(.offersTooMuch, of: node)
    guard case .dictionary(let columns) = offered else { return offered }
    return .dictionary(ValueDictionary(columns.keys.map { ($0, .array([])) }))
  }

  /// Refuses the transaction if lists offer more than the limit allows.
  ///
  /// - Complexity: O(n) in the number of rows that choose from lists, and of what is offered.
  mutating func checkOffers() {
    hasOtherOffers = false
    let limit = topology.graph.limits.listedBytes
    var rows: [NodeID: [RowDefinition]] = [:]
    for id in topology.directory.rowsWithListOptions where outline.rows.contains(id) {
      let row = topology.row(id)
      if let list = row.optionList { rows[list, default: []].append(row.content) }
    }
    var size = ListedSize(topology.graph.limits, longestMessage: 0)
    for (list, rows) in rows where !size.isOver {
      size.add(offered: state.facts[list.index], to: rows)
    }
    guard size.isOver else { return }
    countingReasons.append(
      Reason(
        kind: .notAllowed, tag: "",
        message: "the rows that choose from lists would have more than \(limit) bytes of options "
          + "together", hint: "remove items, or shorten their titles"))
  }
}
