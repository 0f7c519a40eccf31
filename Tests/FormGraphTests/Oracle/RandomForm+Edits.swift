// Random edits of a form as it stands. Some must be refused: what others read goes, a tag is taken,
// a position is none, a condition closes a cycle.

import Foundation
import Predicate

@testable import FormGraph

extension RandomForm {
  /// The edits of one transaction.
  mutating func edits(of form: NaiveForm) -> [OracleEdit] {
    learn(form, below: nil)
    if chance(3) {
      return [.setNow(Date(timeIntervalSinceReferenceDate: Double(number(in: 0...4))))]
    }
    if hasTable, chance(8) {
      let edit = OracleEdit.table("t", table())
      return chance(60) ? [edit] : [edit, valueEdit(of: form)]
    }
    if !form.pages.isEmpty, chance(50) {
      let move = OracleEdit.move(forward: chance(70))
      return chance(70) ? [move] : [valueEdit(of: form), move]
    }
    let isOfShape = chance(45)
    var edits: [OracleEdit] = []
    for _ in 0...(chance(70) ? 0 : number(in: 1...2)) {
      if isOfShape, chance(75), let edit = shapeEdit(of: form) {
        edits.append(.shape(edit))
      } else {
        edits.append((isOfShape || chance(85) ? nil : tap(form)) ?? valueEdit(of: form))
      }
    }
    return edits
  }

  /// A value for a row that takes edits, or for the input.
  mutating func valueEdit(of form: NaiveForm) -> OracleEdit {
    let called = form.shape.names()
    let rows = form.shape.sections.flatMap(\.allRows).filter(\.definition.takesValues)
    // Draws no number where no list is counted.
    let counts = form.shape.sections.compactMap { $0.template?.countFormula }
    if !counts.isEmpty, chance(35) {
      let read = rows.filter { row in
        row.definition.tag.map { tag in counts.contains { $0.contains("$\(tag)") } } ?? false
      }
      guard !read.isEmpty, chance(80), case let row = pick(read), let name = called[row.id] else {
        return .set("i0", .int(Int64(number(in: 0...3))))
      }
      return .set(name, value(of: row.definition.type))
    }
    let names = rows.compactMap { row in called[row.id].map { ($0, row.definition.type) } }
    guard !names.isEmpty, chance(88) else {
      return reach == .all && chance(40)
        ? .set("language", pick(["en", "de", "de-CH", "fr", .null]))
        : .set("i0", .int(Int64(number(in: 0...3))))
    }
    let (name, type) = pick(names)
    if chance(10) { return .reset(name) }
    return .set(name, value(of: type))
  }

  /// A tap on an option.
  private mutating func tap(_ form: NaiveForm) -> OracleEdit? {
    let rows = form.shape.sections.flatMap(\.rows).filter {
      let row = $0.definition
      return row.type.hasOptions && row.tag != nil && (row.takesValues || chance(5))
    }
    guard !rows.isEmpty else { return nil }
    let picked = pick(rows)
    let row = picked.definition
    let options = (form.allOptions(of: picked) ?? []).map(\.option.value)
    let others: [Value] = row.allowsOther || chance(5) ? ["own", " "] : []
    return (options + others).isEmpty
      ? nil
      : .select(form.shape.names()[picked.id] ?? "", pick(options + options + others))
  }

  // MARK: - Shape

  /// Takes for readable what a form has; with a number, mostly what has a smaller one.
  mutating func learn(_ form: NaiveForm, below number: Int?) {
    readable = []
    let sections = form.shape.sections.filter { $0.item == nil }
    submitTags = sections.flatMap(\.rows).filter(\.definition.submits)
      .compactMap(\.definition.tag)
    let isBounded = chance(85)
    func isKnown(_ tag: String) -> Bool {
      guard isBounded, let number else { return true }
      return Int(tag.dropFirst()).map { $0 < number } ?? true
    }
    for section in sections {
      for row in section.rows {
        let kind = row.definition.type.valueKind
        // Only the texts of `timeSection` read times.
        if let tag = row.definition.tag, kind != .none, kind != .time, isKnown(tag) {
          readable.append(.row(tag, row.definition.type))
        }
      }
      if let items = section.template, let tag = section.definition.tag, isKnown(tag) {
        readable.append(.items(ReadableList(items, tag: tag)))
      } else if let tag = section.definition.tag, isKnown(tag) {
        readable.append(.section(tag))
      }
    }
  }

  private mutating func shapeEdit(of form: NaiveForm) -> ShapeEdit? {
    let names = form.shape.names()
    let rest = form.shape.sections.filter { $0.item == nil }
    let rows = rest.filter { !$0.isSelectable || chance(15) }.flatMap(\.rows)
      .compactMap(\.definition.tag)
    var sections = rest.compactMap(\.definition.tag)
    var plain = rest.filter {
      $0.template == nil && (!$0.isSelectable || chance(5))
    }.compactMap(\.definition.tag)
    let lists = form.shape.sections.filter { $0.template != nil }
    if !lists.isEmpty, chance(35) {
      let list = pick(lists)
      return itemEdit(list, .tag(names[list.id] ?? ""))
    }
    let inItems = form.shape.sections.filter { $0.item != nil }.compactMap { names[$0.id] }
    if !inItems.isEmpty {
      if chance(8) { return .setCollapsed(.tag(pick(inItems)), chance(50)) }
      // Now and then what no edit of the shape can name.
      if chance(4) { sections = inItems }
      if chance(4) { plain = inItems }
    }
    if !rows.isEmpty, chance(30) { return assignment(form, pick(rows), sections) }
    let position = rowPosition(form, rows, plain)
    let sectionPosition = self.sectionPosition(sections)
    switch number(in: 0...13) {
    case 0, 1, 2: return position.map { .insertRows(newRows(), $0) }
    case 3, 4:
      return rows.isEmpty ? nil : .removeRows(rows.filter { _ in chance(20) }.map(RowName.tag))
    case 5, 6: return rows.isEmpty ? nil : position.map { .moveRow(.tag(pick(rows)), $0) }
    case 7: return rows.isEmpty ? nil : .swapRows(.tag(pick(rows)), .tag(pick(rows)))
    case 8:
      guard !plain.isEmpty else { return nil }
      let start = number(in: 0...3)
      return .replaceRows(
        start..<(start + number(in: 0...2)), .tag(pick(plain)), membership(), newRows())
    case 9: return .insertSections([section()], sectionPosition)
    case 10:
      return sections.isEmpty ? nil : .removeSections([.tag(pick(sections))])
    case 11, 12: return sections.isEmpty ? nil : .moveSection(.tag(pick(sections)), sectionPosition)
    default:
      return sections.isEmpty ? nil : .swapSections(.tag(pick(sections)), .tag(pick(sections)))
    }
  }

  private mutating func membership() -> Membership { chance(50) ? .all : .visible }

  private mutating func newRows() -> [RowDefinition] {
    (0...number(in: 0...1)).map { _ in
      var row = row()
      // A row for a matrix.
      if chance(5), row.type.hasOptions {
        row.options = nil
        row.optionsFilter = nil
        row.whenOptionHidden = .keep
        row.allowsOther = false
      }
      // Now and then one that is there.
      if chance(4), case .row(let tag, _)? = readable.first { row.tag = tag }
      return row
    }
  }

  private mutating func rowPosition(
    _ form: NaiveForm, _ rows: [String], _ plain: [String]
  ) -> RowPosition? {
    if !rows.isEmpty, chance(40) {
      return chance(50) ? .before(pick(rows)) : .after(pick(rows))
    }
    guard !plain.isEmpty else { return nil }
    if chance(3), let items = form.shape.sections.first(where: { $0.template != nil }) {
      return .end(of: items.definition.tag ?? "")
    }
    let section = SectionName.tag(pick(plain))
    return chance(25)
      ? .end(of: section) : .at(number(in: 0...4), in: section, among: membership())
  }

  private mutating func sectionPosition(_ sections: [String]) -> SectionPosition {
    if !sections.isEmpty, chance(50) {
      return chance(50) ? .before(pick(sections)) : .after(pick(sections))
    }
    if !sections.isEmpty, chance(25) { return .end(of: pick(sections)) }
    return chance(25) ? .end : .at(number(in: 0...4), among: membership())
  }

  private mutating func itemEdit(
    _ section: NaiveForm.Section, _ name: SectionName
  ) -> ShapeEdit {
    let count = section.items.count
    guard let items = section.template else { return .removeItem(name, 0) }
    switch number(in: 0...9) {
    case 0...4:
      return .insertItem(name, number(in: 0...count), chance(20) ? .null : newItem(of: items))
    case 5, 6: return .removeItem(name, number(in: 0...max(0, count - (chance(90) ? 1 : 0))))
    default:
      return .moveItem(
        name, number(in: 0...max(0, count - 1)),
        number(in: 0...max(0, count - (chance(95) ? 1 : 0))))
    }
  }

  private mutating func newItem(of items: ItemsDefinition) -> Value {
    let hasLists = !ReadableList(items, tag: "").lists.isEmpty
    return item(of: items, isRight: !hasLists || chance(90))
  }

  private mutating func assignment(
    _ form: NaiveForm, _ tag: String, _ sections: [String]
  ) -> ShapeEdit {
    learn(form, below: Int(tag.dropFirst()))
    let row = form.shape.sections.filter { $0.item == nil }.flatMap(\.rows)
      .first { $0.definition.tag == tag }?.definition
    let condition = chance(25) ? nil : self.condition()
    switch number(in: 0...11) {
    case 0...2: return .setCondition(pick([.hidden, .hidden, .disabled]), .tag(tag), condition)
    case 3: return .setCondition(pick([.required, .valid]), .tag(tag), condition)
    case 4, 5:
      if !sections.isEmpty, chance(25) { return .setCollapsed(.tag(pick(sections)), chance(50)) }
      learn(form, below: nil)
      let condition = chance(25) ? nil : self.condition()
      return .setSectionCondition(
        pick([.hidden, .hidden, .disabled]), .tag(sections.isEmpty ? "" : pick(sections)), condition
      )
    case 6: return .setReadOnly(condition)
    case 7:
      let rules = row.map { self.rules(of: $0) } ?? []
      return chance(70) ? .setRules(.tag(tag), rules) : .addRules(.tag(tag), rules)
    case 8:
      let rows = form.shape.sections.filter { $0.item == nil }.flatMap(\.rows).map(\.definition)
      let choices = rows.filter { $0.type.hasOptions }.compactMap(\.tag)
      guard !choices.isEmpty else { fallthrough }
      let choice = pick(choices)
      let isOfTexts = rows.first { $0.tag == choice }?.allowsOther == true
      return .setOptions(
        .tag(choice), chance(10) ? nil : isOfTexts && chance(95) ? textOptions() : options())
    default:
      return .setFormula(.tag(tag), row?.calculated != nil && chance(60) ? nil : number())
    }
  }
}

extension RowDefinition {
  /// Whether an edit can give it a value.
  fileprivate var takesValues: Bool { calculated == nil && type.valueKind != .none }
}
