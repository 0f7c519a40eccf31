// Checks sections with items: the template, the number of items, and the first items. The tags of
// templates are checked together with all other names.

import Predicate

extension DefinitionChecker {
  /// The largest number of tags that a misspelled tag is compared with, so that hints stay cheap in
  /// every form.
  static let maximumSuggestions = 200

  mutating func check(
    _ items: ItemsDefinition, of section: SectionDefinition, at index: Int
  ) {
    let member = Member.section(index)
    if sections[index].list != nil, section.tag != nil {
      // It is a value of its item.
    } else if let tag = section.tag {
      checkName(ValueName(text: tag, member: member, isTag: true))
    } else {
      report(
        .missing, "a section with items has no 'tag', so nothing can read its items",
        of: member, [], focus: .start, hint: "write, for example, \"tag\": \"phones\"")
    }
    if !section.rows.isEmpty {
      let refusal = ItemsDefinition.refusalOfRows
      report(.place, refusal.message, of: member, [.key("rows")], focus: .key, hint: refusal.hint)
    }
    if case .item(let row) = items.template, !items.isNamed {
      checkItem(row, .item(section: index), isNamed: section.tag != nil)
      for (position, value) in items.value.enumerated() {
        checkItem(value, at: position, row, section: index)
      }
    } else {
      checkTemplates(of: items, member)
      for (place, named) in items.templates.enumerated() {
        checkTemplate(named.template, at: place, of: items, section: index)
      }
      checkItems(items.value, ofList: index, in: .section(index), [.key("value")])
    }
    checkBounds(of: items, member)
  }

  // MARK: - Parts of an item

  private mutating func checkItem(_ row: RowDefinition, _ member: Member, isNamed: Bool) {
    let given: KeyValuePairs = ["tag": row.tag != nil, "name": row.name != nil]
    for (key, isGiven) in given where isGiven {
      report(
        .place, "the row of an item cannot have a '\(key)': the section's tag names the items",
        of: member, [.key(key)], focus: .key,
        hint: isNamed ? "leave it out" : "give the section the tag instead")
    }
    if row.type.valueKind == .none {
      report(
        .place, "an item cannot be a \(row.type.rawValue), which holds no value", of: member,
        [.key("type")])
    }
    check(row, member)
  }

  /// Checks the names of several templates.
  private mutating func checkTemplates(of items: ItemsDefinition, _ member: Member) {
    if items.templates.isEmpty {
      report(
        .missing, "a list needs at least one template", of: member, [],
        hint: #"write, for example, "templates": {"phone": {"rows": […]}}"#)
    }
    guard items.templates.count > 1 || items.isNamed else { return }
    var known: Set<String> = []
    for (place, named) in items.templates.enumerated() {
      guard let name = named.name else {
        report(
          .missing, "one of several templates needs a name", of: member,
          items.steps(toTemplate: place))
        continue
      }
      if !Identifier.isValid(name) {
        report(
          .name,
          "\(Problem.quoted(name)) cannot be the name of a template: it must be letters, digits "
            + "and _, and not begin with a digit",
          of: member, items.steps(toTemplate: place), focus: .key)
      } else if !known.insert(name).inserted {
        report(
          .duplicate, "the template \(Problem.quoted(name)) is given twice", of: member,
          items.steps(toTemplate: place), focus: .key)
      }
    }
    if items.countFormula != nil, items.templates.count > 1 {
      report(
        .place,
        "a list whose items are counted by a formula has one template: the formula cannot choose",
        of: member, [.key("templates")], focus: .key,
        hint: "leave 'count' out, or make a list of each template",
        related: [note("'count' is given here", member, [.key("count")], focus: .key)])
    }
  }

  private mutating func checkTemplate(
    _ template: ItemsDefinition.Template, at place: Int, of items: ItemsDefinition, section: Int
  ) {
    if case .item = template {
      report(
        .place, "one of several templates has 'rows', not an 'item'", of: .section(section),
        items.steps(toTemplate: place))
    }
    if template.rows.isEmpty, template.sections.isEmpty {
      report(
        .missing, "a template needs at least one row", of: .section(section),
        items.steps(toTemplate: place) + [.key("rows")],
        hint: #"write, for example, {"tag": "number", "type": "phone"}"#)
    }
    for (index, row) in template.rows.enumerated() {
      let member = Member.templateRow(index, of: place, section: section)
      checkNames(ofTemplateRow: row, member)
      check(row, member)
    }
  }

  mutating func checkNames(ofTemplateRow row: RowDefinition, _ member: Member) {
    if row.tag == nil, row.type.valueKind != .none {
      report(
        .missing, "a row of a template needs a 'tag': an item is an object keyed by tags",
        of: member, [],
        focus: .start, hint: #"write, for example, "tag": "number""#)
    }
    if row.name != nil, answers == .flat {
      report(
        .place, "a row of a template cannot have a 'name': its tag is the key in the item",
        of: member,
        [.key("name")], focus: .key, hint: "leave it out, or make it the tag")
    }
  }

  // MARK: - Number of items

  private mutating func checkBounds(of items: ItemsDefinition, _ member: Member) {
    let bounds: KeyValuePairs = ["minimum": items.minimum, "maximum": items.maximum]
    if items.countFormula != nil {
      for (key, bound) in bounds where bound != nil {
        reportConflict(
          "a list whose items are counted by a formula cannot have '\(key)'", of: member, key,
          with: "count")
      }
    }
    for (key, bound) in bounds {
      guard let fixed = bound?.fixed, fixed < 0 else { continue }
      report(.value, "'\(key)' must be a number of items, from 0", of: member, [.key(key)])
    }
    let minimum = items.minimum?.fixed ?? 0
    let maximum = items.maximum?.fixed ?? .max
    guard minimum >= 0, maximum >= 0 else { return }
    guard minimum <= maximum else {
      report(
        .bounds, "'minimum' is greater than 'maximum'", of: member, [.key("minimum")],
        related: [note("'maximum' is given here", member, [.key("maximum")])])
      return
    }
    let count = items.value.count
    let start = "the section starts with \(count) item\(count == 1 ? "" : "s")"
    if count > maximum {
      report(
        .startValue, "\(start), more than its maximum of \(maximum)", of: member, [.key("value")],
        related: [note("'maximum' is given here", member, [.key("maximum")])])
    } else if count < minimum, count > 0 || !items.allows.contains(.insert) {
      // If the user can add items, an empty section is not a mistake, just as an empty required row
      // is not.
      report(
        .startValue, "\(start), fewer than its minimum of \(minimum)", of: member, [.key("value")],
        severity: .warning,
        hint: items.allows.contains(.insert) ? nil : "the user cannot add any: allow insert",
        related: [note("'minimum' is given here", member, [.key("minimum")])])
    }
  }

  // MARK: - Items at the start

  private mutating func checkItem(
    _ value: Value, at position: Int, _ row: RowDefinition, section: Int
  ) {
    let steps: [JSONPath.Step] = [.key("value"), .index(position)]
    if row.calculated != nil, !value.isNull {
      reportCalculated("the items are", .item(section: section), .section(section), steps)
    } else if row.type.valueKind != .none {
      checkValue(value, of: row.type, .section(section), steps)
    }
  }

  /// A part of the items of a list.
  enum Part {
    case row(RowDefinition, Member)
    /// A group or a list, by its index in `sections`.
    case section(Int)
  }

  /// The parts of the items of a list that have one template, in declaration order, without those
  /// of lists in them.
  ///
  /// - Complexity: O(n) in the number of parts.
  func parts(ofList index: Int, _ template: Int) -> [(tag: String?, part: Part)] {
    guard case .multivalued(let items) = sections[index].definition.kind,
      items.templates.indices.contains(template),
      case .rows(let rows, _) = items.templates[template].template
    else { return [] }
    var parts: [(tag: String?, part: Part)] = rows.enumerated().map { position, row in
      (row.tag, .row(row, .templateRow(position, of: template, section: index)))
    }
    for section in sectionsByList[index] ?? [] where sections[section].template == template {
      let definition = sections[section].definition
      parts.append((definition.tag, .section(section)))
      parts += definition.rows.enumerated().map { position, row in
        (row.tag, .row(row, .row(position, section: section)))
      }
    }
    return parts
  }

  /// Whether a part is a value of its item.
  private func isValue(_ part: Part) -> Bool {
    switch part {
    case .row(let row, _): row.type.valueKind != .none
    case .section(let index): sections[index].definition.kind.isOfItems
    }
  }

  /// Checks the values of a list's items.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  private mutating func checkItems(
    _ values: [Value], ofList index: Int, in owner: Member, _ place: [JSONPath.Step]
  ) {
    guard !values.isEmpty, case .multivalued(let items) = sections[index].definition.kind else {
      return
    }
    let keys = items.templates.indices.map { valueKeys(ofList: index, $0) }
    guard var (byKey, named) = keys.first else { return }
    for (position, value) in values.enumerated() {
      let steps = place + [.index(position)]
      guard case .dictionary(let item) = value else {
        report(
          .value,
          "an item must be an object of the template's values, but is "
            + Problem.kindName(of: value), of: owner, steps,
          hint: named.first.map { "write {\"\($0)\": …}" })
        continue
      }
      if items.isNamed {
        guard let template = template(of: value, in: items, owner, steps) else { continue }
        (byKey, named) = keys[template]
      }
      for (key, value) in zip(item.keys, item.values) {
        if items.isNamed, key == ItemsDefinition.templateKey { continue }
        let steps = steps + [.key(key)]
        switch byKey[ExactText(key)] {
        case .row(let row, let member)?: check(value, under: key, of: row, member, in: owner, steps)
        case .section(let list)?: check(value, under: key, ofList: list, in: owner, steps)
        case nil:
          report(
            .key, "unknown key \(Problem.quoted(key)) in an item", of: owner, steps, focus: .key,
            hint: Spelling.nearest(to: key, among: named.prefix(Self.maximumSuggestions)).map {
              "did you mean \($0)?"
            })
        }
      }
    }
  }

  /// The parts of the items of one template by the keys of their values, and the keys of values.
  private func valueKeys(
    ofList index: Int, _ template: Int
  ) -> (byKey: [ExactText: Part], named: [String]) {
    var byKey: [ExactText: Part] = [:]
    var named: [String] = []
    for case (let tag?, let part) in parts(ofList: index, template) where tag != "" {
      if isValue(part) { named.append(tag) }
      if case .section = part, !isValue(part) { continue }
      byKey[ExactText(tag)] = byKey[ExactText(tag)] ?? part
    }
    return (byKey, named)
  }

  /// The position of the template that an item names; nil if it names an unknown one, which is
  /// reported.
  private mutating func template(
    of value: Value, in items: ItemsDefinition, _ owner: Member, _ steps: [JSONPath.Step]
  ) -> Int? {
    if let place = items.place(for: value) { return place }
    guard case .dictionary(let item) = value, let name = item[ItemsDefinition.templateKey] else {
      return nil
    }
    let steps = steps + [.key(ItemsDefinition.templateKey)]
    guard case .string(let text) = name else {
      report(
        .value, "'template' must be the name of a template, but is \(Problem.kindName(of: name))",
        of: owner, steps)
      return nil
    }
    report(
      .unknownName, "unknown template \(Problem.quoted(text))", of: owner, steps,
      hint: items.hint(forTemplate: text))
    return nil
  }

  /// Checks a list in an item.
  private mutating func check(
    _ value: Value, under key: String, ofList index: Int, in owner: Member,
    _ steps: [JSONPath.Step]
  ) {
    guard case .multivalued(let items) = sections[index].definition.kind, value != .null else {
      return
    }
    guard case .array(let values) = value else {
      return report(
        .value, "\(Problem.quoted(key)) is a list of items, but is \(Problem.kindName(of: value))",
        of: owner, steps)
    }
    if case .item(let row) = items.template, !items.isNamed {
      for (position, value) in values.enumerated() where row.type.valueKind != .none {
        checkValue(value, of: row.type, owner, steps + [.index(position)])
      }
    } else {
      checkItems(values, ofList: index, in: owner, steps)
    }
  }

  /// Checks a value of an item against its row.
  private mutating func check(
    _ value: Value, under key: String, of row: RowDefinition, _ member: Member, in owner: Member,
    _ steps: [JSONPath.Step]
  ) {
    if row.type.valueKind == .none {
      report(
        .place, "\(Problem.quoted(key)) is a \(row.type.rawValue) and holds no value", of: owner,
        steps,
        focus: .key)
    } else if row.calculated != nil {
      reportCalculated("\(Problem.quoted(key)) is", member, owner, steps)
    } else {
      checkValue(value, of: row.type, owner, steps)
    }
  }

  private mutating func reportCalculated(
    _ subject: String, _ row: Member, _ section: Member, _ steps: [JSONPath.Step]
  ) {
    report(
      .place, "\(subject) calculated and cannot be given a value", of: section, steps,
      related: [note("'calculated' is given here", row, [.key("calculated")], focus: .key)])
  }
}
