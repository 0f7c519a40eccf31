// Reads sections with items: the templates of an item, and the first items, converted to the types
// of the rows of their template. The checker finds contradictions between these parts.

import Predicate

extension DefinitionReader {
  /// Stands in an unreadable template with a name, which needs a row.
  private static let unreadableRow = RowDefinition(type: .label)
  /// Replaces an unreadable template.
  ///
  /// Any value is a valid item of it.
  private static let unreadable = ItemsDefinition.Template.item(RowDefinition(type: .custom))

  mutating func items(in object: ObjectPlace) -> ItemsDefinition {
    var items = ItemsDefinition(templates: [])
    read(ItemsDefinition.fields, of: object, into: &items)
    return items
  }

  mutating func edits(in object: ObjectPlace) -> ItemEdits? {
    guard let place = place(.allows, in: object) else { return nil }
    guard kind(of: place) == .array else {
      reportKind(
        of: place, "'allows'", mustBe: "a list",
        hint: hint(for: place) ?? #"write any of ["insert", "delete", "reorder"]"#)
      return nil
    }
    let edits = set(of: list(.allows, in: object), called: "edit", "an", names: ItemEdits.names)
    if has(.count, in: object), !edits.isDisjoint(with: [.insert, .delete]) {
      report(
        .place, "nobody inserts or deletes items of a list whose items are counted by a formula",
        place,
        hint: edits.contains(.reorder) ? #"write "allows": ["reorder"]"# : "leave 'allows' out")
    }
    return edits
  }

  /// A number of items, or a formula for one.
  mutating func count(_ key: FormKey, in object: ObjectPlace) -> Bound<Int>? {
    guard let place = place(key, in: object) else { return nil }
    if document.isText(place.index) { return .formula(sharedText(at: place)) }
    if case .int(let count) = ValueKind.int.converted(document.value(at: place.index)) {
      return .fixed(Int(clamping: count))
    }
    reportKind(
      of: place, "'\(key.text)'", mustBe: "a number of items or a formula",
      hint: hint(for: place))
    return nil
  }

  // MARK: - Templates

  /// The templates of an item; one that takes anything if they cannot be read, which has been
  /// reported.
  mutating func templates(in object: ObjectPlace) -> [ItemsDefinition.NamedTemplate] {
    readableTemplates(in: object) ?? [ItemsDefinition.NamedTemplate(name: nil, Self.unreadable)]
  }

  private mutating func readableTemplates(
    in object: ObjectPlace
  ) -> [ItemsDefinition.NamedTemplate]? {
    guard let place = place(.templates, in: object) else {
      return template(in: object).map { [ItemsDefinition.NamedTemplate(name: nil, $0)] }
    }
    let others: [FormKey] = [.template, .item]
    if let other = others.first(where: { has($0, in: object) }) {
      reportConflict(
        "a section has '\(other.text)' or 'templates', not both", .templates, other, object,
        hint: other == .template ? "make it one of the templates, with a name" : nil)
    }
    let hint = #"write, for example, "templates": {"phone": {"rows": […]}}"#
    guard kind(of: place) == .object else {
      reportKind(of: place, "'templates'", mustBe: "an object of names and templates", hint: hint)
      return nil
    }
    let keys = Array(document.keys(of: place.index))
    guard !keys.isEmpty else {
      report(.missing, "'templates' needs at least one template", place, hint: hint)
      return nil
    }
    return keys.map { key in
      let name = document.text(at: key)
      let template = objects(
        Place(index: key + 1), called: "the template \(Problem.quoted(name))", hint: hint)
      return ItemsDefinition.NamedTemplate(name: name, template ?? .rows([Self.unreadableRow]))
    }
  }

  /// The only template of an item; nil if it cannot be read, which has been reported.
  private mutating func template(in object: ObjectPlace) -> ItemsDefinition.Template? {
    let hint = #"write "template": {"rows": […]}"#
    switch (place(.item, in: object), place(.template, in: object)) {
    case (let item?, nil): return itemRow(item).map { .item($0) }
    case (nil, let template?): return objects(template, called: "'template'", hint: hint)
    case (let item?, let template?):
      reportConflict(
        "a section has an 'item' or a 'template', not both", .template, .item, object,
        hint: "an 'item' is one plain value, a 'template' makes objects")
      _ = itemRow(item)
      _ = objects(template, called: "'template'", hint: hint)
      return nil
    case (nil, nil):
      // Rows in the section itself are reported elsewhere, with a hint to use a template.
      if let rows = place(.rows, in: object), kind(of: rows) == .array,
        document.next(after: rows.index) > rows.index + 2
      {
        return nil
      }
      report(
        .missing, "a section with items needs an 'item' or a 'template'", object.place,
        focus: .start,
        hint: #"write "item": {"type": "phone"}, or "template": {"rows": […]} for several rows"#)
      return nil
    }
  }

  private mutating func itemRow(_ place: Place) -> RowDefinition? {
    guard kind(of: place) == .object, let object = object(place, called: "'item'") else {
      reportKind(
        of: place, "'item'", mustBe: "a row",
        hint: #"write, for example, "item": {"type": "phone"}"#)
      return nil
    }
    return refusesNesting(in: object, "a row", isItem: true) ? nil : row(object)
  }

  /// A template of items that are objects.
  private mutating func objects(
    _ place: Place, called name: String, hint: String
  ) -> ItemsDefinition.Template? {
    guard kind(of: place) == .object, let object = object(place, called: name) else {
      reportKind(of: place, name, mustBe: "an object", hint: hint)
      return nil
    }
    let isNested = refusesNesting(in: object, "a template", allowed: .template)
    checkKeys(of: object, known: .template, others: .nesting, in: "a template")
    let sections = sections(in: object, isRequired: false)
    guard let rows = self.place(.rows, in: object) else {
      if has(.sections, in: object) {
        return .rows(withActions(of: object, []), sections: sections)
      }
      if !isNested {
        report(.missing, "a template needs 'rows'", object.place, focus: .start, hint: hint)
      }
      return nil
    }
    guard kind(of: rows) == .array else {
      reportKind(of: rows, "'rows'", mustBe: "a list", hint: hint)
      return nil
    }
    let places = list(.rows, in: object)
    let all: [RowDefinition] = places.map { place in apart { $0.templateRow(place) } }
    return .rows(withActions(of: object, all), sections: sections)
  }

  /// The rows of a template, of which the first has the actions of the template.
  private mutating func withActions(
    of template: ObjectPlace, _ rows: [RowDefinition]
  ) -> [RowDefinition] {
    let actions = actions(in: template)
    guard !actions.isEmpty else { return rows }
    var rows = rows
    if rows.isEmpty {
      if let place = place(.actions, in: template) {
        report(
          .place, "the actions of a template are those of its first row, and it has no rows", place,
          focus: .key, hint: "give the template 'rows', or the actions to a row of its sections")
      }
    } else {
      rows[0].actions += actions
    }
    return rows
  }

  private mutating func templateRow(_ place: Place) -> RowDefinition {
    let unreadable = Self.unreadableRow
    guard let object = object(place, called: "a row") else { return unreadable }
    guard !refusesNesting(in: object, "a row") else {
      // The first items may have a value for this tag.
      return text(.tag, in: object).map { RowDefinition(tag: $0, type: .custom) } ?? unreadable
    }
    let row = row(object)
    // A template row needs a tag. This row has an unreadable tag, which has been reported. A label
    // needs none, so it causes no second report.
    return row.tag == nil && has(.tag, in: object) ? unreadable : row
  }

  /// Reports keys that would make a section out of a row.
  ///
  /// - Returns: Whether there is such a key.
  private mutating func refusesNesting(
    in object: ObjectPlace, _ owner: String, allowed: FormKeys = .none, isItem: Bool = false
  ) -> Bool {
    let key = FormKeys.nesting.list.first {
      has($0, in: object) && !allowed.contains($0)
    }
    guard let key, let place = place(key, in: object) else { return false }
    let hint =
      isItem && key == .rows
      ? #"write "template": {"rows": […]}"# : #"write the section in "template": {"sections": […]}"#
    report(
      .place, "'\(key.text)' cannot stand in \(owner): it belongs to a section", place, focus: .key,
      hint: hint)
    return true
  }

  // MARK: - Values

  mutating func values(
    in object: ObjectPlace, of items: ItemsDefinition
  ) -> [Value] {
    itemValues(Array(list(.value, in: object)), ItemTypes.all(items))
  }

  /// The values of the items of a list.
  private mutating func itemValues(_ places: [Place], _ types: [ItemTypes]) -> [Value] {
    places.map { place in
      if let row = types.first?.plain { return value(place, of: row.type) }
      return types.first { $0.name == nil || $0.name == templateName(in: place) }
        .map { itemObject(place, $0) } ?? types.first.map { itemObject(place, $0) }
        ?? document.value(at: place.index)
    }
  }

  /// The template that an item object names.
  private func templateName(in place: Place) -> String? {
    guard kind(of: place) == .object else { return nil }
    let key = document.keys(of: place.index).first {
      document.text(at: $0) == ItemsDefinition.templateKey
    }
    guard let key, case .string(let name) = document.value(at: key + 1) else { return nil }
    return name
  }

  /// What the keys of an item of one template hold.
  private struct ItemTypes {
    /// The name of the template; nil if it is the only one.
    let name: String?
    /// The row of an item that is a plain value.
    let plain: RowDefinition?
    var rows: [ExactText: RowType] = [:]
    var lists: [ExactText: ItemsDefinition] = [:]

    static func all(_ items: ItemsDefinition) -> [ItemTypes] { items.templates.map(ItemTypes.init) }

    init(_ named: ItemsDefinition.NamedTemplate) {
      let template = named.template
      name = named.name
      plain = template.isPlain ? template.rows.first : nil
      let sections = template.sections.placed.map(\.definition)
      for row in template.rows + sections.flatMap(\.formRows) {
        if let tag = row.tag, rows[ExactText(tag)] == nil { rows[ExactText(tag)] = row.type }
      }
      for section in sections {
        guard case .multivalued(let items) = section.kind, let tag = section.tag else { continue }
        lists[ExactText(tag)] = items
      }
    }
  }

  /// Converts the values of an item object.
  ///
  /// Anything else is returned unchanged. The recursion, through lists in items, is bounded by the
  /// depth of JSON.
  private mutating func itemObject(_ place: Place, _ types: ItemTypes) -> Value {
    guard kind(of: place) == .object else { return document.value(at: place.index) }
    var values = ValueDictionary()
    for index in document.keys(of: place.index) {
      let key = document.text(at: index)
      let place = Place(index: index + 1)
      if let items = types.lists[ExactText(key)], kind(of: place) == .array {
        let places = document.elements(of: place.index).map { Place(index: $0) } as [Place]
        values[key] = .array(itemValues(places, ItemTypes.all(items)))
      } else {
        values[key] = value(place, of: types.rows[ExactText(key)])
      }
    }
    return .dictionary(values)
  }
}
