// What the names in a text mean: rows, lists, other sections and inputs of the form; inside a
// template first the rows of the item, then those of the item around.

import FormGraph
import Predicate

/// What a name in a text means.
enum Meaning {
  case row(RowDefinition)
  /// A section with items, and the scope of its template.
  case list(ItemsDefinition, Scope)
  /// A section without a value.
  case section
  case input(InputDefinition)
}

/// The names that a text may use.
///
/// A class, because every text of a template shares its scope.
final class Scope {
  private var names: [String: Meaning] = [:]
  private let outer: Scope?
  /// The values that the formulas of rows can give, by tag; nil if they are not all constants.
  private var results: [String: [Value]?] = [:]
  /// Between which numbers the formulas of rows lie, by tag; see `numbers(of:)`.
  var numberRanges: [String: NumberRange?] = [:]
  /// The tables of the form by name, in the outermost scope.
  private let tables: [String: NamedTable]
  /// Whether the scope is that of a template, so that `$item` means something.
  let isItem: Bool
  /// A choice among the names of the templates, which each item holds under its own key; nil
  /// outside of items, and if the only template has no name.
  let templates: RowDefinition?

  /// The names outside of items.
  init(tables: [String: NamedTable]) {
    outer = nil
    self.tables = tables
    isItem = false
    templates = nil
  }

  /// The names in the items of a list.
  init(outer: Scope, items: ItemsDefinition) {
    self.outer = outer
    tables = [:]
    isItem = true
    let names = items.templates.compactMap(\.name)
    templates =
      names.isEmpty
      ? nil
      : RowDefinition(
        tag: "item.\(ItemsDefinition.templateKey)", type: .push,
        options: .written(names.map { OptionDefinition(.string($0)) }))
  }

  func add(_ name: String?, _ meaning: Meaning) {
    if let name { names[name] = meaning }
  }

  /// What a name means here; nil if it means nothing that is known.
  ///
  /// The number of steps is bounded by `SectionDefinition.maximumDepth`.
  func meaning(of name: String) -> Meaning? {
    var scope: Scope? = self
    while let current = scope {
      if let meaning = current.names[name] { return meaning }
      scope = current.outer
    }
    return nil
  }

  /// What a key of an item means.
  func own(_ name: String) -> Meaning? {
    names[name]
      ?? (name == ItemsDefinition.templateKey ? templates.map { .row($0) } : nil)
  }

  /// The values that the formula of a row can give; nil if it gives others than constants and cells
  /// of tables.
  ///
  /// - Complexity: O(n) in the length of the formula the first time, then O(1).
  func results(of row: RowDefinition) -> [Value]? {
    guard let tag = row.tag, let formula = row.calculated else { return nil }
    if let known = results[tag] { return known }
    let tree = try? SyntaxTree(expression: formula, limits: .untrusted, functions: .extended)
    let found = tree?.structure.results(lookup: { table, column in
      self.table(table)?.column(column)?.values?.options?.written?.map(\.value)
    })
    results[tag] = .some(found)
    return found
  }

  /// The tag of a row of the items that holds numbers; the first by name.
  var firstNumber: String? {
    let numbers = names.filter { _, meaning in
      guard case .row(let row) = meaning else { return false }
      return row.type.valueKind == .int || row.type.valueKind == .decimal
    }
    return numbers.keys.min()
  }

  /// The table with a name.
  func table(_ name: String) -> NamedTable? {
    var scope = self
    while let outer = scope.outer { scope = outer }
    return scope.tables[name]
  }
}

/// The names of a form and of the items of each list.
struct Scopes {
  /// The names outside of items.
  let form: Scope
  /// The names in the items of each list, by the index of the list in the outline.
  ///
  /// The templates of a list share a scope: what has one tag in several is of one kind.
  private var items: [Int: Scope] = [:]

  /// Collects the names of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ definition: FormDefinition, _ outline: FormOutline, tables: [String: NamedTable]) {
    form = Scope(tables: tables)
    for input in definition.inputs { form.add(input.name, .input(input)) }
    for (index, place) in outline.places.enumerated() {
      let scope = self[place]
      switch place.member {
      case .section(let section):
        guard case .multivalued(let list) = section.kind else {
          scope.add(section.tag, .section)
          break
        }
        let inner = Scope(outer: scope, items: list)
        items[index] = inner
        scope.add(section.tag, .list(list, inner))
      case .row(let row), .choice(let row): scope.add(row.tag, .row(row))
      case .item(let row): scope.add("", .row(row))
      }
    }
  }

  /// The names that the texts at a place may use.
  subscript(place: FormPlace) -> Scope {
    place.template.flatMap { items[$0.list] } ?? form
  }
}
