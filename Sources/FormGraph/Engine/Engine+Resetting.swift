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
  mutating func reset(_ row: RowID, cause: Change.Cause) -> Bool {
    let record = topology.row(row)
    guard record.kind != .none, !record.content.says(.calculated) else { return true }
    guard record.defaultValue == nil else {
      forgetGiven(row)
      // What was set before in the transaction is not to be seen by anybody.
      if state.values.isOther(at: row.index), !journal.reshaped.inserted.contains(row) {
        _ = state.values.replace(state.values.old(at: row.index), at: row.index)
      }
      return false
    }
    give(record.initialValue, to: row, cause: cause)
    return true
  }

  /// Gives every row what it starts with, and sections with items the items they start with.
  ///
  /// - Returns: The rows whose default has yet to be evaluated.
  /// - Complexity: O(n).
  mutating func resetAll(cause: Change.Cause) throws(Reason) -> [RowID] {
    var waiting: [RowID] = []
    for section in Array(outline.sectionsInOrder) {
      if case .multivalued(let items) = topology.section(section).definition.value.kind,
        !hasItems(items.value, section)
      {
        let tag = SectionName.id(section)
        let count = outline.items.count(of: topology.section(section).itemList)
        for position in (0..<count).reversed() { try apply(.removeItem(tag, position), as: .host) }
        for (position, value) in items.value.enumerated() {
          try apply(.insertItem(tag, position, value), as: .host)
        }
      } else if let template = topology.section(section).template?.value {
        waiting += defaults(ofItemsIn: section, template)
      } else {
        for row in Array(outline.rows(of: section, in: topology))
        where !reset(row, cause: cause) {
          waiting.append(row)
        }
      }
    }
    return waiting
  }

  /// The rows of the items at the start that nothing but their default says the value of.
  private mutating func defaults(ofItemsIn section: SectionID, _ template: ItemTemplate) -> [RowID]
  {
    guard case .multivalued(let items) = topology.section(section).definition.value.kind else {
      return []
    }
    var rows: [RowID] = []
    for (item, value) in zip(Array(outline.items(of: section, in: topology)), items.value) {
      for (column, row) in topology.rows(of: item).enumerated()
      where topology.row(row).defaultValue != nil && template.given(value, column) == nil {
        forgetGiven(row)
        rows.append(row)
      }
    }
    return rows
  }

  /// Evaluates the defaults of rows again, of which none was given a value since.
  mutating func restartDefaults(of rows: [RowID]) {
    for row in rows where outline.rows.contains(row) && !given.contains(row) {
      guard let node = topology.row(row).defaultValue else { continue }
      _ = setResult(.unevaluated, of: node)
      mark(node)
    }
  }

  /// Whether the items of a section are those of a list, but for what defaults give.
  private func hasItems(_ list: [Value], _ section: SectionID) -> Bool {
    let record = topology.section(section)
    guard let template = record.template?.value,
      outline.items.count(of: record.itemList) == list.count
    else { return false }
    for (item, value) in zip(outline.items(of: section, in: topology), list) {
      for (column, row) in topology.rows(of: item).enumerated() {
        let record = topology.row(row)
        guard record.calculation == nil, record.kind != .none else { continue }
        let given = template.given(value, column)
        if given == nil, record.defaultValue != nil { continue }
        if (given ?? record.initialValue) != state.values[row.index] { return false }
      }
    }
    return true
  }
}

extension ItemTemplate {
  /// What the value of an item gives to one of its rows; nil where it says nothing of it.
  func given(_ value: Value, _ column: Int) -> Value? {
    let definition = rows[column]
    if isPlain { return definition.content.stored(value) }
    guard case .dictionary(let members) = value, let tag = definition.tag else { return nil }
    return members[tag].flatMap { definition.content.stored($0) }
  }
}
