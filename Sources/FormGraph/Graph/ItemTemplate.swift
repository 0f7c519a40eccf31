// The items of a list: which rows and sections an item has, and the template that all items of a
// list share. Mostly the rows of all items stand in the list itself, one item after another. If an
// item has sections of its own, then its rows stand in a section too, and that one in the list:
//
//   list phones: phones[0].number, phones[0].note, phones[1].number, …
//
//   list visits ─ visits[0]: visits[0].place ─ visits[0].drugs (a list) ─ …
//               ─ visits[1]: …

import Predicate

/// An item.
///
/// Its rows have consecutive ids, and so have its sections.
struct ItemRecord: Sendable {
  /// The list that the item is in.
  let section: SectionID
  let firstRow: RowID
  /// The section of the item's own rows; nil if they stand in the list.
  let firstSection: SectionID?
  /// The value that the section's definition gives the item; nil for an item inserted later.
  let start: Value?
  /// Whether the item is a prototype or stands in one, so that it is not part of the form.
  let isPrototype: Bool
  /// The facts of what the item reads of the item before it.
  var previousFacts: [NodeID] = []

  /// The row that the item has for a row of the template.
  func row(_ column: Int) -> RowID { RowID(firstRow.index + column) }

  /// The section that the item has for a section of the template.
  func section(_ place: Int) -> SectionID? { firstSection.map { SectionID($0.index + place) } }
}

/// An item that a formula has taken out of its list, and that comes back before a new one is made.
struct ParkedItem: Sendable {
  let item: ItemID
  /// The items of each list in it.
  let lists: [[ParkedItem]]
}

/// What each item of a list consists of.
struct ItemTemplate: Sendable {
  let items: ItemsDefinition
  /// The rows of an item: its own and those of its groups, in declaration order.
  let rows: [RowDefinition]
  /// The positions of the rows by their tags.
  let columns: [ExactText: Int]
  /// Whether the value of an item is the value of its only row, not an object.
  let isPlain: Bool
  /// The sections of an item, each before those inside it; the first one has the item's own rows.
  ///
  /// Empty if the rows of items stand in the list.
  let sections: [Part]
  /// The places of the sections by their tags.
  let places: [ExactText: Int]
  /// The places of the lists among the sections.
  let lists: [Int]
  /// The number of rows of an item that is inserted without a value, with those of the lists in it.
  let rowCount: Int

  /// A section of an item.
  struct Part: Sendable {
    let definition: SectionDefinition
    /// The place of the section around it; nil for the first.
    let parent: Int?
    /// The position among the sections beside it.
    let position: Int
    /// The positions of its rows in the template.
    let rows: Range<Int>
  }

  init(_ items: ItemsDefinition) {
    self.items = items
    isPlain = items.template.isPlain
    var rows = items.template.rows
    var parts: [Part] = []
    if !items.template.sections.isEmpty {
      parts = [
        Part(definition: SectionDefinition(), parent: nil, position: 0, rows: rows.indices)
      ]
      for placed in items.template.sections.placed {
        let own = placed.definition.formRows
        parts.append(
          Part(
            definition: placed.definition, parent: placed.parent.map { $0 + 1 } ?? 0,
            position: placed.position, rows: rows.count..<rows.count + own.count))
        rows += own
      }
    }
    self.rows = rows
    sections = parts
    lists = parts.indices.filter { parts[$0].definition.kind.isOfItems }
    columns = Self.positions(of: rows.map(\.tag))
    places = Self.positions(of: parts.map(\.definition.tag))
    rowCount = items.rowCount(of: nil)
  }

  /// The positions of tags.
  ///
  /// The first of two equal tags counts. The duplicate has already been reported as a problem.
  private static func positions(of tags: [String?]) -> [ExactText: Int] {
    var positions: [ExactText: Int] = [:]
    for (index, tag) in tags.enumerated() {
      if let tag, positions[ExactText(tag)] == nil { positions[ExactText(tag)] = index }
    }
    return positions
  }

  /// The kind of the items, if they are plain values.
  var plainKind: ValueKind? { isPlain ? rows.first?.type.valueKind : nil }

  /// What an item consists of for those who read it: the rows that hold a value, and the lists.
  ///
  /// Lists are numbered after the rows.
  var valueColumns: [Int] {
    rows.indices.filter { rows[$0].type.valueKind != .none } + lists.indices.map { rows.count + $0 }
  }

  /// The position of a row or a list that has a tag, as in `valueColumns`.
  func column(_ tag: ExactText) -> Int? {
    if let column = columns[tag] { return column }
    return places[tag].flatMap { lists.firstIndex(of: $0) }.map { rows.count + $0 }
  }

  /// The place of the list that a column is; nil if it is a row.
  func list(_ column: Int) -> Int? { column < rows.count ? nil : lists[column - rows.count] }

  /// The tag of a column.
  func tag(_ column: Int) -> String? {
    list(column).map { sections[$0].definition.tag } ?? rows[column].tag
  }

  /// What the items of a list in an item consist of; nil if no list has the tag.
  func innerTemplate(_ tag: ExactText) -> ItemTemplate? {
    guard let place = places[tag], case .multivalued(let items) = sections[place].definition.kind
    else { return nil }
    return ItemTemplate(items)
  }

  /// The tags by which the values of an item are known.
  var tags: [String] {
    (rows.map(\.tag) + lists.map { sections[$0].definition.tag }).compactMap { $0 }
  }

  /// What those who read a list as a whole read of its items.
  var whole: ItemsView { isPlain ? .column(0) : .objects(valueColumns) }
}

extension SectionDefinition.Kind {
  /// Whether it is a list of items.
  var isOfItems: Bool {
    if case .multivalued = self { true } else { false }
  }
}
