// The sections of a form in one list, each before the sections inside it. Whatever goes through all
// sections goes through this list, so that only this file knows that sections hold sections.

/// A section with its place in the form.
struct PlacedSection: Sendable {
  let definition: SectionDefinition
  /// The index of the section around it in the same list; nil at the root of the form.
  let parent: Int?
  /// The position among the sections at the same place.
  let position: Int
  /// The number of sections around it.
  let depth: Int
}

extension [SectionDefinition] {
  /// The sections and those inside them, depth first.
  ///
  /// - Complexity: O(n) in the number of sections. The recursion is bounded by
  ///   `SectionDefinition.maximumDepth`.
  var placed: [PlacedSection] {
    var list: [PlacedSection] = []
    list.reserveCapacity(count)
    func add(_ sections: [SectionDefinition], inside parent: Int?, depth: Int) {
      for (position, section) in sections.enumerated() {
        let index = list.count
        list.append(
          PlacedSection(definition: section, parent: parent, position: position, depth: depth))
        if !section.sections.isEmpty { add(section.sections, inside: index, depth: depth + 1) }
      }
    }
    add(self, inside: nil, depth: 0)
    return list
  }
}
