// The oracle: a form that knows no graph. After every transaction it computes everything from the
// texts of the definition, again and again until nothing changes any more. It shares with the
// engine only the evaluator of single texts.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

/// A form without a graph.
struct NaiveForm {
  /// A row under a name of its own for life.
  struct Row: Equatable {
    let id: Int
    var definition: RowDefinition
    /// What the list of its section says of it at the start.
    var start: Value?
  }

  struct Item: Equatable {
    let id: Int
    /// The name of its template, in a list with several.
    var template: String?
    /// Its rows; empty if it has sections.
    var rows: [Row] = []
    /// Its sections, each before those inside it; the first one has its own rows.
    var sections: [Int] = []
  }

  struct Section: Equatable {
    let id: Int
    /// Without rows, items and the sections inside.
    var definition: SectionDefinition
    /// The section around it.
    var parent: Int?
    /// The item that it is part of.
    var item: Int?
    var rows: [Row] = []
    var items: [Item] = []
    /// How many items it starts with.
    var startCount = 0
    /// Of a list whose items are counted, those that went; the last one comes back first.
    var parked: [ParkedItem] = []

    var matrix: MatrixDefinition? {
      if case .matrix(let matrix) = definition.kind { return matrix }
      return nil
    }

    var template: ItemsDefinition? {
      if case .multivalued(let items) = definition.kind { return items }
      return nil
    }

    /// Whether options are chosen from it, by the one row it has.
    var isSelectable: Bool {
      if case .selectable = definition.kind { return true }
      return false
    }

    var isPlain: Bool {
      if case .item? = template?.template { return true }
      return false
    }

    /// Its rows or, of a section with items, those of all items that have no sections.
    var allRows: [Row] { template == nil ? rows : items.flatMap(\.rows) }
  }

  struct Shape: Equatable {
    /// Each before those inside it.
    var sections: [Section] = []
    var readOnly: ConditionDefinition?

    /// A section and those around it, from inside to outside.
    func around(_ section: Section) -> [Section] {
      guard let parent = section.parent, let outer = sections.first(where: { $0.id == parent })
      else { return [section] }
      return [section] + around(outer)
    }

    /// A section and those inside it, also those of items.
    func inside(_ section: Section) -> [Section] {
      guard let first = sections.firstIndex(where: { $0.id == section.id }) else { return [] }
      var known: Set = [section.id]
      return [section]
        + sections[(first + 1)...].prefix { section in
          guard let parent = section.parent, known.contains(parent) else { return false }
          known.insert(section.id)
          return true
        }
    }

    func section(_ id: Int) -> Section? { sections.first { $0.id == id } }

    /// The sections of an item, each before those inside it.
    func sections(of item: Item) -> [Section] { item.sections.compactMap(section) }

    /// The rows of an item in the order of the template, without those of lists in it.
    func rows(of item: Item) -> [Row] {
      item.sections.isEmpty ? item.rows : sections(of: item).flatMap(\.rows)
    }

    /// The lists in an item.
    func lists(of item: Item) -> [Section] { sections(of: item).filter { $0.template != nil } }

    /// What sections and rows are called: by tags or by addresses, such as `visits[1].drugs`.
    func names() -> [Int: String] {
      var names: [Int: String] = [:]
      var items: [Int: String] = [:]
      for section in sections {
        let item = section.item.flatMap { items[$0] }
        func name(_ tag: String?, in item: String?) -> String? {
          tag.map { tag in item.map { "\($0).\(tag)" } ?? tag }
        }
        let isBody = section.item != nil && section.definition.tag == nil
        names[section.id] = isBody ? item : name(section.definition.tag, in: item)
        for row in section.rows { names[row.id] = name(row.definition.tag, in: item) ?? item }
        for (position, item) in section.items.enumerated() {
          let address = "\(names[section.id] ?? "")[\(position)]"
          items[item.id] = address
          for row in item.rows { names[row.id] = name(row.definition.tag, in: address) ?? address }
        }
      }
      return names
    }
  }

  /// What follows from what is stored.
  struct Facts: Equatable {
    var values: [Int: Value] = [:]
    var hidden: [Int: Bool] = [:]
    var ownHidden: [Int: Bool] = [:]
    var disabled: [Int: Bool] = [:]
    var required: [Int: Bool] = [:]
    var verdicts: [Int: [Complaint]] = [:]
    /// What can be chosen, of rows that have options.
    var options: [Int: [Value]] = [:]
    /// What a user cannot tap of them.
    var disabledOptions: [Int: [Value]] = [:]
    /// Texts as people read them, of the form, of sections and of rows.
    var texts: [Int: [String: String]] = [:]
    var optionTitles: [Int: [String?]] = [:]
    /// The values as people see them.
    var displays: [Int: String] = [:]
    /// The least and the greatest value and the step, fixed or by formula.
    var bounds: [Int: RowBounds<Value>] = [:]
    /// How many items the formulas of lists give.
    var counted: [Int: Int64] = [:]
    /// How many items lists need and take, fixed or by formula.
    var itemBounds: [Int: ItemBounds] = [:]
    /// The rows with an error that are not hidden.
    var invalid: Set<Int> = []
  }

  /// What is stored of a row, and whether the row has what it starts with in place of that.
  struct Kept: Equatable {
    let value: Value
    let isStarting: Bool
    /// Whether the row has a suggestion and does not follow it.
    let isEdited: Bool
  }

  /// How many items a list needs and takes.
  struct ItemBounds: Equatable {
    var minimum: Int64?
    var maximum: Int64?
  }

  /// Something the value does not meet.
  struct Complaint: Hashable {
    var message: String
    /// What is wrong, by the id of its standard message, and what the rule says of it.
    var id: String
    var parameters = ValueDictionary()
    var isError = true
  }

  let formTexts: Texts
  let languages: [String]
  let messages: MessageCatalogue
  let hiddenValues: HiddenValues
  let inputDefinitions: [InputDefinition]
  private(set) var answers = AnswerShape.flat
  let pages: [PageDefinition]
  var shape = Shape()
  /// What the host has set and what defaults have given, by row, of removed rows too.
  var stored: [Int: Value] = [:]
  var inputs: [String: Value] = [:]
  var tables: [String: FormTable] = [:]
  var now: Date
  var facts = Facts()
  /// The page that the user is on.
  var page: Int?
  /// What the last transaction could not leave.
  var refusedMove: RefusedMove?
  /// The rows that have no value of their own yet: they have what they start with.
  ///
  /// Rows that have come with a default, and hidden rows that hold nothing.
  var starting: Set<Int> = []
  /// The same when the transaction began.
  var startingBefore: Set<Int> = []
  /// The rows that do not follow their suggestions, because somebody has edited them.
  var edited: Set<Int> = []
  /// The same when the transaction began.
  var editedBefore: Set<Int> = []
  /// The rows that this transaction has given a value.
  var editedNow: Set<Int> = []
  /// By row with a suggestion or a value computed once: what its formula read when the transaction
  /// began.
  var readsBefore: [Int: [Value?]] = [:]
  /// Whether a step is put back: nothing is filled, and nothing follows again.
  var isReverting = false
  /// Whether the transaction has set the value of a row.
  var hasEditedValues = false
  /// Whether an edit of the transaction was one of the shape.
  var hasEditedShape = false
  /// Whether items that a formula takes away are kept to come back.
  var parksItems = true
  var isOpening = true
  /// Why the last transaction must be refused: a formula gives more items than there is room for.
  var overfull: Refusal?
  /// The last transaction, as history would keep it.
  var step: Step?
  /// What was stored before this transaction, of rows it has written.
  var touched: [Int: Kept] = [:]
  var past: [Step] = []
  var future: [Step] = []
  private var lastID = 0
  let texts = NaiveTexts()
  var names: [String: Meaning] = [:]
  /// What names mean in the items, and where the items stand.
  var scopes: [Int: (names: [String: Meaning], place: Place)] = [:]
  var policies: [Int: HiddenValues] = [:]
  /// The item that a row is part of.
  private var homes: [Int: Int] = [:]

  init(_ definition: FormDefinition, now: Date) {
    formTexts = definition.texts
    languages = definition.languages
    messages = definition.messages
    hiddenValues = definition.whenHidden
    inputDefinitions = definition.inputs
    answers = definition.answers
    pages = definition.pages
    self.now = now
    for input in definition.inputs { inputs[input.name] = input.value }
    for table in definition.tables {
      if case .rows(let rows) = table.source { tables[table.name] = rows }
    }
    shape.readOnly = definition.readOnly
    shape.sections = definition.sections.flatMap { makeSections($0, inside: nil) }
    settle()
    keepPageInSight()
    isOpening = false
  }

  // MARK: - Coming

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// A value that an item is given, and whether the definition gives it.
  typealias Given = (value: Value, isStart: Bool)

  /// A section and then those inside it, also those of its items.
  ///
  /// In an item what it is given stands in the place of what the definition says.
  mutating func makeSections(
    _ definition: SectionDefinition, inside parent: Int?, of item: Int? = nil, given: Given? = nil
  ) -> [Section] {
    var header = definition
    header.rows = []
    header.sections = []
    var section = Section(id: makeID(), definition: header, parent: parent, item: item)
    var inside: [Section] = []
    if let items = section.template {
      let list = given.flatMap { members(of: $0.value)[definition.tag ?? ""] }
      let values =
        if case .array(let values)? = list { values } else { list == nil ? items.value : [] }
      section.startCount = given?.isStart == true ? values.count : items.value.count
      for value in values {
        let made = makeItem((value, list == nil || given?.isStart != false), of: section)
        section.items.append(made.item)
        inside += made.sections
      }
    } else {
      section.rows = makeRows(definition.formRows, given)
    }
    return [section] + inside
      + definition.sections.flatMap { makeSections($0, inside: section.id, of: item, given: given) }
  }

  private mutating func makeRows(_ definitions: [RowDefinition], _ given: Given?) -> [Row] {
    definitions.map { definition in
      let value = given.flatMap { given in definition.tag.flatMap { members(of: given.value)[$0] } }
      var row = makeRow(definition, given: value)
      if given?.isStart == true { row.start = value }
      return row
    }
  }

  /// Makes a row; a value that is given stands in the place of what the definition says.
  mutating func makeRow(_ definition: RowDefinition, given: Value? = nil) -> Row {
    let row = Row(id: makeID(), definition: definition)
    if definition.calculated == nil {
      let value = given ?? definition.value
      stored[row.id] =
        value.flatMap { definition.kept($0) } ?? definition.unset
      if definition.isFilled {
        if given == nil { starting.insert(row.id) } else { editedNow.insert(row.id) }
      }
    }
    return row
  }

  private func members(of value: Value) -> ValueDictionary {
    if case .dictionary(let members) = value { members } else { ValueDictionary() }
  }

  /// Makes an item and its sections; without a value it has what the template says.
  mutating func makeItem(_ given: Given?, of section: Section) -> (item: Item, sections: [Section])
  {
    var item = Item(id: makeID())
    guard let items = section.template else { return (item, []) }
    let named = items.naiveTemplate(of: given?.value)
    item.template = named?.name
    let haveSections = items.templates.contains { !$0.template.sections.isEmpty }
    switch named?.template {
    case nil: return (item, [])
    case .item(let definition):
      var row = makeRow(definition, given: given?.value)
      if given?.isStart == true { row.start = given?.value }
      item.rows = [row]
      return (item, [])
    case .rows(let rows, _) where !haveSections:
      item.rows = makeRows(rows, given)
      return (item, [])
    case .rows(let rows, let parts):
      let body = SectionDefinition(rows: rows, sections: parts)
      let sections = makeSections(body, inside: section.id, of: item.id, given: given)
      item.sections = sections.filter { $0.item == item.id }.map(\.id)
      return (item, sections)
    }
  }

  /// Writes what is stored and keeps what was.
  mutating func store(_ value: Value, of row: Int) {
    guard stored[row] != value else { return }
    touch(row)
    stored[row] = value
  }

  /// Keeps what a row was before the transaction.
  mutating func touch(_ row: Int) {
    touched[row] =
      touched[row]
      ?? Kept(
        value: stored[row] ?? .null, isStarting: startingBefore.contains(row),
        isEdited: editedBefore.contains(row))
  }

  // MARK: - Settling

  /// Computes everything; then keeps what rows started with, and clears what is hidden.
  mutating func settle() {
    settleWithCounts()
    for section in shape.sections {
      for row in section.allRows {
        if policies[row.id] == .clear, facts.hidden[row.id] == true {
          store(.null, of: row.id)
          starting.insert(row.id)
          edited.remove(row.id)
        } else {
          settleFilling(of: row)
          if starting.remove(row.id) != nil { store(facts.values[row.id] ?? .null, of: row.id) }
          if row.definition.clearsOptions {
            store(cleared(stored[row.id] ?? .null, row), of: row.id)
          }
        }
        if starting.contains(row.id) != startingBefore.contains(row.id)
          || edited.contains(row.id) != editedBefore.contains(row.id)
        {
          touch(row.id)
        }
      }
    }
  }

  /// Computes everything from the facts of the round before, until a round changes nothing.
  mutating func computeFacts() {
    learnNames()
    let count = shape.sections.reduce(0) { $0 + $1.allRows.count + 1 }
    for _ in 0..<(4 * count + 10) {
      let before = facts
      computeRound()
      if facts == before { break }
    }
  }

  private mutating func learnNames() {
    names = [:]
    policies = [:]
    scopes = [:]
    homes = [:]
    for input in inputDefinitions { names[input.name] = .input(input.name) }
    for (index, section) in shape.sections.enumerated() {
      if section.item == nil {
        if let tag = section.definition.tag { names[tag] = .section(index) }
        for row in section.rows {
          if let tag = row.definition.tag { names[tag] = .row(row.id) }
        }
      }
      for (position, item) in section.items.enumerated() {
        // Names of the item, and then those of the item around.
        var inside = section.item.flatMap { scopes[$0]?.names } ?? [:]
        for (index, section) in shape.sections.enumerated() where section.item == item.id {
          if let tag = section.definition.tag { inside[tag] = .section(index) }
        }
        for row in shape.rows(of: item) {
          if let tag = row.definition.tag { inside[tag] = .row(row.id) }
        }
        scopes[item.id] = (inside, Place(list: index, position: position))
        for row in shape.rows(of: item) { homes[row.id] = item.id }
      }
      for row in section.allRows {
        policies[row.id] = policy(of: row, in: section)
      }
    }
  }

  /// What counts of a row while it is hidden.
  func policy(of row: Row, in section: Section) -> HiddenValues {
    let above = shape.around(section).compactMap(\.definition.whenHidden).first
    let policy = row.definition.whenHidden ?? above ?? hiddenValues
    return policy == .clear && row.definition.calculated != nil ? .nil : policy
  }

  /// Where the texts of a row stand.
  func scope(of row: Row) -> Scope {
    let inside = homes[row.id].flatMap { scopes[$0] }
    return Scope(owner: row.id, names: inside?.names ?? [:], place: inside?.place)
  }

  private mutating func computeRound() {
    let isReadOnly = holds(shape.readOnly, Scope(owner: 0))
    facts.texts[0] = readTexts(formTexts, Scope(owner: 0))
    for section in shape.sections {
      func scope(_ owner: Int, in item: Int? = section.item) -> Scope {
        let inside = item.flatMap { scopes[$0] }
        return Scope(owner: owner, names: inside?.names ?? [:], place: inside?.place)
      }
      let own = scope(section.isSelectable ? section.rows[0].id : section.id)
      // Sections stand before those inside them.
      let isHidden =
        holds(section.definition.hidden, own) || isPageHidden(of: section)
        || section.parent.map { facts.hidden[$0] ?? false } ?? false
      let isDisabled =
        holds(section.definition.disabled, own) || isReadOnly
        || section.parent.map { facts.disabled[$0] ?? false } ?? false
      facts.hidden[section.id] = isHidden
      facts.disabled[section.id] = isDisabled
      facts.texts[section.id] = readTexts(section.definition.texts, own)
      if section.isCounted { facts.counted[section.id] = itemCount(of: section, own) }
      if let items = section.template { facts.itemBounds[section.id] = bounds(of: items, own) }
      for row in section.rows { compute(row, scope(row.id), isHidden, isDisabled) }
      for item in section.items {
        for row in item.rows { compute(row, scope(row.id, in: item.id), isHidden, isDisabled) }
      }
    }
  }

  private mutating func compute(
    _ row: Row, _ scope: Scope, _ isSectionHidden: Bool, _ isSectionDisabled: Bool
  ) {
    let definition = row.definition
    var value = stored[row.id] ?? .null
    if let text = definition.calculated {
      value =
        self.value(text, isPredicate: false, scope).flatMap { definition.kept($0) } ?? .null
    } else if starting.contains(row.id) {
      value = start(of: row, scope)
    } else if let filled = filling(of: row, scope) {
      value = filled
    }
    let ownHidden = holds(definition.hidden, scope)
    let isHidden = ownHidden || isSectionHidden
    let options = options(of: row, scope)
    facts.options[row.id] = options
    if policies[row.id] == .clear, isHidden {
      value = .null
    } else if definition.clearsOptions {
      value = cleared(value, row)
    }
    facts.values[row.id] = value
    facts.ownHidden[row.id] = ownHidden
    facts.hidden[row.id] = isHidden
    facts.disabled[row.id] =
      holds(definition.disabled, scope) || isSectionDisabled
      || definition.submits && !canSubmit
    facts.disabledOptions[row.id] = definition.options?.written?.filter {
      holds($0.disabled, scope)
    }
    .map(\.value)
    facts.required[row.id] =
      definition.type.valueKind != .none
      && (definition.rules.contains { $0.kind == .required } || holds(definition.required, scope))
    computeTexts(of: row, scope)
    let verdict = verdict(of: row, scope)
    facts.verdicts[row.id] = verdict
    if verdict.contains(where: \.isError), !isHidden {
      facts.invalid.insert(row.id)
    } else {
      facts.invalid.remove(row.id)
    }
  }

  /// What a row starts with: what the list of its section says of it, its default or its value.
  private func start(of row: Row, _ scope: Scope) -> Value {
    if let start = row.fixedStart { return start }
    return result(of: row, scope) ?? row.definition.unset
  }

  var canSubmit: Bool {
    shape.sections.allSatisfy { section in
      !isOutOfBounds(section) && section.allRows.allSatisfy { !facts.invalid.contains($0.id) }
    }
  }

  /// Whether a user who sees a list, and can change it, finds too few or too many items in it.
  func isOutOfBounds(_ section: Section) -> Bool {
    guard let bounds = facts.itemBounds[section.id] else { return false }
    let count = section.items.count
    return count < bounds.minimum ?? 0 || count > bounds.maximum ?? .max
      ? facts.hidden[section.id] != true && facts.disabled[section.id] != true : false
  }
}

extension NaiveForm.Row {
  /// What the row starts with; nil if its default says it.
  var fixedStart: Value? {
    if let start = start.flatMap({ definition.kept($0) }) { return start }
    guard !definition.isFilled else { return nil }
    return definition.value.map { definition.kept($0) ?? .null } ?? definition.unset
  }
}

extension RowDefinition {
  /// What stands where nothing is given.
  var unset: Value { type.valueKind == .bool ? .bool(false) : .null }

  /// A value as it is kept: of several choices those that are options in their order, then the
  /// others, none twice; nil if there are none.
  func kept(_ value: Value) -> Value? {
    guard let value = type.valueKind.converted(value) else { return nil }
    if type.valueKind == .choice {
      if allowsOther, isBlank(value) { return .null }
      return options?.written?.map(\.value).first { $0.equals(value) } ?? value
    }
    guard type.valueKind == .choices, case .array(let members) = value else { return value }
    var kept: [Value] = []
    if isOrdered {
      for member in members where !(allowsOther && isBlank(member)) {
        let value = options?.written?.map(\.value).first { $0.equals(member) } ?? member
        if !kept.contains(where: { $0.equals(value) }) { kept.append(value) }
      }
      return kept.isEmpty ? .null : .array(kept)
    }
    for value in (options?.written ?? []).map(\.value).filter({ option in
      members.contains { $0.equals(option) }
    }) + members
    where !kept.contains(where: { $0.equals(value) }) && !(allowsOther && isBlank(value)) {
      kept.append(value)
    }
    return kept.isEmpty ? .null : .array(kept)
  }

  /// Whether a value is one of the options, hidden or not.
  func hasOption(_ value: Value) -> Bool {
    options?.written?.contains { $0.value.equals(value) } ?? false
  }

  /// Whether a value is blank text and not an option.
  private func isBlank(_ value: Value) -> Bool {
    guard case .string(let text) = value, !hasOption(value) else { return false }
    return text.allSatisfy(\.isWhitespace)
  }

  /// Whether an option that is hidden is taken out of the value.
  var clearsOptions: Bool { whenOptionHidden == .clear }
}
