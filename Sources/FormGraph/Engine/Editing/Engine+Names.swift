// Finds what edits name: tags, addresses of items, positions. A name that does not exist, or a
// member that does not take the edit, is a reason against the transaction.

import Predicate

extension EditError.Reason: Error {
  /// The reason, with the standard message that people read.
  func shown(_ message: String?) -> EditError.Reason {
    var reason = self
    reason.shown = message
    return reason
  }
}

extension Engine {
  typealias Reason = EditError.Reason

  // MARK: - Rows and sections

  /// A row or an input that an edit names.
  enum Named {
    case row(RowIndex)
    case input(InputID)
  }

  /// The row or the input that has a name, or nil.
  ///
  /// Builds no message, so observing a row that does not exist costs one look-up a transaction.
  func found(_ name: RowName) -> Named? { outline.found(name, of: form, in: topology) }

  /// The row or the input that has a name; throws a reason if the name is unknown.
  func find(_ name: RowName) throws(Reason) -> Named {
    guard let named = found(name) else { throw missing(name) }
    return named
  }

  /// The number of unknown names of one edit or saved state that get a hint with the nearest name.
  static let maximumHints = 20

  /// The reason why a name is not found.
  ///
  /// - Complexity: O(n) if the name is unknown and a hint is wanted, because all names are searched
  ///   for the nearest.
  func missing(_ name: RowName, isHinted: Bool = true) -> Reason {
    switch name {
    case .id(let id): return .missing(id, in: form)
    case .tag(let text):
      if case .section(let section)? = member(named: text) {
        let holdsItems = topology.section(section).templates != nil
        let kind = holdsItems ? "holds a list of items" : "is a section and has no value"
        return Reason(
          kind: .noEdits, tag: text, message: "'\(text)' \(kind)",
          hint: holdsItems ? "name a row of an item, \(itemExample(of: section))" : nil)
      }
      if let gone = missing(id: text) { return gone }
      return ItemAddress(text).map { missing($0, text) } ?? unknown(text, isHinted: isHinted)
    }
  }

  /// The list with items that a name means; nil for any other name.
  func list(_ name: RowName) -> SectionIndex? {
    guard case .tag(let text) = name, case .section(let section)? = member(named: text),
      topology.section(section).templates != nil
    else { return nil }
    return section
  }

  func row(_ name: RowName) throws(Reason) -> RowIndex {
    switch try find(name) {
    case .row(let row): return row
    case .input(let input):
      let name = topology.graph.inputs[input.index].name
      throw Reason(
        kind: .unknown, tag: name, message: "'\(name)' is an input, not a row", hint: nil)
    }
  }

  /// A row that can be inserted, removed and moved by itself.
  func plainRow(_ name: RowName) throws(Reason) -> RowIndex {
    let row = try definedRow(name)
    guard topology.section(topology.row(row).section).choice == row else { return row }
    let tag = self.name(of: row)
    throw Reason(
      kind: .misplaced, tag: tag, message: "'\(tag)' is a section to choose from",
      hint: "insert, remove or move the section")
  }

  /// A row with a definition of its own.
  ///
  /// The rows of an item share the definition of the template.
  func definedRow(_ name: RowName) throws(Reason) -> RowIndex {
    let row = try self.row(name)
    guard let item = topology.row(row).item else { return row }
    let tag = self.name(of: row)
    let section = self.name(of: topology.item(item).section)
    throw Reason(
      kind: .misplaced, tag: tag, message: "'\(tag)' is part of an item of '\(section)'",
      hint: "insert, remove or move the item; what its rows say is the template's")
  }

  func section(_ name: SectionName) throws(Reason) -> SectionIndex {
    switch name {
    case .id(let id):
      guard let section = outline.found(id, of: form) else { throw .missing(id, in: form) }
      return section
    case .tag(let text):
      if case .section(let section)? = member(named: text) { return section }
      if let gone = missing(id: text) { throw gone }
      if let address = ItemAddress(text) { throw missing(address, text) }
      if topology.meaning(of: text) != nil {
        throw Reason(
          kind: .unknown, tag: text, message: "'\(text)' is not a section", hint: nil)
      }
      let nearest = Spelling.nearest(to: text, among: outline.suggestions(in: topology))
      throw Reason(
        kind: .unknown, tag: text, message: "unknown section '\(text)'",
        hint: nearest.map { "did you mean \($0)?" })
    }
  }

  /// A section that is inserted, moved and removed by itself, and that rows and sections come to.
  ///
  /// What an item consists of is the template's.
  func definedSection(_ name: SectionName) throws(Reason) -> SectionIndex {
    let section = try self.section(name)
    guard let item = topology.section(section).item else { return section }
    let tag = self.name(of: section)
    let list = self.name(of: topology.item(item).section)
    throw Reason(
      kind: .misplaced, tag: tag, message: "'\(tag)' is part of an item of '\(list)'",
      hint: "insert, remove or move the item; what its sections say is the template's")
  }

  /// The name of a row in messages.
  func name(of row: RowIndex) -> String {
    outline.name(of: row, in: topology) ?? topology.id(of: .row(row))
  }

  /// The name of a section in messages.
  func name(of section: SectionIndex) -> String {
    outline.name(of: section, in: topology) ?? topology.id(of: .section(section))
  }

  /// The reason why an id is not found, or not that of a section; nil for a text that is no id.
  private func missing(id text: String) -> Reason? {
    guard text.hasPrefix("#") else { return nil }
    guard member(named: text) != nil else { return .missing(id: text) }
    return Reason(
      kind: .unknown, tag: text, message: "\(Problem.quoted(text)) is not a section", hint: nil)
  }

  private func unknown(_ tag: String, isHinted: Bool) -> Reason {
    let nearest =
      isHinted ? Spelling.nearest(to: tag, among: outline.suggestions(in: topology)) : nil
    return Reason(
      kind: .unknown, tag: tag, message: "unknown tag \(Problem.quoted(tag))",
      hint: nearest.map { "did you mean \($0)?" })
  }

  // MARK: - Items

  private func itemExample(of section: SectionIndex) -> String {
    let tag = self.name(of: section)
    let first = topology.section(section).templates?.value.tags.first
    return "\(tag)[0]\(first.map { ".\($0)" } ?? "")"
  }

  /// The member with a tag, at an address such as `phones[2].number`, or with an id.
  func member(named text: String) -> Member? {
    topology.member(named: text) ?? member(atAddress: text)
  }

  /// The member at an address or with an id: a row or a section of an item, or the section of its
  /// own rows.
  func member(atAddress text: String) -> Member? { outline.member(atAddress: text, in: topology) }

  /// The reason why an address is not found.
  ///
  /// The recursion, through the list that the address names, is bounded by
  /// `SectionDefinition.maximumDepth`.
  private func missing(_ address: ItemAddress, _ text: String) -> Reason {
    guard text.utf8.count(where: { $0 == UInt8(ascii: "[") }) <= SectionDefinition.maximumDepth
    else {
      return Reason(
        kind: .unknown, tag: text, message: "\(Problem.quoted(text)) names items too deep in items",
        hint: nil)
    }
    do throws(Reason) {
      let section = try self.section(.tag(address.section))
      let item = try item(at: address.position, of: section)
      guard let tag = address.tag else {
        return Reason(
          kind: .noEdits, tag: text, message: "'\(text)' is an item of several rows",
          hint: "name one of them, \(itemExample(of: section))")
      }
      guard let templates = topology.section(section).templates?.value else {
        return Reason(kind: .unknown, tag: text, message: "unknown tag '\(text)'", hint: nil)
      }
      return Self.missing(
        tag, in: "\(address.section)[\(address.position)]",
        of: templates.all[topology.item(item).template], among: templates)
    } catch {
      return error
    }
  }

  /// The reason why an item of a template has no member of a tag.
  static func missing(
    _ tag: String, in item: String, of template: ItemTemplate, among templates: ItemTemplates
  ) -> Reason {
    let holder = template.name.map { "is of the template '\($0)', which has" } ?? "has"
    let other = templates.all.first { $0.tags.contains { ExactText($0) == ExactText(tag) } }?.name
    return Reason(
      kind: .unknown, tag: "\(item).\(tag)",
      message: "'\(item)' \(holder) no \(Problem.quoted(tag))",
      hint: other.map { "the template '\($0)' has it" }
        ?? Spelling.nearest(to: tag, among: template.tags).map { "did you mean \($0)?" })
  }

  func item(at position: Int, of section: SectionIndex) throws(Reason) -> ItemIndex {
    let record = topology.section(section)
    let tag = self.name(of: section)
    guard record.templates != nil else {
      throw Reason(kind: .noItems, tag: tag, message: "'\(tag)' has no items", hint: nil)
    }
    if let item = outline.items.member(at: position, in: record.itemList) { return item }
    throw outOfRange(tag, position, "item", outline.items.count(of: record.itemList))
  }

  // MARK: - Positions

  func outOfRange(_ tag: String, _ position: Int, _ noun: String, _ count: Int) -> Reason {
    let whole = tag.isEmpty ? "the form" : "'\(tag)'"
    return Reason(
      kind: .outOfRange, tag: tag,
      message: "\(whole) has no position \(position): it has \(counted(count, noun))", hint: nil)
  }

  /// The section and the position in it at which rows can be inserted.
  func place(_ position: RowPosition) throws(Reason) -> (section: SectionIndex, position: Int) {
    switch position.place {
    case .at(let position, let name, let members):
      let section = try rowSection(name)
      let list = topology.section(section).rowList
      let tag = self.name(of: section)
      return (
        section, try anchored(position, outline.rows, list, members, tag, "row", areRowsShown)
      )
    case .end(let name):
      let section = try rowSection(name)
      return (section, outline.rows.count(of: topology.section(section).rowList))
    case .before(let name):
      let row = try plainRow(name)
      return (topology.row(row).section, outline.rows.position(of: row)?.position ?? 0)
    case .after(let name):
      let row = try plainRow(name)
      return (topology.row(row).section, (outline.rows.position(of: row)?.position ?? -1) + 1)
    }
  }

  /// A section that holds rows of its own, not items or options.
  func rowSection(_ name: SectionName) throws(Reason) -> SectionIndex {
    let section = try definedSection(name)
    let record = topology.section(section)
    guard record.templates != nil || record.choice != nil else { return section }
    let tag = self.name(of: section)
    let isOfItems = record.templates != nil
    throw Reason(
      kind: .misplaced, tag: tag,
      message: "'\(tag)' holds \(isOfItems ? "items" : "options"), not rows",
      hint: isOfItems ? "insert an item" : "give it other options")
  }

  /// The section in which sections can be inserted, and their position among all sections.
  func place(
    _ position: SectionPosition
  ) throws(Reason) -> (parent: SectionIndex?, position: Int) {
    switch position.place {
    case .at(let position, let members):
      guard topology.graph.hasGroups else {
        return (
          nil,
          try anchored(
            position, outline.sections, outline.sectionList, members, "", "section",
            areSectionsShown)
        )
      }
      let sections = outline.rootSections(in: topology).filter {
        members == .all || !state.attributes.isHidden($0)
      }
      guard (0...sections.count).contains(position) else {
        let noun = members == .all ? "section" : "visible section"
        throw outOfRange("", position, noun, sections.count)
      }
      return (nil, position == 0 ? 0 : end(of: sections[position - 1]))
    case .end(nil): return (nil, outline.sections.count(of: outline.sectionList))
    case .end(let name?):
      let group = try definedSection(name)
      guard topology.section(group).definition.value.kind == .plain else {
        let tag = self.name(of: group)
        throw Reason(
          kind: .misplaced, tag: tag, message: "'\(tag)' cannot hold sections",
          hint: "only a plain section holds sections")
      }
      return (group, end(of: group))
    case .before(let name):
      let other = try definedSection(name)
      return (topology.section(other).parent, outline.sections.position(of: other)?.position ?? 0)
    case .after(let name):
      let other = try definedSection(name)
      return (topology.section(other).parent, end(of: other))
    }
  }

  private func end(of section: SectionIndex) -> Int { outline.end(of: section, in: topology) }

  /// A position among all members.
  ///
  /// A position among the visible members is converted: the place right after the visible member
  /// before it.
  ///
  /// - Complexity: O(log n); O(n) among the visible members.
  private func anchored<ID: IndexedID>(
    _ position: Int, _ lists: OrderedLists<ID>, _ list: ListID, _ members: Membership,
    _ tag: String, _ noun: String, _ isShown: (ID) -> Bool
  ) throws(Reason) -> Int {
    let shown = members == .all ? nil : lists.members(of: list).filter(isShown)
    let count = shown?.count ?? lists.count(of: list)
    guard (0...count).contains(position) else {
      throw outOfRange(tag, position, members == .all ? noun : "visible \(noun)", count)
    }
    guard let shown, position > 0 else { return shown == nil ? position : 0 }
    return lists.position(of: shown[position - 1]).map { $0.position + 1 } ?? 0
  }

  /// Says of a row whether nothing of its own hides it.
  var areRowsShown: (RowIndex) -> Bool {
    // The state, not the engine: of a closure over that, Swift 6.3.1 crashes.
    let held = held
    return { !held.value.attributes.isSet(.hidden, $0) }
  }

  private var areSectionsShown: (SectionIndex) -> Bool {
    let held = held
    return { held.value.attributes.word(of: $0).isShown }
  }
}

// A change set also looks names up in the shape before, so this needs no engine.

extension Outline {
  /// The row with an id; nil if it has been removed, or if the id is of another form.
  func found(_ id: RowID, of form: FormNumber) -> RowIndex? {
    id.form == form && rows.contains(id.index) ? id.index : nil
  }

  /// The section with an id; nil if it has been removed, or if the id is of another form.
  func found(_ id: SectionID, of form: FormNumber) -> SectionIndex? {
    id.form == form && sections.contains(id.index) ? id.index : nil
  }

  /// The row or the input that has a name in a form, or nil.
  func found(_ name: RowName, of form: FormNumber, in topology: Topology) -> Engine.Named? {
    switch name {
    case .id(let id): return found(id, of: form).map { .row($0) }
    case .tag(let text):
      let member: Member?
      switch topology.meaning(of: text) {
      case .input(let input): return .input(input)
      case .member(let named): member = named
      case nil: member = self.member(atAddress: text, in: topology)
      }
      switch member {
      case .row(let row)?: return .row(row)
      case .section(let section)?: return topology.section(section).choice.map { .row($0) }
      case nil: return nil
      }
    }
  }

  /// The member at an address or with an id.
  ///
  /// Items stand in one another no deeper than sections, so a longer address names nothing.
  fileprivate func member(atAddress text: String, in topology: Topology) -> Member? {
    var addresses: [ItemAddress] = []
    var rest = text
    while let address = ItemAddress(rest) {
      addresses.append(address)
      rest = address.section
      guard addresses.count <= SectionDefinition.maximumDepth else { return nil }
    }
    var member = addresses.isEmpty ? nil : topology.member(named: rest)
    if member == nil { member = self.member(id: rest, in: topology) }
    for address in addresses.reversed() {
      guard case .section(let section)? = member, case let record = topology.section(section),
        let templates = record.templates?.value,
        let item = items.member(at: address.position, in: record.itemList)
      else { return nil }
      member =
        if let tag = address.tag {
          topology.member(named: tag, directlyIn: item)
        } else if templates.isPlain {
          .row(topology.item(item).firstRow)
        } else {
          topology.item(item).firstSection.map { .section($0) }
        }
    }
    return member
  }

  /// The member with an id, `#r5` or `#s2`; nil if it has been removed.
  private func member(id text: String, in topology: Topology) -> Member? {
    topology.member(id: text).flatMap { member in
      switch member {
      case .row(let row): rows.contains(row) ? member : nil
      case .section(let section): sections.contains(section) ? member : nil
      }
    }
  }
}
