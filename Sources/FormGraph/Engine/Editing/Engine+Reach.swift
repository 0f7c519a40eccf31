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
    /// Rows that can be judged only after settling; `given` is the value that a user gave in the
    /// place of a default, nil if the default gives the value.
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
    for row in changes.rows where isOutOfReach(row) { rows.append(row) }
    for (row, given) in changes.pending where isOutOfReach(row) {
      let isSame =
        given?.isSame(as: valueOfDefault(of: row))
        ?? state.values[row.index].isSame(as: state.values.old(at: row.index))
      if !isSame { rows.append(row) }
    }
    return rows
  }

  /// Whether a row is out of reach now and, if it has just come, was so before the edits.
  ///
  /// Of rows that were there before, only those are asked that were out of reach.
  private func isOutOfReach(_ row: RowID) -> Bool {
    guard unseenState(row) != nil else { return false }
    return !journal.reshaped.inserted.contains(row) || startedOutOfReach(row)
  }

  /// Whether a default says what a row starts with, and no list of items does.
  func startsByDefault(_ row: RowID) -> Bool {
    topology.rows[row.index].content.defaultFormula != nil && topology.given(row) == nil
  }

  /// What the default of a row would give it now.
  func valueOfDefault(of row: RowID) -> Value {
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

// MARK: - Items that have just come

extension Engine {
  /// Whether a row of a new item would have been out of reach before the edits, in an item as the
  /// template makes it.
  ///
  /// A user inserts an item and then fills it. One transaction with both edits is judged the same.
  private func startedOutOfReach(_ row: RowID) -> Bool {
    let record = topology.row(row)
    let section = state.attributes.sections.old(at: record.section.index)
    return state.attributes.wasReadOnly || section.isHidden || section.contains(.disabled)
      || heldAtStart(record[.hidden]) || heldAtStart(record[.disabled])
  }

  private func heldAtStart(_ decision: Decision) -> Bool {
    switch decision {
    case .constant(let holds): holds
    case .condition(let node, _, let isInverted):
      resultAtStart(of: node).decides(isInverted: isInverted)
    }
  }

  private func resultAtStart(of node: NodeID) -> NodeResult {
    guard journal.reshaped.rewired.contains(node) else {
      return state.results.old(at: node.index)
    }
    let packed = topology.nodes.packed(node)
    let run = topology.nodes.run(of: packed)
    var rest = Value.null
    let cell: Cell?
    if let program = packed.program {
      // No cells, so that each operand is asked for.
      cell = try? topology.programs[program.index].run(
        UnsafeBufferPointer(start: nil, count: 0), in: state.context, rest: &rest,
        operand: { valueAtStart(of: run.binding[$0]) },
        object: { run.object.map(valueAtStart) ?? .null })
    } else {
      cell = (try? callFunction(of: packed, reading: valueAtStart)).map { Cell($0) }
    }
    return cell?.truth.map { NodeResult($0) } ?? .failed
  }

  /// What a slot held before the edits; of a row that has just come, what it starts with.
  private func valueAtStart(of slot: Slot) -> Value {
    switch slot {
    case .value(let row):
      guard journal.reshaped.inserted.contains(row) else { return state.values.old(at: row.index) }
      return startsByDefault(row) ? valueOfDefault(of: row) : topology.valueAtStart(of: row)
    case .input(let input): return state.inputs.old(at: input.index)
    case .fact(let node):
      guard journal.reshaped.rewired.contains(node) else { return state.facts.old(at: node.index) }
      // Not followed further: a chain of rows that hide one another may be as long as the template.
      guard case .fact(.visibleValue(let row)) = topology.nodes[node.index] else {
        return state.facts[node.index]
      }
      return valueAtStart(of: .value(row))
    }
  }
}

extension Value {
  /// Whether to set one value where the other stands changes nothing.
  func isSame(as other: Value) -> Bool { self == other || equals(other) }
}
