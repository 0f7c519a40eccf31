// The sections of a form in one list, each before the sections inside it. Whatever goes through all
// sections goes through this list, so that only this file knows that sections hold sections.

/// A section with its place in the form.
package struct PlacedSection: Sendable {
  package let definition: SectionDefinition
  /// The index of the section around it in the same list; nil at the root of the form.
  package let parent: Int?
  /// The position among the sections at the same place.
  package let position: Int
  /// The number of sections around it.
  let depth: Int
  /// The index of the list whose items it is part of; nil outside of items.
  var list: Int?

  /// The position of the template of the list that it is part of.
  var template = 0

  /// Whether it stands directly in a template of the section around it.
  var isInTemplate: Bool { list != nil && list == parent }
}

extension FormDefinition {
  /// All sections, each before the sections inside it, without those of items.
  ///
  /// - Complexity: O(n) in the number of sections.
  public var allSections: [SectionDefinition] { sections.placed.map(\.definition) }

  /// All sections and those of items, each list before the sections of its items.
  package var allSectionsWithItems: [SectionDefinition] {
    sections.placedWithItems.map(\.definition)
  }
}

extension [SectionDefinition] {
  /// The sections and those inside them, depth first, without those of items.
  ///
  /// - Complexity: O(n) in the number of sections. The recursion is bounded by
  ///   `SectionDefinition.maximumDepth`.
  package var placed: [PlacedSection] { placed(withItems: false) }

  /// The same with those of items, after the list that they belong to.
  var placedWithItems: [PlacedSection] { placed(withItems: true) }

  private func placed(withItems: Bool) -> [PlacedSection] {
    var placed: [PlacedSection] = []
    placed.reserveCapacity(count)
    func add(
      _ sections: [SectionDefinition], inside parent: Int?, depth: Int, of list: Int?,
      _ template: Int = 0
    ) {
      for (position, section) in sections.enumerated() {
        let index = placed.count
        placed.append(
          PlacedSection(
            definition: section, parent: parent, position: position, depth: depth, list: list,
            template: template))
        if !section.sections.isEmpty {
          add(section.sections, inside: index, depth: depth + 1, of: list, template)
        }
        guard withItems, case .multivalued(let items) = section.kind else { continue }
        // The item is a level of its own.
        for (template, named) in items.templates.enumerated() {
          add(named.template.sections, inside: index, depth: depth + 2, of: index, template)
        }
      }
    }
    add(self, inside: nil, depth: 0, of: nil)
    return placed
  }
}
