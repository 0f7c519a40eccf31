// The rows whose options changed in a transaction. Options change through an options node, through
// conditions, or through an edit of the shape. Each source names rows, which are then compared.

import Predicate

extension TouchedMembers {
  /// The options of a row that could be chosen before, and those that can be now, by their values.
  struct OptionsChange {
    let old: Value
    let new: Value
    /// The options that were disabled before.
    let oldDisabled: [Value]
    /// The options that are disabled now.
    let newDisabled: [Value]
    /// The groups of the options that could be chosen; nil for options without groups.
    let oldGroups: [OptionGroup]?
    /// The groups of the options that can be chosen now.
    let newGroups: [OptionGroup]?
    /// The key of the groups, and how they are written as JSON.
    let key: String?
    let oldKinds: JSONKinds
    let newKinds: JSONKinds

    var oldGroupsJSON: Value? { oldGroups.map { OptionGroup.json(of: $0, by: key, oldKinds) } }
    var newGroupsJSON: Value? { newGroups.map { OptionGroup.json(of: $0, by: key, newKinds) } }

    /// Whether options came, went or changed their group.
    ///
    /// The texts of a group are properties of their own.
    var hasOtherGroups: Bool {
      func members(_ groups: [OptionGroup]?) -> [[Value]]? {
        groups?.map { [$0.key] + $0.options.map(\.value) }
      }
      return members(oldGroups) != members(newGroups)
    }

    var isEmpty: Bool { old == new && oldDisabled == newDisabled && !hasOtherGroups }
  }

  /// The rows whose options changed or were disabled or enabled.
  static func options(_ set: ChangeSet) -> [RowID: OptionsChange] {
    let (new, old) = (set.shape, set.oldShape)
    var rows = set.journal.reshaped.options
    // A node that was added or removed is in only one of the two shapes. If a row has a different
    // node now, neither node needs to have a changed result.
    let nodes = set.state.facts.changedIndices(since: set.journal.state.facts).map { NodeID($0) }
    for node in nodes + Array(set.journal.reshaped.rewired) {
      for shape in [new, old] where shape.topology.value.nodes.indices.contains(node.index) {
        if case .options(let row, _) = shape.topology.value.nodes[node.index] { rows.insert(row) }
      }
    }
    for row in rowsWithOther(.disabled, set) { rows.insert(row) }
    // A table may have the same options in other groups.
    for row in rowsOfReplacedTables(set) where new.topology.value.row(row).content.grouping != nil {
      rows.insert(row)
    }
    guard !rows.isEmpty else { return [:] }
    let past = set.pastState
    var changed: [RowID: OptionsChange] = [:]
    for row in rows
    where new.outline.value.rows.contains(row) && old.outline.value.rows.contains(row) {
      let (record, oldRecord) = (new.topology.value.row(row), old.topology.value.row(row))
      let change = OptionsChange(
        old: past.choosable(of: oldRecord).map(Value.array) ?? .null,
        new: set.state.choosable(of: record).map(Value.array) ?? .null,
        oldDisabled: past.disabledOptions(of: oldRecord),
        newDisabled: set.state.disabledOptions(of: record),
        oldGroups: past.optionGroups(of: oldRecord), newGroups: set.state.optionGroups(of: record),
        key: record.content.groupedBy, oldKinds: old.topology.value.jsonKinds(of: row),
        newKinds: new.topology.value.jsonKinds(of: row))
      if !change.isEmpty { changed[row] = change }
    }
    return changed
  }

  /// The rows in which an option or an action may have been disabled or enabled, because the result
  /// of a condition changed or another condition decides.
  static func rowsWithOther(_ word: OptionWord, _ set: ChangeSet) -> [RowID] {
    let topology = set.topology
    let rows =
      word == .disabled ? topology.rowsWithDisabledOptions : topology.rowsWithDisabledActions
    guard !rows.isEmpty else { return [] }
    var targets = set.journal.reshaped.decided
    for change in set.state.results.changes(since: set.journal.state.results)
    where topology.nodes.indices.contains(change.index) {
      targets += topology.nodes.effects(of: NodeID(change.index)).others.map(\.target)
    }
    return targets.compactMap { if case .option(let row, _, word) = $0 { row } else { nil } }
  }
}
