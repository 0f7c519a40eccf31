// Sets many values at once. Each value has the name of a row, the tag of a row, the name of an
// input, or the tag of a section with items. A value that does not fit is a reason, and the other
// values are still applied. The caller decides whether to put everything back.

import Predicate

extension Engine {
  /// Applies values without settling.
  ///
  /// `plain` has the rows that take plain answers; nil: none does.
  mutating func give(
    _ given: GivenValues, plain: PlainAnswers? = nil, as editor: Editor, cause: Change.Cause
  ) -> GivingResult {
    var giving = Giving(given: given, editor: editor, cause: cause)
    giving.result.reasons = given.doubled.map { name in
      Reason(
        kind: .notAllowed, tag: name, message: "'\(name)' is given twice",
        hint: "give its value once")
    }
    if topology.graph.answers == .nested, !given.areByTag {
      giveNested(plain, &giving)
    } else if let plain, let document = given.document {
      giving.ownNames = plain.ownNames
      give(document, plain, &giving)
      giving.result.answered.rows += giving.result.rows
    } else {
      for (name, value) in given.members where !giving.hasEnoughReasons {
        give(value, named: name, &giving)
      }
    }
    let gone = giving.names.filter { !outline.rows.contains($0.key) }
    for (_, name) in gone.sorted(by: { $0.key.index < $1.key.index }) {
      giving.result.reasons.list(
        Reason(
          kind: .notAllowed, tag: name,
          message: "'\(name)' is given, and a list beside it removes the item",
          hint: "give the value in the list"))
    }
    return giving.result
  }

  /// Applies a value that is given for a name.
  mutating func give(_ value: Value, named name: String, _ giving: inout Giving) {
    let own = giving.ownNames ?? ownNames(areSaved: giving.given.areSaved)
    giving.ownNames = own
    do throws(Reason) {
      if let row = row(named: name, own) {
        try give(value, toRow: row, name, &giving)
      } else if let (section, templates) = itemSection(name) {
        try give(value, toItemsOf: section, templates, name, &giving)
      } else {
        switch found(.tag(name)) {
        case .row(let row): try give(value, toRow: row, name, &giving)
        case .input(let input): try give(value, toInput: input, &giving)
        case nil:
          giving.unknownCount += 1
          giving.result.reasons.list(
            missing(.tag(name), isHinted: giving.unknownCount <= Self.maximumHints))
        }
      }
    } catch {
      giving.result.reasons.list(error)
    }
  }

  mutating func give(
    _ value: Value, toInput input: InputID, _ giving: inout Giving
  ) throws(Reason) {
    let kind = topology.graph.inputs[input.index].type.valueKind
    if giving.given.areJSON, !giving.given.areSaved, kind.readsInUTC(value) {
      giving.result.readInUTC.append(.input(input))
    }
    try set(input, to: dated(value, kind, giving), as: giving.editor)
  }

  /// The reasons why values given for calculated rows differ from the results of their formulas.
  func reasons(against claims: [(row: RowIndex, name: String, value: Value)]) -> [Reason] {
    var reasons: [Reason] = []
    for (row, name, value) in claims {
      guard outline.rows.contains(row), let formula = topology.row(row).content.calculated,
        case let computed = state.values[row.index], !computed.isSame(as: value),
        topology.row(row).kind != .any || !computed.isWritten(as: value)
      else { continue }
      reasons.list(
        Reason(
          kind: .noEdits, tag: name,
          message: "'\(name)' is calculated: \(formula), which gives "
            + "\(computed.short), not \(value.short)",
          hint: "set what the formula reads"))
    }
    return reasons
  }

  /// The values being set, and the result so far.
  struct Giving {
    let given: GivenValues
    let editor: Editor
    let cause: Change.Cause
    var result = GivingResult()
    /// The rows that have a value name of their own; nil if none was asked for.
    fileprivate var ownNames: [ExactText: RowIndex]?
    /// The number of names that the form does not have.
    var unknownCount = 0
    /// The rows that can be given under two names, each with the name under which it was given: all
    /// if rows have names of their own, otherwise those of items.
    fileprivate(set) var names: [RowIndex: String] = [:]

    fileprivate init(given: GivenValues, editor: Editor, cause: Change.Cause) {
      self.given = given
      self.editor = editor
      self.cause = cause
    }

    /// Whether more reasons are found than are listed.
    ///
    /// Nothing more is then given, because each reason searches for a hint.
    var hasEnoughReasons: Bool {
      result.reasons.count > EditError.maximumReasons && !given.areSaved
    }

    /// Whether rows have names of their own beside their tags.
    fileprivate var hasOtherNames: Bool { ownNames?.isEmpty == false }

    /// Notes that a row was given a value under the name of its own that it has beside its tag.
    mutating func note(_ name: String, of row: RowIndex) { names[row] = name }
  }

  /// The rows that have a value name of their own, by that name.
  ///
  /// A saved state uses the tag of every row that has a tag.
  func ownNames(areSaved: Bool) -> [ExactText: RowIndex] {
    guard topology.graph.answers.editsUseNames else { return [:] }
    var names: [ExactText: RowIndex] = [:]
    for row in topology.directory.namedRows where outline.rows.contains(row) {
      let content = topology.row(row).content
      guard let name = content.name, !areSaved || content.tag == nil else { continue }
      names[ExactText(name)] = row
    }
    return names
  }

  /// The row that a value is given to by a name, in a form that has rows with names of their own.
  func row(named name: String, _ own: [ExactText: RowIndex]) -> RowIndex? {
    if !own.isEmpty, let row = own[ExactText(name)] { return row }
    if case .member(.row(let row))? = topology.meaning(of: name) { return row }
    return nil
  }

  private func itemSection(_ name: String) -> (section: SectionIndex, templates: ItemTemplates)? {
    guard case .section(let section)? = member(named: name),
      let templates = topology.section(section).templates?.value
    else { return nil }
    return (section, templates)
  }

  /// The value, with text converted to a date if the row or input holds dates.
  private func dated(_ value: Value, _ kind: ValueKind, _ giving: Giving) -> Value {
    giving.given.areJSON ? kind.givenFromJSON(value) ?? value : value
  }

  /// The same for a row, which may choose among days or times of day.
  private func dated(_ value: Value, ofRow row: RowIndex, _ giving: Giving) -> Value {
    let kind = topology.jsonKind(of: row)
    guard kind != topology.rows[row.index].kind else { return dated(value, kind, giving) }
    return giving.given.areJSON ? kind.eachConvertedFromJSON(value) : value
  }

  /// The current value of a row of kind `any`, if JSON writes it like the given value; otherwise
  /// the given value.
  ///
  /// JSON has no dates, sets or data, so these come back as text and lists.
  private func asHeld(_ value: Value, in row: RowIndex, _ giving: Giving) -> Value {
    guard giving.given.areJSON, topology.rows[row.index].kind == .any else { return value }
    let held = state.values[row.index]
    return held.isWritten(as: value) ? held : value
  }

  mutating func give(
    _ value: Value, toRow row: RowIndex, _ name: String, _ giving: inout Giving
  ) throws(Reason) {
    let hasOtherNames = giving.hasOtherNames || topology.rows[row.index].isOfItem
    if hasOtherNames, let other = giving.names.updateValue(name, forKey: row) {
      // The row of an item can be named in the list of its section and by its address.
      let section = ItemAddress(name)?.section
      throw Reason(
        kind: .notAllowed, tag: name,
        message: name == other
          ? "'\(name)' is given by its address and in the list of '\(section ?? name)'"
          : "'\(name)' and '\(other)' are the same row", hint: "give its value once")
    }
    giving.result.answered.rows.append(row)
    if giving.given.areSaved, value.isNull,
      topology.rows[row.index].hiddenValues == .clear
        || topology.rows[row.index].content.suggested != nil,
      !giving.given.erased.contains(name)
    {
      // The row was hidden and holds nothing, or it followed its suggestion: nil is not an answer.
      return
    }
    if case let kind = topology.rows[row.index].kind, !kind.holdsDates, kind != .any,
      !topology.rows[row.index].content.takesOptions, !topology.rows[row.index].clearsOptions,
      !value.isEmptyText,
      let stored = plainlyStored(value, in: row)
    {
      give(stored, to: row, cause: giving.cause)
      giving.result.rows.append(row)
      return
    }
    let record = topology.row(row)
    if giving.given.areJSON, !giving.given.areSaved, record.kind.readsInUTC(value) {
      giving.result.readInUTC.append(.row(row))
    }
    let value = asHeld(dated(value, ofRow: row, giving), in: row, giving)
    if record.kind != .none, record.content.isCalculated {
      let value = try stored(value, in: row, name)
      giving.result.claims.append((row, name, value))
      return
    }
    try checkTakesEdits(row, name)
    let stored = try stored(value, in: row, name)
    if record.kind.isDayOrTime, value != stored { giving.result.partsDropped.append(row) }
    if record.clearsOptions, !stored.isNull {
      giving.result.choices.append(GivenChoice(row: row, name: name, value: stored))
    }
    give(erased(stored, in: row, by: giving.editor), to: row, cause: giving.cause)
    giving.result.rows.append(row)
  }

  // MARK: - Items

  /// Makes the items of a section equal to a list.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// Items at positions that both have stay, and their rows are set; an item of another template
  /// makes place for a new one. Other items are removed from the end or inserted at the end.
  mutating func give(
    _ value: Value, toItemsOf section: SectionIndex, _ templates: ItemTemplates, _ tag: String,
    _ giving: inout Giving
  ) throws(Reason) {
    let list: [Value]
    switch value {
    case .array(let members): list = members
    case .null: list = []
    default:
      throw Reason(
        kind: .wrongType, tag: tag,
        message: "'\(tag)' holds a list of items, not \(value.kindName)",
        hint: nil)
    }
    giving.result.answered.lists.insert(section)
    try resize(section, to: list, templates, tag, &giving)
    if templates.all.count > 1 { try replaceItems(of: section, by: list, templates, &giving) }
    let items = Array(outline.items(of: section, in: topology))
    for (position, (item, value)) in zip(items, list).enumerated() {
      give(value, toItem: item, of: templates, "\(tag)[\(position)]", &giving)
    }
  }

  /// Replaces each item whose template differs from the one that its value names.
  ///
  /// If users may not both insert and delete items, the values must name each template as often as
  /// the list has it now.
  private mutating func replaceItems(
    of section: SectionIndex, by list: [Value], _ templates: ItemTemplates, _ giving: inout Giving
  ) throws(Reason) {
    let items = Array(outline.items(of: section, in: topology))
    let places = zip(items, list).map { item, value in
      // An unknown name is reported with the other keys of the item.
      templates.items.place(for: value) ?? topology.item(item).template
    }
    let others = zip(items, places).enumerated().filter {
      topology.item($1.0).template != $1.1
    }
    guard !others.isEmpty else { return }
    let old = items.prefix(places.count).map { topology.item($0).template }
    if old.sorted() != places.sorted(), !giving.given.areSaved {
      for edit in [ItemEdits.delete, .insert] { try checkAllows(edit, in: section) }
    }
    for (position, (item, _)) in others {
      try checkIsEnabled(item, at: position, of: section, for: giving.editor)
    }
    let values = others.map { Self.choosing(templates, $1.1) }
    try checkRoom(for: values, in: section)
    beginShape()
    for ((position, (item, _)), value) in zip(others, values) {
      removeItem(item, of: section)
      insertItem(value, to: section, at: position, as: giving.editor)
    }
    giving.result.sections.append(section)
  }

  /// The value of an item that says no more than its template; nil for the first one.
  private static func choosing(_ templates: ItemTemplates, _ place: Int) -> Value {
    guard place > 0, let name = templates.all[place].name else { return .null }
    return .dictionary(ValueDictionary([(ItemsDefinition.templateKey, .string(name))]))
  }

  /// Inserts or removes items at the end of a section, as far as the section allows it.
  private mutating func resize(
    _ section: SectionIndex, to list: [Value], _ templates: ItemTemplates, _ tag: String,
    _ giving: inout Giving
  ) throws(Reason) {
    let wanted = list.count
    let count = outline.items.count(of: topology.section(section).itemList)
    let record = topology.section(section)
    guard !record.isCounted else {
      giving.result.countClaims.append((section, tag, wanted))
      return try resize(counted: section, from: count, to: wanted)
    }
    guard count != wanted else { return }
    // Bounds are checked after settling, because other values may decide them. A fixed maximum is
    // also checked before any item is made, so that answers cost no more than the list can hold. A
    // list that was already too long may stay as long.
    let maximum = giving.given.areSaved ? nil : templates.items.maximum?.fixed
    let end = min(wanted, max(count, maximum ?? .max, countBefore(section) ?? 0))
    if end < wanted { giving.result.reasons.list(tooManyItems(in: tag, end)) }
    // An item with an unknown template is reported once the list is as long as it should be.
    let new = (count..<max(count, end)).map { position in
      let value = list.indices.contains(position) ? list[position] : .null
      return Self.choosing(templates, templates.place(for: value))
    }
    try checkRoom(for: new, in: section)
    guard count != end else { return }
    giving.result.sections.append(section)
    // A form is restored with all its items, whatever it allows its users.
    if !giving.given.areSaved { try checkAllows(end < count ? .delete : .insert, in: section) }
    beginShape()
    for position in (end..<max(count, end)).reversed() {
      let item = try item(at: position, of: section)
      try checkIsEnabled(item, at: position, of: section, for: giving.editor)
      removeItem(item, of: section)
    }
    for (position, value) in new.enumerated() {
      insertItem(
        value.isNull ? Value?.none : value, to: section, at: count + position, as: giving.editor)
    }
  }

  /// Makes a list whose items are counted as long as a list of values, until its formula is
  /// evaluated.
  private mutating func resize(
    counted section: SectionIndex, from count: Int, to wanted: Int
  ) throws(Reason) {
    guard count != wanted else { return }
    let start = topology.firstItems(of: section)
    if count < wanted {
      try checkRoom(
        for: (count..<wanted).lazy.map { $0 < start.count ? start[$0] : .null }, in: section)
    }
    beginShape()
    // The given items stand in the place of those that would come back, and start as the list does.
    let parked = outline.parked[section] ?? []
    builder.outline.parked[section] = parked.dropLast(max(0, wanted - count))
    for position in count..<max(count, wanted) {
      if start.indices.contains(position) {
        insertItem(start[position], to: section, at: position, isStart: true)
      } else {
        insertItem(nil, to: section, at: position)
      }
    }
    for position in (wanted..<max(count, wanted)).reversed() {
      removeItem(try item(at: position, of: section), of: section)
    }
    countAgain.insert(section)
  }

  /// The reasons why the number of items given for lists differs from what their formulas give.
  func reasons(
    against claims: [(list: SectionIndex, name: String, count: Int)]
  ) -> [Reason] {
    claims.compactMap { list, name, count in
      guard outline.sections.contains(list),
        case let items = outline.items.count(of: topology.section(list).itemList), items != count
      else { return nil }
      let formula = topology.section(list).templates?.value.items.countFormula ?? ""
      return Reason(
        kind: .noEdits, tag: name,
        message: "'\(name)' has as many items as \(formula) says, which is \(items), not \(count)",
        hint: "set what the formula reads")
    }
  }

  private mutating func give(
    _ value: Value, toItem item: ItemIndex, of templates: ItemTemplates, _ name: String,
    _ giving: inout Giving
  ) {
    do throws(Reason) {
      if templates.isPlain {
        let row = topology.item(item).firstRow
        // For calculated plain items, a saved list says only how many items there are.
        if giving.given.areSaved, topology.row(row).content.isCalculated { return }
        return try give(value, toRow: row, name, &giving)
      }
      guard case .dictionary(let members) = value else {
        throw Reason(
          kind: .wrongType, tag: name, message: "'\(name)' is an object, not \(value.kindName)",
          hint: nil)
      }
      let template = try template(for: .dictionary(members), among: templates, name)
      if let objects = template.answers, !giving.given.areByTag {
        let scope = AnswerScope(objects: objects, item: (topology.item(item), templates, name))
        return give(members, to: 0, of: scope, &giving)
      }
      for (key, value) in zip(members.keys, members.values) {
        if templates.items.isNamed, key == ItemsDefinition.templateKey { continue }
        do throws(Reason) {
          let inner = "\(name).\(key)"
          switch topology.member(named: key, directlyIn: item) {
          case .row(let row): try give(value, toRow: row, inner, &giving)
          case .section(let list) where topology.section(list).templates != nil:
            guard let templates = topology.section(list).templates?.value else { break }
            try give(value, toItemsOf: list, templates, inner, &giving)
          default:
            throw Self.missing(key, in: name, of: template, among: templates)
          }
        } catch {
          giving.result.reasons.list(error)
        }
      }
    } catch {
      giving.result.reasons.list(error)
    }
  }
}

extension Value {
  fileprivate var isEmptyText: Bool {
    if case .string(let text) = self { text.isEmpty } else { false }
  }

  /// Whether both values have the same JSON text.
  func isWritten(as other: Value) -> Bool {
    self == other || JSONWriter.text(of: self) == JSONWriter.text(of: other)
  }
}
