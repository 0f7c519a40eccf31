// Changes of the naive form's shape, on plain arrays.

import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  mutating func apply(_ edit: ShapeEdit) throws {
    switch edit {
    case .insertRows(let rows, let position):
      let (section, first) = try place(position)
      try insert(rows, in: section, at: first)
    case .removeRows(let names):
      let rows = Set(try names.map { try row($0).id })
      for index in shape.sections.indices {
        shape.sections[index].rows.removeAll { rows.contains($0.id) }
      }
    case .moveRow(let name, let position):
      let row = try row(name)
      if case .before(name) = position { throw Refusal("beside itself") }
      if case .after(name) = position { throw Refusal("beside itself") }
      let home = shape.sections.firstIndex { $0.rows.contains(row) }
      for index in shape.sections.indices { shape.sections[index].rows.removeAll { $0 == row } }
      let (section, place) = try place(position)
      if section != home, shape.sections[section].matrix != nil {
        throw Refusal("a row comes to a matrix")
      }
      shape.sections[section].rows.insert(row, at: place)
    case .swapRows(let name, let other): try swap(try row(name), try row(other))
    case .replaceRows(let range, let name, let members, let rows):
      try replace(range, in: try rowSection(name), members, with: rows)
    case .insertSections(let definitions, let position):
      let (parent, first) = try place(position)
      try checkTags(definitions)
      let depth = parent.map { id in
        shape.sections.filter { $0.id == id }.map { shape.around($0).count }[0]
      }
      if definitions.contains(where: { $0.height + (depth ?? 0) > SectionDefinition.maximumDepth })
      {
        throw Refusal("too deep")
      }
      let sections = definitions.flatMap { makeSections($0, inside: parent) }
      shape.sections.insert(contentsOf: sections, at: first)
    case .removeSections(let names):
      let sections = try names.flatMap {
        shape.inside(shape.sections[try ownSection($0)]).map(\.id)
      }
      shape.sections.removeAll { sections.contains($0.id) }
    case .moveSection(let name, let position):
      if case .before(name) = position { throw Refusal("beside itself") }
      if case .after(name) = position { throw Refusal("beside itself") }
      let section = shape.sections[try ownSection(name)]
      let moved = shape.inside(section)
      shape.sections.removeAll { moved.contains($0) }
      let (parent, place) = try place(position)
      if parent != section.parent { throw Refusal("into another section") }
      shape.sections.insert(contentsOf: moved, at: place)
    case .swapSections(let name, let other):
      let (one, two) = (try ownSection(name), try ownSection(other))
      if one == two { break }
      if shape.sections[one].parent != shape.sections[two].parent {
        throw Refusal("into another section")
      }
      let trees = [min(one, two), max(one, two)].map { shape.inside(shape.sections[$0]) }
      let between = shape.sections[(min(one, two) + trees[0].count)..<max(one, two)]
      shape.sections.replaceSubrange(
        min(one, two)..<(max(one, two) + trees[1].count), with: trees[1] + between + trees[0])
    case .insertItem, .removeItem, .moveItem: try applyToItems(edit)
    default: try assign(edit)
    }
  }

  // MARK: - Finding

  func section(_ name: SectionName) throws -> Int {
    let names = shape.names()
    guard case .tag(let tag) = name,
      let index = shape.sections.firstIndex(where: { names[$0.id] == tag })
    else { throw Refusal("no section \(name)") }
    return index
  }

  /// A section that stands in the form by itself; what an item consists of is the template's.
  private func ownSection(_ name: SectionName) throws -> Int {
    let index = try section(name)
    guard shape.sections[index].item == nil else { throw Refusal("it is part of an item") }
    return index
  }

  private func rowSection(_ name: SectionName) throws -> Int {
    let index = try ownSection(name)
    guard shape.sections[index].template == nil, !shape.sections[index].isSelectable else {
      throw Refusal("it has items or options")
    }
    return index
  }

  private func place(
    of name: RowName, choices: Bool = false
  ) throws -> (section: Int, row: Int) {
    guard case .tag(let tag) = name else { throw Refusal("no tag") }
    for (index, section) in shape.sections.enumerated() where section.item == nil {
      if let row = section.rows.firstIndex(where: { $0.definition.tag == tag }) {
        if section.isSelectable, !choices { throw Refusal("what is chosen stays") }
        return (index, row)
      }
    }
    throw Refusal("no row \(tag)")
  }

  private func row(_ name: RowName) throws -> Row {
    let (section, row) = try place(of: name)
    return shape.sections[section].rows[row]
  }

  private func place(_ position: RowPosition) throws -> (section: Int, row: Int) {
    switch position.place {
    case .at(let position, let name, let members):
      let index = try rowSection(name)
      let rows = shape.sections[index].rows
      return (index, try anchored(position, rows.map { facts.ownHidden[$0.id] }, members))
    case .end(let name):
      let index = try rowSection(name)
      return (index, shape.sections[index].rows.count)
    case .before(let name): return try place(of: name)
    case .after(let name):
      let (section, row) = try place(of: name)
      return (section, row + 1)
    }
  }

  /// The section in which sections come, and their place among all sections.
  private func place(_ position: SectionPosition) throws -> (parent: Int?, place: Int) {
    switch position.place {
    case .at(let position, let members):
      let roots = shape.sections.filter { $0.parent == nil }
      let place = try anchored(position, roots.map { facts.hidden[$0.id] }, members)
      return (nil, place == 0 ? 0 : end(of: roots[place - 1]))
    case .end(nil): return (nil, shape.sections.count)
    case .end(let name?):
      let section = shape.sections[try ownSection(name)]
      if section.definition.kind != .plain { throw Refusal("it holds no sections") }
      return (section.id, end(of: section))
    case .before(let name):
      let index = try ownSection(name)
      return (shape.sections[index].parent, index)
    case .after(let name):
      let section = shape.sections[try ownSection(name)]
      return (section.parent, end(of: section))
    }
  }

  private func end(of section: Section) -> Int {
    (shape.sections.firstIndex(of: section) ?? 0) + shape.inside(section).count
  }

  /// A position among all members.
  ///
  /// Of each of them is said whether it was hidden before the transaction; nil of one that has come
  /// in it.
  private func anchored(
    _ position: Int, _ hidden: [Bool?], _ members: Membership
  ) throws -> Int {
    let counted = hidden.indices.filter { members == .all || hidden[$0] != true }
    guard (0...counted.count).contains(position) else { throw Refusal("no such position") }
    if members == .all { return position }
    return position == 0 ? 0 : counted[position - 1] + 1
  }

  // MARK: - Rows and sections

  private func checkTags(_ definitions: [SectionDefinition]) throws {
    let tags = definitions.flatMap { [$0.tag] + $0.rows.map(\.tag) }.compactMap { $0 }
    let known = shape.sections.flatMap { section in
      [section.definition.tag] + section.rows.map(\.definition.tag)
        + (section.template?.naiveTags ?? [])
    }
    for tag in tags where known.contains(tag) || inputs[tag] != nil {
      throw Refusal("the tag '\(tag)' is taken")
    }
    // Also where what comes is taken out again by the same transaction.
    guard Set(tags).count == tags.count else { throw Refusal("a tag is given twice") }
  }

  private mutating func insert(
    _ rows: [RowDefinition], in section: Int, at first: Int
  ) throws {
    try checkTags([SectionDefinition(rows: rows)])
    var rows = rows
    if let matrix = shape.sections[section].matrix {
      for index in rows.indices {
        guard !rows[index].hasOptions, rows[index].optionsFilter == nil,
          rows[index].type.hasOptions
        else { throw Refusal("no row of a matrix") }
        rows[index] = matrix.filled(rows[index])
      }
    }
    let made = rows.map { makeRow($0) }
    shape.sections[section].rows.insert(contentsOf: made, at: first)
  }

  private mutating func swap(_ row: Row, _ other: Row) throws {
    let homes = shape.sections.filter { $0.rows.contains(row) != $0.rows.contains(other) }
    if homes.contains(where: { $0.matrix != nil }) { throw Refusal("a row comes to a matrix") }
    for (index, section) in shape.sections.enumerated() {
      shape.sections[index].rows = section.rows.map {
        $0.id == row.id ? other : $0.id == other.id ? row : $0
      }
    }
  }

  private mutating func replace(
    _ range: Range<Int>, in section: Int, _ members: Membership, with rows: [RowDefinition]
  ) throws {
    let old = shape.sections[section].rows
    let hidden = old.map { facts.ownHidden[$0.id] }
    let first = try anchored(range.lowerBound, hidden, members)
    _ = try anchored(range.upperBound, hidden, members)
    let counted = old.filter { members == .all || facts.ownHidden[$0.id] != true }
    let removed = counted[range]
    shape.sections[section].rows.removeAll { removed.contains($0) }
    try insert(rows, in: section, at: first)
  }

  // MARK: - Items

  private mutating func applyToItems(_ edit: ShapeEdit) throws {
    func section(_ name: SectionName, _ edit: ItemEdits) throws -> Int {
      let index = try self.section(name)
      guard let items = shape.sections[index].template, items.allows.contains(edit) else {
        throw Refusal("no items, or not allowed")
      }
      if edit != .reorder, items.countFormula != nil { throw Refusal("a formula counts them") }
      return index
    }
    switch edit {
    case .insertItem(let name, let position, let given, let named):
      let index = try section(name, .insert)
      guard (0...shape.sections[index].items.count).contains(position) else {
        throw Refusal("no such position")
      }
      let list = shape.sections[index]
      guard let template = list.template else { return }
      var value = given
      if let named {
        var members = ValueDictionary([("template", .string(named))])
        if case .dictionary(let given) = given {
          for (key, value) in zip(given.keys, given.values) { members[key] = value }
        }
        value = .dictionary(members)
      }
      try checkItem(value, of: template)
      let made = makeItem(value == .null ? nil : (value, false), of: list)
      let place = place(ofItemAt: position, in: index)
      shape.sections.insert(contentsOf: made.sections, at: place)
      shape.sections[index].items.insert(made.item, at: position)
    case .removeItem(let name, let position):
      let index = try section(name, .delete)
      guard shape.sections[index].items.indices.contains(position) else {
        throw Refusal("no such position")
      }
      takeItem(at: position, from: index)
    case .moveItem(let name, let position, let other):
      let index = try section(name, .reorder)
      let items = shape.sections[index].items
      guard items.indices.contains(position), items.indices.contains(other) else {
        throw Refusal("no such position")
      }
      let (item, sections) = takeItem(at: position, from: index)
      let place = place(ofItemAt: other, in: index)
      shape.sections.insert(contentsOf: sections, at: place)
      shape.sections[index].items.insert(item, at: other)
    default: break
    }
  }

  /// The place among all sections of those of an item that comes to a position.
  func place(ofItemAt position: Int, in list: Int) -> Int {
    guard position > 0,
      let body = shape.sections(of: shape.sections[list].items[position - 1]).first
    else { return list + 1 }
    return end(of: body)
  }

  @discardableResult
  mutating func takeItem(
    at position: Int, from list: Int
  ) -> (item: Item, sections: [Section]) {
    let item = shape.sections[list].items.remove(at: position)
    let sections = shape.sections(of: item).first.map(shape.inside) ?? []
    let taken = Set(sections.map(\.id))
    shape.sections.removeAll { taken.contains($0.id) }
    return (item, sections)
  }

  /// Requires a new item to have values only for what its template has, and no more items in its
  /// lists than they take.
  private func checkItem(_ value: Value, of items: ItemsDefinition) throws {
    guard case .dictionary(let members) = value else { return }
    guard let named = items.naiveTemplate(of: value) else { throw Refusal("no such template") }
    guard case .rows(let rows, let sections) = named.template else { return }
    let known = rows.map(\.tag) + sections.flatMap(keys) + (named.name == nil ? [] : ["template"])
    if let key = members.keys.first(where: { !known.contains($0) }) {
      throw Refusal("no '\(key)' in an item")
    }
    func keys(_ section: SectionDefinition) -> [String?] {
      if case .multivalued = section.kind { return [section.tag] }
      return section.rows.map(\.tag) + section.sections.flatMap(keys)
    }
    func check(_ section: SectionDefinition) throws {
      for inner in section.sections { try check(inner) }
      guard case .multivalued(let inner) = section.kind,
        case .array(let values)? = members[section.tag ?? ""]
      else { return }
      if let most = inner.maximum?.fixed, values.count > most { throw Refusal("too many items") }
      for value in values { try checkItem(value, of: inner) }
    }
    for section in sections { try check(section) }
  }

  // MARK: - What members say

  private mutating func assign(_ edit: ShapeEdit) throws {
    switch edit {
    case .setCondition(let attribute, let name, let condition):
      if attribute != .required { _ = try place(of: name) }
      try redefine(name) { definition in
        switch attribute {
        case .hidden: definition.hidden = condition
        case .disabled: definition.disabled = condition
        case .required:
          definition.required = condition ?? definition.requiredMessage.map { _ in false }
        case .valid: throw Refusal("rules decide that")
        }
      }
    case .setSectionCondition(let attribute, let name, let condition):
      let index = try ownSection(name)
      switch attribute {
      case .hidden: shape.sections[index].definition.hidden = condition
      case .disabled: shape.sections[index].definition.disabled = condition
      case .required, .valid: throw Refusal("sections have no such condition")
      }
    case .setCollapsed(let name, let isCollapsed):
      let section = try section(name)
      guard shape.sections[section].definition.isCollapsed != isCollapsed else { break }
      shape.sections[section].definition.isCollapsed = isCollapsed
      hasEditedShape = true
    case .setReadOnly(let condition): shape.readOnly = condition
    case .setRules(let name, let rules): try redefine(name) { $0.rules = rules }
    case .addRules(let name, let rules): try redefine(name) { $0.rules += rules }
    case .setBounds(let name, let bounds): try redefine(name) { $0.bounds = bounds }
    case .setOptions(let name, let options):
      let home = try place(of: name, choices: true).section
      if shape.sections[home].matrix != nil { throw Refusal("a row of a matrix") }
      try redefine(name) { definition in
        definition.options = options.map { .written($0) }
      }
      let (section, position) = try place(of: name, choices: true)
      let row = shape.sections[section].rows[position]
      if row.definition.calculated == nil, let old = stored[row.id] {
        store(row.definition.kept(old) ?? .null, of: row.id)
      }
    case .setFormula(let name, let formula):
      let (section, position) = try place(of: name, choices: true)
      let row = shape.sections[section].rows[position]
      if row.definition.calculated != nil, formula == nil {
        // It keeps the value it has.
        let value = facts.values[row.id] ?? .null
        store(row.definition.kept(value) ?? .null, of: row.id)
      } else if row.definition.calculated == nil, formula != nil {
        touch(row.id)
      }
      if formula != nil { starting.remove(row.id) }
      try redefine(name) { definition in
        definition.calculated = formula
        if formula != nil {
          definition.value = nil
          definition.defaultFormula = nil
          definition.suggested = nil
          definition.once = nil
        }
      }
    default: break
    }
  }

  private mutating func redefine(
    _ name: RowName, _ change: (inout RowDefinition) throws -> Void
  ) throws {
    let (section, row) = try place(of: name, choices: true)
    var definition = shape.sections[section].rows[row].definition
    try change(&definition)
    shape.sections[section].rows[row].definition = definition
    // What a row says must be right after each edit, not only after the last.
    let alone = FormDefinition(
      sections: [SectionDefinition(rows: [definition])], answers: answers)
    if DefinitionChecker.problems(in: alone).contains(where: { $0.severity == .error }) {
      throw Refusal("a definition that contradicts itself")
    }
  }
}

extension ItemsDefinition {
  /// The tags of everything in an item.
  var naiveTags: [String?] {
    func tags(_ section: SectionDefinition) -> [String?] {
      let inner: [String?] =
        if case .multivalued(let items) = section.kind { items.naiveTags } else { [] }
      return [section.tag] + section.rows.map(\.tag) + inner + section.sections.flatMap(tags)
    }
    return templates.flatMap { named -> [String?] in
      switch named.template {
      case .item: []
      case .rows(let rows, let sections): rows.map(\.tag) + sections.flatMap(tags)
      }
    }
  }

  /// The template that the value of an item names, or else the first; nil if there is none.
  func naiveTemplate(of value: Value?) -> NamedTemplate? {
    guard case .dictionary(let members)? = value, let first = templates.first, first.name != nil,
      case .string(let name)? = members["template"]
    else { return templates.first }
    return templates.first { $0.name == name }
  }
}
