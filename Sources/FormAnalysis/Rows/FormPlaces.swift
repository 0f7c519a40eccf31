// The rows, lists, matrices and tags of a form with their paths, sorted as the checks of this
// folder need them.

import FormGraph
import Predicate

/// A row with its place in the form.
struct RowPlace {
  let row: RowDefinition
  /// The path below which the keys of the row stand; of a choice, the path of its section.
  let path: JSONPath
  /// The condition of the row itself; of a choice, that of its section.
  let hidden: ConditionDefinition?
  /// Whether the row belongs to the items of a list.
  let isOfItem: Bool
  /// What conditions read of the row while it is hidden.
  let policy: HiddenValues
  /// Whether a section around the row is always hidden.
  var isInHiddenSection = false
  /// Whether the options are those of a matrix around the row.
  var isInMatrix = false
}

/// A list with its place in the form.
struct ListPlace {
  let items: ItemsDefinition
  let path: JSONPath
  /// What the keys of an item mean, by template.
  fileprivate(set) var parts: [[String: ItemPart]] = []
  /// The template with a name.
  fileprivate(set) var places: [String: Int] = [:]
  /// The row of an item that is a single value, as an index in `FormPlaces.rows`.
  fileprivate(set) var itemRow: Int?
}

/// A value of an item, as an index in `FormPlaces`.
enum ItemPart {
  case row(Int)
  case list(Int)
}

/// A tag or the name of an input, with its place in the form.
struct TagPlace {
  let tag: String
  let path: JSONPath
  /// The index of the names that the tag belongs to, in `FormPlaces.parents`.
  let scope: Int
}

/// All rows, lists, matrices and tags of a form, in declaration order.
struct FormPlaces {
  private(set) var rows: [RowPlace] = []
  private(set) var lists: [ListPlace] = []
  private(set) var matrices: [(matrix: MatrixDefinition, path: JSONPath)] = []
  private(set) var tags: [TagPlace] = []
  /// By scope: the scope around it.
  let parents: [Int?]

  /// Sorts the places of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ form: FormDefinition, _ outline: FormOutline) {
    parents = outline.scopes
    for input in form.inputs {
      let path = JSONPath().appending("inputs").appending(input.name)
      tags.append(TagPlace(tag: input.name, path: path, scope: 0))
    }
    // The index in `lists` of each list, by its index in the outline.
    var lists: [Int: Int] = [:]
    // By index in the outline: whether the member, or what is around it, is always hidden.
    var hidden: [Bool] = []
    for (index, place) in outline.places.enumerated() {
      let template = place.template.flatMap { template in
        lists[template.list].map { (list: $0, place: template.place) }
      }
      let section = place.parent.flatMap { outline.places[$0].section }
      let isInHidden = place.parent.map { hidden[$0] } ?? false
      hidden.append(isInHidden || place.section?.hidden?.constantValue == true)
      switch place.member {
      case .section(let section):
        if let tag = section.tag { add(tag, at: place) }
        switch section.kind {
        case .plain, .selectable: break
        case .matrix(let matrix): matrices.append((matrix, place.path))
        case .multivalued(let items):
          lists[index] = self.lists.count
          if let tag = section.tag { note(.list(self.lists.count), tag, in: template) }
          add(items, at: place.path)
        }
      case .row(let row):
        if let tag = row.tag {
          add(tag, at: place)
          note(.row(rows.count), tag, in: template)
        }
        add(
          row, at: place, hidden: row.hidden, outline.policy(of: index, in: form),
          isInHiddenSection: isInHidden, isInMatrix: section?.isMatrix ?? false)
      case .choice(let row):
        add(row, at: place, hidden: section?.hidden, outline.policy(of: index, in: form))
      case .item(let row):
        if let template { self.lists[template.list].itemRow = rows.count }
        add(row, at: place, hidden: row.hidden, outline.policy(of: index, in: form))
      }
    }
  }

  private mutating func add(_ items: ItemsDefinition, at path: JSONPath) {
    var list = ListPlace(items: items, path: path)
    for (place, named) in items.templates.enumerated() {
      if let name = named.name { list.places[name] = place }
      list.parts.append([:])
    }
    lists.append(list)
  }

  private mutating func add(
    _ row: RowDefinition, at place: FormPlace, hidden: ConditionDefinition?, _ policy: HiddenValues,
    isInHiddenSection: Bool = false, isInMatrix: Bool = false
  ) {
    rows.append(
      RowPlace(
        row: row, path: place.path, hidden: hidden, isOfItem: place.template != nil,
        policy: policy, isInHiddenSection: isInHiddenSection, isInMatrix: isInMatrix))
  }

  private mutating func add(_ tag: String, at place: FormPlace) {
    tags.append(TagPlace(tag: tag, path: place.path.appending("tag"), scope: place.scope))
  }

  /// Notes which part of an item has a key.
  private mutating func note(_ part: ItemPart, _ key: String, in template: (list: Int, place: Int)?)
  {
    guard let (list, place) = template else { return }
    lists[list].parts[place][key] = part
  }
}

extension SectionDefinition {
  /// Whether the rows of the section share its options.
  var isMatrix: Bool {
    if case .matrix = kind { true } else { false }
  }
}

extension ConditionDefinition {
  /// The value of a constant condition; nil of any other.
  var constantValue: Bool? {
    if case .constant(let value) = source { value != isInverted } else { nil }
  }
}
