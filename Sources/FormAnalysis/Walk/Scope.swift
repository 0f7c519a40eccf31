// What the names in a text mean: rows, lists, other sections and inputs of the form; inside a
// template first the rows of the item, then those of the item around.

import FormGraph

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
  /// Whether the scope is that of a template, so that `$item` means something.
  let isItem: Bool

  init(outer: Scope? = nil, isItem: Bool = false) {
    self.outer = outer
    self.isItem = isItem
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

  /// What a tag means in the template itself.
  func own(_ name: String) -> Meaning? { names[name] }
}

/// The names of a form and of the items of each list.
struct Scopes {
  /// The names outside of items.
  let form = Scope()
  /// The names in the items of each list, by the index of the list in the outline.
  ///
  /// The templates of a list share a scope: what has one tag in several is of one kind.
  private var items: [Int: Scope] = [:]

  /// Collects the names of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ definition: FormDefinition, _ outline: FormOutline) {
    for input in definition.inputs { form.add(input.name, .input(input)) }
    for (index, place) in outline.places.enumerated() {
      let scope = self[place]
      switch place.member {
      case .section(let section):
        guard case .multivalued(let list) = section.kind else {
          scope.add(section.tag, .section)
          break
        }
        let inner = Scope(outer: scope, isItem: true)
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
