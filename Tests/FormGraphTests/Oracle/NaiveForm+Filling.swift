// Suggested values and values computed once in the naive form: a row holds what its formula gives,
// unless somebody has edited it and nothing that the formula reads has changed since.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// Begins a transaction.
  mutating func begin() {
    touched = [:]
    overfull = nil
    startingBefore = starting
    editedBefore = edited
    editedNow = []
    isReverting = false
    readsBefore = [:]
    for row in shape.sections.flatMap(\.allRows) where row.definition.isFilled {
      readsBefore[row.id] = reads(of: row, scope(of: row))
    }
  }

  /// Whether a row follows its suggestion; nil of a row without one.
  func follows(_ id: Int) -> Bool? {
    let row = shape.sections.lazy.flatMap(\.allRows).first { $0.id == id }
    return row?.definition.suggested == nil ? nil : !edited.contains(id)
  }

  /// What the formula that fills a row gives, as the row keeps it; nil if it fails.
  func result(of row: Row, _ scope: Scope) -> Value? {
    row.definition.filling.flatMap { value($0.text, isPredicate: false, scope) }
      .flatMap { row.definition.kept($0) }
  }

  /// What a formula gives a row that has a value already; nil if the row keeps it.
  func filling(of row: Row, _ scope: Scope) -> Value? {
    guard !editedNow.contains(row.id), let time = row.definition.filling?.time else { return nil }
    switch time {
    case .atStart: return nil
    case .following:
      guard !isEdited(row, scope) else { return nil }
      return result(of: row, scope) ?? row.definition.unset
    case .whileEmpty:
      guard stored[row.id] ?? .null == .null, hasOtherReads(row, scope) else { return nil }
      return result(of: row, scope) ?? row.definition.unset
    }
  }

  /// Stores what the formula of a row has given, and whether the row follows.
  mutating func settleFilling(of row: Row) {
    guard row.definition.isFilled else { return }
    let scope = scope(of: row)
    if starting.contains(row.id) {
      edited.remove(row.id)
      // What an item is given at the start is an edit, unless the formula gives the same.
      if row.definition.suggested != nil, let start = row.fixedStart,
        start != result(of: row, scope) ?? row.definition.unset
      {
        edited.insert(row.id)
      }
    } else if editedNow.contains(row.id), row.definition.suggested != nil {
      if result(of: row, scope) ?? row.definition.unset == stored[row.id] {
        if !isEdited(row, scope) { edited.remove(row.id) }
      } else {
        edited.insert(row.id)
      }
      if edited.contains(row.id) != editedBefore.contains(row.id) { hasEditedValues = true }
    } else if let value = filling(of: row, scope) {
      store(value, of: row.id)
      edited.remove(row.id)
    }
  }

  /// Whether somebody has edited a suggested value, and nothing lets the row follow again.
  private func isEdited(_ row: Row, _ scope: Scope) -> Bool {
    guard edited.contains(row.id) else { return false }
    return row.definition.suggested?.whenEdited == .keep || !hasOtherReads(row, scope)
  }

  /// Whether an edit has changed something that the formula of a row reads.
  private func hasOtherReads(_ row: Row, _ scope: Scope) -> Bool {
    guard !isReverting, let before = readsBefore[row.id] else { return false }
    return before != reads(of: row, scope)
  }

  /// What the formula of a row reads: the value of each name in it, or what it takes of a list.
  ///
  /// The formulas of random forms read nothing else.
  private func reads(of row: Row, _ scope: Scope) -> [Value?] {
    guard let text = row.definition.filling?.text else { return [] }
    return text.matches(of: /\$\w+(\.@?\w+)*/).map {
      value(String($0.output.0), isPredicate: false, scope)
    }
  }
}
