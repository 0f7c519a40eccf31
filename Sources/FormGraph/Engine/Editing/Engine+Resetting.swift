// Resetting: rows get the value that their definition gives, or their default is evaluated again.
// Sections with items get the items they start with.

import Predicate

extension Engine {
  /// What to reset.
  enum Resetting: Sendable {
    case form
    case row(RowName)
  }

  /// Gives a row its first value.
  ///
  /// - Returns: False if its default must still be evaluated.
  @discardableResult
  mutating func reset(_ row: RowIndex, cause: Change.Cause) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, !record.content.isCalculated else { return true }
    let given = topology.given(row)
    // A new row with a default may have no node for it yet.
    guard given != nil || !record.content.isFilled else {
      forgetGiven(row)
      // A value that the transaction set before the reset must stay unseen.
      if state.values.isOther(at: row.index), !journal.reshaped.inserted.contains(row) {
        _ = state.values.replace(state.values.old(at: row.index), at: row.index)
        if hasSettled { keep(row, cause: cause) }
      }
      return false
    }
    give(given ?? record.initialValue, to: row, cause: cause)
    return true
  }

  /// Gives every row its first value, and every section with items its first items.
  ///
  /// A user's reset changes only what the user can reach. Hidden and disabled rows keep their
  /// values. A list keeps its items if it is hidden or disabled, or if it does not allow the user
  /// to delete or insert what the reset needs.
  ///
  /// - Returns: The rows whose default must still be evaluated, and the sections whose items
  ///   changed.
  /// - Complexity: O(n) in the number of rows.
  mutating func resetAll(
    as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> (waiting: [RowIndex], restarted: [SectionIndex]) {
    try reset(Array(outline.sectionsInOrder), as: editor, cause: cause)
  }

  /// Gives a list with items its first items, and their rows their first values.
  ///
  /// Throws if the user may not delete or insert what the reset needs. Whether the list is hidden
  /// or disabled is checked after settling, as for every edit of the list.
  mutating func reset(
    list: SectionIndex, as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> (waiting: [RowIndex], restarted: [SectionIndex]) {
    let isCounted = topology.section(list).isCounted
    if editor == .user, !isCounted, unseenState(list) == nil {
      let start = topology.firstItems(of: list)
      let items = Array(outline.items(of: list, in: topology))
      let kept = zip(items, start).prefix { topology.item($0).start?.value == $1 }.count
      if kept < items.count { try checkAllows(.delete, in: list) }
      if kept < start.count { try checkAllows(.insert, in: list) }
      if let position = items.indices.dropFirst(kept).first(where: { isDisabledByItself(items[$0]) }
      ) {
        throw disabledItem(at: position, of: list)
      }
    }
    return try reset(outline.subtree(of: list, in: topology), as: editor, cause: cause)
  }

  /// Gives the rows of some sections their first values, and the lists among them their first
  /// items.
  private mutating func reset(
    _ sections: [SectionIndex], as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> (waiting: [RowIndex], restarted: [SectionIndex]) {
    var waiting: [RowIndex] = []
    var restarted: [SectionIndex] = []
    for section in sections where outline.sections.contains(section) {
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

  /// Gives a section its first items.
  ///
  /// First items that are still at their positions stay; all items after them are removed and made
  /// again.
  ///
  /// - Returns: Whether any item was removed or inserted.
  private mutating func restart(
    _ section: SectionIndex, _ definition: ItemsDefinition, as editor: Editor
  ) throws(Reason) -> Bool {
    guard definition.countFormula == nil else {
      if editor == .user, unseenState(section) != nil { return false }
      return try restart(counted: section)
    }
    let start = topology.firstItems(of: section)
    let items = Array(outline.items(of: section, in: topology))
    let kept = zip(items, start).prefix { topology.item($0).start?.value == $1 }.count
    guard kept < items.count || kept < start.count else { return false }
    if editor == .user {
      let isAllowed =
        (kept == items.count || definition.allows.contains(.delete))
        && (kept == start.count || definition.allows.contains(.insert))
      guard isAllowed, unseenState(section) == nil,
        !items[kept...].contains(where: { isDisabledByItself($0) })
      else { return false }
    }
    try checkRoom(for: start[kept...], in: section)
    beginShape()
    for item in items[kept...] { removeItem(item, of: section) }
    for (position, value) in start.enumerated().dropFirst(kept) {
      insertItem(value, to: section, at: position, isStart: true)
    }
    return true
  }

  /// Gives a list whose items are counted the first items that it lacks, and forgets the parked
  /// ones.
  ///
  /// Its formula then says how many of the items stay.
  private mutating func restart(counted section: SectionIndex) throws(Reason) -> Bool {
    let start = topology.firstItems(of: section)
    let items = Array(outline.items(of: section, in: topology))
    let kept = zip(items, start).prefix { topology.item($0).start?.value == $1 }.count
    if outline.parked[section] != nil {
      if journal.outline == nil { journal.outline = shape }
      builder.outline.parked[section] = nil
    }
    guard kept < start.count else { return false }
    try checkRoom(for: start[kept...], in: section)
    beginShape()
    for item in items[kept...] { removeItem(item, of: section) }
    for (position, value) in start.enumerated().dropFirst(kept) {
      insertItem(value, to: section, at: position, isStart: true)
    }
    countAgain.insert(section)
    return true
  }

  /// Evaluates the defaults of rows again, except for rows that were given a value since.
  mutating func restartDefaults(of rows: [RowIndex]) {
    for row in rows where outline.rows.contains(row) && !given.contains(row) {
      restartFilling(of: row)
    }
  }

  /// Evaluates the formula that fills a row again, whatever the row holds.
  mutating func restartFilling(of row: RowIndex) {
    guard let node = topology.row(row).filling else { return }
    _ = setResult(.unevaluated, of: node)
    markAny(node)
  }
}

extension ItemTemplate {
  /// The value that an item's value gives to one of its rows; nil if it says nothing about the row.
  func given(_ value: Value, _ column: Int, within byteLimit: Int) -> Value? {
    let definition = rows[column]
    if isPlain { return definition.stored(value, within: byteLimit) }
    guard case .dictionary(let members) = value, let tag = definition.tag else { return nil }
    return members[tag].flatMap { definition.stored($0, within: byteLimit) }
  }
}
