// The rows, lists, matrices and tags of a form with their paths, collected in one walk. The checks
// of this folder go through these lists, so that only this file knows where rows stand.

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
  /// The index of the names that it belongs to, in `FormPlaces.parents`.
  let scope: Int
}

/// All rows, lists, matrices and tags of a form, in declaration order.
struct FormPlaces {
  private(set) var rows: [RowPlace] = []
  private(set) var lists: [ListPlace] = []
  private(set) var matrices: [(matrix: MatrixDefinition, path: JSONPath)] = []
  private(set) var tags: [TagPlace] = []
  /// By scope: the scope around it.
  ///
  /// Scope 0 is the form; each template has a scope of its own.
  private(set) var parents: [Int?] = [nil]

  /// Where the walk is.
  private struct Position {
    var path: JSONPath
    var scope = 0
    /// The list and the template around; nil outside of items.
    var template: (list: Int, place: Int)?
  }

  /// Collects the places of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ form: FormDefinition) {
    for input in form.inputs {
      let path = JSONPath().appending("inputs").appending(input.name)
      tags.append(TagPlace(tag: input.name, path: path, scope: 0))
    }
    add(form.sections, at: Position(path: JSONPath()))
  }

  /// Adds sections and all in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`: the compiler has refused more.
  private mutating func add(_ sections: [SectionDefinition], at position: Position) {
    for (index, section) in sections.enumerated() {
      var own = position
      own.path = position.path.appending("sections").appending(index)
      if let tag = section.tag { add(tag, at: own) }
      switch section.kind {
      case .plain, .matrix:
        var isInMatrix = false
        if case .matrix(let matrix) = section.kind {
          matrices.append((matrix, own.path))
          isInMatrix = true
        }
        add(section.formRows, at: own, isInMatrix: isInMatrix)
      case .selectable:
        rows += section.formRows.map { choice in
          RowPlace(
            row: choice, path: own.path, hidden: section.hidden, isOfItem: own.template != nil)
        }
      case .multivalued(let items): add(items, tag: section.tag, at: own)
      }
      add(section.sections, at: own)
    }
  }

  private mutating func add(_ items: ItemsDefinition, tag: String?, at position: Position) {
    let list = lists.count
    lists.append(ListPlace(items: items, path: position.path))
    if let tag { note(.list(list), tag, at: position) }
    for (place, named) in items.templates.enumerated() {
      if let name = named.name { lists[list].places[name] = place }
      lists[list].parts.append([:])
      let scope = parents.count
      parents.append(position.scope)
      var path = position.path
      switch named.template {
      case .item(let row):
        lists[list].itemRow = rows.count
        path = path.appending("item")
        rows.append(RowPlace(row: row, path: path, hidden: row.hidden, isOfItem: true))
      case .rows(let rows, let sections):
        path.steps += items.steps(toTemplate: place)
        let inner = Position(path: path, scope: scope, template: (list, place))
        add(rows, at: inner)
        add(sections, at: inner)
      }
    }
  }

  private mutating func add(
    _ rows: [RowDefinition], at position: Position, isInMatrix: Bool = false
  ) {
    let path = position.path.appending("rows")
    for (index, row) in rows.enumerated() {
      var own = position
      own.path = path.appending(index)
      if let tag = row.tag {
        add(tag, at: own)
        note(.row(self.rows.count), tag, at: own)
      }
      self.rows.append(
        RowPlace(
          row: row, path: own.path, hidden: row.hidden, isOfItem: position.template != nil,
          isInMatrix: isInMatrix))
    }
  }

  private mutating func add(_ tag: String, at position: Position) {
    tags.append(
      TagPlace(tag: tag, path: position.path.appending("tag"), scope: position.scope))
  }

  /// Notes which part of an item has a key.
  private mutating func note(_ part: ItemPart, _ key: String, at position: Position) {
    guard let (list, place) = position.template else { return }
    lists[list].parts[place][key] = part
  }
}

extension ConditionDefinition {
  /// The value of a constant condition; nil of any other.
  var fixed: Bool? {
    if case .constant(let value) = source { value != isInverted } else { nil }
  }
}
