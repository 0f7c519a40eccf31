// What a form was compiled from, kept in the form's own parts: what rows say stands there once, and
// is put together again when somebody asks for the definition.

import Predicate

/// A definition as its compiled form keeps it.
final class GivenForm: Sendable {
  /// The form without its sections.
  private let header: FormDefinition
  private let topology: Topology
  private let outline: Outline
  /// The values at the start of the rows that store others.
  private let values: [RowID: Value]

  init(
    _ definition: FormDefinition, _ topology: Topology, _ outline: Outline,
    _ values: [RowID: Value]
  ) {
    var header = definition
    header.sections = []
    self.header = header
    self.topology = topology
    self.outline = outline
    self.values = values
  }

  var texts: Texts { header.texts }

  var navigation: Navigation { header.navigation }

  /// - Complexity: O(n).
  var definition: FormDefinition {
    var definition = header
    // Rows that had one text share it again.
    var texts = [ConditionDefinition?](repeating: nil, count: topology.texts.count)
    definition.sections = outline.sectionsInOrder.map { section($0, &texts) }
    return definition
  }

  private func section(
    _ id: SectionID, _ texts: inout [ConditionDefinition?]
  ) -> SectionDefinition {
    var section = topology.section(id).definition.value
    if case .selectable = section.kind { return section }
    section.rows.reserveCapacity(outline.rows.count(of: topology.section(id).rowList))
    for row in outline.rows(of: id, in: topology) where topology.rows[row.index].item == nil {
      section.rows.append(definition(of: row, &texts))
    }
    return section
  }

  private func definition(
    of row: RowID, _ texts: inout [ConditionDefinition?]
  ) -> RowDefinition {
    var definition = RowDefinition(
      topology.rows[row.index].content, hidden: hidden(of: row, &texts))
    if !values.isEmpty, let value = values[row] { definition.value = value }
    return definition
  }

  private func hidden(
    of row: RowID, _ texts: inout [ConditionDefinition?]
  ) -> ConditionDefinition? {
    guard case .condition(_, let text, let isInverted) = topology.rows[row.index].hidden else {
      return topology.hidden(of: topology.rows[row.index])
    }
    if texts[text.index] == nil {
      texts[text.index] = topology.hidden(of: topology.rows[row.index])
    }
    var hidden = texts[text.index]
    hidden?.isInverted = isInverted
    return hidden
  }
}
