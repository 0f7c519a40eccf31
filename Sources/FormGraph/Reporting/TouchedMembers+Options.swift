// Which rows have other options than before a transaction. Options come from a node, from
// conditions or from an edit of the form's shape, so three sources name the rows that are then
// compared.

import Predicate

extension TouchedMembers {
  /// What could and can be chosen of a row, by the values of its options.
  struct OptionsChange {
    let old: Value
    let new: Value
    /// The options that were disabled.
    let oldDisabled: [Value]
    /// The options that are disabled.
    let newDisabled: [Value]
  }

  /// The rows whose options are other ones or otherwise disabled.
  static func options(_ set: ChangeSet) -> [RowID: OptionsChange] {
    let (new, old) = (set.shape, set.oldShape)
    var rows = set.journal.reshaped.options
    // A node that came or went is known to one of the shapes only; and where a row has another node
    // now, neither node need have come to anything else.
    let nodes = set.state.facts.changedIndices(since: set.journal.state.facts).map { NodeID($0) }
    for node in nodes + Array(set.journal.reshaped.rewired) {
      for shape in [new, old] where shape.topology.value.nodes.indices.contains(node.index) {
        if case .options(let row, _) = shape.topology.value.nodes[node.index] { rows.insert(row) }
      }
    }
    for row in rowsWithOtherDisabledOptions(set) { rows.insert(row) }
    guard !rows.isEmpty else { return [:] }
    let past = set.past
    var changed: [RowID: OptionsChange] = [:]
    for row in rows
    where new.outline.value.rows.contains(row) && old.outline.value.rows.contains(row) {
      let (record, oldRecord) = (new.topology.value.row(row), old.topology.value.row(row))
      let change = OptionsChange(
        old: past.choosable(of: oldRecord).map(Value.array) ?? .null,
        new: set.state.choosable(of: record).map(Value.array) ?? .null,
        oldDisabled: past.disabledOptions(of: oldRecord),
        newDisabled: set.state.disabledOptions(of: record))
      if change.old != change.new || change.oldDisabled != change.newDisabled {
        changed[row] = change
      }
    }
    return changed
  }

  /// The rows of which an option may be disabled that was not, or the other way round: a condition
  /// came to something else, or another one decides.
  private static func rowsWithOtherDisabledOptions(_ set: ChangeSet) -> [RowID] {
    let topology = set.topology
    guard !topology.rowsWithDisabledOptions.isEmpty else { return [] }
    var targets = set.journal.reshaped.decided
    for change in set.state.results.changes(since: set.journal.state.results)
    where topology.nodes.indices.contains(change.index) {
      targets += topology.nodes.effects(of: NodeID(change.index)).others.map(\.target)
    }
    return targets.compactMap { if case .option(let row, _, .disabled) = $0 { row } else { nil } }
  }
}
