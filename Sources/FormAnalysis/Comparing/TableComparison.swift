// Compares the tables of two versions of a form, and the options that come from them: which values
// could be chosen with the old form and cannot be chosen with the new one.

import FormGraph
import Predicate

/// The tables of two versions of a form, with the choices from them.
struct TableComparison {
  private let old: [String: FormTable]
  private let new: [String: FormTable]
  /// The choices that both forms take from a table, by its name.
  private var users: [String: Set<User>] = [:]

  /// How a row chooses from a table.
  private struct User: Hashable {
    let value: String
    /// The columns that filters of the options read.
    let read: [String]
    let allowsOther: Bool
    let keepsOrder: Bool
    /// What a migration makes of old options.
    let map: [String: Value]
  }

  /// - Complexity: O(n) in the number of members.
  init(
    _ old: [String: FormTable], _ new: [String: FormTable], _ matching: MemberMatching,
    _ migration: ResolvedMigration
  ) {
    self.old = old
    self.new = new
    for (index, newIndex) in matching.newOfOld.enumerated() {
      guard !old.isEmpty, let newIndex, !migration.dropped.contains(index),
        let oldRow = matching.old[index].row, let newRow = matching.new[newIndex].row,
        let options = newRow.options?.table, let other = oldRow.options?.table,
        options.table == other.table, options.value == other.value
      else { continue }
      let read = FormComparison.keys(readBy: oldRow.optionsFilter)
        .union(FormComparison.keys(readBy: newRow.optionsFilter))
      users[options.table, default: []].insert(
        User(
          value: options.value, read: read.sorted(), allowsOther: newRow.allowsOther,
          keepsOrder: newRow.type.valueKind == .choices, map: migration.maps[index] ?? [:]))
    }
  }

  /// What the new contents of a table do to saved answers; nil if they are the same.
  ///
  /// - Complexity: O(n) in the size of the table, for each way in which rows choose from it.
  func breaks(_ name: String) -> FormChange.Breaking? {
    let (oldTable, newTable) = (old[name], new[name])
    guard oldTable != newTable else { return nil }
    // Conditions and formulas may read the table, and only an evaluation tells what they give.
    return (users[name] ?? []).map { breaks(oldTable, newTable, $0) }.max() ?? .unknown
  }

  private func breaks(
    _ oldTable: FormTable?, _ newTable: FormTable?, _ user: User
  ) -> FormChange.Breaking {
    guard let oldValues = oldTable?.options(in: user.value),
      let newValues = newTable?.options(in: user.value)
    else { return .unknown }
    let lost = Self.breaks(oldValues, newValues, allowsOther: user.allowsOther, user.map)
    guard lost == .no else { return lost }
    // A filter may refuse an answer because of another cell beside it.
    let columns = [user.value] + user.read
    let rows = Set(newTable?.rows(of: columns) ?? [])
    if !user.read.isEmpty, oldTable?.rows(of: columns).allSatisfy(rows.contains) == false {
      return .sometimes
    }
    if user.keepsOrder {
      let both = Set(oldValues).intersection(newValues)
      if oldValues.filter(both.contains) != newValues.filter(both.contains) { return .sometimes }
    }
    return .unknown
  }

  /// What it does to the answers of a row that its options come from elsewhere.
  func breaks(
    _ oldRow: RowDefinition, _ newRow: RowDefinition, _ map: [String: Value]
  ) -> FormChange.Breaking {
    // The values of a list are answers themselves.
    guard let oldValues = values(of: oldRow, old), let newValues = values(of: newRow, new) else {
      return .sometimes
    }
    return Self.breaks(oldValues, newValues, allowsOther: newRow.allowsOther, map)
  }

  /// Whether each value that an old row could have is a value of a kind.
  func choices(of row: RowDefinition, fit kind: ValueKind) -> Bool {
    guard [.text, .int, .decimal, .bool].contains(kind), !row.allowsOther || kind == .text,
      let values = values(of: row, old)
    else { return false }
    return values.allSatisfy { kind.converted($0) != nil }
  }

  private static func breaks(
    _ old: [Value], _ new: [Value], allowsOther: Bool, _ map: [String: Value]
  ) -> FormChange.Breaking {
    let known = Set(new)
    return old.lazy.filter { !known.contains($0) }
      .map { FormComparison.breaksIfRemoved($0, allowsOther, map) }.max() ?? .no
  }

  /// The values of all options of a row; nil if they come from a list.
  private func values(of row: RowDefinition, _ tables: [String: FormTable]) -> [Value]? {
    switch row.options {
    case .written(let options)?: options.map(\.value)
    case .table(let options)?: tables[options.table]?.options(in: options.value)
    case .list?: nil
    case nil: []
    }
  }
}

extension FormTable {
  /// The values of a column that can be options; nil if the table does not have the column.
  fileprivate func options(in name: String) -> [Value]? {
    column(named: name).map { contents.choices(in: $0) }
  }

  /// Each row with only these columns; nil stands for a column that the table does not have.
  fileprivate func rows(of names: [String]) -> [[Value]] {
    let columns = names.map(column(named:))
    return (0..<rowCount).map { row in columns.map { $0.map { self[row, $0] } ?? .null } }
  }
}
