// What a user cannot reach: a row or a list that is hidden or disabled both before the edits and
// after settling. The host may edit it and gets a note. A user may only set it to the value it has,
// so that all values of a form can be set again.

import Predicate

extension Engine {
  @inline(__always)
  func unseenState(_ row: RowIndex) -> String? {
    if state.attributes.isHidden(row, in: topology) { return "hidden" }
    return state.isDisabled(row, in: topology) ? "disabled" : nil
  }

  func unseenState(_ section: SectionIndex) -> String? {
    if state.attributes.isHidden(section) { return "hidden" }
    return state.attributes.isDisabled(section) ? "disabled" : nil
  }

  /// The reason why a user cannot reach the items of a section, and the outcome of editing them;
  /// nil if the user can.
  func note(_ section: SectionIndex) -> (tag: String, reason: String, outcome: String)? {
    guard outline.sections.contains(section), let unseen = unseenState(section) else { return nil }
    let tag = self.name(of: section)
    return (tag, "'\(tag)' is \(unseen)", "the host may change its items all the same")
  }

  /// The reason why a user cannot reach a row, and the outcome of setting it; nil if the user can.
  func note(_ row: RowIndex) -> (tag: String, reason: String, outcome: String)? {
    guard outline.rows.contains(row), let unseen = unseenState(row) else { return nil }
    let tag = name(of: row)
    return (
      tag, "'\(tag)' is \(unseen)",
      state.isEmptied(row, in: topology)
        ? "it holds no value while it is" : "set, because the host may"
    )
  }

  // MARK: - Edits of a user

  /// The rows that a user's edits change, out of the rows that may be out of reach.
  struct UserChanges {
    /// The rows whose value the edits changed.
    var rows = Few<RowIndex>()
    /// The rows that can be judged only after settling.
    ///
    /// `given` is the value that the user gave in place of the default; nil if the default gives
    /// the value.
    var pending: [(row: RowIndex, given: Value?)] = []

    mutating func add(_ other: UserChanges) {
      for row in other.rows where !rows.contains(row) { rows.append(row) }
      let known = Set(pending.map(\.row))
      pending += other.pending.filter { !known.contains($0.row) }
    }
  }

  /// What the edits have changed.
  ///
  /// Called before settling, which may clear the values again.
  ///
  /// - Parameters:
  ///   - unseen: The rows that were out of reach when they were given a value.
  ///   - restarting: The rows whose default is evaluated again.
  /// - Returns: The rows whose edit may be refused.
  func userChanges(_ unseen: Few<RowIndex>, restarting: [RowIndex]) -> UserChanges {
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
    // Whether a new row is in reach is not known before settling.
    for row in inserted
    where topology.rows[row.index].isOfItem && journal.triggered?[row] == nil {
      let value = state.values[row.index]
      if startsByDefault(row) {
        if given.contains(row) { changes.pending.append((row, value)) }
      } else if !value.isSame(as: topology.valueAtStart(of: row)) {
        changes.rows.append(row)
      }
    }
    return changes
  }

  /// The rows that a user's edits have changed and that are out of reach.
  ///
  /// Called after settling.
  func changedOutOfReach(_ changes: UserChanges) -> Few<RowIndex> {
    var rows = Few<RowIndex>()
    for row in changes.rows where isOutOfReach(row) { rows.append(row) }
    for (row, given) in changes.pending where isOutOfReach(row) {
      let isSame =
        given?.isSame(as: valueOfDefault(of: row))
        ?? state.values[row.index].isSame(as: state.values.old(at: row.index))
      if !isSame { rows.append(row) }
    }
    return rows
  }

  /// Whether a row is out of reach now.
  ///
  /// A new row must also have been out of reach before the edits.
  ///
  /// Rows that existed before are passed only if they were out of reach then.
  private func isOutOfReach(_ row: RowIndex) -> Bool {
    guard unseenState(row) != nil else { return false }
    return !journal.reshaped.inserted.contains(row) || startedOutOfReach(row)
  }

  /// Whether a row starts with its default, and not with a value from its section's list of items.
  func startsByDefault(_ row: RowIndex) -> Bool {
    topology.rows[row.index].content.isFilled && topology.given(row) == nil
  }

  /// The value that the default of a row gives now.
  func valueOfDefault(of row: RowIndex) -> Value {
    let record = topology.row(row)
    guard let node = record.filling.flatMap({ topology.packed($0) }) else {
      return record.initialValue
    }
    var rest = Value.null
    do throws(NodeProblem) {
      let cell = try run(node, rest: &rest)
      return record.content.stored(cell.value ?? rest, within: topology.graph.limits.valueBytes)
        ?? record.initialValue
    } catch {
      return record.initialValue
    }
  }
}

// MARK: - New items

extension Engine {
  /// Whether a row of a new item would have been out of reach before the edits, if the item held
  /// only what the template says.
  ///
  /// A user may insert an item in one transaction and fill it in the next. Both edits in one
  /// transaction are judged the same.
  private func startedOutOfReach(_ row: RowIndex) -> Bool {
    let record = topology.row(row)
    return state.attributes.wasReadOnly || startedOutOfReach(record.section)
      || heldAtStart(record[.hidden]) || heldAtStart(record[.disabled])
  }

  /// The same of the section of such a row, which may be new with its item.
  private func startedOutOfReach(_ inner: SectionIndex) -> Bool {
    for section in topology.lineage(of: inner) {
      guard journal.reshaped.insertedSections.contains(section) else {
        let word = state.attributes.sections.old(at: section.index)
        return word.isHidden || word.isDisabled
      }
      let record = topology.section(section)
      if heldAtStart(record.hidden) || heldAtStart(record.disabled) { return true }
    }
    return false
  }

  private func heldAtStart(_ decision: Decision) -> Bool {
    switch decision {
    case .constant(let holds): holds
    case .condition(let node, _, let isInverted):
      resultAtStart(of: node).decides(isInverted: isInverted)
    }
  }

  private func resultAtStart(of node: NodeID) -> NodeResult {
    guard isOfNewItem(node), let packed = topology.packed(node) else {
      return state.results.old(at: node.index)
    }
    let run = topology.run(of: packed)
    var rest = Value.null
    let cell: Cell?
    if let program = packed.program {
      // An empty list of cells, so that the program asks for each operand.
      cell = try? topology.graph.programs[program.index].run(
        UnsafeBufferPointer(start: nil, count: 0), in: state.context, rest: &rest,
        operand: { valueAtStart(of: run.binding[$0]) },
        object: { run.object.map { valueAtStart(of: $0) } ?? .null })
    } else {
      cell = (try? callFunction(of: packed, reading: { valueAtStart(of: $0) })).map { Cell($0) }
    }
    return cell?.truth.map { NodeResult($0) } ?? .failed
  }

  /// The value of a slot before the edits.
  ///
  /// A row that is new has the value it starts with.
  private func valueAtStart(of slot: Slot) -> Value {
    switch slot {
    case .value(let row):
      guard journal.reshaped.inserted.contains(row) else { return state.values.old(at: row.index) }
      return startsByDefault(row) ? valueOfDefault(of: row) : topology.valueAtStart(of: row)
    case .input(let input): return state.inputs.old(at: input.index)
    case .fact(let node):
      guard isOfNewItem(node) else { return state.facts.old(at: node.index) }
      // Not followed further, because a chain of rows that hide each other may be as long as the
      // template.
      guard case .fact(.visibleValue(let row))? = topology.node(node) else {
        return state.facts[node.index]
      }
      return valueAtStart(of: .value(row))
    }
  }

  /// Whether a node belongs to an item that was not in the form before the edits.
  func isOfNewItem(_ node: NodeID) -> Bool {
    guard let item = topology.origin(of: node)?.item else { return false }
    let record = topology.item(item)
    // An item without rows has the first row of whatever comes after it.
    return record.firstSection.map(journal.reshaped.insertedSections.contains)
      ?? journal.reshaped.inserted.contains(record.firstRow)
  }
}

extension Value {
  /// Whether setting one value in place of the other changes nothing.
  func isSame(as other: Value) -> Bool { self == other || equals(other) }
}
