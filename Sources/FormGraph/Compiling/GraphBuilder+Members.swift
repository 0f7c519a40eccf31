// Adding members: first ids and names. Their texts are compiled after all members have their names.

import Predicate

extension GraphBuilder {
  mutating func addInput(_ input: InputDefinition) {
    var input = input
    let kind = input.type.valueKind
    input.value =
      kind.converted(input.value, within: topology.graph.limits.valueBytes) ?? input.value
    let id = InputID(topology.graph.inputs.count)
    if kind.isDayOrTime { topology.graph.hasDaysOrTimes = true }
    topology.graph.inputs.append(input)
    addName(input.name, .input(id))
  }

  /// Adds the inputs that every form has and that the definition does not name.
  ///
  /// They come last: a row with the tag `language` keeps its name.
  mutating func addReservedInputs() {
    for reserved in ReservedInput.allCases {
      let known = topology.graph.inputs.firstIndex { $0.name == reserved.rawValue }
      let id = InputID(known ?? topology.graph.inputs.count)
      if known == nil {
        addInput(InputDefinition(name: reserved.rawValue, type: .text))
      }
      switch reserved {
      case .language: topology.graph.languageInput = id
      case .timeZone: topology.graph.timeZoneInput = id
      }
    }
  }

  /// Adds a section without its rows, items and the sections inside: gives it an id, a name and a
  /// position among all sections of the form.
  mutating func addSection(
    _ definition: SectionDefinition, at position: Int, inside parent: SectionIndex?
  ) -> SectionIndex {
    isRedefined = true
    let id = appendDefined(record(of: definition, inside: parent))
    if parent == nil {
      topology.sections[id.index].page = definition.tag.flatMap {
        topology.graph.pages.page(of: $0)
      }
    }
    outline.sections.insert(id, at: position, in: outline.sectionList)
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
  mutating func record(
    of definition: SectionDefinition, inside parent: SectionIndex?
  ) -> SectionRecord {
    var header = definition
    header.rows = []
    if !header.sections.isEmpty { header.sections = [] }
    var record = SectionRecord(
      definition: Shared(header), rowList: outline.rows.makeList([]),
      itemList: outline.items.makeList([]), parent: parent)
    if case .multivalued(let items) = definition.kind {
      record.templates = Shared(ItemTemplates(items, topology.graph.answers))
    }
    return record
  }

  /// Appends a section of the form or of a prototype.
  mutating func appendDefined(_ record: SectionRecord) -> SectionIndex {
    if record.isCounted { topology.graph.hasCounts = true }
    if record.parent != nil { topology.graph.hasGroups = true }
    return append(record)
  }

  mutating func append(_ record: SectionRecord) -> SectionIndex {
    let id = SectionIndex(topology.sections.count)
    if record.templates != nil { topology.directory.templateSections.insert(id) }
    topology.sections.append(record)
    return id
  }

  /// Puts the sections inside a section in the order of the outline.
  mutating func orderChildren(of parent: SectionIndex) {
    let outline = outline
    func position(_ section: SectionIndex) -> Int {
      outline.sections.position(of: section)?.position ?? 0
    }
    topology.sections[parent.index].children.sort { position($0) < position($1) }
  }

  /// Adds a row: gives it an id, a name and a position.
  mutating func addRow(
    _ definition: RowDefinition, to section: SectionIndex, at position: Int
  ) -> RowIndex {
    isRedefined = true
    let id = addStoring(definition, to: section)
    outline.rows.insert(
      id, at: position, in: topology.sections[section.index].rowList)
    addNames(of: id)
    setChoice(id, of: section)
    return id
  }

  /// Adds the first rows of a section.
  mutating func addRows(_ definitions: [RowDefinition], to section: SectionIndex) {
    guard !definitions.isEmpty else { return }
    let first = topology.rows.count
    for definition in definitions { addNames(of: addStoring(definition, to: section)) }
    outline.rows.fill(
      topology.sections[section.index].rowList,
      with: (first..<topology.rows.count).lazy.map { RowIndex($0) })
    setChoice(RowIndex(first), of: section)
  }

  /// In a section to choose from, makes its only row the choice.
  private mutating func setChoice(_ row: RowIndex, of section: SectionIndex) {
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

  private mutating func addNames(of row: RowIndex) {
    if let tag = topology.rows[row.index].content.tag {
      addName(tag, .member(.row(row)))
    }
    if topology.rows[row.index].content.name != nil { topology.directory.namedRows.insert(row) }
  }

  /// Adds a row with the value as it stores it.
  ///
  /// A value of another type has already been reported.
  private mutating func addStoring(_ definition: RowDefinition, to section: SectionIndex)
    -> RowIndex
  {
    var row = definition
    if let value = row.value,
      let stored = row.stored(value, within: topology.graph.limits.valueBytes), stored != value
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
    let isOwn = topology.directory.namedRows.contains { row in
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

  // MARK: - Rows

  mutating func addRow(
    _ definition: RowDefinition, of section: SectionIndex, item: ItemIndex?
  ) -> RowIndex {
    let id = RowIndex(topology.rows.count)
    if definition.submits { topology.directory.submitRows.insert(id) }
    var record = RowRecord(definition, section: section, item: item)
    record.hiddenValues = policy(of: definition, in: section)
    if record.kind.isDayOrTime || record.content.hasDayOptions {
      topology.graph.hasDaysOrTimes = true
    }
    topology.rows.append(record)
    return id
  }

  /// What happens to a row's value while the row is hidden.
  ///
  /// The row's key decides, or else that of the nearest section around it, or else the form's. A
  /// calculated row cannot be cleared: it keeps its value, and conditions read nil.
  func policy(of row: RowDefinition, in section: SectionIndex) -> HiddenValues {
    let policy =
      row.whenHidden ?? topology.policy(around: section)?.policy ?? topology.graph.hiddenValues
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

  private var templateSections: IDSet<SectionIndex> { topology.directory.templateSections }
}
