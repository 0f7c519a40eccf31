// Options that come from a list of the form. What the list offers is a fact about its items, which
// all rows share that read the same rows of the items:
//
//   people: id, name  →  fact (id, name)  →  options of each row that chooses  →  its verdict

import Predicate

extension GraphBuilder {
  // MARK: - Names

  /// The list whose items SELF is at a site; nil if SELF is something else there.
  func optionsList(at site: Site) -> SectionIndex? {
    guard site.isOfOptions, let row = site.owner?.row,
      let options = topology.rows[row.index].content.options?.list
    else { return nil }
    return list(named: options.list, for: row)
  }

  /// The list that a name means for a row; nil if it means something else, or nothing.
  private func list(named name: String, for row: RowIndex) -> SectionIndex? {
    guard case .member(.section(let section))? = meaning(of: name, for: .row(row)),
      topology.sections[section.index].templates != nil
    else { return nil }
    return section
  }

  /// What the rows of an option list hold that are days or times.
  func dateKind(ofRow name: String, inItemsOf list: SectionIndex) -> DateKind? {
    topology.section(list).templates?.value.row(tagged: ExactText(name))?.type.valueKind.dateKind
  }

  /// The kind of date of the options that a row takes from a list; nil if they are not dates.
  func dateKind(ofOptions content: RowDefinition, _ row: RowIndex) -> DateKind? {
    content.options?.list.flatMap { options in
      list(named: options.list, for: row).flatMap {
        dateKind(ofRow: options.value, inItemsOf: $0)
      }
    }
  }

  /// The row of the items that `SELF.value` means in a filter; nil of another key, and where the
  /// items have a row of this name.
  func valueRow(of key: String, at site: Site, _ list: SectionIndex) -> String? {
    guard key == OptionDefinition.valueKey,
      topology.section(list).templates?.value.column(ExactText(key)) == nil
    else { return nil }
    return site.owner?.row.flatMap { topology.rows[$0.index].content.options?.list?.value }
  }

  // MARK: - Facts

  /// The fact about the list that the options of a row come from; nil if a name is wrong, which has
  /// been reported.
  mutating func optionList(
    of content: RowDefinition, _ row: RowIndex, filteredBy filter: Run?
  ) -> NodeID? {
    guard let options = content.options?.list, let list = list(named: options.list, for: row),
      let templates = topology.section(list).templates?.value,
      let value = templates.column(ExactText(options.value))
    else { return nil }
    var reading: TextReading?
    if let text = filter?.text {
      reading =
        knownTexts[text.index]?.reading?.value
        ?? topology.graph.texts[text.index].reading(within: topology.graph.limits.texts)
    }
    let names =
      [options.title, content.groupedBy].compactMap { $0 }
      + (reading?.usesOfSelf ?? []).compactMap(\.key)
    let others = Set(names.compactMap { templates.column(ExactText($0)) }).subtracting([value])
    return addFact(.items(list, .options([value] + others.sorted())))
  }

  // MARK: - Mistakes

  /// Checks the list and the rows of its items that the options of a row come from.
  mutating func checkList(of content: RowDefinition, _ row: RowIndex) {
    guard let options = content.options?.list, content.options?.isUnreadable == false else {
      return
    }
    func site(_ key: String) -> Site { Site(.row(row), .key("options"), .key(key)) }
    guard let list = list(named: options.list, for: row) else {
      return reportNoList(options.list, for: row, at: site("list"))
    }
    guard let templates = topology.section(list).templates?.value else { return }
    guard !templates.isPlain else {
      return report(
        .use,
        "the items of '\(options.list)' are plain values, not objects with a value and a title",
        at: site("list"), hint: "give '\(options.list)' a 'template' in place of its 'item'")
    }
    let value = checkRow(options.value, of: templates, in: options.list, at: site("value"))
    if let value {
      switch value.type.valueKind {
      case .choices:
        report(
          .use, "\(Problem.quoted(options.value)) holds several values, and an option has one",
          at: site("value"))
      case .none:
        report(
          .use,
          "\(Problem.quoted(options.value)) is a row of type '\(value.type.rawValue)', which has no "
            + "value", at: site("value"))
      default: break
      }
    }
    if let title = options.title,
      let row = checkRow(title, of: templates, in: options.list, at: site("title")),
      row.type.valueKind != .text
    {
      report(
        .use, "the titles of options are text, and \(Problem.quoted(title)) is not",
        at: site("title"),
        hint: "compute the title in a calculated row of type 'text'")
    }
    if let value, content.allowsOther, value.type.valueKind != .text {
      report(
        .place, "'other' needs options that are text, and \(Problem.quoted(options.value)) is not",
        at: Site(.row(row), .key("other")))
    }
    if let key = content.groupedBy {
      checkRow(key, of: templates, in: options.list, at: Site(.row(row), .key("groupedBy")))
    }
  }

  /// Checks what a filter reads of the items of the list.
  mutating func checkUsesOfSelf(_ reading: TextReading, ofItemsOf list: SectionIndex, _ site: Site)
  {
    guard let row = site.owner?.row, let options = topology.rows[row.index].content.options?.list,
      let templates = topology.section(list).templates?.value, !templates.isPlain
    else { return }
    for (key, range) in reading.usesOfSelf {
      guard let key else {
        let hasValueKey = valueRow(of: OptionDefinition.valueKey, at: site, list) != nil
        report(
          .use, "SELF is an item of the list '\(options.list)'", at: site, textRange: range,
          hint: (hasValueKey ? "write SELF.value, or " : "")
            + "name a row of the item: SELF.\(options.value)")
        continue
      }
      if valueRow(of: key, at: site, list) != nil { continue }
      // A key without SELF has been reported.
      guard !reading.bareKeys.contains(where: { $0.range == range }) else { continue }
      checkRow(key, of: templates, in: options.list, sign: "SELF.", at: site, range)
    }
  }

  /// The row of a template with a tag; nil if there is none, which is reported.
  @discardableResult
  private mutating func checkRow(
    _ tag: String, of templates: ItemTemplates, in list: String, sign: String = "", at site: Site,
    _ range: Range<Int>? = nil
  ) -> RowDefinition? {
    if let row = templates.row(tagged: ExactText(tag)) { return row }
    // The names of templates are text.
    if let column = templates.column(ExactText(tag)), templates.isName(column) {
      return RowDefinition(tag: tag, type: .text)
    }
    guard templates.column(ExactText(tag)) == nil else {
      report(
        .use, "\(Problem.quoted(tag)) is a list in each item of '\(list)', not a value", at: site,
        textRange: range)
      return nil
    }
    let nearest = Spelling.nearest(to: tag, among: templates.all.flatMap(\.rows).compactMap(\.tag))
    report(
      .unknownName, "the items of '\(list)' have no \(Problem.quoted(tag))", at: site,
      textRange: range,
      hint: nearest.map { "did you mean \(sign)\($0)?" })
    return nil
  }

  /// The hint for a choice in the place of a list: whose options are meant, all or those chosen.
  private func choiceHint(_ name: String, _ other: RowRecord, for row: RowIndex) -> String? {
    guard other.content.hasOptions else { return nil }
    let of = "for the options of '\(name)', write \"options\": "
    if let table = other.content.options?.table {
      return of + "{\"table\": \"\(table.table)\", \"value\": \"\(table.value)\"}"
    }
    if let source = other.content.options?.list {
      return list(named: source.list, for: row) == nil
        ? nil : of + "{\"list\": \"\(source.list)\", \"value\": \"\(source.value)\"}"
    }
    return other.kind == .choices
      ? "repeat the options of '\(name)'; for those that are chosen in it, also write "
        + "\"optionsFilter\": \"SELF.value IN $\(name)\""
      : "repeat the options of '\(name)'; options that two rows share come from a table"
  }

  /// Reports that a name is not the name of a list that a row sees.
  private mutating func reportNoList(_ name: String, for row: RowIndex, at site: Site) {
    let quoted = Problem.quoted(name)
    let kind = "\"kind\": \"multivalued\""
    let hint = "options come from a section with \(kind)"
    switch meaning(of: name, for: .row(row)) {
    case .input?: return report(.use, "\(quoted) is an input, not a list", at: site, hint: hint)
    case .member(.row(let other))?:
      let choiceHint = choiceHint(name, topology.rows[other.index], for: row) ?? hint
      return report(.use, "\(quoted) is a row, not a list", at: site, hint: choiceHint)
    case .member(.section)?:
      return report(.use, "\(quoted) is a section, not a list", at: site, hint: hint)
    case nil: break
    }
    // The lists of prototypes stand for those of all items.
    let around = topology.directory.templateSections.first { list in
      topology.section(list).templates?.value.hasList(ExactText(name)) ?? false
    }
    if let around, let outer = topology.section(around).definition.value.tag {
      return report(
        .use, "\(quoted) is a list in the items of '\(outer)', and each item has its own", at: site,
        hint: "choose from \(quoted) in a row of '\(outer)'")
    }
    let lists = topology.directory.templateSections.compactMap { list in
      topology.isOfItem(.section(list)) ? nil : topology.section(list).definition.value.tag
    }
    let nearest = Spelling.nearest(to: name, among: lists)
    let isTable = topology.graph.tables.id(of: name) != nil
    report(
      .unknownName, "unknown list \(quoted)", at: site,
      hint: nearest.map { "did you mean \($0)?" }
        ?? (isTable
          ? "\(quoted) is a table: write \"table\" in place of \"list\""
          : lists.isEmpty ? "the form has no lists, which are sections with \(kind)" : nil))
  }
}
