// What the facts about whether sections are valid, and whether the form can be submitted, read.

extension GraphBuilder {
  /// What a member adds to whether the sections around it are valid.
  func validityDeciders(of member: Member) -> [NodeID] {
    switch member {
    case .row(let row):
      // Rows without a value are valid, hidden or not, so they are left out.
      return topology.rows[row.index].kind == .none ? [] : deciders(of: .valid, member)
    case .section(let id):
      let section = topology.section(id)
      // In a disabled section, the user can neither insert nor delete items.
      return topology.conditions(deciding: .hidden, of: member)
        + (section.hasBounds ? topology.conditions(deciding: .disabled, of: member) : [])
        + [PropertyName.minimum, .maximum, .count].compactMap { section.properties[$0] }
    }
  }

  /// The facts about whether each section is valid.
  ///
  /// Together they decide whether the form can be submitted.
  var validities: [NodeID] {
    outline.sectionsInOrder.filter { topology.sections[$0.index].item == nil }
      .compactMap { fact(.attribute(.valid, .section($0))) }
  }

  /// A section and everything in it, with the sections of prototypes in place of those of items.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  func validitySections(of section: SectionIndex) -> [SectionIndex] {
    let record = topology.section(section)
    let bodies = record.prototypes.compactMap { topology.item($0).firstSection }
    return [section] + (record.children + bodies).flatMap { validitySections(of: $0) }
  }

  /// The rows that stand in a section; in a list those of the prototypes.
  func validityRows(of section: SectionIndex) -> [RowIndex] {
    let record = topology.section(section)
    if record.templates == nil, let item = record.item {
      return topology.template(of: item)?.sections[record.place].rows.map(topology.item(item).row)
        ?? []
    }
    guard record.templates == nil else {
      // The rows of a prototype with sections stand in them.
      return record.prototypes.filter { topology.item($0).firstSection == nil }
        .flatMap { topology.rows(of: $0) }
    }
    return Array(outline.rows(of: section, in: topology))
  }
}
