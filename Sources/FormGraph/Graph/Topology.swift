// The members of a form and its graph: the rows, sections and items that there are by now, and what
// compiling has made of them. A topology holds no values and no state, so any number of live forms
// share one. The graph is behind one reference. The tables of members are paged: a form whose items
// come and go copies only the pages it writes. The order of members is in `Outline`, and what an
// item has of its template in `Instances`.

import Predicate

/// The parts of a form and how they are connected.
struct Topology: Sendable {
  private var compiled = Held(Graph())
  /// By row, including removed rows.
  var rows = Pages<RowRecord>()
  /// By section, including removed sections.
  var sections = Pages<SectionRecord>()
  /// By item, including removed items.
  var items = Pages<ItemRecord>()
  private var memberDirectory = Held(MemberDirectory())

  /// Which members there are of each kind, what names mean, and how many nodes there are.
  ///
  /// Behind a reference, because a topology is handed around in each edit: a copy of it counts few
  /// references. If another topology has it too, all of it is copied before it is written.
  var directory: MemberDirectory {
    unsafeAddress { UnsafePointer(memberDirectory.pointer) }
    unsafeMutableAddress {
      if memberDirectory.isShared { memberDirectory = Held(memberDirectory.value) }
      return memberDirectory.pointer
    }
  }

  /// What compiling has made of the form.
  ///
  /// The compiler alone writes it; if another topology has the graph too, all of it is copied then.
  var graph: Graph {
    unsafeAddress { UnsafePointer(compiled.pointer) }
    unsafeMutableAddress {
      if compiled.isShared { compiled = Held(compiled.value) }
      return compiled.pointer
    }
  }

  /// Whether two topologies have the same graph in memory.
  func sharesGraph(with other: Topology) -> Bool { compiled.isSame(as: other.compiled) }

  @inline(__always)
  func row(_ id: RowIndex) -> RowRecord { rows[id.index] }

  func section(_ id: SectionIndex) -> SectionRecord { sections[id.index] }

  func item(_ id: ItemIndex) -> ItemRecord { items[id.index] }

  func text(of run: Run) -> TextRecord { graph.texts[run.text.index] }

  /// The node of a predicate; nil if nothing asks it.
  func condition(_ run: Run) -> NodeID? {
    graph.conditionIndex.first(hash: run.hashValue) { code in
      graph.nodes.isRunning(run, graph.nodes.packed(NodeID(Int(code))))
    }.map { NodeID(Int($0)) }
  }

  /// The language that is declared in exactly this spelling; nil if there is none.
  func language(spelled text: String) -> LanguageTag? { graph.languageIndex[ExactText(text)] }
}

// MARK: - Names

extension Topology {
  /// What a name in the form means.
  enum Name: Hashable, Sendable {
    case member(Member)
    case input(InputID)

    fileprivate init(code: Int32) {
      let index = Int(code >> 2)
      switch code & 3 {
      case 0: self = .member(.row(RowIndex(index)))
      case 1: self = .member(.section(SectionIndex(index)))
      default: self = .input(InputID(index))
      }
    }

    fileprivate var code: Int32 {
      let (index, kind) =
        switch self {
        case .member(.row(let row)): (row.index, 0)
        case .member(.section(let section)): (section.index, 1)
        case .input(let input): (input.index, 2)
        }
      return Int32(truncatingIfNeeded: index << 2 | kind)
    }
  }

  /// The meaning of a tag or of an input's name.
  ///
  /// Tags inside templates have no meaning here.
  @inline(__always)
  func meaning(of name: String) -> Name? {
    meaning(of: ExactText(name), hash: ExactText(name).hashValue)
  }

  /// The input with a name, where only inputs are named.
  ///
  /// In a form with a row `language`, edits and conditions mean the row, and this the input that
  /// every form has.
  func input(named name: String) -> InputID? {
    if case .input(let input)? = meaning(of: name) { return input }
    return switch ReservedInput(rawValue: name) {
    case .language?: graph.languageInput
    case .timeZone?: graph.timeZoneInput
    case nil: nil
    }
  }

  @inline(__always)
  private func meaning(of name: ExactText, hash: Int) -> Name? {
    directory.nameIndex.first(hash: hash) { code in
      self.name(of: Name(code: code)).map { ExactText($0) == name } ?? false
    }.map { Name(code: $0) }
  }

  /// Adds a name, unless the name already has a meaning.
  ///
  /// - Returns: Whether the name was added.
  mutating func addName(_ name: String, _ meaning: Name) -> Bool {
    let name = ExactText(name)
    let hash = name.hashValue
    guard self.meaning(of: name, hash: hash) == nil else { return false }
    directory.nameIndex.insert(meaning.code, hash: hash)
    return true
  }

  mutating func removeName(_ name: String, _ meaning: Name) {
    directory.nameIndex.remove(meaning.code, hash: ExactText(name).hashValue)
  }

  @inline(__always)
  private func name(of meaning: Name) -> String? {
    switch meaning {
    case .member(let member): tag(of: member)
    case .input(let input): graph.inputs[input.index].name
    }
  }

  func member(named tag: String) -> Member? {
    if case .member(let member)? = meaning(of: tag) { return member }
    return nil
  }

  func row(named tag: String) -> RowIndex? {
    if case .row(let row)? = member(named: tag) { return row }
    return nil
  }

  /// The member that a name means inside an item: one of the item, or else one of the item around.
  func member(named name: String, in item: ItemIndex) -> Member? {
    var next: ItemIndex? = item
    while let id = next {
      if let member = member(named: name, directlyIn: id) { return member }
      next = items[id.index].parent
    }
    return nil
  }

  /// The row that a row names in `next`.
  ///
  /// Inside a template, the names of the template come first.
  func namedNext(of row: RowIndex) -> RowIndex? {
    let record = self.row(row)
    guard let next = record.content.next else { return nil }
    if let item = record.item, let member = member(named: next, in: item) {
      return member.row
    }
    return self.row(named: next)
  }

  /// The row or the section of an item that has a tag.
  func member(named name: String, directlyIn item: ItemIndex) -> Member? {
    let record = items[item.index]
    guard let template = template(of: item) else { return nil }
    if let column = template.columns[ExactText(name)] { return .row(record.row(column)) }
    return template.places[ExactText(name)].flatMap(record.section).map { .section($0) }
  }

  /// The item that a member is part of, the innermost; nil outside of items.
  func item(of member: Member) -> ItemIndex? {
    switch member {
    case .row(let row): rows[row.index].item
    case .section(let section): sections[section.index].item
    }
  }

  /// The tag of a member, if it has one.
  @inline(__always)
  func tag(of member: Member) -> String? {
    switch member {
    case .row(let row): rows[row.index].content.tag
    case .section(let section): sections[section.index].definition.value.tag
    }
  }

  /// The template of an item.
  func template(of item: ItemIndex) -> ItemTemplate? {
    let record = items[item.index]
    guard let all = sections[record.section.index].templates?.value.all,
      all.indices.contains(record.template)
    else { return nil }
    return all[record.template]
  }

  /// The name of the template of an item, as conditions read it; nil if its list has one template
  /// without a name.
  func templateName(of item: ItemIndex) -> Value {
    template(of: item)?.name.map(Value.string) ?? .null
  }

  /// The position in its template of an item's row.
  func place(of row: RowIndex) -> Int? {
    rows[row.index].item.map { row.index - items[$0.index].firstRow.index }
  }

  /// The column of its list that an item's row is in.
  func column(of row: RowIndex) -> Int? {
    guard let item = rows[row.index].item, case let record = items[item.index] else { return nil }
    return sections[record.section.index].templates?.value
      .column(of: row.index - record.firstRow.index, in: record.template)
  }

  /// The row of an item in a column of its list; nil if the item has none there.
  func row(of item: ItemIndex, _ column: Int) -> RowIndex? {
    let record = items[item.index]
    return sections[record.section.index].templates?.value.row(of: column, in: record)
  }

  /// The list of an item in a column of its list; nil if the item has none there.
  func list(of item: ItemIndex, _ column: Int) -> SectionIndex? {
    let record = items[item.index]
    return sections[record.section.index].templates?.value
      .list(of: column, in: record.template).flatMap(record.section)
  }

  /// The value that the section's definition gives a row of an item; nil if it says nothing about
  /// the row.
  func given(_ row: RowIndex) -> Value? {
    guard let item = rows[row.index].item, let start = items[item.index].start else { return nil }
    return given(start.value, to: row)
  }

  /// The value that the value of an item gives a row of it; nil if it says nothing about the row.
  func given(_ value: Value, to row: RowIndex) -> Value? {
    guard let item = rows[row.index].item, let place = place(of: row),
      let template = template(of: item)
    else { return nil }
    return template.given(value, place, within: graph.limits.valueBytes)
  }

  /// The value that a row starts with before any formula has run.
  func valueAtStart(of row: RowIndex) -> Value { given(row) ?? rows[row.index].initialValue }

  /// The rows of an item, in the template's order.
  func rows(of item: ItemIndex) -> [RowIndex] {
    let record = items[item.index]
    let count = template(of: item)?.rows.count ?? 0
    return (0..<count).map(record.row)
  }

  /// Whether a member belongs to a prototype and so not to the form.
  func isPrototype(_ member: Member) -> Bool {
    item(of: member).map { items[$0.index].isPrototype } ?? false
  }

  /// Whether a member belongs to an item that is not a prototype.
  func isOfItem(_ member: Member) -> Bool {
    item(of: member).map { !items[$0.index].isPrototype } ?? false
  }
}
