// Inserting, removing and moving items, within what their section allows and with values that fit
// its template.

import Predicate

extension Engine {
  mutating func insertItem(
    _ value: Value, in section: SectionID, at position: Int, as editor: Editor
  ) throws(Reason) {
    let (tag, template) = try items(of: section, allowing: .insert)
    let count = outline.items.count(of: topology.section(section).itemList)
    guard (0...count).contains(position) else { throw outOfRange(tag, position, "item", count) }
    try check(value, of: template, tag, position)
    try checkRoom(for: 1, in: section)
    insertItem(value.isNull ? Value?.none : value, to: section, at: position, as: editor)
  }

  /// Refuses `count` more items if their rows exceed the limit.
  ///
  /// Called before any of the items is made, because one item may have many rows.
  func checkRoom(for count: Int, in section: SectionID) throws(Reason) {
    let size = topology.section(section).template?.value.rows.count ?? 0
    let (rows, overflow) = size.multipliedReportingOverflow(by: count)
    guard !overflow, rows <= topology.limits.rows - topology.rows.count else { throw tooManyRows }
  }

  /// Inserts an item.
  ///
  /// Without a value, the template gives its values.
  ///
  /// `isStart` says that the item is one that the section's definition starts with.
  mutating func insertItem(
    _ value: Value?, to section: SectionID, at position: Int, as editor: Editor = .host,
    isStart: Bool = false
  ) {
    guard
      let item = graph.addItem(to: section, at: position, start: isStart ? value : nil)
    else { return }
    for row in topology.rows(of: item) { noteInserted(row) }
    if let value { fill(item, with: value, as: editor) }
    countItems(of: section)
    journal.reshaped.itemSections.insert(section)
  }

  mutating func removeItem(
    at position: Int, of section: SectionID, as editor: Editor
  ) throws(Reason) {
    let (tag, _) = try items(of: section, allowing: .delete)
    let item = try item(at: position, of: section)
    // Whether the whole list is disabled is checked after settling, as for every edit of the list.
    if editor == .user, isDisabledByItself(item) {
      throw Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)[\(position)]' is disabled", hint: nil)
    }
    removeItem(item, of: section)
  }

  /// Whether an item is disabled by conditions of its own rows: all of its rows that hold a value
  /// are disabled.
  func isDisabledByItself(_ item: ItemID) -> Bool {
    let rows = topology.rows(of: item).filter { topology.rows[$0.index].kind != .none }
    return !rows.isEmpty && rows.allSatisfy { state.attributes.isSet(.disabled, $0) }
  }

  mutating func removeItem(_ item: ItemID, of section: SectionID) {
    for row in topology.rows(of: item) {
      if isCountedInvalid(row) { addInvalid(-1, in: section) }
      noteRemoved(row)
    }
    graph.removeItem(item)
    countItems(of: section)
    journal.reshaped.itemSections.insert(section)
  }

  mutating func moveItem(
    of section: SectionID, from position: Int, to other: Int
  ) throws(Reason) {
    let (tag, template) = try items(of: section, allowing: .reorder)
    let record = topology.section(section)
    let item = try item(at: position, of: section)
    let count = outline.items.count(of: record.itemList)
    guard (0..<count).contains(other) else { throw outOfRange(tag, other, "item", count) }
    guard position != other else { return }
    let rows = topology.rows(of: item)
    for row in rows { graph.outline.rows.remove(row) }
    graph.outline.items.remove(item)
    graph.outline.items.insert(item, at: other, in: record.itemList, isVisible: true)
    for (column, row) in rows.enumerated() {
      insert(row, in: section, at: other * template.rows.count + column)
      if !journal.reshaped.inserted.contains(row) { journal.reshaped.moved.insert(row) }
    }
    graph.itemsChanged(in: section)
    journal.reshaped.itemSections.insert(section)
  }

  private func items(
    of section: SectionID, allowing edit: ItemEdits
  ) throws(Reason) -> (tag: String, template: ItemTemplate) {
    let tag = topology.tag(of: .section(section)) ?? "the section"
    guard let template = topology.section(section).template?.value else {
      throw Reason(kind: .noItems, tag: tag, message: "'\(tag)' has no items", hint: nil)
    }
    guard template.items.allows.contains(edit) else {
      let word = edit == .insert ? "inserted" : edit == .delete ? "deleted" : "moved"
      throw Reason(
        kind: .notAllowed, tag: tag, message: "items of '\(tag)' cannot be \(word)",
        hint: "the form says so with 'allows'")
    }
    return (tag, template)
  }

  /// Checks that the value of a new item fits the template.
  private func check(
    _ value: Value, of template: ItemTemplate, _ tag: String, _ position: Int
  ) throws(Reason) {
    guard !value.isNull else { return }
    if template.isPlain, let row = template.rows.first {
      _ = try Self.converted(value, to: row.type.valueKind, "\(tag)[\(position)]", in: topology)
      return
    }
    guard case .dictionary(let members) = value else {
      throw Reason(
        kind: .wrongType, tag: tag,
        message: "an item of '\(tag)' is an object, not \(value.kindName)", hint: nil)
    }
    for (key, value) in zip(members.keys, members.values) {
      let name = "\(tag)[\(position)].\(key)"
      guard let column = template.columns[ExactText(key)] else {
        let tags = template.rows.compactMap { $0.tag }
        throw Reason(
          kind: .unknown, tag: name, message: "the items of '\(tag)' have no '\(key)'",
          hint: Spelling.nearest(to: key, among: tags).map { "did you mean \($0)?" })
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

  /// The reasons why sections have too many or too few items.
  ///
  /// Called once, after all edits.
  ///
  /// A section that was reset to its first items may have any number of them, as long as no later
  /// edit changes their number.
  func countReasons(_ restarted: IDSet<SectionID>) -> [Reason] {
    journal.reshaped.itemSections.compactMap { section in
      guard outline.sections.contains(section),
        let items = topology.section(section).template?.value.items
      else { return nil }
      let list = topology.section(section).itemList
      let tag = topology.tag(of: .section(section)) ?? "the section"
      let count = outline.items.count(of: list)
      if restarted.contains(section), count == items.value.count { return nil }
      // A section that is already outside its bounds may come nearer to them.
      let before = countBefore(section) ?? count
      if let maximum = items.maximum, count > maximum, count > before || isNew(section) {
        return Reason(
          kind: .notAllowed, tag: tag,
          message: "'\(tag)' takes at most \(counted(maximum, "item"))",
          hint: nil)
      }
      if let minimum = items.minimum, count < minimum, count < before {
        return Reason(
          kind: .notAllowed, tag: tag,
          message: "'\(tag)' needs at least \(counted(minimum, "item"))",
          hint: nil)
      }
      return nil
    }
  }

  /// The number of items of a section before the transaction; nil if the section is new, or if the
  /// transaction has not changed the shape.
  func countBefore(_ section: SectionID) -> Int? {
    guard !isNew(section) else { return nil }
    return journal.outline?.value.items.count(of: topology.section(section).itemList)
  }

  private func isNew(_ section: SectionID) -> Bool {
    journal.reshaped.insertedSections.contains(section)
  }
}
