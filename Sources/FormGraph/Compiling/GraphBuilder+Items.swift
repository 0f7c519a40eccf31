// Items: instances of a template that come, go and come back. An item gets ids for its rows,
// sections and nodes, and a place in the outline. Nothing is parsed, connected or ranked, unless
// the form is about to be compiled again.

import Predicate

extension GraphBuilder {
  /// An item that has been added, and its value; nil if it has none but that of the template.
  typealias NewItem = (item: ItemIndex, value: Value?)

  // MARK: - Coming and going

  /// Adds an item with its rows and sections, and with the first items of the lists in it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Parameters:
  ///   - section: The list.
  ///   - position: The position of the item in the list.
  ///   - value: The value of the item; nil if it has none but that of the template.
  ///   - isStart: Whether the item is the one that the list starts with at this position.
  /// - Returns: All new items, each before those in it.
  mutating func addItem(
    to section: SectionIndex, at position: Int, value: Value?, isStart: Bool
  ) -> [NewItem] {
    let record = topology.sections[section.index]
    guard let templates = record.templates?.value, !templates.all.isEmpty else { return [] }
    let start = isStart ? value.map { ItemStart(position: position, value: $0) } : nil
    let id = makeItem(of: section, templates.place(for: value), start: start)
    arrive(id, in: section, at: position)
    var added: [NewItem] = [(id, value)]
    for list in topology.lists(of: id) {
      let inner = topology.sections[list.index]
      guard let items = inner.templates?.value.items else { continue }
      let given: Value? =
        if case .dictionary(let members)? = value {
          inner.definition.value.tag.flatMap { members[$0] }
        } else { nil }
      for (position, value) in items.firstItems(given).enumerated() {
        added += addItem(
          to: list, at: position, value: value, isStart: isStart || given == nil)
      }
    }
    return added
  }

  /// Puts an item that has been removed back into its list, without the items in it.
  mutating func bringBack(_ item: ItemIndex, to section: SectionIndex, at position: Int) {
    // A host may have changed what it consists of since.
    if !isRedefined { renew(item) }
    arrive(item, in: section, at: position)
  }

  private mutating func arrive(_ item: ItemIndex, in section: SectionIndex, at position: Int) {
    if !isRedefined { count(item) }
    arrived.append(item)
    place(item, of: section, at: position)
    itemsChanged(in: section, from: position)
    noteBehind(position + 1, in: section)
  }

  mutating func removeItem(_ item: ItemIndex) {
    let section = topology.item(item).section
    let position = outline.position(of: item) ?? 0
    removeMembers(of: item)
    itemsChanged(in: section, from: position)
    noteBehind(position, in: section)
  }

  /// Takes an item with everything in it out of the outline.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  mutating func removeMembers(of item: ItemIndex) {
    for list in topology.lists(of: item).reversed() {
      for inner in Array(outline.items(of: list, in: topology)) { removeMembers(of: inner) }
    }
    for row in topology.rows(of: item) { outline.rows.remove(row) }
    for part in topology.sections(of: item).reversed() { outline.sections.remove(part) }
    outline.items.remove(item)
    topology.directory.conditionCount -=
      topology.graph.templates[topology.item(item).kind.index].conditionCount
  }

  /// Records that the items of a list changed from a position on.
  ///
  /// What reads them is marked once after all edits, because there may be one reader for each item
  /// and one edit for each item.
  mutating func itemsChanged(in section: SectionIndex, from position: Int) {
    reordered[section] = min(reordered[section] ?? position, position)
  }

  /// Records that another item stands before the item at a position of a list.
  mutating func noteBehind(_ position: Int, in section: SectionIndex) {
    let items = topology.sections[section.index].itemList
    if let item = outline.items.member(at: position, in: items) { behindOthers.insert(item) }
  }

  // MARK: - Places

  /// Puts a new item, and what it consists of, at its place in the outline.
  private mutating func place(
    _ item: ItemIndex, of section: SectionIndex, at position: Int
  ) {
    guard let template = topology.template(of: item) else { return }
    let record = topology.sections[section.index]
    let sections = topology.sections(of: item)
    if !sections.isEmpty {
      var next = placeOfSections(ofItemAt: position, in: section)
      for (section, part) in zip(sections, template.sections) {
        outline.sections.insert(section, at: next, in: outline.sectionList)
        next += 1
        outline.rows.fill(
          topology.sections[section.index].rowList,
          with: part.rows.lazy.map { [first = topology.items[item.index].firstRow] in
            RowIndex(first.index + $0)
          })
      }
    } else {
      var place = placeOfRows(ofItemAt: position, in: section)
      for row in topology.rows(of: item) {
        outline.rows.insert(row, at: place, in: record.rowList)
        place += 1
      }
    }
    outline.items.insert(item, at: position, in: record.itemList)
  }

  /// The place in a list of the rows of an item that comes to a position.
  func placeOfRows(ofItemAt position: Int, in section: SectionIndex) -> Int {
    let record = topology.sections[section.index]
    // Without several templates, the items have equally many rows.
    if let all = record.templates?.value.all, all.count == 1 { return position * all[0].rows.count }
    guard let next = outline.items.member(at: position, in: record.itemList),
      let place = outline.rows.position(of: topology.items[next.index].firstRow)?.position
    else { return outline.rows.count(of: record.rowList) }
    return place
  }

  /// The place in the outline of the sections of an item that comes to a position in a list.
  func placeOfSections(ofItemAt position: Int, in section: SectionIndex) -> Int {
    guard position > 0,
      let before = outline.items.member(
        at: position - 1, in: topology.sections[section.index].itemList),
      let body = topology.items[before.index].firstSection
    else { return (outline.sections.position(of: section)?.position ?? -1) + 1 }
    return outline.end(of: body, in: topology)
  }

  // MARK: - Prototypes

  /// Adds an item for each template of a list that stands for all items and is not part of the
  /// form.
  mutating func addPrototypes(of section: SectionIndex) {
    guard let templates = topology.sections[section.index].templates?.value else { return }
    for (place, template) in templates.all.enumerated() {
      let prototype = makePrototype(of: section, template, at: place)
      topology.sections[section.index].prototypes.append(prototype)
    }
  }

  /// The recursion, through `addPrototypes`, is bounded by `SectionDefinition.maximumDepth`.
  private mutating func makePrototype(
    of section: SectionIndex, _ template: ItemTemplate, at place: Int
  ) -> ItemIndex {
    let id = ItemIndex(topology.items.count)
    let kind = TemplateID(topology.graph.templates.count)
    let row = RowIndex(topology.rows.count)
    let first = template.sections.isEmpty ? nil : SectionIndex(topology.sections.count)
    topology.graph.templates.append(
      TemplateRecord(
        prototype: id, firstRow: row, rowCount: template.rows.count, firstSection: first,
        sectionCount: template.sections.count))
    topology.items.append(
      ItemRecord(
        section: section, template: place, kind: kind,
        parent: topology.sections[section.index].item,
        firstRow: row, firstSection: first, start: nil, isPrototype: true))
    guard let first else {
      for row in template.rows { _ = addRow(row, of: section, item: id) }
      return id
    }
    for (place, part) in template.sections.enumerated() {
      let parent = part.parent.map { SectionIndex(first.index + $0) } ?? section
      var record = record(of: part.definition, inside: parent)
      record.item = id
      record.place = place
      let added = appendDefined(record)
      if part.parent != nil { topology.sections[parent.index].children.append(added) }
    }
    for (place, part) in template.sections.enumerated() {
      let section = SectionIndex(first.index + place)
      for row in template.rows[part.rows] { _ = addRow(row, of: section, item: id) }
    }
    for list in topology.lists(of: id) { addPrototypes(of: list) }
    return id
  }

  // MARK: - Instances

  /// Makes an item with its rows and sections, without any place in the outline.
  private mutating func makeItem(
    of section: SectionIndex, _ place: Int, start: ItemStart?
  ) -> ItemIndex {
    let id = ItemIndex(topology.items.count)
    let list = topology.sections[section.index]
    let like = topology.items[list.prototypes[place].index]
    topology.items.append(
      ItemRecord(
        section: section, template: place, kind: like.kind, parent: list.item,
        firstRow: RowIndex(topology.rows.count),
        firstSection: like.firstSection.map { _ in SectionIndex(topology.sections.count) },
        start: start, isPrototype: false))
    if !isRedefined { giveNodes(to: id) }
    for section in instances(ofSectionsOf: id) { _ = append(section) }
    for row in instances(ofRowsOf: id) {
      if row.content.submits { topology.directory.submitRows.insert(RowIndex(topology.rows.count)) }
      topology.rows.append(row)
    }
    noteRows(of: id)
    return id
  }

  /// Gives an item what its template has become.
  private mutating func renew(_ item: ItemIndex) {
    giveNodes(to: item)
    let record = topology.items[item.index]
    for (place, row) in instances(ofRowsOf: item).enumerated() {
      topology.rows[record.row(place).index] = row
    }
    for section in topology.sections(of: item) {
      let like = topology.sections[topology.prototype(of: section).index]
      let (decisions, properties) = instances(ofNodesOf: like, in: item)
      for (bit, decision) in zip(SectionRecord.decided, decisions) {
        topology.sections[section.index][bit] = decision
      }
      topology.sections[section.index].properties = properties
    }
    noteRows(of: item)
  }

  /// What decides a section of an item, by the bits of `SectionRecord.decided`, and its texts.
  private func instances(
    ofNodesOf section: SectionRecord, in item: ItemIndex
  ) -> (decisions: [Decision], properties: [PropertyName: NodeID]) {
    func node(_ node: NodeID) -> NodeID { topology.node(node, in: item) }
    return (
      SectionRecord.decided.map { section[$0].instance(node) }, section.properties.mapValues(node)
    )
  }

  /// Gives an item ids for the nodes of its template for which it has none.
  private mutating func giveNodes(to item: ItemIndex) {
    let record = topology.items[item.index]
    let known = record.nodes.last.map { Int($0.local + $0.count) } ?? 0
    let count = topology.graph.templates[record.kind.index].nodes.count
    guard known < count else { return }
    let range = NodeRange(
      item: item, first: NodeID(topology.directory.nodeCount),
      count: Int32(truncatingIfNeeded: count - known), local: Int32(truncatingIfNeeded: known))
    topology.items[item.index].nodes.append(range)
    topology.directory.nodeRanges.append(range)
    topology.directory.nodeCount += count - known
  }

  /// The rows of an item.
  private func instances(ofRowsOf item: ItemIndex) -> [RowRecord] {
    let record = topology.items[item.index]
    let template = topology.graph.templates[record.kind.index]
    return (0..<template.rowCount).map { place in
      let row = topology.rows[template.firstRow.index + place]
      // The rows of items without sections stand in the list.
      let section =
        record.firstSection == nil ? record.section : topology.section(row.section, in: item)
      return row.instance(in: item, section) { topology.node($0, in: item) }
    }
  }

  /// The sections of an item.
  private mutating func instances(ofSectionsOf item: ItemIndex) -> [SectionRecord] {
    let record = topology.items[item.index]
    guard let own = record.firstSection,
      let first = topology.graph.templates[record.kind.index].firstSection
    else { return [] }
    return (0..<topology.graph.templates[record.kind.index].sectionCount).map { place in
      // What a section says is in memory once.
      let like = topology.sections[first.index + place]
      let isFirst = place == 0
      let parent = like.parent.map { SectionIndex($0.index - first.index + own.index) }
      var section = SectionRecord(
        definition: like.definition, rowList: outline.rows.makeList([]),
        itemList: outline.items.makeList([]), parent: isFirst ? record.section : parent)
      section.templates = like.templates
      section.prototypes = like.prototypes
      section.item = item
      section.place = place
      section.children = like.children.map { SectionIndex($0.index - first.index + own.index) }
      let (decisions, properties) = instances(ofNodesOf: like, in: item)
      for (bit, decision) in zip(SectionRecord.decided, decisions) { section[bit] = decision }
      section.properties = properties
      return section
    }
  }

  /// Adds the rows of an item to the rows that are looked up by what they have.
  private mutating func noteRows(of item: ItemIndex) {
    let record = topology.items[item.index]
    let template = topology.graph.templates[record.kind.index]
    for place in 0..<template.rowCount {
      let (like, row) = (RowIndex(template.firstRow.index + place), record.row(place))
      guard topology.rows[like.index].hasOthers else { continue }
      if topology.directory.rowsWithDisabledOptions.contains(like) {
        topology.directory.rowsWithDisabledOptions.insert(row)
      }
      if topology.directory.rowsWithDisabledActions.contains(like) {
        topology.directory.rowsWithDisabledActions.insert(row)
      }
      if topology.rows[like.index].optionList != nil {
        topology.directory.rowsWithListOptions.insert(row)
      }
    }
  }

  /// Counts what the nodes of an item run and what states list of it.
  ///
  /// Reports a problem if that is more than the limits allow.
  ///
  /// - Returns: Whether the limits allow it.
  @discardableResult
  private mutating func count(_ item: ItemIndex) -> Bool {
    let template = topology.graph.templates[topology.items[item.index].kind.index]
    topology.directory.conditionCount += template.conditionCount
    topology.directory.partCount += template.partCount
    // Reported once.
    guard errorCount == 0 else { return false }
    return hasRoomForConditions()
      && (topology.graph.limits.listedBytes == .max || hasRoomToList(template.listedBytes))
  }

  /// Gives all items of a form that has been compiled the nodes of their templates.
  mutating func giveNodesToItems() {
    for section in topology.directory.templateSections where outline.sections.contains(section) {
      for item in Array(outline.items(of: section, in: topology)) {
        renew(item)
        guard count(item) else { return }
      }
    }
  }
}
