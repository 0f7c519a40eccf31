// What is out of a user's reach: a row or a list that is hidden or disabled both before the edits
// and once the form has settled. The host may edit it and is told; a user may only leave it as it
// is, so that all values of a form can be given back.

import Predicate

extension Engine {
  @inline(__always)
  func unseenState(_ row: RowID) -> String? {
    if state.attributes.isHidden(row, in: topology) { return "hidden" }
    return state.isDisabled(row, in: topology) ? "disabled" : nil
  }

  func unseenState(_ section: SectionID) -> String? {
    if state.attributes.isHidden(section) { return "hidden" }
    return state.attributes.isDisabled(section) ? "disabled" : nil
  }

  /// Why the items of a section are out of a user's reach, and what came of editing them; nil where
  /// they are not.
  func note(_ section: SectionID) -> (tag: String, reason: String, outcome: String)? {
    guard outline.sections.contains(section), let unseen = unseenState(section) else { return nil }
    let tag = topology.tag(of: .section(section)) ?? "the section"
    return (tag, "'\(tag)' is \(unseen)", "its items changed, because the host may")
  }

  /// Why a row is out of a user's reach, and what came of setting it; nil where it is not.
  func note(_ row: RowID) -> (tag: String, reason: String, outcome: String)? {
    guard outline.rows.contains(row), let unseen = unseenState(row) else { return nil }
    let tag = name(of: row)
    let isCleared =
      topology.row(row).hiddenValues == .clear && state.attributes.isHidden(row, in: topology)
    return (
      tag, "'\(tag)' is \(unseen)",
      isCleared ? "it holds no value while it is" : "set, because the host may"
    )
  }

  // MARK: - What a user changes

  /// The rows that a user's edits change, of those that may be out of reach.
  struct UserChanges {
    /// The rows that the edits gave another value than they had.
    var rows = Few<RowID>()
    /// The rows of which that is known once the form has settled: the value that a user gave in
    /// the place of a default, nil where the default gives the value.
    var pending: [(row: RowID, given: Value?)] = []
  }

  /// What edits have changed, before settling, which may clear it again.
  ///
  /// - Parameters:
  ///   - unseen: The rows that were out of reach when they were given a value.
  ///   - restarting: The rows whose default is evaluated again.
  /// - Returns: The rows that may be refused.
  func userChanges(_ unseen: Few<RowID>, restarting: [RowID]) -> UserChanges {
    var changes = UserChanges()
    let inserted = journal.reshaped.inserted
    let restarting = Set(restarting)
    for row in unseen where !inserted.contains(row) {
      if restarting.contains(row), startsByDefault(row), !given.contains(row) {
        changes.pending.append((row, nil))
      } else if !state.values[row.index].isSame(as: state.values.old(at: row.index)) {
        changes.rows.append(row)
      }
    }
    // Of what has just come it is not known yet whether it is in reach.
    for row in inserted where topology.rows[row.index].isOfItem {
      let value = state.values[row.index]
      if startsByDefault(row) {
        if given.contains(row) { changes.pending.append((row, value)) }
      } else if !value.isSame(as: topology.valueAtStart(of: row)) {
        changes.rows.append(row)
      }
    }
    return changes
  }

  /// The rows that a user's edits have changed and that are out of reach, once the form has
  /// settled.
  func changedOutOfReach(_ changes: UserChanges) -> Few<RowID> {
    var rows = Few<RowID>()
    for row in changes.rows where unseenState(row) != nil { rows.append(row) }
    for (row, given) in changes.pending where unseenState(row) != nil {
      let isSame =
        given?.isSame(as: valueOfDefault(of: row))
        ?? state.values[row.index].isSame(as: state.values.old(at: row.index))
      if !isSame { rows.append(row) }
    }
    return rows
  }

  /// Whether a default says what a row starts with, and no list of items does.
  private func startsByDefault(_ row: RowID) -> Bool {
    topology.rows[row.index].content.says(.defaultFormula) && topology.given(row) == nil
  }

  /// What the default of a row would give it now.
  private func valueOfDefault(of row: RowID) -> Value {
    let record = topology.row(row)
    guard let node = record.defaultValue else { return record.initialValue }
    var rest = Value.null
    do throws(NodeProblem) {
      let cell = try run(topology.nodes.packed(node), rest: &rest)
      return record.content.stored(cell.value ?? rest, within: topology.limits.valueBytes)
        ?? record.initialValue
    } catch {
      return record.initialValue
    }
  }
}

extension Value {
  /// Whether to set one value where the other stands changes nothing.
  func isSame(as other: Value) -> Bool { self == other || equals(other) }
}
