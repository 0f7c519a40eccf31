// Back to what rows start with: the value that their definition gives, or their default, evaluated
// again; of sections with items the items at the start.

import Predicate

extension Engine {
  /// What is reset.
  enum Resetting: Sendable {
    case form
    case row(RowName)
  }

  /// Gives a row what it starts with; false where its default has yet to be evaluated.
  @discardableResult
  mutating func reset(_ row: RowID, cause: Change.Cause) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, !record.content.isCalculated else { return true }
    let given = topology.given(row)
    // A row that has just come has its default, and no node for it yet.
    guard given != nil || record.content.defaultFormula == nil else {
      forgetGiven(row)
      // What was set before in the transaction is not to be seen by anybody.
      if state.values.isOther(at: row.index), !journal.reshaped.inserted.contains(row) {
        _ = state.values.replace(state.values.old(at: row.index), at: row.index)
      }
      return false
    }
    give(given ?? record.initialValue, to: row, cause: cause)
    return true
  }

  /// Gives every row what it starts with, and sections with items the items they start with.
  ///
  /// A user resets only what a user reaches: hidden and disabled rows keep their values, and a list
  /// keeps its items if it is hidden or disabled, or does not allow the user to bring the first
  /// ones back.
  ///
  /// - Returns: The rows whose default has yet to be evaluated, and the sections with other items.
  /// - Complexity: O(n).
  mutating func resetAll(
    as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> (waiting: [RowID], restarted: [SectionID]) {
    var waiting: [RowID] = []
    var restarted: [SectionID] = []
    for section in Array(outline.sectionsInOrder) {
      let rows = Array(outline.rows(of: section, in: topology))
      if case .multivalued(let items) = topology.section(section).definition.value.kind,
        try restart(section, items, as: editor)
      {
        restarted.append(section)
      }
      for row in rows where outline.rows.contains(row) {
        if editor == .user, unseenState(row) != nil { continue }
        if !reset(row, cause: cause) { waiting.append(row) }
      }
    }
    return (waiting, restarted)
  }

  /// Gives a section the items it starts with: those that are where they were stay, the others go
  /// and come anew.
  ///
  /// - Returns: Whether any went or came.
  private mutating func restart(
    _ section: SectionID, _ definition: ItemsDefinition, as editor: Editor
  ) throws(Reason) -> Bool {
    let start = definition.value
    let items = Array(outline.items(of: section, in: topology))
    let kept = zip(items, start).prefix { topology.item($0).start == $1 }.count
    guard kept < items.count || kept < start.count else { return false }
    if editor == .user {
      let isAllowed =
        (kept == items.count || definition.allows.contains(.delete))
        && (kept == start.count || definition.allows.contains(.insert))
      guard isAllowed, unseenState(section) == nil,
        !items[kept...].contains(where: isDisabledByItself)
      else { return false }
    }
    try checkRoom(for: start.count - kept, in: section)
    beginShape()
    for item in items[kept...] { removeItem(item, of: section) }
    for (position, value) in start.enumerated().dropFirst(kept) {
      insertItem(value, to: section, at: position, isStart: true)
    }
    return true
  }

  /// Evaluates the defaults of rows again, of which none was given a value since.
  mutating func restartDefaults(of rows: [RowID]) {
    for row in rows where outline.rows.contains(row) && !given.contains(row) {
      guard let node = topology.row(row).defaultValue else { continue }
      _ = setResult(.unevaluated, of: node)
      mark(node)
    }
  }
}

extension ItemTemplate {
  /// What the value of an item gives to one of its rows; nil where it says nothing of it.
  func given(_ value: Value, _ column: Int, within byteLimit: Int) -> Value? {
    let definition = rows[column]
    if isPlain { return definition.stored(value, within: byteLimit) }
    guard case .dictionary(let members) = value, let tag = definition.tag else { return nil }
    return members[tag].flatMap { definition.stored($0, within: byteLimit) }
  }
}
