// Binds an operand by its name: finds the slot, or the fact if more than one thing decides what is
// read. Names come from the syntax tree, never from the text.

import Predicate

extension GraphBuilder {
  static let indexKey = ExactText(EvaluationContext.indexKey)

  // MARK: - Names

  /// The meaning of a name for a member.
  ///
  /// Inside a template, the names of the template come first, then those of the item around.
  func meaning(of name: String, for owner: Member?) -> Topology.Name? {
    if hasTemplates, let item = item(of: owner), let member = topology.member(named: name, in: item)
    {
      return .member(member)
    }
    return topology.meaning(of: name)
  }

  /// Whether the form has or had a section with items.
  var hasTemplates: Bool { !topology.directory.templateSections.isEmpty }

  /// Whether a name stands for a list of items.
  func isCollection(_ name: String, for owner: Member?) -> Bool {
    guard hasTemplates else { return false }
    return switch meaning(of: name, for: owner) {
    case .member(.section(let section)): topology.sections[section.index].templates != nil
    case nil: name == ItemsDefinition.itemName && item(of: owner) != nil
    default: false
    }
  }

  func isPlainCollection(_ name: String, for owner: Member?) -> Bool {
    guard case .member(.section(let section))? = meaning(of: name, for: owner) else { return false }
    return topology.sections[section.index].templates?.value.isPlain ?? false
  }

  /// The item that a member is part of.
  func item(of owner: Member?) -> ItemIndex? { owner.flatMap(topology.item) }

  // MARK: - Slots

  mutating func slot(
    of name: String, _ reading: Operand.Reading, _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    let attribute: Attribute? =
      if case .attribute(let word) = reading { TextReading.attributeNames[word.text] } else { nil }
    if reading == .attribute(ExactText(TextReading.displayName)) {
      return displaySlot(of: name, range, site)
    }
    switch (meaning(of: name, for: site.owner), attribute) {
    case (nil, _):
      if name == ItemsDefinition.itemName, let item = item(of: site.owner) {
        return indexSlot(of: item, reading, range, site)
      }
      reportUnknown(name, sign: "$", at: site, range)
      return nil
    case (.input(let input), nil): return .input(input)
    case (.input(let input), .some):
      let hint = inputHint(input, name, reading)
      report(
        .use, "'\(name)' is an input and has only a value", at: site, textRange: range,
        hint: hint)
      return nil
    case (.member(.row(let row)), nil): return valueSlot(of: row, site)
    case (.member(.section(let section)), nil) where topology.section(section).templates != nil:
      return itemsSlot(of: section, named: name, reading, range, site)
    case (.member(.section(let section)), nil) where topology.section(section).choice != nil:
      return topology.section(section).choice.map { valueSlot(of: $0, site) }
    case (.member(.section(let section)), .required) where topology.section(section).choice != nil:
      return topology.section(section).choice.map {
        .fact(addFact(.attribute(.required, .row($0))))
      }
    case (.member(.section), nil), (.member(.section), .required):
      let hint = hint(forSection: name, range, for: site.owner)
      report(
        .use, "'\(name)' is a section and has only isHidden, isDisabled and isValid",
        at: site, textRange: range, hint: hint, hintsAtFile: true)
      return nil
    case (.member(let member), .some(let attribute)):
      if case .row(let row) = member { warnOfMember(of: row, called: name, reading, range, site) }
      return .fact(addFact(.attribute(attribute, member)))
    }
  }

  /// The slot of what people see in the place of a value.
  private mutating func displaySlot(
    of name: String, _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    let row: RowIndex?
    switch meaning(of: name, for: site.owner) {
    case .member(.row(let id)): row = id
    case .member(.section(let section)): row = topology.section(section).choice
    case .input: row = nil
    case nil:
      reportUnknown(name, sign: "$", at: site, range)
      return nil
    }
    guard let row else {
      report(
        .use, "'\(name)' is not a row, and has no display of its own", at: site, textRange: range,
        hint: "write display($\(name).value)")
      return nil
    }
    return .fact(addFact(.display(row)))
  }

  /// The hint if a text reads something other than the value of an input.
  ///
  /// The value may be an object.
  private func inputHint(_ input: InputID, _ name: String, _ reading: Operand.Reading) -> String {
    guard case .attribute(let word) = reading,
      topology.graph.inputs[input.index].type.valueKind == .any
    else { return "write $\(name)" }
    return "write $\(name).value.\(word.text) for a member of its value"
  }

  /// Warns if an attribute of a row has the same name as a key of the object that the row starts
  /// with.
  private mutating func warnOfMember(
    of row: RowIndex, called name: String, _ reading: Operand.Reading, _ range: Range<Int>?,
    _ site: Site
  ) {
    let record = topology.rows[row.index]
    guard record.kind == .any, let range, case .attribute(let word) = reading,
      case .dictionary(let members)? = record.content.value, members[word.text] != nil
    else { return }
    report(
      Diagnostic(
        .attribute,
        "$\(name).\(word.text) is what the form decides about the row, not a member of its value",
        at: range, hint: "write $\(name).value.\(word.text) for the member"),
      .warning, site)
  }

  /// The slot of a row's value.
  ///
  /// A row's own conditions and rules read the stored value. All other texts read nil while the row
  /// is hidden, if its policy is `nil`.
  private mutating func valueSlot(of row: RowIndex, _ site: Site) -> Slot {
    guard topology.rows[row.index].hiddenValues == .nil, !isOwn(row, site) else {
      return .value(row)
    }
    return .fact(addFact(.visibleValue(row)))
  }

  /// Whether a text belongs to the row, or to the section whose choice the row is.
  private func isOwn(_ row: RowIndex, _ site: Site) -> Bool {
    if site.owner == .row(row) { return true }
    let section = topology.rows[row.index].section
    return site.owner == .section(section) && topology.section(section).choice == row
  }

  private mutating func indexSlot(
    of item: ItemIndex, _ reading: Operand.Reading, _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    let list = topology.item(item).section
    switch reading {
    case .column(Self.indexKey): return .fact(addFact(.items(list, .index(item))))
    case .column(ExactText(ItemsDefinition.templateKey)):
      guard topology.template(of: item)?.name != nil else {
        let name = topology.tag(of: .section(list)) ?? "the list"
        report(
          .use, "the items of '\(name)' have one template, which has no name", at: site,
          textRange: range,
          hint: "write \"templates\" with names in place of \"template\"", hintsAtFile: true)
        return nil
      }
      return .fact(addFact(.items(list, .templateName(item))))
    default:
      let isNamed = topology.template(of: item)?.name != nil
      if case .column(let key) = reading, ["parent", "outer"].contains(key.text) {
        report(
          .use, "an item does not read the item around it as '\(key.text)'", at: site,
          textRange: range,
          hint: "a row of the outer item holds its index, \"calculated\": \"$item.index\", and the "
            + "inner item reads that row", hintsAtFile: true)
        return nil
      }
      report(
        .use,
        !isNamed
          ? "'item' has only an index and the item before it"
          : "'item' has only an index, the item before it and the name of its template",
        at: site, textRange: range,
        hint:
          "an item has $item.index and $item.previous.tag; the template's rows have names")
      return nil
    }
  }

  /// The slot for what a text reads from a section's items.
  ///
  /// It covers only what is read.
  private mutating func itemsSlot(
    of section: SectionIndex, named name: String, _ reading: Operand.Reading, _ range: Range<Int>?,
    _ site: Site
  ) -> Slot? {
    guard let templates = topology.section(section).templates?.value else { return nil }
    let errorsBefore = errorCount
    func column(_ key: ExactText, for fold: Operand.Fold? = nil) -> Int? {
      if let column = templates.column(key) { return column }
      let nearest = Spelling.nearest(to: key.text, among: templates.tags)
      let inner = innerList(of: section, with: key).map { list in
        fold.map {
          "write $\(name).@unionOfArrays.\(list).@\($0.rawValue).\(key.text)"
        } ?? "did you mean \(list).\(key.text)?"
      }
      report(
        .unknownName, "the items of '\(name)' have no '\(key.text)'", at: site, textRange: range,
        hint: inner ?? Self.hint(forKey: key.text, of: name, nearest: nearest))
      return nil
    }
    let view: ItemsView? =
      switch reading {
      case .count: .count
      case _ where templates.isPlain: .column(0)
      case .value, .attribute: .objects(templates.valueColumns)
      case .column(let key): column(key).map { .column($0) }
      case .fold(let fold, let key):
        // The lists of a column are folded by the program, which says what is wrong with them.
        column(key, for: fold).map { templates.isList($0) ? .objects([$0]) : .fold(fold, $0) }
      case .objects(let keys):
        // What reads the position of an item needs no column; `checkInnerLists` reports what else
        // reads it.
        .objects(
          keys.filter { $0 != Self.indexKey || templates.column($0) != nil }
            .compactMap { column($0) }.sorted())
      }
    guard errorCount == errorsBefore, let view else { return nil }
    return .fact(addFact(.items(section, view)))
  }

  // MARK: - Facts

  func fact(_ fact: Fact) -> NodeID? { topology.node(inTableOf: fact) }

  /// The node of a fact.
  ///
  /// The node is added if nothing has read the fact before.
  mutating func addFact(_ fact: Fact) -> NodeID {
    if let known = self.fact(fact) { return known }
    let item = topology.item(of: fact)
    let node = add(.fact(fact), of: item)
    topology.graph.factIndex.insert(node.code, hash: fact.hashValue)
    switch fact {
    case .attribute(.disabled, let member):
      guard case .row(let row) = member, topology.directory.submitRows.contains(row) else { break }
      for section in Array(outline.sectionsInOrder)
      where topology.sections[section.index].item == nil {
        _ = addFact(.attribute(.valid, .section(section)))
      }
    case .attribute, .visibleValue, .display, .items(_, .templateName), .items(_, .index): break
    case .items(let section, .previous(let item, let columns)):
      topology.graph.templates[topology.items[item.index].kind.index].previousFacts.append(node)
      for column in columns { addCells(of: section, column) }
    case .items(let section, let view):
      for column in view.columns { addCells(of: section, column) }
    }
    return node
  }

  /// Makes sure that a column of items is read as conditions read values.
  ///
  /// Under the policy `nil`, that takes a fact for each item. So does a column of lists.
  private mutating func addCells(of section: SectionIndex, _ column: Int) {
    for prototype in topology.section(section).prototypes {
      if let fact = cellFact(of: prototype, column) { _ = addFact(fact) }
    }
  }

  /// The fact that a column of items is read through; nil if the stored value is read, or if the
  /// item has nothing in the column.
  func cellFact(of item: ItemIndex, _ column: Int) -> Fact? {
    guard let row = topology.row(of: item, column) else {
      guard let list = topology.list(of: item, column),
        let inner = topology.section(list).templates?.value
      else { return nil }
      return .items(list, inner.whole)
    }
    return topology.rows[row.index].hiddenValues == .nil ? .visibleValue(row) : nil
  }
}
