// Adding members: first ids and names. Their texts are compiled after all members have their names.

import Predicate

extension GraphBuilder {
  mutating func addInput(_ input: InputDefinition) {
    var input = input
    let kind = input.type.valueKind
    input.value = kind.converted(input.value, within: topology.limits.valueBytes) ?? input.value
    let id = InputID(topology.inputs.count)
    if kind.isDayOrTime { topology.hasDaysOrTimes = true }
    topology.inputs.append(input)
    topology.inputReaders.append(IDSet())
    addName(input.name, .input(id))
  }

  /// Adds the inputs that every form has and that the definition does not name.
  ///
  /// They come last: a row with the tag `language` keeps its name.
  mutating func addReservedInputs() {
    for reserved in ReservedInput.allCases {
      let known = topology.inputs.firstIndex { $0.name == reserved.rawValue }
      let id = InputID(known ?? topology.inputs.count)
      if known == nil {
        addInput(InputDefinition(name: reserved.rawValue, type: .text))
      }
      switch reserved {
      case .language: topology.languageInput = id
      case .timeZone: topology.timeZoneInput = id
      }
    }
  }

  /// Adds a section without its rows, items and the sections inside: gives it an id, a name and a
  /// position among all sections of the form.
  mutating func addSection(
    _ definition: SectionDefinition, at position: Int, inside parent: SectionID?
  ) -> SectionID {
    isRedefined = true
    let id = append(record(of: definition, inside: parent))
    if parent == nil {
      topology.sections[id.index].page = definition.tag.flatMap { topology.pages.page(of: $0) }
    }
    outline.sections.insert(id, at: position, in: outline.sectionList, isVisible: true)
    if let parent {
      let last = topology.sections[parent.index].children.last
      topology.sections[parent.index].children.append(id)
      // A form that is compiled adds them in order.
      if let last, outline.sections.position(of: last)?.position ?? 0 > position {
        orderChildren(of: parent)
      }
    }
    if let tag = definition.tag { addName(tag, .member(.section(id))) }
    if topology.sections[id.index].templates != nil { addPrototypes(of: id) }
    return id
  }

  /// A section that has no rows yet.
  private mutating func record(
    of definition: SectionDefinition, inside parent: SectionID?
  ) -> SectionRecord {
    var header = definition
    header.rows = []
    if !header.sections.isEmpty { header.sections = [] }
    var record = SectionRecord(
      definition: Shared(header), rowList: outline.rows.makeList([]),
      itemList: outline.items.makeList([]), parent: parent)
    if case .multivalued(let items) = definition.kind {
      record.templates = Shared(ItemTemplates(items))
    }
    return record
  }

  private mutating func append(_ record: SectionRecord) -> SectionID {
    let id = SectionID(topology.sections.count)
    if record.templates != nil { topology.templateSections.insert(id) }
    if record.isCounted { topology.hasCounts = true }
    if record.parent != nil { topology.hasGroups = true }
    topology.sections.append(record)
    topology.itemReaders.append(IDSet())
    topology.placeReaders.append(IDSet())
    uncompiled.append(.section(id))
    return id
  }

  /// Puts the sections inside a section in the order of the outline.
  mutating func orderChildren(of parent: SectionID) {
    let outline = outline
    func position(_ section: SectionID) -> Int {
      outline.sections.position(of: section)?.position ?? 0
    }
    topology.sections[parent.index].children.sort { position($0) < position($1) }
  }

  /// Adds a row: gives it an id, a name and a position.
  mutating func addRow(
    _ definition: RowDefinition, to section: SectionID, at position: Int
  ) -> RowID {
    isRedefined = true
    let id = addStoring(definition, to: section)
    outline.rows.insert(
      id, at: position, in: topology.sections[section.index].rowList, isVisible: true)
    addNames(of: id)
    setChoice(id, of: section)
    return id
  }

  /// Adds the first rows of a section.
  mutating func addRows(_ definitions: [RowDefinition], to section: SectionID) {
    guard !definitions.isEmpty else { return }
    let first = topology.rows.count
    for definition in definitions { addNames(of: addStoring(definition, to: section)) }
    outline.rows.fill(
      topology.sections[section.index].rowList,
      with: (first..<topology.rows.count).lazy.map { RowID($0) })
    setChoice(RowID(first), of: section)
  }

  /// In a section to choose from, makes its only row the choice.
  private mutating func setChoice(_ row: RowID, of section: SectionID) {
    guard case .selectable = topology.sections[section.index].definition.value.kind else { return }
    topology.sections[section.index].choice = row
  }

  /// Gives a name a meaning.
  ///
  /// If names are equal, the first keeps its meaning. The checker has already reported the
  /// duplicates.
  private mutating func addName(_ name: String, _ meaning: Topology.Name) {
    _ = topology.addName(name, meaning)
  }

  private mutating func addNames(of row: RowID) {
    if let tag = topology.rows[row.index].content.tag {
      addName(tag, .member(.row(row)))
    }
    if topology.rows[row.index].content.name != nil { topology.namedRows.insert(row) }
  }

  /// Adds a row with the value as it stores it.
  ///
  /// A value of another type has already been reported.
  private mutating func addStoring(_ definition: RowDefinition, to section: SectionID) -> RowID {
    var row = definition
    if let value = row.value,
      let stored = row.stored(value, within: topology.limits.valueBytes), stored != value
    {
      row.value = stored
    }
    return addRow(row, of: section, item: nil)
  }

  /// Whether a row or list in the form uses a value name, as its own name or as its tag.
  ///
  /// - Complexity: O(n) in the number of rows with a name of their own.
  func isValueName(_ name: String) -> Bool {
    let name = ExactText(name)
    let isOwn = topology.namedRows.contains { row in
      outline.rows.contains(row)
        && topology.row(row).content.name.map { ExactText($0) == name } ?? false
    }
    guard !isOwn, let member = topology.member(named: name.text) else { return isOwn }
    switch member {
    case .row(let row): return topology.row(row).content.name == nil
    case .section(let section):
      let record = topology.section(section)
      guard let choice = record.choice else { return record.templates != nil }
      return topology.row(choice).content.name == nil
    }
  }

  // MARK: - Items

  /// An item that has been added, and its value; nil if it has none but that of the template.
  typealias NewItem = (item: ItemID, value: Value?)

  /// Adds an item with its rows and sections, and with the first items of the lists in it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Parameters:
  ///   - section: The list.
  ///   - position: The position of the item in the list.
  ///   - value: The value of the item; nil if it has none but that of the template.
  ///   - isStart: Whether the value is one that the definition gives the list.
  /// - Returns: All new items, each before those in it.
  mutating func addItem(
    to section: SectionID, at position: Int, value: Value?, isStart: Bool
  ) -> [NewItem] {
    let record = topology.sections[section.index]
    guard let templates = record.templates?.value, !templates.all.isEmpty else { return [] }
    let id = makeItem(
      of: section, templates, templates.place(for: value), start: isStart ? value : nil,
      isPrototype: false)
    place(id, of: section, at: position)
    itemsChanged(in: section)
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
  mutating func bringBack(_ item: ItemID, to section: SectionID, at position: Int) {
    for part in topology.sections(of: item) {
      for bit in SectionRecord.decided { topology.sections[part.index][bit] = .constant(false) }
      topology.sections[part.index].properties = [:]
      uncompiled.append(.section(part))
    }
    for row in topology.rows(of: item) {
      let old = topology.rows[row.index]
      var record = RowRecord(old.content, section: old.section, item: item)
      record.hiddenValues = old.hiddenValues
      topology.rows[row.index] = record
      uncompiled.append(.row(row))
    }
    place(item, of: section, at: position)
    itemsChanged(in: section)
  }

  /// Puts a new item, and what it consists of, at its place in the outline.
  private mutating func place(
    _ item: ItemID, of section: SectionID, at position: Int
  ) {
    guard let template = topology.template(of: item) else { return }
    let record = topology.sections[section.index]
    let sections = topology.sections(of: item)
    suspendPrevious(ofItemsAt: [position], in: section)
    if !sections.isEmpty {
      var next = placeOfSections(ofItemAt: position, in: section)
      for (section, part) in zip(sections, template.sections) {
        outline.sections.insert(section, at: next, in: outline.sectionList, isVisible: true)
        next += 1
        outline.rows.fill(
          topology.sections[section.index].rowList,
          with: part.rows.lazy.map { [first = topology.items[item.index].firstRow] in
            RowID(first.index + $0)
          })
      }
    } else {
      var place = placeOfRows(ofItemAt: position, in: section)
      for row in topology.rows(of: item) {
        outline.rows.insert(row, at: place, in: record.rowList, isVisible: true)
        place += 1
      }
    }
    outline.items.insert(item, at: position, in: record.itemList, isVisible: true)
  }

  /// The place in a list of the rows of an item that comes to a position.
  func placeOfRows(ofItemAt position: Int, in section: SectionID) -> Int {
    let record = topology.sections[section.index]
    // Without several templates, the items have equally many rows.
    if let all = record.templates?.value.all, all.count == 1 { return position * all[0].rows.count }
    guard let next = outline.items.member(at: position, in: record.itemList),
      let place = outline.rows.position(of: topology.items[next.index].firstRow)?.position
    else { return outline.rows.count(of: record.rowList) }
    return place
  }

  /// The place in the outline of the sections of an item that comes to a position in a list.
  func placeOfSections(ofItemAt position: Int, in section: SectionID) -> Int {
    guard position > 0,
      let before = outline.items.member(
        at: position - 1, in: topology.sections[section.index].itemList),
      let body = topology.items[before.index].firstSection
    else { return (outline.sections.position(of: section)?.position ?? -1) + 1 }
    return outline.end(of: body, in: topology)
  }

  private mutating func addPrototypes(of section: SectionID) {
    guard let templates = topology.sections[section.index].templates?.value else { return }
    for template in templates.all.indices {
      let prototype = makeItem(of: section, templates, template, start: nil, isPrototype: true)
      topology.sections[section.index].prototypes.append(prototype)
    }
  }

  /// Makes an item with its rows and sections, without any place in the outline.
  private mutating func makeItem(
    of section: SectionID, _ templates: ItemTemplates, _ place: Int, start: Value?,
    isPrototype: Bool
  ) -> ItemID {
    let template = templates.all[place]
    let id = ItemID(topology.items.count)
    let first = template.sections.isEmpty ? nil : SectionID(topology.sections.count)
    topology.items.append(
      ItemRecord(
        section: section, template: place, firstRow: RowID(topology.rows.count),
        firstSection: first, start: start,
        isPrototype: isPrototype))
    guard let first else {
      for row in template.rows { _ = addRow(row, of: section, item: id) }
      return id
    }
    for (place, part) in template.sections.enumerated() {
      makeSection(place, part, of: id, in: section, after: first)
    }
    for (place, part) in template.sections.enumerated() {
      let section = SectionID(first.index + place)
      for row in template.rows[part.rows] { _ = addRow(row, of: section, item: id) }
    }
    // The lists in an item share the prototypes of the lists in its prototype.
    for list in topology.lists(of: id) {
      if isPrototype {
        addPrototypes(of: list)
      } else if let other = topology.prototypeSection(of: list) {
        topology.sections[list.index].prototypes = topology.sections[other.index].prototypes
      }
    }
    return id
  }

  private mutating func makeSection(
    _ place: Int, _ part: ItemTemplate.Part, of item: ItemID, in list: SectionID,
    after first: SectionID
  ) {
    let parent = part.parent.map { SectionID(first.index + $0) } ?? list
    var record: SectionRecord
    if let prototype = topology.prototype(of: item), prototype != item,
      let other = topology.items[prototype.index].section(place)
    {
      // What a section says is in memory once.
      let like = topology.sections[other.index]
      record = SectionRecord(
        definition: like.definition, rowList: outline.rows.makeList([]),
        itemList: outline.items.makeList([]), parent: parent)
      record.templates = like.templates
    } else {
      record = self.record(of: part.definition, inside: parent)
    }
    record.item = item
    record.place = place
    let id = append(record)
    if part.parent != nil { topology.sections[parent.index].children.append(id) }
  }

  private mutating func addRow(
    _ definition: RowDefinition, of section: SectionID, item: ItemID?
  ) -> RowID {
    let id = RowID(topology.rows.count)
    if definition.submits { topology.submitRows.insert(id) }
    var record = RowRecord(definition, section: section, item: item)
    record.hiddenValues = policy(of: definition, in: section)
    if record.kind.isDayOrTime || record.content.hasDayOptions {
      topology.hasDaysOrTimes = true
    }
    topology.rows.append(record)
    topology.valueReaders.grow(to: topology.rows.count)
    uncompiled.append(.row(id))
    return id
  }

  /// What happens to a row's value while the row is hidden.
  ///
  /// The row's key decides, or else that of the nearest section around it, or else the form's. A
  /// calculated row cannot be cleared: it keeps its value, and conditions read nil.
  func policy(of row: RowDefinition, in section: SectionID) -> HiddenValues {
    let policy =
      row.whenHidden ?? topology.policy(around: section)?.policy ?? topology.hiddenValues
    return policy == .clear && row.isCalculated ? .nil : policy
  }

  // MARK: - Policies and names

  /// Whether the form has a section with items.
  var hasItems: Bool { templateSections.contains { outline.sections.contains($0) } }

  /// Whether a template in the form has a row with this tag.
  ///
  /// No member of the form may then have the tag.
  func isTemplateTag(_ tag: String) -> Bool {
    templateSections.contains { section in
      // The definition of a list tells of the lists in its items too.
      topology.section(section).item == nil && outline.sections.contains(section)
        && topology.section(section).templates?.value.items.allTags.contains(tag) == true
    }
  }

  private var templateSections: IDSet<SectionID> { topology.templateSections }

  /// Records that the items of a section changed.
  ///
  /// Their readers are marked once after all edits, because there may be one reader for each item
  /// and one edit for each item.
  mutating func itemsChanged(in section: SectionID) { reordered.insert(section) }

  mutating func readReorderedItems() {
    for section in reordered where outline.sections.contains(section) {
      for fact in topology.itemReaders[section.index] { stale.insert(fact) }
      for fact in topology.placeReaders[section.index] { stale.insert(fact) }
      for section in topology.lineage(of: section) {
        if let fact = fact(.attribute(.valid, .section(section))) { stale.insert(fact) }
      }
    }
  }
}
