// The items of a list: which rows and sections an item has, and the template that says so. Mostly
// the rows of all items stand in the list itself, one item after another. If an item has sections
// of its own, then its rows stand in a section too, and that one in the list:
//
//   list phones: phones[0].number, phones[0].note, phones[1].number, …
//
//   list visits ─ visits[0]: visits[0].place ─ visits[0].drugs (a list) ─ …
//               ─ visits[1]: …

import Predicate

/// An item.
///
/// Its rows have consecutive ids, and so have its sections and mostly its nodes. A host's edit of
/// other members may give the template new nodes, and then each item has further ones.
struct ItemRecord: Sendable {
  /// The list that the item is in.
  let section: SectionIndex
  /// The position of its template among the templates of the list.
  let template: Int
  /// What the graph has of the template.
  let kind: TemplateID
  /// The item around the list that the item is in.
  let parent: ItemIndex?
  let firstRow: RowIndex
  /// The section of the item's own rows; nil if they stand in the list.
  let firstSection: SectionIndex?
  /// Which of the items that its list starts with it is; nil for an item inserted later.
  let start: ItemStart?
  /// Whether the item is a prototype or stands in one, so that it is not part of the form.
  let isPrototype: Bool
  /// Which ids its nodes have; empty for a prototype, whose nodes are in the table.
  var nodes: [NodeRange] = []

  /// The row that the item has for a row of the template.
  func row(_ column: Int) -> RowIndex { RowIndex(firstRow.index + column) }

  /// The section that the item has for a section of the template.
  func section(_ place: Int) -> SectionIndex? {
    firstSection.map { SectionIndex($0.index + place) }
  }
}

/// One of the items that a list starts with.
///
/// A reset makes the items that its list starts with again. The position says which of them an item
/// is, wherever the item stands by now.
struct ItemStart: Sendable {
  /// The position among the items that the list starts with.
  let position: Int
  /// The value that the definition of the list gives the item.
  let value: Value
}

/// Nodes of an item with consecutive ids.
struct NodeRange: Sendable {
  let item: ItemIndex
  let first: NodeID
  let count: Int32
  /// The place of the first one among the nodes of the template.
  let local: Int32
}

/// A template of a list in the graph.
typealias TemplateID = ID<TemplateRecord>

/// What the graph has of a template: its prototype, an item that is not part of the form.
struct TemplateRecord: Sendable {
  let prototype: ItemIndex
  let firstRow: RowIndex
  let rowCount: Int
  let firstSection: SectionIndex?
  let sectionCount: Int
  /// The nodes of the prototype, also those that went.
  ///
  /// Each item has a node in place of each of them. A node keeps its place when a host's edit adds
  /// others.
  var nodes: [NodeID] = []
  /// The facts of what an item reads of the item before it.
  var previousFacts: [NodeID] = []
  /// The number of programs that the nodes of an item run.
  var conditionCount = 0
  /// What an item adds to `MemberDirectory.partCount` and `MemberDirectory.listedBytes`.
  var partCount = 0
  var listedBytes = 0
}

/// An item that a formula has taken out of its list, and that comes back before a new one is made.
struct ParkedItem: Sendable {
  let item: ItemIndex
  /// Its rows whose defaults have not run, because the item went before.
  let starting: Set<RowIndex>
  /// Its rows that somebody has edited, so that they do not follow their suggestions.
  let edited: Set<RowIndex>
  /// The items of each list in it.
  let lists: [[ParkedItem]]
}

/// A row or a section of an item, by its place in the template.
enum ItemPart: Sendable {
  case row(Int)
  case section(Int)
}

/// What each item of one template consists of.
struct ItemTemplate: Sendable {
  /// The name; nil if it is the only template of its list.
  let name: String?
  /// The rows of an item, including the rows of its groups, in declaration order.
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
  /// Where nested answers have the values of an item; nil if answers are flat.
  let answers: AnswerObjects<ItemPart>?

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

  /// `hasSections` says whether the items of the list have sections of their own.
  init(
    _ named: ItemsDefinition.NamedTemplate, hasSections: Bool, _ answers: AnswerShape = .flat
  ) {
    let template = named.template
    name = named.name
    isPlain = template.isPlain
    var rows = template.rows
    var parts: [Part] = []
    if hasSections {
      parts = [
        Part(definition: SectionDefinition(), parent: nil, position: 0, rows: rows.indices)
      ]
      for placed in template.sections.placed {
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
    self.answers = answers == .nested ? Self.answers(rows, parts) : nil
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

  /// Where nested answers have the values of an item of rows and sections.
  private static func answers(_ rows: [RowDefinition], _ parts: [Part]) -> AnswerObjects<ItemPart> {
    var objects = AnswerObjects<ItemPart>()
    guard !parts.isEmpty else {
      objects.add(rows: rows.enumerated().map { (.row($0), $1) })
      return objects
    }
    var places: [Int] = []
    for (place, part) in parts.enumerated() {
      places.append(
        objects.add(
          part.definition, .section(place), rows: part.rows.map { (.row($0), rows[$0]) },
          to: part.parent.map { places[$0] } ?? 0))
    }
    return objects
  }

  /// The list that a place in an item is; nil if it is a row.
  ///
  /// Lists are numbered after the rows.
  func list(_ place: Int) -> Int? { place < rows.count ? nil : lists[place - rows.count] }

  /// What the items of a list in an item consist of; nil if no list has the tag.
  func innerTemplates(_ tag: ExactText) -> ItemTemplates? {
    guard let place = places[tag], case .multivalued(let items) = sections[place].definition.kind
    else { return nil }
    return ItemTemplates(items)
  }

  /// The tags by which the values of an item are known.
  var tags: [String] {
    (rows.map(\.tag) + lists.map { sections[$0].definition.tag }).compactMap { $0 }
  }
}
