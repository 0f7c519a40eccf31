// Inserting, removing and moving items, within what their section allows and with values that fit
// its template.

import Predicate

extension Engine {
  /// Inserts an item with a value, of the template with a name; without a name, of the one that the
  /// value names.
  mutating func insertItem(
    _ value: Value, _ template: String?, in section: SectionIndex, at position: Int,
    as editor: Editor
  ) throws(Reason) {
    let (tag, templates) = try items(of: section, allowing: .insert)
    let count = outline.items.count(of: topology.section(section).itemList)
    guard (0...count).contains(position) else { throw outOfRange(tag, position, "item", count) }
    let value = try named(template, value, templates, "\(tag)[\(position)]")
    try check(value, of: templates, "\(tag)[\(position)]")
    try checkRoom(for: [value], in: section)
    insertItem(value.isNull ? Value?.none : value, to: section, at: position, as: editor)
  }

  /// Refuses more items if their rows exceed the limit.
  ///
  /// Called before any of the items is made, because one item may have many rows.
  func checkRoom(for values: some Sequence<Value>, in section: SectionIndex) throws(Reason) {
    guard let templates = topology.section(section).templates?.value else { return }
    var room = topology.graph.limits.rows - topology.rows.count
    for value in values {
      let place = templates.place(for: value)
      guard templates.all.indices.contains(place) else { continue }
      let template = templates.all[place]
      room -= template.lists.isEmpty ? template.rows.count : templates.items.rowCount(of: value)
      guard room >= 0 else { throw tooManyRows }
    }
  }

  /// Inserts an item.
  ///
  /// Without a value, the template gives its values.
  ///
  /// `isStart` says that the item is one that the section's definition starts with.
  mutating func insertItem(
    _ value: Value?, to section: SectionIndex, at position: Int, as editor: Editor = .host,
    isStart: Bool = false
  ) {
    let items = builder.addItem(to: section, at: position, value: value, isStart: isStart)
    grow()
    let sections = items.flatMap { topology.sections(of: $0.item) }
    noteInserted(sections)
    for section in sections { collapse(section) }
    for (item, _) in items {
      for list in topology.lists(of: item) { countItems(of: list) }
    }
    for (item, value) in items {
      for row in topology.rows(of: item) { noteInserted(row) }
      // The values that a list starts with are the form's, whoever inserts what the list is in.
      let isStart = topology.item(item).start != nil
      if let value { fill(item, with: value, as: isStart ? .host : editor) }
      noteItems(of: topology.item(item).section)
    }
  }

  private mutating func noteItems(of section: SectionIndex) {
    countItems(of: section)
    journal.reshaped.itemSections.insert(section)
  }

  mutating func removeItem(
    at position: Int, of section: SectionIndex, as editor: Editor
  ) throws(Reason) {
    try checkAllows(.delete, in: section)
    let item = try item(at: position, of: section)
    // Whether the whole list is disabled is checked after settling, as for every edit of the list.
    try checkIsEnabled(item, at: position, of: section, for: editor)
    removeItem(item, of: section)
  }

  /// Throws if an item is disabled and a user wants to remove it.
  func checkIsEnabled(
    _ item: ItemIndex, at position: Int, of section: SectionIndex, for editor: Editor
  ) throws(Reason) {
    guard editor == .user, isDisabledByItself(item) else { return }
    throw disabledItem(at: position, of: section)
  }

  /// The reason why a user cannot remove an item.
  func disabledItem(at position: Int, of section: SectionIndex) -> Reason {
    let tag = name(of: section)
    return Reason(
      kind: .notEditable, tag: tag, message: "'\(tag)[\(position)]' is disabled", hint: nil)
  }

  func isDisabledByItself(_ item: ItemIndex) -> Bool {
    state.attributes.isDisabledByItself(item, in: topology)
  }

  mutating func removeItem(_ item: ItemIndex, of section: SectionIndex) {
    noteRemoved(item)
    builder.removeItem(item)
    noteItems(of: section)
  }

  /// Records that an item goes, with everything in it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  mutating func noteRemoved(_ item: ItemIndex) {
    journal.reshaped.movedItems.remove(item)
    endQuestionsAndProblems(of: item)
    for row in topology.rows(of: item) {
      if isCountedInvalid(row) { addInvalid(-1, in: topology.row(row).section) }
      noteRemoved(row)
    }
    for list in topology.lists(of: item) {
      for inner in Array(outline.items(of: list, in: topology)) { noteRemoved(inner) }
    }
    for section in topology.sections(of: item) { noteRemoved(section) }
  }

  /// Ends what is asked about an item, and the problems of its nodes.
  private mutating func endQuestionsAndProblems(of item: ItemIndex) {
    if !state.single.failing.isEmpty {
      for node in topology.nodes(of: item) { setProblem(nil, of: node) }
    }
    for row in topology.rows(of: item) where topology.row(row).isAsking {
      for node in topology.row(row).asyncNodes { setAnswer(nil, of: node) }
    }
  }

  mutating func moveItem(
    of section: SectionIndex, from position: Int, to other: Int
  ) throws(Reason) {
    let (tag, _) = try items(of: section, allowing: .reorder)
    let record = topology.section(section)
    let item = try item(at: position, of: section)
    let count = outline.items.count(of: record.itemList)
    guard (0..<count).contains(other) else { throw outOfRange(tag, other, "item", count) }
    guard position != other else { return }
    builder.outline.items.remove(item)
    if let body = topology.item(item).firstSection {
      moveSections(body, of: section, to: other)
      if !journal.reshaped.insertedSections.contains(body) {
        journal.reshaped.movedItems.insert(item)
      }
      builder.outline.items.insert(item, at: other, in: record.itemList)
    } else {
      let rows = topology.rows(of: item)
      for row in rows { builder.outline.rows.remove(row) }
      let first = builder.placeOfRows(ofItemAt: other, in: section)
      builder.outline.items.insert(item, at: other, in: record.itemList)
      for (place, row) in rows.enumerated() {
        insert(row, in: section, at: first + place)
        if !journal.reshaped.inserted.contains(row) { journal.reshaped.moved.insert(row) }
      }
    }
    builder.itemsChanged(in: section, from: min(position, other))
    // The item itself, and those behind its new place and its old one.
    for place in [other, other + 1, position, position + 1] {
      builder.noteBehind(place, in: section)
    }
    journal.reshaped.itemSections.insert(section)
  }

  /// Moves the sections of an item that has been taken out of its list.
  private mutating func moveSections(_ body: SectionIndex, of list: SectionIndex, to position: Int)
  {
    let moved = outline.subtree(of: body, in: topology)
    takeOut(moved)
    put(moved, at: builder.placeOfSections(ofItemAt: position, in: list))
    for section in moved { noteMoved(section) }
  }

  private func items(
    of section: SectionIndex, allowing edit: ItemEdits
  ) throws(Reason) -> (tag: String, templates: ItemTemplates) {
    let tag = self.name(of: section)
    guard let templates = topology.section(section).templates?.value else {
      throw Reason(kind: .noItems, tag: tag, message: "'\(tag)' has no items", hint: nil)
    }
    if edit != .reorder, let formula = templates.items.countFormula {
      throw Reason(
        kind: .notAllowed, tag: tag, message: "'\(tag)' has as many items as \(formula) says",
        hint: "set what the formula reads")
    }
    guard templates.items.allows.contains(edit) else {
      let word = edit == .insert ? "inserted" : edit == .delete ? "deleted" : "moved"
      throw Reason(
        kind: .notAllowed, tag: tag, message: "items of '\(tag)' cannot be \(word)",
        hint: "the form says so with 'allows'")
    }
    return (tag, templates)
  }

  /// The value of a new item, which names the template that was chosen for it.
  private func named(
    _ template: String?, _ value: Value, _ templates: ItemTemplates, _ item: String
  ) throws(Reason) -> Value {
    guard let template else { return value }
    let list = ItemAddress(item)?.section ?? item
    guard templates.items.isNamed else {
      throw Reason(
        kind: .unknown, tag: list, message: "the template of '\(list)' has no name",
        hint: "insert an item without the name of a template")
    }
    var members = ValueDictionary([(ItemsDefinition.templateKey, .string(template))])
    switch value {
    case .null: break
    case .dictionary(let given):
      if let other = given[ItemsDefinition.templateKey], other != .string(template) {
        throw Reason(
          kind: .notAllowed, tag: list,
          message: "'\(item)' is given the template \(Problem.quoted(template)), and its value "
            + "names another", hint: "leave one of the two out")
      }
      for (key, value) in zip(given.keys, given.values) { members[key] = value }
    default: return value
    }
    return .dictionary(members)
  }

  /// Checks that a list lets its items be edited in a way.
  func checkAllows(_ edit: ItemEdits, in section: SectionIndex) throws(Reason) {
    _ = try items(of: section, allowing: edit)
  }

  /// The template that the value of an item names, or else the first one.
  func template(
    for value: Value, among templates: ItemTemplates, _ item: String
  ) throws(Reason) -> ItemTemplate {
    if let place = templates.items.place(for: value), templates.all.indices.contains(place) {
      return templates.all[place]
    }
    let name: Value? =
      if case .dictionary(let members) = value { members[ItemsDefinition.templateKey] } else { nil }
    let list = ItemAddress(item)?.section ?? item
    guard case .string(let text)? = name else {
      throw Reason(
        kind: .wrongType, tag: item,
        message: "'template' is the name of a template of '\(list)', not "
          + (name?.kindName ?? "nil"), hint: nil)
    }
    throw Reason(
      kind: .unknown, tag: item,
      message: "'\(list)' has no template \(Problem.quoted(text))",
      hint: templates.items.hint(forTemplate: text))
  }

  /// Checks that the value of a new item fits its template.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`. `item` is the item's address.
  private func check(
    _ value: Value, of templates: ItemTemplates, _ item: String
  ) throws(Reason) {
    guard !value.isNull else { return }
    let template = try template(for: value, among: templates, item)
    if template.isPlain, let row = template.rows.first {
      _ = try Self.converted(value, to: row.type.valueKind, item, in: topology)
      return
    }
    let list = ItemAddress(item)?.section ?? item
    guard case .dictionary(let members) = value else {
      throw Reason(
        kind: .wrongType, tag: list,
        message: "an item of '\(list)' is an object, not \(value.kindName)", hint: nil)
    }
    for (key, value) in zip(members.keys, members.values) {
      if templates.items.isNamed, key == ItemsDefinition.templateKey { continue }
      let name = "\(item).\(key)"
      if let inner = template.innerTemplates(ExactText(key)) {
        try check(value, ofItemsOf: inner, name)
        continue
      }
      guard let column = template.columns[ExactText(key)] else {
        throw Self.missing(key, in: item, of: template, among: templates)
      }
      let row = template.rows[column]
      if let formula = row.calculated {
        throw Reason(
          kind: .noEdits, tag: name, message: "'\(name)' is calculated: \(formula)",
          hint: "set what the formula reads")
      }
      _ = try Self.converted(value, to: row.type.valueKind, name, in: topology)
    }
  }

  /// Checks the items of a list in a new item.
  private func check(
    _ value: Value, ofItemsOf templates: ItemTemplates, _ name: String
  ) throws(Reason) {
    switch value {
    case .null: break
    case .array(let values):
      for (position, value) in values.enumerated() {
        try check(value, of: templates, "\(name)[\(position)]")
      }
      if let maximum = templates.items.maximum?.fixed, values.count > maximum {
        throw tooManyItems(in: name, maximum)
      }
    default:
      throw Reason(
        kind: .wrongType, tag: name,
        message: "'\(name)' holds a list of items, not \(value.kindName)", hint: nil)
    }
  }

  /// The reasons why the edits give lists too many or too few items.
  ///
  /// Called once, after settling: the bounds that count are those after the edits. A list that
  /// comes to be outside its bounds because of another value stays as it is, and is invalid. A list
  /// that is already outside its bounds may come nearer to them. A new list and a list that was
  /// reset may have as many items as they start with.
  ///
  /// - Parameters:
  ///   - edited: The lists whose items were edited.
  ///   - restarted: The lists that were reset to their first items.
  /// - Returns: A reason for each list.
  func boundReasons(
    _ edited: IDSet<SectionIndex>, _ restarted: IDSet<SectionIndex>
  ) -> [Reason] {
    edited.compactMap { section in
      guard outline.sections.contains(section), case let record = topology.section(section),
        record.hasBounds
      else { return nil }
      let count = outline.items.count(of: record.itemList)
      let before = countBefore(section)
      let isRestarted = restarted.contains(section)
      let start = isRestarted || before == nil ? topology.firstItems(of: section).count : nil
      guard count != start else { return nil }
      let bounds = state.bounds(of: record)
      if let maximum = bounds.maximum, count > max(maximum, before ?? 0) {
        let standard = StandardMessage(.maxItems, [.maximum: .int(Int64(maximum))])
        return tooManyItems(in: name(of: section), maximum).shown(
          state.error(standard, of: record, count: count, in: topology).message)
      }
      if let minimum = bounds.minimum, let before, count < min(minimum, before) {
        let tag = name(of: section)
        return Reason(
          kind: .notAllowed, tag: tag,
          message: "'\(tag)' needs at least \(counted(minimum, "item"))", hint: nil
        ).shown(
          state.error(
            StandardMessage(.minItems, [.minimum: .int(Int64(minimum))]), of: record,
            count: count, in: topology
          ).message)
      }
      return nil
    }
  }

  func tooManyItems(in list: String, _ maximum: Int) -> Reason {
    Reason(
      kind: .notAllowed, tag: list,
      message: "'\(list)' takes at most \(counted(maximum, "item"))", hint: nil)
  }

  /// The number of items of a section before the transaction; nil if the section is new, or if the
  /// transaction has not changed the shape.
  func countBefore(_ section: SectionIndex) -> Int? {
    guard !journal.reshaped.insertedSections.contains(section) else { return nil }
    return journal.outline?.outline.items.count(of: topology.section(section).itemList)
  }
}
