// The definition of a form as the edits of its host have left it. The topology keeps the definition
// of each member without what stands in it, and the outline has the order, so both give it.

import Predicate

extension Form {
  /// The definition of the form as the edits of the host have left it: with the rows and sections
  /// that it has now, in their order, and with what they say now.
  ///
  /// `definition` is the one that the form was compiled from. A host that has reshaped a form keeps
  /// `currentDefinition` with the saved state. A form that is compiled from it takes the saved
  /// state without misfits. Values, items and what the user has collapsed are in no definition:
  /// start values stay as they were. A page whose sections have all been removed is left out.
  ///
  /// ```swift
  /// let file = form.currentDefinition.json
  /// let state = form.savedState
  /// // Later:
  /// let compiled = try CompiledForm(form.currentDefinition)
  /// let restored = try compiled.open(now: .now, restoring: state)
  /// ```
  ///
  /// - Complexity: O(n) in the number of rows.
  public var currentDefinition: FormDefinition {
    var definition = given.value
    definition.readOnly = topology.graph.readOnlyDefinition
    let sections = outline.rootSections(in: topology)
    definition.sections = sections.map(currentDefinition)
    let tags = Set(definition.sections.compactMap { $0.tag.map(ExactText.init) })
    for index in definition.pages.indices {
      definition.pages[index].sections.removeAll { !tags.contains(ExactText($0)) }
    }
    definition.pages.removeAll(where: \.sections.isEmpty)
    return definition
  }

  /// The definition of a section with everything in it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func currentDefinition(of section: SectionIndex) -> SectionDefinition {
    let record = topology.section(section)
    var definition = record.definition.value
    // The rows of items are in the template, and the one that holds a choice is in the kind.
    guard record.templates == nil, record.choice == nil else { return definition }
    definition.rows = outline.rows(of: section, in: topology).map { row in
      var content = topology.row(row).content
      if record.matrix != nil { content.options = nil }
      return content
    }
    definition.sections = outline.children(of: section, in: topology).map(currentDefinition)
    return definition
  }
}
