// The items of a list: which rows an item has, and the template that all items of a list share.

import Predicate

/// An item.
///
/// Its rows have consecutive ids.
struct ItemRecord: Sendable {
  let section: SectionID
  let firstRow: RowID
  /// The value that the section's definition gives the item; nil for an item inserted later.
  let start: Value?

  /// The row that the item has for a row of the template.
  func row(_ column: Int) -> RowID { RowID(firstRow.index + column) }
}

/// The rows that each item of a section consists of.
struct ItemTemplate: Sendable {
  let items: ItemsDefinition
  let rows: [RowDefinition]
  /// The positions of the rows by their tags.
  let columns: [ExactText: Int]
  /// Whether the value of an item is the value of its only row, not an object.
  let isPlain: Bool

  init(_ items: ItemsDefinition) {
    self.items = items
    let definitions: [RowDefinition]
    switch items.template {
    case .item(let row):
      definitions = [row]
      isPlain = true
    case .rows(let rows):
      definitions = rows
      isPlain = false
    }
    rows = definitions
    var columns: [ExactText: Int] = [:]
    for (index, row) in definitions.enumerated() {
      // The first of two equal tags counts. The duplicate has already been reported as a problem.
      if let tag = row.tag, columns[ExactText(tag)] == nil { columns[ExactText(tag)] = index }
    }
    self.columns = columns
  }

  /// The kind of the items, if they are plain values.
  var plainKind: ValueKind? { isPlain ? rows.first?.type.valueKind : nil }

  /// The positions of the rows that hold a value.
  ///
  /// They make up the object of an item.
  var valueColumns: [Int] { rows.indices.filter { rows[$0].type.valueKind != .none } }
}
