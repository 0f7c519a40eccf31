// The order of everything: sections, their rows and their items. Items differ from form to form, so
// each live form has its own outline. It shares unchanged pages with the compiled form.

import Predicate

/// All members in declaration order.
struct Outline: Sendable {
  var sections = OrderedLists<SectionIndex>()
  /// One list for each section.
  var rows = OrderedLists<RowIndex>()
  /// One list for each section.
  var items = OrderedLists<ItemIndex>()
  /// By list whose items are counted: the items that went, if any; the last one comes back first.
  var parked: [SectionIndex: [ParkedItem]] = [:]
  /// The only list in `sections`.
  let sectionList: ListID

  init() { sectionList = sections.makeList([]) }

  var sectionsInOrder: some Sequence<SectionIndex> { sections.members(of: sectionList) }

  func rows(of section: SectionIndex, in topology: Topology) -> some Sequence<RowIndex> {
    rows.members(of: topology.sections[section.index].rowList)
  }

  /// The sections right inside a section, in order; of a list, the section of each item that has
  /// sections.
  func children(of section: SectionIndex, in topology: Topology) -> [SectionIndex] {
    guard let templates = topology.sections[section.index].templates?.value else {
      return topology.sections[section.index].children
    }
    guard templates.haveSections else { return [] }
    return items(of: section, in: topology).compactMap { topology.items[$0.index].firstSection }
  }

  /// A section and all sections inside it, depth first.
  func subtree(of section: SectionIndex, in topology: Topology) -> [SectionIndex] {
    var found: [SectionIndex] = []
    // The last one is next.
    var pending = [section]
    while let next = pending.popLast() {
      found.append(next)
      pending += children(of: next, in: topology).reversed()
    }
    return found
  }

  /// The rows of a section and of the sections inside it, in declaration order.
  func rows(inside section: SectionIndex, in topology: Topology) -> [RowIndex] {
    subtree(of: section, in: topology).flatMap { rows(of: $0, in: topology) }
  }

  func items(of section: SectionIndex, in topology: Topology) -> some Sequence<ItemIndex> {
    items.members(of: topology.sections[section.index].itemList)
  }

  func rowsInOrder(in topology: Topology) -> some Sequence<RowIndex> {
    sectionsInOrder.lazy.flatMap { rows(of: $0, in: topology) }
  }

  func position(of item: ItemIndex) -> Int? { items.position(of: item)?.position }

  /// The place of a member in declaration order.
  ///
  /// Nil means the form itself, which comes first.
  ///
  /// - Complexity: O(log n).
  func place(of member: Member?, in topology: Topology) -> Place {
    switch member {
    case nil: Place(section: -1, row: -1)
    case .section(let section):
      Place(section: sections.position(of: section)?.position ?? .max, row: -1)
    case .row(let row):
      Place(
        section: sections.position(of: topology.rows[row.index].section)?.position ?? .max,
        row: rows.position(of: row)?.position ?? row.index)
    }
  }

  /// A place in declaration order.
  struct Place: Comparable {
    let section: Int
    let row: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.section, left.row) < (right.section, right.row)
    }
  }

  /// The name of a row: its tag, or the address of an item's row, such as `phones[2].number`.
  @inline(__always)
  func name(of row: RowIndex, in topology: Topology) -> String? {
    topology.rows[row.index].item == nil
      ? topology.rows[row.index].content.tag : nameInItem(of: row, in: topology)
  }

  @inline(never)
  private func nameInItem(of row: RowIndex, in topology: Topology) -> String? {
    let record = topology.rows[row.index]
    guard let item = record.item, let name = name(of: item, in: topology) else {
      return record.content.tag
    }
    return name + (record.content.tag.map { ".\($0)" } ?? "")
  }

  /// The address of an item, such as `phones[2]` or `visits[1].drugs[0]`.
  ///
  /// The recursion, through the name of its list, is bounded by `SectionDefinition.maximumDepth`.
  func name(of item: ItemIndex, in topology: Topology) -> String? {
    guard let position = position(of: item),
      let list = name(of: topology.items[item.index].section, in: topology)
    else { return nil }
    return "\(list)[\(position)]"
  }

  /// The name of a section: its tag, or the address of an item's section, such as
  /// `visits[1].drugs`; the address of the item for the section of its own rows.
  func name(of section: SectionIndex, in topology: Topology) -> String? {
    let record = topology.sections[section.index]
    let tag = record.definition.value.tag
    guard let item = record.item else { return tag }
    guard let name = name(of: item, in: topology) else { return tag }
    guard record.place > 0 else { return name }
    return tag.map { "\(name).\($0)" }
  }

  func name(of member: Member, in topology: Topology) -> String? {
    switch member {
    case .row(let row): name(of: row, in: topology)
    case .section(let section): name(of: section, in: topology)
    }
  }

  /// The position behind a section and everything in it.
  ///
  /// Sections that are being moved are not in the outline.
  func end(of section: SectionIndex, in topology: Topology) -> Int {
    (sections.position(of: section)?.position ?? -1)
      + subtree(of: section, in: topology).count(where: sections.contains)
  }

  /// The path of a member in the current form.
  func steps(to member: Member?, in topology: Topology) -> [JSONPath.Step] {
    switch member {
    case nil: return []
    case .section(let section):
      return topology.lineage(of: section).reversed().flatMap { section -> [JSONPath.Step] in
        let record = topology.sections[section.index]
        guard let item = record.item else {
          return [.key("sections"), .index(positionBeside(section, in: topology))]
        }
        guard record.place > 0, let part = topology.template(of: item)?.sections[record.place]
        else {
          return topology.steps(toTemplateOf: item)
        }
        return [.key("sections"), .index(part.position)]
      }
    case .row(let row):
      let record = topology.rows[row.index]
      let above = steps(to: .section(record.section), in: topology)
      if topology.sections[record.section.index].choice == row { return above }
      if let item = record.item, let column = topology.place(of: row),
        let template = topology.template(of: item)
      {
        if template.isPlain { return above + [.key("item")] }
        guard !template.sections.isEmpty else {
          return above + topology.steps(toTemplateOf: item) + [.key("rows"), .index(column)]
        }
        let place = topology.sections[record.section.index].place
        return above + [.key("rows"), .index(column - template.sections[place].rows.lowerBound)]
      }
      return above + [.key("rows"), .index(rows.position(of: row)?.position ?? 0)]
    }
  }

  /// The position of a section among those at the same place.
  ///
  /// - Complexity: O(n) in the number of sections at this place, in a form with sections inside
  ///   sections.
  private func positionBeside(_ section: SectionIndex, in topology: Topology) -> Int {
    if let parent = topology.sections[section.index].parent {
      return topology.sections[parent.index].children.firstIndex(of: section) ?? 0
    }
    let position = sections.position(of: section)?.position ?? 0
    guard topology.graph.hasGroups else { return position }
    return sectionsInOrder.prefix(position).count { topology.sections[$0.index].parent == nil }
  }

  /// The sections at the root of the form, in order.
  func rootSections(in topology: Topology) -> [SectionIndex] {
    sectionsInOrder.filter { topology.sections[$0.index].parent == nil }
  }

  /// The largest number of names that a misspelled name is compared with.
  private static let maximumSuggestions = 5_000

  /// The first names in declaration order, for suggestions.
  func suggestions(in topology: Topology) -> [String] {
    var names: [String] = []
    func add(_ name: String?) {
      if let name, names.count < Self.maximumSuggestions { names.append(name) }
    }
    for section in sectionsInOrder {
      guard names.count < Self.maximumSuggestions else { break }
      guard topology.sections[section.index].item == nil else { continue }
      add(topology.tag(of: .section(section)))
      guard topology.sections[section.index].templates == nil else { continue }
      for row in rows(of: section, in: topology) {
        guard names.count < Self.maximumSuggestions else { break }
        add(topology.tag(of: .row(row)))
      }
    }
    for input in topology.graph.inputs.prefix(Self.maximumSuggestions) { names.append(input.name) }
    return names
  }
}

extension Topology {
  /// The path from a list to the template of one of its items.
  fileprivate func steps(toTemplateOf item: ItemIndex) -> [JSONPath.Step] {
    let record = items[item.index]
    return sections[record.section.index].templates?.value.items.steps(toTemplate: record.template)
      ?? []
  }
}

extension Outline {
  /// Where nested answers have the values of the form, without those in items.
  ///
  /// - Complexity: O(n) in the number of rows.
  func answerObjects(in topology: Topology) -> AnswerObjects<Member> {
    var objects = AnswerObjects<Member>()
    // A section stands after the one around it.
    var places: [SectionIndex: Int] = [:]
    for section in sectionsInOrder where topology.sections[section.index].item == nil {
      let record = topology.section(section)
      let own = record.templates == nil ? Array(rows(of: section, in: topology)) : []
      places[section] = objects.add(
        record.definition.value, .section(section),
        rows: own.lazy.map { (.row($0), topology.row($0).content) },
        to: record.parent.flatMap { places[$0] } ?? 0)
    }
    return objects
  }
}
