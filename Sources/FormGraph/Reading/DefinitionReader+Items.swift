// Reads sections with items: the template of an item, and the first items, converted to the types
// of the template's rows. The checker finds contradictions between these parts.

import Predicate

extension DefinitionReader {
  /// Replaces an unreadable template.
  ///
  /// Any value is a valid item of it.
  private static let unreadable = ItemsDefinition.Template.item(RowDefinition(type: .custom))

  mutating func items(in object: ObjectPlace) -> ItemsDefinition {
    let template = template(in: object) ?? Self.unreadable
    var items = ItemsDefinition(template: template, allows: edits(in: object))
    items.value = values(in: object, of: template)
    items.formulas.minimum = countFormula(.minimum, in: object)
    items.formulas.maximum = countFormula(.maximum, in: object)
    if items.formulas.minimum == nil { items.minimum = count(.minimum, in: object) }
    if items.formulas.maximum == nil { items.maximum = count(.maximum, in: object) }
    items.formulas.count = countFormula(.count, in: object)
    if items.formulas.count == nil {
      items.formulas.count = count(.count, in: object).map(String.init)
    }
    return items
  }

  /// The formula of a number of items; nil if the number itself is given, or none.
  private mutating func countFormula(_ key: FormKey, in object: ObjectPlace) -> String? {
    guard let place = place(key, in: object), document.isText(place.index) else { return nil }
    return sharedText(at: place)
  }

  private mutating func edits(in object: ObjectPlace) -> ItemEdits {
    guard let place = place(.allows, in: object) else { return .standard }
    guard kind(of: place) == .array else {
      reportKind(
        of: place, "'allows'", mustBe: "a list",
        hint: hint(for: place) ?? #"write any of ["insert", "delete", "reorder"]"#)
      return .standard
    }
    return set(
      of: list(.allows, in: object), called: "edit", "an", names: ItemEdits.names)
  }

  private mutating func count(_ key: FormKey, in object: ObjectPlace) -> Int? {
    guard let place = place(key, in: object) else { return nil }
    if case .int(let count) = ValueKind.int.converted(document.value(at: place.index)) {
      return Int(clamping: count)
    }
    reportKind(
      of: place, "'\(key.text)'", mustBe: "a number of items or a formula",
      hint: hint(for: place))
    return nil
  }

  // MARK: - Template

  /// The template of an item; nil if it cannot be read, which has been reported.
  private mutating func template(in object: ObjectPlace) -> ItemsDefinition.Template? {
    switch (place(.item, in: object), place(.template, in: object)) {
    case (let item?, nil): return itemRow(item).map { .item($0) }
    case (nil, let template?): return objects(template)
    case (let item?, let template?):
      reportConflict(
        "a section has an 'item' or a 'template', not both", .template, .item, object,
        hint: "an 'item' is one plain value, a 'template' makes objects")
      _ = itemRow(item)
      _ = objects(template)
      return nil
    case (nil, nil):
      // Rows in the section itself are reported elsewhere, with a hint to use a template.
      if let rows = place(.rows, in: object), kind(of: rows) == .array,
        document.next(after: rows.index) > rows.index + 2
      {
        return nil
      }
      report(
        "a section with items needs an 'item' or a 'template'", object.place, focus: .start,
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
    return refusesNesting(in: object, "a row") ? nil : row(object)
  }

  /// The template of items that are objects.
  private mutating func objects(_ place: Place) -> ItemsDefinition.Template? {
    let hint = #"write "template": {"rows": […]}"#
    guard kind(of: place) == .object, let object = object(place, called: "'template'") else {
      reportKind(of: place, "'template'", mustBe: "an object", hint: hint)
      return nil
    }
    let isNested = refusesNesting(in: object, "a template", allowed: .template)
    checkKeys(of: object, known: .template, others: .nesting, in: "a template")
    let sections = sections(in: object, isRequired: false)
    guard let rows = self.place(.rows, in: object) else {
      if has(.sections, in: object) { return .rows([], sections: sections) }
      if !isNested {
        report("a template needs 'rows'", object.place, focus: .start, hint: hint)
      }
      return nil
    }
    guard kind(of: rows) == .array else {
      reportKind(of: rows, "'rows'", mustBe: "a list", hint: hint)
      return nil
    }
    let places = list(.rows, in: object)
    return .rows(places.map { templateRow($0) }, sections: sections)
  }

  private mutating func templateRow(_ place: Place) -> RowDefinition {
    let unreadable = RowDefinition(type: .label)
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
    in object: ObjectPlace, _ owner: String, allowed: FormKeys = .none
  ) -> Bool {
    let key = FormKeys.nesting.list.first {
      has($0, in: object) && !allowed.contains($0)
    }
    guard let key, let place = place(key, in: object) else { return false }
    report(
      "'\(key.text)' cannot stand in \(owner): it belongs to a section", place, focus: .key,
      hint: #"write the section in "template": {"sections": […]}"#)
    return true
  }

  // MARK: - Values

  private mutating func values(
    in object: ObjectPlace, of template: ItemsDefinition.Template
  ) -> [Value] {
    let places = list(.value, in: object)
    if case .item(let row) = template { return places.map { value($0, of: row.type) } }
    let types = ItemTypes(template)
    return places.map { itemObject($0, types) }
  }

  /// What the keys of an item hold.
  private struct ItemTypes {
    var rows: [ExactText: RowType] = [:]
    var lists: [ExactText: ItemsDefinition.Template] = [:]

    init(_ template: ItemsDefinition.Template) {
      let sections = template.sections.placed.map(\.definition)
      for row in template.rows + sections.flatMap(\.formRows) {
        if let tag = row.tag, rows[ExactText(tag)] == nil { rows[ExactText(tag)] = row.type }
      }
      for section in sections {
        guard case .multivalued(let items) = section.kind, let tag = section.tag else { continue }
        lists[ExactText(tag)] = items.template
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
      if let template = types.lists[ExactText(key)], kind(of: place) == .array {
        let types = ItemTypes(template)
        let row = template.isPlain ? template.rows.first : nil
        values[key] = .array(
          document.elements(of: place.index).map { index in
            let place = Place(index: index)
            return row.map { value(place, of: $0.type) } ?? itemObject(place, types)
          })
      } else {
        values[key] = value(place, of: types.rows[ExactText(key)])
      }
    }
    return .dictionary(values)
  }
}
