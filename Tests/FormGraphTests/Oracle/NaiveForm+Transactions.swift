// Transactions of the naive form, and taking them back: a step is the shape before it and what was
// stored in the rows it wrote.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// What a step of history puts back.
  struct Step: Equatable {
    let shape: Shape
    let stored: [Int: Kept]
  }

  /// Why an edit must be refused.
  struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Applies edits and settles.
  ///
  /// - Throws: That the edits must be refused; the form is of no use then. Whether its texts can be
  ///   read and do not depend on one another, a compiler has to say.
  mutating func commit(_ edits: [OracleEdit], as editor: Editor = .host) throws {
    begin()
    hasEditedValues = false
    // What is collapsed already is not edited.
    hasEditedShape = edits.contains { edit in
      if case .shape(.setCollapsed) = edit { false } else { edit.isOfShape }
    }
    refusedMove = nil
    let before = self
    /// The form as the user sees it at an edit: after the actions of the edits before.
    var seen = before
    var rows: [(row: Row, seen: NaiveForm)] = []
    var taps: [(row: Row, options: [Value], seen: NaiveForm)] = []
    let hasTriggers = hasTriggers
    /// The rows whose actions run after the form has been compiled again.
    var deferred: [(row: Int, old: Value)] = []
    func old(_ name: String) -> (row: Int, old: Value)? {
      guard let row = row(called: name), row.definition.hasTriggers else { return nil }
      return (row.id, stored[row.id] ?? .null)
    }
    var isRedefined = false
    for edit in edits {
      var fired: (row: Int, old: Value)?
      if hasTriggers {
        switch edit {
        case .select(let name, _), .set(let name, _): fired = old(name)
        case .shape(let edit): isRedefined = isRedefined || !edit.isForUsers
        default: break
        }
      }
      switch edit {
      case .select(let name, let option):
        let (row, options) = try select(option, of: name, seen)
        taps.append((row, options, seen))
      case .set(let name, let value):
        try set(name, to: value, as: editor)
        rows += row(called: name).map { [($0, seen)] } ?? []
      case .reset(let name):
        try reset(name)
        rows += row(called: name).map { [($0, seen)] } ?? []
      case .setNow(let now):
        guard editor == .host || now == self.now else { throw Refusal("a user sets no time") }
        self.now = now
      case .table(let name, let table):
        guard editor == .host else { throw Refusal("a user replaces no table") }
        guard tables[name] != nil else { throw Refusal("no table '\(name)'") }
        tables[name] = table
      case .move: break
      case .shape(let edit): try apply(edit)
      }
      guard let fired else { continue }
      if isRedefined {
        deferred.append(fired)
      } else {
        runActions(of: fired.row, unlessStill: fired.old)
        seen = self
      }
    }
    if answers == .nested { try checkNames() }
    let edited = shape
    // Not the literal `nil`, which would be a value.
    let given = rows.map { starting.contains($0.row.id) ? Value?.none : stored[$0.row.id] ?? .null }
    settle()
    for fired in deferred { runActions(of: fired.row, unlessStill: fired.old) }
    if let overfull { throw overfull }
    try checkCounts(of: edited, before.shape)
    for tap in taps {
      for option in tap.options
      where tap.seen.isOutOfReach(tap.row, option: option) && isOutOfReach(tap.row, option: option)
        // An item that a formula has taken away is no reason.
        && shape.sections.contains(where: { $0.allRows.contains(tap.row) })
      {
        throw Refusal("an option of '\(tap.row.definition.tag ?? "")' cannot be tapped")
      }
    }
    if editor == .user {
      for (edit, given) in zip(rows, given) {
        try checkReach(of: edit.row, given, before, seen: edit.seen)
      }
    }
    for case .move(let isForward) in edits { move(forward: isForward) }
    keepPageInSight()
    step = Step(shape: before.shape, stored: touched)
  }

  // MARK: - What a user cannot reach

  /// A row that is hidden or disabled before and after keeps its value, and no option is chosen or
  /// given up that cannot be tapped; of a row that is reset its default says what it is given.
  private func checkReach(
    of row: Row, _ given: Value?, _ before: NaiveForm, seen: NaiveForm
  ) throws {
    let old = before.stored[row.id] ?? .null
    let value = given ?? stored[row.id] ?? .null
    if seen.isOutOfReach(row), isOutOfReach(row), value != old, !value.equals(old) {
      throw Refusal("a user does not reach '\(row.definition.tag ?? "")'")
    }
    guard let given, let options = allOptions(of: row)?.map(\.option) else { return }
    func members(_ value: Value) -> [Value] {
      if case .array(let members) = value { members } else { value == .null ? [] : [value] }
    }
    func isAmong(_ value: Value, _ values: [Value]) -> Bool { values.contains { $0.equals(value) } }
    let (oldMembers, newMembers) = (members(old), members(given))
    let isReplaced = row.definition.type.valueKind == .choice && !newMembers.isEmpty
    let lost = oldMembers.filter {
      !isReplaced && !isAmong($0, newMembers) && isAmong($0, before.facts.options[row.id] ?? [])
    }
    for option in lost + newMembers.filter({ !isAmong($0, oldMembers) })
    where isAmong(option, options.map(\.value)) {
      if seen.isOutOfReach(row, option: option), isOutOfReach(row, option: option) {
        throw Refusal("a user does not reach an option of '\(row.definition.tag ?? "")'")
      }
    }
  }

  private func isOutOfReach(_ row: Row, option: Value? = nil) -> Bool {
    if facts.hidden[row.id] == true || facts.disabled[row.id] == true { return true }
    guard let option else { return false }
    func isAmong(_ values: [Value]?) -> Bool { values?.contains { $0.equals(option) } ?? false }
    if isOtherText(option, row) { return false }
    return !isAmong(facts.options[row.id]) || isAmong(facts.disabledOptions[row.id])
  }

  /// Whether the last transaction changed what history gives back.
  var hasChangedSources: Bool {
    guard let step else { return false }
    if hasEditedShape, step.shape != shape { return true }
    guard hasEditedValues else { return false }
    // The values that new rows start with are no edits.
    let wasInForm = Set(step.shape.keptRows.map(\.id))
    return step.stored.contains { row, kept in
      wasInForm.contains(row)
        && (stored[row] != kept.value || edited.contains(row) != kept.isEdited)
    }
  }

  /// Whether a formula has changed the number of items, and no edit that history gives back was the
  /// reason.
  var hasCountedOutside: Bool {
    guard let step else { return false }
    return step.shape != shape && !hasEditedShape && !hasChangedSources
  }

  /// Keeps the last transaction as a step of history.
  mutating func record() {
    guard let step else { return }
    past.append(step)
    future = []
  }

  /// Makes the last transaction one with the step before it.
  mutating func merge() {
    guard let step, let older = past.popLast() else { return }
    past.append(
      Step(shape: older.shape, stored: older.stored.merging(step.stored) { old, _ in old }))
  }

  mutating func undo() {
    guard let step = past.popLast() else { return }
    future.append(putBack(step))
  }

  mutating func redo() {
    guard let step = future.popLast() else { return }
    past.append(putBack(step))
  }

  private mutating func putBack(_ step: Step) -> Step {
    begin()
    isReverting = true
    refusedMove = nil
    let present = shape
    let calculated = Set(present.calculated.map(\.id))
    shape = step.shape
    for row in shape.calculated where !calculated.contains(row.id) {
      touch(row.id)
    }
    let isCalculated = Set(shape.calculated.map(\.id))
    let isInForm = Set(shape.keptRows.map(\.id))
    for (row, kept) in step.stored where isInForm.contains(row) && !isCalculated.contains(row) {
      touch(row)
      stored[row] = kept.value
      if kept.isStarting { starting.insert(row) } else { starting.remove(row) }
      if kept.isEdited { edited.insert(row) } else { edited.remove(row) }
    }
    settle()
    return Step(shape: present, stored: touched)
  }

  // MARK: - Values

  private mutating func set(_ name: String, to value: Value, as editor: Editor) throws {
    if let input = inputDefinitions.first(where: { $0.name == name }) {
      guard let converted = input.type.valueKind.converted(value) else {
        throw Refusal("the value is of another type")
      }
      guard editor == .host || converted == inputs[name] else {
        throw Refusal("a user sets no input")
      }
      inputs[name] = converted
      return
    }
    guard let row = row(called: name) else { throw Refusal("no row '\(name)'") }
    guard row.definition.calculated == nil, row.definition.type.valueKind != .none else {
      throw Refusal("'\(name)' takes no values")
    }
    guard var converted = row.definition.kept(value) else {
      throw Refusal("the value is of another type")
    }
    if row.definition.options?.table != nil { converted = spelledAsOptions(converted, row) }
    if editor == .user, converted == "", row.definition.type.valueKind == .text,
      !row.definition.keepsEmpty, stored[row.id] != ""
    {
      converted = .null
    }
    give(converted, to: row)
  }

  /// Gives a row a value.
  mutating func give(_ value: Value, to row: Row) {
    starting.remove(row.id)
    editedNow.insert(row.id)
    if stored[row.id] != value { hasEditedValues = true }
    store(value, of: row.id)
  }

  /// Taps an option; gives the row with the options that must not be out of reach: the option, and
  /// what it excludes and is not hidden.
  private mutating func select(
    _ option: Value, of name: String, _ before: NaiveForm
  ) throws -> (row: Row, options: [Value]) {
    guard let row = row(called: name) else { throw Refusal("no row '\(name)'") }
    let definition = row.definition
    guard let options = allOptions(of: row)?.map(\.option), definition.type.hasOptions,
      definition.calculated == nil
    else { throw Refusal("'\(name)' takes no taps") }
    // The edits before may have brought the item; whether it is in reach is asked at the end.
    guard hasOption(option, row) || isOtherText(option, row) || definition.options?.list != nil
    else {
      throw Refusal("no such option")
    }
    let old = stored[row.id] ?? .null
    let value: Value
    var lost: [Value] = []
    if definition.type.valueKind == .choices {
      let members = if case .array(let members) = old { members } else { [Value]() }
      if members.contains(where: { $0.equals(option) }) {
        value = .array(members.filter { !$0.equals(option) })
      } else {
        func isExclusive(_ value: Value) -> Bool {
          options.contains { $0.isExclusive && $0.value.equals(value) }
        }
        lost = members.filter { isExclusive(option) || isExclusive($0) }
        value = .array(members.filter { !lost.contains($0) } + [option])
      }
    } else {
      let isFree = shape.sections.contains { $0.isSelectable && $0.rows[0].id == row.id }
      value = old.equals(option) && isFree ? .null : old.equals(option) ? old : option
    }
    let kept = definition.kept(value) ?? .null
    starting.remove(row.id)
    editedNow.insert(row.id)
    if stored[row.id] != kept { hasEditedValues = true }
    store(kept, of: row.id)
    return (
      row,
      [option]
        + lost.filter { lost in
          before.facts.options[row.id]?.contains { $0.equals(lost) } ?? false
        }
    )
  }

  private mutating func reset(_ name: String) throws {
    guard let row = row(called: name) else { throw Refusal("no row '\(name)'") }
    guard row.definition.calculated == nil, row.definition.type.valueKind != .none else {
      throw Refusal("'\(name)' takes no values")
    }
    restart(row)
  }

  /// Gives a row what it starts with.
  mutating func restart(_ row: Row) {
    guard let value = row.fixedStart else {
      starting.insert(row.id)
      editedNow.remove(row.id)
      hasEditedValues = true
      return
    }
    give(value, to: row)
  }

  /// The row of a tag or at an address, `people[2].age`.
  private func row(called name: String) -> Row? {
    let names = shape.names()
    return shape.sections.lazy.flatMap(\.allRows).first { names[$0.id] == name }
  }

  /// How many items there may be is asked once, of the lists that the edits have left, by the
  /// bounds that hold afterwards.
  private func checkCounts(of edited: Shape, _ before: Shape) throws {
    for section in edited.sections where !section.isCounted && shape.section(section.id) != nil {
      let bounds = facts.itemBounds[section.id] ?? ItemBounds()
      let count = section.items.count
      let old = before.sections.first { $0.id == section.id }
      if old == nil, count == section.startCount { continue }
      if let maximum = bounds.maximum, count > maximum, count > old?.items.count ?? 0 {
        throw Refusal("too many items")
      }
      if let minimum = bounds.minimum, let old, count < minimum, count < old.items.count {
        throw Refusal("too few items")
      }
    }
  }
}

extension MatrixDefinition {
  /// Whether a row has the options of the matrix.
  func gave(_ row: RowDefinition) -> Bool {
    row.options == options
  }
}

extension NaiveForm.Shape {
  /// The calculated rows.
  var calculated: [NaiveForm.Row] {
    sections.flatMap(\.allRows).filter { $0.definition.calculated != nil }
  }

  /// The form as it could be compiled, without items.
  func definition(like form: NaiveForm) -> FormDefinition {
    var definition = FormDefinition(inputs: form.inputDefinitions, answers: form.answers)
    definition.whenHidden = form.hiddenValues
    definition.readOnly = readOnly
    definition.texts = form.formTexts
    definition.languages = form.languages
    definition.messages = form.messages
    definition.tables = form.tables.sorted { $0.key < $1.key }.map { TableDefinition($0, $1) }
    // The live form keeps pages whose sections have gone, and reads their texts alone.
    let tags = Set(sections.filter { $0.parent == nil }.compactMap(\.definition.tag))
    let emptied = "emptied"
    definition.pages = form.pages.enumerated().map { index, page in
      var page = page
      page.sections.removeAll { !tags.contains($0) }
      if page.sections.isEmpty {
        page.sections = ["\(emptied)\(index)"]
        page.hidden = nil
      }
      return page
    }
    func written(_ section: NaiveForm.Section) -> SectionDefinition {
      var header = section.definition
      if case .selectable(var selection) = header.kind {
        selection.choice = section.rows[0].definition
        selection.choice.tag = nil
        header.kind = .selectable(selection)
      } else {
        header.rows = section.rows.map(\.definition)
        if let matrix = section.matrix {
          for index in header.rows.indices where matrix.gave(header.rows[index]) {
            header.rows[index].options = nil
          }
        }
      }
      if case .multivalued(var items) = header.kind {
        items.value = []
        header.kind = .multivalued(items)
      }
      header.sections = sections.filter { $0.parent == section.id && $0.item == nil }.map(written)
      return header
    }
    definition.sections = sections.filter { $0.parent == nil }.map(written)
    for tag in definition.pages.flatMap(\.sections) where tag.hasPrefix(emptied) {
      definition.sections.append(SectionDefinition(tag: tag))
    }
    return definition
  }
}
