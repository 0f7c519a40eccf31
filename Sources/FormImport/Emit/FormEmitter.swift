// Arranges the members of an imported form as our format has them: the rows of a section before the
// sections inside it. Questions behind an inner group go into a section without a tag, which adds
// nothing to the answers. The places of all members go into a map.

import FormFile

/// Makes the sections of an imported form.
struct FormEmitter {
  /// The places of what has been arranged.
  private(set) var map = SourceMap()

  /// Says where something outside of the sections stands.
  mutating func put(_ path: JSONPath, at place: SourceMap.Place) { map[path] = place }

  /// The sections of a form, or of what `path` leads to.
  ///
  /// The recursion is bounded by the depth of the original.
  mutating func sections(
    _ members: some Sequence<ImportedMember>, at path: JSONPath
  ) -> [SectionDefinition] {
    var sections: [SectionDefinition] = []
    var isOpen = false
    for member in members {
      switch member.content {
      case .question(let row):
        if !isOpen { sections.append(SectionDefinition()) }
        isOpen = true
        let last = sections.count - 1
        put(member, at: path.appending(last).appending("rows").appending(sections[last].rows.count))
        sections[last].rows.append(row)
      case .section(let section, let members):
        isOpen = false
        let own = path.appending(sections.count)
        put(member, at: own)
        sections.append(self.section(section, members, at: own))
      }
    }
    return sections
  }

  private mutating func section(
    _ section: SectionDefinition, _ members: [ImportedMember], at path: JSONPath
  ) -> SectionDefinition {
    var section = section
    let isList = section.kind.isOfItems
    let path = isList ? path.appending("template") : path
    let count = members.firstIndex { if case .section = $0.content { true } else { false } }
    var rows: [RowDefinition] = []
    for case (let index, .question(let row)) in members.prefix(count ?? members.count).enumerated()
      .map({ ($0, $1.content) })
    {
      put(members[index], at: path.appending("rows").appending(index))
      rows.append(row)
    }
    let inner = sections(members.dropFirst(rows.count), at: path.appending("sections"))
    if case .multivalued(var items) = section.kind {
      items.template = .rows(rows, sections: inner)
      section.kind = .multivalued(items)
    } else {
      section.rows = rows
      section.sections = inner
    }
    return section
  }

  private mutating func put(_ member: ImportedMember, at path: JSONPath) {
    map[path] = member.place
    for part in member.parts { map[path.appending(part.path.steps)] = part.place }
  }
}
